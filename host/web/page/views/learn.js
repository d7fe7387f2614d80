/** @file The path of lessons, part by part, and how far the learner is. */

import { h } from "../base/dom.js";
import { get } from "../base/server.js";
import { ownSteps } from "../study/progress.js";

/** @typedef {import("../base/protocol.js").LessonSummary} LessonSummary */

/** @returns {Promise<import("../base/views.js").View>} */
export async function learn() {
  /** @type {import("../base/protocol.js").LessonList} */
  const { lessons: listed, keeps } = await get("/api/learn");
  const own = keeps ? {} : ownSteps();
  const lessons = listed.map((lesson) => ({ ...lesson, passed: lesson.passed || own[lesson.name]?.passed === true }));
  const done = lessons.filter(({ passed }) => passed).length;
  const next = lessons.find(({ passed }) => !passed);
  const parts = [...new Set(lessons.map(({ part }) => part))];
  const numbered = lessons.map((lesson, index) => ({ ...lesson, number: index + 1 }));
  return {
    title: "Learn",
    element: h("div", { class: "narrow learn" }, h("h1", {}, "Learn Cypher by writing a player"),
      h("p", {}, "From the first ", h("code", {}, "MATCH"), " to a bot of your own that beats the others. Each step has a task; what you write is tried on many positions, and you are told what is missing."),
      h("p", { class: "path-progress" },
        h("progress", { max: lessons.length, value: done, "aria-label": "Steps done" }), ` ${done} of ${lessons.length} done`),
      next && h("p", {}, h("a", { class: "button", href: path(next) }, done === 0 ? "Begin" : `Go on: ${next.title}`)),
      parts.map((part) => h("section", { "aria-label": part }, h("h2", {}, part),
        h("ol", { class: "path" }, numbered.filter((lesson) => lesson.part === part).map((lesson) =>
          h("li", { value: lesson.number }, h("a", { href: path(lesson) }, lesson.title), lesson.passed && h("span", { class: "good" }, " \u2713 done"))))))),
  };
}

/** @param {{name: string}} lesson */
function path({ name }) {
  return `/learn/${name}`;
}
