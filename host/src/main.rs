//! The program's story: a child goes to its jail, everybody else to the command that was asked for.
//!
//! Each module imports only from lines below its own:
//!
//! ```text
//! main
//! cli: arguments into options      console: the menu, which comes to arguments
//! ratings      ladder: a room of people      work: plays what others organise
//! game: one game      contests: many      engines      shell      search_cost
//! analysis: what their moves cost      book: books of openings
//! history: games that were played      window: a game in a window
//! terminal: drawn, keys, mouse
//! lines: a person who types
//! hint      trial      learn: lessons, and what is said of a query
//! asking: a player on a position
//! machine_speed: how fast it is
//! report: words, tables, events      browser: shows an address
//! database      players      folders
//! secrets      interrupt      table      output      confirm      meant
//! exit: how failures end the program
//! ```

#![forbid(unsafe_code)]
// These end the program where nobody reads what they print.
#![deny(clippy::print_stderr, clippy::print_stdout)]

#[macro_use]
mod output;
mod analysis;
mod asking;
mod book;
mod browser;
mod cli;
mod confirm;
mod console;
mod contests;
mod database;
mod engines;
mod exit;
mod folders;
mod game;
mod hint;
mod history;
mod html;
mod interrupt;
mod ladder;
mod learn;
mod lines;
mod machine_speed;
mod meant;
mod openings;
mod out_file;
mod players;
mod plots;
mod ratings;
mod report;
mod search_cost;
mod secrets;
mod shell;
mod table;
mod terminal;
mod trial;
mod window;
mod work;

use std::process::ExitCode;

fn main() -> ExitCode {
    othello_players::child::enter_if_asked();
    secrets::take_from_environment();
    interrupt::watch(&[terminal::restore, browser::app::close]);
    let args: Vec<_> = std::env::args_os().collect();
    let done = if args.len() < 2 && console::can_run() {
        console::run(&cli::run_words)
    } else {
        cli::run(args)
    };
    let code = match done.and_then(|()| output::is_whole()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => exit::report(&error),
    };
    interrupt::give_way();
    // One that still thinks, in a game that was broken off, is not waited for.
    othello_players::end_all();
    code
}
