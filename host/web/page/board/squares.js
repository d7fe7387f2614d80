/** @file Squares as people write them: a letter for the column, a number for the row, from the upper left. */

/**
 * @param {number} row from 0
 * @param {number} column from 0
 */
export function square(row, column) {
  return `${String.fromCharCode(97 + column)}${row + 1}`;
}

/**
 * Row and column of a square, from 0.
 *
 * @param {string} name
 * @returns {{row: number, column: number}}
 */
export function place(name) {
  return { row: Number(name.slice(1)) - 1, column: name.charCodeAt(0) - 97 };
}

/**
 * What stands on a square: X, O or -.
 *
 * @param {string} cells by rows
 * @param {number} width
 * @param {string} name
 */
export function at(cells, width, name) {
  const { row, column } = place(name);
  return cells[row * width + column] ?? "-";
}

/**
 * The squares of a board of this shape, by rows.
 *
 * @param {number} width
 * @param {number} height
 */
export function squares(width, height) {
  return Array.from({ length: height }, (_, row) =>
    Array.from({ length: width }, (_, column) => square(row, column)));
}

/**
 * How many of these there are on the board.
 *
 * @param {string} cells
 * @param {"X" | "O"} symbol
 */
export function count(cells, symbol) {
  return cells.split(symbol).length - 1;
}

/**
 * Which squares one board has otherwise than another of its shape.
 *
 * @param {string} before
 * @param {string} after
 * @param {number} width
 */
export function changed(before, after, width) {
  return [...after].flatMap((cell, index) =>
    cell === before[index] ? [] : [square(Math.floor(index / width), index % width)]);
}

/**
 * How many steps of a king lie between two squares.
 *
 * @param {string} a
 * @param {string} b
 */
export function distance(a, b) {
  const from = place(a), to = place(b);
  return Math.max(Math.abs(from.row - to.row), Math.abs(from.column - to.column));
}
