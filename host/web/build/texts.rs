//! Sees to it that nothing of a module that stands in a text is taken for something else when the module is bundled: no
//! text goes over a line's end, and none holds the beginning of a comment. It tells texts, comments and regular
//! expressions apart, and knows nothing else of the language.

/// Checks the texts of a module.
pub fn check(source: &str) -> Result<(), String> {
    let mut reader =
        Reader { rest: source, line: 1, before: None, word: String::new(), is_apart: false };
    // Of each text whose values are being read, how many braces are open in the value.
    let mut values: Vec<usize> = Vec::new();
    while let Some(letter) = reader.next() {
        let is_value_over = letter == '}' && values.last() == Some(&0);
        if letter == '/' && reader.takes("/") {
            reader.until("\n");
            continue;
        } else if letter == '/' && reader.takes("*") {
            reader.comment()?;
            continue;
        } else if letter == '/' && reader.expects_a_value() {
            reader.expression()?;
        } else if letter == '"' || letter == '\'' {
            reader.inside(&|end| end == letter)?;
        } else if letter == '`' || is_value_over {
            if is_value_over {
                values.pop();
            }
            let has_value = reader.template()?;
            reader.note(if has_value { '{' } else { '`' });
            values.extend(has_value.then_some(0));
            continue;
        } else if let Some(open) = values.last_mut() {
            match letter {
                '{' => *open += 1,
                '}' => *open -= 1,
                _ => {}
            }
        }
        reader.note(letter);
    }
    Ok(())
}

struct Reader<'a> {
    rest: &'a str,
    line: usize,
    /// The last letter that is neither a blank nor of a comment, and the word that it ends or blanks have ended, if there
    /// is one.
    before: Option<char>,
    word: String,
    is_apart: bool,
}

impl Reader<'_> {
    fn next(&mut self) -> Option<char> {
        let letter = self.rest.chars().next()?;
        self.rest = &self.rest[letter.len_utf8()..];
        self.line += usize::from(letter == '\n');
        Some(letter)
    }

    fn takes(&mut self, what: &str) -> bool {
        let rest = self.rest.strip_prefix(what);
        self.rest = rest.unwrap_or(self.rest);
        rest.is_some()
    }

    /// Goes on behind the next place where this stands; gives what stands before it.
    fn until(&mut self, end: &str) -> Option<&str> {
        let (passed, rest) = self.rest.split_once(end)?;
        self.line += passed.matches('\n').count() + end.matches('\n').count();
        self.rest = rest;
        Some(passed)
    }

    fn comment(&mut self) -> Result<(), String> {
        let line = self.line;
        self.until("*/").map(drop).ok_or_else(|| format!("line {line}: a comment does not end"))
    }

    fn note(&mut self, letter: char) {
        if letter.is_whitespace() {
            self.is_apart = true;
            return;
        }
        let is_of_word = letter.is_alphanumeric() || letter == '_' || letter == '$';
        if !is_of_word || self.is_apart {
            self.word.clear();
        }
        self.word.extend(is_of_word.then_some(letter));
        (self.before, self.is_apart) = (Some(letter), false);
    }

    /// Whether what comes next is a value rather than what is done with the one before.
    fn expects_a_value(&self) -> bool {
        const SIGNS: &str = "(,=:[!&|?{};+-*%<>~^";
        const WORDS: [&str; 5] = ["return", "typeof", "case", "await", "of"];
        self.before.is_none_or(|before| SIGNS.contains(before))
            || WORDS.contains(&self.word.as_str())
    }

    /// The rest of a text with values in it, to its end or to the next value; says whether there is one.
    fn template(&mut self) -> Result<bool, String> {
        loop {
            if self.inside(&|letter| letter == '`' || letter == '$')? == '`' {
                return Ok(false);
            }
            if self.takes("{") {
                return Ok(true);
            }
        }
    }

    /// The rest of a regular expression.
    fn expression(&mut self) -> Result<(), String> {
        loop {
            if self.inside(&|letter| letter == '/' || letter == '[')? == '/' {
                return Ok(());
            }
            self.inside(&|letter| letter == ']')?;
        }
    }

    /// Goes on to where a text ends, in its line; gives the letter that ends it.
    fn inside(&mut self, ends: &dyn Fn(char) -> bool) -> Result<char, String> {
        let line = self.line;
        loop {
            if self.rest.starts_with("/**") {
                return Err(format!("line {line}: a text holds /**, which begins a comment"));
            }
            match self.next() {
                Some('\\') if !self.rest.starts_with('\n') => drop(self.next()),
                Some('\\' | '\n') | None => {
                    return Err(format!("line {line}: a text goes over the line's end"));
                }
                Some(letter) if ends(letter) => return Ok(letter),
                Some(_) => {}
            }
        }
    }
}
