//! What searching costs, and what pruning saves: the watched players play the same games against the same opponent, and
//! the states that each explored are counted.

use std::time::{Duration, Instant};

use anyhow::bail;
use othello_arena::{
    End, Event, GameSetup, InstalledPlayer, Observers, RefereeKind, Seat, Seed, Settings, Table,
    Unattended,
};
use othello_board::{Embedded, Secret};
use othello_players::{Contestant, Runner};
use othello_rules::{ByColour, Colour, Move};

use crate::exit::usage;
use crate::output;
use crate::players::Players;
use crate::table::table;

/// Who is watched, from the one that leaves nothing out to the one that leaves out most.
const WATCHED: [(&str, &str); 3] = [
    ("Minimax", "Minimax:depth="),
    ("Alpha Beta", "Alpha Beta:depth="),
    ("Alpha Beta with memory", "Alpha Beta:memory=true,depth="),
];
/// Who plays against them, by chance, and so the same for all.
const OPPONENT: &str = "Random";
/// How many games each plays, in turn with both colours.
const GAMES: u64 = 4;

/// Lets the watched players search so many plies deep, and prints what that cost each.
pub fn measure(players: &Players, depth: u32) -> anyhow::Result<()> {
    let opponent = players.find(OPPONENT)?;
    let mut costs: Vec<SearchCost> = Vec::new();
    for (name, spec) in WATCHED {
        let watched = players.find(&format!("{spec}{depth}"))?;
        costs.push(SearchCost::in_games(name, &watched, &opponent, &players.runner)?);
    }
    print(depth, &costs);
    Ok(())
}

/// What searching cost one player.
struct SearchCost {
    name: &'static str,
    /// In each game.
    states: Vec<u64>,
    moves: Vec<Vec<Move>>,
    took: Duration,
}

impl SearchCost {
    fn in_games(
        name: &'static str,
        watched: &Contestant,
        opponent: &Contestant,
        runner: &Runner,
    ) -> anyhow::Result<SearchCost> {
        let begun = Instant::now();
        let (mut states, mut moves) = (Vec::new(), Vec::new());
        for number in 1..=GAMES {
            let colour = if number % 2 == 1 { Colour::Black } else { Colour::White };
            let players = match colour {
                Colour::Black => ByColour { black: watched, white: opponent },
                Colour::White => ByColour { black: opponent, white: watched },
            };
            let (looked_at, played) = game(players, colour, Seed::new(number), runner)?;
            states.push(looked_at);
            moves.push(played);
        }
        Ok(SearchCost { name, states, moves, took: begun.elapsed() })
    }

    fn total(&self) -> u64 {
        self.states.iter().sum()
    }
}

/// Plays one game; gives how many states the watched side looked at, and the moves.
fn game(
    players: ByColour<&Contestant>,
    watched: Colour,
    seed: Seed,
    runner: &Runner,
) -> anyhow::Result<(u64, Vec<Move>)> {
    let setup = GameSetup::find("othello", None, None).map_err(usage)?;
    let mut session = Embedded::new();
    let mut observers = Observers::default();
    let events = observers.subscribe();
    let report = Table {
        settings: Settings {
            show_thinking: true,
            ..Settings::untimed(&setup, RefereeKind::Native, seed)
        },
        seats: players.map(|contestant| Seat {
            name: contestant.name.clone(),
            person: None,
            player: Box::new(InstalledPlayer {
                contestant: contestant.clone(),
                runner: runner.clone(),
            }),
            key: Secret::default(),
        }),
        session: &mut session,
        referee: setup.referee(RefereeKind::Native).map_err(usage)?,
        conductor: Box::new(Unattended),
        observers,
    }
    .play();
    if !matches!(report.end, End::Played(_)) {
        bail!("a game was not finished: {:?}", report.end);
    }
    let states = events.iter().filter_map(|event| match &*event {
        Event::Round(round) if round.colour == watched => round.exhibit.thinking()?.states,
        _ => None,
    });
    Ok((states.sum(), report.moves))
}

fn print(depth: u32, costs: &[SearchCost]) {
    let games = (1..=GAMES).map(|number| format!("game {number}"));
    let heads: Vec<String> = [format!("states at depth {depth}")]
        .into_iter()
        .chain(games)
        .chain(["average", "times fewer", "moves", "time"].map(str::to_owned))
        .collect();
    let first = &costs[0];
    let rows = costs.iter().map(|cost| {
        let fewer = first.total() as f64 / cost.total().max(1) as f64;
        let moves = if cost.moves == first.moves { "the same" } else { "others" };
        [cost.name.to_owned()]
            .into_iter()
            .chain(cost.states.iter().map(u64::to_string))
            .chain([
                (cost.total() / GAMES).to_string(),
                format!("{fewer:.2}"),
                moves.to_owned(),
                format!("{:.2?}", cost.took),
            ])
            .collect()
    });
    output::print(format!("{}\n", table(&heads, rows.collect())));
}
