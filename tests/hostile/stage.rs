//! The acts of the hostile suite, with what must come of them, and the libraries that play them.

use othello_player_api::Game;
use othello_players::{Finder, Holds, Jail, Launcher, Runner};
use othello_test_support::{built, out_of_tree};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// What must come of an act.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// The verdict contains this.
    Says(&'static str),
    /// It contains one of these.
    OneOf(&'static [&'static str]),
    /// It gives no answer until its deadline.
    TimesOut,
    /// It either does that, or the verdict contains this.
    TimesOutOr(&'static str),
}

use Expected::{OneOf, Says, TimesOut, TimesOutOr};

/// Killed for a system call that is not allowed.
const FORBIDDEN: Expected = Says("crashed: tried a system call that the jail forbids");

const ACTS: &[(&str, Expected)] = &[
    ("constructor_crashes", Says("not found: ")),
    ("constructor_exits", Says("its process ended with exit code 0")),
    ("constructor_hangs", Says("gave no answer within ")),
    ("constructor_starts_a_thread", Says("answers RETURN 'closed'")),
    ("constructor_thread_wants_the_network", FORBIDDEN),
    ("speaks_before_it_is_asked", Says("spoke without being asked")),
    ("plays_on_in_its_constructor", Says("answers RETURN 'closed'")),
    ("says_that_it_is_loaded_twice", Says("spoke without being asked")),
    ("loops", TimesOut),
    ("sleeps", TimesOut),
    ("stops_itself", TimesOut),
    ("takes_100_gigabytes", Says("crashed: aborted")),
    ("takes_memory_in_small_bites", Says("crashed: aborted")),
    ("overflows_its_stack", OneOf(&["crashed: segmentation fault", "crashed: aborted"])),
    ("segfaults", Says("crashed: segmentation fault")),
    ("aborts", Says("crashed: aborted (signal 6) [I can't go on]")),
    ("divides_by_zero", Says("crashed: arithmetic error")),
    ("exits_with_zero", Says("crashed: its process ended with exit code 0")),
    ("exits_in_a_destructor", Says("answers RETURN 'fine'")),
    ("hangs_at_the_end", Says("answers RETURN 'fine'")),
    ("floods_its_output", Says("wrote more than 16 MiB to its output")),
    ("floods_its_errors", Says("wrote more than 16 MiB to its output")),
    ("forges_replies", Says("spoke without being asked")),
    (
        "closes_everything",
        OneOf(&[
            "crashed: its process ended",
            "crashed: aborted",
            "crashed: it closed the conversation",
        ]),
    ),
    ("replies_with_a_gigabyte", Says("gave an answer of more than 16 MiB")),
    ("replies_with_40_megabytes", Says("gave an answer of more than 16 MiB")),
    ("replies_with_invalid_utf8", Says("it is not UTF-8")),
    ("replies_with_nul_bytes", Says("answers RETURN  'nul'")),
    ("replies_twice", Says("it emitted 2 texts instead of one")),
    ("replies_never", Says("it returned without emitting anything")),
    ("replies_from_nowhere", Says("crashed: segmentation fault")),
    ("replies_with_broken_json", Says("gave no proper answer: EOF")),
    ("replies_with_two_lines", Says("gave no proper answer: trailing characters")),
    ("opens_files", Says("answers RETURN 'denied'")),
    ("opens_files_while_it_is_loaded", Says("answers RETURN 'denied'")),
    ("looks_at_its_environment", Says("answers RETURN 'empty'")),
    ("opens_a_socket", FORBIDDEN),
    ("opens_a_socket_while_it_is_loaded", Says("tried a system call that the jail forbids")),
    ("forks_without_end", FORBIDDEN),
    ("forks_while_it_is_loaded", Says("tried a system call that the jail forbids")),
    ("runs_a_program", FORBIDDEN),
    ("traces_its_parent", FORBIDDEN),
    ("reads_its_parents_memory", FORBIDDEN),
    ("kills_its_parent", FORBIDDEN),
    ("kills_its_group", FORBIDDEN),
    ("outlives_its_parent", FORBIDDEN),
    ("starts_threads_without_end", TimesOutOr("crashed: ")),
    ("thinks_on_the_others_time", Says("stands still")),
    ("deletes_its_own_file", Says("answers RETURN 'still there'")),
    ("speaks_another_version", Says("it speaks version 2 of the player interface")),
    ("is_no_player", Says("it exports neither a root module nor othello_abi")),
    ("describes_itself_with_nonsense", Says("what it says of itself cannot be read")),
    ("has_a_name_that_paints_the_terminal", Says("answers RETURN 'fine'")),
    ("has_a_name_of_two_scripts", Says("mixes letters of different scripts")),
    ("has_a_name_that_looks_like_anothers", Says("looks like that of Oracle")),
    ("has_a_name_that_nobody_sees", Says("a name has letters or digits")),
    ("resigns_with_a_line_of_the_hosts", Says("resigns: so be it\n  | WINNER: Evil")),
    ("fails_with_a_line_of_the_hosts", Says("gave an error: so be it\n  | WINNER: Evil")),
    ("panics", Says("panicked: index out of bounds")),
    ("panics_again", Says("panicked: a panic without a text")),
    ("panics_at_first", Says("not started: panicked: assertion")),
    ("panics_at_last", Says("answers RETURN 1")),
    ("panics_with_abort", Says("crashed: aborted")),
    ("has_another_layout", Says("its root module has another layout than version 1")),
    ("is_truncated", OneOf(&["it cannot be loaded", "crashed: bus error"])),
    ("is_a_text", Says("it cannot be loaded")),
    ("is_empty", Says("it cannot be loaded")),
    ("is_a_pipe", Says("it is not a file")),
    ("is_a_link_to_a_pipe", Says("it is not a file")),
    ("is_a_link_to_a_device", Says("it is not a file")),
    ("is_a_socket", Says("it is not a file")),
    ("is_a_folder", Says("it holds no player")),
    ("is_large_and_hollow", Says("it is larger than 128 MiB")),
    ("is_hollow", Says("it cannot be loaded")),
    ("is_a_loop_of_links", Says("no file")),
    ("is_for_another_machine", Says("it is for linux on aarch64")),
    ("is_replaced_before_it_starts", Says("is not the file any more")),
    ("is_replaced_while_it_starts", Says("begins with the bytes that were read")),
    ("has_the_name_of_another", Says("2 players are called")),
    ("lies_among_good_ones", Says("1 good, the others broken")),
];

/// What is tried once while the library is loaded and once in a round.
const ATTEMPTS: &[(&str, Expected)] = &[
    ("limits_its_host", NOTHING),
    ("asks_for_everybodys_limits", NOTHING),
    ("raises_its_own_limits", NOTHING),
    ("kills_its_host", FORBIDDEN),
    ("kills_a_thread_of_its_host", FORBIDDEN),
    ("kills_its_host_by_its_threads", FORBIDDEN),
    ("signals_everybody", FORBIDDEN),
    ("sends_its_host_a_message", FORBIDDEN),
    ("sends_its_host_the_signals_of_a_pipe", NOTHING),
    ("filters_by_seccomp", FORBIDDEN),
    ("filters_by_prctl", FORBIDDEN),
    ("clears_its_death_signal", FORBIDDEN),
    ("lets_itself_be_traced", FORBIDDEN),
    ("changes_modes", NOTHING),
    ("changes_owners", NOTHING),
    ("changes_times", FORBIDDEN),
    ("changes_attributes", FORBIDDEN),
    ("looks_at_paths", NOTHING),
    ("opens_a_pair_of_sockets", FORBIDDEN),
    ("shares_memory", FORBIDDEN),
    ("leaves_messages", FORBIDDEN),
    ("changes_its_hosts_priority", NOTHING),
    ("changes_its_hosts_disk_priority", FORBIDDEN),
    ("moves_its_host_to_one_core", NOTHING),
    ("makes_its_host_idle", FORBIDDEN),
    ("uses_the_second_numbers", FORBIDDEN),
    ("sets_an_interval_timer", FORBIDDEN),
    ("sets_a_timer_that_wakes_it", FORBIDDEN),
    ("makes_a_namespace", FORBIDDEN),
    ("starts_a_process_of_its_own", FORBIDDEN),
    ("writes_where_it_may_read", NOTHING),
    ("asks_for_a_ring", FORBIDDEN),
];

/// The call was answered with an error.
const NOTHING: Expected = Says("answers RETURN 'nothing came of it'");

/// One or the other.
const IN_VAIN: Expected =
    OneOf(&["answers RETURN 'nothing came of it'", "tried a system call that the jail forbids"]);

/// What is tried in vain as well, by libraries in both ways and by programs.
const IN_VAIN_ATTEMPTS: &[&str] = &[
    "signals_its_host_by_a_descriptor",
    "compares_itself_with_its_host",
    "advises_on_its_hosts_memory",
    "takes_a_descriptor_of_its_host",
    "runs_a_file_in_memory",
    "writes_its_memory_as_a_file",
    "names_a_tracer",
    "moves_its_memory_map",
    "adopts_orphans",
    "starts_a_process_by_the_newest_call",
    "schedules_its_host",
    "listens_on_a_socket_without_a_file",
    "listens_to_the_kernel",
    "sends_packets",
    "watches_files",
    "watches_file_systems",
    "opens_a_file_by_its_handle",
    "gives_pages_to_a_pipe",
    "makes_a_pipe_large",
    "locks_memory",
    "asks_for_core_dumps",
    "types_into_a_terminal",
    "pastes_into_a_console",
    "makes_itself_hard_to_kill",
    "changes_its_root",
    "mounts_a_file_system",
    "unmounts_what_is_in_its_way",
    "copies_a_mount",
    "enters_its_hosts_namespace",
    "loads_a_program_into_the_kernel",
    "keeps_a_key_in_the_kernel",
    "opens_counters",
    "answers_page_faults",
    "names_the_machine",
    "makes_a_device",
    "reads_the_kernels_words",
    "queues_a_signal_for_its_host",
    "opens_a_queue",
    "counts_with_semaphores",
    "becomes_root",
    "takes_capabilities",
    "opens_ports",
    "writes_its_hosts_memory",
    "seizes_its_host",
    "moves_its_host_between_nodes",
    "reads_its_hosts_environment",
    "reads_a_password_file",
    "leaves_a_file",
    "removes_files",
    "links_files",
    "sends_signals_by_a_descriptor",
];

/// What a program may do: it has processes, a clock and pairs of sockets of its own, asks for its own limits, looks at
/// what it may read, and writes into the void.
const ALLOWED_TO_PROGRAMS: &[&str] = &[
    "asks_for_everybodys_limits",
    "looks_at_paths",
    "opens_a_pair_of_sockets",
    "raises_its_own_limits",
    "sets_an_interval_timer",
    "starts_a_process_of_its_own",
    "writes_where_it_may_read",
];

/// A folder with the libraries of all acts.
pub struct Stage {
    folder: tempfile::TempDir,
    normal: PathBuf,
    launcher: Launcher,
}

impl Stage {
    /// Builds what the acts need of which the name is wanted.
    pub fn set(is_wanted: impl Fn(&str) -> bool) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let target = build_rust();
        let normal = built().join("libothello_simple.so");
        let stage = Stage { folder, normal, launcher: Launcher::this_program().unwrap() };
        // Some acts lie among copies of these.
        let always = ["aborts", "constructor_crashes", "constructor_exits"];
        for (act, _) in ACTS.iter().filter(|(act, _)| is_wanted(act) || always.contains(act)) {
            let source = here().join("acts").join(format!("{act}.c"));
            if source.exists() {
                stage.build_c(&source, act, &["-shared"]);
            }
        }
        for (attempt, _) in attempts() {
            let source = here().join("attempts").join(format!("{attempt}.c"));
            for (act, flags) in [
                (attempt.to_owned(), &["-shared"][..]),
                (while_loaded(attempt), &["-shared", "-DWHILE_LOADED"]),
                (as_program(attempt), &["-DAS_PROGRAM"]),
            ] {
                if is_wanted(&act) {
                    stage.build_c(&source, &act, flags);
                }
            }
        }
        for (from, to) in [("panics", "panics"), ("aborts", "panics_with_abort")] {
            fs::copy(target.join(format!("libhostile_{from}.so")), stage.file(to)).unwrap();
        }
        fs::copy(target.join("libhostile_layout.so"), stage.file("has_another_layout")).unwrap();
        stage.build_odd_files();
        stage
    }

    fn build_c(&self, source: &Path, act: &str, flags: &[&str]) {
        let file = self.file(act);
        let status = Command::new("cc")
            .args(["-O1", "-fPIC", "-w", "-pthread", "-o"])
            .arg(&file)
            .arg(format!("-DOWN_FILE=\"{}\"", file.display()))
            .arg(format!("-DHOST={}", std::process::id()))
            .args(flags)
            .arg("-I")
            .arg(here().join("../../player-api/include"))
            .arg("-I")
            .arg(here().join("acts"))
            .arg(source)
            .status()
            .unwrap();
        assert!(status.success(), "cc cannot build {act}");
    }

    fn build_odd_files(&self) {
        let normal = fs::read(&self.normal).unwrap();
        fs::write(self.file("is_truncated"), &normal[..normal.len() / 32]).unwrap();
        fs::write(self.file("is_a_text"), "MATCH (cell:Cell) RETURN cell\n").unwrap();
        fs::write(self.file("is_empty"), "").unwrap();
        let pipe = Command::new("mkfifo").arg(self.file("is_a_pipe")).status().unwrap();
        assert!(pipe.success());
        fs::create_dir(self.file("is_a_folder")).unwrap();
        let links = self.file("is_a_link_to_a_pipe");
        std::os::unix::fs::symlink(self.file("is_a_pipe"), links).unwrap();
        let device = self.file("is_a_link_to_a_device");
        std::os::unix::fs::symlink("/dev/zero", device).unwrap();
        drop(std::os::unix::net::UnixListener::bind(self.file("is_a_socket")).unwrap());
        for (act, length) in [("is_large_and_hollow", 511 << 20), ("is_hollow", 16 << 20)] {
            fs::File::create(self.file(act)).unwrap().set_len(length).unwrap();
        }
        let links = self.file("is_a_loop_of_links");
        std::os::unix::fs::symlink(&links, &links).unwrap();
        let mut other = normal;
        // The machine of an ELF file is at byte 18; 183 is AArch64.
        other[18..20].copy_from_slice(&183u16.to_le_bytes());
        fs::write(self.file("is_for_another_machine"), other).unwrap();
    }

    /// All acts with what must come of them.
    pub fn acts(&self) -> Vec<(String, Expected)> {
        let acts = ACTS.iter().map(|(act, expected)| ((*act).to_owned(), *expected));
        let by_libraries = attempts().flat_map(|(attempt, expected)| {
            [(attempt.to_owned(), expected), (while_loaded(attempt), expected)]
        });
        let by_programs = attempts().filter(|(attempt, _)| !ALLOWED_TO_PROGRAMS.contains(attempt));
        let by_programs = by_programs.map(|(attempt, _)| (as_program(attempt), NOTHING));
        acts.chain(by_libraries).chain(by_programs).collect()
    }

    /// The library of Simple.
    pub fn normal(&self) -> &Path {
        &self.normal
    }

    fn file(&self, act: &str) -> PathBuf {
        self.folder.path().join(format!("{act}.so"))
    }

    /// How the player of an act is named on a command line.
    pub fn spec(&self, act: &str) -> String {
        match act {
            "panics" => format!("{}:Panics", self.file("panics").display()),
            "panics_again" => format!("{}:PanicsAgain", self.file("panics").display()),
            "panics_at_first" => format!("{}:PanicsAtFirst", self.file("panics").display()),
            "panics_at_last" => format!("{}:PanicsAtLast", self.file("panics").display()),
            act if act.ends_with(BY_A_PROGRAM) => format!("cypher:{}", self.file(act).display()),
            act => self.file(act).display().to_string(),
        }
    }

    /// What starts all players of the suite: they come from one process, as in a contest.
    pub fn launcher(&self) -> Launcher {
        self.launcher.clone()
    }

    /// The jail in which an act is played.
    pub fn runner(&self, act: &str) -> Runner {
        let mut jail = Jail::default();
        match act {
            "replies_with_a_gigabyte" => jail.memory = 4 << 30,
            "takes_memory_in_small_bites" => jail.memory = 128 << 20,
            _ => {}
        }
        Runner { launcher: self.launcher(), jail }
    }

    /// Finds only what is named by its path.
    pub fn finder(&self, runner: &Runner) -> Finder {
        Finder::new(runner.clone())
            .without_usual_folders()
            .with_cache(self.folder.path().join("cache"))
    }

    /// The acts that are not a plain game.
    pub fn of_its_own(&self, act: &str) -> Option<String> {
        match act {
            "is_replaced_before_it_starts" => Some(self.replaced_before()),
            "is_replaced_while_it_starts" => Some(self.replaced_meanwhile()),
            "has_the_name_of_another" => Some(self.two_of_one_name()),
            "lies_among_good_ones" => Some(self.among_good_ones()),
            _ => None,
        }
    }

    fn replaceable(&self) -> (PathBuf, Runner, othello_players::Contestant) {
        let file = self.file("replaced");
        fs::copy(&self.normal, &file).unwrap();
        let runner = self.runner("");
        let found = self.finder(&runner).contestant(&file.display().to_string()).unwrap();
        (file, runner, found)
    }

    fn replaced_before(&self) -> String {
        let (file, runner, found) = self.replaceable();
        fs::copy(self.file("aborts"), &file).unwrap();
        match runner.start(&found, Game::default()).unwrap().ready() {
            Ok(_) => "began".into(),
            Err(error) => error.to_string(),
        }
    }

    fn replaced_meanwhile(&self) -> String {
        let (file, runner, found) = self.replaceable();
        let starting = runner.start(&found, Game::default()).unwrap();
        fs::copy(self.file("aborts"), &file).unwrap();
        match starting.ready() {
            Ok(_) => "begins with the bytes that were read".into(),
            Err(error) => error.to_string(),
        }
    }

    fn two_of_one_name(&self) -> String {
        let folder = self.folder.path().join("two");
        fs::create_dir_all(&folder).unwrap();
        fs::copy(&self.normal, folder.join("one.so")).unwrap();
        fs::write(folder.join("other.cypher"), "// simple: another\nRETURN 1").unwrap();
        let runner = self.runner("");
        match self.finder(&runner).with_folder(folder).contestant("Simple") {
            Ok(_) => "found".into(),
            Err(error) => error.to_string().replace('\n', " "),
        }
    }

    fn among_good_ones(&self) -> String {
        let folder = self.folder.path().join("among");
        fs::create_dir_all(&folder).unwrap();
        fs::copy(&self.normal, folder.join("good.so")).unwrap();
        for bad in ["constructor_crashes", "constructor_exits", "is_a_text", "is_truncated"] {
            fs::copy(self.file(bad), folder.join(format!("{bad}.so"))).unwrap();
        }
        let runner = self.runner("");
        let listed = self.finder(&runner).with_folder(folder).list();
        let good = listed.iter().filter(|one| matches!(one.holds, Holds::Players(_))).count();
        let broken = listed.iter().filter(|one| matches!(one.holds, Holds::Broken(_))).count();
        match (good, broken) {
            (good, 4) => format!("{good} good, the others broken"),
            other => format!("{other:?} good and broken"),
        }
    }
}

/// All attempts with what must come of them where a library makes them.
fn attempts() -> impl Iterator<Item = (&'static str, Expected)> {
    let in_vain = IN_VAIN_ATTEMPTS.iter().map(|attempt| (*attempt, IN_VAIN));
    ATTEMPTS.iter().copied().chain(in_vain)
}

/// How the names of attempts end that a program makes.
const BY_A_PROGRAM: &str = "_by_a_program";

fn as_program(attempt: &str) -> String {
    format!("{attempt}{BY_A_PROGRAM}")
}

/// The name of an attempt that is made while the library is loaded.
fn while_loaded(attempt: &str) -> String {
    format!("{attempt}_while_it_is_loaded")
}

fn here() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/hostile")
}

/// Builds the libraries in Rust, and says where they are.
fn build_rust() -> PathBuf {
    let target = out_of_tree();
    let cargo = |command: &str, arguments: &[&str]| {
        let status = Command::new(env!("CARGO"))
            .args([command, "--quiet", "--target-dir"])
            .arg(&target)
            .args(arguments)
            .current_dir(here())
            .status()
            .unwrap();
        assert!(status.success(), "cargo {command} {arguments:?}");
    };
    cargo("build", &["--package", "hostile-panics", "--package", "hostile-layout"]);
    cargo("rustc", &["--package", "hostile-aborts", "--", "-Cpanic=abort"]);
    target.join("debug")
}
