//! A game of another program as a file of ours has it.

use std::time::{Duration, SystemTime};

use othello_arena::notation::SourceRecord;
use othello_rules::records::{self, GameResult, obf};
use othello_rules::text::one_line;
use othello_rules::{ByColour, Colour, Game, Setup};
use othello_store::{Ending, GameRecord, PlayerRecord, RoundRecord, moment};

use super::known::DatedGame;

/// The game of a record.
pub fn game_record(record: &records::Record) -> DatedGame {
    of_source(record, SourceRecord::of(record))
}

/// A position that is to be solved, as a game without moves.
pub fn game_of_problem(problem: obf::Problem) -> DatedGame {
    let obf::Problem { position, scores, comment } = problem;
    let scores = scores.iter().map(|(ply, score)| (ply.to_string(), *score)).collect();
    let record = records::Record::new(Game::from_position(position));
    of_source(
        &record,
        SourceRecord { problem: Some((scores, comment)), ..SourceRecord::of(&record) },
    )
}

fn of_source(record: &records::Record, source: SourceRecord) -> DatedGame {
    let game = &record.game;
    let initial = game.initial();
    let position = game.start().is_none().then(|| Setup::from(*initial).to_string());
    let names = record.players.as_ref().map(|name| one_line(name).into_owned());
    let discs = discs(record);
    let date = Date::read(&record.date);
    let game = GameRecord {
        began: date.as_ref().map_or_else(SystemTime::now, |date| date.began),
        took: seconds(record.notes.iter().filter_map(|note| note.seconds).sum()),
        game: initial.variant().to_string(),
        size: game.size().get().into(),
        start: match (game.variant(), game.start()) {
            (othello_rules::Variant::Reversi, Some(_)) => "empty".to_owned(),
            (_, start) => start.map_or_else(String::new, |start| start.to_string()),
        },
        position,
        seed: 0,
        players: names
            .as_ref()
            .map(|name| PlayerRecord { name: name.clone(), ..PlayerRecord::default() }),
        names,
        specs: ByColour::default(),
        ending: ending(record),
        discs,
        moves: game.moves().iter().map(ToString::to_string).collect(),
        database: record.place.clone(),
        time: String::new(),
        held_up: false,
        outputs: ByColour::default(),
        contest_place: None,
        source: serde_json::to_string(&source).ok(),
        series: None,
        rounds: rounds(record),
    };
    DatedGame { game, began: date.map(|date| date.began..date.end) }
}

/// The discs at the end: as the record counts them, where its moves don't lead there.
pub fn discs(record: &records::Record) -> ByColour<u32> {
    let counted = GameResult::counted(&record.game);
    let on_board = record.game.position().count();
    match record.result {
        Some(result)
            if result.ending == records::Ending::Counted && result.margin != counted.margin =>
        {
            let squares = i32::from(record.game.size().get()).pow(2);
            let of = |margin: i32| ((squares + margin) / 2).clamp(0, squares).cast_unsigned();
            ByColour { black: of(result.margin), white: of(-result.margin) }
        }
        _ => ByColour { black: on_board.black, white: on_board.white },
    }
}

/// The times of the moves, where the format has any.
fn rounds(record: &records::Record) -> Vec<RoundRecord> {
    let sides = record.game.positions().map(|position| position.to_move());
    let notes = (0..).zip(sides).zip(&record.notes);
    let timed = notes.filter_map(|((ply, side), note)| {
        Some(RoundRecord {
            ply,
            side,
            query: None,
            params: None,
            rows: None,
            asked: seconds(note.seconds?),
            ran: Duration::ZERO,
            thinking: note
                .evaluation
                .map(|value| format!("{{\"entries\":{{\"evaluation\":{value}}}}}")),
            warnings: None,
        })
    });
    timed.collect()
}

fn seconds(seconds: f64) -> Duration {
    Duration::try_from_secs_f64(seconds).unwrap_or_default()
}

/// A date as a record has it: a year, or a day.
struct Date {
    began: SystemTime,
    /// What no longer counts as it.
    end: SystemTime,
}

impl Date {
    /// The first year, month and day of a date as formats write it: `1999`, `2010.10.17_05:23:05.MDT`.
    fn read(date: &str) -> Option<Date> {
        const DAY: Duration = Duration::from_secs(86_400);
        let mut numbers = date.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
        let year = numbers.next()?.parse().ok()?;
        let mut part = || numbers.next().and_then(|part| part.parse::<u8>().ok());
        let day = part().zip(part()).and_then(|(month, day)| moment::of_day(year, month, day));
        let began = day.or_else(|| moment::of_day(year, 1, 1))?;
        let end = match day {
            Some(day) => day + DAY,
            None => moment::of_day(year + 1, 1, 1).unwrap_or(began + DAY),
        };
        Some(Date { began, end })
    }
}

fn ending(record: &records::Record) -> Ending {
    let Some(result) = record.result else {
        return Ending::Void { reason: "the record has no result".to_owned() };
    };
    let winner = match result.margin {
        0 => None,
        margin if margin > 0 => Some(Colour::Black),
        _ => Some(Colour::White),
    };
    let forfeit = |word: &str| match winner {
        Some(winner) => Ending::Forfeit {
            by: winner.opponent(),
            word: word.to_owned(),
            reason: format!("{word}, as the record says"),
        },
        None => Ending::Played { winner },
    };
    match result.ending {
        records::Ending::Counted | records::Ending::Agreed => Ending::Played { winner },
        records::Ending::Resigned => forfeit("resignation"),
        records::Ending::TimedOut => forfeit("time-out"),
    }
}
