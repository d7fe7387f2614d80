//! One game from its options to its result: finds the players, opens the database, seats everybody, lets the arena
//! play, and prints what came of it.

use std::io::{IsTerminal, stderr, stdin};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use othello_arena::record::{Recorder, player_record};
use othello_arena::{
    Conductor, Control, End, Event, GameClock, GamePosition, GameSetup, InstalledPlayer, Observers,
    Pace, RefereeKind, Report, Seat, Seed, Settings, Table, TimeControl, Unattended, seat,
};
use othello_board::session::Policy;
use othello_board::{Secret, Session};
use othello_players::{Contestant, Protocol, Runner, Source};
use othello_rules::{ByColour, Colour, Move};
use othello_web::{Afterwards, Play, Prepared};

use crate::browser::app::Frame;
use crate::database::{self, Target};
use crate::exit::{Exit, usage};
use crate::hint::Hinter;
use crate::history::{self, Recording};
use crate::lines::Lines;
use crate::output;
use crate::players::{Entry, Players};
use crate::report::{self, ReportOptions, Rerun};
use crate::secrets::{API_KEY, secret};
use crate::terminal::{self, Sides};
use crate::window::{self, Window};

/// What each side has in a game of the referee's protocol where the user does not say.
const REFEREES_CLOCK: GameClock =
    GameClock { total: Duration::from_secs(600), increment: Duration::ZERO };

/// What the user asked for.
pub struct GameOptions {
    /// Where players are looked for, and how they are started.
    pub players: Players,
    /// The players as the user named them.
    pub specs: ByColour<String>,
    /// Which game on which board.
    pub setup: GameSetup,
    /// Who decides what is legal, where it is not the usual one.
    pub referee: Option<RefereeKind>,
    /// The moves that the game begins after, as a transcript.
    pub opening: String,
    /// How to reach the database.
    pub target: Target,
    /// The keys of the players' queries as they were written, empty where none was.
    pub keys: ByColour<String>,
    /// How much time there is.
    pub time: TimeControl,
    /// Where everything random comes from.
    pub seed: Seed,
    /// What the players' queries may do.
    pub policy: Policy,
    /// Whether only blind players may play.
    pub blind_only: bool,
    /// How long a database that went away is waited for.
    pub reconnect: Duration,
    /// Whether the board is removed after the game.
    pub clean_up: bool,
    /// Whether the game goes into the history.
    pub history: bool,
    /// What is written of the game.
    pub report: ReportOptions,
    /// Where the times of the moves are printed, if they are.
    pub benchmark: Option<BenchmarkOutput>,
    /// Whose name is printed on a draw.
    pub tie_goes_to: Option<Colour>,
    /// The window to play in, where there is to be one.
    pub window: Option<WindowOptions>,
    /// How long is waited after each move.
    pub delay: Option<Duration>,
    /// Whether each move waits for somebody.
    pub step: bool,
}

/// Where the times of all moves are printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BenchmarkOutput {
    /// Behind the winner's name, as the original program does.
    BesideTheWinner,
    /// With all that is not the result.
    StandardError,
}

/// A window to play in.
#[derive(Clone, Copy, Debug)]
pub struct WindowOptions {
    /// Where it goes; else into the middle of the screen.
    pub frame: Option<Frame>,
}

/// Plays the game and prints its result.
pub fn play(options: GameOptions) -> anyhow::Result<()> {
    if options.history {
        history::may_be_kept()?;
    }
    let setup = &options.setup;
    let kind = options.referee.unwrap_or(setup.usual_referee());
    let referee = setup.referee(kind).map_err(usage)?;
    let ByColour { black, white } = entries(&options)?;
    let time = time(&options, [&black, &white]);
    let specs = ByColour { black: black.spec, white: white.spec };
    let contestants = ByColour { black: black.contestant, white: white.contestant };
    let opening = opening(&options, &contestants)?;
    let names = contestants.as_ref().map(|contestant| contestant.name.clone());
    let settings = settings(&options, kind, opening, time);
    let session = database::open(&options.target)?;
    let keys = keys(&options)?;
    let place = [setup.flags(), options.target.flags()].concat();
    let rerun = Rerun { specs: specs.clone(), place, seed: options.seed };
    // A program's words may have its key in them.
    let redacted =
        |spec: &String| keys.iter().fold(spec.clone(), |spec, key| key.redact(&spec).into_owned());
    let specs = specs.as_ref().map(redacted);
    let mut observers = Observers::default();
    let events = observers.subscribe();
    // What goes into the history waits in its queue until the result is printed.
    let recording = options.history.then(|| {
        let recorder = Recorder::new(contestants.as_ref().map(player_record));
        let recorder = recorder.after(settings.opening.clone()).with_setup(setup, specs);
        Recording::begin(recorder, observers.subscribe())
    });
    let (afterwards, reports) = afterwards(options.clean_up);
    let audience = Audience { events, reports, names: &names, rerun: &rerun };
    let runner = options.players.runner.clone();
    let prepared =
        Prepared { settings, contestants, keys, runner, referee, session, observers, afterwards };
    let (report, window) = if let Some(window) = options.window {
        let (report, window) = in_window(prepared, &options, window, audience)?;
        (report, Some(window))
    } else if is_drawn(&options) {
        (on_terminal(prepared, &options, audience)?, None)
    } else {
        (in_lines(prepared, &options, audience)?, None)
    };
    let done = print_result(&options, &names, &report);
    if let Some(recording) = recording {
        recording.end();
    }
    if let Some(window) = window {
        window.stay();
    }
    done
}

/// The moves that the game begins after, with every pass.
fn opening(options: &GameOptions, contestants: &ByColour<Contestant>) -> anyhow::Result<Vec<Move>> {
    let wrong = |error: String| usage(format!("--position: {error}"));
    let moves = Move::sequence(&options.opening).map_err(|error| wrong(error.to_string()))?;
    let position = GamePosition::new(options.setup.clone(), moves);
    let moves = position.play().map_err(wrong)?.moves();
    if !moves.is_empty() && contestants.iter().any(speaks_to_a_referee) {
        return Err(wrong(
            "a program that speaks the referee's protocol begins at the start".into(),
        ));
    }
    Ok(moves)
}

/// Finds both players and makes sure that they can play each other.
fn entries(options: &GameOptions) -> anyhow::Result<ByColour<Entry>> {
    let find = |spec: &String| {
        let entry = options.players.entry(spec)?;
        options.players.admit(&entry.contestant, &options.setup, options.blind_only)?;
        anyhow::Ok(entry)
    };
    Ok(ByColour { black: find(&options.specs.black)?, white: find(&options.specs.white)? })
}

fn keys(options: &GameOptions) -> anyhow::Result<ByColour<Secret>> {
    let ask = !options.target.is_embedded();
    let written = &options.keys;
    let black = secret(&written.black, API_KEY, "API key", ask)?;
    // One key for both is asked for once.
    let white = if written.white == written.black {
        black.clone()
    } else {
        secret(&written.white, API_KEY, "API key", ask)?
    };
    Ok(ByColour { black, white })
}

/// The seats of both, with the end at which a person sits where one plays.
fn seats(
    contestants: ByColour<Contestant>,
    keys: ByColour<Secret>,
    runner: &Runner,
    person: &dyn Fn() -> Box<dyn seat::Person>,
) -> ByColour<Seat> {
    contestants.zip(keys).map(|(contestant, key)| {
        let is_person = contestant.about().person;
        Seat {
            name: contestant.name.clone(),
            person: is_person.then(person),
            player: Box::new(InstalledPlayer { contestant, runner: runner.clone() }),
            key,
        }
    })
}

/// How much time there is. The referee's protocol gives each side ten minutes.
fn time(options: &GameOptions, [black, white]: [&Entry; 2]) -> TimeControl {
    let refereed = [black, white].into_iter().any(|entry| speaks_to_a_referee(&entry.contestant));
    let game = options.time.game.or_else(|| refereed.then_some(REFEREES_CLOCK));
    let TimeControl { own, .. } = options.time;
    let own = ByColour { black: own.black.or(black.clock), white: own.white.or(white.clock) };
    TimeControl { game, own, ..options.time }
}

fn speaks_to_a_referee(contestant: &Contestant) -> bool {
    matches!(contestant.player.source, Source::Program { speaks: Protocol::Referee, .. })
}

fn settings(
    options: &GameOptions,
    kind: RefereeKind,
    opening: Vec<Move>,
    time: TimeControl,
) -> Settings {
    Settings {
        time,
        policy: options.policy.clone(),
        show_thinking: options.report.thinking || options.window.is_some(),
        patience: options.reconnect,
        opening,
        ..Settings::untimed(&options.setup, kind, options.seed)
    }
}

/// What is done after the game, and where its report arrives.
fn afterwards(clean_up: bool) -> (Afterwards, Receiver<Report>) {
    let (sender, reports) = channel();
    let afterwards = move |report, mut session: Box<dyn Session>| {
        if clean_up {
            database::clean_up(session.as_mut());
        }
        // Nobody waits for it where a window was closed.
        let _ = sender.send(report);
    };
    (Box::new(afterwards), reports)
}

/// Lets the game be played on a thread of its own.
fn start(
    prepared: Prepared,
    person: &dyn Fn() -> Box<dyn seat::Person>,
    conductor: Box<dyn Conductor>,
) -> anyhow::Result<()> {
    let Prepared { settings, contestants, keys, runner, referee, .. } = prepared;
    let Prepared { mut session, observers, afterwards, .. } = prepared;
    let seats = seats(contestants, keys, &runner, person);
    let game = move || {
        let board = session.as_mut();
        let table = Table { settings, seats, session: board, referee, conductor, observers };
        afterwards(table.play(), session);
    };
    thread::Builder::new().name("game".to_owned()).spawn(game)?;
    Ok(())
}

/// Whether the game is drawn on the terminal.
fn is_drawn(options: &GameOptions) -> bool {
    let ReportOptions { json, quiet, .. } = options.report;
    !json && !quiet && stdin().is_terminal() && stderr().is_terminal()
}

/// Who gives hints to people.
fn hinter(options: &GameOptions) -> Arc<Hinter> {
    Arc::new(Hinter::new(options.players.clone(), &options.setup))
}

/// What comes of a game while it is played and when it is over, and what its report needs beside.
struct Audience<'a> {
    events: Receiver<Arc<Event>>,
    reports: Receiver<Report>,
    names: &'a ByColour<String>,
    rerun: &'a Rerun,
}

/// Plays the game while its events are written down.
fn in_lines(
    prepared: Prepared,
    options: &GameOptions,
    audience: Audience<'_>,
) -> anyhow::Result<Report> {
    let lines = Lines::new(hinter(options));
    start(prepared, &|| Box::new(lines.clone()), Box::new(Unattended))?;
    report::follow(audience.events, options.report, audience.names, audience.rerun);
    received(&audience.reports)
}

/// Plays the game in a window while its events are written down. The window stays until somebody closes it.
fn in_window(
    prepared: Prepared,
    options: &GameOptions,
    window: WindowOptions,
    audience: Audience<'_>,
) -> anyhow::Result<(Report, Window)> {
    let people = prepared.contestants.iter().any(|contestant| contestant.about().person);
    let auto = !options.step && (people || options.delay.is_some());
    let pace = (auto, options.delay.unwrap_or_default());
    let setup = options.setup.clone();
    let server_state = window::server_state(options.players.finder.clone(), &prepared, &setup)?;
    let Audience { events, reports, names, rerun } = audience;
    let window = Window::open(Play { prepared, setup, pace }, server_state, window.frame)?;
    let writing = {
        let (report, names, rerun) = (options.report, names.clone(), rerun.clone());
        thread::spawn(move || report::follow(events, report, &names, &rerun))
    };
    let report = window.follow(&reports)?;
    // What it could not write nobody reads.
    let _ = writing.join();
    Ok((report, window))
}

/// Plays the game on a drawn terminal, and then leaves its result there.
fn on_terminal(
    prepared: Prepared,
    options: &GameOptions,
    audience: Audience<'_>,
) -> anyhow::Result<Report> {
    let (typist, people) = terminal::seat(hinter(options));
    let anybody = prepared.contestants.iter().any(|contestant| contestant.about().person);
    let people = anybody.then_some(people);
    let control = Control::new(options.delay.unwrap_or_default(), options.step);
    let pace = Box::new(Pace(control.clone()));
    start(prepared, &|| Box::new(typist.clone()), pace)?;
    let Audience { events, reports, names, rerun } = audience;
    let mut left = String::new();
    let mut leave = |event: &Event| {
        if let Event::End(ended) = event
            && !matches!(ended.end, End::Forfeit { .. })
        {
            left += &report::board(&ended.view, None);
        }
        left += &report::event(event, options.report, names, rerun);
    };
    let thinking = options.report.thinking;
    let sides = Sides { names: names.clone(), marks: options.setup.marks(), thinking };
    let shown = terminal::follow(&events, &mut leave, people.as_ref(), &control, sides);
    tell!("{left}");
    shown.context(terminal::UNDRAWABLE)?;
    received(&reports)
}

fn received(reports: &Receiver<Report>) -> anyhow::Result<Report> {
    reports.recv().ok().context("the game broke off by a fault of the host")
}

fn print_result(
    options: &GameOptions,
    names: &ByColour<String>,
    report: &Report,
) -> anyhow::Result<()> {
    if let End::Void(_) = report.end {
        return Err(Exit::Reported.into());
    }
    if options.report.json {
        return Ok(());
    }
    let mut text = match report.end.winner().or(options.tie_goes_to) {
        Some(winner) => shown_name(names, winner) + "\n",
        None => "draw\n".to_owned(),
    };
    let times = options.benchmark.map(|output| (output, report::benchmark(names, &report.timings)));
    match times {
        Some((BenchmarkOutput::BesideTheWinner, times)) => text += &times,
        Some((BenchmarkOutput::StandardError, times)) => tell!("{times}"),
        None => {}
    }
    output::print(text);
    Ok(())
}

/// A side's name, with its colour where both have one name.
fn shown_name(names: &ByColour<String>, colour: Colour) -> String {
    if names.black == names.white {
        format!("{} ({colour})", names[colour])
    } else {
        names[colour].clone()
    }
}
