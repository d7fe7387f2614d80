//! Contests afterwards: their standings, rounds and brackets, what is printed when they are interrupted, what is
//! salvaged of a damaged file, and ratings over several files.

use std::fs;
use std::process::{Command, Stdio};

use crate::common::{World, wait_until};
use crate::contests::{args, count, first, last, results};
use othello_store::{Filter, Store};
use serde_json::Value;

/// A tournament of four under a seed, with its result as JSON.
fn tournament(world: &World, kind: &str) -> Value {
    let last = last(world);
    let words = format!(
        "tournament Simple Random {last} Other={last} Third={last} --kind {kind} --games 4 -q --file {kind}.db"
    );
    world.run(args(&words)).exits(0);
    let shown = world.run(["contest", "show", &format!("{kind}.db"), "--json"]).exits(0).out;
    serde_json::from_str(&shown).unwrap()
}

#[test]
fn a_swiss_contest_is_ordered_by_its_own_points_and_shows_its_rounds() {
    let world = World::new();
    let result = tournament(&world, "swiss");
    let standings = result["standings"].as_array().unwrap();
    let points: Vec<f64> = standings.iter().map(|row| row["points"].as_f64().unwrap()).collect();
    assert!(points.is_sorted_by(|one, next| one >= next), "{points:?}");
    // Three rounds, each with two meetings of four games and one round without an opponent, which is worth four.
    assert!((points.iter().sum::<f64>() - 36.0).abs() < 1e-9, "{points:?}");
    let byes: u64 = standings.iter().map(|row| row["byes"].as_u64().unwrap()).sum();
    assert_eq!((byes, result["rounds"].as_array().unwrap().len()), (3, 3));
    let text = world.run(["contest", "show", "swiss.db"]).exits(0).out;
    assert!(text.contains("Buchholz") && text.contains("has no opponent"), "{text}");
    let first = standings[0]["name"].as_str().unwrap();
    let row = text.lines().find(|line| line.starts_with(" 1 ")).unwrap();
    assert!(row.contains(first), "{text}");
    assert!(text.contains(&format!(" 1 {first}")), "the crosstable: {text}");
}

#[test]
fn a_knockout_is_ordered_by_how_far_each_came_and_draws_its_bracket() {
    let world = World::new();
    let result = tournament(&world, "knockout");
    let rounds = result["rounds"].as_array().unwrap();
    let last = &rounds.last().unwrap()["meetings"][0];
    let standings = result["standings"].as_array().unwrap();
    assert_eq!(standings[0]["name"], last["winner"]);
    assert!(last["players"].as_array().unwrap().contains(&standings[1]["name"]));
    assert_eq!((&standings[1]["place"], &standings[2]["place"]), (&2.into(), &3.into()));
    let text = world.run(["contest", "show", "knockout.db"]).exits(0).out;
    world.run(["contest", "show", "knockout.db", "--report", "out"]).exits(0);
    let page = fs::read_to_string(world.path("out/index.html")).unwrap();
    for part in ["winner", "out in the final", "semifinals", "--+"] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    // The page has it as lists, and the text beside.
    assert_eq!(page.matches("--+").count(), text.matches("--+").count());
    let bracket = page.split_once(r#"<ol class="bracket">"#).unwrap().1;
    let bracket = bracket.split_once("</ol></div>").unwrap().0;
    for column in ["<h3>semifinals</h3>", "<h3>final</h3>", "<h3>winner</h3>"] {
        assert!(bracket.contains(column), "no {column} in {bracket}");
    }
    let winner = standings[0]["name"].as_str().unwrap();
    assert!(
        bracket.ends_with(&format!("<ol><li><p><b>{winner}</b></p></li></ol></li>")),
        "{bracket}"
    );
}

#[test]
fn what_is_shown_of_a_file_is_what_was_printed_at_the_end() {
    let world = World::new();
    let wrong = world.file("wrong.cypher", "// Wrong\nMATCH (cell:Cell) RETURN cell");
    let words = format!("tournament Simple Random {wrong} --games 4 --file m.db");
    let ended = world.run(args(&words)).exits(0).out;
    let shown = world.run(["contest", "show", "m.db"]).exits(0).out;
    assert!(shown.starts_with("a round robin of 3 players: othello on 6x6"), "{shown}");
    assert!(shown.ends_with(&ended), "{shown}\nand at the end:\n{ended}");
    // The player that lost early is asked again by what is printed.
    let command =
        shown.lines().find_map(|line| line.trim().strip_prefix("ask it again: ")).unwrap();
    let command = command.strip_prefix("othello-host ").unwrap();
    let words: Vec<_> = command.split(' ').map(|word| word.trim_matches('\'')).collect();
    assert!(world.run(words).exits(0).out.contains("rows"));
    let listed = world.run(["contest", "list", "."]).exits(0).out;
    assert!(
        listed.contains("m.db") && listed.contains("12/12") && listed.contains("over"),
        "{listed}"
    );
    world.file("no.db", "nothing");
    world.run(["contest", "show", "no.db"]).exits(1).says("is not a file of games");
    world.run(["contest", "show", "none.db"]).exits(1).says("there is no file none.db");
}

#[cfg(unix)]
#[test]
fn an_interrupted_contest_prints_where_it_stands_and_how_it_goes_on() {
    let world = World::new();
    let words = args("match Simple Random --games 2000 -q -j 2 --file m.db");
    let mut child = world.command();
    child.args(&words).stdout(Stdio::piped()).stderr(Stdio::piped());
    let child = child.spawn().unwrap();
    wait_until("some games are finished", || count(&world.path("m.db")) > 3);
    let id = child.id().to_string();
    // Twice at once, as "timeout" does; a second one of somebody in a hurry would come later.
    assert!(Command::new("kill").args(["-INT", &id, &id]).status().unwrap().success());
    let output = child.wait_with_output().unwrap();
    let out = String::from_utf8(output.stdout).unwrap();
    assert_eq!(output.status.code(), Some(130), "{out}");
    assert!(out.starts_with("Simple against Random: "), "{out}");
    assert!(
        out.contains("of 2,000 games are played; go on with: othello-host tournament resume m.db"),
        "{out}"
    );
    // What was being played when it was interrupted is nobody's loss.
    assert!(!out.contains("forfeit") && !out.contains("loses"), "{out}");
    let shown = world.run(["contest", "show", "m.db"]).exits(0).out;
    assert!(shown.ends_with(&out), "{shown}\nand when it was interrupted:\n{out}");
    assert!(world.run(["contest", "list", "m.db"]).exits(0).out.contains("interrupted"));
}

#[test]
fn a_damaged_contest_is_repaired_and_goes_on_to_the_same_end() {
    let world = World::new();
    let (first, last) = (first(&world), last(&world));
    let words = format!("match {first} {last} --games 60 -q --file m.db");
    world.run(args(&words)).exits(0);
    let whole = results(&world.path("m.db"));
    let mut bytes = fs::read(world.path("m.db")).unwrap();
    let middle = bytes.len() / 2 / 4096 * 4096;
    bytes[middle..middle + 8192].fill(0x5a);
    fs::write(world.path("m.db"), &bytes).unwrap();
    let ran = world.run(["contest", "repair", "m.db"]).exits(0);
    assert!(ran.out.contains("copied to m-repaired.db"), "{}", ran.out);
    assert!(ran.out.contains("tournament resume m-repaired.db"), "{}", ran.out);
    world.run(["tournament", "resume", "m-repaired.db", "-q"]).exits(0);
    assert_eq!(results(&world.path("m-repaired.db")), whole);
    world.run(["contest", "repair", "m.db"]).exits(1).says("m-repaired.db exists already");
    // Of one that is cut it is said how much of it is there, and how many games are lost or are at least.
    let whole_again = fs::read(world.path("m-repaired.db")).unwrap();
    fs::write(world.path("cut.db"), &whole_again[..whole_again.len() * 3 / 4]).unwrap();
    let ran = world.run(["contest", "repair", "cut.db"]).exits(0).out;
    let number = |line: &str, before: &str| -> usize {
        let words = line.strip_prefix(before).unwrap_or_else(|| panic!("{before}: {ran}"));
        words.trim_start_matches("at least ").split(' ').next().unwrap().parse().unwrap()
    };
    let line = |begin: &str| ran.lines().find(|line| line.starts_with(begin)).unwrap_or_default();
    let there = number(ran.lines().next().unwrap(), "");
    assert!(there < 60 && line("the file is cut: ").ends_with(" pages are there"), "{ran}");
    let of_plan = format!("of the 60 games of its plan {there} are there");
    assert_eq!(line("of the "), of_plan, "{ran}");
    let lost = line("lost: ");
    match lost.strip_prefix("lost: what games there were behind") {
        Some(_) => {}
        None if lost.contains("at least") => assert!(number(lost, "lost: ") <= 60 - there, "{ran}"),
        None => assert_eq!(number(lost, "lost: "), 60 - there, "{ran}"),
    }
    world.run(["tournament", "resume", "cut-repaired.db", "-q"]).exits(0);
    assert_eq!(results(&world.path("cut-repaired.db")), whole);
    // What is lost is the plan, where that is lost, and all where nothing is left.
    let mut without = fs::read(world.path("m-repaired.db")).unwrap();
    let at = without.windows(7).rposition(|seven| seven == b"\"pairs\"").unwrap() / 4096 * 4096;
    without[at..at + 4096].fill(0);
    fs::write(world.path("planless.db"), &without).unwrap();
    let ran = world.run(["contest", "repair", "planless.db"]).exits(0).out;
    assert!(ran.contains("lost: the plan") && !ran.contains("nothing of what"), "{ran}");
    fs::write(world.path("head.db"), &bytes[..4096]).unwrap();
    world.run(["contest", "repair", "head.db"]).exits(1).says("nothing can be read of head.db");
    world.run(["contest", "repair", "."]).exits(1).says(". is a folder");
    world.run(["contest", "show", "."]).exits(1).says(". is a folder");
}

#[test]
fn games_that_were_played_before_prove_nothing_and_end_a_test() {
    let world = World::new();
    let (first, last) = (first(&world), last(&world));
    world.file("two.txt", "d5c5\ne4e3\n");
    let words = format!(
        "match {first} {last} --size 6 --openings two.txt --games 600 --sprt elo0=0 elo1=5 -q --file m.db --seed 1"
    );
    let ran = world.run(words.split_whitespace()).exits(0);
    assert!(
        ran.out.contains("never will") && ran.out.contains("2 of them different"),
        "{}",
        ran.out
    );
    // Random openings never run out: where all positions were taken, they become longer.
    let words =
        format!("match {first} {last} --size 6 --openings random:1 --games 60 -q --file r.db");
    world.run(words.split_whitespace()).exits(0);
    let games: std::collections::HashSet<_> =
        results(&world.path("r.db")).into_iter().map(|game| game.3).collect();
    assert!(games.len() > 30, "{} different games", games.len());
}

#[test]
fn a_comparison_ends_with_the_positions_where_the_new_version_chose_worse() {
    let world = World::new();
    let (first, last) = (first(&world), last(&world));
    let words = format!("compare {first} {last} --gain 400 -q --games 100 --file m.db");
    let out = world.run(args(&words)).exits(0).out;
    let line = out.lines().find(|line| line.contains("chose differently in one position"));
    assert!(line.is_some_and(|line| line.contains("last and first")), "{out}");
    assert!(out.contains("the slowest moves:") && out.contains("history rerun"), "{out}");
    // What is printed asks the new version again, and it chooses as it did.
    let mut lines = out.lines().skip_while(|line| !line.contains(": last plays "));
    let told = lines.next().unwrap();
    let square = told.split("last plays ").nth(1).unwrap().split(' ').next().unwrap();
    let command = lines.next().unwrap().trim().strip_prefix("othello-host ").unwrap();
    let asked = world.run(command.split(' ')).exits(0).out;
    assert!(asked.contains(&format!("{square} is legal")), "{told}: {asked}");
}

#[test]
fn a_comparison_says_in_words_what_the_new_version_does_wrong() {
    let world = World::new();
    let wrong =
        world.file("wrong.cypher", "// wrong: a corner\nMATCH (cell:Cell) RETURN cell LIMIT 1");
    let out = world.run(args(&format!("compare Simple {wrong} -q --games 8"))).exits(0).out;
    let told = "the new version lost 8 games by its own faults (illegal-move 8): mend those first";
    assert!(out.contains(told) && out.contains("looks weaker"), "{out}");
    // Both have been given one name.
    let words = format!("compare Bot=Simple Bot={wrong} -q --games 2");
    let out = world.run(args(&words)).exits(0).out;
    assert!(out.starts_with("new against old: 0 of 2 points"), "{out}");
}

#[test]
fn a_player_has_a_record_by_version_opponent_fault_and_time() {
    let world = World::new();
    let own = world.file("own.cypher", &fs::read_to_string(first(&world)).unwrap());
    let own = format!("own={own}");
    let words = ["match", &own, "Random", "--size", "6", "-q", "--games"];
    world.run(words.iter().copied().chain(["8", "--file", "a.db"])).exits(0);
    world.file("own.cypher", "// own\nMATCH (cell:Cell) RETURN cell");
    world.run(words.iter().copied().chain(["4", "--file", "b.db"])).exits(0);
    world.run(["history", "import", "a.db", "b.db"]).exits(0);
    let text = world.run(["history", "stats", "own", "--page", "own.html"]).exits(0).out;
    let page = fs::read_to_string(world.path("own.html")).unwrap();
    for part in ["Elo over time", "<td>many-records</td><td>4</td>", "history rerun", "</html>"] {
        assert!(page.contains(part), "no {part:?} in {page}");
    }
    assert!(!page.contains("{{"), "{page}");
    for part in [
        "othello 6x6, standard start",
        "after 8 games",
        "many-records",
        "ask it again: othello-host query",
        "history rerun",
    ] {
        assert!(text.contains(part), "no {part:?} in {text}");
    }
    let stats: Value =
        serde_json::from_str(&world.run(["history", "stats", "own", "--json"]).exits(0).out)
            .unwrap();
    let versions = stats["versions"].as_array().unwrap();
    assert_eq!(
        (versions.len(), &versions[0]["games"], &versions[1]["games"]),
        (2, &8.into(), &4.into())
    );
    assert_ne!(versions[0]["hash"], versions[1]["hash"]);
}

#[test]
fn openings_come_from_positions_and_from_the_first_moves_of_games() {
    let world = World::new();
    let words = "match Simple Random --size 6 --seed 3 --games 4 -q --file a.db --export ggf";
    world.run(words.split(' ')).exits(0);
    let from = |openings: &str, file: &str| {
        let words = format!("match Simple Random --size 6 -q --openings {openings} --file {file}");
        world.run(words.split(' '))
    };
    from("a.ggf", "b.db").exits(2).says("it is a whole game; write a.ggf:8 for its first 8 plies");
    from("a.ggf:4", "c.db").exits(0);
    let (before, after) = (results(&world.path("a.db")), results(&world.path("c.db")));
    assert!(
        after.len() >= 4
            && after.iter().all(|game| before.iter().any(|one| one.3[..8] == game.3[..8]))
    );
    world
        .run([
            "history", "export", "--all", "-f", "obf", "--after", "6", "-o", "p.obf", "--file",
            "a.db",
        ])
        .exits(0);
    from("p.obf", "d.db").exits(0);
    let store = Store::open_existing(&world.path("d.db")).unwrap();
    let games = store.games(&Filter::default()).unwrap();
    let boards: std::collections::HashSet<_> =
        games.iter().map(|game| game.position.clone().unwrap()).collect();
    assert_eq!(games.len(), 2 * boards.len());
    let text = fs::read_to_string(world.path("p.obf")).unwrap();
    assert!(boards.iter().all(|board| text.contains(board.as_str())), "{boards:?}");
    world.run(["contest", "show", "d.db", "--report", "out"]).exits(0);
    world
        .run("match Simple Random -q --openings p.obf --file e.db".split(' '))
        .exits(2)
        .says("add --size 6");
    // A position need not say who is to move, nor stand in a line of its own system.
    let board = text.split(' ').next().unwrap();
    world.file("bare.obf", &format!("\u{feff}% one\r\n{board};\r\n{board} X;\r\n"));
    from("bare.obf", "f.db").exits(0);
    assert_eq!(results(&world.path("f.db")).len(), 2);
}

#[test]
fn ratings_belong_to_a_game_a_board_a_start_and_a_version() {
    let world = World::new();
    let own = world.file("own.cypher", &fs::read_to_string(first(&world)).unwrap());
    world
        .run(["match", &own, "Random", "--size", "4", "--games", "4", "-q", "--file", "a.db"])
        .exits(0);
    world
        .run(["match", &own, "Random", "--size", "6", "--games", "6", "-q", "--file", "b.db"])
        .exits(0);
    let other = fs::read_to_string(last(&world)).unwrap();
    world.file("own.cypher", &other);
    world
        .run(["match", &own, "Random", "--size", "6", "--games", "8", "-q", "--file", "c.db"])
        .exits(0);
    let files = ["--file", "a.db", "--file", "b.db", "--file", "c.db"];
    let tables = |more: &[&str]| -> Vec<Value> {
        let ran = world.run(["ratings", "--json"].iter().chain(&files).chain(more)).exits(0);
        serde_json::from_str(&ran.out).unwrap()
    };
    let all = tables(&[]);
    assert_eq!((&all[0]["size"], &all[0]["games"]), (&6.into(), &14.into()));
    assert_eq!((&all[1]["size"], &all[1]["games"]), (&4.into(), &4.into()));
    assert_eq!(all[0]["ratings"].as_array().unwrap().len(), 3, "{all:?}");
    let hashes: std::collections::HashSet<_> =
        all[0]["ratings"].as_array().unwrap().iter().map(|row| row["hash"].to_string()).collect();
    assert_eq!(hashes.len(), 3);
    assert_eq!(tables(&["--size", "4"]).len(), 1);
    let text = world.run(["ratings"].iter().chain(&files)).exits(0).out;
    assert!(text.starts_with("othello 6x6, standard start: 14 games\n"), "{text}");
}
