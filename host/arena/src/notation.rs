//! Games that were kept, played again: as boards to look at, and as other programs' formats take them, with a
//! position to begin with, legal moves and a result.

use othello_board::View;
use othello_rules::records::{self, GameResult, Note, Record, WthorFacts};
use othello_rules::{ByColour, Colour, Game, Move};
use othello_store::{Ending, GameSummary};
use serde::{Deserialize, Serialize};

use crate::game_position::GamePosition;
use crate::game_setup::GameSetup;

/// What the record of another program said of a game beyond its moves, as a file of games keeps it.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct SourceRecord {
    /// Where it was played.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub place: String,
    /// When, as the record has it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub date: String,
    /// By how many discs Black was ahead, and how the game came to its end.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub result: Option<(i32, String)>,
    /// How strong the players were rated.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ratings: Option<(Option<f64>, Option<f64>)>,
    /// What else there was, as pairs of a key and its text.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// The numbers of the tournament, of Black and of White in an archive of WTHOR, the theoretical score, and its depth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub wthor: Option<(u16, u16, u16, u8, u8)>,
    /// Of a position that is to be solved: what its moves are worth, and the comment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub problem: Option<(Vec<(String, i32)>, String)>,
    /// What the players thought of each ply, and the seconds that it took, where that is more than times.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub notes: Vec<(Option<f64>, Option<f64>)>,
}

/// How games end in records, each with the word for it.
const ENDINGS: [(records::Ending, &str); 4] = [
    (records::Ending::Counted, "counted"),
    (records::Ending::Resigned, "resigned"),
    (records::Ending::TimedOut, "timed-out"),
    (records::Ending::Agreed, "agreed"),
];

impl SourceRecord {
    /// What this record says.
    #[must_use]
    pub fn of(record: &Record) -> SourceRecord {
        let word =
            |ending| ENDINGS.iter().find(|(known, _)| *known == ending).map_or("", |it| it.1);
        let ByColour { black, white } = record.ratings;
        // The times of moves are kept where those of a game of ours are, to the microsecond.
        let is_time = |note: &Note| {
            note.evaluation.is_none() && note.seconds.is_none_or(|it| (0.0..1e9).contains(&it))
        };
        let said = record.result.filter(|result| *result != GameResult::counted(&record.game));
        SourceRecord {
            place: record.place.clone(),
            date: record.date.clone(),
            result: said.map(|it| (it.margin, word(it.ending).to_owned())),
            ratings: (black.is_some() || white.is_some()).then_some((black, white)),
            tags: record.tags.clone(),
            wthor: record.wthor.map(|facts| {
                let ByColour { black, white } = facts.players;
                (facts.tournament, black, white, facts.theoretical, facts.depth)
            }),
            problem: None,
            notes: match record.notes.iter().all(is_time) {
                true => Vec::new(),
                false => record.notes.iter().map(|note| (note.evaluation, note.seconds)).collect(),
            },
        }
    }

    /// What a file of games keeps of a game's record; nothing where the game was played here.
    #[must_use]
    pub fn kept(source: Option<&str>) -> Option<SourceRecord> {
        serde_json::from_str(source?).ok()
    }

    fn result(&self) -> Option<GameResult> {
        let (margin, word) = self.result.as_ref()?;
        let (ending, _) = ENDINGS.iter().find(|(_, known)| known == word)?;
        Some(GameResult { margin: *margin, ending: *ending })
    }
}

/// A game that was kept, as other programs' formats take it.
///
/// # Errors
/// Where its moves are no game of Othello or Reversi.
pub fn notation(kept: &GameSummary) -> Result<Record, String> {
    let game = replayed(kept)?;
    let source = SourceRecord::kept(kept.source.as_deref());
    let result = source.as_ref().and_then(SourceRecord::result).or_else(|| result(kept, &game));
    let mut record = Record { players: kept.names.clone(), result, ..Record::new(game) };
    if let Some(source) = source {
        let (black, white) = source.ratings.unwrap_or_default();
        record.place = source.place;
        record.date = source.date;
        record.ratings = ByColour { black, white };
        record.tags = source.tags;
        let note = |(evaluation, seconds)| Note { evaluation, seconds };
        record.notes = source.notes.into_iter().map(note).collect();
        record.wthor = source.wthor.map(|(tournament, black, white, theoretical, depth)| {
            let players = ByColour { black, white };
            WthorFacts { tournament, players, theoretical, depth }
        });
    }
    Ok(record)
}

/// The result of a game that was played here.
fn result(kept: &GameSummary, game: &Game) -> Option<GameResult> {
    let full = (kept.size * kept.size).cast_signed();
    match &kept.ending {
        Ending::Void { .. } => None,
        Ending::Played { winner } => {
            let counted = GameResult::counted(game);
            // A game that was decided may have been ended when the later loser was still ahead.
            let least: i32 = match winner {
                Some(Colour::Black) => 2,
                Some(Colour::White) => -2,
                None => 0,
            };
            let agrees = counted.margin.signum() == least.signum();
            Some(if agrees { counted } else { GameResult { margin: least, ..counted } })
        }
        Ending::Forfeit { by, word, .. } => Some(GameResult {
            margin: if *by == Colour::Black { -full } else { full },
            ending: match word.as_str() {
                "time-out" => records::Ending::TimedOut,
                _ => records::Ending::Resigned,
            },
        }),
    }
}

/// A game that was kept, by the host's own rules.
///
/// # Errors
/// Where its moves are no game of Othello or Reversi.
pub fn replayed(kept: &GameSummary) -> Result<Game, String> {
    let none = || format!("{} has no such form", kept.game);
    let initial = setup(kept)?.position().ok_or_else(none)?;
    Game::from_transcript(initial, &kept.moves).map_err(|error| error.to_string())
}

/// The board as a game began, and after each of its moves and passes, whatever game it is.
///
/// # Errors
/// Where the game is not there any more, or its moves are none of it.
pub fn views(kept: &GameSummary) -> Result<Vec<View>, String> {
    let moves = Move::sequence(&kept.moves).map_err(|error| error.to_string())?;
    Ok(GamePosition::new(setup(kept)?, moves).play()?.views())
}

/// What a game began with.
///
/// # Errors
/// Where the game is not there any more.
pub fn setup(kept: &GameSummary) -> Result<GameSetup, String> {
    let size = u8::try_from(kept.size).map_err(|_| format!("no board has {} rows", kept.size))?;
    GameSetup::find(&kept.game, Some(size), Some(kept.position.as_ref().unwrap_or(&kept.start)))
}
