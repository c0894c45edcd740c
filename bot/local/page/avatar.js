import { build } from "./dom.js";
import { initialsOf, tintOf } from "./format.js";

/** Makes `element` the avatar of the user or chat with this name and id; `size` is "large", "small", "tiny" or "". */
export function showAvatar(element, name, id, size) {
  element.className = `avatar ${size} ${tintOf(id)}`;
  element.textContent = initialsOf(name);
}

/** A new avatar. It only decorates: the name stands beside it. */
export function avatar(name, id, size) {
  const element = build("span", { "aria-hidden": "true" });
  showAvatar(element, name, id, size);
  return element;
}
