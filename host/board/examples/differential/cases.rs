//! The conformance cases as questions: what stands in the files is asked of both engines, through the same
//! seam as everything else.

use std::path::Path;

use othello_board::session::{HostQuery, Params};
use othello_board::{Fault, Session};

use crate::answers::Question;
use crate::record::{self, Case, Expect};
use crate::suite::{Comparison, Pair};

impl Pair {
    /// Asks the cases of a file; those that need procedures of their own, and those that no two runs answer
    /// alike, are left out.
    pub fn ask_cases(
        &mut self,
        file: &Path,
        found: &mut Comparison,
        mut tell: impl FnMut(&str),
    ) -> Result<(), String> {
        for case in record::read(file)? {
            let alone = case.procedures.is_empty();
            if alone && let Err(fault) = self.ask_case(&case, found, &mut tell) {
                return Err(format!("{}: {fault}", case.id));
            }
        }
        Ok(())
    }

    /// Empties both graphs.
    fn empty(&mut self) -> Result<(), Fault> {
        for session in [&mut self.embedded as &mut dyn Session, &mut self.server] {
            session.write(&HostQuery::new("MATCH (n) DETACH DELETE n"))?;
        }
        Ok(())
    }

    fn ask_case(
        &mut self,
        case: &Case,
        found: &mut Comparison,
        tell: &mut impl FnMut(&str),
    ) -> Result<(), Fault> {
        self.empty()?;
        for query in &case.setup {
            if differs_by_itself(&query.text) {
                found.skip("made by chance or by the clock");
                return Ok(());
            }
            let asked = host_query(&query.text, &query.params);
            // Temporal values here, a newer Cypher there: then there is nothing to compare with.
            for (session, why) in [
                (&mut self.embedded as &mut dyn Session, "the embedded engine could not set it up"),
                (&mut self.server, "the server could not set it up"),
            ] {
                match session.write(&asked) {
                    Ok(_) => {}
                    Err(Fault::Server(fault)) => return Err(Fault::Server(fault)),
                    Err(_) => {
                        found.skip(why);
                        return Ok(());
                    }
                }
            }
        }
        for check in &case.checks {
            let (ordered, loose_lists) = match &check.expect {
                _ if differs_by_itself(&check.query.text) => continue,
                Expect::Rows(rows) if rows.shape_only => continue,
                Expect::Rows(rows) => (rows.ordered && !rows.ties, rows.ignore_list_order),
                Expect::Error { .. } => (false, false),
                Expect::Accepted | Expect::Refused => continue,
            };
            let question = Question {
                text: check.query.text.clone(),
                params: params(&check.query.params),
                ordered,
                loose_lists,
                writes: true,
            };
            let both = self.both(&question);
            if self.judge(found, &question, &both) {
                let text =
                    crate::suite::description(std::slice::from_ref(&case.id), &question, &both);
                tell(&text);
                found.differences.push(text);
            }
        }
        Ok(())
    }
}

/// Whether no two runs of it give the same.
fn differs_by_itself(text: &str) -> bool {
    let text = text.to_lowercase();
    ["rand()", "randomuuid()", "timestamp()", "elementid(", " id("].iter().any(|f| text.contains(f))
}

fn params(from: &othello_cypher::Params) -> Params {
    let mut params = Params::default();
    for (name, value) in from.iter() {
        params.set(name, value.clone());
    }
    params
}

fn host_query<'a>(text: &'a str, from: &othello_cypher::Params) -> HostQuery<'a> {
    let mut query = HostQuery::new(text);
    query.params = params(from);
    query
}
