const KINDS = ["snapshot", "message", "deleted", "people", "chats", "commands", "bot", "typing"];
const FIRST_DELAY = 400;
const LONGEST_DELAY = 4000;

/**
 * Follows the server's events for as long as the page lives.
 * `onEvent(kind, data)` gets each event, `onStatus(connected)` each loss and return of the connection.
 */
export function follow(onEvent, onStatus) {
  let delay = FIRST_DELAY;

  function open() {
    const source = new EventSource("/chat/events");

    // EventSource gives up for good on an HTTP error, which is what a server that is just starting may answer.
    function lose() {
      source.close();
      onStatus(false);
      setTimeout(open, delay);
      delay = Math.min(delay * 2, LONGEST_DELAY);
    }

    for (const kind of KINDS) {
      source.addEventListener(kind, (event) => {
        onEvent(kind, JSON.parse(event.data));
        if (kind === "snapshot") {
          delay = FIRST_DELAY;
          onStatus(true);
        }
      });
    }
    source.addEventListener("gone", lose);
    source.addEventListener("error", lose);
  }

  open();
}
