//! The table at which one game is played, from the start to its end, on one thread: whose turn it is, what
//! the clocks say, what the referee decides, and what is told to those who watch.

use std::time::Duration;

use othello_board::session::ServerFaultKind;
use othello_board::{Fault, Patient, Referee, RefereeFault, Ruling, Session, Turn};
use othello_players::AskError;
use othello_rules::{ByColour, Colour, Move, Square};

use crate::clock::Clocks;
use crate::conductor::{Conductor, GameCommand};
use crate::event::{self, Contestant, Event};
use crate::exhibit::{Allowance, Excerpt};
use crate::observers::Observers;
use crate::question::blame::{Failure, not_started};
use crate::question::{Question, Standing};
use crate::round::{Round, RoundResult, Stop};
use crate::seat::{Instance, Seat};
use crate::settings::Settings;
use crate::verdict::{End, Forfeit, Reason};

/// A game that can be played.
pub struct Table<'a> {
    /// What holds for the whole game.
    pub settings: Settings,
    /// Who plays.
    pub seats: ByColour<Seat>,
    /// An empty database.
    pub session: &'a mut dyn Session,
    /// Who decides what is legal.
    pub referee: Box<dyn Referee>,
    /// Who may interfere.
    pub conductor: Box<dyn Conductor>,
    /// Who watches.
    pub observers: Observers,
}

/// How long one round took.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Timing {
    /// The player was asked.
    pub asked: Duration,
    /// Its query ran.
    pub ran: Duration,
    /// The machine kept it from the player.
    pub held_up: Duration,
}

impl Timing {
    /// What the player is charged with.
    #[must_use]
    pub fn charged(&self) -> Duration {
        (self.asked + self.ran).saturating_sub(self.held_up)
    }
}

/// How a game went.
#[derive(Clone, Debug)]
pub struct Report {
    /// How it ended.
    pub end: End,
    /// All moves and passes.
    pub moves: Vec<Move>,
    /// The times of each side's rounds that gave a square.
    pub timings: ByColour<Vec<Timing>>,
}

impl Table<'_> {
    /// Plays the game to its end, whatever that is.
    #[must_use]
    pub fn play(mut self) -> Report {
        self.referee = Box::new(Patient::new(self.referee, self.settings.patience));
        let clocks = Clocks::with_left(self.settings.time, self.settings.left);
        let moves = self.settings.opening.clone();
        let before = vec![clocks.clone(); moves.len()];
        let timings = ByColour::default();
        let (outputs, remarks, held_up) = Default::default();
        let mut game =
            Running { table: self, moves, clocks, before, outputs, remarks, timings, held_up };
        let end = match game.run() {
            Ok(winner) => End::Played(winner),
            Err(stop) => stop,
        };
        let end = game.confirmed(end);
        let view = game.table.referee.view().clone();
        let (outputs, remarks) = (game.outputs.clone(), game.remarks.clone());
        let names = game.table.seats.as_ref().map(|seat| seat.name.clone());
        let moves = game.moves.clone();
        let held_up = game.held_up;
        let ended =
            event::Ended { end: end.clone(), names, moves, view, outputs, remarks, held_up };
        game.table.observers.tell(Event::End(ended));
        Report { end, moves: game.moves, timings: game.timings }
    }
}

/// A game that is being played.
struct Running<'a> {
    table: Table<'a>,
    moves: Vec<Move>,
    clocks: Clocks,
    /// The clocks as they were before each move, to be put back by an undo.
    before: Vec<Clocks>,
    outputs: ByColour<Excerpt>,
    /// What is to be said of the players beside the result.
    remarks: ByColour<Option<Excerpt>>,
    timings: ByColour<Vec<Timing>>,
    held_up: Duration,
}

impl Running<'_> {
    /// Plays, and restarts the players whenever the game is broken off to go on from elsewhere.
    fn run(&mut self) -> Result<Option<Colour>, End> {
        self.begin()?;
        self.tell_start();
        loop {
            let mut instances = self.start_players()?;
            let segment = self.play_on(&mut instances);
            if matches!(segment, Ok(Segment::Over(_))) {
                for (colour, instance) in instances.as_mut().with_colours() {
                    let remark = instance.over(self.question(colour).message(None));
                    self.remarks[colour] = remark.map(|remark| self.excerpt(colour, &remark));
                }
            }
            instances.as_mut().with_colours().for_each(|(_, instance)| instance.let_end());
            for (colour, instance) in instances.with_colours() {
                self.outputs[colour] = self.excerpt(colour, &instance.end());
            }
            match segment? {
                Segment::Over(winner) => return Ok(winner),
                Segment::GoTo(moves) => self.go_to(moves)?,
            }
        }
    }

    fn begin(&mut self) -> Result<(), End> {
        let Table { referee, session, .. } = &mut self.table;
        referee.begin(*session, &self.moves).map_err(|fault| void(&fault))
    }

    /// Starts both players. One that can't be started has lost, unless the host is to blame.
    fn start_players(&mut self) -> Result<ByColour<Box<dyn Instance>>, End> {
        let black = self.start_player(Colour::Black)?;
        let mut instances = ByColour { black, white: self.start_player(Colour::White)? };
        for (colour, instance) in instances.as_mut().with_colours() {
            instance.ready().map_err(|error| self.not_started(colour, error))?;
        }
        Ok(instances)
    }

    fn start_player(&mut self, colour: Colour) -> Result<Box<dyn Instance>, End> {
        let terms = self.table.settings.terms(self.table.referee.as_ref());
        let player = &mut self.table.seats[colour].player;
        let message = terms.message(colour, player.about());
        let started = player.start(message);
        started.map_err(|error| self.not_started(colour, error))
    }

    fn not_started(&mut self, colour: Colour, error: AskError) -> End {
        let key = &self.table.seats[colour].key;
        let failure = not_started(error, &mut Allowance::of_round(key));
        self.stopped(colour, failure)
    }

    /// What may be shown of what a player wrote or said.
    fn excerpt(&self, colour: Colour, text: &str) -> Excerpt {
        Allowance::of_round(&self.table.seats[colour].key).text(text)
    }

    /// Plays from where the game is until it is over or is to go on elsewhere.
    fn play_on(&mut self, instances: &mut ByColour<Box<dyn Instance>>) -> Result<Segment, End> {
        loop {
            let turn = self.table.referee.view().turn.clone();
            if let Turn::Over(winner) = turn {
                return Ok(Segment::Over(winner));
            }
            let command = self.table.conductor.next(self.table.referee.view(), &self.moves);
            if let Some(moves) = self.obey(command)? {
                return Ok(Segment::GoTo(moves));
            }
            match turn {
                Turn::Over(winner) => return Ok(Segment::Over(winner)),
                Turn::Pass(colour) => self.pass(colour)?,
                Turn::Move { colour, .. } => {
                    let asked = self.ask(colour, instances[colour].as_mut());
                    if let Some(moves) = self.after(colour, asked)? {
                        return Ok(Segment::GoTo(moves));
                    }
                }
            }
        }
    }

    /// Does what somebody commands; gives the moves to go to, where that is the command.
    fn obey(&mut self, command: GameCommand) -> Result<Option<Vec<Move>>, End> {
        match command {
            GameCommand::GoOn => Ok(None),
            GameCommand::GoTo(moves) => Ok(Some(moves)),
            GameCommand::Resign { side, why } => {
                Err(self.stopped(side, Reason::Resigned(Excerpt::of_host(&why)).into()))
            }
            GameCommand::Decide(winner) => Err(End::Played(winner)),
            GameCommand::Stop(why) => Err(End::Void(Excerpt::of_host(&why))),
        }
    }

    fn pass(&mut self, colour: Colour) -> Result<(), End> {
        let ply = self.moves.len();
        let Table { referee, session, .. } = &mut self.table;
        referee.pass(*session).map_err(|fault| void(&fault))?;
        self.before.push(self.clocks.clone());
        self.moves.push(Move::Pass);
        let view = self.table.referee.view().clone();
        self.table.observers.tell(Event::Pass(event::Passed { ply, colour, view }));
        Ok(())
    }

    fn ask(&mut self, colour: Colour, instance: &mut dyn Instance) -> RoundResult {
        let question = self.question(colour);
        let table = &mut self.table;
        let budget = self.clocks.budget(colour, table.seats[colour].person.is_some());
        table.observers.tell(Event::Turn(event::Turn {
            ply: self.moves.len(),
            colour,
            limit: budget.time(),
            clocks: ByColour::from_fn(|side| self.clocks.time_left(side)),
        }));
        Round {
            settings: &table.settings,
            session: table.session,
            referee: table.referee.as_mut(),
            seat: &mut table.seats[colour],
            instance,
            question,
            moves: &self.moves,
            is_first: self.timings[colour].is_empty(),
            budget,
        }
        .ask()
    }

    /// Takes what a round gave to the referee; gives the moves to go to, where that was commanded instead.
    fn after(&mut self, colour: Colour, asked: RoundResult) -> Result<Option<Vec<Move>>, End> {
        let event::Round { asked: took, ran, held_up, .. } = asked.record;
        let timing = Timing { asked: took, ran, held_up };
        self.held_up += held_up;
        let query = asked.record.exhibit.query().cloned();
        if !matches!(asked.result, Err(Stop::GameCommand(_))) {
            self.table.observers.tell(Event::Round(asked.record));
        }
        let square = match asked.result {
            Ok(square) => square,
            Err(Stop::GameCommand(command)) => return self.obey(command),
            Err(Stop::Failure(failure)) => return Err(self.stopped(colour, failure)),
        };
        let Table { referee, session, .. } = &mut self.table;
        match referee.play(*session, square) {
            Ok(Ruling::Played { flips }) => {
                self.timings[colour].push(timing);
                self.moved(colour, square, flips, timing);
                Ok(None)
            }
            Ok(Ruling::Illegal(objection)) => {
                let objection = self.excerpt(colour, &objection);
                let reason = Reason::IllegalMove { square, objection };
                let forfeit = Forfeit { reason, query, output: Excerpt::default() };
                Err(self.stopped(colour, Failure::Forfeit(Box::new(forfeit))))
            }
            Err(fault) => Err(void(&fault)),
        }
    }

    fn moved(&mut self, colour: Colour, square: Square, flips: Vec<Square>, timing: Timing) {
        let ply = self.moves.len();
        self.before.push(self.clocks.clone());
        self.clocks.moved(colour, timing.charged());
        self.moves.push(Move::Place(square));
        let view = self.table.referee.view().clone();
        let clocks = ByColour::from_fn(|side| self.clocks.time_left(side));
        let moved = event::Moved { ply, colour, square, flips, view, clocks };
        self.table.observers.tell(Event::Move(moved));
    }

    /// Takes the game to the position after other moves.
    fn go_to(&mut self, moves: Vec<Move>) -> Result<(), End> {
        let common = self.moves.iter().zip(&moves).take_while(|(a, b)| a == b).count();
        if let Some(clocks) = self.before.get(common) {
            self.clocks = clocks.clone();
        }
        self.before.truncate(common);
        self.before.resize(moves.len(), self.clocks.clone());
        self.moves = moves;
        self.begin()?;
        let view = self.table.referee.view().clone();
        let moves = self.moves.clone();
        self.table.observers.tell(Event::GoneTo(event::GoneTo { moves, view }));
        Ok(())
    }

    /// Tells of a forfeit, and turns what stopped the game into its end.
    fn stopped(&mut self, colour: Colour, failure: Failure) -> End {
        match failure {
            Failure::Forfeit(why) => {
                self.table.observers.tell(Event::Forfeit(event::Forfeited {
                    ply: self.moves.len(),
                    colour,
                    why: (*why).clone(),
                    moves: self.moves.clone(),
                    view: self.table.referee.view().clone(),
                }));
                End::Forfeit { by: colour, why }
            }
            Failure::Void(why) => End::Void(why),
        }
    }

    /// The same end, if the database holds what the game left there.
    fn confirmed(&mut self, end: End) -> End {
        if matches!(end, End::Void(_)) {
            return end;
        }
        let Table { referee, session, .. } = &mut self.table;
        match referee.verify(*session) {
            Ok(()) => end,
            // A database that went away after the last move has nothing to say about the game.
            Err(RefereeFault::Database(Fault::Server(fault)))
                if fault.kind == ServerFaultKind::Away =>
            {
                end
            }
            Err(fault) => void(&fault),
        }
    }

    fn tell_start(&mut self) {
        let settings = &self.table.settings;
        let contestant = |seat: &Seat| Contestant {
            name: seat.name.clone(),
            about: seat.player.about().clone(),
        };
        let start = event::Start {
            game: settings.game.clone(),
            start: settings.start.clone(),
            seed: settings.seed,
            database: self.table.session.name(),
            referee: settings.referee.clone(),
            time: settings.time,
            players: self.table.seats.as_ref().map(contestant),
            view: self.table.referee.view().clone(),
        };
        self.table.observers.tell(Event::Start(Box::new(start)));
    }

    /// What a player is asked where the game stands now.
    fn question(&self, colour: Colour) -> Question {
        let Table { settings, referee, seats, .. } = &self.table;
        let clocks = ByColour::from_fn(|side| self.clocks.time_left(side));
        let board = referee.view().board();
        let standing = Standing { board: &board, moves: &self.moves, clocks };
        settings.terms(referee.as_ref()).question(colour, seats[colour].player.about(), standing)
    }
}

/// A referee's fault is nobody's loss.
fn void(fault: &RefereeFault) -> End {
    End::Void(Excerpt::of_host(&fault.to_string()))
}

/// How far the game went without a break.
enum Segment {
    /// To its end.
    Over(Option<Colour>),
    /// To where it is to go on from elsewhere.
    GoTo(Vec<Move>),
}
