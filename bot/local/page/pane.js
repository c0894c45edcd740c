import { Api, RequestError } from "./api.js";
import { showAvatar } from "./avatar.js";
import { ChatList } from "./chatlist.js";
import { Composer } from "./composer.js";
import { Conversation, subtitleOf } from "./conversation.js";
import { showAlert, showPhoto, showShare } from "./dialog.js";
import { build, iconButton } from "./dom.js";
import { nameOf } from "./format.js";
import { meaningOf } from "./links.js";
import { showMenu } from "./menu.js";
import { PersonButton } from "./person.js";
import { Session, unreadOf } from "./session.js";
import { isGroup } from "./store.js";
import { Toasts } from "./toast.js";

/** A whole chat client of one person. */
export class Pane {
  element;
  client = build("div", { class: "client" });
  store;
  person;
  session;
  /** What presses on formatted words do. */
  actions = {
    open: (address) => this.follow(address),
    command: (command) => this.sendCommand(command),
    mention: (username) => this.#introduce(this.#byUsername(username), username),
    person: (userId) => this.#introduce(this.#everybody().find((one) => one.id === userId), "This person"),
  };
  showPhoto = showPhoto;
  #api;
  #list;
  #toasts = new Toasts();
  #personButtons;
  #talk = build("section", { class: "talk-slot", "aria-label": "Chat" });
  #chatId = null;
  #conversation = null;
  #composer = null;
  #title = build("span", { class: "title", "data-testid": "chat-title" });
  #subtitle = build("span", { class: "subtitle", "data-testid": "chat-subtitle" });
  #face = build("span", { "aria-hidden": "true" });

  constructor(store, person) {
    this.store = store;
    this.person = person;
    this.session = new Session(person.id);
    this.#api = new Api(person.id);
    this.#list = new ChatList(this);
    this.#personButtons = [new PersonButton(this), new PersonButton(this)];
    const listHead = build("header", { class: "head" }, build("h2", {}, "Chats"), this.#personButtons[0].element);
    const words =
      "Open the group to play against each other, or the bot’s chat to talk to it alone. " +
      "In any chat, the bot’s @name and a space make it offer challenges.";
    const hint = build("p", { class: "list-hint" }, words);
    const list = build("nav", { class: "list-slot", "aria-label": "Chats" }, listHead, this.#list.element, hint);
    this.client.append(list, this.#talk);
    this.element = build(
      "section",
      { class: "pane", "data-testid": "pane", "data-person": person.id, keydown: (event) => this.#onKey(event) },
      this.client,
    );
    this.session.changed.listen(() => this.#list.update());
    this.#showTalk();
  }

  /** The bot as this person sees it. */
  get bot() {
    return this.store.botFor(this.person);
  }

  /** How many messages wait for the person, over all chats. */
  get unread() {
    const counts = this.store.chatsOf(this.person.id).map(
      (chat) => unreadOf(this.store.messagesOf(chat.id), this.session, chat.id, this.person.id).length,
    );
    return counts.reduce((sum, count) => sum + count, 0);
  }

  /** Brings the pane up to date with the store; `kind` tells what changed. */
  update(kind) {
    this.person = this.store.person(this.person.id);
    this.element.setAttribute("aria-label", `${nameOf(this.person)}’s chat`);
    for (const button of this.#personButtons) button.update();
    if (kind === "snapshot") {
      for (const { id } of this.store.chats) {
        this.session.limitRead(id, this.store.messagesOf(id).at(-1)?.message_id ?? 0);
      }
    }
    if (this.#openChat()?.migrated_to && this.#composer) this.open(this.#openChat().migrated_to);
    else if (this.#openChat()?.id !== this.#chatId) this.#showTalk();
    this.#updateHead();
    this.#conversation?.update();
    this.#composer?.update();
    this.#list.update();
  }

  open(chatId) {
    this.session.openChat = chatId;
    if (chatId !== this.#chatId) this.#showTalk();
    this.focus();
  }

  /** Makes the pane ready for typing. On a touch screen that would call up the keyboard over the messages. */
  focus() {
    if (matchMedia("(hover: hover)").matches) this.#composer?.focus();
  }

  close() {
    const chatId = this.#chatId;
    this.session.openChat = null;
    this.#showTalk();
    this.element.querySelector(`[data-chat="${chatId}"]`)?.focus();
  }

  /** Sends a text into the open chat; false if it was not taken. */
  async send(text, reply = null) {
    this.#conversation.toEnd();
    return Boolean(await this.#attempt(this.#api.send(this.#chatId, text, reply)));
  }

  /** Asks what the bot offers in the open chat for the words after its name. */
  askInline(words) {
    return this.#attempt(this.#api.askInline(this.#chatId, words));
  }

  choose(queryId, resultId, reply) {
    this.#conversation.toEnd();
    return this.#attempt(this.#api.choose(queryId, resultId, reply));
  }

  /** Sends a command; in a group, which may hold several bots, clients say which one they mean. */
  sendCommand(command) {
    const complete = command.includes("@") || !isGroup(this.#openChat());
    return this.send(complete ? command : `${command}@${this.store.bot.username}`);
  }

  async edit(message, text) {
    return Boolean(await this.#attempt(this.#api.edit(message, text)));
  }

  setLanguage(code) {
    return this.#attempt(this.#api.setLanguage(code));
  }

  reply(message) {
    this.#composer?.reply(message);
  }

  jump(messageId) {
    if (!this.#conversation.jump(messageId)) this.#toasts.show("That message is no longer there.");
  }

  /** Presses an inline button; settled when the bot has answered. */
  async press(message, button) {
    if (button.callback_data !== undefined) await this.#tap(message, button.callback_data);
    else if (button.url) this.follow(button.url);
    else if (button.copy_text) await this.#copy(button.copy_text.text);
    else if (button.switch_inline_query_current_chat !== undefined) {
      this.#composer?.write(this.#forBot(button.switch_inline_query_current_chat));
    } else if (button.switch_inline_query !== undefined) this.#askElsewhere(button.switch_inline_query);
    else this.#toasts.show("The local chat cannot do what this button asks for.");
  }

  /** Opens an address as a client of Telegram does. */
  follow(address) {
    const meaning = meaningOf(address, this.store.bot);
    if (meaning.kind === "start") this.start(meaning.payload);
    else if (meaning.kind === "chat") this.open(this.person.id);
    else if (meaning.kind === "group") showAlert(this, this.#groupHint());
    else if (meaning.kind === "share") this.#share([meaning.url, meaning.text].filter(Boolean).join("\n"));
    else if (meaning.kind === "elsewhere") window.open(meaning.url, "_blank", "noopener,noreferrer");
    else this.#toasts.show(`The local chat cannot open ${address}`);
  }

  showMessageMenu(message, anchor) {
    const text = message.text ?? message.caption;
    const own = message.from?.id === this.person.id;
    const composer = this.#composer;
    const edit = () => composer.edit(message);
    const items = [
      composer && { label: "Reply", icon: "reply", testid: "menu-reply", action: () => this.reply(message) },
      text && { label: "Copy text", icon: "copy", testid: "menu-copy", action: () => this.#copy(text) },
      own && text && composer && { label: "Edit", icon: "edit", testid: "menu-edit", action: edit },
      { label: "Delete", icon: "trash", testid: "menu-delete", action: () => this.#attempt(this.#api.delete(message)) },
    ];
    showMenu(this.element, anchor, items.filter(Boolean));
  }

  #openChat() {
    const chat = this.store.chat(this.session.openChat);
    return chat?.member_ids.includes(this.person.id) ? chat : null;
  }

  #showTalk() {
    this.#conversation?.end();
    const chat = this.#openChat();
    this.#chatId = chat?.id ?? null;
    this.client.classList.toggle("open", Boolean(chat));
    this.#conversation = chat && new Conversation(this, chat);
    // Where a group went on as a supergroup nothing can be written any more.
    this.#composer = chat && !chat.migrated_to ? new Composer(this, chat) : null;
    this.#conversation?.element.classList.toggle("closed", !this.#composer);
    const parts = chat
      ? [this.#head(), this.#conversation.element, this.#composer?.element].filter(Boolean)
      : [build("p", { class: "nothing-open" }, "Choose a chat")];
    this.#talk.replaceChildren(this.#toasts.element, ...parts);
    this.#updateHead();
    this.#composer?.update();
    this.#conversation?.start();
    this.#list.update();
  }

  #head() {
    const goBack = { class: "back", "data-testid": "back", click: () => this.close() };
    const back = iconButton("back", "Back to the chats", goBack);
    const titles = build("div", { class: "titles" }, this.#title, this.#subtitle);
    return build("header", { class: "head" }, back, this.#face, titles, this.#personButtons[1].element);
  }

  #updateHead() {
    const chat = this.#openChat();
    if (!chat) return;
    const title = this.store.titleOf(chat, this.person);
    showAvatar(this.#face, title, this.store.faceOf(chat, this.person), "small");
    this.#title.textContent = title;
    this.#subtitle.textContent = subtitleOf(this, chat);
    this.#subtitle.classList.toggle("typing", this.store.isTyping(chat.id));
  }

  async #tap(message, data) {
    const answer = await this.#attempt(this.#api.tap(message, data));
    if (!answer?.answered) return;
    if (answer.url) this.follow(answer.url);
    else if (answer.text && answer.show_alert) showAlert(this, answer.text);
    else if (answer.text) this.#toasts.show(answer.text);
  }

  /** The answer of a request, or null after telling why there is none. */
  async #attempt(request) {
    try {
      return await request;
    } catch (error) {
      if (!(error instanceof RequestError)) throw error;
      this.#toasts.show(error.message);
      return null;
    }
  }

  /** Opens the bot's chat by a link with a payload. */
  async start(payload) {
    this.open(this.person.id);
    this.#conversation?.toEnd();
    await this.#attempt(this.#api.start(payload));
  }

  #share(text) {
    showShare(this, text, (chatId) => {
      this.open(chatId);
      this.send(text);
    });
  }

  #forBot(words) {
    return `@${this.store.bot.username} ${words}`;
  }

  /** Asks for a chat, and asks the bot there in inline mode. */
  #askElsewhere(words) {
    showShare(this, this.#forBot(words), (chatId) => {
      this.open(chatId);
      this.#composer.write(this.#forBot(words));
    });
  }

  #groupHint() {
    const { bot } = this;
    const group = this.store.chatsOf(this.person.id).find((chat) => isGroup(chat) && chat.bot_member);
    return group
      ? `${bot.first_name} is already in the group “${group.title}”. Open that chat to play there.`
      : `The local chat cannot add ${bot.first_name} to a group.`;
  }

  async #copy(text) {
    await navigator.clipboard.writeText(text);
    this.#toasts.show("Copied");
  }

  #byUsername(mention) {
    const username = mention.slice(1).toLowerCase();
    return this.#everybody().find((one) => one.username?.toLowerCase() === username);
  }

  #everybody() {
    return [this.bot, ...this.store.people];
  }

  #introduce(someone, words) {
    if (someone?.id === this.store.bot.id) this.open(this.person.id);
    else this.#toasts.show(someone ? nameOf(someone) : `${words} is not in the local chat.`);
  }

  #onKey(event) {
    if (event.key !== "Escape" || event.defaultPrevented || !this.#chatId) return;
    if (!this.#composer?.cancel()) this.close();
  }
}
