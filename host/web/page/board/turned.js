/** @file Which square is shown where, when the board is turned by quarters and seen in a mirror. */

/**
 * @typedef {object} Turn
 * @property {number} quarters how often the board was turned clockwise
 * @property {boolean} mirrored whether left and right are exchanged then
 */

/**
 * Turns a table clockwise.
 *
 * @template T
 * @param {T[][]} table
 * @returns {T[][]}
 */
function quarter(table) {
  return (table[0] ?? []).map((_, column) => table.map((row) => /** @type {T} */ (row[column])).reverse());
}

/**
 * The table as it is seen.
 *
 * @template T
 * @param {T[][]} table
 * @param {Turn} turn
 * @returns {T[][]}
 */
export function turned(table, { quarters, mirrored }) {
  let seen = table;
  for (let done = 0; done < quarters % 4; done += 1) seen = quarter(seen);
  return mirrored ? seen.map((row) => [...row].reverse()) : seen;
}

/**
 * What is written at the upper and the left edge.
 *
 * @param {string[][]} seen the squares as they are seen
 * @param {Turn} turn
 */
export function edges(seen, { quarters }) {
  const letter = (/** @type {string} */ name) => name.slice(0, 1);
  const number = (/** @type {string} */ name) => name.slice(1);
  const [upper, left] = quarters % 2 === 0 ? [letter, number] : [number, letter];
  return {
    upper: (seen[0] ?? []).map(upper),
    left: seen.map((row) => left(row[0] ?? "")),
  };
}
