//! Lines to and from a program, each with the deadline of the exchange that it belongs to, traced if wanted.
//! How much a program may say without answering is bounded.

use crate::conversation::Conversation;
use crate::trace::Trace;
use crate::verdict::Verdict;
use othello_player_api::{Answer, Reply};
use std::time::Instant;

/// The longest line that says anything in these protocols.
const LONGEST_LINE: usize = 64 << 10;

/// How much a program may say in one exchange.
const FLOOD: usize = 4 << 20;

/// What a line counts for beside its letters: to take note of an empty one is work as well.
const LINE: usize = 64;

/// A program and what was said with it.
pub(super) struct Talk {
    pub(super) conversation: Conversation,
    trace: Option<(Trace, String)>,
    /// Whether the program has said anything yet.
    heard: bool,
    /// When the exchange began, and how much came from the program in it.
    begun: Instant,
    received: usize,
}

impl Talk {
    pub(super) fn new(conversation: Conversation, trace: Option<(Trace, String)>) -> Talk {
        Talk { conversation, trace, heard: false, begun: Instant::now(), received: 0 }
    }

    /// From here on time and noise count anew.
    pub(super) fn begin_exchange(&mut self) {
        self.begun = Instant::now();
        self.received = 0;
        self.conversation.begin_exchange();
    }

    /// Sends the program a line.
    pub(super) fn tell(&mut self, line: &str, until: Option<Instant>) -> Result<(), Verdict> {
        if let Some((trace, name)) = &self.trace {
            trace.note_sent(name, line);
        }
        self.conversation.tell(line, until)
    }

    /// The next line that is not empty, without the white space around it.
    pub(super) fn hear(&mut self, until: Option<Instant>) -> Result<String, Verdict> {
        loop {
            let line = self.conversation.hear(self.begun, until)?;
            self.received += line.len() + LINE;
            if line.len() > LONGEST_LINE {
                return Err(Verdict::AnswerTooLong(LONGEST_LINE));
            }
            if self.received > FLOOD {
                return Err(Verdict::Flooded(FLOOD as u64));
            }
            if let Some((trace, name)) = &self.trace {
                trace.note_received(name, &line);
            }
            // The first line of a child may say that there is no such program.
            if !std::mem::replace(&mut self.heard, true)
                && line.starts_with("{\"error\"")
                && let Ok(Answer { reply: Reply::Error(reason), .. }) = Answer::parse(&line)
            {
                return Err(Verdict::Unusable(reason));
            }
            let line = line.trim();
            if !line.is_empty() {
                return Ok(line.to_owned());
            }
        }
    }
}
