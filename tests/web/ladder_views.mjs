/**
 * @file All views of a ladder as they are seen on a phone, a laptop and a large screen, with many people, long names, and
 * games that are played elsewhere too: nothing is too wide, and axe finds nothing wrong. With OTHELLO_SHOTS=FOLDER they
 * are kept there to be looked at.
 */

import { spawn } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import assert from "node:assert/strict";
import { axe } from "./support/axe.mjs";
import { shown, tooWide } from "./support/browser.mjs";
import { scenario } from "./support/scenario.mjs";

/** @typedef {import("playwright-core").Page} Page */

const WIDTHS = [375, 1280, 1920];
const HEIGHTS = new Map([[375, 740], [1280, 800], [1920, 1080]]);
const LEGAL = readFileSync(new URL("../../host/web/queries/legal.cypher", import.meta.url), "utf8");
const NAMES = ["Ann", "Zo\u00eb", "Wilhelmina Featherstonew", "<b>Bob</b>", "Dora", "\u041f\u0451\u0442\u0440", "Li Wei", "Eve", "Fred", "\u0645\u062d\u0645\u062f", "Hugo", "Ida", "Jan", "Kim"];
const NATS = ["/usr/sbin/nats-server", "/usr/bin/nats-server"].find((path) => existsSync(path));

/**
 * A server for the games that are played elsewhere; nothing where this machine has none.
 *
 * @param {import("./support/host.mjs").World} world
 */
async function server(world) {
  if (!NATS) return undefined;
  const free = createServer().listen(0, "127.0.0.1");
  await new Promise((done) => { free.once("listening", done); });
  const { port } = /** @type {import("node:net").AddressInfo} */ (free.address());
  await new Promise((done) => { free.close(done); });
  world.others.push(spawn(NATS, ["-js", "-a", "127.0.0.1", "-p", `${port}`, "-sd", world.path("nats")], { stdio: "ignore" }));
  const answers = () => new Promise((done) => {
    const tried = connect(port, "127.0.0.1", () => { tried.destroy(); done(true); }).once("error", () => done(false));
  });
  while (!await answers()) await new Promise((done) => { setTimeout(done, 50); });
  return `nats://127.0.0.1:${port}`;
}

/**
 * @param {string} address
 * @param {string} path
 * @param {unknown} body
 * @param {string} [key]
 */
async function post(address, path, body, key) {
  const headers = { "Content-Type": "application/json", ...(key && { Authorization: `Bearer ${key}` }) };
  const answer = await fetch(`${address}${path}`, { method: "POST", headers, body: JSON.stringify(body) });
  assert.equal(answer.status, 201, await answer.clone().text());
  return answer.json();
}

/**
 * Looks at what a page shows in every width.
 *
 * @param {Page} page
 * @param {string} name
 */
async function inAllWidths(page, name) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: HEIGHTS.get(width) ?? 800 });
    await axe(page);
    const wide = await tooWide(page);
    assert.ok(wide <= 0, `${name} is ${wide} too wide at ${width}`);
    const folder = process.env.OTHELLO_SHOTS;
    if (folder) await page.screenshot({ path: `${folder}/${name}-${width}.png`, fullPage: name !== "screen" });
  }
}

/**
 * Black, White and the result of each game stand one after the other, whichever way their names are read.
 *
 * @param {Page} page
 */
async function inReadingOrder(page) {
  const games = page.getByRole("region", { name: "Latest games" }).locator(".played li");
  await games.filter({ hasText: NAMES[9] ?? "" }).first().waitFor();
  const wrong = await games.evaluateAll((items) => items.map((item) => {
    const places = [...item.querySelectorAll("a")].map((link) => link.getClientRects()[0]);
    const after = (/** @type {DOMRect} */ one, /** @type {DOMRect} */ other) => other.top > one.top + 5 || other.left >= one.right;
    return places.every((place, index) => index === 0 || after(/** @type {DOMRect} */ (places[index - 1]), /** @type {DOMRect} */ (place))) ? "" : item.textContent;
  }).filter(Boolean));
  assert.deepEqual(wrong, []);
}

scenario("every view of a ladder is whole on a phone, a laptop and a large screen", async ({ world, browser }) => {
  const url = await server(world);
  const host = await world.ladder("--title", "Graph afternoon of the whole tenth year", "--minutes", "60", "--size", "6",
    "--addr", "127.0.0.1:0", "-j", "1", ...(url ? ["--over", url] : []));
  if (url) world.start(["work", url, "--name", "the-machine-in-the-corner", "-j", "1", "--partial-jail"]);
  const code = host.told("code");
  const keys = [];
  for (const name of NAMES) {
    const { key } = await post(host.address, "/api/ladder/join", { name, code });
    keys.push(key);
    if (name !== "Kim") await post(host.address, "/api/ladder/versions", { query: `${LEGAL}// ${name}\n` }, key);
  }
  const organiser = await browser.open(host.told("organiser"));
  await organiser.getByRole("button", { name: `Remove ${NAMES[2]}` }).waitFor();
  await organiser.getByRole("button", { name: "Mute Dora" }).click();
  await organiser.getByRole("button", { name: "New link Fred" }).click();
  await organiser.getByRole("textbox", { name: "Link of Fred" }).waitFor();
  if (url) {
    await organiser.getByRole("heading", { name: "Other machines" }).waitFor();
    await shown(organiser, /the-machine-in-the-corner/).first().waitFor();
  }
  const screen = await organiser.context().newPage();
  await screen.goto(`${host.address}/screen`);
  await screen.getByAltText(/to be read by a phone/).waitFor();

  const guest = await browser.open(host.address);
  await guest.getByRole("heading", { name: "Join the ladder" }).waitFor();
  const ann = await browser.open(`${host.address}/#key=${keys[0]}`);
  await ann.getByRole("heading", { name: "My versions" }).waitFor();
  await shown(ann, /Place \d+ of \d+/).waitFor();
  await screen.locator(".screen-boards figure, .screen-boards li").first().waitFor();
  await inReadingOrder(guest);
  await inAllWidths(guest, "join");
  await inAllWidths(ann, "own");
  await inAllWidths(organiser, "organiser");
  await inAllWidths(screen, "screen");
  await ann.getByRole("region", { name: "Table of standings" }).getByRole("link", { name: "Ann", exact: true }).click();
  await ann.getByRole("heading", { name: "Ann", level: 1 }).waitFor();
  await inAllWidths(ann, "person");
  await ann.getByRole("link", { name: "Version 1" }).click();
  await ann.getByRole("heading", { name: "Ann, version 1" }).waitFor();
  await inAllWidths(ann, "version");
  await ann.locator(".played a.nowrap").first().click();
  await ann.getByRole("button", { name: "Back" }).waitFor();
  await inAllWidths(ann, "game");

  // A joker who knew the code has made many names: they are found by a part of them, and go at once.
  for (let number = 1; number <= 30; number += 1) await post(host.address, "/api/ladder/join", { name: `Joker ${number}`, code });
  await organiser.getByText("Joker 30", { exact: false }).first().waitFor();
  const many = organiser.getByRole("group", { name: "Many at once" });
  await many.getByLabel("Names with").fill("joker");
  await many.getByLabel("only those without a version").check();
  await organiser.getByRole("button", { name: "Remove Ann" }).waitFor({ state: "hidden" });
  await inAllWidths(organiser, "organiser-many");
  await many.getByRole("button", { name: "Remove these 30" }).click();
  await organiser.getByRole("dialog").getByRole("button", { name: "Remove", exact: true }).click();
  await many.getByRole("button", { name: "Take back these 30" }).waitFor();
  await shown(organiser, new RegExp(` ${NAMES.length} people`)).waitFor();
  await many.getByLabel("Names with").fill("");
  await many.getByLabel("only those without a version").uncheck();
  await organiser.getByRole("button", { name: "Remove Ann" }).waitFor();

  // The final, and what is to be seen when all is over.
  await organiser.setViewportSize({ width: 1280, height: 800 });
  await organiser.getByRole("button", { name: "Close submissions" }).click();
  await inAllWidths(organiser, "organiser-asks");
  await organiser.setViewportSize({ width: 1280, height: 800 });
  await organiser.getByRole("dialog").getByRole("button", { name: "Close submissions" }).click();
  await screen.getByRole("table", { name: "Final" }).waitFor();
  await inAllWidths(screen, "final");
  // Whoever takes part has the final on their phone, and whoever comes now knows that it is too late.
  await ann.goto(host.address);
  const final = ann.getByRole("region", { name: "Final" });
  await final.locator("tr.here").filter({ hasText: "Ann" }).waitFor();
  await shown(ann, /Place \d+ of \d+ in the final, with [\d.]+ points?/).waitFor();
  await shown(guest, "The final is being played").waitFor();
  await inAllWidths(ann, "own-final");
  await organiser.getByRole("button", { name: "End the event" }).click();
  await organiser.getByRole("dialog").getByRole("button", { name: "End the event" }).click();
  await shown(screen, "All queries can be read now.").waitFor();
  await inAllWidths(screen, "over");
  await guest.getByRole("heading", { name: "Graph afternoon of the whole tenth year", level: 1 }).waitFor();
  assert.ok(await guest.getByLabel("Your name").isHidden(), "nobody joins any more");
  await inAllWidths(guest, "join-over");
  await inAllWidths(organiser, "organiser-over");
});
