//! Reads values from text: what a query could write, and nodes, relationships and paths in the notation in
//! which [`Datum`] prints them: `(:A:B {k: 1})`, `[:T {k: 1}]`, `<(:A)-[:T]->(:B)>`.

use std::collections::BTreeMap;
use std::str::FromStr;

use crate::error::{Error, ErrorKind, Span};
use crate::spatial::{Point, ReferenceSystem};
use crate::temporal::{Temporal, TemporalKind, Zone};
use crate::uuid::Uuid;
use crate::value::{Datum, MAX_DEPTH, NodeDatum, RelationshipDatum};
use crate::vector::{CoordinateType, Number, Vector};

impl FromStr for Datum {
    type Err = Error;

    fn from_str(text: &str) -> Result<Datum, Error> {
        let mut reader = Reader { text, at: 0, depth: 0 };
        let value = reader.value()?;
        match reader.peek() {
            None => Ok(value),
            Some(_) => Err(reader.expected("the end")),
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
    depth: u16,
}

impl<'t> Reader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// The next character that is no white space.
    fn peek(&mut self) -> Option<char> {
        let trimmed = self.rest().trim_start();
        self.at = self.text.len() - trimmed.len();
        trimmed.chars().next()
    }

    /// Whether `token` comes next; if so it is read over.
    fn take(&mut self, token: &str) -> bool {
        self.peek();
        let there = self.rest().starts_with(token);
        if there {
            self.at += token.len();
        }
        there
    }

    fn expect(&mut self, token: &str) -> Result<(), Error> {
        if self.take(token) { Ok(()) } else { Err(self.expected(&format!("`{token}`"))) }
    }

    #[cold]
    fn expected(&self, what: &str) -> Error {
        let found = match self.rest().chars().next() {
            Some(char) => format!("`{char}`"),
            None => "the end".to_owned(),
        };
        let at = u32::try_from(self.at).unwrap_or(u32::MAX);
        let span = Span { start: at, end: at };
        Error::syntax(span, format!("{what} was expected in a literal, and {found} found"))
    }

    fn value(&mut self) -> Result<Datum, Error> {
        self.depth += 1;
        if self.depth > MAX_DEPTH {
            let message = format!("lists and maps may not nest deeper than {MAX_DEPTH}");
            return Err(Error::new(ErrorKind::TooLarge, message));
        }
        let value = match self.peek() {
            Some('\'' | '"') => self.string().map(Datum::Text),
            Some('{') => self.map().map(Datum::Map),
            Some('(') => self.node(String::new()).map(Datum::from),
            Some('<') => self.path(),
            Some('[') if self.opens_relationship() => {
                self.relationship(String::new(), [String::new(), String::new()]).map(Datum::from)
            }
            Some('[') => self.list(),
            Some('-' | '+' | '.' | '0'..='9') => self.number(),
            _ => self.word(),
        };
        self.depth -= 1;
        value
    }

    fn opens_relationship(&self) -> bool {
        self.rest()[1..].trim_start().starts_with(':')
    }

    fn word(&mut self) -> Result<Datum, Error> {
        let rest = self.rest();
        let end = rest.find(|char: char| !char.is_alphanumeric()).unwrap_or(rest.len());
        if end > 0 && rest[end..].starts_with('(') {
            return self.constructed(&rest[..end]);
        }
        let value = match &rest[..end] {
            "NaN" => Datum::Float(f64::NAN),
            "Infinity" => Datum::Float(f64::INFINITY),
            word if word.eq_ignore_ascii_case("null") => Datum::Null,
            word if word.eq_ignore_ascii_case("true") => Datum::Bool(true),
            word if word.eq_ignore_ascii_case("false") => Datum::Bool(false),
            _ => return Err(self.expected("a value")),
        };
        self.at += end;
        Ok(value)
    }

    /// `date('2024-01-01')`, `point({x: 1, y: 2})`; with another name, a value of another database.
    fn constructed(&mut self, name: &str) -> Result<Datum, Error> {
        self.at += name.len() + 1;
        if name.eq_ignore_ascii_case("vector") {
            return self.vector();
        }
        let value = match (TemporalKind::of_constructor(name), self.value()?) {
            (Some(kind), Datum::Text(text)) => Temporal::parse(kind, &text, Zone::UTC)?.into(),
            (None, Datum::Map(entries)) if name.eq_ignore_ascii_case("point") => point(&entries)?,
            (None, Datum::Text(text)) if name.eq_ignore_ascii_case("uuid") => {
                let uuid = Uuid::parse(&text).ok_or_else(|| self.expected("a UUID"))?;
                uuid.into()
            }
            (_, Datum::Text(text)) => Datum::foreign(name, text),
            (_, other) => Datum::foreign(name, other.to_string()),
        };
        self.expect(")")?;
        Ok(value)
    }

    /// `vector([1, 2], 2, INTEGER8)`, behind its bracket.
    fn vector(&mut self) -> Result<Datum, Error> {
        let Datum::List(values) = self.value()? else { return Err(self.expected("a list")) };
        self.expect(",")?;
        let dimension = self.value()?;
        self.expect(",")?;
        let of = CoordinateType::named(&self.name()?);
        let of = of.ok_or_else(|| self.expected("the type of a vector's coordinates"))?;
        self.expect(")")?;
        let numbers = values.iter().map(|value| match value {
            Datum::Integer(number) => Ok(Number::Integer(*number)),
            Datum::Float(number) => Ok(Number::Float(*number)),
            _ => Err(self.expected("a list of numbers")),
        });
        let vector = Vector::new(of, &numbers.collect::<Result<Vec<_>, _>>()?)?;
        match dimension {
            Datum::Integer(dimension) if usize::try_from(dimension) == Ok(vector.dimension()) => {
                Ok(vector.into())
            }
            _ => Err(self.expected("as many coordinates as its dimension says")),
        }
    }

    fn number(&mut self) -> Result<Datum, Error> {
        if self.take("-Infinity") {
            return Ok(Datum::Float(f64::NEG_INFINITY));
        }
        let rest = self.rest();
        let mut end = 0;
        for (at, char) in rest.char_indices() {
            let signed = at == 0 || rest[..at].ends_with(['e', 'E']);
            match char {
                '0'..='9' | '.' | 'e' | 'E' => {}
                '-' | '+' if signed => {}
                _ => break,
            }
            end = at + 1;
        }
        let number = &rest[..end];
        let value = if number.contains(['.', 'e', 'E']) {
            number.parse().ok().map(Datum::Float)
        } else {
            number.parse().ok().map(Datum::Integer)
        };
        let value = value.ok_or_else(|| self.expected("a number"))?;
        self.at += end;
        Ok(value)
    }

    fn string(&mut self) -> Result<String, Error> {
        let Some(quote) = self.peek() else { return Err(self.expected("a string")) };
        self.at += 1;
        let mut text = String::new();
        loop {
            let Some(char) = self.rest().chars().next() else {
                return Err(self.expected("the end of the string"));
            };
            self.at += char.len_utf8();
            match char {
                '\\' => text.push(self.escape()?),
                char if char == quote => return Ok(text),
                char => text.push(char),
            }
        }
    }

    fn escape(&mut self) -> Result<char, Error> {
        let Some(char) = self.rest().chars().next() else {
            return Err(self.expected("an escaped character"));
        };
        self.at += char.len_utf8();
        let digits = match char {
            'n' => return Ok('\n'),
            't' => return Ok('\t'),
            'r' => return Ok('\r'),
            'b' => return Ok('\u{8}'),
            'f' => return Ok('\u{c}'),
            'u' => 4,
            'U' => 8,
            other => return Ok(other),
        };
        let code = self.rest().get(..digits).and_then(|code| u32::from_str_radix(code, 16).ok());
        let char = code.and_then(char::from_u32);
        let char = char.ok_or_else(|| self.expected("a character's number"))?;
        self.at += digits;
        Ok(char)
    }

    fn list(&mut self) -> Result<Datum, Error> {
        self.expect("[")?;
        let mut values = Vec::new();
        if self.take("]") {
            return Ok(Datum::List(values));
        }
        loop {
            values.push(self.value()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect("]")?;
        Ok(Datum::List(values))
    }

    fn map(&mut self) -> Result<BTreeMap<String, Datum>, Error> {
        self.expect("{")?;
        let mut entries = BTreeMap::new();
        if self.take("}") {
            return Ok(entries);
        }
        loop {
            let key = match self.peek() {
                Some('\'' | '"') => self.string()?,
                _ => self.name()?,
            };
            self.expect(":")?;
            entries.insert(key, self.value()?);
            if !self.take(",") {
                break;
            }
        }
        self.expect("}")?;
        Ok(entries)
    }

    fn name(&mut self) -> Result<String, Error> {
        if self.take("`") {
            let mut name = String::new();
            loop {
                let Some(end) = self.rest().find('`') else {
                    return Err(self.expected("the end of the name"));
                };
                name.push_str(&self.rest()[..end]);
                self.at += end + 1;
                if !self.rest().starts_with('`') {
                    return Ok(name);
                }
                name.push('`');
                self.at += 1;
            }
        }
        self.peek();
        let rest = self.rest();
        let end =
            rest.find(|char: char| !char.is_alphanumeric() && char != '_').unwrap_or(rest.len());
        if end == 0 {
            return Err(self.expected("a name"));
        }
        self.at += end;
        Ok(rest[..end].to_owned())
    }

    fn properties(&mut self) -> Result<BTreeMap<String, Datum>, Error> {
        if self.peek() == Some('{') { self.map() } else { Ok(BTreeMap::new()) }
    }

    fn node(&mut self, id: String) -> Result<NodeDatum, Error> {
        self.expect("(")?;
        let mut labels = Vec::new();
        while self.take(":") {
            labels.push(self.name()?);
        }
        let properties = self.properties()?;
        self.expect(")")?;
        Ok(NodeDatum { id, labels, properties })
    }

    fn relationship(
        &mut self,
        id: String,
        [start, end]: [String; 2],
    ) -> Result<RelationshipDatum, Error> {
        self.expect("[")?;
        self.expect(":")?;
        let kind = self.name()?;
        let properties = self.properties()?;
        self.expect("]")?;
        Ok(RelationshipDatum { id, kind, start, end, properties })
    }

    /// Nodes and relationships get numbers as ids, so that the path knows which way each relationship points.
    fn path(&mut self) -> Result<Datum, Error> {
        self.expect("<")?;
        let mut nodes = vec![self.node("0".to_owned())?];
        let mut relationships = Vec::new();
        while !self.take(">") {
            let ends = [relationships.len(), relationships.len() + 1].map(|id| id.to_string());
            let leftward = self.take("<-");
            if !leftward {
                self.expect("-")?;
            }
            let [here, there] = ends.clone();
            let ends = if leftward { [there, here] } else { ends };
            relationships.push(self.relationship(relationships.len().to_string(), ends)?);
            self.expect(if leftward { "-" } else { "->" })?;
            nodes.push(self.node(nodes.len().to_string())?);
        }
        Ok(Datum::path(nodes, relationships))
    }
}

/// A point as it prints itself.
fn point(entries: &BTreeMap<String, Datum>) -> Result<Datum, Error> {
    let number = |key| match entries.get(key) {
        #[expect(clippy::cast_precision_loss, reason = "coordinates are floats")]
        Some(Datum::Integer(number)) => Some(*number as f64),
        Some(Datum::Float(number)) => Some(*number),
        _ => None,
    };
    let system = match (entries.get("crs"), entries.contains_key("z")) {
        (Some(Datum::Text(name)), _) => ReferenceSystem::named(name),
        (None, false) => Some(ReferenceSystem::Cartesian),
        (None, true) => Some(ReferenceSystem::CartesianIn3D),
        _ => None,
    };
    match (system, number("x"), number("y")) {
        (Some(system), Some(x), Some(y)) => {
            Point::new(system, [x, y, number("z").unwrap_or(0.0)]).map(Datum::from)
        }
        _ => Err(Error::new(
            ErrorKind::Argument,
            "a point is written point({x: 1.0, y: 2.0, crs: 'cartesian'})",
        )),
    }
}
