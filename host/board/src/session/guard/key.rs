//! Where `$apiKey` may stand. Whoever runs the host pays for the key, so a query may hand it to a call that was
//! allowed by name and do nothing else with it: a text that can be turned round, cut up or compared would carry it
//! out a piece at a time, whatever is taken out of results afterwards.

use othello_cypher::{Facts, Span};

use super::refusal::{flag, refuse};
use crate::session::fault::{Fault, QueryFaultKind};
use crate::session::params::API_KEY;
use crate::session::policy::Policy;

/// Refuses the first place where the key would be more than an argument. Says whether there is one where it may
/// stand.
pub(super) fn judge(facts: &Facts, policy: &Policy) -> Result<bool, Fault> {
    let mut uses = facts.parameter_uses.iter().filter(|used| used.name == API_KEY).peekable();
    if uses.peek().is_none() {
        return Ok(false);
    }
    for used in uses {
        match &used.argument_of {
            Some(call) if policy.allows_key_in(&call.name) => {}
            Some(call) => {
                let flag = flag(&call.name);
                let message =
                    format!("$apiKey would go to {}, which was not allowed by name", call.name);
                let hint =
                    format!("{flag} lets it have the key; --trust-queries opens calls alone");
                return refuse(QueryFaultKind::Refused, used.span, message, Some(hint));
            }
            None => return carried_out(used.span),
        }
    }
    stays_here(facts)
}

fn carried_out(span: Span) -> Result<bool, Fault> {
    let message = "$apiKey may only be an argument of a call that was allowed by name";
    let hint = "hand it to the call as it is, in a list or a map, or joined to a text as 'Bearer ' + $apiKey; \
                anywhere else a query could give it away";
    refuse(QueryFaultKind::Refused, span, message, Some(hint.to_owned()))
}

/// Refuses to send the key with a query that runs elsewhere.
fn stays_here(facts: &Facts) -> Result<bool, Fault> {
    match facts.uses.first() {
        None => Ok(true),
        Some(&span) => {
            let message = "a query with $apiKey may not leave the board's database by USE";
            refuse(QueryFaultKind::Refused, span, message, None)
        }
    }
}
