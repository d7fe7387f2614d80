/** @file Scenarios: a fresh world, its server and a browser for a file, pages of its own for each scenario. */

import { after, before, test } from "node:test";
import { Browser } from "./browser.mjs";
import { World } from "./host.mjs";

/** How long a scenario may take, in ms, however busy the machine is. */
const PATIENCE = 300_000;

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
    test(name, { timeout: 2 * PATIENCE }, async () => {
      try {
        await attempt(name, scenario, stage);
      } catch {
        // A browser may lose a page or stand still on a machine that does much else: what is wrong, is wrong twice.
        await attempt(name, scenario, stage);
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

/**
 * Has a scenario gone through once, ends what it has started, and shows what its pages came to where it fails.
 *
 * @param {string} name
 * @param {(stage: Stage) => Promise<void>} scenario
 * @param {Stage} stage
 */
async function attempt(name, scenario, stage) {
  const hosts = [...stage.world.hosts];
  try {
    await scenario(stage);
    stage.browser.quiet();
  } catch (error) {
    console.log(`${name}\n${error instanceof Error ? error.stack : error}\n${await stage.browser.shown()}`);
    throw error;
  } finally {
    await stage.browser.leave();
    await Promise.all(stage.world.hosts.filter((host) => !hosts.includes(host)).map((host) => host.stop()));
  }
}
