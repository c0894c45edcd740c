import { build, icon } from "./dom.js";

const SMALLEST_FONT = 9;
const FONT_STEP = 0.5;

/** The buttons below a message. Each press calls `press(button)`; the button spins until its promise is settled. */
export class Keyboard {
  element = build("div", { class: "keyboard", role: "group", "aria-label": "Buttons" });
  #press;
  #shown = "";

  constructor(press) {
    this.#press = press;
    new ResizeObserver(() => this.#fit()).observe(this.element);
  }

  update(rows) {
    const wanted = JSON.stringify(rows);
    if (wanted === this.#shown) return;
    this.#shown = wanted;
    const focused = this.element.contains(document.activeElement) ? { ...document.activeElement.dataset } : null;
    this.element.replaceChildren(...rows.map((buttons, row) => this.#row(buttons, row)));
    if (focused) this.#focus(focused);
    this.#fit();
  }

  #row(buttons, row) {
    const elements = buttons.map((button, column) => this.#button(button, row, column));
    return build("div", { class: "keyboard-row", "data-columns": buttons.length }, ...elements);
  }

  #button(button, row, column) {
    const onClick = async () => {
      if (element.ariaBusy === "true") return;
      element.ariaBusy = "true";
      try {
        await this.#press(button);
      } finally {
        element.ariaBusy = "false";
      }
    };
    const element = build(
      "button",
      {
        type: "button",
        class: "keyboard-button",
        "data-testid": "keyboard-button",
        "data-row": row,
        "data-column": column,
        click: onClick,
      },
      build("span", { class: "keyboard-label" }, button.text),
      button.url ? icon("external") : null,
    );
    return element;
  }

  /** Whoever plays by keyboard stays where the pressed button was. */
  #focus({ row, column }) {
    const buttons = [...(this.element.children[Math.min(row, this.element.children.length - 1)]?.children ?? [])];
    buttons[Math.min(column, buttons.length - 1)]?.focus({ preventScroll: true });
  }

  /** Shrinks the labels of a row in which one is too wide, all alike: step by step, for words keep no exact ratio. */
  #fit() {
    if (this.element.clientWidth === 0) return;
    for (const row of this.element.children) {
      const labels = [...row.querySelectorAll(".keyboard-label")];
      for (const label of labels) label.style.fontSize = "";
      let size = parseFloat(getComputedStyle(labels[0]).fontSize);
      while (size > SMALLEST_FONT && labels.some(isTooWide)) {
        size -= FONT_STEP;
        for (const label of labels) label.style.fontSize = `${size}px`;
      }
    }
  }
}

/** Compares fractions: scrollWidth is whole, and half a pixel may cost a letter. */
function isTooWide(label) {
  const range = document.createRange();
  range.selectNodeContents(label);
  return range.getBoundingClientRect().width > label.getBoundingClientRect().width;
}
