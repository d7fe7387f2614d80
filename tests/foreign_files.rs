//! Files as an organiser gets them: from strangers, from other systems' editors and shells, from archives that can't be
//! written, of earlier versions. Each is read whole or refused in words, comes out as it went in, and is left as it was.

use std::fs;
use std::path::Path;

use othello_store::{Ending, Filter, GameRecord, Store};
use othello_test_support::LEGAL_CELLS;
use serde_json::{Value, json};

use crate::common::World;
use crate::history::{HISTORY, history, listed};
use crate::{other_games, programs};

const PROBLEM: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
const OTHER: &str = "---------------------------OX------XO--------------------------- X";

/// The text as other systems' editors and shells write it.
fn as_others_write(text: &str) -> [(&'static str, Vec<u8>); 3] {
    let units = || "\u{feff}".encode_utf16().chain(text.encode_utf16());
    [
        ("marked", format!("\u{feff}{text}").into_bytes()),
        ("little", units().flat_map(u16::to_le_bytes).collect()),
        ("big", units().flat_map(u16::to_be_bytes).collect()),
    ]
}

#[test]
fn a_record_is_read_however_an_editor_or_a_shell_wrote_its_letters() {
    let world = World::new();
    let ggf = "(;GM[Othello]PB[Zoë]PW[otto]BO[8 -------- -------- -------- ---O*--- ---*O--- -------- \
               -------- -------- *]B[F5]W[D6];)";
    for (kind, text) in [
        ("transcript", "f5d6c3\r\n"),
        ("ggf", ggf),
        ("json", "{\"moves\": \"f5d6\", \"black\": \"Zoë\"}\n"),
        ("obf", &format!("{PROBLEM}; a2:+38;\n")),
    ] {
        for (way, bytes) in as_others_write(text) {
            let file = format!("{kind}-{way}");
            fs::write(world.path(&file), bytes).unwrap();
            let imported = format!("import {file} --file {file}.db");
            history(&world, &imported).exits(0).prints("1 game imported, number 1\n");
            let game = &listed(&world, &format!("--file {file}.db"))[0];
            let named = ["ggf", "json"].contains(&kind);
            assert_eq!(game["black"] == "Zoë", named, "{file}: {game}");
        }
    }
    let toml = "players = [\"Simple\", \"Random\"]\ngames = 2\nsize = 4\n";
    let query = format!("// Wide: a cell\n{LEGAL_CELLS} RETURN cell LIMIT 1");
    for (way, bytes) in as_others_write(toml) {
        fs::write(world.path("NIGHT.TOML"), bytes).unwrap();
        let file = format!("{way}.db");
        world.run(["tournament", "NIGHT.TOML", "-q", "--file", &file]).exits(0);
    }
    for (way, bytes) in as_others_write(&query) {
        fs::write(world.path("wide.cypher"), bytes).unwrap();
        let shown = world.run(["players", "show", "./wide.cypher"]).exits(0).out;
        assert!(shown.starts_with("Wide\n"), "{way}: {shown}");
    }
    world.file("empty.toml", "games = 2\n");
    world.run(["tournament", "empty.toml"]).exits(2).says("no list \"players\"");
}

#[test]
fn a_file_that_is_no_record_is_told_as_what_it_is_and_nothing_is_imported() {
    let world = World::new();
    let names = |count: u16, names: &[&str]| {
        let mut bytes = vec![20, 26, 11, 21, 0, 0, 0, 0];
        bytes.extend(count.to_le_bytes());
        bytes.extend([0; 6]);
        for name in names {
            let mut letters = name.as_bytes().to_vec();
            letters.resize(20, 0);
            bytes.extend(letters);
        }
        bytes
    };
    let odd = [b"f\x005\0d".as_slice(), &b"\x006\0".repeat(9)].concat();
    for (file, bytes, says) in [
        ("games.gz", b"\x1f\x8b\x08\0\0\0\0\0\0\x03abc".to_vec(), "packed by gzip; unpack it"),
        ("odd.txt", odd, "neither text nor games"),
        ("page.html", b"<!DOCTYPE html>".to_vec(), "it is a page"),
        ("nothing.txt", b" \r\n# not a game\r\n".to_vec(), "there are no games in it"),
        ("players.jou", names(3, &["Ann"]), "promises 3 names, the file has only 1"),
    ] {
        fs::write(world.path(file), bytes).unwrap();
        let ran = history(&world, &format!("import {file}")).exits(1);
        ran.prints("0 games imported\n").says(&format!("{file}: ")).says(says);
    }
    // Games whose names can't be read would be those of numbers for ever.
    let mut games = vec![20, 26, 11, 21, 1, 0, 0, 0, 0, 0, 0xcf, 0x07, 8, 0, 22, 0];
    games.extend([1, 0, 0, 0, 1, 0, 32, 32, 56, 64, 33]);
    games.resize(16 + 68, 0);
    fs::write(world.path("WTH_1999.wtb"), games).unwrap();
    let ran = history(&world, "import WTH_1999.wtb").exits(1).prints("0 games imported\n");
    ran.says("its names can't be read").says("players.jou: the header promises 3 names");
    fs::write(world.path("players.jou"), names(3, &["Ann", "Bo", "Cid"])).unwrap();
    history(&world, "import WTH_1999.wtb").exits(0);
    assert_eq!(listed(&world, "")[0]["black"], "Ann");
    history(&world, "export --all -f csv -o table.csv").exits(0);
    history(&world, "import table.csv").exits(1).says("export the games by --format json");
}

#[test]
fn games_that_began_otherwise_are_others_and_come_out_as_they_came() {
    let world = World::new();
    let lines = [
        format!("{PROBLEM}; a2:+38; b1:-2; % FFO 40"),
        format!("{OTHER}; d3:+0;"),
        format!("{OTHER}; d3:+0; % again"),
    ];
    for (number, line) in lines.iter().enumerate() {
        world.file(&format!("{number}.obf"), &format!("{line}\n"));
    }
    history(&world, "import 0.obf").exits(0).prints("1 game imported, number 1\n");
    history(&world, "import 1.obf").exits(0).prints("1 game imported, number 2\n");
    history(&world, "import 0.obf 1.obf")
        .exits(0)
        .says("")
        .prints("0 games imported; 2 games were there before and were skipped\n");
    let out = history(&world, "export --all -f obf").exits(0).out;
    assert_eq!(out, format!("{}\n{}\n", lines[0], lines[1]));
    // The same moves from different boards, without players or a date.
    world.file("small.txt", "#@ othello -----XO--OX----- X\nb4\n");
    world.file("large.txt", "#@ othello --------------XO----OX-------------- X\nb4\n");
    for (number, file) in [(3, "small.txt"), (4, "large.txt")] {
        let imported = format!("1 game imported, number {number}\n");
        history(&world, &format!("import {file}")).exits(0).prints(&imported);
    }
}

#[test]
fn what_a_record_says_of_its_moves_comes_out_as_it_went_in() {
    let world = World::new();
    let board = "BO[8 ---------------------------O*------*O--------------------------- *]";
    let game = |rest: &str| format!("(;GM[Othello]{rest};)");
    let records = [
        game(&format!("PB[anna]PW[otto]RE[?]TY[8]{board}B[F5/1.20]W[D6/-3.00/2.500]B[C3]")),
        game(&format!(
            "PC[GGS/os]DT[2010.10.17_05:23:05.MDT]PB[a]PW[b]RB[2082.33]RE[+6.000:r]TI[10:00//02:00]TY[8]{board}B[F5//3.950]W[D6]"
        )),
        game(&format!("PB[x]PW[y]RE[+0.000:s]TY[8]{board}B[F5/0.00/0.000]W[D6//0.000]")),
        game(&format!("PB[]PW[]RE[-64.000:t]CO[a \\] b]TY[8]{board}")),
    ];
    let text = records.join("\n") + "\n";
    world.file("a.ggf", &text);
    history(&world, "import a.ggf").exits(0);
    let out = history(&world, "export --all -f ggf").exits(0).out;
    assert_eq!(out, text);
    history(&world, "export --all -f json -o a.json").exits(0);
    history(&world, "import a.json --file j.db").exits(0);
    assert_eq!(history(&world, "export --all -f ggf --file j.db").exits(0).out, text);
    history(&world, &format!("import {HISTORY} --file s.db")).exits(0);
    assert_eq!(history(&world, "export --all -f ggf --file s.db").exits(0).out, text);
}

#[test]
fn games_are_read_however_their_lines_end_and_their_json_is_laid_out() {
    let world = World::new();
    for (number, text) in ["f5d6c3\rf5f6\r", "f5d6c3\r\n\r\nf5f6"].iter().enumerate() {
        world.file("a.txt", text);
        let imported = format!("import a.txt --file {number}.db");
        history(&world, &imported).exits(0).prints("2 games imported, numbers 1 to 2\n");
    }
    history(&world, "import a.txt").exits(0);
    for (name, text) in [
        ("one.json", history(&world, "show 1 --json").exits(0).out),
        ("list.json", "[{\"moves\": \"f5d6c3\"},\n {\"moves\": \"f5f6\"}]".to_owned()),
    ] {
        world.file(name, &text);
        let count = if name == "one.json" { "1 game" } else { "2 games" };
        let ran = history(&world, &format!("import {name} --file {name}.db")).exits(0);
        assert!(ran.out.starts_with(count), "{}", ran.out);
    }
    world.file("cut.json", "[{\"moves\": \"f5d6c3\"},");
    let told = "cut.json: game 2: the list does not go on";
    let ran = history(&world, "import cut.json --file cut.db").exits(1).says(told);
    assert!(ran.out.starts_with("1 game imported"), "{}", ran.out);
}

#[test]
fn a_game_without_a_result_gets_none_from_a_format() {
    let world = World::new();
    world.file("a.txt", "f5d6c3\n");
    history(&world, "import a.txt").exits(0);
    let ran = history(&world, "export 1 -f wthor -o a.wtb").exits(1);
    ran.says("game 1 can't be written: it has no result").says("0 games written to a.wtb");
    let args = ["match", "Simple", "Random", "--games", "2", "--size", "4", "--adjudicate", "-q"];
    world.run(args.iter().chain(&["--seed", "3", "--file", "m.db"])).exits(0);
    let moves = |file: &str| {
        let games = listed(&world, &format!("--file {file}"));
        games.iter().map(|game| game["moves"].clone()).collect::<Vec<_>>()
    };
    history(&world, "export --all -f transcript -o m.txt --file m.db").exits(0);
    history(&world, "import m.txt --file t.db").exits(0);
    assert_eq!(moves("m.db").len(), moves("t.db").len());
}

/// A game of this world's history with another ending and other names, as a stranger would hand it in.
fn sly(world: &World) -> Value {
    world.run(["Simple", "Random", "-q", "--size", "4", "--seed", "1"]).exits(0);
    let text = history(world, "export 1 -f json").exits(0).out;
    serde_json::from_str(&text).unwrap()
}

#[test]
fn what_strangers_wrote_is_checked_whatever_file_it_comes_in_and_no_terminal_obeys_it() {
    let world = World::new();
    let whole = sly(&world);
    let with = |changes: Value| {
        let mut game = whole.clone();
        for (key, value) in changes.as_object().unwrap() {
            game[key] = value.clone();
        }
        game
    };
    let other = if whole["winner_colour"] == "black" { "white" } else { "black" };
    for (changes, says) in [
        (
            json!({ "ending": "\u{1b}[31mboo\u{7}", "winner_colour": "black" }),
            "the ending \" [31mboo \" is none",
        ),
        (json!({ "moves": "a1a1a1" }), "move 1 (a1)"),
        (json!({ "winner_colour": other }), "its moves lead to another result"),
        (json!({ "size": 300 }), "no board has 300 rows"),
    ] {
        world.file("sly.json", &format!("{}\n", with(changes)));
        let ran = history(&world, "import sly.json --file none.db").exits(1).says(says);
        assert!(!ran.err.contains('\u{1b}'), "{}", ran.err);
    }
    assert_eq!(listed(&world, "--file none.db").len(), 0);
    // The same from a file of SQLite, which a stranger fills without any host.
    let store = Store::open_existing(&world.path(HISTORY)).unwrap();
    let id = store.games(&Filter::default()).unwrap()[0].id;
    let good = store.game(id).unwrap().unwrap();
    let mut names = good.clone();
    names.names.black = "Ann\u{1b}[31m\u{202e}".to_owned();
    names.began += std::time::Duration::from_secs(1);
    let word = Ending::Forfeit {
        by: othello_rules::Colour::Black,
        word: "boo\u{1b}[2J".to_owned(),
        reason: "\u{1b}[2Jgone".to_owned(),
    };
    let mut file = Store::open(&world.path("sly.db")).unwrap();
    let late = GameRecord { ending: word, moves: "b1".to_owned(), ..good.clone() };
    let wrong = GameRecord { moves: "a1a1a1".to_owned(), ..good };
    file.add_all([&names, &late, &wrong]).unwrap();
    drop(file);
    for line in [
        "list --file sly.db",
        "show 1 --file sly.db",
        "show 2 --file sly.db",
        "show 2 --debug --file sly.db",
        "stats Simple --file sly.db",
        "search b1 --size 4 --file sly.db",
    ] {
        let ran = history(&world, line).exits(0);
        let obeyed = |text: &str| text.contains(['\u{1b}', '\u{7}', '\u{202e}']);
        assert!(!obeyed(&ran.out) && !obeyed(&ran.err), "{line}: {:?}", ran.out);
    }
    let ran = history(&world, "import sly.db --file taken.db").exits(1);
    ran.prints("1 game imported, number 1\n")
        .says("sly.db: game 2: ")
        .says("sly.db: game 3: move 1");
    assert_eq!(listed(&world, "--file taken.db")[0]["black"], "Ann [31m");
}

#[test]
fn a_program_is_the_version_that_all_of_its_folder_makes_it() {
    let world = World::new();
    let bot = programs::program(&world, "bot", "Sheller", "", &programs::plays());
    let contest = |file: &str| {
        let args = ["match", &bot, "Random", "--games", "2", "--size", "4", "-q", "--file", file];
        world.run(args).exits(0);
    };
    contest("old.db");
    let resume = |file: &str| world.run(["tournament", "resume", file, "-q"]);
    assert!(!resume("old.db").exits(0).err.contains("nothing tells"));
    let script = fs::read_to_string(world.path("bot/bot.sh")).unwrap();
    world.file("bot/bot.sh", &format!("# another one\n{script}"));
    resume("old.db").exits(1).says("Sheller is not the player any more");
    contest("new.db");
    let rated = world.run(["ratings", "--file", "old.db", "--file", "new.db", "--json"]).exits(0);
    let rated: Value = serde_json::from_str(&rated.out).unwrap();
    let versions = rated[0]["ratings"].as_array().unwrap();
    let versions = versions.iter().filter(|row| row["name"] == "Sheller");
    assert_eq!(versions.count(), 2, "{rated}");
    // A file of an earlier host knows the manifest alone, and goes on.
    let manifest = fs::read(world.path("bot/player.toml")).unwrap();
    let mut store = Store::open_to_write(&world.path("old.db")).unwrap();
    let mut plan: Value =
        serde_json::from_str(&store.contest_value("plan").unwrap().unwrap()).unwrap();
    plan["entrants"][0]["hash"] = othello_players::sha256_of(&manifest).into();
    store.set_contest_value("plan", &plan.to_string()).unwrap();
    drop(store);
    resume("old.db").exits(0).says("of Sheller the contest knows its player.toml alone");
    world.file("bot/player.toml", &format!("# mine\n{}", String::from_utf8(manifest).unwrap()));
    resume("old.db").exits(1).says("Sheller is not the player any more");
    let command = world.program("Command", "echo no");
    let args = ["match", &command, "Random", "--games", "2", "--size", "4", "-q", "--file", "c.db"];
    world.run(args).exits(0);
    resume("c.db").exits(0).says("Command is a command; nothing tells");
}

#[test]
fn a_contest_of_ones_own_game_is_looked_at_from_everywhere() {
    let world = World::new();
    let folder = other_games::folder(&world, None);
    let args = ["match", "Random", "Random", "--game", "./five", "--games", "2", "-q"];
    world.run(args.iter().chain(&["--file", "own.db"])).exits(0);
    world.run(["A=Random", "B=Random", "--game", "five", "-q"]).exits(0);
    fs::create_dir_all(world.path("away/five")).unwrap();
    let file = world.path("own.db").display().to_string();
    let away = |args: &[&str]| {
        let ran = world.command().current_dir(world.path("away")).args(args).output().unwrap();
        let (out, err) =
            (String::from_utf8(ran.stdout).unwrap(), String::from_utf8(ran.stderr).unwrap());
        assert!(ran.status.success(), "{args:?}: {err}");
        out
    };
    assert!(away(&["history", "show", "1", "--file", &file]).contains("a b c d e"));
    away(&["history", "rerun", "1@2", "--file", &file]);
    let both = world.path(HISTORY).display().to_string();
    let files = ["ratings", "--json", "--file", &file, "--file", &both];
    for game in ["five", "FIVE", &folder] {
        let rated = away(&files.iter().copied().chain(["--game", game]).collect::<Vec<_>>());
        let pools: Value = serde_json::from_str(&rated).unwrap_or_default();
        assert_eq!(pools.as_array().map(Vec::len), Some(1), "{game}: {rated}");
    }
}

#[test]
fn a_game_counts_once_in_ratings_however_many_files_it_is_in() {
    let world = World::new();
    let args = ["match", "Simple", "Random", "--games", "4", "--size", "4", "-q"];
    world.run(args.iter().chain(&["--file", "a.db"])).exits(0);
    fs::copy(world.path("a.db"), world.path("copy.db")).unwrap();
    history(&world, "import a.db --file taken.db").exits(0);
    let rated = |files: &[&str]| {
        let files = files.iter().flat_map(|file| ["--file", *file]);
        world.run(["ratings"].into_iter().chain(files)).exits(0).out
    };
    let once = rated(&["a.db"]);
    assert!(once.contains(": 4 games\n"), "{once}");
    assert_eq!(rated(&["a.db", "./a.db"]), once);
    for other in ["copy.db", "taken.db"] {
        let copies = "4 games are in more than one of these files and count once\n";
        assert_eq!(rated(&["a.db", other]), format!("{once}{copies}"));
    }
}

/// Whether the binary under test runs as a user who may write nowhere.
#[cfg(target_os = "linux")]
fn as_nobody(world: &World, args: &[&str]) -> Option<(bool, String)> {
    use std::os::unix::process::CommandExt;
    let mut command = world.command();
    let ran = command.uid(65_534).gid(65_534).args(args).output().ok()?;
    let text = String::from_utf8_lossy(&[ran.stdout, ran.stderr].concat()).into_owned();
    Some((ran.status.success(), text))
}

#[cfg(target_os = "linux")]
fn set_mode(path: &Path, mode: u32) {
    use std::os::unix::fs::PermissionsExt;
    fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
}

#[test]
#[cfg(target_os = "linux")]
fn a_file_that_can_t_be_written_is_read_all_the_same_and_stays_as_it_is() {
    let world = World::new();
    let args = ["match", "Simple", "Random", "--games", "4", "--size", "4", "-q"];
    fs::create_dir(world.path("an archive")).unwrap();
    world.run(args.iter().chain(&["--file", "an archive/it's 100%?.db"])).exits(0);
    let file = world.path("an archive/it's 100%?.db");
    let before = fs::read(&file).unwrap();
    set_mode(&file, 0o444);
    set_mode(&world.path("an archive"), 0o555);
    set_mode(&world.path(""), 0o755);
    if as_nobody(&world, &["--version"]).is_none_or(|(succeeds, _)| !succeeds) {
        eprintln!("skipped: this user can't run the host as another one");
        set_mode(&world.path("an archive"), 0o755);
        return;
    }
    let name = file.display().to_string();
    for (args, says) in [
        (vec!["contest", "show", &name], "Simple against Random"),
        (vec!["contest", "list", &name], "Simple, Random"),
        (vec!["history", "list", "--file", &name], "Random"),
        (vec!["history", "show", "1", "--file", &name], "game 1 of othello 4x4"),
        (vec!["history", "export", "--all", "-f", "ggf", "--file", &name], "(;GM[Othello]"),
        (vec!["history", "stats", "Simple", "--file", &name], "Simple"),
        (vec!["ratings", "--file", &name], "4 games"),
    ] {
        let (succeeds, text) = as_nobody(&world, &args).unwrap();
        assert!(succeeds && text.contains(says), "{args:?}: {text}");
    }
    let (succeeds, text) =
        as_nobody(&world, &["history", "delete", "1", "-y", "--file", &name]).unwrap();
    assert!(!succeeds && text.contains("can't be written"), "{text}");
    let (succeeds, text) = as_nobody(&world, &["contest", "repair", &name]).unwrap();
    assert!(!succeeds && text.contains("-repaired.db can't be written"), "{text}");
    assert_eq!(fs::read(&file).unwrap(), before);
    assert_eq!(fs::read_dir(world.path("an archive")).unwrap().count(), 1);
    set_mode(&world.path("an archive"), 0o755);
}

#[test]
#[cfg(unix)]
fn what_lies_in_the_place_of_a_file_and_is_none_is_not_waited_for() {
    let world = World::new();
    world.run(["Simple", "Random", "--size", "4", "-q"]).exits(0);
    world.run(["games", "new", "mine"]).exits(0);
    for pipe in ["pipe.ggf", "beside.jou", "mine/game.toml", "tournament.toml", "pipe.jsonl"] {
        let pipe = world.path(pipe);
        let _ = std::fs::remove_file(&pipe);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
    }
    std::fs::File::create(world.path("sparse.ggf")).unwrap().set_len(1 << 40).unwrap();
    std::os::unix::fs::symlink("/dev/zero", world.path("zero.ggf")).unwrap();
    for (args, words) in [
        (&["history", "import", "pipe.ggf"][..], "it is not a file"),
        (&["history", "import", "zero.ggf"], "it is not a file"),
        (&["history", "import", "sparse.ggf"], "it is longer than 1024 MiB"),
        (&["history", "list", "--file", "pipe.ggf"], "pipe.ggf"),
        (&["match", "Simple", "Random", "--openings", "pipe.ggf"], "no openings"),
        (&["match", "Simple", "Random", "--openings", "sparse.ggf"], "it is longer than 1024 MiB"),
        (&["games", "check", "mine"], "mine holds no game"),
        (&["Simple", "Random", "--game", "mine"], "it is not a file"),
        (&["tournament", "tournament.toml"], "it is not a file"),
        (&["players", "test", "Simple", "--rounds", "pipe.jsonl"], "it is not a file"),
    ] {
        let ran = world.run(args);
        assert!(ran.err.contains(words), "{args:?}: {}", ran.err);
    }
    // A file of games of somebody else's may name any folder as the game's.
    let mut store = Store::open(&world.path(HISTORY)).unwrap();
    let id = store.games(&Filter::default()).unwrap()[0].id;
    let game = store.game(id).unwrap().unwrap();
    let own = world.path("mine").display().to_string();
    store.add(&GameRecord { game: own, ..game }).unwrap();
    drop(store);
    world.run(["history", "list"]).exits(0);
    world.run(["history", "replay", "2"]).exits(1).says("it is not a file");
}
