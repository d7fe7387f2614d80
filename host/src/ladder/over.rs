//! A ladder's games over many machines: how its versions travel, and the organiser who stands for it on the server.

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError, TryLockError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::bail;
use othello_arena::contest::{ContestError, InPlay, PairJob, PlayedGame, Workers, WorkersNews};
use othello_cluster::{
    Connection, ContestId, Guests, Order, Organiser, Pack, Party, Passenger, Undertaking,
    WorkerDemands,
};
use othello_ladder::{
    Content, GameTask, Ladder, Place, VersionId, VersionPlayer, WorkersElsewhere,
};
use othello_players::{Source, share};

use super::options::LadderOptions;
use crate::contests::{over, packs};
use crate::exit::usage;
use crate::interrupt;
use crate::machine_speed;

/// How long a version that has no game is kept ready to travel.
const KEPT: Duration = Duration::from_secs(60);

/// How long an interruption waits for a turn of the organiser to end, and for the server to take everything away.
const PATIENCE: Duration = Duration::from_secs(5);
const NOTICE: Duration = Duration::from_millis(10);

/// The workers of a server, for a ladder.
pub struct LadderWorkers {
    seat: Arc<OrganiserSeat>,
    packed: HashMap<VersionId, PackedVersion>,
}

/// Where the organiser is, and an interruption takes it from: what that takes away from the server nobody puts there
/// again.
struct OrganiserSeat {
    /// Nobody, once it was taken.
    organiser: Mutex<Option<Organiser>>,
    /// Whether it is about to be.
    is_leaving: AtomicBool,
}

impl OrganiserSeat {
    /// Does something with the organiser, where it is still to do anything.
    fn with<T: Default>(&self, act: impl FnOnce(&mut Organiser) -> T) -> T {
        if self.is_leaving.load(Ordering::SeqCst) {
            return T::default();
        }
        let mut seat = self.organiser.lock().unwrap_or_else(PoisonError::into_inner);
        seat.as_mut().map(act).unwrap_or_default()
    }

    /// Takes everything of the ladder from the server. Where that does not answer, whoever takes the ladder up does this.
    fn leave(&self) {
        self.is_leaving.store(true, Ordering::SeqCst);
        let until = Instant::now() + PATIENCE;
        while Instant::now() < until {
            let seat = match self.organiser.try_lock() {
                Ok(seat) => Some(seat),
                Err(TryLockError::Poisoned(poisoned)) => Some(poisoned.into_inner()),
                Err(TryLockError::WouldBlock) => None,
            };
            if let Some(mut seat) = seat {
                if let Some(organiser) = seat.take() {
                    organiser.leave(PATIENCE);
                }
                return;
            }
            thread::sleep(NOTICE);
        }
    }
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

/// Sees to it that a player of this machine can travel to others.
pub fn check_travels(place: &Place, spec: &str) -> anyhow::Result<()> {
    let refused = |error: anyhow::Error| {
        let why = crate::exit::message(&error);
        usage(format!("--over: {why}; or play without --over"))
    };
    let player = place.installed(spec).map_err(|error| refused(error.into()))?;
    packs::packed(&player, place.archive_of(spec)).map(drop).map_err(refused)
}

/// Puts a ladder on a server, in the place of what hosts before may have left there of it.
pub fn open(
    link: Connection,
    slowest: f64,
    ladder: &mut Ladder,
    place: &Place,
) -> anyhow::Result<LadderWorkers> {
    let installed = |version: VersionId| ladder.state().installed(version);
    let versions = ladder.state().versions.keys().copied();
    versions.filter_map(installed).try_for_each(|spec| check_travels(place, spec))?;
    let undertaking = undertaking(slowest, ladder, place)?;
    let contest = ContestId::random();
    // The file knows all names under which something may be there, whenever the host is killed.
    let mut names = ladder.names_elsewhere()?;
    names.retain(|name| {
        let before = name.parse::<ContestId>();
        before.is_ok_and(|before| Organiser::take_away(&link, &before).is_err())
    });
    names.push(contest.to_string());
    ladder.set_names_elsewhere(&names)?;
    let organiser = Mutex::new(Some(Organiser::open(link, contest, undertaking)?));
    let seat = Arc::new(OrganiserSeat { organiser, is_leaving: AtomicBool::new(false) });
    let left = Arc::clone(&seat);
    interrupt::first_do(move || left.leave());
    Ok(LadderWorkers { seat, packed: HashMap::new() })
}

/// What the server is told of a ladder.
fn undertaking(slowest: f64, ladder: &Ladder, place: &Place) -> anyhow::Result<Undertaking> {
    let (plan, state) = (place.plan(), ladder.state());
    over::check_folder(plan.folder.as_deref())?;
    // A query runs everywhere, what is compiled on its own system.
    let is_compiled = |content: &Content| match content {
        Content::Installed(spec) => place
            .installed(spec)
            .is_ok_and(|contestant| !matches!(contestant.player.source, Source::CypherFile { .. })),
        Content::Query | Content::Code { .. } => false,
    };
    let needs_system = state.rules.allows_code
        || state.versions.values().any(|version| is_compiled(&version.content));
    Ok(Undertaking {
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
        barred: ladder.barred()?,
    })
}

impl LadderWorkers {
    /// A version as it travels: by its number, since its author's name is nobody's business elsewhere.
    fn packed(&mut self, player: &VersionPlayer) -> anyhow::Result<(Passenger, Arc<Pack>)> {
        let VersionPlayer { version, contestant, archive } = player;
        if let Some(known) = self.packed.get_mut(version) {
            known.used = Instant::now();
            return Ok((known.passenger.clone(), Arc::clone(&known.pack)));
        }
        if let Some(option) = contestant.files.keys().next() {
            bail!("{} can't travel with its {option}, which is a file", contestant.name);
        }
        let pack = Arc::new(packs::packed(contestant, archive.clone())?);
        let passenger = packs::passenger(contestant, &name(*version), &pack)?;
        let (kept, used) = (passenger.clone(), Instant::now());
        let packed = PackedVersion { passenger: kept, pack: Arc::clone(&pack), used };
        self.packed.insert(*version, packed);
        Ok((passenger, pack))
    }

    fn party(&mut self, task: &GameTask) -> anyhow::Result<Party> {
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
        self.seat.with(|organiser| organiser.room())
    }

    fn at_once(&self) -> usize {
        self.seat.with(|organiser| organiser.at_once())
    }

    fn hand_out(&mut self, task: GameTask) -> Result<(), ContestError> {
        let party = self.party(&task);
        let party = party.map_err(|error| ContestError::Venue(crate::exit::message(&error)))?;
        let (place, attempt) = (task.job.number / 2, task.serial);
        let pair = PairJob { place, attempt, games: vec![task.job] };
        self.seat.with(|organiser| organiser.hand_out_with_guests(pair, party));
        Ok(())
    }

    fn take(&mut self, timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        // Also where nothing is handed out for long: somebody may be forgotten whose query it is.
        self.packed.retain(|_, packed| packed.used.elapsed() < KEPT);
        if self.seat.is_leaving.load(Ordering::SeqCst) {
            thread::sleep(timeout);
        }
        let taken = self.seat.with(|organiser| Some(organiser.take(timeout)));
        taken.unwrap_or_else(|| Ok(Vec::new()))
    }

    fn settled(&mut self) {
        self.seat.with(Organiser::settled);
    }

    fn boards(&self) -> Vec<InPlay> {
        self.seat.with(|organiser| organiser.boards())
    }

    fn news(&mut self) -> Vec<WorkersNews> {
        self.seat.with(Organiser::news)
    }

    fn dismiss(&mut self) {
        self.seat.with(Organiser::dismiss);
    }
}

impl WorkersElsewhere for LadderWorkers {
    fn call_back(&mut self) {
        self.seat.with(Organiser::call_back);
    }

    fn barred(&self) -> Vec<String> {
        self.seat.with(|organiser| organiser.barred().to_vec())
    }
}
