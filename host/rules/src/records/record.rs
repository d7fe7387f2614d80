//! What every format has in common: a game with what is known about it, and what is wrong with a
//! file. How a format writes it is in the files beside this one.

use std::fmt;

use crate::colour::ByColour;
use crate::game::Game;
use crate::position::InvalidPosition;
use crate::setup::ParseBoardError;
use crate::transcript::TranscriptError;

/// A game and what is known about it. A format that has no place for something leaves it out.
#[derive(Clone, PartialEq, Debug)]
pub struct Record {
    /// The moves.
    pub game: Game,
    /// Who played; empty where that is not known.
    pub players: ByColour<String>,
    /// How strong they were rated.
    pub ratings: ByColour<Option<f64>>,
    /// Where it was played: a place or a tournament.
    pub place: String,
    /// When it was played, as the format writes it.
    pub date: String,
    /// How it came out, if that is known.
    pub result: Option<GameResult>,
    /// What is known about each ply, in order; it may end before the game does.
    pub notes: Vec<Note>,
    /// What else the format had to say, as pairs of a key and its text.
    pub tags: Vec<(String, String)>,
    /// What an archive of WTHOR had to say that no other format has a place for.
    pub wthor: Option<WthorFacts>,
}

impl Record {
    /// A record of a game with nothing else known than its result, if it is over.
    #[must_use]
    pub fn new(game: Game) -> Record {
        let result = game.position().outcome().map(|_| GameResult::counted(&game));
        Record {
            game,
            players: ByColour::default(),
            ratings: ByColour::default(),
            place: String::new(),
            date: String::new(),
            result,
            notes: Vec::new(),
            tags: Vec::new(),
            wthor: None,
        }
    }
}

/// What an archive of WTHOR says of a game that no other format has a place for.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct WthorFacts {
    /// The number of the tournament in the `.trn` file.
    pub tournament: u16,
    /// The numbers of the players in the `.jou` file.
    pub players: ByColour<u16>,
    /// The discs that Black would have had by perfect play.
    pub theoretical: u8,
    /// With how many empty squares perfect play begins for that.
    pub depth: u8,
}

/// How a game came out.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct GameResult {
    /// By how many discs Black is ahead, empty squares given to the winner.
    pub margin: i32,
    /// How the game came to its end.
    pub ending: Ending,
}

impl GameResult {
    /// What counting the discs of the game as it stands comes to.
    #[must_use]
    pub fn counted(game: &Game) -> GameResult {
        let ByColour { black, white } = game.position().score_with_empties().map(u32::cast_signed);
        GameResult { margin: black - white, ending: Ending::Counted }
    }
}

/// How a game came to its end.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// By the rules: the discs were counted.
    Counted,
    /// Somebody resigned.
    Resigned,
    /// Somebody's time ran out.
    TimedOut,
    /// Both agreed on the result.
    Agreed,
}

/// What is known about one ply.
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Note {
    /// What the player thought of the position, in discs.
    pub evaluation: Option<f64>,
    /// The time that the ply took, in seconds.
    pub seconds: Option<f64>,
}

/// What is wrong with a file, or with one game in it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct RecordError {
    /// The file, by the name that the caller gave it.
    pub file: String,
    /// Which game it is, from 1; `None` if the file as a whole is wrong.
    pub game: Option<usize>,
    /// What is wrong.
    pub fault: Fault,
}

/// What is wrong with a record.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Fault {
    /// A move can't be read or is not legal.
    Move(TranscriptError),
    /// The board that the game begins with can't be read.
    Board(ParseBoardError),
    /// No game comes to the position that this one begins with.
    Position(InvalidPosition),
    /// The text or the bytes are not as the format wants them.
    Form(String),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Move(error) => error.fmt(f),
            Fault::Board(error) => error.fmt(f),
            Fault::Position(error) => error.fmt(f),
            Fault::Form(what) => f.write_str(what),
        }
    }
}

impl fmt::Display for RecordError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.game {
            Some(game) => write!(f, "{}: game {game}: {}", self.file, self.fault),
            None => write!(f, "{}: {}", self.file, self.fault),
        }
    }
}

impl std::error::Error for RecordError {}

impl From<TranscriptError> for Fault {
    fn from(error: TranscriptError) -> Fault {
        Fault::Move(error)
    }
}

impl From<ParseBoardError> for Fault {
    fn from(error: ParseBoardError) -> Fault {
        Fault::Board(error)
    }
}

impl From<InvalidPosition> for Fault {
    fn from(error: InvalidPosition) -> Fault {
        Fault::Position(error)
    }
}

impl Fault {
    /// Says where the fault is.
    pub(super) fn in_game(self, file: &str, game: usize) -> RecordError {
        RecordError { file: file.to_owned(), game: Some(game), fault: self }
    }
}
