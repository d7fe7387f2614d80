/** @file What our strongest player thinks of the position, of every move in it, and of the whole game. */

import { fill, h, s } from "../base/dom.js";
import { about, post } from "../base/server.js";
import { say } from "../base/speech.js";
import { side, signed } from "../base/words.js";
import { positionAt, samePosition } from "./course.js";

/** @typedef {import("../base/protocol.js").Evaluation} Evaluation */

/** How long the player thinks, in s. */
const SECONDS = 1;

export class Evaluations {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.always = h("input", { type: "checkbox", onchange: () => this.show() });
    this.squares = h("input", { type: "checkbox", checked: true, onchange: () => this.mark() });
    this.ask = h("button", { type: "button", class: "primary", onclick: () => this.evaluate() }, "Evaluate");
    this.draw = h("button", { type: "button", onclick: () => this.curve() }, "Graph of the game");
    this.found = h("div", { class: "found", "aria-live": "polite" });
    this.plot = h("div", { class: "plot" });
    this.who = h("p", { class: "soft" });
    this.element = h("div", { class: "panel" }, this.who,
      h("div", { class: "row-of-buttons" }, this.ask, this.draw,
        h("label", {}, this.squares, " values on the squares"),
        h("label", {}, this.always, " each position")),
      this.found, this.plot);
    /** @type {Evaluation | null} */
    this.evaluation = null;
    /** @type {import("../base/protocol.js").Position | null} of what the values are, or will be */
    this.asked = null;
    /** @type {import("../base/protocol.js").Position | null} the end of the game that is drawn */
    this.drawn = null;
    /** @type {(number | null)[]} */
    this.scores = [];
    this.running = new AbortController();
    void this.introduce();
  }

  async introduce() {
    const evaluator = (await about()).evaluator;
    const { game, size } = this.study.course;
    const knows = evaluator?.games.some((one) => one.game === game && one.sizes.includes(size)) ?? false;
    this.who.textContent = knows ? `${evaluator?.name} looks ${SECONDS} s at a position. Scores are discs.`
      : `${evaluator?.name ?? "No player here"} does not know this game.`;
    this.knows = knows;
    this.ask.disabled = !knows;
    this.draw.disabled = !knows;
    this.always.disabled = !knows;
  }

  show() {
    const { position } = this.study;
    if (!this.asked || !samePosition(this.asked, position)) {
      // What is still being asked is about another position.
      this.running.abort();
      this.evaluation = null;
      this.mark();
      fill(this.found);
      this.asked = null;
      if (this.always.checked) void this.evaluate();
    }
    if (this.scores.length > 0) this.paint();
  }

  async evaluate() {
    const { position } = this.study;
    this.asked = position;
    this.running.abort();
    this.running = new AbortController();
    fill(this.found, h("p", { class: "soft" }, "Thinking..."));
    try {
      /** @type {Evaluation} */
      const evaluation = await post("/api/evaluate", { position, seconds: SECONDS, squares: true }, this.running.signal);
      if (!samePosition(evaluation.position, this.study.position)) return;
      this.evaluation = evaluation;
      fill(this.found, this.words(evaluation));
      this.mark();
    } catch (error) {
      if (error instanceof DOMException) return;
      fill(this.found, h("p", { class: "warning" }, error instanceof Error ? error.message : ""));
    }
  }

  /** @param {Evaluation} evaluation */
  words({ score, colour, best, depth, exact, line }) {
    const { discs } = this.study.course;
    const how = exact ? "exactly, to the end of the game" : `looking ${depth} moves ahead`;
    return h("div", {},
      h("p", {}, h("strong", {}, `${side(colour, discs)} ${signed(score)}`), `, ${how}. Best is `, h("strong", {}, best), "."),
      line.length > 0 && h("p", {}, `Expected: ${line.join(" ")}`));
  }

  /** Writes the values on the squares. */
  mark() {
    const values = this.squares.checked && this.evaluation ? this.evaluation.squares : [];
    this.study.board.mark("value", new Map(values.map(({ square, score }) =>
      [square, { label: `value ${signed(score)}`, text: signed(score) }])));
  }

  /** Marks the best move on the board. */
  async hint() {
    const { position } = this.study;
    this.study.setStatus("Looking for a hint...");
    try {
      /** @type {Evaluation} */
      const { best, score, colour, position: of } = await post("/api/evaluate", { position, seconds: SECONDS });
      if (!samePosition(of, this.study.position)) return;
      this.study.board.mark("hint", new Map([[best, { label: "hint" }]]));
      const text = `Hint: ${best}, ${side(colour, this.study.course.discs)} ${signed(score)}.`;
      this.study.setStatus(text);
      say(text);
    } catch (error) {
      this.study.refuse(null, error instanceof Error ? error.message : "no hint");
    }
  }

  async curve() {
    const { course } = this.study;
    const last = positionAt(course, course.plies.length);
    if (!this.drawn || !samePosition(this.drawn, last)) {
      fill(this.plot, h("p", { class: "soft" }, "Looking at the whole game..."));
      try {
        /** @type {import("../base/protocol.js").Curve} */
        const { scores, position } = await post("/api/curve", last);
        if (!samePosition(position, positionAt(this.study.course, this.study.course.plies.length))) return;
        this.scores = scores;
        this.drawn = position;
      } catch (error) {
        fill(this.plot, h("p", { class: "warning" }, error instanceof Error ? error.message : ""));
        return;
      }
    }
    this.paint();
  }

  /** Draws the evaluation over the game; a click goes to that position. */
  paint() {
    const [width, height, edge] = [600, 200, 34];
    const scores = this.scores;
    const most = Math.max(8, ...scores.map((score) => Math.abs(score ?? 0)));
    const x = (/** @type {number} */ ply) => edge + ply / Math.max(1, scores.length - 1) * (width - edge - 8);
    const y = (/** @type {number} */ score) => height / 2 - score / most * (height / 2 - 14);
    const known = scores.flatMap((score, ply) => score === null ? [] : [{ ply, score }]);
    const path = known.map(({ ply, score }, index) => `${index === 0 ? "M" : "L"}${x(ply)} ${y(score)}`).join("");
    const label = (/** @type {number} */ score) => s("text", { x: edge - 5, y: y(score) + 4, "text-anchor": "end" }, signed(score));
    const drawing = s("svg", {
      viewBox: `0 0 ${width} ${height}`, role: "img", class: "curve",
      "aria-label": `Evaluation over the game, in discs for Black: ${known.map(({ ply, score }) => `${ply} ${signed(score)}`).join(", ")}`,
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = drawing.getBoundingClientRect();
        const at = ((event.clientX - box.left) / box.width * width - edge) / (width - edge - 8);
        this.study.goTo(Math.round(at * (scores.length - 1)));
      },
    },
    s("path", { class: "axis", d: `M${edge} ${y(0)}H${width - 8}M${edge} 8V${height - 8}` }),
    label(most), label(0), label(-most),
    s("path", { class: "line", d: path }),
    s("path", { class: "now", d: `M${x(this.study.at)} 6V${height - 6}` }),
    known.filter(({ ply }) => ply === this.study.at).map(({ ply, score }) =>
      s("circle", { class: "point", cx: x(ply), cy: y(score), r: 5 })));
    fill(this.plot, h("figure", {}, drawing, h("figcaption", {}, "Discs for Black, move by move; click to go there.")));
  }

  close() {
    this.running.abort();
  }
}
