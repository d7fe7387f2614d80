//! The tables of a contest: the figures of a match, ratings, places, everybody against everybody, forfeits by reason.

use othello_arena::contest::schedule::{Place, Score};
use othello_arena::contest::{Plan, Rated, Standings, rate};
use othello_arena::ratings::{Figures, MatchTally, Pentanomial, RatedPlayer, Repeats};
use othello_arena::whole_number;

use super::rounds::round_name;
use crate::report::{interval_cell, rating_cell};
use crate::table::table;

/// A table before it is drawn, and whose its rows are.
pub struct Grid {
    pub heads: Vec<String>,
    pub rows: Vec<Vec<String>>,
    pub players: Vec<usize>,
}

/// Where a contest stands.
pub fn standing(plan: &Plan, standings: &Standings) -> String {
    let names = plan.names();
    if names.len() == 2 {
        return duel(&names, standings);
    }
    let rated = rate(&names, standings, plan.anchor.as_ref());
    let Grid { heads, rows, players } = standings_grid(plan, standings, &rated);
    let mut text = table(&heads, rows) + &repeats(rated.repeats);
    text += &format!("\n{}", crosstable(&names, &players, standings));
    text += &format!("\n{}", meetings(&names, standings));
    text += &forfeits(&names, standings);
    text
}

/// Everybody in the contest's own order, or else in that of the ratings.
pub fn standings_grid(plan: &Plan, standings: &Standings, rated: &Rated) -> Grid {
    let names = plan.names();
    let classes: Vec<_> = plan.entrants.iter().map(|entrant| entrant.class.clone()).collect();
    match places(plan, standings) {
        Some(places) => places_grid(&names, &classes, &places, rated),
        None => ratings_grid(&names, &classes, rated),
    }
}

/// Everybody's place, where a contest has an order of its own.
pub fn places(plan: &Plan, standings: &Standings) -> Option<Vec<Place>> {
    plan.schedule().ok()?.places(standings.results())
}

/// The places of a contest that has an order of its own, the first one first.
fn places_grid(names: &[String], classes: &[String], places: &[Place], rated: &Rated) -> Grid {
    let swiss = matches!(places.first().map(|place| place.score), Some(Score::Swiss { .. }));
    let own: &[&str] = if swiss { &["points", "Buchholz", "byes"] } else { &["reached", "points"] };
    let heads = ["#", "player", "class"].into_iter().chain(own.iter().copied());
    let heads = heads.chain(["rating", "95 %", "games"]).map(str::to_owned);
    let still_in = places.iter().filter(|place| place.rank == 1).count();
    let rows = places.iter().map(|place| {
        let row = rated.table.iter().find(|row| row.player == place.contestant);
        let points = row.map_or(0.0, |row| row.points);
        let own = match place.score {
            Score::Swiss { half_points, buchholz, byes } => vec![
                format!("{:>6.1}", half_points as f64 / 2.0),
                format!("{:>8.1}", buchholz as f64 / 2.0),
                if byes == 0 { String::new() } else { format!("{byes:>4}") },
            ],
            Score::Knockout { lost_in, rounds } => {
                vec![reached(lost_in, rounds, still_in), format!("{points:>6.1}")]
            }
        };
        let rating = row.filter(|row| row.games > 0);
        let mut cells = vec![
            format!("{:>2}", place.rank),
            names[place.contestant].clone(),
            classes[place.contestant].clone(),
        ];
        cells.extend(own);
        cells.extend([
            rating.map_or_else(String::new, |row| rating_cell(row.rating)),
            rating.map_or_else(String::new, |row| interval(rated, row)),
            format!("{:>7}", whole_number(row.map_or(0, |row| row.games))),
        ]);
        cells
    });
    let players = places.iter().map(|place| place.contestant).collect();
    Grid { heads: heads.collect(), rows: rows.collect(), players }
}

/// How far somebody came in a knockout.
pub fn reached(lost_in: Option<usize>, rounds: usize, still_in: usize) -> String {
    match lost_in {
        Some(round) => match round_name(round, rounds) {
            numbered if numbered.starts_with("round") => format!("out in {numbered}"),
            named => format!("out in the {named}"),
        },
        None if still_in == 1 => "winner".to_owned(),
        None => "still in".to_owned(),
    }
}

/// A match in a few lines.
fn duel(names: &[String], standings: &Standings) -> String {
    let tally = standings.meeting(0, 1).unwrap_or_default();
    let Some(figures) = Figures::of(&tally) else {
        return format!("{} against {}: no games yet\n", names[0], names[1]);
    };
    let MatchTally { wins, draws, losses, pairs, .. } = tally;
    let games = tally.games();
    let points = tally.points();
    let Pentanomial(counts) = pairs;
    let percent = 100.0 * points / games as f64;
    let draw_ratio = 100.0 * tally.draw_ratio().unwrap_or_default();
    let [black, drawn, white] = standings.by_colour.map(whole_number);
    format!(
        "{first} against {second}: {points} of {games} points ({percent:.1} %), +{wins} ={draws} \
         -{losses}\n\
         {figures}\n\
         pairs with 0, 1/2, 1, 3/2, 2 points: {counts:?}; draws {draw_ratio:.1} %; Black won {black}, \
         White {white}, drawn {drawn}\n{repeats}{forfeits}",
        first = names[0],
        second = names[1],
        games = whole_number(games),
        repeats = repeats(standings.repeats()),
        forfeits = forfeits(names, standings),
    )
}

/// A line that tells of repeated games; nothing where there are none.
fn repeats(repeats: Repeats) -> String {
    let Repeats { games, different, .. } = repeats;
    if different == games {
        return String::new();
    }
    format!(
        "{} of {} games are different; one that is played again is no new evidence, and the bars count it so: \
         more openings (--openings) tell more\n",
        whole_number(different),
        whole_number(games),
    )
}

/// The forfeits by their reasons, a line for each player that has any.
fn forfeits(names: &[String], standings: &Standings) -> String {
    let mut text = String::new();
    for (&player, reasons) in &standings.forfeits {
        let reasons: Vec<_> =
            reasons.iter().map(|(reason, count)| format!("{reason} {count}")).collect();
        text += &format!("forfeits of {}: {}\n", names[player], reasons.join(", "));
    }
    text
}

/// Where somebody's rating lies.
fn interval(rated: &Rated, row: &RatedPlayer) -> String {
    if row.player == rated.anchor.0 { "anchor".to_owned() } else { interval_cell(row.interval) }
}

/// The ratings, the strongest first.
pub fn ratings_table(names: &[String], classes: &[String], rated: &Rated) -> String {
    let Grid { heads, rows, .. } = ratings_grid(names, classes, rated);
    table(&heads, rows) + &repeats(rated.repeats)
}

fn ratings_grid(names: &[String], classes: &[String], rated: &Rated) -> Grid {
    let heads = ["#", "player", "class", "rating", "95 %", "games", "points", "%", "above next"];
    let rows = rated.table.iter().enumerate().filter(|(_, row)| row.games > 0);
    let rows = rows.map(|(place, row)| {
        let percent = 100.0 * row.points / row.games as f64;
        vec![
            format!("{:>2}", place + 1),
            names[row.player].clone(),
            classes.get(row.player).cloned().unwrap_or_default(),
            rating_cell(row.rating),
            interval(rated, row),
            format!("{:>7}", whole_number(row.games)),
            format!("{:>8.1}", row.points),
            format!("{percent:>5.1}"),
            row.superiority.map_or_else(String::new, |p| format!("{:>5.1} %", 100.0 * p)),
        ]
    });
    let players = rated.table.iter().filter(|row| row.games > 0).map(|row| row.player).collect();
    Grid { heads: heads.map(str::to_owned).to_vec(), rows: rows.collect(), players }
}

/// The ratings beside others that the user has from elsewhere.
pub fn ratings_beside(plan: &Plan, standings: &Standings, others: &[(String, f64)]) -> String {
    let names = plan.names();
    let rated = rate(&names, standings, plan.anchor.as_ref());
    let heads = ["player", "rating", "95 %", "elsewhere", "difference"];
    let rows = rated.table.iter().filter_map(|row| {
        let other = others.iter().find(|(name, _)| plan.entrant(name) == Some(row.player))?.1;
        Some(vec![
            names[row.player].clone(),
            rating_cell(row.rating),
            interval_cell(row.interval),
            format!("{other:>9.0}"),
            row.rating.map_or_else(String::new, |rating| format!("{:>+10.0}", rating - other)),
        ])
    });
    table(&heads.map(str::to_owned), rows.collect())
}

/// Everybody's points against everybody.
pub fn crosstable(names: &[String], order: &[usize], standings: &Standings) -> String {
    let mut heads = vec!["points against".to_owned()];
    heads.extend((1..=order.len()).map(|place| format!("{place:>6}")));
    let rows = order.iter().enumerate().map(|(place, &player)| {
        let mut row = vec![format!("{:>2} {}", place + 1, names[player])];
        row.extend(order.iter().map(|&other| match standings.meeting(player, other) {
            _ if other == player => "     -".to_owned(),
            None => String::new(),
            Some(tally) => format!("{:>6}", tally.wins as f64 + tally.draws as f64 / 2.0),
        }));
        row
    });
    table(&heads, rows.collect())
}

/// What each two that met made of it: games, pairs by their points, the difference between them.
fn meetings(names: &[String], standings: &Standings) -> String {
    let heads = ["meeting", "games", "+", "=", "-", "points", "pairs 0 1/2 1 3/2 2", "Elo, 95 %"];
    let rows = standings.meetings.iter().map(|(&(first, second), tally)| {
        let MatchTally { wins, draws, losses, pairs, .. } = *tally;
        let Pentanomial(counts) = pairs;
        let elo = Figures::of(tally).map_or_else(String::new, |figures| match figures.elo {
            Some(elo) => format!("{elo:+.0} ({:+.0})", figures.interval),
            None => format!("{:+.0}", figures.interval),
        });
        vec![
            format!("{} - {}", names[first], names[second]),
            format!("{:>5}", whole_number(tally.games())),
            wins.to_string(),
            draws.to_string(),
            losses.to_string(),
            format!("{:>6}", tally.points()),
            counts.map(|count| count.to_string()).join(" "),
            elo,
        ]
    });
    table(&heads.map(str::to_owned), rows.collect())
}
