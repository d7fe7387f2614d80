/** @file Writing a bot: its versions, what the editor says of it, the graph beside it, and the games that try it. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { begin, shown } from "./support/browser.mjs";
import { ROOT, World } from "./support/host.mjs";
import { scenarios } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

/**
 * Brings a bot in a file.
 *
 * @param {Page} page
 * @param {string} file
 * @param {Buffer} buffer
 * @param {string} [name] what it is to be called, where the file does not say it
 * @param {boolean} [goes] whether it is taken
 */
async function bring(page, file, buffer, name = "", goes = true) {
  await page.getByLabel("Name", { exact: true }).fill(name);
  await page.getByLabel(/From a file/).setInputFiles({ name: file, mimeType: "application/octet-stream", buffer });
  await page.getByRole("button", { name: "Begin" }).click();
  if (goes) await page.waitForURL(/\/bots\/./);
}

/**
 * Writes a query in place of the one that is there.
 *
 * @param {Page} page
 * @param {string} query
 */
async function write(page, query) {
  await page.getByRole("textbox", { name: "Query" }).fill(query);
}

scenarios(() => {}, {
  "a bot is begun, saved over, looked at side by side, taken along, brought back and deleted": async ({ world, browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await begin(page, "My first");
    await write(page, "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1");
    await page.getByRole("button", { name: "Save as version 2" }).click();
    await page.getByRole("button", { name: "Saved as version 2" }).waitFor();
    await shown(page, "Versions", { exact: true }).click();
    await page.getByLabel("Version 1", { exact: true }).locator(".removed").first().waitFor();
    await page.getByLabel("Version 2", { exact: true }).locator(".added").first().waitFor();
    await page.goto(`${host.address}/bots`);
    const download = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download My first", exact: true }).click();
    const text = readFileSync(await (await download).path(), "utf8");
    assert.match(text, /^\/\/ My first: .*\n\/\/ version: 2\n\/\/ plays: othello\n\nMATCH/);
    // On the narrowest screen nothing of a row lies beyond the edge.
    await page.setViewportSize({ width: 320, height: 640 });
    for (const one of await page.locator(".own-bots").locator("a, button").all()) {
      const box = await one.boundingBox();
      assert.ok(box && box.x >= 0 && box.x + box.width <= 320, await one.innerText());
    }
    await page.setViewportSize({ width: 1280, height: 800 });
    const packed = page.waitForEvent("download");
    await page.getByRole("link", { name: "Download My first as a pack" }).click();
    assert.equal((await packed).suggestedFilename(), "My-first.othello");
    await (await packed).saveAs(world.path("taken.othello"));
    const elsewhere = new World();
    elsewhere.run("players", "add", "--no-check", world.path("taken.othello"));
    assert.match(elsewhere.run("players", "show", "My first"), /My first[^]*version +2/);
    await elsewhere.close();
    // A name that one has is gone on with, and not written over.
    await page.getByLabel("Name", { exact: true }).fill("My first");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.getByRole("alert").filter({ hasText: "You have a bot My first already." }).waitFor();
    await page.getByRole("link", { name: "Go on with it" }).click();
    await page.getByRole("button", { name: "Saved as version 2" }).waitFor();
    await page.goto(`${host.address}/bots`);
    await bring(page, "it.cypher", Buffer.from(text), "Brought");
    assert.match(await page.getByRole("textbox", { name: "Query" }).inputValue(), /^MATCH \(cell:Cell\)/);
    for (const name of ["Brought", "My first"]) {
      await page.goto(`${host.address}/bots`);
      await page.getByRole("button", { name: `Delete ${name}` }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Delete" }).click();
      await page.getByRole("link", { name, exact: true }).waitFor({ state: "detached" });
    }
    // The pack brings back what it was made of, and after that a next version.
    await bring(page, "taken.othello", readFileSync(world.path("taken.othello")));
    await page.getByRole("heading", { name: "My first", exact: true }).waitFor();
    await page.getByRole("button", { name: "Saved as version 2" }).waitFor();
    await shown(page, "Versions", { exact: true }).click();
    await page.getByLabel("Version 1", { exact: true }).locator(".removed").first().waitFor();
    await page.goto(`${host.address}/bots`);
    await bring(page, "next.cypher", Buffer.from(text.replace("LIMIT 1", "LIMIT 1 // next")));
    await page.getByRole("button", { name: "Saved as version 3" }).waitFor();
    await page.goto(`${host.address}/bots`);
    await bring(page, "nothing.othello", Buffer.from("no pack"), "Nothing", false);
    await page.getByRole("alert").filter({ hasText: "it is not a pack" }).waitFor();
    await page.locator("#bot-file[aria-invalid=true]:focus").waitFor();
    // What plays another game goes on doing so.
    await page.reload();
    await bring(page, "crosses.cypher", Buffer.from("// Crosses: any tile\n// plays: tictactoe\nMATCH (cell:TILE) WHERE cell.name IS NULL RETURN cell LIMIT 1"));
    await page.getByRole("heading", { name: "Crosses", exact: true }).waitFor();
    await page.waitForFunction(() => document.querySelectorAll("main [role=gridcell]").length === 9);
    await page.goto(`${host.address}/bots`);
    await page.getByLabel("Name", { exact: true }).fill("Simple");
    await page.getByRole("button", { name: "Begin" }).click();
    await page.locator("[aria-invalid=true]:focus").waitFor();
  },

  "errors are underlined as one types, words are completed and explained": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await begin(page, "Typed");
    const field = page.getByRole("textbox", { name: "Query" });
    await write(page, "MATCH (c:Cell)\nRETURN d");
    await shown(page, /Line 2, column 8/).waitFor();
    assert.equal((await page.locator(".paint .wrong").allInnerTexts()).join(""), "d");
    assert.equal(await field.getAttribute("aria-invalid"), "true");
    await write(page, "");
    await field.focus();
    await page.keyboard.type("MAT");
    await page.getByRole("option", { name: /^MATCH/ }).waitFor();
    await page.keyboard.press("Tab");
    await page.keyboard.type(" (c:Ce");
    await page.keyboard.press("Tab");
    await page.keyboard.type(" {sta");
    await page.keyboard.press("Tab");
    await page.keyboard.type(": $sy");
    await page.keyboard.press("Tab");
    await page.keyboard.type("}) RETURN c");
    assert.equal(await field.inputValue(), "MATCH (c:Cell {state: $symbol}) RETURN c");
    await page.keyboard.press("Home");
    await page.keyboard.press("F1");
    await page.getByRole("status").filter({ hasText: "MATCH: finds every place" }).waitFor();
    await page.keyboard.press("Control+Enter");
    await shown(page, "no player: 2 rows; one is wanted, add LIMIT 1").waitFor();
    await page.getByRole("button", { name: "Cheat sheet" }).click();
    await page.getByRole("dialog").getByText("NEIGHBOR_OF").first().waitFor();
  },

  "every example of the cheat sheet is a query that the engine takes": async ({ browser, host }) => {
    const page = await browser.open(host.address);
    const words = await import(join(ROOT, "host/web/page/editor/words.js"));
    const examples = words.VOCABULARY.flatMap((/** @type {{example?: string}} */ { example }) => example ?? []);
    assert.ok(examples.length > 50);
    for (const query of examples) {
      const answer = await page.request.post(`${host.address}/api/check`, { data: { query }, headers: { Origin: host.address } });
      assert.deepEqual(await answer.json(), { fault: null }, query);
    }
  },

  "a bot is tried on fifty positions, and its failures are gone to": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await begin(page, "Tried");
    await page.getByRole("button", { name: "Try on 50 positions" }).click();
    await shown(page, /a player: legal on all 50 positions/).waitFor();
    await write(page, "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1");
    await page.getByRole("button", { name: "Try on 50 positions" }).click();
    const named = (/** @type {string} */ title) => page.locator(".verdict-places > div").filter({ has: page.getByRole("heading", { name: title }) }).getByRole("button");
    await named("Where it fails").first().click();
    await shown(page, /a player that loses here: returned \w\d, not legal/).waitFor();
    await named("Slowest").nth(4).click();
    await shown(page, /^a player( that loses here)?: returned \w\d, (not )?legal$/).waitFor();
    await page.getByRole("gridcell", { name: /returned by the query/ }).waitFor();
  },

  "the graph beside the editor is lit, and gone through row by row": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await begin(page, "Seen");
    await write(page, "MATCH (c:Cell {state: $symbol})-[r:NEIGHBOR_OF]-(o:Cell {state: 'O'}) RETURN c, r, o");
    await page.getByRole("button", { name: "Run", exact: true }).click();
    await shown(page, /Lit up: 4 nodes and 4 relationships/).waitFor();
    await page.getByRole("button", { name: "Next row" }).click();
    await shown(page, /Lit up: 2 nodes and 1 relationship that row 1 of 4 holds/).waitFor();
    await page.getByRole("img", { name: /Directions: 1 down and right/ }).waitFor();
    await page.getByRole("button", { name: "Zoom in" }).click();
  },

  "a bot is tested against a player, compared with its version before, and stopped": async ({ browser, host }) => {
    const page = await browser.open(`${host.address}/bots`);
    await begin(page, "Tested");
    const legal = await page.getByRole("textbox", { name: "Query" }).inputValue();
    await write(page, "MATCH (cell:Cell) WHERE cell.state IS NULL RETURN cell LIMIT 1");
    const games = page.getByRole("region", { name: "Games that try it" });
    await games.getByLabel("Against", { exact: true }).selectOption({ label: "Simple" });
    await games.getByRole("button", { name: "Test" }).click();
    await games.getByText(/Tested v2 wins \d+ % ± \d+/).waitFor();
    await games.getByRole("link", { name: /Game \d+, lost as/ }).first().waitFor();
    await games.getByText("The games are over.").waitFor();
    // Two that play alike are never told apart.
    await write(page, `// again\n${legal}`);
    await games.getByLabel("Against version").selectOption({ label: "version 1" });
    await games.getByRole("button", { name: "Compare" }).click();
    await games.getByText(/Tested v3 wins \d+ %/).waitFor();
    await games.getByRole("button", { name: "Stop" }).click();
    await games.getByRole("button", { name: "Stop" }).waitFor({ state: "hidden" });
    await games.getByRole("link", { name: "All of it" }).click();
    await shown(page, /round-robin, \d+ of \d+ games$/).waitFor();
  },

  "on a host that many visit, each browser has bots of its own": async ({ browser, world }) => {
    const shared = await world.serve("--host-name", "games.example");
    const ann = await browser.open(`${shared.address}/bots`);
    await shown(ann, "Your bots belong to this browser").waitFor();
    await begin(ann, "Of Ann");
    await ann.goto(`${shared.address}/bots`);
    await ann.getByRole("link", { name: "Of Ann", exact: true }).waitFor();
    const bob = await browser.open(`${shared.address}/bots`);
    await shown(bob, "None yet.").waitFor();
    await bob.goto(`${shared.address}/bots/Of%20Ann`);
    await shown(bob, /there is no bot "Of Ann"/).waitFor();
    await bob.goto(`${shared.address}/bots`);
    await bob.getByLabel("Name", { exact: true }).fill("Of Ann");
    await bob.getByRole("button", { name: "Begin" }).click();
    await bob.getByRole("alert").filter({ hasText: 'there is a player "Of Ann" already' }).waitFor();
    await bring(bob, "theirs.cypher", Buffer.from("// Of Ann: another's\nMATCH (cell:Cell) RETURN cell LIMIT 1"), "", false);
    await bob.getByRole("alert").filter({ hasText: 'there is a player "Of Ann" already' }).waitFor();
    await bob.goto(shared.address);
    await bob.getByRole("group", { name: "White" }).getByLabel("Player").selectOption("Of Ann");
  },
});
