//! A ladder's games over many machines: how its versions travel, and the organiser who stands for it on the server.

use std::collections::HashMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use othello_arena::contest::{ContestError, InPlay, PairJob, PlayedGame, Workers, WorkersNews};
use othello_cluster::{
    Connection, ContestId, Guests, Order, Organiser, Pack, Party, Passenger, Undertaking,
    WorkerDemands,
};
use othello_ladder::{Content, GameTask, Ladder, Place, VersionId, VersionPlayer};
use othello_players::{Source, share};

use super::options::LadderOptions;
use crate::contests::{over, packs};
use crate::interrupt;
use crate::machine_speed;

/// How long a version that has no game is kept ready to travel.
const KEPT: Duration = Duration::from_secs(60);

/// The workers of a server, for a ladder.
pub struct LadderWorkers {
    organiser: Organiser,
    packed: HashMap<VersionId, PackedVersion>,
}

/// A version that is ready to travel.
struct PackedVersion {
    passenger: Passenger,
    pack: Arc<Pack>,
    used: Instant,
}

/// Connects to the server whose workers are to play, if there is one.
pub fn connect(options: &LadderOptions) -> anyhow::Result<Option<Connection>> {
    let Some(over) = &options.over else { return Ok(None) };
    over::check_folder(options.setup.folder.as_deref())?;
    Ok(Some(Connection::open(&over.server)?))
}

/// Puts a ladder on a server, in the place of what a host before may have left there of it.
pub fn open(
    link: Connection,
    slowest: f64,
    ladder: &mut Ladder,
    place: &Place,
) -> anyhow::Result<LadderWorkers> {
    let plan = place.plan();
    over::check_folder(plan.folder.as_deref())?;
    let server = link.server().clone();
    let contest = ContestId::random();
    let state = ladder.state();
    // A query runs everywhere, what is compiled on its own system.
    let is_compiled = |content: &Content| match content {
        Content::Installed(spec) => place
            .installed(spec)
            .is_ok_and(|contestant| !matches!(contestant.player.source, Source::CypherFile { .. })),
        Content::Query | Content::Code { .. } => false,
    };
    let needs_system = state.rules.allows_code
        || state.versions.values().any(|version| is_compiled(&version.content));
    let undertaking = Undertaking {
        title: format!("the ladder {:?}", state.rules.title),
        order: Order {
            plan: over::travelling(plan),
            entrants: Vec::new(),
            demands: WorkerDemands {
                system: needs_system.then(share::this_system),
                whole_jail: state.rules.allows_code,
            },
        },
        plan: plan.clone(),
        packs: Vec::new(),
        records: Vec::new(),
        speed: Some(machine_speed::measure()?),
        slowest,
        verify: None,
        follows: ladder.name_elsewhere()?.and_then(|name| name.parse().ok()),
    };
    let organiser = Organiser::open(link, contest.clone(), undertaking)?;
    ladder.set_name_elsewhere(&contest.to_string())?;
    interrupt::first_do(move || {
        // Where the server is away, whoever takes the ladder up does this.
        if let Ok(link) = Connection::open(&server) {
            Organiser::take_away(&link, &contest);
        }
    });
    Ok(LadderWorkers { organiser, packed: HashMap::new() })
}

impl LadderWorkers {
    /// A version as it travels: by its number, since its author's name is nobody's business elsewhere.
    fn packed(&mut self, player: &VersionPlayer) -> anyhow::Result<(Passenger, Arc<Pack>)> {
        let VersionPlayer { version, contestant, archive } = player;
        if let Some(known) = self.packed.get_mut(version) {
            known.used = Instant::now();
            return Ok((known.passenger.clone(), Arc::clone(&known.pack)));
        }
        let pack = Arc::new(packs::packed(contestant, archive.clone())?);
        let passenger = packs::passenger(contestant, &name(*version), &pack)?;
        let (kept, used) = (passenger.clone(), Instant::now());
        let packed = PackedVersion { passenger: kept, pack: Arc::clone(&pack), used };
        self.packed.insert(*version, packed);
        Ok((passenger, pack))
    }

    fn party(&mut self, task: &GameTask) -> anyhow::Result<Party> {
        self.packed.retain(|_, packed| packed.used.elapsed() < KEPT);
        let [one, other] = &task.players;
        let (first, second) = (self.packed(one)?, self.packed(other)?);
        let entrant = |player: &VersionPlayer| player.entrant(&name(player.version));
        Ok(Party {
            guests: Guests { passengers: [first.0, second.0], show: task.show },
            entrants: [entrant(one), entrant(other)],
            records: [one.record(), other.record()],
            packs: [first.1, second.1],
        })
    }
}

fn name(version: VersionId) -> String {
    format!("v{}", version.0)
}

impl Workers<GameTask> for LadderWorkers {
    fn room(&self) -> usize {
        self.organiser.room()
    }

    fn at_once(&self) -> usize {
        self.organiser.at_once()
    }

    fn hand_out(&mut self, task: GameTask) -> Result<(), ContestError> {
        let party = self.party(&task);
        let party = party.map_err(|error| ContestError::Venue(crate::exit::message(&error)))?;
        let (place, attempt) = (task.job.number / 2, task.serial);
        let pair = PairJob { place, attempt, games: vec![task.job] };
        self.organiser.hand_out_with_guests(pair, party);
        Ok(())
    }

    fn take(&mut self, timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        self.organiser.take(timeout)
    }

    fn settled(&mut self) {
        self.organiser.settled();
    }

    fn boards(&self) -> Vec<InPlay> {
        self.organiser.boards()
    }

    fn news(&mut self) -> Vec<WorkersNews> {
        self.organiser.news()
    }

    fn dismiss(&mut self) {
        self.organiser.dismiss();
    }
}
