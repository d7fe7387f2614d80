/** @file What people have written, and where they are, stays theirs whatever leads them elsewhere meanwhile. */

import assert from "node:assert/strict";
import { begin, ELSEWHERE, HERE, newGame, shown, status } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

const MINE = "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1 // mine";

/** @param {Page} page */
function query(page) {
  return page.getByRole("textbox", { name: "Query", exact: true });
}

scenarios(() => {}, {
  "what leads to a place within a view leaves it as it is": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console`);
    const paste = page.getByLabel("Paste a transcript, a position or GGF");
    await paste.fill("f5d6");
    await page.getByRole("link", { name: "Skip to the content" }).focus();
    await page.keyboard.press("Enter");
    await page.waitForURL(/#main$/);
    assert.equal(await paste.inputValue(), "f5d6");
    await page.goBack();
    await page.waitForURL(/console[^#]*$/);
    assert.equal(await paste.inputValue(), "f5d6");
  },

  "an address of no game leaves no connection behind": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/game/aaaaaaaaaa`);
    await shown(page, "there is no such game on this host").first().waitFor();
    await page.getByRole("link", { name: "Begin a game" }).click();
    await page.getByRole("heading", { name: "New game" }).waitFor();
    let connections = 0;
    page.on("websocket", () => { connections += 1; });
    // After five seconds of silence a connection that is left would be tried again.
    await page.waitForTimeout(7000);
    assert.equal(connections, 0);
    assert.equal(await page.locator("#connection").isVisible(), false);
  },

  "a version that is being written is kept until it is saved": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await begin(page, "Kept");
    await shown(page, /Not saved yet/).waitFor({ state: "hidden" });
    await query(page).fill(MINE);
    await shown(page, /Not saved yet/).waitFor();
    await page.getByRole("navigation").getByRole("link", { name: "Learn" }).click();
    await page.getByRole("heading", { name: /^Learn Cypher/ }).waitFor();
    await page.goto(`${host.address}/bots/Kept`);
    await shown(page, /Not saved yet/).waitFor();
    assert.equal(await query(page).inputValue(), MINE);
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByRole("button", { name: "Saved as version 2" }).waitFor();
    await shown(page, /Not saved yet/).waitFor({ state: "hidden" });
  },

  "an old tab puts nothing over what another one has written": async ({ browser, host }) => {
    const old = await browser.open(`${host.address}/console`);
    await query(old).waitFor();
    const page = await old.context().newPage();
    await page.goto(`${host.address}/console`);
    await query(page).fill(MINE);
    await page.waitForFunction((text) => Object.values(localStorage).includes(text), MINE);
    // Where nothing was written it is taken over.
    await old.bringToFront();
    await old.waitForFunction((text) => [...document.querySelectorAll("textarea")].some(({ value }) => value === text), MINE);
    await old.getByRole("navigation").getByRole("link", { name: "Learn" }).click();
    await old.getByRole("heading", { name: /^Learn Cypher/ }).waitFor();
    await page.bringToFront();
    await page.reload();
    await query(page).waitFor();
    assert.equal(await query(page).inputValue(), MINE);
  },

  "who watches stays when the players play again, and finds the way": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    await newGame(page, { black: HERE, white: ELSEWHERE });
    const guest = await browser.open(await page.getByRole("region", { name: "Waiting for" }).getByRole("link").innerText());
    await status(guest, /Black to move/);
    const first = page.url();
    const watcher = await browser.open(first);
    await status(watcher, /Black to move/);
    await page.getByRole("button", { name: "Resign" }).click();
    await page.getByRole("dialog", { name: "Resign?" }).getByRole("button", { name: "Resign" }).click();
    await watcher.getByRole("dialog", { name: /wins/ }).getByRole("button", { name: "Look at the game" }).click();
    const before = await guest.evaluate(() => history.length);
    await guest.getByRole("dialog", { name: /wins/ }).getByRole("button", { name: "Play again" }).first().click();
    await status(page, /Your move as Black/);
    await status(guest, /Black to move/);
    assert.equal(await guest.evaluate(() => history.length), before + 1, "once in the history");
    const way = watcher.getByRole("link", { name: "To their next game" });
    await way.waitFor();
    assert.equal(watcher.url(), first);
    await way.click();
    await status(watcher, /Black to move/);
    assert.equal(watcher.url(), page.url());
  },

  "a query for another game plays on in that game, and again": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/console?game=tictactoe`);
    for (const version of [1, 2]) {
      await page.getByRole("button", { name: "Play on with this query" }).click();
      const dialog = page.getByRole("dialog", { name: "Play on with this query" });
      await dialog.getByLabel("Its name").fill("Crosses");
      await dialog.getByRole("button", { name: "Save and play" }).click();
      await page.waitForURL(/\/game\//);
      await shown(page, /Crosses/).first().waitFor();
      if (version === 1) await page.goto(`${host.address}/console?game=tictactoe`);
    }
  },

  "games that try a bot are found again, and stopped, by whoever comes back": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await begin(page, "Returning");
    // Two that play alike are never told apart.
    await query(page).fill(`// again\n${await query(page).inputValue()}`);
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByRole("button", { name: "Saved as version 2" }).waitFor();
    await page.getByRole("button", { name: "Compare" }).click();
    await shown(page, /Returning v2 wins/).waitFor();
    await page.reload();
    const all = page.getByRole("link", { name: "All of it" });
    await all.waitFor();
    await all.click();
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("button", { name: "Stop", exact: true }).waitFor({ state: "detached" });
    await shown(page, /round-robin, \d+ of \d+ games$/).waitFor();
  },
});
