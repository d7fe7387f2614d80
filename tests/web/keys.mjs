/** @file A bot by keyboard alone: written from nothing, saved, looked at, tested, taken along, deleted and brought back. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { axe } from "./support/axe.mjs";
import { shown, tabTo } from "./support/browser.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/** What is typed for a first legal move, with a Tab where the list is to complete it. */
const TYPED = [
  "MATCH (cell:Ce", "Tab", ")-[r:NEI", "Tab", "]-(o:Ce", "Tab", " {sta", "Tab", ": 'O'})\n",
  "  -[{direction: r.direction}]-(mine:Ce", "Tab", " {state: $sym", "Tab", "})\nWHERE cell.state IS NULL\nRETURN cell LIMIT 1",
];
const QUERY = `MATCH (cell:Cell)-[r:NEIGHBOR_OF]-(o:Cell {state: 'O'})
  -[{direction: r.direction}]-(mine:Cell {state: $symbol})
WHERE cell.state IS NULL
RETURN cell LIMIT 1`;

/**
 * Goes to something by Tab and presses Enter there.
 *
 * @param {Page} page
 * @param {Parameters<Page["getByRole"]>[0]} role
 * @param {string | RegExp} name
 */
async function enter(page, role, name) {
  await tabTo(page, role, name);
  await page.keyboard.press("Enter");
}

scenarios(() => {}, {
  "a bot is written from nothing, saved twice, tested, stopped, taken along, deleted and brought back": async ({ browser, host, world }) => {
    const page = await browser.open(host.address);
    await enter(page, "link", /^Write a bot/);
    await tabTo(page, "textbox", "Name");
    await page.keyboard.type("By keys");
    await page.keyboard.press("Enter");
    await page.getByRole("heading", { name: "By keys", exact: true }).waitFor();
    await tabTo(page, "textbox", "Query");
    await page.keyboard.press("Control+a");
    await page.keyboard.press("Delete");
    for (const piece of TYPED) await (piece === "Tab" ? page.keyboard.press(piece) : page.keyboard.type(piece));
    const query = page.getByRole("textbox", { name: "Query", exact: true });
    assert.equal(await query.inputValue(), QUERY);
    await page.keyboard.press("Control+Enter");
    await page.getByRole("status").filter({ hasText: /^a player: returned \w\d, legal$/ }).waitFor();
    await enter(page, "button", "Save as version 2");
    await page.getByRole("status").filter({ hasText: "Saved as version 2" }).waitFor();
    await tabTo(page, "textbox", "Query");
    await page.keyboard.press("Control+End");
    await page.keyboard.type("0");
    await enter(page, "button", "Save as version 3");
    await page.getByRole("button", { name: "Saved as version 3" }).waitFor();
    // Two versions side by side.
    await tabTo(page, "combobox", "Against version");
    for (let presses = 0; presses < 9 && !await page.evaluate(() => document.activeElement?.matches("summary")); presses += 1) await page.keyboard.press("Tab");
    await page.keyboard.press("Enter");
    await page.getByLabel("Version 2", { exact: true }).locator(".removed").filter({ hasText: "LIMIT 1" }).waitFor();
    await page.getByLabel("Version 3", { exact: true }).locator(".added").filter({ hasText: "LIMIT 10" }).waitFor();
    await axe(page);
    await enter(page, "button", "Test");
    await shown(page, "The games are over.").waitFor();
    // Versions that play alike go on for as long as nobody stops them.
    await enter(page, "button", "Compare");
    await enter(page, "button", "Stop");
    await page.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    await enter(page, "link", "My bots");
    const packed = page.waitForEvent("download");
    await enter(page, "link", "Download By keys as a pack");
    await (await packed).saveAs(world.path("keys.othello"));
    await enter(page, "button", "Delete By keys");
    await enter(page, "button", "Delete");
    await shown(page, "None yet.").waitFor();
    // The system's own dialog of files is not the page's.
    await tabTo(page, "textbox", "Name");
    await page.getByLabel(/From a file/).setInputFiles({ name: "keys.othello", mimeType: "", buffer: readFileSync(world.path("keys.othello")) });
    await enter(page, "button", "Begin");
    await page.getByRole("button", { name: "Saved as version 3" }).waitFor();
    assert.equal(await query.inputValue(), `${QUERY}0`);
  },
});
