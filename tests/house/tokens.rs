//! Rust source as a row of tokens: enough of the language to tell code from comments and texts, and what only
//! the tests compile from the rest. It knows no grammar beyond that.

/// A name, a literal or a sign; `::` is one token, every other sign is a single character.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Token<'a> {
    pub text: &'a str,
    /// Counted from 1.
    pub line: usize,
}

impl<'a> Token<'a> {
    pub fn is(&self, text: &str) -> bool {
        self.text == text
    }

    /// A keyword counts as a name, a literal does not.
    pub fn name(&self) -> Option<&'a str> {
        let starts = |c: char| c.is_alphabetic() || c == '_';
        self.text.starts_with(starts).then_some(self.text)
    }
}

/// All tokens of a source, without its comments.
pub fn tokens(source: &str) -> Vec<Token<'_>> {
    let (mut tokens, mut rest, mut line) = (Vec::new(), source, 1);
    while !rest.is_empty() {
        let (length, is_token) = first(rest);
        let (text, after) = rest.split_at(length);
        if is_token {
            tokens.push(Token { text: text.strip_prefix("r#").unwrap_or(text), line });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

/// How long the first thing of a source is, and whether it is a token.
fn first(source: &str) -> (usize, bool) {
    let of_name = |c: char| c.is_alphanumeric() || c == '_';
    match source.chars().next().unwrap_or_default() {
        c if c.is_whitespace() => (run(source, char::is_whitespace), false),
        '/' if source.starts_with("//") => (run(source, |c| c != '\n'), false),
        '/' if source.starts_with("/*") => (block_comment(source), false),
        '"' => (text(source), true),
        '\'' => (quoted(source), true),
        ':' if source.starts_with("::") => (2, true),
        c if of_name(c) => {
            let raw = if source.starts_with("r#") { 2 } else { 0 };
            let name = || raw + run(&source[raw..], of_name);
            (text_with_prefix(source).unwrap_or_else(name), true)
        }
        c => (c.len_utf8(), true),
    }
}

/// How far a source goes on with such characters.
fn run(source: &str, is_one: impl Fn(char) -> bool) -> usize {
    source.find(|c| !is_one(c)).unwrap_or(source.len())
}

/// The length of a block comment, those inside it included.
fn block_comment(source: &str) -> usize {
    let (mut depth, mut at) = (0, 0);
    while at < source.len() {
        let rest = &source[at..];
        if rest.starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if rest.starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += rest.chars().next().map_or(1, char::len_utf8);
        }
    }
    at
}

/// The length of a text from its quote to the next one that is not escaped.
fn text(source: &str) -> usize {
    let mut escaped = false;
    for (at, c) in source.char_indices().skip(1) {
        match c {
            '"' if !escaped => return at + 1,
            _ => escaped = c == '\\' && !escaped,
        }
    }
    source.len()
}

/// The length of `b"..."`, `c"..."`, `r#"..."#`, `b'x'` and the like, if the source begins with one.
fn text_with_prefix(source: &str) -> Option<usize> {
    let letters = source.find(|c: char| !matches!(c, 'b' | 'c' | 'r')).filter(|&at| at < 3)?;
    let (prefix, rest) = source.split_at(letters);
    if rest.starts_with('\'') && prefix == "b" {
        return Some(letters + quoted(rest));
    }
    if !prefix.contains('r') {
        return rest.starts_with('"').then(|| letters + text(rest));
    }
    let hashes = rest.find(|c: char| c != '#')?;
    let (fence, inside) = (&rest[..hashes], rest[hashes..].strip_prefix('"')?);
    let end = format!("\"{fence}");
    let length = inside.find(&end).map_or(inside.len(), |at| at + end.len());
    Some(letters + hashes + 1 + length)
}

/// The length of a character in quotes, or of a lifetime.
fn quoted(source: &str) -> usize {
    let mut chars = source.char_indices().skip(1);
    match (chars.next(), chars.next()) {
        (Some((_, '\\')), Some((at, _))) => {
            let from = at + source[at..].chars().next().map_or(1, char::len_utf8);
            source[from..].find('\'').map_or(source.len(), |end| from + end + 1)
        }
        (_, Some((at, '\''))) => at + 1,
        _ => 1 + run(&source[1..], |c| c.is_alphanumeric() || c == '_'),
    }
}

/// The tokens without the items that stand under `#[cfg(test)]` or another condition on `test`.
pub fn without_tests<'a>(tokens: &[Token<'a>]) -> Vec<Token<'a>> {
    let (mut kept, mut at) = (Vec::new(), 0);
    while at < tokens.len() {
        match attribute(&tokens[at..]) {
            Some(attribute) if is_for_tests(attribute) => at += item(&tokens[at..]),
            Some(attribute) => {
                kept.extend_from_slice(attribute);
                at += attribute.len();
            }
            None => {
                kept.push(tokens[at]);
                at += 1;
            }
        }
    }
    kept
}

/// The attribute of an item at the head of the tokens.
fn attribute<'a, 't>(tokens: &'t [Token<'a>]) -> Option<&'t [Token<'a>]> {
    let [hash, open, ..] = tokens else { return None };
    (hash.is("#") && open.is("[")).then(|| &tokens[..1 + bracketed(&tokens[1..])])
}

fn is_for_tests(attribute: &[Token<'_>]) -> bool {
    let has = |name: &str| attribute.iter().any(|token| token.is(name));
    attribute[2].is("cfg") && has("test") && !has("not")
}

/// How many tokens an item at the head takes, with its attributes: up to a `;` or the end of its braces.
pub fn item(tokens: &[Token<'_>]) -> usize {
    let mut at = 0;
    while let Some(attribute) = attribute(&tokens[at..]) {
        at += attribute.len();
    }
    while at < tokens.len() {
        match tokens[at].text {
            ";" => return at + 1,
            "{" => return at + bracketed(&tokens[at..]),
            "(" | "[" => at += bracketed(&tokens[at..]),
            _ => at += 1,
        }
    }
    at
}

/// How many tokens stand from a bracket at the head to the one that closes it, both counted.
pub fn bracketed(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at + 1;
        }
    }
    tokens.len()
}
