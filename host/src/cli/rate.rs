//! `othello-host rate PLAYER`: a gauntlet against the players of this machine, and the place that it earns.

use clap::Args;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{Closing, rate};
use othello_player_api::Class;
use othello_players::{Finder, Holds};

use super::contest_args::ContestArgs;
use crate::contests::{self, PlanOptions};
use crate::exit::usage;
use crate::output;

/// What rating a player takes.
#[derive(Args)]
pub struct RateArgs {
    /// The player.
    #[arg(value_name = "PLAYER")]
    player: String,
    /// Its opponents [default: every player of this machine that plays this game].
    #[arg(long, value_name = "NAMES", value_delimiter = ',')]
    against: Vec<String>,
    #[command(flatten)]
    contest: ContestArgs,
}

/// How many pairs there are against each where nobody says it.
const PAIRS: u64 = 20;

/// Plays the player against the others and places it.
pub fn run(args: RateArgs) -> anyhow::Result<()> {
    let format = Format::Gauntlet { challengers: 1 };
    let mut options = args.contest.options(Vec::new(), format, PAIRS, None)?;
    let players = &options.run.players;
    let name = players.find(&args.player)?.name;
    let others = match args.against {
        named if named.is_empty() => opponents(&players.finder, &options.plan, &name),
        named => named,
    };
    if others.is_empty() {
        return Err(usage("there is nobody to play against; name opponents by --against NAMES"));
    }
    options.specs = [args.player].into_iter().chain(others).collect();
    let (json, anchor) = (options.run.json, options.plan.anchor.clone());
    let (closing, _) = contests::play(options)?;
    if !json {
        output::print(place(&name, &closing, anchor.as_ref()));
    }
    Ok(())
}

/// The players of this machine that can play this contest, but for the one that is to be rated.
fn opponents(finder: &Finder, plan: &PlanOptions, name: &str) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for listed in finder.list() {
        let Holds::Players(players) = listed.holds else { continue };
        for about in players.into_iter().map(|player| player.about) {
            let is_open = about.class == Class::Open;
            let left_out = about.person
                || !plan.setup.is_played_by(&about)
                || (plan.blind_only && is_open)
                || about.name.eq_ignore_ascii_case(name);
            if !left_out && !names.iter().any(|known| known.eq_ignore_ascii_case(&about.name)) {
                names.push(about.name);
            }
        }
    }
    names
}

/// Its rating and its neighbours in words.
fn place(name: &str, closing: &Closing, anchor: Option<&(String, f64)>) -> String {
    let names = &closing.names;
    let rated = rate(names, &closing.standings, anchor);
    let Some(at) = rated.table.iter().position(|row| row.player == 0) else {
        return String::new();
    };
    let row = rated.table[at];
    let neighbour = |at: usize| names[rated.table[at].player].as_str();
    let above = at.checked_sub(1).map(|above| format!(", below {}", neighbour(above)));
    let below = (at + 1 < rated.table.len()).then(|| format!(", above {}", neighbour(at + 1)));
    format!(
        "\n{name}: {:.0} (95 %: {:.0}) with {} = {:.0}, place {} of {}{}{}\n",
        row.rating,
        row.interval,
        names[rated.anchor.0],
        rated.anchor.1,
        at + 1,
        rated.table.len(),
        above.unwrap_or_default(),
        below.unwrap_or_default(),
    )
}
