//! The libraries and programs that play the acts of the hostile suite.

use crate::acts::{
    ACTS, ALLOWED_TO_PROGRAMS, BY_A_PROGRAM, Expected, as_program, attempts, of_a_program,
    while_loaded,
};
use othello_player_api::Game;
use othello_players::{Finder, Holds, Jail, Launcher, Runner};
use othello_test_support::{built, out_of_tree};
use std::fs;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};

/// What acts are made from: their sources, the header that they include, and the libraries that cargo builds.
pub struct Parts {
    sources: PathBuf,
    header: PathBuf,
    libraries: PathBuf,
}

/// Where the parts are for somebody who may not build them.
const PARTS: &str = "OTHELLO_HOSTILE_PARTS";

/// An act in C: its source, its name, and what the compiler is told with it.
struct InC {
    source: PathBuf,
    act: String,
    flags: &'static [&'static str],
}

/// A folder with the libraries of all acts.
pub struct Stage {
    folder: tempfile::TempDir,
    parts: Parts,
    launcher: Launcher,
}

impl Parts {
    /// Builds what cargo builds, unless somebody has.
    pub fn get() -> Parts {
        match std::env::var_os(PARTS).map(PathBuf::from) {
            Some(folder) => Parts::of(&folder),
            None => {
                let parts = Parts {
                    sources: here(),
                    header: here().join("../../player-api/include"),
                    libraries: build_rust(),
                };
                fs::copy(built().join(NORMAL), parts.libraries.join(NORMAL)).unwrap();
                parts
            }
        }
    }

    fn of(folder: &Path) -> Parts {
        let [sources, header, libraries] =
            ["hostile", "include", "libraries"].map(|name| folder.join(name));
        Parts { sources, header, libraries }
    }

    /// Copies them and this program to a folder of somebody else's, and gives the command that plays there as that
    /// user.
    pub fn played_by(&self, user: u32, folder: &Path) -> Command {
        use std::os::unix::process::CommandExt;
        let copies = Parts::of(folder);
        for sources in ["acts", "attempts"] {
            copy_files(&self.sources.join(sources), &copies.sources.join(sources), |_| true);
        }
        copy_files(&self.header, &copies.header, |_| true);
        copy_files(&self.libraries, &copies.libraries, |name| LIBRARIES.contains(&name));
        let program = folder.join("suite");
        fs::copy(std::env::current_exe().unwrap(), &program).unwrap();
        std::os::unix::fs::chown(folder, Some(user), Some(user)).unwrap();
        let mut command = Command::new(program);
        command.uid(user).gid(user).current_dir(folder).env(PARTS, folder);
        command.env("HOME", folder).env("TMPDIR", folder);
        command
    }
}

/// The library of Simple.
const NORMAL: &str = "libothello_simple.so";

/// The libraries that cargo builds.
const LIBRARIES: [&str; 4] =
    [NORMAL, "libhostile_panics.so", "libhostile_aborts.so", "libhostile_layout.so"];

fn copy_files(from: &Path, to: &Path, is_wanted: impl Fn(&str) -> bool) {
    fs::create_dir_all(to).unwrap();
    for file in from.read_dir().unwrap().flatten() {
        let name = file.file_name();
        if file.path().is_file() && name.to_str().is_some_and(&is_wanted) {
            fs::copy(file.path(), to.join(name)).unwrap();
        }
    }
}

impl Stage {
    /// Builds what the acts need of which the name is wanted.
    pub fn set(parts: Parts, is_wanted: impl Fn(&str) -> bool) -> Stage {
        let folder = tempfile::tempdir().unwrap();
        let stage = Stage { folder, parts, launcher: Launcher::this_program().unwrap() };
        stage.build_all(&stage.in_c(is_wanted));
        for (from, to) in [("panics", "panics"), ("aborts", "panics_with_abort")] {
            fs::copy(stage.library(&format!("libhostile_{from}.so")), stage.file(to)).unwrap();
        }
        fs::copy(stage.library("libhostile_layout.so"), stage.file("has_another_layout")).unwrap();
        stage.build_odd_files();
        stage
    }

    /// Those of which the name is wanted and that are written in C.
    fn in_c(&self, is_wanted: impl Fn(&str) -> bool) -> Vec<InC> {
        let mut all = Vec::new();
        // Some acts lie among copies of these.
        let always = ["aborts", "constructor_crashes", "constructor_exits"];
        for (act, _) in ACTS.iter().filter(|(act, _)| is_wanted(act) || always.contains(act)) {
            let (name, flags) = match act.strip_suffix(BY_A_PROGRAM) {
                Some(name) => (name, &["-DAS_PROGRAM"][..]),
                None => (*act, &["-shared"][..]),
            };
            let source = self.parts.sources.join("acts").join(format!("{name}.c"));
            if source.exists() {
                all.push(InC { source, act: (*act).to_owned(), flags });
            }
        }
        for (attempt, _) in attempts() {
            let source = self.parts.sources.join("attempts").join(format!("{attempt}.c"));
            let ways = [
                (attempt.to_owned(), &["-shared"][..]),
                (while_loaded(attempt), &["-shared", "-DWHILE_LOADED"]),
                (as_program(attempt), &["-DAS_PROGRAM"]),
            ];
            let wanted = ways.into_iter().filter(|(act, _)| is_wanted(act));
            all.extend(wanted.map(|(act, flags)| InC { source: source.clone(), act, flags }));
        }
        all
    }

    /// Builds them on all cores.
    fn build_all(&self, all: &[InC]) {
        let next = AtomicUsize::new(0);
        let cores = std::thread::available_parallelism().map_or(1, NonZero::get);
        std::thread::scope(|scope| {
            for _ in 0..cores {
                scope.spawn(|| {
                    while let Some(one) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
                        self.build_c(one);
                    }
                });
            }
        });
    }

    fn build_c(&self, InC { source, act, flags }: &InC) {
        let file = self.file(act);
        let status = Command::new("cc")
            .args(["-O1", "-fPIC", "-w", "-pthread", "-o"])
            .arg(&file)
            .arg(format!("-DOWN_FILE=\"{}\"", file.display()))
            .arg(format!("-DHOST={}", std::process::id()))
            .args(*flags)
            .arg("-I")
            .arg(&self.parts.header)
            .arg("-I")
            .arg(self.parts.sources.join("acts"))
            .arg(source)
            .status()
            .unwrap();
        assert!(status.success(), "cc cannot build {act}");
    }

    fn build_odd_files(&self) {
        let normal = fs::read(self.normal()).unwrap();
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
        let by_programs =
            by_programs.map(|(attempt, _)| (as_program(attempt), of_a_program(attempt)));
        acts.chain(by_libraries).chain(by_programs).collect()
    }

    /// The library of Simple.
    pub fn normal(&self) -> PathBuf {
        self.library(NORMAL)
    }

    fn library(&self, name: &str) -> PathBuf {
        self.parts.libraries.join(name)
    }

    /// Where the acts lie.
    pub fn folder(&self) -> &Path {
        self.folder.path()
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
        fs::copy(self.normal(), &file).unwrap();
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
        fs::copy(self.normal(), folder.join("one.so")).unwrap();
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
        fs::copy(self.normal(), folder.join("good.so")).unwrap();
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
