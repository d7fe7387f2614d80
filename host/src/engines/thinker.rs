//! A player of ours on a position: asks it as a game would, runs its query on an embedded board, and gives the
//! square. An instance of the player lives as long as each position follows from the last one.

use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::clock::{GameClock, TimeControl};
use othello_arena::exhibit::{Allowance, Exhibit};
use othello_arena::game_setup::start_word;
use othello_arena::question::{Answer, ChosenSquare, GameTerms, HostParams, Question, Standing};
use othello_arena::seat::{Instance, Player};
use othello_arena::{GamePosition, GameSetup, InstalledPlayer, PlayedPosition, Seed};
use othello_board::game::CellShape;
use othello_board::session::{Limits, Meter, Policy};
use othello_board::{Fault, Secret};
use othello_player_api::{self as api, Thinking};
use othello_players::{AskError, Contestant, Decision, Response, Runner, Verdict};
use othello_rules::{ByColour, Colour, Game, Move, Position, Square, Variant};

use super::break_off::BreakOff;
use super::time::Time;

/// The option with which a player values every move alike.
const STUDYING: &str = "analyse";

/// A player that answers positions.
pub struct Thinker {
    player: InstalledPlayer,
    policy: Policy,
    seed: Seed,
    seated: ByColour<Option<Seated>>,
    /// How long it took the last time until an instance had begun its game.
    beginning: Duration,
    break_off: BreakOff,
}

/// An instance of the player in a game.
struct Seated {
    instance: Box<dyn Instance>,
    initial: Position,
    moves: Vec<Move>,
    options: api::Options,
}

/// What the player came to.
pub struct Thought {
    /// Where it goes; nothing where it gives up.
    pub square: Option<Square>,
    /// What it says of its thinking.
    pub thinking: Thinking,
}

impl Thought {
    /// What it says that its move is worth, by itself or among all that it considered.
    pub fn value(&self) -> Option<f64> {
        let chosen = self.square?.to_string();
        let among_all = || self.thinking.moves.iter().find(|one| one.square == chosen)?.value;
        self.thinking.value.or_else(among_all)
    }
}

impl Thinker {
    /// A player that waits for its first position.
    pub fn new(contestant: Contestant, runner: Runner, policy: Policy, seed: Seed) -> Thinker {
        let player = InstalledPlayer { contestant, runner };
        let (seated, beginning, break_off) = Default::default();
        Thinker { player, policy, seed, seated, beginning, break_off }
    }

    /// From now on it thinks as long as this is not broken off.
    pub fn think_until(&mut self, break_off: BreakOff) {
        self.break_off = break_off;
    }

    /// The name under which it plays.
    pub fn name(&self) -> String {
        self.player.contestant.name.clone()
    }

    /// Whether it plays the game of this position.
    pub fn plays(&self, initial: &Position) -> bool {
        let (game, start) = (initial.variant().to_string(), start(initial));
        self.player.about().can_play(&game, initial.size().get().into(), start_word(&start))
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

    /// Where the player goes for the side to move, which has a legal move. Where its time is over before it
    /// answers, or too short to ask it, that is a move of [`hurried_move`].
    ///
    /// # Errors
    /// What the player did instead, in words.
    pub fn choose(&mut self, game: &Game, time: Time) -> Result<Thought, String> {
        let side = game.position().to_move();
        let chosen = self.think(game, side, time);
        self.break_off.heed(None);
        let is_over = self.break_off.is_over();
        if is_over || matches!(chosen, Err(ThinkError::Time(_) | ThinkError::Other(_))) {
            self.seated[side] = None;
        }
        match chosen {
            Ok(thought) => Ok(thought),
            Err(_) if is_over => Err(format!("{}: it was broken off", self.name())),
            Err(ThinkError::Unasked) => Ok(self.hurry(game, "there is no time to ask it")),
            Err(ThinkError::Time(why)) => Ok(self.hurry(game, &why)),
            Err(ThinkError::Other(why)) => Err(format!("{}: {why}", self.name())),
        }
    }

    fn hurry(&self, game: &Game, why: &str) -> Thought {
        tell_line!("othello-host: {}: {why}; a hurried move is made for it", self.name());
        Thought { square: hurried_move(game.position()), thinking: Thinking::default() }
    }

    /// As [`Thinker::choose`], every move valued alike where the player has an option for that: for a position that
    /// is studied.
    ///
    /// # Errors
    /// What the player did instead, in words.
    pub fn study(&mut self, game: &Game, time: Time) -> Result<Thought, String> {
        let in_games = self.player.contestant.options.clone();
        let options = &self.player.contestant.player.about.options;
        let is_it =
            |spec: &api::OptionSpec| spec.name == STUDYING && spec.kind == api::OptionKind::Boolean;
        if options.iter().any(is_it) {
            self.player.contestant.options.insert(STUDYING.to_owned(), true.into());
        }
        let thought = self.choose(game, time);
        self.player.contestant.options = in_games;
        thought
    }

    fn think(&mut self, game: &Game, side: Colour, time: Time) -> Result<Thought, ThinkError> {
        let begun = Instant::now();
        let moves = moves_left(game.position());
        let is_seated = self.is_seated(game, side);
        let beginning = if is_seated { Duration::ZERO } else { self.beginning };
        // A start is broken off in time for a limit, but of a clock it takes what other moves need.
        let reckoned = Time { limit: time.limit, ..time.after(beginning) };
        reckoned.allowance(moves).ok_or(ThinkError::Unasked)?;
        if !is_seated {
            let ready = self.sit_down(game, side, time);
            self.beginning = begun.elapsed();
            ready?;
        }
        let time = time.after(begun.elapsed());
        let left = time.allowance(moves).ok_or(ThinkError::Unasked)?;
        let deadline = Instant::now().checked_add(left);
        let question = self.question(game, side, time);
        let seated = self.seated[side].as_mut().ok_or("it had not begun its game")?;
        self.break_off.heed(seated.instance.ender());
        let Response { decision: said, thinking, .. } =
            question.put(seated.instance.as_mut(), Some(left), Some(left))?;
        let thinking = cut_to_size(thinking.as_ref());
        let query = match said {
            Decision::Query(query) => query,
            Decision::Resigned(_) => return Ok(Thought { square: None, thinking }),
        };
        let answer = Answer::new(query, &HostParams::of(side));
        let square = self.square(game, &answer, question.limits(deadline))?;
        seated_at(&mut self.seated[side], game);
        Ok(Thought { square: Some(square), thinking })
    }

    /// Whether there is an instance that knows all but the last moves of this game.
    fn is_seated(&self, game: &Game, side: Colour) -> bool {
        self.seated[side].as_ref().is_some_and(|seated| {
            seated.initial == *game.initial()
                && game.moves().starts_with(&seated.moves)
                && seated.options == self.player.contestant.options
        })
    }

    /// Starts an instance.
    fn sit_down(&mut self, game: &Game, side: Colour, time: Time) -> Result<(), ThinkError> {
        if let Some(seated) = self.seated[side].take() {
            seated.instance.end();
        }
        let message = self.terms(game, time).message(side, self.player.about());
        let mut instance = self.player.start(message)?;
        self.break_off.heed(instance.ender());
        ready_within(instance.as_mut(), time.to_begin())?;
        let (initial, moves) = (*game.initial(), game.moves().to_vec());
        let options = self.player.contestant.options.clone();
        self.seated[side] = Some(Seated { instance, initial, moves, options });
        Ok(())
    }

    fn terms(&self, game: &Game, time: Time) -> GameTerms {
        let clock = |total| GameClock { total, increment: Duration::ZERO };
        GameTerms {
            game: game.variant().to_string(),
            start: start(game.initial()),
            width: game.size().get(),
            cell: CellShape::default(),
            legal: None,
            seed: self.seed,
            time: TimeControl { game: time.clock.map(clock), ..TimeControl::default() },
            show_thinking: true,
        }
    }

    fn question(&self, game: &Game, side: Colour, time: Time) -> Question {
        let clocks = ByColour::from_fn(|colour| time.clock.filter(|_| colour == side));
        let board = game.position().board();
        let standing = Standing { board: &board, moves: game.moves(), clocks };
        self.terms(game, time).question(side, self.player.about(), standing)
    }

    /// Runs the player's query on the board of the game.
    fn square(&self, game: &Game, answer: &Answer, limits: Limits) -> Result<Square, ThinkError> {
        let position = GamePosition::new(GameSetup::at(*game.initial()), game.moves().to_vec());
        let PlayedPosition { mut session, referee, .. } = position.play()?;
        let meter = Meter::new(limits).stopped_by(self.break_off.flag());
        let outcome = answer
            .check(&mut session, &self.policy, &meter)
            .and_then(|query| query.run(&mut session, &meter))?;
        let chosen = ChosenSquare::of(&outcome, referee.as_ref()).map_err(|_| {
            format!("its query gave {} records, and one with a cell is wanted", outcome.rows.len())
        })?;
        game.position().play(chosen.square()).map_err(|illegal| illegal.to_string())?;
        Ok(chosen.square())
    }
}

/// Waits until a player has begun its game, and ends one that takes longer than this.
fn ready_within(instance: &mut dyn Instance, limit: Option<Duration>) -> Result<(), ThinkError> {
    let (Some(limit), Some(ender)) = (limit, instance.ender()) else {
        return Ok(instance.ready()?);
    };
    let (begun, waiting) = mpsc::channel::<()>();
    thread::scope(|scope| {
        let watch = scope.spawn(move || {
            let is_late = waiting.recv_timeout(limit) == Err(RecvTimeoutError::Timeout);
            if is_late {
                ender.end();
            }
            is_late
        });
        let ready = instance.ready();
        drop(begun);
        match watch.join() {
            Ok(true) => Err(ThinkError::Time("it had not begun its game in time".to_owned())),
            _ => Ok(ready?),
        }
    })
}

/// What may be shown of a record of thinking.
fn cut_to_size(thinking: Option<&Thinking>) -> Thinking {
    let mut exhibit = Exhibit::default();
    exhibit.show_thinking(thinking, &mut Allowance::of_round(&Secret::default()));
    exhibit.thinking().cloned().unwrap_or_default()
}

/// The name of a start of the game's own, or the board.
fn start(initial: &Position) -> String {
    match (initial.variant(), Game::from_position(*initial).start()) {
        (Variant::Reversi, Some(_)) => "empty".to_owned(),
        (Variant::Othello, Some(start)) => start.to_string(),
        (_, None) => initial.to_string(),
    }
}

/// The instance now knows the game as far as its own turn.
fn seated_at(seated: &mut Option<Seated>, game: &Game) {
    if let Some(seated) = seated {
        seated.moves = game.moves().to_vec();
    }
}

/// How many moves the side to move has still to make, if both make as many.
fn moves_left(position: &Position) -> u32 {
    let empties = position.empties().into_iter().count();
    u32::try_from(empties.div_ceil(2)).unwrap_or(u32::MAX)
}

/// A move for a player that has no time left: a corner, or else what leaves the other side the fewest moves.
#[must_use]
pub fn hurried_move(position: &Position) -> Option<Square> {
    let last = position.size().get() - 1;
    let is_corner = |square: &Square| {
        [square.row(), square.column()].iter().all(|&line| line == 0 || line == last)
    };
    let replies = |square| {
        position.play(square).map_or(usize::MAX, |after| after.legal_moves().into_iter().count())
    };
    let moves = position.legal_moves().into_iter();
    moves.min_by_key(|square| (!is_corner(square), replies(*square)))
}

/// Why a player gave no move, in words.
enum ThinkError {
    /// There was no time to ask it.
    Unasked,
    /// Its time was over.
    Time(String),
    /// Anything else.
    Other(String),
}

impl From<String> for ThinkError {
    fn from(why: String) -> ThinkError {
        ThinkError::Other(why)
    }
}

impl From<&str> for ThinkError {
    fn from(why: &str) -> ThinkError {
        ThinkError::Other(why.to_owned())
    }
}

impl From<AskError> for ThinkError {
    fn from(error: AskError) -> ThinkError {
        match error {
            AskError::Player(failure) => {
                let last = failure.output.lines().last().map(|line| format!(" ({line})"));
                let why = format!("it {}{}", failure.verdict, last.unwrap_or_default());
                let is_late = matches!(failure.verdict, Verdict::TimedOut { .. });
                if is_late { ThinkError::Time(why) } else { ThinkError::Other(why) }
            }
            AskError::Host(error) => ThinkError::Other(error.to_string()),
        }
    }
}

impl From<Fault> for ThinkError {
    fn from(fault: Fault) -> ThinkError {
        match fault {
            Fault::Query(fault) => {
                ThinkError::Other(format!("its query failed: {}", fault.message))
            }
            Fault::Time { .. } => ThinkError::Time("its query took too long".to_owned()),
            Fault::Server(fault) => ThinkError::Other(fault.message.clone()),
        }
    }
}
