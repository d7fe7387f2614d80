//! A player tried out by its author: asked rounds that were recorded, and played against chance, with what the host
//! would say to each of its answers.

use std::fmt;
use std::time::{Duration, Instant};

use othello_arena::judging::{Rules, against_chance};
use othello_player_api::{About, Game, Query, Round, Symbol};
use othello_players::check::{Board, Judge};
use othello_players::{AskError, Contestant, Decision, Runner, Session, player_lines};
use othello_rules::Colour;
use serde_json::{Value, json};

use crate::report::no_answer;

/// A player that is tried out.
pub struct Trial<'a> {
    /// How it is started.
    pub runner: &'a Runner,
    /// Who it is.
    pub contestant: Contestant,
    /// Who knows what is legal.
    pub judge: Rules,
    /// How long it may take for a round.
    pub limit: Duration,
}

/// A legal answer to a round.
pub struct Answered {
    square: String,
    took: Duration,
}

/// What came of a round.
pub struct TriedRound {
    number: usize,
    symbol: Symbol,
    moves: String,
    /// The answer, or how it loses.
    result: Result<Answered, String>,
}

impl fmt::Display for TriedRound {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "round {}: {} after {:?}: ", self.number, self.symbol.letter(), self.moves)?;
        match &self.result {
            Ok(Answered { square, took }) => {
                write!(f, "{square}, legal, {:.1} ms", took.as_secs_f64() * 1e3)
            }
            Err(why) => write!(f, "loses: {why}"),
        }
    }
}

impl TriedRound {
    /// As an event for programs.
    pub fn json(&self) -> Value {
        let answered = self.result.as_ref().ok();
        json!({
            "event": "round",
            "number": self.number,
            "symbol": self.symbol.letter().to_string(),
            "moves": self.moves,
            "square": answered.map(|answered| &answered.square),
            "ms": answered.map(|answered| answered.took.as_secs_f64() * 1e3),
            "loses_by": self.result.as_ref().err(),
        })
    }
}

/// What came of a game against chance.
pub struct TriedGame {
    number: u32,
    colour: Colour,
    /// The player's discs and the other side's, or how it loses.
    result: Result<(u32, u32), String>,
}

impl TriedGame {
    fn outcome(&self) -> &'static str {
        match &self.result {
            Ok((own, others)) if own > others => "won",
            Ok((own, others)) if own == others => "drawn",
            _ => "lost",
        }
    }

    /// As an event for programs.
    pub fn json(&self) -> Value {
        let counts = self.result.as_ref().ok();
        json!({
            "event": "game",
            "number": self.number,
            "colour": self.colour.to_string().to_lowercase(),
            "outcome": self.outcome(),
            "discs": counts.map(|(own, others)| [own, others]),
            "loses_by": self.result.as_ref().err(),
        })
    }
}

impl fmt::Display for TriedGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} as {}: ", self.number, self.colour)?;
        match &self.result {
            Ok((own, others)) => write!(f, "{}, {own} - {others}", self.outcome()),
            Err(why) => write!(f, "loses: {why}"),
        }
    }
}

impl Trial<'_> {
    /// What the host says to each of these rounds. Rounds of one side that follow each other are one game.
    ///
    /// # Errors
    /// How many of them would lose.
    pub fn rounds(&self, rounds: &[Round], tell: &mut dyn FnMut(&TriedRound)) -> Result<(), usize> {
        let mut session: Option<(Session, u32)> = None;
        let mut lost = 0;
        for (number, round) in (1..).zip(rounds) {
            let moves = round.moves.as_ref().map(|moves| moves.concat()).unwrap_or_default();
            let goes_on = |(session, ply): &(Session, u32)| {
                session.symbol() == round.symbol && *ply < round.ply
            };
            let answered = match session.take().filter(goes_on) {
                Some((session, _)) => Ok(session),
                None => self.begin(round),
            };
            let result = answered.and_then(|mut begun| {
                let answered = self.ask(&mut begun, round)?;
                session = Some((begun, round.ply));
                Ok(answered)
            });
            lost += usize::from(result.is_err());
            tell(&TriedRound { number, symbol: round.symbol, moves, result });
        }
        if lost == 0 { Ok(()) } else { Err(lost) }
    }

    /// Plays whole games against a side that moves by chance, from both sides in turn.
    ///
    /// # Errors
    /// How many of them it loses by a fault of its own.
    pub fn games(&self, count: u32, tell: &mut dyn FnMut(&TriedGame)) -> Result<(), u32> {
        let boards = self.judge.boards(self.about());
        let Some(board) = boards.first() else {
            tell_line!("othello-host: it plays no game that is known here");
            return Ok(());
        };
        let mut lost = 0;
        for number in 1..=count {
            let colour = if number % 2 == 1 { Colour::Black } else { Colour::White };
            let result = self.game(board, u64::from(number), colour);
            lost += u32::from(result.is_err());
            tell(&TriedGame { number, colour, result });
        }
        if lost == 0 { Ok(()) } else { Err(lost) }
    }

    fn about(&self) -> &About {
        self.contestant.about()
    }

    /// The discs at a game's end, the player's first.
    fn game(&self, board: &Board, number: u64, colour: Colour) -> Result<(u32, u32), String> {
        let mut session = None;
        let game = against_chance(board, number, colour, |round| {
            let session = match &mut session {
                Some(session) => session,
                none => none.insert(self.begin(round)?),
            };
            Ok(self.ask(session, round)?.square)
        })?;
        let counts = game.position().count();
        Ok((counts[colour], counts[!colour]))
    }

    fn begin(&self, round: &Round) -> Result<Session, String> {
        let mut game = Game::default();
        game.game.clone_from(&round.game);
        game.size = round.size;
        game.start.clone_from(&round.start);
        game.symbol = round.symbol;
        game.seed = round.seed;
        let started = self.runner.start(&self.contestant, game);
        started.and_then(|starting| starting.ready()).map_err(|error| words(&error))
    }

    /// Asks a round and runs the query, in the time that a game would give for both.
    fn ask(&self, session: &mut Session, round: &Round) -> Result<Answered, String> {
        let mut round = round.clone();
        round.time_ms = Some(u64::try_from(self.limit.as_millis()).unwrap_or(u64::MAX));
        let begun = Instant::now();
        let response = session.ask(round.clone(), Some(begun + self.limit));
        let response = response.map_err(|error| words(&error))?;
        let query: Query = match response.decision {
            Decision::Query(query) => query,
            Decision::Resigned(why) => return Err(format!("it resigns: {why}")),
        };
        let left = self.limit.saturating_sub(response.took);
        let square = self
            .judge
            .judge(&round, &query, left)
            .map_err(|why| format!("{why}\nits query was:\n{}", player_lines(&query.cypher)))?;
        Ok(Answered { square, took: begun.elapsed() })
    }
}

/// Why it gave no answer, with the end of what it wrote.
fn words(error: &AskError) -> String {
    match error {
        AskError::Player(_) => format!("it {}", no_answer(error)),
        AskError::Host(_) => error.to_string(),
    }
}
