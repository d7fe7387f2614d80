//! Asks the embedded engine and a server the same and compares, graph after graph; and makes what differs
//! as small as it can.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use othello_board::session::HostQuery;
use othello_board::{Embedded, Fault, Neo4j, Session};

use crate::answers::{Answer, Question, Reply, ask};
use crate::choices::{Choices, shrink};
use crate::graphs::graph;
use crate::queries::query;

/// How many queries are asked of one graph before the next is made.
const QUERIES: u64 = 25;
/// How many simpler cases are tried for each difference.
const SHRINKING: usize = 250;

/// Both engines.
pub struct Pair {
    pub(crate) embedded: Embedded,
    pub(crate) server: Neo4j,
    /// Whether the server has Cypher 25.
    newest: bool,
}

/// What comparing the answers came to.
#[derive(Default)]
pub struct Comparison {
    /// How many were asked.
    pub asked: usize,
    /// How many gave rows, the same on both.
    pub same: usize,
    /// How many failed on both with the same code.
    pub failed: usize,
    /// How many could not be compared, by why.
    pub skipped: BTreeMap<String, usize>,
    /// What differed, each kind once, as told to a person.
    pub differences: Vec<String>,
}

impl Comparison {
    /// Counts one that could not be compared.
    pub fn skip(&mut self, why: &str) {
        *self.skipped.entry(why.to_owned()).or_default() += 1;
    }

    fn add(&mut self, other: Comparison) {
        self.asked += other.asked;
        self.same += other.same;
        self.failed += other.failed;
        for (why, number) in other.skipped {
            *self.skipped.entry(why).or_default() += number;
        }
    }

    /// One line.
    pub fn summary(&self) -> String {
        let skipped: Vec<_> = self.skipped.iter().map(|(why, n)| format!("{n} × {why}")).collect();
        format!(
            "{} asked: {} the same rows, {} the same error, {} different, {} not compared ({})",
            self.asked,
            self.same,
            self.failed,
            self.differences.len(),
            self.skipped.values().sum::<usize>(),
            skipped.join("; ")
        )
    }
}

/// Asks what the seed says, until `enough`; `tell` hears of each difference at once. The pairs share one server: what
/// reads a graph is divided among them, what writes is asked by the first alone.
pub fn compare(
    pairs: &mut [Pair],
    seed: u64,
    mut enough: impl FnMut(&Comparison) -> bool,
    mut tell: impl FnMut(&str),
) -> Result<Comparison, Fault> {
    let mut found = Comparison::default();
    let mut round = seed.wrapping_mul(1_000_003);
    while !enough(&found) {
        round = round.wrapping_add(1);
        let mut of_graph = Choices::drawn(round);
        let set_up = graph(&mut of_graph);
        let newest = pairs.first().is_some_and(|pair| pair.newest);
        let questions = (0..QUERIES).map(|number| {
            let mut choices = Choices::drawn(round ^ (number + 1) << 40);
            let query = query(&mut choices, newest);
            Made { query, choices: choices.made().to_vec() }
        });
        let (writing, reading): (Vec<_>, Vec<_>) = questions.partition(|made| made.query.writes);
        let mut different = read_at_once(pairs, &set_up, &reading, &mut found)?;
        let Some(first) = pairs.first_mut() else { break };
        for made in writing {
            first.set_up(&set_up)?;
            let both = first.both(&made.query);
            if first.judge(&mut found, &made.query, &both) {
                different.push((made.choices, both));
            }
        }
        for (of_query, both) in different {
            let text = first.smallest((of_graph.made().to_vec(), of_query), both)?;
            if !found.differences.contains(&text) {
                tell(&text);
                found.differences.push(text);
            }
        }
    }
    Ok(found)
}

/// A question and the choices that it was made by.
struct Made {
    query: Question,
    choices: Vec<u32>,
}

/// The choices by which a question was made, and two answers that differ.
type Difference = (Vec<u32>, (Reply, Reply));

/// Divides questions that only read among the pairs.
fn read_at_once(
    pairs: &mut [Pair],
    set_up: &[String],
    questions: &[Made],
    found: &mut Comparison,
) -> Result<Vec<Difference>, Fault> {
    let Some((first, others)) = pairs.split_first_mut() else { return Ok(Vec::new()) };
    first.set_up(set_up)?;
    others.iter_mut().try_for_each(|pair| pair.set_up_embedded(set_up))?;
    let share = questions.len().div_ceil(pairs.len()).max(1);
    let asked = std::thread::scope(|scope| {
        let work = pairs.iter_mut().zip(questions.chunks(share)).map(|(pair, questions)| {
            scope.spawn(move || {
                let (mut found, mut different) = (Comparison::default(), Vec::new());
                for Made { query, choices } in questions {
                    let both = pair.both(query);
                    if pair.judge(&mut found, query, &both) {
                        different.push((choices.clone(), both));
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
        Pair { embedded: Embedded::new(), server, newest }
    }

    /// Counts an answer, and says whether it differed.
    pub fn judge(
        &mut self,
        found: &mut Comparison,
        query: &Question,
        (ours, theirs): &(Reply, Reply),
    ) -> bool {
        found.asked += 1;
        if self.server_contradicts_itself(query, &ours.answer, &theirs.answer) {
            found.skip("the server contradicts itself");
            return false;
        }
        match (&ours.answer, &theirs.answer) {
            (Answer::Nothing(why), _) | (_, Answer::Nothing(why)) => {
                found.skip(why);
                return false;
            }
            (ours, theirs) if ours != theirs => return true,
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

    /// Empties both graphs.
    pub fn empty(&mut self) -> Result<(), Fault> {
        for session in [&mut self.embedded as &mut dyn Session, &mut self.server] {
            session.write(&HostQuery::new("MATCH (n) DETACH DELETE n"))?;
        }
        Ok(())
    }

    fn set_up(&mut self, texts: &[String]) -> Result<(), Fault> {
        self.empty()?;
        for session in [&mut self.embedded as &mut dyn Session, &mut self.server] {
            for text in texts {
                session.write(&HostQuery::new(text))?;
            }
        }
        Ok(())
    }

    fn set_up_embedded(&mut self, texts: &[String]) -> Result<(), Fault> {
        self.embedded = Embedded::new();
        texts.iter().try_for_each(|text| self.embedded.write(&HostQuery::new(text)).map(|_| ()))
    }

    /// Asks both.
    pub fn both(&mut self, query: &Question) -> (Reply, Reply) {
        (ask(&mut self.embedded, query), ask(&mut self.server, query))
    }

    /// Whether a case still differs, and how.
    fn differs(
        &mut self,
        set_up: &[String],
        query: &Question,
    ) -> Result<Option<(Reply, Reply)>, Fault> {
        self.set_up(set_up)?;
        let (ours, theirs) = self.both(query);
        let comparable = |told: &Reply| !matches!(told.answer, Answer::Nothing(_));
        let differ = comparable(&ours)
            && comparable(&theirs)
            && ours.answer != theirs.answer
            && !self.server_contradicts_itself(query, &ours.answer, &theirs.answer);
        Ok(differ.then_some((ours, theirs)))
    }

    /// The smallest case like this one, told to a person.
    fn smallest(
        &mut self,
        made: (Vec<u32>, Vec<u32>),
        mut how: (Reply, Reply),
    ) -> Result<String, Fault> {
        let (of_graph, of_query) = made;
        let set_up = graph(&mut Choices::again(&of_graph));
        let mut trouble = None;
        let of_query = shrink(&of_query, SHRINKING, |choices| {
            let query = query(&mut Choices::again(choices), self.newest);
            self.keep(&set_up, &query, &mut how, &mut trouble)
        });
        let query = query(&mut Choices::again(&of_query), self.newest);
        let of_graph = shrink(&of_graph, SHRINKING, |choices| {
            let set_up = graph(&mut Choices::again(choices));
            self.keep(&set_up, &query, &mut how, &mut trouble)
        });
        if let Some(fault) = trouble {
            return Err(fault);
        }
        let set_up = graph(&mut Choices::again(&of_graph));
        Ok(description(&set_up, &query, &how))
    }

    fn keep(
        &mut self,
        set_up: &[String],
        query: &Question,
        how: &mut (Reply, Reply),
        trouble: &mut Option<Fault>,
    ) -> bool {
        match self.differs(set_up, query) {
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
