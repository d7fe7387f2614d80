//! A forfeit in words: the reason, the place in the query, what the player wrote last, the board, and the
//! command that asks again.

use othello_arena::event::Forfeited;
use othello_arena::{Forfeit, Reason, ShownFault};
use othello_board::session::QueryFault;
use othello_players::{AskError, player_lines};
use othello_rules::text::one_line;

use super::board::board;
use super::rerun::Rerun;

/// How many lines of a player's own output, and of a query, are shown.
const LINES: usize = 20;
/// What a screen can show of a line.
const WIDEST: usize = 160;

/// The forfeit in words, several lines.
pub fn forfeit(name: &str, forfeited: &Forfeited, rerun: &Rerun) -> String {
    let Forfeit { reason, query, output } = &forfeited.why;
    let mut text = format!("{name} ({}) loses by {reason}\n", forfeited.colour);
    if let Reason::Query(fault) = reason {
        text += &fault_in(query.as_deref().unwrap_or_default(), fault);
    } else if let Some(query) = query {
        text += &indented(query.lines());
    }
    text += &own_output(output);
    let marked = match reason {
        Reason::IllegalMove { square, .. } => Some(*square),
        _ => None,
    };
    text += &board(&forfeited.view, marked);
    text += &format!("ask it again: {}\n", rerun.command(forfeited.colour, &forfeited.moves));
    text
}

/// Why a player gave no answer where it was asked outside of a game, with the end of what it wrote.
pub fn no_answer(error: &AskError) -> String {
    match error {
        AskError::Player(failure) if !failure.output.trim().is_empty() => {
            format!("{error}; {}", own_output(&failure.output).trim_end())
        }
        AskError::Player(_) | AskError::Host(_) => error.to_string(),
    }
}

/// The end of what a player wrote, if it wrote anything.
fn own_output(output: &str) -> String {
    if output.trim().is_empty() {
        return String::new();
    }
    let short = |line: &str| line.chars().take(WIDEST).collect::<String>();
    let lines: Vec<_> = output.trim_end().lines().map(short).collect();
    let last = lines[lines.len().saturating_sub(LINES)..].join("\n");
    format!("its own output ends with:\n{}\n", player_lines(&last))
}

/// What was kept of the place of a fault in its query, its code, and the way out.
fn fault_in(query: &str, fault: &ShownFault) -> String {
    placed(query, fault.place.as_deref(), &fault.code, fault.hint.as_deref())
}

/// The place of a fault in its query, its code, and the way out.
pub fn query_fault(query: &str, fault: &QueryFault) -> String {
    let place = fault.excerpt(query);
    placed(query, place.as_deref(), &fault.code, fault.hint.as_deref())
}

fn placed(query: &str, place: Option<&str>, code: &str, hint: Option<&str>) -> String {
    let mut text = match place {
        Some(place) => format!("{place}\n"),
        None => indented(query.lines()) + &format!("  {code}\n"),
    };
    if let Some(hint) = hint {
        text += &format!("  {hint}\n");
    }
    text
}

fn indented<'a>(lines: impl Iterator<Item = &'a str>) -> String {
    let mut text = String::new();
    for (number, line) in lines.enumerate() {
        if number == LINES {
            text += "     | ...\n";
            break;
        }
        text += &format!("     | {}\n", clipped(line));
    }
    text
}

/// The part of a line that a screen can show.
fn clipped(line: &str) -> String {
    let line = one_line(line);
    let mut shown: String = line.chars().take(WIDEST).collect();
    if shown.len() < line.len() {
        shown += "...";
    }
    shown
}
