//! The names of games and the keys of seats: unguessable, and comparable without telling how far they agree.

use crate::refusal::Refusal;

/// Letters of a game's name, without those that are taken for others.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// A new name for a game: 10 characters.
pub(crate) fn name() -> Result<String, Refusal> {
    let letter = |byte: &u8| char::from(LETTERS[usize::from(byte % 32)]);
    Ok(random::<10>()?.iter().map(letter).collect())
}

/// A new key of 128 bits, in hexadecimal.
pub(crate) fn key() -> Result<String, Refusal> {
    Ok(random::<16>()?.iter().map(|byte| format!("{byte:02x}")).collect())
}

/// Whether two keys are the same, in a time that does not depend on where they differ.
pub(crate) fn same(one: &str, other: &str) -> bool {
    let differ = one.bytes().zip(other.bytes()).fold(0, |differ, (a, b)| differ | (a ^ b));
    one.len() == other.len() && differ == 0
}

fn random<const N: usize>() -> Result<[u8; N], Refusal> {
    let mut bytes = [0; N];
    let filled = getrandom::fill(&mut bytes);
    filled.map_err(|error| Refusal::broken(format!("no random numbers: {error}")))?;
    Ok(bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_differ_and_are_compared_whole() {
        let (one, other) = (key().unwrap(), key().unwrap());
        assert_eq!(one.len(), 32);
        assert!(same(&one, &one.clone()) && !same(&one, &other));
        assert!(!same(&one, &one[..31]) && !same("", &one));
    }
}
