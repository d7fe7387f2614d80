//! A player in a game: started, asked round after round, ended.

use crate::contestant::Contestant;
use crate::conversation::Conversation;
use crate::cypher_file;
use crate::jail::Jail;
use crate::library::Library;
use crate::link::{Call, Task};
use crate::player::Source;
use crate::process::{Ender, Launcher};
use crate::program;
use crate::protocol::{Engine, Protocol};
use crate::quote::player_text;
use crate::reply::{self, refusal};
use crate::verdict::{AskError, Failure, HostError, Verdict};
use othello_moment::thread_time;
use othello_player_api::{Answer, Class, Game, Query, Reply, Request, Round, Symbol, Thinking};
use std::sync::Arc;
use std::time::{Duration, Instant};

/// How long a player may take to begin a game, before any clock runs.
const START_LIMIT: Duration = Duration::from_secs(20);

/// How players are started: by which executable, in which jail.
#[derive(Clone, Debug)]
pub struct Runner {
    /// The executable whose children the players are.
    pub launcher: Launcher,
    /// How they are closed in.
    pub jail: Jail,
}

/// A player that is being started. Start both players of a game before you wait for one.
pub struct Starting {
    contestant: Contestant,
    game: Game,
    seat: Seat,
    loaded: Option<Arc<Library>>,
}

/// A player in a game.
pub struct Session {
    contestant: Contestant,
    symbol: Symbol,
    seat: Seat,
}

enum Seat {
    /// The same query every round.
    Fixed(String),
    /// A library in a child process.
    Library(Conversation),
    /// A program that speaks the messages itself.
    Program(Conversation),
    /// A program that speaks an older protocol.
    Engine(Box<Engine>),
}

/// A player's answer to a round.
#[derive(Clone, Debug, PartialEq)]
pub struct Response {
    /// What it does.
    pub decision: Decision,
    /// How the player came to it.
    pub thinking: Option<Thinking>,
    /// How long it took from the question sent to the answer read.
    pub took: Duration,
    /// How much of that the machine kept from the player.
    pub held_up: Duration,
}

/// What a player may say without losing by it at once.
#[derive(Clone, Debug, PartialEq)]
pub enum Decision {
    /// The query that chooses the cell.
    Query(Query),
    /// It gives up, with its reason.
    Resigned(String),
}

impl Runner {
    /// Starts a player for one game without waiting for it. The game's `player` and `options` are
    /// the contestant's, and a blind one does not see the `position`; the caller need not set
    /// them.
    ///
    /// # Errors
    ///
    /// Where its file cannot be read, or a process cannot be started.
    pub fn start(&self, contestant: &Contestant, mut game: Game) -> Result<Starting, AskError> {
        let about = &contestant.player.about;
        game.player = about.name.clone();
        game.options = contestant.options.clone();
        let files = contestant.files.iter();
        game.files = files.map(|(name, file)| (name.clone(), file.text.to_string())).collect();
        if about.class == Class::Blind {
            game.position = None;
        }
        let mut loaded = None;
        let seat = match &contestant.player.source {
            Source::CypherFile { file } => {
                Seat::Fixed(cypher_file::query_in(file).map_err(unusable)?)
            }
            Source::Program { command, folder, speaks, files, .. } => {
                let task = program::task(command, folder, files);
                let mut conversation = Conversation::begin(&self.launcher, &self.jail, task, None)?;
                conversation.keep_log(&self.launcher, &command.join(" "));
                match speaks {
                    Protocol::Cypher => Seat::Program(conversation),
                    older => {
                        let name = format!("{} ({})", contestant.name, game.symbol.letter());
                        let trace = self.launcher.trace().map(|trace| (trace, name));
                        let engine = Engine::new(conversation, *older, &game, trace);
                        Seat::Engine(Box::new(engine.map_err(unusable)?))
                    }
                }
            }
            Source::Library { file, .. } => {
                let library = loaded.insert(Library::at(file).map_err(unusable)?);
                let task = Task::Load { library: file.clone() };
                let mut conversation =
                    Conversation::begin(&self.launcher, &self.jail, task, Some(library))?;
                let log = format!("{}-{}", game.player, game.symbol.letter());
                conversation.keep_log(&self.launcher, &log);
                Seat::Library(conversation)
            }
        };
        Ok(Starting { contestant: contestant.clone(), game, seat, loaded })
    }
}

fn unusable(reason: String) -> AskError {
    AskError::Player(Failure { verdict: Verdict::Unusable(reason), output: String::new() })
}

impl Seat {
    fn ender(&self) -> Option<Ender> {
        match self {
            Seat::Fixed(_) => None,
            Seat::Library(conversation) | Seat::Program(conversation) => Some(conversation.ender()),
            Seat::Engine(engine) => Some(engine.ender()),
        }
    }
}

impl Starting {
    /// What ends the player from elsewhere; nothing for one without a process.
    pub fn ender(&self) -> Option<Ender> {
        self.seat.ender()
    }

    /// Waits until the player has begun its game.
    ///
    /// # Errors
    ///
    /// Where the player or the host could not.
    pub fn ready(mut self) -> Result<Session, AskError> {
        // The child is loading meanwhile, so this costs no time.
        if let (Some(library), Source::Library { file, sha256 }) =
            (&self.loaded, &self.contestant.player.source)
            && library.sha256() != sha256
        {
            return Err(unusable(format!(
                "{} is not the file any more that was looked at before the game",
                file.display()
            )));
        }
        let symbol = self.game.symbol;
        let is_program = matches!(self.seat, Seat::Program(_));
        let begun = match &mut self.seat {
            Seat::Fixed(_) => None,
            Seat::Engine(engine) => {
                engine.begin(Instant::now() + START_LIMIT)?;
                None
            }
            Seat::Library(conversation) => {
                conversation.await_report()?;
                let deadline = Instant::now() + START_LIMIT;
                conversation.await_library(deadline).map_err(at_the_start)?;
                let game = serde_json::to_string(&self.game).map_err(unwritten)?;
                let reply = conversation.call(Call::Create, &game, Some(deadline));
                Some((reply.map_err(|failure| at_the_start(failure.into()))?, conversation))
            }
            Seat::Program(conversation) => {
                conversation.await_report()?;
                let deadline = Some(Instant::now() + START_LIMIT);
                let reply = conversation.request(&Request::Create(self.game), deadline);
                Some((reply.map_err(|failure| at_the_start(failure.into()))?, conversation))
            }
        };
        if let Some((reply, conversation)) = begun
            && let Some(verdict) = refusal(&reply, is_program)
        {
            return Err(AskError::Player(conversation.failure(verdict)));
        }
        Ok(Session { contestant: self.contestant, symbol, seat: self.seat })
    }
}

/// Before the first round a bad answer means that the library can't be used.
fn at_the_start(error: AskError) -> AskError {
    match error {
        AskError::Player(Failure { verdict: Verdict::BadAnswer(reason), output }) => {
            AskError::Player(Failure { verdict: Verdict::Unusable(reason), output })
        }
        other => other,
    }
}

fn unwritten(error: serde_json::Error) -> HostError {
    HostError::Talk(error.into())
}

impl Session {
    /// Who plays here.
    pub fn contestant(&self) -> &Contestant {
        &self.contestant
    }

    /// The side that it plays.
    pub fn symbol(&self) -> Symbol {
        self.symbol
    }

    /// The memory that its processes hold now, in bytes; nothing for a player without one, and
    /// where the system does not say.
    pub fn memory(&self) -> Option<u64> {
        match &self.seat {
            Seat::Fixed(_) => None,
            Seat::Library(conversation) | Seat::Program(conversation) => conversation.memory(),
            Seat::Engine(engine) => engine.memory(),
        }
    }

    /// What ends the player from elsewhere; nothing for one without a process.
    pub fn ender(&self) -> Option<Ender> {
        self.seat.ender()
    }

    /// Asks a round. Options are the contestant's own, and a blind player gets neither position
    /// nor moves, whatever the round carries.
    ///
    /// # Errors
    ///
    /// Where the player gave no answer, and why.
    pub fn ask(
        &mut self,
        mut round: Round,
        deadline: Option<Instant>,
    ) -> Result<Response, AskError> {
        let begun = Instant::now();
        round.options.clone_from(&self.contestant.options);
        if self.contestant.player.about.class == Class::Blind {
            round.position = None;
            round.moves = None;
        }
        // What the host does before the question is on its way takes nobody's time.
        let sending = || {
            let asked = Instant::now();
            (asked, deadline.map(|deadline| deadline + asked.duration_since(begun)))
        };
        let is_program = matches!(self.seat, Seat::Program(_));
        let (reply, conversation, asked) = match &mut self.seat {
            Seat::Fixed(cypher) => {
                let decision = Decision::Query(Query::new(cypher.clone()));
                let (took, held_up) = Default::default();
                return Ok(Response { decision, thinking: None, took, held_up });
            }
            Seat::Engine(engine) => {
                let (asked, deadline) = sending();
                let (query, thinking) = engine.ask(&round, deadline)?;
                let decision =
                    query.map_or_else(|| Decision::Resigned(String::new()), Decision::Query);
                let (took, held_up) = (asked.elapsed(), engine.held_up());
                return Ok(Response { decision, thinking, took, held_up });
            }
            Seat::Library(conversation) => {
                let round = serde_json::to_string(&round).map_err(unwritten)?;
                let (asked, deadline) = sending();
                (conversation.call(Call::Round, &round, deadline), conversation, asked)
            }
            Seat::Program(conversation) => {
                let (asked, deadline) = sending();
                let reply = conversation.request(&Request::Round(round), deadline);
                (reply, conversation, asked)
            }
        };
        let (came, held_up) = (asked.elapsed(), conversation.held_up());
        // How long it is to read is the player's choice, and what the processor has to do for it the player's time.
        let begun = thread_time();
        let answer = reply::answer(&reply.map_err(AskError::Player)?, is_program);
        let took = came + thread_time().saturating_sub(begun);
        let understood = answer.and_then(|answer| understand(answer, (took, held_up)));
        understood.map_err(|verdict| AskError::Player(conversation.failure(verdict)))
    }

    /// Tells a player whose protocol has a message for it how the game ended; `last` has the last position
    /// and all moves. Gives what there is to be said of the player.
    pub fn over(&mut self, last: &Round) -> Option<String> {
        match &mut self.seat {
            Seat::Engine(engine) => engine.over(last),
            Seat::Fixed(_) | Seat::Library(_) | Seat::Program(_) => None,
        }
    }

    /// Says that nothing more will be asked, so that it ends by itself meanwhile.
    pub fn let_end(&mut self) {
        if let Seat::Library(conversation) | Seat::Program(conversation) = &mut self.seat {
            conversation.let_end();
        }
    }

    /// Ends the game in good order, and gives the end of what the player wrote to its standard
    /// output and error. A session that is only dropped is killed.
    pub fn end(self) -> String {
        match self.seat {
            Seat::Fixed(_) => String::new(),
            Seat::Library(conversation) | Seat::Program(conversation) => conversation.end(),
            Seat::Engine(engine) => engine.end(),
        }
    }
}

fn understand(answer: Answer, (took, held_up): (Duration, Duration)) -> Result<Response, Verdict> {
    let decision = match answer.reply {
        Reply::Query(query) => Decision::Query(query),
        Reply::Resign(reason) => Decision::Resigned(player_text(&reason)),
        Reply::Error(reason) => return Err(Verdict::GaveUp(player_text(&reason))),
        Reply::Panic(text) => return Err(Verdict::Panicked(player_text(&text))),
    };
    Ok(Response { decision, thinking: answer.thinking, took, held_up })
}
