//! What several commands take: where players are looked for, which game on which board, what queries may
//! do.

use std::ffi::OsString;
use std::path::PathBuf;

use clap::Args;
use othello_arena::{GamePosition, GameSetup, RefereeKind};
use othello_board::session::{Allow, Policy};
use othello_players::{Jail, Launcher, Mode, Runner, Trace};

use super::choices::Choice;
use super::values;
use crate::database::Target;
use crate::exit::usage;
use crate::players::Players;

/// Where players are looked for, for a command that plays no game.
#[derive(Args, Clone)]
pub struct FinderArgs {
    /// A folder with players, looked at before the usual ones; may be given several times.
    #[arg(long, value_name = "DIR")]
    plugins: Vec<PathBuf>,
    /// Refuse to start a player where the system lacks a protection against hostile ones, as contests of strangers'
    /// players do anyway; "othello-host players jail" shows what is there.
    #[arg(long, conflicts_with = "no_jail")]
    require_jail: bool,
    /// Start players without any protection, to debug one's own.
    #[arg(long)]
    no_jail: bool,
}

impl FinderArgs {
    /// Where players are looked for; each is started only to say what it is.
    pub fn players(&self) -> anyhow::Result<Players> {
        self.with(Jail::default(), Launcher::this_program()?)
    }

    /// The same for players that are started like this.
    fn with(&self, mut jail: Jail, launcher: Launcher) -> anyhow::Result<Players> {
        match (self.require_jail, self.no_jail) {
            (true, _) => jail.mode = Mode::Required,
            (_, true) => jail.mode = Mode::Off,
            _ => {}
        }
        if self.no_jail {
            tell_line!(
                "othello-host: --no-jail: players run with all of your rights. They can read and delete \
                 your files, use the network and start programs. Use it for your own players alone."
            );
        }
        let named = std::env::var_os("OTHELLO_PLUGINS").unwrap_or_default();
        let named = std::env::split_paths(&named).filter(|folder| !folder.as_os_str().is_empty());
        for folder in named.filter(|folder| !folder.is_dir()) {
            tell_line!("othello-host: OTHELLO_PLUGINS: there is no folder {}", folder.display());
        }
        let mut players = Players::new(Runner { launcher, jail });
        // The folder given first is looked at first.
        for folder in self.plugins.iter().rev() {
            if !folder.is_dir() {
                return Err(usage(format!("--plugins {}: no such folder", folder.display())));
            }
            players.finder = players.finder.with_folder(folder);
        }
        Ok(players)
    }
}

/// How strangers' players are closed in.
#[derive(Args, Clone)]
pub struct JailArgs {
    /// The memory that a player may have, in MiB.
    #[arg(long, value_name = "MIB", default_value_t = usual_memory(), value_parser = values::at_least(0_u64))]
    player_memory: u64,
    /// Play contests of strangers' players although the system lacks a protection.
    #[arg(long)]
    partial_jail: bool,
}

/// The memory of a player where nobody says it, in MiB.
fn usual_memory() -> u64 {
    Jail::default().memory >> 20
}

impl JailArgs {
    /// The jail for players that must not think on the other's time.
    pub fn jail(&self) -> anyhow::Result<Jail> {
        let memory = self.player_memory.checked_mul(1 << 20).ok_or_else(|| {
            usage(format!("--player-memory {} is more than any machine has", self.player_memory))
        })?;
        let mode = if self.partial_jail { Mode::Partial } else { Mode::BestEffort };
        Ok(Jail { mode, memory, ponder: false })
    }
}

/// Where players are looked for, and how they are started and closed in for a game.
#[derive(Args, Clone)]
#[command(mut_arg("partial_jail", |it| it.conflicts_with_all(["no_jail", "require_jail"])))]
pub struct PluginArgs {
    #[command(flatten)]
    finder: FinderArgs,
    #[command(flatten)]
    jail: JailArgs,
    /// Let players think on the other's time.
    #[arg(long)]
    ponder: bool,
    /// Write what players print on their standard error into this folder, a file for each player of each game.
    #[arg(long, value_name = "DIR")]
    player_log: Option<PathBuf>,
    /// Write each line to and from programs that speak an older protocol (referee:, nboard:, gtp:) into this
    /// file, with its direction and time.
    #[arg(long, value_name = "FILE")]
    trace: Option<PathBuf>,
}

impl PluginArgs {
    /// The words that have players found and started alike by another command.
    pub fn flags(&self) -> Vec<OsString> {
        let FinderArgs { plugins, require_jail, no_jail } = &self.finder;
        let folders = plugins.iter().flat_map(|one| ["--plugins".into(), one.clone().into()]);
        let memory = self.jail.player_memory;
        let memory = (memory != usual_memory())
            .then(|| ["--player-memory".into(), memory.to_string().into()]);
        let set = [
            ("--require-jail", *require_jail),
            ("--no-jail", *no_jail),
            ("--partial-jail", self.jail.partial_jail),
            ("--ponder", self.ponder),
        ];
        let set = set.into_iter().filter(|(_, is_set)| *is_set).map(|(flag, _)| flag.into());
        folders.chain(memory.into_iter().flatten()).chain(set).collect()
    }

    /// Where players are looked for, and how they are started.
    pub fn players(&self) -> anyhow::Result<Players> {
        let mut launcher = Launcher::this_program()?;
        if let Some(folder) = &self.player_log {
            let made = std::fs::create_dir_all(folder);
            made.map_err(|error| usage(format!("--player-log {}: {error}", folder.display())))?;
            launcher = launcher.with_log(folder);
        }
        if let Some(file) = &self.trace {
            let trace = Trace::create(file)
                .map_err(|error| usage(format!("--trace {}: {error}", file.display())))?;
            launcher = launcher.with_trace(trace);
        }
        self.finder.with(Jail { ponder: self.ponder, ..self.jail.jail()? }, launcher)
    }
}

/// Which game on which board.
#[derive(Args, Clone)]
pub struct BoardArgs {
    /// The game: othello, reversi, tictactoe, or a folder with one of your own [default: othello].
    #[arg(long, value_name = "GAME")]
    game: Option<String>,
    /// Rows and columns of the board: for Othello and Reversi an even number from 4 to 16 [default: 8, or what
    /// the game is usually played on].
    #[arg(long, value_name = "N", value_parser = values::size)]
    size: Option<u8>,
    /// How the board begins: standard, mirrored as in the original program's games, or the board by rows in X, O
    /// and - and who is to move; another game has names of its own.
    #[arg(long, value_name = "START", allow_hyphen_values = true)]
    start: Option<String>,
}

impl BoardArgs {
    /// What the game begins with.
    pub fn setup(&self) -> anyhow::Result<GameSetup> {
        self.of_size(self.size)
    }

    /// What a game begins with in which this text names a place: of a board by rows everybody sees how large it is.
    pub fn setup_for(&self, text: &str) -> anyhow::Result<GameSetup> {
        self.of_size(self.size.or_else(|| GamePosition::size(text)))
    }

    fn of_size(&self, size: Option<u8>) -> anyhow::Result<GameSetup> {
        let game = self.game.as_deref().unwrap_or("othello");
        GameSetup::find(game, size, self.start.as_deref()).map_err(usage)
    }

    /// Which of these options were given.
    pub fn given(&self) -> Vec<&'static str> {
        let all = [
            ("--game", self.game.is_some()),
            ("--size", self.size.is_some()),
            ("--start", self.start.is_some()),
        ];
        all.into_iter().filter_map(|(name, is_given)| is_given.then_some(name)).collect()
    }
}

/// What the players' queries may do.
#[derive(Args, Clone)]
pub struct PolicyArgs {
    /// Let queries call these procedures or functions: a name, 'genai.*', or "ai". May be given several times.
    #[arg(long, value_name = "WHAT")]
    allow: Vec<Allow>,
    /// Let queries do all that a read-only transaction can, files and network included, and send what only the
    /// server can read, which may then do anything with $apiKey: only for one's own players on one's own server.
    #[arg(long)]
    trust_queries: bool,
}

impl PolicyArgs {
    /// The policy that they make.
    pub fn policy(&self) -> Policy {
        let mut policy = Policy::default();
        for allow in &self.allow {
            policy.allow(allow.clone());
        }
        if self.trust_queries {
            policy.trust();
        }
        policy
    }

    /// The words that make the same policy in another command.
    pub fn flags(&self) -> Vec<OsString> {
        let names = self.allow.iter().flat_map(|allow| allow.names().to_vec());
        let allowed = names.flat_map(|name| ["--allow".into(), name.into()]);
        allowed.chain(self.trust_queries.then(|| "--trust-queries".into())).collect()
    }

    /// The same in a contest's plan: what is allowed by name, and whether all is.
    pub fn in_words(&self) -> (Vec<String>, bool) {
        let names = self.allow.iter().flat_map(|allow| allow.names().to_vec());
        (names.collect(), self.trust_queries)
    }
}

/// A server other than the embedded engine.
#[derive(Args)]
pub struct ServerArgs {
    /// A Neo4j that is asked: instead of the embedded engine, or beside it where players are checked.
    #[arg(long, value_name = "URI")]
    uri: Option<String>,
    /// Its user.
    #[arg(long, value_name = "USER", requires = "uri")]
    user: Option<String>,
    /// The user's password; "-" reads OTHELLO_PASSWORD, or asks.
    #[arg(long, value_name = "PASSWORD", allow_hyphen_values = true, requires = "uri")]
    password: Option<String>,
    /// The name of the database.
    #[arg(long, value_name = "DATABASE", requires = "uri")]
    database: Option<String>,
    /// A file with the certificates that may vouch for the server, instead of the system's.
    #[arg(long, value_name = "FILE", requires = "uri")]
    ca: Option<PathBuf>,
}

impl ServerArgs {
    /// How to reach the server, where one is named.
    pub fn target(&self) -> Option<Target> {
        Some(Target {
            uri: self.uri.clone()?,
            user: self.user.clone(),
            password: self.password.clone(),
            database: self.database.clone(),
            ca: self.ca.clone(),
            clear: false,
        })
    }
}

/// Who decides what is legal.
pub static REFEREES: [Choice<RefereeKind>; 3] = [
    Choice::new(&["native"], "The host's own rules", RefereeKind::Native),
    Choice::new(&["cypher"], "The game as it is written in Cypher", RefereeKind::Cypher),
    Choice::new(&["both"], "Both, compared move by move", RefereeKind::Both),
];
