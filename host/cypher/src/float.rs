//! Floats as text, as Java and with it Neo4j writes them.

use std::fmt::{Debug, LowerExp};

/// A float of 32 or 64 bits, with an exponent below a thousandth and from ten million on.
#[must_use]
pub(crate) fn float_text<F: Copy + Debug + LowerExp + Into<f64>>(value: F) -> String {
    let number: f64 = value.into();
    let size = number.abs();
    if number.is_infinite() {
        return if number > 0.0 { "Infinity" } else { "-Infinity" }.to_owned();
    }
    if number.is_nan() || size == 0.0 || (1e-3..1e7).contains(&size) {
        return format!("{value:?}");
    }
    let printed = format!("{value:e}");
    match printed.split_once('e') {
        Some((digits, exponent)) if digits.contains('.') => format!("{digits}E{exponent}"),
        // Two digits are the least that is written, the two nearest to the float: the smallest is 4.9E-324, not 5.0E-324.
        _ => format!("{value:.1e}").replace('e', "E"),
    }
}
