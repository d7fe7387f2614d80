//! The README of a new player: what it is, and the commands from building it to handing it on.

/// The README of a player in this language, which lies in this file of its folder and is built by this command, or by
/// none.
pub(super) fn readme(
    name: &str,
    language: &str,
    source: &str,
    build: &str,
    player: &str,
) -> String {
    let mut text =
        format!("# {name}\n\nA player for Othello Host in {language}: {source} is all of it.\n\n");
    let commands = [
        build.to_owned(),
        format!("othello-host players test {player}"),
        format!("othello-host {player} Random"),
        format!("othello-host players show {player}"),
        format!("othello-host players check {player}"),
        format!("othello-host players add {player} --replace"),
    ];
    for command in commands.iter().filter(|command| !command.is_empty()) {
        text += &format!("    {command}\n");
    }
    text
}
