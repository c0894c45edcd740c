import { build } from "./dom.js";

/** A list of choices above the composer. The focus stays in the text; the list only marks one entry. */
export class Choices {
  element;
  #draw;
  #choose;
  #entries = [];
  #marked = 0;

  /**
   * `draw(entry)` returns the attributes of an entry's element and what stands in it; `choose(entry)` is called when
   * it is pressed.
   */
  constructor({ id, label, testid }, draw, choose) {
    this.#draw = draw;
    this.#choose = choose;
    this.element = build("ul", {
      class: "choices",
      id,
      role: "listbox",
      "aria-label": label,
      hidden: true,
      "data-testid": testid,
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** The marked entry, or undefined. */
  get marked() {
    return this.isOpen ? this.#entries[this.#marked] : undefined;
  }

  /** The element's id of the marked entry, for aria-activedescendant. */
  get markedId() {
    return this.isOpen ? `${this.element.id}-${this.#marked}` : "";
  }

  /** Shows these entries; none closes the list. */
  show(entries) {
    this.element.hidden = entries.length === 0;
    this.#entries = entries;
    this.element.replaceChildren(...entries.map((entry, at) => this.#element(entry, at)));
    this.#mark(0);
  }

  move(step) {
    this.#mark((this.#marked + step + this.#entries.length) % this.#entries.length);
  }

  #element(entry, at) {
    const { attributes, content } = this.#draw(entry);
    return build(
      "li",
      {
        role: "option",
        id: `${this.element.id}-${at}`,
        // A press must not take the focus out of the text.
        mousedown: (event) => event.preventDefault(),
        mousemove: () => this.#mark(at),
        click: () => this.#choose(entry),
        ...attributes,
      },
      ...content,
    );
  }

  #mark(at) {
    this.#marked = at;
    [...this.element.children].forEach((entry, index) => {
      entry.ariaSelected = String(index === at);
      if (index === at) entry.scrollIntoView({ block: "nearest" });
    });
  }
}
