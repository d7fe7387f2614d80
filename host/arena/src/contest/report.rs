//! What somebody elsewhere reports of a game, and the record that follows from it and the plan. Of a report only that is
//! taken which the plan does not say; what the moves say is worked out again, and what does not fit is refused.

use std::time::{Duration, SystemTime};

use othello_board::Turn;
use othello_rules::{ByColour, Move, Outcome, Position};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord, RoundRecord};

use super::adjudicate::Adjudicator;
use super::openings::CypherBoard;
use super::plan::Plan;
use super::work::GameJob;
use crate::game_setup::start_word;
use crate::notation::SourceRecord;

/// A game as somebody elsewhere reports it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameReport {
    /// When it began.
    pub began: SystemTime,
    /// How long it took.
    pub took: Duration,
    /// How it ended.
    pub ending: Ending,
    /// The moves and passes, as a transcript with every pass written.
    pub moves: String,
    /// Whether the host kept a player waiting.
    pub held_up: bool,
    /// What the players wrote to their standard output and error.
    pub outputs: ByColour<String>,
    /// What was asked and answered.
    pub rounds: Vec<RoundRecord>,
}

/// Where a game was played that somebody else reports.
#[derive(Clone, Copy, Debug)]
pub struct Elsewhere<'a> {
    /// By whom.
    pub worker: &'a str,
    /// By how much its machine is slower than that on which the plan was made.
    pub scale: f64,
}

impl GameReport {
    /// What there is to report of a game that was played here.
    #[must_use]
    pub fn of(record: GameRecord) -> GameReport {
        let GameRecord { began, took, ending, moves, held_up, outputs, rounds, .. } = record;
        GameReport { began, took, ending, moves, held_up, outputs, rounds }
    }

    /// Its record in a contest, between these two.
    ///
    /// # Errors
    /// Where the rules don't allow what it says, in words.
    pub fn record(
        self,
        plan: &Plan,
        job: &GameJob,
        players: ByColour<PlayerRecord>,
        elsewhere: Elsewhere<'_>,
    ) -> Result<GameRecord, String> {
        let discs = self.discs(plan, job)?;
        let start = job.opening.start.map_or_else(|| plan.start.clone(), |start| start.to_string());
        let size = job.opening.start.map_or(plan.size, |start| start.size().get());
        let source = SourceRecord { place: elsewhere.worker.to_owned(), ..SourceRecord::default() };
        Ok(GameRecord {
            began: self.began,
            took: self.took,
            game: plan.recorded_game(),
            size: size.into(),
            start: start_word(&start).to_owned(),
            position: Some(start).filter(|start| start_word(start) != start),
            seed: plan.seed_of(job.number).get(),
            players,
            names: job.players.map(|player| plan.entrants[player].name.clone()),
            specs: job.players.map(|player| plan.entrants[player].spec.clone()),
            ending: self.ending,
            discs,
            moves: self.moves,
            database: "the embedded engine".to_owned(),
            time: plan.time_of(job.players).scaled(elsewhere.scale).to_string(),
            held_up: self.held_up,
            outputs: self.outputs,
            contest_place: i64::try_from(job.number).ok().map(ContestPlace),
            source: serde_json::to_string(&source).ok(),
            series: None,
            rounds: self.rounds,
        })
    }

    /// The discs at the end, if the moves lead there and to this result.
    fn discs(&self, plan: &Plan, job: &GameJob) -> Result<ByColour<u32>, String> {
        let moves = Move::sequence(&self.moves).map_err(|error| error.to_string())?;
        if !moves.starts_with(&job.opening.moves) {
            return Err("it does not begin with its opening".to_owned());
        }
        let setup = plan.setup()?;
        let (discs, result) = match (job.opening.start.or(setup.position()), setup.queries()) {
            (Some(initial), _) => {
                let may_be_decided =
                    plan.adjudicate && matches!(self.ending, Ending::Played { .. });
                by_the_rules(initial, &moves, may_be_decided)?
            }
            (None, Some(game)) => {
                let game = CypherBoard::new(game.clone(), plan.size, &plan.start);
                let view = game.and_then(|mut board| board.after(&moves));
                let view = view.map_err(|error| error.to_string())?;
                let result = match view.turn {
                    Turn::Over(winner) => Some(winner.map_or(Outcome::Draw, Outcome::Win)),
                    Turn::Move { .. } | Turn::Pass(_) => None,
                };
                (view.counts(), result)
            }
            (None, None) => return Err("nobody knows the rules of this game".to_owned()),
        };
        match (&self.ending, result) {
            (Ending::Played { winner }, Some(follows)) if *winner == follows.winner() => Ok(discs),
            (Ending::Played { .. }, Some(_)) => Err("its moves lead to another result".to_owned()),
            (Ending::Played { .. }, None) => Err("its moves don't lead to an end".to_owned()),
            (Ending::Forfeit { .. }, Some(_)) => Err("it was over before the forfeit".to_owned()),
            (Ending::Forfeit { .. }, None) | (Ending::Void { .. }, _) => Ok(discs),
        }
    }
}

/// The discs after these moves, and the result where there is one.
fn by_the_rules(
    initial: Position,
    moves: &[Move],
    may_be_decided: bool,
) -> Result<(ByColour<u32>, Option<Outcome>), String> {
    let mut position = initial;
    for &ply in moves {
        position = position.apply(ply).map_err(|error| format!("{ply}: {error}"))?;
    }
    let outcome = match position.outcome() {
        None if may_be_decided => Adjudicator::new(initial).decided(moves),
        outcome => outcome,
    };
    Ok((position.count(), outcome))
}

#[cfg(test)]
mod tests {
    use othello_rules::{Colour, Game};

    use super::super::openings::Opening;
    use super::super::plan::Entrant;
    use super::*;

    fn plan(adjudicate: bool) -> Plan {
        let entrant = |name: &str| Entrant::new(name, name, &PlayerRecord::default(), None);
        let entrants = vec![entrant("A"), entrant("B")];
        Plan { size: 4, seed: 7, adjudicate, ..Plan::of_othello(entrants) }
    }

    /// A whole game on the small board in which everybody goes to the first legal square.
    fn game() -> Game {
        let mut game = Game::from_position(plan(false).setup().unwrap().position().unwrap());
        while !game.position().is_over() {
            let first = game.position().legal_moves().into_iter().next();
            game.play(first.map_or(Move::Pass, Move::Place)).unwrap();
        }
        game
    }

    fn checked(plan: &Plan, moves: &[Move], ending: Ending) -> Result<GameRecord, String> {
        let report = GameReport {
            began: SystemTime::UNIX_EPOCH,
            took: Duration::ZERO,
            ending,
            moves: moves.iter().map(Move::to_string).collect(),
            held_up: false,
            outputs: ByColour::default(),
            rounds: Vec::new(),
        };
        let opening = Opening { start: None, moves: game().moves()[..1].to_vec() };
        let job = GameJob { number: 3, players: ByColour { black: 1, white: 0 }, opening };
        report.record(plan, &job, ByColour::default(), Elsewhere { worker: "w", scale: 1.0 })
    }

    #[test]
    fn a_record_follows_from_the_plan_and_a_true_report() {
        let game = game();
        let winner = game.position().outcome().unwrap().winner();
        let record = checked(&plan(false), game.moves(), Ending::Played { winner }).unwrap();
        assert_eq!((record.names.black.as_str(), record.size), ("B", 4));
        assert_eq!(record.discs, game.position().count());
        assert_eq!(record.contest_place, Some(ContestPlace(3)));
        assert_eq!(record.seed, plan(false).seed_of(3).get());
    }

    #[test]
    fn a_report_that_the_rules_refuse_is_no_record() {
        let game = game();
        let moves = game.moves();
        let winner = game.position().outcome().unwrap().winner();
        let refused = |moves: &[Move], ending| checked(&plan(false), moves, ending).unwrap_err();
        let other = Ending::Played { winner: winner.map_or(Some(Colour::Black), |it| Some(!it)) };
        assert_eq!(refused(moves, other), "its moves lead to another result");
        let half = &moves[..moves.len() / 2];
        assert_eq!(refused(half, Ending::Played { winner }), "its moves don't lead to an end");
        let twice = [moves[0], moves[0]];
        assert!(refused(&twice, Ending::Played { winner }).contains("is taken by a disc"));
        assert_eq!(refused(&[], Ending::Played { winner }), "it does not begin with its opening");
        let forfeit =
            Ending::Forfeit { by: Colour::Black, word: "time-out".into(), reason: "slow".into() };
        assert_eq!(refused(moves, forfeit.clone()), "it was over before the forfeit");
        assert!(checked(&plan(false), half, forfeit).is_ok());
    }

    #[test]
    fn a_decided_game_may_end_early_only_where_the_plan_says_so() {
        let game = game();
        let mut adjudicator = Adjudicator::new(plan(true).setup().unwrap().position().unwrap());
        let decided = (0..game.moves().len())
            .find_map(|count| Some((count, adjudicator.decided(&game.moves()[..count])?)));
        let (count, outcome) = decided.unwrap();
        let ending = Ending::Played { winner: outcome.winner() };
        let moves = &game.moves()[..count];
        assert!(checked(&plan(true), moves, ending.clone()).is_ok());
        assert!(checked(&plan(false), moves, ending).is_err());
    }
}
