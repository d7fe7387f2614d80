//! The table at which one game is played, from the start to its end, on one thread: whose turn it is, what
//! the clocks say, what the referee decides, and what is told to those who watch.

use std::time::Duration;

use othello_board::game::CellShape;
use othello_board::session::Policy;
use othello_board::{Referee, RefereeFault, Ruling, Session, Turn};
use othello_player_api as api;
use othello_rules::{ByColour, Colour, Move, Square};

use crate::clock::{Clocks, TimeControl};
use crate::conductor::{Conductor, GameCommand};
use crate::event::{self, Contestant, Event};
use crate::game_setup::{start_board, start_word};
use crate::observers::Observers;
use crate::round::{Asked, Round, Stop, milliseconds, not_started, undecided};
use crate::seat::{Instance, Seat};
use crate::seed::Seed;
use crate::verdict::{End, Forfeit, Reason};

/// What holds for a whole game.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The game's name, such as `othello`.
    pub game: String,
    /// How the board begins, such as `standard`.
    pub start: String,
    /// Who decides what is legal, for people.
    pub referee: String,
    /// Everything random follows from it.
    pub seed: Seed,
    /// How much time there is.
    pub time: TimeControl,
    /// What the players' queries may do.
    pub policy: Policy,
    /// Whether somebody wants to see the players' thinking.
    pub show_thinking: bool,
    /// How long a database that went away is waited for.
    pub patience: Duration,
    /// The moves that are played before the players are asked.
    pub opening: Vec<Move>,
    /// What is left on the clocks of a game that was broken off; a side without has its whole time.
    pub left: ByColour<Option<Duration>>,
}

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
    pub fn play(self) -> Report {
        let clocks = Clocks::with_left(self.settings.time, self.settings.left);
        let moves = self.settings.opening.clone();
        let before = vec![clocks.clone(); moves.len()];
        let timings = ByColour::default();
        let (outputs, remarks) = Default::default();
        let mut game = Running { table: self, moves, clocks, before, outputs, remarks, timings };
        let end = match game.run() {
            Ok(winner) => End::Played(winner),
            Err(stop) => stop,
        };
        let end = game.confirmed(end);
        let view = game.table.referee.view().clone();
        let (outputs, remarks) = (game.outputs.clone(), game.remarks.clone());
        let names = game.table.seats.as_ref().map(|seat| seat.name.clone());
        let moves = game.moves.clone();
        let ended = event::Ended { end: end.clone(), names, moves, view, outputs, remarks };
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
    outputs: ByColour<String>,
    /// What is to be said of the players beside the result.
    remarks: ByColour<Option<String>>,
    timings: ByColour<Vec<Timing>>,
}

impl Running<'_> {
    /// Plays, and restarts the players whenever the game is broken off to go on from elsewhere.
    fn run(&mut self) -> Result<Option<Colour>, End> {
        self.begin()?;
        self.tell_start();
        loop {
            let mut instances = self.start_players()?;
            let leg = self.play_on(&mut instances);
            if matches!(leg, Ok(Leg::Over(_))) {
                for (colour, instance) in instances.as_mut().with_colours() {
                    self.remarks[colour] = instance.over(self.round_message(colour));
                }
            }
            self.outputs = instances.map(|instance| instance.end());
            match leg? {
                Leg::Over(winner) => return Ok(winner),
                Leg::GoTo(moves) => self.go_to(moves)?,
            }
        }
    }

    fn begin(&mut self) -> Result<(), End> {
        let Table { referee, session, .. } = &mut self.table;
        referee.begin(*session, &self.moves).map_err(|fault| End::Void(fault.to_string()))
    }

    /// Starts both players. One that can't be started has lost, unless the host is to blame.
    fn start_players(&mut self) -> Result<ByColour<Box<dyn Instance>>, End> {
        let black = self.start_player(Colour::Black)?;
        let mut instances = ByColour { black, white: self.start_player(Colour::White)? };
        for (colour, instance) in instances.as_mut().with_colours() {
            instance.ready().map_err(|error| self.stopped(colour, not_started(error)))?;
        }
        Ok(instances)
    }

    fn start_player(&mut self, colour: Colour) -> Result<Box<dyn Instance>, End> {
        let message = self.game_message(colour);
        let started = self.table.seats[colour].player.start(message);
        started.map_err(|error| self.stopped(colour, not_started(error)))
    }

    /// Plays from where the game is until it is over or is to go on elsewhere.
    fn play_on(&mut self, instances: &mut ByColour<Box<dyn Instance>>) -> Result<Leg, End> {
        loop {
            let turn = self.table.referee.view().turn.clone();
            if let Turn::Over(winner) = turn {
                return Ok(Leg::Over(winner));
            }
            let wish = self.table.conductor.next(self.table.referee.view(), &self.moves);
            if let Some(moves) = self.obey(wish)? {
                return Ok(Leg::GoTo(moves));
            }
            match turn {
                Turn::Over(winner) => return Ok(Leg::Over(winner)),
                Turn::Pass(colour) => self.pass(colour)?,
                Turn::Move { colour, .. } => {
                    let asked = self.ask(colour, instances[colour].as_mut());
                    if let Some(moves) = self.after(colour, asked)? {
                        return Ok(Leg::GoTo(moves));
                    }
                }
            }
        }
    }

    /// Does what somebody wishes; gives the moves to go to, where that is the wish.
    fn obey(&mut self, wish: GameCommand) -> Result<Option<Vec<Move>>, End> {
        match wish {
            GameCommand::GoOn => Ok(None),
            GameCommand::GoTo(moves) => Ok(Some(moves)),
            GameCommand::Resign(colour) => {
                Err(self.stopped(colour, Reason::Resigned(String::new()).into()))
            }
            GameCommand::Decide(winner) => Err(End::Played(winner)),
            GameCommand::Stop(why) => Err(End::Void(why)),
        }
    }

    fn pass(&mut self, colour: Colour) -> Result<(), End> {
        let ply = self.moves.len();
        let Table { referee, session, .. } = &mut self.table;
        referee.pass(*session).map_err(|fault| End::Void(fault.to_string()))?;
        self.before.push(self.clocks.clone());
        self.moves.push(Move::Pass);
        let view = self.table.referee.view().clone();
        self.table.observers.tell(Event::Pass(event::Passed { ply, colour, view }));
        Ok(())
    }

    fn ask(&mut self, colour: Colour, instance: &mut dyn Instance) -> Asked {
        let message = self.round_message(colour);
        let table = &mut self.table;
        let budget = self.clocks.budget(colour, table.seats[colour].person.is_some());
        table.observers.tell(Event::Turn(event::Turn {
            ply: self.moves.len(),
            colour,
            limit: budget.time(),
            clocks: ByColour::from_fn(|side| self.clocks.left(side)),
        }));
        Round {
            settings: &table.settings,
            session: table.session,
            referee: table.referee.as_mut(),
            seat: &mut table.seats[colour],
            instance,
            message,
            colour,
            moves: &self.moves,
            budget,
        }
        .ask()
    }

    /// Takes what a round gave to the referee; gives the moves to go to, where that was wished instead.
    fn after(&mut self, colour: Colour, asked: Asked) -> Result<Option<Vec<Move>>, End> {
        let timing = Timing { asked: asked.record.asked, ran: asked.record.ran };
        let query = asked.record.query.clone();
        if !matches!(asked.result, Err(Stop::GameCommand(_))) {
            self.table.observers.tell(Event::Round(asked.record));
        }
        let square = match asked.result {
            Ok(square) => square,
            Err(Stop::GameCommand(wish)) => return self.obey(wish),
            Err(stop) => return Err(self.stopped(colour, stop)),
        };
        let Table { referee, session, .. } = &mut self.table;
        match referee.play(*session, square) {
            Ok(Ruling::Played { flips }) => {
                self.timings[colour].push(timing);
                self.moved(colour, square, flips, timing);
                Ok(None)
            }
            Ok(Ruling::Illegal(objection)) => {
                let reason = Reason::IllegalMove { square, objection };
                let forfeit = Forfeit { reason, query, output: String::new() };
                Err(self.stopped(colour, Stop::Forfeit(Box::new(forfeit))))
            }
            Err(fault) => Err(self.stopped(colour, undecided(&fault))),
        }
    }

    fn moved(&mut self, colour: Colour, square: Square, flips: Vec<Square>, timing: Timing) {
        let ply = self.moves.len();
        self.before.push(self.clocks.clone());
        self.clocks.moved(colour, timing.asked + timing.ran);
        self.moves.push(Move::Place(square));
        let view = self.table.referee.view().clone();
        let clocks = ByColour::from_fn(|side| self.clocks.left(side));
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
    fn stopped(&mut self, colour: Colour, stop: Stop) -> End {
        match stop {
            Stop::Forfeit(why) => {
                self.table.observers.tell(Event::Forfeit(event::Forfeited {
                    ply: self.moves.len(),
                    colour,
                    why: (*why).clone(),
                    moves: self.moves.clone(),
                    view: self.table.referee.view().clone(),
                }));
                End::Forfeit { by: colour, why }
            }
            Stop::Void(why) => End::Void(why),
            // A round's wishes are obeyed where they arrive; none comes this far.
            Stop::GameCommand(_) => End::Void("the game was broken off".to_owned()),
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
            Err(RefereeFault::Database(othello_board::Fault::Server(fault)))
                if fault.kind == othello_board::session::ServerFaultKind::Away =>
            {
                end
            }
            Err(fault) => End::Void(fault.to_string()),
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

    /// What a player is told when it is started.
    fn game_message(&self, colour: Colour) -> api::Game {
        let settings = &self.table.settings;
        let about = self.table.seats[colour].player.about();
        let mut game = api::Game::default();
        game.player = about.name.clone();
        game.game = settings.game.clone();
        game.size = self.table.referee.view().width().into();
        game.start = start_word(&settings.start).to_owned();
        game.position = start_board(&settings.start).filter(|_| self.table.seats[colour].is_open());
        game.symbol = symbol(colour);
        game.seed = settings.seed.get();
        game.move_ms = settings.time.per_move.map(milliseconds);
        game.clock_ms = settings.time.game.map(|clock| milliseconds(clock.total));
        game.increment_ms = settings.time.game.map(|clock| milliseconds(clock.increment));
        game.show_thinking = settings.show_thinking;
        game.cell = cell(self.table.referee.cell());
        game
    }

    /// What a player is asked. Only an open one is told what is on the board.
    fn round_message(&self, colour: Colour) -> api::Round {
        let mut round = api::Round::of(&self.game_message(colour));
        let ply = self.moves.len();
        round.ply = u32::try_from(ply).unwrap_or(u32::MAX);
        round.seed = self.table.settings.seed.of_round(ply);
        round.clock_ms = self.clocks.left(colour).map(milliseconds);
        round.opponent_clock_ms = self.clocks.left(colour.opponent()).map(milliseconds);
        if self.table.seats[colour].is_open() {
            round.position = Some(self.table.referee.view().board());
            round.moves = Some(self.moves.iter().map(ToString::to_string).collect());
        }
        round
    }
}

/// How far the game went without a break.
enum Leg {
    /// To its end.
    Over(Option<Colour>),
    /// To where it is to go on from elsewhere.
    GoTo(Vec<Move>),
}

/// A side as the messages name it.
fn symbol(colour: Colour) -> api::Symbol {
    match colour {
        Colour::Black => api::Symbol::X,
        Colour::White => api::Symbol::O,
    }
}

/// How cells are recognised, as the messages say it.
#[must_use]
pub fn cell(shape: CellShape) -> api::Cell {
    let mut cell = api::Cell::default();
    cell.label = shape.label;
    cell.row = shape.row;
    cell.column = shape.column;
    cell.first = shape.first;
    cell
}
