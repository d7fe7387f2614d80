//! A place in a game, by how it came about: what the game began with, and what was played. There is one way to play
//! to it, for every game that has a referee: on a board of its own in memory.

use othello_board::{Embedded, Referee, Ruling, Turn, View};
use othello_rules::{Colour, Move, Position, Square};

use crate::board_text::board_text;
use crate::game_setup::GameSetup;

/// More moves than a game on the largest board can have, passes among them.
const MOST_MOVES: usize = 512;

/// A place in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GamePosition {
    /// What the game began with.
    pub setup: GameSetup,
    /// What was played; passes may be left out.
    pub moves: Vec<Move>,
}

/// A ply that was played.
#[derive(Clone, Debug)]
pub struct Ply {
    /// By whom.
    pub colour: Colour,
    /// What.
    pub ply: Move,
    /// What it turned over.
    pub flips: Vec<Square>,
    /// The board after it.
    pub view: View,
}

/// A position that was played to, with the graph as it is there.
pub struct PlayedPosition {
    /// The board as it began.
    pub initial: View,
    /// Everything that was played, with the passes that were left out.
    pub plies: Vec<Ply>,
    /// The graph.
    pub session: Embedded,
    /// Who knows the rules.
    pub referee: Box<dyn Referee>,
}

impl GamePosition {
    /// The place after these moves.
    #[must_use]
    pub fn new(setup: GameSetup, moves: Vec<Move>) -> GamePosition {
        GamePosition { setup, moves }
    }

    /// The place that a text names: the moves that lead there, or where the host has rules of its own for the game
    /// the board by rows, with this side to move where one is named.
    ///
    /// # Errors
    /// What is wrong with the text.
    pub fn parse(
        setup: GameSetup,
        text: &str,
        to_move: Option<Colour>,
    ) -> Result<GamePosition, String> {
        let text = text.trim();
        let board = setup.position().and_then(|initial| Some((initial, board_text(text)?)));
        let Some((initial, board)) = board else {
            let moves = Move::sequence(text).map_err(|error| error.to_string())?;
            return Ok(GamePosition::new(setup, moves));
        };
        let mut board = board?;
        if board.size() != initial.size() {
            let (size, usual) = (board.size(), initial.size());
            return Err(format!(
                "it is a board of {size}, and the game is on {usual}; name its size (--size {})",
                size.get()
            ));
        }
        board.variant = initial.variant();
        board.to_move = to_move.unwrap_or(board.to_move);
        let position = Position::try_from(board).map_err(|error| error.to_string())?;
        Ok(GamePosition::new(GameSetup::at(position), Vec::new()))
    }

    /// How many rows the board has that a text is; nothing where it is none.
    #[must_use]
    pub fn size(text: &str) -> Option<u8> {
        Some(board_text(text)?.ok()?.size().get())
    }

    /// Plays to it.
    ///
    /// # Errors
    /// The first move that the game does not allow, with its number.
    pub fn play(&self) -> Result<PlayedPosition, String> {
        if self.moves.len() > MOST_MOVES {
            return Err(format!("no game has {} moves", self.moves.len()));
        }
        let mut referee = self.setup.referee(self.setup.usual_referee())?;
        let mut session = Embedded::new();
        referee.begin(&mut session, &[]).map_err(|fault| fault.to_string())?;
        let initial = referee.view().clone();
        let mut played = PlayedPosition { initial, plies: Vec::new(), session, referee };
        for (number, &ply) in (1..).zip(&self.moves) {
            played.play(ply).map_err(|why| format!("move {number} ({ply}): {why}"))?;
        }
        Ok(played)
    }

    /// Plays to it, and past the passes behind it, to where somebody can move or the game is over.
    ///
    /// # Errors
    /// As [`GamePosition::play`].
    pub fn play_to_a_move(&self) -> Result<PlayedPosition, String> {
        let mut played = self.play()?;
        while played.pass()? {}
        Ok(played)
    }
}

impl PlayedPosition {
    /// The board as it is.
    #[must_use]
    pub fn view(&self) -> &View {
        self.referee.view()
    }

    /// The board as it began, and after each ply.
    #[must_use]
    pub fn views(&self) -> Vec<View> {
        let after = self.plies.iter().map(|ply| ply.view.clone());
        std::iter::once(self.initial.clone()).chain(after).collect()
    }

    /// All that was played.
    #[must_use]
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.ply).collect()
    }

    /// The side to move; Black where the game is over.
    #[must_use]
    pub fn to_move(&self) -> Colour {
        match self.view().turn {
            Turn::Move { colour, .. } | Turn::Pass(colour) => colour,
            Turn::Over(_) => Colour::Black,
        }
    }

    /// Plays one move more, and past the passes behind it.
    ///
    /// # Errors
    /// Why the game does not allow it.
    pub fn go_on(&mut self, ply: Move) -> Result<(), String> {
        self.play(ply)?;
        while self.pass()? {}
        Ok(())
    }

    /// Passes where the side to move has to.
    fn pass(&mut self) -> Result<bool, String> {
        let Turn::Pass(colour) = self.view().turn else { return Ok(false) };
        self.referee.pass(&mut self.session).map_err(|fault| fault.to_string())?;
        let view = self.view().clone();
        self.plies.push(Ply { colour, ply: Move::Pass, flips: Vec::new(), view });
        Ok(true)
    }

    fn play(&mut self, ply: Move) -> Result<(), String> {
        let Move::Place(square) = ply else {
            // One that was written may have been put in already.
            let passed = self.plies.last().is_some_and(|last| last.ply == Move::Pass);
            return if self.pass()? || passed {
                Ok(())
            } else {
                Err("nobody has to pass".to_owned())
            };
        };
        while self.pass()? {}
        let Turn::Move { colour, .. } = self.view().turn else {
            return Err("the game is over".to_owned());
        };
        let ruling = self.referee.play(&mut self.session, square);
        match ruling.map_err(|fault| fault.to_string())? {
            Ruling::Played { flips } => {
                let view = self.view().clone();
                self.plies.push(Ply { colour, ply, flips, view });
                Ok(())
            }
            Ruling::Illegal(why) => Err(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn setup(game: &str) -> GameSetup {
        GameSetup::find(game, None, None).unwrap()
    }

    #[test]
    fn a_position_is_played_to_with_the_passes_that_were_left_out() {
        let short = GameSetup::find("othello", None, Some("-XO------------- X"));
        let position = GamePosition::parse(short.unwrap(), "d1", None).unwrap();
        let played = position.play().unwrap();
        assert_eq!((played.moves().len(), played.views().len()), (1, 2));
        assert_eq!(played.plies[0].flips.len(), 1);
        assert!(matches!(played.view().turn, Turn::Over(Some(Colour::Black))));
    }

    #[test]
    fn a_move_that_is_not_allowed_is_named_with_its_number() {
        for (game, text, why) in [
            ("othello", "f5d6a1", "move 3 (a1)"),
            ("othello", "f5--", "move 2 (--): nobody has to pass"),
            ("tictactoe", "a1a1", "move 2 (a1)"),
        ] {
            let position = GamePosition::parse(setup(game), text, None).unwrap();
            let error = position.play().err().unwrap();
            assert!(error.starts_with(why), "{error}");
        }
    }

    #[test]
    fn a_board_by_rows_is_a_position_too() {
        let board = "-----OX--XO----- O";
        let position = GamePosition::parse(setup("othello"), &board[..16], Some(Colour::White));
        let error = position.unwrap_err();
        assert!(error.contains("4x4") && error.contains("--size 4"), "{error}");
        assert_eq!(GamePosition::size(board), Some(4));
        assert_eq!(["f5d6c3", "----", ""].map(GamePosition::size), [None; 3]);
        let small = GameSetup::find("othello", Some(4), None).unwrap();
        let position = GamePosition::parse(small, &board[..16], Some(Colour::White)).unwrap();
        assert_eq!(position.setup.start, board);
        assert_eq!(position.play().unwrap().to_move(), Colour::White);
    }
}
