//! One game from the command line's wishes to its result: finds the players, opens the database, seats
//! everybody, lets the arena play, and prints what came of it.

use std::io::{IsTerminal, Write, stderr, stdin, stdout};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use othello_arena::record::{Recorder, player_record};
use othello_arena::{
    Conductor, Control, End, Event, GameClock, GameSetup, InstalledPlayer, Observers, Pace,
    RefereeKind, Report, Seat, Settings, Table, TimeControl, Unattended, seat,
};
use othello_board::{Secret, Session};
use othello_players::{Contestant, Finder, Protocol, Runner, Source};
use othello_rules::{ByColour, Colour, Game, Move};
use othello_web::{Afterwards, Play, Prepared};

use crate::cli::play::PlayArgs;
use crate::cli::shared::{can_play, contestant};
use crate::database;
use crate::exit::{Exit, usage};
use crate::hint::Hinter;
use crate::history::Keeping;
use crate::lines::Lines;
use crate::report::{self, Again, Wanted};
use crate::secrets::secret;
use crate::terminal::{self, Sides};
use crate::window::{self, Window};

/// What each side has in a game of the referee's protocol where the user does not say.
const REFEREES_CLOCK: GameClock =
    GameClock { total: Duration::from_secs(600), increment: Duration::ZERO };

/// Plays the game and prints its result.
pub fn play(args: &PlayArgs) -> anyhow::Result<()> {
    let runner = args.plugins.runner()?;
    let finder = args.plugins.finder(&runner)?;
    let setup = args.board.setup()?;
    let judge = args.referee.map_or(setup.usual_judge(), RefereeKind::from);
    let referee = setup.referee(judge).map_err(usage)?;
    let contestants = contestants(args, &setup, &finder)?;
    let opening = opening(args, &setup, &contestants)?;
    let names = contestants.as_ref().map(|contestant| contestant.name.clone());
    let settings = settings(args, &setup, judge, time(args, &contestants));
    let settings = Settings { opening, ..settings };
    let session = database::open(&args.target())?;
    let keys = keys(args)?;
    let hinter = Arc::new(Hinter::new(&runner, args.plugins.finder(&runner)?, &setup));
    let again = Again {
        specs: ByColour { black: args.black.clone(), white: args.white.clone() },
        board: setup.flags(),
        seed: settings.seed,
    };
    // A program's words may have its key in them.
    let hidden = |spec: &String| keys.iter().fold(spec.clone(), |spec, key| key.redact(&spec));
    let specs = again.specs.as_ref().map(hidden);
    let mut observers = Observers::default();
    let events = observers.subscribe();
    // What is kept waits in its queue until the result is told.
    let kept = (!args.no_history).then(|| {
        let recorder = Recorder::new(contestants.as_ref().map(player_record));
        let recorder = recorder.after(settings.opening.clone()).written(&setup, specs);
        Keeping::begin(recorder, observers.subscribe())
    });
    let wanted = Wanted { json: args.json, quiet: args.quiet, thinking: args.show_thinking };
    let marks = setup.marks();
    let (afterwards, reports) = afterwards(args.clean_up);
    let audience =
        Audience { events, reports, names: &names, marks, again: &again, wanted, hinter };
    let prepared =
        Prepared { settings, contestants, keys, runner, referee, session, observers, afterwards };
    let (report, window) = if args.windowed() {
        let (report, window) = windowed(prepared, finder, args, &setup, audience)?;
        (report, Some(window))
    } else if is_drawn(args) {
        (drawn(prepared, args, audience)?, None)
    } else {
        (reported(prepared, audience)?, None)
    };
    let done = finish(args, &names, &report);
    if let Some(kept) = kept {
        kept.end();
    }
    if let Some(window) = window {
        window.stay();
    }
    done
}

/// The moves that the game begins after, with every pass.
fn opening(
    args: &PlayArgs,
    setup: &GameSetup,
    contestants: &ByColour<Contestant>,
) -> anyhow::Result<Vec<Move>> {
    let wrong = |error: String| usage(format!("--position: {error}"));
    let moves = match setup.position() {
        Some(initial) => {
            let game = Game::from_transcript(initial, &args.position);
            game.map_err(|error| wrong(error.to_string()))?.moves().to_vec()
        }
        None => {
            let moves = Move::sequence(&args.position).map_err(|error| wrong(error.to_string()))?;
            setup.views(&moves).map_err(wrong)?;
            moves
        }
    };
    if !moves.is_empty() && contestants.iter().any(speaks_to_a_referee) {
        return Err(wrong(
            "a program that speaks the referee's protocol begins at the start".into(),
        ));
    }
    Ok(moves)
}

/// Finds both players and sees to it that they can play each other.
fn contestants(
    args: &PlayArgs,
    setup: &GameSetup,
    finder: &Finder,
) -> anyhow::Result<ByColour<Contestant>> {
    let black = contestant(finder, &args.black)?;
    let both = ByColour { black, white: contestant(finder, &args.white)? };
    both.iter().try_for_each(|contestant| can_play(contestant, setup, args.blind_only))?;
    Ok(both)
}

fn keys(args: &PlayArgs) -> anyhow::Result<ByColour<Secret>> {
    let ask = !args.target().is_embedded();
    let written = args.keys();
    let black = secret(&written.black, "OTHELLO_API_KEY", "API key", ask)?;
    // One key for both is asked for once.
    let white = if written.white == written.black {
        black.clone()
    } else {
        secret(&written.white, "OTHELLO_API_KEY", "API key", ask)?
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
fn time(args: &PlayArgs, contestants: &ByColour<Contestant>) -> TimeControl {
    let refereed = contestants.iter().any(speaks_to_a_referee);
    let mut time = args.time();
    time.game = time.game.or_else(|| refereed.then_some(REFEREES_CLOCK));
    time
}

fn speaks_to_a_referee(contestant: &Contestant) -> bool {
    matches!(contestant.player.source, Source::Program { speaks: Protocol::Referee, .. })
}

fn settings(args: &PlayArgs, setup: &GameSetup, judge: RefereeKind, time: TimeControl) -> Settings {
    Settings {
        game: setup.game.clone(),
        start: setup.start.clone(),
        referee: judge.word().to_owned(),
        seed: args.seed(),
        time,
        policy: args.policy.policy(),
        show_thinking: args.show_thinking || args.windowed(),
        patience: args.reconnect,
        opening: Vec::new(),
        left: ByColour::default(),
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
fn is_drawn(args: &PlayArgs) -> bool {
    !args.json && !args.quiet && stdin().is_terminal() && stderr().is_terminal()
}

/// Who watches a game.
struct Audience<'a> {
    events: Receiver<Arc<Event>>,
    reports: Receiver<Report>,
    names: &'a ByColour<String>,
    marks: ByColour<char>,
    again: &'a Again,
    wanted: Wanted,
    hinter: Arc<Hinter>,
}

/// Plays the game while its events are written down.
fn reported(prepared: Prepared, audience: Audience<'_>) -> anyhow::Result<Report> {
    let lines = Lines::new(audience.hinter);
    start(prepared, &|| Box::new(lines.clone()), Box::new(Unattended))?;
    report::follow(audience.events, audience.wanted, audience.names, audience.again);
    arrived(&audience.reports)
}

/// Plays the game in a window while its events are written down. The window stays until somebody closes it.
fn windowed(
    prepared: Prepared,
    finder: Finder,
    args: &PlayArgs,
    setup: &GameSetup,
    audience: Audience<'_>,
) -> anyhow::Result<(Report, Window)> {
    let people = prepared.contestants.iter().any(|contestant| contestant.about().person);
    let pace = (!args.step && (people || args.delay.is_some()), args.delay.unwrap_or_default());
    let server_state = window::server_state(finder, &prepared, setup)?;
    let Audience { events, reports, names, again, wanted, .. } = audience;
    let window =
        Window::open(Play { prepared, setup: setup.clone(), pace }, server_state, args.frame())?;
    let told = {
        let (names, again) = (names.clone(), again.clone());
        thread::spawn(move || report::follow(events, wanted, &names, &again))
    };
    let report = window.follow(&reports)?;
    // What it could not write nobody reads.
    let _ = told.join();
    Ok((report, window))
}

/// Plays the game on a terminal that draws, and leaves there what people want to keep of it.
fn drawn(prepared: Prepared, args: &PlayArgs, audience: Audience<'_>) -> anyhow::Result<Report> {
    let (typist, people) = terminal::seat(audience.hinter);
    let anybody = prepared.contestants.iter().any(|contestant| contestant.about().person);
    let people = anybody.then_some(people);
    let control = Control::new(args.delay.unwrap_or_default(), args.step);
    let pace = Box::new(Pace(control.clone()));
    start(prepared, &|| Box::new(typist.clone()), pace)?;
    let Audience { events, reports, names, marks, again, wanted, .. } = audience;
    let mut kept = String::new();
    let mut keep = |event: &Event| {
        if let Event::End(ended) = event
            && !matches!(ended.end, End::Forfeit { .. })
        {
            kept += &report::board(&ended.view, None);
        }
        kept += &report::words(event, wanted, names, again);
    };
    let sides = Sides { names: names.clone(), marks, thinking: wanted.thinking };
    let shown = terminal::follow(&events, &mut keep, people.as_ref(), &control, sides);
    eprint!("{kept}");
    shown.context(terminal::UNDRAWABLE)?;
    arrived(&reports)
}

fn arrived(reports: &Receiver<Report>) -> anyhow::Result<Report> {
    reports.recv().ok().context("the game broke off by a fault of the host")
}

/// Prints the result.
fn finish(args: &PlayArgs, names: &ByColour<String>, report: &Report) -> anyhow::Result<()> {
    if let End::Void(_) = report.end {
        return Err(Exit::Reported.into());
    }
    if args.json {
        return Ok(());
    }
    let mut text = match report.end.winner().or(args.tie_goes_to) {
        Some(winner) => shown_name(names, winner) + "\n",
        None => "draw\n".to_owned(),
    };
    if args.benchmark() {
        text += &report::benchmark(names, &report.timings);
    }
    // Whoever closed standard output does not want to know.
    let _ = stdout().write_all(text.as_bytes());
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
