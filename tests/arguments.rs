//! Wrong usage: exit code 2, and a message that names the thing and the way out.

use othello_test_support::say_skipped;

use crate::common::{self, Ran, World};

#[test]
fn wrong_arguments_are_told_with_the_way_out() {
    let world = World::new();
    for (args, says) in [
        (&["Simpel", "Random"][..], "no player \"Simpel\"; did you mean \"Simple\"?"),
        (&["Simple"], "<WHITE>"),
        (&["Simple", "Random", "--size", "7"], "sizes are the even numbers from 4 to 16"),
        (&["Simple", "Random", "--start", "odd"], "choose standard or mirrored"),
        (&["Simple", "Random", "--game", "chess"], "choose othello or reversi or tictactoe"),
        (&["Simple", "Random", "--game-clock", "soon"], "10m+2s"),
        (&["Simple", "Random", "--sead", "5"], "--seed"),
        (&["Simple", "Random", "embedded", "u", "p", "d", "k", "never"], "not a number of seconds"),
        (&["Simple", "Random", "embedded", "u", "p", "d", "k", "1", "maybe"], "BENCHMARK"),
        (&["Simple", "Random", "embedded", "u", "p", "d", "k", "1", "true", "5"], "FRAME_Y"),
        (&["Simple", "Random", "--frame", "5"], "X,Y"),
        (&["Simple", "Random", "nowhere"], "no database \"nowhere\""),
        (&["Simple", "Random", "http://localhost:7474"], "neo4j://"),
        (&["neo4j://localhost:7687", "Simple", "Random"], "a database comes after the two players"),
        (&["Champion:ms=5,ms=6", "Random"], "ms is given twice (ms=5 and ms=6)"),
        (&["Random", "A=Champion:ms=5,solve=9,ms=5"], "leave one of them out"),
        (&["Simple:clock=1s,clock=2s", "Random"], "clock is given twice (clock=1s and clock=2s)"),
        (&["match", "N=nboard:depth=1,depth=2:cat", "Random"], "depth is given twice"),
        (&["Simple:depth=3", "Random"], "no option \"depth\"; Simple has none"),
        (&["draw=Simple", "Random"], "draw"),
        (&["Simple", "Random", "--plugins", "nowhere"], "no such folder"),
        (&["query", "--position", "a1", "RETURN 1"], "move 1 (a1)"),
        (&["Simple", "Random", "--user", "ann"], "URI"),
        (&["query", "RETURN 1", "--password", "-"], "--uri"),
        (&["match", "Simple", "Random", "--user", "ann"], "--uri"),
        (&["match", "Simple", "Random", "--password", "-"], "no --uri says for which server"),
        (&["Simple", "Random", "--allow", "unknown"], "--trust-queries"),
        (&["matc", "Simple", "Random"], "did you mean the command \"match\"?"),
        (&["tournamnt", "A", "B", "--games", "4"], "did you mean the command \"tournament\"?"),
        (&["Simple", "Random", "--seed", "abc"], "write a whole number below 2^53"),
        (&["Simple", "Random", "--seed", "-1"], "write a whole number below 2^53"),
        (&["match", "Simple", "Random", "--seed", "-1"], "write a whole number below 2^53"),
        (&["match", "Simple", "Random", "--games", "-2"], "'-2' for '--games <N>'"),
        (&["match", "Simple", "Random", "-j", "-1"], "write 1 or more"),
        (&["match", "Simple", "Random", "--margin", "-5"], "'-5' for '--margin <TIME>'"),
        (&["openings", "make", "--count", "-5"], "'-5' for '"),
        (&["players", "pack", "Simple", "--player-memory", "5"], "unexpected argument"),
        (&["list"], "did you mean \"players list\" or "),
        (&["test", "./mine"], "did you mean \"players test\"?"),
        (&["Simple", "Random", "--benchmark", "true"], "--benchmark=true"),
        (&["Simple", "Random", "Edge"], "\"othello-host tournament\" takes more"),
        (&["learn", "hnt", "match"], "write \"check\", \"hint\" or \"solution\""),
        (&["Simple", "gtp:no-such-engine --fast"], "no program no-such-engine"),
        (&["match", "Simple", "nboard:./engine", "--games", "2"], "no program ./engine"),
        (&["Simple", "cyhper:python3 x.py"], "did you mean cypher:COMMAND?"),
        (&["games", "check", "otello"], "no game or folder \"otello\"; did you mean \"othello\"?"),
        (&["games", "check", "."], "there is no game.toml in it"),
        (&["games", "new", "Othello"], "none of othello, reversi, tictactoe"),
        (&["serve", "--addr", "7878"], "write 127.0.0.1:7878"),
        (&["Simple", "nowhere.py"], "no player or file \"nowhere.py\""),
        (&["players", "new", "Match"], "on a command line it means something else"),
        (&["players", "new", "draw", "--lang", "cypher"], "on a command line"),
        (&["players", "new", "2 Fast"], "begin it with a letter"),
        (&[], "Usage:"),
    ] {
        let ran = world.run(args).exits(2).says(says);
        assert_eq!(ran.out, "", "{args:?}");
    }
}

#[cfg(target_os = "linux")]
#[test]
fn a_result_that_cannot_be_written_is_a_failure_and_one_that_nobody_reads_is_none() {
    let world = World::new();
    for (args, to, code) in [
        (&["Simple", "Random", "--size", "4", "-q"][..], ">/dev/full", 1),
        (&["Simple", "Random", "--size", "4", "-q", "--json"], ">/dev/full", 1),
        (&["players", "list"], ">/dev/full", 1),
        (&["players", "list"], "| true", 0),
    ] {
        let mut shell = std::process::Command::new("bash");
        let command = world.command();
        let set = command.get_envs().filter_map(|(name, value)| Some((name, value?)));
        shell.envs(set).env_remove("OTHELLO_HISTORY").current_dir(world.path(""));
        let line =
            format!("set -o pipefail; '{}' {} {to}", common::binary().display(), args.join(" "));
        let ran = Ran::of({
            shell.args(["-c", &line]);
            shell
        });
        assert_eq!(ran.code, Some(code), "{line}: {}", ran.err);
        assert_eq!(ran.err.contains("is not whole"), code == 1, "{line}: {}", ran.err);
    }
}

#[test]
fn what_is_told_and_nobody_reads_ends_nothing() {
    let world = World::new();
    let damaged = world.file("damaged.db", "no contest");
    for (args, code) in [
        (&["stats"][..], 2),
        (&["Nobody", "Simple"], 2),
        (&["Simple", "Random", "--size", "4"], 0),
        (&["match", "Simple", "Random", "--games", "4", "--size", "4"], 0),
        (&["players", "check", "Simple", "--rounds", "2"], 0),
        (&["contest", "show", &damaged], 1),
        (&["query", "RETURN 1 AS", "--position", "d3"], 1),
        (&["analyse", "d3c3", "--depth", "1"], 0),
        (&["completions", "klingon"], 2),
    ] {
        let mut command = world.command();
        let (reader, writer) = std::io::pipe().unwrap();
        drop(reader);
        let ended = command.args(args).stderr(writer).output().unwrap();
        assert_eq!(ended.status.code(), Some(code), "{args:?}");
    }
}

#[test]
fn a_command_s_other_name_and_a_language_in_capitals_are_understood() {
    let world = World::new();
    world.run(["Simple", "Random", "-q", "--seed", "1"]).exits(0);
    assert!(world.run(["analyze", "last", "--depth", "1"]).exits(0).out.contains("Simple"));
    world.run(["players", "new", "Mine", "--lang", "Cypher"]).exits(0);
}

#[test]
fn a_server_that_is_not_there_is_no_wrong_usage_but_can_not_be_played_on() {
    let args = ["Simple", "Random", "bolt://127.0.0.1:1", "neo4j", "-secret-", "neo4j", "key"];
    let ran = World::new().run(args).exits(1).says("127.0.0.1:1");
    assert!(!ran.err.contains("-secret-"));
}

#[test]
fn the_originals_example_lines_are_understood() {
    let world = World::new();
    for line in [
        "Player1 Player2 neo4j://localhost:7687 neo4j mypassword neo4j sk-proj-xxxxxxxxx 10 true",
        "Player1 Player2 neo4j://localhost:7687 neo4j mypassword neo4j -k -1 false -1920 -40",
    ] {
        // Everything is understood but who Player1 is.
        let ran = world.run(line.split(' ')).exits(2);
        ran.says("no player \"Player1\"");
    }
}

#[test]
fn numbers_below_zero_mean_no_limit() {
    let args = "Simple Random embedded neo4j -p- neo4j -k- -1 false";
    World::new().run(args.split(' ').chain(["--quiet"])).exits(0);
}

#[cfg(unix)]
#[test]
fn whoever_reads_no_further_gets_no_error_from_completions_and_manual_pages() {
    for what in ["completions nushell", "completions bash", "man"] {
        let mut shell = std::process::Command::new("sh");
        let binary = common::binary().display();
        // The pipe has no reader when the first word is written.
        shell.args(["-c", &format!("(sleep 0.1; {binary} {what}) | true")]);
        let ran = Ran::of(shell).exits(0);
        assert_eq!(ran.err, "", "{what}");
    }
}

#[test]
fn help_has_examples_and_completions_and_a_manual_page_are_printed() {
    let world = World::new();
    assert!(world.run(["--help"]).exits(0).out.contains("Examples:"));
    assert!(world.run(["play", "--help"]).exits(0).out.contains("--game-clock"));
    assert!(world.run(["completions", "bash"]).exits(0).out.contains("othello-host"));
    assert!(world.run(["man"]).exits(0).out.contains(".TH"));
    world.run(["man", "--dir", "pages"]).exits(0);
    let page = std::fs::read_to_string(world.path("pages/othello-host-play.1")).unwrap();
    assert!(page.contains("game\\-clock"), "{page}");
}

#[test]
fn shells_read_their_completions_and_know_the_commands_by_them() {
    let world = World::new();
    for (shell, ask) in [
        (
            "bash",
            "source ./c; COMP_WORDS=(othello-host tourn); COMP_CWORD=1; \
                  _othello__host othello-host tourn othello-host; echo ${COMPREPLY[@]}",
        ),
        ("nu", "source ./c; scope externs | get name | to text"),
        ("zsh", "autoload -U compinit && compinit -u && source ./c && which _othello-host"),
        ("fish", "source ./c; complete -C 'othello-host tourn'"),
    ] {
        let mut asked = std::process::Command::new(shell);
        let of = if shell == "nu" { "nushell" } else { shell };
        world.file("c", &world.run(["completions", of]).exits(0).out);
        asked.args(["-c", ask]).current_dir(world.path("")).env("HOME", world.path(""));
        match asked.output() {
            Ok(output) => {
                let err = String::from_utf8_lossy(&output.stderr);
                let out = String::from_utf8_lossy(&output.stdout);
                assert!(out.contains("tournament") && err.is_empty(), "{shell}: {out}{err}");
            }
            Err(_) => say_skipped(&format!("{shell}'s completions, for want of {shell}")),
        }
    }
}

#[test]
fn players_list_shows_every_player_with_class_and_games() {
    let world = World::new();
    let text = world.run(["players", "list"]).exits(0).out;
    assert!(
        text.contains("Simple") && text.contains("blind") && text.contains("reversi"),
        "{text}"
    );
    let json = world.run(["players", "list", "--json"]).exits(0).out;
    let players: Vec<serde_json::Value> = serde_json::from_str(&json).unwrap();
    assert!(players.iter().any(|player| player["name"] == "Human" && player["class"] == "person"));
}

#[test]
fn a_history_in_a_folder_that_is_not_there_is_an_error_before_the_game() {
    let world = World::new();
    let named = world.path("no/such/folder/games.db");
    let mut command = world.command();
    let output =
        command.env("OTHELLO_HISTORY", &named).args(["Simple", "Random"]).output().unwrap();
    let said = String::from_utf8(output.stderr).unwrap();
    assert_eq!(output.status.code(), Some(2), "{said}");
    assert!(said.contains("make it, or name another file") && output.stdout.is_empty(), "{said}");
    assert!(!world.path("no").exists());
    world.file("notes.txt", "no games");
    for (named, says) in [("", "is a folder"), ("notes.txt", "is not a file of games")] {
        for args in [&["Simple", "Random"][..], &["serve", "--addr", "127.0.0.1:0"]] {
            let mut command = world.command();
            let ran = Ran::of({
                command.env("OTHELLO_HISTORY", world.path(named)).args(args);
                command
            });
            ran.exits(2).says(says).says("name another file");
        }
    }
    // One that is made beforehand, as mktemp does, becomes one.
    world.file("empty.db", "");
    let mut command = world.command();
    command.env("OTHELLO_HISTORY", world.path("empty.db")).args(["Simple", "Random", "-q"]);
    assert_eq!(Ran::of(command).exits(0).err, "");
}

#[test]
fn a_file_of_another_system_s_editor_in_a_folder_of_any_name_plays_by_whatever_path_it_is_named() {
    let world = World::new();
    let query = include_str!("../plugins/quiet.cypher").replace('\n', "\r\n");
    world.file("my bots/quiet one.cypher", &format!("\u{feff}{query}"));
    for path in ["my bots/quiet one.cypher", "./my bots", "~/my bots/quiet one.cypher", "~/my bots"]
    {
        let ran = world.run([path, "Simple", "--quiet", "--seed", "1"]).exits(0);
        assert!(!ran.err.contains("forfeit"), "{path}: {}", ran.err);
    }
    let shown = world.run(["players", "show", "~/my bots/quiet one.cypher"]).exits(0);
    assert!(shown.out.starts_with("Quiet\n"), "{}", shown.out);
    world.run(["query", "my bots/quiet one.cypher"]).exits(0);
    world.run(["my bots", "Simple"]).exits(2).says("did you mean \"./my bots\"?");
    let lines = world.file("lines.txt", "\u{feff}f5d6\r\nf5f6\r\n");
    world
        .run(["match", "Simple", "Random", "--games", "2", "--quiet", "--openings", &lines])
        .exits(0);
    let wide =
        format!("\u{feff}{query}").encode_utf16().flat_map(u16::to_le_bytes).collect::<Vec<_>>();
    std::fs::write(world.path("wide.cypher"), wide).unwrap();
    let ran = world.run(["wide.cypher", "Simple", "--quiet", "--seed", "1"]).exits(0);
    assert!(!ran.err.contains("forfeit"), "{}", ran.err);
    std::fs::write(
        world.path("odd.cypher"),
        "RETURN 'caf\u{e9}'".chars().map(|c| c as u8).collect::<Vec<_>>(),
    )
    .unwrap();
    world.run(["odd.cypher", "Simple"]).exits(2).says("it is not text in UTF-8");
}
