//! A live game as a text, for other programs.

use othello_rules::records::{Record, ggf};
use othello_rules::{Colour, Game};

use super::keys::Holder;
use super::shared::Room;
use crate::protocol::ServerMessage;
use crate::refusal::Refusal;

impl Room {
    /// The game so far in one of the formats.
    pub fn record(&self, format: &str) -> Result<String, Refusal> {
        let moves = self.look(|state| state.course.moves());
        match format {
            "transcript" => Ok(moves.iter().map(ToString::to_string).collect()),
            "json" => {
                Ok(ServerMessage::State(Box::new(self.snapshot(Holder::default()))).to_text())
            }
            "ggf" => {
                let none = || Refusal::wrong(format!("GGF has no place for {}", self.setup.game));
                let mut game = Game::from_position(self.setup.position().ok_or_else(none)?);
                for ply in moves {
                    game.play(ply).map_err(Refusal::broken)?;
                }
                let mut record = Record::new(game);
                for colour in Colour::ALL {
                    record.players[colour].clone_from(&self.seats[colour].info.name);
                }
                Ok(ggf::write(&record))
            }
            other => Err(Refusal::wrong(format!(
                "no format {other:?}; there are transcript, ggf and json"
            ))),
        }
    }
}
