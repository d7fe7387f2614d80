//! Types as far as they show in the text: the set of kinds that a value may be of, of its elements where it can
//! only be a list, and of its fields where it is a map that is written down. What is not known is anything.

use std::fmt;
use std::rc::Rc;

use hashbrown::HashMap;

use super::kinds::Kinds;
use crate::syntax::ast::Literal;

/// What is known of a value's type.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Type {
    kinds: Kinds,
    element: Option<Rc<Type>>,
    fields: Option<Rc<Fields>>,
}

/// The keys of a map that is written down, each with the type of its value.
#[derive(Debug, PartialEq)]
struct Fields {
    types: HashMap<String, Type>,
    /// How many fields there are in it and in its fields.
    size: usize,
}

/// Of larger maps no fields are known: types share their parts, and are compared as if they didn't.
const MOST_FIELDS: usize = 200;

impl Type {
    pub(super) const ANY: Type = Type::of(Kinds::ANY);
    pub(super) const BOOLEAN: Type = Type::of(Kinds::BOOLEAN);
    pub(super) const INTEGER: Type = Type::of(Kinds::INTEGER);
    pub(super) const FLOAT: Type = Type::of(Kinds::FLOAT);
    pub(super) const STRING: Type = Type::of(Kinds::STRING);
    pub(super) const NODE: Type = Type::of(Kinds::NODE);
    pub(super) const RELATIONSHIP: Type = Type::of(Kinds::RELATIONSHIP);
    pub(super) const PATH: Type = Type::of(Kinds::PATH);
    pub(super) const MAP: Type = Type::of(Kinds::MAP);

    /// The type of what is written down.
    pub(super) const fn of_literal(literal: &Literal) -> Type {
        match literal {
            Literal::Null => Type::ANY,
            Literal::Bool(_) => Type::BOOLEAN,
            Literal::Integer(_) => Type::INTEGER,
            Literal::Float(_) => Type::FLOAT,
            Literal::String(_) => Type::STRING,
        }
    }

    pub(super) const fn of(kinds: Kinds) -> Type {
        Type { kinds, element: None, fields: None }
    }

    /// A value of one of those kinds, or of any where none is left; that is told as an error elsewhere.
    pub(super) fn of_some(kinds: Kinds) -> Type {
        Type::of(if kinds == Kinds::NONE { Kinds::ANY } else { kinds })
    }

    pub(super) fn list(element: Type) -> Type {
        let element = (element != Type::ANY).then(|| Rc::new(element));
        Type { element, ..Type::of(Kinds::LIST) }
    }

    /// The type of a map that is written down; the last value of a key counts.
    pub(super) fn map<'t>(fields: impl Iterator<Item = (&'t str, Type)>) -> Type {
        let types: HashMap<_, _> = fields.map(|(key, of)| (key.to_owned(), of)).collect();
        let size = types.values().fold(types.len(), |size, of| size.saturating_add(of.size()));
        let fields = (size <= MOST_FIELDS).then(|| Rc::new(Fields { types, size }));
        Type { fields, ..Type::MAP }
    }

    fn size(&self) -> usize {
        self.fields.as_ref().map_or(0, |fields| fields.size)
            + self.element.as_ref().map_or(0, |element| element.size())
    }

    /// The type of a field of this map.
    pub(super) fn field(&self, key: &str) -> Type {
        let known = self.fields.as_ref().and_then(|fields| fields.types.get(key));
        known.cloned().unwrap_or(Type::ANY)
    }

    /// The type in a list that is written down.
    pub(super) fn in_a_list(self) -> Type {
        if self.is(Kinds::MAP) { Type::of(Kinds::MAP_LIKE) } else { self }
    }

    /// Whether a value of this type may be of one of those kinds.
    pub(super) fn may_be(&self, kinds: Kinds) -> bool {
        self.kinds.meets(kinds)
    }

    /// Whether a value can be of both types.
    pub(super) fn shares_a_kind(&self, other: &Type) -> bool {
        self.kinds.meets(other.kinds)
    }

    /// Whether it can be nothing but one of those kinds (or null).
    pub(super) fn is(&self, kinds: Kinds) -> bool {
        self.kinds.within(kinds)
    }

    /// The same type, but for those kinds.
    pub(super) fn without(mut self, kinds: Kinds) -> Type {
        self.kinds = self.kinds.without(kinds);
        self
    }

    /// Those of these kinds that it may be.
    pub(super) fn among(&self, kinds: Kinds) -> Kinds {
        self.kinds.and(kinds)
    }

    /// What helps whoever is told of this type, if anything has to.
    pub(super) fn hint(&self) -> &'static str {
        match self.is(Kinds::MIXED) {
            true => {
                "; what is put together of different kinds, be they integers and floats, is of none to Neo4j: \
                 make it one kind, as with 0.0 instead of 0, or toFloat(...)"
            }
            false => "",
        }
    }

    /// The type of an element of this list; what a property holds may be a list of such values.
    pub(super) fn element(&self) -> Type {
        match &self.element {
            Some(element) => Type::clone(element),
            None if self.kinds == Kinds::STORED => Type::of(Kinds::STORED_ONE),
            _ => Type::ANY,
        }
    }

    /// The type of a list and another one behind it.
    pub(super) fn and_list(&self, other: &Type) -> Type {
        let of = |side: &Type| if side.may_be(Kinds::LIST) { side.element() } else { side.clone() };
        let (own, others) = (of(self), of(other));
        // Of properties the servers take what they meet first for what all of them are.
        let first = |of: &Type| match of.kinds {
            Kinds::STORED => Some(Kinds::BOOLEAN),
            Kinds::STORED_ONE => Some(Kinds::FLOAT),
            _ => None,
        };
        if let (true, Some(own), Some(others)) = (self.is(Kinds::LIST), first(&own), first(&others))
        {
            return Type::list(Type::of(own.or(others)));
        }
        let mut element = own.in_common(&others);
        // Integers are made floats.
        if own.may_be(Kinds::NUMBER) && others.may_be(Kinds::NUMBER) {
            element.kinds = element.kinds.or(own.kinds.or(others.kinds).and(Kinds::NUMBER));
        }
        if own.is(Kinds::NUMBER) && others.is(Kinds::NUMBER) {
            element = Type::of(element.among(Kinds::NUMBER));
        }
        Type::list(element)
    }

    /// The type of the list that comes of adding this and that, one of which may be an element to append.
    pub(super) fn added_to_list(&self, other: &Type) -> Type {
        if self.is(Kinds::LIST) && other.is(Kinds::LIST) {
            return self.and_list(other);
        }
        let [own, others] = [self, other].map(Type::as_elements);
        Type::list(if self.is(Kinds::LIST) { own.taking(&others) } else { others.taking(&own) })
    }

    /// What it has in common with what takes its place: integers are made floats where those are asked for.
    pub(super) fn taking(&self, other: &Type) -> Type {
        if !self.may_be(Kinds::FLOAT) || !other.is(Kinds::INTEGER) {
            return self.in_common(other);
        }
        if self.is(Kinds::FLOAT) { self.clone() } else { self.in_common(other).either(Type::FLOAT) }
    }

    /// What its elements are, where it is a list, or itself.
    pub(super) fn as_elements(&self) -> Type {
        if self.is(Kinds::LIST) || *self == Type::ANY {
            return self.element();
        }
        let itself = Type::of_some(self.kinds.without(Kinds::LIST));
        if self.element.is_some() { itself.either(self.element()) } else { itself }
    }

    /// The same type or that list.
    pub(super) fn or_list(self, list: Type) -> Type {
        Type { kinds: self.kinds.or(Kinds::LIST), ..list }
    }

    /// What a value of this type and one of that have in common.
    pub(super) fn in_common(&self, other: &Type) -> Type {
        let of = Type::of(self.kinds.in_common(other.kinds));
        if !self.may_be(Kinds::LIST) || !other.may_be(Kinds::LIST) {
            return of;
        }
        let elements = match (&self.element, &other.element) {
            (None, None) => return of,
            (Some(element), None) | (None, Some(element)) => element.in_common(&Type::ANY),
            (Some(own), Some(others)) => own.in_common(others),
        };
        of.or_list(Type::list(elements))
    }

    /// The same type, but that lists may hold what is of no common kind.
    pub(super) fn of_mixed(&self) -> Type {
        let mixed = |element: &Rc<Type>| {
            let element = element.of_mixed();
            Rc::new(Type { kinds: element.kinds.or(Kinds::MIXED), ..element })
        };
        Type { element: self.element.as_ref().map(mixed), ..self.clone() }
    }

    /// Whether a value of this type may be one of that type as well.
    pub(super) fn fits(&self, other: &Type) -> bool {
        self.kinds.meets(other.kinds)
            && match (&self.element, &other.element) {
                (Some(own), Some(others))
                    if self.kinds == Kinds::LIST && other.may_be(Kinds::LIST) =>
                {
                    own.fits(others)
                }
                _ => true,
            }
    }

    /// The type of something that is of one or the other.
    pub(super) fn either(self, other: Type) -> Type {
        if self == other {
            return self;
        }
        let mut both = Type::of(self.kinds.or(other.kinds));
        // Where one of the two alone is a list, its elements stay known.
        both.element = match (self.may_be(Kinds::LIST), other.may_be(Kinds::LIST)) {
            (true, false) => self.element,
            (false, true) => other.element,
            _ => None,
        };
        both
    }

    /// The type of the elements of a list that holds both: as long as they are of one kind, or numbers.
    pub(super) fn common(self, other: Type) -> Type {
        if self == other || (self.is(Kinds::NUMBER) && other.is(Kinds::NUMBER)) {
            return self.either(other);
        }
        if self.is(Kinds::LIST) && other.is(Kinds::LIST) {
            return Type::list(self.element().common(other.element()));
        }
        if self.is(Kinds::MAP_LIKE) && other.is(Kinds::MAP_LIKE) {
            return Type::of(Kinds::MAP_LIKE);
        }
        Type::ANY
    }

    /// The type of a name as the manual writes it: `STRING | LIST<ANY>`, `INTEGER?`, `ZONED DATETIME`.
    pub(super) fn named(name: &str) -> Type {
        let mut alternatives = split(name).map(Type::single);
        let first = alternatives.next().unwrap_or(Type::ANY);
        alternatives.fold(first, Type::either)
    }

    fn single(name: &str) -> Type {
        let name = name.trim().trim_end_matches('?').trim_end_matches(" NOT NULL");
        if let Some(inner) = name.strip_prefix("LIST<").and_then(|inner| inner.strip_suffix('>')) {
            return Type::list(Type::named(inner));
        }
        Type::of(match name {
            "BOOLEAN" => Kinds::BOOLEAN,
            "INTEGER" => Kinds::INTEGER,
            "FLOAT" => Kinds::FLOAT,
            "NUMBER" => Kinds::NUMBER,
            "STRING" => Kinds::STRING,
            "NODE" => Kinds::NODE,
            "RELATIONSHIP" => Kinds::RELATIONSHIP,
            "PATH" => Kinds::PATH,
            "MAP" => Kinds::MAP,
            "POINT" => Kinds::POINT,
            "DURATION" => Kinds::DURATION,
            "DATE" => Kinds::DATE,
            "LOCAL TIME" => Kinds::LOCAL_TIME,
            "ZONED TIME" => Kinds::ZONED_TIME,
            "LOCAL DATETIME" => Kinds::LOCAL_DATETIME,
            "ZONED DATETIME" => Kinds::ZONED_DATETIME,
            "INSTANT" => Kinds::INSTANT,
            "UUID" => Kinds::UUID,
            "VECTOR" => Kinds::VECTOR,
            "GRAPH" => Kinds::OTHER,
            _ => Kinds::ANY,
        })
    }
}

/// The alternatives between the bars that stand in no angle brackets.
fn split(name: &str) -> impl Iterator<Item = &str> {
    let mut depth = 0;
    name.split(move |character| {
        depth += i32::from(character == '<') - i32::from(character == '>');
        character == '|' && depth == 0
    })
}

impl fmt::Display for Type {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const NAMES: &[(Kinds, &str)] = &[
            (Kinds::BOOLEAN, "Boolean"),
            (Kinds::INTEGER, "Integer"),
            (Kinds::FLOAT, "Float"),
            (Kinds::STRING, "String"),
            (Kinds::NODE, "Node"),
            (Kinds::RELATIONSHIP, "Relationship"),
            (Kinds::PATH, "Path"),
            (Kinds::MAP, "Map"),
            (Kinds::POINT, "Point"),
            (Kinds::DURATION, "Duration"),
            (Kinds::INSTANT, "a temporal value"),
            (Kinds::UUID, "UUID"),
            (Kinds::VECTOR, "Vector"),
            (Kinds::OTHER, "Graph"),
            (Kinds::MIXED, "Any"),
        ];
        if self.kinds == Kinds::ANY {
            return f.write_str("Any");
        }
        if self.kinds == Kinds::MAP_LIKE {
            return f.write_str("Map");
        }
        let mut names: Vec<String> = NAMES
            .iter()
            .filter(|(kind, _)| self.kinds.meets(*kind))
            .map(|(_, name)| (*name).to_owned())
            .collect();
        if self.kinds.meets(Kinds::LIST) {
            names.push(format!("List<{}>", self.element()));
        }
        match &names[..] {
            [some @ .., last] if !some.is_empty() => write!(f, "{} or {last}", some.join(", ")),
            _ => f.write_str(&names.concat()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_of_the_manual_are_understood() {
        assert_eq!(Type::named("INTEGER"), Type::INTEGER);
        assert_eq!(Type::named("LIST<LIST<STRING>>"), Type::list(Type::list(Type::STRING)));
        assert_eq!(
            Type::named("STRING | LIST<STRING | INTEGER>").to_string(),
            "String or List<Integer or String>"
        );
        assert!(Type::named("NODE | RELATIONSHIP").is(Kinds::ENTITY));
        assert!(!Type::INTEGER.fits(&Type::named("STRING | LIST<ANY>")));
        assert!(Type::list(Type::NODE).fits(&Type::named("LIST<ANY>")));
    }
}
