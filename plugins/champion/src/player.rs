//! Champion as a player: how much time a round gets, and how a search becomes an answer.

use std::thread::available_parallelism;
use std::time::Duration;

use othello_open::{play_on, plays_on, position};
use othello_player_api::{
    About, Answer, Bound, Considered, Game, OptionSpec, Player, Round, Thinking,
};
use othello_rules::{Book, Position, Square};

use crate::analysis::analyse;
use crate::board::{Board, square_name};
use crate::book::{BOOK, VARIETY, choose, given};
use crate::search::{Limits, SearchResult, Searcher};

/// How long the machine is taken to hold up a first search, of which nobody knows yet.
const FIRST_PAUSE: Duration = Duration::from_millis(6);

/// How long a move takes where nobody says otherwise.
const UNHURRIED: Duration = Duration::from_millis(1000);

/// What of a round's time goes to everything but the search.
const OVERHEAD: Duration = Duration::from_millis(12);
/// What is kept back besides, as a part of the limit and at the most: a machine that has much to do wakes nobody on
/// time.
const RESERVED_PART: u32 = 20;
const LARGEST_RESERVE: Duration = Duration::from_secs(1);

/// How well it plays against people, in a word.
struct Level {
    name: &'static str,
    /// How long a move takes at the most.
    time: Duration,
    /// How many plies it looks ahead at the most.
    depth: u8,
    /// With how many empty squares it sees the end at the most.
    solve: u32,
}

impl Level {
    const fn of_time(name: &'static str, time: Duration) -> Level {
        Level { name, time, depth: 60, solve: 60 }
    }

    const fn of_depth(name: &'static str, depth: u8, solve: u32) -> Level {
        Level { name, time: Duration::from_millis(200), depth, solve }
    }
}

const LEVELS: [Level; 6] = [
    Level::of_depth("beginner", 1, 0),
    Level::of_depth("easy", 2, 4),
    Level::of_depth("medium", 4, 8),
    Level::of_time("strong", Duration::from_secs(1)),
    Level::of_time("strongest", Duration::from_secs(3)),
    CLOCK,
];

/// The level where nobody says otherwise.
const CLOCK: Level = Level::of_time("clock", Duration::MAX);

/// The strongest open player that comes with the arena.
pub struct Champion {
    searcher: Searcher,
    /// The book that it was given, if any.
    book: Option<Book>,
    /// The limit of every move. A first round may allow far more, which nobody wants to wait for.
    move_limit: Option<Duration>,
    /// How long the machine may let nobody work, as the searches before saw it.
    pause: Duration,
}

impl Player for Champion {
    fn about() -> About {
        let about = About::new("Champion", env!("CARGO_PKG_VERSION"))
            .author("Othello Host")
            .line("searches as deep as the clock allows, and plays the end perfectly")
            .open();
        plays_on(&[8])
            .into_iter()
            .fold(about, About::plays)
            .option(
                OptionSpec::text("level", CLOCK.name).choices(LEVELS.map(|level| level.name)).line(
                    "against people: 1, 2 or 4 plies ahead, or 1 or 3 s a move; \"clock\" takes what the clock allows",
                ),
            )
            .option(
                OptionSpec::integer("ms", 0)
                    .between(0, 600_000)
                    .line("milliseconds a move; 0 for what the clock allows"),
            )
            .option(OptionSpec::integer("positions", 0).between(0, 1e12).line(
                "positions a move instead of time, which repeats exactly; 0 for no such limit",
            ))
            .option(
                OptionSpec::integer("depth", 0)
                    .between(0, 60)
                    .line("plies to look ahead at the most; 0 for no such limit"),
            )
            .option(
                OptionSpec::integer("solve", 24).between(0, 30).line(
                    "with so many empty squares it plays the rest perfectly, if there is time, and with four more it looks for a sure win",
                ),
            )
            .option(OptionSpec::integer("threads", 1).between(1, 64).line(
                "threads that search together, no more than there are cores; with one a search by positions repeats exactly",
            ))
            .option(OptionSpec::file(BOOK).line(
                "a book that \"othello-host book make\" made: where it knows the position, its best move is played at once",
            ))
            .option(OptionSpec::number(VARIETY, 0.0).between(0, 16).line(
                "of the book's moves, by how many discs one may be worse than the best: any of these is played, by the game's seed",
            ))
            .option(OptionSpec::boolean("analyse", false).line(
                "values every move, all of them equally deep: for a position that is studied, not for a game",
            ))
    }

    fn new(game: &Game) -> Self {
        let move_limit = game.move_ms.map(Duration::from_millis);
        let searcher = Searcher::default();
        Champion { searcher, book: None, move_limit, pause: FIRST_PAUSE }
    }

    fn try_new(game: &Game) -> Result<Self, String> {
        Ok(Champion { book: given(game)?, ..Champion::new(game) })
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        self.answer(round)
    }
}

impl Champion {
    fn answer(&mut self, round: &Round) -> Result<Answer, String> {
        let position = position(round)?;
        let (own, other) = position.bitboards().ok_or("champion plays on 8x8 boards only")?;
        let board = Board { own, other };
        if let Some(square) = opening_square(&position, board) {
            return Ok(play_on(square).into());
        }
        let is_studied = round.option("analyse").unwrap_or(false);
        let book = self.book.as_ref().filter(|_| !is_studied);
        if let Some((known, thinking)) = book.and_then(|book| choose(book, round, &position)) {
            return Ok(play_on(known.square).thinking(thinking));
        }
        let limits = limits(round, board, self.move_limit, self.pause);
        let found =
            if is_studied { analyse(board, limits) } else { self.searcher.find(board, limits) };
        let found = found.ok_or("there is no move")?;
        self.pause = found.longest_pause.max(self.pause * 3 / 4);
        let square: Square = square_name(found.square).parse().map_err(|_| "no such square")?;
        Ok(play_on(square).thinking(thinking(&found)))
    }
}

/// A move that needs no search: while Reversi's centre is being filled, every free square of it.
fn opening_square(position: &Position, board: Board) -> Option<Square> {
    position.legal_moves().first().filter(|_| board.moves() != position.legal_moves().to_u64())
}

fn limits(round: &Round, board: Board, move_limit: Option<Duration>, pause: Duration) -> Limits {
    let number = |name| round.option::<u64>(name).filter(|&number| number > 0);
    let positions = number("positions");
    let level = round.option::<String>("level").unwrap_or_default();
    let level = LEVELS.into_iter().find(|one| one.name == level).unwrap_or(CLOCK);
    let asked = number("depth");
    let depth = asked.and_then(|depth| u8::try_from(depth).ok()).unwrap_or(60).min(level.depth);
    let mut limits = Limits {
        positions,
        depth: Some(depth).filter(|&depth| depth < 60),
        solve_from: round.option("solve").unwrap_or(24).min(level.solve),
        threads: round.option("threads").unwrap_or(1).min(cores()),
        time: None,
    };
    let wanted = number("ms").map(Duration::from_millis);
    // Who asks for the deepest search wants it however long it takes.
    let counted = positions.is_some() || asked.is_some() || limits.depth.is_some();
    // Without any limit a level takes the time that is its own, where it has one.
    let unhurried = if level.time == Duration::MAX { UNHURRIED } else { level.time };
    let usual = move_limit.map_or(unhurried, |limit| without_reserve(limit, pause));
    let allowed = round.time().map(|time| without_reserve(time, pause));
    let time = time(round, board, (wanted, usual), (allowed, counted));
    limits.time = time.map(|time| time.min(level.time));
    limits
}

/// How many threads the machine runs at once: with more of them the first ones to be done wait for the others, and a search
/// is late. Where it does not say, so many are taken as are asked for.
fn cores() -> u32 {
    let cores = available_parallelism().ok();
    cores.and_then(|cores| u32::try_from(cores.get()).ok()).unwrap_or(u32::MAX)
}

/// The time for a move: what was asked for, or a fair share of the clock, or the usual time, and never more than
/// the round allows.
fn time(
    round: &Round,
    board: Board,
    (wanted, usual): (Option<Duration>, Duration),
    (allowed, counted): (Option<Duration>, bool),
) -> Option<Duration> {
    if counted && wanted.is_none() {
        return allowed;
    }
    let share = round.clock_ms.map(|clock| {
        let moves_left = board.empties().count_ones().div_ceil(2).max(2);
        let increment = round.increment_ms.unwrap_or(0);
        // The middle game deserves more than the end, which solves itself.
        Duration::from_millis(
            clock.saturating_sub(50) * 3 / 2 / u64::from(moves_left) + increment * 4 / 5,
        )
    });
    let wanted = wanted.or(share).unwrap_or(usual);
    Some(allowed.map_or(wanted, |allowed| wanted.min(allowed)))
}

/// What of a limit may be searched for: of a small one at least seven tenths, less twice what the machine may hold up,
/// since the answer has to go back as well, and never less than a third.
fn without_reserve(limit: Duration, pause: Duration) -> Duration {
    let reserve = (OVERHEAD + (limit / RESERVED_PART).min(LARGEST_RESERVE)).min(limit * 3 / 10);
    limit.saturating_sub((reserve + 2 * pause).min(limit * 2 / 3))
}

fn thinking(found: &SearchResult) -> Thinking {
    let mut thinking = Thinking::default();
    thinking.value = Some(found.value);
    thinking.unit = Some("discs".to_owned());
    thinking.depth = Some(u32::from(found.depth));
    thinking.states = Some(found.positions);
    thinking.line = found.line.iter().map(|&square| square_name(square)).collect();
    thinking.text = found.solved.then(|| "solved to the end".to_owned());
    thinking.moves = found
        .moves
        .iter()
        .map(|&(square, value, exact)| {
            let bound = if exact { Bound::Exact } else { Bound::AtMost };
            Considered::new(square_name(square), value).bound(bound)
        })
        .collect();
    thinking
}

#[cfg(test)]
mod tests {
    use super::*;

    fn round(fields: &str) -> Round {
        let start = "-".repeat(27) + "OX" + &"-".repeat(6) + "XO" + &"-".repeat(27);
        serde_json::from_str(&format!(r#"{{"symbol":"X","position":"{start}",{fields}}}"#)).unwrap()
    }

    fn search_time(fields: &str, move_ms: Option<u64>) -> Duration {
        let round = round(fields);
        let (own, other) = position(&round).unwrap().bitboards().unwrap();
        let move_limit = move_ms.map(Duration::from_millis);
        limits(&round, Board { own, other }, move_limit, Duration::ZERO).time.unwrap()
    }

    #[test]
    fn the_round_s_limit_leaves_room_for_the_query_and_for_a_busy_machine() {
        assert_eq!(search_time(r#""time_ms":8"#, None), Duration::from_micros(5600));
        assert_eq!(search_time(r#""time_ms":50"#, Some(50)), Duration::from_micros(35_500));
        assert_eq!(search_time(r#""time_ms":100"#, Some(100)), Duration::from_millis(83));
        assert_eq!(search_time(r#""time_ms":1000"#, Some(1000)), Duration::from_millis(938));
        assert_eq!(search_time(r#""time_ms":60000"#, Some(60_000)), Duration::from_millis(58_988));
    }

    #[test]
    fn a_machine_that_held_up_a_search_gets_a_larger_reserve_for_the_next_ones() {
        let [quiet, busy, standstill] = [0, 10, 1000]
            .map(|ms| without_reserve(Duration::from_millis(100), Duration::from_millis(ms)));
        assert_eq!(quiet, Duration::from_millis(83));
        assert_eq!(busy, Duration::from_millis(63));
        assert!(standstill >= Duration::from_millis(33) && standstill < busy, "{standstill:?}");
    }

    #[test]
    fn a_first_move_takes_no_longer_than_any_other_however_much_it_may() {
        assert_eq!(search_time(r#""time_ms":60000"#, Some(100)), Duration::from_millis(83));
        assert_eq!(search_time(r#""time_ms":60000"#, None), UNHURRIED);
    }

    #[test]
    fn a_game_clock_is_shared_out_over_the_moves_to_come() {
        let share = search_time(r#""clock_ms":60050,"time_ms":60050"#, None);
        assert_eq!(share, Duration::from_millis(3000));
    }

    #[test]
    fn a_level_takes_its_time_and_never_more_than_the_clock_allows() {
        let on = |level: &str, limit: u64| {
            let fields = format!(r#""time_ms":{limit},"options":{{"level":"{level}"}}"#);
            search_time(&fields, Some(limit))
        };
        assert_eq!(on("easy", 60_000), Duration::from_millis(200));
        assert_eq!(on("strong", 60_000), Duration::from_secs(1));
        assert_eq!(on("strongest", 60_000), Duration::from_secs(3));
        assert_eq!(on("strongest", 100), Duration::from_millis(83));
        let unlimited =
            |level| search_time(&format!(r#""ply":0,"options":{{"level":"{level}"}}"#), None);
        assert_eq!(unlimited("strongest"), Duration::from_secs(3));
        assert_eq!(unlimited("clock"), UNHURRIED);
    }

    #[test]
    fn the_lower_levels_look_less_far_ahead_and_never_further_than_they_are_told() {
        let on = |options: &str| {
            let round = round(&format!(r#""time_ms":1000,"options":{{{options}}}"#));
            let board = Board::START;
            let limits = limits(&round, board, None, Duration::ZERO);
            (limits.depth, limits.solve_from)
        };
        let mut depths = LEVELS.iter().map(|level| (level.depth, level.solve));
        let first = depths.next().unwrap();
        depths.fold(first, |before, level| {
            assert!(level >= before, "the levels go upward");
            level
        });
        assert_eq!(on(r#""level":"beginner""#), (Some(1), 0));
        assert_eq!(on(r#""level":"medium","depth":2,"solve":24"#), (Some(2), 8));
        assert_eq!(on(r#""level":"strong","solve":20"#), (None, 20));
        assert_eq!(on(r#""depth":7"#), (Some(7), 24));
    }

    #[test]
    fn no_more_threads_search_than_there_are_cores() {
        let threads = |asked: u32| {
            let round = round(&format!(r#""options":{{"threads":{asked}}}"#));
            limits(&round, Board::START, None, Duration::ZERO).threads
        };
        assert_eq!(threads(1), 1);
        assert!((1..=64).contains(&threads(64)) && threads(64) <= cores());
    }

    #[test]
    fn without_any_limit_a_move_takes_a_second() {
        assert_eq!(search_time(r#""ply":0"#, None), UNHURRIED);
    }

    #[test]
    fn a_search_by_positions_repeats_exactly() {
        let answer = || {
            let mut champion =
                Champion { pause: Duration::ZERO, ..Champion::new(&Game::default()) };
            champion.answer(&round(r#""options":{"positions":20000}"#)).unwrap().to_json()
        };
        assert_eq!(answer(), answer());
    }
}
