//! `othello-host [play] BLACK WHITE ...`: what a game takes, read into what a game needs.

use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use othello_arena::{GameClock, RefereeKind, Seed, TimeControl};
use othello_rules::{ByColour, Colour};

use super::choices::one_of;
use super::shared::{BoardArgs, PluginArgs, PolicyArgs, REFEREES};
use super::values::{self, Seconds};
use crate::browser::app::Frame;
use crate::database::Target;
use crate::game::{self, BenchmarkOutput, GameOptions, WindowOptions};
use crate::report::ReportOptions;

/// What a game takes.
#[derive(Args)]
#[command(
    after_help = EXAMPLES,
    override_usage = "othello-host [play] [OPTIONS] BLACK WHITE\n                    \
                      [URI USER PASSWORD DATABASE API_KEY \
                      [TIME_LIMIT_S [BENCHMARK [FRAME_X FRAME_Y]]]]"
)]
pub struct PlayArgs {
    /// Who plays Black and moves first: a player's name, Alias=NAME, NAME:option=value, FILE:NAME, a path,
    /// or a program with what it speaks: cypher:COMMAND, referee:COMMAND, nboard:COMMAND, gtp:COMMAND.
    #[arg(value_name = "BLACK")]
    pub black: String,
    /// Who plays White.
    #[arg(value_name = "WHITE")]
    pub white: String,
    #[command(flatten)]
    positional: Positional,
    #[command(flatten)]
    named: Named,
    #[command(flatten)]
    board: BoardArgs,
    /// The clock of each side, and what each move adds: 10m, 90s, 10m+2s.
    #[arg(long, value_name = "TIME")]
    game_clock: Option<GameClock>,
    /// Black's clock, where it is another one; "Simple:clock=10s" gives a player its own.
    #[arg(long, value_name = "TIME")]
    black_clock: Option<GameClock>,
    /// White's clock, where it is another one.
    #[arg(long, value_name = "TIME")]
    white_clock: Option<GameClock>,
    /// By how much a limit may be overrun without a loss [default: 2 % of it, from 2 ms to 250 ms].
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    margin: Option<Duration>,
    /// The limit of a side's first move, to which the time limit does not apply [default: 60s].
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    first_move_limit: Option<Duration>,
    /// What no answer and its query may take where there is no limit; people have none.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration)]
    ceiling: Duration,
    /// The key that only Black's queries get as $apiKey.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    black_key: Option<String>,
    /// The key that only White's queries get as $apiKey.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    white_key: Option<String>,
    /// The seed of everything random in the game, to play it again.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Option<Seed>,
    /// Whose name is printed on a draw, for scripts that need one.
    #[arg(long, value_name = "COLOUR")]
    tie_goes_to: Option<Colour>,
    /// Begin after these moves (f5d6c3...).
    #[arg(long, value_name = "MOVES", default_value = "", hide_default_value = true)]
    position: String,
    /// Keep the game out of the history.
    #[arg(long)]
    no_history: bool,
    /// Who decides what is legal [default: native, or cypher where the host has no rules of its own].
    #[arg(long, value_name = "WHO", value_parser = one_of(&REFEREES))]
    referee: Option<RefereeKind>,
    /// Print events, one a line, instead of the winner's name.
    #[arg(long)]
    json: bool,
    /// Print the result alone, and on standard error only what went wrong.
    #[arg(long, short = 'q')]
    quiet: bool,
    /// Show what the players were thinking, where they say it.
    #[arg(long)]
    show_thinking: bool,
    /// Play in a window: the page of this game, in a Chromium-like browser of its own where there is one. The
    /// winner's name is printed when the game is over, and the host ends when the window is closed. Closing
    /// it earlier makes the game void. A place by FRAME_X FRAME_Y or --frame means the same; without one the
    /// window is in the centre of the screen.
    #[arg(long)]
    window: bool,
    /// On a terminal or in a window: how long to wait after each move. Without it, a window in which no person
    /// plays waits for its Step button.
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    delay: Option<Duration>,
    /// On a terminal: wait for a key before each move. In a window: for the Step button.
    #[arg(long)]
    step: bool,
    /// How long to wait for a database that goes away during the game.
    #[arg(long, value_name = "TIME", default_value = "30s", value_parser = values::duration)]
    reconnect: Duration,
    /// A file with the certificates that may vouch for the server, instead of the system's.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    /// Clear the database even if it holds something else than a board; asks first on a terminal.
    #[arg(long)]
    clear_database: bool,
    /// Remove the board from the database after the game.
    #[arg(long)]
    clean_up: bool,
    /// Allow only blind players, which see no position: their thinking must be Cypher.
    #[arg(long)]
    blind_only: bool,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

/// The values in the order in which the original program took them.
#[derive(Args)]
struct Positional {
    /// The database: "embedded", or a Neo4j such as neo4j://localhost:7687.
    #[arg(value_name = "URI", conflicts_with = "uri", group = "server")]
    pos_uri: Option<String>,
    /// Its user.
    #[arg(value_name = "USER", allow_hyphen_values = true, conflicts_with = "user")]
    pos_user: Option<String>,
    /// The user's password; "-" reads OTHELLO_PASSWORD, or asks.
    #[arg(value_name = "PASSWORD", allow_hyphen_values = true, conflicts_with = "password")]
    pos_password: Option<String>,
    /// The name of the database.
    #[arg(value_name = "DATABASE", allow_hyphen_values = true, conflicts_with = "database")]
    pos_database: Option<String>,
    /// What the players' queries get as $apiKey; "-" reads OTHELLO_API_KEY, or asks.
    #[arg(value_name = "API_KEY", allow_hyphen_values = true, conflicts_with = "api_key")]
    pos_api_key: Option<String>,
    /// Seconds for each move; 0 or less for no limit [default: -1].
    #[arg(value_name = "TIME_LIMIT_S", allow_hyphen_values = true, conflicts_with = "time_limit")]
    pos_time_limit: Option<Seconds>,
    /// Whether the times of all moves are printed behind the winner's name, on standard output: true or false.
    #[arg(value_name = "BENCHMARK", conflicts_with = "benchmark", value_parser = values::flag)]
    pos_benchmark: Option<bool>,
    /// Where the window's left edge goes on the screen.
    #[arg(value_name = "FRAME_X", allow_hyphen_values = true, conflicts_with = "frame")]
    #[arg(requires = "pos_frame_y", value_parser = place)]
    pos_frame_x: Option<i32>,
    /// Where the window's upper edge goes.
    #[arg(value_name = "FRAME_Y", allow_hyphen_values = true, value_parser = place)]
    pos_frame_y: Option<i32>,
}

/// Reads how far from the screen's edge something is.
fn place(text: &str) -> Result<i32, String> {
    text.parse()
        .map_err(|_| format!("{text:?} is no place on the screen; write a whole number: 100"))
}

/// The same by name.
#[derive(Args)]
struct Named {
    /// The same as URI.
    #[arg(long, value_name = "URI", group = "server")]
    uri: Option<String>,
    /// The same as USER.
    #[arg(long, value_name = "USER", allow_hyphen_values = true, requires = "server")]
    user: Option<String>,
    /// The same as PASSWORD.
    #[arg(long, value_name = "PASSWORD", allow_hyphen_values = true, requires = "server")]
    password: Option<String>,
    /// The same as DATABASE.
    #[arg(long, value_name = "DATABASE", allow_hyphen_values = true, requires = "server")]
    database: Option<String>,
    /// The same as API_KEY.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    api_key: Option<String>,
    /// The same as TIME_LIMIT_S.
    #[arg(long, value_name = "SECONDS", allow_hyphen_values = true)]
    time_limit: Option<Seconds>,
    /// Print the times of all moves after the game, on standard error; without a value it means true.
    #[arg(long, value_name = "BOOL", num_args = 0..=1, default_missing_value = "true")]
    #[arg(require_equals = true, value_parser = values::flag)]
    benchmark: Option<bool>,
    /// The same as FRAME_X and FRAME_Y.
    #[arg(long, value_name = "X,Y", allow_hyphen_values = true)]
    frame: Option<Frame>,
}

/// What a first move may take where nobody says it.
const FIRST_MOVE: Duration = Duration::from_secs(60);

const EXAMPLES: &str = "\
Examples:
  othello-host Simple Random
  othello-host Human Simple --game-clock 10m+2s
  othello-host Old=./old/libbot.so New=./new/libbot.so --seed 7
  othello-host Simple ./mine.cypher --size 6 --json
  othello-host 'gtp:python3 bot.py' nboard:depth=8:./engine --game-clock 5m --trace lines.txt
  othello-host Player1 Player2 neo4j://localhost:7687 neo4j mypassword neo4j sk-proj-xxxxxxxxx 10 true
  othello-host Simple Random --time-limit 10 --benchmark
  othello-host Human Simple --window --frame 100,50";

impl PlayArgs {
    fn target(&self) -> Target {
        let (positional, named) = (&self.positional, &self.named);
        let either = |a: &Option<String>, b: &Option<String>| a.clone().or_else(|| b.clone());
        Target {
            uri: either(&positional.pos_uri, &named.uri).unwrap_or_else(|| "embedded".to_owned()),
            user: either(&positional.pos_user, &named.user),
            password: either(&positional.pos_password, &named.password),
            database: either(&positional.pos_database, &named.database),
            ca: self.ca.clone(),
            clear: self.clear_database,
        }
    }

    /// The keys as they were written, empty where none was.
    fn keys(&self) -> ByColour<String> {
        let both = self.positional.pos_api_key.as_ref().or(self.named.api_key.as_ref());
        let own = ByColour { black: self.black_key.as_ref(), white: self.white_key.as_ref() };
        own.map(|key| key.or(both).cloned().unwrap_or_default())
    }

    fn time(&self) -> TimeControl {
        let per_move = self.positional.pos_time_limit.or(self.named.time_limit);
        let per_move = per_move.and_then(Seconds::limit);
        if per_move.is_none() && self.first_move_limit.is_some() {
            tell_line!(
                "othello-host: --first-move-limit counts where there is a time limit; without one, --ceiling bounds \
                 every move"
            );
        }
        TimeControl {
            per_move,
            first_move: self.first_move_limit.unwrap_or(FIRST_MOVE),
            game: self.game_clock,
            own: ByColour { black: self.black_clock, white: self.white_clock },
            margin: self.margin,
            ceiling: self.ceiling,
        }
    }

    /// A place for the window asks for one.
    fn window(&self) -> Option<WindowOptions> {
        let frame = self.frame();
        (self.window || frame.is_some()).then_some(WindowOptions { frame })
    }

    fn frame(&self) -> Option<Frame> {
        let Positional { pos_frame_x, pos_frame_y, .. } = self.positional;
        let placed = pos_frame_x.zip(pos_frame_y).map(|(x, y)| Frame { x, y });
        placed.or(self.named.frame)
    }

    /// Where the times of all moves go, if anywhere: to standard output for whoever calls the program as the
    /// original one was called.
    fn benchmark(&self) -> Option<BenchmarkOutput> {
        match (self.positional.pos_benchmark, self.named.benchmark) {
            (Some(true), _) => Some(BenchmarkOutput::BesideTheWinner),
            (_, Some(true)) => Some(BenchmarkOutput::StandardError),
            _ => None,
        }
    }

    fn options(self) -> anyhow::Result<GameOptions> {
        Ok(GameOptions {
            players: self.plugins.players()?,
            setup: self.board.setup()?,
            target: self.target(),
            keys: self.keys(),
            time: self.time(),
            window: self.window(),
            benchmark: self.benchmark(),
            specs: ByColour { black: self.black, white: self.white },
            opening: self.position,
            referee: self.referee,
            seed: self.seed.unwrap_or_else(Seed::random),
            policy: self.policy.policy(),
            blind_only: self.blind_only,
            reconnect: self.reconnect,
            clean_up: self.clean_up,
            history: !self.no_history,
            report: ReportOptions {
                json: self.json,
                quiet: self.quiet,
                thinking: self.show_thinking,
            },
            tie_goes_to: self.tie_goes_to,
            delay: self.delay,
            step: self.step,
        })
    }
}

/// Plays the game and prints its result.
pub fn run(args: PlayArgs) -> anyhow::Result<()> {
    game::play(args.options()?)
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::Parser;

    #[derive(Parser)]
    struct Line {
        #[command(flatten)]
        play: PlayArgs,
    }

    fn parse(line: &str) -> PlayArgs {
        let words = line.split_whitespace();
        Line::try_parse_from(["othello-host"].into_iter().chain(words)).unwrap().play
    }

    #[test]
    fn the_original_programs_example_is_understood() {
        let args = parse(
            "Player1 Player2 neo4j://localhost:7687 neo4j mypassword neo4j sk-proj-xxxxxxxxx 10 true",
        );
        let target = args.target();
        assert_eq!(target.uri, "neo4j://localhost:7687");
        assert_eq!(target.password.as_deref(), Some("mypassword"));
        assert_eq!(args.keys().white, "sk-proj-xxxxxxxxx");
        assert_eq!(args.time().per_move, Some(Duration::from_secs(10)));
        assert_eq!(args.benchmark(), Some(BenchmarkOutput::BesideTheWinner));
    }

    #[test]
    fn negative_numbers_and_values_that_begin_with_a_hyphen_are_taken() {
        let args = parse("A B bolt://h u -hunter2 d --key-1 -1 false -1920 -20 --seed 3");
        assert_eq!(args.target().password.as_deref(), Some("-hunter2"));
        assert_eq!(args.keys().black, "--key-1");
        assert_eq!(args.time().per_move, None);
        assert_eq!(args.frame(), Some(Frame { x: -1920, y: -20 }));
        assert_eq!(args.seed, Some(Seed::new(3)));
        assert!(args.window().is_some());
        let args = parse("A B --uri bolt://h --password -p --time-limit -1 --frame -1,-2");
        assert_eq!(args.frame(), Some(Frame { x: -1, y: -2 }));
        assert!(parse("A B").window().is_none() && parse("A B --window").window().is_some());
    }

    #[test]
    fn each_positional_has_a_named_twin_and_both_at_once_are_refused() {
        let args =
            parse("A B --uri u --user n --database d --api-key k --time-limit 2 --benchmark");
        assert_eq!(args.keys().black, "k");
        assert_eq!(args.time().per_move, Some(Duration::from_secs(2)));
        assert_eq!(args.benchmark(), Some(BenchmarkOutput::StandardError));
        let words = ["x", "A", "B", "embedded", "--uri", "embedded"];
        assert!(Line::try_parse_from(words).is_err());
    }

    #[test]
    fn a_key_of_ones_own_wins_over_the_common_one() {
        let keys = parse("A B --api-key both --white-key mine").keys();
        assert_eq!((keys.black.as_str(), keys.white.as_str()), ("both", "mine"));
    }
}
