import { Choices } from "./choices.js";
import { commandsFor, drawCommand } from "./commands.js";
import { build, icon, iconButton } from "./dom.js";
import { summaryOf } from "./entities.js";
import { Offers } from "./offers.js";

const COMMAND_BEGUN = /^\/([a-z0-9_]*)$/i;

/** Where a person writes: the text, what it answers or changes, the commands, and what the bot offers. */
export class Composer {
  element;
  #client;
  #chat;
  #target = null; // {kind: "reply" | "edit", message}
  #menuAsked = false;
  #menu;
  #offers;
  #bar = build("div", { class: "target-bar", hidden: true, "data-testid": "target-bar" });
  #text;
  #menuButton;
  #send;
  #form;
  #start;

  constructor(client, chat) {
    this.#client = client;
    this.#chat = chat;
    this.#menu = new Choices(
      { id: `commands-${client.person.id}`, label: "Commands", testid: "commands-menu" },
      drawCommand,
      ({ command }) => this.#sendCommand(command),
    );
    this.#offers = new Offers(
      `offers-${client.person.id}`,
      client,
      (send) => this.#postOffer(send),
      () => this.#updateAria(),
    );
    this.#text = build("textarea", {
      rows: 1,
      placeholder: "Message",
      "aria-label": "Message",
      "aria-controls": this.#menu.element.id,
      autocomplete: "off",
      "data-testid": "composer-input",
      input: () => this.#onInput(),
      keydown: (event) => this.#onKey(event),
      blur: () => this.#closeLists(),
    });
    this.#menuButton = build(
      "button",
      {
        type: "button",
        class: "menu-button",
        "aria-label": "Commands menu",
        "data-testid": "commands-menu-button",
        mousedown: (event) => event.preventDefault(),
        click: () => this.#onMenuButton(),
      },
      chat.type === "private" ? icon("menu") : null,
      chat.type === "private" ? build("span", {}, "Menu") : build("span", { class: "slash" }, "/"),
    );
    this.#send = build(
      "button",
      { type: "submit", class: "send", "aria-label": "Send", title: "Send", "data-testid": "composer-send" },
      icon("send"),
    );
    const row = build("div", { class: "composer-row" }, this.#menuButton, this.#text, this.#send);
    this.#form = build("form", { class: "composer", submit: (event) => this.#onSubmit(event) }, this.#bar, row);
    this.#start = build(
      "button",
      { type: "button", class: "start", "data-testid": "start-button", click: () => this.#client.send("/start") },
      "Start",
    );
    const lists = [this.#menu.element, this.#offers.element];
    this.element = build("div", { class: "composer-slot" }, ...lists, this.#form, this.#start);
    this.#text.value = client.session.draft(chat.id);
  }

  /** Brings the composer up to date with the store. */
  update() {
    const { store } = this.#client;
    this.#chat = store.chat(this.#chat.id) ?? this.#chat;
    const unstarted = this.#chat.type === "private" && store.messagesOf(this.#chat.id).length === 0;
    const justStarted = !unstarted && document.activeElement === this.#start;
    this.#start.hidden = !unstarted;
    this.#form.hidden = unstarted;
    if (justStarted) this.#client.focus();
    this.#menuButton.hidden = this.#commands().length === 0;
    this.#resize();
    const message = this.#target && store.message(this.#chat.id, this.#target.message.message_id);
    if (this.#target && !message) this.#setTarget(null);
  }

  focus() {
    this.#text.focus({ preventScroll: true });
  }

  reply(message) {
    if (this.#target?.kind === "edit") this.#write("");
    this.#setTarget({ kind: "reply", message });
    this.focus();
  }

  edit(message) {
    this.#setTarget({ kind: "edit", message });
    this.#write(message.text ?? message.caption ?? "");
    this.focus();
  }

  /** Gives up, in this order: the menu, the reply or edit; false if there was nothing to give up. */
  cancel() {
    if (this.#menu.isOpen) this.#closeMenu();
    else if (this.#offers.isOpen) this.#offers.close();
    else if (this.#target) this.#cancelTarget();
    else return false;
    return true;
  }

  /** Puts a text in, as a button may ask for. */
  write(text) {
    if (this.#target?.kind === "edit") this.#setTarget(null);
    this.#write(text);
    this.#offers.update(text);
    this.focus();
  }

  #commands() {
    if (!this.#chat.bot_member && this.#chat.type !== "private") return [];
    return commandsFor(this.#client.store.commands, this.#chat, this.#client.person);
  }

  #onInput() {
    this.#menuAsked = false;
    this.#keepDraft();
    this.#resize();
    this.#updateMenu();
    this.#offers.update(this.#target?.kind === "edit" ? "" : this.#text.value);
  }

  #onMenuButton() {
    this.#menuAsked = !this.#menu.isOpen;
    this.focus();
    if (this.#menuAsked) this.#updateMenu();
    else this.#closeMenu();
  }

  #updateMenu() {
    const begun = COMMAND_BEGUN.exec(this.#text.value)?.[1].toLowerCase();
    const fits = (entry) => this.#menuAsked || (begun !== undefined && entry.command.startsWith(begun));
    this.#menu.show(this.#target?.kind === "edit" ? [] : this.#commands().filter(fits));
    this.#updateAria();
  }

  #closeMenu() {
    this.#menuAsked = false;
    this.#menu.show([]);
    this.#updateAria();
  }

  #closeLists() {
    this.#closeMenu();
    this.#offers.close();
  }

  #updateAria() {
    this.#menuButton.ariaExpanded = String(this.#menu.isOpen);
    this.#text.setAttribute("aria-controls", this.#list.element.id);
    this.#text.setAttribute("aria-activedescendant", this.#list.markedId);
  }

  /** The list that the keys move in. */
  get #list() {
    return this.#offers.isOpen ? this.#offers : this.#menu;
  }

  #onKey(event) {
    if (event.isComposing) return;
    const { marked } = this.#list;
    if (marked && (event.key === "ArrowDown" || event.key === "ArrowUp")) {
      this.#list.move(event.key === "ArrowDown" ? 1 : -1);
      this.#updateAria();
    } else if (marked?.command && event.key === "Tab" && !event.shiftKey) {
      this.#write(`/${marked.command} `);
      this.#closeMenu();
    } else if (event.key === "Enter" && !event.shiftKey) {
      const typed = this.#text.value.trim();
      const complete = !this.#menuAsked && this.#commands().some((entry) => `/${entry.command}` === typed);
      if (marked?.command && !complete) this.#sendCommand(marked.command);
      else if (marked && this.#offers.isOpen) this.#offers.choose(marked);
      else if (!this.#offers.isWaiting) this.#form.requestSubmit();
    } else {
      return;
    }
    event.preventDefault();
  }

  #sendCommand(command) {
    const wasTyped = COMMAND_BEGUN.test(this.#text.value);
    this.#closeMenu();
    if (wasTyped) this.#write("");
    this.#client.sendCommand(`/${command}`);
  }

  #onSubmit(event) {
    event.preventDefault();
    const text = this.#text.value.trim();
    if (!text) return;
    this.#closeLists();
    this.#write("");
    this.#post(text);
  }

  #postOffer(send) {
    const reply = this.#target?.message;
    this.#setTarget(null);
    this.#write("");
    send(reply);
  }

  async #post(text) {
    const target = this.#target;
    this.#setTarget(null);
    const sent = target?.kind === "edit"
      ? await this.#client.edit(target.message, text)
      : await this.#client.send(text, target?.message);
    if (sent || this.#text.value) return;
    this.#write(text);
    this.#setTarget(target);
  }

  #write(text) {
    this.#text.value = text;
    this.#keepDraft();
    this.#resize();
  }

  #keepDraft() {
    if (this.#target?.kind !== "edit") this.#client.session.setDraft(this.#chat.id, this.#text.value);
  }

  #resize() {
    this.#form.classList.toggle("written", this.#text.value.trim() !== "");
    this.#text.style.height = "auto";
    if (this.#text.scrollHeight > 0) this.#text.style.height = `${this.#text.scrollHeight}px`;
  }

  #cancelTarget() {
    const { kind } = this.#target;
    this.#setTarget(null);
    if (kind === "edit") this.#write("");
  }

  #setTarget(target) {
    this.#target = target;
    this.#bar.hidden = !target;
    if (!target) return;
    const { kind, message } = target;
    const title = kind === "edit" ? "Edit message" : `Reply to ${this.#client.store.authorOf(message, this.#client.person)}`;
    this.#bar.replaceChildren(
      icon(kind),
      build(
        "div",
        { class: "target-words" },
        build("div", { class: "target-title" }, title),
        build("div", { class: "target-summary" }, summaryOf(message)),
      ),
      iconButton("close", `Cancel ${kind}`, { "data-testid": "target-cancel", click: () => this.#cancelTarget() }),
    );
  }
}
