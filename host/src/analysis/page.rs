//! Analyses as one page that needs nothing else: the score over the game as a picture, every move in a table, and the last
//! board with what can be played there.

use std::fmt::Write;

use othello_arena::analysis::{AnalysedPly, Choice, for_black};
use othello_rules::Colour;

use super::Analysis;
use super::words::{last_position, perfect_play, signed};
use crate::history::board_picture;
use crate::html::{escape, head};

const STYLE: &str = "\
body{max-width:60rem;margin:1rem auto;padding:0 1rem}\
table{border-collapse:collapse}td,th{padding:.15rem .7rem;text-align:left}\
td.number{text-align:right;font-variant-numeric:tabular-nums}tr.turn{font-weight:bold}\
figure svg{width:100%;max-height:16rem}svg.board{display:block;width:min(100%,24rem);margin-top:1rem}\
svg .axis{stroke:currentColor;opacity:.4}\
svg .line{stroke:currentColor;fill:none;stroke-width:2}";

/// A page of analyses, to which one after the other is added. What is kept of each is its text.
pub struct Page(String);

impl Page {
    /// One with nothing on it.
    pub fn new() -> Page {
        Page(format!("{}{STYLE}</style></head><body><main>", head("Analysis")))
    }

    /// Adds an analysis. Writing to a string does not fail.
    pub fn add(&mut self, analysis: &Analysis) {
        let Page(page) = self;
        let _ = write!(page, "<h1>{}</h1>", escape(&analysis.subject.title));
        if let Some(opening) = analysis.opening {
            let _ = write!(page, "<p>Opening: {}</p>", escape(opening));
        }
        *page += &curve(analysis);
        if !analysis.game.plies.is_empty() {
            *page += &moves(analysis);
        }
        *page += &board(analysis);
    }

    /// Its text.
    pub fn text(self) -> String {
        self.0 + "</main></body></html>\n"
    }
}

/// The score for Black after each move.
fn curve(analysis: &Analysis) -> String {
    let scores: Vec<f64> = analysis
        .game
        .plies
        .iter()
        .filter_map(|ply| Some(for_black(ply.choice.as_ref()?.score, ply.colour)))
        .collect();
    if scores.len() < 2 {
        return String::new();
    }
    let most = scores.iter().fold(8.0_f64, |most, score| most.max(score.abs()));
    let point = |(at, score): (usize, &f64)| {
        let x = 600.0 * at as f64 / (scores.len() - 1) as f64;
        format!("{x:.1},{:.1}", 100.0 - 90.0 * score / most)
    };
    let points: Vec<String> = scores.iter().enumerate().map(point).collect();
    format!(
        "<figure><svg viewBox=\"0 0 600 200\" role=\"img\" aria-label=\"Score over the game, from {} to {} discs \
         for Black\"><path class=\"axis\" d=\"M0 100H600\"/><polyline class=\"line\" points=\"{}\"/></svg>\
         <figcaption>Discs for Black, from {} below to {} above.</figcaption></figure>",
        signed(-most),
        signed(most),
        points.join(" "),
        signed(-most),
        signed(most),
    )
}

/// The last board with the values of the moves on it, and what there is to say of it.
fn board(analysis: &Analysis) -> String {
    let values = analysis.game.last.iter().flat_map(|last| &last.moves);
    let values: Vec<_> = values.map(|(square, score)| (*square, signed(*score))).collect();
    let lines = last_position(analysis).into_iter().map(|line| format!("<p>{}</p>", escape(&line)));
    board_picture(&analysis.board, &values) + &lines.collect::<String>()
}

fn moves(analysis: &Analysis) -> String {
    let losses = analysis.game.losses();
    let sums: Vec<String> = Colour::ALL
        .iter()
        .map(|&colour| {
            format!("{colour} lost {:.1} discs in {} moves", losses[colour].0, losses[colour].1)
        })
        .collect();
    let mut text = format!(
        "<p>{}. Scores are discs for Black; bold moves turned the game.{}</p><table><thead><tr><th>#</th><th>Side\
         </th><th>Move</th><th>Score</th><th>Lost</th><th>Best play</th></tr></thead><tbody>",
        sums.join("; "),
        perfect_play(analysis).map_or_else(String::new, |sentence| format!(" {sentence}")),
    );
    for (number, ply) in (1..).zip(&analysis.game.plies) {
        text += &row(number, ply);
    }
    text + "</tbody></table>"
}

fn row(number: usize, ply: &AnalysedPly) -> String {
    let choice = ply.choice.as_ref();
    let turn = choice.and_then(Choice::reversal).is_some();
    let cell = |text: Option<String>| text.unwrap_or_default();
    format!(
        "<tr{}><td class=\"number\">{number}</td><td>{}</td><td>{}</td><td class=\"number\">{}</td>\
         <td class=\"number\">{}</td><td>{}</td></tr>",
        if turn { " class=\"turn\"" } else { "" },
        ply.colour,
        ply.made,
        cell(choice.map(|choice| signed(for_black(choice.score, ply.colour)))),
        cell(choice.map(|choice| format!("{:.1}", choice.loss()))),
        cell(choice.map(|choice| escape(&choice.evaluation.line.join(" ")))),
    )
}
