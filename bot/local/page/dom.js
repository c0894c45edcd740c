/**
 * Builds an element. A function among the attributes becomes a listener for the event of that name, `true` an empty
 * attribute; `false`, `null` and `undefined` are left out. Children are nodes or strings; strings become text,
 * never markup.
 */
export function build(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value != null) element.setAttribute(name, value);
  }
  element.append(...children.filter((child) => child != null));
  return element;
}

/** Makes `nodes` the children of `parent` without touching those that already stand in their place. */
export function arrange(parent, nodes) {
  const wanted = new Set(nodes);
  for (const child of [...parent.children]) if (!wanted.has(child)) child.remove();
  let at = parent.firstElementChild;
  for (const node of nodes) {
    if (node === at) at = at.nextElementSibling;
    else parent.insertBefore(node, at);
  }
}

const SVG = "http://www.w3.org/2000/svg";
const ICONS = {
  back: "M15 5l-7 7 7 7",
  check: "M5 13l4 4 10-11",
  close: "M6 6l12 12M18 6L6 18",
  copy: "M9 9h10v11H9zM15 9V4H5v11h4",
  down: "M5 9l7 7 7-7",
  download: "M12 4v11m-5-5l5 5 5-5M5 20h14",
  edit: "M4 20l1-5L16 4l4 4L9 19z",
  external: "M9 6H6v12h12v-3M13 5h6v6M19 5l-9 9",
  menu: "M5 7h14M5 12h14M5 17h14",
  more: "M12 5.5v.01M12 12v.01M12 18.5v.01",
  reply: "M10 6l-6 6 6 6v-4c5 0 8 1 10 4 0-5-3-8.5-10-8.5z",
  send: "M4 12l16-8-5 16-3.5-6.5zM11.5 13.5L20 4",
  share: "M14 6l6 6-6 6v-4c-5 0-8 1-10 4 0-5 3-8.5 10-8.5z",
  split: "M4 5h7v14H4zM13 5h7v14h-7z",
  trash: "M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.5 11v5M13.5 11v5",
};

/** A decorative icon by its name; what it stands for is said by the label of its button. */
export function icon(name) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", "0 0 24 24");
  svg.setAttribute("class", `icon icon-${name}`);
  svg.setAttribute("aria-hidden", "true");
  const path = document.createElementNS(SVG, "path");
  path.setAttribute("d", ICONS[name]);
  svg.append(path);
  return svg;
}

/** A round button with an icon and a label for those who cannot see it; `attributes` may add to it. */
export function iconButton(sign, label, attributes, ...children) {
  const { class: more = "", ...others } = attributes;
  const all = { type: "button", class: `round ${more}`, "aria-label": label, title: label, ...others };
  return build("button", all, icon(sign), ...children);
}
