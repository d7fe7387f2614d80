//! What all contests take: the plan that their results follow from, and how they are run and reported.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::Args;
use othello_arena::clock::ParseClockError;
use othello_arena::contest::Agreement;
use othello_arena::contest::schedule::Format;
use othello_arena::ratings::{Model, Sprt};
use othello_arena::{GameClock, Seed, TimeControl};

use super::choices::{Choice, one_of};
use super::nats::OverArgs;
use super::shared::{BoardArgs, PluginArgs, PolicyArgs};
use super::values::{self, Seconds};
use crate::contests::{ContestOptions, OverOptions, PlanOptions, RunOptions};
use crate::database::Target;
use crate::exit::usage;
use crate::history::ExportFormat;

/// What a contest's results follow from, beside its players and its kind.
#[derive(Args, Clone)]
struct PlanArgs {
    /// Games for each two that meet: an even number, since each opening is played with both colours
    /// [default: every opening once, or 100 in a match and 20 in a tournament].
    #[arg(long, short = 'g', value_name = "N", value_parser = values::at_least(0_u64))]
    games: Option<u64>,
    /// The openings: "random:N" (N random plies, more where no new position is left), "all:N" (every position after N
    /// plies), "none", or a file of transcripts, of games in GGF or of positions in OBF; "FILE:N" takes the first N plies
    /// of each game [default: random:6, or random:1 in a game other than Othello
    /// and Reversi].
    #[arg(long, value_name = "WHAT")]
    openings: Option<String>,
    /// Give all meetings the same random openings.
    #[arg(long)]
    same_openings: bool,
    /// The seed of the openings and of everything random in the games, to play the contest again.
    #[arg(long, value_name = "N", allow_hyphen_values = true, value_parser = values::seed)]
    seed: Option<Seed>,
    #[command(flatten)]
    board: BoardArgs,
    /// Seconds for each move; 0 or less for no limit.
    #[arg(long, value_name = "SECONDS", default_value = "10", allow_hyphen_values = true)]
    time_limit: Seconds,
    /// The limit of a side's first move, to which the time limit does not apply.
    #[arg(long, value_name = "TIME", default_value = "60s", value_parser = values::duration)]
    first_move_limit: Duration,
    /// The clock of each side, and what each move adds: 10m, 90s, 10m+2s. "Simple:clock=10s" gives a player its own.
    #[arg(long, value_name = "TIME")]
    game_clock: Option<GameClock>,
    /// By how much a limit may be overrun without a loss [default: 2 % of it, from 2 ms to 250 ms].
    #[arg(long, value_name = "TIME", value_parser = values::duration)]
    margin: Option<Duration>,
    /// What holds for each player: clock=TIME, margin=TIME, or an option such as depth=4 for those that have it; several
    /// with commas.
    #[arg(long, value_name = "NAME=VALUE", value_delimiter = ',', value_parser = values::pair)]
    each: Vec<(String, String)>,
    /// Let players search N positions a move, where they have an option "positions" or "nodes".
    #[arg(long, value_name = "N", value_parser = values::at_least(0_u64))]
    work: Option<u64>,
    /// End a game as soon as its winner is certain.
    #[arg(long)]
    adjudicate: bool,
    /// Take a player to resign as soon as both see the other one ahead by so many discs at three moves of each, or at as many as
    /// you say: 20, 20x4. Only players that tell their evaluation in discs can agree.
    #[arg(long, value_name = "DISCS[xMOVES]")]
    agreement: Option<Agreement>,
    /// The player that ratings are counted from, and its rating [default: Random=0 where it takes part,
    /// else the first player].
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::rating)]
    anchor: Option<(String, f64)>,
    /// Allow only blind players, which see no position: their thinking must be Cypher.
    #[arg(long)]
    blind_only: bool,
    #[command(flatten)]
    policy: PolicyArgs,
}

impl PlanArgs {
    fn options(self) -> anyhow::Result<PlanOptions> {
        let (allow, trust_queries) = self.policy.in_words();
        let (clocks, each): (Vec<_>, _) =
            self.each.into_iter().partition(|(name, _)| name == "clock");
        let (margins, each): (Vec<_>, Vec<_>) =
            each.into_iter().partition(|(name, _)| name == "margin");
        let clock = either("--game-clock", self.game_clock, &clocks, |text| {
            text.parse().map_err(|error: ParseClockError| error.to_string())
        })?;
        let margin = either("--margin", self.margin, &margins, values::duration)?;
        Ok(PlanOptions {
            setup: self.board.setup()?,
            pairs: pairs(self.games)?,
            openings: self.openings,
            same_openings: self.same_openings,
            seed: self.seed.unwrap_or_else(Seed::random),
            time: TimeControl {
                per_move: self.time_limit.limit(),
                first_move: self.first_move_limit,
                game: clock,
                margin,
                ..TimeControl::default()
            },
            work: self.work,
            adjudicate: self.adjudicate,
            agreement: self.agreement,
            each,
            anchor: self.anchor,
            blind_only: self.blind_only,
            allow,
            trust_queries,
        })
    }
}

/// What is said by an option of its own or as a part of `--each`, where the last word counts.
fn either<T>(
    option: &str,
    own: Option<T>,
    each: &[(String, String)],
    read: impl Fn(&str) -> Result<T, String>,
) -> anyhow::Result<Option<T>> {
    match (own, each.last()) {
        (Some(_), Some((name, text))) => {
            Err(usage(format!("--each {name}={text} and {option} say the same: give one of them")))
        }
        (None, Some((name, text))) => {
            read(text).map(Some).map_err(|why| usage(format!("--each {name}={text}: {why}")))
        }
        (own, None) => Ok(own),
    }
}

/// More than anybody waits for, and few enough to be counted in any way.
const MOST_GAMES: u64 = 1 << 32;

/// Each opening is played with both colours, so that games come in pairs.
fn pairs(games: Option<u64>) -> anyhow::Result<Option<u64>> {
    match games {
        Some(0) => Err(usage("--games takes an even number above 0")),
        Some(games) if games % 2 == 1 => Err(usage(format!(
            "--games {games}: it takes an even number, since each opening is played with both colours; \
             write {} or {}",
            games - 1,
            games + 1
        ))),
        Some(games) if games > MOST_GAMES => {
            Err(usage(format!("--games {games}: at most {MOST_GAMES} are played")))
        }
        games => Ok(games.map(|games| games / 2)),
    }
}

/// How a contest is run and reported; nothing of it changes the results.
#[derive(Args, Clone)]
pub struct RunArgs {
    /// How many games are played at once [default: the cores of this machine, or the databases named].
    #[arg(long, short = 'j', value_name = "N", conflicts_with = "over", value_parser = values::count)]
    concurrency: Option<NonZero<usize>>,
    /// A Neo4j to play on instead of the embedded engine; several give as many games at once.
    #[arg(long, value_name = "URI", conflicts_with = "over")]
    uri: Vec<String>,
    /// The user of the databases.
    #[arg(long, value_name = "USER", requires = "uri")]
    user: Option<String>,
    /// The user's password; "-" reads OTHELLO_PASSWORD, or asks.
    #[arg(long, value_name = "PASSWORD", allow_hyphen_values = true)]
    password: Option<String>,
    /// The databases' names; several on one server give as many games at once.
    #[arg(long, visible_alias = "databases", value_name = "A,B,...", value_delimiter = ',')]
    #[arg(requires = "uri")]
    database: Vec<String>,
    /// A file with the certificates that may vouch for the servers, instead of the system's.
    #[arg(long, value_name = "FILE")]
    ca: Option<PathBuf>,
    #[command(flatten)]
    over: OverArgs,
    /// Play so many of the workers' results again on this machine: a part such as 1%, or 0.
    #[arg(long, value_name = "PART", value_parser = values::part, default_value = "0")]
    #[arg(hide_default_value = true, requires = "over")]
    verify: f64,
    /// What the players' queries get as $apiKey; "-" reads OTHELLO_API_KEY, or asks. It is never stored.
    #[arg(long, value_name = "KEY", default_value = "", hide_default_value = true)]
    #[arg(allow_hyphen_values = true)]
    api_key: String,
    /// A rating from elsewhere, to show beside the one of this contest; may be given several times.
    #[arg(long, value_name = "NAME=VALUE", value_parser = values::rating, conflicts_with = "json")]
    beside: Vec<(String, f64)>,
    /// Print events, one a line, instead of tables.
    #[arg(long)]
    json: bool,
    /// Print the result alone; with --json, its event.
    #[arg(long, short = 'q')]
    quiet: bool,
    /// Write a page with tables, plots and all games into this folder.
    #[arg(long, value_name = "DIR")]
    report: Option<PathBuf>,
    /// Write the games beside the contest's file; may be given several times.
    #[arg(long, value_name = "FORMAT", value_parser = one_of(&FORMATS))]
    export: Vec<ExportFormat>,
    /// How many MiB the contest's file may have; for a contest that a visitor of the page has started.
    #[arg(long, value_name = "MIB", hide = true, value_parser = values::at_least(1_u32))]
    largest_file: Option<u32>,
    #[command(flatten)]
    plugins: PluginArgs,
}

impl RunArgs {
    /// How the contest is run and reported.
    pub fn options(self) -> anyhow::Result<RunOptions> {
        if self.ca.is_some() && self.uri.is_empty() && !self.over.is_given() {
            return Err(usage("--ca: no --uri or --over says for which server"));
        }
        Ok(RunOptions {
            again: self.again()?,
            players: self.plugins.players()?,
            over: self.over()?,
            servers: self.servers()?,
            password: self.password,
            concurrency: self.concurrency,
            api_key: self.api_key,
            beside: self.beside,
            json: self.json,
            quiet: self.quiet,
            report: self.report,
            export: self.export,
            largest_file: self.largest_file,
            trusts_file: false,
        })
    }

    /// The server whose workers play, where somebody has said which.
    fn over(&self) -> anyhow::Result<Option<OverOptions>> {
        let over = self.over.server(self.ca.clone())?;
        Ok(over.map(|(server, slowest)| OverOptions { server, verify: self.verify, slowest }))
    }

    /// The words that have to be said again where the contest goes on, since its file does not have them. Keys and
    /// passwords are asked for.
    fn again(&self) -> anyhow::Result<Vec<String>> {
        let mut words: Vec<String> = self.over.flags(self.ca.as_deref())?;
        if self.verify > 0.0 {
            words.extend(["--verify".to_owned(), self.verify.to_string()]);
        }
        let of_plugins = self.plugins.flags();
        words.extend(of_plugins.iter().map(|word| word.to_string_lossy().into_owned()));
        let secrets =
            [("--password", self.password.is_some()), ("--api-key", !self.api_key.is_empty())];
        for (option, _) in secrets.into_iter().filter(|(_, is_given)| *is_given) {
            words.extend([option.to_owned(), "-".to_owned()]);
        }
        Ok(words)
    }

    /// Every database on every server, where somebody has said which.
    fn servers(&self) -> anyhow::Result<Option<Vec<Target>>> {
        let is_embedded = |uri: &String| uri.eq_ignore_ascii_case("embedded");
        if self.uri.is_empty() {
            return Ok(None);
        }
        if self.uri.iter().any(is_embedded) {
            let is_alone = self.uri.len() == 1 && self.database.is_empty() && self.user.is_none();
            return match is_alone {
                true => Ok(Some(Vec::new())),
                false => Err(usage(
                    "--uri embedded: the embedded engine has no users and databases, and no servers beside it",
                )),
            };
        }
        let names: Vec<_> = match self.database.as_slice() {
            [] => vec![None],
            names => names.iter().cloned().map(Some).collect(),
        };
        let targets = self.uri.iter().flat_map(|uri| {
            names.iter().map(move |database| Target {
                uri: uri.clone(),
                user: self.user.clone(),
                password: self.password.clone(),
                database: database.clone(),
                ca: self.ca.clone(),
                clear: false,
            })
        });
        Ok(Some(targets.collect()))
    }
}

/// What every new contest takes beside its players.
#[derive(Args, Clone)]
pub struct ContestArgs {
    /// The contest's file [default: a new one in the user's data folder].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
    #[command(flatten)]
    plan: PlanArgs,
    #[command(flatten)]
    run: RunArgs,
}

impl ContestArgs {
    /// The contest of these players.
    pub fn options(
        self,
        specs: Vec<String>,
        format: Format,
        default_pairs: u64,
        sprt: Option<Sprt>,
    ) -> anyhow::Result<ContestOptions> {
        let (plan, run) = (self.plan.options()?, self.run.options()?);
        Ok(ContestOptions { specs, format, default_pairs, sprt, file: self.file, plan, run })
    }

    /// How it is run and reported.
    pub fn run_options(self) -> anyhow::Result<RunOptions> {
        self.run.options()
    }

    /// Whether the user named the contest's file.
    pub fn has_file(&self) -> bool {
        self.file.is_some()
    }

    /// Whether the user named the seed; else a new contest has one of its own.
    pub fn has_seed(&self) -> bool {
        self.plan.seed.is_some()
    }

    /// Whether events are printed instead of tables.
    pub fn json(&self) -> bool {
        self.run.json
    }
}

/// A sequential test.
#[derive(Args)]
pub struct SprtArgs {
    /// Stop as soon as a sequential test has decided: elo0=0 elo1=10 alpha=0.05 beta=0.05 are the defaults
    /// of its values.
    #[arg(long, value_name = "NAME=VALUE", num_args = 0..=4, value_delimiter = ',')]
    #[arg(value_parser = value_of_test)]
    sprt: Option<Vec<(usize, f64)>>,
    /// The unit of the test's Elo values.
    #[arg(long, value_name = "MODEL", value_parser = one_of(&MODELS), default_value = "logistic")]
    #[arg(requires = "sprt")]
    model: Model,
    /// Only say how many games the test is likely to take.
    #[arg(long, requires = "sprt")]
    pub predict: bool,
}

static MODELS: [Choice<Model>; 2] = [
    Choice::new(&["logistic"], "", Model::Logistic),
    Choice::new(&["normalized", "normalised"], "", Model::Normalised),
];

/// The formats that a contest's games are written in beside its file.
static FORMATS: [Choice<ExportFormat>; 3] = [
    Choice::new(&["ggf"], "The Generic Game Format, one game a line", ExportFormat::Ggf),
    Choice::new(&["json"], "One JSON object a line", ExportFormat::Json),
    Choice::new(&["csv"], "A table for spreadsheets", ExportFormat::Csv),
];

impl SprtArgs {
    /// The test, where there is to be one.
    pub fn sprt(&self) -> anyhow::Result<Option<Sprt>> {
        let Some(values) = &self.sprt else { return Ok(None) };
        let mut test = [0.0, 10.0, 0.05, 0.05];
        for (place, value) in values {
            test[*place] = *value;
        }
        let [elo0, elo1, alpha, beta] = test;
        let sprt = Sprt::new(self.model, [elo0, elo1], [alpha, beta]);
        sprt.map(Some).map_err(|error| usage(format!("--sprt: {error}")))
    }
}

/// What the values of a test are called.
const OF_TEST: [&str; 4] = ["elo0", "elo1", "alpha", "beta"];

/// Reads a value of a test: which of them it is, and what. Players that stand behind the option seem to be such.
fn value_of_test(written: &str) -> Result<(usize, f64), String> {
    let (name, value) = written.split_once('=').unwrap_or((written, ""));
    let place = OF_TEST.iter().position(|known| *known == name);
    let way = "write elo0=0 elo1=10 alpha=0.05 beta=0.05, or those of them that you want otherwise";
    match (place, value.parse()) {
        (Some(place), Ok(value)) => Ok((place, value)),
        (Some(_), Err(_)) => Err(way.to_owned()),
        (None, _) => {
            Err(format!("{way}; players stand before --sprt, or behind its values and \"--\""))
        }
    }
}
