/** @file What our strongest player thinks of the position, of every move in it, and of the whole game. */

import { fill, h } from "../base/dom.js";
import { about, isAborted, Latest, post } from "../base/server.js";
import { say } from "../base/speech.js";
import { side, signed, wordsOf } from "../base/words.js";
import { Bar } from "./bar.js";
import { boardAt, samePosition, turnAt } from "./course.js";
import { count } from "../board/squares.js";
import { Review } from "./review.js";

/** @typedef {import("../base/protocol.js").Evaluation} Evaluation */

/** How long the player thinks, in s. */
const SECONDS = 1;

/** How long a position is looked at before the bar asks what it is worth, in ms. */
const PAUSE = 200;

/**
 * Whether positions of such a game can be evaluated here.
 *
 * @param {import("../base/protocol.js").About} known
 * @param {string} game
 * @param {number} size
 */
export function evaluates({ evaluator }, game, size) {
  return evaluator?.games.some((one) => one.game === game && one.sizes.includes(size)) ?? false;
}

export class Evaluations {
  /** @param {import("./study.js").Study} study */
  constructor(study) {
    this.study = study;
    this.bar = new Bar();
    this.beside = h("input", { type: "checkbox", onchange: () => this.show() });
    this.squares = h("input", { type: "checkbox", checked: true, onchange: () => this.mark() });
    this.ask = h("button", { type: "button", class: "primary", onclick: () => this.evaluate() }, "Evaluate");
    this.review = new Review(study, () => {
      // Who was ahead is a part of what was found.
      this.beside.checked = true;
      this.weigh();
    });
    this.found = h("div", { class: "found", "aria-live": "polite" });
    this.who = h("p", { class: "soft" });
    this.element = h("div", { class: "panel" }, this.who,
      h("div", { class: "row-of-buttons" }, this.ask, this.review.ask,
        h("label", {}, this.squares, " values on the squares"),
        h("label", {}, this.beside, " bar beside the board")),
      this.found, this.review.element);
    /** @type {Evaluation | null} */
    this.evaluation = null;
    /** @type {import("../base/protocol.js").Position | null} of what the values are, or will be */
    this.asked = null;
    this.running = new AbortController();
    this.hinting = new Latest();
    this.pausing = 0;
    this.knows = false;
    void this.introduce();
  }

  async introduce() {
    const known = await about();
    const { game, size } = this.study.course;
    this.knows = evaluates(known, game, size);
    const name = known.evaluator?.name;
    this.who.textContent = this.knows ? `${name} looks ${SECONDS} s at a position. Scores are discs.`
      : `${name ?? "No player here"} does not know this game.`;
    for (const control of [this.ask, this.review.ask, this.beside]) control.disabled = !this.knows;
  }

  /** Whether somebody is to move where one looks. */
  get open() {
    const { course, at, latest } = this.study;
    return turnAt(course, at) !== null && !(latest && course.end);
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
    }
    this.review.show();
    this.weigh();
    clearTimeout(this.pausing);
    if (!this.asked && this.beside.checked && this.open && this.review.score === null) {
      // Whoever goes through a game by a held key stops somewhere.
      this.pausing = window.setTimeout(() => void this.evaluate(), PAUSE);
    }
  }

  /** Shows on the bar what is known of the position. */
  weigh() {
    const { course } = this.study;
    this.bar.element.hidden = !this.beside.checked;
    if (this.beside.checked) this.bar.show(this.score(), course.size ** 2, course.discs);
  }

  /** What the position is worth for Black, where that is known. */
  score() {
    const { course, at } = this.study;
    if (this.evaluation) return this.evaluation.colour === "black" ? this.evaluation.score : -this.evaluation.score;
    if (this.review.score !== null || this.open) return this.review.score;
    const cells = boardAt(course, at);
    return count(cells, "X") - count(cells, "O");
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
      this.weigh();
    } catch (error) {
      if (isAborted(error)) return;
      fill(this.found, h("p", { class: "warning" }, wordsOf(error)));
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

  /** Marks the best move on the board, in whatever position one looks at. */
  async hint() {
    const { study } = this;
    const { position } = study;
    const tell = (/** @type {string} */ text) => { study.status.textContent = text; };
    if (!this.knows) return;
    if (!this.open) {
      study.refuse(null, "Nobody is to move here.");
      return;
    }
    tell("Looking for the best move...");
    try {
      /** @type {Evaluation} */
      const { best, score, colour, position: of } = await this.hinting.post("/api/evaluate", { position, seconds: SECONDS });
      if (!samePosition(of, study.position)) return;
      study.board.mark("hint", new Map([[best, { label: "best move" }]]));
      const text = `Best is ${best}: ${side(colour, study.course.discs)} ${signed(score)}.`;
      tell(text);
      say(text);
    } catch (error) {
      if (isAborted(error)) return;
      study.refuse(null, wordsOf(error));
    }
  }

  close() {
    clearTimeout(this.pausing);
    this.running.abort();
    this.hinting.close();
    this.review.close();
  }
}
