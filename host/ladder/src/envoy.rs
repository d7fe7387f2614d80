//! The envoy: takes games from the desk to those who play elsewhere, and has the desk keep what they bring back. It is one
//! more worker of the desk, with many games at once; what is with it when the host ends is played again.

use std::collections::{HashMap, VecDeque};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::contest::{InPlay, PlayedGame, WorkersNews};
use othello_rules::ByColour;

use crate::desk::Desk;
use crate::elsewhere::WorkersElsewhere;
use crate::game::Pairing;
use crate::game_task::Obstacle;

/// How soon a new game goes out, and it is looked for news.
const NOTICE: Duration = Duration::from_millis(50);
/// How soon it is asked again for a game where there was none.
const IDLE: Duration = Duration::from_millis(200);
/// So many games that are over are known for their boards' sake.
const LATEST: usize = 256;
/// How long to wait before something is tried again.
const PAUSE: Duration = Duration::from_secs(1);
/// How long nobody is there before games are called back: what the last one brought may still be on its way.
const ALONE: Duration = Duration::from_secs(2);

/// Takes games to those who play elsewhere.
pub struct Envoy {
    desk: Arc<Desk>,
    workers: Box<dyn WorkersElsewhere>,
    /// The games that are there, by their jobs' numbers.
    out: HashMap<u64, GameOut>,
    /// How the players of the latest others are called: their boards may be on the way.
    latest: VecDeque<(u64, ByColour<String>)>,
    /// When there was no game to be handed out.
    idle: Option<Instant>,
    /// Since when nobody is there.
    alone: Option<Instant>,
    /// Who the file knows to play no more.
    barred: Vec<String>,
    complained: bool,
}

/// A game that is elsewhere.
struct GameOut {
    pairing: Pairing,
    /// How the players are called here.
    names: ByColour<String>,
    since: Instant,
}

impl Envoy {
    /// Begins to take games from a desk to these workers, until the program ends.
    ///
    /// # Errors
    /// Where the system has no thread left.
    pub fn start(desk: &Arc<Desk>, workers: Box<dyn WorkersElsewhere>) -> std::io::Result<()> {
        let desk = Arc::clone(desk);
        desk.elsewhere().is_asked = true;
        let mut envoy = Envoy {
            desk,
            workers,
            out: HashMap::new(),
            latest: VecDeque::new(),
            idle: None,
            alone: None,
            barred: Vec::new(),
            complained: false,
        };
        let work = move || {
            loop {
                if catch_unwind(AssertUnwindSafe(|| envoy.go())).is_err() {
                    thread::sleep(PAUSE);
                }
            }
        };
        thread::Builder::new().name("ladder's envoy".to_owned()).spawn(work).map(drop)
    }

    /// Takes there what is to be played, and back what was.
    fn go(&mut self) {
        self.hand_out();
        match self.workers.take(NOTICE) {
            Ok(played) => {
                let is_any = !played.is_empty();
                played.into_iter().for_each(|game| self.bring_back(game));
                if is_any {
                    self.workers.settled();
                }
            }
            Err(error) => {
                self.desk.say_of_others(error.to_string());
                thread::sleep(PAUSE);
            }
        }
        for news in self.workers.news() {
            match news {
                WorkersNews::Said(what) => self.desk.say_of_others(what),
                WorkersNews::Withdrawn { worker, why } => self.withdraw(&worker, &why),
            }
        }
        self.keep_bars();
        let at_once = self.workers.at_once();
        self.look_for_company(at_once);
        let (boards, out) = (self.boards(), self.out.len());
        let mut state = self.desk.elsewhere();
        (state.at_once, state.out, state.boards) = (at_once, out, boards);
    }

    /// Whoever takes the file up bars the same.
    fn keep_bars(&mut self) {
        let barred = self.workers.barred();
        if barred == self.barred {
            return;
        }
        let mut new = barred.iter().filter(|worker| !self.barred.contains(worker));
        let kept = self.desk.with(|ladder| new.try_for_each(|worker| ladder.bar(worker)));
        if kept.is_ok() {
            self.barred = barred;
        }
        self.desk.complain(kept, &mut self.complained);
    }

    /// Where nobody is there any more, what they had is played by whoever else is.
    fn look_for_company(&mut self, at_once: usize) {
        if at_once > 0 || self.out.is_empty() {
            self.alone = None;
        } else if self.alone.get_or_insert_with(Instant::now).elapsed() > ALONE {
            self.workers.call_back();
            let out = std::mem::take(&mut self.out);
            self.desk.say_of_others(format!(
                "nobody is there any more; {} that were out came back",
                if out.len() == 1 { "one game".to_owned() } else { format!("{} games", out.len()) }
            ));
            self.desk.with(|ladder| {
                out.into_values().for_each(|game| ladder.give_back(game.pairing));
            });
        }
    }

    fn hand_out(&mut self) {
        if self.idle.is_some_and(|since| since.elapsed() < IDLE) {
            return;
        }
        self.idle = None;
        while self.out.len() < self.workers.room() {
            let Some(pairing) = self.desk.next_elsewhere() else {
                self.idle = Some(Instant::now());
                return;
            };
            let handed_out = self.desk.game_task(pairing).and_then(|task| {
                let number = task.job.number;
                let names = task.players.each_ref().map(|one| one.contestant.name.clone());
                let names = task.job.players.map(|player| names[player].clone());
                let handed_out = self.workers.hand_out(task);
                handed_out.map_err(|error| Obstacle::of_nobody(error.to_string()))?;
                Ok((number, GameOut { pairing, names, since: Instant::now() }))
            });
            match handed_out {
                Ok((number, game)) => drop(self.out.insert(number, game)),
                Err(obstacle) => {
                    let done = self.desk.came_to_nothing(pairing, &obstacle);
                    self.desk.complain(done, &mut self.complained);
                    // It may be the next one again; what others bring back comes first.
                    self.idle = Some(Instant::now());
                    return;
                }
            }
        }
    }

    fn bring_back(&mut self, played: PlayedGame) {
        let number = played.job.number;
        if let Some(GameOut { pairing, names, since }) = self.out.remove(&number) {
            self.latest.push_back((number, names));
            if self.latest.len() > LATEST {
                self.latest.pop_front();
            }
            self.idle = None;
            let done = self.desk.settle(pairing, played, since.elapsed());
            self.desk.complain(done, &mut self.complained);
        }
    }

    fn withdraw(&mut self, worker: &str, why: &str) {
        match self.desk.withdraw(worker) {
            Ok(games) => self.desk.say_of_others(format!(
                "{worker} reported a wrong result ({why}): it plays no more here, and its {games} games count no more"
            )),
            Err(error) => self.desk.say_of_others(format!(
                "{worker} reported a wrong result ({why}), and its games can't be taken out: {error}"
            )),
        }
    }

    /// The boards of games that were handed out, under the names that the players have here.
    fn boards(&self) -> Vec<InPlay> {
        let known = |board: InPlay| {
            let latest = || self.latest.iter().rev().find(|(number, _)| *number == board.number);
            let out = self.out.get(&board.number).map(|game| &game.names);
            let names = out.or_else(|| latest().map(|(_, names)| names))?.clone();
            Some(InPlay { black: names.black, white: names.white, ..board })
        };
        self.workers.boards().into_iter().filter_map(known).collect()
    }
}
