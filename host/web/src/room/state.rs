//! What is known of a live game. It is changed under one lock and told under the same, so that nobody sees two
//! changes in another order.

use std::time::Duration;

use othello_board::View;
use othello_rules::{Colour, Move};

use super::changes::Changes;
use super::clocks::{Clocks, TimeLeft, whole_milliseconds};
use super::course::{CommonPart, Course};
use super::phase::Phase;
use super::visitors::Visitors;
use crate::common::Common;
use crate::protocol::{
    self, Change, ChangeKind, Cut, EndedBy, GameEnd, GameInfo, GameLinks, GameResult, GameState,
    IllegalMove, Offer, Push, Replaced, Round, Visitor,
};

/// The longest wait after a move.
const LONGEST_DELAY: Duration = Duration::from_secs(60);

/// So many rounds are told again where a game goes forward; for more of them each page asks.
const MOST_ROUNDS_AGAIN: usize = 8;

/// What is known of a live game.
#[derive(Debug)]
pub(crate) struct State {
    /// How everybody is told.
    pub changes: Changes,
    /// The board, and how it came about.
    pub course: Course,
    /// The clocks.
    pub clocks: Clocks,
    /// How fast the game goes on.
    pub pace: Pace,
    /// Where one side asks to go, if the other one has to agree.
    pub offer: Option<Offer>,
    /// How many offers there were.
    offers: u64,
    /// The square that a forfeit was about.
    pub illegal: Option<IllegalMove>,
    /// What goes on.
    pub phase: Phase,
    /// Who is there.
    pub visitors: Visitors,
    /// Whether queries are hidden until the end.
    pub hide_queries: bool,
    /// The game that the same play after this one.
    pub next: Option<String>,
    /// What keeps the game from going on for the moment.
    pub obstacle: Option<String>,
    /// Whether anything of it was played here.
    pub has_begun: bool,
}

/// How fast a game goes on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Pace {
    /// Whether it goes on by itself.
    pub auto: bool,
    /// How long it waits after each move then.
    pub delay: Duration,
    /// Whether it waits for a step at this moment.
    pub waiting: bool,
}

/// A part of the state that the page has, and that a change may replace.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Part {
    /// What lies on the board.
    Position,
    /// The clocks.
    Clocks,
    /// How fast the game goes on.
    Pace,
    /// What was taken back.
    Redo,
    /// What has to be agreed to.
    Offer,
    /// The square that a forfeit was about.
    Illegal,
    /// How the game ended.
    End,
    /// Who is there.
    Present,
    /// Whether queries are hidden.
    HideQueries,
    /// The game after this one.
    Next,
    /// What keeps the game from going on.
    Obstacle,
}

impl Pace {
    /// A game that does not wait for a step yet, and never waits too long after a move.
    pub fn new(auto: bool, delay: Duration) -> Pace {
        Pace { auto, delay: delay.min(LONGEST_DELAY), waiting: false }
    }

    fn message(self) -> protocol::Pace {
        let Pace { auto, delay, waiting } = self;
        protocol::Pace { auto, delay_ms: whole_milliseconds(delay), waiting }
    }
}

impl State {
    /// The state of a game that begins so.
    pub fn new(
        initial: View,
        pace: Pace,
        hide_queries: bool,
        total: TimeLeft,
        is_saved: bool,
    ) -> State {
        State {
            changes: Changes::new(is_saved),
            course: Course::new(initial),
            clocks: Clocks::new(total),
            pace,
            offer: None,
            offers: 0,
            illegal: None,
            phase: Phase::Idle,
            visitors: Visitors::none(),
            hide_queries,
            next: None,
            obstacle: None,
            has_begun: false,
        }
    }

    /// A change of this kind, which replaces these parts by what they are now.
    pub fn change(&self, what: ChangeKind, parts: &[Part]) -> Change {
        let mut set = Replaced::default();
        for part in parts {
            match part {
                Part::Position => set.position = Some((&self.course.view).into()),
                Part::Clocks => set.clocks = Some(self.clocks.message()),
                Part::Pace => set.pace = Some(self.pace.message()),
                Part::Redo => set.redo = Some(self.redo_shown()),
                Part::Offer => set.offer = Some(self.offer),
                Part::Illegal => set.illegal = Some(self.illegal.clone()),
                Part::End => set.end = Some(self.phase.end().cloned()),
                Part::Present => set.present = Some(self.visitors.present()),
                Part::HideQueries => set.hide_queries = Some(self.hide_queries),
                Part::Next => set.next.clone_from(&self.next),
                Part::Obstacle => set.obstacle = Some(self.obstacle.clone()),
            }
        }
        let set = (!parts.is_empty()).then_some(set);
        Change { version: 0, what, colour: None, cut: None, push: None, set }
    }

    /// Tells everybody of a change of this kind and of these parts as they are now.
    pub fn tell(&mut self, what: ChangeKind, parts: &[Part]) {
        let change = self.change(what, parts);
        self.changes.tell(change);
    }

    /// Something keeps the game from going on for the moment, or does no more.
    pub(crate) fn set_obstacle(&mut self, why: Option<&str>) {
        if self.obstacle.as_deref() != why {
            self.obstacle = why.map(str::to_owned);
            self.tell(ChangeKind::Obstacle, &[Part::Obstacle]);
        }
    }

    /// Tells of a change after which rounds are shown otherwise. They may be many, so that each page asks for them.
    pub(crate) fn tell_of_rounds(&mut self, what: ChangeKind, parts: &[Part]) {
        self.changes.skip();
        self.tell(what, parts);
    }

    /// Tells that the game is over, at which rounds are shown that were hidden.
    pub(crate) fn tell_end(&mut self, parts: &[Part]) {
        if self.hide_queries && self.course.all_rounds().next().is_some() {
            self.tell_of_rounds(ChangeKind::End, parts);
        } else {
            self.tell(ChangeKind::End, parts);
        }
    }

    /// The same of a change that a side has made.
    pub(crate) fn tell_of(&mut self, side: Colour, what: ChangeKind, parts: &[Part]) {
        let change = Change { colour: Some(side.into()), ..self.change(what, parts) };
        self.changes.tell(change);
    }

    /// Everything, for this visitor.
    pub(crate) fn game_state(
        &self,
        you: Visitor,
        links: Option<GameLinks>,
        game: GameInfo,
    ) -> GameState {
        GameState {
            version: self.changes.version(),
            you,
            links,
            game,
            plies: self.course.plies.iter().map(|played| (&played.ply).into()).collect(),
            rounds: self.rounds_shown(),
            position: (&self.course.view).into(),
            clocks: self.clocks.message(),
            pace: self.pace.message(),
            redo: self.redo_shown(),
            offer: self.offer,
            illegal: self.illegal.clone(),
            end: self.phase.end().cloned(),
            present: self.visitors.present(),
            next: self.next.clone(),
            obstacle: self.obstacle.clone(),
        }
    }

    fn rounds_shown(&self) -> Vec<Common<Round>> {
        self.course.all_rounds().map(|round| self.round_shown(round)).collect()
    }

    fn redo_shown(&self) -> Vec<protocol::Move> {
        self.course.redo.iter().rev().map(|played| protocol::Move(played.ply.ply)).collect()
    }

    /// A round as it may be seen now.
    pub(crate) fn round_shown(&self, round: &Common<Round>) -> Common<Round> {
        let is_hidden = self.hide_queries && !self.phase.is_over();
        if is_hidden { round.hidden().into() } else { round.clone() }
    }

    /// What was left on the clocks after the last ply.
    pub fn time_left(&self) -> TimeLeft {
        self.clocks.or_total(self.course.time_left())
    }

    /// The clocks stand as after the last ply, and the next move may have to wait for a step.
    pub(crate) fn wait_for_next(&mut self) {
        self.clocks.stand_at(self.course.time_left());
        self.pace.waiting = !self.pace.auto;
    }

    /// A side asks to go to so many plies.
    pub(crate) fn make_offer(&mut self, from: Colour, plies: usize) {
        self.offers += 1;
        self.offer = Some(Offer { number: self.offers, from: from.into(), plies });
        self.tell_of(from, ChangeKind::Offer, &[Part::Offer]);
    }

    /// Goes to these moves, each of which was played once, and tells of it.
    pub fn go_to(&mut self, moves: &[Move]) {
        self.phase.forget_early();
        let CommonPart { plies, rounds } = self.course.go_to(moves);
        self.offer = None;
        self.illegal = None;
        self.wait_for_next();
        let again = &self.course.plies[plies..];
        let shown_again = self.course.all_rounds().skip(rounds);
        let shown_again: Vec<_> = shown_again.map(|round| self.round_shown(round)).collect();
        if shown_again.len() > MOST_ROUNDS_AGAIN {
            self.changes.skip();
        }
        let push = Push {
            plies: again.iter().map(|played| (&played.ply).into()).collect(),
            rounds: shown_again.into_iter().take(MOST_ROUNDS_AGAIN).collect(),
        };
        let parts = [
            Part::Position,
            Part::Clocks,
            Part::Redo,
            Part::Offer,
            Part::Illegal,
            Part::End,
            Part::Pace,
        ];
        let change = self.change(ChangeKind::GoTo, &parts);
        let cut = Some(Cut { plies, rounds });
        self.changes.tell(Change { cut, push: Some(push), ..change });
    }

    /// Ends the game without a result, unless it is over; no thread plays it.
    pub fn void(&mut self, why: &str) {
        if self.phase.is_over() {
            return;
        }
        let end = GameEnd {
            result: GameResult::Void,
            winner: None,
            name: None,
            by: EndedBy::Void,
            reason: None,
            why: Some(why.to_owned()),
            counts: self.course.view.counts().into(),
        };
        self.phase = Phase::Over { end, segment_runs: false };
        self.obstacle = None;
        self.tell_end(&[Part::End, Part::Position, Part::Obstacle]);
    }

    /// The threads of a segment are at their end. Says whether the game is to be taken up again at once.
    pub(crate) fn end_segment(&mut self) -> bool {
        self.clocks.stop();
        match &mut self.phase {
            Phase::Playing(_) => {
                self.void("the game broke off by a fault of the host");
                false
            }
            Phase::Leaving { again } => {
                let again = *again;
                self.phase = Phase::Idle;
                again
            }
            Phase::Over { segment_runs, .. } => {
                *segment_runs = false;
                false
            }
            Phase::Idle => false,
        }
    }
}
