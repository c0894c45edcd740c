import { avatar, showAvatar } from "./avatar.js";
import { build } from "./dom.js";
import { nameOf } from "./format.js";
import { showMenu } from "./menu.js";

const LANGUAGES = [
  ["en", "English"],
  ["de", "Deutsch"],
  ["it", "Italiano"],
  ["fr", "Français"],
  ["de-AT", "Deutsch (Österreich)"],
  ["pt-BR", "Português (Brasil)"],
  ["", "none"],
];

/** The button that says whose client a pane is; it opens what this person can set. */
export class PersonButton {
  element;
  #client;
  #avatar = build("span", { "aria-hidden": "true" });
  #name = build("span", { class: "person-name" });

  constructor(client) {
    this.#client = client;
    this.element = build(
      "button",
      {
        type: "button",
        class: "person-button",
        "aria-haspopup": "dialog",
        "data-testid": "person-menu-button",
        click: () => this.#open(),
      },
      this.#avatar,
      this.#name,
    );
    this.update();
  }

  update() {
    const { person } = this.#client;
    showAvatar(this.#avatar, nameOf(person), person.id, "tiny");
    this.#name.textContent = person.first_name;
    this.element.setAttribute("aria-label", `${nameOf(person)}: settings`);
    this.element.title = `You are ${nameOf(person)}`;
  }

  #open() {
    const { person } = this.#client;
    const head = build(
      "div",
      { class: "person-menu" },
      avatar(nameOf(person), person.id, ""),
      build(
        "div",
        {},
        build("div", { class: "person-menu-name" }, nameOf(person)),
        build("div", { class: "person-menu-id" }, person.username ? `@${person.username}` : `id ${person.id}`),
      ),
      build("label", { class: "person-menu-language" }, "Language of the app", this.#languages()),
    );
    showMenu(this.#client.element, this.element.getBoundingClientRect(), [], head);
  }

  #languages() {
    const current = this.#client.person.language_code ?? "";
    const known = LANGUAGES.some(([code]) => code === current);
    const languages = known ? LANGUAGES : [...LANGUAGES, [current, current]];
    const options = languages.map(([code, name]) => build("option", { value: code, selected: code === current }, name));
    const onChange = (event) => this.#client.setLanguage(event.target.value || null);
    return build("select", { "data-testid": "language-select", change: onChange }, ...options);
  }
}
