//! Whether a game that was read can be played: its queries one by one, then a few random games on every board
//! with every start. Playing for a result is the referee's.

use othello_rules::{Colour, Square};

use crate::game::{CypherGame, Query};
use crate::session::guard;
use crate::{Cypher, Embedded, Referee, RefereeFault, Ruling, Turn};

/// How many games are tried on each board.
const GAMES: u64 = 3;
/// A game that is longer than so many times the squares of its board never ends.
const LONGEST: usize = 4;

impl CypherGame {
    /// What is wrong with the game, each with its file and, where a query is at fault, line and caret. Games
    /// are tried only where the queries can be read, and up to the first that fails on each board.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let all = &self.queries;
        let queries = [&all.setup, &all.board, &all.turn, &all.legal, &all.play, &all.result];
        let mut problems: Vec<String> = queries.into_iter().filter_map(Query::problem).collect();
        if problems.is_empty() {
            problems.extend(self.missing_columns());
        }
        if problems.is_empty() {
            for &size in &self.sizes {
                for start in &self.starts {
                    let tried = (1..=GAMES).try_for_each(|seed| self.try_game(size, start, seed));
                    problems.extend(
                        tried.err().map(|why| format!("on {size}x{size} from {start}: {why}")),
                    );
                }
            }
        }
        problems
    }

    /// Queries that don't give what they are asked for.
    fn missing_columns(&self) -> Vec<String> {
        let all = &self.queries;
        let mut wanted = vec![
            (&all.board, "cell"),
            (&all.board, "mark"),
            (&all.turn, "turn"),
            (&all.legal, "cell"),
            (&all.play, self.changed.as_str()),
            (&all.result, "winner"),
        ];
        wanted.extend(self.message.as_deref().map(|message| (&all.play, message)));
        let missing = wanted.into_iter().filter_map(|(query, column)| {
            let columns = guard::columns(&query.text);
            let said = match columns.as_slice() {
                [] => "it returns nothing".to_owned(),
                columns => format!("it returns {}", columns.join(", ")),
            };
            let missing = !columns.iter().any(|found| found == column);
            missing.then(|| format!("{}: no column {column:?}; {said}", query.file))
        });
        missing.collect()
    }

    /// Plays a random game, and tries a square that is not legal before each move.
    fn try_game(&self, size: u8, start: &str, seed: u64) -> Result<(), String> {
        let said = |fault: RefereeFault| fault.to_string();
        let mut session = Embedded::new();
        let mut referee = Cypher::new(self.clone(), size, start).map_err(said)?;
        referee.begin(&mut session, &[]).map_err(said)?;
        let squares = usize::from(size) * usize::from(size);
        let mut chance = seed;
        for _ in 0..LONGEST * squares {
            match referee.view().turn.clone() {
                Turn::Over(_) => return Ok(()),
                Turn::Pass(_) => referee.pass(&mut session).map_err(said)?,
                Turn::Move { colour, legal } => {
                    if legal.is_empty() {
                        let file = &self.queries.legal.file;
                        return Err(format!("{file}: {colour} is to move and may go nowhere"));
                    }
                    let other = at(below(&mut chance, squares), size);
                    if let Some(other) = other.filter(|other| !legal.contains(other)) {
                        self.try_move(&mut referee, &mut session, colour, other, false)?;
                    }
                    let square = legal[below(&mut chance, legal.len())];
                    self.try_move(&mut referee, &mut session, colour, square, true)?;
                }
            }
        }
        Err(format!("{}: no game came to an end", self.queries.turn.file))
    }

    /// Plays a square of which the query of the legal ones has said whether it is.
    fn try_move(
        &self,
        referee: &mut Cypher,
        session: &mut Embedded,
        colour: Colour,
        square: Square,
        legal: bool,
    ) -> Result<(), String> {
        let before = referee.view().board();
        let ruling = referee.play(session, square).map_err(|fault| fault.to_string())?;
        let file = &self.queries.play.file;
        match (ruling, legal) {
            (Ruling::Played { .. }, false) => Err(format!(
                "{file}: it plays {square} for {colour}, which {} does not give as legal, on {before}",
                self.queries.legal.file
            )),
            (Ruling::Illegal(why), true) => Err(format!(
                "{file}: it does not play {square} for {colour}, which is legal, on {before}: {why}"
            )),
            _ => Ok(()),
        }
    }
}

fn at(index: usize, size: u8) -> Option<Square> {
    let (row, column) = (index / usize::from(size), index % usize::from(size));
    Square::new(u8::try_from(row).ok()?, u8::try_from(column).ok()?)
}

/// Numbers that look like chance and are the same every time (xorshift).
fn below(chance: &mut u64, bound: usize) -> usize {
    *chance ^= *chance << 13;
    *chance ^= *chance >> 7;
    *chance ^= *chance << 17;
    (*chance % bound as u64) as usize
}
