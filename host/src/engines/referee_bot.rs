//! A player as a program for a course's referee. It follows the game itself, moves when it is its turn, announces its
//! passes, and claims the end.

use std::io;
use std::time::{Duration, Instant};

use anyhow::bail;
use othello_players::RefereeLine as Line;
use othello_rules::{Colour, Game, Move};

use super::thinker::Thinker;
use super::time::Time;
use super::wire::{self, TOO_LONG, lines, say};

/// A player at a referee's table.
struct Bot {
    thinker: Thinker,
    clock: Duration,
    table: Option<Table>,
}

/// A game that was begun.
struct Table {
    own: Colour,
    game: Game,
    left: Duration,
    /// Its own last move, which a referee may repeat.
    made: Option<Move>,
    claimed: bool,
}

/// Why a turn could not be finished.
enum TurnError {
    /// Nobody listens any more.
    Disconnected,
    /// The player could not move.
    Player(String),
}

impl From<io::Error> for TurnError {
    fn from(_: io::Error) -> TurnError {
        TurnError::Disconnected
    }
}

/// Serves a referee until it hangs up.
pub fn run(thinker: Thinker, clock: Duration) -> anyhow::Result<()> {
    if !thinker.plays(Game::default().initial()) {
        bail!("{} does not play Othello on 8x8", thinker.name());
    }
    let mut bot = Bot { thinker, clock, table: None };
    for line in lines() {
        let heard = match line {
            wire::Line::Text(line) => bot.hear(&line),
            wire::Line::TooLong => {
                say(&Line::Comment(TOO_LONG.to_owned()).to_string()).map_err(TurnError::from)
            }
        };
        match heard {
            Ok(()) => {}
            Err(TurnError::Disconnected) => return Ok(()),
            Err(TurnError::Player(why)) => {
                let _ = say(&Line::Comment(why.clone()).to_string());
                return Err(anyhow::Error::msg(why));
            }
        }
    }
    Ok(())
}

impl Bot {
    fn hear(&mut self, line: &str) -> Result<(), TurnError> {
        let objection = match (Line::parse(line), &mut self.table) {
            (Line::Init(own), _) => {
                let game = Game::default();
                let left = self.clock;
                self.table = Some(Table { own, game, left, made: None, claimed: false });
                say(&Line::Ready(own).to_string())?;
                None
            }
            (Line::Move(mover, made), Some(table)) if mover != table.own => {
                let heard = table.game.position().to_move() == mover;
                let legal = heard && table.game.play(made).is_ok();
                (!legal).then(|| format!("{line} is not legal here"))
            }
            (Line::Move(_, made), Some(table)) => {
                (table.made != Some(made)).then(|| format!("{line} is not what I moved"))
            }
            (Line::Count(_), Some(table)) if !table.game.position().is_over() => {
                Some("there are moves left".to_owned())
            }
            _ => None,
        };
        match objection {
            Some(objection) => Ok(say(&Line::Comment(objection).to_string())?),
            None => self.my_turn(),
        }
    }

    /// Moves and passes as long as it is its turn, and claims the end once.
    fn my_turn(&mut self) -> Result<(), TurnError> {
        let Bot { thinker, table: Some(table), .. } = self else { return Ok(()) };
        while !table.game.position().is_over() && table.game.position().to_move() == table.own {
            let made = if table.game.position().must_pass() {
                Move::Pass
            } else {
                let begun = Instant::now();
                let time = Time { clock: Some(table.left), ..Time::default() };
                let thought = thinker.choose(&table.game, time).map_err(TurnError::Player)?;
                table.left = table.left.saturating_sub(begun.elapsed());
                let resigned = || TurnError::Player(format!("{} gives up", thinker.name()));
                Move::Place(thought.square.ok_or_else(resigned)?)
            };
            let illegal = |why: othello_rules::IllegalMove| TurnError::Player(why.to_string());
            table.game.play(made).map_err(illegal)?;
            table.made = Some(made);
            say(&Line::Move(table.own, made).to_string())?;
        }
        if table.game.position().is_over() && !std::mem::replace(&mut table.claimed, true) {
            say(&Line::Count(table.game.position().count().black).to_string())?;
        }
        Ok(())
    }
}
