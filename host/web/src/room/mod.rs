//! A room: one live game with its addresses, its state, and the threads that play it whenever somebody is there.
//! From the ground up: `course`, `clocks`, `visitors`, `phase` and `changes` make up the `state`, which a `shared`
//! room keeps and has written by the `writer`; a `segment` plays, `follow` takes in what its game tells, and
//! `visits` and `commands` are what people do, and `forgetting` is what becomes of a game to which nobody comes.

mod changes;
mod clocks;
mod commands;
mod course;
mod follow;
mod forgetting;
mod game_state;
mod keeping;
mod keys;
mod person;
mod phase;
mod record;
mod saved_game;
mod segment;
mod shared;
mod state;
mod visitors;
mod visits;
mod writer;

pub(crate) use changes::Hearing;
pub(crate) use keys::{Holder, Identity};
pub(crate) use saved_game::SavedGame;
pub(crate) use shared::{Room, RoomSeat, RoomSetup};
pub(crate) use state::Pace;
pub(crate) use visits::PRESENCE_DELAY;
pub(crate) use writer::Writer;
