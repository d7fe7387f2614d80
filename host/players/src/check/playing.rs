//! How a player plays: legal moves on every board that it claims, in time, the same again where it
//! can be, with memory that does not grow, as blind as it says, and ready for a second game.

use super::judge::{Board, Demands, Judge, Watcher};
use super::report::{Check, Outcome};
use crate::contestant::Contestant;
use crate::player::Player;
use crate::session::{Decision, Response, Runner, Session};
use crate::verdict::{AskError, Verdict};
use othello_player_api::{Class, Game, Round};
use std::time::{Duration, Instant};

/// How much more memory a player may hold at the end of its endurance than after a tenth of it.
const GROWTH: u64 = 8 << 20;

/// How many rounds do where one is like the other.
const FEW: usize = 20;

/// After so many boards on which it failed, one behind the other, nobody waits for the others.
const HOPELESS: usize = 2;

/// The time that a player is told it has, where its answers need not be good.
const SHORT: Duration = Duration::from_millis(50);

pub(super) fn checks(
    runner: &Runner,
    player: &Player,
    judge: &dyn Judge,
    demands: Demands,
    watch: Watcher<'_>,
) -> Vec<Check> {
    if player.about.person {
        return vec![Check::skip("plays", "a person chooses its moves")];
    }
    let contestant = match Contestant::of(player.clone()) {
        Ok(contestant) => contestant,
        Err(reason) => return vec![Check::fail("has options that it can play with", &reason)],
    };
    let boards = judge.boards(&player.about);
    let Some(first) = boards.first() else {
        return vec![Check::skip("plays", "it plays no game that is known here")];
    };
    let begun = Instant::now();
    let mut table =
        Table { runner, contestant, judge, demands, watch, times: Vec::new(), late: None };
    let mut checks = table.plays_all(&boards);
    checks.push(table.keeps_its_deadline());
    let has_played = checks.iter().any(|check| check.outcome == Outcome::Passed);
    for (name, check) in board_checks() {
        watch(name);
        checks.push(match has_played {
            // What passes then says nothing, and who knows how long it takes.
            false => Check::skip(name, "it has not played a whole board"),
            true if begun.elapsed() > demands.total => {
                Check::skip(name, "it is so slow that there was no time left for this")
            }
            true => check(&table, name, first),
        });
    }
    if !has_played && table.late.is_none() {
        // What is wrong with its queries may be why.
        let (name, check) = board_checks()[0];
        let at = checks.iter().position(|check| check.name == name);
        let found = check(&table, name, first);
        if let Some(at) = at.filter(|_| found.outcome == Outcome::Failed) {
            checks[at] = found;
        }
    }
    checks
}

/// A check on the first board.
type BoardCheck<'a> = fn(&Table<'a>, &str, &Board) -> Check;

/// What is checked of a player that can play at all.
fn board_checks<'a>() -> [(&'static str, BoardCheck<'a>); 6] {
    [
        ("its queries pass the front end", Table::passes_the_front_end),
        ("the same on the embedded engine and on Neo4j", Table::is_the_same_elsewhere),
        ("answers the same again", Table::repeats),
        ("keeps its memory", Table::endures),
        ("is as blind as it says", Table::is_as_blind_as_it_says),
        ("plays a second game", Table::plays_a_second_game),
    ]
}

/// A player and those who look at it.
struct Table<'a> {
    runner: &'a Runner,
    contestant: Contestant,
    judge: &'a dyn Judge,
    demands: Demands,
    watch: Watcher<'a>,
    /// How long each round on the boards took, its query among it.
    times: Vec<Duration>,
    /// The first time that it gave no answer in time.
    late: Option<String>,
}

impl Table<'_> {
    fn begin(&self, round: &Round) -> Result<Session, AskError> {
        let mut game = Game::default();
        game.game.clone_from(&round.game);
        game.size = round.size;
        game.start.clone_from(&round.start);
        game.symbol = round.symbol;
        self.runner.start(&self.contestant, game)?.ready()
    }

    /// Asks a round that the player may take this long for.
    fn ask(
        &self,
        session: &mut Session,
        round: &Round,
        time: Duration,
    ) -> Result<Response, AskError> {
        let mut round = round.clone();
        round.time_ms = Some(u64::try_from(time.as_millis()).unwrap_or(u64::MAX));
        session.ask(round, Some(Instant::now() + self.demands.deadline))
    }

    /// Where only the answers matter, a player that uses up all its time is told of little.
    fn short(&self) -> Duration {
        self.demands.deadline.min(SHORT)
    }

    /// Plays on the boards one after the other, until it is clear that it can't.
    fn plays_all(&mut self, boards: &[Board]) -> Vec<Check> {
        let mut checks: Vec<Check> = Vec::new();
        for (number, board) in boards.iter().enumerate() {
            checks.push(self.plays(board));
            let failed = checks.iter().rev().take_while(|one| one.outcome != Outcome::Passed);
            let crashed = checks.last().is_some_and(|one| one.outcome == Outcome::Crashed);
            let left = boards.len() - number - 1;
            if left > 0 && (crashed || self.late.is_some() || failed.count() == HOPELESS) {
                let name = format!("plays on {left} other boards");
                checks.push(Check::skip(&name, "as it stands it would only fail again"));
                break;
            }
        }
        checks
    }

    /// Asks each side's rounds in a process of its own.
    fn plays(&mut self, board: &Board) -> Check {
        let name = format!("plays {} on {1}x{1}, {2} start", board.game, board.size, board.start);
        let rounds = self.judge.rounds(board, self.demands.rounds);
        let begun = Instant::now();
        let mut times = Vec::with_capacity(rounds.len());
        let mut sessions: Vec<Session> = Vec::new();
        for (number, round) in rounds.iter().enumerate() {
            if begun.elapsed() > self.demands.patience {
                break;
            }
            (self.watch)(&format!("{name}: {number} of {}", rounds.len()));
            let mut played = self.plays_round(&mut sessions, round);
            if self.late.take().is_some() {
                // Whom the machine kept waiting is in time when it is asked again; who is slow is not.
                sessions.retain(|session| session.symbol() != round.symbol);
                played = self.plays_round(&mut sessions, round);
            }
            match played {
                Ok(took) => times.push(took),
                Err(check) => return Check { name, ..check },
            }
        }
        self.times.extend(&times);
        Check::pass(
            &name,
            &format!("{} legal moves; {}", count_text(times.len(), &rounds), spread(times)),
        )
    }

    fn plays_round(
        &mut self,
        sessions: &mut Vec<Session>,
        round: &Round,
    ) -> Result<Duration, Check> {
        let seated = sessions.iter().position(|session| session.symbol() == round.symbol);
        let seat = match seated {
            Some(seat) => seat,
            None => {
                sessions.push(self.begin(round).map_err(|error| failure_check("", &error))?);
                sessions.len() - 1
            }
        };
        let response = self.ask(&mut sessions[seat], round, self.demands.deadline);
        let response = response.map_err(|error| {
            if let AskError::Player(failure) = &error
                && let Verdict::TimedOut { .. } = failure.verdict
            {
                self.late = Some(format!("it {error}, {}", place(round)));
            }
            let check = failure_check("", &error);
            Check { detail: format!("{}; {}", check.detail, place(round)), ..check }
        })?;
        let answered = Instant::now();
        // Giving up is a bad way to play, but no fault.
        if let Decision::Query(query) = &response.decision {
            let left = self.demands.deadline.saturating_sub(response.took);
            self.judge.judge(round, query, left).map_err(|reason| {
                let reason = format!("{reason}; {}", place(round));
                if answered.elapsed() >= left {
                    self.late = Some(reason.clone());
                }
                Check::fail("", &reason)
            })?;
        }
        Ok(response.took + answered.elapsed())
    }

    fn keeps_its_deadline(&self) -> Check {
        let name = "keeps its deadline";
        match (&self.late, self.times.is_empty()) {
            (Some(late), _) => Check::fail(name, late),
            (None, true) => Check::skip(name, "it has not played a whole board"),
            (None, false) => {
                let limit = self.demands.deadline.as_secs_f64();
                Check::pass(name, &format!("of {limit} s; {}", spread(self.times.clone())))
            }
        }
    }

    fn passes_the_front_end(&self, name: &str, board: &Board) -> Check {
        let rounds = one_side(self.judge.rounds(board, FEW));
        let decisions = match self.decisions(&rounds) {
            Ok(decisions) => decisions,
            Err(error) => return failure_check(name, &error),
        };
        for (round, decision) in rounds.iter().zip(&decisions) {
            if let Decision::Query(query) = decision
                && let Err(reason) = self.judge.pass(query)
            {
                return Check::fail(name, &format!("{reason}; {}", place(round)));
            }
        }
        Check::pass(name, &format!("{} of them", decisions.len()))
    }

    fn is_the_same_elsewhere(&self, name: &str, board: &Board) -> Check {
        let rounds = one_side(self.judge.rounds(board, FEW));
        let decisions = match self.decisions(&rounds) {
            Ok(decisions) => decisions,
            Err(error) => return failure_check(name, &error),
        };
        let (mut same, mut other) = (0, None);
        for (round, decision) in rounds.iter().zip(&decisions) {
            let Decision::Query(query) = decision else { continue };
            let here = self.judge.judge(round, query, self.demands.deadline);
            match (here, self.judge.judge_elsewhere(round, query)) {
                (_, None) => return Check::skip(name, "no Neo4j was named by --uri"),
                (Ok(here), Some(Ok(there))) if here == there => same += 1,
                (Ok(here), Some(Ok(there))) => {
                    other.get_or_insert(format!("{here} here, {there} there, {}", place(round)));
                }
                (Ok(here), Some(Err(reason))) => {
                    return Check::fail(
                        name,
                        &format!("{here} here, there {reason}; {}", place(round)),
                    );
                }
                (Err(reason), _) => {
                    return Check::fail(name, &format!("{reason}; {}", place(round)));
                }
            }
        }
        match other {
            None => Check::pass(name, &format!("the same cell in {same} rounds")),
            Some(other) => Check::warn(
                name,
                &format!("legal on both, by chance or by the order of rows another cell: {other}"),
            ),
        }
    }

    /// How a new instance answers these rounds, or the first of them that it answers before the patience ends.
    fn decisions(&self, rounds: &[Round]) -> Result<Vec<Decision>, AskError> {
        let Some(first) = rounds.first() else { return Ok(Vec::new()) };
        let mut session = self.begin(first)?;
        let (time, begun) = (self.short(), Instant::now());
        let mut decisions = Vec::new();
        for round in rounds {
            decisions.push(self.ask(&mut session, round, time)?.decision);
            if begun.elapsed() > self.demands.patience {
                break;
            }
        }
        Ok(decisions)
    }

    fn repeats(&self, name: &str, board: &Board) -> Check {
        let rounds = one_side(self.judge.rounds(board, FEW));
        let twice = self.decisions(&rounds).and_then(|once| Ok((once, self.decisions(&rounds)?)));
        match twice {
            Ok((once, again)) if once.iter().zip(&again).all(|(one, other)| one == other) => {
                let both = once.len().min(again.len());
                Check::pass(name, &format!("deterministic in {both} rounds"))
            }
            Ok(_) => Check::warn(
                name,
                "with the same seeds it answers otherwise: games can't be repeated",
            ),
            Err(error) => failure_check(name, &error),
        }
    }

    fn endures(&self, name: &str, board: &Board) -> Check {
        let rounds = one_side(self.judge.rounds(board, FEW));
        let Some(first) = rounds.first() else { return Check::skip(name, "no rounds") };
        let mut session = match self.begin(first) {
            Ok(session) => session,
            Err(error) => return failure_check(name, &error),
        };
        let begun = Instant::now();
        let (mut early, mut asked) = (None, 0);
        for round in rounds.iter().cycle().take(self.demands.endurance) {
            if let Err(error) = self.ask(&mut session, round, Duration::from_millis(1)) {
                return failure_check(name, &error);
            }
            asked += 1;
            // What it takes for itself at the beginning is not growth.
            if asked == self.demands.endurance.div_ceil(10) {
                early = session.memory();
            }
            if begun.elapsed() > self.demands.patience {
                break;
            }
        }
        let (Some(early), Some(late)) = (early, session.memory()) else {
            return Check::skip(name, "it has no process here whose memory can be seen");
        };
        let words = format!("{} KiB, after {asked} rounds {} KiB", early >> 10, late >> 10);
        if late > early + GROWTH { Check::warn(name, &words) } else { Check::pass(name, &words) }
    }

    fn is_as_blind_as_it_says(&self, name: &str, board: &Board) -> Check {
        if self.contestant.about().class == Class::Blind {
            return Check::pass(name, "blind: it is told neither position nor moves");
        }
        let mut rounds = one_side(self.judge.rounds(board, FEW));
        // Only the position tells these rounds apart.
        for round in &mut rounds {
            (round.ply, round.seed) = (0, 0);
        }
        match self.decisions(&rounds) {
            Ok(decisions) if decisions.windows(2).all(|two| two[0] == two[1]) => {
                Check::warn(name, "open, but it answers every position alike: it could be blind")
            }
            Ok(_) => Check::pass(name, "open: its answers depend on the position"),
            Err(error) => failure_check(name, &error),
        }
    }

    fn plays_a_second_game(&self, name: &str, board: &Board) -> Check {
        let rounds = one_side(self.judge.rounds(board, 2));
        let twice = self.decisions(&rounds).and_then(|_| self.decisions(&rounds));
        twice.map_or_else(
            |error| failure_check(name, &error),
            |_| Check::pass(name, "in a new process"),
        )
    }
}

/// The rounds of the side whose round comes first.
fn one_side(mut rounds: Vec<Round>) -> Vec<Round> {
    if let Some(side) = rounds.first().map(|round| round.symbol) {
        rounds.retain(|round| round.symbol == side);
    }
    rounds
}

fn place(round: &Round) -> String {
    let when = match round.moves.as_deref() {
        None => String::new(),
        Some([]) => " in the first move".into(),
        Some(moves) => format!(" after {}", moves.concat()),
    };
    format!("for {}{when}", round.symbol.letter())
}

/// How many of the rounds were played, where it was not all.
fn count_text(played: usize, rounds: &[Round]) -> String {
    if played == rounds.len() {
        played.to_string()
    } else {
        format!("{played} of {}", rounds.len())
    }
}

/// The median and the worst of some times.
fn spread(mut times: Vec<Duration>) -> String {
    times.sort();
    let ms = |at: usize| times.get(at).map_or(0.0, |time| time.as_secs_f64() * 1e3);
    format!("median {:.3} ms, worst {:.3} ms", ms(times.len() / 2), ms(times.len().max(1) - 1))
}

/// What a player's failure is worth as a check.
fn failure_check(name: &str, error: &AskError) -> Check {
    let outcome = match error {
        AskError::Player(failure) => match failure.verdict {
            Verdict::Crashed(_) | Verdict::Panicked(_) => Outcome::Crashed,
            _ => Outcome::Failed,
        },
        AskError::Host(_) => Outcome::Skipped,
    };
    Check::new(name, outcome, &error.to_string())
}
