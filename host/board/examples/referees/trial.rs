//! A random game before both referees at once, which compare everything they say after every move. The
//! example plays many of them, the tests a few.

use othello_board::game::CypherGame;
use othello_board::session::Session;
use othello_board::{Both, Cypher, Native, Referee, Ruling, Turn};
use othello_rules::{Position, Size, Square, Start, Variant};

/// Numbers that look like chance and are the same every time (xorshift).
pub struct Rng(pub u64);

impl Rng {
    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

/// Plays a random game to its end, now and then trying a square that is not legal.
pub fn play(referee: &mut dyn Referee, session: &mut dyn Session, rng: &mut Rng) {
    referee.begin(session, &[]).unwrap();
    loop {
        match referee.view().turn.clone() {
            Turn::Over(_) => break,
            Turn::Pass(_) => referee.pass(session).unwrap(),
            Turn::Move { legal, .. } => {
                let square = legal[rng.below(legal.len())];
                let width = usize::from(referee.view().width());
                let any = |n: usize| Square::new((n / width) as u8, (n % width) as u8).unwrap();
                let other = any(rng.below(width * width));
                if !legal.contains(&other) {
                    let ruling = referee.play(session, other).unwrap();
                    assert!(matches!(ruling, Ruling::Illegal(_)), "{other}");
                }
                let ruling = referee.play(session, square).unwrap();
                assert!(matches!(ruling, Ruling::Played { .. }), "{square}");
            }
        }
    }
    referee.verify(session).unwrap();
}

pub fn both(variant: Variant, size: Size, start: Start) -> Both {
    let game = CypherGame::built_in(&variant.to_string()).unwrap();
    let start_name = match variant {
        Variant::Othello => start.to_string(),
        Variant::Reversi => "empty".to_owned(),
    };
    let cypher = Cypher::new(game, size.get(), &start_name).unwrap();
    Both::new(Native::new(Position::new(variant, size, start)), cypher)
}
