//! Asks a player one round and prints its answer: `cargo run -p othello-players --example ask --
//! Simple`. The smallest program that plays with players, and the one whose children the tests are.

use othello_player_api::{Game, Round};
use othello_players::{Finder, Jail, Launcher, Runner};

fn main() -> std::process::ExitCode {
    othello_players::child::enter_if_asked();
    match ask() {
        Ok(()) => std::process::ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            std::process::ExitCode::FAILURE
        }
    }
}

fn ask() -> Result<(), Box<dyn std::error::Error>> {
    let runner = Runner { launcher: Launcher::this_program()?, jail: Jail::default() };
    let finder = Finder::new(runner.clone());
    let Some(wanted) = std::env::args().nth(1) else {
        for listed in finder.list() {
            println!("{}: {:?}", listed.file.display(), listed.holds);
        }
        return Ok(());
    };
    let contestant = finder.contestant(&wanted)?;
    let game = Game::default();
    let mut session = runner.start(&contestant, game.clone())?.ready()?;
    let mut round = Round::of(&game);
    round.show_thinking = true;
    round.moves = Some(Vec::new());
    round.position =
        Some("---------------------------OX------XO---------------------------".into());
    println!("{:?}", session.ask(round, None)?);
    eprint!("{}", session.end());
    Ok(())
}
