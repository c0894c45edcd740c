import { showAvatar } from "./avatar.js";
import { build, icon, iconButton } from "./dom.js";
import { formatted, serviceText, summaryOf } from "./entities.js";
import { timeOf, tintOf } from "./format.js";
import { Keyboard } from "./keyboard.js";
import { Animation, Document, Photo } from "./media.js";

const MEDIA = { photo: Photo, animation: Animation, document: Document };

/**
 * One message on the screen: made once, then changed in place.
 * `client` is the pane it stands in; `own` tells whether its person wrote it, `group` whether authors are shown.
 */
export class MessageRow {
  element;
  #client;
  #message = null;
  #quoted = null;
  #botName = "";
  #face = build("span", { "aria-hidden": "true" });
  #own;
  #group;
  #bubble = build("div", { class: "bubble" });
  #stack = build("div", { class: "stack" });
  #words = build("div", { class: "words", dir: "auto", "data-testid": "message-text" });
  #media = null;
  #mediaKind = null;
  #keyboard = null;

  constructor(client, message, { own, group }) {
    this.#client = client;
    this.#own = own;
    this.#group = group;
    const service = Boolean(message.service);
    this.element = build("div", {
      class: service ? "row service" : `row ${own ? "own" : "other"}`,
      "data-testid": "message",
      "data-message": message.message_id,
      "data-service": message.service,
      role: "article",
    });
    if (service) return;
    this.#stack.append(this.#bubble);
    this.element.append(this.#stack, this.#actions());
    if (group && !own) this.element.prepend(this.#face);
    this.element.addEventListener("dblclick", (event) => this.#onDoubleClick(event));
    this.element.addEventListener("contextmenu", (event) => this.#onContextMenu(event));
  }

  /** `first` and `last` tell the place in a run of messages of one author. */
  update(message, { first, last }) {
    this.element.classList.toggle("first", first);
    this.element.classList.toggle("last", last);
    const quoted = message.reply_to && (this.#client.store.message(message.chat_id, message.reply_to) ?? "gone");
    const botName = this.#client.bot.first_name;
    if (message === this.#message && quoted === this.#quoted && botName === this.#botName) return;
    this.#message = message;
    this.#quoted = quoted;
    this.#botName = botName;
    this.element.setAttribute("aria-label", this.#label());
    if (message.service) {
      this.element.replaceChildren(this.#service());
      return;
    }
    showAvatar(this.#face, this.#nameOf(message), message.from.id, "small");
    this.#updateMedia();
    this.#updateWords();
    const author = (this.#group && !this.#own) || message.via_bot ? this.#author() : null;
    const parts = [author, quoted ? this.#quote() : null, this.#media?.element, this.#words];
    // Taking a picture out and putting it in again would make it flicker, a video start anew.
    for (const child of [...this.#bubble.children]) if (!parts.includes(child)) child.remove();
    parts.filter(Boolean).forEach((part, at) => {
      if (this.#bubble.children[at] !== part) this.#bubble.insertBefore(part, this.#bubble.children[at] ?? null);
    });
    this.#updateKeyboard();
  }

  flash() {
    this.element.classList.remove("flash");
    void this.element.offsetWidth;
    this.element.classList.add("flash");
  }

  #label() {
    if (this.#message.service) return "Service message";
    return `${this.#own ? "You" : this.#nameOf(this.#message)}, ${timeOf(this.#message.date)}`;
  }

  /** What happened; where a group became a supergroup, it leads to the other of the two chats. */
  #service() {
    const words = serviceText(this.#message);
    const other = this.#message.other_chat_id;
    if (!other) return build("span", { class: "service-words" }, words);
    const open = () => this.#client.open(other);
    return build(
      "button",
      { type: "button", class: "service-words", "data-testid": "other-chat", click: open },
      words,
    );
  }

  #nameOf(message) {
    return this.#client.store.authorOf(message, this.#client.person);
  }

  /** Who wrote the message, where that is not clear, and the bot that it was sent via. */
  #author() {
    const { id } = this.#message.from;
    const named = this.#group && !this.#own;
    return build(
      "div",
      { class: `author ${tintOf(id)}${this.#message.via_bot ? " via" : ""}` },
      named ? this.#nameOf(this.#message) : null,
      this.#message.via_bot ? this.#via(named ? " " : "") : null,
    );
  }

  #via(space) {
    const { username } = this.#client.store.bot;
    const open = () => this.#client.actions.mention(`@${username}`);
    const link = build("button", { type: "button", class: "via-bot", click: open }, `@${username}`);
    return build("span", { class: "via-words", "data-testid": "via" }, `${space}via `, link);
  }

  #quote() {
    const quoted = this.#quoted;
    const gone = quoted === "gone";
    const onClick = () => this.#client.jump(quoted.message_id);
    const tint = gone ? "" : tintOf(quoted.from.id);
    return build(
      "button",
      { type: "button", class: `quote ${tint}`, disabled: gone, "data-testid": "quote", click: onClick },
      quoted.photo ? build("img", { class: "quote-photo", src: quoted.photo.url, alt: "" }) : null,
      build("span", { class: "quote-author" }, gone ? "Deleted message" : this.#nameOf(quoted)),
      gone ? null : build("span", { class: "quote-words" }, summaryOf(quoted)),
    );
  }

  #updateMedia() {
    const message = this.#message;
    const kind = Object.keys(MEDIA).find((name) => message[name]) ?? null;
    if (kind !== this.#mediaKind) {
      this.#mediaKind = kind;
      this.#media = kind && new MEDIA[kind]((url, alt) => this.#client.showPhoto(url, alt));
    }
    this.#bubble.classList.toggle("with-media", kind === "photo" || kind === "animation");
    this.#media?.update(message[kind], message.caption || (kind === "photo" ? "Photo" : "Animation"));
  }

  #updateWords() {
    const message = this.#message;
    const text = message.text ?? message.caption ?? "";
    const meta = build(
      "span",
      { class: "meta" },
      message.edit_date ? build("span", { class: "edited", "data-testid": "edited" }, "edited ") : null,
      build("time", { datetime: new Date(message.date * 1000).toISOString() }, timeOf(message.date)),
      this.#own ? icon("check") : null,
    );
    this.#words.classList.toggle("bare", !text);
    this.#words.replaceChildren(formatted(text, message.entities ?? [], this.#client.actions), meta);
  }

  #updateKeyboard() {
    const rows = this.#message.keyboard ?? [];
    if (rows.length > 0 && !this.#keyboard) {
      this.#keyboard = new Keyboard((button) => this.#client.press(this.#message, button));
      this.#stack.append(this.#keyboard.element);
    } else if (rows.length === 0) {
      this.#keyboard?.element.remove();
      this.#keyboard = null;
    }
    this.#keyboard?.update(rows);
    this.#stack.classList.toggle("with-keyboard", rows.length > 0);
  }

  #actions() {
    const onReply = () => this.#client.reply(this.#message);
    const onMore = (event) => this.#client.showMessageMenu(this.#message, event.currentTarget.getBoundingClientRect());
    return build(
      "div",
      { class: "actions" },
      iconButton("reply", "Reply", { "data-testid": "reply", click: onReply }),
      iconButton("more", "More", { "data-testid": "more", click: onMore }),
    );
  }

  #onDoubleClick(event) {
    if (event.target.closest("a, button, [role=button]")) return;
    getSelection().removeAllRanges();
    this.#client.reply(this.#message);
  }

  #onContextMenu(event) {
    if (event.target.closest("a[href]")) return;
    event.preventDefault();
    this.#client.showMessageMenu(this.#message, new DOMRect(event.clientX, event.clientY, 0, 0));
  }
}
