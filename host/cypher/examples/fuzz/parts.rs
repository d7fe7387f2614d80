//! The smallest parts of made-up trees: names, operators, types, and how many of a thing there are.

use othello_cypher::Span;
use othello_cypher::syntax::ast::*;

use othello_test_support::Rng;

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

pub fn name(rng: &mut Rng) -> Name {
    Name { text: rng.pick(NAMES).into(), span: span() }
}

pub fn maybe<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    rng.once_in(2).then(|| make(rng))
}

pub fn some<T>(rng: &mut Rng, least: usize, mut make: impl FnMut(&mut Rng) -> T) -> Vec<T> {
    (0..least + rng.below(3)).map(|_| make(rng)).collect()
}

pub fn quantifier(rng: &mut Rng) -> Quantifier {
    let min = rng.below(4) as u64;
    Quantifier { min, max: maybe(rng, |rng| rng.below(9) as u64), span: span() }
}

pub fn binary(rng: &mut Rng) -> BinaryOp {
    use BinaryOp::*;
    let all = [
        Or, Xor, And, Add, Subtract, Multiply, Divide, Modulo, Power, Concat, In, StartsWith,
        EndsWith, Contains, Regex,
    ];
    all[rng.below(all.len())]
}

pub fn comparison(rng: &mut Rng) -> ComparisonOp {
    use ComparisonOp::*;
    [Equal, NotEqual, Less, LessOrEqual, Greater, GreaterOrEqual][rng.below(6)]
}

pub fn type_name(rng: &mut Rng, depth: usize) -> TypeName {
    let alternatives = some(rng, 1, |rng| TypeAlternative {
        base: match rng.below(6) {
            0 if depth > 0 => BaseType::List(Box::new(type_name(rng, depth - 1))),
            1 => BaseType::ZonedDateTime,
            2 => BaseType::Any,
            3 => BaseType::Property,
            4 => BaseType::LocalTime,
            _ => BaseType::Integer,
        },
        not_null: rng.once_in(3),
    });
    TypeName { alternatives, span: span() }
}
