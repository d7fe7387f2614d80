//! A worker that reports wrong results.

use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use othello_arena::contest::{GameJob, Plan, PlayedGame};
use othello_cluster::{
    Connection, Guests, Order, PackRoom, PairPlayer, Server, Speed, Stage, Worker as ClusterWorker,
};
use othello_rules::{Game, Move};
use serde_json::Value;

use crate::cluster::Worker;
use crate::common::{World, wait_for};

#[path = "../../host/cluster/examples/trial/record.rs"]
mod record;

use record::played;

/// Stops a worker of this process, whatever becomes of the test.
struct Stop<'s>(&'s AtomicBool);

impl Drop for Stop<'_> {
    fn drop(&mut self) {
        self.0.store(true, Ordering::Relaxed);
    }
}

/// Plays any moves, and after so many games turns results round.
struct Liar {
    plan: Plan,
    scale: f64,
    honest: u64,
    games: Arc<AtomicU64>,
}

pub const HONEST_GAMES: u64 = 4;

impl Stage for Liar {
    fn open(
        &self,
        order: &Order,
        _: &[PathBuf],
        scale: f64,
    ) -> Result<Arc<dyn PairPlayer>, String> {
        let (plan, games) = (order.plan.clone(), Arc::clone(&self.games));
        Ok(Arc::new(Liar { plan, scale, games, ..*self }))
    }
}

impl PairPlayer for Liar {
    fn play(&self, _: usize, job: &GameJob) -> PlayedGame {
        let mut game = Game::from_position(self.plan.setup().unwrap().position().unwrap());
        job.opening.moves.iter().for_each(|&ply| game.play(ply).unwrap());
        while !game.position().is_over() {
            let first = game.position().legal_moves().into_iter().next();
            game.play(first.map_or(Move::Pass, Move::Place)).unwrap();
        }
        let lies = self.games.fetch_add(1, Ordering::Relaxed) >= self.honest;
        played(&self.plan, job, &game, self.plan.time.scaled(self.scale).to_string(), lies)
    }

    fn for_guests(&self, _: &Guests, _: &[PathBuf]) -> Result<Arc<dyn PairPlayer>, String> {
        let (plan, games) = (self.plan.clone(), Arc::clone(&self.games));
        Ok(Arc::new(Liar { plan, games, ..*self }))
    }
}

/// How fast a worker of this machine finds it: a liar that is as fast is found out by nothing but its lies.
pub fn speed(world: &World, url: &str) -> Speed {
    let _honest = Worker::start(world, &[url, "--name", "honest", "-j", "1", "--partial-jail"]);
    let known = wait_for("a worker is there", || {
        let status = world.run(["work", "status", url, "--json"]).exits(0).out;
        let status: Value = serde_json::from_str(&status).unwrap();
        Some(status["workers"][0]["speed"].clone()).filter(|speed| !speed.is_null())
    });
    serde_json::from_value(known).unwrap()
}

/// Does something while a liar works there, who has turned no result round before so many games; it gets to know how many games that has played.
pub fn beside_a_liar(
    world: &World,
    url: &str,
    speed: Speed,
    honest: u64,
    act: impl FnOnce(&AtomicU64),
) {
    let (stop, games) = (AtomicBool::new(false), Arc::new(AtomicU64::new(0)));
    let plan: Plan =
        serde_json::from_str(include_str!("../../host/cluster/tests/plan.json")).unwrap();
    let stage = Liar { plan, scale: 1.0, honest, games: Arc::clone(&games) };
    let liar = ClusterWorker {
        link: Connection::open(&Server::parse(url).unwrap()).unwrap(),
        name: "liar".to_owned(),
        system: "any".to_owned(),
        threads: 1,
        speed,
        stage: &stage,
        shelf: world.path("liar"),
        room: PackRoom { one: 1 << 30, all: 1 << 30, unpacked: Arc::new(|_, _| Ok(0)) },
        stop: &stop,
        say: &|_| {},
    };
    thread::scope(|scope| {
        let _stop = Stop(&stop);
        scope.spawn(|| liar.run().unwrap());
        act(&games);
    });
}
