/** @file Dialogs: something is told or asked, and the page waits. */

import { h } from "./dom.js";

/**
 * Shows a dialog and closes it at the first of its buttons, or at Escape.
 *
 * @template {string} T
 * @param {string} title
 * @param {import("./dom.js").Child} content
 * @param {[T, string][]} buttons each with what it means and its text; the last one is the usual choice
 * @returns {Promise<T | null>} nothing where the dialog was left
 */
export function ask(title, content, buttons) {
  return new Promise((resolve) => {
    const id = `dialog-${Math.random().toString(36).slice(2)}`;
    const dialog = h("dialog", { "aria-labelledby": id, class: "dialog" },
      h("h2", { id }, title),
      h("div", { class: "dialog-body" }, content),
      h("div", { class: "dialog-buttons" }, buttons.map(([meaning, text], index) => h("button", {
        type: "button", class: index === buttons.length - 1 ? "primary" : "",
        onclick: () => dialog.close(meaning),
      }, text))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(/** @type {T | null} */ (dialog.returnValue || null));
    });
    document.body.append(dialog);
    dialog.showModal();
    dialog.querySelector(/** @type {"button"} */ ("button.primary"))?.focus({ preventScroll: true });
  });
}

/** Leaves what is open: it was about a view that is not there any more. */
export function leaveDialogs() {
  for (const dialog of document.querySelectorAll("dialog")) dialog.close("");
}

/**
 * Asks before something that can't be taken back.
 *
 * @param {string} title
 * @param {string} text
 * @param {string} yes
 */
export async function sure(title, text, yes) {
  return await ask(title, h("p", {}, text), [["no", "Cancel"], ["yes", yes]]) === "yes";
}
