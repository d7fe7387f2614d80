//! Who takes part: the players of the command line or of a contest's file, under names that differ.

use std::path::PathBuf;

use anyhow::{Context, bail};
use othello_arena::GameClock;
use othello_arena::contest::{Entrant, Plan};
use othello_arena::record::player_record;
use othello_cluster::Passenger;
use othello_players::{
    Contestant, JailSurvey, LONGEST_OPTION_FILE, Mode, OptionFile, Player, Protocol, Runner,
    Source, by_file, read_text, take_option, with_option,
};
use othello_store::PlayerRecord;

use super::options::PlanOptions;
use crate::exit::usage;
use crate::players::{Entry, Players};

/// The options by which players say how many positions they may search, by preference.
const WORK_OPTIONS: [&str; 2] = ["positions", "nodes"];

/// Who takes part.
pub struct Entrants {
    /// How players are started.
    pub runner: Runner,
    /// The players, in the order of the seeding.
    pub contestants: Vec<Contestant>,
    /// What the contest's file has of them.
    pub records: Vec<PlayerRecord>,
    /// What names them, with the options that hold for each.
    pub specs: Vec<String>,
    /// Their clocks, where they have some of their own.
    clocks: Vec<Option<GameClock>>,
}

impl Entrants {
    /// Finds the players of a new contest and sees to it that they can play it.
    pub fn find(
        specs: &[String],
        plan: &PlanOptions,
        players: &Players,
    ) -> anyhow::Result<Entrants> {
        let (mut contestants, mut named, mut clocks) = (Vec::new(), Vec::new(), Vec::new());
        for spec in specs {
            let Entry { contestant, spec, clock } = players.entry(spec)?;
            let spec = with_each(&contestant, spec, &plan.each);
            let contestant = players.find(&with_work(&contestant, &spec, plan.work))?;
            can_enter(&contestant, plan, players)?;
            contestants.push(contestant);
            named.push(spec);
            clocks.push(clock);
        }
        if let Some((name, value)) = plan
            .each
            .iter()
            .find(|(name, _)| !contestants.iter().any(|contestant| has_option(contestant, name)))
        {
            return Err(usage(format!(
                "--each {name}={value}: none of these players has an option {name}; it takes clock=TIME and margin=TIME \
                 beside the players' options, which \"othello-host players show NAME\" lists"
            )));
        }
        if let Some(work) = plan.work
            && contestants.iter().all(|contestant| work_option(contestant).is_none())
        {
            return Err(usage(format!(
                "--work {work}: none of these players has an option {}",
                WORK_OPTIONS.join(" or ")
            )));
        }
        number_namesakes(&mut contestants);
        let entrants = Entrants::new(players.runner.clone(), contestants, named)?;
        Ok(Entrants { clocks, ..entrants })
    }

    /// Finds the players of a contest that was begun. They must be what they were.
    pub fn find_again(plan: &Plan, players: &Players) -> anyhow::Result<Entrants> {
        let mut contestants = Vec::new();
        for entrant in &plan.entrants {
            let (spec, contestant) = find_one_again(entrant, players)?;
            let mut contestant = match with_work(&contestant, &spec, plan.work) {
                same if same == spec => contestant,
                other => players.find(&other)?,
            };
            contestant.name.clone_from(&entrant.name);
            check_version(&contestant, &entrant.hash)?;
            check_files(&contestant, entrant)?;
            contestants.push(contestant);
        }
        let specs = plan.entrants.iter().map(|entrant| entrant.spec.clone()).collect();
        let mut entrants = Entrants::new(players.runner.clone(), contestants, specs)?;
        for (record, entrant) in entrants.records.iter_mut().zip(&plan.entrants) {
            // Whoever is the same is one player in all of the file.
            record.hash.clone_from(&entrant.hash);
        }
        Ok(entrants)
    }

    /// Finds players who have travelled in their packs: what is unpacked and found out of each lies in the folder of its
    /// pack, and goes with it.
    pub fn of_packs(
        passengers: &[Passenger],
        packs: &[PathBuf],
        players: &Players,
    ) -> anyhow::Result<Entrants> {
        let mut contestants = Vec::new();
        let (packs, files) = packs.split_at(passengers.len().min(packs.len()));
        let mut files = files.iter();
        for (passenger, pack) in passengers.iter().zip(packs) {
            let spec = format!("{}:{}", pack.display(), passenger.player);
            let beside = pack.parent().unwrap_or(pack);
            let mut contestant = players.finder.clone().with_cache(beside).contestant(&spec)?;
            contestant.name.clone_from(&passenger.name);
            contestant.options = serde_json::from_str(&passenger.options)?;
            for option in passenger.files.keys() {
                let file = files.next().with_context(|| format!("{option} has not travelled"))?;
                let text = read_text(file, LONGEST_OPTION_FILE).map_err(anyhow::Error::msg)?;
                contestant.files.insert(option.clone(), OptionFile::travelled(text));
            }
            contestants.push(contestant);
        }
        let specs = passengers.iter().map(|one| one.name.clone()).collect();
        Entrants::new(players.runner.clone(), contestants, specs)
    }

    fn new(
        runner: Runner,
        contestants: Vec<Contestant>,
        specs: Vec<String>,
    ) -> anyhow::Result<Entrants> {
        let runner = with_whole_jail(runner, &contestants)?;
        let records = contestants.iter().map(player_record).collect();
        let clocks = vec![None; specs.len()];
        Ok(Entrants { runner, contestants, records, specs, clocks })
    }

    /// The players as the plan keeps them.
    pub fn of_plan(&self) -> Vec<Entrant> {
        let both = self.contestants.iter().zip(&self.specs).zip(&self.records).zip(&self.clocks);
        both.map(|(((contestant, spec), record), &clock)| {
            let Player { about, source } = &contestant.player;
            let file = source.file().and_then(|file| std::path::absolute(file).ok());
            let file = file.map(|file| (file, about.name.clone()));
            let option_files = contestant.files.iter().filter_map(|(option, file)| {
                Some((option.clone(), (file.path.clone()?, file.sha256())))
            });
            let option_files = option_files.collect();
            Entrant { file, option_files, ..Entrant::new(&contestant.name, spec, record, clock) }
        })
        .collect()
    }
}

/// A player of a contest by what the user wrote; where that names nobody here, or another one, by the file that it came
/// from. What names it comes with it.
fn find_one_again(entrant: &Entrant, players: &Players) -> anyhow::Result<(String, Contestant)> {
    let is_it =
        |found: &Contestant| entrant.hash.is_empty() || player_record(found).hash == entrant.hash;
    let written = with_whole_paths(entrant);
    let named = players.find(&written);
    let file = entrant.file.as_ref().filter(|_| !named.as_ref().is_ok_and(is_it));
    if let Some((file, player)) = file {
        let spec = by_file(&written, file, player);
        if let Ok(found) = players.find(&spec)
            && is_it(&found)
        {
            return Ok((spec, found));
        }
    }
    let found = named?;
    Ok((written, found))
}

/// What the user wrote, with the files of options named from the root on: the contest may go on in another folder.
fn with_whole_paths(entrant: &Entrant) -> String {
    let files = entrant.option_files.iter();
    files.fold(entrant.spec.clone(), |spec, (option, (path, _))| match take_option(&spec, option) {
        Some((rest, _)) => with_option(&rest, option, &path.display().to_string()),
        None => spec,
    })
}

/// Sees to it that the files of a player's options are what they were when the contest began.
fn check_files(contestant: &Contestant, began_with: &Entrant) -> anyhow::Result<()> {
    for (option, (path, sha256)) in &began_with.option_files {
        if contestant.files.get(option).map(OptionFile::sha256).as_ref() != Some(sha256) {
            bail!(
                "{}: what stands in {} is not what stood there when the contest began; put that back, or begin a new \
                 contest",
                contestant.name,
                path.display()
            );
        }
    }
    Ok(())
}

/// Sees to it that a player is what it was when the contest began, of which this hash was kept; where nothing tells,
/// that is said.
fn check_version(contestant: &Contestant, began_with: &str) -> anyhow::Result<()> {
    let (name, source) = (&contestant.name, &contestant.player.source);
    let is_program = matches!(source, Source::Program { .. });
    if began_with.is_empty() {
        tell_line!(
            "othello-host: {name} is a command; nothing tells whether what it runs is what it was"
        );
    } else if is_program && source.file_sha256().as_deref() == Some(began_with) {
        // Earlier versions of the host kept that, and this one where a folder is too large.
        tell_line!(
            "othello-host: of {name} the contest knows its player.toml alone; nothing tells whether the rest of its \
             folder is what it was"
        );
    } else if player_record(contestant).hash != began_with {
        bail!(
            "{name} is not the player any more with which the contest began; put that one back, or begin a new \
             contest"
        );
    }
    Ok(())
}

/// Strangers' code plays against others, and for hours: where the user says nothing else, it does so in a whole jail.
fn with_whole_jail(mut runner: Runner, contestants: &[Contestant]) -> anyhow::Result<Runner> {
    let strangers = contestants.iter().any(|one| one.player.source.is_strangers_code());
    if runner.jail.mode == Mode::BestEffort && strangers && cfg!(target_os = "linux") {
        JailSurvey::make(&runner.launcher)?.check_whole()?;
        runner.jail.mode = Mode::Required;
    }
    Ok(runner)
}

/// What the user wrote, with the limit on work where the player has an option for it.
fn with_work(contestant: &Contestant, spec: &str, work: Option<u64>) -> String {
    match work.zip(work_option(contestant)) {
        Some((work, option)) => with_option(spec, option, &work.to_string()),
        None => spec.to_owned(),
    }
}

/// What the user wrote, with the options for each player that this one has and the user did not give it.
fn with_each(contestant: &Contestant, spec: String, each: &[(String, String)]) -> String {
    let own = each.iter().filter(|(name, _)| has_option(contestant, name));
    own.rev().fold(spec, |spec, (name, value)| with_option(&spec, name, value))
}

fn work_option(contestant: &Contestant) -> Option<&'static str> {
    WORK_OPTIONS.into_iter().find(|name| has_option(contestant, name))
}

fn has_option(contestant: &Contestant, name: &str) -> bool {
    contestant.about().options.iter().any(|option| option.name == name)
}

fn can_enter(contestant: &Contestant, plan: &PlanOptions, players: &Players) -> anyhow::Result<()> {
    let name = &contestant.name;
    if contestant.about().person {
        return Err(usage(format!("{name} is a person; a contest is for programs alone")));
    }
    let source = &contestant.player.source;
    if matches!(source, Source::Program { speaks: Protocol::Referee, .. })
        && plan.openings.as_deref() != Some("none")
    {
        return Err(usage(format!(
            "{name} speaks the referee's protocol, which has no openings; add \
             --openings none"
        )));
    }
    players.admit(contestant, &plan.setup, plan.blind_only)
}

/// Numbers the players whose name another one has already.
fn number_namesakes(contestants: &mut [Contestant]) {
    for at in 1..contestants.len() {
        let (before, rest) = contestants.split_at_mut(at);
        let own = rest[0].name.clone();
        let taken = |name: &str| before.iter().any(|other| other.name.eq_ignore_ascii_case(name));
        let mut names = (2..).map(|number| format!("{own} {number}"));
        if taken(&own)
            && let Some(free) = names.find(|name| !taken(name))
        {
            rest[0].name = free;
        }
    }
}
