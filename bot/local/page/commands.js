import { build } from "./dom.js";

/** The commands for this person in this chat: the narrowest scope wins, in it the person's language. */
export function commandsFor(lists, chat, person) {
  const scopes = [`chat:${chat.id}`, chat.type === "private" ? "all_private_chats" : "all_group_chats", "default"];
  const languages = [(person.language_code ?? "").split("-")[0], ""];
  for (const scope of scopes) {
    for (const language of languages) {
      const list = lists.find((one) => one.scope === scope && one.language_code === language);
      if (list?.commands.length > 0) return list.commands;
    }
  }
  return [];
}

/** The list of commands above the composer. The focus stays in the text; the list only marks one entry. */
export class CommandsMenu {
  element;
  #choose;
  #commands = [];
  #marked = 0;

  /** `choose(command)` is called when an entry is pressed. */
  constructor(id, choose) {
    this.#choose = choose;
    this.element = build("ul", {
      class: "commands",
      id,
      role: "listbox",
      "aria-label": "Commands",
      hidden: true,
      "data-testid": "commands-menu",
    });
  }

  get isOpen() {
    return !this.element.hidden;
  }

  /** The marked command, or undefined. */
  get marked() {
    return this.isOpen ? this.#commands[this.#marked]?.command : undefined;
  }

  /** The element's id of the marked entry, for aria-activedescendant. */
  get markedId() {
    return this.isOpen ? `${this.element.id}-${this.#marked}` : "";
  }

  /** Shows these commands; none closes the menu. */
  show(commands) {
    this.element.hidden = commands.length === 0;
    this.#commands = commands;
    this.#marked = 0;
    this.element.replaceChildren(...commands.map((entry, at) => this.#entry(entry, at)));
    this.#mark(0);
  }

  move(step) {
    this.#mark((this.#marked + step + this.#commands.length) % this.#commands.length);
  }

  #entry({ command, description }, at) {
    return build(
      "li",
      {
        role: "option",
        id: `${this.element.id}-${at}`,
        "data-testid": "command",
        "data-command": command,
        // A press must not take the focus out of the text.
        mousedown: (event) => event.preventDefault(),
        mousemove: () => this.#mark(at),
        click: () => this.#choose(command),
      },
      build("span", { class: "command-name" }, `/${command}`),
      build("span", { class: "command-words" }, description),
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
