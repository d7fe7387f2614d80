//! Asks the embedded engine and a server the same and compares, graph after graph; and makes what differs
//! as small as it can.
//!
//! A server takes ten times as long to plan a query that it has not seen as to run it on a graph of this size. So each
//! query is asked of several graphs, one after the other.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use othello_board::session::HostQuery;
use othello_board::{Embedded, Fault, Neo4j, Session};

use crate::answers::{Answer, Question, Reply, ask, dump};
use crate::choices::{Choices, shrink};
use crate::graphs::{Graph, graph};
use crate::queries::{Topic, Wanted, query};

/// How many queries are asked of one graph before the next is made. Servers keep the plans of more.
const QUERIES: u64 = 100;
/// What has taken both together longer than this is asked of no more graphs: what most texts that read take on 400. What
/// writes takes several times as long, with the graph that is read afterwards and made anew.
const ENOUGH: Duration = Duration::from_secs(1);
/// How many simpler cases are tried for each difference.
const SHRINKING: usize = 250;

/// Both engines.
pub struct Pair {
    pub(crate) embedded: Embedded,
    pub(crate) server: Neo4j,
    wanted: Wanted,
    /// From when on a question that takes the engine twice the server's time is told of.
    slow: Duration,
}

/// What comparing the answers came to.
#[derive(Default)]
pub struct Comparison {
    /// How many were asked.
    pub asked: usize,
    /// How many texts these had.
    pub texts: usize,
    /// How many gave rows, the same on both.
    pub same: usize,
    /// How many failed on both with the same code.
    pub failed: usize,
    /// How many could not be compared, by why.
    pub skipped: BTreeMap<String, usize>,
    /// What differed, each kind once, as told to a person.
    pub differences: Vec<String>,
    /// What was slow, of the graph at hand.
    slow: Vec<String>,
    /// How long each text took on it.
    took: BTreeMap<String, Duration>,
}

impl Comparison {
    /// Counts one that could not be compared.
    pub fn skip(&mut self, why: &str) {
        *self.skipped.entry(why.to_owned()).or_default() += 1;
    }

    fn add(&mut self, other: Comparison) {
        self.asked += other.asked;
        self.texts += other.texts;
        self.same += other.same;
        self.failed += other.failed;
        self.slow.extend(other.slow);
        self.took.extend(other.took);
        for (why, number) in other.skipped {
            *self.skipped.entry(why).or_default() += number;
        }
    }

    /// One line.
    pub fn summary(&self) -> String {
        let skipped: Vec<_> = self.skipped.iter().map(|(why, n)| format!("{n} × {why}")).collect();
        format!(
            "{} asked by {} texts: {} the same rows, {} the same error, {} different, {} not compared ({})",
            self.asked,
            self.texts,
            self.same,
            self.failed,
            self.differences.len(),
            self.skipped.values().sum::<usize>(),
            skipped.join("; ")
        )
    }
}

/// Asks what the seed says, each query of so many graphs, until `enough`; `tell` hears of each difference at once. The
/// pairs share one server: what reads a graph is divided among them, what writes is asked by the first alone.
pub fn compare(
    pairs: &mut [Pair],
    (seed, graphs): (u64, u64),
    mut enough: impl FnMut(&Comparison) -> bool,
    mut tell: impl FnMut(&str),
) -> Result<Comparison, Fault> {
    let mut found = Comparison::default();
    let wanted = pairs.first().map(|pair| pair.wanted).unwrap_or_default();
    let mut round = seed.wrapping_mul(1_000_003);
    let mut questions = Vec::new();
    for number in 0.. {
        if enough(&found) {
            break;
        }
        round = round.wrapping_add(1);
        if number % graphs.max(1) == 0 {
            questions = made(round, wanted);
            found.texts += questions.len();
        }
        let mut of_graph = Choices::drawn(round);
        let graph = graph(&mut of_graph);
        let (writing, reading): (Vec<_>, Vec<_>) =
            questions.iter().partition(|made| made.query.writes);
        let mut different = read_at_once(pairs, &graph, &reading, &mut found)?;
        let Some(first) = pairs.first_mut() else { break };
        different.extend(first.write_one_by_one(&graph, &writing, &mut found)?);
        for text in std::mem::take(&mut found.slow) {
            tell(&format!("  {}\n{text}", graph.text()));
        }
        for (of_query, both) in &different {
            let text = first.smallest((of_graph.made(), of_query), both)?;
            if !found.differences.contains(&text) {
                tell(&text);
                found.differences.push(text);
            }
        }
        // It would differ again, and be made small again.
        let took = std::mem::take(&mut found.took);
        questions.retain_mut(|made| {
            made.took += took.get(&made.query.text).copied().unwrap_or_default();
            made.took < ENOUGH && different.iter().all(|(choices, _)| *choices != made.choices)
        });
    }
    Ok(found)
}

/// The queries that are asked of some graphs.
fn made(round: u64, wanted: Wanted) -> Vec<Made> {
    let numbers = 0..QUERIES;
    let made = numbers.map(|number| {
        let mut choices = Choices::drawn(round ^ (number + 1) << 40);
        let query = query(&mut choices, wanted);
        Made { query, choices: choices.made().to_vec(), took: Duration::ZERO }
    });
    made.collect()
}

/// A question, the choices that it was made by, and how long it took up to now.
struct Made {
    query: Question,
    choices: Vec<u32>,
    took: Duration,
}

/// The choices by which a question was made, and two answers that differ.
type Difference = (Vec<u32>, (Reply, Reply));

/// Divides questions that only read among the pairs.
fn read_at_once(
    pairs: &mut [Pair],
    graph: &Graph,
    questions: &[&Made],
    found: &mut Comparison,
) -> Result<Vec<Difference>, Fault> {
    let Some((first, others)) = pairs.split_first_mut() else { return Ok(Vec::new()) };
    first.set_up(graph)?;
    others.iter_mut().try_for_each(|pair| pair.set_up_embedded(graph))?;
    let next = AtomicUsize::new(0);
    let asked = std::thread::scope(|scope| {
        let work = pairs.iter_mut().map(|pair| {
            let next = &next;
            scope.spawn(move || {
                let (mut found, mut different) = (Comparison::default(), Vec::new());
                while let Some(made) = questions.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let both = pair.both(&made.query);
                    found.took.insert(made.query.text.clone(), both.0.time + both.1.time);
                    if pair.judge(&mut found, &made.query, &both) {
                        different.push((made.choices.clone(), both));
                    }
                }
                (found, different)
            })
        });
        let work: Vec<_> = work.collect();
        work.into_iter().map(std::thread::ScopedJoinHandle::join).collect::<Vec<_>>()
    });
    let mut different = Vec::new();
    for shared in asked {
        let (part, differing) = shared.expect("no comparison panics");
        found.add(part);
        different.extend(differing);
    }
    Ok(different)
}

impl Pair {
    /// An empty engine and a server whose database may be overwritten.
    pub fn new(mut server: Neo4j) -> Pair {
        let newest = server.write(&HostQuery::new("CYPHER 25 RETURN 1 AS x")).is_ok();
        let wanted = Wanted { newest, topic: Topic::Anything };
        Pair { embedded: Embedded::new(), server, wanted, slow: Duration::MAX }
    }

    /// Is asked about this, and tells what is slow from so long on.
    #[allow(dead_code, reason = "a test asks about anything, and no times")]
    pub fn about(mut self, topic: Topic, slow: Duration) -> Pair {
        (self.wanted.topic, self.slow) = (topic, slow);
        self
    }

    /// Counts an answer, and says whether it differed.
    pub fn judge(
        &mut self,
        found: &mut Comparison,
        query: &Question,
        (ours, theirs): &(Reply, Reply),
    ) -> bool {
        found.asked += 1;
        if ours.time >= self.slow && ours.time > theirs.time * 2 {
            let (ours, theirs) = (ours.time.as_millis(), theirs.time.as_millis());
            found.slow.push(format!("  {}\n    {ours} ms for {theirs} ms", query.text));
        }
        if self.server_contradicts_itself(query, &ours.answer, &theirs.answer) {
            found.skip("the server contradicts itself");
            return false;
        }
        match (&ours.answer, &theirs.answer) {
            (Answer::Nothing(why), _) | (_, Answer::Nothing(why)) => {
                found.skip(why);
                return false;
            }
            (ours, theirs) if !self.agree(query, ours, theirs) => return true,
            (Answer::Failed(_), _) => found.failed += 1,
            (Answer::Rows { .. }, _) => found.same += 1,
        }
        false
    }

    /// Whether the server gives what we give once the order of the rows is not asked for. 5.26 and 2025.10 lose values
    /// where it is: they answer null to `OPTIONAL MATCH p = (:None)-[:R*0..1]-() RETURN DISTINCT length(p) IS :: STRING
    /// AS c ORDER BY c`, and true without its `ORDER BY`.
    fn server_contradicts_itself(
        &mut self,
        query: &Question,
        ours: &Answer,
        theirs: &Answer,
    ) -> bool {
        let Some((text, keys)) = query.text.rsplit_once(" ORDER BY ") else { return false };
        if query.writes
            || !matches!(ours, Answer::Rows { .. })
            || [" SKIP ", " LIMIT ", " RETURN ", "}"].iter().any(|word| keys.contains(word))
        {
            return false;
        }
        // The same rows in another order are a difference of ours, or of the order itself.
        let (ours, theirs) = (ours.unordered(), theirs.unordered());
        let unordered = Question { text: text.to_owned(), ordered: false, ..query.clone() };
        ours != theirs && ask(&mut self.server, &unordered).answer == ours
    }

    /// Whether both say the same. Our Cypher 5 is that of 5.26, which only says of some errors that the execution failed;
    /// newer servers say more in Cypher 5 as well.
    fn agree(&self, query: &Question, ours: &Answer, theirs: &Answer) -> bool {
        let is_older = self.wanted.newest && !query.text.starts_with("CYPHER 25");
        let says_less = |code: &str| is_older && code.ends_with(".ExecutionFailed");
        match (ours, theirs) {
            (Answer::Failed(code), Answer::Failed(_)) if says_less(code) => true,
            _ => ours == theirs,
        }
    }

    fn set_up(&mut self, graph: &Graph) -> Result<(), Fault> {
        self.server.write(&graph.set_up())?;
        self.set_up_embedded(graph)
    }

    fn set_up_embedded(&mut self, graph: &Graph) -> Result<(), Fault> {
        self.embedded = Embedded::new();
        self.embedded.write(&graph.set_up()).map(|_| ())
    }

    /// Asks questions that write, each of the graph as it was.
    fn write_one_by_one(
        &mut self,
        graph: &Graph,
        questions: &[&Made],
        found: &mut Comparison,
    ) -> Result<Vec<Difference>, Fault> {
        let mut different = Vec::new();
        let fresh = dump(&mut self.embedded)?;
        let is_as_it_was = |answer: &Answer| match answer {
            Answer::Rows { graph, .. } => *graph == fresh,
            Answer::Failed(_) => true,
            Answer::Nothing(_) => false,
        };
        for made in questions {
            let began = Instant::now();
            let both = self.both(&made.query);
            if !is_as_it_was(&both.0.answer) || !is_as_it_was(&both.1.answer) {
                self.set_up(graph)?;
            }
            if self.judge(found, &made.query, &both) {
                different.push((made.choices.clone(), both));
            }
            found.took.insert(made.query.text.clone(), began.elapsed());
        }
        Ok(different)
    }

    /// Asks both.
    pub fn both(&mut self, query: &Question) -> (Reply, Reply) {
        (ask(&mut self.embedded, query), ask(&mut self.server, query))
    }

    /// Whether a case still differs, and how.
    fn differs(
        &mut self,
        graph: &Graph,
        query: &Question,
    ) -> Result<Option<(Reply, Reply)>, Fault> {
        self.set_up(graph)?;
        let (ours, theirs) = self.both(query);
        let comparable = |told: &Reply| !matches!(told.answer, Answer::Nothing(_));
        let differ = comparable(&ours)
            && comparable(&theirs)
            && !self.agree(query, &ours.answer, &theirs.answer)
            && !self.server_contradicts_itself(query, &ours.answer, &theirs.answer);
        Ok(differ.then_some((ours, theirs)))
    }

    /// The smallest case like this one, told to a person.
    fn smallest(
        &mut self,
        (of_graph, of_query): (&[u32], &[u32]),
        how: &(Reply, Reply),
    ) -> Result<String, Fault> {
        let mut how = how.clone();
        let whole = graph(&mut Choices::again(of_graph));
        let mut trouble = None;
        let of_query = shrink(of_query, SHRINKING, |choices| {
            let query = query(&mut Choices::again(choices), self.wanted);
            self.keep(&whole, &query, &mut how, &mut trouble)
        });
        let query = query(&mut Choices::again(&of_query), self.wanted);
        let of_graph = shrink(of_graph, SHRINKING, |choices| {
            let smaller = graph(&mut Choices::again(choices));
            self.keep(&smaller, &query, &mut how, &mut trouble)
        });
        if let Some(fault) = trouble {
            return Err(fault);
        }
        let smallest = graph(&mut Choices::again(&of_graph));
        Ok(description(&[smallest.text()], &query, &how))
    }

    fn keep(
        &mut self,
        graph: &Graph,
        query: &Question,
        how: &mut (Reply, Reply),
        trouble: &mut Option<Fault>,
    ) -> bool {
        match self.differs(graph, query) {
            Ok(Some(still)) => {
                *how = still;
                true
            }
            Ok(None) => false,
            Err(fault) => {
                *trouble = Some(fault);
                false
            }
        }
    }
}

/// A difference, told to a person.
pub fn description(set_up: &[String], query: &Question, (ours, theirs): &(Reply, Reply)) -> String {
    let mut text = String::new();
    for line in set_up {
        let _ = writeln!(text, "  {line}");
    }
    let _ = writeln!(text, "  {}", query.text);
    for (who, told) in [("embedded", ours), ("neo4j", theirs)] {
        let _ = match &told.answer {
            Answer::Rows { columns, rows, graph } => {
                writeln!(text, "    {who}: {} {rows:?} {}", columns.join(", "), graph.join(" "))
            }
            Answer::Failed(code) => {
                let first = told.message.lines().next().unwrap_or_default();
                writeln!(text, "    {who}: {code}: {first}")
            }
            Answer::Nothing(why) => writeln!(text, "    {who}: {why}"),
        };
    }
    text
}
