//! UUIDs: 128 bits, read and written as five groups of hexadecimal digits.

use std::fmt;

/// A UUID. They are ordered as their texts are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Uuid([u8; 16]);

impl Uuid {
    /// The UUID of these bits, the most significant ones first.
    #[must_use]
    pub fn of_bits(most: u64, least: u64) -> Uuid {
        Uuid(((u128::from(most) << 64) | u128::from(least)).to_be_bytes())
    }

    /// A UUID of version 4: all of it is chance.
    #[must_use]
    pub fn random(most: u64, least: u64) -> Uuid {
        Uuid::of_bits(with_version(most, 4), with_variant(least))
    }

    /// A UUID of version 7: the milliseconds since 1970, and behind them chance.
    #[must_use]
    pub fn of_time(milliseconds: u64, most: u64, least: u64) -> Uuid {
        Uuid::of_bits(with_version(milliseconds << 16 | most & 0xffff, 7), with_variant(least))
    }

    /// The UUID that a text is, as Java reads it: groups may be shorter, and longer ones lose what comes first.
    #[must_use]
    pub fn parse(text: &str) -> Option<Uuid> {
        const LONGEST: usize = 36;
        if text.encode_utf16().take(LONGEST + 1).count() > LONGEST {
            return None;
        }
        let mut groups = text.split('-').map(group);
        let mut next = |bits: u32| Some(groups.next()?? & (u64::MAX >> (64 - bits)));
        let most = next(32)? << 32 | next(16)? << 16 | next(16)?;
        let least = next(16)? << 48 | next(48)?;
        groups.next().is_none().then(|| Uuid::of_bits(most, least))
    }

    /// The first 64 bits.
    #[must_use]
    pub fn most_significant(self) -> u64 {
        (self.number() >> 64) as u64
    }

    /// The last 64 bits.
    #[must_use]
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is what is asked for")]
    pub fn least_significant(self) -> u64 {
        self.number() as u64
    }

    fn number(self) -> u128 {
        u128::from_be_bytes(self.0)
    }
}

fn with_version(most: u64, version: u64) -> u64 {
    most & !0xf000 | version << 12
}

fn with_variant(least: u64) -> u64 {
    least & !(0b11 << 62) | 0b10 << 62
}

/// A group of digits, in hexadecimal.
fn group(digits: &str) -> Option<u64> {
    u64::from_str_radix(digits, 16).ok().filter(|value| *value <= i64::MAX as u64)
}

impl fmt::Display for Uuid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, byte) in self.0.iter().enumerate() {
            let hyphen = if matches!(at, 4 | 6 | 8 | 10) { "-" } else { "" };
            write!(f, "{hyphen}{byte:02x}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_uuid_reads_what_it_prints() {
        let uuid = Uuid::of_bits(0xf81d_4fae_7dec_11d0, 0xa765_00a0_c91e_6bf6);
        assert_eq!(uuid.to_string(), "f81d4fae-7dec-11d0-a765-00a0c91e6bf6");
        assert_eq!(Uuid::parse(&uuid.to_string()), Some(uuid));
        assert_eq!(uuid.most_significant(), 0xf81d_4fae_7dec_11d0);
        assert_eq!(uuid.least_significant(), 0xa765_00a0_c91e_6bf6);
    }

    #[test]
    fn versions_and_the_variant_stand_where_they_belong() {
        let of = |uuid: Uuid| uuid.to_string();
        assert_eq!(of(Uuid::random(0, 0)), "00000000-0000-4000-8000-000000000000");
        let later = Uuid::of_time(0x0123_4567_89ab, u64::MAX, u64::MAX);
        assert_eq!(of(later), "01234567-89ab-7fff-bfff-ffffffffffff");
    }
}
