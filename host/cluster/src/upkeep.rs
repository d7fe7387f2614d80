//! What is on the server of one contest, kept as it has to be: the notice, the plan and the players, the queue and the
//! results. Whatever of it is lost is made again.

use async_nats::jetstream::Context;
use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::context::ConsumerInfoErrorKind;
use async_nats::jetstream::context::PublishErrorKind;
use async_nats::jetstream::message::PublishMessage;
use async_nats::jetstream::stream::DeleteMessageErrorKind;

use crate::error::ClusterError;
use crate::message::{self, Notice};
use crate::names::{ContestId, DESK, Digest, TaskId, WORK};
use crate::party::{GuestPacks, Pack, Party};
use crate::storage::Storage;
use crate::streams::{is_unknown, stores_nothing};
use crate::uploads::CUT;

/// What is on the server of one contest.
pub(crate) struct Upkeep {
    pub storage: Storage,
    pub contest: ContestId,
    pub notice: Notice,
    /// The order and the plan's players.
    pub packs: Vec<Pack>,
    /// Players that come with pairs.
    pub guests: GuestPacks,
    /// What tells this organiser from another one of the same contest.
    pub own: String,
}

/// What a look at the server shows.
#[derive(Debug, Default)]
pub(crate) struct Stocktaking {
    /// Whether something was lost, so that everything has to be put there again.
    pub is_new: bool,
    /// Whether another organiser has come after this one.
    pub is_taken_over: bool,
    /// The pairs in the queue, those among them that workers have.
    pub queued: Vec<TaskId>,
    /// Whether no worker has or gets any of them.
    pub is_stranded: bool,
    /// How many results wait for the organiser, or are with it.
    pub results: u64,
    /// Up to which number in the queue everything was handed out.
    pub handed_out: u64,
}

impl Upkeep {
    /// Puts everything there that is missing; gives the consumer of results.
    pub(crate) async fn set_up(&self) -> Result<PullConsumer, ClusterError> {
        Storage::open(&self.storage.context, self.storage.pace).await?;
        // What can't be taken away now is the next time.
        let _ = self.storage.take_away_cut(CUT).await;
        for pack in &self.packs {
            self.storage.keep(&pack.digest, &pack.bytes).await?;
        }
        self.storage.pairs(&self.contest).await?;
        let desk = self.storage.desk(&self.contest, &self.own).await?;
        self.announce().await?;
        Ok(desk)
    }

    /// The workers that were barred before the contest was broken off.
    pub(crate) async fn barred_before(&self) -> Vec<String> {
        let notice = self.storage.notice(&self.contest).await;
        notice.map(|notice| notice.barred).unwrap_or_default()
    }

    /// Sees to it that the players of a pair can be fetched.
    pub(crate) async fn bring(&mut self, party: &Party) -> Result<(), ClusterError> {
        self.guests.bring(&self.storage, &self.contest, party).await
    }

    /// Takes all pairs out of the queue. What can't be taken out is played in vain.
    pub(crate) async fn empty_queue(&mut self) {
        if let Ok(pairs) = self.storage.pairs(&self.contest).await {
            let _ = pairs.purge().await;
        }
    }

    /// Takes players away that have long had no pair, where these are out.
    pub(crate) async fn tidy(&mut self, out: impl Iterator<Item = &Party>) {
        self.guests.tidy(&self.storage, &self.contest, out).await;
    }

    /// Tells workers of the contest. It comes last, when everything else is there.
    pub(crate) async fn announce(&self) -> Result<(), ClusterError> {
        let failed = ClusterError::of("announce the contest");
        let notice = message::encode(&self.notice)?;
        let put = || self.storage.contests.put(self.contest.to_string(), notice.clone().into());
        let mut told = put().await;
        if told.as_ref().is_err_and(|error| stores_nothing(error)) {
            self.storage.make_notices_anew().await?;
            told = put().await;
        }
        told.map(drop).map_err(|error| failed(&error))
    }

    /// Whether something belongs to this contest.
    pub(crate) fn has(&self, digest: &Digest) -> bool {
        self.packs.iter().any(|pack| pack.digest == *digest) || self.guests.has(digest)
    }

    /// Whether something is in the store, as far as can be told without reading it.
    pub(crate) async fn is_stored(&self, digest: &Digest) -> Result<bool, ClusterError> {
        match self.packs.iter().find(|pack| pack.digest == *digest) {
            Some(pack) => self.storage.has(digest.as_str(), pack.bytes.len()).await,
            None => self.guests.is_stored(&self.storage, &self.contest, digest).await,
        }
    }

    /// Stores again what a worker did not find.
    pub(crate) async fn restore(&self, digest: &Digest) -> Result<(), ClusterError> {
        match self.packs.iter().find(|pack| pack.digest == *digest) {
            Some(pack) => self.storage.put_anew(digest.as_str(), &pack.bytes).await,
            None => self.guests.restore(&self.storage, &self.contest, digest).await,
        }
    }

    /// Whether the streams and the buckets are there.
    async fn is_whole(context: &Context, contest: &ContestId) -> Result<bool, ClusterError> {
        let failed = ClusterError::of("look at its streams");
        let own = [contest.pairs_stream(), contest.results_stream()];
        for name in own.into_iter().chain(Storage::shared()) {
            match context.get_stream(name).await {
                Ok(_) => {}
                Err(error) if is_unknown(&error) => return Ok(false),
                Err(error) => return Err(failed(&error)),
            }
        }
        Ok(true)
    }

    /// Sees to it that workers are told of the contest, and nothing else than they should.
    async fn stay_announced(&self) -> Result<(), ClusterError> {
        if self.storage.notice(&self.contest).await.as_ref() == Some(&self.notice) {
            return Ok(());
        }
        self.announce().await
    }

    /// Looks at what is there.
    pub(crate) async fn take_stock(&self) -> Result<Stocktaking, ClusterError> {
        let lost = || Stocktaking { is_new: true, ..Stocktaking::default() };
        if !Upkeep::is_whole(&self.storage.context, &self.contest).await? {
            return Ok(lost());
        }
        let failed = ClusterError::of("look at the queue");
        let results = self.storage.results(&self.contest).await?;
        let desk = match results.consumer_info(DESK).await {
            Ok(desk) => desk,
            Err(error) if error.kind() == ConsumerInfoErrorKind::NotFound => return Ok(lost()),
            Err(error) => return Err(failed(&error)),
        };
        if desk.config.description.as_ref() != Some(&self.own) {
            return Ok(Stocktaking { is_taken_over: true, ..Stocktaking::default() });
        }
        self.stay_announced().await?;
        let waiting = desk.num_pending + desk.num_ack_pending as u64;
        let pairs = self.storage.pairs(&self.contest).await?;
        let subjects = Storage::subjects(&pairs, &self.contest.pairs()).await?;
        let work = pairs.consumer_info(WORK).await.map_err(|error| failed(&error))?;
        let queued: Vec<_> =
            subjects.iter().filter_map(|subject| self.contest.pair_of(subject)).collect();
        let is_idle = work.num_pending == 0 && work.num_ack_pending == 0;
        Ok(Stocktaking {
            is_stranded: is_idle && !queued.is_empty(),
            queued,
            results: waiting,
            handed_out: work.delivered.stream_sequence,
            ..Stocktaking::default()
        })
    }

    /// Takes pairs out of the queue, whoever has them.
    pub(crate) async fn take_out(&self, pairs: &[TaskId]) -> Result<(), ClusterError> {
        if pairs.is_empty() {
            return Ok(());
        }
        let failed = ClusterError::of("take a pair out of the queue");
        let queue = self.storage.context.get_stream(self.contest.pairs_stream()).await;
        let queue = queue.map_err(|error| failed(&error))?;
        for &task in pairs {
            let purged = queue.purge().filter(self.contest.pair(task)).await;
            purged.map_err(|error| failed(&error))?;
        }
        Ok(())
    }

    /// Takes the pair of this number out of the queue, whoever has it.
    pub(crate) async fn call_in(&self, sequence: u64) -> Result<(), ClusterError> {
        let failed = ClusterError::of("take a pair out of the queue");
        let pairs = self.storage.context.get_stream(self.contest.pairs_stream()).await;
        match pairs.map_err(|error| failed(&error))?.delete_message(sequence).await {
            // Whoever had it was sooner.
            Err(error) if !matches!(error.kind(), DeleteMessageErrorKind::JetStream(_)) => {
                Err(failed(&error))
            }
            _ => Ok(()),
        }
    }

    /// The number in the queue of a pair that is there.
    async fn sequence(&self, task: TaskId) -> Option<u64> {
        let pairs = self.storage.context.get_stream(self.contest.pairs_stream()).await.ok()?;
        let message = pairs.get_last_raw_message_by_subject(&self.contest.pair(task)).await;
        Some(message.ok()?.sequence)
    }

    /// Puts pairs into the queue, each unless it is there; gives those that are there now with their numbers, and why not
    /// all are.
    pub(crate) async fn publish(
        &self,
        pairs: Vec<(TaskId, Vec<u8>)>,
    ) -> (Vec<(TaskId, Option<u64>)>, Option<ClusterError>) {
        let failed = ClusterError::of("take a pair");
        let (mut sent, mut there, mut trouble) = (Vec::new(), Vec::new(), None);
        for (task, payload) in pairs {
            let publish =
                PublishMessage::build().payload(payload.into()).expected_last_subject_sequence(0);
            match self.storage.context.send_publish(self.contest.pair(task), publish).await {
                Ok(answer) => sent.push((task, answer)),
                Err(error) => trouble = Some(failed(&error)),
            }
        }
        for (task, answer) in sent {
            match answer.await {
                Ok(taken) => there.push((task, Some(taken.sequence))),
                Err(error) if error.kind() == PublishErrorKind::WrongLastSequence => {
                    there.push((task, self.sequence(task).await));
                }
                Err(error) => trouble = Some(failed(&error)),
            }
        }
        (there, trouble)
    }

    /// Takes everything of the contest from the server; nothing of it is wanted any more.
    /// What can't be taken away does no harm: it is not announced any more.
    pub(crate) async fn tear_down(&self) {
        let _ = self.storage.take_away(&self.contest).await;
        let still_wanted = self.others().await;
        for pack in self.packs.iter().filter(|pack| !still_wanted.contains(&pack.digest)) {
            let _ = self.storage.delete(pack.digest.as_str()).await;
        }
    }

    /// What other contests have in the store.
    async fn others(&self) -> Vec<Digest> {
        let mut wanted = Vec::new();
        let contests = &self.storage.contests;
        for key in Storage::keys(contests).await.unwrap_or_default() {
            let Ok(Some(notice)) = Storage::entry(contests, &key).await else { continue };
            let Ok(notice) = Notice::read(&notice) else { continue };
            let order = self.storage.fetch(notice.order.as_str(), &notice.order, Vec::new());
            if let Ok(bytes) = order.await
                && let Ok((order, _)) = message::Order::read(&bytes)
            {
                wanted.extend(order.entrants.into_iter().map(|one| one.pack));
            }
            wanted.push(notice.order);
        }
        wanted
    }
}
