import { build } from "./dom.js";
import { parseAddress } from "./links.js";

const TAGS = {
  bold: "strong",
  italic: "em",
  underline: "u",
  strikethrough: "s",
  code: "code",
  blockquote: "blockquote",
  expandable_blockquote: "blockquote",
};

/**
 * A text with its entities as nodes. Offsets count UTF-16 units, as JavaScript's strings do.
 * `actions` says what a press does: `open(address)`, `command(text)`, `mention(text)`, `person(userId)`.
 */
export function formatted(text, entities, actions) {
  const sorted = [...entities].sort((one, other) => one.offset - other.offset || other.length - one.length);
  const fragment = document.createDocumentFragment();
  fill(fragment, text, 0, text.length, sorted, actions);
  return fragment;
}

/** Appends text[start:end]; takes the entities that begin there off the front of `entities`. */
function fill(parent, text, start, end, entities, actions) {
  let at = start;
  while (entities.length > 0 && entities[0].offset < end) {
    const entity = entities.shift();
    const from = Math.max(at, entity.offset);
    const to = Math.min(end, entity.offset + entity.length);
    if (to <= from) continue;
    parent.append(text.slice(at, from));
    const element = elementOf(entity, text.slice(from, to), actions);
    fill(element.inner ?? element, text, from, to, entities, actions);
    parent.append(element);
    at = to;
  }
  parent.append(text.slice(at, end));
}

function elementOf(entity, words, actions) {
  switch (entity.type) {
    case "pre":
      return block(entity.language);
    case "spoiler":
      return spoiler();
    case "url":
      return link(words, actions);
    case "text_link":
      return link(entity.url, actions);
    case "email":
      return link(`mailto:${words}`, actions);
    case "phone_number":
      return link(`tel:${words}`, actions);
    case "bot_command":
      return pressable("command", () => actions.command(words));
    case "mention":
      return pressable("mention", () => actions.mention(words));
    case "text_mention":
      return pressable("mention", () => actions.person(entity.user_id));
    case "hashtag":
    case "cashtag":
      return build("span", { class: "tag" });
    default:
      return build(TAGS[entity.type] ?? "span");
  }
}

function block(language) {
  const code = build("code");
  const element = build("pre", { "data-language": language }, code);
  element.inner = code;
  return element;
}

function spoiler() {
  const inner = build("span", { inert: true });
  const reveal = () => {
    element.classList.add("revealed");
    element.removeAttribute("role");
    element.removeAttribute("tabindex");
    element.removeAttribute("aria-label");
    inner.inert = false;
  };
  const onKey = (event) => {
    if (event.key === "Enter" || event.key === " ") reveal();
  };
  const element = build(
    "span",
    {
      class: "spoiler",
      role: "button",
      tabindex: 0,
      "aria-label": "Show the hidden text",
      click: reveal,
      keydown: onKey,
    },
    inner,
  );
  element.inner = inner;
  return element;
}

function link(address, actions) {
  const url = parseAddress(address);
  if (!url) return build("span");
  const open = (event) => {
    event.preventDefault();
    actions.open(address);
  };
  return build("a", { href: url.href, rel: "noopener noreferrer", title: url.href, click: open });
}

/** A link without an address: a button would not break across lines as words do. */
function pressable(className, press) {
  const onKey = (event) => {
    if (event.key === "Enter") press();
  };
  return build("a", { class: className, role: "button", tabindex: 0, click: press, keydown: onKey });
}

/** One line of plain text that stands for a message: in lists, quotes and bars. */
export function summaryOf(message) {
  const words = (message.text ?? message.caption ?? "").replace(/\s+/g, " ").trim();
  if (words) return words;
  if (message.photo) return "Photo";
  if (message.animation) return "Animation";
  if (message.document) return message.document.file_name;
  return message.service ? serviceText(message) : "Message";
}

/** What a service message says; one without words is shown by its kind. */
export const serviceText = (message) => message.text ?? message.service.replaceAll("_", " ");
