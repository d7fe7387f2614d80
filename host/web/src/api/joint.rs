//! Work that several wait for together: whoever asks the same while it is done waits for that, and what came of it is
//! kept for those who ask the same soon. What nobody waits for any more is not begun, and ends where it has begun.

use std::collections::{HashMap, VecDeque};
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError, Weak};

use tokio::sync::watch;
use tokio::task::AbortHandle;

use super::visit::Visit;
use super::work::heavy;
use crate::client::Client;
use crate::refusal::{Answer, Refusal};

/// So many results are kept.
const MOST_KEPT: usize = 128;

/// Work of one kind, by what was asked for.
pub(crate) struct Joint<T>(Mutex<Known<T>>);

struct Known<T> {
    tasks: HashMap<String, Weak<Task<T>>>,
    /// The newest last.
    results: VecDeque<(String, T)>,
}

/// Work for which somebody waits; each of those holds it.
struct Task<T> {
    result: watch::Receiver<Option<Answer<T>>>,
    work: OnceLock<AbortHandle>,
}

impl<T> Drop for Task<T> {
    fn drop(&mut self) {
        if let Some(work) = self.work.get() {
            work.abort();
        }
    }
}

impl<T> Default for Joint<T> {
    fn default() -> Joint<T> {
        Joint(Mutex::new(Known { tasks: HashMap::new(), results: VecDeque::new() }))
    }
}

impl<T: Clone + Send + Sync + 'static> Joint<T> {
    fn known(&self) -> MutexGuard<'_, Known<T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// What comes of the work that has this name, done on the account of whoever asks first.
    pub(crate) async fn get(
        self: &Arc<Joint<T>>,
        name: String,
        client: Client,
        work: impl FnOnce(&Visit) -> Answer<T> + Send + 'static,
    ) -> Answer<T> {
        let task = {
            let mut known = self.known();
            if let Some((_, result)) = known.results.iter().find(|(of, _)| *of == name) {
                return Ok(result.clone());
            }
            known.tasks.retain(|_, task| task.strong_count() > 0);
            match known.tasks.get(&name).and_then(Weak::upgrade) {
                Some(task) => task,
                None => {
                    let task = self.begin(name.clone(), client, work);
                    known.tasks.insert(name, Arc::downgrade(&task));
                    task
                }
            }
        };
        let mut result = task.result.clone();
        let done = result.wait_for(Option::is_some).await;
        let done = done.ok().and_then(|result| result.clone());
        done.unwrap_or_else(|| Err(Refusal::broken("it broke off by a fault of the server")))
    }

    fn begin(
        self: &Arc<Joint<T>>,
        name: String,
        client: Client,
        work: impl FnOnce(&Visit) -> Answer<T> + Send + 'static,
    ) -> Arc<Task<T>> {
        let (tell, result) = watch::channel(None);
        let task = Arc::new(Task { result, work: OnceLock::new() });
        let joint = Arc::clone(self);
        let done = async move {
            // It is a visit of all who wait together: it is over when the last one goes.
            let done = heavy(client, move |visit| {
                let result = work(visit)?;
                joint.keep(name, result.clone());
                Ok(result)
            });
            // Nobody may wait for it any more.
            let _ = tell.send(Some(done.await));
        };
        let _ = task.work.set(tokio::spawn(done).abort_handle());
        task
    }

    fn keep(&self, name: String, result: T) {
        let mut known = self.known();
        if known.results.len() >= MOST_KEPT {
            known.results.pop_front();
        }
        known.results.push_back((name, result));
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use std::sync::atomic::{AtomicUsize, Ordering};
    use std::sync::mpsc::channel;

    use tokio::task::JoinHandle;

    use super::*;

    /// Asks, and waits beside whatever the test does.
    fn ask(
        joint: &Arc<Joint<usize>>,
        work: impl FnOnce(&Visit) -> Answer<usize> + Send + 'static,
    ) -> JoinHandle<Answer<usize>> {
        let joint = Arc::clone(joint);
        tokio::spawn(async move { joint.get("same".to_owned(), Client::USER, work).await })
    }

    #[tokio::test]
    async fn those_who_ask_the_same_wait_for_the_same_work_even_when_the_first_one_goes() {
        let joint: Arc<Joint<usize>> = Arc::default();
        let begun = Arc::new(AtomicUsize::new(0));
        let (go, goes) = channel();
        let (started, starts) = channel();
        let first = ask(&joint, {
            let begun = Arc::clone(&begun);
            move |visit| {
                begun.fetch_add(1, Ordering::Relaxed);
                started.send(()).unwrap();
                goes.recv().unwrap();
                assert!(!visit.is_over());
                Ok(7)
            }
        });
        tokio::task::spawn_blocking(move || starts.recv().unwrap()).await.unwrap();
        let second = ask(&joint, |_| Ok(8));
        tokio::task::yield_now().await;
        first.abort();
        assert!(first.await.unwrap_err().is_cancelled());
        go.send(()).unwrap();
        assert_eq!(second.await.unwrap().unwrap(), 7);
        // And whoever asks later has what came of it.
        assert_eq!(joint.get("same".to_owned(), Client::USER, |_| Ok(9)).await.unwrap(), 7);
        assert_eq!(joint.get("other".to_owned(), Client::USER, |_| Ok(10)).await.unwrap(), 10);
        assert_eq!(begun.load(Ordering::Relaxed), 1);
    }

    #[tokio::test]
    async fn what_nobody_waits_for_any_more_is_ended_and_begun_anew_for_the_next_one() {
        let joint: Arc<Joint<usize>> = Arc::default();
        let (started, starts) = channel();
        let (ended, ends) = channel();
        let first = ask(&joint, move |visit| {
            // As an evaluator that is killed: nothing but this ends the work.
            let (stop, stops) = channel();
            visit.at_the_end(move || stop.send(()).unwrap());
            started.send(()).unwrap();
            stops.recv().unwrap();
            ended.send(()).unwrap();
            Err(Refusal::not_now("nobody waits for it any more"))
        });
        tokio::task::spawn_blocking(move || starts.recv().unwrap()).await.unwrap();
        first.abort();
        assert!(first.await.unwrap_err().is_cancelled());
        tokio::task::spawn_blocking(move || ends.recv().unwrap()).await.unwrap();
        assert_eq!(joint.get("same".to_owned(), Client::USER, |_| Ok(8)).await.unwrap(), 8);
    }

    #[tokio::test]
    async fn what_is_refused_is_asked_anew() {
        let joint: Arc<Joint<usize>> = Arc::default();
        let refused = |_: &Visit| Err(Refusal::not_now("no"));
        assert!(joint.get("one".to_owned(), Client::USER, refused).await.is_err());
        assert_eq!(joint.get("one".to_owned(), Client::USER, |_| Ok(1)).await.unwrap(), 1);
    }
}
