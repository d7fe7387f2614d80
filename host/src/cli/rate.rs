//! `othello-host rate PLAYER`: a gauntlet against the players of this machine, and the place that it earns.

use clap::Args;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{Closing, USUAL_ANCHOR, rate};
use othello_arena::ratings::RatedPlayer;
use othello_player_api::Class;
use othello_players::{Finder, Holds};
use serde_json::json;

use super::contest_args::ContestArgs;
use crate::contests::{self, PlanOptions};
use crate::exit::usage;
use crate::output;
use crate::players::Players;
use crate::report::rating_words;

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
    if options.plan.anchor.is_none() {
        options.plan.anchor = anchor(players, &name, &others)?;
    }
    options.specs = [args.player].into_iter().chain(others).collect();
    let (json, anchor) = (options.run.json, options.plan.anchor.clone());
    let (closing, _) = contests::play(options)?;
    if let Some(place) = Place::of(&name, &closing, anchor.as_ref()) {
        output::print(if json { place.to_json() } else { place.to_text() });
    }
    Ok(())
}

/// From whom the ratings are counted where nobody says it: the usual player, or the first opponent that bears another
/// name than the one that is to be placed, whose rating would be given and not found out otherwise.
fn anchor(
    players: &Players,
    name: &str,
    others: &[String],
) -> anyhow::Result<Option<(String, f64)>> {
    let mut names = Vec::new();
    for other in others {
        names.push(players.find(other)?.name);
    }
    names.retain(|other| !other.eq_ignore_ascii_case(name));
    let usual = names.iter().find(|name| name.eq_ignore_ascii_case(USUAL_ANCHOR));
    Ok(usual.or(names.first()).map(|name| (name.clone(), 0.0)))
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

/// Where a player stands among those that it met.
struct Place<'a> {
    name: &'a str,
    row: RatedPlayer,
    /// The player that ratings are counted from, and its rating.
    anchor: (&'a str, f64),
    /// Its place, from 1, and how many there are.
    place: (usize, usize),
    above: Option<&'a str>,
    below: Option<&'a str>,
}

impl<'a> Place<'a> {
    /// That of the first player; nothing where no game tells.
    fn of(
        name: &'a str,
        closing: &'a Closing,
        anchor: Option<&(String, f64)>,
    ) -> Option<Place<'a>> {
        let names = &closing.names;
        let rated = rate(names, &closing.standings, anchor);
        let at = rated.table.iter().position(|row| row.player == 0)?;
        let neighbour = |at: usize| rated.table.get(at).map(|row| names[row.player].as_str());
        Some(Place {
            name,
            row: rated.table[at],
            anchor: (&names[rated.anchor.0], rated.anchor.1),
            place: (at + 1, rated.table.len()),
            above: at.checked_sub(1).and_then(neighbour),
            below: neighbour(at + 1),
        })
    }

    /// Its rating and its neighbours in words.
    fn to_text(&self) -> String {
        let Place { name, row, anchor, place, .. } = self;
        let below = self.above.map(|above| format!(", below {above}"));
        let above = self.below.map(|below| format!(", above {below}"));
        format!(
            "\n{name}: {} with {} = {:.0}, place {} of {}{}{}\n",
            rating_words(row),
            anchor.0,
            anchor.1,
            place.0,
            place.1,
            below.unwrap_or_default(),
            above.unwrap_or_default(),
        )
    }

    /// As an event, the last of a rating.
    fn to_json(&self) -> String {
        let Place { name, row, anchor, place, above, below } = self;
        let event = json!({
            "event": "place",
            "name": name,
            "rating": row.rating,
            "low": row.interval.low,
            "high": row.interval.high,
            "anchor": { "name": anchor.0, "rating": anchor.1 },
            "place": place.0,
            "of": place.1,
            "next_above": above,
            "next_below": below,
        });
        format!("{event}\n")
    }
}
