// @NAME@: the move that leaves the other side the fewest moves. An open player: it is told the position.
// Standard output is the conversation; what is meant for people goes to console.error.
"use strict";

const ABOUT = {
  name: "@NAME@",
  author: "you",
  version: "0.1",
  line: "the move that leaves the other side the fewest moves",
  class: "open",
};

const DIRECTIONS = [-1, 0, 1].flatMap((y) => [-1, 0, 1].map((x) => [y, x])).filter(([y, x]) => y || x);

/** The cells that a disc of `own` on this cell turns, as indexes into the board. */
function turned(board, size, cell, own) {
  if (board[cell] !== "-") return [];
  const row = Math.floor(cell / size);
  const column = cell % size;
  return DIRECTIONS.flatMap(([down, right]) => {
    const run = [];
    for (let y = row + down, x = column + right; y >= 0 && y < size && x >= 0 && x < size; y += down, x += right) {
      const there = board[y * size + x];
      if (there === own) return run;
      if (there === "-") return [];
      run.push(y * size + x);
    }
    return [];
  });
}

/** Every legal cell with the cells that it turns. */
function moves(board, size, own) {
  const cells = board.map((_, cell) => [cell, turned(board, size, cell, own)]);
  return cells.filter(([, cells]) => cells.length > 0);
}

function answer({ position, size, symbol }) {
  const board = [...position];
  const other = symbol === "X" ? "O" : "X";
  const choices = moves(board, size, symbol).map(([cell, cells]) => {
    const after = board.map((there, at) => (at === cell || cells.includes(at) ? symbol : there));
    return { cell, left: moves(after, size, other).length };
  });
  const best = choices.reduce((best, one) => (one.left < best.left ? one : best));
  return {
    cypher: "MATCH (cell:Cell {row: $row, column: $column}) RETURN cell",
    params: { row: Math.floor(best.cell / size), column: best.cell % size },
  };
}

function reply(request) {
  if (request.describe) return ABOUT;
  return request.round ? answer(request.round) : {};
}

const lines = require("node:readline").createInterface({ input: process.stdin });
lines.on("line", (line) => process.stdout.write(`${JSON.stringify(reply(JSON.parse(line)))}\n`));
