//! A game's report on its way. Players say the same again and again, so each text travels once and rounds tell which they
//! mean; times are microseconds.

use std::collections::HashMap;
use std::time::{Duration, SystemTime};

use othello_arena::contest::{GameReport, PlayedGame};
use othello_rules::{ByColour, Colour};
use othello_store::{Ending, RoundRecord};
use serde::{Deserialize, Serialize};

use super::few::Few;
use crate::text::{cut_exhibit, shortened, shortened_reason};

/// How many rounds a game may have: as many as a board of 16x16 has squares, and as many passes.
const MOST_ROUNDS: usize = 512;
/// How many texts these tell: a query, its parameters, its thinking and warnings each.
const MOST_TEXTS: usize = 4 * MOST_ROUNDS;
/// How much all that was asked and answered in a game may be: 64 KiB for each turn of the largest board.
const MOST_TEXT: usize = 16 << 20;
/// The longest text of a game's moves.
const LONGEST_MOVES: usize = 4096;
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
    /// Since 1970.
    began: u64,
    took: u64,
    ending: EndingMessage,
    moves: String,
    held_up: bool,
    outputs: (String, String),
    /// What rounds asked and said, each text once.
    texts: Few<String, MOST_TEXTS>,
    rounds: Few<RoundMessage, MOST_ROUNDS>,
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

/// Which of a report's texts is meant.
type TextNumber = usize;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
struct RoundMessage {
    ply: u32,
    side: Side,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    query: Option<TextNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    params: Option<TextNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    rows: Option<u64>,
    asked: u64,
    ran: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    thinking: Option<TextNumber>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    warnings: Option<TextNumber>,
}

/// Texts that are collected, each once.
#[derive(Default)]
struct Texts {
    numbers: HashMap<String, TextNumber>,
    all: Vec<String>,
}

impl Texts {
    fn number(&mut self, text: String) -> TextNumber {
        *self.numbers.entry(text).or_insert_with_key(|text| {
            self.all.push(text.clone());
            self.all.len() - 1
        })
    }
}

impl GameMessage {
    pub(crate) fn of(game: PlayedGame) -> GameMessage {
        GameMessage {
            number: game.job.number,
            void: game.void,
            report: game.record.map(|record| GameReport::of(record).into()),
        }
    }

    /// Leaves out what was asked and answered.
    pub(crate) fn leave_rounds(&mut self) {
        if let Some(report) = &mut self.report {
            report.rounds = Few::default();
            report.texts = Few::default();
            report.outputs = Default::default();
        }
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
        self.began = self.began.min(since_1970(SystemTime::now()));
        self.took = self.took.min(micros(LONGEST));
        // No game is so long, and none ends as it says that has no moves.
        if self.moves.len() > LONGEST_MOVES {
            self.moves = String::new();
        }
        cut_exhibit(&mut self.outputs.0);
        cut_exhibit(&mut self.outputs.1);
        self.texts.as_mut_slice().iter_mut().for_each(cut_exhibit);
        self.rounds.as_mut_slice().iter_mut().for_each(RoundMessage::clean);
        // However often a text is meant, it is kept each time.
        let meant = self.rounds.as_slice().iter().flat_map(RoundMessage::texts);
        let length = |number: TextNumber| self.texts.as_slice().get(number).map_or(0, String::len);
        if meant.map(length).sum::<usize>() > MOST_TEXT {
            self.rounds = Few::default();
        }
    }
}

impl RoundMessage {
    /// A round as it travels, its texts among those.
    fn of(round: RoundRecord, texts: &mut Texts) -> RoundMessage {
        let RoundRecord { ply, side, query, params, rows, asked, ran, thinking, warnings } = round;
        let mut number = |text: Option<String>| text.map(|text| texts.number(text));
        RoundMessage {
            ply,
            side: side.into(),
            query: number(query),
            params: number(params),
            rows,
            asked: micros(asked),
            ran: micros(ran),
            thinking: number(thinking),
            warnings: number(warnings),
        }
    }

    /// The round that travelled with these texts. What means none of them means nothing.
    fn record(self, texts: &[String]) -> RoundRecord {
        let RoundMessage { ply, side, query, params, rows, asked, ran, thinking, warnings } = self;
        let text = |number: Option<TextNumber>| texts.get(number?).cloned();
        RoundRecord {
            ply,
            side: side.into(),
            query: text(query),
            params: text(params),
            rows,
            asked: Duration::from_micros(asked),
            ran: Duration::from_micros(ran),
            thinking: text(thinking),
            warnings: text(warnings),
        }
    }

    fn clean(&mut self) {
        self.asked = self.asked.min(micros(LONGEST));
        self.ran = self.ran.min(micros(LONGEST));
    }

    fn texts(&self) -> impl Iterator<Item = TextNumber> + use<> {
        [self.query, self.params, self.thinking, self.warnings].into_iter().flatten()
    }
}

/// As much of a time as travels.
fn micros(time: Duration) -> u64 {
    u64::try_from(time.as_micros()).unwrap_or(u64::MAX)
}

fn since_1970(moment: SystemTime) -> u64 {
    moment.duration_since(SystemTime::UNIX_EPOCH).map_or(0, micros)
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
        let mut texts = Texts::default();
        let rounds = rounds.into_iter().map(|round| RoundMessage::of(round, &mut texts)).collect();
        let rounds = Few::all_or_none(rounds);
        ReportMessage {
            began: since_1970(began),
            took: micros(took),
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
            texts: Few::all_or_none(texts.all),
            rounds,
        }
    }
}

impl From<ReportMessage> for GameReport {
    fn from(report: ReportMessage) -> GameReport {
        let ReportMessage { began, took, ending, moves, held_up, outputs, texts, rounds } = report;
        GameReport {
            began: SystemTime::UNIX_EPOCH + Duration::from_micros(began),
            took: Duration::from_micros(took),
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
            rounds: rounds
                .into_vec()
                .into_iter()
                .map(|round| round.record(texts.as_slice()))
                .collect(),
        }
    }
}

#[cfg(test)]
impl GameMessage {
    /// A game that ends by a forfeit, with one round.
    pub(crate) fn forfeited(reason: &str, query: &str, output: &str) -> GameMessage {
        let round = RoundMessage {
            ply: 0,
            side: Side::Black,
            query: Some(0),
            params: None,
            rows: None,
            asked: 0,
            ran: 0,
            thinking: Some(1),
            warnings: None,
        };
        let ending = EndingMessage::Forfeit {
            by: Side::Black,
            word: reason.to_owned(),
            reason: reason.to_owned(),
        };
        let report = ReportMessage {
            began: 0,
            took: 0,
            ending,
            moves: String::new(),
            held_up: false,
            outputs: (output.to_owned(), output.to_owned()),
            texts: Few::all_or_none(vec![query.to_owned(), output.to_owned()]),
            rounds: Few::all_or_none(vec![round]),
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
        (report.took, report.began) = (u64::MAX, u64::MAX);
        report.moves = "f5".repeat(LONGEST_MOVES);
        let round = &mut report.rounds.as_mut_slice()[0];
        (round.asked, round.ran, round.warnings) = (u64::MAX, u64::MAX, Some(7));
        report.outputs.1 = "x".repeat(1 << 20);
        report.rounds = Few::all_or_none(vec![round.clone(); 200]);
        game.clean();
        let report = game.clone().report().unwrap();
        assert_eq!((report.took, report.moves.as_str()), (LONGEST, ""));
        assert!(report.began <= SystemTime::now());
        assert_eq!((report.outputs.black.len(), report.outputs.white.len()), (1, LONGEST_TEXT));
        let round = &report.rounds[0];
        assert_eq!((report.rounds.len(), round.asked, round.ran), (200, LONGEST, LONGEST));
        assert_eq!(round.query.as_ref().map(String::len), Some(LONGEST_TEXT));
        assert_eq!(round.warnings, None, "there is no such text");
        let rounds = &mut game.report.as_mut().unwrap().rounds;
        *rounds = Few::all_or_none(vec![rounds.as_slice()[0].clone(); MOST_ROUNDS]);
        game.clean();
        assert!(game.report().unwrap().rounds.is_empty(), "they are 32 MiB");
    }

    #[test]
    fn a_text_travels_once_however_often_it_was_said_and_the_rounds_are_the_same() {
        let round = |ply, side| RoundRecord {
            ply,
            side,
            query: Some("MATCH (cell:Cell) RETURN cell".to_owned()),
            params: (ply > 0).then(|| format!("{{\"ply\": {ply}}}")),
            rows: Some(u64::from(ply)),
            asked: Duration::from_micros(1_000_001),
            ran: Duration::from_micros(7),
            thinking: None,
            warnings: Some("MATCH (cell:Cell) RETURN cell".to_owned()),
        };
        let report = GameReport {
            began: SystemTime::UNIX_EPOCH + Duration::from_micros(1_700_000_000_123_456),
            took: Duration::from_micros(20_123),
            ending: Ending::Played { winner: Some(Colour::White) },
            moves: "f5d6".to_owned(),
            held_up: true,
            outputs: ByColour { black: "one".to_owned(), white: String::new() },
            rounds: vec![round(0, Colour::Black), round(1, Colour::White)],
        };
        let message = ReportMessage::from(report.clone());
        let sent = serde_json::to_string(&message).unwrap();
        assert_eq!(sent.matches("MATCH").count(), 1, "{sent}");
        let arrived: ReportMessage = serde_json::from_str(&sent).unwrap();
        assert_eq!(GameReport::from(arrived), report);
    }

    /// As much as is kept of one text.
    const LONGEST_TEXT: usize = 64 << 10;
}
