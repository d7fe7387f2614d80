//! `othello-host ratings`: joint fits over all games of the history, or of contests' files.

use std::path::PathBuf;
use std::time::SystemTime;

use anyhow::bail;
use clap::{Args, ValueEnum};
use othello_store::moment;
use serde_json::Value;

use super::values;
use crate::output;
use crate::ratings::{RatingOptions, Ratings};

/// What the ratings take.
#[derive(Args)]
pub struct RatingsArgs {
    /// Files of games, such as those of contests, instead of the history.
    #[arg(long, value_name = "FILE")]
    file: Vec<PathBuf>,
    /// Only games that began since a day such as 2026-11-21, or in the last 36h or 30d.
    #[arg(long, value_name = "WHEN", value_parser = moment::parse)]
    since: Option<SystemTime>,
    /// Only games between these players.
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    players: Vec<String>,
    /// Blind players, open ones, both in one table, or a table for each.
    #[arg(long, value_name = "CLASS", value_enum, default_value = "mixed")]
    class: Classes,
    /// Only this game.
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Only boards of N rows.
    #[arg(long, value_name = "N", value_parser = values::at_least(1_u32))]
    size: Option<u32>,
    /// Only games from this start; "position" for games that began from positions of their own.
    #[arg(long, value_name = "START")]
    start: Option<String>,
    /// The player that ratings are counted from, and its rating [default: Random=0 where it played].
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::rating)]
    anchor: Option<(String, f64)>,
    /// Print JSON: one array of tables.
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Classes {
    Mixed,
    Apart,
    Blind,
    Open,
}

impl Classes {
    /// The tables that are printed, each with the class of its players.
    fn tables(self) -> &'static [(&'static str, Option<&'static str>)] {
        match self {
            Classes::Mixed => &[("mixed", None)],
            Classes::Apart => &[("blind", Some("blind")), ("open", Some("open"))],
            Classes::Blind => &[("blind", Some("blind"))],
            Classes::Open => &[("open", Some("open"))],
        }
    }
}

/// Prints the ratings.
pub fn run(args: RatingsArgs) -> anyhow::Result<()> {
    let mut options = RatingOptions {
        files: args.file,
        since: args.since,
        players: args.players,
        class: None,
        game: args.game,
        size: args.size,
        start: args.start,
        anchor: args.anchor,
    };
    let (mut text, mut tables) = (String::new(), Vec::new());
    for &(title, class) in args.class.tables() {
        options.class = class;
        let Some(ratings) = Ratings::of(&options)? else { continue };
        if args.class == Classes::Apart {
            text += &format!("{title}\n");
        }
        text += &ratings.to_text();
        if let Value::Array(mut of_class) = ratings.to_json() {
            of_class.iter_mut().for_each(|table| table["class"] = title.into());
            tables.extend(of_class);
        }
    }
    if tables.is_empty() {
        bail!("there are no such games");
    }
    let text = if args.json { format!("{}\n", Value::Array(tables)) } else { text };
    output::print(text);
    Ok(())
}
