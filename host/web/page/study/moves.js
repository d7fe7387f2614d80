/** @file The moves of a game: each is a button that goes there. */

import { fill, h } from "../base/dom.js";
import { icon } from "../base/icons.js";
import { side, some } from "../base/words.js";
import { PASS } from "./course.js";

export class Moves {
  /**
   * @param {import("./study.js").Study} study
   * @param {(plies: number) => void} branch
   */
  constructor(study, branch) {
    this.study = study;
    this.list = h("ol", {
      class: "moves", "aria-label": "Moves", onkeydown: (/** @type {KeyboardEvent} */ event) => this.key(event),
    });
    this.where = h("p", { class: "soft" });
    this.branch = h("button", { type: "button", onclick: () => branch(study.at) }, icon("branch"), "Branch from here");
    this.extra = h("span", { class: "extra" });
    this.element = h("div", { class: "panel" },
      h("div", { class: "row-of-buttons" }, this.branch, this.extra), this.where, this.list);
    /** @type {import("../base/protocol.js").Ply[]} */
    this.drawn = [];
  }

  show() {
    const { course, at } = this.study;
    this.draw(course.plies, course.discs);
    const buttons = this.list.querySelectorAll("button");
    const stop = Math.max(0, at - 1);
    buttons.forEach((button, index) => { button.tabIndex = index === stop ? 0 : -1; });
    buttons.forEach((button, index) => {
      const here = index + 1 === at;
      if (here === button.hasAttribute("aria-current")) return;
      if (here) button.setAttribute("aria-current", "step");
      else button.removeAttribute("aria-current");
      if (here) this.scrollTo(button);
    });
    this.where.textContent = course.plies.length === 0 ? "No moves yet."
      : at === course.plies.length ? `${some(at, "move")}.` : `After ${at} of ${some(course.plies.length, "move")}.`;
  }

  /**
   * @param {import("../base/protocol.js").Ply[]} plies
   * @param {boolean} discs
   */
  draw(plies, discs) {
    if (plies.length === this.drawn.length && plies.every((ply, index) => ply.move === this.drawn[index]?.move)) return;
    this.drawn = plies;
    fill(this.list, plies.map(({ colour, move }, index) => {
      const text = move === PASS ? "pass" : move;
      return h("li", {}, h("button", {
        type: "button", class: "move", onclick: () => this.study.goTo(index + 1),
      }, h("span", { class: "number" }, `${index + 1}`),
      h("span", { class: `dot ${colour}`, "aria-hidden": "true" }),
      h("span", { class: "unseen" }, ` ${side(colour, discs)} `), text));
    }));
  }

  /**
   * The whole list is one stop of Tab; arrows go through it.
   *
   * @param {KeyboardEvent} event
   */
  key(event) {
    const buttons = [...this.list.querySelectorAll("button")];
    const now = buttons.findIndex((button) => button === document.activeElement);
    /** @type {Record<string, number>} */
    const goals = { ArrowLeft: now - 1, ArrowUp: now - 1, ArrowRight: now + 1, ArrowDown: now + 1, Home: 0, End: buttons.length - 1 };
    const goal = buttons[goals[event.key] ?? -1];
    if (goals[event.key] === undefined) return;
    event.preventDefault();
    event.stopPropagation();
    if (!goal) return;
    for (const button of buttons) button.tabIndex = button === goal ? 0 : -1;
    goal.focus();
  }

  /**
   * Scrolls the list alone, so that the board stays where it is.
   *
   * @param {HTMLElement} button
   */
  scrollTo(button) {
    const [outer, inner] = [this.list.getBoundingClientRect(), button.getBoundingClientRect()];
    if (inner.top < outer.top) this.list.scrollTop -= outer.top - inner.top;
    else if (inner.bottom > outer.bottom) this.list.scrollTop += inner.bottom - outer.bottom;
  }
}
