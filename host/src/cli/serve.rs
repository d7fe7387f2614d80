//! `othello-host serve`: the page, for as long as the program runs.

use std::ffi::OsString;
use std::net::SocketAddr;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use anyhow::anyhow;
use clap::Args;
use othello_learn::Progress;
use othello_web::{Config, Games, Lessons, Lobby, Neo4jServer, Server, ServerState, TrialContest};

use super::shared::{PluginArgs, PolicyArgs, ServerArgs};
use super::values;
use crate::browser;
use crate::database::{self, Target};
use crate::exit::{self, usage};
use crate::folders;
use crate::history;
use crate::output;
use crate::players::Players;
use crate::secrets::{API_KEY, secret};

/// What the command takes.
#[derive(Args)]
#[command(after_help = EXAMPLES)]
pub struct ServeArgs {
    /// Where to listen. On another address than this machine's own, visitors need a token.
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7878", value_parser = values::address)]
    addr: SocketAddr,
    /// Open the page in the browser.
    #[arg(long)]
    open: bool,
    /// The token that visitors need; without a value, or on other addresses without the option, a random one is
    /// made and printed.
    #[arg(long, value_name = "TOKEN", num_args = 0..=1, default_missing_value = "")]
    token: Option<String>,
    /// A name under which the server is reached beside its address, such as a proxy's; may be given several
    /// times.
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    /// Hide the players' queries until a game is over.
    #[arg(long)]
    hide_queries: bool,
    /// Leave the history alone: no game goes into it, and none of it is shown.
    #[arg(long)]
    no_history: bool,
    #[command(flatten)]
    server: ServerArgs,
    /// What the players' queries get as $apiKey; "-" reads OTHELLO_API_KEY, or asks. No page ever sees it.
    #[arg(long, value_name = "KEY", allow_hyphen_values = true)]
    api_key: Option<String>,
    /// Offer a game of your own as well, by its folder; may be given several times.
    #[arg(long, value_name = "DIR")]
    game: Vec<PathBuf>,
    /// A folder with lessons, which take the place of those of the same name, or stand beside them.
    #[arg(long, value_name = "DIR")]
    lessons: Option<PathBuf>,
    #[command(flatten)]
    policy: PolicyArgs,
    #[command(flatten)]
    plugins: PluginArgs,
}

const EXAMPLES: &str = "\
Examples:
  othello-host serve --open                       play and watch on this machine
  othello-host serve --addr 0.0.0.0:7878          for the phones in the room, with a token
  othello-host serve --uri neo4j://localhost:7687 --password -";

/// Serves the page until the program is interrupted.
pub fn run(args: &ServeArgs) -> anyhow::Result<()> {
    let server_state = Arc::new(server_state(args)?);
    let token = token(args)?;
    let config = Config { address: args.addr, names: args.host_name.clone(), token };
    let listening = Server::listen(&config);
    let server = listening
        .map_err(|error| anyhow!("{}: {error}; choose another address by --addr", args.addr))?;
    let address = server.address_to_visit();
    output::print(format!("{address}\n"));
    if args.open && !browser::open(&address) {
        tell_line!("othello-host: no browser was found; open {address}");
    }
    let lobby = Lobby::open(server_state).map_err(anyhow::Error::msg)?;
    server.run(Arc::new(lobby), std::future::pending());
    Ok(())
}

fn server_state(args: &ServeArgs) -> anyhow::Result<ServerState> {
    let Players { runner, finder } = args.plugins.players()?;
    let protection = [args.plugins.flags(), args.policy.flags()].concat();
    let key = args.api_key.as_deref().unwrap_or_default();
    let key = secret(key, API_KEY, "API key", true)?;
    Ok(ServerState {
        finder,
        runner,
        policy: args.policy.policy(),
        games: Games::with(&args.game).map_err(usage)?,
        key,
        server: args.server.target().map(neo4j).transpose()?,
        hide_queries: args.hide_queries,
        history: (!args.no_history).then(history).transpose()?,
        contests: folders::contests().ok(),
        bots: folders::data().ok().map(|data| data.join("bots")),
        lessons: Some(lessons(args)?),
        start_contest: Some(Box::new(move |contest| start_contest(contest, &protection))),
        live: folders::data().ok().map(|data| data.join("live")),
    })
}

/// The lessons, and how far this machine's user is, as the terminal shows it too.
/// The file of games, which is one or can become one.
fn history() -> anyhow::Result<PathBuf> {
    history::may_be_kept()?;
    folders::history()
}

fn lessons(args: &ServeArgs) -> anyhow::Result<Lessons> {
    let path = othello_learn::Path::read(args.lessons.as_deref()).map_err(usage)?;
    Ok(Lessons { path, progress: folders::progress().ok().map(Progress::in_file) })
}

/// Plays games in the background, in a process of their own: as many as are named, or until it is clear who is better.
/// What protects this server from players protects it from these.
fn start_contest(contest: &TrialContest, protection: &[OsString]) -> Result<Child, String> {
    let TrialContest { name, setup, tried, opponent, games, largest } = contest;
    let message = |error: &dyn std::fmt::Display| error.to_string();
    let folder = folders::contests().map_err(|error| message(&error))?;
    std::fs::create_dir_all(&folder).map_err(|error| message(&error))?;
    let program = std::env::current_exe().map_err(|error| message(&error))?;
    let mut command = Command::new(program);
    // Players are named by visitors: whatever they write stands behind the last option.
    let players = match games {
        Some(games) => {
            command.args(["match", "--games"]).arg(games.to_string());
            [tried, opponent]
        }
        None => {
            command.arg("compare");
            [opponent, tried]
        }
    };
    if let Some(largest) = largest {
        command.arg("--largest-file").arg(largest.to_string());
    }
    let file = folder.join(format!("{name}.db"));
    command.args(setup.flags()).args(protection);
    command.args(["--quiet", "--concurrency", "1", "--file"]).arg(file).arg("--").args(players);
    command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().map_err(|error| message(&error))
}

/// The Neo4j, on which one game at a time is played. Its password is asked for once, before anybody comes.
fn neo4j(mut target: Target) -> anyhow::Result<Neo4jServer> {
    target.password = Some(database::password(&target)?.reveal().to_owned());
    let name = database::open(&target)?.name();
    let open = move || database::open(&target).map_err(|error| exit::message(&error));
    Ok(Neo4jServer { name, open: Box::new(open), taken: Arc::new(AtomicBool::new(false)) })
}

/// The token that visitors need: the user's, or one that nobody guesses.
fn token(args: &ServeArgs) -> anyhow::Result<Option<String>> {
    match args.token.as_deref() {
        Some("") => othello_web::random_token().map(Some).map_err(anyhow::Error::msg),
        Some(token) if token.chars().all(|c| c.is_ascii_alphanumeric() || "-_".contains(c)) => {
            Ok(Some(token.to_owned()))
        }
        Some(_) => Err(usage("--token takes letters, digits, - and _, so that it fits an address")),
        None if args.addr.ip().is_loopback() => Ok(None),
        None => othello_web::random_token().map(Some).map_err(anyhow::Error::msg),
    }
}
