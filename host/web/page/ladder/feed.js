/** @file Looks at the ladder again and again, for all views alike. */

import { byId } from "../base/dom.js";
import { ask } from "./account.js";

/** @typedef {import("../base/protocol.js").Ladder} Ladder */

/** How often, in ms. */
const INTERVAL = 1500;

/** @type {((ladder: Ladder, ahead: number) => void)[]} */
const listeners = [];
let ahead = 0;

/** @type {Ladder | null} */
let latest = null;

/**
 * Calls back with the ladder as it is, and whenever it has been looked at again.
 *
 * @param {(ladder: Ladder, ahead: number) => void} listener
 * @returns {() => void} ends it
 */
export function follow(listener) {
  listeners.push(listener);
  if (latest) listener(latest, ahead);
  return () => { listeners.splice(listeners.indexOf(listener), 1); };
}

/** Looks once, at this moment. */
export async function look() {
  try {
    const ladder = /** @type {Ladder} */ (await ask("/api/ladder"));
    // What a browser had kept of it tells an older time.
    if (!latest || ladder.now > latest.now) ahead = ladder.now - Date.now();
    latest = ladder;
    byId("connection").hidden = true;
    for (const listener of [...listeners]) listener(ladder, ahead);
  } catch (error) {
    const connection = byId("connection");
    connection.textContent = error instanceof Error ? `${error.message} It is asked again.` : "";
    connection.hidden = false;
  }
}

/** Looks again and again; less often where nobody looks on. */
export async function begin() {
  for (;;) {
    await look();
    // So many browsers that were started by one bell are not to ask all at once.
    const pause = INTERVAL * (document.hidden ? 5 : 1) * (.8 + .4 * Math.random());
    await new Promise((resolve) => { setTimeout(resolve, pause); });
  }
}
