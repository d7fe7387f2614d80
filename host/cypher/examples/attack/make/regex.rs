//! Patterns of regular expressions that are hard to match or large when compiled, and texts for them.

use othello_test_support::Rng;

/// A pattern in quotes.
pub fn pattern(rng: &mut Rng) -> String {
    let flags = rng.pick(&["", "", "", "(?i)", "(?is)", "(?x)", "(?m)"]);
    let body = part(rng, 4);
    format!("'{}'", format!("{flags}{body}").replace('\\', "\\\\").replace('\'', ""))
}

fn part(rng: &mut Rng, depth: usize) -> String {
    if depth == 0 || rng.once_in(4) {
        return atom(rng).to_owned();
    }
    let (one, two) = (part(rng, depth - 1), part(rng, depth - 1));
    match rng.below(14) {
        0 => format!("({one}){}", quantifier(rng)),
        1 => format!("(?:{one}|{two}){}", quantifier(rng)),
        2 => format!("{one}{two}"),
        3 => format!("(?={one}){two}"),
        4 => format!("(?!{one}){two}"),
        5 => format!("(?<={}){two}", atom(rng)),
        6 => format!("(?<!{}{}){one}", atom(rng), atom(rng)),
        7 => format!("({one})\\1{two}"),
        8 => format!("(?>{one}){two}"),
        9 => format!("(?:{one})*+{two}"),
        10 => format!("(?:(?={one}*a)a)*{two}"),
        11 => format!("({one}|{two})\\1*\\2?"),
        12 => atom(rng).repeat(1 + rng.below(300)),
        _ => format!("(?:{one}{}){}", quantifier(rng), quantifier(rng)),
    }
}

fn atom(rng: &mut Rng) -> &'static str {
    const ATOMS: &[&str] = &[
        "a",
        "b",
        "ab",
        ".",
        "[ab]",
        "[^b]",
        "\\w",
        "\\d",
        "\\s",
        "\\W",
        "\\p{L}",
        "\\p{IsGreek}",
        "[\\w&&[^a]]",
        "\\b",
        "^",
        "$",
        "a*",
        "a+",
        ".*",
        "(a|aa)",
        "(a*)*",
        "[\\x{0}-\\x{10FFFF}]",
        "\\R",
        "\\1",
        "\\QaE\\E",
        "[^\\p{Lu}]",
        "é",
    ];
    ATOMS[rng.below(ATOMS.len())]
}

fn quantifier(rng: &mut Rng) -> &'static str {
    const QUANTIFIERS: &[&str] = &[
        "*", "+", "?", "*?", "+?", "*+", "++", "{2,5}", "{50}", "{1,1000}", "{0,}", "{3,}?",
        "{100000}",
    ];
    QUANTIFIERS[rng.below(QUANTIFIERS.len())]
}
