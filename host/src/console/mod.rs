//! What `othello-host` alone shows on a terminal: a menu. Whatever is chosen becomes a command line, which is
//! run as if somebody had typed it; then the menu comes back.

mod ask;
mod draw;
mod form;
mod history;
mod list;
mod players;

use std::io::{self, IsTerminal, stderr, stdin};

use crate::exit;
use crate::report::shell_word;
use crate::terminal::{self, Screen};
use anyhow::Context;
use ask::ask;
use form::{Choice, Field, Form, Kind};
use list::{List, Pressed, Side};

/// What there is to do, by its number.
const MENU: [&str; 6] =
    ["Two people", "Against a player", "History", "Exit", "Watch two players", "Contest"];
/// Which of them is the history.
const HISTORY: usize = 2;

/// Whether somebody is there who can use a menu.
pub fn can_run() -> bool {
    stdin().is_terminal() && stderr().is_terminal()
}

/// A command line that somebody has chosen.
struct MenuChoice {
    words: Vec<String>,
    /// Whether it is about the history, whose menu comes back then.
    is_history: bool,
}

/// Shows the menu until somebody leaves it, and runs each command line that comes of it.
pub fn run(run_words: &dyn Fn(&[String]) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut is_history = false;
    while let Some(choice) = choose(is_history).context(terminal::UNDRAWABLE)? {
        let shown: Vec<String> = choice.words.iter().map(|word| shell_word(word)).collect();
        tell_line!("othello-host {}", shown.join(" "));
        let done = run_words(&choice.words);
        is_history = choice.is_history;
        if let Err(error) = &done {
            exit::report(error);
        }
        // After a replay there is nothing left to read.
        let seen = choice.words.get(1).is_some_and(|word| word == "replay");
        if done.is_err() || !seen {
            tell_line!("A key goes back to the menu.");
            terminal::wait_for_key().context(terminal::UNDRAWABLE)?;
        }
    }
    Ok(())
}

/// The command line that somebody chooses; none where the program is to end.
fn choose(is_history: bool) -> io::Result<Option<MenuChoice>> {
    let mut screen = Screen::enter()?;
    let mut menu = List::new("Othello Host", MENU.map(str::to_owned).to_vec());
    if is_history && let Some(words) = history::choose(&mut screen, &mut menu)? {
        return Ok(Some(MenuChoice { words, is_history }));
    }
    loop {
        let picked = match ask(&mut screen, &mut menu)? {
            Pressed::Item(item) => item,
            Pressed::Back => return Ok(None),
            Pressed::Turn(..) | Pressed::Nothing => continue,
        };
        menu.notes.clear();
        let is_history = picked == HISTORY;
        let words = match picked {
            0 => fill_form(&mut screen, &mut menu, Kind::People)?,
            1 => fill_form(&mut screen, &mut menu, Kind::Against)?,
            HISTORY => history::choose(&mut screen, &mut menu)?,
            3 => return Ok(None),
            4 => fill_form(&mut screen, &mut menu, Kind::Watch)?,
            _ => fill_form(&mut screen, &mut menu, Kind::Contest)?,
        };
        if let Some(words) = words {
            return Ok(Some(MenuChoice { words, is_history }));
        }
    }
}

/// Lets somebody choose what a game or a contest needs; none where they go back. What stands in the way is
/// noted on the menu.
fn fill_form(screen: &mut Screen, menu: &mut List, kind: Kind) -> io::Result<Option<Vec<String>>> {
    let mut looking = List::new("looking for players ...", Vec::new());
    screen.draw(|frame| draw::draw(frame, &mut looking))?;
    let players = match players::players() {
        Ok(players) => players,
        Err(error) => {
            menu.notes = vec![exit::message(&error)];
            return Ok(None);
        }
    };
    let mut form = Form::new(kind, players);
    let mut list = List::new(kind.title(), form.lines());
    list.at = list.items.len() - 1;
    loop {
        match ask(screen, &mut list)? {
            Pressed::Back => return Ok(None),
            Pressed::Nothing => {}
            Pressed::Turn(at, side) => {
                if let Some(&field) = kind.fields().get(at) {
                    turn(&mut form, field, side);
                }
            }
            Pressed::Item(at) => match kind.fields().get(at) {
                Some(&Field::Players) => take_part(screen, &mut form)?,
                Some(&field) => pick(screen, &mut form, field)?,
                None => match form.command_line() {
                    Ok(words) => return Ok(Some(words)),
                    Err(missing) => list.notes = vec![missing],
                },
            },
        }
        list.items = form.lines();
    }
}

/// Chooses the one before or the next.
fn turn(form: &mut Form, field: Field, side: Side) {
    let options = form.options(field);
    if field == Field::Players || options.is_empty() {
        return;
    }
    let value = form.value(field);
    let at = options.iter().position(|option| option.value == value).unwrap_or_default();
    let at = match side {
        Side::Before => at + options.len() - 1,
        Side::Next => at + 1,
    };
    form.choose(field, &options[at % options.len()].value);
}

/// Chooses from a list of all that there is.
fn pick(screen: &mut Screen, form: &mut Form, field: Field) -> io::Result<()> {
    let options = form.options(field);
    let mut list = List::new(field.title(), options.iter().map(|it| it.label.clone()).collect());
    let value = form.value(field);
    list.at = options.iter().position(|option| option.value == value).unwrap_or_default();
    loop {
        match ask(screen, &mut list)? {
            Pressed::Back => return Ok(()),
            Pressed::Item(at) => {
                form.choose(field, &options[at].value);
                return Ok(());
            }
            Pressed::Turn(..) | Pressed::Nothing => {}
        }
    }
}

/// Chooses who takes part in a contest.
fn take_part(screen: &mut Screen, form: &mut Form) -> io::Result<()> {
    let options = form.options(Field::Players);
    let lines = |form: &Form| -> Vec<String> {
        let line = |option: &Choice| {
            let mark = if form.takes_part(&option.value) { 'x' } else { ' ' };
            format!("[{mark}] {}", option.label)
        };
        ["That is all".to_owned()].into_iter().chain(options.iter().map(line)).collect()
    };
    let mut list = List::new(Field::Players.title(), lines(form));
    loop {
        match ask(screen, &mut list)? {
            Pressed::Back | Pressed::Item(0) => return Ok(()),
            Pressed::Item(at) => form.choose(Field::Players, &options[at - 1].value),
            Pressed::Turn(..) | Pressed::Nothing => {}
        }
        list.items = lines(form);
    }
}
