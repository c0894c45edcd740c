import { Signal } from "./signal.js";

/** What the browser remembers under a name; without storage (it may be forbidden) nothing. */
export function recall(name) {
  try {
    return JSON.parse(localStorage.getItem(`chat.${name}`));
  } catch {
    return null;
  }
}

export function remember(name, value) {
  try {
    localStorage.setItem(`chat.${name}`, JSON.stringify(value));
  } catch {
    // The chat works without memory, only a reload forgets.
  }
}

/** What one person's client knows by itself: the open chat, what has been read, and the drafts. */
export class Session {
  changed = new Signal();
  #name;
  #state;

  constructor(personId) {
    this.#name = String(personId);
    this.#state = { openChat: null, read: {}, drafts: {}, ...recall(this.#name) };
  }

  get openChat() {
    return this.#state.openChat;
  }

  set openChat(chatId) {
    this.#change({ openChat: chatId });
  }

  /** The id of the last message read in a chat, 0 for none. */
  lastRead(chatId) {
    return this.#state.read[chatId] ?? 0;
  }

  markRead(chatId, messageId) {
    if (messageId <= this.lastRead(chatId)) return;
    this.#change({ read: { ...this.#state.read, [chatId]: messageId } });
  }

  /** A restarted server may count its messages anew: no mark may lie beyond the last one. */
  limitRead(chatId, messageId) {
    if (this.lastRead(chatId) > messageId) this.#state.read[chatId] = messageId;
  }

  draft(chatId) {
    return this.#state.drafts[chatId] ?? "";
  }

  setDraft(chatId, text) {
    const { [chatId]: _, ...others } = this.#state.drafts;
    this.#change({ drafts: text ? { ...others, [chatId]: text } : others });
  }

  #change(part) {
    Object.assign(this.#state, part);
    remember(this.#name, this.#state);
    this.changed.send();
  }
}

/** The messages of a chat that the person has not seen. */
export function unreadOf(messages, session, chatId, personId) {
  const mark = session.lastRead(chatId);
  const unread = [];
  for (let at = messages.length - 1; at >= 0 && messages[at].message_id > mark; at -= 1) {
    if (messages[at].from?.id !== personId && !messages[at].service) unread.unshift(messages[at]);
  }
  return unread;
}
