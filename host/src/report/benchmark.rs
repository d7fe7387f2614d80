//! The times of the moves, as the original program printed them, then what its readers will want next:
//! the spread, split into asking the player and running its query.

use std::fmt::Write as _;
use std::time::Duration;

use othello_arena::Timing;
use othello_rules::{ByColour, Colour};

/// The text that follows the winner's name.
pub fn benchmark(names: &ByColour<String>, timings: &ByColour<Vec<Timing>>) -> String {
    let mut text = "Completed\nBenchmarking\n".to_owned();
    for (name, timings) in names.as_ref().zip(timings.as_ref()).iter() {
        player(&mut text, name, timings);
    }
    text + &comparison(names, &timings.as_ref().map(|timings| totals(timings)))
}

/// What most readers want to know in the end: who was how many times as fast, by the medians.
fn comparison(names: &ByColour<String>, totals: &ByColour<Vec<f64>>) -> String {
    let medians = totals.as_ref().map(|totals| at(totals, 0.5));
    let mut sides = Colour::ALL.map(|colour| (medians[colour], &names[colour], colour));
    sides.sort_by(|one, other| one.0.total_cmp(&other.0));
    let [(fast, quicker, colour), (slow, slower, other)] = sides;
    // Without a move there is nothing to compare.
    if totals.iter().any(Vec::is_empty) || fast <= 0.0 {
        return String::new();
    }
    let times = slow / fast;
    format!(
        "{quicker} ({colour}) was {times:.2} times as fast as {slower} ({other}), by the median move\n"
    )
}

/// What each move took, asking and running together, the shortest first.
fn totals(timings: &[Timing]) -> Vec<f64> {
    let mut totals: Vec<f64> = timings.iter().map(|time| ms(time.asked + time.ran)).collect();
    totals.sort_by(f64::total_cmp);
    totals
}

/// The nearest rank: the smallest time that so many of the sorted times don't exceed.
fn at(times: &[f64], share: f64) -> f64 {
    let rank = (share * times.len() as f64).ceil() as usize;
    times.get(rank.max(1) - 1).copied().unwrap_or_default()
}

fn player(text: &mut String, name: &str, timings: &[Timing]) {
    let all: Vec<f64> = timings.iter().map(|time| ms(time.asked + time.ran)).collect();
    // Writing to a text can't fail.
    let _ = writeln!(text, " - {name}");
    for time in &all {
        let _ = writeln!(text, "{time:.3} ms");
    }
    // A sum of no floats is -0, which nobody wants to read.
    let average = all.iter().fold(0.0, |sum, time| sum + time) / (all.len().max(1) as f64);
    let _ = writeln!(text, "Average: {average:.3} ms");
    spread(text, "Total", all);
    spread(text, "Asking", timings.iter().map(|time| ms(time.asked)).collect());
    spread(text, "Query", timings.iter().map(|time| ms(time.ran)).collect());
}

fn spread(text: &mut String, what: &str, mut times: Vec<f64>) {
    times.sort_by(f64::total_cmp);
    let at = |share| at(&times, share);
    let (min, median, most, max) = (at(0.0), at(0.5), at(0.95), at(1.0));
    let _ = writeln!(
        text,
        "{what}: min {min:.3} ms, median {median:.3} ms, 95 % {most:.3} ms, max {max:.3} ms"
    );
}

fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_times_of_each_player_follow_its_name() {
        let time = |asked, ran| Timing {
            asked: Duration::from_millis(asked),
            ran: Duration::from_millis(ran),
            held_up: Duration::ZERO,
        };
        let names = ByColour { black: "A".to_owned(), white: "B".to_owned() };
        let timings = ByColour { black: vec![time(1, 2), time(3, 4)], white: vec![] };
        let text = benchmark(&names, &timings);
        let lines: Vec<_> = text.lines().collect();
        let first = ["Completed", "Benchmarking", " - A", "3.000 ms", "7.000 ms"];
        assert_eq!(lines[..5], first);
        assert_eq!(lines[5], "Average: 5.000 ms");
        assert_eq!(lines[7], "Asking: min 1.000 ms, median 1.000 ms, 95 % 3.000 ms, max 3.000 ms");
        assert_eq!(lines[9..11], [" - B", "Average: 0.000 ms"]);
        assert_eq!(lines.len(), 14, "nobody is compared with who never moved");
        let timings = ByColour { black: vec![time(1, 2), time(3, 4)], white: vec![time(1, 1)] };
        let last = "B (White) was 1.50 times as fast as A (Black), by the median move";
        assert_eq!(benchmark(&names, &timings).lines().last(), Some(last));
    }
}
