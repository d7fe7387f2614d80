/** @file Other games and boards, small screens, tastes, and what the page costs. */

import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { cell, HERE, legal, moves, newGame, shown, status, tab } from "./support/browser.mjs";
import { ROOT } from "./support/host.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

const PHONE = { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true };

/** How much a first paint may cost, in bytes and in requests, and how much of a processor a click, in ms. */
const FIRST_PAINT = 60_000, REQUESTS = 8, REACTION = 300;

/**
 * Whether all of the board is to be seen without scrolling.
 *
 * @param {Page} page
 */
async function showsTheBoard(page) {
  await page.getByRole("grid", { name: "Board" }).waitFor();
  const seen = await page.evaluate(() => {
    const { left, top, right, bottom } = /** @type {Element} */ (document.querySelector(".board")).getBoundingClientRect();
    const { scrollWidth, clientWidth } = document.documentElement;
    return { inside: left >= 0 && top >= 0 && right <= innerWidth && bottom <= innerHeight, across: scrollWidth - clientWidth };
  });
  assert.deepEqual(seen, { inside: true, across: 0 });
}

/** A user's own game: tic-tac-toe, by another name. */
const OWN = "Noughts of my own";

scenarios((world) => {
  const built = join(ROOT, "host/board/games/tictactoe");
  for (const name of readdirSync(built)) world.write(`games/own/${name}`, readFileSync(join(built, name), "utf8").replace(/^title = .*/m, `title = "${OWN}"`));
  return ["--game", world.path("games/own")];
}, {
  "a game of the user's own is played, queried and kept": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { game: OWN, black: HERE, white: HERE });
    await status(page, /Your move, X/);
    await cell(page, "b2").click();
    await status(page, /Your move, O/);
    await tab(page, "Console");
    await shown(page, /A cell is \(:TILE \{y, x\}\)/).waitFor();
    await page.getByRole("button", { name: "Any legal cell" }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await shown(page, /^a player: returned \w\d, legal$/).waitFor();
    for (const [square, side] of [["a1", "O"], ["a2", "X"], ["b1", "O"], ["c2", "X"]]) {
      await status(page, new RegExp(`Your move, ${side}`));
      await cell(page, square).click();
    }
    await page.getByRole("dialog").getByRole("button", { name: "Look at the game" }).click();
    await page.getByRole("link", { name: "History" }).click();
    await page.getByRole("link", { name: /Game 1, / }).click();
    await status(page, /You look at move 0 of 5/);
    await page.getByRole("button", { name: "One move on" }).click();
    await page.getByRole("button", { name: "Branch from here" }).click();
    await page.getByRole("button", { name: "Start the game" }).click();
    await status(page, /Your move, O/);
  },

  "tic-tac-toe is played with crosses and noughts": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { game: "Tic-tac-toe", black: HERE, white: "Perfect" });
    await status(page, /Your move as X/);
    await page.getByRole("gridcell", { name: "b2, legal move" }).click();
    await page.getByRole("gridcell", { name: /^b2, X/ }).waitFor();
    while (!/wins|draw/i.test(await page.locator(".status").innerText())) {
      const before = await page.locator(".move").count();
      if (/Your move/.test(await page.locator(".status").innerText())) await legal(page).first().click();
      await page.waitForFunction((known) => document.querySelectorAll(".move").length > known ||
        /wins|draw/i.test(document.querySelector(".status")?.textContent ?? ""), before);
    }
    await page.getByRole("dialog", { name: /^(O wins|X wins|A draw)$/ }).waitFor();
  },

  "a board of 10 x 10 is typed on with two digits": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Simple", size: "10" });
    await status(page, /Your move/);
    assert.equal(await page.getByRole("gridcell").count(), 100);
    await page.keyboard.type("a10");
    await page.getByRole("alert").filter({ hasText: "a10 is not legal" }).waitFor();
    await page.keyboard.type("e4");
    await moves(page, 2);
    await showsTheBoard(page);
  },

  "a phone shows the whole board, upright and aside, and is played by touch": async ({ browser, host }) => {
    const page = await browser.open(host.address, PHONE);
    await newGame(page, { black: HERE, white: "Simple", more: { "Clock of each side": "5m" } });
    await status(page, /Your move/);
    await showsTheBoard(page);
    await cell(page, "d3").tap();
    await moves(page, 2);
    const sizes = await page.getByRole("group", { name: "Game controls" }).getByRole("button").evaluateAll((buttons) =>
      buttons.map((button) => button.getBoundingClientRect()).filter(({ width, height }) => width < 24 || height < 24).length);
    assert.equal(sizes, 0, "buttons too small for a finger");
    await page.setViewportSize({ width: 667, height: 375 });
    await page.evaluate(() => scrollTo(0, 0));
    await page.locator(".board").scrollIntoViewIfNeeded();
    await showsTheBoard(page);
  },

  "the board is seen whole on every screen": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console`);
    for (const [width, height] of [[1024, 600], [1280, 800], [1920, 1080], [820, 1180], [320, 568]]) {
      await page.setViewportSize({ width: width ?? 0, height: height ?? 0 });
      await showsTheBoard(page);
    }
  },

  "light and dark are as the system says, or as one wishes": async ({ browser, host }) => {
    const page = await browser.open(host.address, { colorScheme: "dark" });
    const paper = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.getByRole("heading", { name: "New game" }).waitFor();
    const dark = await paper();
    await page.getByRole("button", { name: "Colours: as the system" }).click();
    const light = await paper();
    assert.notEqual(light, dark);
    await page.reload();
    await page.getByRole("button", { name: "Colours: light" }).click();
    assert.equal(await paper(), dark);
  },

  "discs turn over one after the other, but not for people who prefer stillness": async ({ browser, host }) => {
    for (const reducedMotion of /** @type {const} */ (["reduce", "no-preference"])) {
      const page = await browser.open(`${host.address}/console`, { reducedMotion });
      await page.evaluate(() => {
        /** @type {any} */ (globalThis).begun = 0;
        document.addEventListener("animationstart", () => { /** @type {any} */ (globalThis).begun += 1; });
      });
      await cell(page, "d3").click();
      await page.getByRole("gridcell", { name: "d4, black, turned" }).waitFor();
      const begun = () => /** @type {any} */ (globalThis).begun;
      if (reducedMotion === "reduce") assert.equal(await page.evaluate(begun), 0);
      else await page.waitForFunction(() => /** @type {any} */ (globalThis).begun >= 2);
    }
  },

  "a first paint is light, and nothing comes from another host": async ({ browser, host }) => {
    const page = await browser.open("about:blank");
    /** @type {string[]} */
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(host.address);
    await page.getByRole("heading", { name: "New game" }).waitFor();
    const bytes = await page.evaluate(() => performance.getEntries()
      .reduce((sum, entry) => sum + (entry instanceof PerformanceResourceTiming ? entry.transferSize : 0), 0));
    console.log(`first paint: ${bytes} bytes in ${asked.length} requests`);
    assert.ok(bytes > 0 && bytes < FIRST_PAINT, `${bytes} bytes`);
    assert.ok(asked.length <= REQUESTS, `${asked.length} requests: ${asked.join(" ")}`);
    await newGame(page, { black: HERE, white: "Simple" });
    for (const name of ["Queries", "Evaluation", "Console", "Graph", "Share"]) await page.getByRole("tab", { name }).click();
    await page.goto(`${host.address}/history`);
    assert.deepEqual(asked.filter((url) => new URL(url).origin !== host.address && !url.startsWith("data:")), []);
  },

  "a click is answered at once": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: HERE });
    const session = await page.context().newCDPSession(page);
    await session.send("Performance.enable");
    // What other programs do on the machine changes how long a person waits, but not what the page has to do.
    const used = async () => {
      const { metrics } = await session.send("Performance.getMetrics");
      return 1000 * (metrics.find(({ name }) => name === "ThreadTime")?.value ?? NaN);
    };
    const costs = [];
    for (let played = 1; played <= 8; played += 1) {
      const before = await used();
      await legal(page).first().click();
      await moves(page, played);
      costs.push(await used() - before);
    }
    const sorted = costs.toSorted((a, b) => a - b).map(Math.round);
    console.log(`clicks cost ${sorted.join(", ")} ms`);
    assert.equal(sorted.length, 8);
    assert.ok((sorted[4] ?? Infinity) < REACTION, `${sorted}`);
  },
});
