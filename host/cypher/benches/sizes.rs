//! How long it takes to get from texts of 64 kB to plans, or to what is wrong with them: the slowest of texts of every
//! construct of the language, in the thread's own time.
//! `cargo bench -p othello-cypher --bench sizes`; an argument names those that are to be timed alone.

#[path = "../tests/long_texts/mod.rs"]
mod long_texts;

/// How long the texts are.
const LENGTH: usize = 64 << 10;
/// How many of the slowest are told of.
const TOLD: usize = 20;

fn main() {
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-'));
    let mut times = Vec::new();
    for (about, text) in long_texts::texts(LENGTH) {
        if only.as_ref().is_some_and(|only| !about.contains(only.as_str())) {
            continue;
        }
        let best = (0..5).map(|_| long_texts::time_to_prepare(&text)).min();
        times.push((best.unwrap_or_default(), about));
    }
    times.sort_by_key(|time| std::cmp::Reverse(time.0));
    println!("{} texts, the slowest of them:", times.len());
    for (time, about) in times.into_iter().take(TOLD) {
        println!("{time:>10.1?}  {about}");
    }
}
