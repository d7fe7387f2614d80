//! The ladder's own types as messages, with nothing in them that the one who asks may not see.

use std::collections::BTreeMap;

use othello_arena::contest::InPlay;
use othello_ladder::{
    Comparison, ComparisonOutcome, Content, FinalPlace, Finals, Ladder, LadderGame, LessonStep,
    Moment, Person, PersonId, Phase, Purpose, Standing, State, Verdict, Version, VersionId,
};
use othello_players::share::CodeForm;
use othello_rules::Colour;
use othello_store::Ending;

use crate::games::stones;
use crate::protocol::{
    self, LadderComparison, LadderFinal, LadderFinalPlace, LadderForm, LadderOutcome, LadderPhase,
    LadderPlace, LadderVerdict, Learner, Stones,
};

/// So many of the latest games are shown.
const LATEST: usize = 30;
/// So many of somebody's comparisons.
const COMPARISONS: usize = 5;

/// The ladder as everybody sees it.
pub(super) fn ladder_shown(
    ladder: &Ladder,
    example: Option<String>,
    boards: Vec<InPlay>,
) -> protocol::Ladder {
    let state = ladder.state();
    let table = state.table();
    let guests = || state.people.values().filter(|person| !person.boss && !person.removed);
    let has_none = |person: &&Person| state.playing_version(person.id).is_none();
    protocol::Ladder {
        title: state.rules.title.clone(),
        game: state.rules.game.clone(),
        size: state.rules.size,
        example: example.unwrap_or_default(),
        phase: phase(state, Moment::now()),
        starts: state.schedule.starts.map(|moment| moment.0),
        ends: state.schedule.ends.map(|moment| moment.0),
        now: Moment::now().0,
        move_ms: u64::try_from(state.rules.per_move.as_millis()).unwrap_or(u64::MAX),
        allows_code: state.rules.allows_code,
        largest_upload: ladder.largest_upload(),
        people: guests().count(),
        games: state.games,
        waiting: ladder.waiting(),
        table: ranked(state, &table),
        newcomers: guests().filter(has_none).map(|person| person.name.to_string()).collect(),
        latest: state
            .latest
            .iter()
            .rev()
            .take(LATEST)
            .map(|game| game_shown(state, game, false))
            .collect(),
        boards: boards.into_iter().map(protocol::ContestBoard::from).collect(),
        disc: disc(ladder),
        final_round: state.finals.as_ref().map(|finals| final_shown(state, finals)),
    }
}

impl protocol::Ladder {
    /// The same at any time: what the clock says is no news.
    pub(super) fn without_clock(&self) -> protocol::Ladder {
        protocol::Ladder { now: 0, ..self.clone() }
    }
}

/// The version of which newcomers see how a query is written: that of the first of the host's own.
pub(super) fn example(ladder: &Ladder) -> Option<VersionId> {
    let first = ladder.state().people.values().find(|person| person.boss)?;
    ladder.state().playing_version(first.id).map(|version| version.id)
}

/// How stones are drawn.
pub(super) fn disc(ladder: &Ladder) -> Stones {
    ladder.setup().map_or(Stones::Disc, |setup| stones(&setup))
}

fn phase(state: &State, now: Moment) -> LadderPhase {
    match state.phase {
        Phase::Before => LadderPhase::Before,
        Phase::Open if state.is_closing(now) => LadderPhase::Closing,
        Phase::Open => LadderPhase::Open,
        Phase::Final => LadderPhase::Final,
        Phase::Over => LadderPhase::Over,
    }
}

fn ranked(state: &State, table: &[Standing]) -> Vec<LadderPlace> {
    let place = |(at, standing): (usize, &Standing)| {
        let (person, version) =
            (state.people.get(&standing.person)?, state.versions.get(&standing.version)?);
        let tally = &version.tally;
        Some(LadderPlace {
            rank: (tally.games() > 0).then_some(at + 1),
            person: person.id.0,
            name: person.name.to_string(),
            boss: person.boss,
            rating: standing.rating.round(),
            error: standing.error.round(),
            version: version.id.0,
            number: version.number,
            games: tally.games(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            forfeits: tally.forfeits.values().sum(),
            badges: state.badges.get(&person.id).cloned().unwrap_or_default(),
        })
    };
    table.iter().enumerate().filter_map(place).collect()
}

/// The final, without those who were taken out of the table: the others stand as if they were not there.
fn final_shown(state: &State, finals: &Finals) -> LadderFinal {
    let (played, planned) = finals.progress();
    let is_here = |place: &FinalPlace| {
        let author = state.versions.get(&place.version).map(|version| version.person);
        let author = author.and_then(|person| state.people.get(&person));
        author.is_some_and(|person| !person.removed)
    };
    let here: Vec<_> = finals.places().into_iter().filter(is_here).collect();
    let place = |&FinalPlace { rank, version, half_points, byes }: &FinalPlace| {
        let side = side(state, version);
        let rank = 1 + here.iter().filter(|other| other.rank < rank).count();
        let points = half_points as f64 / 2.0;
        LadderFinalPlace { rank, person: side.person, name: side.name, points, byes }
    };
    LadderFinal { played, planned, places: here.iter().map(place).collect() }
}

/// A game; `own` says that the one who asks may see what was wrong with a query.
pub(super) fn game_shown(state: &State, game: &LadderGame, own: bool) -> protocol::LadderGame {
    let played = &game.played;
    let (fault, reason) = match &played.ending {
        Ending::Forfeit { word, reason, .. } => (Some(word.clone()), Some(reason.clone())),
        Ending::Played { .. } | Ending::Void { .. } => (None, None),
    };
    protocol::LadderGame {
        id: game.id.0,
        black: side(state, played.pairing.players.black),
        white: side(state, played.pairing.players.white),
        points: f64::from(played.half_points(Colour::Black)) / 2.0,
        discs: vec![played.discs.black, played.discs.white],
        fault,
        reason: reason.filter(|_| own),
        in_final: played.pairing.pair.purpose == Purpose::Final,
        began: played.began.0,
    }
}

/// Whose query was at fault in a game.
pub(super) fn at_fault(game: &LadderGame) -> Option<VersionId> {
    match &game.played.ending {
        Ending::Forfeit { by, .. } => Some(game.played.pairing.players[*by]),
        Ending::Played { .. } | Ending::Void { .. } => None,
    }
}

/// A version as a side of a game.
pub(super) fn side(state: &State, version: VersionId) -> protocol::LadderSide {
    let known = state.versions.get(&version);
    let person = known.and_then(|version| state.people.get(&version.person));
    protocol::LadderSide {
        person: person.map_or(0, |person| person.id.0),
        name: person.map_or_else(|| "somebody".to_owned(), |person| person.name.to_string()),
        version: version.0,
        number: known.map_or(0, |version| version.number),
    }
}

/// Somebody with all versions; `own` says that it is they who ask.
pub(super) fn person_shown(state: &State, person: &Person, own: bool) -> protocol::LadderPerson {
    let versions = state.versions_of(person.id).rev();
    protocol::LadderPerson {
        id: person.id.0,
        name: person.name.to_string(),
        boss: person.boss,
        muted: person.muted,
        removed: person.removed,
        badges: state.badges.get(&person.id).cloned().unwrap_or_default(),
        versions: versions.map(|version| version_shown(state, version, own)).collect(),
        comparisons: if own { comparisons_shown(state, person.id) } else { Vec::new() },
    }
}

/// How far those are with the lessons who take part and have begun them.
pub(super) fn learners_shown(state: &State) -> Vec<Learner> {
    let learner = |(id, steps): (&PersonId, &BTreeMap<String, LessonStep>)| {
        let person = state.people.get(id).filter(|person| !person.removed)?;
        let (at, step) = steps.iter().max_by_key(|(_, step)| step.last)?;
        let passed = steps.iter().filter(|(_, step)| step.passed);
        Some(Learner {
            person: id.0,
            name: person.name.to_string(),
            passed: passed.map(|(name, _)| name.clone()).collect(),
            at: at.clone(),
            tries: step.tries,
            hints: step.hints,
            last: step.last.0,
        })
    };
    state.lessons.iter().filter_map(learner).collect()
}

fn comparisons_shown(state: &State, person: PersonId) -> Vec<LadderComparison> {
    let all = state.comparisons.values().rev().filter(|one| one.person == person);
    all.take(COMPARISONS).map(|one| comparison_shown(state, one)).collect()
}

/// A comparison, for the one who asked for it.
pub(super) fn comparison_shown(state: &State, comparison: &Comparison) -> LadderComparison {
    let number = |version| state.versions.get(&version).map_or(0, |version| version.number);
    LadderComparison {
        id: comparison.id.0,
        tried: number(comparison.tried),
        against: number(comparison.against),
        began: comparison.began.0,
        wins: comparison.score.wins,
        draws: comparison.score.draws,
        losses: comparison.score.losses,
        outcome: comparison.outcome.map(|outcome| match outcome {
            ComparisonOutcome::Stronger => LadderOutcome::Stronger,
            ComparisonOutcome::NoGain => LadderOutcome::NoGain,
            ComparisonOutcome::Unclear => LadderOutcome::Unclear,
            ComparisonOutcome::Stopped => LadderOutcome::Stopped,
            ComparisonOutcome::Failed => LadderOutcome::Failed,
        }),
    }
}

fn form(content: &Content) -> LadderForm {
    match content {
        Content::Query => LadderForm::Query,
        Content::Installed(_) => LadderForm::Installed,
        Content::Code(CodeForm::Pack) => LadderForm::Pack,
        Content::Code(CodeForm::Library) => LadderForm::Library,
        Content::Code(CodeForm::Program) => LadderForm::Program,
    }
}

/// A version; `own` says that its author asks.
pub(super) fn version_shown(
    state: &State,
    version: &Version,
    own: bool,
) -> protocol::LadderVersion {
    let public = state.is_public(version);
    let (verdict, words) = match &version.verdict {
        Verdict::Waiting => (LadderVerdict::Waiting, ""),
        Verdict::Refused(why) => (LadderVerdict::Refused, why.as_str()),
        Verdict::Accepted(remarks) => (LadderVerdict::Accepted, remarks.as_str()),
    };
    let rating = state.rating(version.id);
    let faults = version.tally.forfeits.iter();
    protocol::LadderVersion {
        id: version.id.0,
        number: version.number,
        submitted: version.submitted.0,
        form: form(&version.content),
        size: Some(version.room.sent).filter(|&size| size > 0 && version.content.is_code()),
        verdict,
        words: (own || public).then(|| words.to_owned()),
        rating: rating.map(|(rating, _)| rating.round()),
        error: rating.map(|(_, error)| error.round()),
        wins: version.tally.wins,
        draws: version.tally.draws,
        losses: version.tally.losses,
        faults: faults
            .map(|(reason, &games)| protocol::LadderFault { reason: reason.clone(), games })
            .collect(),
        public,
    }
}
