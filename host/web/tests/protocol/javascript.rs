//! The messages as types for the page's scripts. What each field means stands in the reference alone.

use super::messages::{Field, Kind, Messages, Shape, Type};

/// The longest line.
const WIDTH: usize = 118;

const HEAD: &str = "\
/**
 * @file What the page and the server say to each other; `host/web/PROTOCOL.md` says what it means. Generated from
 * `host/web/src/protocol` by its test; there is nothing to run here.
 */
";

/// All types, as one file.
pub fn types(messages: &Messages) -> String {
    let rooms = messages.rooms.iter().map(|room| {
        let types: String = room.types.iter().map(typedef).collect();
        format!("\n// {}\n{types}", room.title())
    });
    format!("{HEAD}{}\nexport {{}};\n", rooms.collect::<String>())
}

fn typedef(one: &Type) -> String {
    let kind = match &one.shape {
        Shape::Text => "string".to_owned(),
        Shape::Words(words) => {
            let words: Vec<_> = words.iter().map(|word| format!("{:?}", word.name)).collect();
            words.join(" | ")
        }
        Shape::AnyOf(kinds) => {
            kinds.iter().map(|one| one.kind.as_str()).collect::<Vec<_>>().join(" | ")
        }
        Shape::Object(fields) => object(fields.iter().map(property)),
        Shape::Kinds(tag, kinds) => {
            kinds.iter().map(|one| kind(tag, one)).collect::<Vec<_>>().join(" | ")
        }
    };
    let templates = one.parameters.iter().map(|name| format!("@template {name} "));
    let templates: String = templates.collect();
    comment(&format!("{templates}@typedef {{{kind}}} {}", one.name))
}

fn kind(tag: &str, kind: &Kind) -> String {
    let named = format!("{tag}: {:?}", kind.name);
    let own = object(std::iter::once(named).chain(kind.fields.iter().map(property)));
    match &kind.whole {
        Some(whole) => format!("({own} & {whole})"),
        None => own,
    }
}

fn object(fields: impl Iterator<Item = String>) -> String {
    format!("{{{}}}", fields.collect::<Vec<_>>().join(", "))
}

fn property(field: &Field) -> String {
    format!("{}{}: {}", field.name, if field.optional { "?" } else { "" }, field.kind)
}

/// A comment of one line, or of several where it is too long.
fn comment(text: &str) -> String {
    let one_line = format!("/** {text} */\n");
    if one_line.len() <= WIDTH {
        return one_line;
    }
    let mut lines = vec![" *".to_owned()];
    for word in text.split(' ') {
        match lines.last_mut() {
            Some(line) if line.len() + word.len() < WIDTH => {
                line.push(' ');
                line.push_str(word);
            }
            _ => lines.push(format!(" *   {word}")),
        }
    }
    format!("/**\n{}\n */\n", lines.join("\n"))
}
