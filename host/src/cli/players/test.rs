//! `othello-host players test`: what the host would say to a player's answers, for who writes it.

use std::fmt::Display;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::Context;
use clap::Args;
use othello_arena::judging::Rules;
use othello_player_api::{Game, Round};
use othello_players::share::ROUNDS;
use othello_rules::outside::{self, GAMES};
use othello_rules::text::decoded;
use serde_json::{Value, json};

use crate::cli::shared::{PluginArgs, PolicyArgs};
use crate::cli::values;
use crate::exit::{Exit, usage};
use crate::output;
use crate::trial::Trial;

/// Where recorded rounds are looked for.
const RECORDED: &str = "rounds.jsonl";

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TestArgs {
    /// The player: its file, its folder, its name, or cypher:COMMAND.
    #[arg(value_name = "PLAYER")]
    player: String,
    /// The rounds to ask, one a line as the host sends them [default: rounds.jsonl of this folder, else ten that come
    /// with the host].
    #[arg(long, value_name = "FILE")]
    rounds: Option<PathBuf>,
    /// How many games it plays against chance after them.
    #[arg(long, value_name = "N", default_value_t = 10, value_parser = values::at_least(0_u32))]
    games: u32,
    /// The time that it has for each round.
    #[arg(long, value_name = "TIME", default_value = "5s", value_parser = values::some_time)]
    time_limit: Duration,
    /// Print one JSON object a line: each round, each game, and at the end how many of them lose.
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

const EXAMPLES: &str = "\
Exit codes: 0 no answer would lose, 1 some would, 2 wrong usage. \"players check\" looks closer.

Examples:
  othello-host players test ./mine
  othello-host players test 'cypher:python3 mine.py' --rounds hard.jsonl --games 0";

/// Asks the rounds, plays the games, and prints what the host says.
pub fn run(args: &TestArgs) -> anyhow::Result<()> {
    let players = args.plugins.players()?;
    let contestant = players.find(&args.player)?;
    players.can_begin(&contestant, Game::default())?;
    let rounds = rounds(args.rounds.as_deref())?;
    let judge = Rules::new(args.policy.policy(), None);
    let trial = Trial { runner: &players.runner, contestant, judge, limit: args.time_limit };
    let tell = |words: &dyn Display, event: Value| match args.json {
        true => output::print(format!("{event}\n")),
        false => output::print(format!("{words}\n")),
    };
    let about = trial.contestant.about();
    let known: Vec<Round> = rounds
        .into_iter()
        .filter(|round| about.can_play(&round.game, round.size, &round.start))
        .collect();
    let asked = trial.rounds(&known, &mut |round| tell(round, round.json()));
    let played = trial.games(args.games, &mut |game| tell(game, game.json()));
    let lost = (asked.err().unwrap_or(0), played.err().unwrap_or(0));
    let (rounds, games) = (known.len(), args.games);
    let words = format!(
        "{rounds} rounds, of which {} lose; {games} games, of which {} end by a fault of the player's",
        lost.0, lost.1
    );
    tell(
        &words,
        json!({
            "event": "end", "rounds": rounds, "rounds_lost": lost.0, "games": games, "games_lost": lost.1,
        }),
    );
    if lost == (0, 0) { Ok(()) } else { Err(Exit::Reported.into()) }
}

fn rounds(file: Option<&Path>) -> anyhow::Result<Vec<Round>> {
    let usual = Path::new(RECORDED);
    let file = file.or_else(|| usual.is_file().then_some(usual));
    let text = match file {
        Some(file) => {
            let named = || file.display().to_string();
            decoded(&outside::read(file, GAMES).with_context(named)?).with_context(named)?
        }
        None => ROUNDS.to_owned(),
    };
    let name = file.map_or(RECORDED.into(), |file| file.display().to_string());
    let lines = (1..).zip(text.lines()).filter(|(_, line)| !line.trim().is_empty());
    let read = |(number, line): (usize, &str)| {
        serde_json::from_str(line)
            .map_err(|error| usage(format!("{name}, line {number}: it is no round: {error}")))
    };
    lines.map(read).collect()
}
