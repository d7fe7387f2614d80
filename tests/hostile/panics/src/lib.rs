//! Players that panic: with a text, with a payload that panics again when it is dropped, while they
//! are created, when they are dropped, and one that panics while it says what it is.

use othello_player_api::{About, Answer, Game, Player, Round, export_player};

struct Panics;

impl Player for Panics {
    fn about() -> About {
        About::new("Panics", "1")
    }
    fn new(_game: &Game) -> Self {
        Panics
    }
    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        let cells: Vec<u32> = Vec::new();
        format!("RETURN {}", cells[round.ply as usize + 7])
    }
}

struct PanicsAgain;

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("and again");
    }
}

impl Player for PanicsAgain {
    fn about() -> About {
        About::new("Panics Again", "1")
    }
    fn new(_game: &Game) -> Self {
        PanicsAgain
    }
    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        if round.size > 0 {
            std::panic::panic_any(Bomb);
        }
        "RETURN 1"
    }
}

struct PanicsAtFirst;

impl Player for PanicsAtFirst {
    fn about() -> About {
        About::new("Panics At First", "1")
    }
    fn new(game: &Game) -> Self {
        assert_eq!(game.size, 0, "no board pleases me");
        PanicsAtFirst
    }
    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        "RETURN 1"
    }
}

struct PanicsAtLast;

impl Player for PanicsAtLast {
    fn about() -> About {
        About::new("Panics At Last", "1")
    }
    fn new(_game: &Game) -> Self {
        PanicsAtLast
    }
    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        "RETURN 1"
    }
}

impl Drop for PanicsAtLast {
    fn drop(&mut self) {
        panic!("goodbye");
    }
}

export_player!(Panics, PanicsAgain, PanicsAtFirst, PanicsAtLast);
