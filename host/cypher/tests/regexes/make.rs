//! Patterns and texts that are made up: of everything that Java's patterns know, right and wrong.

use othello_test_support::Rng;

const PARTS: &[&str] = &[
    "a",
    "b",
    "c",
    "A",
    "B",
    "é",
    "É",
    "ß",
    "ẞ",
    "s",
    "ſ",
    "k",
    "K",
    "1",
    "_",
    "-",
    " ",
    "\n",
    "\r",
    "𝄞",
    ".",
    "^",
    "$",
    r"\d",
    r"\D",
    r"\w",
    r"\W",
    r"\s",
    r"\S",
    r"\h",
    r"\H",
    r"\v",
    r"\V",
    r"\R",
    r"\b",
    r"\B",
    r"\A",
    r"\z",
    r"\Z",
    r"\G",
    r"\n",
    r"\t",
    r"\x41",
    r"\u0061",
    r"\x{e9}",
    r"\0101",
    r"\cA",
    r"\.",
    r"\-",
    r"\1",
    r"\2",
    r"\11",
    r"\Qa-b\E",
    r"\Q1\E",
    "#",
    r"\#",
    "&",
    "|",
    "||",
    "(?i)",
    "(?u)",
    "(?iu)",
    "(?-i)",
    "(?s)",
    "(?m)",
    "(?d)",
    "(?U)",
    "(?x)",
    "(?md)",
    "(?-s)",
    r"\p{L}",
    r"\p{Lu}",
    r"\P{Lu}",
    r"\p{Lower}",
    r"\p{Upper}",
    r"\p{Alpha}",
    r"\p{Punct}",
    r"\p{IsLatin}",
    r"\p{IsAlphabetic}",
    r"\pL",
    r"\p{javaLowerCase}",
    r"\p{IsSpace}",
    r"\p{InGreek}",
    r"\X",
    "(",
    ")",
    "[",
    "]",
    "{",
    "}",
    ",",
    r"\k<n>",
    r"\y",
    r"\p{Nothing}",
    "{,2}",
];
const OPENED: &[&str] =
    &["(", "(", "(?:", "(?>", "(?=", "(?!", "(?i:", "(?iu:", "(?<n>", "(?x:", "(?s:", "(?U:"];
const OFTEN: &[&str] = &[
    "*", "+", "?", "*?", "+?", "??", "*+", "++", "?+", "{2}", "{1,2}", "{1,}", "{0,1}", "{2}?",
    "{1,2}+",
];
const OF_CLASSES: &[&str] = &[
    "a", "b", "c", "z", "A", "Z", "é", "ß", "k", "1", "9", "-", "-", "^", "&", "&&", "&&", "[",
    "]", r"\d", r"\w", r"\s", r"\W", r"\p{Lu}", r"\P{L}", r"\n", r"\]", r"\[", r"\\", r"\-",
    r"\Qa-c\E", " ", "#", ".", "*", "$", "(", "|", r"\x41", r"\b", r"\h", r"\v", "a-c", "A-Z",
    "à-ÿ", "0-9", "ſ",
];
const OF_TEXTS: &[&str] = &[
    "a", "b", "c", "A", "B", "C", "1", "é", "É", "ß", "ẞ", "s", "S", "ſ", "k", "\u{212a}", "-",
    " ", "\n", "\r", "\u{85}", "\u{2028}", "𝄞", "_", ".", "&", "^", "\u{a0}", "\t",
];

/// A pattern of which something lies so deep already.
pub fn pattern(rng: &mut Rng, depth: usize) -> String {
    let mut made = String::new();
    for _ in 0..=rng.below(5) {
        match rng.below(20) {
            0..4 => class(rng, 0, &mut made),
            4..7 if depth < 3 => {
                made.push_str(rng.pick(OPENED));
                made.push_str(&pattern(rng, depth + 1));
                if rng.below(3) == 0 {
                    made.push('|');
                    made.push_str(&pattern(rng, depth + 1));
                }
                made.push(')');
            }
            7 => made.push_str(rng.pick(&["(?<=a)", "(?<!é?)", r"(?<=\d{1,2}b|[^c])", "(?<=a*)"])),
            8..12 => made.push_str(rng.pick(&["a", "b", "c", "A", "B", "1", "é"])),
            _ => made.push_str(rng.pick(PARTS)),
        }
        if rng.below(3) == 0 {
            made.push_str(rng.pick(OFTEN));
        }
    }
    made
}

fn class(rng: &mut Rng, depth: usize, made: &mut String) {
    made.push_str(rng.pick(&["[", "[", "[", "[^"]));
    for _ in 0..=rng.below(5) {
        match rng.below(7) {
            0 if depth < 2 => class(rng, depth + 1, made),
            _ => made.push_str(rng.pick(OF_CLASSES)),
        }
    }
    made.push(']');
}

/// A short text.
pub fn text(rng: &mut Rng) -> String {
    let of = if rng.below(2) == 0 { OF_TEXTS } else { &OF_TEXTS[..7] };
    let length = rng.below(5);
    (0..length).map(|_| rng.pick(of)).collect()
}
