//! Games at the table between scripted players on the embedded engine: what a fault costs whom, what an
//! undo restores, and who is told what.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

use std::collections::VecDeque;
use std::ops::RangeFrom;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use othello_arena::exhibit::Excerpt;
use othello_arena::seat::{Instance, Player};
use othello_arena::{
    Conductor, End, Event, GameClock, GameCommand, GameSetup, Observers, Reason, RefereeKind,
    Report, Seat, Seed, Settings, Table, TimeControl, Unattended,
};
use othello_board::session::{
    Checked, Consent, HostQuery, Meter, Outcome, Params, Policy, ServerFaultKind,
};
use othello_board::{Embedded, Fault, Native, Secret, Session, View};
use othello_player_api::{About, Game, Query, Round};
use othello_players::{AskError, Decision, Response};
use othello_rules::{ByColour, Colour, Move, Position};
use othello_test_support::FIRST_LEGAL_CELL;

/// How long a database is away, and a move may take: long beside a query, on any machine.
const AWAY: Duration = Duration::from_secs(1);

/// A player that sends one query, says how long it took for it, and notes what it was asked.
#[derive(Clone)]
struct Scripted {
    about: About,
    query: &'static str,
    slow: Duration,
    asked: Arc<Mutex<Vec<Round>>>,
    started: Arc<Mutex<usize>>,
    /// How it was ended, step by step.
    ended: Arc<Mutex<Vec<&'static str>>>,
}

impl Scripted {
    fn new(query: &'static str) -> Scripted {
        let about = About::new("Scripted", "1");
        Scripted {
            about,
            query,
            slow: Duration::ZERO,
            asked: Arc::default(),
            started: Arc::default(),
            ended: Arc::default(),
        }
    }
}

impl Player for Scripted {
    fn about(&self) -> &About {
        &self.about
    }

    fn start(&mut self, _: Game) -> Result<Box<dyn Instance>, AskError> {
        *self.started.lock().unwrap() += 1;
        Ok(Box::new(self.clone()))
    }
}

impl Instance for Scripted {
    fn ready(&mut self) -> Result<(), AskError> {
        Ok(())
    }

    fn ask(&mut self, round: Round, _: Option<Instant>) -> Result<Response, AskError> {
        self.asked.lock().unwrap().push(round);
        let said = Decision::Query(Query::new(self.query));
        Ok(Response { decision: said, thinking: None, took: self.slow, held_up: Duration::ZERO })
    }

    fn let_end(&mut self) {
        self.ended.lock().unwrap().push("told");
    }

    fn end(self: Box<Self>) -> String {
        self.ended.lock().unwrap().push("waited for");
        String::new()
    }
}

/// The embedded engine, which goes away when it reads for these times.
struct Flaky {
    inner: Embedded,
    reads: usize,
    away_from: RangeFrom<usize>,
    times: usize,
    recovers: bool,
}

impl Flaky {
    /// One that is away so many times from the third read on.
    fn new(times: usize, recovers: bool) -> Flaky {
        Flaky { inner: Embedded::new(), reads: 0, away_from: 3.., times, recovers }
    }
}

impl Session for Flaky {
    fn name(&self) -> String {
        "a flaky database".to_owned()
    }

    fn prepare(&mut self, text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
        self.inner.prepare(text, policy, meter)
    }

    fn read(&mut self, query: &Checked, params: &Params, meter: &Meter) -> Result<Outcome, Fault> {
        self.reads += 1;
        if self.away_from.contains(&self.reads) && self.times > 0 {
            self.times -= 1;
            std::thread::sleep(AWAY);
            return Err(Fault::server(ServerFaultKind::Away, "it went away"));
        }
        self.inner.read(query, params, meter)
    }

    fn write(&mut self, query: &HostQuery<'_>) -> Result<Outcome, Fault> {
        self.inner.write(query)
    }

    fn clear(&mut self, consent: &mut Consent<'_>) -> Result<(), Fault> {
        self.inner.clear(consent)
    }

    fn recover(&mut self, _: Duration) -> Result<(), Fault> {
        if self.recovers {
            Ok(())
        } else {
            Err(Fault::server(ServerFaultKind::Away, "it did not come back"))
        }
    }
}

/// The embedded engine, which takes long for plans of queries that it does not run yet.
struct Planning {
    inner: Embedded,
    planned: usize,
}

impl Session for Planning {
    fn name(&self) -> String {
        "a planning database".to_owned()
    }

    fn prepare(&mut self, text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
        self.inner.prepare(text, policy, meter)
    }

    fn plan_ahead(&mut self, _: &str, _: &Policy, _: &Params) -> Result<(), Fault> {
        self.planned += 1;
        std::thread::sleep(2 * AWAY);
        Ok(())
    }

    fn read(&mut self, query: &Checked, params: &Params, meter: &Meter) -> Result<Outcome, Fault> {
        self.inner.read(query, params, meter)
    }

    fn write(&mut self, query: &HostQuery<'_>) -> Result<Outcome, Fault> {
        self.inner.write(query)
    }

    fn clear(&mut self, consent: &mut Consent<'_>) -> Result<(), Fault> {
        self.inner.clear(consent)
    }

    fn recover(&mut self, _: Duration) -> Result<(), Fault> {
        Ok(())
    }
}

fn settings(time: TimeControl) -> Settings {
    let setup = GameSetup::find("othello", None, None).unwrap();
    Settings {
        time,
        patience: Duration::from_secs(1),
        ..Settings::untimed(&setup, RefereeKind::Native, Seed::new(1))
    }
}

fn seat(player: &Scripted) -> Seat {
    Seat {
        name: player.about.name.clone(),
        player: Box::new(player.clone()),
        person: None,
        key: Secret::new("sk-1"),
    }
}

fn play(
    players: ByColour<&Scripted>,
    session: &mut dyn Session,
    time: TimeControl,
    conductor: Box<dyn Conductor>,
) -> (Report, Vec<Arc<Event>>) {
    let mut observers = Observers::default();
    let events = observers.subscribe();
    let referee = Box::new(Native::new(Position::default()));
    let seats = players.map(seat);
    let settings = settings(time);
    let report = Table { settings, seats, session, referee, conductor, observers }.play();
    (report, events.into_iter().collect())
}

#[test]
fn a_database_that_comes_back_costs_the_player_nothing_and_it_is_asked_once() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let mut session = Flaky::new(1, true);
    // The way back took longer than a move may, and the clock stood still.
    let time = TimeControl { per_move: Some(AWAY), first_move: AWAY, ..TimeControl::default() };
    let both = ByColour { black: &player, white: &player };
    let (report, _) = play(both, &mut session, time, Box::new(Unattended));
    assert!(matches!(report.end, End::Played(_)), "{:?}", report.end);
    let plies: Vec<u32> = player.asked.lock().unwrap().iter().map(|round| round.ply).collect();
    let mut once = plies.clone();
    once.dedup();
    assert_eq!(plies, once);
}

#[test]
fn the_plan_of_a_sides_first_query_is_made_in_nobodys_time() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let mut session = Planning { inner: Embedded::new(), planned: 0 };
    let game = Some(GameClock { total: 2 * AWAY, increment: Duration::ZERO });
    let time =
        TimeControl { per_move: Some(AWAY), first_move: AWAY, game, ..TimeControl::default() };
    let both = ByColour { black: &player, white: &player };
    let (report, _) = play(both, &mut session, time, Box::new(Unattended));
    assert!(matches!(report.end, End::Played(_)), "{:?}", report.end);
    assert_eq!(session.planned, 2);
}

#[test]
fn a_database_that_stays_away_makes_the_game_void() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let mut session = Flaky::new(1, false);
    let both = ByColour { black: &player, white: &player };
    let (report, events) = play(both, &mut session, TimeControl::default(), Box::new(Unattended));
    assert_eq!(report.end, End::Void(Excerpt::of_host("it did not come back")));
    assert!(matches!(**events.last().unwrap(), Event::End(_)));
}

#[test]
fn a_query_that_loses_its_connection_again_and_again_ends_the_game_void() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let mut session = Flaky::new(usize::MAX, true);
    let both = ByColour { black: &player, white: &player };
    let (report, _) = play(both, &mut session, TimeControl::default(), Box::new(Unattended));
    let End::Void(why) = report.end else { panic!("{:?}", report.end) };
    assert_eq!(
        &*why,
        "the connection to a flaky database was lost 5 times while the query of Scripted ran"
    );
    // It was tried five times after the two rounds before.
    assert_eq!((session.reads, report.moves.len()), (7, 2));
}

#[test]
fn the_tries_of_a_query_that_loses_its_connection_have_one_clock() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let both = ByColour { black: &player, white: &player };
    // Each takes as long as a move may. Once that may be an accident.
    let time = TimeControl { per_move: Some(AWAY), first_move: AWAY, ..TimeControl::default() };
    let mut session = Flaky::new(usize::MAX, true);
    let (report, _) = play(both, &mut session, time, Box::new(Unattended));
    let End::Void(why) = report.end else { panic!("{:?}", report.end) };
    assert!(why.contains("was lost 2 times"), "{why:?}");
}

#[test]
fn a_player_that_is_slow_on_the_clock_loses_by_it() {
    let slow = Scripted { slow: Duration::from_secs(30), ..Scripted::new(FIRST_LEGAL_CELL) };
    let quick = Scripted::new(FIRST_LEGAL_CELL);
    let game = Some(GameClock { total: Duration::from_secs(100), increment: Duration::ZERO });
    let time = TimeControl { game, ..TimeControl::default() };
    let both = ByColour { black: &quick, white: &slow };
    let (report, _) = play(both, &mut Embedded::new(), time, Box::new(Unattended));
    let End::Forfeit { by: Colour::White, why } = report.end else { panic!("{:?}", report.end) };
    assert!(matches!(why.reason, Reason::TimeOut { .. }), "{:?}", why.reason);
    // Three moves of 30 s fit into 100 s; the fourth does not.
    assert_eq!(slow.asked.lock().unwrap().len(), 4);
}

#[test]
fn a_blind_player_is_told_neither_position_nor_moves_and_an_open_one_both() {
    let blind = Scripted::new(FIRST_LEGAL_CELL);
    let mut open = Scripted::new(FIRST_LEGAL_CELL);
    open.about = About::new("Open", "1").open();
    let both = ByColour { black: &blind, white: &open };
    play(both, &mut Embedded::new(), TimeControl::default(), Box::new(Unattended));
    let rounds = blind.asked.lock().unwrap();
    assert!(rounds.iter().all(|round| round.position.is_none() && round.moves.is_none()));
    let rounds = open.asked.lock().unwrap();
    assert_eq!(rounds[0].moves.as_ref().unwrap().len(), 1);
    assert_eq!(rounds[0].position.as_ref().unwrap().len(), 64);
}

/// Wishes these things, each before one round.
struct Wishes(VecDeque<GameCommand>);

impl Conductor for Wishes {
    fn next(&mut self, _: &View, _: &[Move]) -> GameCommand {
        self.0.pop_front().unwrap_or(GameCommand::Stop("enough".to_owned()))
    }
}

#[test]
fn going_back_starts_new_instances_and_puts_the_board_back() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let wishes =
        [GameCommand::GoOn, GameCommand::GoOn, GameCommand::GoTo(Vec::new()), GameCommand::GoOn];
    let both = ByColour { black: &player, white: &player };
    let conductor = Box::new(Wishes(wishes.into()));
    let (report, events) = play(both, &mut Embedded::new(), TimeControl::default(), conductor);
    assert_eq!(report.end, End::Void(Excerpt::of_host("enough")));
    assert_eq!(report.moves.len(), 1);
    assert_eq!(*player.started.lock().unwrap(), 4);
    let went = events.iter().any(|event| matches!(**event, Event::GoneTo(_)));
    assert!(went);
    let squares: Vec<_> = events
        .iter()
        .filter_map(|event| match &**event {
            Event::Move(moved) => Some(moved.square.to_string()),
            _ => None,
        })
        .collect();
    assert_eq!(squares[0], squares[2], "the first move is played again as it was");
}

#[test]
fn both_players_are_told_to_end_before_one_of_them_is_waited_for() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let (both, time) = (ByColour::from_fn(|_| &player), TimeControl::default());
    let (report, _) = play(both, &mut Embedded::new(), time, Box::new(Unattended));
    assert!(matches!(report.end, End::Played(_)));
    assert_eq!(*player.ended.lock().unwrap(), ["told", "told", "waited for", "waited for"]);
}

#[test]
fn somebody_who_stops_watching_does_not_stop_the_game() {
    let player = Scripted::new(FIRST_LEGAL_CELL);
    let mut observers = Observers::default();
    drop(observers.subscribe());
    let table = Table {
        settings: settings(TimeControl::default()),
        seats: ByColour::from_fn(|_| seat(&player)),
        session: &mut Embedded::new(),
        referee: Box::new(Native::new(Position::default())),
        conductor: Box::new(Unattended),
        observers,
    };
    assert!(matches!(table.play().end, End::Played(_)));
}
