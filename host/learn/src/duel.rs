//! Games of a learner's query against a boss: a player that is there, in its own process as in any game.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use othello_arena::contest::{Openings, Source};
use othello_arena::seat::{Instance, Player};
use othello_arena::table::Table;
use othello_arena::{
    Conductor, End, GameCommand, GameSetup, InstalledPlayer, Observers, Seat, Seed, Settings,
    TimeControl,
};
use othello_board::{Embedded, Secret, View};
use othello_player_api::{About, Game, Query, Round};
use othello_players::{AskError, Contestant, Decision, Finder, Response, Runner};
use othello_rules::{ByColour, Colour, Move};

use crate::judgement::{DuelGame, Judgement};
use crate::lesson::Lesson;

/// How long each side has for a move.
const MOVE_LIMIT: Duration = Duration::from_secs(5);
/// So many plies are played by chance before each pair of games.
const OPENING: u32 = 4;

/// Where bosses are found, and how they are started.
#[derive(Clone, Copy)]
pub struct Bosses<'b> {
    /// Finds them.
    pub finder: &'b Finder,
    /// Starts them.
    pub runner: &'b Runner,
}

impl Bosses<'_> {
    /// Plays the games, each opening with both colours.
    ///
    /// # Errors
    /// Where there is no such boss, or a game can't be played.
    pub(crate) fn duel(
        &self,
        lesson: &Lesson,
        query: &str,
        boss: &str,
        games: u32,
        points: f64,
        stop: &Arc<AtomicBool>,
    ) -> Result<Judgement, String> {
        let contestant = self.finder.contestant(boss).map_err(|error| error.to_string())?;
        if let Some(refusal) = lesson.setup.refusal(boss, contestant.about()) {
            return Err(refusal);
        }
        let openings = Openings::new(&Source::Random(OPENING), &lesson.setup, 1);
        let mut openings = openings.map_err(|error| error.to_string())?;
        let mut played = Vec::new();
        for number in 0..games {
            let colour = if number.is_multiple_of(2) { Colour::Black } else { Colour::White };
            let opening = openings.get(u64::from(number / 2)).moves;
            let game = OneGame { setup: &lesson.setup, query, boss: &contestant, opening, number };
            played.push(self.play(game, colour, stop)?);
        }
        let got: f64 = played.iter().map(|game| game.points).sum();
        let passed = got >= points;
        let text = match passed {
            true => format!("{boss} is beaten: {got} of {games} points"),
            false => {
                format!("not yet: {got} of {games} points against {boss}, {points} are wanted")
            }
        };
        Ok(Judgement { passed, text, mistake: None, finding: None, games: played })
    }

    fn play(
        &self,
        game: OneGame<'_>,
        colour: Colour,
        stop: &Arc<AtomicBool>,
    ) -> Result<DuelGame, String> {
        let seed = Seed::new(u64::from(game.number));
        let referee = game.setup.usual_referee();
        let seat = |name: &str, player: Box<dyn Player>| Seat {
            name: name.to_owned(),
            player,
            person: None,
            key: Secret::default(),
        };
        let runner = self.runner.clone();
        let boss = InstalledPlayer { contestant: game.boss.clone(), runner };
        let mut seats = ByColour {
            black: seat("you", Box::new(Typed::new(game.query))),
            white: seat(&game.boss.name, Box::new(boss)),
        };
        if colour == Colour::White {
            seats = seats.swapped();
        }
        let time = TimeControl { per_move: Some(MOVE_LIMIT), ..TimeControl::default() };
        let report = Table {
            settings: Settings {
                time,
                opening: game.opening,
                ..Settings::untimed(game.setup, referee, seed)
            },
            seats,
            session: &mut Embedded::new(),
            referee: game.setup.referee(referee)?,
            conductor: Box::new(UntilStopped(Arc::clone(stop))),
            observers: Observers::default(),
        }
        .play();
        let (points, text) = match (&report.end, report.end.winner()) {
            (End::Void(why), _) => return Err(why.to_string()),
            (End::Forfeit { by, why }, _) if *by == colour => {
                (0.0, format!("lost by forfeit: {}", why.reason))
            }
            (_, Some(winner)) if winner == colour => (1.0, "won".to_owned()),
            (_, Some(_)) => (0.0, "lost".to_owned()),
            (_, None) => (0.5, "a draw".to_owned()),
        };
        Ok(DuelGame { colour, text, points, moves: report.moves })
    }
}

struct OneGame<'g> {
    setup: &'g GameSetup,
    query: &'g str,
    boss: &'g Contestant,
    opening: Vec<Move>,
    number: u32,
}

struct UntilStopped(Arc<AtomicBool>);

impl Conductor for UntilStopped {
    fn next(&mut self, _: &View, _: &[Move]) -> GameCommand {
        match self.0.load(Ordering::Relaxed) {
            true => GameCommand::Stop("it was stopped".to_owned()),
            false => GameCommand::GoOn,
        }
    }
}

/// A query that somebody typed, as a player: it needs no process, since all that it has is its text.
struct Typed {
    about: About,
    query: Query,
}

impl Typed {
    fn new(query: &str) -> Typed {
        Typed { about: About::new("you", ""), query: Query::new(query) }
    }
}

impl Player for Typed {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(&mut self, _: Game) -> Result<Box<dyn Instance>, AskError> {
        Ok(Box::new(TypedInstance(self.query.clone())))
    }
}

struct TypedInstance(Query);

impl Instance for TypedInstance {
    fn ready(&mut self) -> Result<(), AskError> {
        Ok(())
    }

    fn ask(&mut self, _: Round, _: Option<Instant>) -> Result<Response, AskError> {
        Ok(Response {
            decision: Decision::Query(self.0.clone()),
            thinking: None,
            took: Duration::ZERO,
            held_up: Duration::ZERO,
        })
    }

    fn end(self: Box<Self>) -> String {
        String::new()
    }
}
