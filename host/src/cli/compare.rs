//! `othello-host compare OLD NEW`: a sequential test with sensible values, for an author who has changed a
//! player and wants to know whether to keep the change.

use std::collections::BTreeMap;
use std::path::Path;

use clap::Args;
use othello_arena::contest::schedule::Format;
use othello_arena::contest::{Closing, Sequential};
use othello_arena::ratings::{Figures, Model, Sprt, Verdict};
use othello_players::under_name;
use serde_json::json;

use super::contest_args::ContestArgs;
use super::values;
use crate::contests::{self, Differences};
use crate::exit::usage;
use crate::output;
use crate::players::Players;

/// What a comparison takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct CompareArgs {
    /// The version that is known.
    #[arg(value_name = "OLD")]
    old: String,
    /// The version that may be better.
    #[arg(value_name = "NEW")]
    new: String,
    /// The gain in Elo that would be worth having; the smaller, the more games it takes to see it.
    #[arg(long, value_name = "ELO", default_value_t = 20.0, value_parser = values::elo)]
    gain: f64,
    #[command(flatten)]
    contest: ContestArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host compare old/libbot.so new/libbot.so
  othello-host compare Simple ./better.cypher --gain 50
  othello-host compare Minimax:depth=3 Minimax:depth=4";

/// So many pairs, and the test gives up.
const MOST_PAIRS: u64 = 20_000;
/// So likely one of the two is the stronger one, and the words say so.
const LIKELY: f64 = 0.9;

/// Plays until the question is answered.
pub fn run(args: CompareArgs) -> anyhow::Result<()> {
    let gain = args.gain;
    let sprt = Sprt::new(Model::Logistic, [0.0, gain], [0.05, 0.05])
        .map_err(|error| usage(format!("--gain is elo1 of a test with elo0=0: {error}")))?;
    let (format, json) = (Format::RoundRobin, args.contest.json());
    let mut options = args.contest.options(Vec::new(), format, MOST_PAIRS, Some(sprt))?;
    let (old, new) = names(&options.run.players, args.old, args.new)?;
    options.specs = vec![new, old];
    let (closing, path) = contests::play(options)?;
    let (advice, differences) = (Advice::of(&closing, gain, &path), Differences::of(&path)?);
    output::print(if json {
        advice.to_json(&closing, &differences)
    } else {
        format!("\n{}\n{}", advice.to_text(), differences.to_text())
    });
    Ok(())
}

/// Both versions under names that say which is which, where their own are the same.
fn names(players: &Players, old: String, new: String) -> anyhow::Result<(String, String)> {
    let same = players.find(&old)?.name.eq_ignore_ascii_case(&players.find(&new)?.name);
    Ok(if same { (under_name(&old, "old"), under_name(&new, "new")) } else { (old, new) })
}

/// What to do next.
struct Advice {
    /// How often the new version, which is the first player, lost by each of its own faults.
    faults: BTreeMap<String, u64>,
    /// What the test says, in one word for programs.
    word: &'static str,
    /// And in words.
    words: String,
}

impl Advice {
    fn of(closing: &Closing, gain: f64, path: &Path) -> Advice {
        let faults = closing.standings.forfeits.get(&0).into_iter().flatten();
        let faults = faults.filter(|(word, _)| *word != "resignation");
        let faults = faults.map(|(word, count)| (word.clone(), *count)).collect();
        let (word, words) = closing
            .test
            .as_ref()
            .map_or_else(Default::default, |test| answer(closing, test, gain, path));
        Advice { faults, word, words }
    }

    /// Mend what the new version does wrong; then what the test says.
    fn to_text(&self) -> String {
        let games: u64 = self.faults.values().sum();
        let words: Vec<_> =
            self.faults.iter().map(|(word, count)| format!("{word} {count}")).collect();
        let mend = if games == 0 {
            String::new()
        } else {
            format!(
                "the new version lost {} by its own faults ({}): mend those first\n",
                if games == 1 { "a game".to_owned() } else { format!("{games} games") },
                words.join(", ")
            )
        };
        mend + &self.words
    }

    /// As an event, the last of a comparison.
    fn to_json(&self, closing: &Closing, differences: &Differences) -> String {
        let left = closing.test.as_ref().filter(|_| self.word == "undecided");
        let event = json!({
            "event": "comparison",
            "new": closing.names[0],
            "old": closing.names[1],
            "answer": self.word,
            "advice": self.to_text(),
            "faults": self.faults,
            "games_left": left.and_then(Sequential::games_left).map(|(least, most)| [least, most]),
            "differences": differences.to_json(),
        });
        format!("{event}\n")
    }
}

/// What the test says, in one word and in many.
fn answer(closing: &Closing, test: &Sequential, gain: f64, path: &Path) -> (&'static str, String) {
    match test.state().verdict() {
        Verdict::AcceptElo1 => (
            "keep",
            "keep the new version. \"othello-host rate\" places it among the others; \
             make it the old one of your next comparison"
                .to_owned(),
        ),
        Verdict::AcceptElo0 => (
            "no-gain",
            format!(
                "the new version gains nothing worth having. see where it loses: {}; if you expect less than {gain} Elo of \
                 it, ask with a smaller --gain, which takes more games",
                contests::report_command(path, Path::new("report"))
            ),
        ),
        Verdict::GoOn if test.is_exhausted() => (
            "exhausted",
            "no answer, and more of the same games bring none: give more openings (--openings)"
                .to_owned(),
        ),
        Verdict::GoOn => {
            let left = contests::games_left(test);
            let words = format!(
                "no answer yet: the new version {}. play on{left} (--games), or ask for a larger --gain",
                leaning(closing)
            );
            ("undecided", words)
        }
    }
}

/// How it looks while nothing is decided.
fn leaning(closing: &Closing) -> &'static str {
    let figures = closing.standings.meeting(0, 1).and_then(|tally| Figures::of(&tally));
    match figures.and_then(|figures| figures.superiority) {
        Some(likely) if likely >= LIKELY => "looks stronger, which may still be luck",
        Some(likely) if likely <= 1.0 - LIKELY => "looks weaker, which may still be bad luck",
        _ => "is close to the old one so far",
    }
}
