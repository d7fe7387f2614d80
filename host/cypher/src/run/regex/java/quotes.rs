//! What is quoted in a pattern, told by backslashes alone.

/// Takes the meaning from what stands between `\Q` and `\E`, wherever that is: even within a class.
pub(super) fn without_quotes(pattern: &str) -> Vec<char> {
    let mut chars = Vec::with_capacity(pattern.len());
    let mut rest = pattern.chars();
    while let Some(char) = rest.next() {
        if char != '\\' {
            chars.push(char);
            continue;
        }
        if !rest.as_str().starts_with('Q') {
            chars.push(char);
            chars.extend(rest.next());
            continue;
        }
        let quoted = &rest.as_str()[1..];
        let (quoted, behind) = quoted.split_once("\\E").unwrap_or((quoted, ""));
        for (at, char) in quoted.chars().enumerate() {
            match char {
                // The first digit would belong to the number of a group before it.
                '0'..='9' if at == 0 => chars.extend(['\\', 'x', '3']),
                _ if char.is_ascii_alphanumeric() => {}
                _ => chars.push('\\'),
            }
            chars.push(char);
        }
        rest = behind.chars();
    }
    chars
}
