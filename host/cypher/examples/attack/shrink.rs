//! Makes a text that breaks the law shorter, as long as it breaks it in the same way.

/// How often a shorter one is tried: each may take as long as a query may.
const TRIES: usize = 300;

/// The shortest text found for which `fails` still holds.
pub fn shrink(text: &str, fails: impl Fn(&str) -> bool) -> String {
    let mut shortest: Vec<char> = text.chars().collect();
    let mut piece = shortest.len() / 2;
    let mut tries = 0;
    while piece > 0 && tries < TRIES {
        let mut at = 0;
        while at < shortest.len() && tries < TRIES {
            let end = (at + piece).min(shortest.len());
            let shorter: Vec<char> =
                shortest[..at].iter().chain(&shortest[end..]).copied().collect();
            tries += 1;
            if fails(&shorter.iter().collect::<String>()) {
                shortest = shorter;
            } else {
                at = end;
            }
        }
        piece /= 2;
    }
    shortest.into_iter().collect()
}
