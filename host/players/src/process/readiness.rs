//! What is waited for in a conversation, and what came.

/// What the conversation waits for.
#[derive(Clone, Copy)]
pub(super) enum Readiness {
    /// That there is something to read.
    Readable,
    /// That there is room to write.
    Writable,
}

/// What ends the waiting.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Hears {
    /// The conversation, and what is written elsewhere.
    All,
    /// The conversation alone.
    Conversation,
}

/// What came of waiting; nothing where the time was over first.
#[derive(Clone, Copy)]
pub(super) struct Ready {
    /// Whether what was waited for is there, or can't come any more.
    pub conversation: bool,
    /// Whether the process wrote something elsewhere.
    pub output: bool,
}
