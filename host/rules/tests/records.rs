//! The record formats: what is written is read again, and no bytes make a reader panic.
#![allow(clippy::unwrap_used)]

use othello_rules::records::{Ending, GameResult, Note, Record, ggf, obf, transcripts, wthor};
use othello_rules::{ByColour, Game, Move, Position, Size, Start, Variant};
use proptest::prelude::*;
use proptest::sample::{Index, select};

/// A game from this position, each move drawn from the legal ones.
fn play_out(start: Position, choices: &[Index]) -> Game {
    let mut game = Game::from_position(start);
    for choice in choices {
        let legal: Vec<_> = game.position().legal_moves().iter().collect();
        let ply = if legal.is_empty() { Move::Pass } else { (*choice.get(&legal)).into() };
        if game.play(ply).is_err() {
            break;
        }
    }
    game
}

fn choices() -> impl Strategy<Value = Vec<Index>> {
    prop::collection::vec(any::<Index>(), 0..130)
}

fn any_games() -> impl Strategy<Value = Game> {
    (select(&Variant::ALL[..]), select(&Size::ALL[..]), select(&Start::ALL[..]), choices())
        .prop_map(|(variant, size, start, choices)| {
            play_out(Position::new(variant, size, start), &choices)
        })
}

fn standard_games() -> impl Strategy<Value = Game> {
    choices().prop_map(|choices| play_out(Position::default(), &choices))
}

fn results() -> impl Strategy<Value = Option<GameResult>> {
    let endings = [Ending::Counted, Ending::Resigned, Ending::TimedOut, Ending::Agreed];
    prop::option::of(
        (-256..=256, select(endings.to_vec()))
            .prop_map(|(margin, ending)| GameResult { margin, ending }),
    )
}

/// A game with everything known about it, odd names among it.
fn records() -> impl Strategy<Value = Record> {
    let notes = prop::collection::vec((-6400..6400, 0..1_000_000), 130);
    (any_games(), "\\PC{0,12}", "[\\]\\\\;()a]{0,12}", "\\PC{0,12}", results(), notes).prop_map(
        |(game, black, white, place, result, notes)| {
            let notes = notes.into_iter().take(game.moves().len()).map(|(evaluation, time)| Note {
                evaluation: Some(f64::from(evaluation) / 100.0),
                seconds: Some(f64::from(time) / 1000.0),
            });
            let mut record = Record::new(game);
            record.notes = notes.collect();
            record.players = ByColour { black, white };
            record.ratings.white = Some(-12.5);
            record.place = place;
            record.date = "2026.11.21".to_owned();
            record.result = result;
            record.tags = vec![("TI".to_owned(), "5:00//2:00".to_owned())];
            record
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]

    #[test]
    fn a_game_in_ggf_is_read_as_it_was_written(record in records(), other in records()) {
        let text = format!("2 {}{}\n", ggf::write(&record), ggf::write(&other));
        let read: Result<Vec<_>, _> = ggf::read("a.ggf", text.as_bytes()).collect();
        prop_assert_eq!(read, Ok(vec![record, other]));
    }

    #[test]
    fn a_file_of_transcripts_is_read_as_it_was_written(
        games in prop::collection::vec(standard_games(), 1..4)
    ) {
        // A game without a move is an empty line, which does not count.
        let games: Vec<_> = games.into_iter().filter(|game| !game.moves().is_empty()).collect();
        let text = transcripts::write(&games);
        let read: Result<Vec<_>, _> =
            transcripts::read("a.txt", text.as_bytes(), None).collect();
        prop_assert_eq!(read, Ok(games));
    }

    #[test]
    fn a_problem_is_read_as_it_was_written(game in any_games(), score in -64..=64, comment in "\\w{0,9}") {
        let position: Position = game.position().to_string().parse().unwrap();
        let scores = position.legal_moves().iter().map(|square| (square.into(), score)).collect();
        let problem = obf::Problem { position, scores, comment };
        let text = problem.to_string();
        let read: Result<Vec<_>, _> = obf::read("a.obf", text.as_bytes()).collect();
        prop_assert_eq!(read, Ok(vec![problem]));
    }

    #[test]
    fn games_in_wthor_are_read_as_they_were_written(
        games in prop::collection::vec((standard_games(), "[a-zé]{0,19}", "[a-z]{0,19}"), 0..5)
    ) {
        let mut records = Vec::new();
        for (mut game, black, white) in games {
            // The format has no passes, so none at the end either.
            while game.moves().last() == Some(&Move::Pass) {
                game.undo();
            }
            let game = Game::from_transcript(Position::default(), &game.transcript()).unwrap();
            let mut record = Record::new(game);
            record.result = Some(GameResult::counted(&record.game));
            record.players = ByColour { black, white };
            record.place = "World Cup".to_owned();
            record.date = "1999".to_owned();
            records.push(record);
        }
        let files = wthor::write(&records, (2026, 11, 21), 1999).unwrap();
        prop_assert_eq!(files.games.len(), 16 + 68 * records.len());
        let names = wthor::Names {
            players: wthor::read_players("a.jou", &files.players).unwrap(),
            tournaments: wthor::read_tournaments("a.trn", &files.tournaments).unwrap(),
        };
        let (header, entries) = wthor::read("a.wtb", &files.games).unwrap();
        prop_assert_eq!((header.created, header.year), ((2026, 11, 21), 1999));
        let read: Vec<_> = entries.map(|entry| entry.unwrap().record(&names, &header)).collect();
        let plain: Vec<_> = read.iter().cloned().map(|record| Record { wthor: None, ..record }).collect();
        prop_assert_eq!(plain, records);
        let again = wthor::write(&read, (2026, 11, 21), 1999).unwrap();
        prop_assert_eq!(again, files);
    }

    #[test]
    fn any_bytes_are_games_or_errors(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        read_all(&bytes);
    }

    #[test]
    fn spoilt_records_are_games_or_errors(
        record in records(),
        spoilt in prop::collection::vec((any::<Index>(), any::<u8>()), 1..4),
        cut in any::<Index>(),
    ) {
        let mut standard = Record::new(play_out(Position::default(), &[cut; 60]));
        standard.place = record.place.clone();
        standard.result = Some(GameResult::counted(&standard.game));
        let files = wthor::write([&standard], (2026, 11, 21), 1999).unwrap();
        let problem = obf::Problem {
            position: Position::default(),
            scores: vec![("f5".parse().unwrap(), 0)],
            comment: String::new(),
        };
        let texts = [ggf::write(&record).into_bytes(), problem.to_string().into_bytes()];
        for mut bytes in texts.into_iter().chain([files.games, files.players, files.tournaments]) {
            for (place, byte) in &spoilt {
                let place = place.index(bytes.len());
                bytes[place] = *byte;
            }
            read_all(&bytes);
            read_all(&bytes[..cut.index(bytes.len())]);
        }
    }
}

/// Reads the bytes as every format in turn; all that has to happen is that it ends.
fn read_all(bytes: &[u8]) {
    let _ = ggf::read("a", bytes).count();
    let _ = obf::read("a", bytes).count();
    let _ = transcripts::read("a", bytes, None).count();
    let _ = wthor::read_players("a", bytes);
    let _ = wthor::read_tournaments("a", bytes);
    if let Ok((_, entries)) = wthor::read("a", bytes) {
        let _ = entries.count();
    }
}

/// A file of games laid out by hand as the format says.
fn wthor_by_hand(games: &[&[u8]]) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 21, games.len() as u8, 0, 0, 0, 0, 0, 0xcf, 0x07, 8, 0, 22, 0];
    for moves in games {
        bytes.extend([1, 0, 2, 0, 3, 0, 40, 34]);
        bytes.extend(*moves);
        bytes.extend(vec![0; 60 - moves.len()]);
    }
    bytes
}

#[test]
fn a_wthor_file_laid_out_by_hand_is_read() {
    let bytes = wthor_by_hand(&[&[56, 64, 33], &[56, 66]]);
    let (header, entries) = wthor::read("WTH_1999.wtb", &bytes).unwrap();
    assert_eq!((header.created, header.year, header.games), ((2026, 11, 21), 1999, 2));
    let entries: Vec<_> = entries.map(Result::unwrap).collect();
    assert_eq!(entries[0].game.transcript(), "f5d6c3");
    assert_eq!((entries[0].tournament, entries[0].players.black), (1, 2));
    assert_eq!((entries[0].score, entries[0].theoretical), (40, 34));
    assert_eq!(entries[1].game.transcript(), "f5f6");
    let record = entries[1].clone().record(&wthor::Names::default(), &header);
    assert_eq!((record.players.white, record.date), ("#3".to_owned(), "1999".to_owned()));
    assert_eq!(record.result.map(|result| result.margin), Some(16));
}

#[test]
fn a_wthor_game_with_more_discs_than_squares_is_named_and_the_others_are_read() {
    let mut bytes = wthor_by_hand(&[&[56, 64, 33], &[56, 66]]);
    bytes[16 + 6] = 65;
    let (_, entries) = wthor::read("WTH_1999.wtb", &bytes).unwrap();
    let entries: Vec<_> = entries.collect();
    let error = entries[0].as_ref().unwrap_err().to_string();
    assert_eq!(error, "WTH_1999.wtb: game 1: Black has 65 discs at the end, of 64");
    assert!(entries[1].is_ok() && entries.len() == 2);
}

/// An archive as others make them: numbers with gaps, lists of moves that end early, scores that the board does not say.
fn archives() -> impl Strategy<Value = Vec<u8>> {
    let game = (choices(), 0..70_usize, 0..300_u16, 0..300_u16, 0..40_u16, 0..=64_u8, 0..=64_u8);
    prop::collection::vec(game, 1..6).prop_map(|games| {
        let mut bytes =
            vec![20, 26, 11, 21, games.len() as u8, 0, 0, 0, 0, 0, 0xcf, 0x07, 8, 0, 22, 0];
        for (choices, length, black, white, tournament, score, theoretical) in games {
            let game = play_out(Position::default(), &choices);
            for number in [tournament, black, white] {
                bytes.extend(number.to_le_bytes());
            }
            bytes.extend([score, theoretical]);
            let squares = game.moves().iter().filter_map(|ply| ply.square()).take(length);
            let mut moves: Vec<u8> =
                squares.map(|square| (square.row() + 1) * 10 + square.column() + 1).collect();
            moves.resize(60, 0);
            bytes.extend(moves);
        }
        bytes
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(100))]

    #[test]
    fn every_record_of_an_archive_is_written_as_it_was_read(bytes in archives()) {
        let (header, entries) = wthor::read("a.wtb", &bytes).unwrap();
        let names = wthor::Names {
            players: (0..200).map(|number| format!("Player {number}")).collect(),
            tournaments: (0..20).map(|number| format!("Tournament {}", number / 2)).collect(),
        };
        let records: Vec<_> = entries.map(|entry| entry.unwrap().record(&names, &header)).collect();
        let files = wthor::write(&records, header.created, header.year).unwrap();
        prop_assert_eq!(files.games, bytes);
        // A name that the archive has keeps its number.
        let players = wthor::read_players("a.jou", &files.players).unwrap();
        for record in &records {
            let facts = record.wthor.unwrap();
            prop_assert_eq!(&players[usize::from(facts.players.black)], &record.players.black);
        }
    }
}

#[test]
fn an_archive_with_the_last_numbers_is_written_as_it_was_read_and_takes_new_names() {
    let mut bytes = wthor_by_hand(&[&[56, 64, 33], &[56, 66]]);
    // Black of the first game has the last number that there is, White of the second one the last that can have a name.
    bytes[18..20].copy_from_slice(&u16::MAX.to_le_bytes());
    bytes[88..90].copy_from_slice(&(u16::MAX - 1).to_le_bytes());
    let (header, entries) = wthor::read("a.wtb", &bytes).unwrap();
    let names = wthor::Names::default();
    let mut records: Vec<_> = entries.map(|entry| entry.unwrap().record(&names, &header)).collect();
    let files = wthor::write(&records, header.created, header.year).unwrap();
    assert_eq!(files.games, bytes);
    let players = wthor::read_players("a.jou", &files.players).unwrap();
    assert_eq!((players.len(), players[65_534].as_str()), (65_535, "#65534"));
    let mut newcomers = records[0].clone();
    newcomers.wthor = None;
    newcomers.players = ByColour { black: "Ann".to_owned(), white: "Bo".to_owned() };
    records.push(newcomers);
    let files = wthor::write(&records, header.created, header.year).unwrap();
    assert_eq!(files.games[16..16 + 2 * 68], bytes[16..]);
    let players = wthor::read_players("a.jou", &files.players).unwrap();
    assert_eq!((players[0].as_str(), players[1].as_str()), ("Ann", "Bo"));
}

#[test]
fn a_bad_game_in_wthor_is_named_and_the_others_are_read() {
    let mut bytes = wthor_by_hand(&[&[56, 64, 11], &[56, 9], &[56, 66]]);
    bytes.push(0);
    let (_, entries) = wthor::read("a.wtb", &bytes).unwrap();
    let read: Vec<_> = entries
        .map(|entry| entry.map(|e| e.game.transcript()).map_err(|error| error.to_string()))
        .collect();
    let error = |game: usize| read[game].as_ref().unwrap_err().as_str();
    assert_eq!(
        error(0),
        "a.wtb: game 1: move 3 (a1): a1 turns nothing over for Black; legal: c3 c4 c5 c6 c7"
    );
    assert_eq!(error(1), "a.wtb: game 2: move 2 (9): neither a square such as d3 nor a pass (--)");
    assert_eq!(read[2].as_deref(), Ok("f5f6"));
    assert_eq!(error(3), "a.wtb: the header promises 3 games of 68 bytes, but 205 bytes follow it");
}

#[test]
fn what_wthor_has_no_way_to_hold_is_refused_or_cut() {
    let mut record = Record::new(Game::new(Variant::Othello, Size::STANDARD, Start::Mirrored));
    let error = wthor::write([&record], (2026, 11, 21), 1999).unwrap_err();
    assert_eq!(
        error.to_string(),
        "game 1 can't be kept as WTHOR: it does not begin as Othello on 8x8 does"
    );
    record = Record::new(Game::default());
    let error = wthor::write([&record], (2026, 11, 21), 1999).unwrap_err();
    assert_eq!(error.to_string(), "game 1 can't be kept as WTHOR: it has no result");
    record.result = Some(GameResult::counted(&record.game));
    record.players.black = "A name of more than nineteen letters".to_owned();
    record.players.white = "\u{4e16}é".to_owned();
    let files = wthor::write([&record], (2026, 11, 21), 1999).unwrap();
    let names = wthor::read_players("a.jou", &files.players).unwrap();
    assert_eq!(names, ["A name of more than", "?é"]);
}

#[test]
fn a_wthor_header_that_is_wrong_is_an_error_of_the_file() {
    let error = |bytes: &[u8]| wthor::read("a.wtb", bytes).map(|_| ()).unwrap_err().to_string();
    assert_eq!(error(&[0; 3]), "a.wtb: a header has 16 bytes, this file only 3");
    let mut bytes = wthor_by_hand(&[]);
    bytes[12] = 10;
    assert_eq!(error(&bytes), "a.wtb: the header says 10x10; only games on 8x8 are read");
    let mut names = wthor_by_hand(&[]);
    names[8] = 2;
    assert_eq!(
        wthor::read_players("a.jou", &names).unwrap_err().to_string(),
        "a.jou: the header promises 2 names, the file has only 0"
    );
}
