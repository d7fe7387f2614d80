//! Version 2 of the protocol of the NBoard program: `nboard`, `set depth`, `set game` with a game in GGF, `move`,
//! `ping` and `go`. The engine answers `=== d3` and does not make its own move: it is told that as well.

use super::play::{
    EngineMove, Introduction, Play, Setting, Told, Turn, illegal_pass, mover, seconds,
};
use super::talk::Talk;
use crate::verdict::Verdict;
use othello_rules::records::{Note, Record, ggf};
use othello_rules::{ByColour, Game, Move};
use std::time::{Duration, Instant};

/// A game with an engine.
pub(super) struct Nboard {
    setting: Setting,
    depth: u64,
    /// The moves and passes that the engine knows of; none before it knows of the game.
    known: Option<Vec<Move>>,
    /// Whether the clock that it knows of is the limit of one move.
    limited: bool,
    /// How long each of them took, where that is known.
    took: Vec<Option<f64>>,
    /// What was left on the clocks when the engine was asked last, and how long it then took.
    left: ByColour<Option<Duration>>,
    own: Option<f64>,
    pings: u64,
}

impl Nboard {
    pub(super) fn new(setting: Setting, depth: u64) -> Nboard {
        let left = ByColour::from_fn(|_| setting.clock);
        let took = Vec::new();
        let (known, limited, own) = (None, false, None);
        Nboard { setting, depth, known, limited, took, left, own, pings: 0 }
    }

    /// What an engine calls itself where it is to look so deep; many say how deep in their name.
    pub(super) fn introduction(talk: &mut Talk, depth: u64, until: Instant) -> Introduction {
        let mut introduction = Introduction::default();
        for line in ["nboard 2", &format!("set depth {depth}"), "ping 1"] {
            let _ = talk.tell(line, Some(until));
        }
        while let Ok(line) = talk.hear(Some(until)) {
            let words: Vec<&str> = line.split_whitespace().collect();
            match words[..] {
                [set, what, ref name @ ..]
                    if set.eq_ignore_ascii_case("set") && what.eq_ignore_ascii_case("myname") =>
                {
                    introduction.name = Some(name.join(" "));
                }
                [pong, ..] if pong.eq_ignore_ascii_case("pong") => break,
                _ => {}
            }
        }
        introduction
    }

    /// Makes the engine's game that of the host. A limit for each move has no form in a game's clock, so it is
    /// told as all the time that there is, anew each time.
    fn catch_up(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<(), Verdict> {
        self.note_times(turn);
        let limit = match turn.time() {
            Some(Told::Move(limit)) => Some(limit),
            Some(Told::Clock(_)) | None => None,
        };
        let begun = self.known.as_deref().is_some_and(|known| turn.moves.starts_with(known));
        if !begun || limit.is_some() || self.limited {
            self.set_game(talk, turn.moves, limit, turn.until)?;
        }
        self.tell_moves(talk, turn.moves, turn.until)
    }

    /// Tells of the moves that the engine does not know of yet.
    fn tell_moves(
        &mut self,
        talk: &mut Talk,
        moves: &[Move],
        until: Option<Instant>,
    ) -> Result<(), Verdict> {
        let known = self.known.get_or_insert_default();
        for (&made, took) in moves.iter().zip(&self.took).skip(known.len()) {
            let time = took.map_or(String::new(), |seconds| format!("//{seconds:.2}"));
            talk.tell(&format!("move {}{time}", move_text(made)), until)?;
            known.push(made);
        }
        Ok(())
    }

    /// Works out how long the moves took that were made since the engine was asked last.
    fn note_times(&mut self, turn: &Turn<'_>) {
        let now = ByColour::from_fn(|side| {
            if side == self.setting.colour { turn.clock } else { turn.opponent_clock }
        });
        let first = self.took.len().min(turn.moves.len());
        self.took.truncate(first);
        for (ply, &made) in turn.moves.iter().enumerate().skip(first) {
            let side = mover(ply);
            let spent = || {
                let added = self.setting.increment.unwrap_or_default();
                let spent = (self.left[side]? + added).checked_sub(now[side]?)?;
                Some(spent.as_secs_f64())
            };
            let took = if side == self.setting.colour { self.own.or_else(spent) } else { spent() };
            self.took.push(took.filter(|_| made != Move::Pass));
        }
        self.left = now;
    }

    /// Sets the game as far as its last move on a square: engines leave out passes that no move follows.
    fn set_game(
        &mut self,
        talk: &mut Talk,
        moves: &[Move],
        limit: Option<Duration>,
        until: Option<Instant>,
    ) -> Result<(), Verdict> {
        let passes = moves.iter().rev().take_while(|&&made| made == Move::Pass).count();
        let moves = &moves[..moves.len() - passes];
        let mut game = Game::from_position(self.setting.initial);
        for &made in moves {
            game.play(made).map_err(|why| Verdict::Unusable(why.to_string()))?;
        }
        let mut record = Record::new(game);
        record.result = None;
        record.players = ByColour { black: "Black".to_owned(), white: "White".to_owned() };
        let clock = match (limit, self.setting.clock) {
            (Some(limit), _) => Some(time(limit, None)),
            (None, Some(clock)) => {
                let took = |ply| self.took.get(ply).copied().flatten();
                let note = |ply| Note { evaluation: None, seconds: took(ply) };
                record.notes = (0..moves.len()).map(note).collect();
                Some(time(clock, self.setting.increment))
            }
            (None, None) => None,
        };
        record.tags.extend(clock.map(|clock| ("TI".to_owned(), clock)));
        talk.tell(&format!("set game {}", ggf::write(&record)), until)?;
        (self.known, self.limited) = (Some(moves.to_vec()), limit.is_some());
        Ok(())
    }

    /// Waits until the engine has taken in everything that it was told.
    fn ping(&mut self, talk: &mut Talk, until: Option<Instant>) -> Result<(), Verdict> {
        self.pings += 1;
        talk.tell(&format!("ping {}", self.pings), until)?;
        let pong = self.pings.to_string();
        loop {
            let line = talk.hear(until)?;
            let mut words = line.split_whitespace();
            let is_pong = words.next().is_some_and(|word| word.eq_ignore_ascii_case("pong"));
            if is_pong && words.next() == Some(&pong) {
                return Ok(());
            }
        }
    }
}

/// A move as NBoard writes it.
fn move_text(made: Move) -> String {
    match made {
        Move::Place(square) => square.to_string().to_uppercase(),
        Move::Pass => "PA".to_owned(),
    }
}

/// A clock as GGF writes it: `10:00`, or `10:00/0:02` with what each move adds.
fn time(clock: Duration, increment: Option<Duration>) -> String {
    let part = |time: Duration| match time.as_secs() {
        0 => format!("0:0{}", seconds(time)),
        whole => format!("{}:{:02}", whole / 60, whole % 60),
    };
    match increment.filter(|added| added.as_secs() > 0) {
        Some(added) => format!("{}/{}", part(clock), part(added)),
        None => part(clock),
    }
}

/// What stands behind `===`, of which some draw a line.
fn answer(line: &str) -> Option<&str> {
    line.strip_prefix("===").filter(|answer| !answer.starts_with('=')).map(str::trim)
}

/// What `=== d3/1.5/0.2` says; engines also leave out the slashes.
fn engine_move(answer: &str) -> Result<EngineMove, Verdict> {
    let mut parts = answer.split(|c: char| c == '/' || c.is_whitespace());
    let first = parts.by_ref().find(|part| !part.is_empty()).unwrap_or_default();
    let value = parts.next().and_then(|part| part.parse::<f64>().ok()).filter(|v| v.is_finite());
    match first.parse::<Move>() {
        Ok(Move::Place(square)) => Ok(EngineMove { square: Some(square), value }),
        Ok(Move::Pass) => Err(illegal_pass()),
        Err(_) => Err(Verdict::BadAnswer(format!("{answer:?} is not a move"))),
    }
}

impl Play for Nboard {
    fn begin(&mut self, talk: &mut Talk, until: Option<Instant>) -> Result<(), Verdict> {
        talk.tell("nboard 2", until)?;
        talk.tell(&format!("set depth {}", self.depth), until)?;
        self.set_game(talk, &[], None, until)?;
        self.ping(talk, until)
    }

    fn ask(&mut self, talk: &mut Talk, turn: &Turn<'_>) -> Result<EngineMove, Verdict> {
        self.catch_up(talk, turn)?;
        self.ping(talk, turn.until)?;
        let asked = Instant::now();
        talk.tell("go", turn.until)?;
        loop {
            if let Some(answer) = answer(&talk.hear(turn.until)?) {
                self.own = Some(asked.elapsed().as_secs_f64());
                return engine_move(answer);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_answer_is_read_with_slashes_and_without() {
        for (text, square, value) in [
            ("d3", "d3", None),
            ("D3/-1.5/0.2", "d3", Some(-1.5)),
            ("d6 -1.00 0.0", "d6", Some(-1.0)),
            ("F5//1.2", "f5", None),
        ] {
            let Ok(chosen) = engine_move(text) else { panic!("{text}") };
            let found = (chosen.square.unwrap().to_string(), chosen.value);
            assert_eq!(found, (square.to_owned(), value), "{text}");
        }
        assert!(
            engine_move("PA").is_err() && engine_move("").is_err() && engine_move("d33").is_err()
        );
    }

    #[test]
    fn an_answer_is_told_from_a_line_that_is_drawn() {
        assert_eq!(
            ["=== d3", "===D3", "=====", "==="].map(answer),
            [Some("d3"), Some("D3"), None, Some("")]
        );
    }

    #[test]
    fn a_clock_is_written_as_ggf_has_it() {
        let minutes = Duration::from_secs(600);
        assert_eq!(time(minutes, None), "10:00");
        assert_eq!(time(minutes, Some(Duration::from_secs(2))), "10:00/0:02");
        assert_eq!(time(Duration::from_millis(900), None), "0:00.90");
        assert_eq!(time(Duration::ZERO, None), "0:00");
    }
}
