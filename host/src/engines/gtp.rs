//! A player as an engine that speaks version 2 of the Go Text Protocol on the board of Othello: columns are
//! letters, rows count from the top, so a1 is the upper left square. Every command gets one reply.

use std::time::{Duration, Instant};

use othello_board::View;
use othello_rules::{ByColour, Colour, Game, Move, Position, Size, Start, Variant};

use super::thinker::Thinker;
use super::time::{Time, seconds, unless_endless};
use super::wire::{Line, TOO_LONG, lines, say};
use crate::report;

const COMMANDS: [&str; 19] = [
    "protocol_version",
    "name",
    "version",
    "known_command",
    "list_commands",
    "quit",
    "boardsize",
    "clear_board",
    "komi",
    "play",
    "genmove",
    "reg_genmove",
    "undo",
    "showboard",
    "final_score",
    "time_settings",
    "time_left",
    "list_games",
    "set_game",
];

/// The game as controllers of several games name it.
const GAME: &str = "Othello";

/// What a command gives: a text, or why it failed.
type Reply = Result<String, String>;

/// An engine and its game.
struct Engine {
    thinker: Thinker,
    game: Game,
    /// How many moves and passes there were before each command that made some.
    before: Vec<usize>,
    settings: TimeSettings,
    /// What is left; nothing without a limit.
    left: ByColour<Option<TimeLeft>>,
}

/// What `time_settings` said; nothing of either without a limit.
#[derive(Clone, Copy, Default)]
struct TimeSettings {
    main: Option<TimeLeft>,
    /// What each period after the main time gives.
    period: Option<TimeLeft>,
}

/// Time for so many moves.
#[derive(Clone, Copy)]
struct TimeLeft {
    time: Duration,
    /// None means the rest of the game.
    moves: u32,
}

impl TimeLeft {
    /// What each of the moves has of it.
    fn a_move(self) -> Duration {
        self.time / self.moves.max(1)
    }

    /// What is left after a move that took so long.
    fn after(self, took: Duration, period: Option<TimeLeft>) -> TimeLeft {
        let time = self.time.saturating_sub(took);
        match self.moves {
            0 if time.is_zero() => period.unwrap_or(TimeLeft { time, moves: 0 }),
            0 => TimeLeft { time, moves: 0 },
            1 => period.unwrap_or(TimeLeft { time, moves: 1 }),
            moves => TimeLeft { time, moves: moves - 1 },
        }
    }
}

/// A line without what is not of the protocol: the number before the command, and the words.
fn command(line: &str) -> Option<(String, Vec<String>)> {
    let line = line.split('#').next().unwrap_or_default().replace('\t', " ");
    let plain: String = line.chars().filter(|c| !c.is_control()).collect();
    let mut words = plain.split_whitespace().map(str::to_owned).peekable();
    let number = words.next_if(|word| word.bytes().all(|byte| byte.is_ascii_digit()));
    let words: Vec<String> = words.collect();
    (number.is_some() || !words.is_empty()).then(|| (number.unwrap_or_default(), words))
}

/// Serves a controller until it says `quit` or hangs up.
pub fn run(thinker: Thinker) -> anyhow::Result<()> {
    let (left, before, settings) = Default::default();
    let mut engine = Engine { thinker, game: Game::default(), before, settings, left };
    for line in lines() {
        let line = match line {
            Line::Text(line) => line,
            Line::TooLong if say(&format!("? {TOO_LONG}\n")).is_ok() => continue,
            Line::TooLong => break,
        };
        let Some((number, words)) = command(&line) else { continue };
        let mut words = words.iter().map(String::as_str);
        let name = words.next().unwrap_or_default().to_lowercase();
        let reply = engine.obey(&name, &words.collect::<Vec<_>>());
        let (mark, text) = match &reply {
            Ok(text) => ('=', text),
            Err(error) => ('?', error),
        };
        // An empty line ends a reply, so there is none inside.
        let text = format!("{mark}{number} {}", text.trim_end());
        if say(&format!("{}\n", text.trim_end())).is_err() || name == "quit" {
            break;
        }
    }
    Ok(())
}

impl Engine {
    fn obey(&mut self, name: &str, words: &[&str]) -> Reply {
        match (name, words) {
            ("protocol_version", _) => Ok("2".to_owned()),
            ("name", _) => Ok(self.thinker.name()),
            ("version", _) => Ok(env!("CARGO_PKG_VERSION").to_owned()),
            ("known_command", [name]) => Ok(COMMANDS.contains(name).to_string()),
            ("known_command", _) => Ok("false".to_owned()),
            ("list_commands", _) => Ok(COMMANDS.join("\n")),
            ("list_games", _) => Ok(GAME.to_owned()),
            ("set_game", [game]) if game.eq_ignore_ascii_case(GAME) => Ok(String::new()),
            ("set_game", [_]) => Err(format!("unsupported game: only {GAME} is played here")),
            ("quit" | "komi", _) => Ok(String::new()),
            ("boardsize", words) => self.boardsize(words),
            ("clear_board", _) => {
                self.clear(self.game.size());
                Ok(String::new())
            }
            ("play", [colour, vertex]) => self.play(colour, vertex),
            ("genmove", [colour]) => self.genmove(colour, true),
            ("reg_genmove", [colour]) => self.genmove(colour, false),
            ("undo", _) => {
                let before = self.before.pop().ok_or("cannot undo")?;
                self.game.go_to(before);
                Ok(String::new())
            }
            ("showboard", _) => {
                let view = View::from(self.game.position());
                Ok(format!("\n{}", report::board(&view, None)))
            }
            ("final_score", _) => self.final_score(),
            ("time_settings", words) => self.time_settings(words),
            ("time_left", words) => self.time_left(words),
            ("play" | "genmove" | "reg_genmove" | "set_game", _) => Err("syntax error".to_owned()),
            _ => Err("unknown command".to_owned()),
        }
    }

    fn boardsize(&mut self, words: &[&str]) -> Reply {
        let size = words.first().and_then(|word| count(word).ok());
        let size = size.ok_or("boardsize not an integer")?;
        let size =
            Size::new(size as usize).ok().filter(|&size| self.thinker.plays(&position(size)));
        self.clear(size.ok_or("unacceptable size")?);
        Ok(String::new())
    }

    fn clear(&mut self, size: Size) {
        self.game = Game::from_position(position(size));
        self.before.clear();
        self.left = ByColour::from_fn(|_| self.settings.main.or(self.settings.period));
    }

    fn play(&mut self, colour: &str, vertex: &str) -> Reply {
        let colour = self::colour(colour)?;
        let made: Move = vertex.parse().map_err(|_| "syntax error")?;
        let before = self.game.moves().len();
        // Two passes end a game of Go; here they add nothing to an end.
        if self.game.position().is_over() && made == Move::Pass {
            self.before.push(before);
            return Ok(String::new());
        }
        let mut game = self.game.clone();
        let illegal = |why: othello_rules::IllegalMove| format!("illegal move: {why}");
        pass_to(&mut game, colour)?;
        game.play(made).map_err(illegal)?;
        self.game = game;
        self.before.push(before);
        Ok(String::new())
    }

    fn genmove(&mut self, colour: &str, for_good: bool) -> Reply {
        let colour = self::colour(colour)?;
        let before = self.game.moves().len();
        let mut game = self.game.clone();
        if game.position().is_over() {
            if for_good {
                self.before.push(before);
            }
            return Ok("pass".to_owned());
        }
        pass_to(&mut game, colour)?;
        let made = if game.position().must_pass() {
            Move::Pass
        } else {
            match self.think(&game, colour) {
                Some(made) => made,
                None => return Ok("resign".to_owned()),
            }
        };
        game.play(made).map_err(|why| why.to_string())?;
        if for_good {
            self.game = game;
            self.before.push(before);
        }
        Ok(if made == Move::Pass { "pass".to_owned() } else { made.to_string() })
    }

    /// Where the player goes; nothing where it gives up or fails, which costs it the game.
    fn think(&mut self, game: &Game, colour: Colour) -> Option<Move> {
        let begun = Instant::now();
        // Behind the main time there are the periods.
        let besides = self.settings.period.map(TimeLeft::a_move).unwrap_or_default();
        let time = match self.left[colour] {
            Some(TimeLeft { time, moves: 0 }) => Time { limit: None, clock: Some(time), besides },
            Some(left) => Time { limit: Some(left.a_move()), ..Time::default() },
            None => Time::default(),
        };
        let thought = self.thinker.choose(game, time);
        if let Some(left) = &mut self.left[colour] {
            *left = left.after(begun.elapsed(), self.settings.period);
        }
        let square = thought.map(|thought| thought.square).unwrap_or_else(|why| {
            tell_line!("othello-host: {why}");
            None
        });
        square.map(Move::Place)
    }

    fn final_score(&self) -> Reply {
        if !self.game.position().is_over() {
            return Err("the game is not over".to_owned());
        }
        let ByColour { black, white } = self.game.position().count();
        Ok(match black.cmp(&white) {
            std::cmp::Ordering::Greater => format!("B+{}", black - white),
            std::cmp::Ordering::Less => format!("W+{}", white - black),
            std::cmp::Ordering::Equal => "0".to_owned(),
        })
    }

    /// Main time, and so much more for so many moves. Time without moves means that there is no limit.
    fn time_settings(&mut self, words: &[&str]) -> Reply {
        let [main, more, moves] = words else { return Err("syntax error".to_owned()) };
        let time = |word| seconds(word).ok_or("syntax error");
        let (main, more, moves) = (time(main)?, time(more)?, count(moves)?);
        let endless = [main, more].into_iter().any(|time| unless_endless(time).is_none());
        let unlimited = endless || (!more.is_zero() && moves == 0);
        let limit = |time: Duration, moves| {
            (!unlimited && !time.is_zero()).then_some(TimeLeft { time, moves })
        };
        self.settings = TimeSettings { main: limit(main, 0), period: limit(more, moves) };
        self.left = ByColour::from_fn(|_| self.settings.main.or(self.settings.period));
        Ok(String::new())
    }

    fn time_left(&mut self, words: &[&str]) -> Reply {
        let [colour, time, moves @ ..] = words else { return Err("syntax error".to_owned()) };
        let moves = moves.first().map_or(Ok(0), |word| count(word))?;
        let time = unless_endless(seconds(time).ok_or("syntax error")?);
        self.left[self::colour(colour)?] = time.map(|time| TimeLeft { time, moves });
        Ok(String::new())
    }
}

fn position(size: Size) -> Position {
    Position::new(Variant::Othello, size, Start::Standard)
}

/// So many moves, and from some number on only very many.
fn count(word: &str) -> Result<u32, &'static str> {
    let is_number = !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    if is_number { Ok(word.parse().unwrap_or(u32::MAX)) } else { Err("syntax error") }
}

fn colour(word: &str) -> Result<Colour, String> {
    match word.to_lowercase().as_str() {
        "b" | "black" => Ok(Colour::Black),
        "w" | "white" => Ok(Colour::White),
        _ => Err("syntax error: a colour is black, b, white or w".to_owned()),
    }
}

/// Lets the other side pass where it has to before this one can move.
fn pass_to(game: &mut Game, colour: Colour) -> Result<(), String> {
    if game.position().to_move() != colour {
        game.play(Move::Pass)
            .map_err(|_| format!("illegal move: it is the turn of {}", !colour))?;
    }
    Ok(())
}
