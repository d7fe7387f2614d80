//! A saved game with its boards, and the ready commands that go on from a place in it: the player is asked again, or
//! the game is played on.

use std::fmt;
use std::path::Path;
use std::str::FromStr;

use anyhow::{anyhow, bail};
use othello_arena::notation;
use othello_board::{Turn, View};
use othello_rules::{Colour, Move, Variant};
use othello_store::{GameId, PlayerRecord, RoundRecord};
use serde_json::{Map, Value};

use super::describe::milliseconds;
use super::saved::SavedGame;
use crate::database::Target;
use crate::exit::usage;
use crate::players::begun_by;
use crate::report::command_line;

/// Who is asked where the one of the game was a person or is not known here: in a game of which the host knows the
/// rules, and in another.
const STAND_INS: [&str; 2] = ["Simple", "Perfect"];

/// A game with its boards: one more than there are moves.
pub struct ReplayedGame {
    /// The game.
    pub saved: SavedGame,
    /// Its moves and passes.
    pub moves: Vec<Move>,
    /// The boards.
    pub views: Vec<View>,
}

impl ReplayedGame {
    /// The boards of a game, as its own rules have them.
    pub fn of(saved: SavedGame) -> anyhow::Result<ReplayedGame> {
        let id = saved.summary.id.0;
        let wrong = |why: String| anyhow!("game {id} can't be replayed: {why}");
        let views = notation::views(&saved.summary).map_err(wrong)?;
        let moves = Move::sequence(&saved.summary.moves);
        let moves = moves.map_err(|error| wrong(error.to_string()))?;
        Ok(ReplayedGame { saved, moves, views })
    }

    /// What was asked and answered before the move of this number, from 0. A move that was taken back was
    /// asked again, and the last answer counts.
    pub fn round(&self, ply: usize) -> Option<&RoundRecord> {
        self.saved.record.rounds.iter().rev().find(|round| round.ply as usize == ply)
    }

    /// What happened at the move of this number, from 0.
    fn what_happened(&self, ply: usize) -> String {
        let what = match self.moves.get(ply) {
            Some(Move::Place(square)) => format!("played {square}"),
            Some(Move::Pass) => "had to pass".to_owned(),
            None => "played no more".to_owned(),
        };
        match self.round(ply) {
            Some(round) => format!(
                "in the game it {what}: asked {}, query {}",
                milliseconds(round.asked),
                milliseconds(round.ran)
            ),
            None => format!("in the game it {what}"),
        }
    }

    /// Whose turn it is after so many moves; at the end, whose it was last.
    pub fn to_move(&self, ply: usize) -> Colour {
        match self.views.get(ply).map(|view| &view.turn) {
            Some(Turn::Move { colour, .. } | Turn::Pass(colour)) => *colour,
            _ => self.round(ply).map_or(Colour::Black, |round| round.side),
        }
    }

    /// The words of the command that asks a player in the position after so many moves: this one, or the one
    /// of the game.
    pub fn query_words(&self, ply: usize, player: Option<&str>) -> Vec<String> {
        let colour = self.to_move(ply);
        let position = self.transcript(ply);
        let player = player.map_or_else(|| self.spec(colour, self.stand_in()), str::to_owned);
        let mut words = vec!["othello-host", "query", "--position", &position, "--symbol"];
        let symbol = colour.symbol().to_string();
        words.push(&symbol);
        let mut words: Vec<String> = words.into_iter().map(str::to_owned).collect();
        words.extend(self.flags());
        words.extend(Target::flags_of_name(&self.saved.record.database));
        words.extend(["--seed".to_owned(), self.saved.record.seed.to_string(), player]);
        words
    }

    /// What would be begun, obeyed or sent to if the player were asked again as the file has it: whoever wrote that.
    fn begins(&self, ply: usize, player: Option<&str>) -> Option<&'static str> {
        let spec = self.spec(self.to_move(ply), self.stand_in());
        let begun = if player.is_none() { begun_by(&spec) } else { None };
        let has_server = !Target::flags_of_name(&self.saved.record.database).is_empty();
        begun.or(has_server.then_some("a server"))
    }

    /// The words of the command that plays on after so many moves.
    pub fn play_words(&self, ply: usize) -> Vec<String> {
        let mut words = vec!["othello-host".to_owned(), "play".to_owned()];
        words.extend(Colour::ALL.map(|colour| self.spec(colour, "Human")));
        words.extend(["--position".to_owned(), self.transcript(ply)]);
        words.extend(self.flags());
        words.extend(Target::flags_of_name(&self.saved.record.database));
        words.extend(["--seed".to_owned(), self.saved.record.seed.to_string()]);
        words
    }

    fn transcript(&self, ply: usize) -> String {
        self.moves.iter().take(ply).map(ToString::to_string).collect()
    }

    fn flags(&self) -> Vec<String> {
        let setup = notation::setup(&self.saved.summary);
        setup.map(|setup| setup.flags()).unwrap_or_default()
    }

    fn stand_in(&self) -> &'static str {
        let [known, other] = STAND_INS;
        if self.saved.summary.game.parse::<Variant>().is_ok() { known } else { other }
    }

    /// How a side's player is named, with its options.
    fn spec(&self, colour: Colour, person: &str) -> String {
        let PlayerRecord { name, class, options, .. } = &self.saved.record.players[colour];
        if class.is_empty() || class == "person" {
            return person.to_owned();
        }
        let written = &self.saved.record.specs[colour];
        if !written.is_empty() {
            return written.clone();
        }
        let options: Map<String, Value> = serde_json::from_str(options).unwrap_or_default();
        let option = |(name, value): (&String, &Value)| match value {
            Value::String(text) => format!("{name}={text}"),
            value => format!("{name}={value}"),
        };
        let options: Vec<_> = options.iter().map(option).collect();
        if options.is_empty() { name.clone() } else { format!("{name}:{}", options.join(",")) }
    }
}

/// The words of the command that asks a player again before a move of a game, and what happened there in the game.
/// Another player may be asked in its place.
pub fn rerun(
    path: &Path,
    at: MoveRef<GameId>,
    player: Option<&str>,
) -> anyhow::Result<(Vec<String>, String)> {
    let game = ReplayedGame::of(SavedGame::read(path, at.game)?)?;
    let (before, moves) = (at.number - 1, game.moves.len());
    if before > moves {
        return Err(usage(format!("game {} has {moves} moves", at.game.0)));
    }
    let words = game.query_words(before, player);
    if let Some(named) = game.begins(before, player) {
        let id = at.game.0;
        bail!(
            "game {id} names {named}, and a file of games may come from anybody: nothing is begun or sent to on its \
             word; if you trust it: {}",
            command_line(&words)
        );
    }
    Ok((words, game.what_happened(before)))
}

/// A move of a game, as `12@7`.
#[derive(Clone, Copy, Debug)]
pub struct MoveRef<I> {
    /// The game.
    pub game: I,
    /// The number of the move, from 1.
    pub number: usize,
}

impl<I: FromStr> FromStr for MoveRef<I>
where
    I::Err: fmt::Display,
{
    type Err = String;

    fn from_str(text: &str) -> Result<MoveRef<I>, String> {
        let wrong = || format!("{text:?} is not a move of a game; write ID@MOVE, such as 12@7");
        let (game, number) = text.split_once('@').ok_or_else(wrong)?;
        let number = number.parse().ok().filter(|&number| number > 0).ok_or_else(wrong)?;
        Ok(MoveRef { game: game.parse().map_err(|error: I::Err| error.to_string())?, number })
    }
}
