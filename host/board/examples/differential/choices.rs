//! Random choices that can be played again and made smaller: everything random is a sequence of small choices, and a
//! shorter or lower sequence makes a simpler case.

/// Where choices come from.
pub struct Choices {
    made: Vec<u32>,
    at: usize,
    fresh: Option<u64>,
}

impl Choices {
    /// New ones, drawn from a seed.
    pub fn drawn(seed: u64) -> Choices {
        Choices { made: Vec::new(), at: 0, fresh: Some(seed ^ 0x9E37_79B9_7F4A_7C15) }
    }

    /// The same as before; the simplest ones after their end.
    pub fn again(made: &[u32]) -> Choices {
        Choices { made: made.to_vec(), at: 0, fresh: None }
    }

    /// All that were made.
    pub fn made(&self) -> &[u32] {
        &self.made[..self.at]
    }

    /// One of `count` possibilities; the first is the simplest.
    pub fn pick(&mut self, count: usize) -> usize {
        if self.at == self.made.len() {
            let next = self.next();
            self.made.push(next);
        }
        let choice = self.made[self.at] as usize % count.max(1);
        self.made[self.at] = choice as u32;
        self.at += 1;
        choice
    }

    /// One of these; the first is the simplest.
    pub fn one<'a>(&mut self, of: &[&'a str]) -> &'a str {
        of[self.pick(of.len())]
    }

    /// True once in `times`.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.pick(times) == times - 1
    }

    fn next(&mut self) -> u32 {
        let Some(state) = &mut self.fresh else {
            return 0;
        };
        // SplitMix64.
        *state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = *state;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (mixed >> 33) as u32
    }
}

/// Makes a sequence of choices as short and as low as possible while `still` holds of it, trying no more than
/// `tries` others.
pub fn shrink(made: &[u32], tries: usize, mut still: impl FnMut(&[u32]) -> bool) -> Vec<u32> {
    let mut best = made.to_vec();
    let mut left = tries;
    let mut improved = true;
    while improved && left > 0 {
        improved = false;
        for candidate in smaller(&best) {
            if left == 0 {
                break;
            }
            left -= 1;
            if still(&candidate) {
                best = candidate;
                improved = true;
                break;
            }
        }
    }
    best
}

/// Sequences that are simpler than this one: the boldest first.
fn smaller(made: &[u32]) -> Vec<Vec<u32>> {
    let mut all = Vec::new();
    let mut block = (made.len() / 2).max(1);
    while block > 0 {
        for from in (0..made.len()).step_by(block) {
            let mut shorter = made.to_vec();
            shorter.drain(from..(from + block).min(made.len()));
            all.push(shorter);
        }
        block /= 2;
    }
    for at in 0..made.len() {
        for lower in [0, made[at] / 2, made[at].saturating_sub(1)] {
            if lower < made[at] {
                let mut simpler = made.to_vec();
                simpler[at] = lower;
                all.push(simpler);
            }
        }
    }
    all
}
