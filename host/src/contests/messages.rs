//! What a contest prints around its tables: how it begins, what was not finished, how to go on.

use std::fmt::Display;
use std::path::Path;

use othello_arena::contest::schedule::Format;
use othello_arena::contest::{DatabaseAddress, Plan, Source, Unfinished};
use othello_arena::whole_number;

use super::options::OverOptions;
use crate::report::command_line;

/// Who plays what, from which openings and in how much time.
pub fn about(plan: &Plan) -> String {
    let names = plan.names();
    let who = match names.as_slice() {
        [one, other] => format!("{one} against {other}"),
        many => format!("{} of {} players", kind(&plan.format), many.len()),
    };
    let openings = match &plan.openings {
        Source::None => "no openings".to_owned(),
        Source::Random(plies) => format!("openings of {plies} random plies"),
        Source::All(plies) => format!("all positions after {plies} plies"),
        Source::Positions(positions) => format!("{} positions from a file", positions.len()),
        Source::Listed(listed) => format!("{} openings from a file", listed.len()),
    };
    let adjudicated = if plan.adjudicate { ", decided games ended early" } else { "" };
    let agreed = plan.agreement.map_or_else(String::new, |agreement| format!(", {agreement}"));
    let own = plan
        .entrants
        .iter()
        .filter_map(|entrant| entrant.clock.map(|clock| format!(", {} {clock}", entrant.name)));
    let clocks: String = own.collect();
    format!(
        "{who}: {} on {size}x{size}, {openings}, seed {}, {}{clocks}{adjudicated}{agreed}",
        plan.game,
        plan.seed,
        plan.time,
        size = plan.size,
    )
}

/// What is played, how many games at once, and in which file.
pub fn introduction(plan: &Plan, workers: usize, path: &Path, resume: &str) -> String {
    let at_once =
        if workers == 1 { "one at a time".to_owned() } else { format!("{workers} at once") };
    format!(
        "{}, {at_once}\nsaved in {}; if it is interrupted: {resume}\n",
        about(plan),
        path.display(),
    )
}

/// What is played over which server, and in which file.
pub fn introduction_over(plan: &Plan, path: &Path, over: &OverOptions, resume: &str) -> String {
    format!(
        "{}, over {}\nsaved in {}; if it is interrupted: {resume}\n",
        about(plan),
        over.server,
        path.display(),
    )
}

/// The command by which a contest goes on, with the words that have to be said again.
pub fn resume(path: &Path, again: &[String]) -> String {
    let file = path.display().to_string();
    let words = ["othello-host", "tournament", "resume", &file].map(str::to_owned);
    command_line(&[&words, again].concat())
}

/// The command that writes the report of a contest into a folder.
pub fn report_command(path: &Path, folder: &Path) -> String {
    let words = [path, Path::new("--report"), folder].map(|word| word.display().to_string());
    let command = ["othello-host", "contest", "show"].map(str::to_owned);
    command_line(&[command, words].concat())
}

/// The kind of a contest in words.
pub fn kind(format: &Format) -> String {
    match format {
        Format::RoundRobin => "a round robin".to_owned(),
        Format::Gauntlet { .. } => "a gauntlet".to_owned(),
        Format::Swiss { rounds: 1 } => "a Swiss contest over one round".to_owned(),
        Format::Swiss { rounds } => format!("a Swiss contest over {rounds} rounds"),
        Format::Knockout => "a knockout".to_owned(),
    }
}

/// Where a contest goes on that began elsewhere or on a server.
pub fn place(began: &[DatabaseAddress], now: &[DatabaseAddress]) -> String {
    let name = |addresses: &[DatabaseAddress]| {
        let names: Vec<_> = addresses
            .iter()
            .map(|DatabaseAddress { uri, database, .. }| match database {
                Some(database) => format!("{database} at {uri}"),
                None => uri.clone(),
            })
            .collect();
        if names.is_empty() { "the embedded engine".to_owned() } else { names.join(", ") }
    };
    match (began == now, now.is_empty()) {
        (true, true) => String::new(),
        (true, false) => format!("goes on where it began: on {}\n", name(now)),
        (false, _) => {
            format!("began on {}, and goes on on {} as you say\n", name(began), name(now))
        }
    }
}

/// Why a contest could not go on, and how it goes on.
pub fn and_resume(error: &dyn Display, resume: &str) -> String {
    format!("{error}\ngo on with: {resume}")
}

/// Why no contest can be begun in a file that holds one.
pub fn there_already(path: &Path, resume: &str) -> String {
    format!(
        "{} holds a contest already; name another file, or go on with that one: {resume}",
        path.display()
    )
}

/// How a contest goes on of which so many games are played.
pub fn unplayed(count: &str, resume: &str) -> String {
    format!("{count}; go on with: {resume}\n")
}

/// What is to be said where more games are played at once than the machine has cores.
pub fn crowded(workers: usize, cores: usize) -> String {
    if workers <= cores {
        return String::new();
    }
    let at_once = if cores == 1 { "1 core".to_owned() } else { format!("{cores} cores") };
    format!(
        "warning: {workers} games at once on {at_once}: players wait for each other, which is not counted as theirs \
         but makes them weaker; --concurrency {cores} gives each a core\n"
    )
}

/// How many games the machine kept waiting, which says something about the machine and not about the result.
pub fn held_up(games: u64) -> String {
    match games {
        0 => String::new(),
        1 => "1 game was held up by the machine; its times say little\n".to_owned(),
        many => format!("{many} games were held up by the machine; their times say little\n"),
    }
}

/// The games that a test's verdict leaves out, since it came before them.
pub fn left_out(games: u64) -> String {
    match games {
        0 => String::new(),
        1 => "1 game came after the verdict and does not count\n".to_owned(),
        many => format!("{} games came after the verdict and do not count\n", whole_number(many)),
    }
}

/// The games that could not be finished.
pub fn unfinished(plan: &Plan, games: &[Unfinished], resume: &str) -> String {
    let names = plan.names();
    let mut text = String::new();
    for game in games.iter().take(10) {
        let (black, white) = (&names[game.players.black], &names[game.players.white]);
        text += &format!("othello-host: no result, {black} against {white}: {}\n", game.reason);
    }
    let count = games.len();
    text += &format!(
        "{count} game{} had no result and do not count; to play them again: {resume}\n",
        if count == 1 { "" } else { "s" },
    );
    text
}
