/** @file The real binary in a world of its own, serving its page. */

import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

/** The top of the repository. */
export const ROOT = resolve(dirname(fileURLToPath(import.meta.url)), "../../..");

/** How long the binary may take to say where it listens, in ms; machines may be busy. */
const PATIENCE = 60_000;

/** The binary under test: the one that is named, or else the one that was built last as cargo does by itself. */
export function binary() {
  const path = process.env.OTHELLO_HOST ?? join(ROOT, "target/debug/othello-host");
  if (!existsSync(path)) throw new Error(`no ${path}; build it, or name it by OTHELLO_HOST`);
  return path;
}

/** Folders of a user who has nothing yet. */
export class World {
  constructor() {
    this.folder = mkdtempSync(join(tmpdir(), "othello-web-"));
    /** @type {Host[]} */
    this.hosts = [];
    /** @type {import("node:child_process").ChildProcess[]} whatever else ends with it */
    this.others = [];
  }

  /** @param {string} name */
  path(name) {
    return join(this.folder, name);
  }

  /**
   * @param {string} name
   * @param {string} text
   */
  write(name, text) {
    mkdirSync(dirname(this.path(name)), { recursive: true });
    writeFileSync(this.path(name), text);
    return this.path(name);
  }

  env() {
    const { OTHELLO_PLUGINS, OTHELLO_PASSWORD, OTHELLO_API_KEY, OTHELLO_HISTORY, ...others } = process.env;
    return {
      ...others, HOME: this.folder, XDG_CACHE_HOME: this.path("cache"), XDG_DATA_HOME: this.path("data"),
      XDG_CONFIG_HOME: this.path("config"),
    };
  }

  /**
   * Runs the binary to its end.
   *
   * @param {...string} args
   */
  run(...args) {
    const ran = spawnSync(binary(), args, { cwd: this.folder, env: this.env(), encoding: "utf8", timeout: PATIENCE });
    if (ran.status !== 0) throw new Error(`${args.join(" ")}: ${ran.stderr}`);
    return ran.stdout;
  }

  /**
   * Starts the binary and leaves it running.
   *
   * @param {string[]} args
   * @param {NodeJS.ProcessEnv} [env]
   */
  start(args, env = {}) {
    const host = new Host(spawn(binary(), args, {
      cwd: this.folder, env: { ...this.env(), ...env }, stdio: ["ignore", "pipe", "pipe"],
    }));
    this.hosts.push(host);
    return host;
  }

  /**
   * Starts a server.
   *
   * @param {...string} args
   */
  async serve(...args) {
    const where = args.includes("--addr") ? [] : ["--addr", "127.0.0.1:0"];
    const host = this.start(["serve", ...where, ...args]);
    host.address = (await host.line()).replace(/\/$/, "");
    return host;
  }

  /**
   * Starts a ladder in this world's one file.
   *
   * @param {...string} args
   */
  async ladder(...args) {
    const host = this.start(["ladder", "--file", this.path("ladder.db"), ...args]);
    await host.says("  file:");
    host.address = host.told("people").replace(/\/$/, "");
    return host;
  }

  async close() {
    await Promise.all(this.hosts.map((host) => host.stop()));
    this.others.forEach((other) => other.kill("SIGKILL"));
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** A running binary. */
export class Host {
  /** @param {import("node:child_process").ChildProcessByStdio<null, import("node:stream").Readable, import("node:stream").Readable>} child */
  constructor(child) {
    this.child = child;
    this.address = "";
    this.out = "";
    this.err = "";
    child.stdout.on("data", (data) => { this.out += data; });
    child.stderr.on("data", (data) => { this.err += data; });
    /** @type {Promise<number | null>} */
    this.ended = new Promise((done) => child.once("exit", (code) => done(code)));
  }

  /**
   * Waits until it has printed something.
   *
   * @param {string} words
   */
  async says(words) {
    const end = Date.now() + PATIENCE;
    while (!this.out.includes(words)) {
      if (this.child.exitCode !== null || Date.now() > end) throw new Error(`${words} was not printed: ${this.out}\n${this.err}`);
      await new Promise((done) => setTimeout(done, 20));
    }
  }

  /** The first line that it prints. */
  async line() {
    await this.says("\n");
    return this.out.split("\n")[0] ?? "";
  }

  /**
   * What a ladder says of itself under this name.
   *
   * @param {string} name
   */
  told(name) {
    return new RegExp(`^ *${name}: +(\\S+)`, "m").exec(this.out)?.[1] ?? "";
  }

  /** @param {NodeJS.Signals} [signal] */
  async stop(signal = "SIGINT") {
    if (this.child.exitCode === null && this.child.signalCode === null) this.child.kill(signal);
    const late = setTimeout(() => this.child.kill("SIGKILL"), 5000);
    const code = await this.ended;
    clearTimeout(late);
    return code;
  }
}
