//! The Bradley-Terry model: the chance of a point against somebody is logistic in the difference of two strengths.
//! Here are its likelihood and the strengths that make it greatest. What the games are worth as evidence, and how
//! far the strengths may be off, is decided elsewhere.

use std::collections::BTreeMap;

/// A drawn game between each two that met, of so little weight that no figure shows it: it keeps the strength finite
/// of whoever won everything.
const VIRTUAL_DRAW: f64 = 0.01;
/// The most that a strength is moved at once. Far from the peak the likelihood is no parabola.
const MOST_STEP: f64 = 2.0;
/// After a step as small as this the next one would be as small as its square.
const STILL: f64 = 1e-5;
/// How exactly a step is worked out: by this share of its squared length.
const EXACTNESS: f64 = 1e-12;
const MOST_STEPS: usize = 500;

/// All games between two players.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Meeting {
    pub first: usize,
    pub second: usize,
    pub games: f64,
    /// The first one's points.
    pub points: f64,
}

/// The games between all players.
#[derive(Clone, Debug)]
pub(super) struct BradleyTerry {
    players: usize,
    meetings: Vec<Meeting>,
}

/// Strengths, and the logarithm of the likelihood that they give the games.
#[derive(Clone, Debug)]
pub(super) struct Fit {
    pub strengths: Vec<f64>,
    /// How fast the slope falls with each strength.
    pub curvature: Vec<f64>,
    pub log_likelihood: f64,
}

/// How the likelihood changes with the strengths: its slope for each, and its curvature, which each meeting has a
/// part in.
struct Slope {
    gradient: Vec<f64>,
    curvatures: Vec<f64>,
    log_likelihood: f64,
}

/// The score that a difference in strength promises.
pub(super) fn score(difference: f64) -> f64 {
    1.0 / (1.0 + (-difference).exp())
}

impl BradleyTerry {
    /// Of games that may come in parts, such as by their results.
    pub fn new(players: usize, parts: impl Iterator<Item = Meeting>) -> BradleyTerry {
        let mut meetings: BTreeMap<(usize, usize), Meeting> = BTreeMap::new();
        for Meeting { first, second, games, points } in parts {
            let (low, high) = (first.min(second), first.max(second));
            let fresh = Meeting { first: low, second: high, games: 0.0, points: 0.0 };
            let meeting = meetings.entry((low, high)).or_insert(fresh);
            meeting.games += games;
            meeting.points += if first == low { points } else { games - points };
        }
        BradleyTerry { players, meetings: meetings.into_values().collect() }
    }

    /// One more player, whom nobody has met.
    pub(crate) fn add_player(&mut self) -> usize {
        self.players += 1;
        self.players - 1
    }

    /// One more meeting, of two that have not met before; gives its place.
    pub(crate) fn add_meeting(&mut self, meeting: Meeting) -> usize {
        self.meetings.push(meeting);
        self.meetings.len() - 1
    }

    /// What has been played.
    pub(crate) fn meetings(&self) -> &[Meeting] {
        &self.meetings
    }

    /// All meetings, to be counted on.
    pub(crate) fn meetings_mut(&mut self) -> &mut [Meeting] {
        &mut self.meetings
    }

    /// How much each meeting says of the difference between its two, in the order of the meetings.
    pub(crate) fn information(
        &self,
        strengths: &[f64],
    ) -> impl Iterator<Item = (usize, usize, f64)> {
        self.meetings.iter().map(|meeting| {
            let expected = score(strengths[meeting.first] - strengths[meeting.second]);
            let games = meeting.games + VIRTUAL_DRAW;
            (meeting.first, meeting.second, games * expected * (1.0 - expected))
        })
    }

    /// The same with a part of a game more that somebody won.
    pub(crate) fn with_win(&self, winner: usize, loser: usize, games: f64) -> BradleyTerry {
        let mut model = self.clone();
        let between = |meeting: &&mut Meeting| {
            [meeting.first, meeting.second].iter().all(|player| [winner, loser].contains(player))
        };
        match model.meetings.iter_mut().find(between) {
            Some(meeting) => {
                meeting.games += games;
                meeting.points += if meeting.first == winner { games } else { 0.0 };
            }
            None => {
                model.meetings.push(Meeting { first: winner, second: loser, games, points: games });
            }
        }
        model
    }

    /// The same if one player had won all of its games, and another had lost all.
    pub(crate) fn with_sweep(&self, winner: usize, loser: usize) -> BradleyTerry {
        let swept = |meeting: &Meeting| {
            let Meeting { first, second, games, points } = *meeting;
            let won = first == winner || second == loser;
            let lost = second == winner || first == loser;
            Meeting {
                points: if won {
                    games
                } else if lost {
                    0.0
                } else {
                    points
                },
                ..*meeting
            }
        };
        BradleyTerry { players: self.players, meetings: self.meetings.iter().map(swept).collect() }
    }

    /// How surprising it would be if a player had lost all of its games: the logarithm of the chance, without its sign.
    pub(crate) fn surprise_of_losing_all(&self, player: usize, strengths: &[f64]) -> f64 {
        let its = self
            .meetings
            .iter()
            .filter(|meeting| meeting.first == player || meeting.second == player);
        let surprise = |meeting: &Meeting| {
            let other = if meeting.first == player { meeting.second } else { meeting.first };
            -meeting.games * score(strengths[other] - strengths[player]).ln()
        };
        its.map(surprise).sum()
    }

    /// Whether a chain of points leads from one player to another, each scored by the one before against the next:
    /// without any, the first may be weaker than the second by as much as you like.
    pub(crate) fn has_scored(&self, from: usize, to: usize) -> bool {
        let mut reached = vec![false; self.players];
        reached[from] = true;
        let mut grows = true;
        while grows && !reached[to] {
            grows = false;
            for meeting in &self.meetings {
                let (first, second) = (meeting.first, meeting.second);
                let (by_first, by_second) = (meeting.points > 0.0, meeting.points < meeting.games);
                if reached[first] && by_first && !reached[second] {
                    (reached[second], grows) = (true, true);
                }
                if reached[second] && by_second && !reached[first] {
                    (reached[first], grows) = (true, true);
                }
            }
        }
        reached[to]
    }

    /// The strengths that make the likelihood greatest, from somewhere near; those of `held` players stay as
    /// they are. Newton's method, which the one peak of the likelihood makes safe.
    pub fn fit(&self, mut strengths: Vec<f64>, held: &[usize]) -> Fit {
        let mut slope = self.slope(&strengths, held);
        for _ in 0..MOST_STEPS {
            let step = self.newton_step(&slope, held);
            let most = step.iter().fold(0.0, |most: f64, part| most.max(part.abs()));
            let mut reach = if most > MOST_STEP { MOST_STEP / most } else { 1.0 };
            loop {
                let mut moved = strengths.clone();
                add(&mut moved, reach, &step);
                let there = self.slope(&moved, held);
                // Close to the peak, rounding hides what a step gains.
                if there.log_likelihood >= slope.log_likelihood || reach * most < STILL {
                    (strengths, slope) = (moved, there);
                    break;
                }
                reach /= 2.0;
            }
            if most < STILL {
                break;
            }
        }
        let curvature = self.times(&slope.curvatures, None);
        Fit { strengths, curvature, log_likelihood: slope.log_likelihood }
    }

    fn slope(&self, strengths: &[f64], held: &[usize]) -> Slope {
        let mut gradient = vec![0.0; self.players];
        let mut curvatures = Vec::with_capacity(self.meetings.len());
        let mut log_likelihood = 0.0;
        for meeting in &self.meetings {
            let games = meeting.games + VIRTUAL_DRAW;
            let points = meeting.points + VIRTUAL_DRAW / 2.0;
            let difference = strengths[meeting.first] - strengths[meeting.second];
            // The logarithm of the likelier result's chance is the more exact one.
            let surprise = (-difference.abs()).exp();
            let likelier = 1.0 / (1.0 + surprise);
            let (expected, upset) = if difference > 0.0 {
                (likelier, games - points)
            } else {
                (1.0 - likelier, points)
            };
            log_likelihood -= games * surprise.ln_1p() + upset * difference.abs();
            let excess = points - games * expected;
            gradient[meeting.first] += excess;
            gradient[meeting.second] -= excess;
            curvatures.push(games * likelier * likelier * surprise);
        }
        for &player in held {
            gradient[player] = 0.0;
        }
        Slope { gradient, curvatures, log_likelihood }
    }

    /// Where the parabola that fits here has its peak, by conjugate gradients.
    fn newton_step(&self, slope: &Slope, held: &[usize]) -> Vec<f64> {
        let diagonal = self.times(&slope.curvatures, None);
        let scaled = |residue: &[f64]| -> Vec<f64> {
            let parts = residue.iter().zip(&diagonal);
            parts.map(|(part, scale)| if *scale > 0.0 { part / scale } else { 0.0 }).collect()
        };
        let mut step = vec![0.0; self.players];
        let mut residue = slope.gradient.clone();
        let mut direction = scaled(&residue);
        let mut length = dot(&residue, &direction);
        let enough = EXACTNESS * length;
        for _ in 0..4 * self.players {
            if length <= enough {
                break;
            }
            let mut image = self.times(&slope.curvatures, Some(&direction));
            for &player in held {
                image[player] = 0.0;
            }
            let reach = length / dot(&direction, &image);
            add(&mut step, reach, &direction);
            add(&mut residue, -reach, &image);
            let next = scaled(&residue);
            let grown = dot(&residue, &next);
            let kept = grown / length;
            length = grown;
            direction = next.iter().zip(&direction).map(|(new, old)| new + kept * old).collect();
        }
        step
    }

    /// The curvature in a direction, or its diagonal.
    fn times(&self, curvatures: &[f64], direction: Option<&[f64]>) -> Vec<f64> {
        let mut image = vec![0.0; self.players];
        for (meeting, curvature) in self.meetings.iter().zip(curvatures) {
            let (first, second) = (meeting.first, meeting.second);
            match direction {
                Some(direction) => {
                    let part = curvature * (direction[first] - direction[second]);
                    image[first] += part;
                    image[second] -= part;
                }
                None => {
                    image[first] += curvature;
                    image[second] += curvature;
                }
            }
        }
        image
    }
}

fn dot(one: &[f64], other: &[f64]) -> f64 {
    one.iter().zip(other).map(|(a, b)| a * b).sum()
}

/// Adds a multiple of another vector.
fn add(to: &mut [f64], reach: f64, direction: &[f64]) {
    to.iter_mut().zip(direction).for_each(|(to, part)| *to += reach * part);
}
