//! Who judges a player that is being checked: positions from games played at random, and what its queries
//! come to on the embedded engine and on a server.

use std::cell::RefCell;
use std::time::{Duration, Instant};

use othello_board::game::CellShape;
use othello_board::session::{Meter, Policy, player_limits};
use othello_board::{Embedded, Fault, Native, Referee, Secret, Session};
use othello_player_api::{About, Query, Round, Symbol};
use othello_players::check::{Board, Judge};
use othello_rules::{ByColour, Colour, Game, Move, Position, Size, Square, Start, Variant};

use crate::clock::TimeControl;
use crate::exhibit::Allowance;
use crate::question::{Answer, ChosenSquare, GameTerms, HostParams, Question, Standing};
use crate::seed::Seed;

/// How long a query may run.
const PATIENCE: Duration = Duration::from_secs(10);

/// Where the positions of all checks come from.
const SEED: u64 = 20_260_101;

/// Judges with the native rules.
pub struct Rules {
    policy: Policy,
    embedded: RefCell<Embedded>,
    server: Option<RefCell<Box<dyn Session>>>,
    /// The only board that is looked at, where nobody wants to know of others.
    only: Option<Board>,
}

impl Rules {
    /// A judge who also looks at a server, where there is one.
    #[must_use]
    pub fn new(policy: Policy, server: Option<Box<dyn Session>>) -> Rules {
        let (embedded, server) = (RefCell::new(Embedded::new()), server.map(RefCell::new));
        Rules { policy, embedded, server, only: None }
    }

    /// A judge who looks at one board alone.
    #[must_use]
    pub fn on(policy: Policy, board: Board) -> Rules {
        Rules { only: Some(board), ..Rules::new(policy, None) }
    }

    /// The square that a query chooses on a board, where it is legal there.
    fn square(
        &self,
        session: &mut dyn Session,
        round: &Round,
        query: &Query,
        limit: Duration,
    ) -> Result<String, String> {
        let game = game(round)?;
        let mut referee = Native::new(*game.initial());
        // The board that was there was ours; whoever put something else there meanwhile keeps it.
        session.clear(&mut |_| false).map_err(|fault| fault.to_string())?;
        referee.begin(session, game.moves()).map_err(|fault| fault.to_string())?;
        let question = question(&game, &round.start, Seed::new(round.seed));
        let answer = Answer::new(query.clone(), &HostParams::of(question.colour()));
        let meter = Meter::new(question.limits(Instant::now().checked_add(limit)));
        let outcome = answer
            .check(session, &self.policy, &meter)
            .and_then(|query| query.run(session, &meter))
            .map_err(|fault| match fault {
                Fault::Time { .. } => {
                    format!("its query had not ended after {:.3} s", limit.as_secs_f64())
                }
                fault => fault.to_string(),
            })?;
        let chosen = ChosenSquare::of(&outcome, &referee).map_err(|none| {
            none.reason(&mut Allowance::of_round(&Secret::default())).to_string()
        })?;
        let square = chosen.square();
        match game.position().play(square) {
            Ok(_) => Ok(square.to_string()),
            Err(illegal) => Err(format!("illegal move {square}: {illegal}")),
        }
    }
}

impl Judge for Rules {
    fn boards(&self, about: &About) -> Vec<Board> {
        if let Some(board) = &self.only {
            let known = initial(&board.game, board.size, &board.start).is_some()
                && about.can_play(&board.game, board.size, &board.start);
            return known.then(|| board.clone()).into_iter().collect();
        }
        let mut boards = Vec::new();
        for variant in Variant::ALL {
            for size in Size::ALL {
                let (game, size) = (variant.to_string(), u32::from(size.get()));
                let mut starts = start_names(variant).into_iter();
                // One start is like the other on all boards but the usual one.
                let claimed = starts.by_ref().filter(|start| about.can_play(&game, size, start));
                let most = if size == 8 { usize::MAX } else { 1 };
                boards.extend(claimed.take(most).map(|start| Board {
                    game: game.clone(),
                    size,
                    start,
                }));
            }
        }
        // The usual board comes first: most checks look at the first alone.
        boards.sort_by_key(|board| board.size != 8);
        boards
    }

    fn rounds(&self, board: &Board, count: usize) -> Vec<Round> {
        let Some(initial) = initial(&board.game, board.size, &board.start) else {
            return Vec::new();
        };
        let mut rounds = Vec::new();
        let mut left = [count, count];
        for number in 0.. {
            let before = rounds.len();
            for round in random_game(initial, board, number) {
                let left = &mut left[usize::from(round.symbol == Symbol::O)];
                if *left > 0 {
                    *left -= 1;
                    rounds.push(round);
                }
            }
            if rounds.len() == before {
                break;
            }
        }
        rounds
    }

    fn pass(&self, query: &Query) -> Result<(), String> {
        let meter = Meter::new(player_limits(Instant::now().checked_add(PATIENCE), 0));
        let mut session = self.embedded.borrow_mut();
        let answer = Answer::new(query.clone(), &HostParams::of(Colour::Black));
        let checked = answer.check(&mut *session, &self.policy, &meter);
        checked.map(drop).map_err(|fault| fault.to_string())
    }

    fn judge(&self, round: &Round, query: &Query, limit: Duration) -> Result<String, String> {
        self.square(&mut *self.embedded.borrow_mut(), round, query, limit)
    }

    fn judge_elsewhere(&self, round: &Round, query: &Query) -> Option<Result<String, String>> {
        let server = self.server.as_ref()?;
        Some(self.square(server.borrow_mut().as_mut(), round, query, PATIENCE))
    }
}

fn start_names(variant: Variant) -> Vec<String> {
    match variant {
        Variant::Othello => Start::ALL.map(|start| start.to_string()).to_vec(),
        Variant::Reversi => vec!["empty".to_owned()],
    }
}

fn initial(game: &str, size: u32, start: &str) -> Option<Position> {
    let variant: Variant = game.parse().ok()?;
    let size = Size::new(usize::try_from(size).ok()?).ok()?;
    Some(Position::new(variant, size, start.parse().unwrap_or_default()))
}

/// The game that a round is a part of.
fn game(round: &Round) -> Result<Game, String> {
    let initial = initial(&round.game, round.size, &round.start).ok_or("no such board")?;
    let moves = round.moves.as_ref().map(|moves| moves.concat()).unwrap_or_default();
    Game::from_transcript(initial, &moves).map_err(|error| error.to_string())
}

/// The rounds of a game in which both sides move by chance, the same for each number.
fn random_game(initial: Position, board: &Board, number: u64) -> Vec<Round> {
    let mut rounds = Vec::new();
    // Whoever is not asked moves by chance; nobody is.
    let played = play(initial, number, |game, seed| {
        rounds.push(question(game, &board.start, seed).message(None));
        Ok(None)
    });
    played.map_or_else(|_| Vec::new(), |_| rounds)
}

/// A game in which one side is asked, and the other moves by chance.
///
/// # Errors
/// Why the side that is asked loses by a fault.
pub fn against_chance(
    board: &Board,
    number: u64,
    asked: Colour,
    mut ask: impl FnMut(&Round) -> Result<String, String>,
) -> Result<Game, String> {
    let initial = initial(&board.game, board.size, &board.start).ok_or("no such board")?;
    play(initial, number, |game, seed| {
        if game.position().to_move() != asked {
            return Ok(None);
        }
        let round = question(game, &board.start, seed).message(None);
        let square: Square = ask(&round)?.parse().map_err(|error| format!("{error}"))?;
        Ok(Some(square))
    })
}

/// Plays a game to its end. Where no square is given, one is drawn by chance, the same for each number.
fn play(
    initial: Position,
    number: u64,
    mut choose: impl FnMut(&Game, Seed) -> Result<Option<Square>, String>,
) -> Result<Game, String> {
    let seed = Seed::new(SEED + number);
    let mut game = Game::from_position(initial);
    while !game.position().is_over() {
        let legal: Vec<_> = game.position().legal_moves().into_iter().collect();
        let drawn = usize::try_from(seed.of_query(game.moves().len()) >> 1).unwrap_or_default();
        let next = match legal.len() {
            0 => Move::Pass,
            many => choose(&game, seed)?.unwrap_or(legal[drawn % many]).into(),
        };
        game.play(next).map_err(|illegal| format!("illegal move {next}: {illegal}"))?;
    }
    Ok(game)
}

/// What an open player is asked in a game; that a blind one hears less is seen to where it is run.
fn question(game: &Game, start: &str, seed: Seed) -> Question {
    let terms = GameTerms {
        game: game.variant().to_string(),
        start: start.to_owned(),
        width: game.size().get(),
        cell: CellShape::default(),
        legal: None,
        seed,
        time: TimeControl::default(),
        show_thinking: false,
    };
    let (board, clocks) = (game.position().board(), ByColour::default());
    let standing = Standing { board: &board, moves: game.moves(), clocks };
    terms.question(game.position().to_move(), &About::default().open(), standing)
}
