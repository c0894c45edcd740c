const TIME = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const WEEKDAY = new Intl.DateTimeFormat("en-GB", { weekday: "short" });
const DAY = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const DAY_AND_YEAR = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });
const DATE = new Intl.DateTimeFormat("en-GB", { day: "2-digit", month: "2-digit", year: "2-digit" });
const TINTS = 7;

/** Unix seconds as hours and minutes. */
export const timeOf = (seconds) => TIME.format(seconds * 1000);

function daysAgo(seconds) {
  const day = (date) => Date.UTC(date.getFullYear(), date.getMonth(), date.getDate()) / 86_400_000;
  return day(new Date()) - day(new Date(seconds * 1000));
}

/** Unix seconds as the heading of a day. */
export function dayOf(seconds) {
  const ago = daysAgo(seconds);
  if (ago === 0) return "Today";
  if (ago === 1) return "Yesterday";
  const sameYear = new Date().getFullYear() === new Date(seconds * 1000).getFullYear();
  return (sameYear ? DAY : DAY_AND_YEAR).format(seconds * 1000);
}

/** Unix seconds as short as a list needs it: time today, weekday this week, else the date. */
export function briefTimeOf(seconds) {
  const ago = daysAgo(seconds);
  if (ago === 0) return timeOf(seconds);
  return (ago < 7 ? WEEKDAY : DATE).format(seconds * 1000);
}

/** Bytes in the unit that suits them. */
export function sizeOf(bytes) {
  if (bytes < 1024) return `${bytes} B`;
  if (bytes < 1024 * 1024) return `${(bytes / 1024).toFixed(1)} KB`;
  return `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/** The first letters of the first two words; the first sign of a name without letters. */
export function initialsOf(name) {
  const letters = name.match(/(?<![\p{L}\p{N}])[\p{L}\p{N}]/gu) ?? [...name].slice(0, 1);
  return letters.slice(0, 2).join("").toUpperCase();
}

/** The class of the colour that a user or chat keeps everywhere. */
export const tintOf = (id) => `tint-${Math.abs(id) % TINTS}`;

export const nameOf = (person) => [person.first_name, person.last_name].filter(Boolean).join(" ");

export const unreadLabel = (count) => (count > 99 ? "99+" : String(count));
