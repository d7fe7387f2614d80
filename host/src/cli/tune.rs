//! `othello-host tune PLAYER`: looks for better values of a player's options. Each value meets the best ones so far in a
//! contest of its own, which a test ends, so that all that holds of contests holds here: where they are played, and
//! that the same command goes on where it was interrupted.

use std::fs;
use std::path::{Path, PathBuf};

use anyhow::bail;
use clap::Args;
use othello_arena::contest::Closing;
use othello_arena::contest::schedule::Format;
use othello_arena::ratings::{Figures, Model, Sprt, Verdict};
use othello_arena::whole_number;
use othello_players::{take_option, under_name, with_option};
use othello_store::Store;
use serde_json::{Value, json};

use super::contest_args::ContestArgs;
use super::values::{self, Varied};
use crate::contests;
use crate::exit::{Exit, usage};
use crate::folders;
use crate::output;
use crate::players::Players;
use crate::table::table;

/// What a tuning takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct TuneArgs {
    /// The player, with the values that it begins with: "Champion:positions=1000".
    #[arg(value_name = "PLAYER")]
    player: String,
    /// An option and the values to try, in this order: depth=1..4, depth=2..10:2, weight=0.5,1,2. May be given several
    /// times; one option is tried after the other.
    #[arg(long, value_name = "NAME=VALUES", required = true, value_parser = values::varied)]
    vary: Vec<Varied>,
    /// The gain in Elo for which a value is taken; the smaller, the more games it takes to see it.
    #[arg(long, value_name = "ELO", default_value_t = 20.0, value_parser = values::elo)]
    gain: f64,
    /// How often all values are tried, as long as any of them was taken the time before.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = values::whole(1..=100_u32))]
    passes: u32,
    /// The folder of the contests' files, one for each value; the same command with the same folder goes on [default: a
    /// new one in the user's data folder].
    #[arg(long, value_name = "DIR")]
    folder: Option<PathBuf>,
    #[command(flatten)]
    contest: ContestArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host tune Champion --vary solve=12..24:4 --time-limit 0.1
  othello-host tune ./bot.so --vary depth=1..4 --vary width=0.5,1,2 --passes 2
  othello-host tune ./bot.so --vary depth=1..4 --over nats://host:4222";

/// So many pairs, and the test of one value gives up.
const MOST_PAIRS: u64 = 20_000;

/// Tries all values.
pub fn run(args: TuneArgs) -> anyhow::Result<()> {
    let test = Sprt::new(Model::Logistic, [0.0, args.gain], [0.05, 0.05])
        .map_err(|error| usage(format!("--gain is elo1 of a test with elo0=0: {error}")))?;
    if args.contest.has_file() {
        return Err(usage("--file: each value has a contest of its own; --folder says where"));
    }
    let players = args.contest.clone().run_options()?.players;
    let begin = Setting::of(&args.player, &args.vary, &players)?;
    let folder = match &args.folder {
        Some(folder) => folder.clone(),
        None => folders::new_contest(&[format!("tune {}", begin.name)])?.with_extension(""),
    };
    fs::create_dir_all(&folder)
        .map_err(|error| usage(format!("--folder {}: {error}", folder.display())))?;
    let (json, contest) = (args.contest.json(), args.contest);
    let mut tuning = Tuning { best: begin, test, folder, contest, tried: Vec::new() };
    tuning.all(&args.vary, args.passes).inspect_err(|error| {
        if let Some(Exit::Interrupted) = error.downcast_ref() {
            let folder = tuning.folder.display();
            tell_line!("the same command with --folder {folder} goes on with the other values");
        }
    })?;
    output::print(if json { tuning.to_json() } else { tuning.to_text() });
    Ok(())
}

/// A player with values of its options.
#[derive(Clone)]
struct Setting {
    name: String,
    /// What names it, without the options that are varied.
    player: String,
    /// The options that are varied; one that is not here has its default.
    values: Vec<(String, String)>,
    /// The defaults of these.
    defaults: Vec<(String, String)>,
}

impl Setting {
    /// What the user begins with, if all that is to be tried is something that the player takes.
    fn of(written: &str, vary: &[Varied], players: &Players) -> anyhow::Result<Setting> {
        let found = players.find(written)?;
        let own_name = found.about().name.clone();
        let mut player = written.to_owned();
        let (mut values, mut defaults) = (Vec::new(), Vec::new());
        for Varied { name, .. } in vary {
            if let Some((rest, value)) = take_option(&player, name) {
                (player, values) = (rest, [values, vec![(name.clone(), value)]].concat());
            }
            let options = &found.about().options;
            let default = options.iter().find(|option| option.name == *name).map(|it| &it.default);
            let default = default.map(|value| match value {
                Value::String(text) => text.clone(),
                other => other.to_string(),
            });
            defaults.extend(default.map(|default| (name.clone(), default)));
        }
        let setting = Setting { name: own_name, player, values, defaults };
        for Varied { name, values } in vary {
            for value in values {
                players.find(&setting.with(name, value).spec())?;
            }
        }
        Ok(setting)
    }

    /// The value of an option.
    fn value(&self, name: &str) -> Option<&str> {
        let all = self.values.iter().chain(&self.defaults);
        all.clone().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn with(&self, name: &str, value: &str) -> Setting {
        let mut changed = self.clone();
        changed.values.retain(|(known, _)| known != name);
        changed.values.push((name.to_owned(), value.to_owned()));
        changed
    }

    /// What names it on a command line.
    fn spec(&self) -> String {
        let values = self.values.iter();
        values.fold(self.player.clone(), |spec, (name, value)| with_option(&spec, name, value))
    }
}

/// What came of a value.
struct Tried {
    option: String,
    value: String,
    against: String,
    games: u64,
    figures: Option<Figures>,
    verdict: &'static str,
    file: PathBuf,
}

struct Tuning {
    best: Setting,
    test: Sprt,
    folder: PathBuf,
    contest: ContestArgs,
    tried: Vec<Tried>,
}

impl Tuning {
    /// Tries all values of one option after the other, as often as it helps.
    fn all(&mut self, vary: &[Varied], passes: u32) -> anyhow::Result<()> {
        for _ in 0..passes {
            let before = self.best.spec();
            for Varied { name, values } in vary {
                for value in values {
                    if self.best.value(name) != Some(value) {
                        self.one(name, value)?;
                    }
                }
            }
            if self.best.spec() == before {
                break;
            }
        }
        Ok(())
    }

    /// Tries one value against the best ones so far.
    fn one(&mut self, name: &str, value: &str) -> anyhow::Result<()> {
        let new = self.best.with(name, value);
        let number = self.tried.len() + 1;
        let plain = |c: char| if c.is_alphanumeric() || c == '.' || c == '-' { c } else { '_' };
        let file: String = format!("{name}-{value}").chars().map(plain).take(60).collect();
        let file = self.folder.join(format!("{number:03}-{file}.db"));
        let specs = [under_name(&new.spec(), "new"), under_name(&self.best.spec(), "best")];
        let closing = self.closing(&file, number, specs)?;
        let verdict = match closing.test.as_ref().map(|test| test.state().verdict()) {
            Some(Verdict::AcceptElo1) => "better",
            Some(Verdict::AcceptElo0) => "no better",
            _ => "undecided",
        };
        let tally = closing.standings.meeting(0, 1).unwrap_or_default();
        let against = std::mem::replace(&mut self.best, new);
        self.tried.push(Tried {
            option: name.to_owned(),
            value: value.to_owned(),
            against: against.spec(),
            games: tally.games(),
            figures: Figures::of(&tally),
            verdict,
            file,
        });
        if verdict != "better" {
            self.best = against;
        }
        Ok(())
    }

    /// How the contest of these two closed; one that is there already is gone on with.
    fn closing(&self, file: &Path, number: usize, specs: [String; 2]) -> anyhow::Result<Closing> {
        let contest = self.contest.clone();
        let mut options = contest.clone().options(
            specs.to_vec(),
            Format::RoundRobin,
            MOST_PAIRS,
            Some(self.test),
        )?;
        if !file.exists() {
            self.check_folder(number)?;
            options.file = Some(file.to_owned());
            return Ok(contests::play(options)?.0);
        }
        let (plan, closing) = Closing::of(&Store::open_existing(file)?)?;
        // What holds for each player stands behind its own options.
        let is = |(known, wanted): (&String, &String)| {
            let more = known.strip_prefix(wanted.as_str());
            more.is_some_and(|more| more.is_empty() || more.starts_with([',', ':']))
        };
        let known: Vec<_> = plan.entrants.iter().map(|entrant| entrant.spec.clone()).collect();
        if plan.sprt != Some(self.test) || !known.iter().zip(&specs).all(is) {
            bail!(
                "{} is of another tuning, {}; name another folder by --folder",
                file.display(),
                known.join(" against ")
            );
        }
        let asked = contests::plan_of(&options)?;
        let others = contests::other_words(&plan, &asked, self.contest.has_seed());
        if !others.is_empty() {
            bail!(
                "{} was begun with {}; say the same again, or name another folder by --folder",
                file.display(),
                others.join(", ")
            );
        }
        if closing.over && closing.unfinished.is_empty() {
            return Ok(closing);
        }
        contests::resume(file, contest.run_options()?)
    }

    /// Refuses a folder in which another value was tried in this one's place.
    fn check_folder(&self, number: usize) -> anyhow::Result<()> {
        let begin = format!("{number:03}-");
        for entry in self.folder.read_dir()?.flatten() {
            let name = entry.file_name().to_string_lossy().into_owned();
            if name.starts_with(&begin) && name.ends_with(".db") {
                bail!(
                    "{} is of another tuning, which tried other values; name another folder by --folder",
                    entry.path().display()
                );
            }
        }
        Ok(())
    }

    /// What was tried, and the best of it.
    fn to_text(&self) -> String {
        let heads = ["tried", "against", "games", "Elo, 95 %", ""].map(str::to_owned);
        let rows = self.tried.iter().map(|tried| {
            let elo = tried.figures.map_or_else(String::new, |figures| match figures.elo {
                Some(elo) => format!("{elo:+.0} ({:+.0})", figures.interval),
                None => format!("{:+.0}", figures.interval),
            });
            vec![
                format!("{}={}", tried.option, tried.value),
                tried.against.clone(),
                format!("{:>5}", whole_number(tried.games)),
                elo,
                tried.verdict.to_owned(),
            ]
        });
        let best = self.best.spec();
        format!("\n{}\nbest: {best}\n", table(&heads, rows.collect()))
    }

    /// As an event, the last of a tuning.
    fn to_json(&self) -> String {
        let tried = self.tried.iter().map(|tried| {
            json!({
                "option": tried.option,
                "value": tried.value,
                "against": tried.against,
                "games": tried.games,
                "elo": tried.figures.and_then(|figures| figures.elo),
                "elo_low": tried.figures.and_then(|figures| figures.interval.low),
                "elo_high": tried.figures.and_then(|figures| figures.interval.high),
                "verdict": tried.verdict,
                "file": tried.file.display().to_string(),
            })
        });
        let tried: Vec<_> = tried.collect();
        let event = json!({ "event": "tuning", "best": self.best.spec(), "tried": tried });
        format!("{event}\n")
    }
}
