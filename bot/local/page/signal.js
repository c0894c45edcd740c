/** Tells its listeners that something happened. */
export class Signal {
  #listeners = new Set();

  /** Returns the function that ends the listening. */
  listen(listener) {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  send(value) {
    for (const listener of [...this.#listeners]) listener(value);
  }
}
