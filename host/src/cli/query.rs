//! `othello-host query`: runs a query, or what a player would send, on a position.

use std::io::{Read, stdin};
use std::path::Path;
use std::time::Duration;

use anyhow::{Context, anyhow};
use clap::Args;
use othello_arena::Seed;
use othello_arena::exhibit::Exhibit;
use othello_arena::json::from_datum;
use othello_arena::question::{Answer, ChosenSquare, HostParams};
use othello_board::session::{API_KEY, Outcome};
use othello_board::{Datum, Fault, Secret, View};
use othello_player_api::Query;
use othello_players::{Contestant, Runner, query_in};
use othello_rules::text::{decoded, lines};
use othello_rules::{Colour, Square};
use serde_json::{Map, Value, json};

use super::shared::{BoardArgs, PluginArgs, PolicyArgs, ServerArgs};
use super::values;
use crate::asking::{AskedPosition, Sent};
use crate::database;
use crate::exit::Exit;
use crate::output;
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
    #[arg(long, value_name = "N", default_value = "0", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Seed,
    /// Ask the player the rounds of its side first that came before: what it remembers of them is then as in the game.
    #[arg(long)]
    replay: bool,
    /// How long it may take.
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    time_limit: Option<Duration>,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    server: ServerArgs,
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
  othello-host query --uri neo4j://localhost:7687 --position f5d6c3 Simple
  echo 'PROFILE MATCH (c:Cell {state: $symbol}) RETURN c' | othello-host query -";

fn parameter(text: &str) -> Result<(String, Value), String> {
    let (name, value) =
        text.split_once('=').ok_or_else(|| format!("{text:?} has no =; write NAME=VALUE"))?;
    let value = serde_json::from_str(value).unwrap_or_else(|_| value.into());
    Ok((name.to_owned(), value))
}

/// Runs the query and prints what it gave.
pub fn run(args: &QueryArgs) -> anyhow::Result<()> {
    let setup = args.board.setup_for(&args.position)?;
    let mut position = AskedPosition::find(setup, &args.position, args.symbol, args.seed)?;
    if let Some(target) = args.server.target()
        && !target.is_embedded()
    {
        position.put_on(database::open(&target)?)?;
    }
    let asked = ask(args, &position)?;
    let outcome = outcome(args, &mut position, &asked.answer)?;
    let chosen = position.chosen(&outcome);
    let text = if args.json {
        format!("{:#}\n", as_json(&asked, &outcome, chosen, &position.view))
    } else {
        as_text(&asked, &outcome, chosen, &position.view)
    };
    output::print(text);
    Ok(())
}

/// What is run, and what is to be shown of it.
struct ToRun {
    answer: Answer,
    player: Option<String>,
    exhibit: Exhibit,
}

/// What the user wrote, or what the player sends where one is named.
fn ask(args: &QueryArgs, position: &AskedPosition) -> anyhow::Result<ToRun> {
    let (sent, player) = match source(args)? {
        QuerySource::Text(text) => (Sent { query: Query::new(text), thinking: None }, None),
        QuerySource::Player(runner, contestant) => {
            position.can_ask(&contestant)?;
            let sent = match args.replay {
                true => position.ask_again(&runner, &contestant, limit(args))?,
                false => position.ask(&runner, &contestant, limit(args))?,
            };
            (sent, Some(contestant.name))
        }
    };
    let params: Map<String, Value> = args.params.iter().cloned().collect();
    // The user's own key is under the same rule as that of a game.
    let key = params.get(API_KEY).and_then(Value::as_str).unwrap_or_default();
    let host = HostParams { colour: position.colour, key: Secret::new(key), cell: args.cell };
    let (answer, exhibit) = sent.answer(&host);
    Ok(ToRun { answer: answer.with(params), player, exhibit })
}

/// What the first argument may mean.
enum QuerySource {
    /// A query.
    Text(String),
    /// A player that sends one.
    Player(Runner, Box<Contestant>),
}

/// Finds out what the first argument means.
fn source(args: &QueryArgs) -> anyhow::Result<QuerySource> {
    if args.what == "-" {
        let mut query = Vec::new();
        stdin().read_to_end(&mut query)?;
        return Ok(QuerySource::Text(decoded(&query).context("standard input")?));
    }
    let path = Path::new(&args.what);
    let ending = path.extension().and_then(|ending| ending.to_str()).unwrap_or_default();
    if path.is_file() && !["so", "dylib", "dll", "toml", "othello"].contains(&ending) {
        let text = query_in(path).map_err(|why| anyhow!("{}: {why}", path.display()))?;
        return Ok(QuerySource::Text(text));
    }
    // A path has no blanks, and a name letters around them; a query has blanks and more than letters.
    let has_blanks = args.what.contains(char::is_whitespace);
    let is_words = args.what.chars().all(|c| c.is_alphanumeric() || " -:=".contains(c));
    if has_blanks && !is_words && !args.what.contains("cypher:") && !path.exists() {
        return Ok(QuerySource::Text(args.what.clone()));
    }
    let players = args.plugins.players()?;
    match players.find(&args.what) {
        Ok(contestant) => Ok(QuerySource::Player(players.runner, Box::new(contestant))),
        // `RETURN 1` is not the name of anybody.
        Err(_) if has_blanks && is_words => Ok(QuerySource::Text(args.what.clone())),
        Err(unknown) => Err(unknown),
    }
}

fn limit(args: &QueryArgs) -> Duration {
    args.time_limit.unwrap_or(PATIENCE)
}

fn outcome(
    args: &QueryArgs,
    position: &mut AskedPosition,
    answer: &Answer,
) -> anyhow::Result<Outcome> {
    let limit = limit(args);
    position.run(answer, &args.policy.policy(), limit).map_err(|fault| match fault {
        Fault::Query(fault) => {
            let place = report::query_fault(answer.cypher(), &fault);
            tell!("othello-host: {}\n{place}", fault.message);
            Exit::Reported.into()
        }
        Fault::Time { .. } => {
            anyhow!("the query was stopped after {:.3} s", limit.as_secs_f64())
        }
        fault @ Fault::Server(_) => fault.into(),
    })
}

fn as_json(asked: &ToRun, outcome: &Outcome, chosen: Option<ChosenSquare>, view: &View) -> Value {
    let row = |row: &Vec<Datum>| row.iter().map(from_datum).collect::<Value>();
    json!({
        "player": asked.player,
        "query": asked.exhibit.query(),
        "params": asked.exhibit.params(),
        "thinking": asked.exhibit.thinking(),
        "columns": outcome.columns,
        "rows": outcome.rows.iter().map(row).collect::<Value>(),
        "warnings": outcome.notices.iter().map(|notice| &notice.message).collect::<Vec<_>>(),
        "plan": outcome.plan.as_ref().map(ToString::to_string),
        "move": chosen.map(|chosen| json!({
            "square": chosen.square().to_string(),
            "legal": chosen.is_legal(view),
        })),
        "board": view.board(),
    })
}

fn as_text(asked: &ToRun, outcome: &Outcome, chosen: Option<ChosenSquare>, view: &View) -> String {
    let (mut text, exhibit) = (String::new(), &asked.exhibit);
    if let (Some(player), Some(query)) = (&asked.player, exhibit.query()) {
        text += &format!("{player} sends:\n{}\n", lines(query.trim_end()));
        if !exhibit.params().is_empty() {
            text += &format!("with {}\n", Value::Object(exhibit.params().clone()));
        }
        text.push('\n');
    }
    text += &report::outcome(asked.answer.cypher(), outcome);
    text.push('\n');
    text += &report::board(view, chosen.map(ChosenSquare::square));
    if let Some(chosen) = chosen {
        let legal = if chosen.is_legal(view) { "legal" } else { "not legal" };
        text += &format!("{} is {legal}\n", chosen.square());
    }
    text
}
