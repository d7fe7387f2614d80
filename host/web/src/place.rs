//! Positions by how they came about: which game on which board, and the moves. Works for every game that has
//! a referee, on a board of its own in memory.

use othello_arena::GameSetup;
use othello_board::{Embedded, Referee, Ruling, Turn, View};
use othello_rules::{Colour, Move, Square};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::games::Games;
use crate::refusal::Refusal;

/// More moves than a game on the largest board can have, passes among them.
const MOST_MOVES: usize = 512;

/// A position by how it came about.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Place {
    /// The game's name.
    #[serde(default = "othello")]
    pub game: String,
    /// Rows of the board; the game's usual ones where nothing is said.
    #[serde(default)]
    pub size: Option<u8>,
    /// How the board begins, by name or by rows; the usual way where nothing is said.
    #[serde(default)]
    pub start: Option<String>,
    /// The moves; passes may be left out.
    #[serde(default)]
    pub moves: Vec<String>,
}

/// The game where nobody says which.
pub fn othello() -> String {
    "othello".to_owned()
}

/// A ply that was played, and the board after it.
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

/// A position that was reached by playing to it.
pub struct Reached {
    /// The board as it began.
    pub initial: View,
    /// Everything that was played.
    pub plies: Vec<Ply>,
    /// The board's graph.
    pub session: Embedded,
    /// Who knows the rules.
    pub referee: Box<dyn Referee>,
}

impl Place {
    /// What it begins with.
    pub fn setup(&self, games: &Games) -> Result<GameSetup, Refusal> {
        games.begin(&self.game, self.size, self.start.as_deref())
    }

    /// Plays to the position.
    pub fn reach(&self, games: &Games) -> Result<Reached, Refusal> {
        let moves: Result<Vec<Move>, _> = self.moves.iter().map(|text| text.parse()).collect();
        let moves = moves.map_err(|_| Refusal::wrong("a move is a square such as d3, or --"))?;
        Reached::after(&self.setup(games)?, &moves)
    }
}

impl Reached {
    /// Plays these moves; passes that were left out are put in.
    pub fn after(setup: &GameSetup, moves: &[Move]) -> Result<Reached, Refusal> {
        if moves.len() > MOST_MOVES {
            return Err(Refusal::wrong(format!("no game has {} moves", moves.len())));
        }
        let mut referee = setup.referee(setup.usual_judge()).map_err(Refusal::wrong)?;
        let mut session = Embedded::new();
        referee.begin(&mut session, &[]).map_err(Refusal::wrong)?;
        let initial = referee.view().clone();
        let mut reached = Reached { initial, plies: Vec::new(), session, referee };
        for (at, &ply) in moves.iter().enumerate() {
            reached.play(at, ply)?;
        }
        while reached.pass()? {}
        Ok(reached)
    }

    /// The board as it is.
    pub fn view(&self) -> &View {
        self.referee.view()
    }

    /// All that was played.
    pub fn moves(&self) -> Vec<Move> {
        self.plies.iter().map(|ply| ply.ply).collect()
    }

    /// Passes where the side to move has to.
    fn pass(&mut self) -> Result<bool, Refusal> {
        let Turn::Pass(colour) = self.view().turn else { return Ok(false) };
        self.referee.pass(&mut self.session).map_err(Refusal::wrong)?;
        let view = self.view().clone();
        self.plies.push(Ply { colour, ply: Move::Pass, flips: Vec::new(), view });
        Ok(true)
    }

    fn play(&mut self, at: usize, ply: Move) -> Result<(), Refusal> {
        let wrong = |why: &str| Refusal::wrong(format!("move {} ({ply}): {why}", at + 1));
        let Move::Place(square) = ply else {
            // One that was written may have been put in already.
            let passed = self.plies.last().is_some_and(|last| last.ply == Move::Pass);
            return if self.pass()? || passed { Ok(()) } else { Err(wrong("nobody has to pass")) };
        };
        while self.pass()? {}
        let Turn::Move { colour, .. } = self.view().turn else {
            return Err(wrong("the game is over"));
        };
        match self.referee.play(&mut self.session, square).map_err(Refusal::wrong)? {
            Ruling::Played { flips } => {
                let view = self.view().clone();
                self.plies.push(Ply { colour, ply, flips, view });
                Ok(())
            }
            Ruling::Illegal(why) => Err(wrong(&why)),
        }
    }
}

impl Ply {
    /// The ply as the page knows it.
    pub fn to_json(&self) -> Value {
        json!({
            "colour": word(self.colour),
            "move": self.ply.to_string(),
            "flips": self.flips.iter().map(Square::to_string).collect::<Vec<_>>(),
            "board": self.view.board(),
            "counts": counts(&self.view),
        })
    }
}

/// Discs of both sides.
pub fn counts(view: &View) -> Value {
    let counts = view.counts();
    json!({ "black": counts.black, "white": counts.white })
}

/// What lies on a board and whose turn it is.
pub fn lying(view: &View) -> Value {
    let (phase, turn, winner) = match &view.turn {
        Turn::Move { colour, .. } => ("move", Some(*colour), None),
        Turn::Pass(colour) => ("pass", Some(*colour), None),
        Turn::Over(winner) => ("over", None, *winner),
    };
    json!({
        "board": view.board(),
        "turn": turn.map(word),
        "phase": phase,
        "legal": view.legal().iter().map(Square::to_string).collect::<Vec<_>>(),
        "counts": counts(view),
        "winner": winner.map(word),
    })
}

/// A side in a word.
pub fn word(colour: Colour) -> &'static str {
    match colour {
        Colour::Black => "black",
        Colour::White => "white",
    }
}
