//! The messages of the protocol, version 1, as plain types without any input or output. They
//! are JSON that grows by optional fields and never loses one: what a reader does not know it
//! ignores, what a writer left out has a default. `tests/golden` keeps the first messages for
//! ever. Each file imports only from those before it: `flag`, `about`, `thinking`, `answer`, `game`,
//! `round`, `request`.

pub(crate) mod about;
pub(crate) mod answer;
mod flag;
pub(crate) mod game;
pub(crate) mod request;
pub(crate) mod round;
pub(crate) mod thinking;
