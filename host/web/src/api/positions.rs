//! Positions that are not those of a live game: what the moves lead to, and what a pasted text means.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use othello_arena::game_setup::start_board;
use othello_arena::{GameSetup, PlayedPosition};
use othello_rules::Move;
use othello_rules::records::ggf;

use super::{Body, Shared, brief};
use crate::client::Client;
use crate::games::Games;
use crate::position::play;
use crate::protocol::{self, MovesShown, PastedText, Position, PositionRequest, ReadPosition};
use crate::refusal::{Answer, Refusal};

/// What lies there after these moves, and all the boards on the way.
pub(crate) async fn position(
    State(shared): State<Shared>,
    client: Client,
    Body(request): Body<PositionRequest>,
) -> Answer<Json<MovesShown>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    brief(client, move |_| Ok(Json(moves_of(&request.play(&server_state.games)?)))).await
}

/// The way to a position.
pub(crate) fn moves_of(reached: &PlayedPosition) -> MovesShown {
    MovesShown {
        initial: reached.initial.board(),
        plies: reached.plies.iter().map(protocol::Ply::from).collect(),
        position: reached.view().into(),
    }
}

/// What a pasted transcript, board or game means.
pub(crate) async fn read(
    State(shared): State<Shared>,
    client: Client,
    Body(pasted): Body<PastedText>,
) -> Answer<Json<ReadPosition>> {
    let server_state = Arc::clone(shared.lobby.server_state());
    let read = move |_: &_| {
        let games = &server_state.games;
        if pasted.text.contains("(;") {
            return of_ggf(games, &pasted.text).map(Json);
        }
        let PastedText { text, game, size, start } = pasted;
        let is_board = start_board(&text).is_some();
        let (setup, moves) = if is_board {
            (games.begin(&game, None, Some(&text))?, Vec::new())
        } else {
            (games.begin(&game, size, start.as_deref())?, transcript(&text)?)
        };
        let reached = play(&setup, &moves)?;
        Ok(Json(ReadPosition { position: position_of(&setup, &reached.moves()), names: None }))
    };
    brief(client, read).await.map_err(|why| why.about("moves"))
}

/// A position as the page gives it back.
pub(super) fn position_of(setup: &GameSetup, moves: &[Move]) -> Position {
    let GameSetup { game, size, start, .. } = setup;
    Position {
        game: game.clone(),
        size: *size,
        start: start.clone(),
        moves: moves.iter().copied().map(protocol::Move).collect(),
    }
}

fn of_ggf(games: &Games, text: &str) -> Result<ReadPosition, Refusal> {
    let game = ggf::read("the text", text.as_bytes()).next();
    let record = game.ok_or_else(|| Refusal::wrong("there is no game in the text"))?;
    let record = record.map_err(Refusal::wrong)?;
    let (game, names) = (&record.game, &record.players);
    let start = match game.start() {
        Some(start) => start.to_string(),
        None => game.initial().to_string(),
    };
    let (name, size) = (game.variant().to_string(), Some(game.size().get()));
    let setup = games.begin(&name, size, Some(&start))?;
    let position = position_of(&setup, game.moves());
    Ok(ReadPosition { position, names: Some(names.clone().into()) })
}

/// The moves of a transcript, with or without spaces, numbers and passes, whatever the game.
pub(crate) fn transcript(text: &str) -> Result<Vec<Move>, Refusal> {
    let mut moves = Vec::new();
    for word in text.split(|c: char| c.is_whitespace() || c == ',') {
        // `1.` or `12.` before a move counts it.
        let word = word.rsplit_once('.').map_or(word, |(_, rest)| rest);
        if word.is_empty() || word.chars().all(|c| c.is_ascii_digit()) {
            continue;
        }
        let mut rest = word;
        while !rest.is_empty() {
            let length = token(rest);
            let (token, more) = rest.split_at(length);
            let ply: Result<Move, _> = token.parse();
            let ply = ply.map_err(|_| {
                Refusal::wrong(format!(
                    "{:?} is no move; write f5d6c3 or f5 d6 c3",
                    shortened(rest)
                ))
            })?;
            moves.push(ply);
            rest = more;
        }
    }
    Ok(moves)
}

/// How long the first move of a text is: a letter and digits, or two signs of a pass.
fn token(text: &str) -> usize {
    let digits = text.chars().skip(1).take_while(char::is_ascii_digit).count();
    let first = text.chars().next().map_or(0, char::len_utf8);
    if digits > 0 {
        return first + digits;
    }
    text.char_indices().nth(2).map_or(text.len(), |(at, _)| at)
}

fn shortened(text: &str) -> String {
    text.chars().take(12).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transcripts_are_read_however_people_write_them() {
        let read = |text| -> Vec<String> {
            transcript(text).unwrap().iter().map(ToString::to_string).collect()
        };
        for text in ["f5d6c3", "F5 D6 C3", "1. f5 2. d6 3. c3", "1.f5 d6,c3", "f5\nd6\nc3\n"] {
            assert_eq!(read(text), ["f5", "d6", "c3"], "{text}");
        }
        assert_eq!(read("a10--b12 PA"), ["a10", "--", "b12", "--"]);
        for wrong in ["hello", "f", "<img>", "é", "5f"] {
            assert!(transcript(wrong).is_err(), "{wrong}");
        }
    }
}
