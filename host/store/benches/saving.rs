//! How long it takes to save a game: `cargo bench -p othello-store`.

#[path = "../tests/sample/mod.rs"]
mod sample;

use std::time::Instant;

use othello_rules::Colour;
use othello_store::{ContestPlace, Ending, GameRecord, RoundRecord, Store};

const GAMES: i64 = 2_000;
const ROUNDS: u32 = 60;

fn main() {
    let games: Vec<_> = (0..GAMES).map(game).collect();
    for at_once in [1, 2, 4, 8] {
        let folder = tempfile::tempdir().expect("there is room for a file");
        let mut store = Store::open(&folder.path().join("games.db")).expect("it can be made");
        let begun = Instant::now();
        for games in games.chunks(at_once) {
            store.add_all(games).expect("they are saved");
        }
        let took = begun.elapsed() / games.len() as u32;
        println!("{at_once} at once: a game of {ROUNDS} rounds is saved in {took:.1?}");
    }
}

/// A game between a player that always sends the same query and one that sends its square with it.
fn game(place: i64) -> GameRecord {
    let round = |ply| {
        let open = ply % 2 == 1;
        RoundRecord {
            query: Some(if open { OPEN } else { BLIND }.to_owned()),
            params: open.then(|| format!("{{\"row\":{},\"column\":{}}}", ply / 8, ply % 8)),
            thinking: None,
            ..sample::round(ply, if open { Colour::White } else { Colour::Black })
        }
    };
    GameRecord {
        moves: "f5d6c3d3c4f4".repeat(10),
        contest_place: Some(ContestPlace(place)),
        rounds: (0..ROUNDS).map(round).collect(),
        ..sample::game("Blind", "Open", Ending::Played { winner: Some(Colour::Black) })
    }
}

const BLIND: &str = "MATCH (cell:Cell {state: ''})-[first:NEIGHBOR_OF]->(other:Cell)
WHERE other.state <> '' AND other.state <> $symbol
MATCH path = (cell)-[:NEIGHBOR_OF*2..15 {direction: first.direction}]->(end:Cell {state: $symbol})
WHERE all(between IN nodes(path)[1..-1] WHERE NOT between.state IN ['', $symbol])
RETURN DISTINCT cell ORDER BY rand() LIMIT 1";

const OPEN: &str = "MATCH (cell:Cell {row: $row, column: $column}) RETURN cell";
