//! What an update of a player changes, in words.

use crate::options::option_words;
use crate::player::Player;
use crate::shelf::Installed;
use othello_player_api::About;

/// What a new state of an installed player changes, a line each, the version first.
pub fn changes(
    (old, before): (&Installed, &[Player]),
    (new, after): (&Installed, &[Player]),
) -> Vec<String> {
    let mut lines = Vec::new();
    differ(&mut lines, "version", &old.version, &new.version);
    differ(&mut lines, "author", &old.author, &new.author);
    differ(&mut lines, "players", &old.players.join(", "), &new.players.join(", "));
    for after in after {
        let same = |one: &&Player| one.about.name == after.about.name;
        if let Some(before) = before.iter().find(same) {
            abouts(&mut lines, &before.about, &after.about);
        }
    }
    let paths = |one: &Installed| {
        let paths: Vec<_> = one.granted.iter().map(|path| path.display().to_string()).collect();
        paths.join(", ")
    };
    differ(&mut lines, "granted", &paths(old), &paths(new));
    if old.sha256 != new.sha256 {
        differ(&mut lines, "size", &format!("{} bytes", old.size), &format!("{} bytes", new.size));
        differ(&mut lines, "SHA-256", &old.sha256, &new.sha256);
    }
    lines
}

/// What a player says of itself now, and did not before.
fn abouts(lines: &mut Vec<String>, old: &About, new: &About) {
    let class = |about: &About| format!("{:?}", about.class).to_lowercase();
    let games = |about: &About| {
        let games: Vec<_> = about.plays.iter().map(|plays| plays.game.clone()).collect();
        games.join(", ")
    };
    let options =
        |about: &About| about.options.iter().map(option_words).collect::<Vec<_>>().join(", ");
    for (what, old, new) in [
        ("line", old.line.clone(), new.line.clone()),
        ("class", class(old), class(new)),
        ("plays", games(old), games(new)),
        ("options", options(old), options(new)),
        ("licence", old.license.clone(), new.license.clone()),
        ("source", old.source.clone(), new.source.clone()),
    ] {
        differ(lines, what, &old, &new);
    }
}

fn differ(lines: &mut Vec<String>, what: &str, old: &str, new: &str) {
    let or_none = |text: &str| if text.is_empty() { "none".to_owned() } else { text.to_owned() };
    if old != new {
        lines.push(format!("{what}: {} -> {}", or_none(old), or_none(new)));
    }
}
