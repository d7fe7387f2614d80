//! What must hold for every text whatsoever: nothing panics, nothing takes long, every error can be shown,
//! and a tree survives being printed and parsed again.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use othello_cypher::Meter;
use othello_cypher::check::check_all;
use othello_cypher::syntax::ast::{Body, Statement};
use othello_cypher::syntax::{CanonicalText, parse};
use othello_test_support::thread_time;

/// The longest that a short text may take.
const PATIENCE: Duration = Duration::from_secs(2);

/// Whether the text was accepted, or what is wrong with the engine.
pub fn holds(text: &str) -> Result<bool, String> {
    let before = thread_time();
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
    let took = thread_time().saturating_sub(before);
    match result {
        Ok(_) if took > PATIENCE => Err(format!("took {took:?}")),
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
    canonical(&tree, text)?;
    Ok(errors.is_empty())
}

/// The same law for a tree that nobody wrote.
#[allow(dead_code, reason = "the test of made-up trees asks it")]
pub fn sent(tree: &Statement) -> Result<(), String> {
    let text = tree.to_string();
    parse(&text, &Meter::default()).map_or(Ok(()), |tree| canonical(&tree, &text))
}

/// The law of the text that is sent to a server: it is plain ASCII on one line, is printed as itself, and means what
/// the author's text means to those who decode `\uXXXX` before they look for tokens, too.
pub fn canonical(tree: &Statement, text: &str) -> Result<(), String> {
    let print = |tree: &Statement, text: &str| {
        let printed = CanonicalText::of(tree, text, &Meter::default());
        printed.map_err(|error| format!("it can't be printed: {}", error.message()))
    };
    let Some(printed) = print(tree, text)? else { return Ok(()) };
    let printed = printed.text();
    if !printed.bytes().all(|byte| (b' '..=b'~').contains(&byte)) {
        return Err(format!("not plain: {printed}"));
    }
    let again = |text: &str| match parse(text, &Meter::default()) {
        Ok(tree) => {
            Ok(print(&tree, text)?.map_or_else(String::new, |again| again.text().to_owned()))
        }
        Err(error) if error.message().contains("nested too deeply") => Ok(printed.to_owned()),
        Err(error) => Err(format!("printed text is refused: {text}\n{}", error.render(text))),
    };
    let itself = again(printed)?;
    if itself != printed {
        return Err(format!("printed text is printed otherwise: {printed}\n{itself}"));
    }
    // A backslash in a name would be read twice here.
    if !printed.contains("\\u005c") {
        for skips_pairs in [true, false] {
            let decoded = decoded(printed, skips_pairs);
            let itself = again(&decoded)?;
            if itself != printed {
                return Err(format!("decoded first it is another: {printed}\n{itself}"));
            }
        }
    }
    Ok(())
}

/// The text as Neo4j's lexer gets it: each `\uXXXX` is a character, unless its backslash is the second of a pair. A
/// simpler reader would not mind pairs.
fn decoded(text: &str, skips_pairs: bool) -> String {
    let mut units = vec![];
    let bytes = text.as_bytes();
    let mut at = 0;
    while at < bytes.len() {
        let code = text.get(at + 2..at + 6).and_then(|digits| u16::from_str_radix(digits, 16).ok());
        match (bytes[at], bytes.get(at + 1), code) {
            (b'\\', Some(b'\\'), _) if skips_pairs => {
                units.extend([u16::from(b'\\'); 2]);
                at += 2;
            }
            (b'\\', Some(b'u'), Some(code)) => {
                units.push(code);
                at += 6;
            }
            (byte, _, _) => {
                units.push(byte.into());
                at += 1;
            }
        }
    }
    String::from_utf16_lossy(&units)
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
