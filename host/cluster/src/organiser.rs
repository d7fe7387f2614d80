//! The organiser's side: stands at a contest's desk for all the workers. It puts pairs into the queue, takes each result
//! once, believes none that the rules refuse, and sees to it that nothing is lost on the way.

mod queueing;

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Arc;
use std::time::{Duration, Instant};

use async_nats::jetstream::message::Acker;
use othello_arena::contest::{
    ContestError, InPlay, PairJob, Plan, PlayedGame, Workers, WorkersNews,
};
use othello_store::PlayerRecord;

use crate::boards::WorkersBoards;
use crate::connection::Connection;
use crate::crew::Crew;
use crate::error::ClusterError;
use crate::examination::Examiner;
use crate::inbox::{Inbox, Mail, News};
use crate::loan::{Loan, Patience};
use crate::message::{HOST, Notice, Order, PROTOCOL, ResultMessage, Speed};
use crate::names::{ContestId, Digest, TaskId};
use crate::party::{GuestPacks, Pack, Party};
use crate::setback::Setbacks;
use crate::stage::PairPlayer;
use crate::storage::Storage;
use crate::troubles::{Troubles, Work};
use crate::upkeep::Upkeep;
use crate::verifier::{Difference, Verifier};

/// How many games are handed to the desk at once, and how long one that is there may wait for others.
const MOST: usize = 1024;
const MOMENT: Duration = Duration::from_millis(10);
/// How long one look for games lasts at most, however much else comes.
const LONGEST_TAKE: Duration = Duration::from_millis(250);
/// How often the server's side is looked at.
const STOCKTAKING: Duration = Duration::from_secs(3);

/// How soon something is stored again that was just stored: as many workers as there are may miss it at once.
const RESTORED: Duration = Duration::from_secs(2);
/// How soon where it seems to be there, at first, and how often that is doubled.
const RESTORED_IN_VAIN: Duration = Duration::from_secs(30);
const MOST_DOUBLINGS: u32 = 10;

/// Why an organiser ends when another one comes.
const TAKEN_OVER: &str = "another host has taken the contest over, with this file or a copy of it; \
     what was played until then is kept here as well";

/// A contest to be held over a cluster.
pub struct Undertaking {
    /// What is played, in a few words.
    pub title: String,
    /// Its plan.
    pub plan: Plan,
    /// Who plays, as it travels.
    pub order: Order,
    /// The players' packs.
    pub packs: Vec<Pack>,
    /// What is kept of each player.
    pub records: Vec<PlayerRecord>,
    /// How fast this machine is, where limits of time are to be scaled by it.
    pub speed: Option<Speed>,
    /// By how much a worker's machine may be slower.
    pub slowest: f64,
    /// Which part of the results is played again, and by whom.
    pub verify: Option<(f64, Arc<dyn PairPlayer>)>,
    /// Workers that are barred from the beginning.
    pub barred: Vec<String>,
}

/// Stands at a contest's desk for all the workers.
pub struct Organiser {
    link: Connection,
    upkeep: Upkeep,
    examiner: Examiner,
    inbox: Inbox,
    crew: Crew,
    verifier: Option<Verifier>,
    /// Pairs that were handed out and of which no result was taken.
    out: HashMap<TaskId, PairOut>,
    /// Those among them that are not in the queue yet.
    to_publish: VecDeque<TaskId>,
    patience: Patience,
    /// Those of them that the queue did not take.
    refused: Setbacks<TaskId>,
    /// Those among them that were neither in the queue nor among the results the last time.
    missed: HashSet<TaskId>,
    /// Whether nobody got any of the queue the last time.
    is_stranded: bool,
    /// Those among them whose result is played again.
    verifying: HashSet<TaskId>,
    /// Results that are with the desk.
    to_settle: Vec<Acker>,
    /// Games that have no result, since nobody finished them.
    voids: Vec<PlayedGame>,
    withdrawn: Vec<WorkersNews>,
    boards: WorkersBoards,
    looked: Instant,
    /// Whether another organiser holds this contest now.
    is_taken_over: bool,
    /// What was stored again, when, and how often although it seemed to be there.
    restored: HashMap<Digest, (Instant, u32)>,
    troubles: Troubles,
}

/// A pair that was handed out.
#[derive(Clone)]
struct PairOut {
    pair: PairJob,
    /// Its players, where the plan does not name them.
    party: Option<Arc<Party>>,
    loan: Loan,
    /// How often workers have begun it again, since none had finished it.
    in_vain: u32,
}

impl Organiser {
    /// Puts the contest on the server, or takes it up again where it is there.
    ///
    /// # Errors
    /// Where the server can't hold it.
    pub fn open(
        link: Connection,
        contest: ContestId,
        undertaking: Undertaking,
    ) -> Result<Organiser, ClusterError> {
        let Undertaking { title, plan, order, mut packs, records, speed, slowest, verify, barred } =
            undertaking;
        let mut crew = Crew::new(contest.clone(), order.takes_guests());
        let order = Pack::new(order.packed()?);
        let notice = Notice {
            protocol: PROTOCOL,
            host: HOST.to_owned(),
            contest: contest.clone(),
            order: order.digest.clone(),
            title,
            speed,
            slowest,
            barred: Vec::new(),
        };
        packs.push(order);
        let storage = link.settle(|| Storage::open(link.context(), link.pace()))?;
        let guests = GuestPacks::default();
        let own = ContestId::random().to_string();
        let mut upkeep = Upkeep { storage, contest: contest.clone(), notice, packs, guests, own };
        let before = link.block_on(upkeep.barred_before());
        before.iter().chain(&barred).for_each(|worker| crew.bar(worker));
        upkeep.notice.barred = crew.barred().to_vec();
        let desk = link.settle(|| upkeep.set_up())?;
        let mut inbox = Inbox::open(&link, &upkeep.storage, &contest);
        inbox.take_results(&link, desk);
        let verifier = verify.and_then(|(share, player)| Verifier::start(share, plan.seed, player));
        let link_pace = link.pace();
        Ok(Organiser {
            link,
            upkeep,
            examiner: Examiner { plan, records },
            inbox,
            crew,
            verifier,
            out: HashMap::new(),
            to_publish: VecDeque::new(),
            patience: Patience::new(link_pace),
            refused: Setbacks::default(),
            missed: HashSet::new(),
            is_stranded: false,
            verifying: HashSet::new(),
            to_settle: Vec::new(),
            voids: Vec::new(),
            withdrawn: Vec::new(),
            boards: WorkersBoards::default(),
            looked: Instant::now(),
            is_taken_over: false,
            restored: HashMap::new(),
            troubles: Troubles::default(),
        })
    }

    /// Takes a pair to be played by these two, whom the plan does not name.
    pub fn hand_out_with_guests(&mut self, pair: PairJob, party: Party) {
        // A game that others are to play now is not out any more as it was: what comes back of that counts for nobody.
        let task = TaskId::of(&pair);
        self.out.retain(|known, _| (known.place, known.games) != (task.place, task.games));
        self.queue_up(pair, Some(Arc::new(party)));
    }

    /// Takes everything of a contest from the server that its organiser has left there.
    ///
    /// # Errors
    /// Where something may be left.
    pub fn take_away(link: &Connection, contest: &ContestId) -> Result<(), ClusterError> {
        link.settle(|| async {
            Storage::open(link.context(), link.pace()).await?.take_away(contest).await
        })
    }

    /// Takes everything of this contest from the server, as far as that is done within so long.
    pub fn leave(self, patience: Duration) {
        let torn_down = self.upkeep.tear_down();
        // Whoever takes the contest up does what is left.
        let _ = self.link.block_on(async { tokio::time::timeout(patience, torn_down).await });
    }

    /// Who is barred from this contest.
    #[must_use]
    pub fn barred(&self) -> &[String] {
        self.crew.barred()
    }

    /// Says what the server could not do, unless it was said before.
    fn note<T>(&mut self, work: Work, done: Result<T, ClusterError>) -> Option<T> {
        match done {
            Ok(done) => {
                self.troubles.end(work);
                Some(done)
            }
            Err(error) => {
                let text = format!("{error}; it is tried again");
                // A server that is away was told of already.
                if !self.link.is_away() && self.troubles.begin(work, &text) {
                    self.crew.say(text);
                }
                None
            }
        }
    }

    fn open_mail(&mut self, mail: Mail, played: &mut Vec<PlayedGame>) {
        match mail.what {
            News::Result(task, bytes, acker) => {
                if let Some(games) = task.and_then(|task| self.result(task, &bytes)) {
                    played.extend(games);
                    self.to_settle.push(*acker);
                } else {
                    // Nothing of it will be in the file.
                    let _ = self.link.block_on(acker.ack());
                }
            }
            News::Status(status) => self.crew.see(*status),
            News::Unread(worker, why) => self.crew.wonder_at(&worker, &why),
            News::Gone(worker) => self.crew.lose(&worker),
            News::Boards(boards) => self.boards.show(boards),
            News::Missing(digest) => self.restore(&digest),
            News::Begun(task) => self.see_begun(task),
        }
    }

    /// Stores again what a worker did not find, once for all that miss it. What seems to be there may be something else: it
    /// is stored again as well, and more and more seldom, since whoever fetches it meanwhile begins anew.
    fn restore(&mut self, digest: &Digest) {
        self.restored.retain(|digest, _| self.upkeep.has(digest));
        let (when, in_vain) = self.restored.get(digest).copied().unzip();
        let in_vain = in_vain.unwrap_or(0);
        let since = when.map(|when: Instant| when.elapsed());
        if since.is_some_and(|since| since < RESTORED) || !self.upkeep.has(digest) {
            return;
        }
        let stored = self.link.block_on(self.upkeep.is_stored(digest));
        let Some(is_stored) = self.note(Work::Store, stored) else { return };
        let patience = RESTORED_IN_VAIN.saturating_mul(1 << in_vain.min(MOST_DOUBLINGS));
        if is_stored && since.is_some_and(|since| since < patience) {
            return;
        }
        let restored = self.link.block_on(self.upkeep.restore(digest));
        if self.note(Work::Store, restored).is_some() {
            let in_vain = if is_stored { in_vain + 1 } else { in_vain };
            self.restored.insert(digest.clone(), (Instant::now(), in_vain));
            self.crew.say("the server had lost a player; it was stored again".to_owned());
        }
    }

    /// The games of a result, if it is one of a pair that is out, and as it may be. What comes for another one is not even
    /// unpacked: somebody else was sooner, or it is in the file already.
    fn result(&mut self, task: TaskId, bytes: &[u8]) -> Option<Vec<PlayedGame>> {
        let out = self.out.get(&task).filter(|_| !self.verifying.contains(&task))?.clone();
        let message = match ResultMessage::read(task, bytes) {
            Ok(message) => message,
            Err(error) => {
                // Whoever sends such may send many.
                let text = format!("a result can't be read: {error}");
                if self.troubles.begin(Work::Results, &text) {
                    self.crew.say(text);
                }
                return None;
            }
        };
        let worker = message.worker.clone();
        let PairOut { pair, party, loan, .. } = out;
        if self.crew.is_barred(&worker) {
            self.to_publish.push_back(task);
            return None;
        }
        let party = party.as_deref();
        match self.examiner.games(&self.upkeep.notice, &pair, party, message) {
            Ok(games) => {
                self.end_loan(&loan);
                let voids = games.iter().filter(|game| game.void.is_some()).count();
                let packs = party.into_iter().flat_map(|party| &party.packs);
                let guests: Vec<_> = packs.map(|pack| &pack.digest).collect();
                if self.crew.count(&worker, voids, games.len() - voids, &guests) {
                    self.crew.say(format!("{worker} is barred: none of its games has a result"));
                    self.bar(&worker);
                }
                match &self.verifier {
                    Some(verifier) if voids == 0 && verifier.wants(&pair) => {
                        self.verifying.insert(task);
                        verifier.verify(pair, worker, games);
                        None
                    }
                    _ => {
                        self.out.remove(&task);
                        Some(games)
                    }
                }
            }
            Err(why) => {
                self.withdraw(worker, why);
                self.to_publish.push_back(task);
                None
            }
        }
    }

    /// Takes the games of a worker out, and lets it play no more.
    fn withdraw(&mut self, worker: String, why: String) {
        self.bar(&worker);
        self.withdrawn.push(WorkersNews::Withdrawn { worker, why });
    }

    fn bar(&mut self, worker: &str) {
        self.crew.bar(worker);
        self.upkeep.notice.barred = self.crew.barred().to_vec();
        let told = self.link.block_on(self.upkeep.announce());
        self.note(Work::Announce, told);
    }

    /// What came of playing results again.
    fn verdicts(&mut self, played: &mut Vec<PlayedGame>) {
        let verdicts: Vec<_> =
            self.verifier.iter().flat_map(|verifier| verifier.verdicts()).collect();
        for verdict in verdicts {
            let task = TaskId::of(&verdict.pair);
            self.verifying.remove(&task);
            match verdict.difference {
                _ if self.crew.is_barred(&verdict.worker) => self.to_publish.push_back(task),
                Some(Difference::Wrong(why)) => {
                    self.withdraw(verdict.worker, why);
                    self.to_publish.push_back(task);
                }
                Some(Difference::Unrepeatable) => {
                    let pair = verdict.pair.place + 1;
                    self.crew.say(format!(
                        "pair {pair} does not repeat on this machine either, so that it verifies nothing"
                    ));
                    self.out.remove(&task);
                    played.extend(verdict.games);
                }
                None => {
                    self.out.remove(&task);
                    played.extend(verdict.games);
                }
            }
        }
    }
}

impl Workers for Organiser {
    fn room(&self) -> usize {
        self.crew.room()
    }

    fn at_once(&self) -> usize {
        self.crew.threads()
    }

    fn hand_out(&mut self, pair: PairJob) -> Result<(), ContestError> {
        self.queue_up(pair, None);
        Ok(())
    }

    fn take(&mut self, timeout: Duration) -> Result<Vec<PlayedGame>, ContestError> {
        self.publish();
        if self.looked.elapsed() > self.link.pace().of(STOCKTAKING) {
            self.look_after();
        }
        if self.is_taken_over {
            self.inbox.give_back(&self.link);
            return Err(ContestError::Venue(TAKEN_OVER.to_owned()));
        }
        let mut played = std::mem::take(&mut self.voids);
        self.verdicts(&mut played);
        let latest = Instant::now() + timeout.max(LONGEST_TAKE);
        let mut until = Instant::now() + if played.is_empty() { timeout } else { MOMENT };
        while played.len() < MOST
            && Instant::now() < latest
            && let Some(mail) = self.inbox.next(until.saturating_duration_since(Instant::now()))
        {
            let was_empty = played.is_empty();
            self.open_mail(mail, &mut played);
            if was_empty && !played.is_empty() {
                until = Instant::now() + MOMENT;
            }
        }
        Ok(played)
    }

    fn settled(&mut self) {
        let settled = std::mem::take(&mut self.to_settle);
        self.link.block_on(async {
            for acker in settled {
                // What the server does not hear it sends again, and that is known then.
                let _ = acker.ack().await;
            }
        });
    }

    fn boards(&self) -> Vec<InPlay> {
        self.boards.all()
    }

    fn news(&mut self) -> Vec<WorkersNews> {
        let said = self.link.news().into_iter().chain(self.crew.news()).map(WorkersNews::Said);
        let said: Vec<_> = said.collect();
        said.into_iter().chain(self.withdrawn.drain(..)).collect()
    }

    fn dismiss(&mut self) {
        self.link.block_on(self.upkeep.tear_down());
    }
}

impl Drop for Organiser {
    fn drop(&mut self) {
        self.link.flush();
    }
}
