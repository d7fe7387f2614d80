/** @file What this browser keeps, for good or for this tab alone. One that keeps nothing forgets it all. */

/**
 * Something that this browser has stored; nothing where it stores nothing.
 *
 * @param {string} name
 */
export function recall(name) {
  try {
    return localStorage.getItem(`othello-${name}`);
  } catch {
    return null;
  }
}

/**
 * @param {string} name
 * @param {string} value
 */
export function remember(name, value) {
  try {
    localStorage.setItem(`othello-${name}`, value);
  } catch {
    // A browser that keeps nothing forgets this too.
  }
}

/**
 * Stores something no more.
 *
 * @param {string} name
 */
export function forgetStored(name) {
  try {
    localStorage.removeItem(`othello-${name}`);
  } catch {
    // There is nothing.
  }
}

/**
 * The key of a game, which this tab alone keeps, so that it stands in no address that somebody may pass on.
 *
 * @param {string} game
 * @returns {string | null}
 */
export function recallKey(game) {
  try {
    return sessionStorage.getItem(`othello-key-${game}`);
  } catch {
    return keys.get(game) ?? null;
  }
}

/**
 * @param {string} game
 * @param {string} key
 */
export function rememberKey(game, key) {
  keys.set(game, key);
  try {
    sessionStorage.setItem(`othello-key-${game}`, key);
  } catch {
    // It lasts until the page is loaded again.
  }
}

/** @type {Map<string, string>} */
const keys = new Map();
