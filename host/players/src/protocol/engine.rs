//! A program that speaks an older protocol, as a player in a game.

use super::gtp::Gtp;
use super::kind::{DEPTH, Protocol};
use super::nboard::Nboard;
use super::play::{EngineMove, GameEnd, Play, Setting, Turn};
use super::referee::Referee;
use super::talk::Talk;
use crate::conversation::Conversation;
use crate::process::Ender;
use crate::trace::Trace;
use crate::verdict::{AskError, Verdict};
use othello_player_api::{Game, Options, Query, Round, Symbol, Thinking};
use othello_rules::{Colour, Move, Position, Size, Start, Variant};
use std::time::{Duration, Instant};

/// A program that speaks an older protocol, in a game.
pub(crate) struct Engine {
    talk: Talk,
    play: Box<dyn Play>,
    size: Size,
    /// How many squares are empty at first.
    empties: usize,
}

/// How long a program may take for its last lines.
const LAST_LINES_LIMIT: Duration = Duration::from_millis(500);

/// The query that finds the square.
const ON_THIS_SQUARE: &str = "MATCH (cell:Cell {row: $row, column: $column}) RETURN cell";

impl Engine {
    /// Sits down to a game with a program that has just been started.
    pub(crate) fn new(
        conversation: Conversation,
        protocol: Protocol,
        game: &Game,
        trace: Option<(Trace, String)>,
    ) -> Result<Engine, String> {
        let setting = setting(game)?;
        let size = setting.initial.size();
        let empties = setting.initial.empties().into_iter().count();
        let play: Box<dyn Play> = match protocol {
            Protocol::Cypher => return Err("it speaks the host's own messages".into()),
            Protocol::Referee => Box::new(Referee::new(&setting)),
            Protocol::Nboard => Box::new(Nboard::new(setting, depth(&game.options))),
            Protocol::Gtp => Box::new(Gtp::new(&setting)),
        };
        Ok(Engine { talk: Talk::new(conversation, trace), play, size, empties })
    }

    /// The memory that the program's processes hold now.
    pub(crate) fn memory(&self) -> Option<u64> {
        self.talk.conversation.memory()
    }

    /// What ends the program from elsewhere.
    pub(crate) fn ender(&self) -> Ender {
        self.talk.conversation.ender()
    }

    /// How long the machine has kept the program from its last answer.
    pub(crate) fn held_up(&self) -> Duration {
        self.talk.conversation.held_up()
    }

    /// Begins the game.
    pub(crate) fn begin(&mut self, until: Instant) -> Result<(), AskError> {
        self.talk.conversation.await_report()?;
        self.talk.begin_exchange();
        let begun = self.play.begin(&mut self.talk, Some(until));
        self.settle(begun)
    }

    /// Asks a round.
    pub(crate) fn ask(
        &mut self,
        round: &Round,
        until: Option<Instant>,
    ) -> Result<(Option<Query>, Option<Thinking>), AskError> {
        let moves = moves(round);
        let time = |ms: Option<u64>| ms.map(Duration::from_millis);
        let made = moves.iter().filter(|&&made| made != Move::Pass).count();
        let moves_left = self.empties.saturating_sub(made).div_ceil(2);
        let turn = Turn {
            moves: &moves,
            moves_left: u32::try_from(moves_left).unwrap_or(u32::MAX),
            clock: time(round.clock_ms),
            opponent_clock: time(round.opponent_clock_ms),
            limit: time(round.time_ms),
            until,
        };
        self.talk.begin_exchange();
        let chosen = self.play.ask(&mut self.talk, &turn).and_then(|chosen| self.on_board(chosen));
        let EngineMove { square, value } = self.settle(chosen)?;
        let query = square.map(|square| {
            Query::new(ON_THIS_SQUARE).param("row", square.row()).param("column", square.column())
        });
        let thinking = value.map(|value| {
            let mut thinking = Thinking::default();
            thinking.value = Some(value);
            thinking
        });
        Ok((query, thinking))
    }

    /// Tells how the game ended, and gives what there is to be said of the program.
    pub(crate) fn over(&mut self, round: &Round) -> Option<String> {
        let black = round.position.as_deref().unwrap_or_default().matches('X').count();
        let black = u32::try_from(black).unwrap_or(u32::MAX);
        let ended =
            GameEnd { moves: moves(round), black, until: Instant::now() + LAST_LINES_LIMIT };
        self.talk.begin_exchange();
        self.play.over(&mut self.talk, &ended)
    }

    /// Ends the conversation.
    pub(crate) fn end(self) -> String {
        self.talk.conversation.end()
    }

    fn on_board(&self, chosen: EngineMove) -> Result<EngineMove, Verdict> {
        match chosen.square {
            Some(square) if square.index(self.size).is_none() => Err(Verdict::BadAnswer(format!(
                "it moved to {square}, which is not on the board of {}",
                self.size
            ))),
            _ => Ok(chosen),
        }
    }

    fn settle<T>(&mut self, result: Result<T, Verdict>) -> Result<T, AskError> {
        self.talk.conversation.rest();
        result.map_err(|verdict| AskError::Player(self.talk.conversation.failure(verdict)))
    }
}

fn moves(round: &Round) -> Vec<Move> {
    // The host writes its moves so that they can be read.
    round.moves.iter().flatten().filter_map(|text| text.parse().ok()).collect()
}

fn depth(options: &Options) -> u64 {
    options.get("depth").and_then(serde_json::Value::as_u64).unwrap_or(DEPTH)
}

fn setting(game: &Game) -> Result<Setting, String> {
    let variant: Variant = game.game.parse().map_err(|_| format!("no game {}", game.game))?;
    let size = usize::try_from(game.size).ok().and_then(|size| Size::new(size).ok());
    let size = size.ok_or_else(|| format!("no board of {}", game.size))?;
    let start = if variant == Variant::Othello {
        game.start.parse().map_err(|_| format!("no start {}", game.start))?
    } else {
        Start::Standard
    };
    let time = |ms: Option<u64>| ms.map(Duration::from_millis);
    Ok(Setting {
        initial: Position::new(variant, size, start),
        colour: if game.symbol == Symbol::X { Colour::Black } else { Colour::White },
        clock: time(game.clock_ms),
        increment: time(game.increment_ms),
    })
}
