//! The checker of players, with a judge who knows two positions.
#![allow(clippy::unwrap_used)]

mod common;

use common::{STANDARD, cc, finder, runner, shipped};
use othello_player_api::{About, Query, Round, Symbol};
use othello_players::check::{Board, Check, Demands, FileReport, Judge, Outcome, check};
use std::path::Path;
use std::time::Duration;

/// Knows the first position of Othello, and what it likes in a query.
struct Likes(&'static str);

impl Judge for Likes {
    fn boards(&self, about: &About) -> Vec<Board> {
        let board = Board { game: "othello".into(), size: 8, start: "standard".into() };
        if about.can_play("othello", 8, "standard") { vec![board] } else { Vec::new() }
    }

    fn rounds(&self, _board: &Board, count: usize) -> Vec<Round> {
        let round = |at: usize| {
            let mut round = Round::default();
            round.symbol = if at.is_multiple_of(2) { Symbol::X } else { Symbol::O };
            round.ply = at as u32;
            round.position = Some(STANDARD.into());
            round.moves = Some(vec!["f5".into(); at % 2]);
            round
        };
        (0..2 * count).map(round).collect()
    }

    fn pass(&self, query: &Query) -> Result<(), String> {
        if query.cypher.contains("CREATE") { Err("it writes".into()) } else { Ok(()) }
    }

    fn judge(&self, _: &Round, query: &Query, _: Duration) -> Result<String, String> {
        let liked = query.cypher.contains(self.0);
        if liked { Ok("d3".into()) } else { Err("a2 is not legal".into()) }
    }

    fn judge_elsewhere(&self, _round: &Round, query: &Query) -> Option<Result<String, String>> {
        let there = if query.cypher.contains("rand") { "c4" } else { "d3" };
        Some(Ok(there.into()))
    }
}

fn checked(file: &Path, judge: &dyn Judge) -> FileReport {
    let folder = tempfile::tempdir().unwrap();
    let demands = Demands { rounds: 10, endurance: 300, ..Demands::default() };
    check(&runner(), &finder(folder.path()), file, judge, demands, &|_| {})
}

fn found<'a>(report: &'a FileReport, name: &str) -> &'a Check {
    let mut all = report.checks.iter().chain(report.players.iter().flat_map(|one| &one.checks));
    all.find(|check| check.name.contains(name)).unwrap_or_else(|| panic!("no {name}: {report:?}"))
}

fn c_player(body: &str) -> (tempfile::TempDir, std::path::PathBuf) {
    let folder = tempfile::tempdir().unwrap();
    let library = folder.path().join("player.so");
    let source = format!(
        "#include <stdlib.h>\n#include <string.h>\n#include <sys/socket.h>\n\
         #include \"othello_player.h\"\n\
         uint32_t othello_abi(void) {{ return OTHELLO_ABI; }}\n\
         void get_cypher_for_round(void *self, const char *round, size_t length,\n\
         othello_emit emit, void *context) {{ {body} emit(context, \"RETURN cell\", 11); }}\n"
    );
    cc(&source, &[], &library);
    (folder, library)
}

#[test]
fn a_good_library_passes_every_check() {
    let report = checked(&shipped("simple"), &Likes("RETURN cell"));
    assert!(report.is_good(), "{report:#?}");
    assert!(found(&report, "exports").detail.starts_with("a root module, othello_abi"));
    assert_eq!(found(&report, "plays othello on 8x8").outcome, Outcome::Passed);
    assert!(found(&report, "plays othello").detail.starts_with("20 legal moves; median "));
    for name in [
        "speaks the host's language",
        "keeps its deadline",
        "pass the front end",
        "the same on the embedded engine and on Neo4j",
        "answers the same again",
        "keeps its memory",
        "as blind",
        "second game",
    ] {
        assert_eq!(found(&report, name).outcome, Outcome::Passed, "{name}");
    }
    assert!(found(&report, "C library").detail.starts_with("glibc 2."));
    let json = serde_json::to_value(&report).unwrap();
    assert_eq!(json["players"][0]["checks"][0]["outcome"], "passed");
}

#[test]
fn an_illegal_move_fails_with_its_place() {
    let report = checked(&shipped("simple"), &Likes("something else"));
    let check = found(&report, "plays othello");
    assert_eq!(check.outcome, Outcome::Failed);
    assert_eq!(check.detail, "a2 is not legal; for X in the first move");
    assert!(!report.is_good());
}

#[test]
fn a_crash_is_a_result_and_not_the_checkers_own() {
    let (_folder, library) = c_player("abort();");
    let report = checked(&library, &Likes("RETURN"));
    assert_eq!(found(&report, "plays othello").outcome, Outcome::Crashed);
    assert!(!report.is_good());
    let (_folder, broken) = c_player("");
    std::fs::write(&broken, "no library").unwrap();
    let report = checked(&broken, &Likes("RETURN"));
    assert_eq!(found(&report, "loads").outcome, Outcome::Failed);
}

#[test]
fn a_leak_and_a_useless_import_are_warnings() {
    let (_folder, library) = c_player(
        "static void *volatile bite; bite = malloc(1 << 17); if (!bite) socket(1, 1, 1);
         memset(bite, 1, 1 << 17);",
    );
    let report = checked(&library, &Likes("RETURN"));
    assert_eq!(found(&report, "keeps its memory").outcome, Outcome::Warned, "{report:#?}");
    assert_eq!(found(&report, "imports").outcome, Outcome::Warned);
    assert!(found(&report, "imports").detail.contains("socket"));
    assert_eq!(found(&report, "says what it is").outcome, Outcome::Warned);
    assert!(report.is_good(), "warnings are no failures");
}
