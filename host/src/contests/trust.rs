//! A contest's file may come from anybody, and its plan names what is begun, sent to and let pass. Nothing of that
//! happens on the file's word, but where this user has begun a contest of the same, or says that they trust it.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use othello_arena::contest::{DatabaseAddress, Entrant, Plan};
use othello_rules::text::one_line;
use serde_json::json;

use super::RunOptions;
use super::messages;
use crate::confirm;
use crate::folders;
use crate::players::begun_by;

/// The file with the marks of what this user has begun, in the folder for data.
const BEGUN: &str = "begun-contests";
/// How long it may be; then the older half goes.
const LONGEST: u64 = 1 << 20;
/// How long a mark is with the end of its line.
const MARK: usize = 65;
/// How much is shown of what a plan names.
const LONGEST_SHOWN: usize = 200;
const MOST_SHOWN: usize = 8;

/// The flag by which a user says that they trust a file.
pub const FLAG: &str = "--trust-file";

/// Refuses a file that names what nobody here has begun, unless the user says or has said that it may.
pub fn check(plan: &Plan, path: &Path, run: &RunOptions) -> anyhow::Result<()> {
    let on_its_servers = run.servers.is_none() && run.over.is_none();
    let named = named_by(plan, on_its_servers);
    if named.is_empty() || run.trusts_file || is_known(plan) {
        return Ok(());
    }
    let all = shown(&named);
    if confirm::is_possible() {
        tell!("{} names what this user has not begun before:\n  {}\n", path.display(), all);
        if confirm::confirm("go on with that?") {
            remember(plan);
            return Ok(());
        }
    }
    let again = [&[FLAG.to_owned()], run.again.as_slice()].concat();
    bail!(
        "{} names {all}, and a contest's file may come from anybody: nothing is begun or sent to on its word; if you \
         trust it: {}",
        path.display(),
        messages::resume(path, &again)
    )
}

/// Keeps in mind what a user has begun themselves, so that they can go on with it.
pub fn remember(plan: &Plan) {
    // Where it can't be kept they are asked when they go on.
    if !named_by(plan, true).is_empty()
        && let Ok(path) = begun()
    {
        let _ = add(&path, &mark(plan));
    }
}

/// What of a plan is not just a player in its jail.
fn named_by(plan: &Plan, on_its_servers: bool) -> Vec<String> {
    let entrants = plan.entrants.iter();
    let programs = entrants.filter_map(|Entrant { spec, .. }| Some((begun_by(spec)?, spec)));
    let mut named: Vec<_> = programs.map(|(what, spec)| format!("{what}, {spec}")).collect();
    if on_its_servers {
        named.extend(plan.databases.iter().map(|one| format!("a server, {}", one.uri)));
    }
    if plan.trust_queries {
        named.push("queries that nobody looks at before they run".to_owned());
    }
    named.extend(plan.allow.iter().map(|name| format!("the procedure {name} for all queries")));
    named
}

fn shown(named: &[String]) -> String {
    let short = |text: &String| one_line(text).chars().take(LONGEST_SHOWN).collect::<String>();
    let mut all: Vec<_> = named.iter().take(MOST_SHOWN).map(short).collect();
    if named.len() > MOST_SHOWN {
        all.push(format!("and {} more", named.len() - MOST_SHOWN));
    }
    all.join("; ")
}

/// What tells a plan from others that begin anything else.
fn mark(plan: &Plan) -> String {
    let Plan { entrants, databases, allow, trust_queries, .. } = plan;
    let specs: Vec<_> = entrants.iter().map(|Entrant { spec, .. }| spec).collect();
    let place = |one: &DatabaseAddress| json!([one.uri, one.user, one.database, one.ca]);
    let places: Vec<_> = databases.iter().map(place).collect();
    let all = json!([specs, places, allow, trust_queries]);
    othello_players::sha256_of(all.to_string().as_bytes())
}

fn is_known(plan: &Plan) -> bool {
    let known = begun().ok().and_then(|path| read(&path).ok()).unwrap_or_default();
    let mark = mark(plan);
    known.lines().any(|line| line == mark)
}

fn begun() -> anyhow::Result<PathBuf> {
    Ok(folders::data()?.join(BEGUN))
}

fn read(path: &Path) -> io::Result<String> {
    let mut text = String::new();
    File::open(path)?.take(2 * LONGEST).read_to_string(&mut text)?;
    Ok(text)
}

fn add(path: &Path, mark: &str) -> io::Result<()> {
    if let Some(folder) = path.parent() {
        fs::create_dir_all(folder)?;
    }
    let known = read(path).unwrap_or_default();
    if known.lines().any(|line| line == mark) {
        return Ok(());
    }
    if known.len() as u64 > LONGEST {
        let lines = known.len() / MARK;
        let newer: String = known.lines().skip(lines / 2).flat_map(|line| [line, "\n"]).collect();
        othello_players::write_whole(path, newer.as_bytes())?;
    }
    let mut file = OpenOptions::new().create(true).append(true).open(path)?;
    file.write_all(format!("{mark}\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_was_begun_is_kept_once_and_the_oldest_goes_where_it_is_too_much() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("data/begun");
        let mark = |number: usize| format!("{number:064x}");
        for number in [1, 2, 1, 2] {
            add(&path, &mark(number)).unwrap();
        }
        assert_eq!(read(&path).unwrap(), format!("{}\n{}\n", mark(1), mark(2)));
        let many: String = (0..17_000).flat_map(|number| [mark(number), "\n".to_owned()]).collect();
        fs::write(&path, many).unwrap();
        add(&path, &mark(20_000)).unwrap();
        let kept = read(&path).unwrap();
        assert_eq!(kept.lines().count(), 8_501);
        assert_eq!(
            (kept.lines().next(), kept.lines().last()),
            (Some(&*mark(8_500)), Some(&*mark(20_000)))
        );
    }
}
