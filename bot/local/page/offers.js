import { Choices } from "./choices.js";
import { build } from "./dom.js";

const TYPING_PAUSE = 150;

/**
 * Inline mode: while the text begins with the bot's name, what the bot offers for the words after it. The client asks
 * once the typing pauses, and shows the newest answer.
 */
export class Offers {
  /** Whether an answer is still to come. */
  isWaiting = false;
  #client;
  #chosen;
  #changed;
  #list;
  #asked = null; // the text that the newest question was about
  #queryId = null;
  #pause = 0;

  /**
   * `chosen(send)` is called when an offer is pressed; `send(reply)` posts it. `changed` hears of every change of the
   * list.
   */
  constructor(id, client, chosen, changed) {
    this.#client = client;
    this.#chosen = chosen;
    this.#changed = changed;
    this.#list = new Choices(
      { id, label: "Offers", testid: "offers" },
      (entry) => this.#draw(entry),
      (entry) => this.choose(entry),
    );
  }

  get element() {
    return this.#list.element;
  }

  get marked() {
    return this.#list.marked;
  }

  get markedId() {
    return this.#list.markedId;
  }

  get isOpen() {
    return this.#list.isOpen;
  }

  move(step) {
    this.#list.move(step);
  }

  /** Takes in the composer's text. */
  update(text) {
    const words = wordsForBot(text, this.#client.store.bot.username);
    if (words === this.#asked) return;
    clearTimeout(this.#pause);
    this.#asked = words;
    this.isWaiting = words !== null;
    if (words === null) this.#show([]);
    else this.#pause = setTimeout(() => this.#ask(words), TYPING_PAUSE);
  }

  close() {
    clearTimeout(this.#pause);
    this.#asked = null;
    this.isWaiting = false;
    this.#show([]);
  }

  choose(entry) {
    if (entry.start_parameter) {
      this.close();
      this.#client.start(entry.start_parameter);
      return;
    }
    const queryId = this.#queryId;
    this.close();
    this.#chosen((reply) => this.#client.choose(queryId, entry.id, reply));
  }

  async #ask(words) {
    const answer = await this.#client.askInline(words);
    if (words !== this.#asked) return;
    this.isWaiting = false;
    this.#queryId = answer?.query_id;
    const { button, results = [] } = answer ?? {};
    // The button above the offers is there to be pressed, not to be met by an Enter.
    this.#show([...(button ? [button] : []), ...results], button && results.length > 0 ? 1 : 0);
  }

  #show(entries, marked = 0) {
    this.#list.show(entries);
    if (marked) this.#list.move(marked);
    this.#changed();
  }

  #draw(entry) {
    if (entry.start_parameter) {
      return { attributes: { class: "offer-button", "data-testid": "offer-button" }, content: [entry.text] };
    }
    // Titles begin with a sign, which serves as the picture.
    const [, sign, title] = /^(\p{Extended_Pictographic}\uFE0F?)?\s*(.*)$/u.exec(entry.title);
    return {
      attributes: { class: "offer", "data-testid": "offer" },
      content: [
        build("span", { class: "offer-sign", "aria-hidden": "true" }, sign ?? "▶"),
        build(
          "span",
          { class: "offer-words" },
          build("span", { class: "offer-title" }, title),
          build("span", { class: "offer-description" }, entry.description),
        ),
      ],
    };
  }
}

/** What stands after the bot's name at the beginning of a text; null for any other text. */
function wordsForBot(text, username) {
  const name = `@${username} `;
  return text.toLowerCase().startsWith(name.toLowerCase()) ? text.slice(name.length) : null;
}
