//! Whether a game that was read can be played: its queries one by one, then a hundred random games over its boards
//! and starts. Playing for a result is the referee's.

use othello_rules::{ByColour, Colour, Square};

use crate::game::{CypherGame, Query};
use crate::session::guard;
use crate::{Cypher, Embedded, Referee, RefereeFault, Ruling, Turn};

/// How many games are tried, over all boards and starts.
const GAMES: usize = 100;
/// A game that is longer than so many times the squares of its board never ends.
const LONGEST: usize = 4;

impl CypherGame {
    /// What is wrong with the game, each with its file and, where a query is at fault, line and caret. Games
    /// are tried only where the queries can be read, and up to the first that fails on each board.
    #[must_use]
    pub fn problems(&self) -> Vec<String> {
        let mut problems = self.mistakes();
        if problems.is_empty() {
            let all = self
                .sizes
                .iter()
                .flat_map(|size| self.starts.iter().map(move |start| (*size, start)));
            let beginnings: Vec<(u8, &String)> = all.collect();
            let games = GAMES.div_ceil(beginnings.len().max(1));
            problems.extend(beginnings.into_iter().filter_map(|(size, start)| {
                let why = self.try_games(size, start, games).err()?;
                Some(format!("on {size}x{size} from {start}: {why}"))
            }));
        }
        problems
    }

    /// What is wrong with the queries as they are written.
    pub(crate) fn mistakes(&self) -> Vec<String> {
        let unread: Vec<String> =
            self.queries.all().into_iter().filter_map(Query::problem).collect();
        if unread.is_empty() { self.missing_columns() } else { unread }
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

    /// Plays random games on one board, in which both sides must come to move.
    fn try_games(&self, size: u8, start: &str, games: usize) -> Result<(), String> {
        let mut moves = ByColour::<usize>::default();
        for seed in 1..=games as u64 {
            let played = self.try_game(size, start, seed)?;
            for colour in Colour::ALL {
                moves[colour] += played[colour];
            }
        }
        match Colour::ALL.into_iter().find(|&colour| moves[colour] == 0) {
            Some(idle) if moves[idle.opponent()] > games => Err(format!(
                "{}: only {} ever moves, {} times in {games} games",
                self.queries.turn.file,
                idle.opponent(),
                moves[idle.opponent()]
            )),
            _ => Ok(()),
        }
    }

    /// Plays a random game, and tries a square that is not legal before each move. Gives how often each side moved.
    fn try_game(&self, size: u8, start: &str, seed: u64) -> Result<ByColour<usize>, String> {
        let said = |fault: RefereeFault| fault.to_string();
        let mut session = Embedded::new();
        let mut referee = Cypher::new(self.clone(), size, start).map_err(said)?;
        referee.begin(&mut session, &[]).map_err(said)?;
        let squares = usize::from(size) * usize::from(size);
        let (mut chance, mut moves) = (seed, ByColour::default());
        for _ in 0..LONGEST * squares {
            match referee.view().turn.clone() {
                Turn::Over(_) => return Ok(moves),
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
                    moves[colour] += 1;
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
