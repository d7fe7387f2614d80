/** @file Fields of a form that can't be taken as they are: marked, described by what is wrong, and gone to. */

import { Refusal } from "./server.js";

/**
 * Marks the field that a refusal is about. A form's fields say by `data-field` what the server calls them.
 *
 * @param {HTMLElement} form
 * @param {unknown} error
 * @param {HTMLElement} problem what says why; it has an id
 */
export function refuseField(form, error, problem) {
  const body = /** @type {import("./protocol.js").ErrorBody | null} */ (error instanceof Refusal ? error.body : null);
  const field = body?.field ? form.querySelector(`[data-field="${CSS.escape(body.field)}"]`) : null;
  if (field instanceof HTMLElement) mark(field, problem);
}

/**
 * Marks a field that can't be taken as it is, and goes to it.
 *
 * @param {HTMLElement} field
 * @param {HTMLElement} problem what says why; it has an id
 */
export function mark(field, problem) {
  field.setAttribute("aria-invalid", "true");
  field.setAttribute("aria-describedby", problem.id);
  field.closest("details")?.setAttribute("open", "");
  field.focus();
}

/**
 * Takes all marks away, before another try.
 *
 * @param {HTMLElement} form
 */
export function acceptAll(form) {
  for (const field of form.querySelectorAll("[aria-invalid]")) {
    field.removeAttribute("aria-invalid");
    field.removeAttribute("aria-describedby");
  }
}
