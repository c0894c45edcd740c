import { avatar } from "./avatar.js";
import { arrange, build, iconButton } from "./dom.js";
import { dayOf, nameOf, unreadLabel } from "./format.js";
import { MessageRow } from "./message.js";
import { Place } from "./place.js";
import { unreadOf } from "./session.js";
import { isGroup } from "./store.js";

const PAGE = 80;
const RUN_LASTS = 600;
const NEAR_START = 400;

/** The messages of one chat as one person sees them, with what stands above them. */
export class Conversation {
  element;
  #client;
  #chat;
  #rows = new Map();
  #days = new Map();
  #column = build("div", { class: "column", role: "log", "aria-label": "Messages" });
  #scroller = build("div", { class: "scroller", tabindex: -1, "data-testid": "messages" }, this.#column);
  #place;
  #firstShown;
  #newestShown = Infinity;
  #dividerBefore = null;
  #divider = build("div", { class: "divider", "data-testid": "unread-divider" }, build("span", {}, "New messages"));
  #empty = build("div", { class: "empty" });
  #badge = build("span", { class: "badge", "data-testid": "scroll-end-count" });
  #toEnd;

  constructor(client, chat) {
    this.#client = client;
    this.#chat = chat;
    const goToEnd = { class: "to-end", "data-testid": "scroll-end", click: () => this.#place.toEnd() };
    this.#toEnd = iconButton("down", "Scroll to the newest message", goToEnd, this.#badge);
    this.element = build("div", { class: "talk" }, this.#scroller, this.#toEnd);
    this.#place = new Place(this.#scroller, this.#column, () => this.#onMoved());
    const messages = this.#messages();
    const unread = this.#unread();
    this.#dividerBefore = unread[0]?.message_id ?? null;
    const start = Math.min(messages.length - PAGE, messages.indexOf(unread[0] ?? messages.at(-1)) - PAGE / 2);
    this.#firstShown = messages[Math.max(0, start)]?.message_id ?? 0;
  }

  /** To be called once, when the element stands in the page. */
  start() {
    this.#render();
    if (this.#divider.isConnected) this.#place.show(this.#divider, 0);
    else this.#place.toEnd();
    this.#onMoved();
  }

  end() {
    this.#place.end();
  }

  /** Brings the screen up to date with the store. */
  update() {
    this.#chat = this.#client.store.chat(this.#chat.id) ?? this.#chat;
    this.#place.note();
    this.#render();
    this.#place.restore();
    this.#onMoved();
  }

  /** Goes to the newest message, as one does who has just written. */
  toEnd() {
    this.#dividerBefore = null;
    this.#place.toEnd();
  }

  /** Goes to a message and points it out; false if it is no longer there. */
  jump(messageId) {
    if (!this.#client.store.message(this.#chat.id, messageId)) return false;
    if (messageId < this.#firstShown) {
      this.#firstShown = messageId;
      this.update();
    }
    const row = this.#rows.get(messageId);
    this.#place.show(row.element, 0.4);
    row.flash();
    return true;
  }

  #render() {
    arrange(this.#column, this.#nodes());
    this.#newestShown = this.#messages().at(-1)?.message_id ?? 0;
  }

  #messages() {
    return this.#client.store.messagesOf(this.#chat.id);
  }

  #unread() {
    return unreadOf(this.#messages(), this.#client.session, this.#chat.id, this.#client.person.id);
  }

  #nodes() {
    const shown = this.#messages().filter((message) => message.message_id >= this.#firstShown);
    const ids = new Set(shown.map((message) => message.message_id));
    for (const id of this.#rows.keys()) if (!ids.has(id)) this.#rows.delete(id);
    if (shown.length === 0) return [this.#introduction()];
    const nodes = [];
    shown.forEach((message, at) => {
      const before = shown[at - 1];
      const day = dayOf(message.date);
      if (!before || dayOf(before.date) !== day) nodes.push(this.#day(day));
      if (message.message_id === this.#dividerBefore) nodes.push(this.#divider);
      const row = this.#row(message);
      row.update(message, {
        first: !inOneRun(before, message) || message.message_id === this.#dividerBefore,
        last: !inOneRun(message, shown[at + 1]) || shown[at + 1].message_id === this.#dividerBefore,
      });
      nodes.push(row.element);
    });
    return nodes;
  }

  #row(message) {
    const known = this.#rows.get(message.message_id);
    if (known) return known;
    const own = message.from?.id === this.#client.person.id;
    const row = new MessageRow(this.#client, message, { own, group: isGroup(this.#chat) });
    row.element.classList.toggle("appear", message.message_id > this.#newestShown);
    this.#rows.set(message.message_id, row);
    return row;
  }

  #day(day) {
    if (!this.#days.has(day)) {
      this.#days.set(day, build("div", { class: "day", "data-testid": "day" }, build("span", {}, day)));
    }
    return this.#days.get(day);
  }

  /** What an empty chat shows: in private the bot's description, above the Start button. */
  #introduction() {
    const { store, person, bot } = this.#client;
    const isPrivate = this.#chat.type === "private";
    const title = store.titleOf(this.#chat, person);
    const hint = this.#chat.bot_member ? "type / to see what the bot can do" : `type @${bot.username} and a space`;
    const words = isPrivate ? bot.description : `Say hello, or ${hint}.`;
    this.#empty.replaceChildren(
      avatar(title, store.faceOf(this.#chat, person), "large"),
      build("h2", {}, isPrivate ? "What can this bot do?" : "No messages yet"),
      build("p", { "data-testid": "description" }, words || `Press Start to talk with ${title}.`),
    );
    return this.#empty;
  }

  #onMoved() {
    const seen = this.#scroller.clientHeight > 0 && !document.hidden;
    if (seen) this.#markRead();
    if (seen && this.#scroller.scrollTop < NEAR_START) this.#showEarlier();
    const unread = this.#unread().length;
    this.#badge.textContent = unread > 0 ? unreadLabel(unread) : "";
    this.#toEnd.classList.toggle("shown", !this.#place.atEnd);
    this.#toEnd.inert = this.#place.atEnd;
  }

  /** A message is read when its head has come into view. */
  #markRead() {
    const bottom = this.#scroller.scrollTop + this.#scroller.clientHeight;
    for (const message of this.#messages().toReversed()) {
      const row = this.#rows.get(message.message_id);
      if (row && row.element.offsetTop + Math.min(40, row.element.offsetHeight) <= bottom + 1) {
        this.#client.session.markRead(this.#chat.id, message.message_id);
        return;
      }
    }
  }

  #showEarlier() {
    const messages = this.#messages();
    const at = messages.findIndex((message) => message.message_id >= this.#firstShown);
    if (at <= 0) return;
    this.#firstShown = messages[Math.max(0, at - PAGE)].message_id;
    this.update();
  }
}

function inOneRun(before, after) {
  return (
    Boolean(before && after) &&
    before.from?.id === after.from?.id &&
    !before.service &&
    !after.service &&
    dayOf(before.date) === dayOf(after.date) &&
    after.date - before.date < RUN_LASTS
  );
}

/** The line below a chat's title: who is typing, who is there. */
export function subtitleOf({ store, bot }, chat) {
  if (store.isTyping(chat.id)) return chat.type === "private" ? "typing…" : `${bot.first_name} is typing…`;
  if (chat.type === "private") return "bot";
  if (!isGroup(chat)) return "private chat";
  const names = chat.member_ids.map((id) => store.person(id)).filter(Boolean).map(nameOf);
  if (chat.bot_member) names.push(bot.first_name);
  return names.join(", ");
}
