/** @file What happened, for people who do not see it: one region that speaks when it can, one at once. */

import { byId } from "./dom.js";

/**
 * Says something when the reader has finished its sentence. What is said in one go is said together.
 *
 * @param {string} text
 */
export function say(text) {
  if (!text) return;
  if (pending.length === 0) setTimeout(flush, 60);
  pending.push(text);
}

/**
 * Says at once what went wrong.
 *
 * @param {string} text
 */
export function warn(text) {
  repeat(byId("alert"), text);
}

/** @type {string[]} */
const pending = [];

function flush() {
  repeat(byId("announcements"), pending.splice(0).join(" "));
}

/**
 * A region that gets the text that it has already is not read again, so a blank tells the two apart.
 *
 * @param {HTMLElement} region
 * @param {string} text
 */
function repeat(region, text) {
  region.textContent = region.textContent === text ? `${text}\u00a0` : text;
}
