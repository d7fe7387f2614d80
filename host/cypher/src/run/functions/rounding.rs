//! Rounding to decimal places as people do it on paper: on the shortest decimal digits that mean the float,
//! not on its binary value.

/// What becomes of the digits that are cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Away from zero.
    Up,
    /// Towards zero.
    Down,
    /// Towards positive infinity.
    Ceiling,
    /// Towards negative infinity.
    Floor,
    /// To the nearer one, ties away from zero.
    HalfUp,
    /// To the nearer one, ties towards zero.
    HalfDown,
    /// To the nearer one, ties to the even digit.
    HalfEven,
    /// Java's way of saying that nothing is to be cut off.
    Unnecessary,
}

impl Mode {
    /// The names of all modes.
    pub const NAMES: &str = "UP, DOWN, CEILING, FLOOR, HALF_UP, HALF_DOWN, HALF_EVEN";

    /// The mode of a name.
    pub fn of(name: &str) -> Option<Mode> {
        Some(match name {
            "UP" => Mode::Up,
            "DOWN" => Mode::Down,
            "CEILING" => Mode::Ceiling,
            "FLOOR" => Mode::Floor,
            "HALF_UP" => Mode::HalfUp,
            "HALF_DOWN" => Mode::HalfDown,
            "HALF_EVEN" => Mode::HalfEven,
            "UNNECESSARY" => Mode::Unnecessary,
            _ => return None,
        })
    }

    /// Whether the last kept digit grows by one, given the digits that are cut off (not all zero).
    fn grows(self, negative: bool, last_kept: u8, cut: &[u8]) -> bool {
        let half = cut[0].cmp(&5).then_with(|| cut[1..].iter().any(|digit| *digit > 0).cmp(&false));
        match self {
            Mode::Up => true,
            Mode::Down => false,
            Mode::Ceiling => !negative,
            Mode::Floor => negative,
            Mode::HalfUp => half.is_ge(),
            Mode::HalfDown => half.is_gt(),
            Mode::Unnecessary => false,
            Mode::HalfEven => half.is_gt() || (half.is_eq() && last_kept % 2 == 1),
        }
    }
}

/// To a whole number; ties go up: -1.5 becomes -1. It is one of 64 bits, but where the value is infinite.
pub(super) fn towards_positive(value: f64) -> f64 {
    const LEAST: f64 = -9_223_372_036_854_775_808.0;
    if value.is_infinite() {
        return value;
    }
    let floor = value.floor();
    let rounded = if value - floor >= 0.5 { floor + 1.0 } else { floor + POSITIVE_ZERO };
    rounded.clamp(LEAST, -LEAST)
}

/// Added to a number, leaves it as it is, but for a negative zero: no rounding gives one.
const POSITIVE_ZERO: f64 = 0.0;

/// To so many decimal places.
pub(super) fn decimal(value: f64, places: u32, mode: Mode) -> f64 {
    if !value.is_finite() || value == 0.0 {
        return value + POSITIVE_ZERO;
    }
    // `{:e}` prints the shortest digits that read back as the same float: d.ddde±x.
    let printed = format!("{:e}", value.abs());
    let Some((mantissa, exponent)) = printed.split_once('e') else { return value };
    let Ok(exponent) = exponent.parse::<i64>() else { return value };
    let digits: Vec<u8> =
        mantissa.bytes().filter(u8::is_ascii_digit).map(|digit| digit - b'0').collect();
    // How many of the digits stand before the cut; may be none, or fewer than none.
    let kept = exponent + 1 + i64::from(places);
    let length = i64::try_from(digits.len()).unwrap_or(i64::MAX);
    if kept >= length {
        return value;
    }
    let mut cut = vec![0; usize::try_from(-kept).unwrap_or(0)];
    let split = usize::try_from(kept).unwrap_or(0);
    cut.extend_from_slice(&digits[split..]);
    let mut number: u64 =
        digits[..split].iter().fold(0, |number, digit| number * 10 + u64::from(*digit));
    let last_kept = if split > 0 { digits[split - 1] } else { 0 };
    if mode.grows(value < 0.0, last_kept, &cut) {
        number += 1;
    }
    let rounded = format!("{number}e-{places}").parse::<f64>().unwrap_or(value.abs());
    rounded.copysign(value) + POSITIVE_ZERO
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_modes_round_as_the_manual_shows() {
        // Neo4j's Cypher manual, "round(), with precision and rounding mode".
        for (mode, wanted) in [
            (Mode::Up, [1.3, -1.3, 1.3, -1.4]),
            (Mode::Down, [1.2, -1.2, 1.2, -1.3]),
            (Mode::Ceiling, [1.3, -1.2, 1.3, -1.3]),
            (Mode::Floor, [1.2, -1.3, 1.2, -1.4]),
            (Mode::HalfUp, [1.2, -1.3, 1.3, -1.4]),
            (Mode::HalfDown, [1.2, -1.3, 1.2, -1.3]),
            (Mode::HalfEven, [1.2, -1.3, 1.2, -1.4]),
        ] {
            let given = [1.249, -1.251, 1.25, -1.35];
            assert_eq!(given.map(|value| decimal(value, 1, mode)), wanted, "{mode:?}");
        }
    }

    #[test]
    fn small_and_large_numbers_keep_what_they_can() {
        assert_eq!(decimal(0.004, 2, Mode::HalfUp), 0.0);
        assert_eq!(decimal(0.005, 2, Mode::HalfUp), 0.01);
        assert_eq!(decimal(0.0004, 2, Mode::Up), 0.01);
        assert_eq!(decimal(1e300, 2, Mode::Up), 1e300);
        assert_eq!(decimal(9.99, 1, Mode::HalfUp), 10.0);
        assert_eq!(decimal(1.5, 400, Mode::HalfUp), 1.5);
    }

    #[test]
    fn ties_go_up_without_a_precision() {
        assert_eq!(
            [-1.5, -0.5, 0.5, 1.5, 0.49999999999999994].map(towards_positive),
            [-1.0, 0.0, 1.0, 2.0, 0.0]
        );
        assert_eq!(
            [1e300, -1e300].map(towards_positive),
            [9_223_372_036_854_775_808.0, -9_223_372_036_854_775_808.0]
        );
        assert_eq!(towards_positive(f64::INFINITY), f64::INFINITY);
    }
}
