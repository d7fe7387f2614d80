//! `othello-host players show`: a player's card, and the query that it would send.

use std::time::Duration;

use clap::Args;
use othello_arena::Seed;
use othello_arena::question::HostParams;
use othello_rules::text;
use serde_json::{Value, json};

use super::list::{description, entry};
use crate::asking::AskedPosition;
use crate::cli::shared::{BoardArgs, FinderArgs};
use crate::output;

/// What the command takes.
#[derive(Args)]
pub struct ShowArgs {
    /// The player: its name, FILE:NAME, a path, with options as for a game.
    #[arg(value_name = "NAME")]
    name: String,
    /// The moves that lead to the position, or the board by rows in X, O and -.
    #[arg(long, value_name = "MOVES", default_value = "", allow_hyphen_values = true)]
    position: String,
    #[command(flatten)]
    board: BoardArgs,
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    finder: FinderArgs,
}

/// How long the player may think.
const PATIENCE: Duration = Duration::from_secs(60);

/// Shows the player.
pub fn run(args: &ShowArgs) -> anyhow::Result<()> {
    let setup = args.board.setup_for(&args.position)?;
    let position = AskedPosition::find(setup, &args.position, None, Seed::new(0))?;
    let players = args.finder.players()?;
    let contestant = players.find(&args.name)?;
    let sent = position.ask(&players.runner, &contestant, PATIENCE)?;
    let (_, exhibit) = sent.answer(&HostParams::of(position.colour));
    let (query, params) = (exhibit.query(), exhibit.params().clone());
    let text = if args.json {
        let mut shown = entry(&contestant.player, false);
        shown["query"] = json!(query);
        shown["params"] = Value::Object(params);
        format!("{shown:#}\n")
    } else {
        let mut text = description(&contestant.player);
        let query = text::lines(query.map_or("", |query| query.trim_end()));
        text += &format!("\nas {} it sends:\n{query}\n", position.colour);
        if !params.is_empty() {
            text += &format!("with {}\n", Value::Object(params));
        }
        text
    };
    output::print(text);
    Ok(())
}
