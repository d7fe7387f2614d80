/** @file What axe, which knows the rules of accessible pages, finds wrong on one. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";

/** @typedef {import("playwright-core").Page} Page */

const AXE = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

/**
 * What axe finds wrong on a page, and values that were meant to be words.
 *
 * @param {Page} page
 */
export async function axe(page) {
  // A devtools evaluation is not bound by the page's policy, a script element would be.
  await page.evaluate(AXE);
  const violations = await page.evaluate(async () => {
    const { violations: found } = await /** @type {any} */ (globalThis).axe.run();
    return found.map((/** @type {any} */ one) => `${one.id}: ${one.nodes.map((/** @type {any} */ node) => node.html).join(" ")}`);
  });
  assert.deepEqual(violations, [], page.url());
  assert.doesNotMatch(await page.locator("body").innerText(), /NaN|undefined|\[object/, page.url());
}
