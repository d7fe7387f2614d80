//! Where players of one kind come from: what they share is made here once, so that a start need not wait for it, and
//! each is started in namespaces of its own.

use super::calls;
use super::files::{self, Rules};
use super::filter::Program;
use super::identity::{Identity, open_proc, roots_files_for_nobody};
use super::namespaces::{Fork, Namespaces, enter_shared, is_root};
use super::root::Root;
use crate::jail::layer::Layer;
use std::io;
use std::os::fd::{AsFd, BorrowedFd, OwnedFd};

/// For whom a nursery is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Players {
    Libraries,
    Programs,
}

/// What players of one kind have in common.
pub(crate) struct Nursery {
    players: Players,
    /// Those that each of them has alone.
    namespaces: Namespaces,
    /// Who this process is.
    identity: Identity,
    /// The system's `/proc`, wherever this process is.
    proc: OwnedFd,
    /// A namespace in which root's files are nobody's, for programs of root's.
    owners: Option<OwnedFd>,
    shares_a_root: bool,
    preparations: Option<Preparations>,
}

/// What every library's player in the same root is closed in with: made once, it need not be made in each of them.
pub(super) struct Preparations {
    pub rules: Rules,
    pub calls: Program,
}

/// The number that a player has in a namespace of its own, in which the one that waits for it is the first.
const PLAYER: i32 = 2;

impl Nursery {
    /// Prepares this process, which has one thread. What players can't share each gets alone.
    pub(crate) fn prepare(players: Players) -> io::Result<Nursery> {
        let mut nursery = Nursery {
            players,
            namespaces: Namespaces::all(),
            identity: Identity::current(),
            proc: open_proc()?,
            owners: None,
            shares_a_root: false,
            preparations: None,
        };
        match players {
            Players::Libraries if calls::hold() => nursery.share_a_root(),
            Players::Libraries => {}
            Players::Programs => nursery.owners = roots_files_for_nobody(),
        }
        Ok(nursery)
    }

    /// Moves this process into a root that holds what every library needs, with no network and nothing of any process.
    fn share_a_root(&mut self) {
        let enter = || -> io::Result<()> {
            enter_shared()?;
            if !is_root() {
                self.identity.map(&self.proc)?;
            }
            Root::build(&files::libraries())?;
            Root::enter_without_proc()
        };
        if enter().is_ok() {
            self.shares_a_root = true;
            self.namespaces = Namespaces::all().without_shared();
            let rules = Rules::new(&[], &files::libraries()).ok();
            self.preparations =
                rules.map(|rules| Preparations { rules, calls: calls::library(PLAYER) });
        }
        self.identity = Identity::current();
    }

    /// Starts a copy of this process in the namespaces, or in those that the kernel gives, which are tried where all
    /// together are refused. It is a child of this one's parent.
    pub(crate) fn fork(&mut self) -> io::Result<Fork> {
        self.namespaces.fork_sibling().or_else(|_| {
            self.namespaces = self.namespaces.there();
            self.namespaces.fork_sibling()
        })
    }

    /// Whether each player has this namespace alone.
    pub(crate) fn gives(&self, layer: Layer) -> bool {
        self.namespaces.has(layer)
    }

    pub(crate) fn players(&self) -> Players {
        self.players
    }

    pub(super) fn namespaces(&self) -> &Namespaces {
        &self.namespaces
    }

    pub(super) fn identity(&self) -> Identity {
        self.identity
    }

    pub(super) fn proc(&self) -> &OwnedFd {
        &self.proc
    }

    pub(super) fn owners(&self) -> Option<BorrowedFd<'_>> {
        self.owners.as_ref().map(AsFd::as_fd)
    }

    pub(super) fn shares_a_root(&self) -> bool {
        self.shares_a_root
    }

    /// What was made for the player of this number, where there is anything.
    pub(super) fn preparations_for(&self, player: i32) -> Option<&Preparations> {
        self.preparations.as_ref().filter(|_| player == PLAYER)
    }
}
