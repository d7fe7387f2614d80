//! Whole paths: their variable, which of them are kept, and in Cypher 25 what they may visit twice.

use super::{Keyword, Parsed, Parser, TokenKind};
use crate::error::{Error, Span};
use crate::syntax::ast::{
    Dialect, Expr, MatchMode, Name, PathElement, PathPattern, PathShape, RelationshipLength,
    Selector,
};

/// What a path may visit twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PathMode {
    /// Whatever the `MATCH` allows.
    Walk,
    /// No relationship.
    Trail,
    /// No node.
    Acyclic,
}

impl PathMode {
    const ALL: [PathMode; 3] = [PathMode::Walk, PathMode::Trail, PathMode::Acyclic];

    fn name(self) -> &'static str {
        match self {
            PathMode::Walk => "WALK",
            PathMode::Trail => "TRAIL",
            PathMode::Acyclic => "ACYCLIC",
        }
    }
}

impl Parser<'_> {
    /// A path that is made.
    pub(super) fn path_pattern(&mut self) -> Parsed<PathPattern> {
        let start = if self.kind(1) == TokenKind::Equal { 2 } else { 0 };
        // The tree has no word for this one; the others are the checker's to refuse.
        if self.keyword(start) == Some(Keyword::All)
            && self.keyword(start + 1) != Some(Keyword::Shortest)
        {
            let message = "which paths are kept is said in MATCH alone, ALL as well";
            let span = self.token(start).span;
            return Err(Error::syntax(span, message).because("InvalidPathSelector"));
        }
        let (path, mode) = self.path()?;
        match mode {
            Some((_, span)) => Err(Error::syntax(span, "a path mode stands in MATCH alone")),
            None => Ok(path),
        }
    }

    /// The paths that are looked for. `WALK` and `TRAIL` change nothing: a `MATCH` goes over no relationship twice.
    pub(super) fn matched_paths(&mut self, of: MatchMode) -> Parsed<Vec<PathPattern>> {
        let paths = self.list(Self::path)?;
        let named = paths.iter().find_map(|(_, mode)| *mode);
        let mode = |mode: &Option<(PathMode, Span)>| mode.map_or(PathMode::Walk, |(mode, _)| mode);
        if let Some((first, span)) = named {
            if of == MatchMode::RepeatableElements && first != PathMode::Walk {
                let message =
                    "REPEATABLE ELEMENTS lets each path go as it likes: no TRAIL and no ACYCLIC";
                return Err(Error::syntax(span, message));
            }
            if paths.iter().any(|(_, other)| mode(other) != first) {
                return Err(Error::syntax(span, "the paths of one MATCH have one path mode"));
            }
        }
        paths.into_iter().map(|(path, mode)| in_mode(path, mode)).collect()
    }

    /// A path with its variable, its selector and its mode.
    fn path(&mut self) -> Parsed<(PathPattern, Option<(PathMode, Span)>)> {
        self.count_part(size_of::<PathPattern>())?;
        let start = self.at;
        let variable = self.path_variable()?;
        let (selector, mode) = self.selector()?;
        let shape = match self.keyword(0) {
            Some(Keyword::ShortestPath | Keyword::AllShortestPaths) => self.shortest_path()?,
            _ => PathShape::Chain(self.chain(true)?),
        };
        let span = self.span_from(start);
        Ok((PathPattern { variable, selector, acyclic: false, shape, span }, mode))
    }

    pub(super) fn path_variable(&mut self) -> Parsed<Option<Name>> {
        if self.is_name(0) && self.kind(1) == TokenKind::Equal {
            let name = self.variable()?;
            self.at += 1;
            return Ok(Some(name));
        }
        self.want("a path variable");
        Ok(None)
    }

    fn selector(&mut self) -> Parsed<(Selector, Option<(PathMode, Span)>)> {
        let start = self.at;
        let selector = match self.keyword(0) {
            Some(Keyword::All) => {
                self.at += 1;
                if self.eat_keyword(Keyword::Shortest) {
                    Selector::AllShortest
                } else {
                    Selector::All
                }
            }
            Some(Keyword::Any) => {
                self.at += 1;
                if self.eat_keyword(Keyword::Shortest) {
                    Selector::Shortest(None)
                } else {
                    Selector::Any(self.path_count()?)
                }
            }
            Some(Keyword::Shortest) => {
                self.at += 1;
                Selector::Shortest(self.path_count()?)
            }
            _ => Selector::All,
        };
        let mode = self.path_mode();
        if self.at > start && !self.eat_keyword(Keyword::Paths) {
            self.eat_keyword(Keyword::Path);
        }
        if self.tokens[start].kind != TokenKind::Keyword(Keyword::Shortest) {
            return Ok((selector, mode));
        }
        let groups = self.eat_keyword(Keyword::Groups) || self.eat_keyword(Keyword::Group);
        match selector {
            Selector::Shortest(count) if groups => Ok((Selector::ShortestGroups(count), mode)),
            Selector::Shortest(None) => {
                self.want("how many paths");
                Err(self.unexpected())
            }
            other => Ok((other, mode)),
        }
    }

    /// `WALK`, `TRAIL` or `ACYCLIC`, in Cypher 25.
    fn path_mode(&mut self) -> Option<(PathMode, Span)> {
        let word = (self.dialect == Dialect::Cypher25).then(|| self.path_mode_at(0))?;
        word.map(|mode| (mode, self.advance().span))
    }

    /// The path mode whose name stands so many tokens ahead.
    pub(super) fn path_mode_at(&self, ahead: usize) -> Option<PathMode> {
        let word = self.written(self.token(ahead));
        PathMode::ALL.into_iter().find(|mode| word.eq_ignore_ascii_case(mode.name()))
    }

    fn path_count(&mut self) -> Parsed<Option<Expr>> {
        if self.is(TokenKind::Integer) || self.is(TokenKind::Dollar) {
            if self.kind(0) == TokenKind::Dollar {
                self.newer(self.token(0).span, "a parameter as the number of paths is")?;
            }
            Ok(Some(self.atom()?))
        } else {
            Ok(None)
        }
    }
}

/// The path in a mode; the tree has no word for those that change nothing.
fn in_mode(path: PathPattern, mode: Option<(PathMode, Span)>) -> Parsed<PathPattern> {
    let Some((mode, span)) = mode else { return Ok(path) };
    let PathShape::Chain(chain) = &path.shape else {
        return Err(Error::syntax(span, "shortestPath() has no path mode; SHORTEST 1 has"));
    };
    let is_old = |element: &PathElement| {
        let PathElement::Relationship(link) = element else { return false };
        matches!(link.length, RelationshipLength::Variable { .. })
    };
    if chain.iter().any(is_old) {
        let message = "a path mode goes with quantified relationships, not with -[*]-: write -->+";
        return Err(Error::syntax(span, message));
    }
    Ok(PathPattern { acyclic: mode == PathMode::Acyclic, ..path })
}
