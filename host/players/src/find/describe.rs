//! Asking files what they are: libraries and programs in jailed children, never in the host.

use super::cache::{Cache, Description};
use super::listed::{Holds, Listed};
use super::manifest::{Manifest, folder_of};
use super::own_name::own_name;
use super::tidy::{LINE, MOST, tidy};
use crate::conversation::Conversation;
use crate::cores::available_cores;
use crate::cypher_file;
use crate::file::Stamp;
use crate::kind::Kind;
use crate::library::Library;
use crate::link::{Call, Task};
use crate::platform::{least_length, other_platform};
use crate::player::{Player, Source};
use crate::program::{self, FileRequest};
use crate::protocol::{DEPTH, Protocol, introduce};
use crate::quote::{player_lines, player_text};
use crate::reply::{misread, stray_words};
use crate::session::Runner;
use crate::verdict::{AskError, Verdict};
use crate::visible::VisibleFiles;
use othello_player_api::{About, Answer, Class, Reply, Request};
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// How long a library or program may take to say what it is.
const LIMIT: Duration = Duration::from_secs(5);

/// How many lines are shown of what a program wrote that did not say what it is.
const LAST_LINES: usize = 20;

/// What a person has granted to the player with this manifest.
pub(super) type Grants<'a> = dyn Fn(&Path) -> Vec<PathBuf> + Sync + 'a;

/// What is in each of the files. Those not known yet are asked several at a time.
pub(super) fn all(
    runner: &Runner,
    files: &[(PathBuf, Kind)],
    cache: &mut Cache,
    retry_broken: bool,
    granted: &Grants<'_>,
) -> Vec<Listed> {
    let known: Vec<Option<Holds>> =
        files.iter().map(|(file, kind)| from_cache(file, *kind, cache, retry_broken)).collect();
    let unknown: Vec<usize> = (0..files.len()).filter(|&at| known[at].is_none()).collect();
    let mut inspections = inspect_all(runner, files, &unknown, granted);
    let mut listed = Vec::new();
    for (at, ((file, _), known)) in files.iter().zip(known).enumerate() {
        let holds = known.unwrap_or_else(|| {
            let Inspection { holds, cache_entry } = inspections[at].take().unwrap_or_default();
            if let Some((stamp, hash, description)) = cache_entry {
                cache.keep(file, stamp, &hash, description);
            }
            holds
        });
        listed.push(Listed { file: file.clone(), holds });
    }
    listed
}

/// What was found out about a file, and what of it goes into the cache.
struct Inspection {
    holds: Holds,
    cache_entry: Option<(Stamp, String, Description)>,
}

impl Default for Inspection {
    fn default() -> Self {
        Inspection { holds: Holds::Broken("it was not looked at".into()), cache_entry: None }
    }
}

fn inspect_all(
    runner: &Runner,
    files: &[(PathBuf, Kind)],
    unknown: &[usize],
    granted: &Grants<'_>,
) -> Vec<Option<Inspection>> {
    let results: Vec<Mutex<Option<Inspection>>> = files.iter().map(|_| Mutex::new(None)).collect();
    let next = AtomicUsize::new(0);
    let work = || {
        while let Some(&at) = unknown.get(next.fetch_add(1, Ordering::Relaxed)) {
            let (file, kind) = &files[at];
            let inspection = inspect(runner, file, *kind, granted);
            if let Ok(mut result) = results[at].lock() {
                *result = Some(inspection);
            }
        }
    };
    let helpers = available_cores().get().min(unknown.len());
    std::thread::scope(|scope| {
        for _ in 1..helpers {
            scope.spawn(work);
        }
        work();
    });
    results.into_iter().map(|result| result.into_inner().unwrap_or_default()).collect()
}

fn from_cache(file: &Path, kind: Kind, cache: &Cache, retry_broken: bool) -> Option<Holds> {
    if kind != Kind::Library {
        return None;
    }
    let stamp = Stamp::of(&file.metadata().ok()?);
    let hash = cache.hash(file, &stamp)?;
    match cache.description(hash)? {
        Ok(abouts) => {
            // Another version of the host may have kept them as they came.
            let tidied = abouts.iter().cloned().map(|about| tidy(about, file)).collect();
            Some(Result::map_or_else(tidied, Holds::Broken, |tidied| players(file, hash, tidied)))
        }
        Err(_) if retry_broken => None,
        Err(reason) => Some(Holds::Broken(reason.clone())),
    }
}

fn inspect(runner: &Runner, file: &Path, kind: Kind, granted: &Grants<'_>) -> Inspection {
    let plain = |holds: Result<Player, String>| Inspection {
        holds: holds.map_or_else(Holds::Broken, |player| Holds::Players(vec![player])),
        cache_entry: None,
    };
    match kind {
        Kind::Library => inspect_library(runner, file),
        Kind::Cypher => plain(cypher_file::describe(file).and_then(|about| {
            let source = Source::CypherFile { file: file.to_owned() };
            Ok(Player { about: tidy(about, file)?, source })
        })),
        Kind::Manifest => plain(manifest(runner, file, &granted(file))),
    }
}

fn inspect_library(runner: &Runner, file: &Path) -> Inspection {
    let broken = |reason| Inspection { holds: Holds::Broken(reason), cache_entry: None };
    let (stamp, library) = match Library::read(file) {
        Ok(read) => read,
        Err(reason) => return broken(reason),
    };
    if let Some(which) = other_platform(library.head()) {
        return Inspection { holds: Holds::OtherPlatform(which), cache_entry: None };
    }
    if let Some(least) = least_length(library.head()).filter(|least| *least > stamp.length()) {
        let length = stamp.length();
        return broken(format!(
            "it cannot be loaded: it is cut short: of its bytes, {least} at least, {length} are there; copy it again"
        ));
    }
    let hash = library.sha256().to_owned();
    match describe_library(runner, file, &library) {
        Ok(description) => Inspection {
            holds: match &description {
                Ok(abouts) => players(file, &hash, abouts.clone()),
                Err(reason) => Holds::Broken(reason.clone()),
            },
            cache_entry: Some((stamp, hash, description)),
        },
        Err(reason) => broken(reason),
    }
}

fn players(file: &Path, hash: &str, abouts: Vec<About>) -> Holds {
    let player = |about| Player {
        about,
        source: Source::Library { file: file.to_owned(), sha256: hash.to_owned() },
    };
    Holds::Players(abouts.into_iter().map(player).collect())
}

/// What a library says of itself. The outer error is the host's.
fn describe_library(
    runner: &Runner,
    file: &Path,
    library: &Library,
) -> Result<Description, String> {
    let task = Task::Load { library: file.to_owned() };
    let mut child = Conversation::begin(&runner.launcher, &runner.jail, task, Some(library))
        .map_err(|error| error.to_string())?;
    child.await_report().map_err(|error| error.to_string())?;
    let deadline = Instant::now() + LIMIT;
    let loaded = child.await_library(deadline);
    let reply = match loaded {
        Ok(()) => child.call(Call::Describe, "{}", Some(deadline)),
        Err(AskError::Player(failure)) => Err(failure),
        Err(AskError::Host(error)) => return Err(error.to_string()),
    };
    let reply = reply.map_err(|failure| match failure.verdict {
        Verdict::BadAnswer(reason) => reason,
        verdict => verdict.to_string(),
    });
    Ok(reply.and_then(|reply| understand(&reply, file)))
}

fn understand(reply: &str, file: &Path) -> Description {
    match Answer::parse(reply).map(|answer| answer.reply) {
        Ok(Reply::Error(reason)) => return Err(player_text(&reason)),
        Ok(Reply::Panic(text)) => return Err(format!("it panicked: {}", player_text(&text))),
        _ => {}
    }
    let abouts: Vec<About> = match reply.trim_start().as_bytes().first() {
        // Each form by itself, since what is wrong with one of them is not what is wrong with the other.
        Some(b'{') => serde_json::from_str(reply).map(|about| vec![about]),
        Some(b'[') => serde_json::from_str(reply),
        _ => return Err(stray_words(reply)),
    }
    .map_err(|error| {
        format!("what it says of itself cannot be read: {}", misread(reply, &error))
    })?;
    if abouts.is_empty() {
        return Err("it holds no players".into());
    }
    if abouts.len() > MOST {
        return Err(format!("it holds {} players, and a library may hold {MOST}", abouts.len()));
    }
    abouts.into_iter().map(|about| tidy(about, file)).collect()
}

fn manifest(runner: &Runner, file: &Path, granted: &[PathBuf]) -> Result<Player, String> {
    let manifest = Manifest::read(file)?;
    let (own, requests) = manifest.files(file, granted)?;
    let more = requests.iter().filter(|request| request.granted);
    let files = own.with(more.map(|request| request.path.clone()));
    let Manifest { command, speaks, player, .. } = manifest;
    let folder = folder_of(file);
    let program = Program { command, folder, manifest: Some(file), files, requests };
    match player {
        Some(about) => {
            let mut about = tidy(about, file)?;
            if speaks != Protocol::Cypher {
                // Whoever answers with a square has seen the position.
                about.class = Class::Open;
            }
            Ok(Player { about, source: program.source(speaks) })
        }
        None => program.player(runner, speaks, Naming::ByItself { depth: DEPTH }),
    }
}

/// Who names a program that speaks an older protocol.
#[derive(Clone, Copy)]
pub(super) enum Naming {
    /// Its user does, so that it need not be asked.
    ByUser,
    /// It does, where it has a name for itself when it is told to look so deep.
    ByItself { depth: u64 },
}

/// An outside program, by its command.
pub(super) struct Program<'a> {
    pub command: Vec<String>,
    pub folder: &'a Path,
    pub manifest: Option<&'a Path>,
    pub files: VisibleFiles,
    pub requests: Vec<FileRequest>,
}

impl Program<'_> {
    /// The player that it is. One that speaks the messages is asked; of the others only their name is, and what their
    /// protocol can play is known.
    pub fn player(
        self,
        runner: &Runner,
        speaks: Protocol,
        naming: Naming,
    ) -> Result<Player, String> {
        let about = match speaks {
            Protocol::Cypher => self.describe(runner)?,
            older => self.about(runner, older, naming)?,
        };
        Ok(Player { about, source: self.source(speaks) })
    }

    /// What is known of a program that speaks an older protocol. Without a name of its own it has that of its file.
    fn about(&self, runner: &Runner, older: Protocol, naming: Naming) -> Result<About, String> {
        let by_file = program::name(&self.command, self.folder);
        let mut about = older.about(own_name(&by_file, older).unwrap_or(by_file));
        if let Naming::ByItself { depth } = naming
            && older.has_names()
        {
            let conversation = self.begin(runner)?;
            let introduction = introduce(conversation, older, depth, Instant::now() + LIMIT)
                .map_err(|error| error.to_string())?;
            let name = introduction.name.and_then(|name| own_name(&name, older));
            about.name = name.unwrap_or(about.name);
            about.version = introduction.version.unwrap_or_default();
        }
        tidy(about, self.manifest.unwrap_or(Path::new(&self.command[0])))
    }

    fn begin(&self, runner: &Runner) -> Result<Conversation, String> {
        let task = program::task(&self.command, self.folder, &self.files);
        Conversation::begin(&runner.launcher, &runner.jail, task, None)
            .map_err(|error| error.to_string())
    }

    fn source(self, speaks: Protocol) -> Source {
        Source::Program {
            command: self.command,
            folder: self.folder.to_owned(),
            speaks,
            manifest: self.manifest.map(Path::to_owned),
            files: self.files,
            requests: self.requests,
        }
    }

    /// Asks it what it is.
    fn describe(&self, runner: &Runner) -> Result<About, String> {
        let mut child = self.begin(runner)?;
        child.await_report().map_err(|error| error.to_string())?;
        let reply = child.request(&Request::Describe { api: 1 }, Some(Instant::now() + LIMIT));
        let reply =
            reply.map_err(|failure| with_output(&failure.verdict.to_string(), &failure.output))?;
        let abouts = understand(&reply, self.manifest.unwrap_or(Path::new(&self.command[0])))?;
        let [about] = <[About; 1]>::try_from(abouts)
            .map_err(|_| "a program is one player, and this one describes several".to_owned())?;
        Ok(about)
    }
}

/// What a program wrote last: some languages say what happened before they say where, others after that.
fn with_output(reason: &str, output: &str) -> String {
    let lines: Vec<&str> = output.trim().lines().collect();
    if lines.is_empty() {
        return reason.to_owned();
    }
    let last = lines[lines.len().saturating_sub(LAST_LINES)..].iter();
    let last: Vec<String> = last.map(|line| line.chars().take(LINE).collect()).collect();
    format!("{reason}; its own output ends with:\n{}", player_lines(&last.join("\n")))
}
