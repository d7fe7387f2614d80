//! The names of a query's columns, as far as they show before anything is resolved.

use super::{Parsed, Parser};
use crate::error::{Error, ErrorKind, Span};
use crate::syntax::ast::{
    Clause, ClauseKind, Name, PathElement, PathPattern, Projection, ProjectionItem, Query, Yield,
};

impl Parser<'_> {
    /// The names of the columns that a query gives.
    pub(super) fn columns(&self, query: &Query, place: Span) -> Parsed<Vec<Name>> {
        match query {
            Query::Union { members, .. } => {
                members.first().map_or(Ok(Vec::new()), |member| self.columns(member, place))
            }
            Query::When { branches, .. } => {
                branches.first().map_or(Ok(Vec::new()), |(_, branch)| self.columns(branch, place))
            }
            Query::Single(single) => match single.clauses.split_last() {
                Some((Clause { kind: ClauseKind::Return(projection), .. }, before)) => {
                    let mut names = vec![];
                    if projection.star.is_some() {
                        names = self.visible(before, place)?;
                    }
                    self.add_items(&mut names, projection);
                    Ok(names)
                }
                _ => Ok(Vec::new()),
            },
        }
    }

    /// The variables that are visible behind these clauses, by name.
    fn visible(&self, clauses: &[Clause], place: Span) -> Parsed<Vec<Name>> {
        let mut names: Vec<Name> = vec![];
        for clause in clauses {
            self.meter.tick()?;
            match &clause.kind {
                ClauseKind::With(projection) => {
                    if projection.star.is_none() {
                        names.clear();
                    }
                    self.add_items(&mut names, projection);
                }
                ClauseKind::Match(of) => add_paths(&mut names, &of.patterns, place)?,
                ClauseKind::Create(patterns) => add_paths(&mut names, patterns, place)?,
                ClauseKind::Merge { pattern, .. } => {
                    add_paths(&mut names, std::slice::from_ref(pattern), place)?;
                }
                ClauseKind::Unwind { variable, .. } | ClauseKind::LoadCsv { variable, .. } => {
                    names.push(variable.clone());
                }
                ClauseKind::Let(items) => names.extend(items.iter().map(|(name, _)| name.clone())),
                ClauseKind::Subquery(subquery) => {
                    names.extend(self.columns(&subquery.query, place)?);
                }
                ClauseKind::Procedure(call) => match &call.yields {
                    Yield::Items { items, .. } => names.extend(
                        items
                            .iter()
                            .map(|(column, alias)| alias.as_ref().unwrap_or(column).clone()),
                    ),
                    _ => return Err(unknown(place)),
                },
                _ => {}
            }
        }
        names.sort_by(|one, other| one.text.cmp(&other.text));
        names.dedup_by(|one, other| one.text == other.text);
        Ok(names)
    }

    fn add_items(&self, names: &mut Vec<Name>, projection: &Projection) {
        names.extend(projection.items.iter().map(|item| self.column(item)));
    }

    pub(super) fn column(&self, item: &ProjectionItem) -> Name {
        let implied =
            || Name { text: item.expr.column_name(self.text).into(), span: item.expr.span };
        item.alias.clone().unwrap_or_else(implied)
    }
}

fn add_paths(names: &mut Vec<Name>, paths: &[PathPattern], place: Span) -> Parsed<()> {
    for path in paths {
        if path.chain().iter().any(|element| matches!(element, PathElement::Group(_))) {
            return Err(unknown(place));
        }
        let variables = path.variables().into_iter();
        names.extend(variables.map(|text| Name { text: text.into(), span: path.span }));
    }
    Ok(())
}

fn unknown(place: Span) -> Error {
    let message = "RETURN * behind quantified paths and procedures is not supported by the embedded \
                   engine beside NEXT and a UNION or WHEN; name the columns";
    Error::new(ErrorKind::Unsupported, message).at(place)
}
