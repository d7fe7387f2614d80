//! What a contest's results follow from, made of what the user asked for, and what of it is another than in a plan that
//! was begun with.

use othello_arena::GameSetup;
use othello_arena::contest::{Plan, Source};

use super::entrants::Entrants;
use super::options::{ContestOptions, PlanOptions};
use crate::database::Target;
use crate::exit::usage;
use crate::players::can_play;

/// The openings of Othello and Reversi where nobody names any.
const OPENINGS: &str = "random:6";
/// Those of other games, which may be over after a few moves.
const OPENINGS_OF_OTHERS: &str = "random:1";

/// The plan that a new contest would have.
pub fn plan_of(options: &ContestOptions) -> anyhow::Result<Plan> {
    let entrants = Entrants::find(&options.specs, &options.plan, &options.run.players)?;
    plan(options, &entrants, &[])
}

/// The options of a contest that was begun which are others than somebody asks for now, as far as results follow from
/// them. A seed that nobody names may be any.
pub fn other_words(begun: &Plan, asked: &Plan, has_seed: bool) -> Vec<String> {
    let time = |plan: &Plan| {
        let clocks = plan.entrants.iter().map(|entrant| entrant.clock);
        (plan.time, clocks.collect::<Vec<_>>())
    };
    let specs = |plan: &Plan| -> Vec<String> {
        plan.entrants.iter().map(|entrant| entrant.spec.clone()).collect()
    };
    let board =
        |plan: &Plan| (plan.game.clone(), plan.folder.clone(), plan.size, plan.start.clone());
    let other = |option: &str| format!("another {option}");
    let words = [
        (begun.pairs != asked.pairs).then(|| format!("--games {}", 2 * begun.pairs)),
        (has_seed && begun.seed != asked.seed).then(|| format!("--seed {}", begun.seed)),
        (begun.work != asked.work).then(|| match begun.work {
            Some(work) => format!("--work {work}"),
            None => "no --work".to_owned(),
        }),
        (begun.openings != asked.openings || begun.same_openings != asked.same_openings)
            .then(|| other("choice of openings")),
        (time(begun) != time(asked)).then(|| format!("other limits of time ({})", begun.time)),
        (board(begun) != board(asked)).then(|| other("game or board")),
        (begun.adjudicate != asked.adjudicate || begun.agreement != asked.agreement)
            .then(|| other("end of games (--adjudicate, --agreement)")),
        ((&begun.allow, begun.trust_queries) != (&asked.allow, asked.trust_queries))
            .then(|| other("choice of what queries may do")),
    ];
    let words: Vec<String> = words.into_iter().flatten().collect();
    if words.is_empty() && specs(begun) != specs(asked) {
        return vec![format!("other options of its players ({})", specs(begun).join(" against "))];
    }
    words
}

/// The plan of a new contest of these.
pub fn plan(
    options: &ContestOptions,
    entrants: &Entrants,
    servers: &[Target],
) -> anyhow::Result<Plan> {
    let PlanOptions { setup, seed, .. } = &options.plan;
    let has_rules = setup.position().is_some();
    let usual = if has_rules { OPENINGS } else { OPENINGS_OF_OTHERS };
    let openings = options.plan.openings.as_deref().unwrap_or(usual);
    let openings = Source::parse(openings, setup).map_err(usage)?;
    if let Source::Positions(positions) = &openings
        && let Some(position) = positions.first()
    {
        let from_there = GameSetup::find(&setup.game, None, Some(position)).map_err(usage)?;
        for contestant in &entrants.contestants {
            can_play(contestant, &from_there, options.plan.blind_only)?;
        }
    }
    if options.plan.adjudicate && !has_rules {
        return Err(usage(format!(
            "--adjudicate: the host can't tell when a game of {} is decided",
            setup.game
        )));
    }
    let plan = Plan {
        format: options.format.clone(),
        pairs: match options.plan.pairs {
            Some(pairs) => pairs,
            None => every_opening(&openings, setup, seed.get())?.unwrap_or(options.default_pairs),
        },
        entrants: entrants.of_plan(),
        game: setup.game.clone(),
        folder: setup.folder.clone(),
        size: setup.size,
        start: setup.start.clone(),
        openings,
        same_openings: options.plan.same_openings,
        seed: seed.get(),
        time: options.plan.time,
        work: options.plan.work,
        sprt: options.sprt,
        adjudicate: options.plan.adjudicate,
        agreement: options.plan.agreement,
        allow: options.plan.allow.clone(),
        trust_queries: options.plan.trust_queries,
        anchor: options.plan.anchor.clone(),
        databases: servers.iter().map(Target::address).collect(),
    };
    if let Some((name, _)) = &plan.anchor
        && plan.entrant(name).is_none()
    {
        return Err(nobody("--anchor", name, &plan));
    }
    plan.schedule().map_err(usage)?;
    Ok(plan)
}

/// As many pairs as there are openings, where those are a list.
fn every_opening(source: &Source, setup: &GameSetup, seed: u64) -> anyhow::Result<Option<u64>> {
    if *source == Source::None {
        return Ok(None);
    }
    let openings = othello_arena::contest::Openings::new(source, setup, seed).map_err(usage)?;
    Ok(openings.count().map(|count| count as u64))
}

/// An option names somebody who does not take part.
pub fn nobody(option: &str, name: &str, plan: &Plan) -> anyhow::Error {
    let names = plan.names().join(", ");
    usage(format!("{option} {name}: no such player takes part; these do: {names}"))
}
