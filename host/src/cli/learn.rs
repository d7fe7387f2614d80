//! `othello-host learn`: a path for whoever has never written Cypher.

use std::path::PathBuf;

use clap::{Args, Subcommand};

use super::shared::FinderArgs;
use crate::exit::usage;
use crate::learn::Course;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true)]
pub struct LearnArgs {
    #[command(subcommand)]
    command: Option<LearnCommand>,
    /// A step to show, by its name or number, or "next"; without one, the whole path.
    #[arg(value_name = "STEP")]
    step: Option<String>,
    /// What stands behind a step that is no command.
    #[arg(hide = true)]
    more: Vec<String>,
    /// A folder with lessons, which take the place of those of the same name, or stand beside them.
    #[arg(long, value_name = "DIR", global = true)]
    lessons: Option<PathBuf>,
    /// Print one JSON object.
    #[arg(long, global = true)]
    json: bool,
}

#[derive(Subcommand)]
enum LearnCommand {
    /// Tries a query for a step on many positions, and says what is wrong with it.
    Check {
        /// The step, by its name or number, or "next".
        #[arg(value_name = "STEP")]
        step: String,
        /// The query, a file with it, or "-" for standard input; else it is typed.
        #[arg(value_name = "QUERY|FILE|-")]
        query: Option<String>,
        #[command(flatten)]
        plugins: FinderArgs,
    },
    /// Gives the next hint for a step.
    Hint {
        /// The step, by its name or number, or "next".
        #[arg(value_name = "STEP", default_value = "next")]
        step: String,
    },
    /// Shows a query that does what a step asks.
    Solution {
        /// The step, by its name or number, or "next".
        #[arg(value_name = "STEP", default_value = "next")]
        step: String,
    },
}

const EXAMPLES: &str = "\
Exit codes of check: 0 the query does what the step asks, 1 not yet, 2 wrong usage. How far you are is kept in your
folder for data, and the page of \"othello-host serve\" shows the same.

Examples:
  othello-host learn                            the path, and how far you are
  othello-host learn next                       the next step
  othello-host learn check match 'MATCH (cell:Cell {state: $symbol}) RETURN cell'
  othello-host learn check legal mine.cypher    a query in a file
  othello-host learn hint legal
  othello-host learn --lessons mine/            a teacher's own lessons";

/// Does what is asked for.
pub fn run(args: &LearnArgs) -> anyhow::Result<()> {
    let course = Course::open(args.lessons.as_deref(), args.json)?;
    match (&args.command, &args.step) {
        (None, None) => course.list(),
        (None, Some(step)) if args.more.is_empty() => course.show(step),
        (None, Some(word)) => Err(usage(format!(
            "{word:?} does nothing with a step; write \"check\", \"hint\" or \"solution\" before it"
        ))),
        (Some(LearnCommand::Check { step, query, plugins }), _) => {
            course.check(step, query.as_deref(), &plugins.players()?)
        }
        (Some(LearnCommand::Hint { step }), _) => course.hint(step),
        (Some(LearnCommand::Solution { step }), _) => course.solution(step),
    }
}
