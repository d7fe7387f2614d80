//! A game's report on its way.

use std::time::{Duration, SystemTime};

use othello_arena::contest::{GameReport, PlayedGame};
use othello_rules::{ByColour, Colour};
use othello_store::{Ending, RoundRecord};
use serde::{Deserialize, Serialize};

use crate::text::{cut_exhibit, shortened, shortened_reason};

/// How many rounds a game may have: as many as a board of 16x16 has squares, and as many passes.
const MOST_ROUNDS: usize = 512;
/// How much all that was asked and answered in a game may be: 64 KiB for each turn of the largest board.
const MOST_TEXT: usize = 16 << 20;
/// Nothing takes longer that anybody waits for.
const LONGEST: Duration = Duration::from_secs(30 * 24 * 3600);

/// What came of a game.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct GameMessage {
    pub number: u64,
    /// Why it has no result, where it has none.
    pub void: Option<String>,
    /// The game, where it came as far as to begin.
    report: Option<ReportMessage>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct ReportMessage {
    began: SystemTime,
    took: Duration,
    ending: EndingMessage,
    moves: String,
    held_up: bool,
    outputs: (String, String),
    rounds: Vec<RoundMessage>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum EndingMessage {
    Played { winner: Option<Side> },
    Forfeit { by: Side, word: String, reason: String },
    Void { reason: String },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Side {
    Black,
    White,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RoundMessage {
    ply: u32,
    side: Side,
    query: Option<String>,
    params: Option<String>,
    rows: Option<u64>,
    asked: Duration,
    ran: Duration,
    thinking: Option<String>,
    warnings: Option<String>,
}

impl GameMessage {
    pub(crate) fn of(game: PlayedGame) -> GameMessage {
        GameMessage {
            number: game.job.number,
            void: game.void,
            report: game.record.map(|record| GameReport::of(record).into()),
        }
    }

    /// The same without what was asked and answered.
    pub(crate) fn without_rounds(mut self) -> GameMessage {
        if let Some(report) = &mut self.report {
            report.rounds.clear();
            report.outputs = Default::default();
        }
        self
    }

    /// Bounds what a worker says in its own words, and takes out of it what a terminal would obey.
    pub(crate) fn clean(&mut self) {
        self.void = self.void.as_deref().map(shortened);
        let Some(report) = &mut self.report else { return };
        report.clean();
        match &mut report.ending {
            EndingMessage::Played { .. } => {}
            EndingMessage::Forfeit { word, reason, .. } => {
                *word = shortened(word);
                *reason = shortened_reason(reason);
            }
            EndingMessage::Void { reason } => *reason = shortened_reason(reason),
        }
    }

    pub(crate) fn report(self) -> Option<GameReport> {
        Some(self.report?.into())
    }
}

impl ReportMessage {
    /// Bounds what nobody can check.
    fn clean(&mut self) {
        // A clock may be ahead; what is to come has not begun.
        self.began = self.began.min(SystemTime::now());
        self.took = self.took.min(LONGEST);
        cut_exhibit(&mut self.outputs.0);
        cut_exhibit(&mut self.outputs.1);
        self.rounds.truncate(MOST_ROUNDS);
        let texts = self.rounds.iter_mut().map(RoundMessage::clean).sum::<usize>();
        if texts > MOST_TEXT {
            self.rounds.clear();
        }
    }
}

impl RoundMessage {
    /// Bounds each part of it; gives how long its texts are.
    fn clean(&mut self) -> usize {
        self.asked = self.asked.min(LONGEST);
        self.ran = self.ran.min(LONGEST);
        let texts = [&mut self.query, &mut self.params, &mut self.thinking, &mut self.warnings];
        let texts = texts.into_iter().flatten();
        texts.map(|text| (cut_exhibit(text), text.len()).1).sum()
    }
}

impl From<Colour> for Side {
    fn from(colour: Colour) -> Side {
        match colour {
            Colour::Black => Side::Black,
            Colour::White => Side::White,
        }
    }
}

impl From<Side> for Colour {
    fn from(side: Side) -> Colour {
        match side {
            Side::Black => Colour::Black,
            Side::White => Colour::White,
        }
    }
}

impl From<GameReport> for ReportMessage {
    fn from(report: GameReport) -> ReportMessage {
        let GameReport { began, took, ending, moves, held_up, outputs, rounds } = report;
        ReportMessage {
            began,
            took,
            ending: match ending {
                Ending::Played { winner } => {
                    EndingMessage::Played { winner: winner.map(Side::from) }
                }
                Ending::Forfeit { by, word, reason } => {
                    EndingMessage::Forfeit { by: by.into(), word, reason }
                }
                Ending::Void { reason } => EndingMessage::Void { reason },
            },
            moves,
            held_up,
            outputs: (outputs.black, outputs.white),
            rounds: rounds.into_iter().map(RoundMessage::from).collect(),
        }
    }
}

impl From<ReportMessage> for GameReport {
    fn from(report: ReportMessage) -> GameReport {
        let ReportMessage { began, took, ending, moves, held_up, outputs, rounds } = report;
        GameReport {
            began,
            took,
            ending: match ending {
                EndingMessage::Played { winner } => {
                    Ending::Played { winner: winner.map(Colour::from) }
                }
                EndingMessage::Forfeit { by, word, reason } => {
                    Ending::Forfeit { by: by.into(), word, reason }
                }
                EndingMessage::Void { reason } => Ending::Void { reason },
            },
            moves,
            held_up,
            outputs: ByColour { black: outputs.0, white: outputs.1 },
            rounds: rounds.into_iter().map(RoundRecord::from).collect(),
        }
    }
}

impl From<RoundRecord> for RoundMessage {
    fn from(round: RoundRecord) -> RoundMessage {
        let RoundRecord { ply, side, query, params, rows, asked, ran, thinking, warnings } = round;
        let side = side.into();
        RoundMessage { ply, side, query, params, rows, asked, ran, thinking, warnings }
    }
}

impl From<RoundMessage> for RoundRecord {
    fn from(round: RoundMessage) -> RoundRecord {
        let RoundMessage { ply, side, query, params, rows, asked, ran, thinking, warnings } = round;
        let side = side.into();
        RoundRecord { ply, side, query, params, rows, asked, ran, thinking, warnings }
    }
}

#[cfg(test)]
impl GameMessage {
    /// A game that ends by a forfeit, with one round.
    pub(crate) fn forfeited(reason: &str, query: &str, output: &str) -> GameMessage {
        let round = RoundMessage {
            ply: 0,
            side: Side::Black,
            query: Some(query.to_owned()),
            params: None,
            rows: None,
            asked: Duration::ZERO,
            ran: Duration::ZERO,
            thinking: Some(output.to_owned()),
            warnings: None,
        };
        let ending = EndingMessage::Forfeit {
            by: Side::Black,
            word: reason.to_owned(),
            reason: reason.to_owned(),
        };
        let report = ReportMessage {
            began: SystemTime::UNIX_EPOCH,
            took: Duration::ZERO,
            ending,
            moves: String::new(),
            held_up: false,
            outputs: (output.to_owned(), output.to_owned()),
            rounds: vec![round],
        };
        GameMessage { number: 0, void: Some(reason.to_owned()), report: Some(report) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_nobody_can_check_of_a_game_is_bounded() {
        let mut game = GameMessage::forfeited("time-out", &"ö".repeat(LONGEST_TEXT), "x");
        let report = game.report.as_mut().unwrap();
        (report.took, report.began) = (Duration::MAX, SystemTime::now() + LONGEST);
        (report.rounds[0].asked, report.rounds[0].ran) = (Duration::MAX, Duration::MAX);
        report.outputs.1 = "x".repeat(1 << 20);
        report.rounds = vec![report.rounds[0].clone(); 200];
        game.clean();
        let report = game.clone().report().unwrap();
        assert_eq!(report.took, LONGEST);
        assert!(report.began <= SystemTime::now());
        assert_eq!((report.outputs.black.len(), report.outputs.white.len()), (1, LONGEST_TEXT));
        let round = &report.rounds[0];
        assert_eq!((report.rounds.len(), round.asked, round.ran), (200, LONGEST, LONGEST));
        assert_eq!(round.query.as_ref().map(String::len), Some(LONGEST_TEXT));
        let rounds = &mut game.report.as_mut().unwrap().rounds;
        *rounds = vec![rounds[0].clone(); MOST_ROUNDS];
        game.clean();
        assert!(game.report().unwrap().rounds.is_empty(), "they are 32 MiB");
    }

    /// As much as is kept of one text.
    const LONGEST_TEXT: usize = 64 << 10;
}
