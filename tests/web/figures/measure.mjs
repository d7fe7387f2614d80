/**
 * @file What the page costs: what a first view loads, how long until one can act on a slow phone with a slow line, and
 * what a keystroke in a long query takes. `npm run figures` prints it; OTHELLO_HOST names the binary.
 */

import { Browser, cell, HERE, newGame } from "../support/browser.mjs";
import { World } from "../support/host.mjs";

/** @typedef {import("playwright-core").Page} Page */
/** @typedef {import("playwright-core").CDPSession} CDPSession */

/** A phone of ten years ago on a line of today: how many times slower than this machine, and ms for a round trip. */
const SLOWER = 4, ROUND_TRIP = 100;
/** What such a line carries, in bytes a second. */
const LINE = 10_000_000 / 8;
/** How often a view is opened, and how many keys are pressed. */
const VIEWS = 9, KEYS = 60, LINES = 400;

const world = new World();
const browser = await Browser.launch();
try {
  const host = await world.serve();
  const game = await gameOf(host.address);
  await show("home", host.address, async (page) => page.getByRole("button", { name: "Start the game" }).waitFor());
  await show("a game", game, async (page) => page.getByRole("gridcell", { name: "d3, legal move" }).waitFor());
  await keystrokes(`${host.address}/console`);
} finally {
  await browser.close();
  await world.close();
}

/**
 * A game against a machine that waits for its person.
 *
 * @param {string} address
 */
async function gameOf(address) {
  const page = await browser.open(address);
  await newGame(page, { black: HERE, white: "Simple" });
  await cell(page, "d3").waitFor();
  return page.url();
}

/**
 * What a view loads, and how long until one can act: the view is there, and the page has done what it had to do for it.
 *
 * @param {string} name
 * @param {string} address
 * @param {(page: Page) => Promise<void>} there
 */
async function show(name, address, there) {
  const times = [];
  let loaded = "";
  for (let seen = 0; seen < VIEWS; seen += 1) {
    const page = await browser.open("about:blank");
    const session = await page.context().newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", { offline: false, latency: ROUND_TRIP, downloadThroughput: LINE, uploadThroughput: LINE });
    await session.send("Emulation.setCPUThrottlingRate", { rate: SLOWER });
    const load = weigh(session);
    await page.goto(address, { waitUntil: "commit" });
    await there(page);
    // The last long piece of work, or the first paint where there was none, is when the page answers.
    times.push(await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => setTimeout(() => done(performance.now()))))));
    loaded = load();
    await page.context().close();
  }
  const [best, median] = [Math.min(...times), middle(times)];
  console.log(`${name}: ${loaded}; one can act after ${seconds(median)} s by median of ${VIEWS}, ${seconds(best)} s at best (${SLOWER} times slower, ${ROUND_TRIP} ms a round trip)`);
}

/**
 * Counts what comes over the line, as it was compressed.
 *
 * @param {CDPSession} session
 */
function weigh(session) {
  let [requests, bytes] = [0, 0];
  session.on("Network.requestWillBeSent", ({ request }) => { requests += Number(!request.url.startsWith("data:")); });
  session.on("Network.webSocketCreated", () => { requests += 1; });
  session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
  return () => `${requests} requests, ${(bytes / 1000).toFixed(1)} kB`;
}

/**
 * What a key costs in a long query: the processor time of the page's thread.
 *
 * @param {string} address
 */
async function keystrokes(address) {
  const page = await browser.open(address);
  const field = page.getByRole("textbox", { name: "Query" });
  const line = "MATCH (c:Cell {row: 1})-[:NEIGHBOR_OF]-(o:Cell) WHERE o.state = $symbol // and so on";
  await field.fill(Array.from({ length: LINES }, () => line).join("\n"));
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable");
  const used = async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    return 1000 * (metrics.find(({ name }) => name === "ThreadTime")?.value ?? NaN);
  };
  for (const [where, key] of [["at the beginning", "Control+Home"], ["in the middle", "Control+Home"], ["at the end", "Control+End"]]) {
    await field.press(key ?? "");
    if (where === "in the middle") for (let down = 0; down < LINES / 2; down += 1) await page.keyboard.press("ArrowDown");
    await page.keyboard.type("warm");
    const before = await used();
    await page.keyboard.type("x".repeat(KEYS));
    console.log(`a keystroke ${where} of a query of ${LINES} lines: ${((await used() - before) / KEYS).toFixed(2)} ms of processor time`);
  }
}

/** @param {number[]} numbers */
function middle(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? NaN;
}

/** @param {number} ms */
function seconds(ms) {
  return (ms / 1000).toFixed(2);
}
