/** @file What the players were asked and answered: queries with time and rows, and the thinking. */

import { fill, h } from "../base/dom.js";
import { side, some, took } from "../base/words.js";
import { cypher } from "../editor/pieces.js";
import { table } from "./table.js";

/** @typedef {import("../base/protocol.js").Round} Round */

export class Rounds {
  /**
   * @param {import("./study.js").Study} study
   * @param {(round: Round) => void} tryOut puts a query into the console
   */
  constructor(study, tryOut) {
    this.study = study;
    this.tryOut = tryOut;
    this.switch = h("div", { class: "row-of-buttons" });
    this.now = h("div", { class: "round" });
    this.all = h("div", {});
    this.element = h("div", { class: "panel" }, this.switch, this.now, this.all);
  }

  show() {
    const { course, at } = this.study;
    const round = course.rounds.findLast(({ ply }) => ply === at - 1) ??
      (at === course.plies.length ? course.rounds.findLast(({ ply }) => ply === at) : undefined);
    fill(this.now, round ? this.round(round) : h("p", { class: "soft" }, course.rounds.length === 0
      ? "No player has been asked yet. People answer without a query of their own."
      : "A person or the start: no query led to this position."));
    fill(this.all, course.rounds.length > 0 && this.overview(course.rounds));
  }

  /** @param {Round} round */
  round(round) {
    const { course } = this.study;
    const ply = course.plies[round.ply];
    const names = `${round.ply + 1}, ${side(round.colour, course.discs)}: ${course.players[round.colour].name}`;
    const rows = round.rows === null ? "no rows" : some(round.rows, "row");
    const times = `asked ${took(round.ask_ms)}, ran ${took(round.query_ms)}, ${rows}`;
    return [
      h("h2", {}, `Move ${names}${ply ? `, ${ply.move}` : ""}`),
      h("p", { class: "soft" }, times),
      round.query === null ? h("p", {}, round.hidden ? "The query is hidden until the game ends." : "It sent no query.")
        : [h("pre", { class: "query", tabIndex: 0, "aria-label": "Query" }, cypher(round.query)),
          h("p", {}, h("button", { type: "button", onclick: () => this.tryOut(round) }, "Open in the console"))],
      Object.keys(round.params).length > 0 &&
        h("p", {}, "With ", h("code", {}, JSON.stringify(round.params))),
      Object.keys(round.entries).length > 0 &&
        table("Beside the cell", ["name", "value"], Object.entries(round.entries).map(([name, value]) => [name, shown(value)])),
      thinking(round.thinking),
      round.warnings.map((warning) => h("p", { class: "warning" }, warning)),
    ];
  }

  /** @param {Round[]} rounds */
  overview(rounds) {
    const { course, at } = this.study;
    return table("All rounds", ["Move", "Side", "Rows", "Asked", "Ran"], rounds.map(({ ply, colour, rows, ask_ms, query_ms }) => [
      h("button", {
        type: "button", class: "link", ...ply === at - 1 ? { "aria-current": "step" } : {}, onclick: () => this.study.goTo(ply + 1),
      }, `${ply + 1} ${course.plies[ply]?.move ?? ""}`),
      side(colour, course.discs), rows ?? "-", took(ask_ms), took(query_ms),
    ]));
  }
}

/** @param {unknown} value */
function shown(value) {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/**
 * What a player says that it thought: a value, what it expects, the moves that it looked at.
 *
 * @param {any} thought
 */
function thinking(thought) {
  if (!thought || typeof thought !== "object") return null;
  const { text, value, unit, depth, states, line = [], moves = [] } = thought;
  const facts = [
    value !== undefined && value !== null && `value ${value}${unit ? ` ${unit}` : ""}`,
    depth && `depth ${depth}`,
    states && `${states} states`,
    line.length > 0 && `expects ${line.join(" ")}`,
  ].filter(Boolean);
  const bounds = /** @type {Record<string, string>} */ ({ at_most: "\u2264 ", at_least: "\u2265 " });
  return h("section", { class: "thinking" },
    h("h2", {}, "Thinking"),
    text && h("p", {}, text),
    facts.length > 0 && h("p", {}, facts.join(", ")),
    moves.length > 0 && table("Moves it looked at", ["move", "value", "states", "note"],
      moves.map((/** @type {any} */ move) =>
        [move.square, move.value === undefined || move.value === null ? "" : `${bounds[move.bound] ?? ""}${move.value}`,
          move.states ?? "", move.note ?? ""])));
}
