//! Games that leave the history and come into it: records of every format, a page, a picture.

use std::fs;

use crate::common::World;
use crate::history::{HISTORY, history, listed};
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
