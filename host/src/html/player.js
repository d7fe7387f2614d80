"use strict";
const data = JSON.parse(document.getElementById("data").textContent);
const byId = id => document.getElementById(id);
let size = data.size, ply = 0, states = [], tokens = [], rounds = [];

// The board after a move: what lies between two discs of one colour turns over.
function play(board, side, row, column) {
  const next = board.slice(), other = side === "X" ? "O" : "X";
  next[row * size + column] = side;
  for (const [dr, dc] of [[-1,-1],[-1,0],[-1,1],[0,-1],[0,1],[1,-1],[1,0],[1,1]]) {
    const turned = [];
    let r = row + dr, c = column + dc;
    while (r >= 0 && c >= 0 && r < size && c < size && board[r * size + c] === other) {
      turned.push(r * size + c); r += dr; c += dc;
    }
    if (r >= 0 && c >= 0 && r < size && c < size && board[r * size + c] === side)
      for (const at of turned) next[at] = side;
  }
  return next;
}
// Takes a game to be gone through; a game that this page can't play by itself brings its boards.
function load(game, who) {
  size = game.size || data.size;
  rounds = game.rounds || [];
  tokens = game.moves.match(/--|[a-z]\d+/g) || [];
  let board = (game.start || data.start).split(""), side = "X";
  states = [{ board, last: -1 }];
  for (const [at, token] of tokens.entries()) {
    let last = -1;
    if (token !== "--") {
      const column = token.charCodeAt(0) - 97, row = Number(token.slice(1)) - 1;
      last = row * size + column;
      board = play(board, side, row, column);
    }
    if (game.boards) board = game.boards[at + 1].split("");
    side = side === "X" ? "O" : "X";
    states.push({ board, last });
  }
  byId("who").textContent = who;
  byId("replay").hidden = false;
  go(states.length - 1);
}
function go(to) {
  ply = Math.max(0, Math.min(states.length - 1, to));
  const { board, last } = states[ply], grid = byId("board");
  grid.style.gridTemplate = `repeat(${size}, 1fr) / repeat(${size}, 1fr)`;
  grid.replaceChildren(...board.map((disc, at) => {
    const cell = document.createElement("div");
    cell.className = (disc === "-" ? "" : disc) + (at === last ? " last" : "");
    return cell;
  }));
  const count = side => board.filter(disc => disc === side).length;
  byId("count").textContent = `move ${ply} of ${tokens.length}, ${count("X")} : ${count("O")}`;
  byId("moves").replaceChildren(...tokens.flatMap((token, at) => {
    const span = document.createElement("span");
    span.textContent = token;
    span.dataset.ply = at + 1;
    if (at === ply - 1) span.className = "now";
    return [span, " "];
  }));
  const round = rounds[ply - 1];
  byId("took").textContent = round ? `${round.who}: asked ${round.asked}, query ${round.ran}` : "";
  byId("asked").hidden = !round?.query;
  byId("asked").textContent = round?.query ?? "";
}
const steps = { first: () => 0, back: () => ply - 1, on: () => ply + 1, last: () => states.length - 1 };
document.addEventListener("click", event => {
  const { go: name, ply: at } = event.target.dataset ?? {};
  if (steps[name]) go(steps[name]());
  else if (at) go(Number(at));
});
document.addEventListener("keydown", event => {
  const step = { ArrowLeft: "back", ArrowRight: "on", Home: "first", End: "last" }[event.key];
  if (step && states.length && !["INPUT", "SELECT"].includes(event.target.tagName)) {
    go(steps[step]());
    event.preventDefault();
  }
});
