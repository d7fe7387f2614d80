//! The ladder as a program: opens its file, prints where people find it, and serves it until it is interrupted; and
//! what is done with the file alone.

mod options;
mod over;
pub mod submit;

use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context, anyhow};
use othello_ladder::{
    Content, Desk, Envoy, Key, Ladder, LadderError, Moment, Opened, Phase, Place, Rules, Schedule,
    Threads, bosses,
};
use othello_players::{JailSurvey, Mode, Runner, available_cores};
use othello_web::{Config, Course, Games, Server};

pub use options::{LadderOptions, LadderOver};

use crate::exit::usage;
use crate::folders;
use crate::output;
use crate::players::Players;

/// Serves the ladder until the program is interrupted.
pub fn serve(options: LadderOptions) -> anyhow::Result<()> {
    let config = Config { address: options.address, names: options.names.clone(), token: None };
    let server = Server::listen(&config).map_err(|error| {
        anyhow!("{}: {error}; choose another address by --addr", options.address)
    })?;
    // Before anything is written, so that whoever names a wrong server has lost nothing.
    let link = over::connect(&options)?;
    let mut players = options.players.clone();
    if options.allow_code {
        require_whole_jail(&mut players.runner)?;
    }
    let path = file(options.file.clone())?;
    if !path.exists() {
        // What is wrong with the event leaves no file behind.
        begin(&options)?;
    }
    let Opened { mut ladder, mut organiser } = Ladder::open(&path, || begin(&options))?;
    if ladder.state().rules.allows_code && !options.allow_code {
        require_whole_jail(&mut players.runner)?;
    }
    if options.new_organiser_link {
        organiser = Some(ladder.new_organiser_key()?);
    }
    let threads = threads(&options);
    let (rules, folder) = (&ladder.state().rules, ladder.working_folder());
    let course = course(&options, &ladder, &players)?;
    let place = Place::new(rules, players.runner, players.finder, &folder, threads.all)?;
    add_bosses(&mut ladder, &place, &options)?;
    let played = match &options.over {
        Some(over) => {
            format!("played by the workers of {}, {} here", over.server, threads.playing)
        }
        None => format!("{} at a time", threads.playing),
    };
    let elsewhere = link.zip(options.over).map(|(link, over)| {
        let slowest = over.slowest;
        over::open(link, slowest, &mut ladder, &place)
    });
    let elsewhere = elsewhere.transpose()?;
    output::print(introduction(&ladder, &server.addresses(), organiser.as_ref(), &played));
    let desk = Desk::new(ladder, place, threads);
    desk.start()?;
    if let Some(elsewhere) = elsewhere {
        Envoy::start(&desk, Box::new(elsewhere))?;
    }
    server.run_ladder(desk, course);
    Ok(())
}

/// The lessons, on boards of the games that are built in and of the ladder's own.
fn course(options: &LadderOptions, ladder: &Ladder, players: &Players) -> anyhow::Result<Course> {
    let folder = ladder.setup()?.folder;
    Ok(Course {
        path: othello_learn::Path::read(options.lessons.as_deref()).map_err(usage)?,
        games: Games::with(folder.as_slice()).map_err(anyhow::Error::msg)?,
        finder: players.finder.clone(),
        runner: players.runner.clone(),
    })
}

/// How many threads work here. Where others play, this machine checks and compares, and plays as far as it is told to.
fn threads(options: &LadderOptions) -> Threads {
    let cores = available_cores().get();
    let said = options.concurrency.map(NonZero::get);
    match options.over {
        None => {
            let all = said.unwrap_or(cores);
            Threads { all, playing: all }
        }
        Some(_) => {
            let playing = said.unwrap_or(0);
            Threads { all: playing.max(cores), playing }
        }
    }
}

/// Compiled players and programs of strangers play in the whole jail, or not at all.
fn require_whole_jail(runner: &mut Runner) -> anyhow::Result<()> {
    let instead =
        "compiled players and programs take part in this ladder, which asks for the whole jail";
    match runner.jail.mode {
        Mode::Off => return Err(usage(format!("--no-jail: {instead}"))),
        Mode::Partial => return Err(usage(format!("--partial-jail: {instead}"))),
        Mode::BestEffort | Mode::Required => runner.jail.mode = Mode::Required,
    }
    let whole = JailSurvey::make(&runner.launcher).and_then(|survey| survey.check_whole());
    whole.with_context(|| {
        format!("{instead}; \"othello-host players jail\" shows what this machine has of it")
    })
}

/// What a new event is played by.
fn begin(options: &LadderOptions) -> Result<(Rules, Schedule), LadderError> {
    let missing =
        || LadderError::Rules("a new ladder needs a name: --title \"Graph afternoon\"".to_owned());
    let title = options.title.as_deref().ok_or_else(missing)?;
    let rules = Rules {
        per_move: options.per_move,
        per_game: options.per_game,
        blind_only: options.blind_only,
        allows_code: options.allow_code,
        stands_with: options.stands_with,
        final_format: options.final_format,
        ..Rules::new(title, &options.setup)?
    };
    let minutes = |minutes: u32| Duration::from_secs(60 * u64::from(minutes));
    let now = Moment::now();
    let starts = options.starts_in.map(|wait| now.plus(minutes(wait)));
    let ends = options.minutes.map(|time| starts.unwrap_or(now).plus(minutes(time)));
    Ok((rules, Schedule { starts, ends }))
}

/// Those who come with the ladder, and the players of this machine that the organiser names.
fn add_bosses(ladder: &mut Ladder, place: &Place, options: &LadderOptions) -> anyhow::Result<()> {
    let now = Moment::now();
    for (name, query) in bosses(&ladder.setup()?).map_err(anyhow::Error::msg)? {
        ladder.add_boss(&name, Content::Query, Some(&query), now)?;
    }
    for spec in &options.bosses {
        let contestant = place.installed(spec).map_err(|error| usage(format!("--boss {error}")))?;
        if options.over.is_some() {
            over::check_travels(place, spec)?;
        }
        ladder.add_boss(&contestant.name, Content::Installed(spec.clone()), None, now)?;
    }
    Ok(())
}

/// What whoever starts a ladder has to know.
fn introduction(
    ladder: &Ladder,
    addresses: &[String],
    organiser: Option<&Key>,
    played: &str,
) -> String {
    let state = ladder.state();
    let first = addresses.first().map(String::as_str).unwrap_or_default();
    let mut text = format!("{}\n", state.rules.title);
    for address in addresses {
        text += &format!("  people:    {address}\n");
    }
    text += &format!("  code:      {}\n  screen:    {first}screen\n", state.code);
    text += &match organiser {
        Some(key) => format!(
            "  organiser: {first}organiser#key={}\n             keep this link to yourself; it is told only now\n",
            key.reveal()
        ),
        None => "  organiser: by the link that was printed at the beginning (--new-organiser-link makes a new one)\n".to_owned(),
    };
    let guests = state.people.values().filter(|person| !person.boss).count();
    let phase = match state.phase {
        Phase::Before => "not begun yet",
        Phase::Open => "open",
        Phase::Final => "in its final",
        Phase::Over => "over",
    };
    let games = state.games;
    text += &format!(
        "  file:      {}\n  {phase}; {guests} people, {games} games; {played}\n",
        ladder.path().display()
    );
    text
}

/// Writes the event into a folder.
pub fn export(path: Option<PathBuf>, folder: &Path) -> anyhow::Result<()> {
    let ladder = Ladder::read(&file(path)?)?;
    let (people, games) = othello_ladder::export(&ladder, folder)?;
    output::print(format!("{people} people and {games} games are in {}\n", folder.display()));
    Ok(())
}

/// Forgets somebody.
pub fn forget(path: Option<PathBuf>, name: &str) -> anyhow::Result<()> {
    let path = existing(path)?;
    let Opened { mut ladder, .. } = Ladder::open(&path, no_ladder)?;
    let person = ladder.person_called(name)?;
    let (id, name) = (person.id, person.name.to_string());
    ladder.forget(id)?.finish()?;
    drop(ladder);
    // Nobody is served, so that the file is written anew at once.
    Ladder::open(&path, no_ladder)?;
    output::print(format!(
        "{name} is forgotten; the results of their games stay, without a name\n"
    ));
    Ok(())
}

/// Copies the file.
pub fn backup(path: Option<PathBuf>, to: &Path) -> anyhow::Result<()> {
    Ladder::read(&file(path)?)?.backup(to)?;
    output::print(format!("the ladder is copied to {}\n", to.display()));
    Ok(())
}

fn no_ladder() -> Result<(Rules, Schedule), LadderError> {
    Err(LadderError::Missing("ladder in that file".to_owned()))
}

/// The ladder's file, which has to be there.
fn existing(path: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    let path = file(path)?;
    if !path.is_file() {
        return Err(LadderError::Missing(format!("file {}", path.display())).into());
    }
    Ok(path)
}

/// The ladder's file: the one that the user names, or that of the user.
fn file(path: Option<PathBuf>) -> anyhow::Result<PathBuf> {
    if let Some(path) = path {
        return Ok(path);
    }
    let folder = folders::data()?;
    std::fs::create_dir_all(&folder)
        .map_err(|error| anyhow!("{}: {error}; name a file by --file FILE", folder.display()))?;
    Ok(folder.join("ladder.db"))
}
