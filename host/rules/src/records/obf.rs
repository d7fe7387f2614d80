//! Othello Board Files: positions to be solved, one a line, each field closed by a semicolon, with
//! the scores of moves where they are known: `BOARD X; a2:+38; h4:+0; % comment`.

use std::fmt;

use super::record::{Fault, RecordError};
use super::text::{content_lines, text_of};
use crate::ply::Move;
use crate::position::Position;
use crate::transcript::{TranscriptError, WrongMove, shortened};

/// A position and what its moves are worth.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Problem {
    /// The position.
    pub position: Position,
    /// Moves with their scores, in discs for the side to move.
    pub scores: Vec<(Move, i32)>,
    /// What was written after the `%`.
    pub comment: String,
}

/// Reads all positions of a file. Lines of the form `NUMBER BOARD SIDE SCORE MOVE,MOVE...`, in
/// which test suites are handed on, are read too: the number becomes the comment and the score
/// that of each move. Empty lines and those that begin with `#` or `%` don't count. `file` is what
/// errors call it.
pub fn read<'a>(
    file: &'a str,
    bytes: &'a [u8],
) -> impl Iterator<Item = Result<Problem, RecordError>> + 'a {
    content_lines(bytes).map(move |(number, line)| {
        let line = text_of(line);
        let begins_with_number = line.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let looks_numbered = begins_with_number && !line.contains(';');
        let problem = if looks_numbered { numbered(&line) } else { semicolons(&line) };
        problem.map_err(|fault| fault.in_game(file, number))
    })
}

/// Whether a file looks like one of these: the first line that counts has a board in it.
#[must_use]
pub fn is_obf(bytes: &[u8]) -> bool {
    let Some((_, line)) = content_lines(bytes).next() else { return false };
    let disc = |byte: &u8| b"XxOo*-._".contains(byte);
    line.split(|byte| b" \t;".contains(byte)).any(|word| word.len() >= 16 && word.iter().all(disc))
}

impl fmt::Display for Problem {
    /// Writes one line of an Othello Board File, without a line break at its end.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{};", self.position)?;
        for (ply, score) in &self.scores {
            write!(f, " {ply}:{score:+};")?;
        }
        if !self.comment.is_empty() {
            write!(f, " % {}", self.comment.replace(['\n', '\r'], " "))?;
        }
        Ok(())
    }
}

/// A line of fields, each closed by a semicolon.
fn semicolons(line: &str) -> Result<Problem, Fault> {
    let (fields, comment) = line.split_once('%').unwrap_or((line, ""));
    let mut fields = fields.split(';').map(str::trim).filter(|field| !field.is_empty());
    let position: Position = fields.next().unwrap_or("").parse()?;
    let mut problem = Problem { position, scores: Vec::new(), comment: comment.trim().to_owned() };
    for field in fields {
        let (ply, score) = field.split_once(':').unwrap_or((field, ""));
        problem.add(ply.trim(), score.trim())?;
    }
    Ok(problem)
}

/// A line of a number, a board, a side, a score and the moves that reach it.
fn numbered(line: &str) -> Result<Problem, Fault> {
    let mut fields = line.split_whitespace();
    let number = fields.next().unwrap_or("").to_owned();
    let board = fields.next().unwrap_or("");
    let side = fields.next().unwrap_or("");
    let position: Position = format!("{board} {side}").parse()?;
    let mut problem = Problem { position, scores: Vec::new(), comment: number };
    if let Some(score) = fields.next() {
        for ply in fields.flat_map(|moves| moves.split(',')).filter(|ply| !ply.is_empty()) {
            problem.add(ply, score)?;
        }
    }
    Ok(problem)
}

impl Problem {
    /// Adds a move, which has to be legal, and its score.
    fn add(&mut self, ply: &str, score: &str) -> Result<(), Fault> {
        let number = self.scores.len() + 1;
        let wrong = |why| TranscriptError { number, text: shortened(ply), why };
        let legal: Move = ply.parse().map_err(|_| wrong(WrongMove::NotAMove))?;
        self.position.apply(legal).map_err(|why| wrong(WrongMove::Illegal(why)))?;
        let score = score.parse().map_err(|_| {
            let text = shortened(score);
            Fault::Form(format!("\"{text}\" is no score; write move and score: {legal}:+2"))
        })?;
        self.scores.push((legal, score));
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Positions 40 and 43 of the endgame test of the French Othello federation.
    const FFO_40: &str = "O--OOOOX-OOOOOOXOOXXOOOXOOXOOOXXOOOOOOXX---OOOOX----O--X-------- X";
    const FFO_43: &str =
        "43 --XXXXX---XXXX---OOOXX---OOXXXX--OOXXXO-OOOOXOO----XOX----XXXXX- O -12 g3,c7";

    fn one(line: &str) -> Result<Problem, String> {
        read("a.obf", line.as_bytes()).next().expect("a line").map_err(|error| error.to_string())
    }

    #[test]
    fn a_position_is_read_with_its_scores_and_its_comment() {
        let problem = one(&format!("{FFO_40}; A2:+38; b1:-2; % FFO 40")).unwrap();
        assert_eq!(problem.position.to_string(), FFO_40);
        let scores: Vec<_> =
            problem.scores.iter().map(|(ply, score)| (ply.to_string(), *score)).collect();
        assert_eq!(scores, [("a2".to_owned(), 38), ("b1".to_owned(), -2)]);
        assert_eq!(problem.to_string(), format!("{FFO_40}; a2:+38; b1:-2; % FFO 40"));
        assert_eq!(one(&problem.to_string()), Ok(problem));
    }

    #[test]
    fn a_line_of_a_test_suite_is_read() {
        let problem = one(FFO_43).unwrap();
        let board = FFO_43.split(' ').nth(1).unwrap();
        assert_eq!(problem.to_string(), format!("{board} O; g3:-12; c7:-12; % 43"));
    }

    #[test]
    fn a_line_that_is_wrong_says_why_and_the_next_is_read() {
        let text = format!("% heading\n{FFO_40}; a1:+2;\n{FFO_40}; a2:x;\nX;\n{FFO_40};\n");
        let lines: Vec<_> = read("a.obf", text.as_bytes())
            .map(|problem| problem.map_err(|error| error.to_string()))
            .collect();
        let error = |line: usize| lines[line].as_ref().unwrap_err().as_str();
        assert_eq!(error(0), "a.obf: game 1: move 1 (a1): a1 is taken by a disc of White");
        assert!(error(1).starts_with("a.obf: game 2: \"x\" is no score"), "{}", error(1));
        assert!(error(2).starts_with("a.obf: game 3: no board has 0 squares"), "{}", error(2));
        assert!(lines[3].is_ok());
    }
}
