"""Greedy: the move that turns the most discs. An open player in Python, standard library only.

The host writes one message a line, as JSON, and wants one line for each. What is meant for people
goes to standard error: standard output belongs to the conversation.
"""

import json
import sys

ABOUT = {
    "name": "Greedy",
    "author": "the authors of Othello Host",
    "version": "1.0",
    "line": "the move that turns the most discs, found in Python",
    "class": "open",
    "plays": [{"game": "othello"}, {"game": "reversi"}],
}

DIRECTIONS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]


def turned(board, size, row, column, own):
    """How many discs a disc of `own` on this cell turns."""
    if board[row * size + column] != "-":
        return 0
    total = 0
    for down, right in DIRECTIONS:
        run, y, x = 0, row + down, column + right
        while 0 <= y < size and 0 <= x < size and board[y * size + x] not in ("-", own):
            run, y, x = run + 1, y + down, x + right
        if 0 <= y < size and 0 <= x < size and board[y * size + x] == own:
            total += run
    return total


def considered(message):
    """Every legal cell as (row, column) with the number of discs that it turns."""
    board, size, own = message["position"], message["size"], message["symbol"]
    if message["game"] == "reversi" and size * size - board.count("-") < 4:
        middle = (size // 2 - 1, size // 2)
        cells = [(row, column) for row in middle for column in middle]
        return {cell: 0 for cell in cells if board[cell[0] * size + cell[1]] == "-"}
    cells = [(row, column) for row in range(size) for column in range(size)]
    counts = {cell: turned(board, size, *cell, own) for cell in cells}
    return {cell: count for cell, count in counts.items() if count > 0}


def answer(message):
    moves = considered(message)
    row, column = max(moves, key=lambda cell: (moves[cell], -cell[0], -cell[1]))
    reply = {
        "cypher": "MATCH (cell:Cell {row: $row, column: $column}) RETURN cell",
        "params": {"row": row, "column": column},
    }
    if message.get("show_thinking"):
        name = lambda cell: chr(ord("a") + cell[1]) + str(cell[0] + 1)
        reply["thinking"] = {
            "unit": "discs",
            "states": len(moves),
            "moves": [{"move": name(cell), "value": count} for cell, count in moves.items()],
        }
    return reply


for line in sys.stdin:
    request = json.loads(line)
    if "describe" in request:
        reply = ABOUT
    elif "round" in request:
        reply = answer(request["round"])
    else:
        reply = {}
    print(json.dumps(reply), flush=True)
