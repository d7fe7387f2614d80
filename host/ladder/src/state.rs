//! All that the ladder knows at a moment, in memory: what its file says, counted up. It is changed by the ladder
//! alone, after the file.

use std::collections::{BTreeMap, HashMap, VecDeque};

use othello_arena::ratings::LiveRatings;
use othello_rules::{ByColour, Colour};

use crate::comparison::{Comparison, ComparisonId};
use crate::finals::Finals;
use crate::game::{LadderGame, PairId, Pairing, PlayedGame, Purpose};
use crate::lesson::LessonStep;
use crate::moment::Moment;
use crate::person::{KeyHash, Person, PersonId};
use crate::rules::{Phase, Rules, Schedule, StandsWith};
use crate::version::{Content, Version, VersionId};
use crate::versions::Versions;

/// So many of the latest games are remembered.
pub(crate) const LATEST: u32 = 60;
/// The rating of the first of the host's own players, or of the middle of the scale where there is none.
const FIRST_BOSS: f64 = 1000.0;

/// A fact about somebody, such as `first win`.
pub type Badge = String;

/// All that the ladder knows at a moment.
#[derive(Clone, Debug)]
pub struct State {
    /// What is played by.
    pub rules: Rules,
    /// Where the event is in its course.
    pub phase: Phase,
    /// When it begins and ends.
    pub schedule: Schedule,
    /// What lets people join.
    pub code: String,
    /// What is kept of the organiser's key.
    pub(crate) organiser: KeyHash,
    /// Everybody.
    pub people: BTreeMap<PersonId, Person>,
    /// Everything that was submitted.
    pub versions: Versions,
    /// Versions that play each other for their authors.
    pub comparisons: BTreeMap<ComparisonId, Comparison>,
    /// How far people are with the lessons, by their names.
    pub lessons: BTreeMap<PersonId, BTreeMap<String, LessonStep>>,
    /// How many bytes the queries have together that are kept for lessons.
    pub(crate) tried_bytes: u64,
    /// How many games have a result.
    pub games: u64,
    /// How many pairs of rated games were begun.
    pub(crate) pairs: u64,
    /// Of pairs of which one game is played the other one, as long as it can be: who has sent another version since plays
    /// no more with the one before.
    pub(crate) half_played: BTreeMap<PairId, Pairing>,
    /// What people earned, in its order.
    pub badges: BTreeMap<PersonId, Vec<Badge>>,
    /// The final, once it is begun.
    pub finals: Option<Finals>,
    /// The latest games, the newest last.
    pub latest: VecDeque<LadderGame>,
    /// How strong everybody is.
    pub(crate) ratings: LiveRatings,
    /// The number of each accepted version in the ratings.
    pub(crate) rated: HashMap<VersionId, usize>,
}

/// Ratings follow from the games, and whoever fits them anew comes as near as makes no difference.
impl PartialEq for State {
    fn eq(&self, other: &State) -> bool {
        self.rules == other.rules
            && self.phase == other.phase
            && self.schedule == other.schedule
            && self.code == other.code
            && self.organiser == other.organiser
            && self.people == other.people
            && self.versions == other.versions
            && self.comparisons == other.comparisons
            && self.lessons == other.lessons
            && self.tried_bytes == other.tried_bytes
            && self.games == other.games
            && self.half_played == other.half_played
            && self.badges == other.badges
            && self.finals == other.finals
            && self.latest == other.latest
    }
}

/// Somebody's place in the table.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Standing {
    /// Who.
    pub person: PersonId,
    /// With which version.
    pub version: VersionId,
    /// Its rating in Elo.
    pub rating: f64,
    /// The standard error of it.
    pub error: f64,
}

impl State {
    /// A ladder on which nothing has happened.
    pub(crate) fn new(
        rules: Rules,
        schedule: Schedule,
        phase: Phase,
        code: String,
        organiser: KeyHash,
    ) -> State {
        State {
            rules,
            phase,
            schedule,
            code,
            organiser,
            people: BTreeMap::new(),
            versions: Versions::default(),
            comparisons: BTreeMap::new(),
            lessons: BTreeMap::new(),
            tried_bytes: 0,
            games: 0,
            pairs: 0,
            half_played: BTreeMap::new(),
            badges: BTreeMap::new(),
            finals: None,
            latest: VecDeque::new(),
            ratings: LiveRatings::default(),
            rated: HashMap::new(),
        }
    }

    /// Whether the time is up and the event still open: what came in time is being checked, and nothing else is taken in.
    #[must_use]
    pub fn is_closing(&self, now: Moment) -> bool {
        self.phase == Phase::Open && self.schedule.ends.is_some_and(|ends| ends <= now)
    }

    /// All versions of a person, the first first.
    pub fn versions_of(&self, person: PersonId) -> impl DoubleEndedIterator<Item = &Version> {
        self.versions.of(person)
    }

    /// The version with which somebody plays: the last one that was accepted.
    #[must_use]
    pub fn playing_version(&self, person: PersonId) -> Option<&Version> {
        self.versions.playing(person)
    }

    /// The version with which somebody stands in the table, where they have one that has played.
    #[must_use]
    pub fn standing_version(&self, person: PersonId) -> Option<&Version> {
        let accepted = || self.versions_of(person).filter(|version| version.is_accepted());
        match self.rules.stands_with {
            StandsWith::Last => accepted().next_back(),
            StandsWith::Best => {
                let played = accepted().filter(|version| version.tally.games() > 0);
                let rating = |version: &&Version| self.rating(version.id).map_or(0.0, |it| it.0);
                played
                    .max_by(|one, other| rating(one).total_cmp(&rating(other)))
                    .or_else(|| accepted().next_back())
            }
        }
    }

    /// The rating of a version in Elo with its standard error, once it is accepted.
    #[must_use]
    pub fn rating(&self, version: VersionId) -> Option<(f64, f64)> {
        let player = *self.rated.get(&version)?;
        let (rating, error) = (self.ratings.rating(player), self.ratings.error(player));
        Some((FIRST_BOSS + rating - self.zero(), error))
    }

    /// What the scale is counted from.
    fn zero(&self) -> f64 {
        let first = self.people.values().find(|person| person.boss);
        let version = first.and_then(|boss| self.playing_version(boss.id));
        let player = version.and_then(|version| self.rated.get(&version.id));
        player.map_or(0.0, |&player| self.ratings.rating(player))
    }

    /// Everybody who is there and has an accepted version: those who have played by their ratings, then the others.
    #[must_use]
    pub fn table(&self) -> Vec<Standing> {
        let mut table: Vec<(bool, Standing)> = Vec::new();
        for person in self.people.values().filter(|person| !person.removed) {
            let Some(version) = self.standing_version(person.id) else { continue };
            let Some((rating, error)) = self.rating(version.id) else { continue };
            let standing = Standing { person: person.id, version: version.id, rating, error };
            table.push((version.tally.games() == 0, standing));
        }
        table.sort_by(|one, other| {
            one.0.cmp(&other.0).then(other.1.rating.total_cmp(&one.1.rating))
        });
        table.into_iter().map(|(_, standing)| standing).collect()
    }

    /// Whether everybody may see what a version is made of.
    #[must_use]
    pub fn is_public(&self, version: &Version) -> bool {
        let is_boss = self.people.get(&version.person).is_some_and(|person| person.boss);
        version.revealed || self.phase == Phase::Over || is_boss
    }

    /// Takes a version in that was accepted.
    pub(crate) fn rate(&mut self, version: VersionId) {
        let player = self.ratings.add_player();
        self.rated.insert(version, player);
        let (versions, halves) = (&self.versions, &mut self.half_played);
        halves.retain(|_, pairing| may_be_played(versions, pairing));
    }

    /// The other game of its pair is played, and this one is to be as well.
    fn wait_for(&mut self, pairing: Pairing) {
        if may_be_played(&self.versions, &pairing) {
            self.half_played.insert(pairing.pair, pairing);
        }
    }

    /// Counts a game; what it says of ratings is counted with others.
    pub(crate) fn count(&mut self, game: LadderGame) {
        let played = &game.played;
        let pairing = played.pairing;
        self.games += 1;
        if pairing.pair.purpose == Purpose::Rated {
            for (side, version) in
                [(Colour::Black, pairing.players.black), (Colour::White, pairing.players.white)]
            {
                if let Some(version) = self.versions.get_mut(version) {
                    let points = played.half_points(side);
                    version.tally.count(points, played.fault(side), played.took_ms);
                }
            }
            self.pairs = self.pairs.max(pairing.pair.number + 1);
        }
        if self.half_played.remove(&pairing.pair).is_none() {
            self.wait_for(pairing.other_half());
        }
        if let (Some(finals), Purpose::Final) = (&mut self.finals, pairing.pair.purpose) {
            finals.count(played);
        }
        self.latest.push_back(game);
        if self.latest.len() > LATEST as usize {
            self.latest.pop_front();
        }
    }

    /// Takes back that a game was counted, but for what the latest ones and the final say of it.
    pub(crate) fn uncount(&mut self, played: &PlayedGame) {
        let pairing = played.pairing;
        self.games -= 1;
        if pairing.pair.purpose == Purpose::Rated {
            let ByColour { black, white } = pairing.players;
            for (side, version) in [(Colour::Black, black), (Colour::White, white)] {
                if let Some(version) = self.versions.get_mut(version) {
                    let points = played.half_points(side);
                    version.tally.uncount(points, played.fault(side), played.took_ms);
                }
            }
            if let (Some(&first), Some(&second)) = (self.rated.get(&black), self.rated.get(&white))
                && first != second
            {
                let points = f64::from(played.half_points(Colour::Black)) / 2.0;
                self.ratings.take_game(first, second, points);
            }
        }
        // Where the other one of its pair is there, it is to be played again itself.
        if self.half_played.remove(&pairing.pair).is_none() {
            self.wait_for(pairing);
        }
    }

    /// Tells the ratings of games between two: points of the first in halves.
    pub(crate) fn tell_ratings(
        &mut self,
        first: VersionId,
        second: VersionId,
        games: u32,
        half_points: u64,
    ) {
        if let (Some(&first), Some(&second)) = (self.rated.get(&first), self.rated.get(&second))
            && first != second
        {
            self.ratings.add_games(first, second, games, half_points as f64 / 2.0);
        }
    }

    /// Whether a version can play now: its author is there, and has sent no later one.
    pub(crate) fn can_play(&self, version: VersionId) -> bool {
        self.versions.get(&version).is_some_and(|one| {
            let here = self.people.get(&one.person).is_some_and(|person| !person.removed);
            here && self.playing_version(one.person).is_some_and(|last| last.id == version)
        })
    }

    /// How the command line names a version that is a player of this machine.
    #[must_use]
    pub fn installed(&self, version: VersionId) -> Option<&str> {
        match &self.versions.get(&version)?.content {
            Content::Installed(spec) => Some(spec),
            Content::Query | Content::Code(_) => None,
        }
    }
}

/// Whether a game may still be played, now or when somebody is let in again: of rated ones those between versions that
/// no later ones have followed.
fn may_be_played(versions: &Versions, pairing: &Pairing) -> bool {
    let is_last = |version: &VersionId| {
        let author = versions.get(version).map(|version| version.person);
        let last = author.and_then(|person| versions.playing(person));
        last.is_some_and(|last| last.id == *version)
    };
    pairing.pair.purpose == Purpose::Final || pairing.players.as_ref().into_iter().all(is_last)
}
