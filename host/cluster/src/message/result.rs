//! What came of a pair, as a worker tells it: packed, and read within bounds of memory and of the processor whatever a
//! stranger has packed.

use serde::{Deserialize, Serialize};

use super::few::Few;
use super::report::GameMessage;
use super::{LONGEST, PROTOCOL, Version, check_name, other_protocol, pack, unpack, unreadable};
use crate::error::ClusterError;
use crate::names::TaskId;

/// How many games a pair has.
const MOST_GAMES: usize = 2;
/// What a result may hold unpacked: so much in any case, and so many times what it is packed, but never more than so much.
/// What players say packs to a tenth or a twentieth; who packs nothing but zeros sends a thousand times as much.
const ROOM: u64 = 4 << 20;
const MOST_TIMES: u64 = 64;
const LARGEST: u64 = 64 << 20;

/// What came of a pair.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub(crate) struct ResultMessage {
    pub protocol: u32,
    pub task: TaskId,
    pub worker: String,
    /// By how much the limits of time were scaled.
    pub scale: f64,
    pub games: Few<GameMessage, MOST_GAMES>,
}

/// What a result that is packed in so many bytes may hold.
fn most_unpacked(packed: usize) -> u64 {
    (ROOM + MOST_TIMES * packed as u64).min(LARGEST)
}

impl ResultMessage {
    /// What came of this pair at this worker.
    pub(crate) fn new(
        task: TaskId,
        worker: &str,
        scale: f64,
        games: Vec<GameMessage>,
    ) -> ResultMessage {
        let (worker, games) = (worker.to_owned(), Few::all_or_none(games));
        ResultMessage { protocol: PROTOCOL, task, worker, scale, games }
    }

    /// Reads what is said of this pair.
    pub(crate) fn read(task: TaskId, bytes: &[u8]) -> Result<ResultMessage, ClusterError> {
        let what = "a result";
        let unpacked = unpack(what, bytes, most_unpacked(bytes.len()))?;
        let wrong = |error: serde_json::Error| unreadable(what, &error);
        let Version { protocol } = serde_json::from_slice(&unpacked).map_err(wrong)?;
        if protocol != PROTOCOL {
            return Err(unreadable(what, &other_protocol(protocol)));
        }
        let mut result: ResultMessage = serde_json::from_slice(&unpacked).map_err(wrong)?;
        check_name(what, &result.worker)?;
        if result.task != task {
            return Err(unreadable(what, &"it is of another pair than it was sent for"));
        }
        result.games.as_mut_slice().iter_mut().for_each(GameMessage::clean);
        Ok(result)
    }

    /// As it is sent over a server that takes so long a message. What was asked and answered stays where it was played
    /// where it is too long to travel, or nobody keeps it.
    pub(crate) fn packed(
        mut self,
        rounds_are_kept: bool,
        longest: usize,
    ) -> Result<Vec<u8>, ClusterError> {
        if rounds_are_kept {
            let whole = pack(&self)?;
            if whole.packed.len() <= longest.min(LONGEST)
                && whole.unpacked as u64 <= most_unpacked(whole.packed.len())
            {
                return Ok(whole.packed);
            }
        }
        self.games.as_mut_slice().iter_mut().for_each(GameMessage::leave_rounds);
        pack(&self).map(|whole| whole.packed)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Write;

    use flate2::Compression;
    use flate2::write::GzEncoder;

    use super::*;

    const TASK: TaskId = TaskId { place: 0, games: 1, attempt: 0 };

    fn result(game: GameMessage) -> ResultMessage {
        ResultMessage::new(TASK, "worker", 1.0, vec![game])
    }

    #[test]
    fn what_guests_ask_and_say_does_not_travel_back_and_what_others_do_does_as_far_as_it_can() {
        let holds = |packed: &[u8], words: &str| {
            let text = String::from_utf8(unpack("a result", packed, LARGEST).unwrap()).unwrap();
            assert!(text.contains("time-out"), "how it ended is what counts");
            text.contains(words)
        };
        let game = GameMessage::forfeited("time-out", "MATCH (secret) RETURN secret", "I think");
        for words in ["secret", "I think"] {
            assert!(holds(&result(game.clone()).packed(true, LONGEST).unwrap(), words));
            assert!(!holds(&result(game.clone()).packed(false, LONGEST).unwrap(), words));
            assert!(!holds(&result(game.clone()).packed(true, 100).unwrap(), words));
        }
        let noise: String = (0..LONGEST as u32).map(noise).collect();
        let long = GameMessage::forfeited("time-out", &noise, "I think");
        let packed = result(long).packed(true, LONGEST).unwrap();
        assert!(packed.len() < LONGEST && !holds(&packed, "I think"));
    }

    /// Letters that can't be packed well.
    fn noise(number: u32) -> char {
        let mixed = number.wrapping_mul(0x9E37_79B9).rotate_left(15).wrapping_mul(0x85EB_CA6B);
        char::from_u32(0x4E00 + (mixed >> 16) % 0x5000).unwrap_or('?')
    }

    #[test]
    fn what_a_worker_says_in_its_own_words_is_bounded_and_moves_no_terminal() {
        let words = format!("\u{1b}]0;mine\u{7}line\n{}", "x".repeat(1 << 20));
        let sent = result(GameMessage::forfeited(&words, "", "")).packed(false, LONGEST).unwrap();
        let game = ResultMessage::read(TASK, &sent).unwrap().games.into_vec().pop().unwrap();
        let (void, report) = (game.void.clone().unwrap(), game.report().unwrap());
        let othello_store::Ending::Forfeit { word, reason, .. } = report.ending else {
            panic!("{:?}", report.ending)
        };
        for line in [&void, &word] {
            assert!(line.chars().count() <= 400 && !line.contains(char::is_control), "{line}");
        }
        assert!(reason.starts_with(" ]0;mine line\nx") && reason.chars().count() == 4000);
    }

    #[test]
    fn a_name_that_no_worker_has_and_what_is_said_of_another_pair_are_refused() {
        let named = |worker: &str| {
            let game = GameMessage::forfeited("time-out", "", "");
            let sent = ResultMessage { worker: worker.to_owned(), ..result(game) };
            ResultMessage::read(TASK, &sent.packed(true, LONGEST).unwrap())
        };
        assert!(named("ann-0_1").is_ok());
        for name in ["", "a b", "a.b", "\u{1b}[2J", &"x".repeat(61)] {
            let error = named(name).unwrap_err().to_string();
            assert!(error.contains("no worker has such a name"), "{error}");
        }
        let game = GameMessage::forfeited("time-out", "", "");
        let sent = result(game).packed(true, LONGEST).unwrap();
        let error = ResultMessage::read(TaskId { place: 1, ..TASK }, &sent).unwrap_err();
        assert!(error.to_string().contains("of another pair"), "{error}");
    }

    fn packed(text: &[u8], times: usize) -> Vec<u8> {
        let mut encoder = GzEncoder::new(Vec::new(), Compression::fast());
        (0..times).for_each(|_| encoder.write_all(text).unwrap());
        encoder.finish().unwrap()
    }

    #[test]
    fn who_packs_a_thousand_times_what_they_send_is_not_unpacked() {
        for letter in [&[b' '; 1 << 20], &[0; 1 << 20]] {
            let bomb = packed(letter, 63);
            assert!(bomb.len() < 512 << 10);
            let error = ResultMessage::read(TASK, &bomb).unwrap_err().to_string();
            assert!(error.contains("more than it may"), "{error}");
        }
        // Ours says the same over and over where that is what a player does, and goes without then.
        let mut game = GameMessage::forfeited("time-out", &"x".repeat(8 << 20), "I think");
        let sent = result(game.clone()).packed(true, LONGEST).unwrap();
        game.leave_rounds();
        assert_eq!(ResultMessage::read(TASK, &sent).unwrap(), result(game));
    }

    #[test]
    fn no_list_of_a_result_is_read_beyond_what_a_pair_of_games_has() {
        let head = format!("{{\"protocol\":{PROTOCOL},\"games\":[");
        let game = "{\"number\":0,\"void\":null,\"report\":null}";
        let report = "{\"number\":0,\"report\":{\"began\":0,\"took\":0,";
        let round = "{\"ply\":0,\"side\":\"black\",\"asked\":0,\"ran\":0}";
        // Each is a message of which the rest is never looked at: it does not even end.
        for (before, one, most) in [
            (head.clone(), game, MOST_GAMES),
            (format!("{head}{report}\"texts\":["), "\"\"", 2048),
            (format!("{head}{report}\"rounds\":["), round, 512),
        ] {
            let text = before + &format!("{one},").repeat(3_000_000 / one.len());
            let read = serde_json::from_str::<ResultMessage>(&text).unwrap_err();
            let place = read.column();
            assert!(read.to_string().contains(&format!("more than {most} elements")), "{read}");
            assert!(place < 400 + most * (one.len() + 1), "{place} of {}", text.len());
        }
    }
}
