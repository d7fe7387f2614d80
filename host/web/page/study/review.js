/** @file A game looked at afterwards: how it went, and the moves that decided it. */

import { fill, h, s } from "../base/dom.js";
import { isAborted, post } from "../base/server.js";
import { say } from "../base/speech.js";
import { COLOURS, side, signed, some, wordsOf } from "../base/words.js";
import { positionAt, samePosition } from "./course.js";

/** @typedef {import("../base/protocol.js").TurningPoint} TurningPoint */
/** @typedef {import("../base/protocol.js").Review} Reviewed */

/** What a move made of its side's prospects. */
const REVERSALS = {
  "win-to-draw": "turned a win into a draw",
  "win-to-loss": "turned a win into a loss",
  "draw-to-loss": "turned a draw into a loss",
};

export class Review {
  /**
   * @param {import("./study.js").Study} study
   * @param {() => void} changed
   */
  constructor(study, changed) {
    this.study = study;
    this.changed = changed;
    this.ask = h("button", { type: "button", onclick: () => void this.begin() }, "Review the game");
    this.said = h("div", { "aria-live": "polite" });
    this.far = h("div", { class: "far" });
    this.plot = h("div", { class: "plot" });
    this.points = h("div", {});
    this.element = h("div", {}, this.said, this.far, this.plot, this.points);
    /** @type {Reviewed | null} */
    this.review = null;
    this.running = new AbortController();
  }

  /** What the position that is looked at is worth for Black, where that is known. */
  get score() {
    return this.review?.scores[this.study.at] ?? null;
  }

  /** Looks at the whole game, which the host does piece by piece, among other games. */
  async begin() {
    const { course } = this.study;
    this.running.abort();
    const running = this.running = new AbortController();
    fill(this.said, h("p", { class: "soft" }, "Looking at the whole game..."));
    try {
      for (;;) {
        /** @type {Reviewed} */
        const review = await post("/api/review", positionAt(course, course.plies.length), running.signal);
        if (running.signal.aborted) return;
        if (!samePosition(review.position, this.last())) return this.forget();
        this.review = review;
        this.tellHowFar(review);
        this.show();
        this.changed();
        if (review.left === 0) break;
      }
      fill(this.said, this.summary(this.review));
      this.list(this.review.turning_points);
      this.show();
    } catch (error) {
      if (isAborted(error)) return;
      fill(this.far);
      fill(this.said, h("p", { class: "warning" }, wordsOf(error)));
    }
  }

  /**
   * Says how much of the game was looked at, where that takes a while.
   *
   * @param {Reviewed} review
   */
  tellHowFar({ left, before, scores }) {
    if (left === 0) return fill(this.far);
    const done = scores.length - left;
    const words = before > 0 ? `${some(before, "game is", "games are")} looked at before this one.`
      : `${done} of ${some(scores.length, "position", "positions")}`;
    if (!this.far.firstChild) {
      fill(this.far, h("progress", { "aria-label": "Looked at" }), h("p", { class: "soft" }),
        h("button", { type: "button", onclick: () => this.stop() }, "Stop"));
    }
    const [bar, text] = [this.far.querySelector("progress"), this.far.querySelector("p")];
    if (bar) [bar.max, bar.value] = [scores.length, done];
    if (text) text.textContent = words;
  }

  /** Leaves it at what is known by now. */
  stop() {
    this.running.abort();
    fill(this.far);
    fill(this.said, h("p", { class: "soft" }, "Stopped. \u201cReview the game\u201d goes on from here."));
    this.ask.focus();
  }

  /** Shows nothing: it was another game. */
  forget() {
    this.review = null;
    for (const part of [this.said, this.far, this.plot, this.points]) fill(part);
  }

  /** The last position of the game. */
  last() {
    const { course } = this.study;
    return positionAt(course, course.plies.length);
  }

  /** Shows where in the game one looks; a review of another game is none of this one. */
  show() {
    if (!this.review) return;
    if (!samePosition(this.review.position, this.last())) {
      this.running.abort();
      this.forget();
      return;
    }
    this.paint(this.review.scores);
    for (const button of this.points.querySelectorAll("button")) {
      if (button.dataset.at === `${this.study.at}`) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
    }
  }

  /** @param {Reviewed} review */
  summary({ lost, turning_points: points }) {
    const { discs } = this.study.course;
    return [
      h("p", {}, `${COLOURS.map((colour) => `${side(colour, discs)} gave away ${places(lost[colour])}`).join(", ")}. ${
        points.length === 0 ? "No move decided the game." : ""}`),
    ];
  }

  /** @param {TurningPoint[]} points */
  list(points) {
    const { discs } = this.study.course;
    fill(this.points, points.length > 0 && [
      h("h2", { id: "turning-points" }, "Turning points"),
      h("ol", { class: "turning-points", "aria-labelledby": "turning-points" }, points.map((point) => h("li", {},
        h("button", { type: "button", "data-at": `${point.number - 1}`, onclick: () => this.goTo(point) },
          h("span", { class: "number" }, `${point.number}`), h("span", { class: `dot ${point.colour}`, "aria-hidden": "true" }),
          h("span", {}, h("strong", {}, `${side(point.colour, discs)} ${point.played}`),
            ` ${point.reversal ? REVERSALS[point.reversal] : "was a costly move"}`)),
        h("p", { class: "soft" }, `It lost ${places(point.lost)}. Best was `, h("strong", {}, point.best), ` (${signed(point.score)})`,
          point.line.length > 1 && `, then ${point.line.slice(1).join(" ")}`, ".")))),
    ]);
  }

  /**
   * Shows the position in which the move was made, with what was best there.
   *
   * @param {TurningPoint} point
   */
  goTo(point) {
    const { study } = this;
    const { number, colour, played, best, lost } = point;
    study.goTo(number - 1);
    study.board.mark("hint", new Map([[best, { label: "best move" }]]));
    study.board.mark("chosen", new Map([[played, { label: "played in the game" }]]));
    const words = `${side(colour, study.course.discs)} played ${played} here, which lost ${places(lost)}; ${best} was best.`;
    study.status.textContent = words;
    // On a phone the board is above what was pressed.
    study.board.element.scrollIntoView({ block: "nearest" });
    say(words);
  }

  /**
   * Draws the evaluation over the game; a click goes to that position.
   *
   * @param {(number | null)[]} scores
   */
  paint(scores) {
    const [width, height, edge] = [600, 200, 46];
    const { at } = this.study;
    const most = Math.ceil(Math.max(8, ...scores.map((score) => Math.abs(score ?? 0))));
    const x = (/** @type {number} */ ply) => edge + ply / Math.max(1, scores.length - 1) * (width - edge - 8);
    const y = (/** @type {number} */ score) => height / 2 - score / most * (height / 2 - 14);
    const known = scores.flatMap((score, ply) => score === null ? [] : [{ ply, score }]);
    const path = known.map(({ ply, score }, index) => `${index === 0 ? "M" : "L"}${x(ply)} ${y(score)}`).join("");
    const label = (/** @type {number} */ score) => s("text", { x: edge - 5, y: y(score) + 4, "text-anchor": "end" }, signed(score));
    const decided = new Set(this.review?.turning_points.map(({ number }) => number));
    const drawing = s("svg", {
      viewBox: `0 0 ${width} ${height}`, role: "img", class: "curve",
      "aria-label": `Evaluation over the game, in discs for Black: ${known.map(({ ply, score }) => `${ply} ${signed(score)}`).join(", ")}`,
      onclick: (/** @type {MouseEvent} */ event) => {
        const box = drawing.getBoundingClientRect();
        const where = ((event.clientX - box.left) / box.width * width - edge) / (width - edge - 8);
        this.study.goTo(Math.round(where * (scores.length - 1)));
      },
    },
    s("path", { class: "axis", d: `M${edge} ${y(0)}H${width - 8}M${edge} 8V${height - 8}` }),
    label(most), label(0), label(-most),
    s("path", { class: "line", d: path }),
    s("path", { class: "now", d: `M${x(at)} 6V${height - 6}` }),
    known.filter(({ ply }) => decided.has(ply)).map(({ ply, score }) => s("circle", { class: "turn", cx: x(ply), cy: y(score), r: 4.5 })),
    known.filter(({ ply }) => ply === at).map(({ ply, score }) => s("circle", { class: "point", cx: x(ply), cy: y(score), r: 5 })));
    fill(this.plot, h("figure", {}, drawing, h("figcaption", {}, "Discs for Black, move by move; rings are turning points. Click to go there.")));
  }

  close() {
    this.running.abort();
  }
}

/** @param {number} discs */
function places(discs) {
  const rounded = Math.round(discs * 10) / 10;
  return `${rounded} ${rounded === 1 ? "disc" : "discs"}`;
}
