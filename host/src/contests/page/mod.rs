//! The report of a contest: one page that needs nothing else, and its plots as files.

mod plots;

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::Context;
use othello_arena::contest::schedule::Results;
use othello_arena::contest::{Closing, Plan, Source, rate};
use othello_arena::{GamePosition, GameSetup};
use othello_board::View;
use othello_rules::{Colour, Move};
use othello_store::{Ending, Filter, GameSummary, Store};
use serde_json::{Value, json};

use super::messages;
use super::overview::Overview;
use crate::exit::usage;
use crate::history::html::{self, escape, fill};
use plots::{Bar, Line};

const TEMPLATE: &str = include_str!("page.html");
/// How many openings the page lists.
const MOST_OPENINGS: usize = 40;
/// How many points a line has; more can't be seen.
const MOST_POINTS: usize = 400;

/// Writes the report into a folder; gives the page.
pub fn write(
    folder: &Path,
    store: &Store,
    plan: &Plan,
    closing: &Closing,
) -> anyhow::Result<PathBuf> {
    let games = store.games(&Filter::default())?;
    let games: Vec<_> = games.into_iter().filter(|game| game.contest_place.is_some()).collect();
    let plots = [
        ("ratings", ratings(plan, closing)),
        ("over-time", over_time(plan, closing.standings.results())),
        ("times", times(plan, store)?),
    ];
    let setup = plan.setup().map_err(usage)?;
    let start = GamePosition::new(setup.clone(), Vec::new()).play().map_err(anyhow::Error::msg)?;
    let title = title(plan);
    let summary = format!(
        "{} games of {} on {size}x{size}; {}; seed {}.",
        closing.standings.games,
        plan.game,
        plan.time,
        plan.seed,
        size = plan.size
    );
    let data = json!({
        "size": plan.size,
        "start": start.initial.board(),
        "names": plan.names(),
        "games": games.iter().filter_map(|game| game_data(plan, &setup, game)).collect::<Vec<_>>(),
    });
    let gaps: [(&str, &str); 12] = [
        ("head", &html::head(&title)),
        ("title", &escape(&title)),
        ("summary", &escape(&summary)),
        ("tables", &escape_lines(&Overview::new(plan, closing, store)?.to_text())),
        ("ratings", &plots[0].1),
        ("over_time", &plots[1].1),
        ("times", &plots[2].1),
        ("openings", &openings(plan, &games)),
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

fn escape_lines(text: &str) -> String {
    text.lines().map(|line| escape(line) + "\n").collect()
}

fn game_data(plan: &Plan, setup: &GameSetup, game: &GameSummary) -> Option<Value> {
    let winner = game.ending.winner().map(|side| game.names[side].as_str());
    let discs = format!("{} : {}", game.discs.black, game.discs.white);
    let result = match (&game.ending, winner) {
        (Ending::Forfeit { by, word, .. }, _) => {
            format!("{} loses by {word}", game.names[*by])
        }
        (Ending::Void { .. }, _) => return None,
        (_, Some(winner)) => format!("{winner} wins {discs}"),
        (_, None) => format!("draw {discs}"),
    };
    Some(json!({
        "id": game.id.0,
        "black": plan.entrant(&game.names.black)?,
        "white": plan.entrant(&game.names.white)?,
        "moves": game.moves,
        "boards": boards(setup, &game.moves),
        "result": result,
    }))
}

/// The boards of a game that the page can't play by itself.
fn boards(setup: &GameSetup, moves: &str) -> Option<Vec<String>> {
    if setup.position().is_some() {
        return None;
    }
    let moves = Move::sequence(moves).ok()?;
    let played = GamePosition::new(setup.clone(), moves).play().ok()?;
    Some(played.views().iter().map(View::board).collect())
}

fn ratings(plan: &Plan, closing: &Closing) -> String {
    let names = plan.names();
    let rated = rate(&names, &closing.standings, plan.anchor.as_ref());
    let rows = rated.table.iter().filter(|row| row.games > 0);
    let bars: Vec<_> = rows
        .map(|row| Bar {
            name: names[row.player].clone(),
            value: row.rating,
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

/// How long each player took for its moves in the course of a game.
fn times(plan: &Plan, store: &Store) -> anyhow::Result<String> {
    let mut lines: Vec<Line> = Vec::new();
    for time in store.move_times()? {
        let point = (f64::from(time.ply) + 1.0, time.mean.as_secs_f64() * 1000.0);
        match lines.iter_mut().find(|line| line.name == time.name) {
            Some(line) => line.points.push(point),
            None => lines.push(Line { name: time.name, points: vec![point] }),
        }
    }
    Ok(plots::lines("mean time of a move, ms", "move", &plan.names(), &lines))
}

/// What came of each opening, the most frequent first.
fn openings(plan: &Plan, games: &[GameSummary]) -> String {
    let mut counts: HashMap<String, [u64; 3]> = HashMap::new();
    for game in games {
        let won = match (&game.ending, game.ending.winner()) {
            (Ending::Void { .. }, _) => continue,
            (_, Some(Colour::Black)) => 0,
            (_, None) => 1,
            (_, Some(Colour::White)) => 2,
        };
        counts.entry(opening(plan, &game.moves)).or_default()[won] += 1;
    }
    let mut rows: Vec<_> = counts.into_iter().collect();
    rows.sort_by_key(|(moves, counts)| (u64::MAX - counts.iter().sum::<u64>(), moves.clone()));
    let row = |(moves, [black, drawn, white]): &(String, [u64; 3])| {
        let games = black + drawn + white;
        format!(
            "<tr><td>{}</td><td>{games}</td><td>{black}</td><td>{drawn}</td><td>{white}</td></tr>",
            escape(moves)
        )
    };
    rows.iter().take(MOST_OPENINGS).map(row).collect()
}

/// The moves that came before the players', or the first ones where there were none.
fn opening(plan: &Plan, moves: &str) -> String {
    let plies = match &plan.openings {
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
