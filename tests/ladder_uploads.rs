//! What people send to a ladder beside queries: packs, libraries and programs, where they play, what is refused with
//! which words, and what twenty jokers at once cost.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;

use othello_test_support::FIRST_LEGAL_CELL;
use serde_json::Value;

use crate::common::served::Served;
use crate::common::{Ran, World};
use crate::ladders::{join, said};

const ANY_CODE: [&str; 5] = ["--title", "Course", "--size", "6", "--allow-code"];
const QUERIES: [&str; 4] = ["--title", "Course", "--size", "6"];

/// A library in C that answers with this in each round, after what it does first.
fn library(world: &World, name: &str, answer: &str, more: &str) -> PathBuf {
    let text = answer.replace('\n', " ").replace('"', "\\\"");
    let source = format!(
        "#include <stdlib.h>\n#include <string.h>\n#include \"othello_player.h\"\n{more}\n\
         uint32_t othello_abi(void) {{ return OTHELLO_ABI; }}\n\
         static const char answer[] = \"{text}\";\n\
         void get_cypher_for_round(void *self, const char *round, size_t length,\n\
         othello_emit emit, void *context) {{ emit(context, answer, strlen(answer)); }}\n"
    );
    let (source, file) = (world.file(&format!("{name}.c"), &source), format!("{name}.so"));
    let include = Path::new(env!("CARGO_MANIFEST_DIR")).join("../player-api/include");
    let mut compiler = Command::new("cc");
    compiler.args(["-shared", "-fPIC", "-o"]).arg(world.path(&file)).arg(source).arg("-I");
    assert!(compiler.arg(include).status().unwrap().success());
    world.path(&file)
}

/// A script that answers so in each round.
fn script(answer: &str) -> String {
    format!(
        "#!/bin/sh\nwhile read -r line; do case \"$line\" in\n\
         *describe*) echo '{{\"name\": \"Bot\"}}';;\n*create*) echo '{{}}';;\n\
         *) echo \"{}\";;\nesac; done\n",
        answer.replace('\n', " ").replace('$', "\\$")
    )
}

/// Packs what lies there under a name of its own.
fn packed(world: &World, what: &Path, name: &str) -> PathBuf {
    let to = world.path(name);
    let (what, to) = (what.display().to_string(), to.display().to_string());
    world.run(["players", "pack", &what, "--output", &to]).exits(0);
    PathBuf::from(to)
}

fn submit(world: &World, served: &Served<'_>, file: &Path, key: &str) -> Ran {
    let (url, file) = (served.printed.clone(), file.display().to_string());
    world.run(["ladder", "submit", &url, &file, "--as", key])
}

fn upload(served: &Served<'_>, name: &str, key: &str, bytes: &[u8]) -> (u16, String) {
    let bearer = format!("Bearer {key}");
    let headers =
        [("Authorization", bearer.as_str()), ("Content-Type", "application/octet-stream")];
    let answer = served.ask("POST", &format!("/api/ladder/uploads?name={name}"), &headers, bytes);
    let words = serde_json::from_str::<Value>(&answer.body).unwrap_or_default();
    (answer.status, words["error"].as_str().unwrap_or_default().to_owned())
}

#[test]
#[cfg(target_os = "linux")]
fn libraries_programs_and_packs_are_checked_and_play_where_code_is_allowed() {
    let world = World::new();
    let (mut served, introduction) = Served::ladder(&world, &ANY_CODE);
    let code = said(&introduction, "code:");
    let [ann, bob, cleo, dora] =
        ["Ann", "Bob", "Cleo", "Dora"].map(|name| join(&served, name, code));

    let marker = "a secret of Ann's that is nobody else's";
    let library = library(&world, "mine", &format!("{FIRST_LEGAL_CELL} // {marker}"), "");
    world.file("folder/bot.sh", &script(FIRST_LEGAL_CELL));
    world.file("folder/player.toml", "command = [\"sh\", \"bot.sh\"]\n");
    let program = world.path("alone");
    fs::write(&program, script(&format!("{FIRST_LEGAL_CELL} // alone"))).unwrap();
    let pack = packed(&world, &world.path("folder"), "folder.othello");
    let of_library = packed(&world, &library, "library.othello");
    for (file, key) in [(&library, &ann), (&pack, &bob), (&program, &cleo), (&of_library, &dora)] {
        let ran = submit(&world, &served, file, key);
        assert_eq!(ran.code, Some(0), "{}: {}", file.display(), ran.err);
        for words in ["version 1 was taken in", "it was accepted", "against ", "rated "] {
            assert!(ran.out.contains(words), "{}: {words}: {}", file.display(), ran.out);
        }
    }
    let ran = submit(&world, &served, &library, &ann);
    assert!(ran.err.contains("that is your version 1 as it is"), "{}", ran.err);

    // What plays illegally or dies is refused by the checker, with its words; the ladder plays on.
    let wrong = self::library(&world, "wrong", "MATCH (cell:Cell) RETURN cell LIMIT 1", "");
    let ran = submit(&world, &served, &wrong, &ann);
    assert!(
        ran.err.contains("version 2 was refused") && ran.err.contains("illegal move"),
        "{}",
        ran.err
    );
    let dies = "__attribute__((constructor)) static void dies(void) { abort(); }";
    let dead = self::library(&world, "dead", FIRST_LEGAL_CELL, dies);
    let ran = submit(&world, &served, &dead, &ann);
    assert!(ran.err.contains("version 3 was refused"), "{}", ran.err);
    assert!(!ran.err.contains("/tmp"), "{}", ran.err);

    // All of it is in the one file: it goes on elsewhere, can be taken home, and is forgotten.
    served.end();
    let (mut served, _) = Served::ladder(&world, &["--title", "Another"]);
    let table = served.get("/api/ladder").json();
    assert_eq!(table["allows_code"], true, "the file says what takes part");
    let places = table["table"].as_array().unwrap();
    assert!(places.iter().any(|place| place["name"] == "Ann"), "{table}");
    served.end();
    world.run(["ladder", "export", "taken", "--file", "ladder.db"]).exits(0);
    let folders: Vec<_> = fs::read_dir(world.path("taken/people")).unwrap().flatten().collect();
    let of_ann = folders.iter().find(|one| one.file_name().to_string_lossy().ends_with("-Ann"));
    assert_eq!(
        fs::read(of_ann.unwrap().path().join("v1.so")).unwrap(),
        fs::read(&library).unwrap()
    );
    let holds = |file: &str| {
        let bytes = fs::read(world.path(file)).unwrap();
        bytes.windows(marker.len()).any(|part| part == marker.as_bytes())
    };
    assert!(holds("ladder.db"));
    world.run(["ladder", "forget", "Ann", "--file", "ladder.db"]).exits(0);
    assert!(!holds("ladder.db"), "what is forgotten lies in no page of the file");
    world.run(["ladder", "export", "later", "--file", "ladder.db"]).exits(0);
    let others = fs::read_dir(world.path("later/people")).unwrap().flatten();
    let others: Vec<_> = others.filter(|one| one.path().join("v1.othello").exists()).collect();
    assert_eq!(others.len(), 2, "what others have sent stays");
}

#[test]
#[cfg(target_os = "linux")]
fn what_can_take_no_part_is_refused_with_the_way_out() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &ANY_CODE);
    let key = join(&served, "Eve", said(&introduction, "code:"));
    let program = |folder: &str, manifest: &str| {
        world.file(&format!("{folder}/bot.sh"), &script(FIRST_LEGAL_CELL));
        world.file(&format!("{folder}/player.toml"), manifest);
        packed(&world, &world.path(folder), &format!("{folder}.othello"))
    };
    let about = "[player]\nname = \"Bot\"\nplays = [{ game = \"reversi\" }]\n";
    let other_game = program("reversi", &format!("command = [\"sh\", \"bot.sh\"]\n{about}"));
    let referee = program(
        "referee",
        "command = [\"sh\", \"bot.sh\"]\nspeaks = \"referee\"\n[player]\nname = \"Bot\"\n",
    );
    let beyond = program(
        "beyond",
        &format!(
            "command = [\"sh\", \"bot.sh\", \"{}\"]\n[player]\nname = \"Bot\"\n",
            world.path("ladder.db").display()
        ),
    );
    let mut arm = fs::read(library(&world, "mine", FIRST_LEGAL_CELL, "")).unwrap();
    arm[18..20].copy_from_slice(&183u16.to_le_bytes());
    fs::write(world.path("arm.so"), arm).unwrap();
    fs::write(world.path("broken.othello"), b"\x1f\x8bnothing").unwrap();
    fs::write(world.path("picture.png"), b"\x89PNG").unwrap();
    fs::write(world.path("large.so"), vec![0; 17 << 20]).unwrap();
    let twins = "void describe(othello_emit emit, void *context) {\n\
        const char *it = \"[{\\\"name\\\": \\\"One\\\"}, {\\\"name\\\": \\\"Two\\\"}]\";\n\
        emit(context, it, strlen(it)); }";
    let twins = library(&world, "twins", FIRST_LEGAL_CELL, twins);
    for (file, words) in [
        (world.path("arm.so"), "linux on aarch64, and this host plays on "),
        (world.path("broken.othello"), "this pack can't be used here"),
        (world.path("picture.png"), "a query in .cypher"),
        (world.path("large.so"), "takes files of at most 16 MB; build it for release"),
        (world.path("beyond"), "\"othello-host players pack\" makes of it"),
        (beyond, "not in the program's own folder; put what it needs into the folder"),
    ] {
        let ran = submit(&world, &served, &file, &key);
        assert!(ran.err.contains(words), "{}: {}", file.display(), ran.err);
        assert!(!ran.out.contains("taken in"), "{}", ran.out);
    }
    for (file, words) in [
        (other_game, "does not play othello on 6x6"),
        (referee, "has no openings"),
        (twins, "it holds 2 players, One, Two, and a version is one"),
    ] {
        let ran = submit(&world, &served, &file, &key);
        assert!(ran.err.contains("was refused") && ran.err.contains(words), "{}", ran.err);
    }
}

#[test]
fn where_queries_alone_take_part_a_pack_with_one_does_and_no_code() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &QUERIES);
    let key = join(&served, "Ann", said(&introduction, "code:"));
    let query = PathBuf::from(world.file("mine.cypher", FIRST_LEGAL_CELL));
    let pack = packed(&world, &query, "mine.othello");
    let ran = submit(&world, &served, &pack, &key);
    assert_eq!(ran.code, Some(0), "{}", ran.err);
    let bearer = format!("Bearer {key}");
    let me = served.ask("GET", "/api/ladder/me", &[("Authorization", &bearer)], "").json();
    assert_eq!(me["versions"][0]["form"], "query", "{me}");
    let (status, words) = upload(&served, "bot", &key, script(FIRST_LEGAL_CELL).as_bytes());
    assert!(
        status == 403 && words.contains("that is a program, and this ladder takes queries"),
        "{words}"
    );
    let (status, words) = upload(&served, "x", &key, &vec![b'x'; 2 << 20]);
    assert!(status == 413 && words.contains("at most 1 MB"), "{status}: {words}");
    let (status, words) = upload(&served, "x", "nobody", b"RETURN 1");
    assert!(status == 401 && words.contains("nobody here has this link"), "{status}: {words}");
    let ran = world.run(["ladder", "--title", "X", "--allow-code", "--no-jail", "--file", "x.db"]);
    assert!(ran.code == Some(2) && ran.err.contains("--no-jail"), "{}", ran.err);
    assert!(!world.path("x.db").exists());
}

#[test]
#[cfg(target_os = "linux")]
fn bombs_and_twenty_files_at_once_cost_the_host_little_and_nobody_else_anything() {
    let world = World::new();
    let (served, introduction) = Served::ladder(&world, &ANY_CODE);
    let code = said(&introduction, "code:");
    let (eve, ann) = (join(&served, "Eve", code), join(&served, "Ann", code));
    // A hundred megabytes of zeros in some hundred kilobytes.
    world.file("bomb/player.toml", "command = [\"./bot\"]\n[player]\nname = \"Bomb\"\n");
    fs::write(world.path("bomb/bot"), vec![0; 100 << 20]).unwrap();
    let bomb = fs::read(packed(&world, &world.path("bomb"), "bomb.othello")).unwrap();
    let (status, words) = upload(&served, "bomb.othello", &eve, &bomb);
    assert!(status == 400 && words.contains("more than 32 MiB"), "{status}: {words}");

    let large = vec![b'#'; 15 << 20];
    let answers: Vec<(u16, String)> = thread::scope(|scope| {
        let send = || upload(&served, "x", &eve, &large);
        let sent: Vec<_> = (0..20).map(|_| scope.spawn(send)).collect();
        let query = upload(&served, "x.cypher", &ann, FIRST_LEGAL_CELL.as_bytes());
        assert_eq!(query.0, 201, "{}", query.1);
        sent.into_iter().map(|one| one.join().unwrap()).collect()
    });
    for (status, words) in &answers {
        // Whoever is refused before the file has come may lose the words with the connection.
        let is_known = words.contains("at most 32 kB") || words.contains("arriving already");
        assert!(is_known || *status == 0, "{status}: {words}");
    }
    let status = fs::read_to_string(format!("/proc/{}/status", served.id())).unwrap();
    let peak = status.lines().find_map(|line| line.strip_prefix("VmHWM:")).unwrap();
    let peak: u64 = peak.trim().trim_end_matches(" kB").parse().unwrap();
    assert!(peak < 400 << 10, "the host held {peak} kB");
    assert_eq!(served.get("/api/ladder").status, 200);
}
