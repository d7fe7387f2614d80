/** @file The texts of lessons, which are plain: paragraphs, lists, `words`, and queries between lines of backticks. */

import { h } from "../base/dom.js";
import { cypher } from "../editor/pieces.js";

/**
 * A text as elements. Nothing in it is ever read as markup of the page.
 *
 * @param {string} text
 * @returns {HTMLElement[]}
 */
export function prose(text) {
  return text.split(/^```\w*\n([^]*?)^```$/m).flatMap((part, index) => /** @type {HTMLElement[]} */ (index % 2 === 1
    ? [h("pre", { class: "query", tabIndex: 0 }, cypher(part.trimEnd()))]
    : part.split(/\n{2,}/).filter((one) => one.trim()).map(paragraph)));
}

/** @param {string} text */
function paragraph(text) {
  const lines = text.trim().split("\n");
  const items = text.trim().split(/^- /m).slice(1);
  if (lines[0]?.startsWith("- ")) return h("ul", {}, items.map((item) => h("li", {}, words(item))));
  return h("p", {}, words(text.trim()));
}

/**
 * Words, with those between backticks as code.
 *
 * @param {string} text
 */
export function words(text) {
  return text.split(/`([^`]*)`/).map((part, index) => index % 2 === 1 ? h("code", {}, part) : part.replace(/\s+/g, " "));
}
