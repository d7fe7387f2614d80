/** @file A plain table. */

import { h } from "../base/dom.js";

/**
 * @param {string} caption
 * @param {string[]} columns
 * @param {import("../base/dom.js").Child[][]} rows
 */
export function table(caption, columns, rows) {
  const numeric = columns.map((_, column) => rows.some((row) => typeof row[column] === "number"));
  const kind = (/** @type {number} */ column) => ({ class: numeric[column] ? "n" : "" });
  return h("div", { class: "scroll", tabIndex: 0, role: "region", "aria-label": caption },
    h("table", {},
      h("caption", {}, caption),
      h("thead", {}, h("tr", {}, columns.map((text, column) => h("th", { scope: "col", ...kind(column) }, text)))),
      h("tbody", {}, rows.map((row) => h("tr", {}, row.map((cell, column) =>
        h("td", kind(column), cell)))))));
}
