//! Contests of the real binary: the same result however many games are played at once and however often it is
//! killed, files that nobody else may write to, and what comes out at the end.

use othello_test_support::LEGAL_CELLS;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::common::{World, on_any_machine, wait_for, wait_until};
use othello_rules::records::ggf;
use othello_rules::{Game, Position, Symmetry};
use othello_store::{Filter, Store};
use serde_json::Value;

/// The options of a small contest.
const SMALL: [&str; 6] = ["--size", "6", "--seed", "7", "--openings", "random:4"];

/// Everything that a contest's result is: who played whom, how it went and how it ended, by its number.
pub fn results(file: &Path) -> Vec<(i64, String, String, String, String)> {
    let store = Store::open_existing(file).unwrap();
    let games = store.games(&Filter::default()).unwrap();
    let mut results: Vec<_> = games
        .into_iter()
        .map(|game| {
            let number = game.contest_place.unwrap().0;
            let ending = format!("{:?}", game.ending);
            (number, game.names.black, game.names.white, game.moves, ending)
        })
        .collect();
    results.sort();
    results
}

pub fn args(words: &str) -> Vec<String> {
    words.split_whitespace().map(str::to_owned).chain(SMALL.map(str::to_owned)).collect()
}

/// Blind players in files: one goes to the first legal cell, the other to the last.
pub fn first(world: &World) -> String {
    in_order(world, "first", "cell.row, cell.column")
}

pub fn last(world: &World) -> String {
    in_order(world, "last", "cell.row DESC, cell.column DESC")
}

fn in_order(world: &World, name: &str, order: &str) -> String {
    let query = format!(
        "// {name}: a legal cell by its place\n{LEGAL_CELLS} RETURN cell ORDER BY {order} LIMIT 1"
    );
    world.file(&format!("{name}.cypher"), &query)
}

#[test]
fn a_match_tells_score_elo_and_pairs() {
    let world = World::new();
    let ran = world.run(args("match Simple Random --games 20 --file m.db")).exits(0);
    assert!(ran.out.starts_with("Simple against Random: "), "{}", ran.out);
    for wanted in [" of 20 points", "Elo", "pairs with 0, 1/2, 1, 3/2, 2 points", "draws"] {
        assert!(ran.out.contains(wanted), "no {wanted:?} in {}", ran.out);
    }
    assert!(ran.err.contains("10 s a move, 60 s the first"), "{}", ran.err);
    assert_eq!(results(&world.path("m.db")).len(), 20);
}

#[test]
fn the_same_seed_gives_the_same_contest_however_many_games_are_played_at_once() {
    let world = World::new();
    let last = last(&world);
    for (file, at_once) in [("one.db", "1"), ("many.db", "4")] {
        let words = format!(
            "tournament Simple Random {last} --kind swiss --rounds 2 --games 6 -q --file {file} -j {at_once}"
        );
        world.run(args(&words)).exits(0);
    }
    let one = results(&world.path("one.db"));
    assert_eq!(one.len(), 12);
    assert_eq!(one, results(&world.path("many.db")));
}

#[test]
fn a_contest_that_is_killed_again_and_again_ends_as_one_that_was_not() {
    for kind in ["round-robin", "gauntlet", "swiss", "knockout"] {
        let world = World::new();
        let last = last(&world);
        let words = |file: &str| {
            args(&format!(
                "tournament Simple Random {last} Other={last} --kind {kind} --games 12 -q --file {file} -j 3"
            ))
        };
        world.run(words("whole.db")).exits(0);
        let whole = results(&world.path("whole.db"));

        let broken = world.path("broken.db");
        let mut kills = 0;
        let mut command: Vec<String> = words("broken.db");
        for round in 0.. {
            assert!(round < 200, "{kind}: it never ends");
            let mut child = world
                .command()
                .args(&command)
                .stdout(Stdio::null())
                .stderr(Stdio::piped())
                .spawn()
                .unwrap();
            let before = count(&broken);
            // Later and later, so that each time some games are finished.
            let ended = wait_for("some games are finished", || {
                let ended = child.try_wait().unwrap();
                (ended.is_some() || count(&broken) > before + 3).then_some(ended)
            });
            match ended {
                Some(status) => {
                    let output = child.wait_with_output().unwrap();
                    let err = String::from_utf8_lossy(&output.stderr);
                    assert!(status.success(), "{kind}: {err}");
                    break;
                }
                None => {
                    child.kill().unwrap();
                    child.wait().unwrap();
                    kills += 1;
                }
            }
            command =
                ["tournament", "resume", "broken.db", "-q", "-j", "3"].map(str::to_owned).to_vec();
        }
        assert!(kills >= 2, "{kind}: killed {kills} times");
        assert_eq!(results(&broken), whole, "{kind}");
    }
}

pub fn count(file: &Path) -> usize {
    let Ok(store) = Store::open_existing(file) else { return 0 };
    let mut count = 0;
    store.results(None, |_| count += 1).map_or(0, |()| count)
}

#[test]
fn two_hosts_on_one_file_and_a_second_contest_in_it_are_refused() {
    let world = World::new();
    let words = args("match Simple Random --games 20000 -q -j 1 --file m.db");
    let mut first = world.command().args(&words).stderr(Stdio::null()).spawn().unwrap();
    wait_until("a game is finished", || count(&world.path("m.db")) > 0);
    world.run(["tournament", "resume", "m.db"]).exits(1).says("is in use by another host");
    // Reading is free meanwhile.
    world.run(["ratings", "--file", "m.db"]).exits(0);
    first.kill().unwrap();
    first.wait().unwrap();
    world.run(&words).exits(1).says("tournament resume");
}

#[test]
fn a_forfeit_stops_nothing_and_is_counted_by_its_reason() {
    let world = World::new();
    let wrong = world.file("wrong.cypher", "// Wrong\nMATCH (cell:Cell) RETURN cell");
    let ran = world.run(args(&format!("match Simple {wrong} --games 6 --file m.db"))).exits(0);
    assert!(ran.out.contains("forfeits of Wrong: many-records 6"), "{}", ran.out);
    assert!(ran.out.contains("won every game"), "{}", ran.out);
    assert!(!ran.out.contains("inf") && !ran.out.contains("NaN"), "{}", ran.out);
    // Said as it happens for the first time, and with what to do about it in the end.
    for said in [&ran.err, &ran.out] {
        let told = said.lines().filter(|line| line.contains(" loses to Simple by "));
        assert_eq!(told.count(), 1, "{said}");
    }
}

#[test]
fn a_test_stops_by_itself_with_the_same_verdict_however_many_games_are_played_at_once() {
    let world = World::new();
    let wrong = world.file("wrong.cypher", "// Wrong\nMATCH (cell:Cell) RETURN cell");
    let verdicts = ["1", "4"].map(|at_once| {
        let words = format!(
            "match Simple {wrong} --sprt elo0=0 elo1=100 -q -j {at_once} --file test{at_once}.db"
        );
        on_any_machine(&world.run(args(&words)).exits(0).out)
    });
    assert!(verdicts[0].contains("Simple is stronger than Wrong"), "{}", verdicts[0]);
    assert_eq!(verdicts[0], verdicts[1]);
    let last = last(&world);
    let words = format!("compare {last} Copy={last} --gain 400 -q --games 200");
    let ran = world.run(args(&words)).exits(0);
    assert!(ran.out.contains("Copy is not stronger than last"), "{}", ran.out);
    assert!(ran.out.contains(".db --report report"), "{}", ran.out);
}

#[test]
fn a_prediction_says_how_many_games_a_test_takes_without_playing_any() {
    let world = World::new();
    let ran = world.run(["match", "A", "B", "--sprt", "elo0=0", "elo1=40", "--predict"]).exits(0);
    assert!(ran.out.contains("nine in ten take up to"), "{}", ran.out);
    world.run(["match", "A", "B", "--sprt", "elo0=19"]).exits(2).says("elo0=19 must be less");
    for eaten in [&["--sprt", "Simple", "Random"][..], &["--sprt", "elo0=0", "Simple", "Random"]] {
        let ran = world.run([&["match"][..], eaten].concat()).exits(2);
        ran.says("'Simple' for '--sprt").says("players stand before --sprt");
    }
    world.run(["match", "A", "B", "--sprt", "elo0=x"]).exits(2).says("write elo0=0 elo1=10");
    world.run(["match", "A", "B", "--sprt", "elo1=5000"]).exits(2).says("between -2000 and 2000");
    world.run(["match", "A", "B", "--sprt", "alpha=0.5"]).exits(2).says("between 0 and 0.5");
    let far = ["match", "A", "B", "--sprt", "elo0=0", "elo1=300", "--model", "normalized"];
    let ran = world.run(far.iter().chain(&["--predict"])).exits(0);
    assert!(ran.out.contains("nine in ten take up to") && !ran.out.contains("NaN"), "{}", ran.out);
    let near = ["match", "A", "B", "--sprt", "elo0=0", "elo1=0.01", "--predict"];
    let ran = world.run(near).exits(0);
    assert!(ran.out.contains("2,000,000 games or more"), "{}", ran.out);
}

#[test]
fn a_contest_as_events_is_json_line_by_line() {
    let world = World::new();
    let ran = world.run(args("match Simple Random --games 4 --json --file m.db")).exits(0);
    let events: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let kinds: Vec<_> = events.iter().map(|event| event["event"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["contest", "game", "game", "game", "game", "result"]);
    assert_eq!(events[5]["meetings"][0]["games"], 4);
    assert_eq!(events[5]["ratings"].as_array().unwrap().len(), 2);
}

#[test]
fn a_file_describes_a_tournament_and_the_command_line_has_the_last_word() {
    let world = World::new();
    let last = last(&world);
    let text = format!(
        "players = [\"Simple\", \"Random\", \"{last}\"]\ngames = 8\nsize = 4\nseed = 3\nopenings = \"none\"\n"
    );
    world.file("night.toml", &text);
    let ran = world.run(["tournament", "night.toml", "--games", "2", "--file", "n.db"]).exits(0);
    assert_eq!(results(&world.path("n.db")).len(), 6);
    assert!(ran.out.contains("Random") && ran.out.contains("anchor"), "{}", ran.out);
}

#[test]
fn a_player_has_a_clock_of_its_own_and_options_that_hold_for_each() {
    let world = World::new();
    // It sleeps, so that nothing but itself holds it up.
    let late = world.program("Late", "sleep 30");
    let program = late.strip_prefix("Late=").unwrap();
    let text = format!(
        "players = [\"Simple\", {{player = \"{program}\", name = \"Late\", clock = \"100ms\"}}]\n\
         each = {{clock = \"1m+1s\", margin = 0}}\ngames = 2\nsize = 6\nseed = 3\n"
    );
    world.file("odds.toml", &text);
    world.run(["tournament", "odds.toml", "--file", "o.db", "-q"]).exits(0);
    let lost = |(_, black, white, _, ending): &(i64, String, String, String, String)| {
        let late = if black == "Late" { "Black" } else { "White" };
        assert!(black == "Late" || white == "Late");
        ending.starts_with(&format!("Forfeit {{ by: {late}, word: \"time-out\""))
    };
    assert!(results(&world.path("o.db")).iter().all(lost));
    let shown = world.run(["contest", "show", "o.db"]).exits(0).out;
    assert!(shown.contains("60 s a game and 1 s a move, Late 0.1 s a game"), "{shown}");
    let wrong = world.run(args("match Simple Random --each depth=3")).exits(2).err;
    assert!(wrong.contains("none of these players has an option depth"), "{wrong}");
    let game = world
        .run([&late, "Random", "--black-clock", "100ms", "--margin", "0", "--no-history"])
        .exits(0);
    assert_eq!(game.out, "Random\n");
}

#[test]
fn a_player_resigns_where_both_see_its_game_lost_and_the_user_wants_that() {
    let world = World::new();
    let words = "match Champion:positions=300 Champion:positions=1000 --games 4 --seed 2 -q";
    let words =
        |more: &str| format!("{words} {more}").split(' ').map(str::to_owned).collect::<Vec<_>>();
    world.run(words("--agreement 8x2 --file agreed.db")).exits(0);
    world.run(words("--file played.db")).exits(0);
    let (agreed, played) = (results(&world.path("agreed.db")), results(&world.path("played.db")));
    let resigned = |ending: &str| ending.contains("both players see it lost");
    assert!(agreed.iter().any(|game| resigned(&game.4)), "{agreed:?}");
    for (agreed, played) in agreed.iter().zip(&played) {
        assert!(played.3.starts_with(&agreed.3), "{agreed:?} {played:?}");
        assert!(played.4.starts_with("Played"), "{played:?}");
    }
}

#[test]
fn the_report_is_one_page_with_plots_and_every_game() {
    let world = World::new();
    let words = "tournament Simple Random Evil<b>=Simple --games 4 -q --file m.db --report report";
    world.run(args(words)).exits(0);
    let page = fs::read_to_string(world.path("report/index.html")).unwrap();
    assert!(!page.contains("{{") && !page.contains("<b>"), "gaps or a tag of a player's");
    assert!(
        !page.contains("http://") || !page.replace("http://www.w3.org", "").contains("http://")
    );
    let data = page.split("id=\"data\">").nth(1).unwrap().split("</script>").next().unwrap();
    let data: Value = serde_json::from_str(data).unwrap();
    assert_eq!(data["games"].as_array().unwrap().len(), 12);
    for plot in ["ratings.svg", "over-time.svg", "ratings-over-time.svg", "times.svg"] {
        let svg = fs::read_to_string(world.path("report").join(plot)).unwrap();
        assert!(svg.starts_with("<svg xmlns") && svg.ends_with("</svg>"), "{plot}");
        assert!(page.contains(&svg), "{plot} is not in the page");
    }
}

#[test]
fn exported_games_are_read_by_other_programs() {
    let world = World::new();
    let words =
        "match Simple Random --games 4 -q --file m.db --export ggf --export csv --export json";
    world.run(args(words)).exits(0);
    let text = fs::read(world.path("m.ggf")).unwrap();
    let games: Vec<_> = ggf::read("m.ggf", &text).map(Result::unwrap).collect();
    assert_eq!(games.len(), 4);
    assert!(games.iter().all(|game| game.game.position().is_over()));
    let lines = |name: &str| fs::read_to_string(world.path(name)).unwrap().lines().count();
    assert_eq!((lines("m.csv"), lines("m.jsonl")), (5, 4));
}

#[test]
fn a_contest_is_not_resumed_with_another_player_than_it_began_with() {
    let world = World::new();
    let last = last(&world);
    world.run(args(&format!("match Simple {last} --games 2 -q --file m.db"))).exits(0);
    world.run(["tournament", "resume", "m.db", "-q"]).exits(0);
    world.file("last.cypher", "// Last: another one\nMATCH (cell:Cell) RETURN cell");
    world
        .run(["tournament", "resume", "m.db"])
        .exits(1)
        .says("last is not the player any more with which the contest began");
}

#[test]
fn a_key_is_in_no_file() {
    let world = World::new();
    let leak = world.file(
        "leak.cypher",
        "// Leak\nMATCH (cell:Cell) RETURN cell, $apiKey AS key ORDER BY cell.row LIMIT 1",
    );
    let words = format!("match Simple {leak} --games 2 -q --api-key sk-secret-1 --file m.db");
    let ran = world.run(args(&words)).exits(0);
    assert!(!ran.out.contains("sk-secret-1") && !ran.err.contains("sk-secret-1"));
    for entry in fs::read_dir(world.path("")).unwrap().flatten() {
        if entry.path().is_file() {
            let bytes = fs::read(entry.path()).unwrap();
            let held = bytes.windows(11).any(|window| window == b"sk-secret-1");
            assert!(!held, "{}", entry.path().display());
        }
    }
}

#[test]
fn decided_games_end_early_with_the_same_results() {
    let world = World::new();
    for (file, flag) in [("whole.db", ""), ("early.db", "--adjudicate")] {
        world
            .run(args(&format!("match Simple Random --games 20 -q {flag} --file {file}")))
            .exits(0);
    }
    let (whole, early) = (results(&world.path("whole.db")), results(&world.path("early.db")));
    let same = |(one, other): (&(i64, _, _, String, String), &(i64, _, _, String, String))| {
        one.0 == other.0 && one.4 == other.4 && one.3.starts_with(&other.3)
    };
    assert_eq!(whole.len(), early.len());
    assert!(whole.iter().zip(&early).all(same));
    let length = |games: &[(i64, String, String, String, String)]| -> usize {
        games.iter().map(|game| game.3.len()).sum()
    };
    assert!(length(&early) < length(&whole));
}

#[test]
fn wrong_usage_says_the_way_out() {
    let world = World::new();
    world.run(args("match Simple Random --games 3")).exits(2).says("write 2 or 4");
    world.run(args("match Simple Human")).exits(2).says("Human is a person");
    world.run(args("tournament Simple")).exits(2).says("two players or more");
    world
        .run(args("match Simple Random --sprt elo0=0,elo1=0.001"))
        .exits(2)
        .says("nearly the same");
    world.run(["match", "Simple", "Random", "--openings", "book"]).exits(2).says("random:6, all:4");
    world.run(["tournament", "resume", "none.db"]).exits(1).says("there is no file");
    world
        .run(args("match Simple Random --anchor Edge=3"))
        .exits(2)
        .says("no such player takes part; these do: Simple, Random");
}

/// A disk of a hundred kilobytes, where the system lets a test limit a file's size.
#[cfg(target_os = "linux")]
#[test]
fn a_full_disk_loses_nothing_that_was_finished() {
    let world = World::new();
    let (first, last) = (first(&world), last(&world));
    // Blocks of 1,024 bytes; the signal that a shell's limit sends would kill before SQLite can say anything.
    let script = "trap '' XFSZ; ulimit -f 200; exec \"$0\" match first.cypher last.cypher --games 5000 \
                  --size 6 --seed 7 --openings random:4 -q -j 2 --file full.db";
    let template = world.command();
    let mut shell = Command::new("bash");
    shell.arg("-c").arg(script).arg(template.get_program());
    shell.envs(template.get_envs().filter_map(|(name, value)| Some((name, value?))));
    shell.current_dir(world.path(""));
    let output = shell.output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("full.db") && err.contains("tournament resume"), "{err}");
    let kept = results(&world.path("full.db"));
    assert!(kept.len() > 2, "{} games kept", kept.len());
    // Each of them is the game that a contest with room enough plays.
    let games = 2 * (kept.last().unwrap().0 / 2 + 1);
    world.run(args(&format!("match {first} {last} --games {games} -q --file whole.db"))).exits(0);
    let whole = results(&world.path("whole.db"));
    assert!(kept.iter().all(|game| whole.contains(game)), "{kept:?} is not all in {whole:?}");
}

#[test]
fn balanced_openings_are_made_the_same_each_time_and_a_contest_begins_with_them() {
    let world = World::new();
    let make = |more: &str| {
        let words = format!("openings make --plies 6 --depth 4 --within 3 {more}");
        world.run(words.split_whitespace())
    };
    let made = make("--count 12 --seed 2").exits(0).out;
    let lines: Vec<&str> = made.lines().collect();
    assert_eq!(lines.len(), 12);
    assert_eq!(made, make("--count 12 --seed 2").exits(0).out);
    assert_ne!(made, make("--count 12 --seed 3").exits(0).out);
    // No two are the same board, however it is turned.
    let classes: std::collections::HashSet<String> = lines
        .iter()
        .map(|line| {
            let game = Game::from_transcript(Position::default(), line).unwrap();
            assert_eq!(game.moves().len(), 6);
            let turned = Symmetry::ALL.map(|turn| turn.position(*game.position()).board());
            turned.into_iter().min().unwrap()
        })
        .collect();
    assert_eq!(classes.len(), lines.len());
    world.file("even.txt", &made);
    let args = "match Simple Random --openings even.txt --games 6 --file even.db --seed 1 -q";
    world.run(args.split_whitespace()).exits(0);
    for (_, _, _, moves, _) in results(&world.path("even.db")) {
        assert!(lines.iter().any(|line| moves.starts_with(line)), "{moves}");
    }
    let all = "openings make --plies 1 --depth 1 --within 64 --count 2";
    world.run(all.split_whitespace()).exits(1).says("only 1 opening of 1 ply is");
    // A file that is there goes only once there is something to put in its place.
    let other = ["openings", "make", "--game", "tictactoe", "-o", "even.txt"];
    world.run(other).exits(1).says("Othello and Reversi alone");
    let small = ["openings", "make", "--size", "4", "-o", "even.txt"];
    world.run(small).exits(2).says("does not know othello on 4x4").says("--openings random:6");
    assert_eq!(std::fs::read_to_string(world.path("even.txt")).unwrap(), made);
}
