//! Opens the database that a game is played on, and makes sure that nobody's data is lost.

use std::net::TcpStream;
use std::path::PathBuf;
use std::thread;
use std::time::{Duration, Instant};

use othello_arena::contest::DatabaseAddress;
use othello_board::neo4j::{self, Uri};
use othello_board::session::{Clearing, HostQuery, ServerFaultKind};
use othello_board::{Embedded, Fault, Neo4j, Secret, Session};

use crate::confirm::{self, confirm};
use crate::exit::usage;
use crate::secrets::{PASSWORD, secret};

/// How long a server is waited for that is starting, or goes away before the game.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long to wait between two tries to reach it.
const PAUSE: Duration = Duration::from_secs(1);
/// How often it is told how far a clearing is.
const TELLING: Duration = Duration::from_secs(1);
/// The usual name of a Neo4j's first user.
const USER: &str = "neo4j";

/// How to reach the database.
#[derive(Clone, Debug)]
pub struct Target {
    /// `embedded`, or the address of a server.
    pub uri: String,
    /// Its user.
    pub user: Option<String>,
    /// The password as it was written.
    pub password: Option<String>,
    /// The name of the database.
    pub database: Option<String>,
    /// A file with the certificates of those that may vouch for the server.
    pub ca: Option<PathBuf>,
    /// Whether a database may be cleared that holds something else.
    pub clear: bool,
}

impl Target {
    /// Whether the board is in this process.
    pub fn is_embedded(&self) -> bool {
        self.uri.eq_ignore_ascii_case("embedded")
    }

    /// The words that name it on another command line; the password is asked for there.
    pub fn flags(&self) -> Vec<String> {
        if self.is_embedded() {
            return Vec::new();
        }
        let ca = self.ca.as_ref().map(|file| file.display().to_string());
        let flags = [
            ("--uri", Some(self.uri.clone())),
            ("--user", self.user.clone()),
            ("--database", self.database.clone()),
            ("--ca", ca),
        ];
        flags
            .into_iter()
            .filter_map(|(flag, value)| Some([flag.to_owned(), value?]))
            .flatten()
            .collect()
    }

    /// The words for a database that a record of a game calls so.
    pub fn flags_of_name(name: &str) -> Vec<String> {
        let Some((which, uri)) = name.rsplit_once(" at ") else { return Vec::new() };
        let after = |words| which.strip_prefix(words).map(str::to_owned);
        let (user, database) = (after("the home database of "), after("the database "));
        if Uri::parse(uri).is_err() || (user.is_none() && database.is_none()) {
            return Vec::new();
        }
        let uri = uri.to_owned();
        Target { uri, user, password: None, database, ca: None, clear: false }.flags()
    }

    /// Where it is, for a contest's file.
    pub fn address(&self) -> DatabaseAddress {
        let Target { uri, user, database, ca, .. } = self.clone();
        DatabaseAddress { uri, user, database, ca }
    }

    /// The database at an address, for whoever knows the password.
    pub fn at(address: &DatabaseAddress, password: Option<String>) -> Target {
        let DatabaseAddress { uri, user, database, ca } = address.clone();
        Target { uri, user, password, database, ca, clear: false }
    }
}

/// Opens the database as it is.
pub fn reach(target: &Target) -> anyhow::Result<Box<dyn Session>> {
    Ok(match target.is_embedded() {
        true => Box::new(Embedded::new()),
        false => Box::new(connect(&server(target)?)?),
    })
}

/// Opens the database and clears it for a board.
pub fn open(target: &Target) -> anyhow::Result<Box<dyn Session>> {
    let mut session = reach(target)?;
    let name = session.name();
    let until = Instant::now() + PATIENCE;
    let mut consent = DeletionConsent::new(target.clear, &name);
    loop {
        match session.clear(&mut |clearing| consent.goes_on(clearing)) {
            Err(Fault::Server(fault))
                if fault.kind == ServerFaultKind::Away && Instant::now() < until =>
            {
                tell_line!("othello-host: {}; it is waited for", fault.message);
                session.recover(until.saturating_duration_since(Instant::now()))?;
            }
            done => {
                done?;
                for remark in session.remarks() {
                    tell_line!("othello-host: {remark}");
                }
                return Ok(session);
            }
        }
    }
}

/// Connects to a server. One that is there and does not let anybody in yet is waited for.
fn connect(server: &neo4j::Target) -> anyhow::Result<Neo4j> {
    let until = Instant::now() + PATIENCE;
    let mut is_told = false;
    loop {
        match Neo4j::open(server.clone()) {
            Err(Fault::Server(fault))
                if fault.kind == ServerFaultKind::Away
                    && Instant::now() < until
                    && TcpStream::connect((server.uri.host.as_str(), server.uri.port)).is_ok() =>
            {
                if !is_told {
                    tell_line!("othello-host: waiting for {}: {}", server.uri, fault.message);
                    is_told = true;
                }
                thread::sleep(PAUSE);
            }
            done => return Ok(done?),
        }
    }
}

/// Removes the board after a game. If that fails, the game's result stands.
pub fn clean_up(session: &mut dyn Session) {
    if let Err(fault) = session.write(&HostQuery::new("MATCH (c:Cell) DETACH DELETE c")) {
        tell_line!("othello-host: the board could not be removed: {fault}");
    }
}

/// The password of the server's user, which is asked for where nobody has written it.
pub fn password(target: &Target) -> anyhow::Result<Secret> {
    let written = target.password.as_deref().unwrap_or("-");
    secret(written, PASSWORD, "password", true)
}

fn server(target: &Target) -> anyhow::Result<neo4j::Target> {
    let text = target.uri.trim();
    if !text.contains([':', '.']) && text != "localhost" {
        let meant = match text.to_ascii_lowercase().as_str() {
            "true" | "false" => "; the option of this value is written --benchmark=true",
            _ => "; a game has two players, and \"othello-host tournament\" takes more",
        };
        return Err(usage(format!(
            "no database {text:?}; write \"embedded\", or an address such as neo4j://localhost:7687{meant}"
        )));
    }
    let uri = Uri::parse(text).map_err(usage)?;
    let password = password(target)?;
    let user = target.user.clone().unwrap_or_else(|| USER.to_owned());
    let database = target.database.clone().filter(|name| !name.is_empty());
    Ok(neo4j::Target { uri, user, password, database, ca: target.ca.clone() })
}

/// Whether what is in a database may be deleted: the user has said so on the command line, and says it once more where
/// somebody can be asked. Once is enough where a clearing is broken off and goes on.
struct DeletionConsent<'a> {
    flag: bool,
    name: &'a str,
    is_given: bool,
    told: Instant,
}

impl DeletionConsent<'_> {
    fn new(flag: bool, name: &str) -> DeletionConsent<'_> {
        DeletionConsent { flag, name, is_given: false, told: Instant::now() }
    }

    fn goes_on(&mut self, clearing: Clearing<'_>) -> bool {
        match clearing {
            Clearing::Found(_) if !self.flag => return false,
            Clearing::Found(content) => {
                let ask = || confirm(&format!("{} holds {content}. Delete all of it?", self.name));
                self.is_given = self.is_given || !confirm::is_possible() || ask();
                self.told = Instant::now();
            }
            Clearing::Gone(..) if self.told.elapsed() >= TELLING => {
                tell_line!("othello-host: clearing {}: {clearing}", self.name);
                self.told = Instant::now();
            }
            Clearing::Gone(..) => {}
        }
        self.is_given
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_record_names_the_database_for_the_next_command() {
        let flags = |name: &str| Target::flags_of_name(name).join(" ");
        let named = "the database games at neo4j://here:7687";
        assert_eq!(flags(named), "--uri neo4j://here:7687 --database games");
        let home = "the home database of ann at bolt+s://here:7000";
        assert_eq!(flags(home), "--uri bolt+s://here:7000 --user ann");
        assert_eq!(flags("the embedded engine"), "");
        assert_eq!(flags("the club at Rome"), "");
    }
}
