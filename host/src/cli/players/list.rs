//! `othello-host players list`: the players of this machine.

use std::path::PathBuf;

use clap::Args;
use othello_arena::record::class_word;
use othello_player_api::{ANY_GAME, About};
use othello_players::share::{Shelf, not_accepted};
use othello_players::{Holds, Listed, Player, option_words};
use serde_json::{Value, json};

use crate::cli::shared::FinderArgs;
use crate::output;
use crate::table::table;

/// What the command takes.
#[derive(Args)]
pub struct ListArgs {
    /// More of each: version, author, licence, size, SHA-256, and what it says of itself.
    #[arg(long)]
    long: bool,
    /// Print one JSON array.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    finder: FinderArgs,
}

/// Lists them.
pub fn run(args: &ListArgs) -> anyhow::Result<()> {
    let listed = args.finder.players()?.finder.list();
    let changed = changed_files();
    let text = match (args.json, args.long) {
        (true, _) => as_json(&listed, &changed),
        (false, true) => at_length(&listed),
        (false, false) => as_text(&listed),
    };
    output::print(text);
    for file in &changed {
        tell_line!("othello-host: {}", not_accepted(file));
    }
    Ok(())
}

/// The installed files that are not what was installed.
fn changed_files() -> Vec<PathBuf> {
    let Some(shelf) = Shelf::of_user() else { return Vec::new() };
    shelf.changed().iter().map(|one| shelf.place(one)).collect()
}

fn as_text(listed: &[Listed]) -> String {
    let heads = ["NAME", "KIND", "CLASS", "PLAYS", "FROM"].map(str::to_owned);
    let mut rows = Vec::new();
    let mut others = String::new();
    for Listed { file, holds } in listed {
        match holds {
            Holds::Players(players) => rows.extend(players.iter().map(row)),
            Holds::OtherPlatform(which) => {
                others += &format!("{}: for {which}\n", file.display());
            }
            Holds::Broken(why) => others += &format!("{}: {why}\n", file.display()),
        }
    }
    if rows.is_empty() && others.is_empty() {
        return "no players; put some into ./plugins, or name a folder by --plugins DIR\n"
            .to_owned();
    }
    table(&heads, rows) + &others
}

fn row(player: &Player) -> Vec<String> {
    let about = &player.about;
    vec![
        about.name.clone(),
        player.source.kind().to_owned(),
        class_word(about).to_owned(),
        plays(about),
        player.source.to_string(),
    ]
}

/// The games that it plays, each with its sizes and starts where those are not all.
fn plays(about: &About) -> String {
    if about.plays.is_empty() {
        return "othello".to_owned();
    }
    let games = about.plays.iter().map(|plays| {
        let game = if plays.game == ANY_GAME { "any game" } else { &plays.game };
        let sizes = plays.sizes.iter().map(u32::to_string);
        let details: Vec<_> = sizes.chain(plays.starts.iter().cloned()).collect();
        if details.is_empty() { game.to_owned() } else { format!("{game} ({})", details.join(" ")) }
    });
    games.collect::<Vec<_>>().join(", ")
}

/// Each player with everything that is known of it.
fn at_length(listed: &[Listed]) -> String {
    let mut text = String::new();
    for Listed { file, holds } in listed {
        match holds {
            Holds::Players(players) => {
                players.iter().for_each(|player| text += &(description(player) + "\n"));
            }
            Holds::OtherPlatform(which) => {
                text += &format!("{}\n  {:<10} {which}\n\n", file.display(), "for");
            }
            Holds::Broken(why) => {
                text += &format!("{}\n  {:<10} {why}\n\n", file.display(), "broken");
            }
        }
    }
    text
}

/// A player with everything that is known of it, a line each.
pub fn description(player: &Player) -> String {
    let about = &player.about;
    let lines = [
        ("line", about.line.clone()),
        ("kind", player.source.kind().to_owned()),
        ("class", class_word(about).to_owned()),
        ("plays", plays(about)),
        ("version", about.version.clone()),
        ("author", about.author.clone()),
        ("licence", about.license.clone()),
        ("source", about.source.clone()),
        ("from", player.source.to_string()),
        ("size", size(player).map(|size| format!("{size} bytes")).unwrap_or_default()),
        ("SHA-256", player.source.sha256().unwrap_or_default()),
    ];
    let mut text = format!("{}\n", about.name);
    for (name, value) in lines.iter().filter(|(_, value)| !value.is_empty()) {
        text += &format!("  {name:<10} {value}\n");
    }
    for option in &about.options {
        text += &format!("  {:<10} {}\n", "option", option_words(option));
    }
    text
}

fn size(player: &Player) -> Option<u64> {
    Some(player.source.file()?.metadata().ok()?.len())
}

fn as_json(listed: &[Listed], changed: &[PathBuf]) -> String {
    let entries: Vec<Value> = listed
        .iter()
        .flat_map(|Listed { file, holds }| match holds {
            Holds::Players(players) => {
                let is_changed = changed.contains(file);
                players.iter().map(|player| entry(player, is_changed)).collect()
            }
            Holds::OtherPlatform(which) => vec![json!({ "file": file, "platform": which })],
            Holds::Broken(why) => vec![json!({ "file": file, "broken": why })],
        })
        .collect();
    format!("{:#}\n", Value::Array(entries))
}

/// A player as JSON.
pub fn entry(player: &Player, is_changed: bool) -> Value {
    json!({
        "name": player.about.name,
        "kind": player.source.kind(),
        "class": class_word(&player.about),
        "from": player.source.to_string(),
        "size": size(player),
        "sha256": player.source.sha256(),
        "changed": is_changed,
        "about": player.about,
    })
}
