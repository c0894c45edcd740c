const NEAR = 24;

/**
 * The reader's place in a scrolled column: at its end, or at a row that stays where it is on the screen
 * whatever grows or shrinks around it.
 */
export class Place {
  atEnd = true;
  #scroller;
  #column;
  #anchor = null;
  #offset = 0;
  #top = 0;
  #observer;

  /** `moved` is called whenever the part in view may have changed. */
  constructor(scroller, column, moved) {
    this.#scroller = scroller;
    this.#column = column;
    scroller.addEventListener("scroll", () => {
      this.note();
      moved();
    });
    this.#observer = new ResizeObserver(() => {
      this.restore();
      moved();
    });
    this.#observer.observe(scroller);
    this.#observer.observe(column);
  }

  /** Reads the place from the screen; to be called before a change. */
  note() {
    const { scrollHeight, scrollTop, clientHeight } = this.#scroller;
    if (clientHeight === 0) return;
    // Content that grows below does not lead the reader away from the end, only going up does.
    this.atEnd = scrollHeight - scrollTop - clientHeight < NEAR || (this.atEnd && scrollTop >= this.#top);
    this.#top = scrollTop;
    this.#anchor = null;
    let row = this.#column.lastElementChild;
    while (row && row.offsetTop + row.offsetHeight > scrollTop) {
      this.#anchor = row;
      row = row.previousElementSibling;
    }
    if (this.#anchor) this.#offset = this.#anchor.offsetTop - scrollTop;
  }

  /** Brings the screen back to the place; to be called after a change. */
  restore() {
    if (this.#scroller.clientHeight === 0) return;
    if (this.atEnd) this.#scroller.scrollTop = this.#scroller.scrollHeight;
    else if (this.#anchor?.isConnected) this.#scroller.scrollTop = this.#anchor.offsetTop - this.#offset;
  }

  /** Goes to a row, `share` of the free height above it. */
  show(row, share) {
    const free = this.#scroller.clientHeight - row.offsetHeight;
    this.atEnd = false;
    this.#anchor = row;
    this.#offset = Math.max(8, free * share);
    this.restore();
    this.note();
  }

  toEnd() {
    this.atEnd = true;
    this.restore();
  }

  end() {
    this.#observer.disconnect();
  }
}
