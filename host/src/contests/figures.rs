//! Numbers as people read them, where they are known roughly.

use othello_arena::whole_number;

/// A number that is known roughly, with two digits that are not zeros: `1,200`.
pub fn rough_number(number: u64) -> String {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    whole_number((number + unit / 2) / unit * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_rough_number_has_two_digits() {
        let rough = [0, 7, 42, 314, 995, 1234].map(rough_number);
        assert_eq!(rough, ["0", "7", "42", "310", "1,000", "1,200"]);
    }
}
