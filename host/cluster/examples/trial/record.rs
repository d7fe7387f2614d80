//! The record of a game that no players have played, as whoever played it in their place reports it: rightly or with the
//! result turned round. The tests of the ladder have a worker that lies so as well.

use std::time::{Duration, SystemTime};

use othello_arena::contest::{GameJob, Plan, PlayedGame};
use othello_rules::{ByColour, Colour, Game, Move};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord};

pub fn record(name: &str) -> PlayerRecord {
    PlayerRecord { name: name.to_owned(), class: "blind".to_owned(), ..PlayerRecord::default() }
}

/// Reports a game that is over; who lies turns its result round.
pub fn played(plan: &Plan, job: &GameJob, game: &Game, time: String, lies: bool) -> PlayedGame {
    let mut winner = game.position().outcome().and_then(|outcome| outcome.winner());
    if lies {
        winner = winner.map_or(Some(Colour::Black), |winner| Some(!winner));
    }
    // The plan of a ladder's games names nobody.
    let name = |player: usize| plan.entrants.get(player).map(|entrant| entrant.name.clone());
    let names = job.players.map(|player| name(player).unwrap_or_default());
    let record = GameRecord {
        began: SystemTime::now(),
        took: Duration::from_millis(1),
        game: plan.game.clone(),
        size: game.position().size().get().into(),
        start: plan.start.clone(),
        position: None,
        seed: plan.seed_of(job.number).get(),
        players: names.as_ref().map(|name| record(name)),
        specs: names.clone(),
        names,
        ending: Ending::Played { winner },
        discs: game.position().count(),
        moves: game.moves().iter().map(Move::to_string).collect(),
        database: "the embedded engine".to_owned(),
        time,
        held_up: false,
        outputs: ByColour::default(),
        contest_place: i64::try_from(job.number).ok().map(ContestPlace),
        source: None,
        series: None,
        rounds: Vec::new(),
    };
    PlayedGame { job: job.clone(), record: Some(record), void: None }
}
