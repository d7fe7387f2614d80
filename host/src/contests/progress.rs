//! The progress of a contest: a bar and a live table on a terminal, now and then a line elsewhere, or events for
//! programs.

use std::io::{self, Write};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use othello_arena::contest::{GameDone, Plan, Progress, Sequential, Standings};
use othello_arena::whole_number;
use othello_store::Ending;
use serde_json::{Value, json};

use super::live_lines::{LiveLines, TerminalSize};
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
/// How wide the bar is at the most and at the least.
const BAR: usize = 30;
const SHORTEST_BAR: usize = 8;

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
    /// What stands on the terminal.
    live: LiveLines,
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
            live: LiveLines::default(),
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
        self.live.wipe();
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
        self.live.wipe();
        let number = game.number.map_or(String::new(), |number| format!("game {}: ", number + 1));
        let reason = reason.lines().next().unwrap_or_default();
        let (loser, winner) = (&self.names[loser], &self.names[winner]);
        tell_line!("{number}{loser} ({by}) loses to {winner} by {reason}");
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
                self.before = self.before.min(standings.games);
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
            self.live.wipe();
            tell_line!("{what}");
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
        let size = TerminalSize::now();
        let is_live = self.show == Show::Live;
        let mut text = self.bar(if is_live { size.columns } else { usize::MAX }) + "\n";
        if let Some(test) = &self.test {
            let left = games_left(test);
            text += &format!("{} after {} pairs{left}\n", test.state(), test.pairs().pairs());
        }
        if is_live && self.standings.games > 0 {
            text += &self.table(size.rows);
        }
        match is_live {
            true => self.live.show(&text),
            false => tell!("{text}"),
        }
    }

    /// The table by points, which changes less than one by ratings would, of the first so many.
    fn table(&self, most: usize) -> String {
        let mut order: Vec<usize> = (0..self.names.len()).collect();
        let share = |player: usize| {
            let (points, games) = self.standings.points(player);
            if games == 0 { 0.0 } else { points / games as f64 }
        };
        order.sort_by(|&a, &b| share(b).total_cmp(&share(a)));
        order.truncate(most);
        tables::crosstable(&self.names, &order, &self.standings)
    }

    /// How far it came: the numbers, and a bar where there is room for one.
    fn bar(&self, columns: usize) -> String {
        let done = self.standings.games;
        let new = done.saturating_sub(self.before);
        let rate = new as f64 / self.began.elapsed().as_secs_f64().max(1e-3);
        let forfeits: u64 = self.standings.forfeits.values().flat_map(|by| by.values()).sum();
        let forfeits = if forfeits == 0 { String::new() } else { format!(", {forfeits} forfeits") };
        let rest = format!(", {rate:.1} a second{forfeits}");
        // A test is expected to end long before all games are played.
        let Some(total) = self.total.filter(|_| self.plan.sprt.is_none()) else {
            return format!("{} games{rest}", whole_number(done));
        };
        let left = (total.saturating_sub(done)) as f64 / rate.max(1e-9);
        let left = if rate > 0.0 { format!(", {} left", time(left)) } else { String::new() };
        let numbers = format!("{}/{} games{left}{rest}", whole_number(done), whole_number(total));
        let width = columns.saturating_sub(numbers.len() + "[] ".len()).min(BAR);
        if width < SHORTEST_BAR {
            return numbers;
        }
        let filled = (width as u64 * done).checked_div(total).unwrap_or(0) as usize;
        let bar = "#".repeat(filled.min(width)) + &"-".repeat(width.saturating_sub(filled));
        format!("[{bar}] {numbers}")
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

#[cfg(test)]
mod tests {
    use othello_arena::contest::{Entrant, MovesHash};
    use othello_rules::{ByColour, Colour};
    use othello_store::PlayerRecord;

    use super::*;

    fn plan() -> Plan {
        let entrant = |name| Entrant::new(name, name, &PlayerRecord::default(), None);
        let entrants = ["Ann", "Bo"].map(entrant).to_vec();
        Plan { pairs: 500, seed: 1, ..Plan::of_othello(entrants) }
    }

    fn standings(games: u64) -> Box<Standings> {
        let mut standings = Standings::default();
        for number in 0..games {
            standings.add(&GameDone {
                number: Some(number),
                players: ByColour { black: 0, white: 1 },
                ending: Ending::Played { winner: Some(Colour::Black) },
                took: Duration::ZERO,
                held_up: false,
                moves: MovesHash::of("f5"),
                played_before: number,
            });
        }
        Box::new(standings)
    }

    #[test]
    fn the_bar_goes_on_where_more_games_are_taken_out_than_were_played_since() {
        let plan = plan();
        let mut watcher = Watcher::new(&plan, Show::Live);
        watcher.see(Progress::Began { games: Some(1000), standings: standings(40) });
        let (worker, why) = ("w".to_owned(), "wrong".to_owned());
        let standings = standings(10);
        watcher.see(Progress::Withdrawn { worker, why, games: 30, standings });
        let bar = watcher.bar(80);
        assert!(bar.contains("10/1,000 games, 0.0 a second"), "{bar}");
    }

    #[test]
    fn a_narrow_terminal_has_the_numbers_rather_than_the_bar() {
        let plan = plan();
        let mut watcher = Watcher::new(&plan, Show::Live);
        watcher.see(Progress::Began { games: Some(1000), standings: standings(500) });
        let numbers = "500/1,000 games, 0.0 a second";
        assert_eq!(watcher.bar(30), numbers);
        assert_eq!(watcher.bar(42), format!("[#####-----] {numbers}"));
        assert_eq!(watcher.bar(200), format!("[{}{}] {numbers}", "#".repeat(15), "-".repeat(15)));
    }
}
