/** @file A position on which queries are tried: its board and graph, and what the last query gave there. */

import { fill, h, putAway } from "../base/dom.js";
import { isAborted, Latest, post } from "../base/server.js";
import { warn } from "../base/speech.js";
import { side, some, took, wordsOf } from "../base/words.js";
import { Board } from "../board/board.js";
import { samePosition } from "../study/course.js";
import { GraphPanel } from "../study/graph.js";
import { table } from "../study/table.js";
import { value } from "../study/values.js";

/** @typedef {import("../base/protocol.js").Position} Position */
/** @typedef {import("../base/protocol.js").QueryResult} QueryResult */

/** So many rows are written out. */
const ROWS = 20;

/**
 * @typedef {object} Uses
 * @property {Position} position what is tried first
 * @property {boolean} discs whether its stones are discs, or else crosses and noughts
 * @property {() => string} query what is run
 * @property {boolean} [walks] whether the ways are shown that a query walks, and not only what it returns
 * @property {(answer: QueryResult | null) => void} answered it gave this, or another position is looked at
 */

export class Bench {
  /** @param {Uses} uses */
  constructor({ position, discs, query, answered, walks = false }) {
    this.position = position;
    this.course = { size: position.size };
    this.discs = discs;
    this.query = query;
    this.tell = answered;
    this.walks = walks;
    /** @type {string[] | null} nothing before there is a board */
    this.legal = null;
    this.latest = new Latest();
    this.board = new Board({ choose: (square) => void this.put(square) });
    this.graph = new GraphPanel(this);
    this.status = h("p", { class: "status" });
    this.result = h("div", { class: "result" });
    this.cancel = h("button", { type: "button", hidden: true, onclick: () => this.running.abort() }, "Cancel");
    this.running = new AbortController();
    this.element = h("div", { class: "workshop-board" },
      h("div", { class: "small-board" }, this.board.element), this.status,
      h("div", { class: "row-of-buttons" },
        h("button", { type: "button", onclick: () => void this.reach({ ...this.position, moves: this.position.moves.slice(0, -1) }) }, "Take back"),
        h("button", { type: "button", onclick: () => void this.reach({ ...this.position, moves: [] }) }, "From the start")),
      this.graph.element);
  }

  /** @param {string} square */
  async put(square) {
    const legal = this.legal ?? [];
    if (legal.includes(square)) await this.reach({ ...this.position, moves: [...this.position.moves, square] });
    else warn(`${square} is not legal; these are: ${legal.join(" ")}`);
  }

  /** @param {Position} position */
  async reach(position) {
    this.running.abort();
    /** @type {import("../base/protocol.js").MovesShown} */
    let shown;
    try {
      shown = await this.latest.post("/api/position", position);
    } catch (error) {
      // Before there is a board the whole view does not work.
      if (this.legal === null) throw error;
      if (!isAborted(error)) warn(wordsOf(error));
      return;
    }
    const { initial, plies, position: now } = shown;
    this.position = { ...position, moves: plies.map(({ move }) => move) };
    this.legal = now.legal;
    const last = plies.at(-1);
    for (const kind of /** @type {const} */ (["returned", "walked", "illegal", "hint"])) this.board.mark(kind, new Map());
    this.board.show({
      width: position.size, height: position.size, cells: last?.board ?? initial, legal: now.legal,
      last: last && last.move !== "--" ? last.move : null, turned: last?.flips ?? [], discs: this.discs,
    });
    const turn = now.turn ? `${side(now.turn, this.discs)} to move` : "The game is over here";
    this.status.textContent = `${turn}, after ${some(plies.length, "move")}. Put discs down to try a position.`;
    this.tell(null);
    fill(this.result);
    this.graph.light(null);
    await this.graph.show();
  }

  async run() {
    this.running.abort();
    const running = new AbortController();
    this.running = running;
    this.cancel.hidden = false;
    fill(this.result, h("p", { class: "soft" }, "Running..."));
    try {
      /** @type {QueryResult} */
      const answer = await post("/api/query", { position: this.position, query: this.query() }, running.signal);
      if (!samePosition(answer.position, this.position)) return;
      this.answered(answer);
      if (this.walks && !answer.error) await this.walk(running.signal);
    } catch (error) {
      if (this.running !== running) return;
      const words = running.signal.aborted ? "Cancelled." : wordsOf(error);
      fill(this.result, h("p", {}, words));
      warn(words);
    } finally {
      if (this.running === running) putAway(this.cancel, this.cancel.previousElementSibling);
    }
  }

  /**
   * Shows the ways that the query walks. One that walks nowhere has none, and its cells stay lit.
   *
   * @param {AbortSignal} signal
   */
  async walk(signal) {
    /** @type {QueryResult | null} */
    const ways = await post("/api/walk", { position: this.position, query: this.query() }, signal).catch(() => null);
    if (!ways || ways.error || ways.rows.length === 0 || !samePosition(ways.position, this.position)) return;
    this.graph.light(ways.lit, ways.rows, "walked");
    this.board.mark("walked", new Map(ways.lit.squares.map((square) => [square, { label: "on its way" }])));
  }

  /** @param {QueryResult} answer */
  answered(answer) {
    const { columns, rows, more, took_ms: ms, lit, error, warnings } = answer;
    this.tell(answer);
    this.board.mark("returned", new Map(lit.squares.map((square) => [square, { label: "returned by the query" }])));
    this.board.mark("walked", new Map());
    this.graph.light(lit, rows);
    fill(this.result, error ? error.hint && h("p", { class: "soft" }, error.hint) : [
      h("p", {}, `${some(rows.length + more, "row")} in ${took(ms)}.`),
      warnings.map((text) => h("p", { class: "warning" }, text)),
      rows.length > 0 && table("Rows", columns, rows.slice(0, ROWS).map((row) => row.map(value))),
      rows.length + more > ROWS && h("p", { class: "soft" }, `and ${some(rows.length + more - ROWS, "more row")}`)]);
  }

  close() {
    this.running.abort();
    this.latest.close();
  }
}
