//! What came of the openings of a contest.

use std::collections::HashMap;

use othello_arena::contest::{Plan, Source};
use othello_rules::Colour;

use super::game::{PageGame, link};

/// How many openings the page lists.
const MOST: usize = 40;

/// What came of one opening: games that Black won, that were drawn, that White won, and one of them.
struct Tally {
    moves: String,
    results: [u64; 3],
    first: usize,
}

impl Tally {
    fn games(&self) -> u64 {
        self.results.iter().sum()
    }

    /// How far Black's share of the points is from one half, in halves of a point.
    fn imbalance(&self) -> u64 {
        self.results[0].abs_diff(self.results[2])
    }
}

/// All openings in a sentence.
pub fn summary(plan: &Plan, games: &[PageGame<'_>]) -> String {
    let tallies = tallies(plan, games);
    let sum = |of: fn(&Tally) -> u64| tallies.iter().map(of).sum::<u64>();
    let (games, black) = (sum(Tally::games), sum(|tally| 2 * tally.results[0] + tally.results[1]));
    let one_sided = tallies
        .iter()
        .filter(|tally| tally.games() > 1 && tally.imbalance() == tally.games())
        .count();
    let share = if games == 0 { 0.0 } else { 50.0 * black as f64 / games as f64 };
    format!(
        "{} openings in {games} games. Black made {share:.1} % of the points. In {one_sided} openings one colour won \
         every game.",
        tallies.len()
    )
}

/// A row for each of the openings that favour a colour most.
pub fn rows(plan: &Plan, games: &[PageGame<'_>]) -> String {
    let mut tallies = tallies(plan, games);
    tallies.sort_by_key(|tally| {
        (u64::MAX - tally.imbalance(), u64::MAX - tally.games(), tally.moves.clone())
    });
    let row = |tally: &Tally| {
        let [black, drawn, white] = tally.results;
        let shown = if tally.moves.is_empty() { "the start" } else { &tally.moves };
        let moves = link(tally.first, shown);
        let games = tally.games();
        format!(
            "<tr><td>{moves}</td><td>{games}</td><td>{black}</td><td>{drawn}</td><td>{white}</td></tr>"
        )
    };
    tallies.iter().take(MOST).map(row).collect()
}

fn tallies(plan: &Plan, games: &[PageGame<'_>]) -> Vec<Tally> {
    let mut places: HashMap<String, usize> = HashMap::new();
    let mut tallies: Vec<Tally> = Vec::new();
    for (at, shown) in games.iter().enumerate() {
        let moves = match &shown.game.position {
            Some(position) => position.clone(),
            None => opening(plan, &shown.game.moves),
        };
        let place = *places.entry(moves.clone()).or_insert_with(|| {
            tallies.push(Tally { moves, results: [0; 3], first: at });
            tallies.len() - 1
        });
        let won = match shown.winner {
            Some(Colour::Black) => 0,
            None => 1,
            Some(Colour::White) => 2,
        };
        tallies[place].results[won] += 1;
    }
    tallies
}

/// The moves that came before the players', or the first ones where there were none.
fn opening(plan: &Plan, moves: &str) -> String {
    let plies = match &plan.openings {
        // Games from different positions have no moves in common.
        Source::Positions(_) => return String::new(),
        Source::None => 4,
        Source::Random(plies) | Source::All(plies) => *plies as usize,
        Source::Listed(listed) => {
            // Transcripts may leave passes out, and games write them.
            let plain = moves.replace("--", "");
            let first = listed.iter().filter(|opening| plain.starts_with(opening.as_str()));
            return first.max_by_key(|opening| opening.len()).cloned().unwrap_or_default();
        }
    };
    let starts = moves.char_indices().filter(|&(at, c)| {
        c.is_ascii_alphabetic() || (c == '-' && moves[..at].matches('-').count().is_multiple_of(2))
    });
    let end = starts.map(|(at, _)| at).nth(plies).unwrap_or(moves.len());
    moves[..end].to_owned()
}
