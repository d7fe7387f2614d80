//! The desk: holds the ladder behind one lock, and has workers check and play what the ladder hands out. Nobody waits
//! for a game or a check while holding the lock.

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::contest::{self, Database, InPlay};
use othello_players::take_share;

use crate::archive::Archive;
use crate::comparing::{ComparedGame, Comparing};
use crate::comparison::{Comparison, ComparisonOutcome, ComparisonScore};
use crate::elsewhere::ElsewhereState;
use crate::error::LadderError;
use crate::game::{Pairing, PlayedGame, Purpose};
use crate::game_task::{GameTask, Obstacle, VersionPlayer};
use crate::ladder::{Ladder, Task};
use crate::moment::Moment;
use crate::person::PersonId;
use crate::place::Place;
use crate::state::State;
use crate::terminal::Terminal;
use crate::version::{Content, Verdict, VersionId};

/// How long a worker without anything to do waits before it looks again.
const IDLE: Duration = Duration::from_millis(200);
/// How often the ladder's clock is looked at.
const TICK: Duration = Duration::from_millis(100);
/// So many comparisons are played at once; the others wait.
const MOST_COMPARED: usize = 3;
/// How often what nobody needs any more is taken away.
const CLEARING: Duration = Duration::from_secs(5);
/// How long a final is to be watched, and the longest that a move of it stands there.
const FINAL_SHOW: Duration = Duration::from_secs(120);
const LONGEST_SHOW: Duration = Duration::from_millis(150);
/// So many plies a game has.
const PLIES: u32 = 60;

/// Has workers check and play what a ladder hands out.
pub struct Desk {
    ladder: Mutex<Ladder>,
    archive: Arc<Archive>,
    /// Rings when there may be something to do.
    news: Arc<Condvar>,
    place: Place,
    comparing: Comparing,
    threads: Threads,
    elsewhere: Mutex<ElsewhereState>,
    terminal: Terminal,
    /// How many games were handed out.
    handed_out: AtomicU32,
}

/// How many threads of this machine work for a ladder.
#[derive(Clone, Copy, Debug)]
pub struct Threads {
    /// All of them.
    pub all: usize,
    /// Those that also play rated games and the final; the others check and compare alone.
    pub playing: usize,
}

/// What one of the desk's threads does.
type DeskWork = Box<dyn FnOnce(&Arc<Desk>) + Send>;

/// What a worker does.
enum Job {
    /// What the ladder hands out.
    Ladder(Task),
    /// A game that an author has asked for, and what was charged for it where it is played in the place of a rated one.
    Compared { game: ComparedGame, charged: Option<f64> },
}

impl Desk {
    /// A desk with so many workers, which begin when it is started.
    #[must_use]
    pub fn new(ladder: Ladder, place: Place, threads: Threads) -> Arc<Desk> {
        let news = Arc::new(Condvar::new());
        Arc::new(Desk {
            archive: Arc::clone(ladder.archive()),
            ladder: Mutex::new(ladder),
            news: Arc::clone(&news),
            place,
            comparing: Comparing::new(news),
            threads,
            elsewhere: Mutex::default(),
            terminal: Terminal::of_errors(),
            handed_out: AtomicU32::new(0),
        })
    }

    /// Begins to work, until the program ends; games that are being played then are played again by whoever takes the
    /// file up.
    ///
    /// # Errors
    /// Where the system has no thread left.
    pub fn start(self: &Arc<Desk>) -> std::io::Result<()> {
        let spawn = |name: String, work: DeskWork| {
            let desk = Arc::clone(self);
            thread::Builder::new().name(name).spawn(move || work(&desk)).map(drop)
        };
        spawn("pulse".to_owned(), Box::new(|desk| desk.place.watch_the_machine()))?;
        spawn("ladder's clock".to_owned(), Box::new(Desk::tick))?;
        for worker in 0..self.threads.all {
            spawn(format!("ladder {worker}"), Box::new(move |desk| desk.work(worker)))?;
        }
        Ok(())
    }

    /// Does something with the ladder, and lets the workers know.
    pub fn with<T>(&self, act: impl FnOnce(&mut Ladder) -> T) -> T {
        let done = act(&mut self.lock());
        self.news.notify_all();
        done
    }

    /// Forgets somebody; what takes long of that holds up nobody.
    ///
    /// # Errors
    /// Where there is no such person, or the file can't be written.
    pub fn forget(&self, person: PersonId) -> Result<(), LadderError> {
        let erasure = self.with(|ladder| ladder.forget(person))?;
        erasure.finish()
    }

    /// Looks at what is known at this moment.
    pub fn look<T>(&self, look: impl FnOnce(&Ladder) -> T) -> T {
        look(&self.lock())
    }

    /// What lies in the ladder's file alone, which is read while others write.
    #[must_use]
    pub fn archive(&self) -> &Archive {
        &self.archive
    }

    /// The boards that are played on, and the last ones where nobody plays at the moment.
    #[must_use]
    pub fn boards(&self) -> Vec<InPlay> {
        let elsewhere = self.elsewhere().boards.clone();
        self.place.boards().into_iter().chain(elsewhere).collect()
    }

    /// How it stands with those who play elsewhere.
    pub fn elsewhere(&self) -> MutexGuard<'_, ElsewhereState> {
        self.elsewhere.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells something of those who play elsewhere.
    pub(crate) fn say_of_others(&self, what: String) {
        self.terminal.say(what.clone());
        self.elsewhere().remember(what);
    }

    /// Says once what can't be done, rather than each time.
    pub(crate) fn complain(&self, done: Result<(), LadderError>, complained: &mut bool) {
        self.terminal.complain(done, complained);
    }

    /// How many games are played at once, here and elsewhere.
    fn places(&self) -> usize {
        self.threads.playing + self.elsewhere().at_once
    }

    fn lock(&self) -> MutexGuard<'_, Ladder> {
        self.ladder.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn tick(self: &Arc<Desk>) {
        let (mut complained, mut cleared) = (false, Instant::now());
        loop {
            let done = self.lock().tick(Moment::now());
            self.complain(done, &mut complained);
            self.compare();
            if cleared.elapsed() > CLEARING {
                cleared = Instant::now();
                self.clear();
            }
            thread::sleep(TICK);
        }
    }

    /// Begins and ends comparisons, and tells the ladder what they came to so far.
    fn compare(self: &Arc<Desk>) {
        let scores = self.comparing.scores();
        let (open, next) = {
            let mut ladder = self.lock();
            scores.iter().for_each(|&(id, score)| ladder.count_compared(id, score));
            let open: Vec<_> = ladder.open_comparisons().map(|one| one.id).collect();
            let mut begun = self.comparing.begun();
            let room = MOST_COMPARED.saturating_sub(begun.len());
            let new = ladder.open_comparisons().filter(|one| !begun.contains(&one.id));
            let next: Vec<_> = new.take(room).copied().collect();
            begun.extend(next.iter().map(|one| one.id));
            (open, next)
        };
        self.comparing.stop_unless(|id| open.contains(&id));
        for comparison in next {
            let desk = Arc::clone(self);
            let begun = thread::Builder::new()
                .name("comparison".to_owned())
                .spawn(move || desk.play_comparison(&comparison));
            if begun.is_err() {
                // The system has no thread left at the moment.
                self.comparing.end(comparison.id);
            }
        }
    }

    fn play_comparison(&self, comparison: &Comparison) {
        let id = comparison.id;
        let done = catch_unwind(AssertUnwindSafe(|| {
            let versions = [self.seated(comparison.tried)?, self.seated(comparison.against)?];
            let versions = self.place.compared(id, versions).map_err(|error| error.to_string())?;
            let folder = self.place.folder_of_comparison(id);
            self.comparing.play(id, versions, &folder, self.threads.all)
        }));
        let done = done.unwrap_or_else(|_| Err("of a fault of the host itself".to_owned()));
        let (score, outcome) = done.unwrap_or_else(|why| {
            self.terminal.say(format!("a comparison came to nothing: {why}"));
            (ComparisonScore::default(), ComparisonOutcome::Failed)
        });
        let settled = self.with(|ladder| {
            ladder.count_compared(id, score);
            ladder.settle_comparison(id, outcome)
        });
        self.complain(settled, &mut false);
        self.comparing.end(id);
    }

    /// Takes away what nobody needs any more of versions that were refused, forgotten, or followed by others.
    fn clear(&self) {
        let known = self.place.versions();
        let gone = self.look(|ladder| {
            let needless = known.into_iter().filter(|&version| !ladder.is_needed(version));
            needless.map(|version| self.place.drop_version(version)).collect::<Vec<_>>()
        });
        for folder in gone {
            // What can't be deleted goes with the whole folder when the next host begins.
            let _ = fs::remove_dir_all(folder);
        }
    }

    fn work(&self, worker: usize) {
        take_share(worker, self.threads.all);
        let (mut database, mut complained) = (Database::default(), false);
        loop {
            let task = match self.next_job(worker < self.threads.playing) {
                Job::Ladder(task) => task,
                Job::Compared { game, charged } => {
                    let took = game.play(worker, &mut database);
                    if let Some(charged) = charged {
                        self.lock().correct_charge(charged, took);
                    }
                    continue;
                }
            };
            let done = catch_unwind(AssertUnwindSafe(|| match task {
                Task::Check(version) => self.check(version),
                Task::Play(pairing) => self.play(worker, &mut database, pairing),
            }));
            match (done, task) {
                (Ok(done), _) => self.complain(done, &mut complained),
                (Err(_), Task::Play(pairing)) => {
                    database = Database::default();
                    let done = self.lock().void(pairing, None);
                    self.complain(done, &mut complained);
                }
                (Err(_), Task::Check(version)) => {
                    let why = "the checker broke off by a fault of the host".to_owned();
                    let done = self.lock().judge(version, Verdict::Refused(why));
                    self.complain(done, &mut complained);
                }
            }
        }
    }

    /// Waits for what is to be done next by one who plays rated games, or only checks and compares.
    fn next_job(&self, plays: bool) -> Job {
        let all = self.threads.all;
        let mut ladder = self.lock();
        loop {
            if plays
                && self.comparing.has_games(all)
                && ladder.gives_way()
                && let Some(game) = self.comparing.next_game(all)
            {
                let charged = Some(ladder.charge_comparison(game.id));
                return Job::Compared { game, charged };
            }
            let places = if plays { self.places() } else { 0 };
            if let Some(task) = ladder.next_task(all, places) {
                return Job::Ladder(task);
            }
            if let Some(game) = self.comparing.next_game(all) {
                return Job::Compared { game, charged: None };
            }
            let waited = self.news.wait_timeout(ladder, IDLE);
            ladder = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// A game for somebody elsewhere, if there is one to be played.
    pub(crate) fn next_elsewhere(&self) -> Option<Pairing> {
        let places = self.places();
        match self.lock().next_task(0, places) {
            Some(Task::Play(pairing)) => Some(pairing),
            Some(Task::Check(_)) | None => None,
        }
    }

    fn check(&self, version: VersionId) -> Result<(), LadderError> {
        let upload = self.archive.upload(version)?;
        let verdict = match upload {
            Some(upload) => self.place.check(version, &upload),
            None => Verdict::Refused("it was forgotten".to_owned()),
        };
        self.with(|ladder| ladder.judge(version, verdict))
    }

    fn play(
        &self,
        worker: usize,
        database: &mut Database,
        pairing: Pairing,
    ) -> Result<(), LadderError> {
        let began = Instant::now();
        match self.game_task(pairing) {
            Ok(task) => {
                let played = self.place.play(worker, database, &task);
                self.settle(pairing, played, began.elapsed())
            }
            Err(obstacle) => self.came_to_nothing(pairing, &obstacle),
        }
    }

    /// A game with all that it follows from.
    pub(crate) fn game_task(&self, pairing: Pairing) -> Result<GameTask, Obstacle> {
        let seated =
            |version| self.seated(version).map_err(|why| Obstacle { why, version: Some(version) });
        let [one, other] = pairing.in_order(pairing.players);
        let players = [seated(one)?, seated(other)?];
        let places = self.places();
        Ok(GameTask {
            job: pairing.job(self.place.opening(pairing)),
            players,
            show: self.look(|ladder| show(ladder, pairing, places)),
            serial: self.handed_out.fetch_add(1, Ordering::Relaxed),
        })
    }

    /// Keeps what came of a game that was over so long after it was handed out.
    pub(crate) fn settle(
        &self,
        pairing: Pairing,
        played: contest::PlayedGame,
        since: Duration,
    ) -> Result<(), LadderError> {
        let is_last_try = self.look(|ladder| ladder.is_last_try(&pairing));
        match PlayedGame::of(pairing, played, since, is_last_try) {
            Ok(played) => self.with(|ladder| ladder.record(played)).map(drop),
            Err(why) => self.came_to_nothing(pairing, &Obstacle::of_nobody(why)),
        }
    }

    /// Has a game played again, where that may help.
    pub(crate) fn came_to_nothing(
        &self,
        pairing: Pairing,
        Obstacle { why, version }: &Obstacle,
    ) -> Result<(), LadderError> {
        self.terminal.say(format!("a game of the ladder came to nothing: {why}"));
        self.with(|ladder| ladder.void(pairing, *version))
    }

    /// Takes out what a worker has played whose result was wrong, bit by bit, so that everybody else has the ladder in
    /// between. Gives how many games are out.
    pub(crate) fn withdraw(&self, worker: &str) -> Result<usize, LadderError> {
        let mut all = 0;
        loop {
            match self.with(|ladder| ladder.withdraw(worker))? {
                0 => return Ok(all),
                games => all += games,
            }
        }
    }

    /// The player that a version is, under its author's name.
    fn seated(&self, version: VersionId) -> Result<VersionPlayer, String> {
        let (name, content) = self.look(|ladder| {
            let known = ladder.state().versions.get(&version).map(|it| it.content.clone());
            (shown_name(ladder.state(), version), known)
        });
        let mut player = match (self.place.known(version), content) {
            (Some(known), _) => known,
            (None, Some(Content::Installed(spec))) => {
                let found = self.place.player_installed(version, &spec);
                found.map_err(|error| error.to_string())?
            }
            (None, _) => {
                let upload = self.archive.upload(version).map_err(|error| error.to_string())?;
                self.place.player(version, &upload.ok_or("what it was made of is gone")?)?
            }
        };
        player.contestant.name = name;
        Ok(player)
    }
}

/// How long a move stands there for those who watch, where so many games are played at once.
fn show(ladder: &Ladder, pairing: Pairing, places: usize) -> Duration {
    let finals = ladder.state().finals.as_ref();
    match finals.filter(|_| pairing.pair.purpose == Purpose::Final) {
        None => Duration::ZERO,
        Some(finals) => {
            let games = u32::try_from(finals.progress().1).unwrap_or(u32::MAX).max(1);
            let places = u32::try_from(places).unwrap_or(1);
            (FINAL_SHOW.saturating_mul(places) / games / PLIES).min(LONGEST_SHOW)
        }
    }
}

/// A version as people name it: its author's name, and its number where it is not the only one.
fn shown_name(state: &State, version: VersionId) -> String {
    let known = state.versions.get(&version);
    let person = known.and_then(|version| state.people.get(&version.person));
    match (known, person) {
        (Some(_), Some(person)) if person.boss => person.name.to_string(),
        (Some(version), Some(person)) => format!("{} v{}", person.name, version.number),
        _ => "somebody".to_owned(),
    }
}
