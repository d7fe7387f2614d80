//! Who takes part: the players of the command line or of a contest's file, under names that differ.

use std::path::PathBuf;

use anyhow::bail;
use othello_arena::contest::{Entrant, Plan};
use othello_arena::record::player_record;
use othello_cluster::Order;
use othello_players::{Contestant, JailSurvey, Mode, Protocol, Runner, Source};
use othello_store::PlayerRecord;

use super::options::PlanOptions;
use crate::exit::usage;
use crate::players::{Players, can_play};

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
    /// How the user named them.
    pub specs: Vec<String>,
}

impl Entrants {
    /// Finds the players of a new contest and sees to it that they can play it.
    pub fn find(
        specs: &[String],
        plan: &PlanOptions,
        players: &Players,
    ) -> anyhow::Result<Entrants> {
        let mut contestants = Vec::new();
        for spec in specs {
            let contestant = players.find(&with_work(players, spec, plan.work)?)?;
            can_enter(&contestant, plan)?;
            contestants.push(contestant);
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
        Entrants::new(players.runner.clone(), contestants, specs.to_vec())
    }

    /// Finds the players of a contest that was begun. They must be what they were.
    pub fn find_again(plan: &Plan, players: &Players) -> anyhow::Result<Entrants> {
        let mut contestants = Vec::new();
        for entrant in &plan.entrants {
            let mut contestant = players.find(&with_work(players, &entrant.spec, plan.work)?)?;
            contestant.name.clone_from(&entrant.name);
            if player_record(&contestant).hash != entrant.hash {
                bail!(
                    "{} is not the player any more with which the contest began; put that one back, or \
                     begin a new contest",
                    entrant.name
                );
            }
            contestants.push(contestant);
        }
        let specs = plan.entrants.iter().map(|entrant| entrant.spec.clone()).collect();
        Entrants::new(players.runner.clone(), contestants, specs)
    }

    /// Finds the players of somebody else's contest in their packs.
    pub fn of_packs(
        order: &Order,
        packs: &[PathBuf],
        players: &Players,
    ) -> anyhow::Result<Entrants> {
        let mut contestants = Vec::new();
        for (passenger, pack) in order.entrants.iter().zip(packs) {
            let spec = format!("{}:{}", pack.display(), passenger.player);
            let mut contestant = players.finder.contestant(&spec)?;
            contestant.name.clone_from(&passenger.name);
            contestant.options = serde_json::from_str(&passenger.options)?;
            contestants.push(contestant);
        }
        let specs = order.entrants.iter().map(|one| one.name.clone()).collect();
        Entrants::new(players.runner.clone(), contestants, specs)
    }

    fn new(
        runner: Runner,
        contestants: Vec<Contestant>,
        specs: Vec<String>,
    ) -> anyhow::Result<Entrants> {
        let runner = with_whole_jail(runner, &contestants)?;
        let records = contestants.iter().map(player_record).collect();
        Ok(Entrants { runner, contestants, records, specs })
    }

    /// The players as the plan keeps them.
    pub fn of_plan(&self) -> Vec<Entrant> {
        let both = self.contestants.iter().zip(&self.specs).zip(&self.records);
        both.map(|((contestant, spec), record)| Entrant::new(&contestant.name, spec, record))
            .collect()
    }
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
fn with_work(players: &Players, spec: &str, work: Option<u64>) -> anyhow::Result<String> {
    let Some(work) = work else { return Ok(spec.to_owned()) };
    let Some(option) = work_option(&players.find(spec)?) else {
        return Ok(spec.to_owned());
    };
    let last = spec.rsplit_once(':').map(|(_, last)| last);
    let has_options = last.is_some_and(|last| last.contains('='));
    Ok(format!("{spec}{}{option}={work}", if has_options { "," } else { ":" }))
}

fn work_option(contestant: &Contestant) -> Option<&'static str> {
    let options = &contestant.about().options;
    WORK_OPTIONS.into_iter().find(|name| options.iter().any(|option| option.name == *name))
}

fn can_enter(contestant: &Contestant, plan: &PlanOptions) -> anyhow::Result<()> {
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
    can_play(contestant, &plan.setup, plan.blind_only)
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
