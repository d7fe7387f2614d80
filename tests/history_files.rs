//! Games that leave the history and come into it: records of every format, a page, a picture.

use std::fs;

use crate::common::World;
use crate::history::{HISTORY, history, listed};
use othello_rules::ByColour;
use othello_store::{GameId, GameRecord, Store};
use serde_json::Value;

#[test]
fn games_go_out_and_come_in_again_in_every_format() {
    let world = World::new();
    for seed in ["1", "2"] {
        world.run(["Simple", "Random", "-q", "--seed", seed]).exits(0);
    }
    let before = listed(&world, "");
    for (number, (format, file)) in
        [("json", "g.txt"), ("ggf", "g.dat"), ("transcript", "g.1"), ("wthor", "g.wtb")]
            .iter()
            .enumerate()
    {
        history(&world, &format!("export 1-2 --format {format} -o {file}")).exits(0);
        let other = format!("{number}.db");
        history(&world, &format!("import {file} --file {other}"))
            .exits(0)
            .prints("2 games imported, numbers 1 to 2\n");
        let after = listed(&world, &format!("--file {other}"));
        for (before, after) in before.iter().zip(&after) {
            let same = |key: &str| assert_eq!(before[key], after[key], "{format}: {key}");
            same("winner_colour");
            same("black_discs");
            let plain =
                |game: &Value| game["moves"].as_str().unwrap().trim_end_matches("--").to_owned();
            assert_eq!(plain(before), plain(after), "{format}");
            if *format != "transcript" {
                same("black");
                same("white");
            }
        }
    }
    let whole = |file: &str| {
        let text = history(&world, &format!("show 2 --json --file {file}")).exits(0).out;
        serde_json::from_str::<Value>(&text).unwrap()
    };
    let (kept, taken) = (whole(HISTORY), whole("0.db"));
    for (key, value) in kept.as_object().unwrap() {
        assert!(*value == taken[key], "{key} is not the same");
    }
    assert!(history(&world, "export 1 -f ggf").out.starts_with("(;GM[Othello]PC[Othello Host]"));
    assert_eq!(history(&world, "export --all -f csv").out.lines().count(), 3);
    world.run(["Simple", "Random", "-q", "--size", "6"]).exits(0);
    let most = history(&world, "export --all -f wthor -o most.wtb").exits(1);
    most.says("game 3 can't be written: WTHOR has only games of Othello on 8x8")
        .says("2 games written to most.wtb");
    history(&world, "delete 3 -y").exits(0);
    history(&world, "export 1 -f wthor").exits(2).says("--output games.wtb");
    let position = history(&world, "export 1 -f obf").exits(0).out;
    world.file("p.obf", &position);
    history(&world, "import p.obf --file p.db").exits(0);
    assert_eq!(listed(&world, "--file p.db")[0]["moves"], "");
    history(&world, &format!("import {HISTORY} --file p.db")).exits(0);
    assert_eq!(listed(&world, "--file p.db").len(), 3);
}

#[test]
fn a_file_that_is_imported_again_adds_nothing_and_a_contest_takes_no_games_of_others() {
    let world = World::new();
    for seed in ["1", "2", "2"] {
        world.run(["Simple", "Random", "-q", "--seed", seed]).exits(0);
    }
    for (format, file) in
        [("json", "g.json"), ("ggf", "g.ggf"), ("transcript", "g.txt"), ("wthor", "g.wtb")]
    {
        history(&world, &format!("export --all -f {format} -o {file}")).exits(0);
        let again = format!("import {file} --file {format}.db");
        history(&world, &again).exits(0).prints("3 games imported, numbers 1 to 3\n");
        for _ in 0..2 {
            history(&world, &again)
                .exits(0)
                .prints("0 games imported; 3 games were there before and were skipped\n");
        }
        assert_eq!(listed(&world, &format!("--file {format}.db")).len(), 3);
        // What was played here is there already, under its own date.
        if format != "transcript" {
            let into_history = history(&world, &format!("import {file}")).exits(0).out;
            assert!(
                into_history.starts_with("0 games imported; 3 games"),
                "{format}: {into_history}"
            );
        }
    }
    world.run(["match", "Simple", "Random", "--games", "2", "-q", "--file", "m.db"]).exits(0);
    history(&world, "import g.ggf --file m.db").exits(1).says("m.db holds a contest");
    assert_eq!(listed(&world, "--file m.db").len(), 2);
}

#[test]
fn formats_without_forfeits_say_what_they_leave_out() {
    let world = World::new();
    let wrong = world.file("wrong.cypher", "// Wrong\nMATCH (cell:Cell) RETURN cell");
    world.run([wrong.as_str(), "Random", "-q"]).exits(0);
    world.run(["Random", wrong.as_str(), "-q"]).exits(0);
    let ran = history(&world, "export --all -f transcript").exits(0);
    let ran = ran.says("1 game was ended early; a transcript does not say how: 2");
    let ran = ran
        .says("1 game was over before the first move; a transcript has no line for such a game: 1");
    let lines: Vec<_> = ran.out.lines().map(str::len).collect();
    assert_eq!(lines, [2], "one move, and no line without any");
    let ran = history(&world, "export 1 -f wthor -o g.wtb").exits(0);
    ran.says("1 game was forfeited; WTHOR says so as a loss by all discs");
    history(&world, "import g.wtb --file w.db").exits(0);
    assert_eq!(listed(&world, "--file w.db")[0]["winner_colour"], "white");
}

#[test]
fn games_on_other_boards_are_read_back_from_their_transcripts() {
    let world = World::new();
    let starts = [["--size", "4"], ["--start", "mirrored"], ["--game", "reversi"], ["--size", "6"]];
    for options in starts {
        world.run(["Simple", "Random", "-q", "--seed", "3"].iter().chain(&options)).exits(0);
    }
    history(&world, "export --all -f transcript -o g.txt").exits(0);
    history(&world, "import g.txt --file t.db").exits(0);
    let (before, after) = (listed(&world, ""), listed(&world, "--file t.db"));
    for (before, after) in before.iter().zip(&after) {
        for key in ["game", "size", "start", "moves", "winner_colour"] {
            assert_eq!(before[key], after[key], "{key}");
        }
    }
}

/// An archive by hand: two games of one year, one with a list of moves that ends early.
fn archive(year: u16, theoretical: u8) -> Vec<u8> {
    let mut bytes = vec![20, 26, 11, 21, 2, 0, 0, 0, 0, 0];
    bytes.extend(year.to_le_bytes());
    bytes.extend([8, 0, 22, 0]);
    for (moves, score) in [(&[56, 64, 33][..], 20), (&[56, 66], 44)] {
        bytes.extend([1, 0, 2, 0, 0, 0, score, theoretical]);
        bytes.extend(moves);
        bytes.extend(vec![0; 60 - moves.len()]);
    }
    bytes
}

#[test]
fn an_archive_of_wthor_comes_out_as_it_went_in_a_file_for_each_year() {
    let world = World::new();
    let names = |length: usize, names: &[&str]| {
        let mut bytes = vec![20, 26, 11, 21, 0, 0, 0, 0, names.len() as u8, 0, 0, 0, 0, 0, 0, 0];
        for name in names {
            let mut letters = name.as_bytes().to_vec();
            letters.resize(length, 0);
            bytes.extend(letters);
        }
        bytes
    };
    fs::write(world.path("a.jou"), names(20, &["Ann", "Bo", "Cid"])).unwrap();
    fs::write(world.path("a.trn"), names(26, &["Paris", "Rome"])).unwrap();
    for (year, theoretical) in [(1999, 30), (2001, 34)] {
        fs::write(world.path(&format!("WTH_{year}.wtb")), archive(year, theoretical)).unwrap();
    }
    let imported = history(&world, "import WTH_1999.wtb WTH_2001.wtb").exits(0);
    assert!(!imported.err.contains(".jou"), "{}", imported.err);
    // Without names they are other players, which is said; a header that promises more loses none of them.
    let lone = world.path("lone");
    fs::create_dir(&lone).unwrap();
    let mut more = archive(1999, 30);
    more[4] = 5;
    fs::write(lone.join("lone.wtb"), more).unwrap();
    let ran = history(&world, "import lone/lone.wtb --file lone.db").exits(1);
    let ran = ran.prints("2 games imported, numbers 1 to 2\n").says("no file of names (.jou)");
    let err = ran.says("the header promises 5 games").err;
    assert!(!err.contains("left out"), "{err}");
    let games = listed(&world, "");
    assert_eq!((&games[0]["black"], &games[0]["winner_colour"]), (&"Cid".into(), &"white".into()));
    assert_eq!((&games[0]["black_discs"], &games[0]["white_discs"]), (&20.into(), &44.into()));
    let shown: Value =
        serde_json::from_str(&history(&world, "show 1 --json").exits(0).out).unwrap();
    assert_eq!(shown["source"]["place"], "Rome");
    history(&world, "export --all -f wthor -o out/WTH.wtb").exits(1);
    fs::create_dir(world.path("out")).unwrap();
    history(&world, "export --all -f wthor -o out/WTH.wtb").exits(0).says("WTH_1999.wtb");
    for (year, theoretical) in [(1999, 30), (2001, 34)] {
        let bytes = fs::read(world.path(&format!("out/WTH_{year}.wtb"))).unwrap();
        // The first four bytes are the day that the file was made.
        assert_eq!(bytes[4..], archive(year, theoretical)[4..]);
    }
    let again = history(&world, "import out/WTH_1999.wtb out/WTH_2001.wtb").exits(0).out;
    assert!(again.starts_with("0 games imported; 4 games were there before"), "{again}");
    // By way of JSON and GGF nothing but numbers is lost.
    history(&world, "export --all -f json -o a.json").exits(0);
    history(&world, "import a.json --file j.db").exits(0);
    history(&world, "export --all -f wthor -o out/J.wtb --file j.db").exits(0);
    assert_eq!(fs::read(world.path("out/J_1999.wtb")).unwrap()[4..], archive(1999, 30)[4..]);
    history(&world, "export --all -f ggf -o a.ggf").exits(0);
    history(&world, "import a.ggf --file g.db").exits(0);
    let shown: Value =
        serde_json::from_str(&history(&world, "show 1 --json --file g.db").exits(0).out).unwrap();
    assert_eq!((&shown["source"]["place"], &shown["black_discs"]), (&"Rome".into(), &20.into()));
}

#[test]
fn a_bad_game_is_named_with_its_file_and_move_and_the_others_are_taken_in() {
    let world = World::new();
    world.file("t.txt", "f5d6c3\nf5f5\n# a word\nf5f6\n");
    let ran = history(&world, "import t.txt").exits(1).prints("2 games imported, numbers 1 to 2\n");
    ran.says("t.txt: game 2: move 2 (f5): f5 is taken by a disc of Black").says("1 game left out");
    world.file("j.jsonl", "{\"moves\":\"f5d6\",\"black\":\"Ann\"}\n{\"moves\":\"a1\"}\n{\n");
    let ran = history(&world, "import j.jsonl").exits(1);
    ran.says("j.jsonl: game 2: move 1 (a1): a1 turns nothing over").says("j.jsonl: game 3: ");
    assert_eq!(listed(&world, "").len(), 3);
    history(&world, "import none.txt").exits(1).says("none.txt: ");
    // Any bytes are games or errors.
    fs::write(world.path("b"), [0, 255, 7, 3, 0, 0, 0, 0, 0, 0, 0, 0, 8, 0, 0, 0, 1, 2, 3])
        .unwrap();
    history(&world, "import b").exits(1).says("b: the header promises");
}

#[test]
fn a_game_is_written_as_a_page_and_as_a_picture() {
    let world = World::new();
    world.run(["Evil=Simple", "Random", "--size", "6", "-q", "--seed", "3"]).exits(0);
    let page = |args: &str| {
        history(&world, &format!("export 1 --format html -o g.html {args}")).exits(0);
        fs::read_to_string(world.path("g.html")).unwrap()
    };
    let data = |page: &str| -> Value {
        let after = page.split_once("id=\"data\">").unwrap().1;
        serde_json::from_str(after.split_once("</script>").unwrap().0).unwrap()
    };
    let (plain, full) = (page(""), page("--queries"));
    assert!(!plain.contains("http") && !plain.contains("MATCH") && !plain.contains("{{"));
    let game = &data(&full)["games"][0];
    let boards = game["boards"].as_array().unwrap();
    let moves = game["rounds"].as_array().unwrap();
    assert_eq!(boards.len(), moves.len() + 1);
    assert!(
        moves[0]["query"].as_str().unwrap().contains("MATCH")
            && moves[0]["asked"].as_str().unwrap().ends_with(" ms")
    );
    let picture = history(&world, "export 1 --format svg").exits(0).out;
    let last = boards.last().unwrap().as_str().unwrap();
    let discs = last.chars().filter(|&c| c != '-').count();
    assert_eq!(picture.matches("<circle").count(), discs);
    assert!(picture.contains("Evil (Black) - Random (White)"), "{picture}");
    let early = history(&world, "export 1 --format svg --after 1").exits(0).out;
    assert_eq!(early.matches("<circle").count(), 5);
    world.run(["Simple", "Random", "--size", "4", "-q"]).exits(0);
    history(&world, "export 1-2 --format svg").exits(2).says("an SVG shows one game");
}

#[test]
fn nothing_that_a_file_of_games_names_is_begun_obeyed_or_sent_to_on_its_word() {
    let world = World::new();
    world.run(["Simple", "Random", "--size", "4", "-q"]).exits(0);
    let mut store = Store::open(&world.path(HISTORY)).unwrap();
    let own = store.game(GameId(1)).unwrap().unwrap();
    let add = |store: &mut Store, spec: &str, database: &str| {
        let specs = ByColour::from_fn(|_| spec.to_owned());
        let game = GameRecord { specs, database: database.to_owned(), ..own.clone() };
        store.add(&game).unwrap().0
    };
    let mark = world.path("mark").display().to_string();
    for (spec, words) in [
        (format!("cypher:sh -c 'touch {mark}'"), "a program by its command"),
        (format!("Simple=gtp:sh -c 'touch {mark}'"), "a program by its command"),
        ("--trust-queries".to_owned(), "an option in the place of a player"),
    ] {
        let game = add(&mut store, &spec, &own.database);
        let ran = history(&world, &format!("rerun {game}@1")).exits(1);
        assert!(ran.says(words).says("othello-host query").out.is_empty());
        history(&world, &format!("rerun {game}@1 Simple")).exits(0);
    }
    let server = "the home database of evil at bolt://127.0.0.1:9";
    let game = add(&mut store, "Simple", server);
    for player in ["", "Simple"] {
        let ran = history(&world, &format!("rerun {game}@1 {player}")).exits(1);
        ran.says("a server").says("--uri bolt://127.0.0.1:9");
    }
    assert!(!world.path("mark").exists());
}
