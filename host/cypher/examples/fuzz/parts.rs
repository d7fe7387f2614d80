//! The smallest parts of made-up trees: names, operators, types, and how many of a thing there are.

use othello_cypher::Span;
use othello_cypher::syntax::ast::*;

use crate::rng::Rng;

const NAMES: &[&str] = &[
    "a",
    "b",
    "n",
    "`odd` name",
    "match",
    "where",
    "is",
    "null",
    "in",
    "x1",
    "Ünïcode",
    "count",
    "all",
    "",
];

pub fn span() -> Span {
    Span::default()
}

pub fn name(chance: &mut Rng) -> Name {
    Name { text: chance.pick(NAMES).to_owned(), span: span() }
}

pub fn maybe<T>(chance: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    chance.once_in(2).then(|| make(chance))
}

pub fn some<T>(chance: &mut Rng, least: usize, mut make: impl FnMut(&mut Rng) -> T) -> Vec<T> {
    (0..least + chance.below(3)).map(|_| make(chance)).collect()
}

pub fn quantifier(chance: &mut Rng) -> Quantifier {
    let min = chance.below(4) as u64;
    Quantifier { min, max: maybe(chance, |chance| chance.below(9) as u64), span: span() }
}

pub fn binary(chance: &mut Rng) -> BinaryOp {
    use BinaryOp::*;
    let all = [
        Or, Xor, And, Add, Subtract, Multiply, Divide, Modulo, Power, Concat, In, StartsWith,
        EndsWith, Contains, Regex,
    ];
    all[chance.below(all.len())]
}

pub fn comparison(chance: &mut Rng) -> ComparisonOp {
    use ComparisonOp::*;
    [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual][chance.below(6)]
}

pub fn type_name(chance: &mut Rng, depth: usize) -> TypeName {
    let alternatives = some(chance, 1, |chance| TypeAlternative {
        base: match chance.below(6) {
            0 if depth > 0 => BaseType::List(Box::new(type_name(chance, depth - 1))),
            1 => BaseType::ZonedDateTime,
            2 => BaseType::Any,
            3 => BaseType::Property,
            4 => BaseType::LocalTime,
            _ => BaseType::Integer,
        },
        not_null: chance.once_in(3),
    });
    TypeName { alternatives, span: span() }
}
