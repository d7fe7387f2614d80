//! Puts players that were found at the table: their processes behind its seats.

use std::time::Instant;

use othello_player_api::{About, Game, Round};
use othello_players::{AskError, Contestant, Ender, Response, Runner, Session, Starting};

use crate::seat::{Instance, Player};

/// A player that was found.
#[derive(Clone, Debug)]
pub struct InstalledPlayer {
    /// Who it is.
    pub contestant: Contestant,
    /// Starts it.
    pub runner: Runner,
}

impl Player for InstalledPlayer {
    fn about(&self) -> &About {
        self.contestant.about()
    }

    fn start(&mut self, game: Game) -> Result<Box<dyn Instance>, AskError> {
        let starting = self.runner.start(&self.contestant, game)?;
        Ok(Box::new(Running::Starting(Box::new(starting))))
    }
}

/// A player's process.
enum Running {
    Starting(Box<Starting>),
    Playing(Box<Session>),
    Ended,
}

impl Running {
    /// The session of a player that has begun its game; waits for that where it must.
    fn session(&mut self) -> Result<&mut Session, AskError> {
        if matches!(self, Running::Starting(_))
            && let Running::Starting(starting) = std::mem::replace(self, Running::Ended)
        {
            *self = Running::Playing(Box::new(starting.ready()?));
        }
        match self {
            Running::Playing(session) => Ok(session),
            Running::Starting(_) | Running::Ended => {
                Err(AskError::Player(othello_players::Failure {
                    verdict: othello_players::Verdict::Unusable(
                        "it had not begun its game".to_owned(),
                    ),
                    output: String::new(),
                }))
            }
        }
    }
}

impl Instance for Running {
    fn ready(&mut self) -> Result<(), AskError> {
        self.session().map(drop)
    }

    fn ask(&mut self, round: Round, deadline: Option<Instant>) -> Result<Response, AskError> {
        self.session()?.ask(round, deadline)
    }

    fn over(&mut self, last: Round) -> Option<String> {
        match self {
            Running::Playing(session) => session.over(&last),
            Running::Starting(_) | Running::Ended => None,
        }
    }

    fn ender(&self) -> Option<Ender> {
        match self {
            Running::Playing(session) => session.ender(),
            Running::Starting(starting) => starting.ender(),
            Running::Ended => None,
        }
    }

    fn let_end(&mut self) {
        if let Running::Playing(session) = self {
            session.let_end();
        }
    }

    fn end(self: Box<Self>) -> String {
        match *self {
            Running::Playing(session) => session.end(),
            Running::Starting(_) | Running::Ended => String::new(),
        }
    }
}
