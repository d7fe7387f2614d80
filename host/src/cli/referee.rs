//! `othello-host referee BLACKCMD WHITECMD`: the host as the referee of two programs that speak its lines. It is
//! a game like any other; only what the players' names mean is different.

use clap::{Arg, Args};

use super::play::{self, PlayArgs};

/// What the command takes.
#[derive(Args)]
pub struct RefereeArgs {
    #[command(flatten)]
    play: PlayArgs,
}

/// How the command is used, in place of what a game says of itself.
pub const USAGE: &str = "othello-host referee [OPTIONS] BLACKCMD WHITECMD";

/// What `--help` says at its end.
pub const HELP: &str = "\
The programs speak lines: the referee says \"I B\" or \"I W\", a program answers \"R B\" or \"R W\"; a move is
\"B d 3\" or \"W c 5\", a pass \"B\" or \"W\", a comment \"C text\", and a number claims the end with so many
black discs. Each has ten minutes for the game (--game-clock). Who breaks the rules or the clock forfeits.

Examples:
  othello-host referee ./mine './theirs --fast'
  othello-host referee 'java -cp classes Bot' 'python3 bot.py' --game-clock 1m --trace lines.txt
  othello-host referee ./mine 'othello-host referee-bot Simple' --no-jail";

/// Of the values that a game takes, the two programs are shown here.
pub fn arg_help(arg: Arg) -> Arg {
    match arg.get_id().as_str() {
        "black" => arg.value_name("BLACKCMD").help("The program that plays Black and moves first"),
        "white" => arg.value_name("WHITECMD").help("The program that plays White"),
        _ if arg.is_positional() => arg.hide(true),
        _ => arg,
    }
}

/// Lets the programs play.
pub fn run(mut args: RefereeArgs) -> anyhow::Result<()> {
    for side in [&mut args.play.black, &mut args.play.white] {
        *side = contestant(side);
    }
    play::run(args.play)
}

/// The contestant that a command is: `Name=./bot` keeps its name, and what says what it speaks is left as it is.
fn contestant(command: &str) -> String {
    let (alias, command) = match command.find(['=', ':', '/', '\\', ' ']) {
        Some(at) if command[at..].starts_with('=') => command.split_at(at + 1),
        _ => ("", command),
    };
    let speaks = ["cypher:", "referee:", "nboard:", "gtp:"];
    let named = speaks.iter().any(|protocol| command.starts_with(protocol));
    format!("{alias}{}{command}", if named { "" } else { "referee:" })
}

#[cfg(test)]
mod tests {
    use super::contestant;

    #[test]
    fn a_command_speaks_the_referees_lines_unless_it_says_otherwise() {
        for (written, meant) in [
            ("./bot", "referee:./bot"),
            ("Mine=./bot x=1", "Mine=referee:./bot x=1"),
            ("./bot x=1", "referee:./bot x=1"),
            ("bot x=1", "referee:bot x=1"),
            ("gtp:./bot", "gtp:./bot"),
            ("A=nboard:./bot", "A=nboard:./bot"),
        ] {
            assert_eq!(contestant(written), meant);
        }
    }
}
