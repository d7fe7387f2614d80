//! Trying a query that somebody writes by hand: whether what it gave on a position makes it a player, in words, and
//! positions of all phases of a game to try it on. Whoever tries it says how long it may take.

use std::fmt;
use std::ops::ControlFlow;

use othello_board::session::Outcome;
use othello_board::{Datum, Fault, Referee, Turn};
use othello_rules::{Move, Square};

use crate::game_position::{GamePosition, PlayedPosition};
use crate::game_setup::GameSetup;
use crate::question::{ChosenSquare, NoSquare};
use crate::seed::Seed;

/// In so many parts a game is divided, of which each gives one position.
const PHASES: usize = 10;
/// After so many games there are no new positions to be found.
const MOST_GAMES: u64 = 100;

/// What a query is on one position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TrialVerdict {
    /// A player, which goes to a legal square.
    Legal(Square),
    /// A player, which loses there.
    Illegal(Square),
    /// No player, since it gave something else, and the way out.
    NoMove(String),
    /// No player, since it failed.
    Failed(String),
}

impl TrialVerdict {
    /// Judges what a query gave, or that it failed.
    #[must_use]
    pub fn of(outcome: Result<&Outcome, &Fault>, referee: &dyn Referee) -> TrialVerdict {
        let outcome = match outcome {
            Ok(outcome) => outcome,
            Err(Fault::Query(fault)) => return TrialVerdict::Failed(fault.message.clone()),
            Err(fault) => return TrialVerdict::Failed(fault.to_string()),
        };
        match ChosenSquare::of(outcome, referee) {
            Ok(chosen) if chosen.is_legal(referee.view()) => TrialVerdict::Legal(chosen.square()),
            Ok(chosen) => TrialVerdict::Illegal(chosen.square()),
            Err(none) => TrialVerdict::NoMove(way_out(&none)),
        }
    }

    /// Whether a game goes on with it.
    #[must_use]
    pub fn is_good(&self) -> bool {
        matches!(self, TrialVerdict::Legal(_))
    }
}

/// What a query gave that chooses no square, and the way out.
#[must_use]
pub fn way_out(none: &NoSquare<'_>) -> String {
    match none {
        NoSquare::NoRecord => "no row; one is wanted".to_owned(),
        NoSquare::ManyRecords(rows) => format!("{rows} rows; one is wanted, add LIMIT 1"),
        NoSquare::NoCell(columns) => {
            format!("no column cell, but {}; write AS cell behind the cell", columns.join(", "))
        }
        NoSquare::NotACell(Datum::Null) => "cell is null; find a cell for each row".to_owned(),
        NoSquare::NotACell(_) => "cell is no cell of the board; return the node itself".to_owned(),
    }
}

impl fmt::Display for TrialVerdict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            TrialVerdict::Legal(square) => write!(f, "a player: returned {square}, legal"),
            TrialVerdict::Illegal(square) => {
                write!(f, "a player that loses here: returned {square}, not legal")
            }
            TrialVerdict::NoMove(why) | TrialVerdict::Failed(why) => write!(f, "no player: {why}"),
        }
    }
}

/// Goes through so many positions of all phases, from games in which both sides move by chance. The same seed gives
/// the same ones.
///
/// # Errors
/// Where the game can't be played.
pub fn visit_positions(
    setup: &GameSetup,
    count: usize,
    seed: Seed,
    visit: &mut dyn FnMut(&mut PlayedPosition) -> ControlFlow<()>,
) -> Result<(), String> {
    let mut left = count;
    for number in 0..MOST_GAMES {
        let game = Seed::new(seed.get().wrapping_add(number));
        let mut played = GamePosition::new(setup.clone(), Vec::new()).play_to_a_move()?;
        let width = usize::from(played.view().width());
        let stride = (width * width / PHASES).max(1);
        while let Turn::Move { legal, .. } = &played.view().turn {
            let ply = played.plies.len();
            let drawn = usize::try_from(game.of_query(ply) >> 1).unwrap_or_default();
            let next = legal[drawn % legal.len()];
            if (ply as u64 + number).is_multiple_of(stride as u64) {
                if left == 0 || visit(&mut played).is_break() {
                    return Ok(());
                }
                left -= 1;
            }
            played.go_on(Move::Place(next))?;
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use std::collections::HashSet;
    use std::time::Instant;

    use othello_board::session::{Meter, Policy, player_limits};
    use othello_player_api::Query;

    use super::*;
    use crate::question::{Answer, HostParams};

    fn positions(game: &str, count: usize) -> Vec<Vec<Move>> {
        let setup = GameSetup::find(game, None, None).unwrap();
        let mut found = Vec::new();
        let mut visit = |played: &mut PlayedPosition| {
            found.push(played.moves());
            ControlFlow::Continue(())
        };
        visit_positions(&setup, count, Seed::new(1), &mut visit).unwrap();
        found
    }

    #[test]
    fn positions_are_of_all_phases_and_the_same_each_time() {
        let found = positions("othello", 50);
        assert_eq!((found.len(), &found), (50, &positions("othello", 50)));
        let tenths: HashSet<usize> = found.iter().map(|moves| moves.len() / 6).collect();
        assert!((0..9).all(|tenth| tenths.contains(&tenth)), "{tenths:?}");
        assert!(found.iter().collect::<HashSet<_>>().len() > 45);
        assert_eq!(positions("tictactoe", 50).len(), 50);
    }

    #[test]
    fn what_a_query_is_is_said_with_the_way_out() {
        let setup = GameSetup::find("othello", None, None).unwrap();
        let mut played = GamePosition::new(setup, Vec::new()).play().unwrap();
        for (query, verdict) in [
            ("MATCH (cell:Cell {row: 2, column: 3}) RETURN cell", "a player: returned d3, legal"),
            (
                "MATCH (cell:Cell {row: 0, column: 0}) RETURN cell",
                "a player that loses here: returned a1, not legal",
            ),
            ("MATCH (cell:Cell) RETURN cell", "no player: 64 rows; one is wanted, add LIMIT 1"),
            ("MATCH (cell:Nobody) RETURN cell", "no player: no row; one is wanted"),
            (
                "MATCH (c:Cell) RETURN c, c.row AS row LIMIT 1",
                "no player: no column cell, but c, row; write AS cell behind the cell",
            ),
            ("RETURN 3 AS cell", "no player: cell is no cell of the board; return the node itself"),
            ("RETURN null AS cell", "no player: cell is null; find a cell for each row"),
        ] {
            let answer =
                Answer::new(Query::new(query), &HostParams::of(othello_rules::Colour::Black));
            let meter = Meter::new(player_limits(
                Instant::now().checked_add(std::time::Duration::from_secs(60)),
                0,
            ));
            let outcome = answer
                .check(&mut played.session, &Policy::default(), &meter)
                .and_then(|checked| checked.run(&mut played.session, &meter));
            let found = TrialVerdict::of(outcome.as_ref(), played.referee.as_ref());
            assert_eq!(found.to_string(), verdict);
        }
    }
}
