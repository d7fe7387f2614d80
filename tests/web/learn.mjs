/** @file Learning Cypher: a path that is gone by keyboard alone, what is said on the way, and the page that greets. */

import assert from "node:assert/strict";
import { axe } from "./support/axe.mjs";
import { HERE, newGame, shown, status, tabTo, tooWide } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Types a query in place of the one that is there, and has it checked.
 *
 * @param {Page} page
 * @param {string} query
 */
async function answer(page, query) {
  await tabTo(page, "textbox", "Query");
  await page.keyboard.press("Control+a");
  await page.keyboard.insertText(query);
  await page.keyboard.press("Control+Enter");
}

/**
 * Waits until the solution stands where one writes.
 *
 * @param {Page} page
 */
async function solutionShown(page) {
  await page.waitForFunction(() => document.activeElement?.getAttribute("aria-label") === "Query");
}

scenarios(() => {}, {
  "the path is gone by keyboard alone, with what is wrong said and shown": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await tabTo(page, "link", "Learn");
    await page.keyboard.press("Enter");
    await tabTo(page, "link", "Begin");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Find your discs" }).waitFor();
    await answer(page, "MATCH (cell:Cell {state: 'X'}) RETURN cell");
    await shown(page, "These are Black's discs.").waitFor();
    await page.getByRole("status").filter({ hasText: "with O to move: 1 missing" }).waitFor();
    await page.getByRole("gridcell", { name: /white, missing$/ }).waitFor();
    await page.getByRole("gridcell", { name: /black, .*returned by the query, too many$/ }).first().waitFor();
    await shown(page, /Lit up: \d+ nodes/).waitFor();
    await axe(page);
    await answer(page, "MATCH (c:Cell) WHERE c.state = $symbol RETURN c AS cell");
    await page.locator(".lesson-verdict").getByText("Right on all 40 positions").waitFor();
    await tabTo(page, "link", "Next: Find what is empty");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "Find what is empty" }).waitFor();
    await tabTo(page, "button", "Hint");
    await page.keyboard.press("Enter");
    await shown(page, "The query that is there finds the opposite.").waitFor();
    await answer(page, "MATCH (cell:Cell WHERE cell.state IS NULL RETURN cell");
    await shown(page, /Line 1, column \d+/).waitFor();
    await tabTo(page, "button", "Solution");
    await page.keyboard.press("Enter");
    await page.getByRole("dialog").getByRole("button", { name: "Show it" }).press("Enter");
    await solutionShown(page);
    await page.keyboard.press("Control+Enter");
    await page.locator(".lesson-verdict").getByText("Right on all 40 positions").waitFor();
    await page.goto(`${host.address}/learn`);
    await shown(page, "2 of 20 done").waitFor();
    await page.getByRole("link", { name: "Go on: Step to a neighbour" }).waitFor();
  },

  "on a phone what is wrong is seen at once, and is shown on the board": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/learn/match`, { viewport: { width: 375, height: 667 }, hasTouch: true, isMobile: true });
    const seen = (/** @type {import("playwright-core").Locator} */ place) => place.evaluate((element) => {
      const { top, bottom } = element.getBoundingClientRect();
      return top >= 0 && bottom <= innerHeight;
    });
    await page.getByLabel("Query", { exact: true }).fill("MATCH (cell:Cell {state: 'X'}) RETURN cell");
    await page.getByRole("button", { name: "Check", exact: true }).tap();
    const said = page.locator(".lesson-verdict .mistake");
    await said.waitFor();
    assert.ok(await seen(said), "what is wrong");
    const missing = page.getByRole("gridcell", { name: /white, missing$/ }).first();
    await missing.waitFor();
    await page.getByRole("button", { name: "Show it on the board" }).tap();
    assert.ok(await seen(missing), "where it is wrong");
    assert.equal(await page.evaluate(() => document.activeElement?.closest("[role=grid]")?.getAttribute("aria-label")), "Board");
    await axe(page);
    // The sign below a wrong word stands below it, whatever is in the line.
    await page.getByLabel("Query", { exact: true }).fill("MATCH (cell:Cell) WHERE cell.iii = 1 RETURN other");
    await page.getByRole("button", { name: "Check", exact: true }).tap();
    const place = page.getByLabel("The place in your query");
    const [line = "", sign = ""] = (await place.innerText()).split("\n").slice(-2);
    assert.equal(line.indexOf("other"), sign.indexOf("^"), `${line}\n${sign}`);
    const style = await place.evaluate((element) => {
      const { fontFamily, whiteSpace } = getComputedStyle(element);
      return { fontFamily, whiteSpace };
    });
    assert.ok(/mono/i.test(style.fontFamily) && style.whiteSpace === "pre", JSON.stringify(style));
    await axe(page);
  },

  "a boss is played against, and its games are looked at": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/learn/simple`);
    await page.getByRole("button", { name: "Solution" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Show it" }).click();
    await solutionShown(page);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await shown(page, /Simple is beaten: [\d.]+ of 10 points/).waitFor();
    await axe(page);
    await page.getByRole("button", { name: "Game 10" }).click();
    await shown(page, "The game is over here, after").waitFor();
  },

  "the ways that a query walks are lit, one after the other": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/learn/legal`);
    await page.getByRole("button", { name: "Run on this board" }).click();
    await shown(page, "Lit up: 8 nodes and 8 relationships that the query walked.").waitFor();
    await page.getByRole("button", { name: "Next row" }).click();
    await shown(page, "Lit up: 3 nodes and 2 relationships that row 1 of 4 holds").waitFor();
    await page.getByRole("gridcell", { name: /^d4, white, on its way/ }).waitFor();
    await axe(page);
  },

  "a step on another game has its own board": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/learn/tiles`);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await shown(page, "These are all tiles.").waitFor();
    await page.waitForFunction(() => document.querySelectorAll("main [role=gridcell]").length === 9);
  },

  "every step fits the screen, from 320 to 1920 px": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/learn`);
    for (const path of ["/", "/learn", "/learn/reply", "/learn/oracle", "/rules"]) {
      await page.goto(host.address + path);
      await page.locator("main h1").waitFor({ state: "attached" });
      for (const width of [320, 375, 820, 1280, 1920]) {
        await page.setViewportSize({ width, height: 800 });
        const across = await tooWide(page);
        assert.equal(across, 0, `${path} is ${across} px too wide at ${width} px`);
      }
    }
  },

  "the page greets with a board that plays, and its doors lead on": async ({ browser, host }) => {
    const page = await browser.open(host.address, { reducedMotion: "reduce" });
    const welcome = page.getByRole("region", { name: "Welcome" });
    await welcome.getByRole("button", { name: "Let it play" }).click();
    const seen = () => welcome.getByRole("img").innerHTML();
    const first = await seen();
    await page.waitForFunction((old) => document.querySelector(".demo svg")?.innerHTML !== old, first);
    await welcome.getByRole("button", { name: "Pause" }).click();
    await welcome.getByRole("button", { name: /^Play/ }).click();
    assert.equal(await page.evaluate(() => document.activeElement?.id), "seat-black");
    await welcome.getByRole("link", { name: "The rules" }).click();
    await page.getByRole("heading", { name: "The rules of Othello" }).waitFor();
    await page.goto(host.address);
    await welcome.getByRole("button", { name: /^Watch/ }).click();
    await page.getByRole("grid", { name: "Board" }).waitFor();
    await page.getByRole("group", { name: /Black, Oracle/ }).waitFor();
  },

  "games are pictures, and those that are over stand apart": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: "Random", size: "4" });
    await status(page, /Your move/);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog").getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog", { name: /wins/ }).waitFor();
    await page.goto(host.address);
    await newGame(page, { black: HERE, white: "Random", size: "4" });
    await status(page, /Your move/);
    await page.goto(host.address);
    const games = page.getByRole("region", { name: "Games here" });
    await games.getByRole("heading", { name: "Being played" }).waitFor();
    await games.getByRole("heading", { name: "Finished" }).waitFor();
    await games.getByRole("img", { name: /against Random after 0 moves, 2 to 2/ }).first().waitFor();
  },
});
