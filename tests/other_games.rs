//! Games that are written in Cypher: tic-tac-toe that comes with the host, and a folder of the user's own.

use std::fs;
use std::path::Path;

use crate::common::World;
use serde_json::Value;

#[test]
fn a_person_plays_tic_tac_toe_against_the_perfect_player() {
    let args = ["--game", "tictactoe", "Human", "Perfect", "--no-jail"];
    let ran = World::new().run_typing(args, "b2\na1\n1 2\nc2\nb1\na3\nc3\nb3\nc1\n").exits(0);
    assert!(["Perfect\n", "draw\n"].contains(&ran.out.as_str()), "{}{}", ran.out, ran.err);
    assert!(ran.err.contains("a1 is not legal; these are:"), "{}", ran.err);
}

#[test]
fn the_perfect_player_loses_no_game_of_a_tournament() {
    let world = World::new();
    let args =
        ["tournament", "Perfect", "Random", "--game", "tictactoe", "--games", "20", "--json"];
    // From an opening that is lost already nobody is perfect enough.
    let more = ["--openings", "none", "--file", "contest.db", "--report", "page"];
    let ran = world.run(args.into_iter().chain(more)).exits(0);
    let games: Vec<Value> =
        ran.out.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert!(!games.is_empty());
    assert!(!ran.out.contains("\"winner\":\"Random\""), "{}", ran.out);
    let page = fs::read_to_string(world.path("page/index.html")).unwrap();
    assert!(page.contains("\"boards\":[\"---------\""));
}

#[test]
fn what_a_player_would_send_in_another_game_is_shown() {
    let args = ["query", "--game", "tictactoe", "--position", "b2a1a2", "Perfect"];
    let ran = World::new().run(args).exits(0);
    assert!(ran.out.contains("c2 is legal"), "{}", ran.out);
    let args = ["query", "--game", "tictactoe", "--position", "b2b2", "RETURN 1"];
    World::new().run(args).exits(2).says("occupied tile");
}

#[test]
fn a_player_of_another_game_is_refused_before_it_begins() {
    let ran = World::new().run(["--game", "tictactoe", "Simple", "Random"]).exits(2);
    ran.says("Simple does not play tictactoe on 3x3 from the standard start");
    let args = ["--game", "tictactoe", "Random", "Perfect", "--referee", "both"];
    World::new().run(args).exits(2).says("no rules of its own for tictactoe");
}

/// A user's own game: tic-tac-toe on a board of five, one of whose files can be spoilt.
pub fn folder(world: &World, spoilt: Option<(&str, &str, &str)>) -> String {
    let games = Path::new(env!("CARGO_MANIFEST_DIR")).join("board/games/tictactoe");
    for file in fs::read_dir(games).unwrap() {
        let path = file.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap().to_owned();
        if !["toml", "cypher"].iter().any(|ending| name.ends_with(ending)) {
            continue;
        }
        let mut text = fs::read_to_string(&path).unwrap().replace("sizes = [3]", "sizes = [5]");
        if let Some((file, from, to)) = spoilt.filter(|(file, ..)| *file == name) {
            assert!(text.contains(from), "{file}");
            text = text.replace(from, to);
        }
        world.file(&format!("five/{name}"), &text);
    }
    world.path("five").display().to_string()
}

#[test]
fn a_folder_of_ones_own_is_a_game() {
    let world = World::new();
    let folder = folder(&world, None);
    world.run(["games", "check", &folder]).exits(0).prints("Tic-tac-toe (five) is in order\n");
    assert!(
        world.run(["games", "check", &folder, "--json"]).exits(0).out.contains("\"good\": true")
    );
    let mine = world.file(
        "mine.cypher",
        "// Mine: the first free tile\n// plays: five\n\
         MATCH (cell:TILE) WHERE NOT EXISTS { (cell)<--(:PLAYER) }\n\
         RETURN cell ORDER BY cell.y, cell.x LIMIT 1\n",
    );
    let args = ["--game", "five", &mine, "Human", "--json", "--no-jail"];
    let ran = world.run_typing(args, "a5\nb5\nc5\nd5\ne5\n").exits(0);
    let end: Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
    // Three in a row of the first tiles, as the rows and columns of the queries have it.
    assert_eq!((&end["winner"], &end["moves"]), (&"black".into(), &"a1a5b1b5c1".into()));
    let ran = world.run(["--game", "nowhere", "Human", "Human"]).exits(2);
    ran.says("no game \"nowhere\"").says("othello-host games list");
}

#[test]
fn what_is_wrong_with_a_game_is_told_with_file_line_and_place() {
    for (file, from, to, says) in [
        ("legal.cypher", "MATCH", "MATSCH", &["legal.cypher: ", "line 1, column 1 ", "^"][..]),
        ("turn.cypher", "game.winner", "gane.winner", &["turn.cypher: ", "line 2, column 7 ", "^"]),
        ("turn.cypher", "AS turn", "AS who", &["turn.cypher: no column \"turn\"; it returns who"]),
        (
            "result.cypher",
            "game.winner AS",
            "1 / 0 AS",
            &["on 5x5 from standard: ", "result.cypher: "],
        ),
        ("board.cypher", "MATCH (tile:TILE)", "MATCH (tile:TILE {x: 1})", &["each square once"]),
        ("game.toml", "label = \"TILE\"", "label = ", &["game.toml: ", "line 7", "^"]),
        ("game.toml", "starts = [\"standard\"]", "", &["game.toml: ", "starts"]),
        ("game.toml", "turn.cypher", "torn.cypher", &["torn.cypher: "]),
    ] {
        let world = World::new();
        let folder = folder(&world, Some((file, from, to)));
        let ran = world.run(["games", "check", &folder]).exits(1);
        for text in says {
            assert!(ran.err.contains(text), "{file}: no {text:?} in: {}", ran.err);
        }
        assert_eq!(ran.out, "");
    }
}

#[test]
fn the_games_that_are_there_are_listed() {
    let world = World::new();
    let text = world.run(["games", "list"]).exits(0).out;
    assert!(["othello", "reversi", "tictactoe"].iter().all(|game| text.contains(game)), "{text}");
    let json: Value =
        serde_json::from_str(&world.run(["games", "list", "--json"]).exits(0).out).unwrap();
    assert_eq!(json[2]["sizes"], serde_json::json!([3]));
}

#[test]
fn a_game_of_ones_own_begins_as_one_that_plays_and_random_plays_it() {
    let world = World::new();
    for like in ["tictactoe", "othello"] {
        let name = format!("my-{like}");
        let said = world.run(["games", "new", &name, "--like", like]).exits(0).out;
        // What it says to type next is typed.
        let check = said.lines().find_map(|line| line.strip_prefix("othello-host games check"));
        world.run(["games", "check", check.unwrap().trim()]).exits(0).says("");
        let ran =
            world.run(["--game", &name, "Random", "Random", "--seed", "4", "--json"]).exits(0);
        let end: Value = serde_json::from_str(ran.out.lines().last().unwrap()).unwrap();
        assert_eq!(end["by"], "discs", "{end}");
        world.run(["games", "new", &name]).exits(2).says("is there already");
    }
    world.run(["games", "new", "othello"]).exits(2).says("can't be a game's name");
    world.run(["games", "new", "../up"]).exits(2).says("can't be a game's name");
}

#[test]
fn a_game_in_which_one_side_alone_ever_moves_is_found() {
    let world = World::new();
    let always = "RETURN CASE game.lastplayer WHEN 'X' THEN 'O' ELSE 'X' END AS turn";
    let folder = folder(&world, Some(("turn.cypher", always, "RETURN 'X' AS turn")));
    // The query that plays must not mind whose turn it is, or it would be found by that.
    let play = world.path("five/play.cypher");
    let text = std::fs::read_to_string(&play).unwrap();
    let text =
        text.replace("coalesce(game.lastplayer <> player.name, true) AS turn", "true AS turn");
    std::fs::write(&play, text).unwrap();
    world.run(["games", "check", &folder]).exits(1).says("turn.cypher: only Black ever moves");
    let told = world.run(["games", "check", &folder, "--json"]).exits(1).out;
    assert!(told.contains("turn.cypher: only Black ever moves"), "{told}");
}
