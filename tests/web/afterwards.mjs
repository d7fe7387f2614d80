/** @file After a game: what decided it, who was ahead, what was best, and the next game of the same. */

import assert from "node:assert/strict";
import { axe } from "./support/axe.mjs";
import { cell, ELSEWHERE, HERE, legal, newGame, shown, status, tab, tooWide } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** A game whose last move gives a corner away, as no other move there does. */
const BLUNDER = "f5d6c3d3c4f4f6f3e6e7d7g6g2";

/** @param {Page} page */
async function resign(page) {
  await page.getByRole("button", { name: "Resign" }).click();
  await page.getByRole("dialog", { name: "Resign?" }).getByRole("button", { name: "Resign" }).click();
}

scenarios(() => {}, {
  "a review names the moves that decided the game, and leads to each with what was best": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/?moves=${BLUNDER}`);
    await newGame(page, { black: HERE, white: HERE });
    await resign(page);
    await page.getByRole("dialog", { name: /wins/ }).getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("heading", { name: "Turning points" }).waitFor();
    await shown(page, /Black gave away [\d.]+ discs, White gave away [\d.]+ discs?/).waitFor();
    await page.getByRole("img", { name: /Evaluation over the game.*13 / }).waitFor();
    const point = page.getByRole("list", { name: "Turning points" }).getByRole("listitem").last();
    assert.match(await point.innerText(), /13\s*Black g2 (turned|was a costly move).*\s+It lost [\d.]+ discs\. Best was \w\d \(.*\), then \w\d /);
    await point.getByRole("button").click();
    await status(page, /^Black played g2 here, which lost [\d.]+ discs; \w\d was best\.$/);
    await page.getByRole("gridcell", { name: /best move/ }).waitFor();
    await page.getByRole("gridcell", { name: "g2, empty, played in the game" }).waitFor();
    assert.equal(await point.getByRole("button").getAttribute("aria-current"), "step");
    await page.getByRole("meter", { name: "Evaluation" }).waitFor();
    await axe(page);
    await page.getByRole("group", { name: "After the game" }).getByRole("button", { name: "Play again", exact: true }).waitFor();
    await tab(page, "Moves");
    await page.getByRole("button", { name: /^1 Black/ }).click();
    await status(page, /move 1 of 13/);
    assert.equal(await page.getByRole("gridcell", { name: /best move/ }).count(), 0);
  },

  "a review says how far it is, is stopped, and goes on where it was": async ({ browser, world }) => {
    const host = await world.serve();
    const page = await browser.open(`${host.address}/console?moves=${BLUNDER}`);
    await tab(page, "Evaluation");
    const begin = page.getByRole("button", { name: "Review the game" });
    await begin.click();
    await page.getByRole("progressbar", { name: "Looked at" }).waitFor();
    await shown(page, /^[1-9]\d? of 14 positions$/).waitFor();
    await page.getByRole("img", { name: /Evaluation over the game/ }).waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await shown(page, /^Stopped\./).waitFor();
    assert.equal(await begin.evaluate((button) => button === document.activeElement), true);
    assert.equal(await page.getByRole("progressbar").count(), 0);
    // Another tab of the same game shares what is known.
    const other = await browser.open(page.url());
    await tab(other, "Evaluation");
    const answer = other.waitForResponse(/api\/review/);
    await other.getByRole("button", { name: "Review the game" }).click();
    const { scores } = await (await answer).json();
    assert.ok(scores[0] !== null, "it begins where the other one was");
    // A host that goes away in the middle is told, and what is asked again goes on.
    const port = new URL(host.address).port;
    await host.stop("SIGKILL");
    await shown(other, /the host does not answer/).waitFor();
    assert.equal(await other.getByRole("progressbar").count(), 0);
    await world.serve("--addr", `127.0.0.1:${port}`);
    await other.getByRole("button", { name: "Review the game" }).click();
    await other.getByRole("heading", { name: "Turning points" }).waitFor();
    assert.equal(await other.getByRole("progressbar").count(), 0);
  },

  "the bar beside the board says who is ahead, in whatever position one looks at": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console?moves=${BLUNDER}`, { viewport: { width: 320, height: 640 } });
    const meter = page.getByRole("meter", { name: "Evaluation" });
    assert.equal(await meter.count(), 0);
    await tab(page, "Evaluation");
    await page.getByLabel("bar beside the board").check();
    const says = (/** @type {string} */ words) => page.locator(`[role=meter][aria-valuetext*="${words}"]`).waitFor();
    await says("White ahead by ");
    await page.getByRole("button", { name: "First position" }).click();
    await page.locator("[role=meter]:not([aria-valuetext='not known yet'])").waitFor();
    assert.match(await meter.getAttribute("aria-valuetext") ?? "", /^even$|ahead by [\d.]+ discs?$/);
    assert.ok(Math.abs(Number(await meter.getAttribute("aria-valuenow"))) < 3, "the start is even");
    assert.equal(await tooWide(page), 0);
    await page.getByLabel("bar beside the board").uncheck();
    await meter.waitFor({ state: "hidden" });
  },

  "the best move is shown on request, in a game that is over as well": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/?moves=${BLUNDER}`);
    await newGame(page, { black: HERE, white: HERE });
    await page.getByRole("button", { name: "Best move", exact: true }).click();
    await status(page, /^Best is \w\d: White [+\u2212]?[\d.]+\.$/);
    await page.getByRole("gridcell", { name: /legal move, best move/ }).waitFor();
    await resign(page);
    await page.getByRole("dialog", { name: /wins/ }).getByRole("button", { name: "Look at the game" }).click();
    await page.getByRole("button", { name: "Best move", exact: true }).click();
    await page.getByRole("alert").filter({ hasText: "Nobody is to move here." }).waitFor();
    await page.getByRole("button", { name: /^12 White/ }).click();
    await page.keyboard.press("i");
    await status(page, /^Best is \w\d: Black [+\u2212]?[\d.]+\.$/);
  },

  "those who play again find both games in the history, and each leads to the other": async ({ browser, host }) => {
    const ann = await browser.open(host.address);
    await newGame(ann, { black: HERE, white: ELSEWHERE, size: "4" });
    const bob = await browser.open(await ann.getByRole("region", { name: "Waiting for" }).getByRole("link").innerText());
    const first = ann.url();
    await status(bob, /Black to move/);
    await legal(ann).first().click();
    await status(bob, /Your move as White/);
    await resign(ann);
    await ann.getByRole("dialog", { name: /wins/ }).getByRole("button", { name: "Look at the game" }).click();
    await ann.getByRole("group", { name: "After the game" }).getByRole("button", { name: "Swap colours, play again" }).click();
    await status(bob, /Your move as Black/);
    await status(ann, /Black to move/);
    await legal(bob).first().click();
    await status(ann, /Your move as White/);
    // From the first game one comes to the second, with the seat that one has.
    await ann.goto(first);
    await ann.getByRole("link", { name: "To their next game" }).click();
    await status(ann, /Your move as White/);
    await resign(bob);
    await bob.getByRole("dialog", { name: /wins/ }).getByRole("button", { name: "Look at the game" }).click();
    await bob.getByRole("link", { name: "History" }).click();
    const games = bob.getByRole("link", { name: /^Game \d+, / });
    await games.nth(1).waitFor();
    await games.first().click();
    const series = bob.getByRole("navigation", { name: "Games of this series" });
    await series.waitFor();
    assert.equal(await series.getByRole("link").count(), 2);
    const here = bob.url();
    await series.locator("a:not([aria-current])").click();
    await bob.waitForFunction((before) => location.href !== before, here);
    await series.locator("a:not([aria-current])").click();
    await bob.waitForFunction((before) => location.href === before, here);
    await cell(bob, "a1").waitFor();
  },
});
