//! An analysis as text and as JSON.

use std::fmt::Write;

use othello_arena::analysis::{AnalysedPly, Choice, for_black};
use othello_arena::evaluator::Evaluation;
use othello_board::Turn;
use othello_rules::Colour;
use serde_json::{Value, json};

use super::Analysis;
use crate::report::{self, counted};
use crate::table::table;

/// So many discs have to be lost for the better move to be worth a word.
const WORTH_A_WORD: f64 = 0.1;

/// The analysis for people. Writing to a string does not fail.
pub fn as_text(analysis: &Analysis) -> String {
    let mut text = format!("{}\n", analysis.subject.title);
    if let Some(opening) = analysis.opening {
        let _ = writeln!(text, "opening: {opening}");
    }
    if !analysis.game.plies.is_empty() {
        let heads = ["#", "side", "move", "score", "lost", "better was"].map(str::to_owned);
        let rows = (1..).zip(&analysis.game.plies).map(|(number, ply)| row(number, ply)).collect();
        let _ = write!(text, "\n{}\n", table(&heads, rows));
        text += &summary(analysis);
    }
    let _ = write!(text, "\n{}\n", report::board(&analysis.board, None));
    for line in last_position(analysis) {
        text += &(line + "\n");
    }
    text
}

/// What there is to say of the last board, in lines: how it came out, or what can be played there.
pub(super) fn last_position(analysis: &Analysis) -> Vec<String> {
    match (&analysis.board.turn, &analysis.game.last) {
        (Turn::Over(winner), _) => vec![outcome(analysis, *winner)],
        (_, Some(evaluation)) => moves(evaluation).to_vec(),
        (Turn::Move { colour, .. } | Turn::Pass(colour), None) => {
            vec![format!("{colour} is to move; nothing is known of what this position is worth")]
        }
    }
}

fn outcome(analysis: &Analysis, winner: Option<Colour>) -> String {
    let counts = analysis.board.counts();
    let discs = format!("{} : {}", counts.black, counts.white);
    let Some(winner) = winner else { return format!("The game is a draw ({discs}).") };
    // As everywhere in an analysis, empty squares are the winner's.
    let margin = margin(analysis);
    let discs = match counts.black.abs_diff(counts.white) {
        difference if difference == margin => discs,
        difference => {
            format!("{discs}, and {}", counted((margin - difference) as usize, "empty square"))
        }
    };
    format!("{winner} won by {} ({discs}).", counted(margin as usize, "disc"))
}

/// By how many discs a game that is over was won.
fn margin(analysis: &Analysis) -> u32 {
    analysis.game.scores.last().copied().flatten().unwrap_or_default().abs() as u32
}

/// A move in a line; its score is Black's, as a game is told from one side.
fn row(number: usize, ply: &AnalysedPly) -> Vec<String> {
    let mut row = vec![number.to_string(), ply.colour.to_string(), ply.made.to_string()];
    let Some(choice) = &ply.choice else { return row };
    row.push(signed(for_black(choice.score, ply.colour)));
    let better = choice.best().filter(|_| choice.loss() >= WORTH_A_WORD);
    row.push(better.map(|_| format!("{:.1}", choice.loss())).unwrap_or_default());
    row.push(better.map(|_| better_move(choice, ply.colour)).unwrap_or_default());
    row
}

fn better_move(choice: &Choice, colour: Colour) -> String {
    let score = signed(for_black(choice.evaluation.score, colour));
    let turned = if choice.reversal().is_some() { ", and the game turned" } else { "" };
    format!("{} ({score}){turned}", choice.evaluation.line.join(" "))
}

fn summary(analysis: &Analysis) -> String {
    let mut text = String::from("Scores are discs for Black.\n");
    let losses = analysis.game.losses();
    for colour in Colour::ALL {
        let (lost, moves) = losses[colour];
        let _ = write!(text, "{colour} lost {lost:.1} discs in {moves} moves");
        let worst = (1..)
            .zip(&analysis.game.plies)
            .filter(|(_, ply)| ply.colour == colour)
            .filter_map(|(number, ply)| Some((number, ply.made, ply.choice.as_ref()?.loss())))
            .max_by(|a, b| a.2.total_cmp(&b.2));
        match worst {
            Some((number, made, loss)) if loss >= WORTH_A_WORD => {
                let _ = writeln!(text, ", most by {number} {made} ({loss:.1})");
            }
            _ => text.push('\n'),
        }
    }
    text.extend(perfect_play(analysis).map(|sentence| sentence + "\n"));
    text
}

/// From which move on nobody could know better, where there is one.
pub(super) fn perfect_play(analysis: &Analysis) -> Option<String> {
    let number = analysis.game.perfect_from()?;
    Some(format!("From move {number} on the scores are those of perfect play."))
}

/// What can be played in a position, and what is expected.
fn moves(evaluation: &Evaluation) -> [String; 2] {
    let how = match evaluation.exact {
        true => "exactly, to the end of the game".to_owned(),
        false => format!("looking {} ahead", counted(evaluation.depth as usize, "move")),
    };
    let moves =
        evaluation.moves.iter().map(|(square, score)| format!("{square} {}", signed(*score)));
    let moves: Vec<String> = moves.collect();
    [
        format!("{} is to move: {} ({how})", evaluation.colour, moves.join(", ")),
        format!("expected: {}", evaluation.line.join(" ")),
    ]
}

/// The analysis as one JSON object.
pub fn as_json(analysis: &Analysis) -> Value {
    let losses = analysis.game.losses();
    let side = |colour| json!({ "lost": rounded(losses[colour].0), "moves": losses[colour].1 });
    json!({
        "title": analysis.subject.title,
        "game": analysis.subject.setup.game,
        "size": analysis.subject.setup.size,
        "start": analysis.subject.setup.start,
        "opening": analysis.opening,
        "board": analysis.board.board(),
        "plies": (1..).zip(&analysis.game.plies).map(ply_json).collect::<Vec<_>>(),
        "black": side(Colour::Black),
        "white": side(Colour::White),
        "position": analysis.game.last.as_ref().map(evaluation_json),
        "result": result_json(analysis),
    })
}

/// How it came out, where it is over.
fn result_json(analysis: &Analysis) -> Option<Value> {
    let Turn::Over(winner) = analysis.board.turn else { return None };
    let counts = analysis.board.counts();
    Some(json!({
        "winner": winner.map(|winner| winner.to_string().to_lowercase()),
        "margin": margin(analysis),
        "black_discs": counts.black,
        "white_discs": counts.white,
    }))
}

fn ply_json((number, ply): (usize, &AnalysedPly)) -> Value {
    let choice = ply.choice.as_ref();
    json!({
        "number": number,
        "side": ply.colour.to_string().to_lowercase(),
        "move": ply.made.to_string(),
        "score": choice.map(|choice| rounded(choice.score)),
        "lost": choice.map(|choice| rounded(choice.loss())),
        "turns_the_game": choice.and_then(Choice::reversal).is_some(),
        "before": choice.map(|choice| evaluation_json(&choice.evaluation)),
    })
}

fn evaluation_json(evaluation: &Evaluation) -> Value {
    let moves = evaluation.moves.iter();
    json!({
        "side": evaluation.colour.to_string().to_lowercase(),
        "score": rounded(evaluation.score),
        "depth": evaluation.depth,
        "exact": evaluation.exact,
        "line": evaluation.line,
        "moves": moves
            .map(|(square, score)| json!({ "square": square.to_string(), "score": rounded(*score) }))
            .collect::<Vec<_>>(),
    })
}

/// A score with its sign; nothing is less than nothing.
pub(super) fn signed(score: f64) -> String {
    format!("{:+.1}", rounded(score) + 0.0)
}

fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}
