//! Takes a player to resign that calls its game lost while the other one calls it won, each by its own evaluation. That
//! is an opinion, unlike what `adjudicate` finds, and may change a result.

use std::fmt;
use std::str::FromStr;
use std::sync::Arc;
use std::sync::mpsc::Receiver;

use othello_player_api::Thinking;
use othello_rules::{ByColour, Colour};
use serde::{Deserialize, Serialize};

use crate::event::Event;

/// For how many moves of each the players must agree where nobody says it.
const USUAL_MOVES: u32 = 3;

/// What both players must say before a game is over.
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Agreement {
    /// By how many discs one of them is ahead, at least.
    discs: f64,
    /// At how many moves of each, one after the other.
    moves: u32,
}

/// A text that says nothing of what players must agree on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "no agreement {0:?}; write by how many discs both must see one ahead, such as 20, and for how many moves: 20x4"
)]
pub struct ParseAgreementError(String);

impl FromStr for Agreement {
    type Err = ParseAgreementError;

    fn from_str(text: &str) -> Result<Agreement, ParseAgreementError> {
        let (discs, moves) = match text.split_once('x') {
            Some((discs, moves)) => (discs, moves.parse().ok()),
            None => (text, Some(USUAL_MOVES)),
        };
        let discs = discs.parse().ok().filter(|discs: &f64| discs.is_finite() && *discs > 0.0);
        match (discs, moves.filter(|&moves| moves > 0)) {
            (Some(discs), Some(moves)) => Ok(Agreement { discs, moves }),
            _ => Err(ParseAgreementError(text.to_owned())),
        }
    }
}

impl fmt::Display for Agreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Agreement { discs, moves } = self;
        write!(f, "games ended where both players see one {discs} discs ahead for {moves} moves")
    }
}

/// Listens to a game's players until they agree.
#[derive(Debug)]
pub(super) struct Listener {
    agreement: Agreement,
    events: Receiver<Arc<Event>>,
    opinions: ByColour<Opinion>,
}

/// Whom a player has seen far enough ahead, and at how many of its moves in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Opinion {
    leader: Option<Colour>,
    moves: u32,
}

impl Listener {
    pub fn new(agreement: Agreement, events: Receiver<Arc<Event>>) -> Listener {
        Listener { agreement, events, opinions: ByColour::default() }
    }

    /// Who wins, once both say so.
    pub fn winner(&mut self) -> Option<Colour> {
        for event in self.events.try_iter() {
            if let Event::Round(round) = event.as_ref() {
                let discs = round.exhibit.thinking().and_then(discs);
                self.opinions[round.colour].hear(self.agreement.leader(round.colour, discs));
            }
        }
        let ByColour { black, white } = self.opinions;
        let long_enough = black.moves.min(white.moves) >= self.agreement.moves;
        black.leader.filter(|_| long_enough && black.leader == white.leader)
    }
}

impl Agreement {
    /// Whom a player sees far enough ahead that expects to win by so many discs.
    fn leader(self, player: Colour, discs: Option<f64>) -> Option<Colour> {
        match discs? {
            ahead if ahead >= self.discs => Some(player),
            behind if behind <= -self.discs => Some(player.opponent()),
            _ => None,
        }
    }
}

impl Opinion {
    fn hear(&mut self, leader: Option<Colour>) {
        let moves = if leader == self.leader { self.moves.saturating_add(1) } else { 1 };
        *self = Opinion { leader, moves };
    }
}

/// By how many discs a player expects to win; nothing where it counts in a measure of its own.
fn discs(thinking: &Thinking) -> Option<f64> {
    let one = match thinking.unit.as_deref()? {
        "discs" => 1.0,
        "centidiscs" => 0.01,
        _ => return None,
    };
    thinking.value.map(|value| value * one)
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::channel;
    use std::time::Duration;

    use othello_board::Secret;

    use super::*;
    use crate::event::Round;
    use crate::exhibit::{Allowance, Exhibit};

    fn says(colour: Colour, value: f64, unit: &str) -> Arc<Event> {
        let mut thinking = Thinking::default();
        (thinking.value, thinking.unit) = (Some(value), Some(unit.to_owned()));
        let mut exhibit = Exhibit::default();
        exhibit.show_thinking(Some(&thinking), &mut Allowance::of_round(&Secret::default()));
        let (asked, ran, held_up) = <(Duration, Duration, Duration)>::default();
        Arc::new(Event::Round(Round { ply: 0, colour, exhibit, asked, ran, held_up }))
    }

    /// Who wins after each of these values of Black's and White's moves by turns.
    fn winners(agreement: &str, values: &[f64], unit: &str) -> Vec<Option<Colour>> {
        let (sender, events) = channel();
        let mut listener = Listener::new(agreement.parse().unwrap(), events);
        let sides = Colour::ALL.into_iter().cycle();
        let after = sides.zip(values).map(|(colour, &value)| {
            sender.send(says(colour, value, unit)).unwrap();
            listener.winner()
        });
        after.collect()
    }

    #[test]
    fn a_game_is_over_when_the_loser_says_so_too_and_for_long_enough() {
        let over = [None, None, None, Some(Colour::Black)];
        assert_eq!(winners("10x2", &[12.0, -11.0, 15.0, -10.0], "discs"), over);
        assert_eq!(winners("10x2", &[1200.0, -1100.0, 1500.0, -1000.0], "centidiscs"), over);
        let lost = [-12.0, 11.0, -15.0, 10.0];
        assert_eq!(winners("10x2", &lost, "discs")[3], Some(Colour::White));
    }

    #[test]
    fn no_claim_of_the_winner_alone_ends_a_game_nor_one_in_another_measure_nor_one_that_is_taken_back()
     {
        for (values, unit) in [
            ([64.0, 64.0, 64.0, 64.0], "discs"),
            ([64.0, -9.0, 64.0, -9.0], "discs"),
            ([64.0, -64.0, 3.0, -64.0], "discs"),
            ([64.0, -64.0, -64.0, 64.0], "discs"),
            ([64.0, f64::NAN, 64.0, f64::NAN], "discs"),
            ([64.0, -64.0, 64.0, -64.0], "chance to win"),
        ] {
            assert_eq!(winners("10x2", &values, unit), [None; 4], "{values:?} {unit}");
        }
    }

    #[test]
    fn what_is_to_be_agreed_on_is_read_as_people_write_it() {
        let usual = Agreement { discs: 20.0, moves: USUAL_MOVES };
        assert_eq!("20".parse(), Ok(usual));
        assert_eq!("2.5x1".parse(), Ok(Agreement { discs: 2.5, moves: 1 }));
        for wrong in ["", "x", "0", "-3", "20x", "20x0", "nan", "inf", "20x1.5", "20 x 4x"] {
            assert!(wrong.parse::<Agreement>().is_err(), "{wrong}");
        }
    }
}
