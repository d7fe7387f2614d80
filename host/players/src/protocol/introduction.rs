//! What a program that speaks an older protocol calls itself, asked once before any game.

use super::gtp::Gtp;
use super::kind::Protocol;
use super::nboard::Nboard;
use super::play::Introduction;
use super::talk::Talk;
use crate::conversation::Conversation;
use crate::verdict::AskError;
use std::time::{Duration, Instant};

/// How long a program may take for its last line.
const LAST_LINE_LIMIT: Duration = Duration::from_millis(100);

/// Lets a program introduce itself that has just been started, and that will be told to look so deep. One that does not
/// answer in time has no name of its own: what is wrong with it shows when it plays.
///
/// # Errors
///
/// Where the host could not ask.
pub(crate) fn introduce(
    mut conversation: Conversation,
    protocol: Protocol,
    depth: u64,
    until: Instant,
) -> Result<Introduction, AskError> {
    conversation.await_report()?;
    let mut talk = Talk::new(conversation, None);
    talk.begin_exchange();
    let introduction = match protocol {
        Protocol::Cypher | Protocol::Referee => Introduction::default(),
        Protocol::Nboard => Nboard::introduction(&mut talk, depth, until),
        Protocol::Gtp => Gtp::introduction(&mut talk, until),
    };
    // Most programs know "quit" whatever they speak.
    let _ = talk.tell("quit", Some(Instant::now() + LAST_LINE_LIMIT));
    talk.conversation.end();
    Ok(introduction)
}
