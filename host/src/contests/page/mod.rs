//! The report of a contest: one page that needs nothing else, and its plots as files.

mod bracket;
mod game;
mod losses;
mod openings;
mod sections;

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use othello_arena::GamePosition;
use othello_arena::contest::schedule::{PairNumber, Results};
use othello_arena::contest::{Closing, ContestFile, Plan, Rated, rate};
use othello_store::{Filter, Store};
use serde_json::json;

use super::messages;
use super::overview::Overview;
use crate::exit::usage;
use crate::html::{self, escape, escape_lines, fill};
use crate::plots::{self, Bar, Line};
use game::PageGame;

const TEMPLATE: &str = include_str!("page.html");
/// How many points a line has; more can't be seen.
const MOST_POINTS: usize = 400;
/// After how many parts of a contest the ratings are told.
const PARTS: u64 = 16;

/// Writes the report into a folder; gives the page.
pub fn write(
    folder: &Path,
    store: &Store,
    plan: &Plan,
    closing: &Closing,
) -> anyhow::Result<PathBuf> {
    let games = store.games(&Filter { range: closing.range(), ..Filter::default() })?;
    let setup = plan.setup().map_err(usage)?;
    let start = GamePosition::new(setup.clone(), Vec::new()).play().map_err(anyhow::Error::msg)?;
    let shown: Vec<PageGame> = games.iter().filter_map(|game| PageGame::of(plan, game)).collect();
    let rated = rate(&plan.names(), &closing.standings, plan.anchor.as_ref());
    let resume = messages::resume(store.path(), &[]);
    let overview = Overview::new(plan, closing, store, resume)?;
    let results = ContestFile::results_of(store, plan, closing.counted)?;
    let plots = [
        ("ratings", ratings(plan, &rated)),
        ("over-time", over_time(plan, &results)),
        ("ratings-over-time", ratings_over_time(plan, closing, results.end(), store)?),
        ("times", times(plan, closing, store)?),
    ];
    let title = title(plan);
    let data = json!({
        "size": plan.size,
        "start": start.initial.board(),
        "names": plan.names(),
        "games": shown.iter().map(|game| game.to_json(&setup)).collect::<Vec<_>>(),
    });
    let gaps: [(&str, &str); 22] = [
        ("head", &html::head(&title)),
        ("title", &escape(&title)),
        ("summary", &escape(&messages::about(plan))),
        ("verdict", &sections::verdict(plan, closing)),
        ("rounds", &sections::rounds(plan, &closing.standings)),
        ("standings", &sections::standings(plan, &closing.standings, &rated)),
        ("crosstable", &sections::crosstable(plan, &closing.standings, &rated)),
        ("text", &escape_lines(&overview.to_text())),
        ("ratings", &plots[0].1),
        ("over_time", &plots[1].1),
        ("ratings_over_time", &plots[2].1),
        ("times", &plots[3].1),
        ("legend", &plots::legend(&plan.names())),
        ("failures", &sections::failures(overview.failures())),
        ("losses", &losses::section(plan, &shown, &rated)),
        ("slowest", &sections::slowest(plan, closing, store, &shown)?),
        ("openings_summary", &openings::summary(plan, &shown)),
        ("openings", &openings::rows(plan, &shown)),
        ("player_style", html::PLAYER_STYLE),
        ("player_body", html::PLAYER_BODY),
        ("player_script", html::PLAYER_SCRIPT),
        ("data", &html::data(&data)),
    ];
    let page = fill(TEMPLATE, &gaps);
    let named = || folder.display().to_string();
    fs::create_dir_all(folder).with_context(named)?;
    for (name, svg) in &plots {
        fs::write(folder.join(format!("{name}.svg")), svg).with_context(named)?;
    }
    let path = folder.join("index.html");
    fs::write(&path, page).with_context(named)?;
    Ok(path)
}

fn title(plan: &Plan) -> String {
    match plan.names().as_slice() {
        [one, other] => format!("{one} against {other}"),
        many => format!("{} of {} players", messages::kind(&plan.format), many.len()),
    }
}

fn ratings(plan: &Plan, rated: &Rated) -> String {
    let names = plan.names();
    let rows = rated.table.iter().filter(|row| row.games > 0);
    let bars: Vec<_> = rows
        .map(|row| Bar {
            name: names[row.player].clone(),
            value: row.drawn_at,
            interval: row.interval,
        })
        .collect();
    let anchor = &names[rated.anchor.0];
    plots::error_bars(&format!("Elo, {anchor} = {}, with 95 % bars", rated.anchor.1), &names, &bars)
}

/// What share of its points each player had made after so many pairs.
fn over_time(plan: &Plan, results: &Results) -> String {
    let names = plan.names();
    let mut made = vec![(0u64, 0u64); names.len()];
    let mut lines: Vec<Line> =
        names.iter().map(|name| Line { name: name.clone(), points: Vec::new() }).collect();
    let step = (results.finished() as usize / MOST_POINTS).max(1);
    for (number, score) in results.scores().enumerate() {
        for (player, half_points) in
            [(score.first, score.half_points), (score.second, 4 - score.half_points)]
        {
            made[player].0 += u64::from(half_points);
            made[player].1 += 4;
        }
        if number % step == 0 || number + 1 == results.finished() as usize {
            for (line, (half_points, most)) in lines.iter_mut().zip(&made) {
                if *most > 0 {
                    let share = 100.0 * *half_points as f64 / *most as f64;
                    line.points.push(((number + 1) as f64, share));
                }
            }
        }
    }
    plots::lines("points made, %", "pairs of games", &names, &lines)
}

/// What everybody's rating was after each part of the pairs, by the same fit as in the end.
fn ratings_over_time(
    plan: &Plan,
    closing: &Closing,
    end: PairNumber,
    store: &Store,
) -> anyhow::Result<String> {
    let names = plan.names();
    let mut lines: Vec<Line> =
        names.iter().map(|name| Line { name: name.clone(), points: Vec::new() }).collect();
    let mut last = 0;
    for part in 1..=PARTS {
        let before = (u128::from(end) * u128::from(part)).div_ceil(u128::from(PARTS));
        let before = u64::try_from(before)?;
        let standings = ContestFile::standings_of(store, plan, Some(before))?;
        if standings.games == last {
            continue;
        }
        last = standings.games;
        for row in rate(&names, &standings, plan.anchor.as_ref()).table {
            if row.games > 0 {
                lines[row.player].points.push((last as f64, row.drawn_at));
            }
        }
    }
    let anchor = &names[rate(&names, &closing.standings, plan.anchor.as_ref()).anchor.0];
    Ok(plots::lines(&format!("Elo, counted from {anchor}"), "games", &names, &lines))
}

/// How long each player took for its moves in the course of a game.
fn times(plan: &Plan, closing: &Closing, store: &Store) -> anyhow::Result<String> {
    let mut lines: Vec<Line> = Vec::new();
    for time in store.move_times(closing.range())? {
        let point = (f64::from(time.ply) + 1.0, time.mean.as_secs_f64() * 1000.0);
        match lines.iter_mut().find(|line| line.name == time.name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name: time.name, points: vec![point] }),
        }
    }
    Ok(plots::lines("mean time of a move, ms", "move", &plan.names(), &lines))
}
