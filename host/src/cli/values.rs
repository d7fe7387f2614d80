//! How the values of options are read, each kind in one way for all commands.

use std::time::Duration;

use othello_arena::Seed;
use othello_arena::clock::parse_duration;

/// Reads `500ms`, `10s`, `1m30s`, or seconds.
pub fn duration(text: &str) -> Result<Duration, String> {
    parse_duration(text)
        .ok_or_else(|| format!("{text:?} is not a time; write 500ms, 10s, 1m30s, or seconds"))
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
