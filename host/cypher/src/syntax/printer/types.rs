//! Type names, as they stand behind `IS TYPED`.

use super::writer::Printer;
use crate::stack::deeper;
use crate::syntax::ast::{BaseType, TypeName};
use crate::vector::CoordinateType;

impl Printer<'_> {
    /// A type; alternatives go into `ANY<>`, so that no `|` can be taken for a comprehension's.
    pub(super) fn type_name(&mut self, of: &TypeName) {
        let several = of.alternatives.len() > 1;
        self.push(if several { "ANY<" } else { "" });
        for (index, alternative) in of.alternatives.iter().enumerate() {
            self.push(if index > 0 { " | " } else { "" });
            deeper(|| self.base_type(&alternative.base));
            self.push(if alternative.not_null { " NOT NULL" } else { "" });
        }
        self.push(if several { ">" } else { "" });
    }

    fn base_type(&mut self, base: &BaseType) {
        let text = match base {
            BaseType::Nothing => "NOTHING",
            BaseType::Null => "NULL",
            BaseType::Boolean => "BOOLEAN",
            BaseType::String => "STRING",
            BaseType::Integer => "INTEGER",
            BaseType::Float => "FLOAT",
            BaseType::Date => "DATE",
            BaseType::LocalTime => "LOCAL TIME",
            BaseType::ZonedTime => "ZONED TIME",
            BaseType::LocalDateTime => "LOCAL DATETIME",
            BaseType::ZonedDateTime => "ZONED DATETIME",
            BaseType::Duration => "DURATION",
            BaseType::Point => "POINT",
            BaseType::Uuid => "UUID",
            BaseType::Vector { of, dimension } => return self.vector_type(*of, *dimension),
            BaseType::Node => "NODE",
            BaseType::Relationship => "RELATIONSHIP",
            BaseType::Map => "MAP",
            BaseType::Path => "PATH",
            BaseType::Any => "ANY",
            BaseType::Property => "PROPERTY VALUE",
            BaseType::List(inner) => {
                self.push("LIST<");
                self.type_name(inner);
                ">"
            }
        };
        self.push(text);
    }

    /// `VECTOR<INTEGER8>(3)`.
    fn vector_type(&mut self, of: Option<CoordinateType>, dimension: Option<u64>) {
        self.push("VECTOR");
        self.push(&of.map(|of| format!("<{}>", of.name())).unwrap_or_default());
        self.push(&dimension.map(|dimension| format!("({dimension})")).unwrap_or_default());
    }
}
