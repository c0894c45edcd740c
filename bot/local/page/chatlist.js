import { showAvatar } from "./avatar.js";
import { arrange, build } from "./dom.js";
import { summaryOf } from "./entities.js";
import { briefTimeOf, unreadLabel } from "./format.js";
import { unreadOf } from "./session.js";
import { isGroup } from "./store.js";

/** The chats of one person, the latest first. */
export class ChatList {
  element = build("div", { class: "chats", role: "list", "aria-label": "Chats" });
  #client;
  #entries = new Map();

  constructor(client) {
    this.#client = client;
  }

  update() {
    const chats = this.#client.store.chatsOf(this.#client.person.id);
    for (const chat of chats) {
      if (!this.#entries.has(chat.id)) this.#entries.set(chat.id, new Entry(this.#client, chat));
      this.#entries.get(chat.id).update(chat);
    }
    arrange(this.element, chats.map((chat) => this.#entries.get(chat.id).element));
  }
}

class Entry {
  element;
  #client;
  #avatar = build("span", { "aria-hidden": "true" });
  #title = build("span", { class: "entry-title" });
  #time = build("span", { class: "entry-time" });
  #words = build("span", { class: "entry-words", "data-testid": "preview" });
  #badge = build("span", { class: "badge", "data-testid": "unread" });

  constructor(client, chat) {
    this.#client = client;
    const button = build(
      "button",
      {
        type: "button",
        class: "entry",
        "data-testid": "chat-entry",
        "data-chat": chat.id,
        click: () => client.open(chat.id),
      },
      this.#avatar,
      build("span", { class: "entry-line" }, this.#title, this.#time),
      build("span", { class: "entry-line" }, this.#words, this.#badge),
    );
    this.element = build("div", { role: "listitem" }, button);
  }

  update(chat) {
    const { store, session, person } = this.#client;
    const title = store.titleOf(chat, person);
    const messages = store.messagesOf(chat.id);
    const last = messages.at(-1);
    const unread = unreadOf(messages, session, chat.id, person.id).length;
    showAvatar(this.#avatar, title, store.faceOf(chat, person), "");
    this.#title.textContent = title;
    this.#time.textContent = last ? briefTimeOf(last.date) : "";
    this.#words.replaceChildren(...this.#preview(chat, last));
    this.#badge.textContent = unread > 0 ? unreadLabel(unread) : "";
    this.#badge.setAttribute("aria-label", unread > 0 ? `${unread} unread` : "");
    this.element.firstElementChild.setAttribute("aria-current", session.openChat === chat.id ? "true" : "false");
  }

  #preview(chat, last) {
    const { store, session, person } = this.#client;
    if (store.isTyping(chat.id)) return [build("span", { class: "preview-sign" }, "typing…")];
    const draft = session.draft(chat.id);
    if (draft && session.openChat !== chat.id) return [build("span", { class: "preview-draft" }, "Draft: "), draft];
    const isPrivate = chat.type === "private";
    if (!last) return [isPrivate ? this.#client.bot.short_description || "Say hello to the bot" : "No messages yet"];
    if (last.service || !isGroup(chat)) return [summaryOf(last)];
    const author = last.from?.id === person.id ? "You" : store.authorOf(last, person);
    return [build("span", { class: "preview-sign" }, `${author}: `), summaryOf(last)];
  }
}
