//! A game of the command line in a window: a server of the page for this game alone, on this machine alone,
//! and the window that shows it. The game is played as every game of the page is; what comes of it goes back
//! to the command.

use std::net::{Ipv4Addr, SocketAddr};
use std::process::ExitStatus;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{anyhow, bail};
use othello_arena::{GameSetup, Report};
use othello_board::Secret;
use othello_players::Finder;
use othello_web::{Config, Games, Play, Prepared, Server, ServerState, SingleGame};

use crate::browser::app::{Drawing, Frame};
use crate::browser::{self, app};
use crate::folders;

/// How often to look whether the window is still open.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
/// A window whose end can't be seen counts as closed after so long without its page. A page that is loaded again comes
/// back within that time.
const PAGE_TIMEOUT: Duration = Duration::from_secs(10);
/// How long a game may take to end after its window was closed; nobody waits for a player that thinks.
const END_TIMEOUT: Duration = Duration::from_secs(1);
/// Asks the page to put its window in the middle of the screen.
const CENTRED: &str = "#centred";

/// A window with a game in it, which is closed when this is dropped.
pub struct Window {
    game: SingleGame,
    shown: Shown,
}

/// Where the game is to be seen.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Shown {
    /// In an app window, whose end can be seen.
    App,
    /// In whatever browser somebody opens it.
    Somewhere,
}

impl Window {
    /// Serves the game and shows it. It begins when its page is there.
    pub fn open(
        play: Play,
        server_state: ServerState,
        place: Option<Frame>,
    ) -> anyhow::Result<Window> {
        let (game, lobby) = SingleGame::new(play, server_state).map_err(anyhow::Error::msg)?;
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let server = Server::listen(&Config { address, names: Vec::new(), token: None });
        let server = server?;
        let address = format!("http://{}{}", server.address(), game.path());
        let serve = move || server.run(Arc::new(lobby), std::future::pending());
        thread::Builder::new().name("server".to_owned()).spawn(serve)?;
        let shown = show(&game, &address, place);
        Ok(Window { game, shown })
    }

    /// Waits until the game is over, and ends it where the window is closed before.
    pub fn follow(&self, reports: &Receiver<Report>) -> anyhow::Result<Report> {
        loop {
            match reports.recv_timeout(POLL_INTERVAL) {
                Ok(report) => return Ok(report),
                Err(RecvTimeoutError::Timeout) if !self.is_closed() => {}
                Err(RecvTimeoutError::Timeout) => return self.break_off(reports),
                Err(RecvTimeoutError::Disconnected) => {
                    bail!("the game broke off by a fault of the host");
                }
            }
        }
    }

    fn break_off(&self, reports: &Receiver<Report>) -> anyhow::Result<Report> {
        let why = "the window was closed";
        self.game.break_off(why);
        let void = |_| anyhow!("the game is void: {why}");
        reports.recv_timeout(END_TIMEOUT).map_err(void)
    }

    /// Waits until the window is closed.
    pub fn stay(&self) {
        while !self.is_closed() {
            thread::sleep(POLL_INTERVAL);
        }
    }

    fn is_closed(&self) -> bool {
        if self.shown == Shown::App && app::ended().is_some() {
            return true;
        }
        // There the browser goes on when its windows are closed.
        let unseen = self.shown == Shown::Somewhere || cfg!(target_os = "macos");
        unseen && self.game.has_begun() && self.game.deserted().is_some_and(|it| it > PAGE_TIMEOUT)
    }
}

impl Drop for Window {
    fn drop(&mut self) {
        app::close();
    }
}

/// What the page of a game has beside it: players for its console, and where it may be, the machine's games to
/// look at, to which it is added.
pub fn server_state(
    finder: Finder,
    prepared: &Prepared,
    setup: &GameSetup,
) -> anyhow::Result<ServerState> {
    Ok(ServerState {
        finder,
        runner: prepared.runner.clone(),
        policy: prepared.settings.policy.clone(),
        games: Games::with(setup.folder.as_slice()).map_err(anyhow::Error::msg)?,
        key: Secret::default(),
        server: None,
        hide_queries: false,
        history: folders::history().ok(),
        contests: folders::contests().ok(),
        bots: None,
        lessons: None,
        start_contest: None,
        live: None,
    })
}

/// Shows the address: in an app window, in the browser that the system prefers, or as a text.
fn show(game: &SingleGame, address: &str, place: Option<Frame>) -> Shown {
    let centred = if place.is_none() { CENTRED } else { "" };
    // On a machine that is too busy a browser may end while it begins, however it draws.
    for drawing in [Drawing::Fast, Drawing::Plain, Drawing::Plain] {
        if !app::open(&format!("{address}{centred}"), place, drawing) {
            break;
        }
        match wait_for_page(game) {
            Ok(()) => return Shown::App,
            Err(status) => {
                tell_line!("othello-host: the window's browser ended at once ({status})")
            }
        }
        app::close();
    }
    browser::open(address);
    tell_line!("othello-host: the game begins when somebody opens {address}");
    Shown::Somewhere
}

/// Waits until the page comes up in the app window, or its browser has found that it can't show any.
fn wait_for_page(game: &SingleGame) -> Result<(), ExitStatus> {
    while !game.has_begun() {
        match app::ended() {
            // Somebody may have been quick to close it.
            Some(status) if status.success() => break,
            Some(status) => return Err(status),
            None => thread::sleep(POLL_INTERVAL),
        }
    }
    Ok(())
}
