//! The program's story: a child goes to its jail, everybody else to the command that was asked for.

#![forbid(unsafe_code)]

mod asking;
mod browser;
mod cli;
mod console;
mod contests;
mod database;
mod engines;
mod exit;
mod game;
mod hint;
mod history;
mod interrupt;
mod judging;
mod lines;
mod report;
mod secrets;
mod shell;
mod table;
mod terminal;
mod window;

use std::process::ExitCode;

fn main() -> ExitCode {
    othello_players::child::enter_if_asked();
    interrupt::watch();
    let code = match cli::run(std::env::args_os()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit::report(&error),
    };
    interrupt::give_way();
    // One that still thinks, in a game that was broken off, is not waited for.
    othello_players::end_all();
    code
}
