//! `othello-host players show`: a player's card, and the query that it would send.

use std::io::{Write, stdout};
use std::time::Duration;

use clap::Args;
use othello_arena::Seed;
use serde_json::Value;

use super::list::{described, entry};
use crate::asking::{Place, Wanted};
use crate::cli::shared::{BoardArgs, PluginArgs};

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
    plugins: PluginArgs,
}

/// How long the player may think.
const PATIENCE: Duration = Duration::from_secs(60);

/// Shows the player.
pub fn run(args: &ShowArgs) -> anyhow::Result<()> {
    let place = Place::find(args.board.setup()?, &args.position, None)?;
    let players = args.plugins.players()?;
    let contestant = players.find(&args.name)?;
    let wanted = Wanted { place: &place, seed: Seed::new(0), limit: PATIENCE };
    let (query, _) = wanted.of(&players.runner, &contestant)?;
    let text = if args.json {
        let mut shown = entry(&contestant.player, false);
        shown["query"] = query.cypher.into();
        shown["params"] = Value::Object(query.params);
        format!("{shown:#}\n")
    } else {
        let mut text = described(&contestant.player);
        text += &format!("\nas {} it sends:\n{}\n", place.colour, query.cypher.trim_end());
        if !query.params.is_empty() {
            text += &format!("with {}\n", Value::Object(query.params));
        }
        text
    };
    // Whoever closed standard output does not want to know.
    let _ = stdout().write_all(text.as_bytes());
    Ok(())
}
