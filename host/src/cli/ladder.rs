//! `othello-host ladder`: a place for many people, and what is done with its file.

use std::net::SocketAddr;
use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{Args, Subcommand};
use othello_ladder::{FinalFormat, StandsWith};

use super::choices::{Choice, one_of};
use super::nats::OverArgs;
use super::shared::{BoardArgs, PluginArgs};
use super::values;
use crate::ladder::{self, LadderOptions, LadderOver};

/// What the command takes.
#[derive(Args)]
#[command(args_conflicts_with_subcommands = true, after_help = EXAMPLES)]
pub struct LadderArgs {
    #[command(subcommand)]
    command: Option<LadderCommand>,
    #[command(flatten)]
    serve: ServeLadderArgs,
}

#[derive(Subcommand)]
enum LadderCommand {
    /// Writes the table, all games, and everybody's versions and games into a folder.
    Export {
        /// A new folder.
        folder: PathBuf,
        #[command(flatten)]
        file: FileArgs,
    },
    /// Forgets who somebody was and everything that they wrote; while the ladder runs, the organiser's page does it.
    Forget {
        /// The name.
        name: String,
        #[command(flatten)]
        file: FileArgs,
    },
    /// Copies the ladder's file as it is at this moment, also while it is in use.
    Backup {
        /// The new file.
        to: PathBuf,
        #[command(flatten)]
        file: FileArgs,
    },
    /// Submits a query, a pack or whatever the ladder takes in, waits for the verdict and the first games, and prints
    /// them.
    Submit {
        /// The ladder's address, such as http://192.168.1.5:7878
        url: String,
        /// The query, or a pack; where the organiser allows it also a library or a program of one file.
        file: PathBuf,
        /// Your secret link, or the key in it; "-" reads OTHELLO_LADDER_LINK.
        #[arg(long = "as", value_name = "LINK")]
        link: String,
        /// How long to wait for all of it.
        #[arg(long, value_name = "S", default_value = "120", value_parser = values::some_time)]
        timeout: Duration,
    },
}

#[derive(Args)]
struct FileArgs {
    /// The ladder's file [default: ladder.db in the user's folder for data].
    #[arg(long, value_name = "FILE")]
    file: Option<PathBuf>,
}

#[derive(Args)]
struct ServeLadderArgs {
    /// What the event is called; it is shown to everybody.
    #[arg(long, value_name = "TEXT")]
    title: Option<String>,
    /// Close submissions after so many minutes; without it the organiser does.
    #[arg(long, value_name = "N", value_parser = values::at_least(0_u32))]
    minutes: Option<u32>,
    /// Take submissions only after so many minutes.
    #[arg(long, value_name = "N", value_parser = values::at_least(0_u32))]
    starts_in: Option<u32>,
    /// Where to listen; 0.0.0.0:7878 is for the phones in the room.
    #[arg(long, value_name = "ADDR:PORT", default_value = "127.0.0.1:7878", value_parser = values::address)]
    addr: SocketAddr,
    /// A name under which the server is reached beside its address; may be given several times.
    #[arg(long, value_name = "NAME")]
    host_name: Vec<String>,
    #[command(flatten)]
    file: FileArgs,
    #[command(flatten)]
    board: BoardArgs,
    /// How long a player may take for a move.
    #[arg(long, value_name = "TIME", default_value = "1", value_parser = values::some_time)]
    move_limit: Duration,
    /// How long a player may take for a whole game.
    #[arg(long, value_name = "TIME", default_value = "10", value_parser = values::some_time)]
    game_limit: Duration,
    /// Keep out players that are told the position.
    #[arg(long)]
    blind_only: bool,
    /// Take compiled players and programs in as well, alone or in packs; each plays in the whole jail, without which the
    /// ladder does not begin.
    #[arg(long)]
    allow_code: bool,
    /// What people stand in the table with.
    #[arg(long, value_name = "WHICH", value_parser = one_of(&STANDS_WITH), default_value = "last")]
    stands_with: StandsWith,
    /// What is played at the end, between the last versions of all.
    #[arg(long = "final", value_name = "HOW", value_parser = one_of(&FINALS), default_value = "swiss")]
    final_format: FinalFormat,
    /// A player of this machine to be beaten, beside those that come with the ladder; may be given several times.
    #[arg(long, value_name = "PLAYER")]
    boss: Vec<String>,
    /// How many games are played here at once [default: the cores of this machine; with --over none, only versions are
    /// checked and compared here].
    #[arg(long, short = 'j', value_name = "N", value_parser = values::count)]
    concurrency: Option<NonZero<usize>>,
    #[command(flatten)]
    over: OverArgs,
    /// A file with the certificates that may vouch for the NATS server, beside the system's.
    #[arg(long, value_name = "FILE", requires = "over")]
    ca: Option<PathBuf>,
    /// A folder with lessons, which take the place of those of the same name, or stand beside them.
    #[arg(long, value_name = "DIR")]
    lessons: Option<PathBuf>,
    /// Make a new link for the organiser, and print it: the old one is no use any more.
    #[arg(long)]
    new_organiser_link: bool,
    #[command(flatten)]
    plugins: PluginArgs,
}

static STANDS_WITH: [Choice<StandsWith>; 2] = [
    Choice::new(&["best"], "The version with the highest rating", StandsWith::Best),
    Choice::new(&["last"], "The last one", StandsWith::Last),
];

static FINALS: [Choice<FinalFormat>; 3] = [
    Choice::new(&["swiss"], "Rounds between those who did about equally well", FinalFormat::Swiss),
    Choice::new(
        &["round-robin"],
        "Everybody against everybody, with both colours",
        FinalFormat::RoundRobin,
    ),
    Choice::new(&["none"], "Nothing: the table stands", FinalFormat::None),
];

const EXAMPLES: &str = "\
Examples:
  othello-host ladder --title \"Graph afternoon\" --minutes 60 --addr 0.0.0.0:7878
                                                  for a room; the same command again takes it up
  othello-host ladder --title Club --stands-with best --final none --file club.db
                                                  without an end
  othello-host ladder --title Course --over nats://host:4222
                                                  played on all machines that run \"othello-host work\"; while there
                                                  are none, or the server is away, games wait, but for those of -j
  othello-host ladder submit http://host:7878 mine.cypher --as LINK
  othello-host ladder export afternoon            a folder for everybody
  othello-host ladder forget Ann
  othello-host ladder backup copy.db";

/// Does what the arguments ask for.
pub fn run(args: LadderArgs) -> anyhow::Result<()> {
    match args.command {
        None => ladder::serve(args.serve.options()?),
        Some(LadderCommand::Export { folder, file }) => ladder::export(file.file, &folder),
        Some(LadderCommand::Forget { name, file }) => ladder::forget(file.file, &name),
        Some(LadderCommand::Backup { to, file }) => ladder::backup(file.file, &to),
        Some(LadderCommand::Submit { url, file, link, timeout }) => {
            ladder::submit::submit(&url, &file, &link, timeout)
        }
    }
}

impl ServeLadderArgs {
    fn options(self) -> anyhow::Result<LadderOptions> {
        let over = self.over.server(self.ca)?;
        Ok(LadderOptions {
            title: self.title,
            setup: self.board.setup()?,
            minutes: self.minutes,
            starts_in: self.starts_in,
            address: self.addr,
            names: self.host_name,
            file: self.file.file,
            per_move: self.move_limit,
            per_game: self.game_limit,
            blind_only: self.blind_only,
            allow_code: self.allow_code,
            stands_with: self.stands_with,
            final_format: self.final_format,
            bosses: self.boss,
            concurrency: self.concurrency,
            over: over.map(|(server, slowest)| LadderOver { server, slowest }),
            new_organiser_link: self.new_organiser_link,
            lessons: self.lessons,
            players: self.plugins.players()?,
        })
    }
}
