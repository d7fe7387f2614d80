//! Classes by their names: what `\p{...}` may hold. `blocks.txt` has Unicode's blocks, of version 16, with Java's names.

use std::rc::Rc;

use regex_syntax::hir::{Class, ClassUnicode, HirKind};

use super::atom::chars;
use super::{Flag, Java};
use crate::error::Error;
use crate::run::regex::refusal::not_a_pattern;

/// Ranges and the names of their blocks.
const BLOCKS: &str = include_str!("blocks.txt");
/// What it is to look a class up, in steps.
const LOOKED_UP: usize = 64;

/// Unicode's categories as Java names them, with or without `Is`.
const CATEGORIES: [&str; 38] = [
    "C", "Cc", "Cf", "Cn", "Co", "Cs", "L", "LC", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me",
    "Mn", "N", "Nd", "Nl", "No", "P", "Pc", "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "S", "Sc", "Sk",
    "Sm", "So", "Z", "Zl", "Zp", "Zs",
];

/// Classes of ASCII, with or without `Is`.
const OF_ASCII: [(&str, &str); 13] = [
    ("ASCII", r"[\x00-\x7f]"),
    ("Alnum", "[0-9A-Za-z]"),
    ("Alpha", "[A-Za-z]"),
    ("Blank", r"[ \t]"),
    ("Cntrl", r"[\x00-\x1f\x7f]"),
    ("Digit", "[0-9]"),
    ("Graph", "[!-~]"),
    ("Lower", "[a-z]"),
    ("Print", "[ -~]"),
    ("Punct", r"[!-/:-@\[-`{-~]"),
    ("Space", r"[ \t-\r]"),
    ("Upper", "[A-Z]"),
    ("XDigit", "[0-9A-Fa-f]"),
];

const CASED: &str = r"[\p{Lowercase}\p{Uppercase}\p{Lt}]";
const IDENTIFIER: &str = r"\p{L}\p{Nl}\p{Sc}\p{Pc}";
const IGNORABLE: &str = r"\x00-\x08\x0e-\x1b\x7f-\x9f\p{Cf}";

/// Classes that Java names, with or without `Is`.
fn of_java(name: &str) -> Option<String> {
    Some(match name {
        "L1" => r"[\x00-\xff]".into(),
        "LD" => r"[\p{L}\p{Nd}]".into(),
        "all" => r"[\s\S]".into(),
        "javaLowerCase" => r"\p{Lowercase}".into(),
        "javaUpperCase" => r"\p{Uppercase}".into(),
        "javaAlphabetic" => r"\p{Alphabetic}".into(),
        "javaIdeographic" => r"\p{Ideographic}".into(),
        "javaTitleCase" => r"\p{Lt}".into(),
        "javaDigit" => r"\p{Nd}".into(),
        "javaDefined" => r"\P{Cn}".into(),
        "javaLetter" => r"\p{L}".into(),
        "javaLetterOrDigit" => r"[\p{L}\p{Nd}]".into(),
        "javaJavaIdentifierStart" => format!("[{IDENTIFIER}]"),
        "javaJavaIdentifierPart" => format!(r"[{IDENTIFIER}\p{{Nd}}\p{{Mn}}\p{{Mc}}{IGNORABLE}]"),
        "javaUnicodeIdentifierStart" => r"\p{ID_Start}".into(),
        "javaUnicodeIdentifierPart" => format!(r"[\p{{ID_Continue}}{IGNORABLE}]"),
        "javaIdentifierIgnorable" => format!("[{IGNORABLE}]"),
        "javaSpaceChar" => r"\p{Z}".into(),
        "javaWhitespace" => r"[\p{Z}\t-\r\x1c-\x1f--\xa0\u2007\u202f]".into(),
        "javaISOControl" => r"\p{Cc}".into(),
        "javaMirrored" => r"\p{Bidi_Mirrored}".into(),
        _ => return None,
    })
}

/// Properties of Unicode, in capitals: behind `Is`. Capitals and small letters are one where case does not matter.
fn of_unicode(name: &str, no_case: bool) -> Option<&'static str> {
    Some(match name {
        "ALPHABETIC" | "ALPHA" => r"\p{Alphabetic}",
        "LETTER" => r"\p{L}",
        "IDEOGRAPHIC" => r"\p{Ideographic}",
        "LOWERCASE" | "UPPERCASE" | "TITLECASE" | "LOWER" | "UPPER" if no_case => CASED,
        "LOWERCASE" | "LOWER" => r"\p{Lowercase}",
        "UPPERCASE" | "UPPER" => r"\p{Uppercase}",
        "TITLECASE" => r"\p{Lt}",
        "WHITE_SPACE" | "WHITESPACE" | "SPACE" => r"\p{White_Space}",
        "CONTROL" | "CNTRL" => r"\p{Cc}",
        "PUNCTUATION" | "PUNCT" => r"\p{P}",
        "HEX_DIGIT" | "HEXDIGIT" | "XDIGIT" => r"[\p{Nd}\p{Hex_Digit}]",
        "ASSIGNED" => r"\P{Cn}",
        "NONCHARACTER_CODE_POINT" | "NONCHARACTERCODEPOINT" => r"\p{Noncharacter_Code_Point}",
        "DIGIT" => r"\p{Nd}",
        "ALNUM" => r"[\p{Alphabetic}\p{Nd}]",
        "BLANK" => r"[\p{Zs}\t]",
        "GRAPH" => r"[^\p{Z}\p{Cc}\p{Cn}]",
        "PRINT" => r"[\p{Zs}[^\p{Z}\p{Cc}\p{Cn}]]",
        "WORD" => r"\w",
        "JOIN_CONTROL" | "JOINCONTROL" => r"\p{Join_Control}",
        "EMOJI" => r"\p{Emoji}",
        "EMOJI_PRESENTATION" => r"\p{Emoji_Presentation}",
        "EMOJI_MODIFIER" => r"\p{Emoji_Modifier}",
        "EMOJI_MODIFIER_BASE" => r"\p{Emoji_Modifier_Base}",
        "EMOJI_COMPONENT" => r"\p{Emoji_Component}",
        "EXTENDED_PICTOGRAPHIC" => r"\p{Extended_Pictographic}",
        _ => return None,
    })
}

/// Those that `(?U)` puts in the place of ASCII's.
const IN_PLACE_OF_ASCII: [&str; 12] = [
    "ALPHA", "LOWER", "UPPER", "SPACE", "PUNCT", "XDIGIT", "ALNUM", "CNTRL", "DIGIT", "BLANK",
    "GRAPH", "PRINT",
];

/// A class of capitals or of small letters, as what it is where case does not matter.
fn without_case(name: &str) -> Option<&'static str> {
    Some(match name {
        "Lu" | "Ll" | "Lt" => r"\p{LC}",
        "Lower" | "Upper" => "[A-Za-z]",
        "javaLowerCase" | "javaUpperCase" | "javaTitleCase" => CASED,
        _ => return None,
    })
}

impl Java<'_> {
    /// The class whose name stands here, with or without braces, or all others.
    pub(super) fn family(&mut self, negated: bool) -> Result<Rc<ClassUnicode>, Error> {
        let name = self.family_name()?;
        let class = match name.split_once('=') {
            Some((key, value)) => match key.to_ascii_lowercase().as_str() {
                "sc" | "script" => self.script(value),
                "blk" | "block" => self.block(value),
                "gc" | "general_category" => self.property(value),
                _ => None,
            },
            None => self.plain(&name),
        };
        let class = class
            .ok_or_else(|| not_a_pattern(format!("it names a class {name}, which there is not")))?;
        if !negated {
            return Ok(class);
        }
        self.meter.spend(LOOKED_UP)?;
        let mut others = (*class).clone();
        others.negate();
        Ok(Rc::new(others))
    }

    fn family_name(&mut self) -> Result<String, Error> {
        let unclosed = || not_a_pattern("a \\p in it has no name of a class behind it");
        if !self.takes('{') {
            return self.next().map(String::from).ok_or_else(unclosed);
        }
        let mut name = String::new();
        loop {
            match self.exact() {
                None => return Err(unclosed()),
                Some('}') if name.is_empty() => return Err(unclosed()),
                Some('}') => return Ok(name),
                Some(char) => name.push(char),
            }
        }
    }

    fn plain(&mut self, name: &str) -> Option<Rc<ClassUnicode>> {
        if let Some(block) = name.strip_prefix("In") {
            return self.block(block);
        }
        let no_case = self.has(Flag::IgnoreCase);
        if let Some(short) = name.strip_prefix("Is") {
            return match of_unicode(&short.to_ascii_uppercase(), no_case) {
                Some(class) => self.known(class).ok(),
                None => self.property(short).or_else(|| self.script(short)),
            };
        }
        let capitals = name.to_ascii_uppercase();
        if self.has(Flag::UnicodeClasses) && IN_PLACE_OF_ASCII.contains(&capitals.as_str()) {
            return self.known(of_unicode(&capitals, no_case)?).ok();
        }
        self.property(name)
    }

    /// A category, a class of ASCII, or one that Java has.
    fn property(&mut self, name: &str) -> Option<Rc<ClassUnicode>> {
        if self.has(Flag::IgnoreCase)
            && let Some(both) = without_case(name)
        {
            return self.known(both).ok();
        }
        if name == "Cs" {
            return Some(Rc::new(ClassUnicode::empty()));
        }
        if CATEGORIES.contains(&name) {
            return self.known(&format!(r"\p{{gc={name}}}")).ok();
        }
        if let Some((_, class)) = OF_ASCII.iter().find(|(known, _)| *known == name) {
            return self.known(class).ok();
        }
        self.known(&of_java(name)?).ok()
    }

    fn script(&mut self, name: &str) -> Option<Rc<ClassUnicode>> {
        let is_name =
            !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
        if is_name { self.known(&format!(r"\p{{sc={name}}}")).ok() } else { None }
    }

    /// A block by its name, which may be written with blanks, without, or with `_` in the place of what is no letter.
    fn block(&mut self, name: &str) -> Option<Rc<ClassUnicode>> {
        self.meter.spend(LOOKED_UP).ok()?;
        let wanted = name.to_ascii_uppercase();
        let is_it = |known: &str| {
            known == wanted
                || known.replace(' ', "") == wanted
                || known.replace([' ', '-'], "_") == wanted
        };
        let line = BLOCKS.lines().find(|line| line.split(';').skip(1).any(is_it))?;
        let (first, last) = line.split(';').next()?.split_once("..")?;
        let number = |text| u32::from_str_radix(text, 16).ok();
        Some(Rc::new(chars(number(first)?, number(last)?)))
    }

    /// A class as `regex-syntax` writes it, looked up once.
    pub(super) fn known(&mut self, class: &str) -> Result<Rc<ClassUnicode>, Error> {
        if let Some(known) = self.known.get(class) {
            return Ok(Rc::clone(known));
        }
        self.meter.spend(LOOKED_UP)?;
        let read = regex_syntax::parse(class).map_err(not_a_pattern)?;
        let read = match read.kind() {
            HirKind::Class(Class::Unicode(class)) => Rc::new(class.clone()),
            // A class of one character is read as that character.
            HirKind::Literal(literal) => {
                let char =
                    std::str::from_utf8(&literal.0).ok().and_then(|text| text.chars().next());
                Rc::new(
                    char.map_or_else(ClassUnicode::empty, |char| chars(char.into(), char.into())),
                )
            }
            _ => return Err(not_a_pattern("it names a class that is none")),
        };
        self.known.insert(class.to_owned(), Rc::clone(&read));
        Ok(read)
    }
}
