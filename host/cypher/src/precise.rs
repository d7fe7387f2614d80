//! exp, log, log10, sin, cos, tan, tanh and whole powers as the servers have them, which is to the nearest float nearly
//! always; sinh and cosh by the formulas that they use. All is computed in software, so that a seed gives the same game on
//! every machine.
//!
//! A number is a pair of floats here, of which the second is what the first lacks, so that there are about 106 bits. What
//! is asked for lies next to something in a table, which is made by series of pairs; from there it is so short a way that
//! what a float lacks of that is less than a hundred thousandth of the result's last place.

use std::f64::consts::{FRAC_PI_2, LN_2, LOG10_E};
use std::sync::LazyLock;

/// A sum of two floats, the second less than half of the first one's last place.
#[derive(Clone, Copy)]
struct Pair(f64, f64);

const ONE: Pair = Pair(1.0, 0.0);
const LOG10_E_REST: f64 = 1.098_319_650_216_765e-17;
const LN_2_REST: f64 = 2.319_046_813_846_299_6e-17;
const HALF_PI_REST: f64 = 6.123_233_995_736_766e-17;
const HALF_PI_LAST: f64 = -1.497_384_904_859_169e-33;

/// The pair of a float and a smaller one.
fn carried(a: f64, b: f64) -> Pair {
    let sum = a + b;
    Pair(sum, b - (sum - a))
}

fn sum(a: f64, b: f64) -> Pair {
    let sum = a + b;
    let of_b = sum - a;
    Pair(sum, (a - (sum - of_b)) + (b - of_b))
}

fn product(a: f64, b: f64) -> Pair {
    let product = a * b;
    Pair(product, libm::fma(a, b, -product))
}

impl Pair {
    fn plus(self, other: Pair) -> Pair {
        let Pair(high, low) = sum(self.0, other.0);
        carried(high, low + (self.1 + other.1))
    }

    fn times(self, other: Pair) -> Pair {
        let Pair(high, low) = product(self.0, other.0);
        carried(high, low + (self.0 * other.1 + self.1 * other.0))
    }

    fn over(self, other: Pair) -> Pair {
        let first = self.0 / other.0;
        let rest = self.plus(other.times(Pair(-first, 0.0)));
        carried(first, rest.0 / other.0)
    }

    fn negated(self) -> Pair {
        Pair(-self.0, -self.1)
    }

    fn rounded(self) -> f64 {
        self.0 + self.1
    }
}

/// Into so many parts what lies between the numbers of a table is divided.
const PARTS: f64 = 128.0;

/// The number of a table that is next to this one: its place, counted from zero, and how far it is from there.
fn nearest(x: Pair) -> (i32, Pair) {
    let place = (x.0 * PARTS).round();
    #[expect(clippy::cast_possible_truncation, reason = "tables are for small numbers")]
    (place as i32, carried(x.0 - place / PARTS, x.1))
}

/// `e ^ x` of the small numbers on both sides of zero.
static EXPONENTIALS: LazyLock<[Pair; 2 * HALF_LN_2 + 1]> = LazyLock::new(|| {
    std::array::from_fn(|place| {
        let x = Pair((place as f64 - HALF_LN_2 as f64) / PARTS, 0.0);
        let terms = (1..=22).rev().map(f64::from);
        terms.fold(ONE, |sum, n| ONE.plus(x.times(sum).over(Pair(n, 0.0))))
    })
});

/// Where half of the logarithm of two is in that table, rounded up.
const HALF_LN_2: usize = 45;

/// `e ^ x` of a middling number, as a number about one and a power of two.
fn exponential(x: f64) -> (Pair, i32) {
    let power = (x / LN_2).round();
    let rest = sum(x, 0.0).plus(product(-power, LN_2)).plus(product(-power, LN_2_REST));
    let (place, Pair(b, rest)) = nearest(rest);
    #[expect(clippy::cast_sign_loss, reason = "no further from zero than half of ln 2")]
    let near = EXPONENTIALS[(place + HALF_LN_2 as i32) as usize];
    // e^b without 1 + b.
    let beyond = b * b * (0.5 + b * (1.0 / 6.0 + b * (1.0 / 24.0 + b * (1.0 / 120.0 + b / 720.0))));
    let result = near.plus(near.times(Pair(b, rest + beyond)));
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a middling number's power of two is small"
    )]
    let power = power as i32;
    (result, power)
}

/// `e ^ x`.
pub(crate) fn exp(x: f64) -> f64 {
    // Where the result is no normal number, or x is no number.
    if x.is_nan() || x.abs() >= 700.0 {
        return libm::exp(x);
    }
    let (result, power) = exponential(x);
    libm::scalbn(result.rounded(), power)
}

/// The natural logarithm, as a pair where it is a middling number.
fn logarithm(x: f64) -> Result<Pair, f64> {
    let near = libm::log(x);
    if !x.is_normal() || near == 0.0 || !near.is_finite() {
        return Err(near);
    }
    // Newton's step: what x is more than e to the power of its logarithm.
    let (inverse, power) = exponential(-near);
    let error = Pair(libm::scalbn(x, power), 0.0).times(inverse).plus(Pair(-1.0, 0.0));
    Ok(Pair(near, 0.0).plus(error))
}

/// The natural logarithm.
pub(crate) fn log(x: f64) -> f64 {
    logarithm(x).map_or_else(|near| near, Pair::rounded)
}

/// The logarithm to the base of ten.
pub(crate) fn log10(x: f64) -> f64 {
    let ten = Pair(LOG10_E, LOG10_E_REST);
    logarithm(x).map_or_else(|_| libm::log10(x), |log| log.times(ten).rounded())
}

/// `x ^ y`; of whole numbers, as people write them, the nearest float.
pub(crate) fn power(x: f64, y: f64) -> f64 {
    /// Up to here a whole power is exact as it is.
    const EXACT: f64 = 9_007_199_254_740_992.0;
    /// Other whole numbers have no float so high.
    const HIGHEST: f64 = 1_100.0;
    let near = x.powf(y);
    let size = near.abs();
    let is_whole = x.fract() == 0.0 && y.fract() == 0.0 && y.abs() < HIGHEST;
    let is_exact = y >= 0.0 && size <= EXACT;
    // At the ends of what a float holds there is no room for what it lacks.
    if !is_whole || is_exact || !(1e-270..1e300).contains(&size) {
        return near;
    }
    let (mut result, mut factor) = (ONE, Pair(x, 0.0));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "below 1,100")]
    let mut left = y.abs() as u32;
    loop {
        if left % 2 == 1 {
            result = result.times(factor);
        }
        left /= 2;
        if left == 0 {
            break;
        }
        factor = factor.times(factor);
    }
    if y < 0.0 { ONE.over(result).rounded() } else { result.rounded() }
}

/// The angle within an eighth of a turn of a multiple of a quarter, and which multiple; `None` where that would not be
/// exact.
fn reduced(x: f64) -> Option<(Pair, i64)> {
    if !(1e-150..1e15).contains(&x.abs()) {
        return None;
    }
    let quarters = (x / FRAC_PI_2).round();
    let rest = sum(x, 0.0)
        .plus(product(-quarters, FRAC_PI_2))
        .plus(product(-quarters, HALF_PI_REST))
        .plus(product(-quarters, HALF_PI_LAST));
    #[expect(clippy::cast_possible_truncation, reason = "below 1e15")]
    let quarters = quarters as i64;
    Some((rest, quarters))
}

/// Sine and cosine of the angles up to an eighth of a turn.
static SINES: LazyLock<[(Pair, Pair); 102]> = LazyLock::new(|| {
    std::array::from_fn(|place| {
        let x = Pair(place as f64 / PARTS, 0.0);
        let square = x.times(x).negated();
        // Of both the terms differ by one factor.
        let series = |beside: f64| {
            (1..=13)
                .rev()
                .map(|n| f64::from(2 * n))
                .fold(ONE, |sum, n| ONE.plus(square.times(sum).over(Pair(n * (n + beside), 0.0))))
        };
        (series(1.0).times(x), series(-1.0))
    })
});

/// Sine or cosine of an angle of no more than an eighth of a turn.
fn of_small(x: Pair, is_sine: bool) -> Pair {
    let (place, b) = nearest(if x.0 < 0.0 { x.negated() } else { x });
    #[expect(clippy::cast_sign_loss, reason = "the angle is none below zero")]
    let (sine, cosine) = SINES[place as usize];
    let square = b.0 * b.0;
    // The sine of b without b, and its cosine without 1.
    let of_sine = b.0 * square * (-1.0 / 6.0 + square * (1.0 / 120.0 - square / 5040.0));
    let of_cosine = square * (-0.5 + square * (1.0 / 24.0 - square / 720.0));
    let sine_of_b = Pair(b.0, b.1 + of_sine);
    let by_cosine = |near: Pair| near.plus(product(near.0, of_cosine));
    if !is_sine {
        return by_cosine(cosine).plus(sine.times(sine_of_b).negated());
    }
    let result = by_cosine(sine).plus(cosine.times(sine_of_b));
    if x.0 < 0.0 { result.negated() } else { result }
}

/// The sine of an angle that is so many quarters of a turn further on.
fn turned(x: f64, further: i64) -> Option<Pair> {
    let (rest, quarters) = reduced(x)?;
    let quarters = (quarters + further).rem_euclid(4);
    let value = of_small(rest, quarters % 2 == 0);
    Some(if quarters < 2 { value } else { value.negated() })
}

pub(crate) fn sin(x: f64) -> f64 {
    turned(x, 0).map_or_else(|| libm::sin(x), Pair::rounded)
}

pub(crate) fn cos(x: f64) -> f64 {
    turned(x, 1).map_or_else(|| libm::cos(x), Pair::rounded)
}

pub(crate) fn tan(x: f64) -> f64 {
    let both = turned(x, 0).zip(turned(x, 1));
    both.map_or_else(|| libm::tan(x), |(sine, cosine)| sine.over(cosine).rounded())
}

/// From here on one half of `e ^ |x|` is all there is of the hyperbolic functions.
const FAR: f64 = 22.0;

pub(crate) fn sinh(x: f64) -> f64 {
    let (size, half) = (x.abs(), 0.5_f64.copysign(x));
    if size < FAR {
        let grown = libm::expm1(size);
        return match size {
            size if size < 1.0 => half * (2.0 * grown - grown * grown / (grown + 1.0)),
            _ => half * (grown + grown / (grown + 1.0)),
        };
    }
    half_exp(half, size)
}

pub(crate) fn cosh(x: f64) -> f64 {
    let size = x.abs();
    if size < 0.5 * LN_2 {
        let grown = libm::expm1(size);
        let all = 1.0 + grown;
        return 1.0 + grown * grown / (all + all);
    }
    if size < FAR {
        let grown = libm::exp(size);
        return 0.5 * grown + 0.5 / grown;
    }
    half_exp(0.5, size)
}

/// Half of `e ^ x` with a sign, which may be a number where the whole is none.
fn half_exp(half: f64, x: f64) -> f64 {
    if x < 709.78 {
        return half * libm::exp(x);
    }
    let root = libm::exp(0.5 * x);
    half * root * root
}

pub(crate) fn tanh(x: f64) -> f64 {
    let size = x.abs();
    if !(1e-5..FAR).contains(&size) {
        return if size >= FAR { 1.0_f64.copysign(x) } else { libm::tanh(x) };
    }
    let (grown, power) = exponential(2.0 * size);
    let grown = Pair(libm::scalbn(grown.0, power), libm::scalbn(grown.1, power));
    let of_size = grown.plus(Pair(-1.0, 0.0)).over(grown.plus(ONE));
    of_size.rounded().copysign(x)
}

/// No number of zero, and of numbers of which both functions are infinite.
pub(crate) fn coth(x: f64) -> f64 {
    match x {
        0.0 => f64::NAN,
        x if x.is_infinite() => x.signum(),
        x => cosh(x) / sinh(x),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_those_of_a_server() {
        // Neo4j 2026.08.1 on a processor with Java's own routines.
        assert_eq!(
            [1.0, 2.0, 3.7].map(exp),
            [std::f64::consts::E, 7.38905609893065, 40.4473043600674]
        );
        assert_eq!([2.0, 3.0, 7.7].map(log), [LN_2, 1.0986122886681098, 2.0412203288596382]);
        assert_eq!([1.0, 100.0].map(sin), [0.8414709848078965, -0.5063656411097588]);
        assert_eq!([1.0, 100.0].map(cos), [0.5403023058681398, 0.8623188722876839]);
        assert_eq!([1.0, 100.0].map(tan), [1.5574077246549023, -0.5872139151569291]);
        assert_eq!([5.0, 0.1, 20.0].map(coth), [1.0000908039820195, 10.033311132253989, 1.0]);
        assert_eq!([5.0, 0.5].map(tanh), [0.9999092042625951, 0.46211715726000974]);
        assert!(coth(1e10).is_nan());
    }

    #[test]
    fn powers_and_logarithms_of_ten_are_the_nearest_floats() {
        for exponent in -250_i32..=290 {
            let ten: f64 = format!("1e{exponent}").parse().expect("a float");
            assert_eq!(power(10.0, exponent.into()), ten);
            assert_eq!(log10(ten), exponent.into());
        }
        // Neo4j's, as above.
        assert_eq!([438.0, 5.995846392495585].map(log10), [2.6414741105040997, 0.7778504981345354]);
    }

    #[test]
    fn nothing_is_lost_at_the_edges() {
        assert_eq!(exp(0.0), 1.0);
        assert_eq!(exp(f64::NEG_INFINITY), 0.0);
        assert_eq!(exp(1000.0), f64::INFINITY);
        assert_eq!(log(1.0), 0.0);
        assert_eq!(log(0.0), f64::NEG_INFINITY);
        assert!(log(-1.0).is_nan() && exp(f64::NAN).is_nan() && sin(f64::INFINITY).is_nan());
        assert!([sin, tan, sinh, tanh].iter().all(|of| of(-0.0).to_bits() == (-0.0_f64).to_bits()));
        assert_eq!(sinh(711.0), f64::INFINITY);
        assert!(cosh(710.0).is_finite() && tanh(f64::NAN).is_nan());
    }
}
