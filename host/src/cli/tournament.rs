//! `othello-host tournament`: a contest of many players; and going on with one that was interrupted.

use std::ffi::OsString;
use std::path::{Path, PathBuf};

use clap::{Args, Parser, Subcommand, ValueEnum};
use othello_arena::contest::schedule::Format;

use super::contest_args::{ContestArgs, RunArgs};
use super::tournament_file::TournamentFile;
use super::values;
use crate::contests::{self, RunOptions};
use crate::exit::usage;

/// What a tournament takes.
#[derive(Args)]
#[command(
    args_conflicts_with_subcommands = true,
    args_override_self = true,
    after_help = EXAMPLES,
    override_usage = "othello-host tournament [OPTIONS] PLAYERS...\n       \
                      othello-host tournament [OPTIONS] FILE.toml\n       \
                      othello-host tournament resume [OPTIONS] FILE"
)]
pub struct TournamentArgs {
    #[command(subcommand)]
    command: Option<TournamentCommand>,
    #[command(flatten)]
    new: NewArgs,
}

#[derive(Subcommand)]
enum TournamentCommand {
    /// Goes on with a contest of any kind that was interrupted, or plays again what had no result.
    Resume {
        /// The contest's file.
        file: PathBuf,
        /// Begin the programs and use the servers that the file names, although it may be somebody else's.
        #[arg(long)]
        trust_file: bool,
        #[command(flatten)]
        run: Box<RunArgs>,
    },
}

#[derive(Args)]
struct NewArgs {
    /// The players, the strongest first where the kind seeds them; or one TOML file with a list "players"
    /// and any of the options below by their names.
    #[arg(value_name = "PLAYERS")]
    players: Vec<String>,
    /// The kind of contest.
    #[arg(long, short = 'k', value_name = "KIND", value_enum, default_value = "round-robin")]
    kind: Kind,
    /// In a gauntlet: how many of the first players meet all the others [default: 1].
    #[arg(long, value_name = "N", value_parser = values::at_least(1_u32))]
    challengers: Option<u32>,
    /// In a Swiss contest: how many rounds [default: as many as settle the first place].
    #[arg(long, value_name = "N", value_parser = values::at_least(1_u32))]
    rounds: Option<u32>,
    #[command(flatten)]
    contest: ContestArgs,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Kind {
    /// Everybody against everybody.
    RoundRobin,
    /// The first against all the others.
    Gauntlet,
    /// A few rounds, each between those who did about equally well.
    Swiss,
    /// The loser of each pairing is out.
    Knockout,
}

const EXAMPLES: &str = "\
Examples:
  othello-host tournament Simple Random Edge --games 100
  othello-host tournament A B C D E F G H --kind swiss --rounds 3 --seed 7
  othello-host tournament club-night.toml --report report
  othello-host tournament resume contest.db

A file club-night.toml:
  players = [\"Simple\", \"Random:clock=5s\",
             { player = \"Champion\", name = \"Slow\", clock = \"1m+1s\", positions = 50000 }]
  kind = \"round-robin\"
  games = 100
  openings = \"random:8\"
  each = { clock = \"30s\", margin = \"20ms\" }";

/// How many pairs there are where nobody says it.
const PAIRS: u64 = 10;

/// Plays the tournament.
pub fn run(args: TournamentArgs) -> anyhow::Result<()> {
    if let Some(TournamentCommand::Resume { file, trust_file, run }) = args.command {
        let options = RunOptions { trusts_file: trust_file, ..run.options()? };
        return contests::resume(&file, options).map(drop);
    }
    match args.new.players.as_slice() {
        [file] if is_toml(file) => {
            let file = TournamentFile::read(Path::new(file))?;
            file.check(&|words| parsed(words, &[]).map(drop))?;
            // What stands on the command line comes later, and so wins.
            let named = file.path().as_os_str();
            let own: Vec<_> = std::env::args_os().skip(2).filter(|word| word != named).collect();
            let new = parsed(&file.words(), &own).map_err(|error| file.blamed(&error))?;
            play(new).map_err(|error| file.told(error))
        }
        [] => Err(usage("no players; name two or more, or a TOML file that does")),
        names => match names.iter().find(|name| is_toml(name)) {
            Some(file) => Err(usage(format!(
                "{file} says who plays in its list \"players\"; nobody else is named beside it"
            ))),
            None => play(args.new),
        },
    }
}

/// The words of a file and of the command line together.
#[derive(Parser)]
#[command(args_override_self = true)]
struct FromFile {
    #[command(flatten)]
    new: NewArgs,
}

/// What a file and the command line say together.
fn parsed(of_file: &[String], own: &[OsString]) -> Result<NewArgs, clap::Error> {
    let of_file = of_file.iter().map(OsString::from);
    let name = OsString::from("othello-host tournament");
    let all = std::iter::once(name).chain(of_file).chain(own.iter().cloned());
    FromFile::try_parse_from(all).map(|file| file.new)
}

fn play(args: NewArgs) -> anyhow::Result<()> {
    let format = args.format()?;
    contests::play(args.contest.options(args.players, format, PAIRS, None)?).map(drop)
}

impl NewArgs {
    /// The kind with what belongs to it, and to no other.
    fn format(&self) -> anyhow::Result<Format> {
        let players = self.players.len();
        let rounds = || self.rounds.unwrap_or_else(|| rounds_for(players));
        match (self.kind, self.challengers, self.rounds) {
            (kind, Some(number), _) if kind != Kind::Gauntlet => Err(usage(format!(
                "--challengers {number}: only a gauntlet has challengers; add --kind gauntlet"
            ))),
            (kind, _, Some(number)) if kind != Kind::Swiss => Err(usage(format!(
                "--rounds {number}: only a Swiss contest is told how many rounds it has; add --kind swiss"
            ))),
            (Kind::RoundRobin, ..) => Ok(Format::RoundRobin),
            (Kind::Gauntlet, challengers, _) => {
                Ok(Format::Gauntlet { challengers: challengers.unwrap_or(1) as usize })
            }
            (Kind::Swiss, ..) => Ok(Format::Swiss { rounds: rounds() }),
            (Kind::Knockout, ..) => Ok(Format::Knockout),
        }
    }
}

/// As many rounds as a knockout of so many players would have.
fn rounds_for(players: usize) -> u32 {
    players.max(2).next_power_of_two().trailing_zeros()
}

fn is_toml(text: &str) -> bool {
    Path::new(text).extension().is_some_and(|ending| ending.eq_ignore_ascii_case("toml"))
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_file_stands_for_words_of_the_command_line() {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("night.toml");
        let text = "players = [\"A\", \"B=C:depth=3\", {player = \"C\", name = \"D\", clock = \"5s\", depth = 2}]\n\
                    each = {clock = \"30s+1s\", depth = 9}\nkind = \"swiss\"\ntime_limit = 2.5\n\
                    same-openings = true\nadjudicate = false\n";
        std::fs::write(&file, text).unwrap();
        let file = TournamentFile::read(&file).unwrap();
        let new = parsed(&file.words(), &["--games=4".into()]).unwrap();
        assert_eq!(new.players, ["A", "B=C:depth=3", "D=C:clock=5s,depth=2"]);
        let plan = new.contest.options(Vec::new(), Format::Knockout, 0, None).unwrap().plan;
        assert_eq!(
            (new.kind, plan.time.per_move),
            (Kind::Swiss, Some(Duration::from_millis(2500)))
        );
        assert_eq!(plan.time.game, "30s+1s".parse().ok());
        assert_eq!(plan.each, [("depth".to_owned(), "9".to_owned())]);
        assert!(plan.same_openings && !plan.adjudicate);
        assert_eq!(plan.pairs, Some(2));
    }

    #[test]
    fn a_swiss_contest_has_rounds_enough_to_settle_the_first_place() {
        assert_eq!([2, 3, 8, 9].map(rounds_for), [1, 2, 3, 4]);
    }
}
