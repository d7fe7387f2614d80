//! Whole numbers as people read them.

/// A number with a comma between each three digits: `12,345`.
#[must_use]
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

#[cfg(test)]
mod tests {
    use super::whole_number;

    #[test]
    fn thousands_stand_apart() {
        assert_eq!([0, 999, 1000, 1_234_567].map(whole_number), ["0", "999", "1,000", "1,234,567"]);
    }
}
