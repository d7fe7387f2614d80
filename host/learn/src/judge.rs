//! Whether a query does what a lesson asks: it is run on many positions, and what it gives is held against the rules.

use std::collections::BTreeSet;
use std::fmt::Display;
use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use othello_arena::question::{Answer, HostParams};
use othello_arena::trial::visit_positions;
use othello_arena::{GamePosition, PlayedPosition, Seed};
use othello_board::session::{Meter, Policy, player_limits};
use othello_player_api::Query;
use othello_rules::Square;

use crate::duel::Bosses;
use crate::facts::Facts;
use crate::judgement::{Finding, Judgement};
use crate::lesson::Lesson;
use crate::reading::Reading;
use crate::task::Task;

/// How long a query may run on one position, and on all of them.
const QUERY_TIMEOUT: Duration = Duration::from_secs(5);
const TIMEOUT: Duration = Duration::from_secs(30);
/// After so many wrong positions it is clear what is wrong.
const ENOUGH: usize = 5;
/// Where the positions come from: the same for everybody.
const SEED: u64 = 20_260_301;

/// Judges a query. `stop` ends it early, once somebody sets it.
///
/// # Errors
/// Where the lesson can't be asked for: its game, its task or its boss.
pub fn judge(
    lesson: &Lesson,
    query: &str,
    bosses: &Bosses<'_>,
    stop: &Arc<AtomicBool>,
) -> Result<Judgement, String> {
    let trial = Trial { lesson, stop, until: Instant::now() + TIMEOUT };
    let judgement = trial.on_positions(query)?;
    match &lesson.task {
        Task::Beat { boss, games, points } if judgement.passed => {
            bosses.duel(lesson, query, boss, *games, *points, stop)
        }
        _ => Ok(judgement),
    }
}

struct Trial<'t> {
    lesson: &'t Lesson,
    stop: &'t Arc<AtomicBool>,
    until: Instant,
}

impl Trial<'_> {
    fn on_positions(&self, query: &str) -> Result<Judgement, String> {
        let (mut tried, mut wrong) = (0, Vec::new());
        let mut broken = None;
        let mut each = |played: &mut PlayedPosition| {
            if self.is_over() {
                return ControlFlow::Break(());
            }
            tried += 1;
            let reading = self.reading(query, played);
            match self.finding(&reading, played) {
                Ok(None) => {}
                Ok(Some(finding)) => wrong.push((finding, reading)),
                Err(why) => broken = Some(why),
            }
            match broken.is_some() || wrong.len() >= ENOUGH {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        };
        let Lesson { setup, positions, .. } = self.lesson;
        visit_positions(setup, *positions, Seed::new(SEED), &mut each)?;
        match broken {
            Some(why) => Err(why),
            None => self.judgement(tried, wrong),
        }
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed) || Instant::now() > self.until
    }

    fn judgement(&self, tried: usize, wrong: Vec<(Finding, Reading)>) -> Result<Judgement, String> {
        let text = match wrong.len() {
            0 if tried == 0 => "it was not tried".to_owned(),
            0 if self.is_over() => {
                format!("right, but so slow that only {tried} positions were tried")
            }
            0 => format!("right on all {tried} positions"),
            wrong if wrong == tried => "not yet: it is wrong wherever it was tried".to_owned(),
            wrong => format!("not yet: right on {} of {tried} positions", tried - wrong),
        };
        let mistake = self.mistake(&wrong)?;
        Ok(Judgement {
            passed: wrong.is_empty() && tried > 0 && !self.is_over(),
            text,
            mistake,
            finding: wrong.into_iter().next().map(|(finding, _)| finding),
            games: Vec::new(),
        })
    }

    /// What the author of a query is told that does the same as a known mistake.
    fn mistake(&self, wrong: &[(Finding, Reading)]) -> Result<Option<String>, String> {
        if wrong.is_empty() {
            return Ok(None);
        }
        for mistake in &self.lesson.mistakes {
            let mut same = true;
            for (finding, reading) in wrong {
                let position = GamePosition::new(self.lesson.setup.clone(), finding.moves.clone());
                let mut played = position.play_to_a_move()?;
                same =
                    !self.is_over() && self.reading(&mistake.query, &mut played).is_like(reading);
                if !same {
                    break;
                }
            }
            if same {
                return Ok(Some(mistake.words.clone()));
            }
        }
        Ok(None)
    }

    fn reading(&self, query: &str, played: &mut PlayedPosition) -> Reading {
        let answer = Answer::new(Query::new(query), &HostParams::of(played.to_move()));
        let seed = Seed::new(SEED).of_query(played.plies.len());
        let deadline = self.until.min(Instant::now() + QUERY_TIMEOUT);
        let meter =
            Meter::new(player_limits(Some(deadline), seed)).stopped_by(Arc::clone(self.stop));
        let outcome = answer
            .check(&mut played.session, &Policy::default(), &meter)
            .and_then(|checked| checked.run(&mut played.session, &meter));
        Reading::of(&self.lesson.task, query, outcome.as_ref(), played.referee.as_ref())
    }

    /// What is wrong with what a query gave on a position, if anything is.
    fn finding(
        &self,
        reading: &Reading,
        played: &mut PlayedPosition,
    ) -> Result<Option<Finding>, String> {
        let fault = match (reading, &self.lesson.task) {
            (Reading::Failed { why, .. }, _) => Some(Fault::in_words(why)),
            (Reading::Unfit(why), _) => Some(Fault::in_words(why)),
            (Reading::Cells(cells), Task::Cells(set)) => {
                let facts = Facts::of(&self.lesson.setup, played);
                let right = match facts.cells(*set)? {
                    Some(right) => right,
                    None => match self.reading(&self.lesson.solution, played) {
                        Reading::Cells(cells) => cells.into_iter().collect(),
                        other => return Err(format!("the lesson's solution fails: {other:?}")),
                    },
                };
                Fault::of_cells(cells, &right)
            }
            (Reading::Numbers(numbers), Task::Numbers(asked)) => {
                let right = Facts::of(&self.lesson.setup, played).numbers(*asked)?;
                let cells: Vec<Square> = numbers.iter().map(|&(at, _)| at).collect();
                let wrong = || {
                    let found = numbers.iter().find(|(at, number)| *number != right[at] as f64)?;
                    let ((at, number), name) = (found, asked.column());
                    Some(Fault::at(*at, format!("{name} of {at} is {}, not {number}", right[at])))
                };
                Fault::of_cells(&cells, &right.keys().copied().collect()).or_else(wrong)
            }
            (Reading::Row(row), Task::Row(asked)) => {
                let facts = Facts::of(&self.lesson.setup, played);
                let mut fault = None;
                for (name, count) in asked {
                    let right = facts.count(*count)?;
                    if row[name] != right as f64 {
                        fault =
                            Some(Fault::in_words(format!("{name} is {right}, not {}", row[name])));
                    }
                }
                fault
            }
            (Reading::Choice(at), task) => self.fault_of_choice(*at, task, played)?,
            _ => None,
        };
        Ok(fault.map(|Fault { text, missing, surplus }| {
            let moves = played.moves();
            let placed = moves.iter().filter(|ply| ply.square().is_some()).count();
            let after = match placed {
                0 => "at the beginning".to_owned(),
                1 => "after 1 move".to_owned(),
                placed => format!("after {placed} moves"),
            };
            let text = format!("{after}, with {} to move: {text}", played.to_move().symbol());
            Finding { moves, text, missing, surplus }
        }))
    }

    fn fault_of_choice(
        &self,
        at: Square,
        task: &Task,
        played: &PlayedPosition,
    ) -> Result<Option<Fault>, String> {
        if !played.view().legal().contains(&at) {
            return Ok(Some(Fault::at(at, format!("{at} is not legal"))));
        }
        let Task::Choice(set) = task else { return Ok(None) };
        let right = Facts::of(&self.lesson.setup, played).cells(*set)?.unwrap_or_default();
        Ok((!right.contains(&at)).then(|| Fault {
            text: format!("{at} is legal, but not what is asked for: {} would be", some(&right)),
            missing: right.into_iter().collect(),
            surplus: vec![at],
        }))
    }
}

impl Reading {
    /// Whether two queries gave the same. Two that fail for the same reason do, wherever their errors are.
    fn is_like(&self, other: &Reading) -> bool {
        match (self, other) {
            (Reading::Failed { code, .. }, Reading::Failed { code: others, .. }) => code == others,
            _ => self == other,
        }
    }
}

/// What is wrong on a position.
struct Fault {
    text: String,
    missing: Vec<Square>,
    surplus: Vec<Square>,
}

impl Fault {
    fn in_words(text: impl Into<String>) -> Fault {
        Fault { text: text.into(), missing: Vec::new(), surplus: Vec::new() }
    }

    fn at(square: Square, text: String) -> Fault {
        Fault { text, missing: Vec::new(), surplus: vec![square] }
    }

    /// What is wrong with cells, of which these are right.
    fn of_cells(given: &[Square], right: &BTreeSet<Square>) -> Option<Fault> {
        let set: BTreeSet<Square> = given.iter().copied().collect();
        let missing: Vec<Square> = right.difference(&set).copied().collect();
        let surplus: Vec<Square> = set.difference(right).copied().collect();
        let mut words = Vec::new();
        if !missing.is_empty() {
            words.push(format!("{} missing: {}", missing.len(), some(&missing)));
        }
        if !surplus.is_empty() {
            words.push(format!("{} too many: {}", surplus.len(), some(&surplus)));
        }
        if words.is_empty() {
            let twice = given.windows(2).find(|pair| pair[0] == pair[1])?[0];
            return Some(Fault::at(
                twice,
                format!("{twice} came more than once; a cell is one row"),
            ));
        }
        Some(Fault { text: words.join(", and "), missing, surplus })
    }
}

/// The first few of them.
fn some<'a>(squares: impl IntoIterator<Item = &'a (impl Display + 'a)>) -> String {
    let all: Vec<String> = squares.into_iter().map(ToString::to_string).collect();
    let shown = all.iter().take(6).map(String::as_str).collect::<Vec<_>>().join(" ");
    if all.len() > 6 { format!("{shown} ...") } else { shown }
}
