//! How often a visitor may do what costs something, and how often all who come from the same address: whoever floods
//! the host waits, and nobody elsewhere. What the machine's user does is not counted.

use crate::allowance::{Allowance, Allowances};
use crate::client::{Client, Origin};
use crate::refusal::Refusal;

/// What costs something.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Act {
    /// Making a game, which has players of its own and is kept in the history.
    Game,
    /// Saving a version of a bot, which is a file.
    Save,
    /// Trying a bot in a contest of many games, which is a file and has a process.
    Contest,
    /// Running a query.
    Run,
    /// Having a position or a game evaluated.
    Evaluation,
    /// Looking at anything.
    Look,
    /// Entering a game, whose whole state is told.
    Entry,
    /// Commanding something in a game, such as a move.
    Command,
}

/// What one may do at once and a second, and what all from one address may do together: a whole class may sit there.
const fn allowances(act: Act) -> (Allowance, Allowance) {
    const fn of(burst: f64, a_second: f64) -> Allowance {
        Allowance { burst, a_second }
    }
    match act {
        Act::Game | Act::Save => (of(30.0, 0.2), of(120.0, 1.0)),
        Act::Contest => (of(6.0, 0.02), of(30.0, 0.1)),
        Act::Run => (of(40.0, 4.0), of(300.0, 20.0)),
        Act::Evaluation => (of(40.0, 2.0), of(200.0, 8.0)),
        Act::Look => (of(200.0, 20.0), of(1_500.0, 150.0)),
        Act::Entry => (of(40.0, 2.0), of(800.0, 20.0)),
        Act::Command => (of(60.0, 10.0), of(600.0, 100.0)),
    }
}

/// What visitors have left of each act.
pub(crate) struct Limits {
    game: ActLimits,
    save: ActLimits,
    contest: ActLimits,
    run: ActLimits,
    evaluation: ActLimits,
    look: ActLimits,
    entry: ActLimits,
    command: ActLimits,
}

struct ActLimits {
    clients: Allowances<Client>,
    origins: Allowances<Origin>,
}

impl ActLimits {
    fn of(act: Act) -> ActLimits {
        let (one, all) = allowances(act);
        ActLimits { clients: Allowances::new(one), origins: Allowances::new(all) }
    }
}

impl Default for Limits {
    fn default() -> Limits {
        Limits {
            game: ActLimits::of(Act::Game),
            save: ActLimits::of(Act::Save),
            contest: ActLimits::of(Act::Contest),
            run: ActLimits::of(Act::Run),
            evaluation: ActLimits::of(Act::Evaluation),
            look: ActLimits::of(Act::Look),
            entry: ActLimits::of(Act::Entry),
            command: ActLimits::of(Act::Command),
        }
    }
}

impl Limits {
    /// Lets a visitor do something, or says that they have to wait.
    pub(crate) fn act(&self, act: Act, client: &Client) -> Result<(), Refusal> {
        if client.origin == Origin::User {
            return Ok(());
        }
        let ActLimits { clients, origins } = match act {
            Act::Game => &self.game,
            Act::Save => &self.save,
            Act::Contest => &self.contest,
            Act::Run => &self.run,
            Act::Evaluation => &self.evaluation,
            Act::Look => &self.look,
            Act::Entry => &self.entry,
            Act::Command => &self.command,
        };
        // Whoever has used up their own costs their neighbours nothing.
        if !clients.has_some(client) {
            return Err(Refusal::busy("too much at once from you; try again in some seconds"));
        }
        if !origins.take(&client.origin) {
            let why = "too much at once from your address; try again in some seconds";
            return Err(Refusal::busy(why));
        }
        clients.take(client);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forty_persons_behind_an_address_are_held_to_what_all_there_may_do() {
        let limits = Limits::default();
        let person = |last: u8, number: usize| Client {
            origin: Origin::of([10, 0, 0, last].into()),
            person: Some(number.to_string()),
        };
        let makes = |client: &Client| limits.act(Act::Game, client).is_ok();
        let one = (0..1000).filter(|_| makes(&person(1, 0))).count();
        assert!((30..35).contains(&one), "{one}");
        let others: usize =
            (1..40).map(|number| (0..1000).filter(|_| makes(&person(1, number))).count()).sum();
        assert!((90..100).contains(&others), "{others}");
        assert!(!makes(&person(1, 41)));
        assert!(makes(&person(2, 0)) && limits.act(Act::Run, &person(1, 0)).is_ok());
        assert!((0..10_000).all(|_| makes(&Client::USER)));
    }
}
