//! Plays contests that somebody else organises: players from packs, each in its jail, on the embedded engine.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use othello_arena::contest::{Database, GameJob, GameRunner, InPlay, Plan, PlayedGame};
use othello_board::game::CypherGame;
use othello_cluster::{Guests, Order, PairPlayer, Stage, WorkerDemands};
use othello_players::{Mode, share};

use super::entrants::Entrants;
use super::roster::Roster;
use crate::players::Players;

/// The longest that a position stands there for those who watch.
const LONGEST_SHOW: Duration = Duration::from_secs(1);

/// Plays contests on this machine.
pub struct HostStage {
    /// How players are started and found.
    pub players: Players,
    /// How many games are played at once.
    pub threads: usize,
    /// The longest that a move may take.
    pub longest_move: Duration,
}

impl Stage for HostStage {
    fn open(
        &self,
        order: &Order,
        packs: &[PathBuf],
        scale: f64,
    ) -> Result<Arc<dyn PairPlayer>, String> {
        let plan = order.plan.scaled(scale);
        self.check(&plan)?;
        self.meet(&order.demands)?;
        let roster = roster(Entrants::of_packs(&order.entrants, packs, &self.players), &plan)?;
        let player = HostPlayer::start(plan, roster, self.players.clone(), self.threads)?;
        Ok(player)
    }
}

/// Players who were found, to play by this plan.
fn roster(entrants: anyhow::Result<Entrants>, plan: &Plan) -> Result<Roster, String> {
    let entrants = entrants.map_err(|error| crate::exit::message(&error))?;
    let setup = plan.setup()?;
    let refusals =
        entrants.contestants.iter().filter_map(|one| setup.refusal(&one.name, one.about()));
    match refusals.into_iter().next() {
        Some(refusal) => Err(refusal),
        None => Ok(Roster::embedded(entrants, setup)),
    }
}

impl HostStage {
    /// What this worker lacks of what a contest demands.
    fn meet(&self, demands: &WorkerDemands) -> Result<(), String> {
        let own = share::this_system();
        if let Some(system) = demands.system.as_ref().filter(|system| **system != own) {
            return Err(format!(
                "compiled players may come that are for {system}, and this machine is {own}"
            ));
        }
        if demands.whole_jail && self.players.runner.jail.mode != Mode::Required {
            return Err("strangers' compiled players and programs come, which play in the whole jail alone; \
                 start this worker without --partial-jail and --no-jail, where there is one"
                .to_owned());
        }
        Ok(())
    }

    /// What of a stranger's plan is beyond this machine's limits.
    fn check(&self, plan: &Plan) -> Result<(), String> {
        if plan.folder.is_some() || CypherGame::built_in(&plan.game).is_err() {
            return Err(format!(
                "{} is a game of somebody's own, which does not travel",
                plan.game
            ));
        }
        let (time, longest) = (plan.time, self.longest_move);
        let move_time = time.per_move.map_or(time.ceiling, |limit| limit.max(time.first_move));
        let clocks = plan.entrants.iter().map(|entrant| entrant.clock.or(time.game));
        let clock = clocks.flatten().map(|clock| clock.total).max().unwrap_or_default();
        if move_time > longest || (time.per_move.is_none() && clock > longest) {
            return Err(format!(
                "a move may take {:.0} s, and this worker allows {:.0} s (--longest-move)",
                move_time.max(clock).as_secs_f64(),
                longest.as_secs_f64()
            ));
        }
        Ok(())
    }
}

/// Plays the games of one contest.
pub struct HostPlayer {
    runner: GameRunner<'static>,
    databases: Arc<[Mutex<Database>]>,
    /// How players are found who come with a pair.
    players: Players,
}

impl HostPlayer {
    /// Ready to play, on so many threads.
    pub fn start(
        plan: Plan,
        roster: Roster,
        players: Players,
        threads: usize,
    ) -> Result<Arc<HostPlayer>, String> {
        let threads = threads.max(1);
        let runner = GameRunner::new(plan, roster, threads).map_err(|error| error.to_string())?;
        let databases = (0..threads).map(|_| Mutex::default()).collect();
        let player = Arc::new(HostPlayer { runner, databases, players });
        let watched = Arc::clone(&player);
        let watch = move || watched.runner.watch_the_machine();
        let builder = thread::Builder::new().name("pulse".to_owned());
        builder.spawn(watch).map_err(|error| error.to_string())?;
        Ok(player)
    }
}

impl PairPlayer for HostPlayer {
    fn play(&self, thread: usize, game: &GameJob) -> PlayedGame {
        let database = &self.databases[thread % self.databases.len()];
        let mut database = database.lock().unwrap_or_else(PoisonError::into_inner);
        self.runner.play(thread, &mut database, game)
    }

    fn for_guests(
        &self,
        guests: &Guests,
        packs: &[PathBuf],
    ) -> Result<Arc<dyn PairPlayer>, String> {
        let plan = self.runner.plan();
        let found = Entrants::of_packs(&guests.passengers, packs, &self.players);
        let (roster, show) = (roster(found, plan)?, guests.show.min(LONGEST_SHOW));
        Ok(Arc::new(HostPlayer {
            runner: self.runner.for_guests(roster.of_plan(), roster, show),
            databases: Arc::clone(&self.databases),
            players: self.players.clone(),
        }))
    }

    fn cancel(&self) {
        self.runner.cancel();
    }

    fn boards(&self) -> Vec<InPlay> {
        self.runner.boards()
    }
}
