//! The messages as a reference for people.

use std::fmt::Write;

use super::messages::{Field, Kind, Messages, Shape, Type};

/// All types, as the part of a document.
pub fn reference(messages: &Messages) -> String {
    let mut text = String::new();
    for room in &messages.rooms {
        write!(text, "\n### {}\n", room.title()).unwrap();
        let rest = room.about[room.title().len()..].trim_start_matches(['.', ':', ' ']);
        if !rest.is_empty() {
            write!(text, "\n{}\n", capital(rest)).unwrap();
        }
        for one in &room.types {
            text += &described(one);
        }
    }
    text.push('\n');
    text
}

fn described(one: &Type) -> String {
    let parameters = one.parameters.join(", ");
    let parameters = if parameters.is_empty() { parameters } else { format!("<{parameters}>") };
    let head = format!("\n#### `{}{parameters}`\n\n{}\n", one.name, one.about);
    let rows: Vec<String> = match &one.shape {
        Shape::Text => return head,
        Shape::Words(words) => {
            words.iter().map(|word| format!("| `{:?}` | {} |\n", word.name, word.about)).collect()
        }
        Shape::Object(fields) => fields.iter().map(row).collect(),
        Shape::Kinds(_, kinds) => kinds.iter().map(kind).collect(),
        Shape::AnyOf(kinds) => {
            kinds.iter().map(|one| format!("| {} | {} |\n", code(&one.kind), one.about)).collect()
        }
    };
    let columns = match &one.shape {
        Shape::Text | Shape::Words(_) => "| value | means |\n|---|---|\n",
        Shape::Object(_) => "| field | type | is |\n|---|---|---|\n",
        Shape::AnyOf(_) => "| type | is |\n|---|---|\n",
        Shape::Kinds(..) => "| kind | with | says |\n|---|---|---|\n",
    };
    format!("{head}\n{columns}{}", rows.concat())
}

fn row(field: &Field) -> String {
    format!("| `{}` | {} | {} |\n", name(field), code(&field.kind), field.about)
}

fn kind(kind: &Kind) -> String {
    let with: Vec<String> = match &kind.whole {
        Some(whole) => vec![format!("all of {}", code(whole))],
        None => kind
            .fields
            .iter()
            .map(|field| {
                format!("`{}` {}: {}", name(field), code(&field.kind), lower(&field.about))
            })
            .collect(),
    };
    format!("| `{:?}` | {} | {} |\n", kind.name, with.join("<br>"), kind.about)
}

fn name(field: &Field) -> String {
    format!("{}{}", field.name, if field.optional { "?" } else { "" })
}

/// A type in a table, where a bar has to be told from that of a column.
fn code(kind: &str) -> String {
    format!("`{}`", kind.replace('|', "\\|"))
}

fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

fn lower(text: &str) -> String {
    let mut letters = text.trim_end_matches('.').chars();
    letters.next().map_or_else(String::new, |first| first.to_lowercase().chain(letters).collect())
}
