//! The graph as text: every node and relationship on a line with its number, for tests and for whoever debugs.

use std::fmt;

use super::entity::{Properties, Token};
use super::graph::Graph;
use crate::value::quote_name;

impl fmt::Display for Graph {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (id, node) in self.nodes.iter().enumerate() {
            let Some(node) = node else { continue };
            write!(f, "({id}")?;
            for label in &node.labels {
                write!(f, ":{}", quote_name(self.name(*label)))?;
            }
            self.write_properties(f, &node.properties)?;
            f.write_str(")\n")?;
        }
        for (id, relationship) in self.relationships.iter().enumerate() {
            let Some(relationship) = relationship else { continue };
            let kind = quote_name(self.name(relationship.kind));
            write!(f, "({})-[{id}:{kind}", relationship.start.0)?;
            self.write_properties(f, &relationship.properties)?;
            writeln!(f, "]->({})", relationship.end.0)?;
        }
        Ok(())
    }
}

impl Graph {
    fn write_properties(&self, f: &mut fmt::Formatter<'_>, properties: &Properties) -> fmt::Result {
        let mut properties: Vec<(Token, _)> = properties.iter().collect();
        properties.sort_by_key(|(key, _)| self.name(*key));
        for (at, (key, value)) in properties.iter().enumerate() {
            let before = if at == 0 { " {" } else { ", " };
            write!(f, "{before}{}: {value}", quote_name(self.name(*key)))?;
        }
        if properties.is_empty() { Ok(()) } else { f.write_str("}") }
    }
}
