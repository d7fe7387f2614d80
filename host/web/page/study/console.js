/** @file Queries on the position that is looked at: the place where a first player is written. */

import { fill, h } from "../base/dom.js";
import { about, post } from "../base/server.js";
import { say } from "../base/speech.js";
import { side, some, took } from "../base/words.js";
import { recall, remember } from "../base/theme.js";
import { cypher } from "./cypher.js";
import { playOn } from "./play_on.js";
import { table } from "./table.js";
import { turnAt } from "./course.js";
import { value } from "./values.js";

/** @typedef {import("../base/protocol.js").QueryResult} QueryResult */
/** @typedef {import("../base/protocol.js").Colour} Colour */

/** What a cell is on the host's own boards. */
const CELL = "(:Cell {row, column})";

export class Console {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.paint = h("pre", { class: "paint", "aria-hidden": "true" });
    this.query = h("textarea", {
      spellcheck: false, autocapitalize: "off", autocomplete: "off", "aria-label": "Query", rows: 8,
      value: recall(this.storageName()) ?? "",
      oninput: () => this.edited(),
      onscroll: () => { this.paint.scrollTop = this.query.scrollTop; this.paint.scrollLeft = this.query.scrollLeft; },
      onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.symbol = h("select", { "aria-label": "Whose query it is", onchange: () => this.clear() },
      h("option", { value: "" }, "the side to move"), h("option", { value: "X" }, "Black (X)"), h("option", { value: "O" }, "White (O)"));
    this.result = h("div", { class: "result", "aria-live": "polite" });
    this.examples = h("div", { class: "examples" });
    this.board = h("span", {}, "The board is a graph: ", h("code", {}, "(:Cell {row, column, state})"), " and ",
      h("code", {}, "-[:NEIGHBOR_OF {direction}]->"));
    this.element = h("div", { class: "panel console" },
      h("p", { class: "soft" }, "A player is a query that returns one ", h("code", {}, "cell"),
        ". ", this.board, "; ", h("code", {}, "$symbol"), " is your side. Try one on this position:"),
      this.examples,
      h("div", { class: "editor" }, this.paint, this.query),
      h("div", { class: "row-of-buttons" },
        h("button", { type: "button", class: "primary", title: "Ctrl+Enter", onclick: () => this.run("") }, "Run"),
        h("button", { type: "button", onclick: () => this.run("PROFILE") }, "Profile"),
        h("label", {}, "as ", this.symbol),
        h("button", { type: "button", onclick: () => playOn(study, this.query.value, this.colour()) }, "Play on with this query")),
      this.result);
    this.asked = "";
    this.paintQuery(null);
    void this.offerExamples();
  }

  async offerExamples() {
    const { games } = await about();
    const { cell = "", examples = [] } = games.find(({ name }) => name === this.study.course.game) ?? {};
    if (cell !== CELL) fill(this.board, "A cell is ", h("code", {}, cell));
    fill(this.examples, examples.map(({ title, text, query }) =>
      h("button", { type: "button", class: "example", onclick: () => { this.set(query, null); this.query.focus(); } },
        h("strong", {}, title), h("span", {}, text))));
    if (!this.query.value && examples[0]) this.set(examples[0].query, null);
  }

  /** The name under which the browser keeps the query that was typed last. */
  storageName() {
    return `query ${this.study.course.game}`;
  }

  show() {
    if (this.asked && this.asked !== JSON.stringify(this.study.position)) this.clear();
  }

  /**
   * @param {string} query
   * @param {Colour | null} colour
   */
  set(query, colour) {
    this.query.value = query;
    this.symbol.value = colour === null ? "" : colour === "black" ? "X" : "O";
    this.edited();
  }

  edited() {
    remember(this.storageName(), this.query.value);
    this.paintQuery(null);
  }

  /** Whose query it is. */
  colour() {
    if (this.symbol.value) return this.symbol.value === "X" ? "black" : "white";
    return turnAt(this.study.course, this.study.at) ?? "black";
  }

  /** @param {[number, number] | null} span */
  paintQuery(span) {
    fill(this.paint, cypher(this.query.value, span), "\n");
  }

  /** Forgets the last result, which was that of another position. */
  clear() {
    this.asked = "";
    fill(this.result);
    this.study.graph.light(null);
    this.study.board.mark("returned", new Map());
  }

  /** @param {string} mode */
  async run(mode) {
    const { position } = this.study;
    const begins = /^\s*(PROFILE|EXPLAIN)\b/i.test(this.query.value);
    const query = mode && !begins ? `${mode} ${this.query.value}` : this.query.value;
    const added = query.length - this.query.value.length;
    fill(this.result, h("p", { class: "soft" }, "Running..."));
    try {
      /** @type {QueryResult} */
      const answer = await post("/api/query", { position, query, symbol: this.symbol.value || null });
      this.clear();
      this.asked = JSON.stringify(position);
      if (answer.error) this.failed(answer.error, added);
      else this.answered(answer);
    } catch (error) {
      fill(this.result, h("p", { class: "warning" }, error instanceof Error ? error.message : ""));
    }
  }

  /**
   * @param {import("../base/protocol.js").QueryFault} fault
   * @param {number} added how much the page has put before what was written
   */
  failed({ message, hint, span, line, column }, added) {
    const place = span ? /** @type {[number, number]} */ ([Math.max(0, span[0] - added), Math.max(0, span[1] - added)]) : null;
    this.paintQuery(place);
    const where = line && column ? `Line ${line}, column ${line === 1 ? Math.max(1, column - added) : column}: ` : "";
    fill(this.result, h("div", { class: "fault" },
      h("p", {}, h("strong", {}, where), message),
      place && h("pre", { "aria-label": "The place of the error" }, excerpt(this.query.value, place)),
      hint && h("p", { class: "soft" }, hint)));
    say(`The query failed. ${where}${message}`);
  }

  /** @param {QueryResult} answer */
  answered(answer) {
    const { columns, rows, more, took_ms: ms, warnings, lit, move, plan } = answer;
    this.paintQuery(null);
    this.study.board.mark("returned", new Map(lit.squares.map((square) => [square, { label: "returned by the query" }])));
    this.study.graph.light(lit);
    const colour = side(/** @type {Colour} */ (this.colour()), this.study.course.discs);
    const verdict = move ? `As a move of ${colour} it is ${move.square}, which is ${move.legal ? "legal" : "not legal"}.` : "";
    const number = some(rows.length + more, "row");
    fill(this.result,
      h("p", {}, `${number} in ${took(ms)}. `, h("strong", { class: move?.legal === false ? "bad" : "good" }, verdict)),
      warnings.map((warning) => h("p", { class: "warning" }, warning)),
      rows.length > 0 && table("Rows", columns, rows.map((row) => row.map(value))),
      more > 0 && h("p", { class: "soft" }, `and ${some(more, "more row")}`),
      plan && table("Profile", ["operator", "details", "rows", "hits", "time"], plan.map((step) => [
        `${"\u2003".repeat(step.depth)}${step.operator}`, step.details, step.rows ?? "", step.hits ?? "",
        step.ms === null ? "" : took(step.ms)])));
    say(`${number}. ${verdict}`);
  }

  /** @param {KeyboardEvent} event */
  key(event) {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void this.run("");
  }
}

/**
 * The lines around the place of an error, which is underlined.
 *
 * @param {string} query
 * @param {[number, number]} span
 */
function excerpt(query, [from, to]) {
  const begin = query.lastIndexOf("\n", Math.min(from, query.length - 1) - 1) + 1;
  const next = query.indexOf("\n", to);
  const end = next < 0 ? query.length : next;
  return cypher(query.slice(begin, end), [from - begin, to - begin]);
}
