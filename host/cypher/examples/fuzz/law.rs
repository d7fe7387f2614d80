//! What must hold for every text whatsoever: nothing panics, nothing takes long, every error can be shown,
//! and a tree survives being printed and parsed again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

use othello_cypher::Meter;
use othello_cypher::check::check_all;
use othello_cypher::syntax::ast::{Body, Statement};
use othello_cypher::syntax::parse;

/// The longest that a short text may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the text was accepted, or what is wrong with the engine.
pub fn holds(text: &str) -> Result<bool, String> {
    let start = Instant::now();
    let result = catch_unwind(AssertUnwindSafe(|| front_end(text)));
    let result = match result {
        Ok(result) => result,
        Err(panic) => {
            let message = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or(panic.downcast_ref::<&str>().copied());
            Err(format!("panic: {}", message.unwrap_or("without a message")))
        }
    };
    match result {
        Ok(_) if start.elapsed() > PATIENCE => Err(format!("took {:?}", start.elapsed())),
        result => result,
    }
}

fn front_end(text: &str) -> Result<bool, String> {
    let tree = match parse(text, &Meter::default()) {
        Ok(tree) => tree,
        Err(error) => {
            let _ = error.render(text);
            return Ok(false);
        }
    };
    let (checked, errors) = check_all(&tree, text, &(), &Meter::default());
    errors.iter().for_each(|error| _ = error.render(text));
    checked.notices.iter().for_each(|notice| _ = notice.render(text));
    print_and_parse(&tree)?;
    Ok(errors.is_empty())
}

/// The law of the printer.
pub fn print_and_parse(tree: &Statement) -> Result<(), String> {
    if let Body::Command { .. } = tree.body {
        return Ok(());
    }
    let printed = tree.to_string();
    match parse(&printed, &Meter::default()) {
        Ok(again) if without_spans(&again) == without_spans(tree) => Ok(()),
        Ok(again) => Err(format!(
            "printed text gives another tree: {printed}\nwhich prints as {again}\n{}\n{}",
            without_spans(tree),
            without_spans(&again)
        )),
        // Parentheses that the printer adds may go beyond the depth that is allowed.
        Err(error) if error.message().contains("nested too deeply") => Ok(()),
        Err(error) => {
            Err(format!("printed text is refused: {printed}\n{}", error.render(&printed)))
        }
    }
}

/// A tree in words, without the places.
pub fn without_spans(tree: &impl std::fmt::Debug) -> String {
    let text = format!("{tree:?}");
    let mut kept = String::with_capacity(text.len());
    for part in text.split("Span { start: ") {
        let inside = kept.is_empty();
        kept.push_str(if inside {
            part
        } else {
            part.split_once('}').map_or("", |(_, rest)| rest)
        });
    }
    kept
}
