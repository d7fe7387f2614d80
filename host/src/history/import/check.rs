//! A game that a host wrote, which anybody may have written: what does not follow from its moves is refused, and what
//! does is worked out again.

use othello_arena::notation::{self, SourceRecord, notation};
use othello_arena::{GamePosition, Reason};
use othello_board::Turn;
use othello_rules::text::{lines, one_line};
use othello_rules::{ByColour, Colour, Move};
use othello_store::{Ending, GameId, GameRecord, GameSummary};

use super::game_record::discs;

/// A game of which every move is one of its game, with its discs counted and every pass written. It leaves its contest.
pub fn check(mut game: GameRecord) -> Result<GameRecord, String> {
    let summary = summary_of(&game);
    let known = notation::setup(&summary)?.position().is_some();
    let outcome =
        if known { by_the_rules(&mut game, &summary) } else { by_queries(&mut game, &summary) }?;
    match (&game.ending, outcome) {
        (Ending::Played { winner }, Some(follows)) if *winner != follows => {
            return Err("its moves lead to another result".to_owned());
        }
        (Ending::Forfeit { word, .. }, _) if !Reason::WORDS.contains(&word.as_str()) => {
            return Err(format!(
                "the ending {:?} is none; there are played, void, {}",
                one_line(word),
                Reason::WORDS.join(", ")
            ));
        }
        _ => {}
    }
    if let Ending::Forfeit { reason, .. } | Ending::Void { reason } = &mut game.ending {
        *reason = lines(reason).into_owned();
    }
    game.names = game.names.map(|name| one_line(&name).into_owned());
    Ok(GameRecord { contest_place: None, ..game })
}

/// Who won, if the game is over; nobody in a draw.
type Winner = Option<Option<Colour>>;

/// A game of which the host has rules of its own. A record of another program may say another result than its moves.
fn by_the_rules(game: &mut GameRecord, summary: &GameSummary) -> Result<Winner, String> {
    let record = notation(summary)?;
    game.moves = record.game.moves().iter().map(Move::to_string).collect();
    let source = SourceRecord::kept(game.source.as_deref());
    let says_another = source.is_some_and(|source| source.result.is_some());
    game.discs = if says_another { discs(&record) } else { record.game.position().count() };
    let outcome = record.game.position().outcome().filter(|_| !says_another);
    Ok(outcome.map(|outcome| outcome.winner()))
}

/// A game of which only its queries know the rules.
fn by_queries(game: &mut GameRecord, summary: &GameSummary) -> Result<Winner, String> {
    let moves = Move::sequence(&game.moves).map_err(|error| error.to_string())?;
    let played = GamePosition::new(notation::setup(summary)?, moves).play()?;
    game.moves = played.moves().iter().map(Move::to_string).collect();
    let counts = played.view().counts();
    game.discs = ByColour { black: counts.black, white: counts.white };
    Ok(match played.view().turn {
        Turn::Over(winner) => Some(winner),
        Turn::Move { .. } | Turn::Pass(_) => None,
    })
}

/// What would be listed of a game that is in no file yet.
fn summary_of(game: &GameRecord) -> GameSummary {
    GameSummary {
        id: GameId(0),
        began: game.began,
        game: game.game.clone(),
        size: game.size,
        start: game.start.clone(),
        position: game.position.clone(),
        names: game.names.clone(),
        ending: game.ending.clone(),
        discs: game.discs,
        moves: game.moves.clone(),
        contest_place: None,
        source: game.source.clone(),
        series: None,
    }
}
