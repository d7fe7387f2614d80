"""A small Othello program that plays the first legal move and speaks an older protocol:
bot.py referee|nboard|gtp [HABIT]. A habit is a way to be odd or wrong, told apart where it is used.

Written from the protocols' descriptions, with rules of its own, so that the host is not tested with itself.
"""

import re
import sys
import time

PROTOCOL, HABIT = sys.argv[1], (sys.argv[2:] or ["none"])[0]
STEPS = [(y, x) for y in (-1, 0, 1) for x in (-1, 0, 1) if (y, x) != (0, 0)]
OTHER = {"B": "W", "W": "B"}


class Board:
    def __init__(self, size=8):
        self.size = size
        self.discs = {}
        low, high = size // 2 - 1, size // 2
        self.discs = {(low, low): "W", (high, high): "W", (low, high): "B", (high, low): "B"}

    def turned(self, side, square):
        if square in self.discs:
            return []
        turned = []
        for step in STEPS:
            line, at = [], (square[0] + step[0], square[1] + step[1])
            while self.discs.get(at) == OTHER[side]:
                line.append(at)
                at = (at[0] + step[0], at[1] + step[1])
            if self.discs.get(at) == side:
                turned += line
        return turned

    def moves(self, side):
        squares = [(row, column) for row in range(self.size) for column in range(self.size)]
        return [square for square in squares if self.turned(side, square)]

    def play(self, side, square):
        turned = self.turned(side, square)
        if not turned:
            raise ValueError("illegal")
        for at in turned + [square]:
            self.discs[at] = side

    def is_over(self):
        return not self.moves("B") and not self.moves("W")

    def count(self, side):
        return sum(1 for disc in self.discs.values() if disc == side)


def say(line):
    sys.stdout.write(line + ("\r\n" if HABIT == "crlf" else "\n"))
    if HABIT != "unflushed":
        sys.stdout.flush()


def lines():
    for line in sys.stdin:
        yield line.strip()


def name(square):
    return "abcdefghijklmnop"[square[1]] + str(square[0] + 1)


def square_of(text):
    text = text.lower()
    return int(text[1:]) - 1, ord(text[0]) - ord("a")


def choose(board, side):
    if HABIT == "sleeps":
        time.sleep(1000)
    if HABIT == "illegal":
        return 0, 0
    if HABIT == "outside":
        return 8, 25
    return board.moves(side)[0]


def referee():
    board, own = Board(), None

    def count():
        say(str(board.count("B") + (1 if HABIT == "miscounts" else 0)))

    def my_turn():
        late = len(board.discs) > 20
        if board.is_over() or (HABIT == "claims" and late):
            return count()
        if not board.moves(own) or (HABIT == "passes" and late):
            return say(own)
        square = choose(board, own)
        if HABIT == "chatty":
            say("")
            say("C I like " + name(square))
            say("what is this?")
        if HABIT != "illegal":
            board.play(own, square)
        text = name(square)
        if HABIT == "crlf":
            return say(f"{own.lower()}  {text.upper()}")
        return say(f"{own} {text[0]} {text[1:]}")

    for line in lines():
        words = line.split()
        if words[0] == "I":
            own = words[1]
            say("R " + own)
            if own == "B":
                my_turn()
        elif words[0] == OTHER[own]:
            if len(words) > 1:
                board.play(words[0], square_of(words[1] + words[2]))
            my_turn()
        elif words[0].isdigit():
            count()


def gtp():
    board, history, deaf = Board(), [], False
    for line in lines():
        match = re.match(r"(\d+)?\s*(.*)", line.split("#")[0].strip())
        number, words = match.group(1) or "", match.group(2).split()
        if not words:
            continue
        command, rest = words[0], words[1:]

        def reply(text="", mark="="):
            if HABIT == "chatty":
                say("thinking about " + command)
            if HABIT == "numbered":
                text = "12 " + text
            say(f"{mark}{number} {text}".rstrip() if HABIT != "crlf" else f"{mark}{number}   {text.upper()}")
            if HABIT != "terse":
                say("")

        if HABIT == "whole" and command.startswith("time_") and "." in line:
            reply("syntax error", "?")
            continue
        if command == "boardsize":
            if HABIT == "no-boardsize":
                reply("unknown command", "?")
                continue
            if HABIT == "only8" and rest != ["8"]:
                reply("unacceptable size", "?")
                continue
            board = Board(int(rest[0]))
            reply()
        elif command == "clear_board":
            board = Board(board.size)
            reply("not today", "?") if HABIT == "keeps-board" else reply()
        elif command == "play":
            side = rest[0][0].upper()
            if rest[1].lower() == "pass":
                reply("I pass by myself", "?") if HABIT == "autopass" else reply()
                continue
            try:
                board.play(side, square_of(rest[1]))
                reply()
            except ValueError:
                reply("illegal move", "?")
        elif command == "genmove":
            side = rest[0][0].upper()
            if HABIT == "resigns":
                reply("resign")
            elif HABIT == "passes":
                reply("pass")
            elif HABIT == "fails":
                reply("no idea", "?")
            elif HABIT == "garbage":
                reply("the corner, please")
            else:
                square = choose(board, side)
                if HABIT in ("illegal", "outside"):
                    reply(name((square[0], square[1] % 16)))
                    continue
                board.play(side, square)
                reply(name(square))
        elif command in ("name", "version") and HABIT == "named":
            reply({"name": "Iago the 2nd", "version": "4.2"}[command])
        elif command in ("name", "version") and HABIT == "disguised":
            reply("S\u0456mple")
        elif command == "name" and HABIT == "ours":
            reply("Random")
        elif command == "name" and HABIT == "signs":
            reply("--quiet: a=b/c")
        elif command == "name" and HABIT == "reserved":
            reply("rate")
        elif command == "quit":
            reply()
            return
        else:
            reply("unknown command", "?")


def nboard():
    board, side = Board(), "B"

    def move(mover, text):
        text = re.split(r"[/ ]", text)[0]
        if text.upper() != "PA":
            board.play(mover, square_of(text))
        return OTHER[mover]

    for line in lines():
        if line.startswith("set game "):
            properties = re.findall(r"([A-Z]+)\[([^\]]*)\]", line)
            for key, value in properties:
                if key == "BO":
                    width, squares = value.split(" ", 1)
                    discs = [c for c in squares if c in "-*O"]
                    side = "B" if discs.pop() == "*" else "W"
                    board = Board(int(width))
                    board.discs = {
                        (at // board.size, at % board.size): "B" if c == "*" else "W"
                        for at, c in enumerate(discs)
                        if c != "-"
                    }
                elif key in ("B", "W"):
                    # Some know a pass by the move of the same side again alone.
                    if HABIT != "forgets-passes" or value != "PA":
                        side = move(key, value)
        elif line.startswith("move "):
            side = move(side, line[5:])
        elif line.startswith("ping "):
            say(("PONG " if HABIT == "capitals" else "pong ") + line[5:])
        elif line.startswith("set depth "):
            say("set myname Bot" + line[10:])
        elif line == "go":
            say("status Bot is thinking")
            if HABIT == "rules":
                say("=====+=====")
            if not board.moves(side):
                say("=== PA")
                continue
            square = choose(board, side)
            say("search " + name(square) + " 0 0 1")
            say("nodestats 1 0.00")
            if HABIT == "passes":
                say("=== PA")
            elif HABIT == "spaces":
                say("=== " + name(square) + " 1.50 0.0")
            else:
                say("=== " + name(square).upper() + "/1.50/0.01")
            say("status Bot is waiting")


if HABIT == "silent":
    time.sleep(1000)
elif HABIT == "babbles":
    while True:
        print("la la la", flush=True)
elif HABIT == "blank":
    sys.stdout.write("\n" * 300_000)
    sys.stdout.flush()
    {"referee": referee, "gtp": gtp, "nboard": nboard}[PROTOCOL]()
elif HABIT == "endless-line":
    while True:
        sys.stdout.write("x" * 65536)
elif HABIT == "binary":
    sys.stdout.buffer.write(bytes(range(256)) * 16 + b"\n")
    sys.stdout.buffer.flush()
    {"referee": referee, "gtp": gtp, "nboard": nboard}[PROTOCOL]()
elif HABIT == "exits":
    sys.exit(3)
else:
    {"referee": referee, "gtp": gtp, "nboard": nboard}[PROTOCOL]()
