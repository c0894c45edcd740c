import { avatar } from "./avatar.js";
import { arrange, build, icon } from "./dom.js";
import { nameOf, unreadLabel } from "./format.js";
import { Pane } from "./pane.js";
import { recall, remember } from "./session.js";

const WIDE = matchMedia("(min-width: 1100px)");
const NARROW = matchMedia("(max-width: 720px)");

/** The page around the panes: whose pane is shown, or all side by side, the state of the connection. */
export class Shell {
  element;
  #store;
  #panes = new Map();
  #tabs = new Map();
  #main = build("main", { class: "panes" });
  #switch = build("div", { class: "switch", role: "group", "aria-label": "Person", "data-testid": "person-switch" });
  #toggle;
  #connection = build(
    "div",
    { class: "connection", role: "status", "data-testid": "connection" },
    build("span", {}, "connecting…"),
  );
  #state = { person: null, sideBySide: null, ...recall("shell") };

  constructor(store) {
    this.#store = store;
    this.#toggle = build(
      "button",
      {
        type: "button",
        class: "side-toggle",
        "data-testid": "side-by-side",
        click: () => this.#set({ sideBySide: !this.#sideBySide }),
      },
      icon("split"),
      build("span", {}, "Side by side"),
    );
    const logo = build("img", { src: "/page/icon.svg", alt: "" });
    const brand = build("div", { class: "brand" }, logo, build("h1", {}, "Local chat"));
    const bar = build("header", { class: "bar" }, brand, this.#switch, this.#toggle);
    this.element = build("div", { class: "shell" }, bar, this.#connection, this.#main);
    for (const kind of ["pointerdown", "focusin"]) {
      this.#main.addEventListener(kind, (event) => this.#onUse(event.target));
    }
    for (const width of [WIDE, NARROW]) width.addEventListener("change", () => this.#arrange());
    document.addEventListener("visibilitychange", () => this.#update("visibility"));
    store.changed.listen((kind) => this.#update(kind));
  }

  showConnection(connected) {
    this.#connection.classList.toggle("lost", !connected);
  }

  /** Side by side where there is room, unless the reader has chosen. */
  get #sideBySide() {
    return !NARROW.matches && (this.#state.sideBySide ?? WIDE.matches);
  }

  get #chosen() {
    return this.#panes.has(this.#state.person) ? this.#state.person : this.#panes.keys().next().value;
  }

  #set(part) {
    Object.assign(this.#state, part);
    remember("shell", this.#state);
    this.#arrange();
  }

  /** The person whose pane was used last is the chosen one. */
  #onUse(target) {
    const used = [...this.#panes].find(([, pane]) => pane.element.contains(target))?.[0];
    if (used !== undefined && used !== this.#chosen) this.#set({ person: used });
  }

  #update(kind) {
    if (kind === "snapshot" || kind === "people") this.#syncPeople();
    if (kind === "snapshot") document.title = `${this.#store.bot.names[""]} · local chat`;
    for (const pane of this.#panes.values()) pane.update(kind);
    this.#updateTabs();
  }

  #syncPeople() {
    const ids = this.#store.people.map((person) => person.id);
    for (const id of this.#panes.keys()) {
      if (!ids.includes(id)) for (const map of [this.#panes, this.#tabs]) map.delete(id);
    }
    for (const person of this.#store.people) {
      if (this.#panes.has(person.id)) continue;
      const pane = new Pane(this.#store, person);
      pane.session.changed.listen(() => this.#updateTabs());
      this.#panes.set(person.id, pane);
      this.#tabs.set(person.id, this.#tab(person.id));
    }
    arrange(this.#main, ids.map((id) => this.#panes.get(id).element));
    arrange(this.#switch, ids.map((id) => this.#tabs.get(id)));
    this.#arrange();
  }

  #tab(personId) {
    const choose = () => {
      this.#set({ person: personId });
      const pane = this.#panes.get(personId);
      pane.element.scrollIntoView({ block: "nearest", inline: "nearest" });
      pane.focus();
    };
    const hooks = { "data-testid": "person-tab", "data-person": personId };
    return build("button", { type: "button", class: "tab", ...hooks, click: choose });
  }

  #arrange() {
    const together = this.#sideBySide;
    this.element.classList.toggle("together", together);
    this.#toggle.setAttribute("aria-pressed", String(together));
    for (const [id, pane] of this.#panes) {
      pane.element.hidden = !together && id !== this.#chosen;
      pane.element.classList.toggle("chosen", id === this.#chosen);
    }
    this.#updateTabs();
  }

  #updateTabs() {
    for (const [id, tab] of this.#tabs) {
      const person = this.#store.person(id);
      const unread = this.#panes.get(id).unread;
      tab.setAttribute("aria-pressed", String(id === this.#chosen));
      tab.setAttribute("aria-label", unread > 0 ? `${nameOf(person)}, ${unread} unread` : nameOf(person));
      tab.replaceChildren(
        avatar(nameOf(person), id, "tiny"),
        build("span", { class: "tab-name" }, person.first_name),
        build("span", { class: "badge" }, unread > 0 ? unreadLabel(unread) : ""),
      );
    }
  }
}
