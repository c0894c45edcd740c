import { build } from "./dom.js";
import { languagesOf } from "./store.js";

/** The commands for this person in this chat: the narrowest scope wins, in it the person's language. */
export function commandsFor(lists, chat, person) {
  const scopes = [`chat:${chat.id}`, chat.type === "private" ? "all_private_chats" : "all_group_chats", "default"];
  for (const scope of scopes) {
    for (const language of languagesOf(person)) {
      const list = lists.find((one) => one.scope === scope && one.language_code === language);
      if (list?.commands.length > 0) return list.commands;
    }
  }
  return [];
}

/** How a command stands in the list above the composer. */
export function drawCommand({ command, description }) {
  return {
    attributes: { class: "command-entry", "data-testid": "command", "data-command": command },
    content: [
      build("span", { class: "command-name" }, `/${command}`),
      build("span", { class: "command-words" }, description),
    ],
  };
}
