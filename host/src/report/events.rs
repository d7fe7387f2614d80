//! Writes what happens in a game as it happens: events for programs on standard output, words for people
//! on standard error.

use std::io::{self, Write};
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use othello_arena::event::{Ended, Round};
use othello_arena::exhibit::Excerpt;
use othello_arena::{End, Event};
use othello_rules::{ByColour, Colour};

use super::forfeit::forfeit;
use super::rerun::Rerun;
use super::thinking::thinking;
use crate::output;

/// What is written of a game.
#[derive(Clone, Copy, Debug)]
pub struct ReportOptions {
    /// Events on standard output.
    pub json: bool,
    /// On standard error only what went wrong.
    pub quiet: bool,
    /// The players' thinking among the words.
    pub thinking: bool,
}

/// Follows a game to its end.
pub fn follow(
    events: Receiver<Arc<Event>>,
    options: ReportOptions,
    names: &ByColour<String>,
    rerun: &Rerun,
) {
    let mut watch = Watch::default();
    loop {
        let event = match events.recv_timeout(LOOK) {
            Ok(event) => event,
            Err(RecvTimeoutError::Timeout) => {
                if let Some(line) = watch.line(names).filter(|_| !options.quiet) {
                    let _ = io::stderr().write_all(line.as_bytes());
                }
                continue;
            }
            Err(RecvTimeoutError::Disconnected) => return,
        };
        watch.see(&event);
        // They are the events of the game, not those of its clocks.
        if options.json && !matches!(*event, Event::Turn(_)) {
            output::print(format!("{}\n", event.to_json()));
        }
        let text = self::event(&event, options, names, rerun);
        if !text.is_empty() {
            let _ = io::stderr().write_all(text.as_bytes());
        }
    }
}

/// How often somebody who thinks is looked at, and after how long it is said first.
const LOOK: Duration = Duration::from_secs(1);
const NOTICED: Duration = Duration::from_secs(5);

/// Watches how long a bot thinks, and says it now and then.
#[derive(Default)]
struct Watch {
    people: ByColour<bool>,
    ceiling: Option<Duration>,
    /// Who thinks since when, for how long at the most, and after how long it is said next.
    thinks: Option<(Colour, Instant, Option<Duration>, Duration)>,
}

impl Watch {
    fn see(&mut self, event: &Event) {
        self.thinks = None;
        match event {
            Event::Start(start) => {
                self.people = start.players.as_ref().map(|player| player.about.person);
                self.ceiling = Some(start.time.ceiling);
            }
            Event::Turn(turn) if !self.people[turn.colour] => {
                let limit = turn.limit.or(self.ceiling);
                self.thinks = Some((turn.colour, Instant::now(), limit, NOTICED));
            }
            _ => {}
        }
    }

    /// What is to be said now.
    fn line(&mut self, names: &ByColour<String>) -> Option<String> {
        let (colour, since, limit, next) = self.thinks.as_mut()?;
        let so_far = since.elapsed();
        if so_far < *next {
            return None;
        }
        *next *= 2;
        Some(thinks(&names[*colour], *colour, so_far, *limit) + "\n")
    }
}

/// That somebody thinks, for how long and how long it may.
pub fn thinks(name: &str, colour: Colour, so_far: Duration, limit: Option<Duration>) -> String {
    let most = limit.map_or(String::new(), |limit| format!(" of {} s", limit.as_secs_f64()));
    format!("{name} ({colour}) thinks: {} s{most}", so_far.as_secs())
}

/// An event in words; most have none.
pub fn event(
    event: &Event,
    options: ReportOptions,
    names: &ByColour<String>,
    rerun: &Rerun,
) -> String {
    match event {
        Event::Round(round) => round_text(round, options, names),
        Event::Forfeit(forfeited) => forfeit(&names[forfeited.colour], forfeited, rerun),
        Event::End(Ended { end: End::Void(why), .. }) => {
            format!("othello-host: the game is void: {why}\n")
        }
        Event::End(ended) if !options.quiet => summary(ended) + &held_up(ended) + &remarks(ended),
        Event::End(ended) => remarks(ended),
        _ => String::new(),
    }
}

/// The warnings, and the thinking where the options say so.
fn round_text(round: &Round, options: ReportOptions, names: &ByColour<String>) -> String {
    let name = &names[round.colour];
    let mut text = String::new();
    for warning in round.exhibit.warnings() {
        text += &format!("{name}: warning: {warning}\n");
    }
    let thought = if options.thinking { thinking(round) } else { String::new() };
    if !thought.is_empty() {
        text += &format!("{name} ({}), move {}:\n{thought}", round.colour, round.ply + 1);
    }
    text
}

/// That the machine was too busy for the players, where it was so for long.
fn held_up(ended: &Ended) -> String {
    if !ended.was_held_up() {
        return String::new();
    }
    let seconds = ended.held_up.as_secs_f64();
    format!("held up by the machine for {seconds:.1} s, which counted for nobody\n")
}

/// Remarks on the players beside the result.
fn remarks(ended: &Ended) -> String {
    let remarks = ended.remarks.as_ref().with_colours();
    let remark = |(colour, remark): (_, &Option<Excerpt>)| {
        remark.as_ref().map(|remark| format!("{} ({colour}) {remark}\n", ended.names[colour]))
    };
    remarks.filter_map(remark).collect()
}

/// The moves in one line, and the result in the last one.
fn summary(ended: &Ended) -> String {
    let (counts, names) = (ended.view.counts(), &ended.names);
    let side = |colour: Colour| format!("{} ({colour})", names[colour]);
    let mut text: String = ended.moves.iter().map(ToString::to_string).collect();
    if !text.is_empty() {
        text.push('\n');
    }
    text += &match &ended.end {
        // What lies on the board then decides nothing.
        End::Forfeit { by, .. } => {
            format!("{} wins by forfeit of {}\n", side(by.opponent()), side(*by))
        }
        _ => format!(
            "{} {} - {} {}\n",
            side(Colour::Black),
            counts.black,
            counts.white,
            side(Colour::White)
        ),
    };
    text
}
