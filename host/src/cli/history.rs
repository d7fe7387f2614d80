//! `othello-host history ...`: the games that were played, or those of another file such as a contest's.

use std::fs;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::SystemTime;

use anyhow::bail;
use clap::{Args, Subcommand};
use othello_store::{GameId, moment};

use super::choices::{Choice, one_of};
use super::shared::BoardArgs;
use super::values;
use crate::exit::{Exit, usage};
use crate::history::{
    self, ExportFormat, ExportOptions, ListOptions, MoveRef, Outcome, PruneOptions,
};
use crate::out_file;
use crate::output;

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct HistoryArgs {
    /// A file of games, such as a contest's, instead of the history.
    #[arg(long, value_name = "FILE", global = true)]
    file: Option<PathBuf>,
    #[command(subcommand)]
    command: HistoryCommand,
}

const EXAMPLES: &str = "\
The history is history.db in the user's data folder; OTHELLO_HISTORY names another file. Games that have no
result are in it too, as void. Keys and passwords never are.

Examples:
  othello-host history list --player Simple --result loss --since 7d
  othello-host history show 12 --debug
  othello-host history replay 12
  othello-host history rerun 12@7 -- --plugins ./mine
  othello-host history export 12 20-29 --format ggf -o games.ggf
  othello-host history export last --format html --queries -o game.html
  othello-host history search tiger
  othello-host history import WTH_1999.wtb games.ggf
  othello-host history list --file contest.db";

static OUTCOMES: [Choice<Outcome>; 8] = [
    Choice::new(&["win"], "Won by the player", Outcome::Win),
    Choice::new(&["loss"], "Lost by the player", Outcome::Loss),
    Choice::new(&["draw"], "Nobody won", Outcome::Draw),
    Choice::new(&["black"], "Black won", Outcome::Black),
    Choice::new(&["white"], "White won", Outcome::White),
    Choice::new(&["played"], "Played to the end", Outcome::Played),
    Choice::new(&["forfeit"], "Lost before the end", Outcome::Forfeit),
    Choice::new(&["void"], "Without a result", Outcome::Void),
];

static FORMATS: [Choice<ExportFormat>; 8] = [
    Choice::new(&["ggf"], "The Generic Game Format, one game a line", ExportFormat::Ggf),
    Choice::new(&["transcript"], "The moves, one game a line", ExportFormat::Transcript),
    Choice::new(&["json"], "All that the file has, one object a line", ExportFormat::Json),
    Choice::new(
        &["wthor"],
        "Several files: .wtb with the games, one for each year, .jou and .trn with the names",
        ExportFormat::Wthor,
    ),
    Choice::new(&["csv"], "A table", ExportFormat::Csv),
    Choice::new(&["obf"], "A position of each game, one a line", ExportFormat::Obf),
    Choice::new(
        &["html"],
        "One page that needs nothing else, on which the games are gone through",
        ExportFormat::Html,
    ),
    Choice::new(
        &["svg"],
        "A picture of a position of one game, with the numbers of the moves",
        ExportFormat::Svg,
    ),
];

#[derive(Subcommand)]
enum HistoryCommand {
    /// Lists games, the newest last.
    List(ListArgs),
    /// Shows a game: who played, what came of it, the board at its end.
    Show {
        /// The game's number, or "last".
        #[arg(value_name = "ID")]
        game: Id,
        /// Each round's query, parameters (but never a key), rows, times, warnings, and what the players wrote
        /// to their standard output and error.
        #[arg(long)]
        debug: bool,
        /// Print one JSON object with all that is recorded.
        #[arg(long)]
        json: bool,
    },
    /// Goes through a game move by move: by keys on a terminal, else by commands on standard input. Shows each
    /// move's query and times, and gives the commands that go on from there.
    Replay {
        /// The game's number, or "last".
        #[arg(value_name = "ID")]
        game: Id,
    },
    /// Asks a player again in the position before a move of a game.
    Rerun {
        /// The game and the number of the move: 12@7.
        #[arg(value_name = "ID@MOVE")]
        at: MoveRef<Id>,
        /// Whom to ask, in place of the player of the game.
        #[arg(value_name = "PLAYER")]
        player: Option<String>,
        /// More of what the command "query" takes, after "--".
        #[arg(value_name = "ARG", last = true)]
        more: Vec<String>,
    },
    /// Finds games by a position that they went through, however the board is turned, or by the name of their
    /// opening; says what was played there and what came of it.
    Search {
        /// The moves that lead there (f5d6c3...), the board by rows in X, O and - with the side to move, or an
        /// opening's name, such as tiger.
        #[arg(value_name = "MOVES|BOARD|OPENING", allow_hyphen_values = true)]
        what: String,
        #[command(flatten)]
        board: BoardArgs,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
    },
    /// Shows a player's results: by colour, by opponent, by fault, by version and over time, and its slowest moves.
    Stats {
        /// The name under which it played.
        #[arg(value_name = "PLAYER")]
        player: String,
        /// Print one JSON object.
        #[arg(long)]
        json: bool,
        /// Write a page that needs no other file.
        #[arg(long, value_name = "FILE")]
        page: Option<PathBuf>,
    },
    /// Deletes games; asks before.
    Delete {
        /// The games' numbers: 12, 20-29, last.
        #[arg(value_name = "ID", required = true)]
        games: Vec<Ids>,
        /// Don't ask.
        #[arg(long, short = 'y')]
        yes: bool,
    },
    /// Deletes games that are old or without a result; asks before.
    #[command(group = clap::ArgGroup::new("which").required(true).multiple(true))]
    Prune {
        /// Games that began before a day such as 2026-11-21, or longer ago than 36h or 30d.
        #[arg(long, value_name = "WHEN", value_parser = moment::parse, group = "which")]
        before: Option<SystemTime>,
        /// All games but the newest N.
        #[arg(long, value_name = "N", group = "which", value_parser = values::at_least(0_usize))]
        keep: Option<usize>,
        /// Games without a result.
        #[arg(long, group = "which")]
        void: bool,
        /// Don't ask.
        #[arg(long, short = 'y')]
        yes: bool,
    },
    /// Exports games in the formats of other programs.
    Export {
        /// The games' numbers: 12, 20-29, last.
        #[arg(value_name = "ID", required_unless_present = "all")]
        games: Vec<Ids>,
        /// All games.
        #[arg(long, conflicts_with = "games")]
        all: bool,
        /// The format.
        #[arg(long, short, value_name = "FORMAT", value_parser = one_of(&FORMATS))]
        format: ExportFormat,
        /// On a page, show the players' queries too.
        #[arg(long)]
        queries: bool,
        /// Export the position after N moves and passes [default: the last one].
        #[arg(long, value_name = "N", value_parser = values::at_least(0_usize))]
        after: Option<usize>,
        /// The file to write, instead of standard output.
        #[arg(long, short, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Imports games of other programs: transcripts, GGF, WTHOR, JSON lines, OBF positions, files of games. The
    /// content of a file says what it is.
    Import {
        /// The files. Names of WTHOR's players and tournaments are taken from .jou and .trn files among them or
        /// beside them.
        #[arg(value_name = "FILE", required = true)]
        files: Vec<PathBuf>,
    },
}

#[derive(Args)]
struct ListArgs {
    /// Only games of this player.
    #[arg(long, value_name = "NAME")]
    player: Option<String>,
    /// Only games with this result; win and loss are those of --player.
    #[arg(long, value_name = "RESULT", value_parser = one_of(&OUTCOMES))]
    result: Option<Outcome>,
    /// Only games that began since a day such as 2026-11-21, or in the last 36h or 30d.
    #[arg(long, value_name = "WHEN", value_parser = moment::parse)]
    since: Option<SystemTime>,
    /// Only the newest N of them.
    #[arg(long, value_name = "N", value_parser = values::at_least(0_usize))]
    newest: Option<usize>,
    /// Print one JSON object a line.
    #[arg(long)]
    json: bool,
}

/// A game by its number, or the newest one.
#[derive(Clone, Copy, Debug)]
enum Id {
    Number(i64),
    Last,
}

/// One game or several that follow one another.
#[derive(Clone, Copy, Debug)]
struct Ids(Id, Id);

impl FromStr for Id {
    type Err = String;

    fn from_str(text: &str) -> Result<Id, String> {
        match text.parse() {
            Ok(number) => Ok(Id::Number(number)),
            Err(_) if text == "last" => Ok(Id::Last),
            Err(_) => Err(format!("{text:?} is not a game's number; write 12, or last")),
        }
    }
}

impl FromStr for Ids {
    type Err = String;

    fn from_str(text: &str) -> Result<Ids, String> {
        match text.split_once('-') {
            Some((first, last)) => Ok(Ids(first.parse()?, last.parse()?)),
            None => text.parse().map(|one| Ids(one, one)),
        }
    }
}

/// Runs another command of the program, whose words begin with its name.
pub type RunWords<'a> = dyn Fn(Vec<String>) -> anyhow::Result<()> + 'a;

/// Runs the command.
pub fn run(args: HistoryArgs, run_words: &RunWords<'_>) -> anyhow::Result<()> {
    let path = history::file(args.file.as_deref())?;
    let one = |id: Id| match id {
        Id::Number(number) => Ok(GameId(number)),
        Id::Last => history::last(&path),
    };
    let text = match args.command {
        HistoryCommand::List(_) if args.file.is_some() && !path.is_file() => {
            bail!("there is no file {}", path.display())
        }
        HistoryCommand::List(args) => list(&path, args)?,
        HistoryCommand::Show { game, json: true, .. } => history::show_json(&path, one(game)?)?,
        HistoryCommand::Show { game, debug, .. } => history::show(&path, one(game)?, debug)?,
        HistoryCommand::Replay { game } => return history::replay(&path, one(game)?),
        HistoryCommand::Rerun { at, player, more } => {
            let at = MoveRef { game: one(at.game)?, number: at.number };
            let (mut words, happened) = history::rerun(&path, at, player.as_deref())?;
            tell_line!("{happened}");
            words.extend(more);
            return run_words(words);
        }
        HistoryCommand::Search { what, board, json } => {
            let found = history::search(&path, &what, &board.setup()?)?;
            if json { format!("{:#}\n", found.to_json()) } else { found.to_text() }
        }
        HistoryCommand::Stats { player, json, page } => {
            let stats = history::stats(&path, &player)?;
            if let Some(file) = page {
                out_file::write(&file, stats.to_page())?;
                tell_line!("the page is in {}", file.display());
            }
            if json { format!("{:#}\n", stats.to_json()) } else { stats.to_text() }
        }
        HistoryCommand::Delete { games, yes } => {
            let games = games_of_ids(&path, &games)?;
            delete(&path, &games, yes)?
        }
        HistoryCommand::Prune { before, keep, void, yes } => {
            let games = history::games_to_prune(&path, PruneOptions { before, keep, void })?;
            delete(&path, &games, yes)?
        }
        HistoryCommand::Export { games, all, format, queries, after, output } => {
            let options = ExportOptions { format, queries, after };
            check(options)?;
            let games = if all { history::all(&path)? } else { games_of_ids(&path, &games)? };
            return export(&path, &games, options, output.as_deref());
        }
        HistoryCommand::Import { files } => return import(&path, &files),
    };
    output::print(text);
    Ok(())
}

fn list(path: &Path, args: ListArgs) -> anyhow::Result<String> {
    let ListArgs { player, result, since, newest, json } = args;
    if player.is_none() && matches!(result, Some(Outcome::Win | Outcome::Loss)) {
        return Err(usage(
            "--result win and loss are a player's: name it by --player, or write black or white",
        ));
    }
    let games = history::list(path, &ListOptions { player, result, since, newest })?;
    if json {
        let lines = games.iter().map(|game| format!("{}\n", history::formats::as_json(game)));
        return Ok(lines.collect());
    }
    if games.is_empty() {
        tell_line!("no such games in {}", path.display());
        return Ok(String::new());
    }
    Ok(history::table_of_games(&games))
}

/// The games of these numbers that are there, each once; a number alone must be there.
fn games_of_ids(path: &Path, ids: &[Ids]) -> anyhow::Result<Vec<GameId>> {
    let all = history::all(path)?;
    let number = |id: Id| match id {
        Id::Number(number) => number,
        Id::Last => all.last().map_or(0, |last| last.0),
    };
    let mut games = Vec::new();
    for &Ids(first, last) in ids {
        let (first, last) = (number(first), number(last));
        let found: Vec<_> = all.iter().filter(|id| (first..=last).contains(&id.0)).collect();
        if found.is_empty() {
            let which = if first == last { format!("{first}") } else { format!("{first}-{last}") };
            return Err(history::no_game(&which, path));
        }
        for id in found {
            if !games.contains(id) {
                games.push(*id);
            }
        }
    }
    Ok(games)
}

fn delete(path: &Path, games: &[GameId], yes: bool) -> anyhow::Result<String> {
    if !history::may_delete(path, games.len(), yes)? {
        bail!("nothing was deleted");
    }
    let deleted = history::delete(path, games)?;
    Ok(format!("{} deleted\n", history::number_of_games(deleted)))
}

fn export(
    path: &Path,
    games: &[GameId],
    options: ExportOptions,
    to: Option<&Path>,
) -> anyhow::Result<()> {
    let place = |path: &Path| fs::canonicalize(path).ok();
    if to.is_some_and(|to| place(to).is_some_and(|to| Some(to) == place(path))) {
        return Err(usage(format!(
            "{} holds the games that are exported; name another file",
            path.display()
        )));
    }
    let exported = history::export(path, games, options, to)?;
    if !exported.files.is_empty() {
        let games = history::number_of_games(exported.games);
        tell_line!("{games} written to {}", exported.files.join(", "));
    }
    for remark in &exported.remarks {
        tell_line!("othello-host: {remark}");
    }
    report_left_out(&exported.left_out)
}

/// Refuses what the format has no use for.
fn check(options: ExportOptions) -> anyhow::Result<()> {
    let format = options.format;
    if options.after.is_some() && !matches!(format, ExportFormat::Obf | ExportFormat::Svg) {
        return Err(usage(
            "--after: only the formats obf and svg show one position; the others have whole games",
        ));
    }
    if options.queries && format != ExportFormat::Html {
        return Err(usage("--queries: only a page shows queries; add --format html"));
    }
    Ok(())
}

/// Says which games were left out and why.
fn report_left_out(left_out: &[String]) -> anyhow::Result<()> {
    if left_out.is_empty() {
        return Ok(());
    }
    for why in left_out {
        tell_line!("othello-host: {why}");
    }
    tell_line!("othello-host: {} left out", history::number_of_games(left_out.len()));
    Err(Exit::Reported.into())
}

fn import(path: &Path, files: &[PathBuf]) -> anyhow::Result<()> {
    let imported = history::import(path, files)?;
    let numbers = match imported.games.as_slice() {
        [] => String::new(),
        [one] => format!(", number {}", one.0),
        [first, .., last] => format!(", numbers {} to {}", first.0, last.0),
    };
    let games = history::number_of_games(imported.games.len());
    let known = match imported.known {
        0 => String::new(),
        1 => "; 1 game was there before and was skipped".to_owned(),
        many => format!("; {many} games were there before and were skipped"),
    };
    output::print(format!("{games} imported{numbers}{known}\n"));
    for why in imported.remarks.iter().chain(&imported.amiss) {
        tell_line!("othello-host: {why}");
    }
    report_left_out(&imported.wrong)?;
    if imported.amiss.is_empty() { Ok(()) } else { Err(Exit::Reported.into()) }
}
