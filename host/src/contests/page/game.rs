//! A game as a report has it, and links to it.

use othello_arena::contest::Plan;
use othello_arena::{GameSetup, notation};
use othello_board::View;
use othello_rules::{ByColour, Colour};
use othello_store::{Ending, GameSummary};
use serde_json::{Value, json};

use crate::html::escape;

/// A game as the page has it.
pub struct PageGame<'g> {
    /// What a list shows of it.
    pub game: &'g GameSummary,
    /// Who played, by their places in the seeding.
    pub players: ByColour<usize>,
    /// Who won.
    pub winner: Option<Colour>,
    /// Why it was not played to its end.
    pub forfeit: Option<&'g str>,
}

impl<'g> PageGame<'g> {
    /// A game with a result, between two that take part.
    pub fn of(plan: &Plan, game: &'g GameSummary) -> Option<PageGame<'g>> {
        let forfeit = match &game.ending {
            Ending::Void { .. } => return None,
            Ending::Forfeit { word, .. } => Some(word.as_str()),
            Ending::Played { .. } => None,
        };
        let ByColour { black, white } = game.names.as_ref().map(|name| plan.entrant(name));
        let players = ByColour { black: black?, white: white? };
        Some(PageGame { game, players, winner: game.ending.winner(), forfeit })
    }

    /// By how many discs it was won.
    pub fn margin(&self) -> u32 {
        self.game.discs.black.abs_diff(self.game.discs.white)
    }

    /// How it came out, in a few words.
    pub fn result(&self) -> String {
        let name = |side: Colour| &self.game.names[side];
        let discs = format!("{} : {}", self.game.discs.black, self.game.discs.white);
        match (self.winner, self.forfeit) {
            (Some(winner), Some(word)) => format!("{} loses by {word}", name(winner.opponent())),
            (Some(winner), None) => format!("{} wins {discs}", name(winner)),
            (None, _) => format!("draw {discs}"),
        }
    }

    pub fn to_json(&self, setup: &GameSetup) -> Value {
        json!({
            "id": self.game.id.0,
            "black": self.players.black,
            "white": self.players.white,
            "moves": self.game.moves,
            "start": self.game.position.as_deref().and_then(|position| position.split(' ').next()),
            "boards": boards(self.game, setup),
            "result": self.result(),
        })
    }
}

/// A link that shows a game of the page, by its place in the list of all.
pub fn link(at: usize, text: &str) -> String {
    format!(r##"<a href="#replay" data-game="{at}">{}</a>"##, escape(text))
}

/// The boards of a game that the page can't play by itself.
fn boards(game: &GameSummary, setup: &GameSetup) -> Option<Vec<String>> {
    if setup.position().is_some() && game.position.is_none() {
        return None;
    }
    Some(notation::views(game).ok()?.iter().map(View::board).collect())
}
