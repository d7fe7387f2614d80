//! A player as an engine of the NBoard program, version 2 of its protocol. The player thinks on a thread of its own, so
//! that a `ping` is answered at once: it breaks off what was asked before, as another game and the end do. The engine
//! does not make its own moves: NBoard sends them like those of the other side.

use std::io;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use othello_rules::records::ggf;
use othello_rules::{Game, Move, Position};

use super::break_off::BreakOff;
use super::ggf_clocks::Clocks;
use super::thinker::{Thinker, Thought, hurried_move};
use super::time::{Time, seconds};
use super::wire::{Line, TOO_LONG, lines, say};

/// How long a ping and the end wait for the answers to what was asked before, which are soon there from many players.
const GRACE: Duration = Duration::from_millis(500);

/// How long the end of input waits for them.
const END_TIMEOUT: Duration = Duration::from_secs(60);

/// What the player is to do.
struct Job {
    number: u64,
    game: Game,
    depth: Option<i64>,
    time: Time,
    task: Task,
    break_off: BreakOff,
}

impl Job {
    fn is_wanted(&self) -> bool {
        !self.break_off.is_over()
    }
}

/// What is to come of it.
#[derive(Clone, Copy)]
enum Task {
    /// The move to be played.
    Move,
    /// What so many moves are worth.
    Hints(usize),
    /// What each position of the game is worth.
    Analysis,
}

/// Which jobs there are, between the two threads.
#[derive(Default)]
struct Desk {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    /// The numbers of the last job that was given out, and of the last that is done.
    given: u64,
    done: u64,
    /// Nobody reads what is written.
    gone: bool,
}

impl Desk {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until everything is done that was given out, or the time is over.
    fn wait(&self, timeout: Duration) {
        let until = |state: &mut State| state.done < state.given && !state.gone;
        let waited = self.changed.wait_timeout_while(self.state(), timeout, until);
        drop(waited);
    }
}

/// The engine as the program on the other side sees it.
struct Engine {
    name: String,
    desk: Arc<Desk>,
    jobs: Sender<Job>,
    game: Game,
    clocks: Clocks,
    depth: Option<i64>,
    /// Breaks off what was asked since it was last broken off.
    break_off: BreakOff,
}

/// Serves NBoard until it hangs up.
pub fn run(thinker: Thinker) -> anyhow::Result<()> {
    let (jobs, todo) = channel();
    let desk = Arc::new(Desk::default());
    let name = thinker.name();
    let (game, clocks, depth, break_off) = Default::default();
    let mut engine = Engine { name, desk: Arc::clone(&desk), jobs, game, clocks, depth, break_off };
    let worker = move || work(thinker, &todo, &desk);
    thread::Builder::new().name("thinker".to_owned()).spawn(worker)?;
    for line in lines() {
        let heard = match line {
            Line::Text(line) => engine.hear(line.trim()),
            Line::TooLong => complain(TOO_LONG).map(|()| true),
        };
        match heard {
            Ok(true) => {}
            Ok(false) => break,
            Err(_) => return Ok(()),
        }
    }
    engine.desk.wait(END_TIMEOUT);
    Ok(())
}

impl Engine {
    /// Does what a line says; false where that is to end.
    fn hear(&mut self, line: &str) -> io::Result<bool> {
        let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
        let rest = rest.trim();
        match command.to_lowercase().as_str() {
            "nboard" => say(&format!("set myname {}", self.name))?,
            "set" => self.set(rest)?,
            "move" => self.play(rest)?,
            "go" => self.ask(Task::Move),
            "hint" => self.ask(Task::Hints(rest.parse().unwrap_or(1))),
            "analyze" | "analyse" => self.ask(Task::Analysis),
            "ping" => self.ping(rest)?,
            "learn" => say("learned")?,
            "quit" => {
                self.desk.wait(GRACE);
                self.break_off_all(|| Ok(()))?;
                return Ok(false);
            }
            // The protocol's first version has moves without a word before them.
            _ if is_move(line) => self.play(line)?,
            // What the protocol does not know, or does not yet, is ignored.
            _ => {}
        }
        Ok(true)
    }

    fn set(&mut self, rest: &str) -> io::Result<()> {
        let (what, value) = rest.split_once(char::is_whitespace).unwrap_or((rest, ""));
        match what.to_lowercase().as_str() {
            "depth" => self.depth = value.trim().parse().ok().or(self.depth),
            "game" => match ggf::read("set game", value.as_bytes()).next() {
                Some(Ok(record)) => {
                    self.break_off_all(|| Ok(()))?;
                    self.clocks = Clocks::of(&record);
                    self.game = record.game;
                }
                Some(Err(error)) => complain(&error.to_string())?,
                None => complain("set game: no game in GGF, which begins with (;")?,
            },
            _ => {}
        }
        Ok(())
    }

    /// Takes a move in: `F5`, `F5/1.2/3.4`, `f5//3.4`, `PA`.
    fn play(&mut self, text: &str) -> io::Result<()> {
        let mut parts = text.split('/').map(str::trim);
        let made = parts.next().unwrap_or_default().parse::<Move>();
        let side = self.game.position().to_move();
        let played = made
            .map_err(|error| error.to_string())
            .and_then(|made| self.game.play(made).map_err(|illegal| illegal.to_string()));
        match played {
            Ok(()) => {
                if let Some(took) = parts.nth(1).and_then(seconds) {
                    self.clocks.moved(side, took);
                }
                Ok(())
            }
            Err(why) => complain(&format!("move {text}: {why}")),
        }
    }

    fn ask(&mut self, task: Task) {
        let time = match task {
            Task::Move => self.clocks.time(self.game.position().to_move()),
            Task::Hints(_) | Task::Analysis => Time::default(),
        };
        let mut state = self.desk.state();
        state.given += 1;
        let job = Job {
            number: state.given,
            game: self.game.clone(),
            depth: self.depth,
            time,
            task,
            break_off: self.break_off.clone(),
        };
        // The other thread lives as long as this one.
        let _ = self.jobs.send(job);
    }

    /// Answers when nothing more will be said of what was asked before.
    fn ping(&mut self, number: &str) -> io::Result<()> {
        self.desk.wait(GRACE);
        self.break_off_all(|| say(&format!("pong {number}")))
    }

    /// Breaks off what was asked before, and says this before anything is said of what is asked next.
    fn break_off_all(&mut self, say: impl FnOnce() -> io::Result<()>) -> io::Result<()> {
        let state = self.desk.state();
        std::mem::take(&mut self.break_off).now();
        let said = say();
        drop(state);
        said
    }
}

/// Whether a line is a move: `F5`, `f5//3.4`.
fn is_move(line: &str) -> bool {
    line.split('/').next().is_some_and(|made| made.trim().parse::<Move>().is_ok())
}

/// Tells the user of the program on the other side what was wrong with a line, in the one way that there is.
fn complain(why: &str) -> io::Result<()> {
    let line = why.lines().next().unwrap_or_default();
    tell_line!("othello-host: {line}");
    say(&format!("status {line}"))
}

/// Does the jobs one after the other.
fn work(mut thinker: Thinker, jobs: &Receiver<Job>, desk: &Desk) {
    let name = thinker.name();
    for job in jobs {
        let fresh = |text: &str| {
            let mut state = desk.state();
            if job.is_wanted() && say(text).is_err() {
                state.gone = true;
            }
        };
        if job.is_wanted() {
            thinker.think_until(job.break_off.clone());
            fresh(&format!("status {name} is thinking"));
            match job.task {
                Task::Analysis => analyse(&mut thinker, &job, &fresh),
                Task::Move | Task::Hints(_) => fresh(&perform(&mut thinker, &job)),
            }
            fresh(&format!("status {name} is waiting"));
        }
        desk.state().done = job.number;
        desk.changed.notify_all();
    }
}

/// Lets the player think, and says what came of it.
fn perform(thinker: &mut Thinker, job: &Job) -> String {
    let position = job.game.position();
    let hints = match job.task {
        Task::Hints(hints) => Some(hints),
        Task::Move | Task::Analysis => None,
    };
    match hints {
        None if position.is_over() || position.must_pass() => return "=== PA".to_owned(),
        Some(_) if position.is_over() => {
            return format!("search PA {:.2} 0 100%", result_for_mover(position));
        }
        _ => {}
    }
    if !thinker.plays(job.game.initial()) {
        return does_not_play(thinker);
    }
    if let Some(depth) = job.depth {
        thinker.set("depth", depth);
    }
    if position.must_pass() {
        return hint_of_pass(thinker, job);
    }
    let begun = Instant::now();
    let thought = match hints {
        // A search for the best move alone knows of the others only what they are not worth.
        Some(2..) => thinker.study(&job.game, job.time),
        Some(_) | None => thinker.choose(&job.game, job.time),
    };
    match (thought, hints) {
        (Ok(thought), Some(hints)) => search_lines(&thought, hints, position),
        (Ok(thought), None) => answer(&thought, begun.elapsed(), position),
        (Err(why), Some(_)) => failed(job, &why),
        (Err(why), None) => moved_for(failed(job, &why), position),
    }
}

/// A move for a player that gives none: the protocol knows no resignation, and its user would wait for ever.
fn moved_for(status: String, position: &Position) -> String {
    match hurried_move(position) {
        Some(square) => format!("{status}\n=== {}", square.to_string().to_uppercase()),
        None => status,
    }
}

/// What a pass is worth: what the other side makes of it.
fn hint_of_pass(thinker: &mut Thinker, job: &Job) -> String {
    let mut game = job.game.clone();
    let passed = game.play(Move::Pass).map_err(|illegal| illegal.to_string());
    let thought = match passed.and_then(|()| thinker.choose(&game, job.time)) {
        Ok(thought) => thought,
        Err(why) => return failed(job, &why),
    };
    let value = thought.value().map_or(0.0, |value| -value);
    let Thought { square, mut thinking } = thought;
    // The line of the other side begins with its own move.
    if let Some(square) = square.map(|square| square.to_string())
        && thinking.line.first() != Some(&square)
    {
        thinking.line.insert(0, square);
    }
    search_line("PA", &thinking.line, (value, thinking.depth.unwrap_or(1)), game.position())
}

/// Tells why the player gave nothing, and gives it for the program on the other side.
fn failed(job: &Job, why: &str) -> String {
    if job.is_wanted() {
        tell_line!("othello-host: {why}");
    }
    format!("status {}", why.lines().next().unwrap_or_default())
}

fn does_not_play(thinker: &Thinker) -> String {
    format!("status {} does not play on this board", thinker.name())
}

/// What each position of the game is worth to the side to move, from the last one to the first.
fn analyse(thinker: &mut Thinker, job: &Job, tell: &dyn Fn(&str)) {
    if !thinker.plays(job.game.initial()) {
        return tell(&does_not_play(thinker));
    }
    if let Some(depth) = job.depth {
        thinker.set("depth", depth);
    }
    let mut game = job.game.clone();
    let mut after: Option<f64> = None;
    for made in (0..=job.game.moves().len()).rev() {
        if !job.is_wanted() {
            return;
        }
        game.go_to(made);
        let value = match game.position() {
            position if position.is_over() => Some(result_for_mover(position)),
            position if position.must_pass() => after.map(|value| -value),
            _ => match thinker.choose(&game, job.time) {
                Ok(thought) => thought.value(),
                Err(why) => {
                    failed(job, &why);
                    None
                }
            },
        };
        if let Some(value) = value {
            tell(&format!("analysis {made} {value:.2}"));
        }
        after = value;
    }
}

/// By how many discs the side to move has won, the empty squares counted for the winner.
fn result_for_mover(position: &Position) -> f64 {
    let score = position.score_with_empties();
    let mover = position.to_move();
    f64::from(score[mover]) - f64::from(score[!mover])
}

/// The move to be played, with what it is worth where the player says so.
fn answer(thought: &Thought, took: Duration, position: &Position) -> String {
    let Some(square) = thought.square else {
        return moved_for(format!("status {} gives up", position.to_move()), position);
    };
    let took = took.as_secs_f64();
    let value = thought.value().map_or(String::new(), |value| format!("{value:.2}"));
    let nodes = thought
        .thinking
        .states
        .map_or(String::new(), |states| format!("nodestats {states} {took:.2}\n"));
    format!("{nodes}=== {}/{value}/{took:.2}", square.to_string().to_uppercase())
}

/// The moves that the player considered, the best first, or the one that it chose.
fn search_lines(thought: &Thought, hints: usize, position: &Position) -> String {
    let Some(square) = thought.square else { return "status no hint".to_owned() };
    let (square, thinking) = (square.to_string(), &thought.thinking);
    let depth = thinking.depth.unwrap_or(1);
    let line = |first: &str, line: &[String], value: Option<f64>, depth: u32| {
        search_line(first, line, (value.unwrap_or(0.0), depth), position)
    };
    let mut lines = vec![line(&square, &thinking.line, thought.value(), depth)];
    let mut others: Vec<_> = thinking.moves.iter().filter(|one| one.square != square).collect();
    others.sort_by(|a, b| b.value.unwrap_or(f64::MIN).total_cmp(&a.value.unwrap_or(f64::MIN)));
    for other in others.into_iter().take(hints.saturating_sub(1)) {
        lines.push(line(&other.square, &other.line, other.value, other.depth.unwrap_or(depth)));
    }
    lines.join("\n")
}

/// A line of play that begins with this move, its value, and how deep that was looked for.
fn search_line(
    first: &str,
    line: &[String],
    (value, depth): (f64, u32),
    position: &Position,
) -> String {
    let rest = if line.first().is_some_and(|own| own == first) { &line[1..] } else { line };
    let moves: String = std::iter::once(first).chain(rest.iter().map(String::as_str)).collect();
    // Who looks as far as the last square knows the result.
    let is_exact = depth as usize >= position.empties().into_iter().count();
    let depth = if is_exact { "100%".to_owned() } else { depth.to_string() };
    format!("search {} {value:.2} 0 {depth}", moves.to_uppercase())
}
