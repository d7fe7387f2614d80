/**
 * @file Copying a text. Over plain http from another machine there is no clipboard; then the text stands
 * selected in a field, a keystroke away from it.
 */

import { h } from "./dom.js";
import { say } from "./speech.js";

/**
 * A field with a text and a button that copies it.
 *
 * @param {string} label
 * @param {string} text
 */
export function copyable(label, text) {
  const field = h("input", {
    type: "text", readOnly: true, value: text, "aria-label": label, class: "copy-text",
    onfocus: () => field.select(),
  });
  const button = h("button", { type: "button", "aria-label": `Copy ${label.toLowerCase()}`, onclick: copy }, "Copy");
  async function copy() {
    field.focus();
    field.select();
    try {
      await navigator.clipboard.writeText(field.value);
      button.textContent = "Copied";
      say(`${label} copied.`);
    } catch {
      button.textContent = "Press Ctrl+C";
      say(`${label} selected; copy it with Control and C.`);
    }
    setTimeout(() => { button.textContent = "Copy"; }, 2500);
  }
  return h("div", { class: "copyable" }, h("span", { class: "copy-label", "aria-hidden": "true" }, label), field, button);
}
