//! A player of ours on a position: asks it as a game would, runs its query on an embedded board, and gives the
//! square. An instance of the player lives as long as each position follows from the last one.

use std::time::{Duration, Instant};

use othello_arena::json::to_datum;
use othello_arena::seat::{Instance, Player};
use othello_arena::{InstalledPlayer, Seed};
use othello_board::session::{Meter, Params, Policy, player_limits};
use othello_board::{Datum, Embedded, Fault, Native, Referee, Secret, Session};
use othello_player_api::{self as api, Class, Thinking};
use othello_players::{AskError, Contestant, Decision, Response, Runner, Verdict};
use othello_rules::{ByColour, Colour, Game, Move, Position, Square, Variant};

/// A player that answers positions.
pub struct Thinker {
    player: InstalledPlayer,
    policy: Policy,
    seed: Seed,
    seated: ByColour<Option<Seated>>,
}

/// An instance of the player in a game.
struct Seated {
    instance: Box<dyn Instance>,
    initial: Position,
    moves: Vec<Move>,
    options: api::Options,
}

/// How much time there is for a move.
#[derive(Clone, Copy, Debug, Default)]
pub struct Time {
    /// For this move.
    pub limit: Option<Duration>,
    /// For the rest of the game.
    pub clock: Option<Duration>,
}

/// What the player came to.
pub struct Thought {
    /// Where it goes; nothing where it gives up.
    pub square: Option<Square>,
    /// What it says of its thinking.
    pub thinking: Thinking,
}

impl Thinker {
    /// A player that waits for its first position.
    pub fn new(contestant: Contestant, runner: Runner, policy: Policy, seed: Seed) -> Thinker {
        let player = InstalledPlayer { contestant, runner };
        Thinker { player, policy, seed, seated: ByColour::default() }
    }

    /// The name under which it plays.
    pub fn name(&self) -> String {
        self.player.contestant.name.clone()
    }

    /// Whether it plays the game of this position.
    pub fn plays(&self, initial: &Position) -> bool {
        let (game, start) = (initial.variant().to_string(), start(initial));
        self.player.about().can_play(&game, initial.size().get().into(), &start)
    }

    /// Sets an option where the player has one of this name that takes a whole number, as near as it may be.
    pub fn set(&mut self, name: &str, value: i64) {
        let options = &self.player.contestant.player.about.options;
        let Some(spec) = options.iter().find(|spec| spec.name == name) else { return };
        if spec.kind == api::OptionKind::Integer {
            let least = spec.min.map_or(value, |min| value.max(min as i64));
            let value = spec.max.map_or(least, |max| least.min(max as i64));
            self.player.contestant.options.insert(name.to_owned(), value.into());
        }
    }

    /// Where the player goes for the side to move, which has a legal move.
    ///
    /// # Errors
    /// What the player did instead, in words.
    pub fn choose(&mut self, game: &Game, time: Time) -> Result<Thought, String> {
        let side = game.position().to_move();
        let chosen = self.think(game, side, time);
        if chosen.is_err() {
            self.seated[side] = None;
        }
        chosen.map_err(|why| format!("{}: {why}", self.name()))
    }

    fn think(&mut self, game: &Game, side: Colour, time: Time) -> Result<Thought, String> {
        self.sit_down(game, side, time)?;
        let round = self.round(game, side, time);
        let begun = Instant::now();
        let left = time.limit.into_iter().chain(time.clock).min();
        let deadline = left.and_then(|left| begun.checked_add(left));
        let seated = self.seated[side].as_mut().ok_or("it had not begun its game")?;
        let Response { decision: said, thinking, .. } =
            seated.instance.ask(round, deadline).map_err(|error| in_words(&error))?;
        let thinking = thinking.unwrap_or_default();
        let query = match said {
            Decision::Query(query) => query,
            Decision::Resigned(_) => return Ok(Thought { square: None, thinking }),
        };
        let square = self.square(game, side, &query, deadline)?;
        seated_at(&mut self.seated[side], game);
        Ok(Thought { square: Some(square), thinking })
    }

    /// Starts an instance, unless there is one that knows all but the last moves of this game.
    fn sit_down(&mut self, game: &Game, side: Colour, time: Time) -> Result<(), String> {
        let options = self.player.contestant.options.clone();
        if let Some(seated) = &self.seated[side]
            && seated.initial == *game.initial()
            && game.moves().starts_with(&seated.moves)
            && seated.options == options
        {
            return Ok(());
        }
        if let Some(seated) = self.seated[side].take() {
            seated.instance.end();
        }
        let message = self.game(game, side, time);
        let mut instance = self.player.start(message).map_err(|error| in_words(&error))?;
        instance.ready().map_err(|error| in_words(&error))?;
        let (initial, moves) = (*game.initial(), game.moves().to_vec());
        self.seated[side] = Some(Seated { instance, initial, moves, options });
        Ok(())
    }

    fn game(&self, game: &Game, side: Colour, time: Time) -> api::Game {
        let mut message = api::Game::default();
        message.player.clone_from(&self.player.about().name);
        message.game = game.variant().to_string();
        message.size = game.size().get().into();
        message.start = start(game.initial());
        message.symbol = if side == Colour::Black { api::Symbol::X } else { api::Symbol::O };
        message.seed = self.seed.get();
        message.clock_ms = time.clock.map(milliseconds);
        message.show_thinking = true;
        if message.start == POSITION && self.player.about().class == Class::Open {
            message.position = Some(game.initial().board());
        }
        message
    }

    fn round(&self, game: &Game, side: Colour, time: Time) -> api::Round {
        let mut round = api::Round::of(&self.game(game, side, time));
        let ply = game.moves().len();
        round.ply = u32::try_from(ply).unwrap_or(u32::MAX);
        round.seed = self.seed.of_round(ply);
        round.time_ms = time.limit.into_iter().chain(time.clock).min().map(milliseconds);
        round.clock_ms = time.clock.map(milliseconds);
        round.position = Some(game.position().board());
        round.moves = Some(game.moves().iter().map(Move::to_string).collect());
        round
    }

    /// Runs the player's query on the board of the game.
    fn square(
        &self,
        game: &Game,
        side: Colour,
        query: &api::Query,
        deadline: Option<Instant>,
    ) -> Result<Square, String> {
        let mut session = Embedded::new();
        let mut referee = Native::new(*game.initial());
        let begun = referee.begin(&mut session, game.moves());
        begun.map_err(|fault| fault.to_string())?;
        let mut params = Params::default();
        for (name, value) in &query.params {
            params.set(name, to_datum(value));
        }
        params.set("symbol", Datum::Text(side.symbol().to_string()));
        params.set_secret("apiKey", Secret::default());
        let seed = self.seed.of_query(game.moves().len());
        let meter = Meter::new(player_limits(deadline, seed));
        let outcome = session
            .prepare(&query.cypher, &self.policy, &meter)
            .and_then(|checked| session.read(&checked, &params, &meter))
            .map_err(fault_in_words)?;
        let square = match (outcome.rows.as_slice(), outcome.first("cell")) {
            ([_], Some(Datum::Node(node))) => referee.square(node),
            _ => None,
        };
        let rows = outcome.rows.len();
        let square = square.ok_or_else(|| {
            format!("its query gave {rows} records, and one with a cell is wanted")
        })?;
        game.position().play(square).map_err(|illegal| illegal.to_string())?;
        Ok(square)
    }
}

/// The name of a start that is none of the game's own.
const POSITION: &str = "position";

fn start(initial: &Position) -> String {
    match (initial.variant(), Game::from_position(*initial).start()) {
        (Variant::Reversi, Some(_)) => "empty".to_owned(),
        (Variant::Othello, Some(start)) => start.to_string(),
        (_, None) => POSITION.to_owned(),
    }
}

/// The instance now knows the game as far as its own turn.
fn seated_at(seated: &mut Option<Seated>, game: &Game) {
    if let Some(seated) = seated {
        seated.moves = game.moves().to_vec();
    }
}

fn in_words(error: &AskError) -> String {
    match error {
        AskError::Player(failure) => {
            let last = failure.output.lines().last().map(|line| format!(" ({line})"));
            let verdict: &Verdict = &failure.verdict;
            format!("it {verdict}{}", last.unwrap_or_default())
        }
        AskError::Host(error) => error.to_string(),
    }
}

fn fault_in_words(fault: Fault) -> String {
    match fault {
        Fault::Query(fault) => format!("its query failed: {}", fault.message),
        Fault::Time { .. } => "its query took too long".to_owned(),
        Fault::Server(fault) => fault.message,
    }
}

fn milliseconds(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}
