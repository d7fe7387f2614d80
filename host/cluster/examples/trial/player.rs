//! Who plays in a trial: games of random legal moves, as their seeds say, and nothing that takes time.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::{Duration, SystemTime};

use othello_arena::contest::{GameJob, Plan, PlayedGame};
use othello_cluster::{Guests, Order, PairPlayer, Stage};
use othello_rules::{ByColour, Colour, Game, Move};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord};

pub fn record(name: &str) -> PlayerRecord {
    PlayerRecord { name: name.to_owned(), class: "blind".to_owned(), ..PlayerRecord::default() }
}

/// Plays at random, as the game's seed says.
pub struct RandomPlayer {
    plan: Plan,
    pause: Duration,
    /// After so many games a result is turned round.
    lie: Option<u64>,
    games: AtomicU64,
}

impl RandomPlayer {
    pub fn new(plan: Plan) -> RandomPlayer {
        RandomPlayer { plan, pause: Duration::ZERO, lie: None, games: AtomicU64::new(0) }
    }
}

impl PairPlayer for RandomPlayer {
    fn play(&self, _thread: usize, job: &GameJob) -> PlayedGame {
        std::thread::sleep(self.pause);
        let initial = job.opening.start.or(self.plan.setup().unwrap().position()).unwrap();
        let mut game = Game::from_position(initial);
        job.opening.moves.iter().for_each(|&ply| game.play(ply).unwrap());
        let mut seed = self.plan.seed_of(job.number).get();
        while !game.position().is_over() {
            seed = seed
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let legal: Vec<_> = game.position().legal_moves().into_iter().collect();
            let ply = match legal.as_slice() {
                [] => Move::Pass,
                squares => Move::Place(squares[(seed >> 33) as usize % squares.len()]),
            };
            game.play(ply).unwrap();
        }
        let mut winner = game.position().outcome().and_then(|outcome| outcome.winner());
        let games = self.games.fetch_add(1, Ordering::Relaxed);
        if self.lie.is_some_and(|after| games >= after) {
            winner = winner.map_or(Some(Colour::Black), |winner| Some(!winner));
        }
        let names = job.players.map(|player| self.plan.entrants[player].name.clone());
        let record = GameRecord {
            began: SystemTime::now(),
            took: Duration::from_millis(1),
            game: self.plan.game.clone(),
            size: initial.size().get().into(),
            start: self.plan.start.clone(),
            position: None,
            seed: self.plan.seed_of(job.number).get(),
            players: names.as_ref().map(|name| record(name)),
            specs: names.clone(),
            names,
            ending: Ending::Played { winner },
            discs: game.position().count(),
            moves: game.moves().iter().map(Move::to_string).collect(),
            database: "the embedded engine".to_owned(),
            time: self.plan.time.to_string(),
            held_up: false,
            outputs: ByColour::default(),
            contest_place: i64::try_from(job.number).ok().map(ContestPlace),
            source: None,
            series: None,
            rounds: Vec::new(),
        };
        PlayedGame { job: job.clone(), record: Some(record), void: None }
    }

    fn for_guests(&self, _: &Guests, _: &[PathBuf]) -> Result<Arc<dyn PairPlayer>, String> {
        Err("nobody comes to a contest of random games".to_owned())
    }
}

/// Opens any contest.
pub struct RandomStage {
    pub pause: Duration,
    pub lie: Option<u64>,
}

impl Stage for RandomStage {
    fn open(
        &self,
        order: &Order,
        packs: &[PathBuf],
        _scale: f64,
    ) -> Result<Arc<dyn PairPlayer>, String> {
        assert!(packs.iter().all(|pack| pack.is_file()));
        let (pause, lie) = (self.pause, self.lie);
        Ok(Arc::new(RandomPlayer { pause, lie, ..RandomPlayer::new(order.plan.clone()) }))
    }
}
