import { follow } from "./events.js";
import { Shell } from "./shell.js";
import { Store } from "./store.js";

const store = new Store();
const shell = new Shell(store);
document.body.append(shell.element);
follow(
  (kind, data) => store.apply(kind, data),
  (connected) => shell.showConnection(connected),
);
