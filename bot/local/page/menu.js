import { build, icon } from "./dom.js";

/**
 * Opens a menu over `host` next to `anchor` (a rectangle on the screen). It closes by itself on Escape or a press
 * elsewhere.
 * Items are `{label, icon, testid, action}`; `head` is any element above them.
 */
export function showMenu(host, anchor, items, head = null) {
  const before = document.activeElement;
  const entries = items.map(({ label, icon: sign, testid, action }) =>
    build(
      "button",
      {
        type: "button",
        role: "menuitem",
        class: "menu-item",
        "data-testid": testid,
        click: () => {
          menu.hidePopover();
          action();
        },
      },
      icon(sign),
      label,
    ),
  );
  const onToggle = (event) => {
    if (event.newState === "open") return;
    if (menu.contains(document.activeElement)) before?.focus?.({ preventScroll: true });
    menu.remove();
  };
  const onKey = (event) => {
    // The browser closes the menu; the pane must not take the same Escape for its own.
    if (event.key === "Escape") event.stopPropagation();
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (!step || event.target.tagName === "SELECT") return;
    event.preventDefault();
    const at = entries.indexOf(document.activeElement);
    entries.at((at + step) % entries.length)?.focus();
  };
  const menu = build(
    "div",
    {
      class: "menu",
      popover: "auto",
      role: items.length > 0 ? "menu" : "dialog",
      "data-testid": "menu",
      toggle: onToggle,
      keydown: onKey,
    },
    head,
    ...entries,
  );
  host.append(menu);
  menu.showPopover();
  const bounds = host.getBoundingClientRect();
  const { offsetWidth: width, offsetHeight: height } = menu;
  const left = anchor.left + width > Math.min(bounds.right, innerWidth) - 8 ? anchor.right - width : anchor.left;
  const top = anchor.bottom + height > innerHeight - 8 ? anchor.top - height - 4 : anchor.bottom + 4;
  menu.style.left = `${Math.max(8, left)}px`;
  menu.style.top = `${Math.max(8, top)}px`;
  menu.querySelector("select, button")?.focus({ preventScroll: true });
}
