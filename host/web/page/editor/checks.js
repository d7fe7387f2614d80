/** @file What the engine itself says of a query that is being written, shortly after each pause. */

/** @typedef {import("../base/protocol.js").QueryFault} QueryFault */

/** How long nobody has typed then, in ms. */
const PAUSE = 350;

export class Checks {
  /**
   * @param {(query: string, signal: AbortSignal) => Promise<import("../base/protocol.js").CheckedText>} ask
   * @param {(fault: QueryFault | null) => void} found
   */
  constructor(ask, found) {
    this.ask = ask;
    this.found = found;
    this.timer = 0;
    this.running = new AbortController();
  }

  /**
   * Has a text looked at when nobody has typed for a moment.
   *
   * @param {string} query
   */
  soon(query) {
    clearTimeout(this.timer);
    this.running.abort();
    this.timer = window.setTimeout(() => void this.look(query), PAUSE);
  }

  /** @param {string} query */
  async look(query) {
    const running = new AbortController();
    this.running = running;
    if (!query.trim()) {
      this.found(null);
      return;
    }
    try {
      const { fault } = await this.ask(query, running.signal);
      if (!running.signal.aborted) this.found(fault);
    } catch {
      // Whoever runs the query is told what is the matter.
    }
  }

  close() {
    clearTimeout(this.timer);
    this.running.abort();
  }
}
