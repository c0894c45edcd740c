import { avatar } from "./avatar.js";
import { build, iconButton } from "./dom.js";

/**
 * Opens a dialog over one pane, leaving the other panes alive; returns the function that closes it.
 * Escape and a press beside the box close it, the focus goes back to where it was.
 */
function openDialog(pane, attributes, ...content) {
  const before = document.activeElement;
  const close = () => {
    layer.remove();
    pane.client.inert = pane.element.querySelector(".layer") !== null;
    before?.focus?.({ preventScroll: true });
  };
  const role = { role: "dialog", "aria-modal": "true", tabindex: -1 };
  const box = build("div", { class: "dialog", ...role, ...attributes }, ...content);
  const layer = build(
    "div",
    {
      class: "layer",
      mousedown: (event) => event.target === layer && close(),
      keydown: (event) => {
        if (event.key !== "Escape") return;
        event.stopPropagation();
        close();
      },
    },
    box,
  );
  pane.element.append(layer);
  pane.client.inert = true;
  (box.querySelector("button") ?? box).focus();
  return close;
}

/** A text that must be acknowledged, as the answer to a button may be. */
export function showAlert(pane, text) {
  const press = { type: "button", class: "primary", "data-testid": "alert-ok", click: () => close() };
  const close = openDialog(
    pane,
    { role: "alertdialog", "aria-label": pane.bot.first_name, "data-testid": "alert" },
    build("h2", {}, pane.bot.first_name),
    build("p", { "data-testid": "alert-text" }, text),
    build("div", { class: "dialog-buttons" }, build("button", press, "OK")),
  );
}

/** Asks for one of the person's chats to send `text` to; `choose(chatId)` gets the answer. */
export function showShare(pane, text, choose) {
  const { store, person } = pane;
  const pick = (chat) => {
    close();
    choose(chat.id);
  };
  // The bot's chat last: what is shared is for other people, the bot has it already.
  const chats = store.chatsOf(person.id).sort((one, other) => (one.type === "private") - (other.type === "private"));
  const entries = chats.map((chat) =>
    build(
      "button",
      {
        type: "button",
        class: "share-entry",
        "data-testid": "share-chat",
        "data-chat": chat.id,
        click: () => pick(chat),
      },
      avatar(store.titleOf(chat, person), store.faceOf(chat, person), "small"),
      store.titleOf(chat, person),
    ),
  );
  const cancel = { type: "button", class: "plain", "data-testid": "share-cancel", click: () => close() };
  const close = openDialog(
    pane,
    { "aria-label": "Share with", "data-testid": "share-dialog" },
    build("h2", {}, "Share with"),
    build("p", { class: "share-text" }, text),
    build("div", { class: "share-entries" }, ...entries),
    build("div", { class: "dialog-buttons" }, build("button", cancel, "Cancel")),
  );
}

/** A picture as large as the window allows. */
export function showPhoto(url, alt) {
  const viewer = build(
    "dialog",
    {
      class: "viewer",
      "aria-label": "Photo",
      "data-testid": "viewer",
      click: () => viewer.close(),
      close: () => viewer.remove(),
    },
    build("img", { src: url, alt }),
    iconButton("close", "Close", { class: "viewer-close" }),
  );
  document.body.append(viewer);
  viewer.showModal();
}
