//! What a query walks on its way: another query that gives the paths of its first patterns, to be lit on the graph. A
//! query itself mostly returns cells alone, which don't show how it came there.

use othello_cypher::syntax::ast::{
    BinaryOp, Body, ClauseKind, Expr, ExprKind, Match, PathPattern, Query, SubqueryBody,
};
use othello_cypher::{Meter, Span, syntax};

/// So many ways are shown.
const MOST_WAYS: usize = 100;

/// A query that returns the paths that this one walks in its first `MATCH` clauses, and in what their conditions ask to
/// exist; none where it has no pattern with a relationship, or can't be read.
#[must_use]
pub fn walk(query: &str, meter: &Meter) -> Option<String> {
    let statement = syntax::parse(query, meter).ok()?;
    let Body::Query(Query::Single(single)) = &statement.body else { return None };
    let clauses = &single.clauses;
    let is_match = |kind: &ClauseKind| matches!(kind, ClauseKind::Match(_));
    let first = clauses.iter().position(|clause| is_match(&clause.kind))?;
    let run = clauses[first..].iter().take_while(|clause| is_match(&clause.kind)).count();
    let end = clauses[first + run - 1].span.end;
    let mut ways = Ways { query, names: Vec::new(), written: Vec::new(), asked: String::new() };
    for clause in &clauses[first..first + run] {
        if let ClauseKind::Match(matching) = &clause.kind {
            ways.matching(matching);
        }
    }
    let Ways { names, written, asked, .. } = ways;
    if names.is_empty() {
        return None;
    }
    let begin = single.span.start as usize;
    let mut text = query.get(begin..end as usize)?.to_owned();
    // From the last to the first, so that places stay what they are.
    for (at, name) in written.into_iter().rev() {
        text.insert_str(at - begin, &format!("{name} = "));
    }
    Some(format!("{text}\n{asked}RETURN {} LIMIT {MOST_WAYS}", names.join(", ")))
}

/// The paths that are named, as they are found.
struct Ways<'q> {
    query: &'q str,
    names: Vec<String>,
    /// Where names have to be written in.
    written: Vec<(usize, String)>,
    /// What conditions ask to exist, as patterns that are matched.
    asked: String,
}

impl Ways<'_> {
    fn matching(&mut self, matching: &Match) {
        for pattern in
            matching.patterns.iter().filter(|pattern| goes_somewhere(self.query, pattern))
        {
            match &pattern.variable {
                Some(name) => self.names.push(slice(self.query, name.span).to_owned()),
                None if is_plain(pattern) => {
                    let name = self.next();
                    self.written.push((pattern.span.start as usize, name));
                }
                None => {}
            }
        }
        if let Some(predicate) = &matching.predicate {
            self.predicate(predicate);
        }
    }

    /// What is true of every row: an `EXISTS` in it, or in one of the conditions that it joins by `AND`.
    fn predicate(&mut self, predicate: &Expr) {
        match &predicate.kind {
            ExprKind::Binary(BinaryOp::And, left, right) => {
                self.predicate(left);
                self.predicate(right);
            }
            ExprKind::Exists(SubqueryBody::Pattern(matching)) => {
                for pattern in
                    matching.patterns.iter().filter(|one| goes_somewhere(self.query, one))
                {
                    if pattern.variable.is_none() && is_plain(pattern) {
                        let pattern = slice(self.query, pattern.span);
                        let name = self.next();
                        self.asked += &format!("MATCH {name} = {pattern}\n");
                    }
                }
            }
            _ => {}
        }
    }

    /// A name that nobody has given.
    fn next(&mut self) -> String {
        let name = format!("`way {}`", self.names.len() + 1);
        self.names.push(name.clone());
        name
    }
}

/// Whether a pattern is more than one node.
fn goes_somewhere(query: &str, pattern: &PathPattern) -> bool {
    slice(query, pattern.span).contains('-')
}

fn slice(query: &str, span: Span) -> &str {
    query.get(span.start as usize..span.end as usize).unwrap_or_default()
}

/// Whether all paths are wanted, and not only the shortest ones.
fn is_plain(pattern: &PathPattern) -> bool {
    pattern.selector == Default::default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn paths_get_names_and_what_exists_is_matched() {
        for (query, walked) in [
            (
                "MATCH (a:Cell)-[:NEIGHBOR_OF]-(b) WHERE a.row = 0 RETURN DISTINCT a LIMIT 1",
                "MATCH `way 1` = (a:Cell)-[:NEIGHBOR_OF]-(b) WHERE a.row = 0\nRETURN `way 1` LIMIT 100",
            ),
            (
                "WITH 'O' AS other\nMATCH (cell:Cell)\nWHERE cell.state IS NULL AND EXISTS {\n  (cell)--({state: other})\n}\nRETURN cell",
                "WITH 'O' AS other\nMATCH (cell:Cell)\nWHERE cell.state IS NULL AND EXISTS {\n  (cell)--({state: other})\n}\n\
                 MATCH `way 1` = (cell)--({state: other})\nRETURN `way 1` LIMIT 100",
            ),
            (
                "MATCH (a) MATCH line = (a)--(b) RETURN a, sum(length(line)) AS n",
                "MATCH (a) MATCH line = (a)--(b)\nRETURN line LIMIT 100",
            ),
        ] {
            assert_eq!(walk(query, &Meter::default()).as_deref(), Some(walked));
        }
        for query in ["MATCH (cell:Cell) RETURN cell", "RETURN 1", "MATCH (a--(b", ""] {
            assert_eq!(walk(query, &Meter::default()), None, "{query}");
        }
    }
}
