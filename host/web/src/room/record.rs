//! A live game as a text, for other programs.

use super::keys::Holder;
use super::shared::Room;
use crate::protocol::ServerMessage;
use crate::records::as_record;
use crate::refusal::Refusal;

impl Room {
    /// The game so far in one of the forms.
    pub fn record(&self, format: &str) -> Result<String, Refusal> {
        if format == "json" {
            return Ok(ServerMessage::State(Box::new(self.snapshot(Holder::default()))).to_text());
        }
        let moves = self.look(|state| state.course.moves());
        let names = self.seats.as_ref().map(|seat| seat.info.name.clone());
        as_record(format, &self.setup, &moves, &names)
    }
}
