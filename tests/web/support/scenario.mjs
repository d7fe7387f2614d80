/**
 * @file Scenarios: a fresh world, its server and a browser for a file, and pages of its own for each scenario; or a
 * world and a browser for one alone, which starts its hosts itself.
 */

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
  /** @type {Stage} */
  let stage;
  before(async () => {
    stage = await setUp(prepare);
  });
  for (const [name, scenario] of Object.entries(scenarios)) {
    test(name, { timeout: 2 * PATIENCE }, async () => {
      try {
        await attempt(name, scenario, stage);
      } catch {
        // A browser may lose a page or stand still on a machine that does much else: what is wrong, is wrong twice. Nothing
        // is left of the first time.
        await takeDown(stage);
        stage = await setUp(prepare);
        await attempt(name, scenario, stage);
      }
    });
  }
  after(() => takeDown(stage));
}

/**
 * A world that was set up, its server and a browser.
 *
 * @param {(world: World) => string[] | void} prepare
 * @returns {Promise<Stage>}
 */
async function setUp(prepare) {
  const world = new World();
  try {
    const host = await world.serve(...prepare(world) ?? []);
    return { world, browser: await Browser.launch(), host };
  } catch (error) {
    await world.close();
    throw error;
  }
}

/**
 * Ends what there is of a world and its browser.
 *
 * @param {{world: World, browser?: Browser} | undefined} stage
 */
async function takeDown(stage) {
  try {
    await stage?.browser?.close();
  } finally {
    await stage?.world.close();
  }
}

/**
 * A scenario in a world of its own, where nothing runs yet; it is gone through in another one where it fails.
 *
 * @param {string} name
 * @param {(stage: {world: World, browser: Browser}) => Promise<void>} scenario
 */
export function scenario(name, scenario) {
  test(name, { timeout: 4 * PATIENCE }, async () => {
    try {
      await alone(name, scenario);
    } catch {
      await alone(name, scenario);
    }
  });
}

/**
 * @param {string} name
 * @param {(stage: {world: World, browser: Browser}) => Promise<void>} scenario
 */
async function alone(name, scenario) {
  const world = new World();
  /** @type {Browser | undefined} */
  let browser;
  try {
    browser = await Browser.launch();
    await scenario({ world, browser });
    browser.quiet();
  } catch (error) {
    await tell(name, error, browser);
    throw error;
  } finally {
    await takeDown({ world, browser });
  }
}

/**
 * Shows why a scenario failed, and what its pages came to.
 *
 * @param {string} name
 * @param {unknown} error
 * @param {Browser | undefined} browser
 */
async function tell(name, error, browser) {
  console.log(`${name}\n${error instanceof Error ? error.stack : error}\n${await browser?.shown()}`);
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
    await tell(name, error, stage.browser);
    throw error;
  } finally {
    await stage.browser.leave();
    await Promise.all(stage.world.hosts.filter((host) => !hosts.includes(host)).map((host) => host.stop()));
  }
}
