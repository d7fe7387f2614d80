//! Openings from files, whose content says what they are: transcripts, games in GGF, positions in OBF.

use std::path::Path;

use othello_board::Turn;
use othello_board::game::CypherGame;
use othello_rules::outside::{self, GAMES};
use othello_rules::records::{RecordError, ggf, obf, transcripts};
use othello_rules::text::in_utf8;
use othello_rules::{Game, Move, Position};

use super::cypher_game::CypherBoard;
use super::error::OpeningError;
use crate::game_setup::GameSetup;

/// What a file holds.
pub(super) enum FileOpenings {
    /// Moves from where the contest's games begin.
    Games(Vec<String>),
    /// Boards, with who is to move.
    Positions(Vec<String>),
}

/// The openings of a file; of games the first so many plies, where that is said.
pub(super) fn read(
    file: &str,
    plies: Option<u32>,
    setup: &GameSetup,
) -> Result<FileOpenings, OpeningError> {
    let bytes = outside::read(Path::new(file), GAMES)
        .map_err(|error| OpeningError::File { file: file.to_owned(), error })?;
    let bytes = &in_utf8(&bytes);
    let openings = match (setup.position(), setup.queries()) {
        (Some(_), _) if !is_ggf(bytes) && obf::is_obf(bytes) => match plies {
            None => FileOpenings::Positions(positions(file, bytes, setup)?),
            Some(plies) => {
                return Err(OpeningError::Transcript(format!(
                    "{file} holds positions, of which no plies can be taken; leave :{plies} out"
                )));
            }
        },
        (None, Some(game)) => FileOpenings::Games(cypher_games(file, bytes, setup, game, plies)?),
        (initial, _) => {
            FileOpenings::Games(games(file, bytes, initial.unwrap_or_default(), plies)?)
        }
    };
    match &openings {
        FileOpenings::Games(all) | FileOpenings::Positions(all) if all.is_empty() => {
            Err(OpeningError::Empty(file.to_owned()))
        }
        _ => Ok(openings),
    }
}

fn wrong(error: RecordError) -> OpeningError {
    OpeningError::Transcript(error.to_string())
}

fn positions(file: &str, bytes: &[u8], setup: &GameSetup) -> Result<Vec<String>, OpeningError> {
    let mut positions = Vec::new();
    for (number, problem) in (1..).zip(obf::read(file, bytes)) {
        let position = problem.map_err(wrong)?.position;
        let fault =
            |why: String| OpeningError::Transcript(format!("{file}: position {number}: {why}"));
        if position.size().get() != setup.size {
            let size = position.size();
            return Err(fault(format!("it is on {size}; add --size {}", size.get())));
        }
        if position.is_over() {
            return Err(fault("nobody can move there".to_owned()));
        }
        let text = position.to_string();
        if !positions.contains(&text) {
            positions.push(text);
        }
    }
    Ok(positions)
}

fn games(
    file: &str,
    bytes: &[u8],
    initial: Position,
    plies: Option<u32>,
) -> Result<Vec<String>, OpeningError> {
    let games: Vec<Game> = if is_ggf(bytes) {
        let games = ggf::read(file, bytes).map(|record| record.map(|record| record.game));
        games.collect::<Result<_, _>>().map_err(wrong)?
    } else {
        transcripts::read(file, bytes, Some(initial)).collect::<Result<_, _>>().map_err(wrong)?
    };
    let mut listed = Vec::new();
    for (number, mut game) in (1..).zip(games) {
        let fault = |why: &str| OpeningError::Transcript(format!("{file}: game {number}: {why}"));
        if *game.initial() != initial {
            return Err(fault("it begins from another position than the contest's games"));
        }
        if let Some(plies) = plies {
            game.go_to(plies as usize);
        }
        if game.position().is_over() {
            return Err(fault(&whole_game(file)));
        }
        let moves: String = game.moves().iter().map(ToString::to_string).collect();
        if !listed.contains(&moves) {
            listed.push(moves);
        }
    }
    Ok(listed)
}

/// Whether there is a game in GGF, which may have a board in it.
fn is_ggf(bytes: &[u8]) -> bool {
    bytes.windows(2).any(|two| two == b"(;")
}

fn whole_game(file: &str) -> String {
    format!("it is a whole game; write {file}:8 for its first 8 plies")
}

/// The openings of a game that only its Cypher knows: transcripts, one a line.
fn cypher_games(
    file: &str,
    bytes: &[u8],
    setup: &GameSetup,
    game: &CypherGame,
    plies: Option<u32>,
) -> Result<Vec<String>, OpeningError> {
    let mut board = CypherBoard::new(game.clone(), setup.size, &setup.start)?;
    let text = String::from_utf8_lossy(bytes);
    let lines = text.lines().map(str::trim).enumerate();
    let mut listed = Vec::new();
    for (at, line) in lines.filter(|(_, line)| !line.is_empty() && !line.starts_with(['#', '%'])) {
        let fault =
            |why: String| OpeningError::Transcript(format!("{file}, line {}: {why}", at + 1));
        let mut moves = Move::sequence(line).map_err(|error| fault(error.to_string()))?;
        moves.truncate(plies.map_or(usize::MAX, |plies| plies as usize));
        let there = board.after(&moves).map_err(|error| fault(error.to_string()))?;
        if matches!(there.turn, Turn::Over(_)) {
            return Err(fault(whole_game(file)));
        }
        let moves: String = moves.iter().map(ToString::to_string).collect();
        if !listed.contains(&moves) {
            listed.push(moves);
        }
    }
    Ok(listed)
}
