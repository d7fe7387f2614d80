//! The rounds of a Swiss contest and the bracket of a knockout, as text and as JSON.

use othello_arena::contest::schedule::{Meeting, Round};
use othello_arena::contest::{Plan, Standings};
use serde_json::{Value, json};

use crate::table::table;

/// The names of the last rounds of a knockout, from its end.
const LAST_ROUNDS: [&str; 3] = ["final", "semifinals", "quarterfinals"];
/// A name that is longer is cut in a bracket.
const LONGEST_NAME: usize = 20;

/// What a round of a knockout is called, by its number from 0.
pub fn round_name(number: usize, rounds: usize) -> String {
    let from_end = rounds.saturating_sub(number + 1);
    LAST_ROUNDS
        .get(from_end)
        .map_or_else(|| format!("round {}", number + 1), |&name| name.to_owned())
}

/// A round in words.
pub struct RoundTable {
    /// What it is called.
    pub title: String,
    /// A row of each meeting: who met, the points between them, and who goes on.
    pub rows: Vec<Vec<String>>,
    /// Who has no opponent in it, in a sentence each.
    pub byes: Vec<String>,
}

/// All rounds so far; none of a contest without rounds.
pub fn tables(plan: &Plan, standings: &Standings) -> Vec<RoundTable> {
    let Ok(schedule) = plan.schedule() else { return Vec::new() };
    let names = plan.names();
    let columns = schedule.columns(standings.results());
    let count = columns.as_ref().map(|columns| columns[0].len().ilog2() as usize);
    let rounds = schedule.rounds(standings.results()).into_iter().enumerate();
    let tables = rounds.map(|(number, round)| RoundTable {
        title: match count {
            Some(count) => round_name(number, count),
            None => format!("round {}", number + 1),
        },
        rows: round.meetings.iter().map(|meeting| meeting_row(&names, meeting)).collect(),
        byes: round.byes.iter().map(|&who| format!("{} has no opponent", names[who])).collect(),
    });
    tables.collect()
}

/// The bracket of a knockout, drawn; nothing of another contest.
fn drawn(plan: &Plan, standings: &Standings) -> Option<String> {
    let columns = plan.schedule().ok()?.columns(standings.results())?;
    Some(bracket(&plan.names(), &columns))
}

/// All rounds so far, and the bracket; nothing for a contest without rounds.
pub fn text(plan: &Plan, standings: &Standings) -> String {
    let mut text = String::new();
    for RoundTable { title, rows, byes } in tables(plan, standings) {
        let heads = [title.as_str(), "points", "", ""].map(str::to_owned);
        text += &format!("\n{}", table(&heads, rows));
        byes.iter().for_each(|bye| text += &format!("{bye}\n"));
    }
    if let Some(drawn) = drawn(plan, standings) {
        text += &format!("\n{drawn}");
    }
    text
}

fn meeting_row(names: &[String], meeting: &Meeting) -> Vec<String> {
    let Meeting { players: [one, other], half_points, winner, .. } = meeting;
    let [made, given] = half_points.map(|half_points| f64::from(half_points) / 2.0);
    let left = if meeting.is_over() { "" } else { "being played" };
    // An even meeting has been played on for a while by then.
    let how = if half_points[0] == half_points[1] { " as the better seeded one" } else { "" };
    let goes_on = winner.map(|winner| format!("{} goes on{how}", names[winner]));
    vec![
        names[*one].clone(),
        format!("{made:>5.1} : {given:<5.1}"),
        names[*other].clone(),
        goes_on.unwrap_or_else(|| left.to_owned()),
    ]
}

/// The bracket, drawn from the left to the right.
fn bracket(names: &[String], columns: &[Vec<Option<usize>>]) -> String {
    let size = columns[0].len();
    let shown = |column: usize, who: Option<usize>| match who {
        Some(who) => names[who].chars().take(LONGEST_NAME).collect(),
        None if column == 0 => "-".to_owned(),
        None => "?".to_owned(),
    };
    let count = size.ilog2() as usize + 1;
    let mut lines = vec![String::new(); 2 * size - 1];
    for column in 0..count {
        let none = vec![None; size >> column];
        let entries = columns.get(column).unwrap_or(&none);
        let texts: Vec<String> = entries.iter().map(|&who| shown(column, who)).collect();
        let width = texts.iter().map(|text| text.chars().count()).max().unwrap_or_default();
        // Each entry stands in the middle between the two that it comes from.
        let line_of = |entry: usize| ((2 * entry + 1) << column) - 1;
        for (line, text) in lines.iter_mut().enumerate() {
            let entry = (0..texts.len()).find(|&entry| line_of(entry) == line);
            let own = entry.map_or("", |entry| &texts[entry]);
            *text += &format!("{own:<width$}");
            if column + 1 < count {
                let joined = (0..texts.len() / 2)
                    .any(|pair| (line_of(2 * pair)..=line_of(2 * pair + 1)).contains(&line));
                *text += match (entry.is_some(), joined) {
                    (true, _) => " --+ ",
                    (false, true) => "   | ",
                    (false, false) => "     ",
                };
            }
        }
    }
    lines.iter().map(|line| format!("{}\n", line.trim_end())).collect()
}

/// All rounds so far; null for a contest without rounds.
pub fn json(plan: &Plan, standings: &Standings) -> Value {
    let Ok(schedule) = plan.schedule() else { return Value::Null };
    if !plan.format.has_rounds() {
        return Value::Null;
    }
    let names = plan.names();
    let rounds = schedule.rounds(standings.results());
    let meeting = |meeting: &Meeting| {
        json!({
            "players": meeting.players.map(|who| &names[who]),
            "points": meeting.half_points.map(|half_points| f64::from(half_points) / 2.0),
            "over": meeting.is_over(),
            "winner": meeting.winner.map(|who| &names[who]),
        })
    };
    let round = |round: &Round| {
        json!({
            "meetings": round.meetings.iter().map(meeting).collect::<Vec<_>>(),
            "byes": round.byes.iter().map(|&who| &names[who]).collect::<Vec<_>>(),
        })
    };
    rounds.iter().map(round).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_bracket_joins_each_two_that_meet() {
        let names: Vec<String> = ["Ann", "Bo", "Cid"].map(str::to_owned).to_vec();
        let columns = [vec![Some(0), None, Some(1), Some(2)], vec![Some(0), Some(2)], vec![None]];
        let drawn = bracket(&names, &columns);
        assert_eq!(
            drawn,
            "Ann --+\n      | Ann --+\n-   --+       |\n              | ?\nBo  --+       |\n      | Cid --+\nCid --+\n"
        );
    }

    #[test]
    fn the_last_rounds_of_a_knockout_have_names() {
        let names: Vec<_> = (0..5).map(|number| round_name(number, 5)).collect();
        assert_eq!(names, ["round 1", "round 2", "quarterfinals", "semifinals", "final"]);
    }
}
