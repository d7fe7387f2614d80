//! The older programs' protocols: which there are, and a program that speaks one as a player in a game. Each
//! protocol is a file beside this one, one state machine over `talk`; all of them give a square, which the
//! player's fixed query then finds on the board.

mod gtp;
mod nboard;
mod referee;
mod referee_line;
mod talk;
mod trace;

pub use referee_line::RefereeLine;
pub use trace::Trace;

use crate::conversation::Conversation;
use crate::verdict::{AskError, Verdict};
use othello_player_api::{About, Game, OptionSpec, Options, Plays, Query, Round, Symbol, Thinking};
use othello_rules::{Colour, Move, Position, Size, Square, Start, Variant};
use std::fmt;
use std::time::{Duration, Instant};
use talk::Talk;

/// What an outside program speaks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// The host's own messages.
    #[default]
    Cypher,
    /// The lines of a course's referee.
    Referee,
    /// Version 2 of the protocol of NBoard.
    Nboard,
    /// Version 2 of the Go Text Protocol, played on the board of Othello.
    Gtp,
}

/// What each protocol is called before a command.
const NAMES: [(Protocol, &str); 4] = [
    (Protocol::Cypher, "cypher"),
    (Protocol::Referee, "referee"),
    (Protocol::Nboard, "nboard"),
    (Protocol::Gtp, "gtp"),
];

impl Protocol {
    /// The protocol that a text begins with, and the rest: `gtp:./engine`.
    pub(crate) fn split(text: &str) -> Option<(Protocol, &str)> {
        NAMES.into_iter().find_map(|(protocol, name)| {
            Some((protocol, text.strip_prefix(name)?.strip_prefix(':')?))
        })
    }

    /// What is known of a program that can't be asked what it is.
    pub(crate) fn about(self, name: String) -> About {
        let about = About::new(name, "").open().line(format!("a program that speaks {self}"));
        let othello = Plays::game("othello");
        match self {
            Protocol::Cypher => about,
            Protocol::Referee => about.plays(othello.sizes([8]).start("standard")),
            Protocol::Gtp => about.plays(othello.start("standard")),
            Protocol::Nboard => {
                let depth = OptionSpec::integer("depth", 12).between(1, 60);
                about
                    .plays(othello.start("standard").start("mirrored"))
                    .option(depth.line("the most plies that it looks ahead"))
            }
        }
    }
}

impl fmt::Display for Protocol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = NAMES.into_iter().find(|(protocol, _)| protocol == self);
        f.write_str(name.map_or("", |(_, name)| name))
    }
}

/// What is asked of a program: the side to move, and how the game came there.
struct Turn<'a> {
    moves: &'a [Move],
    clock: Option<Duration>,
    opponent_clock: Option<Duration>,
    limit: Option<Duration>,
    until: Option<Instant>,
}

/// What it answered.
struct Chosen {
    /// The square, or that it gives up.
    square: Option<Square>,
    /// What it said it was worth to it.
    value: Option<f64>,
}

/// A game in one of the protocols.
trait Play: Send {
    /// Begins the game. No clock runs yet.
    fn begin(&mut self, talk: &mut Talk, until: Option<Instant>) -> Result<(), Verdict>;

    /// Asks for a move.
    fn ask(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<Chosen, Verdict>;

    /// Tells how the game ended. What is to be said of the program then comes back.
    fn over(&mut self, talk: &mut Talk, end: &Ended) -> Option<String>;
}

/// How a game ended.
struct Ended {
    moves: Vec<Move>,
    black: u32,
    until: Instant,
}

/// A program that speaks an older protocol, in a game.
pub(crate) struct Partner {
    talk: Talk,
    play: Box<dyn Play>,
    size: Size,
}

/// What a game is, as far as the protocols can say it.
struct Setting {
    initial: Position,
    colour: Colour,
    clock: Option<Duration>,
    increment: Option<Duration>,
}

/// How long a program may take to say its last word.
const LAST_WORD: Duration = Duration::from_millis(500);

/// The query that finds the square.
const ON_THIS_SQUARE: &str = "MATCH (cell:Cell {row: $row, column: $column}) RETURN cell";

impl Partner {
    /// Sits down to a game with a program that has just been started.
    pub(crate) fn new(
        conversation: Conversation,
        protocol: Protocol,
        game: &Game,
        trace: Option<(Trace, String)>,
    ) -> Result<Partner, String> {
        let setting = setting(game)?;
        let size = setting.initial.size();
        let play: Box<dyn Play> = match protocol {
            Protocol::Cypher => return Err("it speaks the host's own messages".into()),
            Protocol::Referee => Box::new(referee::Referee::new(&setting)),
            Protocol::Nboard => Box::new(nboard::Nboard::new(setting, depth(&game.options))),
            Protocol::Gtp => Box::new(gtp::Gtp::new(&setting)),
        };
        Ok(Partner { talk: Talk::new(conversation, trace), play, size })
    }

    /// The memory that the program's processes hold now.
    pub(crate) fn held_memory(&self) -> Option<u64> {
        self.talk.conversation.held_memory()
    }

    /// Begins the game.
    pub(crate) fn begin(&mut self, until: Instant) -> Result<(), AskError> {
        self.talk.conversation.await_report()?;
        self.talk.begin_exchange();
        let begun = self.play.begin(&mut self.talk, Some(until));
        self.settled(begun)
    }

    /// Asks a round.
    pub(crate) fn ask(
        &mut self,
        round: &Round,
        until: Option<Instant>,
    ) -> Result<(Option<Query>, Option<Thinking>), AskError> {
        let moves = moves(round);
        let time = |ms: Option<u64>| ms.map(Duration::from_millis);
        let turn = Turn {
            moves: &moves,
            clock: time(round.clock_ms),
            opponent_clock: time(round.opponent_clock_ms),
            limit: time(round.time_ms),
            until,
        };
        self.talk.begin_exchange();
        let chosen = self.play.ask(&mut self.talk, &turn).and_then(|chosen| self.on_board(chosen));
        let Chosen { square, value } = self.settled(chosen)?;
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

    /// Tells how the game ended; gives what is to be said of the program.
    pub(crate) fn over(&mut self, round: &Round) -> Option<String> {
        let black = round.position.as_deref().unwrap_or_default().matches('X').count();
        let black = u32::try_from(black).unwrap_or(u32::MAX);
        let ended = Ended { moves: moves(round), black, until: Instant::now() + LAST_WORD };
        self.talk.begin_exchange();
        self.play.over(&mut self.talk, &ended)
    }

    /// Ends the conversation.
    pub(crate) fn end(self) -> String {
        self.talk.conversation.end()
    }

    fn on_board(&self, chosen: Chosen) -> Result<Chosen, Verdict> {
        match chosen.square {
            Some(square) if square.index(self.size).is_none() => Err(Verdict::BadAnswer(format!(
                "it moved to {square}, which is no square of {}",
                self.size
            ))),
            _ => Ok(chosen),
        }
    }

    fn settled<T>(&mut self, result: Result<T, Verdict>) -> Result<T, AskError> {
        self.talk.conversation.rest();
        result.map_err(|verdict| AskError::Player(self.talk.conversation.failure(verdict)))
    }
}

fn moves(round: &Round) -> Vec<Move> {
    // The host writes its moves so that they can be read.
    round.moves.iter().flatten().filter_map(|text| text.parse().ok()).collect()
}

fn depth(options: &Options) -> u64 {
    options.get("depth").and_then(serde_json::Value::as_u64).unwrap_or(12)
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

/// The side that made, or makes, the move with this number from 0: passes count as moves.
fn mover(ply: usize) -> Colour {
    if ply.is_multiple_of(2) { Colour::Black } else { Colour::White }
}

/// The verdict on a move that was passed though there was one.
fn passed() -> Verdict {
    Verdict::BadAnswer("it passed with a move at hand".into())
}
