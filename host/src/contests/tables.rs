//! The tables of a contest: the figures of a match, ratings, the crosstable, forfeits by reason; as text and
//! as JSON.

use othello_arena::contest::schedule::Format;
use othello_arena::contest::{Closing, Plan, Rated, Sequential, Standings, rate};
use othello_arena::ratings::{Figures, MatchTally, Pentanomial, Repeats, Verdict};
use othello_arena::whole_number;
use serde_json::{Value, json};

use super::figures::rough_number;
use crate::table::table;

/// The result of a contest in words and tables.
pub fn closing(plan: &Plan, closing: &Closing) -> String {
    let names = plan.names();
    let mut text = standing(plan, &closing.standings);
    if let Some(test) = &closing.test {
        text += &verdict(&names, test);
    }
    text
}

/// Where a contest stands.
fn standing(plan: &Plan, standings: &Standings) -> String {
    let names = plan.names();
    if names.len() == 2 {
        return duel(&names, standings);
    }
    let rated = rate(&names, standings, plan.anchor.as_ref());
    let classes: Vec<_> = plan.entrants.iter().map(|entrant| entrant.class.clone()).collect();
    let mut text = ratings_table(&names, &classes, &rated);
    let order: Vec<usize> = rated.table.iter().map(|rated| rated.player).collect();
    text += "\n";
    text += &crosstable(&names, &order, standings);
    text += &forfeits(&names, standings);
    if matches!(plan.format, Format::Swiss { .. } | Format::Knockout) {
        text += &format!("\n{}\n", leader(plan, standings));
    }
    text
}

/// Who won a contest that has a winner.
fn leader(plan: &Plan, standings: &Standings) -> String {
    let names = plan.names();
    if plan.format == Format::Knockout {
        // Whoever was not beaten met somebody in the last round.
        let last = standings.results().scores().next_back();
        let winner = last.and_then(|last| {
            let meeting = standings.meeting(last.first, last.second)?;
            let (made, given) =
                (2 * meeting.wins + meeting.draws, 2 * meeting.losses + meeting.draws);
            Some(match made.cmp(&given) {
                std::cmp::Ordering::Greater => last.first,
                std::cmp::Ordering::Less => last.second,
                std::cmp::Ordering::Equal => last.first.min(last.second),
            })
        });
        return winner.map_or_else(String::new, |winner| format!("winner: {}", names[winner]));
    }
    let mut order: Vec<usize> = (0..names.len()).collect();
    order.sort_by(|&a, &b| standings.points(b).0.total_cmp(&standings.points(a).0));
    let best = standings.points(order[0]).0;
    let first: Vec<_> = order
        .iter()
        .take_while(|&&player| standings.points(player).0 >= best)
        .map(|&player| names[player].as_str())
        .collect();
    format!("most points: {} ({best})", first.join(", "))
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

/// How many games more a test is likely to take, in words: `, about 300 to 900 games more`.
pub fn games_left(test: &Sequential) -> String {
    test.games_left().map_or_else(String::new, |(least, most)| {
        format!(", about {} to {} games more", rough_number(least), rough_number(most))
    })
}

/// What a test has decided, in words.
pub fn verdict(names: &[String], test: &Sequential) -> String {
    let (state, sprt, pairs) = (test.state(), test.sprt(), test.pairs().pairs());
    let after = format!("{state} after {} pairs", whole_number(pairs));
    let (first, second) = (&names[0], &names[1]);
    match state.verdict() {
        Verdict::AcceptElo1 => format!(
            "{first} is stronger than {second}: the test takes {} Elo or more for likelier than {} or \
             less. {after}\n",
            sprt.elo1(),
            sprt.elo0()
        ),
        Verdict::AcceptElo0 => format!(
            "{first} is not stronger than {second}: the test takes {} Elo or less for likelier than {} or \
             more. {after}\n",
            sprt.elo0(),
            sprt.elo1()
        ),
        Verdict::GoOn => format!(
            "the test has not decided between {} and {} Elo: more games are needed{}. {after}\n",
            sprt.elo0(),
            sprt.elo1(),
            games_left(test)
        ),
    }
}

/// The ratings, the strongest first.
pub fn ratings_table(names: &[String], classes: &[String], rated: &Rated) -> String {
    let heads = ["#", "player", "class", "rating", "95 %", "games", "points", "%", "above next"];
    let rows = rated.table.iter().enumerate().filter(|(_, row)| row.games > 0);
    let rows = rows.map(|(place, row)| {
        let percent = 100.0 * row.points / row.games as f64;
        let interval = if row.player == rated.anchor.0 {
            "anchor".to_owned()
        } else {
            format!("{:.0}", row.interval)
        };
        vec![
            format!("{:>2}", place + 1),
            names[row.player].clone(),
            classes.get(row.player).cloned().unwrap_or_default(),
            format!("{:>6.0}", row.rating),
            interval,
            format!("{:>7}", whole_number(row.games)),
            format!("{:>8.1}", row.points),
            format!("{percent:>5.1}"),
            row.superiority.map_or_else(String::new, |p| format!("{:>5.1} %", 100.0 * p)),
        ]
    });
    table(&heads.map(str::to_owned), rows.collect()) + &repeats(rated.repeats)
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
            format!("{:>6.0}", row.rating),
            format!("{:.0}", row.interval),
            format!("{other:>9.0}"),
            format!("{:>+10.0}", row.rating - other),
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

/// The result of a contest as one JSON object in a line.
pub fn closing_json(plan: &Plan, closing: &Closing) -> String {
    let names = plan.names();
    let standings = &closing.standings;
    let meetings = standings.meetings.iter().map(|(&(first, second), tally)| {
        let figures = Figures::of(tally);
        json!({
            "first": names[first],
            "second": names[second],
            "games": tally.games(),
            "different_games": tally.repeats.different,
            "wins": tally.wins,
            "draws": tally.draws,
            "losses": tally.losses,
            "pairs": tally.pairs.0,
            "forfeits": tally.forfeits,
            "forfeits_by_opponent": tally.forfeits_by_opponent,
            "score": figures.map(|figures| figures.score),
            "elo": figures.and_then(|figures| figures.elo),
            "elo_low": figures.and_then(|figures| figures.interval.low),
            "elo_high": figures.and_then(|figures| figures.interval.high),
            "normalised_elo": figures.and_then(|figures| figures.normalised_elo),
            "superiority": figures.and_then(|figures| figures.superiority),
            "draw_ratio": tally.draw_ratio(),
        })
    });
    let forfeits = standings.forfeits.iter();
    let forfeits = forfeits.map(|(&player, reasons)| (names[player].clone(), json!(reasons)));
    let classes: Vec<_> = plan.entrants.iter().map(|entrant| entrant.class.clone()).collect();
    let rated = rate(&names, standings, plan.anchor.as_ref());
    let result = json!({
        "event": "result",
        "games": standings.games,
        "held_up": standings.held_up,
        "unfinished": closing.unfinished.len(),
        "seed": plan.seed,
        "meetings": meetings.collect::<Vec<_>>(),
        "forfeits": forfeits.collect::<serde_json::Map<_, _>>(),
        "ratings": ratings_json(&names, &classes, &rated),
        "test": closing.test.as_ref().map(test_json),
    });
    format!("{result}\n")
}

/// The ratings as JSON, the strongest first.
pub fn ratings_json(names: &[String], classes: &[String], rated: &Rated) -> Value {
    let rows = rated.table.iter().filter(|row| row.games > 0);
    let rows = rows.map(|row| {
        json!({
            "name": names[row.player],
            "class": classes.get(row.player),
            "rating": row.rating,
            "low": row.interval.low,
            "high": row.interval.high,
            "games": row.games,
            "points": row.points,
            "superiority_over_next": row.superiority,
            "anchor": row.player == rated.anchor.0,
        })
    });
    rows.collect()
}

/// Where a test stands, as JSON.
pub fn test_json(test: &Sequential) -> Value {
    let (state, sprt) = (test.state(), test.sprt());
    json!({
        "elo0": sprt.elo0(),
        "elo1": sprt.elo1(),
        "alpha": sprt.alpha(),
        "beta": sprt.beta(),
        "pairs": test.pairs().0,
        "llr": state.llr,
        "lower": state.lower,
        "upper": state.upper,
        "verdict": match state.verdict() {
            Verdict::AcceptElo1 => "elo1",
            Verdict::AcceptElo0 => "elo0",
            Verdict::GoOn => "undecided",
        },
    })
}
