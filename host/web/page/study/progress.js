/** @file How far the learner is: on this host where it keeps that, and otherwise in this browser. */

import { post } from "../base/server.js";
import { recall, remember } from "../base/storage.js";

/**
 * @typedef {object} Step
 * @property {boolean} [passed]
 * @property {number} [hints] how many were seen
 * @property {string} [query] what was tried last
 */

/** What this browser keeps it under. */
const NAME = "learn";

/** @returns {Record<string, Step>} */
export function ownSteps() {
  try {
    const steps = JSON.parse(recall(NAME) ?? "{}");
    return typeof steps === "object" && steps !== null ? steps : {};
  } catch {
    // Something else stands there.
    return {};
  }
}

/**
 * Keeps what came of a query, which the host has done already if it keeps anything. What was done once stays done.
 *
 * @param {string} name
 * @param {string} query
 * @param {boolean} passed
 */
export function tried(name, query, passed) {
  const step = ownSteps()[name];
  change(name, { query, passed: passed || step?.passed === true });
}

/**
 * Keeps how many hints were seen.
 *
 * @param {string} name
 * @param {number} shown
 * @param {boolean} keeps whether the host does
 */
export async function hinted(name, shown, keeps) {
  if (keeps) await post(`/api/learn/${name}/hints`, { shown });
  else change(name, { hints: shown });
}

/**
 * @param {string} name
 * @param {Step} step
 */
function change(name, step) {
  const steps = ownSteps();
  remember(NAME, JSON.stringify({ ...steps, [name]: { ...steps[name], ...step } }));
}
