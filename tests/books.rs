//! Books of openings: made, interrupted and gone on with, shown, and played from; and files that are named for options.

use std::fs;
use std::process::{Command, Stdio};

use othello_test_support::nats::{NatsServer, servers};
use serde_json::Value;

use crate::cluster::Worker;
use crate::common::served::Served;
use crate::common::{World, on_any_machine, processes_with, wait_until};
use crate::contests::results;

/// A book that knows the start alone, in which no search would like one move so much better than the others.
fn of_one_position(best: &str) -> String {
    let values = ["d3", "c4", "f5", "e6"].map(|at| format!(" {at}:{};", u8::from(at == best)));
    let board = "-".repeat(27) + "OX" + &"-".repeat(6) + "XO" + &"-".repeat(27);
    format!("% by hand\n{board} X;{}\n", values.concat())
}

/// The moves of the last game of the history.
fn last_moves(world: &World) -> String {
    let json = world.run(["history", "show", "last", "--json"]).exits(0).out;
    let game: Value = serde_json::from_str(&json).unwrap();
    game["moves"].as_str().unwrap().to_owned()
}

fn words(line: &str) -> Vec<String> {
    line.split_whitespace().map(str::to_owned).collect()
}

#[test]
fn a_book_that_was_interrupted_goes_on_and_becomes_the_same() {
    let world = World::new();
    let make =
        |file: &str, more: &str| words(&format!("book make {file} --depth 2 --within 3 {more}"));
    let lines = |file: &str| {
        fs::read(world.path(file))
            .map_or(0, |text| text.iter().filter(|&&byte| byte == b'\n').count())
    };
    let mut command = world.command();
    let mut child = command
        .args(make("a.txt", "--positions 50000 -j 2"))
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    wait_until("some positions are there", || lines("a.txt") > 20);
    let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
    assert!(told.unwrap().success());
    assert_eq!(child.wait().unwrap().code(), Some(130));

    let positions = lines("a.txt") - 1 + 20;
    // As where the power went.
    let torn = fs::read_to_string(world.path("a.txt")).unwrap() + "---------XX";
    fs::write(world.path("a.txt"), torn).unwrap();
    let more = format!("--positions {positions}");
    let ran = world.run(make("a.txt", &more)).exits(0);
    assert!(
        ran.out.starts_with(&format!("a.txt: {positions} positions, best play ")),
        "{}",
        ran.out
    );
    world.run(make("b.txt", &format!("{more} -j 1"))).exits(0);
    let [a, b] = ["a.txt", "b.txt"].map(|file| fs::read_to_string(world.path(file)).unwrap());
    assert_eq!(a, b);
    // One that is large enough is left alone.
    world.run(make("a.txt", "--positions 5")).exits(0);
    assert_eq!(fs::read_to_string(world.path("a.txt")).unwrap(), a);

    world
        .run(make("b.txt", "--positions 50000 --time 1ms"))
        .exits(0)
        .says("the same command goes on");
    world.run(make("b.txt", "--seed 7")).exits(2).says("begun with another --seed");
    let text = world.run(["book", "show", "a.txt"]).exits(0);
    let begins = format!("{positions} positions: 2 plies ahead of each, moves within 3 discs");
    assert!(text.out.starts_with(&begins), "{}", text.out);
    let shown = world.run(["book", "show", "a.txt", "f5", "--json"]).exits(0).out;
    let shown: Value = serde_json::from_str(&shown).unwrap();
    assert_eq!(shown["moves"].as_array().unwrap().len(), 3);
    world.run(["book", "show", "a.txt", "f5f6e6f4e3d2"]).exits(1).says("knows nothing of this");
}

#[test]
fn what_is_to_be_the_same_everywhere_is_never_cut_off_by_time() {
    let world = World::new();
    // Takes the place of our strongest player, and says by its values whether it has a limit of time.
    let bot = r#"while read -r line; do case "$line" in
        *describe*) echo '{"name":"Champion","class":"open","plays":[{"game":"othello","sizes":[8]}],
            "options":[]}' | tr -d '\n'; echo;;
        *create*) echo '{}';;
        *) case "$line" in *time_ms*) value=9;; *) value=1;; esac
           thinking="{\"value\":$value,\"depth\":5,\"moves\":[{\"move\":\"d3\",\"value\":$value}]}"
           echo "{\"cypher\":\"RETURN 1\",\"thinking\":$thinking}";;
        esac; done
    "#;
    world.file("stand/bot/bot.sh", bot);
    world.file("stand/bot/player.toml", "command = [\"sh\", \"bot.sh\"]\n");
    let ran = |command: &str| world.run(words(&format!("{command} --plugins stand"))).exits(0);
    for (file, effort) in [("depth.txt", "--depth 5"), ("look.txt", "--look 1s")] {
        ran(&format!("book make {file} --positions 1 {effort}"));
        let book = fs::read_to_string(world.path(file)).unwrap();
        assert!(book.ends_with(":+1.00;\n"), "{book}");
    }
    let openings = ran("openings make --depth 5 --plies 2 --count 1 --within 2");
    assert_eq!(openings.out.lines().count(), 1, "{}", openings.out);
    // What is only looked at may be cut off, as the help says.
    let analysed = ran("analyse f5 --depth 5");
    assert!(analysed.out.contains("d3 +9.0"), "{}", analysed.out);
}

#[cfg(target_os = "linux")]
#[test]
fn no_more_positions_are_looked_at_at_once_than_there_are_and_than_there_are_cores() {
    let world = World::new();
    let cores = othello_players::available_cores().get();
    // So many that after them more positions are chosen together than there are cores.
    let mut positions = 0;
    while positions <= 32 * cores {
        positions += 1 + positions / 32;
    }
    let made = format!("book make made.txt --positions {positions} --depth 1 --within 9");
    world.run(words(&made)).exits(0);
    let made = fs::read_to_string(world.path("made.txt")).unwrap();
    // No search of these comes to an end.
    let endless = made.replace("\"depth\":1,", "\"depth\":40,");
    let begun = &endless[..=endless.find('\n').unwrap()];
    for (book, most) in [(begun, 1), (&endless, cores)] {
        world.file("b.txt", book);
        let mut command = world.command();
        let mut child =
            command.args(words("book make b.txt --positions 9999 -j 400")).spawn().unwrap();
        let players = || processes_with(&format!("__player {} ", child.id())).len();
        wait_until("positions are looked at", || players() > 0);
        std::thread::sleep(std::time::Duration::from_secs(1));
        let there = players();
        let told = Command::new("kill").args(["-INT", &child.id().to_string()]).status();
        assert!(told.unwrap().success());
        assert_eq!(child.wait().unwrap().code(), Some(130));
        // Each is two processes, and a few more begin and end the others.
        assert!(there <= 2 * most + 8, "{there} for {most}");
        assert_eq!(fs::read_to_string(world.path("b.txt")).unwrap(), book);
    }
}

#[test]
fn champion_plays_from_a_book_that_it_is_given_and_records_keep_its_hash_alone() {
    let world = World::new();
    for best in ["c4", "e6"] {
        let book = of_one_position(best);
        world.file("book.txt", &book);
        for (options, seed) in [("", "1"), (",variety=0.5", "2"), (",variety=0", "3")] {
            let champion = format!("Champion:book=book.txt,positions=1{options}");
            world.run([champion.as_str(), "Random", "--seed", seed]).exits(0);
            let moves = last_moves(&world);
            assert!(moves.starts_with(best), "{moves}");
            let shown = world.run(["history", "show", "last"]).exits(0).out;
            assert!(shown.contains(&othello_players::sha256_of(book.as_bytes())), "{shown}");
        }
    }
    // Where all are near enough, the seed chooses.
    let first = |seed: u32| {
        let seed = seed.to_string();
        let champion = "Champion:book=book.txt,variety=2,positions=1";
        world.run([champion, "Random", "--seed", &seed]).exits(0);
        last_moves(&world)[..2].to_owned()
    };
    let played: Vec<_> = (0..8).map(first).collect();
    assert!(played.iter().any(|one| *one != played[0]), "{played:?}");
    assert_eq!(first(3), played[3]);
    let history = fs::read(world.path("data/othello-host/history.db")).unwrap();
    assert!(!history.windows(7).any(|bytes| bytes == b"by hand"));
}

#[test]
fn what_can_t_be_a_book_is_refused_and_nobody_waits_for_it() {
    let world = World::new();
    world.file("poem.txt", "Shall I compare thee\n");
    assert!(Command::new("mkfifo").arg(world.path("pipe")).status().unwrap().success());
    for (file, why) in [
        ("none.txt", "book=none.txt: it is not there"),
        (".", "book=.: it is not a file"),
        ("pipe", "book=pipe: it is not a file"),
    ] {
        world.run([&format!("Champion:book={file}"), "Random"]).exits(2).says(why);
    }
    // No game and no contest begins with what its player can't use, and nothing is kept of it.
    let damaged =
        "Champion can't begin with what was named for book: cannot be used: the book's line 1: ";
    world.run(["Champion:book=poem.txt", "Random"]).exits(2).says(damaged);
    world.run(["Random", "Champion:book=poem.txt"]).exits(2).says(damaged);
    let contest = "match Champion:book=poem.txt Random --games 4 --file contest.db";
    world.run(words(contest)).exits(2).says(damaged);
    // A book with nothing in it would be of no use, and what has no whole line may be anything.
    for (file, text) in [("empty.txt", ""), ("begun.txt", "% a book\n"), ("word.txt", "word")] {
        world.file(file, text);
        let book = format!("Champion:book={file}");
        let way_out = "\"othello-host book make FILE\" makes a book";
        world.run([&book, "Random"]).exits(2).says(way_out);
        let way_out = format!("by: othello-host book make {file}");
        world.run(["book", "show", file]).exits(1).says(&way_out);
    }
    // Nor does a program begin to serve others with it, or a test of the player.
    for command in ["gtp", "nboard", "referee-bot", "players test"] {
        let command = format!("{command} Champion:book=poem.txt");
        world.run(words(&command)).exits(2).says(damaged);
    }
    assert!(!world.path("contest.db").exists());
    world.run(["history", "list"]).exits(0).says("no such games");
    world.run(["book", "make", "poem.txt"]).exits(2).says("name another file");
    world.run(["book", "make", "pipe"]).exits(1).says("it is not a file");
    world.run(["book", "show", "poem.txt"]).exits(1).says("poem.txt is no book: line 1: ");
    assert_eq!(fs::read_to_string(world.path("poem.txt")).unwrap(), "Shall I compare thee\n");
    world.run(["book", "make", "b.txt", "--start", "nowhere"]).exits(2);
    let small = "-----OX--XO----- X";
    let told = "a book has positions of 8x8 squares, and none of 4x4";
    world.file("start.txt", &of_one_position("c4"));
    world.run(["book", "show", "start.txt", small]).exits(2).says(told);
    for command in ["book make nowhere/x", "openings make --count 1 -o nowhere/x"] {
        let told = "the folder of nowhere/x is not there; make it, or name another file";
        world.run(words(command)).exits(1).says(told);
    }

    // A page's visitors name no files of the machine that serves it.
    let served = Served::start(&world, &[]);
    let seat = |spec: &str| serde_json::json!({ "spec": spec });
    let game = serde_json::json!({
        "game": "othello", "black": seat("Champion:book=poem.txt"), "white": seat("Random"),
    });
    let headers = [("Content-Type", "application/json")];
    let answer = served.ask("POST", "/api/games", &headers, game.to_string());
    assert!(answer.body.contains("names a file"), "{}", answer.body);
    let players = served.ask("GET", "/api/players", &[], "");
    assert!(players.body.contains("\"threads\"") && !players.body.contains("\"book\""));
}

#[test]
fn a_contest_goes_on_with_the_book_that_it_began_with_and_no_other() {
    let world = World::new();
    let book = of_one_position("c4");
    world.file("book.txt", &book);
    let contest =
        "match Champion:book=book.txt,positions=1 Random --games 4 --openings none --seed 3 -q";
    let ran = world.run(words(&format!("{contest} --file here.db"))).exits(0);
    let games = results(&world.path("here.db"));
    assert!(games.iter().any(|game| game.3.starts_with("c4")), "{games:?}");

    // With a book it is another player than without, which ratings tell by the first digits of the book's hash.
    let plain = contest.replace("book=book.txt,", "");
    world.run(words(&format!("{plain} --file plain.db"))).exits(0);
    let rated = world.run(words("ratings --file here.db --file plain.db")).exits(0).out;
    let hash = othello_players::sha256_of(book.as_bytes());
    assert!(rated.contains(&format!("Champion book={} ", &hash[..8])), "{rated}");

    // From another folder it is found by where it was.
    let elsewhere = world.path("elsewhere");
    fs::create_dir(&elsewhere).unwrap();
    let resume = || {
        let mut command = world.command();
        command.args(["tournament", "resume", "../here.db", "-q"]).current_dir(&elsewhere);
        crate::common::Ran::of(command)
    };
    resume().exits(0);
    world.file("book.txt", &of_one_position("e6"));
    resume().exits(1).says("is not what stood there when the contest began");

    let Some(program) = servers().first() else { return };
    world.file("book.txt", &book);
    let server = NatsServer::start(program, &["-js"]);
    let url = server.url();
    let other = World::new();
    let _worker = Worker::start(&other, &[&url, "-j", "1", "--partial-jail"]);
    let over = world.run(words(&format!("{contest} --file over.db --over {url}"))).exits(0);
    assert_eq!(results(&world.path("over.db")), games);
    assert_eq!(on_any_machine(&over.out), on_any_machine(&ran.out));
}
