import { build } from "./dom.js";

const TOAST_LASTS = 3000;

/** Where short notices appear over a chat, one at a time, each for three seconds. */
export class Toasts {
  element = build("div", { class: "toasts", role: "status", "aria-live": "polite" });

  show(text) {
    const toast = build("div", { class: "toast", "data-testid": "toast" }, text);
    this.element.replaceChildren(toast);
    setTimeout(() => toast.classList.add("leaving"), TOAST_LASTS);
    // Without animations (reduced motion) there is no end of one to wait for.
    setTimeout(() => toast.remove(), TOAST_LASTS + 250);
  }
}
