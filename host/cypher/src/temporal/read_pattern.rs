//! Dates and times read by a pattern such as `dd.MM.uuuu HH:mm`, as Java's `DateTimeFormatter` reads them in American
//! English: what stands in a text, letter by letter. What that means together is in `read_fields`.

use super::format::{DAYS, LONGEST, MONTHS, or_a_quote, quoted};
use super::read_fields::Found;
use super::value::{Temporal, TemporalKind};
use super::zone::Zone;
use crate::error::{Error, ErrorKind};

impl Temporal {
    /// Reads a value of a type by a pattern.
    pub(crate) fn read(kind: TemporalKind, text: &str, pattern: &str) -> Result<Temporal, Error> {
        if pattern.len() > LONGEST {
            let message = format!("a pattern has at most {LONGEST} bytes");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let items = items(pattern)?;
        let mut reader = Reader { rest: text, found: Found::default() };
        let read = reader.all(&items).filter(|()| reader.rest.is_empty());
        let value = read.and_then(|()| reader.found.value(kind));
        value.ok_or_else(|| {
            let shown: String = text.chars().take(60).collect();
            let what = kind.type_name();
            let message = format!("'{shown}' can't be read as a {what} by this pattern");
            Error::new(ErrorKind::Syntax, message).because("InvalidArgumentValue")
        })
    }
}

/// When a number may have a sign.
#[derive(Clone, Copy, PartialEq)]
enum Sign {
    Never,
    Minus,
    /// A plus where there are more digits than the least, and only then.
    Longer,
}

/// A part of a pattern.
enum Item {
    Text(String),
    Number {
        letter: char,
        digits: (usize, usize),
        sign: Sign,
        behind: usize,
    },
    Name {
        letter: char,
        names: Vec<&'static str>,
    },
    Offset {
        letter: char,
        count: usize,
    },
    Region,
    /// What stands in brackets, as many of the items that follow.
    Optional(usize),
}

#[cold]
fn no_pattern(letter: char) -> Error {
    let message = format!("{letter} means nothing there in a pattern to read by");
    Error::new(ErrorKind::Syntax, message).because("InvalidArgumentValue")
}

fn items(pattern: &str) -> Result<Vec<Item>, Error> {
    let (mut items, mut open) = (Vec::new(), Vec::new());
    // The last number of any length, which leaves as many digits as those of fixed lengths right behind it take.
    let mut growing: Option<usize> = None;
    let mut rest = pattern;
    while let Some(first) = rest.chars().next() {
        let mut length = first.len_utf8();
        let item = match first {
            letter if letter.is_ascii_alphabetic() => {
                length = rest.bytes().take_while(|byte| char::from(*byte) == letter).count();
                of_letters(letter, length)?
            }
            '\'' => {
                let (quoted, end) = quoted(rest).ok_or_else(|| no_pattern('\''))?;
                length = end;
                Item::Text(or_a_quote(&quoted).to_owned())
            }
            '[' => {
                open.push(items.len());
                Item::Optional(0)
            }
            ']' => {
                let Some(at) = open.pop() else { return Err(no_pattern(']')) };
                close(&mut items, at);
                (growing, rest) = (None, &rest[1..]);
                continue;
            }
            '{' | '}' | '#' => return Err(no_pattern(first)),
            other => Item::Text(other.to_string()),
        };
        rest = &rest[length..];
        let fixed = match &item {
            Item::Number { digits: (least, most), .. } => (least == most).then_some(*least),
            _ => None,
        };
        match (fixed, growing.and_then(|at| items.get_mut(at))) {
            (Some(digits), Some(Item::Number { behind, .. })) => *behind += digits,
            _ => growing = matches!(item, Item::Number { .. }).then_some(items.len()),
        }
        items.push(item);
    }
    while let Some(at) = open.pop() {
        close(&mut items, at);
    }
    Ok(items)
}

fn close(items: &mut [Item], at: usize) {
    let inside = items.len() - at - 1;
    items[at] = Item::Optional(inside);
}

fn of_letters(letter: char, count: usize) -> Result<Item, Error> {
    let number = |digits, sign| Ok(Item::Number { letter, digits, sign, behind: 0 });
    let name = |names: Vec<&'static str>| Ok(Item::Name { letter, names });
    let short = |names: &[&'static str]| names.iter().map(|name| &name[..3]).collect();
    match (letter, count) {
        ('u' | 'y', 2) => number((2, 2), Sign::Never),
        ('u' | 'y', 1 | 3) | ('g', 1..=19) => number((count, 19), Sign::Minus),
        ('u' | 'y', 4..=19) => number((count, 19), Sign::Longer),
        ('M' | 'L' | 'Q' | 'q' | 'd' | 'H' | 'k' | 'K' | 'h' | 'm' | 's' | 'D', 1) => {
            number((1, 19), Sign::Minus)
        }
        ('M' | 'L' | 'Q' | 'q' | 'd' | 'H' | 'k' | 'K' | 'h' | 'm' | 's', 2) => {
            number((2, 2), Sign::Never)
        }
        ('D', 2 | 3) => number((count, 3), Sign::Never),
        ('S', 1..=9) => number((count, count), Sign::Never),
        ('A' | 'n' | 'N', 1..=19) => number((count, 19), Sign::Never),
        ('M' | 'L', 3) => name(short(&MONTHS)),
        ('M' | 'L', 4) => name(MONTHS.to_vec()),
        ('E', 1..=3) => name(short(&DAYS)),
        ('E', 4) => name(DAYS.to_vec()),
        ('G', 1..=3) => name(vec!["BC", "AD"]),
        ('G', 4) => name(vec!["Before Christ", "Anno Domini"]),
        ('a', 1) => name(vec!["AM", "PM"]),
        ('V', 2) => Ok(Item::Region),
        ('X' | 'x' | 'Z', 1..=5) | ('O', 1 | 4) => Ok(Item::Offset { letter, count }),
        (
            'Y' | 'w' | 'W' | 'F' | 'e' | 'c' | 'p' | 'z' | 'v' | 'B' | 'M' | 'L' | 'E' | 'G' | 'Q'
            | 'q',
            1..=5,
        ) => {
            let message = format!(
                "a pattern to read by with {count} × {letter} is not supported by the embedded engine"
            );
            Err(Error::new(ErrorKind::Unsupported, message))
        }
        _ => Err(no_pattern(letter)),
    }
}

/// Goes over a text as the pattern says.
struct Reader<'t> {
    rest: &'t str,
    found: Found,
}

impl<'t> Reader<'t> {
    fn all(&mut self, items: &[Item]) -> Option<()> {
        let mut at = 0;
        while let Some(item) = items.get(at) {
            at += 1;
            if let Item::Optional(inside) = item {
                let before = (self.rest, self.found.clone());
                if self.all(&items[at..at + inside]).is_none() {
                    (self.rest, self.found) = before;
                }
                at += inside;
            } else {
                self.item(item)?;
            }
        }
        Some(())
    }

    fn item(&mut self, item: &Item) -> Option<()> {
        match item {
            Item::Text(text) => {
                self.rest = self.rest.strip_prefix(text.as_str())?;
            }
            Item::Name { letter, names } => {
                let at = names.iter().position(|name| self.rest.starts_with(name))?;
                self.rest = &self.rest[names[at].len()..];
                // Months and days are counted from one, eras and halves of a day from none.
                let first = i64::from(matches!(letter, 'M' | 'L' | 'E'));
                self.found.set(*letter, i64::try_from(at).ok()? + first)?;
            }
            Item::Number { letter, digits, sign, behind } => {
                let (number, length) = self.number(*digits, *sign, *behind)?;
                let value = match (letter, digits) {
                    // Of two digits, a year of this millennium.
                    ('u' | 'y', (2, 2)) => 2_000 + number,
                    ('S', _) => number * 10_i64.pow(9 - u32::try_from(length).ok()?),
                    _ => number,
                };
                self.found.set(*letter, value)?;
            }
            Item::Offset { letter, count } => {
                let offset = self.offset(*letter, *count)?;
                self.found.set('X', offset)?;
            }
            Item::Region => {
                let is_of_name =
                    |char: char| char.is_ascii_alphanumeric() || "/_+-:~".contains(char);
                let end = self.rest.find(|char| !is_of_name(char)).unwrap_or(self.rest.len());
                let zone = Zone::parse(&self.rest[..end]).ok()?;
                self.rest = &self.rest[end..];
                self.found.zone = Some(zone);
            }
            Item::Optional(_) => {}
        }
        Some(())
    }

    fn digits(&self) -> usize {
        self.rest.bytes().take_while(u8::is_ascii_digit).count()
    }

    /// A number and how many digits it has.
    fn number(
        &mut self,
        (least, most): (usize, usize),
        sign: Sign,
        behind: usize,
    ) -> Option<(i64, usize)> {
        let (minus, plus) = (self.rest.starts_with('-'), self.rest.starts_with('+'));
        if (minus && sign == Sign::Never) || (plus && sign != Sign::Longer) {
            return None;
        }
        if minus || plus {
            self.rest = &self.rest[1..];
        }
        let mut length = self.digits().min(most + behind);
        if behind > 0 {
            length = length.saturating_sub(behind).max(least).min(self.digits());
        }
        if length < least || (sign == Sign::Longer && !minus && plus != (length > least)) {
            return None;
        }
        let number: i64 = self.rest[..length].parse().ok()?;
        self.rest = &self.rest[length..];
        if minus && number == 0 {
            return None;
        }
        Some((if minus { -number } else { number }, length))
    }

    /// `+02:00`, `+0200`, `+02`, `Z` or `GMT+2`, in seconds.
    fn offset(&mut self, letter: char, count: usize) -> Option<i64> {
        let greenwich = letter == 'O' || (letter, count) == ('Z', 4);
        if greenwich {
            self.rest = self.rest.strip_prefix("GMT")?;
            if !self.rest.starts_with(['+', '-']) {
                return Some(0);
            }
        } else if (letter == 'X' || count == 5) && self.rest.starts_with('Z') {
            self.rest = &self.rest[1..];
            return Some(0);
        }
        let sign = if self.rest.starts_with('-') { -1 } else { 1 };
        self.rest = self.rest.strip_prefix(['+', '-'])?;
        let full = !greenwich || count == 4;
        let hour = self.two(if full { 2 } else { 1 })?;
        let colon = greenwich || matches!((letter, count), ('X' | 'x', 3 | 5) | ('Z', 5));
        let short = (matches!(letter, 'X' | 'x') && count == 1) || !full;
        let minute = match self.part(colon) {
            Some(minute) => minute,
            None if short => 0,
            None => return None,
        };
        let seconds = count > 3 || greenwich;
        let second = if seconds { self.part(colon).unwrap_or(0) } else { 0 };
        (minute < 60 && second < 60).then_some(sign * (hour * 3_600 + minute * 60 + second))
    }

    /// Two digits behind a colon, or without one.
    fn part(&mut self, colon: bool) -> Option<i64> {
        let behind = if colon { self.rest.strip_prefix(':')? } else { self.rest };
        let mut reader = Reader { rest: behind, found: Found::default() };
        let number = reader.two(2)?;
        self.rest = reader.rest;
        Some(number)
    }

    /// A number of two digits, or of one where that is enough.
    fn two(&mut self, least: usize) -> Option<i64> {
        let length = self.digits().min(2);
        if length < least {
            return None;
        }
        let number = self.rest[..length].parse().ok()?;
        self.rest = &self.rest[length..];
        Some(number)
    }
}
