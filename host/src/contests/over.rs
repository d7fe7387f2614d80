//! A contest over many machines: what of it travels, and the organiser who holds it on the server.

use std::path::Path;
use std::sync::Arc;

use anyhow::anyhow;
use othello_arena::contest::{ContestFile, Plan, Source};
use othello_cluster::{
    Connection, ContestId, Order, Organiser, Pack, PairPlayer, Passenger, Undertaking,
    WorkerDemands,
};

use super::entrants::Entrants;
use super::options::OverOptions;
use super::packs;
use super::roster::Roster;
use super::stage::HostPlayer;
use crate::exit::usage;
use crate::machine_speed;
use crate::players::Players;

/// What can't be held over many machines.
pub fn check(plan: &Plan, has_key: bool) -> anyhow::Result<()> {
    check_folder(plan.folder.as_deref())?;
    if has_key {
        return Err(usage(
            "--over: an API key stays on this machine, so that players that need one can't travel",
        ));
    }
    Ok(())
}

/// A game of somebody's own can't be played over many machines.
pub fn check_folder(folder: Option<&Path>) -> anyhow::Result<()> {
    let Some(folder) = folder else { return Ok(()) };
    Err(usage(format!(
        "--over: the game in {} does not travel; workers know the built-in games alone",
        folder.display()
    )))
}

/// Players that are ready to travel.
pub struct TravelParty {
    entrants: Entrants,
    passengers: Vec<Passenger>,
    packs: Vec<Pack>,
}

/// Packs the players of a contest.
pub fn pack(entrants: Entrants, players: &Players) -> anyhow::Result<TravelParty> {
    let (passengers, packs) = packs::of(&entrants.contestants, &entrants.specs, &players.finder)?;
    Ok(TravelParty { entrants, passengers, packs })
}

/// Puts the contest of a file on the server.
pub fn open(
    over: &OverOptions,
    link: Connection,
    file: &mut ContestFile,
    party: TravelParty,
) -> anyhow::Result<Organiser> {
    let plan = file.plan().clone();
    let id: ContestId = file
        .name_or(|| ContestId::random().to_string())?
        .parse()
        .map_err(|why: String| anyhow!(why))?;
    let TravelParty { entrants, passengers, packs } = party;
    let records = entrants.records.clone();
    let verify = match over.verify {
        share if share > 0.0 => {
            let setup = plan.setup().map_err(|why| anyhow!(why))?;
            let players = Players::new(entrants.runner.clone());
            let roster = Roster::embedded(entrants, setup);
            let player = HostPlayer::start(plan.clone(), roster, players, 1);
            let player: Arc<dyn PairPlayer> = player.map_err(|why| anyhow!(why))?;
            Some((share, player))
        }
        _ => None,
    };
    // By work a game is the same on every machine, however fast.
    let speed = match plan.work {
        Some(_) => None,
        None => Some(machine_speed::measure()?),
    };
    let undertaking = Undertaking {
        title: title(&plan),
        order: Order {
            plan: travelling(&plan),
            entrants: passengers,
            demands: WorkerDemands::default(),
        },
        plan,
        packs,
        records,
        speed,
        slowest: over.slowest,
        verify,
        barred: Vec::new(),
    };
    Ok(Organiser::open(link, id, undertaking)?)
}

/// Who plays, in a few words.
fn title(plan: &Plan) -> String {
    match plan.names().as_slice() {
        [one, other] => format!("{one} against {other}"),
        many => format!("{} players", many.len()),
    }
}

/// The plan as workers need it: their openings come with the pairs, and where else it was played is none of their
/// business.
pub fn travelling(plan: &Plan) -> Plan {
    let mut plan = plan.clone();
    for entrant in &mut plan.entrants {
        entrant.file = None;
        entrant.option_files.clear();
    }
    Plan { openings: Source::None, databases: Vec::new(), anchor: None, sprt: None, ..plan }
}
