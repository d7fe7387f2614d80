/** @file What is played, on what board, how fast and on what: the settings of a new game. */

import { fill, h } from "../base/dom.js";
import { post } from "../base/server.js";

/** @typedef {import("../base/protocol.js").About} About */

/** Words for the starts. */
const STARTS = /** @type {Record<string, string>} */ ({ standard: "White on d4 and e5", mirrored: "Black on d4 and e5" });

export class Settings {
  /**
   * @param {About} known
   * @param {URLSearchParams} params
   * @param {() => void} changed
   */
  constructor(known, params, changed) {
    this.known = known;
    this.givenStart = params.get("start") ?? "";
    this.game = h("select", { id: "game", onchange: () => { this.shapes(); changed(); } },
      known.games.map(({ name, title }) => h("option", { value: name, selected: name === params.get("game") }, title)));
    this.size = h("select", { id: "size", "data-field": "size", onchange: () => { this.starts(); changed(); } });
    this.start = h("select", { id: "start", onchange: changed });
    this.moves = h("textarea", { id: "moves", "data-field": "moves", rows: 2, spellcheck: false, value: params.get("moves") ?? "", placeholder: "f5d6c3..." });
    this.perMove = h("input", { id: "per-move", "data-field": "move_s", type: "number", min: 0, step: "any", inputMode: "decimal", placeholder: "60; 0 is no limit" });
    this.clock = h("input", { id: "clock", "data-field": "clock", type: "text", placeholder: "none; 10m+2s", autocomplete: "off" });
    this.delay = h("input", { id: "first-delay", type: "number", min: 0, max: 60000, step: 100, value: "500" });
    this.database = h("select", { id: "database" }, known.databases.map(({ id, name }) => h("option", { value: id }, name)));
    this.seed = h("input", { id: "seed", type: "number", min: 0, step: 1, placeholder: "random" });
    this.hide = h("input", { id: "hide", type: "checkbox", checked: known.hide_queries });
    this.shapes();
    if (params.get("size")) this.size.value = params.get("size") ?? "";
    this.starts();
    if (this.givenStart) this.start.value = this.givenStart;
    this.element = h("div", { class: "settings" },
      field("Game", this.game), field("Size", this.size), field("Start", this.start),
      h("details", { class: "more", open: params.has("moves") }, h("summary", {}, "Clocks, position and more"),
        h("div", { class: "settings" },
          field("Seconds a move", this.perMove), field("Clock of each side", this.clock),
          field("Delay of bots in ms", this.delay), field("Board lives in", this.database), field("Seed", this.seed),
          field("Begin after (transcript, position or GGF)", this.moves),
          h("p", { class: "field check" }, this.hide, h("label", { for: "hide" }, "Hide queries until the end")))));
  }

  /** What is known of the game that is chosen. */
  chosen() {
    return this.known.games.find(({ name }) => name === this.game.value);
  }

  shapes() {
    const sizes = this.chosen()?.sizes ?? [8];
    const first = sizes.includes(8) ? 8 : sizes[0];
    fill(this.size, sizes.map((size) => h("option", { value: `${size}`, selected: size === first }, `${size} x ${size}`)));
    this.starts();
  }

  starts() {
    const starts = this.chosen()?.starts ?? ["standard"];
    const discs = this.chosen()?.disc === "disc" && this.size.value === "8";
    fill(this.start, starts.map((start) => h("option", { value: start },
      discs && STARTS[start] ? STARTS[start] : start)),
      isBoard(this.givenStart, Number(this.size.value)) && h("option", { value: this.givenStart }, "a position of its own"));
  }

  board() {
    return { game: this.game.value, size: Number(this.size.value), start: this.start.value };
  }

  /** What the server takes; a transcript is read by it first. */
  async read() {
    const text = this.moves.value.trim();
    const board = this.board();
    const read = text ? (await post("/api/read", { text, ...board })).position : board;
    const time = {
      ...this.perMove.value ? { move_s: Number(this.perMove.value) } : {},
      ...this.clock.value.trim() ? { clock: this.clock.value.trim() } : {},
    };
    return {
      ...read,
      ...Object.keys(time).length > 0 ? { time } : {},
      ...this.seed.value ? { seed: Number(this.seed.value) } : {},
      database: this.database.value,
      delay_ms: Number(this.delay.value) || 0,
      hide_queries: this.hide.checked,
    };
  }
}

/**
 * Whether a start is a board of this size and who is to move.
 *
 * @param {string} start
 * @param {number} size
 */
function isBoard(start, size) {
  return start.length === size * size + 2 && /^[-XO]+ [XO]$/.test(start);
}

/**
 * @param {string} label
 * @param {HTMLElement} control
 */
function field(label, control) {
  return h("p", { class: "field" }, h("label", { for: control.id }, label), control);
}
