/** @file Buttons with a drawing and a name. */

import { h } from "../base/dom.js";
import { icon } from "../base/icons.js";

/**
 * @param {Parameters<typeof icon>[0]} drawing
 * @param {string} name
 * @param {() => void} press
 * @param {string} [text] what is written beside the drawing
 * @param {string} [kind] "spare" where the text may be left out
 */
export function button(drawing, name, press, text = "", kind = "") {
  return h("button", { type: "button", class: `tool ${kind}`, title: name, "aria-label": name, onclick: press },
    icon(drawing), text && h("span", { class: "tool-text" }, text));
}
