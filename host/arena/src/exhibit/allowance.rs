//! How much may still be shown of a round. Each part takes at most half of what is left, so that none of them can
//! leave the others without room.

use othello_board::{Datum, Secret};
use othello_player_api::{Considered, Thinking};
use othello_rules::text::lines;
use serde_json::{Map, Value};

use super::excerpt::Excerpt;
use crate::json::{Writer, describe};
use crate::whole_number::whole_number;

/// How many bytes a round may show in all. The longest queries of good players have a few thousand, a record of
/// thinking as many; and a game of 120 rounds whose players fill it is 8 MB in memory and in the history.
const ROUND: usize = 64 << 10;
/// What the numbers of a move that was considered take at most.
const NUMBERS: usize = 64;

/// What may still be shown of a round, and the key that must not be.
#[derive(Debug)]
pub struct Allowance<'k> {
    key: &'k Secret,
    left: usize,
}

impl<'k> Allowance<'k> {
    /// The allowance of one round of a player that has this key.
    #[must_use]
    pub fn of_round(key: &'k Secret) -> Allowance<'k> {
        Allowance { key, left: ROUND }
    }

    /// Words of anybody's, in lines, of which no letter is there to change how others are shown.
    pub fn text(&mut self, text: &str) -> Excerpt {
        self.verbatim(&lines(text))
    }

    /// A query, letter by letter.
    pub(super) fn verbatim(&mut self, text: &str) -> Excerpt {
        self.part(|writer| Excerpt::cut(writer, text))
    }

    /// Some texts.
    pub(crate) fn texts<'t>(
        &mut self,
        texts: impl ExactSizeIterator<Item = &'t str>,
    ) -> Vec<Excerpt> {
        let whole = texts.len();
        self.part(|writer| {
            let mut shown = Vec::new();
            for text in texts {
                if writer.is_full() {
                    let rest = format!("… (cut: {} in all)", whole_number(whole as u64));
                    shown.push(Excerpt::of_host(&rest));
                    break;
                }
                shown.push(Excerpt::cut(writer, &lines(text)));
            }
            shown
        })
    }

    /// A value in a few words, for somebody who expected another one.
    pub(crate) fn description(&mut self, datum: &Datum) -> Excerpt {
        let described = describe(datum, self.key);
        self.text(&described)
    }

    /// Some values by their names.
    pub(super) fn named<'d>(
        &mut self,
        entries: impl ExactSizeIterator<Item = (&'d str, &'d Datum)>,
    ) -> Map<String, Value> {
        self.part(|writer| writer.named(entries))
    }

    /// A record of thinking. Of too long a list of moves it keeps the first ones, and says so in its text.
    pub(super) fn thinking(&mut self, thinking: &Thinking) -> Thinking {
        self.part(|writer| {
            let mut shown = Thinking::default();
            (shown.value, shown.depth, shown.states) =
                (thinking.value, thinking.depth, thinking.states);
            shown.text = thinking.text.as_deref().map(|text| words(writer, text));
            shown.unit = thinking.unit.as_deref().map(|unit| words(writer, unit));
            let line = line(writer, &thinking.line);
            let moves = thinking.moves.iter().map_while(|considered| {
                (!writer.is_full()).then(|| self::considered(writer, considered))
            });
            shown.moves = moves.collect();
            let cut = [("plies of the line", line.len(), thinking.line.len())]
                .into_iter()
                .chain([("moves", shown.moves.len(), thinking.moves.len())])
                .filter(|(_, shown, all)| shown < all);
            let notes: Vec<String> = cut
                .map(|(what, _, all)| {
                    format!("… (cut: {} {what} in all)", whole_number(all as u64))
                })
                .collect();
            if !notes.is_empty() {
                let text = shown.text.take().into_iter().chain(notes);
                shown.text = Some(text.collect::<Vec<_>>().join(" "));
            }
            shown.line = line;
            shown
        })
    }

    /// Writes a part into half of what is left.
    fn part<T>(&mut self, write: impl FnOnce(&mut Writer<'_>) -> T) -> T {
        let half = self.left / 2;
        let mut writer = Writer::new(self.key, half);
        let written = write(&mut writer);
        self.left -= half - writer.bytes_left();
        written
    }
}

fn considered(writer: &mut Writer<'_>, considered: &Considered) -> Considered {
    writer.spend(NUMBERS);
    let mut shown = Considered::default();
    shown.square = words(writer, &considered.square);
    (shown.value, shown.bound) = (considered.value, considered.bound);
    (shown.states, shown.depth) = (considered.states, considered.depth);
    shown.line = line(writer, &considered.line);
    shown.note = considered.note.as_deref().map(|note| words(writer, note));
    shown
}

fn words(writer: &mut Writer<'_>, text: &str) -> String {
    writer.text(&lines(text))
}

fn line(writer: &mut Writer<'_>, plies: &[String]) -> Vec<String> {
    plies.iter().map_while(|ply| (!writer.is_full()).then(|| words(writer, ply))).collect()
}
