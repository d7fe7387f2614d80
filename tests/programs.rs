//! Programs as players like any other: named by their folder, packed, installed, played from an archive; and what
//! they see of the machine, which is what is theirs and what a person has granted.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};

use othello_test_support::thread_time;
use serde_json::Value;
use tempfile::TempDir;

use crate::common::{Ran, World};

/// The first legal cell.
const FIRST: &str = "WITH CASE $symbol WHEN 'X' THEN 'O' ELSE 'X' END AS other \
    MATCH (cell:Cell) WHERE cell.state IS NULL AND EXISTS { \
    (cell)-[r:NEIGHBOR_OF]-(:Cell {state: other}) \
    ((:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: other}))* \
    (:Cell {state: other})-[{direction: r.direction}]-(:Cell {state: $symbol}) } \
    RETURN cell LIMIT 1";

/// Writes the folder of a program that does this in each round, and gives the folder.
pub fn program(world: &World, folder: &str, name: &str, manifest: &str, act: &str) -> String {
    let script = format!(
        "while read -r line; do case \"$line\" in\n\
         *describe*) echo '{{\"name\": \"{name}\"}}';;\n\
         *create*) echo '{{}}';;\n\
         *) {act};;\n\
         esac; done\n"
    );
    world.file(&format!("{folder}/bot.sh"), &script);
    let manifest = if manifest.is_empty() {
        "command = [\"sh\", \"bot.sh\"]".to_owned()
    } else {
        manifest.to_owned()
    };
    let about = format!("[player]\nname = \"{name}\"\nversion = \"1.0\"\n");
    world.file(&format!("{folder}/player.toml"), &format!("{manifest}\n{about}"));
    world.path(folder).display().to_string()
}

/// An act that plays.
pub fn plays() -> String {
    format!("echo \"{}\"", FIRST.replace('$', "\\$"))
}

/// An act that resigns with what it sees of a file.
fn tell(path: &Path) -> String {
    format!(
        "echo \"{{\\\"resign\\\": \\\"saw: $(cat {} 2>&1 | tr -d '\\\"' | head -c 200)\\\"}}\"",
        path.display()
    )
}

/// Plays against Simple, and gives what was said.
fn played(world: &World, player: &str) -> Ran {
    world.run([player, "Simple", "--size", "4"]).exits(0)
}

/// A file that a player does not see is closed to it, or is not there at all.
#[track_caller]
fn sees_nothing(ran: &Ran) {
    let words = ["Permission denied", "No such file", "nonexistent", "No such device"];
    assert!(words.iter().any(|words| ran.err.contains(words)), "{}", ran.err);
    assert!(!ran.err.contains("secret"), "{}", ran.err);
}

/// A folder outside of every home.
fn elsewhere() -> (TempDir, PathBuf) {
    let outside = TempDir::new().unwrap();
    let folder = outside.path().canonicalize().unwrap().join("weights");
    fs::create_dir(&folder).unwrap();
    fs::write(folder.join("book"), "the book").unwrap();
    (outside, folder)
}

#[test]
fn a_program_is_played_from_its_folder_and_from_an_archive_installed_updated_and_removed() {
    let world = World::new();
    let folder = program(&world, "bot", "Walker", "", &plays());
    fs::create_dir(world.path("bot/more")).unwrap();
    fs::write(world.path("bot/more/notes"), "some").unwrap();
    for player in ["./bot", "bot/player.toml", &folder] {
        let ran = played(&world, player);
        assert!(!ran.err.contains("loses"), "{player}: {}", ran.err);
    }
    world.run(["players", "pack", "./bot", "-o", "walker.othello"]).exits(0);
    let ran = played(&world, "./walker.othello");
    assert!(!ran.err.contains("loses"), "{}", ran.err);
    world.run(["players", "check", "walker.othello", "--rounds", "2"]).exits(0);
    world.run(["players", "add", "walker.othello", "--no-check"]).exits(0);
    let place = world.path("data/othello-host/plugins/walker");
    assert_eq!(fs::read_to_string(place.join("more/notes")).unwrap(), "some");
    let ran = played(&world, "Walker");
    assert!(!ran.err.contains("loses"), "{}", ran.err);

    let manifest = world.path("bot/player.toml");
    let newer = fs::read_to_string(&manifest).unwrap().replace("1.0", "1.1");
    fs::write(&manifest, newer).unwrap();
    world.run(["players", "add", "bot", "--no-check"]).exits(1).says("--replace");
    let ran = world.run(["players", "add", "bot", "--no-check", "--replace"]).exits(0);
    assert!(ran.out.starts_with("updated "), "{}", ran.out);
    ran.says("version: 1.0 -> 1.1");

    fs::write(place.join("more/notes"), "changed").unwrap();
    world.run(["Walker", "Simple"]).exits(2).says("has changed since it was installed");
    world.run(["players", "rm", "Walker"]).exits(0);
    assert!(!place.exists());
    world.run(["Walker", "Simple"]).exits(2).says("no player \"Walker\"");
}

#[test]
fn a_manifest_asks_and_only_what_a_person_grants_is_seen() {
    let (world, (_outside, weights)) = (World::new(), elsewhere());
    let book = weights.join("book");
    let manifest = format!("command = [\"sh\", \"bot.sh\"]\nreads = [{weights:?}]");
    program(&world, "plugins/reader", "Reader", &manifest, &tell(&book));
    // Dropped into a folder it gets its own folder and the system.
    sees_nothing(&played(&world, "Reader"));
    let asks = format!("warned   asks for {}: nobody has granted it", weights.display());
    let check = world.run(["players", "check", "Reader", "--rounds", "1"]).out;
    assert!(check.contains(&asks), "{check}");

    let add = ["players", "add", "plugins/reader", "--no-check"];
    world.run(add).exits(1).says("nobody is here to grant it").says(&weights.display().to_string());
    let other = [&add[..], &["--grant", "/usr"]].concat();
    world.run(other).exits(2).says("does not ask for it");
    let weights_text = weights.display().to_string();
    world.run([&add[..], &["--grant", &weights_text]].concat()).exits(0);
    fs::remove_dir_all(world.path("plugins")).unwrap();
    played(&world, "Reader").says("saw: the book");

    // What was granted was granted to this content.
    let script = world.path("data/othello-host/plugins/reader/bot.sh");
    let text = fs::read_to_string(&script).unwrap();
    fs::write(&script, format!("{text}\n#")).unwrap();
    world.run(["Reader", "Simple"]).exits(2).says("has changed since it was installed");
    let accept = ["players", "accept", "Reader"];
    world.run(accept).exits(1).says("nobody is here to grant it");
}

#[test]
fn what_is_private_is_granted_to_nobody_by_whichever_way_it_is_asked_for() {
    let (world, (_outside, weights)) = (World::new(), elsewhere());
    world.file(".ssh/id_rsa", "a secret key");
    let key = world.path(".ssh/id_rsa").canonicalize().unwrap();
    let home = key.parent().unwrap().parent().unwrap().to_owned();
    world.run(["Simple", "Random", "--size", "4", "-q"]).exits(0);
    let history = world.path("data/othello-host/history.db").canonicalize().unwrap();
    symlink(&key, weights.join("innocent")).unwrap();
    fs::write(weights.join("closed"), "a secret").unwrap();
    let mode = |mode| std::os::unix::fs::PermissionsExt::from_mode(mode);
    fs::set_permissions(weights.join("closed"), mode(0o600)).unwrap();
    world.file("bot/here", "");
    symlink("/proc/self", world.path("bot/proc")).unwrap();
    let up = format!("../{}", ".ssh/id_rsa");
    for (path, sees) in [
        (key.display().to_string(), &key),
        (up, &key),
        (weights.join("innocent").display().to_string(), &key),
        (format!("/usr/..{}", key.display()), &key),
        (home.display().to_string(), &key),
        (history.display().to_string(), &history),
        (weights.join("closed").display().to_string(), &weights.join("closed")),
        ("/etc/shadow".into(), &PathBuf::from("/etc/shadow")),
        ("/proc/1/environ".into(), &PathBuf::from("/proc/1/environ")),
        ("/proc".into(), &PathBuf::from("/proc/1/environ")),
        ("/sys/kernel".into(), &PathBuf::from("/sys/kernel/notes")),
        ("/dev".into(), &PathBuf::from("/dev/tty")),
        ("/".into(), &key),
    ] {
        for manifest in [
            format!("command = [\"sh\", \"bot.sh\", {path:?}]"),
            format!("command = [\"sh\", \"bot.sh\", \"--book={path}\"]"),
            format!("command = [\"env\", \"X={path}\", \"sh\", \"bot.sh\", \"x:{path}\"]"),
            format!("command = [\"sh\", \"bot.sh\"]\nreads = [{path:?}]"),
        ] {
            // A link in a player's own folder leads nowhere either.
            let _ = fs::remove_file(world.path("bot/proc"));
            program(&world, "bot", "Thief", &manifest, &tell(sees));
            let add = ["players", "add", "bot", "--no-check"];
            world.run(add).exits(1).says("which no player is given");
            let grant = [&add[..], &["--grant", &path]].concat();
            world.run(grant).exits(1).says("which no player is given");
        }
        sees_nothing(&played(&world, "./bot"));
    }
}

#[test]
fn an_interpreter_of_somebodys_own_is_asked_for_by_the_first_line_of_a_script_too() {
    let (world, (_outside, tools)) = (World::new(), elsewhere());
    fs::copy("/bin/sh", tools.join("mysh")).unwrap();
    let act = plays();
    program(&world, "bot", "Scripted", "command = [\"./bot\"]", &act);
    let script = fs::read_to_string(world.path("bot/bot.sh")).unwrap();
    let shell = tools.join("mysh");
    world.file("bot/bot", &format!("#!{}\n{script}", shell.display()));
    let mode = |mode| std::os::unix::fs::PermissionsExt::from_mode(mode);
    fs::set_permissions(world.path("bot/bot"), mode(0o755)).unwrap();
    played(&world, "./bot").says("loses");
    let add = ["players", "add", "bot", "--no-check"];
    let shell = shell.display().to_string();
    world.run(add).exits(1).says(&shell);
    world.run([&add[..], &["--grant", &shell]].concat()).exits(0);
    let ran = played(&world, "Scripted");
    assert!(!ran.err.contains("loses"), "{}", ran.err);
}

#[test]
fn a_folder_that_holds_more_than_a_player_is_no_players_own() {
    let world = World::new();
    // The user's whole home is not.
    program(&world, ".", "Homely", "", "echo x");
    world.run(["./player.toml", "Simple"]).exits(2).says("can't be a player's own folder");
    // A manifest among others sees what its command names beside it, and nothing else.
    program(&world, "plugins", "Loose", "", &tell(&world.path("plugins/other")));
    world.file("plugins/other", "of another player");
    fs::rename(world.path("plugins/player.toml"), world.path("plugins/x.player.toml")).unwrap();
    sees_nothing(&played(&world, "Loose"));
    world
        .run(["players", "add", "plugins/x.player.toml", "--no-check"])
        .exits(1)
        .says("of its own");
}

#[test]
fn a_folder_with_what_is_neither_file_nor_folder_is_not_installed_and_hangs_nobody() {
    let world = World::new();
    program(&world, "bot", "Odd", "", "echo x");
    let fifo = world.path("bot/pipe");
    assert!(std::process::Command::new("mkfifo").arg(&fifo).status().unwrap().success());
    world.run(["players", "add", "bot", "--no-check"]).exits(1).says("neither a file nor a folder");
    world.run(["players", "pack", "bot"]).exits(1).says("neither a file nor a folder");
    fs::remove_file(&fifo).unwrap();
    symlink("/etc/passwd", &fifo).unwrap();
    world.run(["players", "add", "bot", "--no-check"]).exits(1).says("it is a link");
    fs::remove_file(&fifo).unwrap();
    let sparse = fs::File::create(&fifo).unwrap();
    sparse.set_len(300 << 20).unwrap();
    world.run(["players", "add", "bot", "--no-check"]).exits(1).says("256 MiB at most");
    for name in ["pipe.so", "pipe.othello", "pipe.cypher", "player.toml"] {
        let pipe = world.path(name);
        assert!(std::process::Command::new("mkfifo").arg(&pipe).status().unwrap().success());
        let ran = world.run(["players", "add", &pipe.display().to_string()]);
        let words = ["it is not a file", "neither a file nor a folder"];
        let said = words.iter().any(|words| ran.err.contains(words));
        assert!(ran.code != Some(0) && said, "{name}: {}", ran.err);
    }
}

#[test]
fn what_is_not_there_is_missing_and_what_is_no_player_says_what_one_is() {
    let world = World::new();
    for missing in
        ["./nothing", "./nothing.txt", "no/such.so", "./gone.othello", "./gone/player.toml"]
    {
        world.run([missing, "Simple"]).exits(2).says(&format!("no file {missing}"));
    }
    world.file("bot.py", "");
    world.file("empty/readme", "");
    world.run(["./bot.py", "Simple"]).exits(2).says("\"cypher:python3 ./bot.py\"");
    world.run(["./empty", "Simple"]).exits(2).says("a program has a player.toml");
}

#[test]
fn of_players_of_one_name_the_first_folders_wins_and_the_others_are_named() {
    let world = World::new();
    for folder in ["plugins", "data/othello-host/plugins"] {
        world.file(&format!("{folder}/mine.cypher"), &format!("// Mine: from {folder}\n{FIRST}"));
    }
    let ran = played(&world, "Mine")
        .says("data/othello-host/plugins/mine.cypher has another of that name");
    assert!(ran.err.contains("the one from plugins/mine.cypher"), "{}", ran.err);
    let shown = world.run(["players", "show", "Mine"]).exits(0).out;
    assert!(shown.contains("from plugins"), "{shown}");
    world.file("plugins/another.cypher", &format!("// Mine: again\n{FIRST}"));
    world.run(["Mine", "Simple"]).exits(2).says("2 players are called \"Mine\"");
}

#[test]
fn a_player_with_state_is_asked_again_with_what_came_before() {
    let world = World::new();
    // It plays on as long as it counts, and gives up in its third round.
    let folder = program(
        &world,
        "bot",
        "Counter",
        "",
        &format!(
            "n=$((n + 1)); if [ $n -gt 2 ]; then echo '{{\"resign\": \"tired\"}}'; else {}; fi",
            plays()
        ),
    );
    let ran = world.run([&folder, "Simple", "--seed", "1"]).exits(0).says("tired");
    let line = ran.err.lines().find_map(|line| line.strip_prefix("ask it again: othello-host "));
    let line = line.unwrap().to_owned();
    assert!(line.contains(" --replay "), "{line}");
    let words: Vec<&str> = line.split(' ').collect();
    world.run(&words).exits(1).says("Counter resigns: tired");
    // A fresh one is innocent.
    let fresh: Vec<&str> = words.into_iter().filter(|word| *word != "--replay").collect();
    assert!(world.run(&fresh).exits(0).out.contains("is legal"));
}

#[test]
fn a_slip_in_what_a_program_says_of_itself_is_shown_with_its_line() {
    let world = World::new();
    world.file("own/player.toml", "command = [\"sh\", \"bot.sh\"]\n");
    for (line, says) in [
        (r#"{'name': 'A'}"#, "in Python, json.dumps writes it"),
        (
            r#"{\"name\": \"A\", \"class\": \"Open\"}"#,
            "unknown variant `Open`, expected `blind` or `open`",
        ),
        (r#"{\"name\": 5}"#, "the line that came is: {\"name\": 5}"),
        ("ready", "standard output is the protocol"),
    ] {
        world.file("own/bot.sh", &format!("echo \"{line}\"\n"));
        world.run(["./own", "Simple"]).exits(2).says(says);
    }
    world.file("own/bot.sh", "read -r line; echo '{\"name\": \"Once\"}'\n");
    world
        .run(["./own", "Simple", "--size", "4"])
        .exits(0)
        .says("does it read until its input ends?");
}

#[test]
fn what_a_program_wrote_before_it_ended_is_shown_whether_it_says_first_what_happened_or_last() {
    let world = World::new();
    world.file("own/player.toml", "command = [\"sh\", \"bot.sh\"]\n");
    let script = "printf 'panic: oh no\\n\\ngoroutine 1:\\n\\tmain.go:74\\nWINNER: Me\\033[2J\\n' >&2; exit 2\n";
    world.file("own/bot.sh", script);
    let ran = world.run(["./own", "Simple"]).exits(2).says("ended with exit code 2");
    let ran = ran.says("ends with:\n  | panic: oh no\n");
    ran.says("  |  main.go:74\n  | WINNER: Me[2J\n");
    world.file("own/bot.sh", "seq 1000 >&2; exit 2\n");
    let ran = world.run(["./own", "Simple"]).exits(2).says("ends with:\n  | 981\n");
    ran.says("  | 1000\n");
}

#[test]
fn who_is_asked_outside_of_a_game_says_what_it_wrote_as_in_one() {
    let world = World::new();
    let falls = program(&world, "falls", "Falls", "", "echo 'no such key' >&2; exit 1");
    let said = "exit code 1; its own output ends with:\n  | no such key\n";
    world.run(["players", "show", &falls]).exits(1).says(said);
    world.run(["query", &falls, "--position", "d3"]).exits(1).says(said);
    let tried = world.run(["players", "test", &falls]).out;
    assert!(tried.contains(said), "{tried}");
}

#[test]
fn a_program_that_cannot_be_begun_says_why_and_what_helps() {
    let world = World::new();
    for (command, script, is_marked, says) in [
        ("pyhton3", "", false, "there is no program pyhton3 that it may see"),
        ("./bot", "#!/bin/sh\n", false, "chmod +x ./bot"),
        ("./bot", "#!/bin/sh\r\n", true, "save it with LF at their ends"),
        ("./bot", "#!/usr/bin/env sh\r\n", true, "save it with LF at their ends"),
        ("bot", "#!/bin/sh\n", true, "write ./bot for the one in its folder"),
        ("/root/no/such/python3", "", false, "who sees what the command names"),
        ("./bot", "#!/no/such\n", true, "its first line names /no/such, which is not there"),
        (".", "", false, "it is a folder"),
    ] {
        let manifest = format!("command = [\"{command}\"]\n[player]\nname = \"Mine\"\n");
        world.file("own/player.toml", &manifest);
        let bot = world.file("own/bot", script);
        let mode = if is_marked { 0o755 } else { 0o644 };
        fs::set_permissions(bot, fs::Permissions::from_mode(mode)).unwrap();
        played(&world, "./own").says(says);
    }
}

#[test]
fn a_stray_print_is_shown_and_told_from_an_answer() {
    let world = World::new();
    let hint = "standard output is the protocol; print to standard error";
    for act in ["echo 'thinking hard'; echo \"RETURN 1\"", "echo '[1, 2]'"] {
        let stray = world.program("Stray", act);
        let ran = played(&world, &stray).says("bad answer").says(hint);
        assert!(ran.err.contains("thinking hard") || ran.err.contains("[1, 2]"), "{}", ran.err);
    }
    let late = world.program("Late", &format!("{}; echo 'done with it'", plays()));
    played(&world, &late).says("done with it").says(hint);
    let broken = world.program("Broken", "echo '{\"cypher\": '");
    played(&world, &broken).says("the line that came is: {\"cypher\":");
}

#[test]
fn what_an_answer_takes_to_be_read_is_its_players_time() {
    let world = World::new();
    let numbers = "1,".repeat(1_000_000) + "1";
    let answer = format!("{{\"cypher\": \"{}\", \"params\": {{\"a\": [{numbers}]}}}}\n", FIRST);
    world.file("bot/answer.json", &answer);
    let bot = program(&world, "bot", "Heavy", "", "cat answer.json");
    let begun = thread_time();
    othello_player_api::Answer::parse(&answer).unwrap();
    let reading = (thread_time() - begun).as_secs_f64() * 1000.0;
    let ran = world.run([bot.as_str(), "Simple", "--size", "4", "--json"]).exits(0);
    let events = ran.out.lines().map(|line| serde_json::from_str::<Value>(line).unwrap());
    let rounds = events.filter(|event| event["event"] == "round" && event["colour"] == "black");
    let least = rounds.map(|round| round["ask_ms"].as_f64().unwrap()).reduce(f64::min).unwrap();
    assert!(least > reading / 3.0, "{least} ms asked, of which {reading} ms are for reading");
}
