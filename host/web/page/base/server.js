/** @file Questions to the server that get one answer each. */

/** What the server refuses, in words for the person who asked. */
export class Refusal extends Error {
  /**
   * @param {string} message
   * @param {number} status
   * @param {unknown} body
   */
  constructor(message, status, body) {
    super(message);
    this.status = status;
    this.body = body;
  }
}

/** @type {() => Record<string, string>} */
let identity = () => ({});

/**
 * Has every question say who asks.
 *
 * @param {() => Record<string, string>} headers
 */
export function identify(headers) {
  identity = headers;
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function get(path) {
  return answer(await reach(path));
}

/**
 * @template T
 * @param {string} path
 * @param {unknown} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function post(path, body, signal) {
  const headers = { "Content-Type": "application/json" };
  return answer(await reach(path, { method: "POST", headers, body: JSON.stringify(body), signal: signal ?? null }));
}

/**
 * @template T
 * @param {string} path
 * @param {File} file
 * @returns {Promise<T>}
 */
export async function send(path, file) {
  return answer(await reach(path, { method: "POST", body: file }));
}

/**
 * @template T
 * @param {string} path
 * @returns {Promise<T>}
 */
export async function remove(path) {
  return answer(await reach(path, { method: "DELETE" }));
}

/** Questions of which the newest alone is answered: the one before is given up. */
export class Latest {
  constructor() {
    this.running = new AbortController();
  }

  /**
   * @template T
   * @param {string} path
   * @param {unknown} body
   * @returns {Promise<T>}
   */
  post(path, body) {
    this.running.abort();
    this.running = new AbortController();
    return post(path, body, this.running.signal);
  }

  close() {
    this.running.abort();
  }
}

/**
 * Whether an answer did not come because nobody waits for it any more.
 *
 * @param {unknown} error
 */
export function isAborted(error) {
  return error instanceof DOMException && error.name === "AbortError";
}

/**
 * A text as it is.
 *
 * @param {string} path
 */
export async function text(path) {
  const response = await reach(path);
  if (!response.ok) await answer(response);
  return response.text();
}

/** @type {Promise<import("./protocol.js").About> | undefined} */
let known;

/** What does not change while the server runs; asked once. */
export function about() {
  known ??= get("/api/about");
  known.catch(() => { known = undefined; });
  return known;
}

/**
 * @param {string} path
 * @param {RequestInit} [init]
 */
async function reach(path, init) {
  try {
    return await fetch(path, { ...init, headers: { ...identity(), ...init?.headers } });
  } catch (error) {
    if (isAborted(error)) throw error;
    throw new Refusal("the host does not answer; is it still running?", 0, null);
  }
}

/** @param {Response} response */
async function answer(response) {
  const body = await response.json().catch(() => null);
  if (response.ok && (body !== null || response.status === 204)) return body;
  const message = typeof body?.error === "string" ? body.error : body?.error?.message;
  throw new Refusal(message ?? `the host answered ${response.status}`, response.status, body);
}
