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
        while self.is_unquoted(0) && self.kind(1) == TokenKind::Equal {
            let start = self.at;
            let name = self.advance();
            let name = self.written(name).into_owned();
            self.at += 1;
            let value = self.setting_value()?;
            if self.is_new_setting(&name, &value, settings, start)? {
                settings.push(Setting { name, value });
            }
        }
        Ok(())
    }

    fn is_unquoted(&self, ahead: usize) -> bool {
        self.is_name(ahead) && self.kind(ahead) != TokenKind::Quoted
    }

    /// A word; Cypher 25 takes what else may stand there for a value that no setting has.
    fn setting_value(&mut self) -> Parsed<String> {
        let is_other = matches!(
            self.kind(0),
            TokenKind::Integer
                | TokenKind::Float
                | TokenKind::Text
                | TokenKind::Quoted
                | TokenKind::Dollar
        );
        if !(self.is_unquoted(0) || is_other && self.dialect == Dialect::Cypher25) {
            self.want("a setting");
            return Err(self.unexpected());
        }
        let token = self.advance();
        Ok(self.written(token).into_owned())
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
        let fits = match values {
            [] => value.bytes().all(|byte| byte.is_ascii_alphabetic()),
            values => values.iter().chain(&["default"]).any(is_known),
        };
        if !fits {
            let message = match values {
                [] => format!("{name} is a word"),
                values => format!("{name} is one of {}", values.join(", ")),
            };
            return Err(Error::new(ErrorKind::Argument, message).at(span));
        }
        let set = before.iter().find(|set| set.name.eq_ignore_ascii_case(name));
        if !values.is_empty() && set.is_some_and(|set| !set.value.eq_ignore_ascii_case(value)) {
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
