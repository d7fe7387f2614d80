//! The characters of a class. Where case does not matter each character stands for all that differ from it in case
//! alone; a class of many is folded piece by piece, between which the clock is looked at.

use regex_syntax::ast::parse::Parser;
use regex_syntax::ast::{
    self, Ast, ClassBracketed, ClassSet, ClassSetBinaryOpKind, ClassSetItem, Span, Visitor,
};
use regex_syntax::hir::{Class, ClassUnicode, ClassUnicodeRange, HirKind};

use super::refusal::not_a_pattern;
use crate::error::Error;
use crate::meter::Meter;

/// How many characters are folded between two looks at the clock.
const PIECE: u32 = 1 << 12;
/// What folding such a piece counts for.
const STEPS_OF_A_PIECE: usize = 64;
/// How many characters may be folded where the clock can't be looked at meanwhile.
const MANY: u32 = 500_000;
/// What a class that Unicode names counts for.
const NAMED: u32 = 150_000;

/// The characters of a class, as sorted ranges.
pub(super) fn class(
    pattern: &str,
    folded: bool,
    meter: &Meter,
) -> Result<Box<[(char, char)]>, Error> {
    let class = if folded { Folding { pattern, meter }.all()? } else { exact(pattern)? };
    Ok(class.iter().map(|range| (range.start(), range.end())).collect())
}

/// Whether an automaton of a pattern would fold more characters than can be waited for.
pub(super) fn folds_many(pattern: &str) -> bool {
    let Ok(tree) = Parser::new().parse(pattern) else { return false };
    ast::visit(&tree, Width(0)).is_ok_and(|width| width > MANY)
}

/// The characters of a class as it stands.
fn exact(pattern: &str) -> Result<ClassUnicode, Error> {
    let hir = regex_syntax::parse(pattern).map_err(not_a_pattern)?;
    match hir.kind() {
        HirKind::Class(Class::Unicode(class)) => Ok(class.clone()),
        HirKind::Literal(literal) => match std::str::from_utf8(&literal.0).map(str::chars) {
            Ok(mut chars) => Ok(chars.next().map(one).unwrap_or_else(ClassUnicode::empty)),
            Err(_) => Err(not_a_pattern("it matches what is no character")),
        },
        _ => Err(not_a_pattern("it has a class that is none")),
    }
}

fn one(char: char) -> ClassUnicode {
    ClassUnicode::new([ClassUnicodeRange::new(char, char)])
}

/// A class that is folded.
#[derive(Clone, Copy)]
struct Folding<'p> {
    pattern: &'p str,
    meter: &'p Meter,
}

impl Folding<'_> {
    fn all(self) -> Result<ClassUnicode, Error> {
        match &Parser::new().parse(self.pattern).map_err(not_a_pattern)? {
            Ast::ClassBracketed(class) => self.bracketed(class),
            Ast::ClassUnicode(class) => self.named(self.pattern, class.is_negated()),
            Ast::ClassPerl(_) => exact(self.pattern),
            _ => self.fold(exact(self.pattern)?),
        }
    }

    fn bracketed(self, class: &ClassBracketed) -> Result<ClassUnicode, Error> {
        let mut folded = self.fold(self.set(&class.kind)?)?;
        if class.negated {
            folded.negate();
        }
        Ok(folded)
    }

    fn set(self, set: &ClassSet) -> Result<ClassUnicode, Error> {
        let ClassSet::BinaryOp(operation) = set else {
            let ClassSet::Item(item) = set else { return Ok(ClassUnicode::empty()) };
            return self.item(item);
        };
        let mut left = self.fold(self.set(&operation.lhs)?)?;
        let right = self.fold(self.set(&operation.rhs)?)?;
        match operation.kind {
            ClassSetBinaryOpKind::Intersection => left.intersect(&right),
            ClassSetBinaryOpKind::Difference => left.difference(&right),
            ClassSetBinaryOpKind::SymmetricDifference => left.symmetric_difference(&right),
        }
        Ok(left)
    }

    fn item(self, item: &ClassSetItem) -> Result<ClassUnicode, Error> {
        self.meter.tick()?;
        match item {
            ClassSetItem::Empty(_) => Ok(ClassUnicode::empty()),
            ClassSetItem::Literal(literal) => Ok(one(literal.c)),
            ClassSetItem::Range(range) => {
                Ok(ClassUnicode::new([ClassUnicodeRange::new(range.start.c, range.end.c)]))
            }
            ClassSetItem::Ascii(class) => {
                self.named(&format!("[{}]", self.text(&class.span)), class.negated)
            }
            ClassSetItem::Unicode(class) => self.named(self.text(&class.span), class.is_negated()),
            ClassSetItem::Perl(class) => exact(self.text(&class.span)),
            ClassSetItem::Bracketed(class) => self.bracketed(class),
            ClassSetItem::Union(union) => {
                let mut all = ClassUnicode::empty();
                for item in &union.items {
                    all.union(&self.item(item)?);
                }
                Ok(all)
            }
        }
    }

    fn text(&self, span: &Span) -> &str {
        &self.pattern[span.start.offset..span.end.offset]
    }

    /// A class with a name: what it leaves out is folded, where it is the opposite of another one.
    fn named(self, pattern: &str, negated: bool) -> Result<ClassUnicode, Error> {
        let mut class = exact(pattern)?;
        if !negated {
            return self.fold(class);
        }
        class.negate();
        let mut folded = self.fold(class)?;
        folded.negate();
        Ok(folded)
    }

    fn fold(self, class: ClassUnicode) -> Result<ClassUnicode, Error> {
        let mut folded = class.clone();
        for range in class.iter() {
            let mut from = u32::from(range.start());
            while from <= u32::from(range.end()) {
                let to = u32::from(range.end()).min(from + PIECE - 1);
                self.meter.spend(STEPS_OF_A_PIECE)?;
                // Surrogates are no characters.
                let first = char::from_u32(from).unwrap_or('\u{e000}');
                let last = char::from_u32(to).unwrap_or('\u{d7ff}');
                if first <= last {
                    let mut piece = ClassUnicode::new([ClassUnicodeRange::new(first, last)]);
                    piece.try_case_fold_simple().map_err(not_a_pattern)?;
                    folded.union(&piece);
                }
                from = to + 1;
            }
        }
        Ok(folded)
    }
}

/// How many characters the classes of a pattern have.
struct Width(u32);

impl Visitor for Width {
    type Output = u32;
    type Err = ();

    fn finish(self) -> Result<u32, ()> {
        Ok(self.0)
    }

    fn visit_pre(&mut self, tree: &Ast) -> Result<(), ()> {
        if let Ast::ClassUnicode(_) = tree {
            self.0 = self.0.saturating_add(NAMED);
        }
        Ok(())
    }

    fn visit_class_set_item_pre(&mut self, item: &ClassSetItem) -> Result<(), ()> {
        self.0 = self.0.saturating_add(match item {
            ClassSetItem::Range(range) => u32::from(range.end.c) - u32::from(range.start.c),
            ClassSetItem::Unicode(_) => NAMED,
            _ => 0,
        });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use regex_syntax::ParserBuilder;

    #[test]
    fn a_class_folded_in_pieces_is_that_folded_at_once() -> Result<(), Error> {
        for pattern in [
            "[a-z]",
            "[^a-zK]",
            "[\\x{0}-\\x{10FFFF}]",
            "[\\x{1000}-\\x{E100}&&[^ss-t]]",
            "\\P{Lu}",
            "[\\P{Lu}--[:alpha:]]",
            "[[:^upper:]~~\\p{Greek}]",
            "[\\p{Cyrillic}\u{df}-\u{ff}[^\\d]]",
            "k",
        ] {
            let hir = ParserBuilder::new().case_insensitive(true).build().parse(pattern);
            let at_once = match hir.map_err(not_a_pattern)?.kind() {
                HirKind::Class(Class::Unicode(class)) => class.clone(),
                kind => panic!("{pattern} is no class: {kind:?}"),
            };
            let at_once: Box<_> = at_once.iter().map(|it| (it.start(), it.end())).collect();
            assert_eq!(class(pattern, true, &Meter::default())?, at_once, "{pattern}");
        }
        Ok(())
    }
}
