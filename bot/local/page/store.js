import { nameOf } from "./format.js";
import { Signal } from "./signal.js";

const TYPING_LASTS = 5000;

/** Whether a chat is for many; the others are a person's with the bot, or two people's. */
export const isGroup = (chat) => chat.type === "group" || chat.type === "supergroup";

/** The languages whose texts somebody sees, the one preferred first; "" is for everybody. */
export const languagesOf = (person) => [(person.language_code ?? "").split("-")[0], ""];

/** All that the server has told: the bot, people, chats, commands and the messages of every chat in their order. */
export class Store {
  bot = null;
  people = [];
  chats = [];
  commands = [];
  changed = new Signal();
  #messages = new Map();
  #typingTimers = new Map();

  /** Takes in one event of the page protocol. */
  apply(kind, data) {
    if (kind === "snapshot") this.#restart(data);
    else if (kind === "message") this.#put(data);
    else if (kind === "deleted") this.#remove(data);
    else if (kind === "typing") this.#startTyping(data.chat_id);
    else this[kind] = data;
    this.changed.send(kind);
  }

  messagesOf(chatId) {
    return this.#messages.get(chatId) ?? [];
  }

  message(chatId, messageId) {
    return this.messagesOf(chatId).find((message) => message.message_id === messageId);
  }

  chat(chatId) {
    return this.chats.find((chat) => chat.id === chatId);
  }

  person(personId) {
    return this.people.find((person) => person.id === personId);
  }

  /** The chats of a person, the latest message first; a group that became a supergroup is none any more. */
  chatsOf(personId) {
    const latest = (chat) => this.messagesOf(chat.id).at(-1)?.date ?? 0;
    return this.chats
      .filter((chat) => chat.member_ids.includes(personId) && !chat.migrated_to)
      .sort((one, other) => latest(other) - latest(one));
  }

  /** What a chat is called for one of its people. */
  titleOf(chat, viewer) {
    return isGroup(chat) ? chat.title : nameOf(this.otherThan(viewer, chat));
  }

  /** The id that gives a chat its colour for one of its people: a chat of two shows the other one's. */
  faceOf(chat, viewer) {
    return isGroup(chat) ? chat.id : this.otherThan(viewer, chat).id;
  }

  /** Whom somebody talks with in a chat of two: the bot, or a person. */
  otherThan(viewer, chat) {
    return this.person(chat.member_ids.find((id) => id !== viewer.id)) ?? this.botFor(viewer);
  }

  /** The bot as somebody sees it: its texts in their language, where it has any. */
  botFor(viewer) {
    const { id, username, names, short_descriptions: brief, descriptions } = this.bot;
    const theirs = (texts) => languagesOf(viewer).map((language) => texts[language]).find(Boolean) ?? "";
    return {
      id,
      username,
      first_name: theirs(names),
      short_description: theirs(brief),
      description: theirs(descriptions),
    };
  }

  /** The name of who wrote a message, as somebody sees it. */
  authorOf(message, viewer) {
    const { id } = message.from;
    return nameOf(id === this.bot.id ? this.botFor(viewer) : (this.person(id) ?? message.from));
  }

  isTyping(chatId) {
    return this.#typingTimers.has(chatId);
  }

  #restart({ messages, ...rest }) {
    Object.assign(this, rest);
    this.#messages.clear();
    for (const chatId of [...this.#typingTimers.keys()]) this.#stopTyping(chatId);
    for (const message of messages) this.#put(message);
  }

  #put(message) {
    const list = this.#messages.get(message.chat_id) ?? [];
    this.#messages.set(message.chat_id, list);
    let at = list.length;
    while (at > 0 && list[at - 1].message_id >= message.message_id) at -= 1;
    const known = list[at]?.message_id === message.message_id;
    list.splice(at, known ? 1 : 0, message);
    if (message.from?.is_bot) this.#stopTyping(message.chat_id);
  }

  #remove({ chat_id: chatId, message_id: messageId }) {
    const rest = this.messagesOf(chatId).filter((message) => message.message_id !== messageId);
    this.#messages.set(chatId, rest);
  }

  #startTyping(chatId) {
    this.#stopTyping(chatId);
    const end = () => {
      this.#stopTyping(chatId);
      this.changed.send("typing");
    };
    this.#typingTimers.set(chatId, setTimeout(end, TYPING_LASTS));
  }

  #stopTyping(chatId) {
    clearTimeout(this.#typingTimers.get(chatId));
    this.#typingTimers.delete(chatId);
  }
}
