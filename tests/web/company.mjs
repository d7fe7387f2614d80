/** @file More than one page, or none that plays: two seats, machines among themselves, and breaks. */

import assert from "node:assert/strict";
import { cell, ELSEWHERE, HERE, legal, moves, newGame, shown, status, tab } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * An address that the organiser hands out.
 *
 * @param {Page} page
 * @param {string} whose
 */
async function address(page, whose) {
  await tab(page, "Share");
  return page.getByLabel(whose, { exact: true }).inputValue();
}

scenarios(() => {}, {
  "two people play in two tabs, and taking back needs the other's consent": async ({ browser, host }) => {
    const organiser = await browser.open(host.address);
    for (const [side, name] of [["Black", "Ann"], ["White", "Bob"]]) {
      const seat = organiser.getByRole("group", { name: side });
      await seat.getByLabel("Player").selectOption({ label: ELSEWHERE });
      await seat.getByLabel("Name").fill(name ?? "");
    }
    await newGame(organiser, { black: ELSEWHERE, white: ELSEWHERE });
    assert.equal(await organiser.getByRole("button", { name: "Step" }).count(), 0, "people have no pace to set");
    const black = await browser.open(await address(organiser, "Black's seat"));
    const white = await browser.open(await address(organiser, "White's seat"));
    await status(black, /Your move as Black/);
    await cell(white, "d3").click();
    await white.getByRole("alert").filter({ hasText: "It is Black's turn" }).waitFor();
    await cell(black, "d3").click();
    await status(white, /Your move as White/);
    for (const page of [black, white, organiser]) await page.getByRole("gridcell", { name: "d3, black, last move" }).waitFor();

    await black.getByRole("button", { name: "Undo" }).click();
    await shown(black, "the other side has to agree").waitFor();
    const asked = white.getByRole("group", { name: "Undo asked for" });
    await asked.getByText("Ann asks to take back to move 0.").waitFor();
    await asked.getByRole("button", { name: "Refuse" }).click();
    await status(black, /Bob refuses/);
    await black.getByRole("gridcell", { name: /^d3, black/ }).waitFor();
    await black.getByRole("button", { name: "Undo" }).click();
    await white.getByRole("button", { name: "Agree" }).click();
    for (const page of [black, white]) await page.getByRole("gridcell", { name: /^d3, (legal move|empty)/ }).waitFor();
    await status(black, /Your move as Black/);
  },

  "two people share one page": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: HERE, size: "4" });
    for (let played = 0; played < 3; played += 1) {
      await status(page, played % 2 === 0 ? /Your move, Black/ : /Your move, White/);
      await legal(page).first().click();
      await moves(page, played + 1);
    }
    await page.getByRole("button", { name: "Undo" }).click();
    await status(page, /Your move, Black/);
    assert.equal(await page.locator(".move").count(), 2);
  },

  "machines play step by step, by themselves, and pause": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: "Simple", white: "Random" });
    await status(page, /Simple \(Black\) is to move when you step/);
    await page.getByRole("button", { name: "Step" }).click();
    await moves(page, 1);
    await page.keyboard.press("n");
    await moves(page, 2);
    // At this pace the game lasts longer than any click may.
    await page.getByLabel("Delay in ms").fill("4000");
    await page.getByRole("button", { name: "Auto" }).click();
    await page.locator(".move").nth(2).waitFor();
    await page.getByRole("button", { name: "Pause" }).click();
    await status(page, /when you step/);
    const paused = await page.locator(".move").count();
    await page.getByRole("button", { name: "Step" }).click();
    await moves(page, paused + 1);

    await page.getByRole("button", { name: /^2 White/ }).click();
    await page.getByRole("button", { name: "Go on from here" }).click();
    await moves(page, 2);
    await page.getByLabel("Delay in ms").fill("50");
    await page.getByRole("button", { name: "Auto" }).click();
    await page.locator(".move").nth(4).waitFor();
    // They go on when nobody looks, and it is seen from home that they do.
    await page.goto(host.address);
    const games = page.getByRole("region", { name: "Games here" });
    await games.getByRole("heading", { name: "Finished" }).waitFor();
    await games.getByRole("img", { name: /^Simple against Random after [456]\d moves/ }).first().click();
    await status(page, /wins|draw/i);
  },

  "each player's query is shown with its time and rows, unless it is hidden until the end": async ({ browser, host }) => {
    const organiser = await browser.open(host.address);
    await newGame(organiser, { black: "Simple", white: "Simple" });
    const watcher = await browser.open(organiser.url());
    await tab(watcher, "Queries");
    await tab(organiser, "Queries");
    await organiser.getByLabel("Hide queries until the end").check();
    await organiser.getByRole("button", { name: "Step" }).click();
    await shown(watcher, "The query is hidden until the game ends").waitFor();
    await organiser.getByLabel("Hide queries until the end").uncheck();
    await shown(watcher, /asked \d.* ms, ran \d.* ms, 1 row/).waitFor();
    assert.match(await watcher.locator("pre.query").innerText(), /MATCH/);
    await cell(watcher, "d3").click();
    await watcher.getByRole("alert").filter({ hasText: "You watch this game" }).waitFor();
    await organiser.getByRole("button", { name: "Stop the game" }).click();
    await organiser.getByRole("dialog").getByRole("button", { name: "Stop the game" }).click();
    await watcher.getByRole("dialog", { name: "No result" }).waitFor();
  },

  "a pass is announced": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/?size=4&moves=b1c1d3`);
    await newGame(page, { black: HERE, white: HERE });
    await cell(page, "a1").click();
    await status(page, /Black has no legal move and passes. Your move, White/);
    await page.getByRole("status").filter({ hasText: "Black has no legal move and passes" }).waitFor();
    await page.getByRole("button", { name: "5 Black pass" }).waitFor();
  },

  "a game goes on after the server was restarted": async ({ browser, world, host: other }) => {
    let host = await world.serve();
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Simple" });
    await cell(page, "d3").click();
    await moves(page, 2);
    await host.stop("SIGKILL");
    await shown(page, "The connection is lost").waitFor();
    host = await world.serve("--addr", new URL(host.address).host);
    await shown(page, "The connection is lost").waitFor({ state: "hidden" });
    await status(page, /Your move/);
    await legal(page).first().click();
    await moves(page, 4);
    assert.notEqual(host.address, other.address);
  },
});
