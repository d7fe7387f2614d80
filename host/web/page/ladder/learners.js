/** @file How far everybody is with the lessons, for whoever teaches. */

import { h } from "../base/dom.js";
import { some } from "../base/words.js";
import { ask } from "./account.js";
import { Place } from "./parts.js";

/** @typedef {import("../base/protocol.js").Learner} Learner */
/** @typedef {import("../base/protocol.js").LessonSummary} LessonSummary */

/** So many tries of one step mean that somebody could do with a word. */
const STUCK = 6;

export class Learners {
  constructor() {
    this.table = new Place(h("div", {}));
    this.element = h("section", { class: "card", "aria-labelledby": "learners" }, h("h2", { id: "learners" }, "Lessons"), this.table.element);
    /** @type {LessonSummary[]} */
    this.lessons = [];
  }

  /** Gets to know the steps, as nobody: whoever else uses this browser may have a link that leads nowhere any more. */
  async begin() {
    /** @type {import("../base/protocol.js").LessonList} */
    const { lessons } = await ask("/api/learn");
    this.lessons = lessons;
  }

  /**
   * @param {Learner[]} learners
   * @param {number} now
   */
  show(learners, now) {
    const rows = learners.map((learner) => ({ ...learner, minutes: Math.max(0, Math.floor((now - learner.last) / 60_000)) }));
    this.table.show([this.lessons.length, rows.map(({ last: _, ...row }) => row)], () => rows.length === 0
      ? h("p", { class: "soft" }, "Nobody has begun them yet. ", h("a", { href: "/learn" }, "The lessons"), " lead from the first MATCH to a player; who takes part keeps their progress here.")
      : h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": "Table of lessons" }, h("table", { class: "learners" },
        h("thead", {}, h("tr", {}, h("th", { scope: "col" }, "Name"), h("th", { scope: "col" }, "Done"), h("th", { scope: "col" }, "At"),
          h("th", { scope: "col", class: "n" }, "Tries"), h("th", { scope: "col", class: "n" }, "Hints"), h("th", { scope: "col", class: "n" }, "Last"))),
        h("tbody", {}, rows.map((row) => this.row(row))))));
  }

  /** @param {Learner & {minutes: number}} learner */
  row({ name, passed, at, tries, hints, minutes }) {
    const step = this.lessons.find((lesson) => lesson.name === at);
    const done = passed.includes(at);
    const known = this.lessons.filter((lesson) => passed.includes(lesson.name)).length;
    return h("tr", {}, h("th", { scope: "row", class: "break" }, name),
      h("td", {}, h("span", { class: "nowrap" }, `${known} of ${this.lessons.length} `), h("span", { class: "strip", "aria-hidden": "true" },
        this.lessons.map((lesson) => h("span", { class: passed.includes(lesson.name) ? "done" : lesson.name === at ? "at" : "", title: lesson.title })))),
      h("td", {}, h("a", { href: `/learn/${at}` }, step?.title ?? at), done && h("span", { class: "good" }, " \u2713 done")),
      h("td", { class: "n" }, tries >= STUCK && !done ? h("strong", { class: "bad" }, tries) : tries), h("td", { class: "n" }, hints),
      h("td", { class: "n" }, minutes === 0 ? "now" : `${some(minutes, "min", "min")} ago`));
  }
}
