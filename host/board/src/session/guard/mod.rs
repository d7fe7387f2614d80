//! Reads a stranger's query before anything runs it: what is no plain read-only Cypher goes no further
//! than here, on the embedded engine as on a real server.

mod key;
mod refusal;

use othello_cypher::check;
use othello_cypher::check::facts::Mention;
use othello_cypher::syntax::{CanonicalText, Tree};
use othello_cypher::{
    Catalog, Error, ErrorKind, Facts, Meter, ProcedureSignature, Span, nearest_function,
};

use self::refusal::{flag, refuse};
use super::checked::Checked;
use super::fault::{Fault, QueryFaultKind};
use super::policy::Policy;

/// Checks a query that is meant for a server, and prints it: what is sent is what was read here, not what the
/// author wrote, so that it doesn't matter where the server would have read that differently. The query may call
/// procedures and functions that nobody here knows, where the policy allows it.
///
/// # Errors
/// [`Fault::Query`]: what is wrong with it, or what was refused and how it can be allowed; [`Fault::Time`]
/// where the meter has run out.
pub(crate) fn check(text: &str, policy: &Policy, meter: &Meter) -> Result<Checked, Fault> {
    match read(text, meter).map_err(Fault::from) {
        Ok((tree, front)) => {
            let takes_key = judge(&front.facts, policy)?;
            let Some(canonical) = CanonicalText::of(&tree.statement, text, meter)? else {
                // A command, which only trust lets through.
                return Ok(Checked::trusted(text));
            };
            // Its room is needed for what is read next.
            drop(tree);
            prove(&canonical, takes_key, policy, meter)?;
            Ok(Checked::printed(text, canonical, takes_key, front.columns))
        }
        Err(Fault::Query(_)) if policy.trusts() => Ok(Checked::trusted(text)),
        Err(Fault::Query(mut fault)) => {
            let hint = "only what can be read here is sent to a server; --trust-queries sends anything, for \
                        your own players only";
            fault.hint = Some(hint.to_owned());
            Err(Fault::Query(fault))
        }
        Err(fault) => Err(fault),
    }
}

/// Reads the printed text once more: it must be printed as itself, and use nothing that its author may not. Anything else
/// is a fault of ours, and the query stays here.
fn prove(
    canonical: &CanonicalText,
    takes_key: bool,
    policy: &Policy,
    meter: &Meter,
) -> Result<(), Fault> {
    match is_itself(canonical, takes_key, policy, meter) {
        Ok(true) => Ok(()),
        // It is the query that takes too much, wherever that was noticed.
        Err(error) if matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::OutOfMemory) => {
            Err(error.into())
        }
        Ok(false) | Err(_) => refuse(
            QueryFaultKind::Refused,
            Span::default(),
            "this query can't be printed for a server without a doubt",
            Some("a simpler one can; the host's authors would like to see it".to_owned()),
        ),
    }
}

fn is_itself(
    canonical: &CanonicalText,
    takes_key: bool,
    policy: &Policy,
    meter: &Meter,
) -> Result<bool, Error> {
    let again = canonical.read_back(meter)?;
    let front = check::check(&again.statement, canonical.text(), &AnyProcedure, meter)?;
    let printed = CanonicalText::of(&again.statement, canonical.text(), meter)?;
    let is_same = printed.is_some_and(|printed| printed.text() == canonical.text());
    Ok(is_same && judge(&front.facts, policy).is_ok_and(|key| key == takes_key))
}

/// What a text uses, whoever is to run it.
pub(crate) fn facts(text: &str, meter: &Meter) -> Result<Facts, Error> {
    read(text, meter).map(|(_, front)| front.facts)
}

/// The columns of a text's result in their order; none where it can't be read.
pub(crate) fn columns(text: &str) -> Vec<String> {
    read(text, &Meter::default()).map(|(_, front)| front.columns).unwrap_or_default()
}

/// What the front end makes of a text, whoever is to run it.
fn read(text: &str, meter: &Meter) -> Result<(Tree, check::Checked), Error> {
    let tree = Tree::read(text, meter)?;
    let front = check::check(&tree.statement, text, &AnyProcedure, meter)?;
    Ok((tree, front))
}

/// Whether the policy lets pass what a query uses. Says whether it hands the key to a call.
pub(crate) fn judge(facts: &Facts, policy: &Policy) -> Result<bool, Fault> {
    writes(facts)?;
    if !policy.trusts() {
        plain(facts)?;
        names(&facts.procedures, "procedure", policy)?;
        functions(&facts.unknown_functions, policy)?;
    }
    key::judge(facts, policy)
}

/// Refuses what would change the board.
fn writes(facts: &Facts) -> Result<(), Fault> {
    if let Some(write) = facts.writes.first() {
        return refuse(
            QueryFaultKind::Write,
            write.span,
            format!("{} would change the board, and a player may only read it", write.name),
            None,
        );
    }
    if let Some(&span) = facts.in_transactions.first() {
        return refuse(
            QueryFaultKind::Write,
            span,
            "a player's query may not open transactions of its own",
            None,
        );
    }
    Ok(())
}

/// Refuses what leaves the board.
fn plain(facts: &Facts) -> Result<(), Fault> {
    let trust = || Some("--trust-queries allows it, for your own players only".to_owned());
    if let Some(&span) = facts.load_csv.first() {
        let message = "LOAD CSV reads files and addresses, which a player may not";
        return refuse(QueryFaultKind::Refused, span, message, trust());
    }
    if let Some(&span) = facts.uses.first() {
        let message = "USE leaves the board's database, which a player may not";
        return refuse(QueryFaultKind::Refused, span, message, trust());
    }
    if let Some(command) = &facts.command {
        let message = format!("{} is a command and no query on the board", command.name);
        return refuse(QueryFaultKind::Refused, command.span, message, trust());
    }
    Ok(())
}

/// Refuses the first of the mentioned procedures or functions that was not allowed by name.
fn names(mentions: &[Mention], what: &str, policy: &Policy) -> Result<(), Fault> {
    match mentions.iter().find(|mention| !policy.allows_name(&mention.name)) {
        None => Ok(()),
        Some(mention) => refuse(
            QueryFaultKind::Refused,
            mention.span,
            format!("the {what} {} is not plain Cypher", mention.name),
            Some(format!("{} allows it", flag(&mention.name))),
        ),
    }
}

/// For so many functions a near name is looked for, which takes far longer than to read them.
const MOST_NEAR: usize = 10;

/// Refuses the first of the functions that nobody here knows and that was not allowed by name. One that is called
/// almost as one of Cypher's is a slip, which nobody can allow.
fn functions(mentions: &[Mention], policy: &Policy) -> Result<(), Fault> {
    let unknown = mentions.iter().filter(|mention| !policy.allows_name(&mention.name));
    let misspelt = unknown.take(MOST_NEAR);
    match misspelt.filter_map(|mention| Some((mention, nearest_function(&mention.name)?))).next() {
        None => names(mentions, "function", policy),
        Some((mention, near)) => refuse(
            QueryFaultKind::Refused,
            mention.span,
            format!("there is no function {}", mention.name),
            Some(format!("did you mean {near}?")),
        ),
    }
}

/// A server may have any procedure; the policy decides by name which of them may be called.
struct AnyProcedure;

impl Catalog for AnyProcedure {
    fn procedure(&self, _: &str) -> Option<&ProcedureSignature> {
        None
    }

    fn is_open(&self) -> bool {
        true
    }
}

#[cfg(test)]
mod tests {
    use othello_cypher::Limits;

    use super::*;

    #[test]
    fn a_misspelt_function_is_told_apart_from_one_that_can_be_allowed() {
        let refused = |text: &str| match check(text, &Policy::default(), &Meter::default()) {
            Err(Fault::Query(fault)) => (fault.message, fault.hint.unwrap_or_default()),
            other => panic!("{text}: {other:?}"),
        };
        let (message, hint) = refused("RETURN toUpperr('x') AS cell");
        assert_eq!((&*message, &*hint), ("there is no function toUpperr", "did you mean toUpper?"));
        let (message, _) = refused("RETURN graph.propertiesByName('other') AS cell");
        assert_eq!(message, "the function graph.propertiesByName is not plain Cypher");
        let (message, hint) = refused("RETURN apoc.text.clean('x') AS cell");
        assert_eq!(message, "the function apoc.text.clean is not plain Cypher");
        assert!(hint.starts_with("--allow"), "{hint}");
    }
    #[test]
    fn a_text_in_any_script_may_be_as_long_as_one_in_ascii() {
        for letter in ["字", "\u{1}", "\u{10ffff}"] {
            let text = format!("RETURN '{}' AS cell", letter.repeat(600_000 / letter.len()));
            let checked = check(&text, &Policy::default(), &Meter::default());
            let sent = checked.unwrap_or_else(|fault| panic!("{letter:?}: {fault}"));
            assert!(sent.for_server().unwrap().len() >= text.len(), "{letter:?}");
        }
        let long = format!("RETURN '{}' AS cell", "字".repeat(400_000));
        assert!(check(&long, &Policy::default(), &Meter::default()).is_err());
    }

    #[test]
    fn what_a_query_for_a_server_takes_is_on_its_meter_as_long_as_it_is_there() {
        let text = format!("RETURN '{}' AS cell", "\u{1}".repeat(200_000));
        let memory = |memory| Meter::new(Limits { memory, ..Limits::default() });
        let large = memory(64 << 20);
        let checked = check(&text, &Policy::default(), &large).unwrap();
        assert!(large.held() >= checked.for_server().unwrap().len(), "{}", large.held());
        drop(checked);
        assert_eq!(large.held(), 0);
        // It is read in less than it is printed in.
        let small = memory(2 << 20);
        assert!(facts(&text, &small).is_ok());
        match check(&text, &Policy::default(), &small) {
            Err(Fault::Query(fault)) => assert_eq!(fault.kind, QueryFaultKind::TooBig),
            other => panic!("{other:?}"),
        }
        assert_eq!(small.held(), 0);
    }

    #[test]
    fn printing_a_query_takes_steps() {
        let text = format!("RETURN '{}' AS cell", "x".repeat(200_000));
        let few = || Meter::new(Limits { steps: 50_000, ..Limits::default() });
        assert!(facts(&text, &few()).is_ok());
        match check(&text, &Policy::default(), &few()) {
            Err(Fault::Query(fault)) => assert!(fault.message.contains("steps"), "{fault:?}"),
            other => panic!("{other:?}"),
        }
    }
}
