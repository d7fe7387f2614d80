//! The Go Text Protocol on the board of Othello: `boardsize`, `clear_board`, `play`, `genmove`. Columns are
//! letters and rows count from the top, so a1 is the upper left square. The first line of a reply says all that is
//! wanted here, so the empty line after it may be missing.

use super::play::{
    EngineMove, Introduction, Play, Setting, Told, Turn, illegal_pass, mover, seconds,
};
use super::talk::Talk;
use crate::verdict::Verdict;
use othello_rules::{Colour, Move, Size};
use std::time::{Duration, Instant};

/// A game with an engine.
pub(super) struct Gtp {
    colour: Colour,
    size: Size,
    clock: Option<Duration>,
    /// What the settings say that the engine was told of last.
    settings: Option<Told>,
    /// The moves and passes that the engine knows of.
    known: Vec<Move>,
}

/// A reply: what was asked for, or why it was refused.
type Reply = Result<String, String>;

/// Reads the first line of a reply; nothing where it is not one.
fn reply(line: &str) -> Option<Reply> {
    // The number of the command may stand right behind the mark.
    let text = |rest: &str| without_number(rest).trim().to_owned();
    match (line.strip_prefix('='), line.strip_prefix('?')) {
        (Some(value), _) => Some(Ok(text(value))),
        (_, Some(error)) => Some(Err(text(error))),
        _ => None,
    }
}

/// A text without the number that is its first word.
fn without_number(text: &str) -> &str {
    let rest = text.trim_start_matches(|c: char| c.is_ascii_digit());
    if rest.is_empty() || rest.starts_with(char::is_whitespace) { rest } else { text }
}

/// A move, or a refusal, without any number before it: it has none of its own, so that it is the command's, wherever a
/// program may put it.
fn words(text: &str) -> &str {
    text.trim_start_matches(|c: char| c.is_ascii_digit() || c.is_whitespace())
}

fn letter(colour: Colour) -> &'static str {
    if colour == Colour::Black { "b" } else { "w" }
}

impl Gtp {
    pub(super) fn new(setting: &Setting) -> Gtp {
        Gtp {
            colour: setting.colour,
            size: setting.initial.size(),
            clock: setting.clock,
            settings: None,
            known: Vec::new(),
        }
    }

    fn command(talk: &mut Talk, line: &str, until: Option<Instant>) -> Result<Reply, Verdict> {
        talk.tell(line, until)?;
        loop {
            if let Some(reply) = reply(&talk.hear(until)?) {
                return Ok(reply);
            }
        }
    }

    /// What an engine calls itself.
    pub(super) fn introduction(talk: &mut Talk, until: Instant) -> Introduction {
        let mut ask = |what: &str| Self::command(talk, what, Some(until)).ok()?.ok();
        Introduction { name: ask("name"), version: ask("version") }
    }

    fn clear(&mut self, talk: &mut Talk, until: Option<Instant>) -> Result<(), Verdict> {
        self.known.clear();
        let refused = |why| Verdict::GaveUp(format!("it refused clear_board: {why}"));
        Self::command(talk, "clear_board", until)?.map_err(refused)?;
        Ok(())
    }

    /// Makes the engine's game that of the host.
    fn catch_up(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<(), Verdict> {
        let (moves, until) = (turn.moves, turn.until);
        if !moves.starts_with(&self.known) {
            self.clear(talk, until)?;
        }
        for (ply, &made) in moves.iter().enumerate().skip(self.known.len()) {
            let colour = letter(mover(ply));
            let vertex = if made == Move::Pass { "pass".to_owned() } else { made.to_string() };
            let refused = Self::command(talk, &format!("play {colour} {vertex}"), until)?;
            match refused {
                // Some engines pass by themselves, and wonder about a second one.
                Ok(_) | Err(_) if made == Move::Pass => {}
                Ok(_) => {}
                Err(why) => {
                    return Err(Verdict::BadAnswer(format!(
                        "it refused the legal move {vertex} of {}: {why}",
                        mover(ply)
                    )));
                }
            }
            self.known.push(made);
        }
        Ok(())
    }

    /// Tells the time that is left, which an engine need not want to know. A limit for each move is told as a period of one
    /// move. What each move adds to a clock has no form here: a period would promise it before it is there.
    fn tell_time(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<(), Verdict> {
        if let Some(time) = turn.time() {
            let is_known = match (time, self.settings) {
                (Told::Clock(_), Some(Told::Clock(_))) => true,
                (time, settings) => settings == Some(time),
            };
            if !is_known {
                self.tell_settings(talk, time, turn.until)?;
            }
            let own = letter(self.colour);
            let (left, moves) = match time {
                Told::Clock(clock) => (clock, 0),
                Told::Move(limit) => (limit, 1),
            };
            let line = |left: &str| Some(format!("time_left {own} {left} {moves}"));
            Self::tell_seconds(talk, left, &line, turn.until)?;
        }
        if let Some(clock) = turn.opponent_clock {
            let other = letter(!self.colour);
            let line = |left: &str| Some(format!("time_left {other} {left} 0"));
            Self::tell_seconds(talk, clock, &line, turn.until)?;
        }
        Ok(())
    }

    fn tell_settings(
        &mut self,
        talk: &mut Talk,
        time: Told,
        until: Option<Instant>,
    ) -> Result<(), Verdict> {
        self.settings = Some(time);
        match time {
            Told::Clock(clock) => {
                let line = |clock: &str| Some(format!("time_settings {clock} 0 0"));
                Self::tell_seconds(talk, clock, &line, until)
            }
            Told::Move(limit) => {
                // A period of nothing would mean that there is no limit.
                let line = |limit: &str| {
                    Some(format!("time_settings 0 {limit} 1")).filter(|_| limit != "0")
                };
                Self::tell_seconds(talk, limit, &line, until)
            }
        }
    }

    /// Tells a time in a line: less than a second with its hundredths, unless the engine refuses those.
    fn tell_seconds(
        talk: &mut Talk,
        time: Duration,
        line_of: &dyn Fn(&str) -> Option<String>,
        until: Option<Instant>,
    ) -> Result<(), Verdict> {
        let [exact, whole] = [seconds(time), time.as_secs().to_string()];
        if let Some(line) = line_of(&exact)
            && Self::command(talk, &line, until)?.is_err()
            && exact != whole
            && let Some(line) = line_of(&whole)
        {
            let _ = Self::command(talk, &line, until)?;
        }
        Ok(())
    }
}

impl Play for Gtp {
    fn begin(&mut self, talk: &mut Talk, until: Option<Instant>) -> Result<(), Verdict> {
        let size = self.size.get();
        let refused = Self::command(talk, &format!("boardsize {size}"), until)?.err();
        // Who knows of no other board need not know the command.
        let is_unknown = |why: &String| {
            self.size == Size::STANDARD && words(why).to_lowercase().starts_with("unknown command")
        };
        if let Some(why) = refused.filter(|why| !is_unknown(why)) {
            let why = format!("it does not play on boards of {size}: {why}");
            return Err(Verdict::GaveUp(why));
        }
        self.clear(talk, until)?;
        if let Some(clock) = self.clock {
            self.tell_settings(talk, Told::Clock(clock), until)?;
        }
        Ok(())
    }

    fn ask(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<EngineMove, Verdict> {
        self.catch_up(talk, turn)?;
        self.tell_time(talk, turn)?;
        let genmove = format!("genmove {}", letter(self.colour));
        let answer = Self::command(talk, &genmove, turn.until)?
            .map_err(|why| Verdict::GaveUp(format!("it refused genmove: {why}")))?;
        let answer = words(&answer);
        if answer.eq_ignore_ascii_case("resign") {
            return Ok(EngineMove { square: None, value: None });
        }
        match answer.parse::<Move>() {
            Ok(Move::Place(square)) => {
                self.known.push(Move::Place(square));
                Ok(EngineMove { square: Some(square), value: None })
            }
            Ok(Move::Pass) => Err(illegal_pass()),
            Err(_) => Err(Verdict::BadAnswer(format!("{answer:?} is not a move"))),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reply_is_read_with_and_without_a_number() {
        for (line, value) in
            [("= d3", "d3"), ("=1 D3", "D3"), ("= 3D Othello", "3D Othello"), ("=", ""), ("=7", "")]
        {
            assert_eq!(reply(line), Some(Ok(value.to_owned())), "{line}");
        }
        assert_eq!(reply("?3 illegal move"), Some(Err("illegal move".to_owned())));
        assert_eq!(reply("info depth 3"), None);
    }

    #[test]
    fn a_move_or_a_refusal_is_read_wherever_the_number_of_the_command_stands() {
        for line in ["= 12 d3", "=12d3", "= 12d3", "=12\t d3 "] {
            assert_eq!(words(&reply(line).unwrap().unwrap()), "d3", "{line}");
        }
        assert_eq!(words(&reply("? 12 unknown command").unwrap().unwrap_err()), "unknown command");
        assert_eq!(words("resign"), "resign");
    }
}
