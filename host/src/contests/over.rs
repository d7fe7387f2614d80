//! A contest over many machines: what of it travels, and the organiser who holds it on the server.

use std::sync::Arc;

use anyhow::anyhow;
use othello_arena::contest::{ContestFile, Plan, Source};
use othello_cluster::{
    Connection, ContestId, Order, Organiser, Pack, PairPlayer, Passenger, Undertaking,
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
    if let Some(folder) = &plan.folder {
        return Err(usage(format!(
            "--over: the game in {} does not travel; workers know the built-in games alone",
            folder.display()
        )));
    }
    if has_key {
        return Err(usage(
            "--over: an API key stays on this machine, so that players that need one can't travel",
        ));
    }
    Ok(())
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
            let player = HostPlayer::start(plan.clone(), Roster::embedded(entrants, setup), 1);
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
        order: Order { plan: travelling(&plan), entrants: passengers },
        plan,
        packs,
        records,
        speed,
        slowest: over.slowest,
        verify,
    };
    Ok(Organiser::open(link, id, undertaking)?)
}

/// The plan as workers need it: their openings come with the pairs, and where else it was played is none of their
/// business.
fn travelling(plan: &Plan) -> Plan {
    Plan { openings: Source::None, databases: Vec::new(), anchor: None, sprt: None, ..plan.clone() }
}
