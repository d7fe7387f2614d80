/** @file A person against a machine: by mouse, by keyboard alone, taking back, and coming back. */

import assert from "node:assert/strict";
import { cell, HERE, legal, newGame, shown, status } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Waits for the person's turn or the end, and says whether the game goes on.
 *
 * @param {Page} page
 */
async function myTurn(page) {
  await status(page, /Your move|wins|draw/i);
  return /Your move/.test(await page.locator(".status").innerText());
}

/** @param {Page} page */
async function namedEnd(page) {
  const dialog = page.getByRole("dialog", { name: /wins|draw/i });
  await dialog.waitFor();
  const title = await dialog.getByRole("heading").innerText();
  const black = await page.getByRole("gridcell", { name: /, black/ }).count();
  const white = await page.getByRole("gridcell", { name: /, white/ }).count();
  if (black !== white) assert.match(title, new RegExp(`${black > white ? "Black" : "White"} wins, ${Math.max(black, white)} to ${Math.min(black, white)}`));
  return dialog;
}

scenarios(() => {}, {
  "a whole game is played by mouse": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Random", size: "6" });
    while (await myTurn(page)) {
      const moves = await page.locator(".move").count();
      await legal(page).first().click();
      await page.waitForFunction((before) => document.querySelectorAll(".move").length > before, moves);
    }
    const dialog = await namedEnd(page);
    await dialog.getByRole("button", { name: "Look at the game" }).click();
    await page.getByRole("button", { name: /^1 Black/ }).click();
    await status(page, /You look at move 1 of/);
  },

  "a whole game is played by keyboard alone": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await page.getByRole("heading", { name: "New game" }).waitFor();
    await page.getByLabel("Size").focus();
    await page.keyboard.type("4");
    await page.getByRole("button", { name: "Start the game" }).focus();
    await page.keyboard.press("Enter");
    await page.getByRole("grid", { name: "Board" }).waitFor();
    let arrows = true;
    while (await myTurn(page)) {
      const name = await legal(page).first().getByRole("button").getAttribute("aria-label");
      const square = name?.split(",")[0] ?? "";
      const moves = await page.locator(".move").count();
      if (arrows) await walkTo(page, square);
      else await page.keyboard.type(square);
      arrows = !arrows;
      await page.waitForFunction((before) => document.querySelectorAll(".move").length > before, moves);
    }
    await namedEnd(page);
    await page.keyboard.press("Escape");
    await page.getByRole("dialog").waitFor({ state: "detached" });
  },

  "a cell's name says what stands there, and an illegal move is refused with its reason": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Simple" });
    await status(page, /Your move/);
    assert.equal(await page.getByRole("gridcell").count(), 64);
    assert.equal(await page.getByRole("row").count(), 8);
    assert.equal(await legal(page).count(), 4);
    for (const name of ["d4, white", "e4, black", "d3, legal move", "a1, empty"]) {
      await page.getByRole("gridcell", { name, exact: true }).waitFor();
    }
    await cell(page, "a1").click();
    await page.getByRole("alert").filter({ hasText: "a1 is not legal" }).waitFor();
    await page.getByRole("gridcell", { name: "a1, empty, not legal" }).waitFor();
    await cell(page, "d3").click();
    await page.getByRole("status").filter({ hasText: /White \w\d, turned/ }).waitFor();
  },

  "keys tell legal moves, score, clocks, the last move, a row and the board": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Simple", more: { "Clock of each side": "5m" } });
    await status(page, /Your move/);
    const said = page.getByRole("status");
    for (const [key, words] of /** @type {[string, RegExp][]} */ ([
      ["l", /Legal for Black: \w\d, .* and \w\d/], ["s", /Black 2, White 2\. Black to move/],
      ["t", /Black has 4 minutes 5\d seconds|Black has 5 minutes/], ["m", /no move yet/], ["w", /Row 4: .*d white, e black/],
    ])) {
      await page.keyboard.press(key);
      await said.filter({ hasText: words }).waitFor();
    }
    await page.keyboard.type("d3");
    await page.locator(".move").nth(1).waitFor();
    await page.keyboard.press(",");
    await said.filter({ hasText: "Black d3, turned d4" }).waitFor();
    await cell(page, "d3").getByRole("button").focus();
    await page.keyboard.press("r");
    await said.filter({ hasText: /Row 3: .*d black/ }).waitFor();
    await shown(page, "Board as text").click();
    await shown(page, /Row 3: .*d black/).waitFor();
  },

  "a move is taken back and played again": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Simple" });
    await cell(page, "d3").click();
    await page.locator(".move").nth(1).waitFor();
    await status(page, /Your move/);
    await page.getByRole("button", { name: "Undo" }).click();
    await page.getByRole("gridcell", { name: "d3, legal move" }).waitFor();
    assert.equal(await page.locator(".move").count(), 0);
    await page.getByRole("button", { name: "Redo" }).click();
    await page.getByRole("gridcell", { name: /^d3, (black|white)/ }).waitFor();
    await page.locator(".move").nth(1).waitFor();
  },

  "a reload in the middle shows the same game": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Simple" });
    await cell(page, "d3").click();
    await page.locator(".move").nth(1).waitFor();
    const names = () => page.getByRole("grid").getByRole("button").evaluateAll((cells) => cells.map((one) => one.ariaLabel));
    await status(page, /Your move/);
    const before = await names();
    await page.reload();
    await status(page, /Your move/);
    assert.deepEqual(await names(), before);
    await legal(page).first().click();
    await page.locator(".move").nth(3).waitFor();
  },

  "a person resigns and the end is named": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Simple" });
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog", { name: "Resign?" }).getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog", { name: "White wins by forfeit" }).waitFor();
  },
});

/**
 * Walks over the board by arrows, and chooses.
 *
 * @param {Page} page
 * @param {string} square
 */
async function walkTo(page, square) {
  await page.getByRole("grid").locator("button[tabindex='0']").focus();
  for (let steps = 0; steps < 40; steps += 1) {
    const here = await page.evaluate(() => /** @type {HTMLElement} */ (document.activeElement).dataset.square ?? "");
    if (here === square) break;
    const [down, right] = [Number(square.slice(1)) - Number(here.slice(1)), square.charCodeAt(0) - here.charCodeAt(0)];
    await page.keyboard.press(down > 0 ? "ArrowDown" : down < 0 ? "ArrowUp" : right > 0 ? "ArrowRight" : "ArrowLeft");
  }
  await page.keyboard.press("Enter");
}
