//! Numbers as people read them.

/// A number with its thousands apart: `12,345`.
pub fn whole_number(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

/// A number that is known roughly, with two digits that are not zeros: `1,200`.
pub fn rough_number(number: u64) -> String {
    let unit = 10u64.pow(number.checked_ilog10().unwrap_or(0).saturating_sub(1));
    whole_number((number + unit / 2) / unit * unit)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(whole_number), ["0", "999", "1,000", "1,234,567"]);
    }

    #[test]
    fn a_rough_number_has_two_digits() {
        let rough = [0, 7, 42, 314, 995, 1234].map(rough_number);
        assert_eq!(rough, ["0", "7", "42", "310", "1,000", "1,200"]);
    }
}
