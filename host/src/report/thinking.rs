//! A player's record of its thinking as a table: the moves that it considered, each with what it found it
//! worth.

use std::fmt::Write as _;

use othello_arena::event::Round;
use othello_player_api::{Bound, Thinking};
use othello_rules::text::one_line;

/// What a round's player thought, and the entries that its query gave beside the cell; empty where it
/// says nothing.
pub fn thinking(round: &Round) -> String {
    let mut text = String::new();
    if let Some(thinking) = round.exhibit.thinking() {
        table(&mut text, thinking);
    }
    for (name, value) in round.exhibit.entries() {
        let _ = writeln!(text, "  {}: {}", clean(name), clean(&value.to_string()));
    }
    text
}

fn table(text: &mut String, thinking: &Thinking) {
    if let Some(words) = &thinking.text {
        let _ = writeln!(text, "  {}", clean(words));
    }
    let unit = thinking.unit.as_deref().map(|unit| format!(" {}", clean(unit))).unwrap_or_default();
    let mut summary = Vec::new();
    summary.extend(thinking.value.map(|value| format!("value {value}{unit}")));
    summary.extend(thinking.depth.map(|depth| format!("depth {depth}")));
    summary.extend(thinking.states.map(|states| format!("{states} states")));
    if !thinking.line.is_empty() {
        summary.push(format!("expects {}", clean(&thinking.line.join(" "))));
    }
    if !summary.is_empty() {
        let _ = writeln!(text, "  {}", summary.join(", "));
    }
    if thinking.moves.is_empty() {
        return;
    }
    let _ = writeln!(text, "  {:<6}{:>12}{:>12}", "move", "value", "states");
    for considered in &thinking.moves {
        let sign = match considered.bound {
            Bound::AtMost => "<= ",
            Bound::AtLeast => ">= ",
            Bound::Exact => "",
        };
        let value = considered.value.map(|value| format!("{sign}{value}")).unwrap_or_default();
        let states = considered.states.map(|states| states.to_string()).unwrap_or_default();
        let note = considered.note.as_deref().map(|note| format!("  {}", clean(note)));
        let square = clean(&considered.square);
        let note = note.unwrap_or_default();
        let _ = writeln!(text, "  {square:<6}{value:>12}{states:>12}{note}");
    }
}

/// What a player says, as far as there is room.
fn clean(text: &str) -> String {
    one_line(text).chars().take(400).collect()
}
