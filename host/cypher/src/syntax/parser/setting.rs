//! What stands before a query: `EXPLAIN`, `PROFILE`, and behind `CYPHER` a version and settings.

use super::{Parsed, Parser, TokenKind};
use crate::error::{Error, ErrorKind};
use crate::syntax::ast::{Dialect, Mode, Setting};

/// The settings that a server knows, with their values, and `default` in each; any value where none is listed.
const SETTINGS: &[(&str, &[&str])] = &[
    ("connectComponentsPlanner", &["greedy", "idp"]),
    ("debug", &[]),
    ("eagerAnalyzer", &["ir", "lp"]),
    ("expressionEngine", &["compiled", "interpreted", "only_when_hot"]),
    ("inferSchemaParts", &["most_selective_label", "off"]),
    ("interpretedPipesFallback", &["all", "disabled", "whitelisted_plans_only"]),
    ("operatorEngine", &["compiled", "interpreted"]),
    ("parallelRuntimeSupport", &["all", "disabled"]),
    ("planVarExpandInto", &["minimum_cost", "single_row"]),
    ("planner", &["cost", "dp", "idp"]),
    ("replan", &["force", "skip"]),
    ("runtime", &["interpreted", "legacy", "parallel", "pipelined", "slotted"]),
    ("statefulShortestPlanningMode", &["all_if_possible", "cardinality_heuristic", "into_only"]),
    ("updateStrategy", &["eager"]),
];

impl Parser<'_> {
    /// What follows `CYPHER`: a version, and settings of a planner that this engine has not.
    pub(super) fn options(&mut self, settings: &mut Vec<Setting>) -> Parsed<()> {
        if matches!(self.kind(0), TokenKind::Integer | TokenKind::Float) {
            let token = self.advance();
            self.dialect = match &*self.written(token) {
                "5" => Dialect::Cypher5,
                "25" => Dialect::Cypher25,
                other => {
                    return Err(Error::syntax(
                        token.span,
                        format!("there is no Cypher {other}, only 5 and 25"),
                    ));
                }
            };
        }
        while self.is_name(0) && self.kind(1) == TokenKind::Equal {
            let start = self.at;
            let name = self.advance();
            let name = self.written(name).into_owned();
            self.at += 1;
            let value = self.written(self.token(0)).into_owned();
            if matches!(self.kind(0), TokenKind::Integer | TokenKind::Float) {
                self.at += 1;
            } else {
                self.name("a setting")?;
            }
            let is_new = self.is_new_setting(&name, &value, settings, start)?;
            let plain = |text: &str| text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
            if is_new && plain(&name) && plain(&value) {
                settings.push(Setting { name, value });
            }
        }
        Ok(())
    }

    /// Whether a setting does not stand among those before it. Refuses what a server would not take: another name or value,
    /// or two values of one name.
    fn is_new_setting(
        &self,
        name: &str,
        value: &str,
        before: &[Setting],
        start: usize,
    ) -> Parsed<bool> {
        let span = self.span_from(start);
        let is = |other: &str| name.eq_ignore_ascii_case(other);
        let Some((name, values)) = SETTINGS.iter().find(|(known, _)| is(known)) else {
            let message = format!("there is no setting {name:?} of a query");
            return Err(Error::new(ErrorKind::Argument, message).at(span));
        };
        let is_known = |known: &&str| value.eq_ignore_ascii_case(known);
        if !values.is_empty() && !values.iter().chain(&["default"]).any(is_known) {
            let message = format!("{name} is one of {}", values.join(", "));
            return Err(Error::new(ErrorKind::Argument, message).at(span));
        }
        let set = before.iter().find(|set| set.name.eq_ignore_ascii_case(name));
        if set.is_some_and(|set| !set.value.eq_ignore_ascii_case(value)) {
            let message = format!("{name} has two values");
            return Err(Error::new(ErrorKind::Argument, message).at(span));
        }
        Ok(set.is_none())
    }

    pub(super) fn set_mode(&self, mode: &mut Mode, to: Mode) -> Parsed<()> {
        if ![Mode::Run, to].contains(mode) {
            let message = "a query is explained or profiled, not both";
            return Err(Error::new(ErrorKind::Argument, message).at(self.token(0).span));
        }
        *mode = to;
        Ok(())
    }
}
