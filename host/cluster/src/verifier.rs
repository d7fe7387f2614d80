//! Plays a sample of the results again on this machine. A game of players that don't look at the clock repeats exactly,
//! so a result that differs is wrong; where this machine does not repeat itself either, it says nothing.

use std::sync::Arc;
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;

use othello_arena::contest::{PairJob, PlayedGame};

use crate::stage::PairPlayer;

/// What came of playing a pair again.
pub(crate) struct Verdict {
    pub pair: PairJob,
    pub worker: String,
    /// What the worker reported.
    pub games: Vec<PlayedGame>,
    /// What differs; nothing where nothing does.
    pub difference: Option<Difference>,
}

/// How two ways to play one game differ.
pub(crate) enum Difference {
    /// The worker's from ours, which repeats.
    Wrong(String),
    /// Ours from our own, so that nothing can be said.
    Unrepeatable,
}

/// Plays results again, on a thread of its own.
pub(crate) struct Verifier {
    /// Which part of all pairs.
    share: f64,
    seed: u64,
    to_play: Sender<Verdict>,
    played: Receiver<Verdict>,
}

impl Verifier {
    /// Plays so large a part of all pairs again.
    pub(crate) fn start(share: f64, seed: u64, player: Arc<dyn PairPlayer>) -> Option<Verifier> {
        let (to_play, waiting) = channel::<Verdict>();
        let (done, played) = channel();
        let verify = move || {
            for mut verdict in waiting {
                verdict.difference =
                    verdict.games.iter().find_map(|game| difference(player.as_ref(), game));
                if done.send(verdict).is_err() {
                    return;
                }
            }
        };
        thread::Builder::new().name("verifier".to_owned()).spawn(verify).ok()?;
        Some(Verifier { share, seed, to_play, played })
    }

    /// Whether a pair belongs to the sample: which do can't be told from outside, and is the same every time.
    pub(crate) fn wants(&self, pair: &PairJob) -> bool {
        othello_arena::chance(self.seed, pair.place) < self.share
    }

    pub(crate) fn verify(&self, pair: PairJob, worker: String, games: Vec<PlayedGame>) {
        // The thread lives as long as this.
        let _ = self.to_play.send(Verdict { pair, worker, games, difference: None });
    }

    pub(crate) fn verdicts(&self) -> impl Iterator<Item = Verdict> {
        self.played.try_iter()
    }
}

fn difference(player: &dyn PairPlayer, game: &PlayedGame) -> Option<Difference> {
    let theirs = facts(game)?;
    let ours = || facts(&player.play(0, &game.job));
    let first = ours()?;
    if first == theirs {
        return None;
    }
    let (number, moves) = (game.job.number + 1, &first.0);
    Some(match ours() {
        Some(second) if second == first => Difference::Wrong(format!(
            "game {number} came to {} there, and comes to {moves} here",
            theirs.0
        )),
        _ => Difference::Unrepeatable,
    })
}

/// What a game came to, if it came to anything.
fn facts(game: &PlayedGame) -> Option<(String, othello_store::Ending)> {
    let record = game.record.as_ref().filter(|_| game.void.is_none())?;
    let ending = match &record.ending {
        // In its words there may be times.
        othello_store::Ending::Forfeit { by, word, .. } => {
            othello_store::Ending::Forfeit { by: *by, word: word.clone(), reason: String::new() }
        }
        ending => ending.clone(),
    };
    Some((record.moves.clone(), ending))
}
