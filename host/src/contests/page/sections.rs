//! The tables of a report, with links to the games.

use othello_arena::contest::{Closing, Plan, Rated, Standings};
use othello_store::Store;

use super::bracket;
use super::game::{PageGame, link};
use crate::contests::failures::Failure;
use crate::contests::rounds::{self, RoundTable};
use crate::contests::tables::{Grid, standings_grid};
use crate::contests::{messages, test};
use crate::html::{escape, escape_lines, table};

/// How many slow rounds of each player are shown.
const SLOWEST: u32 = 3;

/// What the test has decided; nothing where there is none.
pub fn verdict(plan: &Plan, closing: &Closing) -> String {
    let Some(test) = &closing.test else { return String::new() };
    let verdict = test::verdict(&plan.names(), test) + &messages::left_out(closing.left_out);
    format!("<p>{}</p>\n", escape_lines(verdict.trim_end()))
}

/// The rounds and the bracket; nothing for a contest without rounds.
pub fn rounds(plan: &Plan, standings: &Standings) -> String {
    let mut text = String::new();
    for RoundTable { title, rows, byes } in rounds::tables(plan, standings) {
        let heads = [title.as_str(), "points", "", ""].map(str::to_owned);
        text += &format!("<div class=\"wide\">{}</div>\n", table(&heads, &rows));
        if !byes.is_empty() {
            text += &format!("<p>{}</p>\n", escape(&byes.join("; ")));
        }
    }
    if text.is_empty() {
        return text;
    }
    let bracket = bracket::section(plan, standings).unwrap_or_default();
    format!("<h2>Rounds</h2>\n{bracket}{text}")
}

/// Everybody in the contest's own order.
pub fn standings(plan: &Plan, standings: &Standings, rated: &Rated) -> String {
    let Grid { heads, rows, .. } = standings_grid(plan, standings, rated);
    table(&heads, &rows)
}

/// Everybody against everybody; a cell leads to the games of the two.
pub fn crosstable(plan: &Plan, standings: &Standings, rated: &Rated) -> String {
    let order = standings_grid(plan, standings, rated).players;
    let names = plan.names();
    let mut cells = "<table><thead><tr><th>points against</th>".to_owned();
    for place in 1..=order.len() {
        cells += &format!("<th>{place}</th>");
    }
    cells += "</tr></thead><tbody>";
    for (place, &player) in order.iter().enumerate() {
        cells += &format!("<tr><th>{} {}</th>", place + 1, escape(&names[player]));
        for &other in &order {
            cells += &match standings.meeting(player, other).filter(|_| player != other) {
                Some(tally) => format!(
                    r##"<td><a href="#games" data-one="{player}" data-other="{other}">{}</a></td>"##,
                    tally.points()
                ),
                None => "<td></td>".to_owned(),
            };
        }
        cells += "</tr>";
    }
    cells + "</tbody></table>"
}

/// Who lost games early, why, and what asks the player again.
pub fn failures(failures: &[Failure]) -> String {
    if failures.is_empty() {
        return "<p>Nobody lost a game before its end.</p>".to_owned();
    }
    let row = |failure: &Failure| {
        let command = failure
            .command
            .as_deref()
            .map_or_else(String::new, |command| format!("<br><code>{}</code>", escape(command)));
        format!(
            "<li>{} ({}), {} of games: {}{command}</li>",
            escape(&failure.name),
            failure.side,
            failure.count,
            escape(&failure.reason)
        )
    };
    let rows: String = failures.iter().map(row).collect();
    format!("<ul>{rows}</ul>")
}

/// The moves that took everybody longest.
pub fn slowest(
    plan: &Plan,
    closing: &Closing,
    store: &Store,
    games: &[PageGame<'_>],
) -> anyhow::Result<String> {
    let rows = store.slowest_rounds(closing.range(), SLOWEST)?.into_iter().filter_map(|slow| {
        plan.entrant(&slow.name)?;
        let at = games.iter().position(|shown| shown.game.id == slow.game)?;
        let where_it_was = link(at, &format!("game {}, move {}", slow.game.0, slow.ply + 1));
        let ms = |time: std::time::Duration| format!("{:.1}", time.as_secs_f64() * 1000.0);
        Some(format!(
            "<tr><td>{}</td><td>{where_it_was}</td><td>{}</td><td>{}</td></tr>",
            escape(&slow.name),
            ms(slow.asked),
            ms(slow.ran)
        ))
    });
    Ok(rows.collect())
}
