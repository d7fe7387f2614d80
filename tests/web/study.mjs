/** @file Understanding a game: queries on a position, the graph, evaluations, and texts to take along. */

import assert from "node:assert/strict";
import { cell, moves, shown, status, tab } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Writes a query and runs it.
 *
 * @param {Page} page
 * @param {string} query
 * @param {string} [button]
 */
async function run(page, query, button = "Run") {
  await page.getByRole("textbox", { name: "Query" }).fill(query);
  await page.getByRole("button", { name: button, exact: true }).click();
}

scenarios(() => {}, {
  "a query's rows are a table, and the cells that it returned are marked": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console?moves=f5d6`);
    await page.getByRole("button", { name: "Any legal cell" }).click();
    await page.getByRole("button", { name: "Run" }).click();
    await shown(page, /1 row in .* ms/).waitFor();
    await shown(page, /^a player: returned \w\d, legal$/).waitFor();
    await run(page, "MATCH (c:Cell) WHERE c.state = $symbol RETURN c, c.row AS row ORDER BY row");
    const table = page.getByRole("region", { name: "Rows" });
    await table.getByRole("columnheader", { name: "row" }).waitFor();
    const stones = await page.getByRole("gridcell", { name: /, black/ }).count();
    assert.equal(await table.getByRole("row").count(), stones + 1);
    assert.equal(await page.getByRole("gridcell", { name: /, black.* returned by the query/ }).count(), stones);
    await page.getByRole("button", { name: "Take back" }).click();
    await table.waitFor({ state: "detached" });
    assert.equal(await page.getByRole("gridcell", { name: /returned/ }).count(), 0);
  },

  "the profile of a query is a table": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console`);
    await run(page, "MATCH (c:Cell) WHERE c.state IS NULL RETURN c LIMIT 1", "Profile");
    const table = page.getByRole("region", { name: "Profile" });
    for (const name of ["operator", "details", "rows", "hits", "time"]) {
      await table.getByRole("columnheader", { name, exact: true }).waitFor();
    }
    await table.getByRole("row", { name: /NodeByLabelScan/ }).waitFor();
  },

  "a wrong query is underlined at its place": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console`);
    for (const button of ["Run", "Profile"]) {
      await run(page, "MATCH (c:Cell)\nRETURN d", button);
      await page.locator(".fault").filter({ hasText: "Line 2, column 8" }).waitFor();
      const wrong = page.getByLabel("The place of the error").locator(".wrong");
      assert.equal((await wrong.allInnerTexts()).join(""), "d");
    }
    await run(page, "MATCH (c:Cell) SET c.state = 'X'");
    await page.locator(".fault").filter({ hasText: /read/i }).waitFor();
  },

  "a query becomes a player that plays on": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console?moves=f5`);
    await page.getByRole("button", { name: "The greedy one" }).click();
    await page.getByRole("button", { name: "Play on with this query" }).click();
    const dialog = page.getByRole("dialog", { name: "Play on with this query" });
    await dialog.getByLabel("Its name").fill("My <first>");
    await dialog.getByRole("button", { name: "Save and play" }).click();
    await dialog.getByRole("alert").filter({ hasText: "letters" }).waitFor();
    await dialog.getByLabel("Its name").fill("My first");
    await dialog.getByLabel("Against, as Black").selectOption({ label: "You, on this page" });
    await dialog.getByRole("button", { name: "Save and play" }).click();
    await page.getByRole("group", { name: /White, My first/ }).waitFor();
    await page.locator(".move").nth(1).waitFor();
    await status(page, /Your move as Black/);
    await tab(page, "Queries");
    await shown(page, /flips/).waitFor();
  },

  "the graph shows every cell, and what a query returned is lit": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console`);
    await run(page, "MATCH p = (:Cell {row: 0, column: 0})-[:NEIGHBOR_OF]->(:Cell {row: 1, column: 1}) RETURN p");
    await shown(page, /1 row in/).waitFor();
    await tab(page, "Graph");
    await shown(page, "64 nodes, 210 relationships. Lit up: 2 nodes and 1 relationship").waitFor();
    const graph = page.getByRole("group", { name: "The graph" });
    assert.equal(await graph.getByRole("button", { name: /, lit$/ }).count(), 2);
    await graph.getByRole("button", { name: /^d4 / }).click();
    await shown(page, /8 relationships: /).waitFor();
    await graph.getByRole("button", { name: /^a1 / }).focus();
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("Enter");
    await shown(page, /5 relationships: /).waitFor();
  },

  "our strongest player values the position, its moves and the game": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console?moves=f5d6c3`);
    await tab(page, "Evaluation");
    await page.getByRole("button", { name: "Evaluate" }).click();
    await shown(page, /White [+\u2212]?\d.*Best is \w\d/).waitFor();
    await page.getByRole("gridcell", { name: /legal move, value [+\u2212]?\d/ }).first().waitFor();
    await page.getByRole("button", { name: "Review the game" }).click();
    await page.getByRole("img", { name: /Evaluation over the game/ }).waitFor();
  },

  "a game is looked through, branched and taken along as text": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console?moves=f5d6c3`);
    await moves(page, 3);
    await page.keyboard.press("Home");
    await status(page, /move 0 of 3/);
    await page.keyboard.press(".");
    await status(page, /move 1 of 3/);
    await page.getByRole("gridcell", { name: "e5, black, turned" }).waitFor();
    await page.getByRole("button", { name: "Last position" }).click();
    await tab(page, "Share");
    assert.equal(await page.getByLabel("Transcript", { exact: true }).inputValue(), "f5d6c3");
    assert.match(await page.getByLabel("Position", { exact: true }).inputValue(), /^[-XO]{64} O$/);
    const paste = page.getByLabel("Paste a transcript, a position or GGF");
    await paste.fill("1. F5 2. f6");
    await page.getByRole("button", { name: "Set up" }).click();
    await tab(page, "Moves");
    await moves(page, 2);
    await cell(page, "f6").filter({ has: page.locator(".O") }).waitFor();
    await page.getByRole("button", { name: "Branch from here" }).click();
    await page.getByRole("heading", { name: "New game" }).waitFor();
    assert.equal(await page.getByLabel(/Begin after/).inputValue(), "f5f6");
  },

  "a position that was pasted is played on": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console`);
    await page.getByLabel("Paste a transcript, a position or GGF").fill("-----OX--XO----- O");
    await page.getByRole("button", { name: "Set up" }).click();
    await status(page, /White to move/);
    await cell(page, "c1").click();
    await status(page, /Black to move/);
    await tab(page, "Moves");
    await page.getByRole("button", { name: "Branch from here" }).click();
    await page.getByRole("heading", { name: "New game" }).waitFor();
    await page.getByRole("button", { name: "Start the game" }).click();
    await status(page, /Your move as Black/);
    await tab(page, "Moves");
    await moves(page, 1);
    await tab(page, "Share");
    assert.match(await page.getByLabel("GGF", { exact: true }).inputValue(), /BO\[4 [-*O]{16} O\]/);
  },
});
