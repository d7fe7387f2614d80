//! How the values of options are read, each kind in one way for all commands.

use std::collections::HashSet;
use std::fmt::Display;
use std::net::SocketAddr;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use othello_arena::Seed;
use othello_arena::clock::{LONGEST_TIME, parse_duration};

/// Reads `500ms`, `10s`, `1m30s`, or seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    parse_duration(text)
        .ok_or_else(|| format!("{text:?} is not a time; write 500ms, 10s, 1m30s, or seconds"))
}

/// A limit of time: a number of seconds, which may be negative where that means none, or what [`duration`] reads.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Seconds(f64);

impl FromStr for Seconds {
    type Err = String;

    fn from_str(text: &str) -> Result<Seconds, String> {
        let time = || parse_duration(text).map(|time| time.as_secs_f64());
        let seconds = text.parse().ok().or_else(time);
        let is_meant = |seconds: &f64| seconds.abs() <= LONGEST_TIME.as_secs_f64();
        seconds.filter(is_meant).map(Seconds).ok_or_else(|| {
            format!("{text:?} is not a number of seconds; write 10, 0.5, 500ms, or -1 for none")
        })
    }
}

impl Seconds {
    /// The limit; none where it is 0 or less.
    pub fn limit(self) -> Option<Duration> {
        Duration::try_from_secs_f64(self.0).ok().filter(|limit| !limit.is_zero())
    }
}

/// Reads a time that is longer than nothing.
pub fn some_time(text: &str) -> Result<Duration, String> {
    duration(text).and_then(|time| match time.is_zero() {
        true => Err("it takes more than no time".to_owned()),
        false => Ok(time),
    })
}

/// Reads a seed, which JSON can hold as a number.
pub fn seed(text: &str) -> Result<Seed, String> {
    let seed = text.parse().ok().map(|number| (number, Seed::new(number)));
    match seed {
        Some((number, seed)) if seed.get() == number => Ok(seed),
        _ => Err(format!("{text:?} is not a seed; write a whole number below 2^53")),
    }
}

/// Reads yes or no as people and other programs write it.
pub fn flag(text: &str) -> Result<bool, String> {
    match text.to_ascii_lowercase().as_str() {
        "true" | "yes" | "on" | "1" => Ok(true),
        "false" | "no" | "off" | "0" => Ok(false),
        _ => Err(format!("{text:?} is neither true nor false")),
    }
}

/// Reads what is set to what: `depth=4`.
pub fn pair(text: &str) -> Result<(String, String), String> {
    let pair = text.split_once('=').filter(|(name, _)| !name.trim().is_empty());
    let (name, value) = pair.ok_or_else(|| format!("{text:?} sets nothing; write depth=4"))?;
    Ok((name.trim().to_owned(), value.trim().to_owned()))
}

/// Reads a player's rating: `Random=0`.
pub fn rating(text: &str) -> Result<(String, f64), String> {
    let wrong =
        || format!("{text:?} is not a rating; write a player's name and its rating: Random=0");
    let (name, value) = text.rsplit_once('=').ok_or_else(wrong)?;
    let value = value.parse().ok().filter(|value: &f64| value.is_finite()).ok_or_else(wrong)?;
    Ok((name.to_owned(), value))
}

/// Reads a part of all: `1%`, `0.01`, `0`.
pub fn part(text: &str) -> Result<f64, String> {
    let number = match text.strip_suffix('%') {
        Some(percent) => percent.parse().map(|percent: f64| percent / 100.0),
        None => text.parse(),
    };
    let part = number.ok().filter(|part| (0.0..=1.0).contains(part));
    part.ok_or_else(|| format!("{text:?} is no part of all; write 1% or 0.01"))
}

/// Reads how many times as slow something may be.
pub fn slowest(text: &str) -> Result<f64, String> {
    let times = text.parse().ok().filter(|times| (1.0..=100.0).contains(times));
    times.ok_or_else(|| format!("{text:?} is not from 1 to 100"))
}

/// How many there are of something of which there is one at least.
pub fn count(text: &str) -> Result<NonZero<usize>, String> {
    text.parse().map_err(|_| format!("{text:?} is no such number; write 1 or more"))
}

/// Reads a whole number from here to there.
pub fn whole<N>(range: RangeInclusive<N>) -> impl Fn(&str) -> Result<N, String> + Clone
where
    N: FromStr + PartialOrd + Display + Clone,
{
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (from, to) = (range.start(), range.end());
            format!("{text:?} is no such number; write a whole one from {from} to {to}")
        })
    }
}

/// Reads a whole number that is not less than this one.
pub fn at_least<N: FromStr + PartialOrd + Display + Clone>(
    least: N,
) -> impl Fn(&str) -> Result<N, String> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| *number >= least);
        number.ok_or_else(|| {
            format!("{text:?} is no such number; write a whole one, {least} or more")
        })
    }
}

/// Reads a board's size. Which there are is the game's affair.
pub fn size(text: &str) -> Result<u8, String> {
    text.parse().map_err(|_| format!("no board is of size {text:?}; write how many rows it has: 8"))
}

/// Reads how many discs may lie between two values.
pub fn discs(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| (0.0..=64.0).contains(number));
    number.ok_or_else(|| format!("{text:?} is not a number of discs from 0 to 64"))
}

/// Reads how many Elo something is worth.
pub fn elo(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number: &f64| number.is_finite());
    number.ok_or_else(|| format!("{text:?} is no number of Elo; write 20"))
}

/// Reads where the page is served.
pub fn address(text: &str) -> Result<SocketAddr, String> {
    let numbers = match text.strip_prefix("localhost:") {
        Some(port) => &format!("127.0.0.1:{port}"),
        None => text,
    };
    numbers.parse().map_err(|_| {
        format!(
            "{text:?} is no address and port; write 127.0.0.1:7878, or 0.0.0.0:7878 for others too"
        )
    })
}

/// An option and values of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Varied {
    /// The option.
    pub name: String,
    /// The values, each once.
    pub values: Vec<String>,
}

/// Reads an option and values of it: `depth=1..4`, `depth=2..10:2`, `weight=0.5,1,2`.
pub fn varied(text: &str) -> Result<Varied, String> {
    let wrong =
        || format!("{text:?} names no values; write depth=1..4, depth=2..10:2 or weight=0.5,1,2");
    let (name, written) = pair(text).map_err(|_| wrong())?;
    let mut values = Vec::new();
    for part in written.split(',').map(str::trim) {
        let several = match part.split_once("..") {
            Some((from, to)) => range(from, to).ok_or_else(wrong)?,
            None if part.is_empty() => return Err(wrong()),
            None => vec![part.to_owned()],
        };
        values.extend(several);
    }
    let mut known = HashSet::new();
    values.retain(|value| known.insert(value.clone()));
    Ok(Varied { name, values })
}

/// The numbers of a range, of which both ends are part, in steps of 1 unless it says `:STEP` at its end.
fn range(from: &str, to: &str) -> Option<Vec<String>> {
    /// More than anybody tries.
    const MOST: f64 = 1000.0;
    let (to, step) = to.split_once(':').unwrap_or((to, "1"));
    let [from, to, step] = [from, to, step].map(|text| text.trim().parse::<f64>().ok());
    let (from, to, step) = (from?, to?, step?);
    // A step that is not exact in binary may not lose the last number.
    let steps = ((to - from) / step + 1e-9).floor();
    let is_meant = step > 0.0 && (0.0..MOST).contains(&steps);
    let decimals = |value: f64| format!("{}", (value * 1e9).round() / 1e9);
    is_meant.then(|| (0..=steps as u32).map(|at| decimals(from + f64::from(at) * step)).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_to_try_are_ranges_and_lists() {
        let values = |text: &str| varied(text).map(|varied| varied.values.join(" "));
        for (text, wanted) in [
            ("depth=1..4", "1 2 3 4"),
            ("depth=2..10:4", "2 6 10"),
            ("width=0..0.3:0.1", "0 0.1 0.2 0.3"),
            ("level=fast,slow, fast", "fast slow"),
            ("depth=-1..1,5", "-1 0 1 5"),
        ] {
            assert_eq!(values(text).as_deref(), Ok(wanted), "{text}");
        }
        for wrong in [
            "depth",
            "depth=",
            "=1..4",
            "depth=4..1",
            "depth=1..4:0",
            "depth=1..1e9",
            "depth=1,,2",
            "a=NaN..2",
        ] {
            assert!(values(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn a_limit_is_a_number_of_seconds_that_a_machine_can_wait() {
        let limit = |text: &str| text.parse().map(Seconds::limit);
        assert_eq!(limit("0.5"), Ok(Some(Duration::from_millis(500))));
        assert_eq!(limit("1m30s"), Ok(Some(Duration::from_secs(90))));
        for none in ["0", "-1", "-1e5"] {
            assert_eq!(limit(none), Ok(None), "{none}");
        }
        for wrong in ["nan", "inf", "-inf", "1e19", "ten", ""] {
            assert!(limit(wrong).is_err(), "{wrong}");
        }
    }
}
