/** @file Scenarios: a fresh world, its server and a browser for a file, pages of its own for each scenario. */

import { after, before, test } from "node:test";
import { Browser } from "./browser.mjs";
import { World } from "./host.mjs";

/**
 * @typedef {object} Stage
 * @property {World} world
 * @property {Browser} browser
 * @property {import("./host.mjs").Host} host
 */

/**
 * Scenarios that share a server and a browser.
 *
 * @param {(world: World) => string[] | void} prepare sets the world up, and says with what the server starts
 * @param {Record<string, (stage: Stage) => Promise<void>>} scenarios
 */
export function scenarios(prepare, scenarios) {
  const world = new World();
  /** @type {Stage} */
  let stage;
  before(async () => {
    const args = prepare(world) ?? [];
    const host = await world.serve(...args);
    stage = { world, browser: await Browser.launch(), host };
  });
  for (const [name, scenario] of Object.entries(scenarios)) {
    test(name, { timeout: 300_000 }, async () => {
      try {
        await scenario(stage);
        stage.browser.quiet();
      } catch (error) {
        console.log(`${name}\n${await stage.browser.shown()}`);
        throw error;
      } finally {
        await stage.browser.leave();
      }
    });
  }
  after(async () => {
    try {
      await stage?.browser.close();
    } finally {
      await world.close();
    }
  });
}
