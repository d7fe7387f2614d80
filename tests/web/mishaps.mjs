/** @file What goes wrong on the way, and ways that people go: lost scripts and answers, two tabs, back and forth, keys alone. */

import assert from "node:assert/strict";
import { axe } from "./support/axe.mjs";
import { cell, ELSEWHERE, HERE, legal, moves, newGame, shown, status } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

const FIRST = "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1";
const ENDLESS = "UNWIND range(1, 1000000000) AS a WITH a WHERE a % 7 = 8 RETURN a";

/**
 * Presses a button by a key, and waits for what comes of it; whoever did that stands on this button afterwards.
 *
 * @param {Page} page
 * @param {import("playwright-core").Locator} button
 * @param {() => Promise<unknown>} comes
 * @param {import("playwright-core").Locator} [other]
 */
async function press(page, button, comes, other = button) {
  await button.focus();
  await page.keyboard.press("Enter");
  await comes();
  const there = await other.evaluateHandle((element) => element);
  await page.waitForFunction((element) => element === document.activeElement, there);
}

scenarios((world) => {
  world.run("match", "Simple", "Random", "--games", "2", "--size", "4", "--quiet");
}, {
  "a script that does not come is told, and the page is loaded again": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await page.getByRole("heading", { name: "New game" }).waitFor();
    await page.route("**/page/views-*.js", (route) => route.abort());
    await page.getByRole("link", { name: "History" }).click();
    await shown(page, /A part of this page did not come/).waitFor();
    await axe(page);
    await page.unroute("**/page/views-*.js");
    await page.getByRole("button", { name: "Load the page again" }).click();
    await page.getByRole("heading", { name: "History" }).waitFor();
    // Where not even the first script comes, the page alone has to say it.
    await page.route("**/page/main-*.js", (route) => route.abort());
    await page.goto(`${host.address}/learn`);
    await page.getByText("The page is not there yet.").waitFor();
    browser.complaints = browser.complaints.filter((one) => !/ERR_FAILED/.test(one));
  },

  "a save whose answer is lost is kept, and made once": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await page.getByLabel("Name", { exact: true }).fill("Lost");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("heading", { name: "Lost", exact: true }).waitFor();
    const query = page.getByRole("textbox", { name: "Query", exact: true });
    await query.fill(FIRST);
    await page.route("**/api/bots", async (route) => {
      await route.fetch();
      await route.abort();
    });
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByRole("alert").filter({ hasText: "the host does not answer" }).waitFor();
    await page.reload();
    assert.equal(await query.inputValue(), FIRST);
    await page.unroute("**/api/bots");
    // By now the host is known to have it.
    await page.getByRole("button", { name: "Saved as version 2" }).waitFor();
    const { versions } = await (await page.request.get(`${host.address}/api/bots/Lost`)).json();
    assert.equal(versions.length, 2);
    browser.complaints = browser.complaints.filter((one) => !/ERR_FAILED/.test(one));
  },

  "a host that is killed while it works is told, and what is asked again is answered": async ({ browser, world }) => {
    let host = await world.serve();
    const address = host.address;
    const begin = async () => { host = await world.serve("--addr", new URL(address).host); };
    const page = await browser.open(`${address}/console`);
    await page.getByRole("textbox", { name: "Query" }).fill(ENDLESS);
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await page.getByRole("button", { name: "Cancel" }).waitFor();
    await host.stop("SIGKILL");
    await shown(page, /the host does not answer/).waitFor();
    await begin();
    await page.getByRole("textbox", { name: "Query" }).fill("RETURN 1 AS one");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await shown(page, /1 row in/).waitFor();
    // A lesson's check, and a move of a game.
    await page.goto(`${address}/learn/match`);
    await page.getByLabel("Query", { exact: true }).fill(`${ENDLESS} AS cell`);
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor();
    await host.stop("SIGKILL");
    await page.getByRole("alert").filter({ hasText: "the host does not answer" }).waitFor();
    await begin();
    await page.getByLabel("Query", { exact: true }).fill("MATCH (c:Cell) WHERE c.state = $symbol RETURN c AS cell");
    await page.getByRole("button", { name: "Check", exact: true }).click();
    await shown(page, /Right on all 40 positions/).waitFor();
    await page.goto(address);
    await newGame(page, { black: HERE, white: "Simple" });
    await cell(page, "d3").click();
    await moves(page, 2);
    await host.stop("SIGKILL");
    await shown(page, "The connection is lost").waitFor();
    await legal(page).first().click();
    await page.getByRole("alert").filter({ hasText: "can't be reached" }).waitFor();
    await begin();
    await shown(page, "The connection is lost").waitFor({ state: "hidden" });
    await status(page, /Your move as Black/);
    assert.equal(await page.locator(".move").count(), 2);
    await legal(page).first().click();
    await moves(page, 4);
  },

  "one seat in two tabs is one player": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: ELSEWHERE, white: HERE });
    const seat = await page.getByRole("region", { name: "Waiting for" }).getByRole("link").innerText();
    const first = await browser.open(seat);
    await status(first, /Your move as Black/);
    const second = await first.context().newPage();
    await second.goto(seat);
    await status(second, /Your move as Black/);
    await cell(first, "d3").click();
    await moves(second, 1);
    await legal(page).first().click();
    await status(second, /Your move as Black/);
    await legal(second).first().click();
    await moves(first, 3);
    await second.close();
    await legal(page).first().click();
    await status(first, /Your move as Black/);
    await first.reload();
    await moves(first, 4);
    await status(first, /Your move as Black/);
  },

  "back, forth and a reload show each view again": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    /** @type {[string, string | RegExp][]} */
    const ways = [["Learn", "Learn Cypher by writing a player"], ["My bots", "My bots"], ["Console", "Console"],
      ["History", "History"], ["Contests", "Contests"], ["Ratings", "Ratings"]];
    const views = page.getByRole("navigation", { name: "Views" });
    const there = (/** @type {string | RegExp} */ name) => page.locator("main h1").filter({ hasText: name }).waitFor({ state: "attached" });
    for (const [link, title] of ways) {
      await views.getByRole("link", { name: link }).click();
      await there(title);
    }
    for (const [, title] of ways.slice(0, -1).reverse()) {
      await page.goBack();
      await there(title);
      await page.reload();
      await there(title);
    }
    for (const [link, title] of ways.slice(1)) {
      await page.goForward();
      await there(title);
      assert.equal(await views.locator("[aria-current=page]").innerText(), link);
    }
  },

  "whoever goes by keys stays where they are when they have pressed something": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    const button = (/** @type {string | RegExp} */ name) => page.getByRole("button", { name, exact: typeof name === "string" });
    await page.getByLabel("Name", { exact: true }).fill("Keys");
    await button("Begin").click();
    const query = page.getByRole("textbox", { name: "Query", exact: true });
    await query.fill(FIRST);
    await press(page, button("Save as version 2"), () => button("Saved as version 2").waitFor(), button("Saved as version 2"));
    await query.fill(ENDLESS);
    await button("Run").focus();
    await page.keyboard.press("Enter");
    await press(page, button("Cancel"), () => shown(page, "Cancelled.").waitFor(), button("Run"));
    await page.goto(`${host.address}/bots`);
    await button("Delete Keys").focus();
    await page.keyboard.press("Enter");
    await press(page, page.getByRole("dialog").getByRole("button", { name: "Delete" }), () => button("Delete Keys").waitFor({ state: "detached" }), page.getByRole("heading", { level: 1 }));
    await page.getByRole("status").filter({ hasText: "Keys is deleted." }).waitFor();
    // The last hint, and the last move that is taken back.
    await page.goto(`${host.address}/learn/match`);
    await button("Hint").focus();
    for (let hints = 0; hints < 9 && !await button("No more hints").isVisible(); hints += 1) await page.keyboard.press("Enter");
    await press(page, button("No more hints"), async () => {});
    await page.goto(host.address);
    await newGame(page, { black: HERE, white: HERE });
    await legal(page).first().click();
    await moves(page, 1);
    await press(page, button("Undo"), () => moves(page, 0));
    assert.equal(await button("Undo").getAttribute("aria-disabled"), "true");
    await page.keyboard.press("Enter");
    assert.equal(await page.locator(".move").count(), 0);
    await axe(page);
  },
});
