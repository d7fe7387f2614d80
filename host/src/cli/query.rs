//! `othello-host query`: runs a query, or what a player would send, on a position.

use std::fs;
use std::io::{Read, Write, stdin, stdout};
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use clap::Args;
use othello_arena::Seed;
use othello_arena::json::{from_datum, to_datum};
use othello_board::session::{Meter, Outcome, Params, player_limits};
use othello_board::{Datum, Fault, Referee, Session, View};
use othello_player_api as api;
use othello_rules::{Colour, Square};
use serde_json::{Value, json};

use super::shared::{BoardArgs, PluginArgs, PolicyArgs};
use super::values;
use crate::asking::{Place, Wanted};
use crate::exit::Exit;
use crate::report;

/// How long a query may run where the user does not say.
const PATIENCE: Duration = Duration::from_secs(60);

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct QueryArgs {
    /// A query, a file with one, a player whose query is wanted, or "-" for standard input.
    #[arg(value_name = "QUERY|FILE|PLAYER|-")]
    what: String,
    /// The moves that lead to the position (f5d6c3...), or the board by rows in X, O and -.
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    position: String,
    /// Whose query it is, as $symbol; else the side to move.
    #[arg(long, value_name = "X|O")]
    symbol: Option<Colour>,
    #[command(flatten)]
    board: BoardArgs,
    /// The cell that a person would choose, as $x and $y.
    #[arg(long, value_name = "SQUARE")]
    cell: Option<Square>,
    /// One more parameter; its value is JSON, or else a text. May be given several times.
    #[arg(long = "param", value_name = "NAME=VALUE", value_parser = parameter)]
    params: Vec<(String, Value)>,
    /// The game's seed: a player and rand() then do what they did in that game.
    #[arg(long, value_name = "N", default_value = "0", value_parser = values::seed)]
    seed: Seed,
    /// How long it may take.
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    time_limit: Option<Duration>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host query 'MATCH (c:Cell) RETURN c.state AS state, count(*) AS cells'
  othello-host query --position f5d6c3 Simple
  othello-host query --position f5 --symbol O mine.cypher
  echo 'PROFILE MATCH (c:Cell {state: $symbol}) RETURN c' | othello-host query -";

fn parameter(text: &str) -> Result<(String, Value), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("{text:?} has no =; write NAME=VALUE"))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((name.to_owned(), value))
}

/// Runs the query and prints what it gave.
pub fn run(args: &QueryArgs) -> anyhow::Result<()> {
    let mut place = Place::find(args.board.setup()?, &args.position, args.symbol)?;
    let asked = ask(args, &place)?;
    let params = params(args, place.colour, &asked.query);
    let ply = place.moves.len();
    let outcome = read(args, &mut place.session, &asked.query.cypher, &params, ply)?;

    let square = the_cell(&outcome, place.referee.as_ref());
    let text = if args.json {
        format!("{:#}\n", as_json(&asked, &outcome, square, &place.view))
    } else {
        as_text(&asked, &outcome, square, &place.view)
    };
    // Whoever closed standard output does not want to know.
    let _ = stdout().write_all(text.as_bytes());
    Ok(())
}

/// What is run, and where a player sent it, what it thought.
struct Asked {
    query: api::Query,
    player: Option<String>,
    thinking: Option<api::Thinking>,
}

/// Finds out what is meant, and asks the player where one is.
fn ask(args: &QueryArgs, place: &Place) -> anyhow::Result<Asked> {
    let text =
        |cypher: String| Ok(Asked { query: api::Query::new(cypher), player: None, thinking: None });
    if args.what == "-" {
        let mut query = String::new();
        stdin().read_to_string(&mut query)?;
        return text(query);
    }
    let path = Path::new(&args.what);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if path.is_file() && !["so", "dylib", "dll", "toml"].contains(&ending) {
        return text(fs::read_to_string(path).with_context(|| path.display().to_string())?);
    }
    // A path has no blanks, and a name letters around them; a query has blanks and more than letters.
    let has_blanks = args.what.contains(char::is_whitespace);
    let is_words = args.what.chars().all(|c| c.is_alphanumeric() || " -:=".contains(c));
    if has_blanks && !is_words && !args.what.contains("cypher:") && !path.exists() {
        return text(args.what.clone());
    }
    let players = args.plugins.players()?;
    let contestant = match players.find(&args.what) {
        Ok(contestant) => contestant,
        // `RETURN 1` is not the name of anybody.
        Err(_) if has_blanks && is_words => return text(args.what.clone()),
        Err(unknown) => return Err(unknown),
    };
    place.can_ask(&contestant)?;
    let (seed, limit) = (args.seed, args.time_limit.unwrap_or(PATIENCE));
    let (query, thinking) = Wanted { place, seed, limit }.of(&players.runner, &contestant)?;
    Ok(Asked { query, player: Some(contestant.name), thinking })
}

fn params(args: &QueryArgs, colour: Colour, query: &api::Query) -> Params {
    let mut params = Params::default();
    params.set("apiKey", Datum::Text(String::new()));
    for (name, value) in &query.params {
        params.set(name, to_datum(value));
    }
    if let Some(cell) = args.cell {
        params.set("x", Datum::Integer(cell.column().into()));
        params.set("y", Datum::Integer(cell.row().into()));
    }
    params.set("symbol", Datum::Text(colour.symbol().to_string()));
    for (name, value) in &args.params {
        params.set(name, to_datum(value));
    }
    params
}

fn read(
    args: &QueryArgs,
    session: &mut dyn Session,
    cypher: &str,
    params: &Params,
    ply: usize,
) -> anyhow::Result<Outcome> {
    let limit = args.time_limit.unwrap_or(PATIENCE);
    let seed = args.seed.of_query(ply);
    let meter = Meter::new(player_limits(Instant::now().checked_add(limit), seed));
    let checked = session.prepare(cypher, &args.policy.policy(), &meter);
    let outcome = checked.and_then(|checked| session.read(&checked, params, &meter));
    outcome.map_err(|fault| match fault {
        Fault::Query(fault) => {
            eprint!("othello-host: {}\n{}", fault.message, report::query_fault(cypher, &fault));
            Exit::Reported.into()
        }
        Fault::Time { .. } => {
            anyhow!("the query was stopped after {:.3} s", limit.as_secs_f64())
        }
        fault @ Fault::Server(_) => fault.into(),
    })
}

/// The square that the query chose, if its one record is a move.
fn the_cell(outcome: &Outcome, referee: &dyn Referee) -> Option<Square> {
    match (outcome.rows.as_slice(), outcome.first("cell")) {
        ([_], Some(Datum::Node(node))) => referee.square(node),
        _ => None,
    }
}

fn as_json(asked: &Asked, outcome: &Outcome, square: Option<Square>, view: &View) -> Value {
    let row = |row: &Vec<Datum>| row.iter().map(from_datum).collect::<Value>();
    json!({
        "player": asked.player,
        "query": asked.query.cypher,
        "params": asked.query.params,
        "thinking": asked.thinking,
        "columns": outcome.columns,
        "rows": outcome.rows.iter().map(row).collect::<Value>(),
        "warnings": outcome.notices.iter().map(|notice| &notice.message).collect::<Vec<_>>(),
        "plan": outcome.plan.as_ref().map(ToString::to_string),
        "move": square.map(|square| json!({
            "square": square.to_string(),
            "legal": view.legal().contains(&square),
        })),
        "board": view.board(),
    })
}

fn as_text(asked: &Asked, outcome: &Outcome, square: Option<Square>, view: &View) -> String {
    let mut text = String::new();
    if let Some(player) = &asked.player {
        text += &format!("{player} sends:\n{}\n", asked.query.cypher.trim_end());
        if !asked.query.params.is_empty() {
            text += &format!("with {}\n", Value::Object(asked.query.params.clone()));
        }
        text.push('\n');
    }
    text += &report::outcome(&asked.query.cypher, outcome);
    text.push('\n');
    text += &report::board(view, square);
    if let Some(square) = square {
        let legal = view.legal().contains(&square);
        text += &format!("{square} is {}\n", if legal { "legal" } else { "not legal" });
    }
    text
}
