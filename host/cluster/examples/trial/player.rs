//! Who plays in a trial: games of random legal moves, as their seeds say, and nothing that takes time.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use othello_arena::contest::{GameJob, Plan, PlayedGame};
use othello_cluster::{Guests, Order, PairPlayer, Stage};
use othello_rules::{Game, Move};

use crate::record::played;

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
        let games = self.games.fetch_add(1, Ordering::Relaxed);
        let lies = self.lie.is_some_and(|after| games >= after);
        played(&self.plan, job, &game, self.plan.time.to_string(), lies)
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
