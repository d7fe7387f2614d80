//! The progress of a contest: a bar and a live table on a terminal, now and then a line elsewhere, or events for
//! programs.

use std::io::{self, Write, stderr};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use othello_arena::contest::{GameDone, Plan, Progress, Sequential, Standings};
use othello_arena::whole_number;
use othello_store::Ending;
use serde_json::{Value, json};

use super::tables;
use super::test::{games_left, test_json};

/// How a contest is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Show {
    /// Not at all.
    Nothing,
    /// A line every so often.
    Lines,
    /// A bar and a table that change in place.
    Live,
    /// Events on standard output.
    Json,
}

/// How often a terminal is drawn anew, and how often another reader gets a line.
const REDRAW: Duration = Duration::from_millis(250);
const LINE: Duration = Duration::from_secs(30);
/// How wide the bar is.
const BAR: usize = 30;
/// A crosstable of more players than this does not fit beside everything else.
const MOST_PLAYERS: usize = 20;

/// Watches a contest.
pub struct Watcher<'p> {
    plan: &'p Plan,
    show: Show,
    names: Vec<String>,
    standings: Standings,
    test: Option<Box<Sequential>>,
    total: Option<u64>,
    before: u64,
    began: Instant,
    drawn: Instant,
    /// How many lines on the terminal to replace.
    lines: usize,
}

impl<'p> Watcher<'p> {
    /// Shows the contest in this way.
    pub fn new(plan: &'p Plan, show: Show) -> Watcher<'p> {
        Watcher {
            plan,
            show,
            names: plan.names(),
            standings: Standings::default(),
            test: None,
            total: None,
            before: 0,
            began: Instant::now(),
            drawn: Instant::now(),
            lines: 0,
        }
    }

    /// Watches to the end. Once somebody has stopped the contest, `end_players` is called.
    pub fn watch(
        mut self,
        progress: &Receiver<Progress>,
        stop: &AtomicBool,
        end_players: &dyn Fn(),
    ) {
        loop {
            if stop.load(Ordering::SeqCst) {
                end_players();
            }
            match progress.recv_timeout(REDRAW) {
                Ok(event) => self.see(event),
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
            let due = match self.show {
                Show::Live => REDRAW,
                Show::Lines => LINE,
                Show::Nothing | Show::Json => continue,
            };
            if self.drawn.elapsed() >= due {
                self.draw();
            }
        }
        self.wipe();
    }

    /// Says when a player loses by a fault of a kind for the first time: whoever waits for a long contest wants to know
    /// at once.
    fn tell_forfeit(&mut self, game: &GameDone) {
        let (Show::Lines | Show::Live, Ending::Forfeit { by, word, reason }) =
            (self.show, &game.ending)
        else {
            return;
        };
        let (loser, winner) = (game.players[*by], game.players[by.opponent()]);
        let count = self.standings.forfeits.get(&loser).and_then(|words| words.get(word));
        if count != Some(&1) {
            return;
        }
        self.wipe();
        let number = game.number.map_or(String::new(), |number| format!("game {}: ", number + 1));
        let reason = reason.lines().next().unwrap_or_default();
        let (loser, winner) = (&self.names[loser], &self.names[winner]);
        eprintln!("{number}{loser} ({by}) loses to {winner} by {reason}");
    }

    fn see(&mut self, event: Progress) {
        if self.show == Show::Json {
            self.print(&event);
        }
        match event {
            Progress::Began { games, standings } => {
                self.total = games;
                self.before = standings.games;
                self.standings = *standings;
            }
            Progress::Game(game) => {
                self.standings.add(&game);
                self.tell_forfeit(&game);
                // The desk has them all; a second list would be as long as the contest.
                self.standings.forget_pairs();
            }
            Progress::Test(test) => self.test = Some(test),
            Progress::Said(what) => self.say(&what),
            Progress::Withdrawn { worker, why, games, standings } => {
                self.say(&format!(
                    "{worker} reported a wrong result ({why}); its {games} games were taken out"
                ));
                self.standings = *standings;
                self.standings.forget_pairs();
            }
            Progress::Void { players, reason, again } => {
                let next = if again { "; it is played again" } else { "" };
                let names = players.map(|player| &self.names[player]);
                self.say(&format!(
                    "no result, {} against {}: {reason}{next}",
                    names.black, names.white
                ));
            }
        }
    }

    /// Tells somebody who reads along.
    fn say(&mut self, what: &str) {
        if self.show != Show::Nothing && self.show != Show::Json {
            self.wipe();
            eprintln!("{what}");
        }
    }

    /// Nobody may be reading any more; the contest goes on all the same.
    fn print(&self, event: &Progress) {
        let mut out = io::stdout().lock();
        let _ = writeln!(out, "{}", self.as_json(event)).and_then(|()| out.flush());
    }

    fn as_json(&self, event: &Progress) -> Value {
        match event {
            Progress::Began { games, standings } => json!({
                "event": "contest",
                "players": self.names,
                "games": games,
                "done": standings.games,
                "seed": self.plan.seed,
                "time": self.plan.time.to_string(),
            }),
            Progress::Game(game) => self.game_json(game),
            Progress::Void { players, reason, again } => json!({
                "event": "void",
                "black": self.names[players.black],
                "white": self.names[players.white],
                "reason": reason,
                "again": again,
            }),
            Progress::Test(test) => json!({ "event": "test", "test": test_json(test) }),
            Progress::Said(what) => json!({ "event": "said", "what": what }),
            Progress::Withdrawn { worker, why, games, .. } => json!({
                "event": "withdrawn",
                "worker": worker,
                "reason": why,
                "games": games,
            }),
        }
    }

    fn game_json(&self, game: &GameDone) -> Value {
        let (forfeit, reason) = match &game.ending {
            Ending::Forfeit { word, reason, .. } => (Some(word), Some(reason)),
            _ => (None, None),
        };
        json!({
            "event": "game",
            "number": game.number,
            "black": self.names[game.players.black],
            "white": self.names[game.players.white],
            "winner": game.ending.winner().map(|winner| &self.names[game.players[winner]]),
            "forfeit": forfeit,
            "reason": reason,
            "took_ms": game.took.as_millis() as u64,
            "held_up": game.held_up,
        })
    }

    fn draw(&mut self) {
        self.drawn = Instant::now();
        let mut text = self.bar() + "\n";
        if let Some(test) = &self.test {
            let left = games_left(test);
            text += &format!("{} after {} pairs{left}\n", test.state(), test.pairs().pairs());
        }
        if self.show == Show::Live && self.names.len() <= MOST_PLAYERS && self.standings.games > 0 {
            text += &self.table();
        }
        self.wipe();
        if self.show == Show::Live {
            self.lines = text.lines().count();
        }
        let _ = stderr().write_all(text.as_bytes());
    }

    /// The table by points, which changes less than one by ratings would.
    fn table(&self) -> String {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let share = |player: usize| {
            let (points, games) = self.standings.points(player);
            if games == 0 { 0.0 } else { points / games as f64 }
        };
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        tables::crosstable(&self.names, &order, &self.standings)
    }

    fn bar(&self) -> String {
        let done = self.standings.games;
        let rate = (done - self.before) as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let forfeits: u64 = self.standings.forfeits.values().flat_map(|by| by.values()).sum();
        let forfeits = if forfeits == 0 { String::new() } else { format!(", {forfeits} forfeits") };
        let counted = match self.total {
            // A test is expected to end long before all games are played.
            Some(total) if self.plan.sprt.is_none() => {
                let filled = (BAR as u64 * done).checked_div(total).unwrap_or(0) as usize;
                let bar = "#".repeat(filled.min(BAR)) + &"-".repeat(BAR.saturating_sub(filled));
                let left = (total.saturating_sub(done)) as f64 / rate.max(1e-9);
                let left =
                    if rate > 0.0 { format!(", {} left", time(left)) } else { String::new() };
                format!("[{bar}] {}/{} games{left}", whole_number(done), whole_number(total))
            }
            _ => format!("{} games", whole_number(done)),
        };
        format!("{counted}, {rate:.1} a second{forfeits}")
    }

    /// Removes our lines from the terminal.
    fn wipe(&mut self) {
        if self.lines > 0 {
            let _ = write!(stderr(), "\x1b[{}A\x1b[J", self.lines);
            self.lines = 0;
        }
    }
}

/// Seconds as people say them: `40 s`, `3 min`, `2.5 h`.
fn time(seconds: f64) -> String {
    match seconds {
        seconds if seconds < 99.5 => format!("{seconds:.0} s"),
        seconds if seconds < 5970.0 => format!("{:.0} min", seconds / 60.0),
        seconds => format!("{:.1} h", seconds / 3600.0),
    }
}
