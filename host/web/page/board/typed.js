/** @file A square that is typed: a letter begins it, a number ends it. */

/** How long a board with rows of two digits waits for the second one, in ms. */
const PATIENCE = 700;

export class Typed {
  /**
   * @param {(square: string) => void} done a whole square was typed
   * @param {(text: string) => void} changed what is typed so far
   */
  constructor(done, changed) {
    this.done = done;
    this.changed = changed;
    this.text = "";
    this.width = 8;
    this.height = 8;
    this.timer = 0;
  }

  /**
   * Takes a key, and says whether it meant anything.
   *
   * @param {string} key
   */
  take(key) {
    if (key === "Enter" || key === " ") return this.text.length > 1 && this.end();
    if (key === "Escape" || key === "Backspace") return this.text !== "" && this.set("");
    const column = key.length === 1 ? key.charCodeAt(0) - 97 : -1;
    if (column >= 0 && column < this.width) return this.set(key);
    if (!/^[0-9]$/.test(key) || !this.text) return false;
    const row = Number(this.text.slice(1) + key);
    if (row < 1 || row > this.height) return this.set("");
    this.set(this.text + key);
    if (row * 10 > this.height) return this.end();
    this.timer = window.setTimeout(() => this.end(), PATIENCE);
    return true;
  }

  /** @param {string} text */
  set(text) {
    clearTimeout(this.timer);
    this.text = text;
    this.changed(text);
    return true;
  }

  end() {
    const square = this.text;
    this.set("");
    this.done(square);
    return true;
  }
}
