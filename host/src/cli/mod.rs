//! The command line: which command is meant, and what each takes, read into what the modules below know. One file
//! a command; what several commands take is in `shared` and `contest_args`. Nothing but `main` imports it.

mod analyse;
mod bench;
mod book;
mod choices;
mod compare;
mod completions;
mod contest;
mod contest_args;
mod engine;
mod games;
mod history;
mod ladder;
mod learn;
mod man;
mod match_command;
mod nats;
mod openings;
mod play;
mod players;
mod query;
mod rate;
mod ratings;
mod referee;
mod serve;
mod shared;
mod shell;
mod tournament;
mod tournament_file;
mod tune;
mod values;
mod work;

use std::ffi::OsString;
use std::io::stderr;
use std::process;

use clap::{Command, CommandFactory, FromArgMatches, Parser, Subcommand};

use crate::exit::{self, Exit, usage};
use crate::meant::meant_by;

/// What the program is called.
const PROGRAM: &str = "othello-host";

/// An arena where Othello players written as Cypher queries fight each other on a graph.
#[derive(Parser)]
#[command(
    name = PROGRAM,
    version,
    max_term_width = 100,
    override_usage = "othello-host [OPTIONS] BLACK WHITE [URI USER PASSWORD DATABASE API_KEY \
                      [TIME_LIMIT_S [BENCHMARK [FRAME_X FRAME_Y]]]]\n       \
                      othello-host COMMAND ...",
    after_help = EXAMPLES
)]
struct Cli {
    #[command(subcommand)]
    command: Cmd,
}

impl Cli {
    /// Reads the words of a command line.
    fn read(words: impl IntoIterator<Item = OsString>) -> Result<Cli, clap::Error> {
        let mut command = with_numbers_below_zero(Cli::command());
        let mut matches = command.try_get_matches_from_mut(words)?;
        Cli::from_arg_matches_mut(&mut matches).map_err(|error| error.format(&mut command))
    }
}

/// The same where a number below zero is the value of the option before it, which says itself what it takes, and not an
/// option that nobody knows.
fn with_numbers_below_zero(command: Command) -> Command {
    let of_options = command.mut_args(|arg| {
        let takes_one = !arg.is_positional() && arg.get_action().takes_values();
        if takes_one { arg.allow_negative_numbers(true) } else { arg }
    });
    of_options.mut_subcommands(with_numbers_below_zero)
}

const EXAMPLES: &str = "\
Examples:
  othello-host                                   on a terminal: a menu of all that can be played
  othello-host Simple Random                     a game on the embedded engine
  othello-host Human Simple                      play yourself
  othello-host Simple Random --seed 7 --json     a game that can be repeated, as events
  othello-host Player1 Player2 neo4j://localhost:7687 neo4j PASSWORD neo4j KEY 10 true
                                                 on a Neo4j, 10 s a move, with the times of all moves
  othello-host query --position f5d6c3 Simple    what Simple would send there, and what it finds
  othello-host match Simple Random               a hundred games, and who is stronger
  othello-host tournament A B C --games 20       everybody against everybody
  othello-host work nats://HOST:4222             plays for contests over many machines (--over there)
  othello-host contest show FILE                 where a contest stands, and what went wrong in it
  othello-host history list                      the games that were played
  othello-host analyse last                      what every move of the last game cost
  othello-host serve                             play and watch in a browser
  othello-host learn                             Cypher from the first query to a bot of your own
  othello-host ladder --title Afternoon          a room of people whose queries play each other
  othello-host gtp Simple                        a player as an engine (also nboard, referee-bot)
  othello-host play --help                       all that a game takes

Exit codes: 0 a game was finished, 1 it could not be, 2 wrong usage, 130 it was interrupted.";

#[derive(Subcommand)]
enum Cmd {
    /// Plays a game; the word itself may be left out.
    Play(Box<play::PlayArgs>),
    /// Runs a query, or what a player would send, on a position.
    Query(query::QueryArgs),
    /// Lists, begins, tests, checks, installs and packs players.
    Players(players::PlayersArgs),
    /// Lists the games that are there, begins one of your own, or says what is wrong with it.
    Games(games::GamesArgs),
    /// Plays many games between two players, and says how much stronger one is.
    Match(Box<match_command::MatchArgs>),
    /// Plays a contest of many players, or goes on with one.
    Tournament(Box<tournament::TournamentArgs>),
    /// Plays for contests and ladders over many machines, or says who does.
    Work(Box<work::WorkArgs>),
    /// Shows, lists and repairs contests.
    Contest(contest::ContestCommandArgs),
    /// Says whether a new version of a player is better than the old one.
    Compare(Box<compare::CompareArgs>),
    /// Makes balanced openings for contests.
    Openings(openings::OpeningsArgs),
    /// Makes books of openings for players that take one, and shows them.
    Book(book::BookArgs),
    /// Plays a player against those that are known, and places it.
    Rate(Box<rate::RateArgs>),
    /// Looks for better values of a player's options, by a match for each.
    Tune(Box<tune::TuneArgs>),
    /// Lists, shows, replays, exports, imports and deletes the games that were played.
    History(Box<history::HistoryArgs>),
    /// Says what every move of a game cost, and what was best.
    #[command(visible_alias = "analyze")]
    Analyse(Box<analyse::AnalyseArgs>),
    /// Computes ratings from all games that were played.
    Ratings(ratings::RatingsArgs),
    /// Plays a game between two programs that speak the line protocol of a course's referee.
    #[command(override_usage = referee::USAGE, after_help = referee::HELP, mut_args(referee::arg_help))]
    Referee(Box<referee::RefereeArgs>),
    /// Runs a player as a program that speaks the line protocol of a course's referee.
    RefereeBot(Box<engine::RefereeBotArgs>),
    /// Runs a player as an engine for the NBoard program.
    #[command(after_help = engine::NBOARD_HELP)]
    Nboard(Box<engine::EngineArgs>),
    /// Runs a player as an engine that speaks the Go Text Protocol, on the board of Othello.
    #[command(after_help = engine::GTP_HELP)]
    Gtp(Box<engine::EngineArgs>),
    /// Serves the page: play, watch and understand games in a browser.
    Serve(serve::ServeArgs),
    /// A place where many people submit queries that play each other: for a room, a course or a club.
    Ladder(Box<ladder::LadderArgs>),
    /// Teaches Cypher from the first query to a bot of one's own: steps with tasks that are checked.
    Learn(learn::LearnArgs),
    /// Runs statements, typed or from files, on one graph in memory: for lessons and to try queries.
    #[command(after_help = shell::EXAMPLES)]
    Shell(shell::ShellArgs),
    /// Measures what searching costs, and what pruning saves.
    Bench(bench::BenchArgs),
    /// Prints a shell's completions.
    Completions(completions::CompletionsArgs),
    /// Prints the manual page.
    Man(man::ManArgs),
}

/// Does what the arguments ask for. clap itself reports wrong ones, which ends the program.
pub fn run(args: Vec<OsString>) -> anyhow::Result<()> {
    if args.len() < 2 {
        // There is no command; clap shows all of them.
        let _ = Cli::command().write_long_help(&mut stderr());
        process::exit(2);
    }
    let (args, meant) = with_play(args);
    let command = Cli::read(args).unwrap_or_else(|error| {
        let _ = error.print();
        if let Some(meant) = meant.as_ref().filter(|_| error.use_stderr()) {
            tell_line!("\n{meant}");
        }
        process::exit(error.exit_code());
    });
    perform(command.command).map_err(|error| match (meant, error.downcast_ref()) {
        (Some(meant), Some(Exit::WrongUsage(_))) => {
            usage(format!("{}; {meant}", exit::message(&error)))
        }
        _ => error,
    })
}

/// Does what these words ask for, as if they were typed behind the program's name.
pub fn run_words(words: &[String]) -> anyhow::Result<()> {
    let program = [PROGRAM].into_iter();
    match Cli::read(program.chain(words.iter().map(String::as_str)).map(OsString::from)) {
        Ok(cli) => perform(cli.command),
        Err(error) => {
            // Whoever closed standard error does not want to know.
            let _ = error.print();
            Err(Exit::Reported.into())
        }
    }
}

fn perform(command: Cmd) -> anyhow::Result<()> {
    match command {
        Cmd::Play(args) => play::run(*args),
        Cmd::Query(args) => query::run(&args),
        Cmd::Players(args) => players::run(&args),
        Cmd::Games(args) => games::run(&args),
        Cmd::Match(args) => match_command::run(*args),
        Cmd::Tournament(args) => tournament::run(*args),
        Cmd::Work(args) => work::run(*args),
        Cmd::Contest(args) => contest::run(args),
        Cmd::Compare(args) => compare::run(*args),
        Cmd::Openings(args) => openings::run(&args),
        Cmd::Book(args) => book::run(&args),
        Cmd::Rate(args) => rate::run(*args),
        Cmd::Tune(args) => tune::run(*args),
        Cmd::History(args) => history::run(*args, &|words| {
            let words = words.into_iter().map(OsString::from);
            perform(Cli::read(words).unwrap_or_else(|error| error.exit()).command)
        }),
        Cmd::Analyse(args) => analyse::run(&args),
        Cmd::Ratings(args) => ratings::run(args),
        Cmd::Referee(args) => referee::run(*args),
        Cmd::RefereeBot(args) => engine::referee_bot(&args),
        Cmd::Nboard(args) => engine::nboard(&args),
        Cmd::Gtp(args) => engine::gtp(&args),
        Cmd::Serve(args) => serve::run(&args),
        Cmd::Ladder(args) => ladder::run(*args),
        Cmd::Learn(args) => learn::run(&args),
        Cmd::Shell(args) => shell::run(&args),
        Cmd::Bench(args) => bench::run(&args),
        Cmd::Completions(args) => completions::run(&args, Cli::command()),
        Cmd::Man(args) => man::run(&args, Cli::command()),
    }
}

/// Adds the word `play` where it was left out, and says which command may have been meant instead.
fn with_play(mut args: Vec<OsString>) -> (Vec<OsString>, Option<String>) {
    let first = args[1].to_string_lossy().into_owned();
    let program = Cli::command();
    let is_command = first == "help"
        || program
            .get_subcommands()
            .any(|sub| sub.get_name_and_visible_aliases().contains(&first.as_str()));
    let asks = ["-h", "--help", "-V", "--version"].contains(&first.as_str());
    if is_command || asks {
        return (args, None);
    }
    args.insert(1, "play".into());
    (args, meant_instead(&program, &first))
}

/// The command that may be meant by a word that is none: one that is called nearly so, or those that have one of this
/// name within them.
fn meant_instead(program: &clap::Command, word: &str) -> Option<String> {
    if let Some(name) = meant_by(word, program.get_subcommands().map(clap::Command::get_name)) {
        return Some(format!("did you mean the command {name:?}?"));
    }
    let has_it = |command: &&clap::Command| {
        command.get_subcommands().any(|within| within.get_name() == word)
    };
    let found = program.get_subcommands().filter(has_it);
    let found: Vec<_> = found.map(|command| format!("\"{} {word}\"", command.get_name())).collect();
    (!found.is_empty()).then(|| format!("did you mean {}?", found.join(" or ")))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::players::RESERVED_WORDS;
    use clap::error::ErrorKind;

    /// What the standard library says of a number, which tells nobody what to write.
    const RAW: [&str; 6] = [
        "digit found",
        "cannot parse",
        "target type",
        "float literal",
        "is not in",
        "address syntax",
    ];

    /// All commands with their words, those within others too.
    fn commands(of: &clap::Command, words: &[String]) -> Vec<(Vec<String>, clap::Command)> {
        let within = of
            .get_subcommands()
            .flat_map(|sub| commands(sub, &[words, &[sub.get_name().to_owned()]].concat()));
        within.chain([(words.to_vec(), of.clone())]).collect()
    }

    /// What is said of this value of an option, where it is refused by itself.
    fn refusal(words: &[String], option: &str, value: &str) -> Option<String> {
        let line = words.iter().cloned().chain([format!("--{option}={value}")]);
        let error = Cli::command().try_get_matches_from(line).err()?;
        (error.kind() == ErrorKind::ValueValidation).then(|| error.to_string())
    }

    #[test]
    fn a_wrong_value_of_any_option_is_answered_by_what_to_write() {
        let mut refused = 0;
        for (words, command) in commands(&Cli::command(), &[PROGRAM.to_owned()]) {
            let options = command.get_arguments().filter(|arg| arg.get_action().takes_values());
            for option in options.filter_map(clap::Arg::get_long) {
                for value in ["zzz", "", "-1", "1.5", "99999999999999999999"] {
                    let Some(said) = refusal(&words, option, value) else { continue };
                    let raw = RAW.into_iter().find(|raw| said.contains(raw));
                    assert_eq!(raw, None, "{words:?}: {said}");
                    refused += 1;
                }
            }
        }
        assert!(refused > 300, "{refused} values were refused");
    }

    #[test]
    fn no_player_can_be_named_like_a_command() {
        for command in Cli::command().get_subcommands() {
            for word in command.get_name_and_visible_aliases() {
                assert!(RESERVED_WORDS.contains(&word), "{word}");
            }
        }
    }
}
