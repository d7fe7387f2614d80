//! Places for what costs something: so many in all, a share of them for each address and for each client there, and a
//! queue in which the next one goes to whoever holds the fewest. What is done in a place is not known here.

use std::collections::VecDeque;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::oneshot;
use tokio::time::timeout;

use crate::client::{Client, Origin};
use crate::refusal::Refusal;
use crate::tally::Tally;

/// So long somebody waits for a place.
const QUEUE_TIMEOUT: Duration = Duration::from_secs(10);
/// So long those wait of whom there can't be many.
const LONG_QUEUE_TIMEOUT: Duration = Duration::from_secs(60);
/// So many times over the places a client may ask at once and wait.
const LONGEST_QUEUE: usize = 8;

/// How many places there are, who gets how many of them, and what is said to those for whom there is none.
#[derive(Clone, Copy)]
pub(crate) struct PlaceRules {
    /// So many places there are.
    pub number: usize,
    /// So many of them for all who come from one address and for one client; where nobody says it, as many as leave
    /// room for others.
    pub of_one_origin: Option<usize>,
    pub of_one_client: Option<usize>,
    /// So many times a client may ask at once, and so long somebody waits.
    pub longest_queue: usize,
    pub patience: Duration,
    /// What those are told who hold all that they may, and others for whom none was free.
    pub has_all: &'static str,
    pub none_free: &'static str,
}

impl PlaceRules {
    /// So many places, as they usually are.
    pub(crate) const fn usual(number: usize) -> PlaceRules {
        PlaceRules {
            number,
            of_one_origin: None,
            of_one_client: None,
            longest_queue: LONGEST_QUEUE * number,
            patience: QUEUE_TIMEOUT,
            has_all: "too many ask at once; try again in a moment",
            none_free: "too many ask at once; try again in a moment",
        }
    }
}

/// Places for one kind of work.
pub(crate) struct Places {
    rules: PlaceRules,
    line: Mutex<Line>,
}

#[derive(Default)]
struct Line {
    origins: Tally<Origin>,
    clients: Tally<Client>,
    waiting: VecDeque<Ticket>,
}

struct Ticket {
    client: Client,
    /// The lower, the earlier among those who hold as much.
    rank: i64,
    place: oneshot::Sender<Place>,
}

/// A place, which is free again when this is dropped.
pub(crate) struct Place {
    places: Arc<Places>,
    client: Client,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.places.line().give_back(&self.client);
        self.places.give_out();
    }
}

impl Places {
    /// So many places.
    pub(crate) fn new(number: usize) -> Arc<Places> {
        Places::with(PlaceRules::usual(number))
    }

    /// So many places for those whose number is bounded already, and who wait longer.
    pub(crate) fn for_few(number: usize) -> Arc<Places> {
        let (longest_queue, patience) = (usize::MAX, LONG_QUEUE_TIMEOUT);
        Places::with(PlaceRules { longest_queue, patience, ..PlaceRules::usual(number) })
    }

    /// Places by these rules.
    pub(crate) fn with(rules: PlaceRules) -> Arc<Places> {
        Arc::new(Places { rules, line: Mutex::default() })
    }

    /// So many places for those whose number is bounded as well, and who wait until it is their turn.
    pub(crate) fn for_patient_ones(number: usize) -> Arc<Places> {
        let (longest_queue, patience) = (usize::MAX, Duration::from_hours(1));
        Places::with(PlaceRules { longest_queue, patience, ..PlaceRules::usual(number) })
    }

    fn line(&self) -> MutexGuard<'_, Line> {
        self.line.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place at once, if there is one for this client.
    pub(crate) fn try_take(self: &Arc<Places>, client: &Client) -> Option<Place> {
        let mut line = self.line();
        let is_free = line.may_take(client, &self.rules);
        is_free.then(|| line.take(self, client.clone()))
    }

    /// A place as soon as there is one.
    pub(crate) async fn take(self: &Arc<Places>, client: Client) -> Result<Place, Refusal> {
        self.take_ranked(client, 0).await
    }

    /// The same; of those who hold as much, the one with the lowest rank comes first.
    pub(crate) async fn take_ranked(
        self: &Arc<Places>,
        client: Client,
        rank: i64,
    ) -> Result<Place, Refusal> {
        let (place, comes) = oneshot::channel();
        {
            let mut line = self.line();
            // Whoever went away meanwhile waits no more.
            line.waiting.retain(|ticket| !ticket.place.is_closed());
            let own = line.waiting.iter().filter(|ticket| ticket.client == client).count();
            if own >= self.rules.longest_queue {
                return Err(Refusal::busy("too much at once from you; try again in a moment"));
            }
            line.waiting.push_back(Ticket { client: client.clone(), rank, place });
        }
        self.give_out();
        match timeout(self.rules.patience, comes).await {
            Ok(Ok(place)) => Ok(place),
            _ if self.line().has_all(&client, &self.rules) => {
                Err(Refusal::busy(self.rules.has_all))
            }
            _ => Err(Refusal::busy(self.rules.none_free)),
        }
    }

    /// Gives out the places that are free.
    fn give_out(self: &Arc<Places>) {
        let mut returned = Vec::new();
        let mut line = self.line();
        line.waiting.retain(|ticket| !ticket.place.is_closed());
        while let Some(Ticket { client, place, .. }) = line.next(&self.rules) {
            let taken = line.take(self, client);
            // One that is dropped here would wait for the line.
            returned.extend(place.send(taken).err());
        }
        drop(line);
    }
}

impl Line {
    fn may_take(&self, client: &Client, rules: &PlaceRules) -> bool {
        let usual = || client.origin.share(rules.number);
        self.clients.all() < rules.number
            && self.origins.of(&client.origin) < rules.of_one_origin.unwrap_or_else(usual)
            && !self.has_all(client, rules)
    }

    /// Whether a client holds as many places as it may.
    fn has_all(&self, client: &Client, rules: &PlaceRules) -> bool {
        let usual = || client.share(rules.number);
        self.clients.of(client) >= rules.of_one_client.unwrap_or_else(usual)
    }

    fn take(&mut self, places: &Arc<Places>, client: Client) -> Place {
        self.origins.add(client.origin.clone());
        self.clients.add(client.clone());
        Place { places: Arc::clone(places), client }
    }

    fn give_back(&mut self, client: &Client) {
        self.origins.take_away(&client.origin);
        self.clients.take_away(client);
    }

    /// Who gets the next place: of those who may, one from where the fewest are held, who holds the fewest there, has the
    /// lowest rank and has waited longest.
    fn next(&mut self, rules: &PlaceRules) -> Option<Ticket> {
        let waiting = self.waiting.iter().enumerate();
        let may = waiting.filter(|(_, ticket)| self.may_take(&ticket.client, rules));
        let (at, _) = may.min_by_key(|(_, Ticket { client, rank, .. })| {
            (self.origins.of(&client.origin), self.clients.of(client), *rank)
        })?;
        self.waiting.remove(at)
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use tokio::task::JoinHandle;

    use super::*;

    fn client(last: u8) -> Client {
        Client::from(Origin::of([10, 0, 0, last].into()))
    }

    /// One of many behind an address.
    fn person(last: u8, number: usize) -> Client {
        Client { person: Some(number.to_string()), ..client(last) }
    }

    /// Asks for a place, and waits for it beside whatever the test does.
    fn ask(places: &Arc<Places>, client: Client) -> JoinHandle<Result<Place, Refusal>> {
        let places = Arc::clone(places);
        tokio::spawn(async move { places.take(client).await })
    }

    #[test]
    fn one_client_leaves_places_for_others_and_none_is_lost() {
        let places = Places::new(4);
        let (flood, other) = (client(1), client(2));
        let held: Vec<_> = (0..100).filter_map(|_| places.try_take(&flood)).collect();
        assert_eq!(held.len(), 2);
        let others: Vec<_> = (0..100).filter_map(|_| places.try_take(&other)).collect();
        assert_eq!(others.len(), 2);
        assert!(places.try_take(&client(3)).is_none());
        drop(held);
        assert!(places.try_take(&client(3)).is_some());
        drop(others);
        assert!(places.line().clients.is_empty());
    }

    #[tokio::test]
    async fn forty_persons_behind_an_address_are_no_more_than_one_to_those_elsewhere() {
        let places = Places::new(4);
        let flood: Vec<_> = (0..40).filter_map(|one| places.try_take(&person(1, one))).collect();
        assert_eq!(flood.len(), 3);
        let queue: Vec<_> = (0..40).map(|one| ask(&places, person(1, one))).collect();
        let other = places.try_take(&client(2)).unwrap();
        let late = ask(&places, client(2));
        tokio::task::yield_now().await;
        drop(other);
        // Whoever has waited longer, it is the other address's turn.
        let late = late.await.unwrap().unwrap();
        assert!(queue.iter().all(|one| !one.is_finished()));
        drop((late, flood));
        for one in queue {
            drop(one.await.unwrap().unwrap());
        }
        assert!(places.line().origins.is_empty() && places.line().clients.is_empty());
    }

    #[tokio::test]
    async fn whoever_holds_less_comes_before_a_queue_of_somebody_else() {
        let places = Places::new(2);
        let flood = places.try_take(&client(1)).unwrap();
        let other = places.try_take(&client(2)).unwrap();
        let queue: Vec<_> = (0..5).map(|_| ask(&places, client(1))).collect();
        tokio::task::yield_now().await;
        let late = ask(&places, client(3));
        tokio::task::yield_now().await;
        drop(other);
        let late = late.await.unwrap().unwrap();
        assert!(queue.iter().all(|one| !one.is_finished()));
        drop(flood);
        for one in queue {
            drop(one.await.unwrap().unwrap());
        }
        drop(late);
        assert!(places.line().clients.is_empty());
    }

    #[tokio::test]
    async fn whoever_has_a_place_and_whoever_finds_none_are_told_so_each() {
        let places = Places::with(PlaceRules {
            of_one_origin: Some(2),
            of_one_client: Some(1),
            patience: Duration::from_millis(1),
            has_all: "wait for yours",
            none_free: "too many",
            ..PlaceRules::usual(4)
        });
        let first = places.take(person(1, 1)).await.unwrap();
        let _second = places.take(person(1, 2)).await.unwrap();
        let said = |place: Result<Place, Refusal>| place.err().unwrap().message().to_owned();
        assert_eq!(said(places.take(person(1, 3)).await), "too many");
        assert_eq!(said(places.take(person(1, 1)).await), "wait for yours");
        let _other = places.take(person(2, 1)).await.unwrap();
        drop(first);
        let _again = places.take(person(1, 3)).await.unwrap();
    }

    #[tokio::test]
    async fn whoever_goes_away_waits_no_more_and_a_queue_has_an_end() {
        let places = Places::new(2);
        let held = places.try_take(&client(1)).unwrap();
        let queue: Vec<_> = (0..LONGEST_QUEUE * 2).map(|_| ask(&places, client(1))).collect();
        tokio::task::yield_now().await;
        assert!(places.take(client(1)).await.is_err());
        for one in queue {
            one.abort();
            let _ = one.await;
        }
        drop(held);
        assert!(places.take(client(1)).await.is_ok());
    }
}
