const HOSTS = new Set(["t.me", "www.t.me", "telegram.me", "telegram.dog"]);
const SCHEMES = new Set(["http:", "https:", "mailto:", "tel:", "tg:"]);

/** The address as a URL that is safe to open, or null. Addresses in texts often lack their scheme. */
export function parseAddress(address) {
  const scheme = address.slice(0, address.indexOf(":") + 1).toLowerCase();
  const full = SCHEMES.has(scheme) || address.startsWith("//", scheme.length) ? address : `https://${address}`;
  try {
    const url = new URL(full);
    return SCHEMES.has(url.protocol) ? url : null;
  } catch {
    return null;
  }
}

/**
 * What opening an address means in the chat of `bot`:
 * `{kind: "start", payload}`, `{kind: "chat"}` (the bot's), `{kind: "group"}` (add the bot to one),
 * `{kind: "share", url, text}`, `{kind: "elsewhere", url}` (a new tab), `{kind: "unknown"}`.
 */
export function meaningOf(address, bot) {
  const url = parseAddress(address);
  if (!url) return { kind: "unknown" };
  const query = url.searchParams;
  if (HOSTS.has(url.hostname)) {
    const path = url.pathname.replace(/^\/|\/$/g, "");
    if (path === "share/url" || path === "share") return shared(query);
    return aboutBot(path, query, bot) ?? { kind: "elsewhere", url: url.href };
  }
  if (url.protocol === "tg:") {
    const action = url.hostname || url.pathname.replace(/^\/+/, "");
    if (action === "msg_url") return shared(query);
    if (action === "resolve") return aboutBot(query.get("domain") ?? "", query, bot) ?? { kind: "unknown" };
    return { kind: "unknown" };
  }
  return { kind: "elsewhere", url: url.href };
}

function shared(query) {
  return { kind: "share", url: query.get("url") ?? "", text: query.get("text") ?? "" };
}

function aboutBot(username, query, bot) {
  if (username.toLowerCase() !== bot.username.toLowerCase()) return null;
  if (query.has("startgroup")) return { kind: "group" };
  const payload = query.get("start");
  return payload ? { kind: "start", payload } : { kind: "chat" };
}
