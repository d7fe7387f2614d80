//! Tic-tac-toe is decided rightly by its Cypher alone, and played perfectly by Cypher too.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]

use std::collections::{HashMap, HashSet};

use othello_board::game::CypherGame;
use othello_board::session::{Meter, Params, Policy, player_limits};
use othello_board::{Cypher, Datum, Embedded, Referee, Ruling, Session, Turn};
use othello_rules::{Colour, Move, Square};

/// Every tic-tac-toe game that can be reached, one way to reach each.
fn positions() -> Vec<(String, Vec<Move>)> {
    let mut seen = HashSet::new();
    let mut found = vec![("-".repeat(9), Vec::new())];
    let mut at = 0;
    while at < found.len() {
        let (board, moves) = found[at].clone();
        at += 1;
        if winner(&board).is_some() {
            continue;
        }
        let mark = if moves.len().is_multiple_of(2) { 'X' } else { 'O' };
        for tile in 0..9 {
            if board.as_bytes()[tile] != b'-' {
                continue;
            }
            let mut next: Vec<char> = board.chars().collect();
            next[tile] = mark;
            let next: String = next.into_iter().collect();
            if seen.insert(next.clone()) {
                let square = Square::new((tile / 3) as u8, (tile % 3) as u8).unwrap();
                let mut moves = moves.clone();
                moves.push(Move::Place(square));
                found.push((next, moves));
            }
        }
    }
    found
}

const LINES: [[usize; 3]; 8] =
    [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];

fn winner(board: &str) -> Option<Colour> {
    let tiles = board.as_bytes();
    Colour::ALL.into_iter().find(|colour| {
        LINES.iter().any(|line| line.iter().all(|&tile| char::from(tiles[tile]) == colour.symbol()))
    })
}

/// The test of a win as the well-known lesson has it: any three tiles of a player whose columns, or whose
/// rows, add up to a multiple of three.
fn published_win(board: &str, colour: Colour) -> bool {
    let own: Vec<usize> =
        (0..9).filter(|&tile| char::from(board.as_bytes()[tile]) == colour.symbol()).collect();
    own.iter().any(|a| {
        own.iter().any(|b| {
            own.iter().any(|c| {
                let three = a != b && b != c && a != c;
                let columns = a % 3 + b % 3 + c % 3 + 3;
                let rows = a / 3 + b / 3 + c / 3 + 3;
                three && (columns.is_multiple_of(3) || rows.is_multiple_of(3))
            })
        })
    })
}

/// What plain code says of a board.
fn expected(board: &str, plies: usize) -> Turn {
    let over = winner(board);
    if over.is_some() || !board.contains('-') {
        return Turn::Over(over);
    }
    let colour = if plies.is_multiple_of(2) { Colour::Black } else { Colour::White };
    let free = board.char_indices().filter(|(_, mark)| *mark == '-');
    let legal = free.map(|(at, _)| Square::new((at / 3) as u8, (at % 3) as u8).unwrap()).collect();
    Turn::Move { colour, legal }
}

/// Brings a referee to every position that can be reached, once each, and looks at it there. The longest games come first,
/// so that what is shorter is passed on their way.
fn look_everywhere(
    session: &mut Embedded,
    mut look: impl FnMut(&Cypher, &mut Embedded, &str, usize),
) {
    let game = CypherGame::built_in("tictactoe").unwrap();
    let mut referee = Cypher::new(game, 3, "standard").unwrap();
    let (positions, mut looked_at) = (positions(), HashSet::new());
    // The number of positions that can be reached, the empty one included, as the literature has it.
    assert_eq!(positions.len(), 5_478);
    for (last, moves) in positions.iter().rev() {
        if looked_at.contains(last) {
            continue;
        }
        referee.begin(session, &[]).unwrap();
        for plies in 0..=moves.len() {
            let board = referee.view().board();
            if !looked_at.contains(&board) {
                look(&referee, session, &board, plies);
                looked_at.insert(board);
            }
            if let Some(&Move::Place(square)) = moves.get(plies) {
                let ruling = referee.play(session, square).unwrap();
                assert!(matches!(ruling, Ruling::Played { .. }), "{square}: {ruling:?}");
            }
        }
        assert_eq!(&referee.view().board(), last);
    }
    assert_eq!(looked_at.len(), positions.len());
}

#[test]
fn tic_tac_toe_is_decided_rightly_in_every_position_that_can_be_reached() {
    look_everywhere(&mut Embedded::new(), |referee, _, board, plies| {
        assert_eq!(referee.view().turn, expected(board, plies), "{board}");
    });
}

#[test]
fn the_published_test_of_a_win_calls_wins_that_are_none() {
    let wrong = positions().into_iter().filter(|(board, _)| {
        Colour::ALL
            .into_iter()
            .any(|colour| published_win(board, colour) && winner(board) != Some(colour))
    });
    assert!(wrong.count() > 0);
    // Columns 1, 2, 3 and rows 1, 2, 1: no line.
    assert!(published_win("X-X-X----", Colour::Black) && winner("X-X-X----").is_none());
}

/// What the side to move can reach: 1 a win, 0 a draw, -1 a loss, if nobody makes a mistake.
fn worth(board: &str, plies: usize, known: &mut HashMap<String, i8>) -> i8 {
    if let Some(&value) = known.get(board) {
        return value;
    }
    let value = match expected(board, plies) {
        Turn::Over(None) => 0,
        // Whoever made the last move has won.
        Turn::Over(Some(_)) => -1,
        Turn::Pass(_) => unreachable!("nobody passes"),
        Turn::Move { legal, .. } => {
            let values =
                legal.iter().map(|&square| -worth(&with(board, square, plies), plies + 1, known));
            values.max().unwrap()
        }
    };
    known.insert(board.to_owned(), value);
    value
}

/// The board with a mark of the side to move.
fn with(board: &str, square: Square, plies: usize) -> String {
    let at = usize::from(square.row()) * 3 + usize::from(square.column());
    let mark = if plies.is_multiple_of(2) { "X" } else { "O" };
    let mut next = board.to_owned();
    next.replace_range(at..=at, mark);
    next
}

#[test]
fn the_perfect_player_never_gives_anything_away_wherever_it_is_put() {
    const PERFECT: &str = include_str!("../../../plugins/perfect/src/perfect.cypher");
    let mut session = Embedded::new();
    let meter = Meter::new(player_limits(None, 1));
    let checked = session.prepare(PERFECT, &Policy::default(), &meter).unwrap();
    let (mut known, mut asked) = (HashMap::new(), 0);
    look_everywhere(&mut session, |referee, session, board, plies| {
        let Turn::Move { colour, .. } = expected(board, plies) else { return };
        // Where all is lost there is nothing to give away.
        let value = worth(board, plies, &mut known);
        if value < 0 {
            return;
        }
        let mut params = Params::default();
        params.set("symbol", Datum::Text(colour.symbol().to_string()));
        let meter = Meter::new(player_limits(None, 1));
        let outcome = session.read(&checked, &params, &meter).unwrap();
        let Some(Datum::Node(cell)) = outcome.first("cell") else { panic!("{board}") };
        let square = referee.square(cell).unwrap();
        let next = with(board, square, plies);
        assert_eq!(-worth(&next, plies + 1, &mut known), value, "{square} on {board}");
        asked += 1;
    });
    // Of the 4,520 positions in which somebody is to move, those that are not lost.
    assert!(asked > 3_500, "{asked}");
}

#[test]
fn tic_tac_toe_says_why_a_move_is_refused() {
    let game = CypherGame::built_in("tictactoe").unwrap();
    let mut referee = Cypher::new(game, 3, "standard").unwrap();
    let mut session = Embedded::new();
    referee.begin(&mut session, &["b2".parse().unwrap()]).unwrap();
    let ruling = referee.play(&mut session, "b2".parse().unwrap()).unwrap();
    let Ruling::Illegal(why) = ruling else { panic!("{ruling:?}") };
    assert!(why.starts_with("Fine !, Invalid operation : occupied tile."), "{why}");
}

#[test]
fn what_a_game_names_itself_is_no_mistake_of_a_player_before_anything_is_called_so() {
    let game = CypherGame::built_in("tictactoe").unwrap();
    let mut referee = Cypher::new(game, 3, "standard").unwrap();
    let mut session = Embedded::new();
    referee.begin(&mut session, &[]).unwrap();
    let mut notices = |text: &str| {
        let meter = Meter::new(player_limits(None, 1));
        let checked = session.prepare(text, &Policy::default(), &meter).unwrap();
        let outcome = session.read(&checked, &Params::default(), &meter).unwrap();
        outcome.notices.into_iter().map(|notice| notice.message).collect::<Vec<_>>()
    };
    let own = "MATCH (g:GAME), (t:TILE) WHERE NOT (t)<-[:PUTS_HERE]-() RETURN g.winner, t";
    assert_eq!(notices(own), Vec::<String>::new());
    let misspelt = notices("MATCH (g:GAME) RETURN g.winer");
    assert_eq!(misspelt, ["nothing in this graph has the property `winer`"]);
}
