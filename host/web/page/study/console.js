/** @file Queries on the position that is looked at: the place where a first player is written. */

import { fill, h, putAway } from "../base/dom.js";
import { about, post } from "../base/server.js";
import { go } from "../base/route.js";
import { say } from "../base/speech.js";
import { some, took, wordsOf } from "../base/words.js";
import { cheatSheet } from "../editor/cheat_sheet.js";
import { Draft } from "../editor/draft.js";
import { Editor } from "../editor/editor.js";
import { cypher } from "../editor/pieces.js";
import { Verdict } from "../editor/verdict.js";
import { playOn } from "./play_on.js";
import { table } from "./table.js";
import { consolePath, samePosition, turnAt } from "./course.js";
import { value } from "./values.js";

/** @typedef {import("../base/protocol.js").QueryResult} QueryResult */
/** @typedef {import("../base/protocol.js").Colour} Colour */

/** What a cell is on the host's own boards. */
const CELL = "(:Cell {row, column})";

export class Console {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.draft = new Draft(`query ${study.course.game}`, { elsewhere: (text) => this.editor.show(text) });
    this.editor = new Editor({
      label: "Query", text: this.draft.text ?? "",
      changed: (text) => this.draft.write(text), submit: () => void this.run(""),
    });
    this.symbol = h("select", { "aria-label": "Whose query it is", onchange: () => this.clear() },
      h("option", { value: "" }, "the side to move"), h("option", { value: "X" }, "Black (X)"), h("option", { value: "O" }, "White (O)"));
    this.result = h("div", { class: "result" });
    this.examples = h("div", { class: "examples" });
    this.board = h("span", {}, "The board is a graph: ", h("code", {}, "(:Cell {row, column, state})"), " and ",
      h("code", {}, "-[:NEIGHBOR_OF {direction}]->"));
    this.verdict = new Verdict({
      query: () => this.editor.text,
      ask: (query, signal) => {
        const { game, size, start } = study.position;
        return post("/api/trial", { query, game, size, start }, signal);
      },
      look: ({ position }) => go(consolePath(position)),
    });
    this.cancel = h("button", { type: "button", hidden: true, onclick: () => this.running.abort() }, "Cancel");
    this.element = h("div", { class: "panel console" },
      h("p", { class: "soft" }, "A player is a query that returns one ", h("code", {}, "cell"),
        ". ", this.board, "; ", h("code", {}, "$symbol"), " is your side. Try one on this position:"),
      this.examples,
      this.editor.element,
      h("div", { class: "row-of-buttons" },
        h("button", { type: "button", class: "primary", title: "Ctrl+Enter", onclick: () => this.run("") }, "Run"),
        this.cancel,
        h("button", { type: "button", onclick: () => this.run("PROFILE") }, "Profile"),
        this.verdict.button,
        h("label", {}, "as ", this.symbol),
        h("button", { type: "button", onclick: () => playOn(study, this.editor.text, this.colour()) }, "Play on with this query"),
        h("button", { type: "button", onclick: () => cheatSheet() }, "Cheat sheet")),
      this.verdict.element,
      this.result);
    /** @type {import("../base/protocol.js").Position | null} */
    this.asked = null;
    this.running = new AbortController();
    void this.offerExamples();
  }

  async offerExamples() {
    const { games } = await about();
    const { cell = "", examples = [] } = games.find(({ name }) => name === this.study.course.game) ?? {};
    if (cell !== CELL) fill(this.board, "A cell is ", h("code", {}, cell));
    fill(this.examples, examples.map(({ title, text, query }) =>
      h("button", { type: "button", class: "example", onclick: () => { this.set(query, null); this.editor.focus(); } },
        h("strong", {}, title), h("span", {}, text))));
    if (!this.editor.text && examples[0]) this.editor.show(examples[0].query);
  }

  show() {
    if (this.asked && !samePosition(this.asked, this.study.position)) this.clear();
  }

  /**
   * @param {string} query
   * @param {Colour | null} colour
   */
  set(query, colour) {
    this.editor.set(query);
    this.symbol.value = colour === null ? "" : colour === "black" ? "X" : "O";
  }

  /** Whose query it is. */
  colour() {
    if (this.symbol.value) return this.symbol.value === "X" ? "black" : "white";
    return turnAt(this.study.course, this.study.at) ?? "black";
  }

  /** Forgets the last result, which was that of another position, and asks no more for one. */
  clear() {
    this.running.abort();
    this.asked = null;
    fill(this.result);
    this.verdict.show(null);
    this.study.graph.light(null);
    this.study.board.mark("returned", new Map());
  }

  /** @param {string} mode */
  async run(mode) {
    const { position } = this.study;
    const { text } = this.editor;
    const query = mode && !/^\s*(PROFILE|EXPLAIN)\b/i.test(text) ? `${mode} ${text}` : text;
    this.clear();
    this.draft.keep();
    const running = new AbortController();
    this.running = running;
    this.asked = position;
    this.cancel.hidden = false;
    fill(this.result, h("p", { class: "soft" }, "Running..."));
    try {
      /** @type {QueryResult} */
      const answer = await post("/api/query", { position, query, symbol: this.symbol.value || null }, running.signal);
      // Whoever has gone on meanwhile looks at another board.
      if (!samePosition(answer.position, this.study.position)) this.clear();
      else if (answer.error) this.failed(answer, answer.error, query.length - text.length);
      else this.answered(answer);
    } catch (error) {
      const cancelled = running.signal.aborted;
      if (this.running !== running || (cancelled && !this.asked)) return;
      fill(this.result, cancelled ? h("p", {}, "Cancelled.") : h("p", { class: "warning" }, wordsOf(error)));
      if (cancelled) say("Cancelled.");
    } finally {
      if (this.running === running) putAway(this.cancel, this.cancel.previousElementSibling);
    }
  }

  /**
   * @param {QueryResult} answer
   * @param {import("../base/protocol.js").QueryFault} fault
   * @param {number} added how much the page has put before what was written
   */
  failed({ verdict }, { message, hint, span, line, column }, added) {
    const place = span ? /** @type {[number, number]} */ ([Math.max(0, span[0] - added), Math.max(0, span[1] - added)]) : null;
    this.verdict.show(verdict);
    const where = line && column ? `Line ${line}, column ${line === 1 ? Math.max(1, column - added) : column}: ` : "";
    fill(this.result, h("div", { class: "fault" },
      h("p", {}, h("strong", {}, where), message),
      place && h("pre", { "aria-label": "The place of the error" }, excerpt(this.editor.text, place)),
      hint && h("p", { class: "soft" }, hint)));
    say(`The query failed. ${where}${message}`);
  }

  /** @param {QueryResult} answer */
  answered(answer) {
    const { columns, rows, more, took_ms: ms, warnings, lit, verdict, plan } = answer;
    this.study.board.mark("returned", new Map(lit.squares.map((square) => [square, { label: "returned by the query" }])));
    this.study.graph.light(lit, rows);
    this.verdict.show(verdict);
    const number = some(rows.length + more, "row");
    fill(this.result,
      h("p", {}, `${number} in ${took(ms)}.`),
      warnings.map((warning) => h("p", { class: "warning" }, warning)),
      rows.length > 0 && table("Rows", columns, rows.map((row) => row.map(value))),
      more > 0 && h("p", { class: "soft" }, `and ${some(more, "more row")}`),
      plan && table("Profile", ["operator", "details", "rows", "hits", "time"], plan.map((step) => [
        `${"\u2003".repeat(step.depth)}${step.operator}`, step.details, step.rows ?? "", step.hits ?? "",
        step.ms === null ? "" : took(step.ms)])));
    say(`${number}. ${verdict?.text ?? ""}`);
  }

  close() {
    this.running.abort();
    this.draft.close();
    this.editor.close();
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
