//! What `othello-host` alone shows on a terminal: a menu. Whatever is chosen becomes a command line, which is
//! run as if somebody had typed it; then the menu comes back.

mod draw;
mod form;
mod found;
mod games;
mod list;

use std::io::{self, IsTerminal, stderr, stdin};

use anyhow::Context;
use ratatui::crossterm::event;

use crate::exit;
use crate::report::shell_word;
use crate::terminal::{self, Screen};
use form::{Choice, Form, Kind, What};
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

/// A command line that somebody wants.
struct Wanted {
    words: Vec<String>,
    /// Whether it is about the history, whose menu comes back then.
    history: bool,
}

/// Shows the menu until somebody leaves it, and runs each command line that comes of it.
pub fn run(run_words: &dyn Fn(&[String]) -> anyhow::Result<()>) -> anyhow::Result<()> {
    let mut history = false;
    while let Some(wanted) = wanted(history).context(terminal::UNDRAWABLE)? {
        let shown: Vec<String> = wanted.words.iter().map(|word| shell_word(word)).collect();
        eprintln!("othello-host {}", shown.join(" "));
        let done = run_words(&wanted.words);
        history = wanted.history;
        if let Err(error) = &done {
            exit::report(error);
        }
        // Who has gone through a game has seen all of it.
        let seen = wanted.words.get(1).is_some_and(|word| word == "replay");
        if done.is_err() || !seen {
            eprintln!("A key goes back to the menu.");
            terminal::wait_for_key().context(terminal::UNDRAWABLE)?;
        }
    }
    Ok(())
}

/// The command line that somebody wants; none where the program is to end.
fn wanted(history: bool) -> io::Result<Option<Wanted>> {
    let mut screen = Screen::enter()?;
    let mut menu = List::new("Othello Host", MENU.map(str::to_owned).to_vec());
    if history && let Some(words) = games::chosen(&mut screen, &mut menu)? {
        return Ok(Some(Wanted { words, history }));
    }
    loop {
        let picked = match ask(&mut screen, &mut menu)? {
            Pressed::Item(item) => item,
            Pressed::Back => return Ok(None),
            Pressed::Turn(..) | Pressed::Nothing => continue,
        };
        menu.notes.clear();
        let history = picked == HISTORY;
        let words = match picked {
            0 => filled(&mut screen, &mut menu, Kind::People)?,
            1 => filled(&mut screen, &mut menu, Kind::Against)?,
            HISTORY => games::chosen(&mut screen, &mut menu)?,
            3 => return Ok(None),
            4 => filled(&mut screen, &mut menu, Kind::Watch)?,
            _ => filled(&mut screen, &mut menu, Kind::Contest)?,
        };
        if let Some(words) = words {
            return Ok(Some(Wanted { words, history }));
        }
    }
}

/// Waits until something is chosen from a list, or somebody goes back.
fn ask(screen: &mut Screen, list: &mut List) -> io::Result<Pressed> {
    loop {
        screen.draw(|frame| draw::draw(frame, list))?;
        let event = event::read()?;
        terminal::end_if_interrupted(&event);
        let pressed = list.take(&event);
        if pressed != Pressed::Nothing {
            return Ok(pressed);
        }
    }
}

/// Lets somebody choose what a game or a contest needs; none where they go back. What stands in the way is
/// noted on the menu.
fn filled(screen: &mut Screen, menu: &mut List, kind: Kind) -> io::Result<Option<Vec<String>>> {
    let mut looking = List::new("looking for players ...", Vec::new());
    screen.draw(|frame| draw::draw(frame, &mut looking))?;
    let players = match found::players() {
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
                if let Some(&what) = kind.fields().get(at) {
                    turn(&mut form, what, side);
                }
            }
            Pressed::Item(at) => match kind.fields().get(at) {
                Some(&What::Players) => take_part(screen, &mut form)?,
                Some(&what) => pick(screen, &mut form, what)?,
                None => match form.words() {
                    Ok(words) => return Ok(Some(words)),
                    Err(missing) => list.notes = vec![missing],
                },
            },
        }
        list.items = form.lines();
    }
}

/// Chooses the one before or the next.
fn turn(form: &mut Form, what: What, side: Side) {
    let options = form.options(what);
    if what == What::Players || options.is_empty() {
        return;
    }
    let word = form.word(what);
    let at = options.iter().position(|option| option.word == word).unwrap_or_default();
    let at = match side {
        Side::Before => at + options.len() - 1,
        Side::Next => at + 1,
    };
    form.choose(what, &options[at % options.len()].word);
}

/// Chooses from a list of all that there is.
fn pick(screen: &mut Screen, form: &mut Form, what: What) -> io::Result<()> {
    let options = form.options(what);
    let mut list = List::new(what.title(), options.iter().map(|it| it.shown.clone()).collect());
    let word = form.word(what);
    list.at = options.iter().position(|option| option.word == word).unwrap_or_default();
    loop {
        match ask(screen, &mut list)? {
            Pressed::Back => return Ok(()),
            Pressed::Item(at) => {
                form.choose(what, &options[at].word);
                return Ok(());
            }
            Pressed::Turn(..) | Pressed::Nothing => {}
        }
    }
}

/// Chooses who takes part in a contest.
fn take_part(screen: &mut Screen, form: &mut Form) -> io::Result<()> {
    let options = form.options(What::Players);
    let lines = |form: &Form| -> Vec<String> {
        let line = |option: &Choice| {
            let mark = if form.takes_part(&option.word) { 'x' } else { ' ' };
            format!("[{mark}] {}", option.shown)
        };
        ["That is all".to_owned()].into_iter().chain(options.iter().map(line)).collect()
    };
    let mut list = List::new(What::Players.title(), lines(form));
    loop {
        match ask(screen, &mut list)? {
            Pressed::Back | Pressed::Item(0) => return Ok(()),
            Pressed::Item(at) => form.choose(What::Players, &options[at - 1].word),
            Pressed::Turn(..) | Pressed::Nothing => {}
        }
        list.items = lines(form);
    }
}
