//! A game gone through move by move: by keys on a terminal, else by commands on standard input. Shows who moved,
//! in what time and by which query, and gives the commands that go on from any position.

use std::io::{BufRead, IsTerminal, Write, stderr, stdin, stdout};
use std::path::Path;

use anyhow::Context;
use othello_arena::notation;
use othello_board::game::DISCS;
use othello_board::{Turn, View};
use othello_rules::{Move, Square};
use othello_store::GameId;

use super::describe::{milliseconds, result};
use super::replayed::ReplayedGame;
use super::saved::SavedGame;
use super::show::{about, parts};
use crate::output;
use crate::report::{self, command_line};
use crate::terminal::{self, Key, Picture, Sides};

/// How many moves a page of keys goes.
const PAGE: usize = 10;

const KEYS: &str =
    "arrows go, Home End first last, PgUp PgDn ten, 12 Enter jumps; s: query, p: play on, q leaves";
const COMMANDS: &str = "forward [N], back [N], jump N, first, last, show, query, play, quit";

/// Goes through a game until the user has seen enough.
pub fn replay(path: &Path, id: GameId) -> anyhow::Result<()> {
    let replay = Replay { game: ReplayedGame::of(SavedGame::read(path, id)?)?, ply: 0 };
    if stdin().is_terminal() && stderr().is_terminal() {
        replay.by_keys()
    } else {
        replay.by_commands()
    }
}

/// A game and where in it one is.
struct Replay {
    game: ReplayedGame,
    ply: usize,
}

impl Replay {
    fn last(&self) -> usize {
        self.game.moves.len()
    }

    fn go(&mut self, ply: usize) {
        self.ply = ply.min(self.last());
    }

    fn view(&self) -> Option<&View> {
        self.game.views.get(self.ply)
    }

    /// The square of the move that led here.
    fn square(&self) -> Option<Square> {
        self.ply.checked_sub(1).and_then(|before| self.game.moves.get(before)?.square())
    }

    /// Where one is, in a line.
    fn place(&self) -> String {
        let counts = self.view().map(View::counts).unwrap_or_default();
        let mut text =
            format!("move {} of {}, {} : {}", self.ply, self.last(), counts.black, counts.white);
        if self.ply == self.last() {
            text += &format!(", {}", result(&self.game.saved.summary));
        } else if let Some(Turn::Move { colour, .. }) = self.view().map(|view| &view.turn) {
            text += &format!(", {colour} to move");
        }
        text
    }

    /// The move that led here, and what it took.
    fn last_move(&self) -> String {
        let Some(before) = self.ply.checked_sub(1) else { return String::new() };
        let colour = self.game.to_move(before);
        let name = &self.game.saved.summary.names[colour];
        let ply = self.game.moves.get(before);
        let mut text = match ply {
            Some(Move::Place(square)) => format!("{name} ({colour}) played {square}"),
            _ => format!("{name} ({colour}) passed"),
        };
        if let Some(round) = self.game.round(before) {
            let (asked, ran) = (milliseconds(round.asked), milliseconds(round.ran));
            text += &format!(": asked {asked}, query {ran}");
        }
        text
    }

    /// The round of the move that led here: what was asked and answered.
    fn round(&self) -> String {
        let round = self.ply.checked_sub(1).and_then(|before| self.game.round(before));
        round.map(parts).unwrap_or_default()
    }

    fn play_command(&self) -> String {
        command_line(&self.game.play_words(self.ply))
    }

    fn query_command(&self) -> String {
        command_line(&self.game.query_words(self.ply, None))
    }

    fn by_commands(mut self) -> anyhow::Result<()> {
        let mut text = about(&self.game.saved) + "\n" + &self.text();
        for line in stdin().lock().lines() {
            // Whoever closed standard output does not want to know more.
            if stdout().write_all(text.as_bytes()).is_err() {
                return Ok(());
            }
            let line = line?;
            match self.obey(line.trim()) {
                Some(answer) => text = answer,
                None => return Ok(()),
            }
        }
        let _ = stdout().write_all(text.as_bytes());
        Ok(())
    }

    /// Does what a line says and gives the answer; nothing where it says to leave.
    fn obey(&mut self, line: &str) -> Option<String> {
        let (word, number) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let number: Option<usize> = number.trim().parse().ok();
        let steps = number.unwrap_or(1);
        match (word, number) {
            ("" | "forward" | "f", _) => self.go(self.ply.saturating_add(steps)),
            ("back" | "b", _) => self.go(self.ply.saturating_sub(steps)),
            ("jump" | "j", Some(number)) => self.go(number),
            ("first", _) => self.go(0),
            ("last", _) => self.go(usize::MAX),
            ("query", _) => return Some(self.query_command() + "\n"),
            ("play", _) => return Some(self.play_command() + "\n"),
            ("show", _) => return Some(self.round()),
            ("quit" | "q", _) => return None,
            (word, _) => match word.parse() {
                Ok(number) => self.go(number),
                Err(_) => {
                    return Some(format!("{word:?} is not a command; these are: {COMMANDS}\n"));
                }
            },
        }
        Some(self.text())
    }

    fn text(&self) -> String {
        let board = self.view().map(|view| report::board(view, self.square())).unwrap_or_default();
        let last_move = self.last_move();
        let end = if last_move.is_empty() { "" } else { "\n" };
        format!("{}\n{last_move}{end}{board}", self.place())
    }

    fn by_keys(mut self) -> anyhow::Result<()> {
        let summary = &self.game.saved.summary;
        let setup = notation::setup(summary);
        let marks = setup.map_or(DISCS, |setup| setup.marks());
        let sides = Sides { names: summary.names.clone(), marks, thinking: false };
        let (mut typed, mut commands) = (String::new(), Vec::new());
        let shown = terminal::browse(sides, |key| {
            let jump: Option<usize> = typed.parse().ok();
            match key {
                None => {}
                Some(Key::Forward) => self.go(self.ply + 1),
                Some(Key::Back) => self.go(self.ply.saturating_sub(1)),
                Some(Key::PageForward) => self.go(self.ply + PAGE),
                Some(Key::PageBack) => self.go(self.ply.saturating_sub(PAGE)),
                Some(Key::First) => self.go(0),
                Some(Key::Last) => self.go(usize::MAX),
                Some(Key::Enter) => self.go(jump.unwrap_or(self.ply + 1)),
                Some(Key::Letter('q')) => return None,
                Some(Key::Letter('s')) => commands.push(self.query_command()),
                Some(Key::Letter('p')) => commands.push(self.play_command()),
                Some(Key::Letter(digit)) if digit.is_ascii_digit() => typed.push(digit),
                Some(Key::Letter(_)) => {}
            }
            let digit = |key: &Key| matches!(key, Key::Letter(digit) if digit.is_ascii_digit());
            if !key.as_ref().is_some_and(digit) {
                typed.clear();
            }
            let given = matches!(key, Some(Key::Letter('s' | 'p')));
            let message = if given { commands.last().cloned() } else { None };
            Some(self.picture(&typed, message))
        });
        shown.context(terminal::UNDRAWABLE)?;
        let text: String = commands.iter().map(|command| format!("{command}\n")).collect();
        output::print(text);
        Ok(())
    }

    fn picture(&self, typed: &str, message: Option<String>) -> Picture {
        let mut lines = vec![self.place(), self.last_move()];
        if !typed.is_empty() {
            lines.push(format!("jump to {typed}..."));
        }
        lines.push(message.unwrap_or_default());
        lines.push(KEYS.to_owned());
        lines.push(String::new());
        lines.extend(self.round().lines().map(str::to_owned));
        Picture { view: self.view().cloned(), last: self.square(), lines }
    }
}
