//! `othello-host referee-bot|nboard|gtp NAME`: a player as a program that other programs talk to.

use std::time::Duration;

use clap::Args;
use othello_arena::{GameSetup, Seed};
use othello_player_api::Game;
use othello_rules::Size;

use super::shared::{PluginArgs, PolicyArgs};
use super::values;
use crate::engines::{Thinker, gtp, nboard, referee_bot};
use crate::exit::usage;

/// What an engine takes.
#[derive(Args)]
pub struct EngineArgs {
    /// The player: its name, Alias=NAME, NAME:option=value, FILE:NAME or a path.
    #[arg(value_name = "NAME")]
    player: String,
    /// The seed of everything random.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Option<Seed>,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

/// What a program for a referee takes.
#[derive(Args)]
#[command(after_help = "\
Examples:
  othello-host referee-bot Simple
  printf 'I W\\nB d 3\\n' | othello-host referee-bot Simple")]
pub struct RefereeBotArgs {
    #[command(flatten)]
    engine: EngineArgs,
    /// The time that it has for each game.
    #[arg(long, value_name = "TIME", default_value = "10m", value_parser = values::duration)]
    game_clock: Duration,
}

/// What `nboard --help` says at its end.
pub const NBOARD_HELP: &str = "\
Examples:
  othello-host nboard Simple
  printf 'nboard 2\\nset depth 4\\nset game (;GM[Othello]BO[8 ---------------------------O*------*O--------------------------- *];)\\ngo\\n' | othello-host nboard Simple";

/// What `gtp --help` says at its end.
pub const GTP_HELP: &str = "\
Columns are letters and rows count from the top: a1 is the upper left square.

Examples:
  othello-host gtp Simple
  printf 'boardsize 8\\nclear_board\\nplay b d3\\ngenmove w\\nquit\\n' | othello-host gtp Simple";

impl EngineArgs {
    fn thinker(&self) -> anyhow::Result<Thinker> {
        let players = self.plugins.players()?;
        let contestant = players.find(&self.player)?;
        if contestant.about().person {
            let name = &contestant.name;
            return Err(usage(format!(
                "{name} is a person, and programs play against each other here"
            )));
        }
        let boards = Size::ALL.map(|size| GameSetup::find("othello", Some(size.get()), None));
        let plays = |board: &Result<GameSetup, _>| {
            board.as_ref().is_ok_and(|board| board.is_played_by(contestant.about()))
        };
        if !boards.iter().any(plays) {
            return Err(usage(format!(
                "{} does not play Othello, which is all that these protocols play here; \"othello-host players list\" \
                 shows what it plays",
                contestant.name
            )));
        }
        players.can_begin(&contestant, Game::default())?;
        let seed = self.seed.unwrap_or_else(Seed::random);
        Ok(Thinker::new(contestant, players.runner, self.policy.policy(), seed))
    }
}

/// Serves a referee.
pub fn referee_bot(args: &RefereeBotArgs) -> anyhow::Result<()> {
    referee_bot::run(args.engine.thinker()?, args.game_clock)
}

/// Serves NBoard.
pub fn nboard(args: &EngineArgs) -> anyhow::Result<()> {
    nboard::run(args.thinker()?)
}

/// Serves a controller that speaks the Go Text Protocol.
pub fn gtp(args: &EngineArgs) -> anyhow::Result<()> {
    gtp::run(args.thinker()?)
}
