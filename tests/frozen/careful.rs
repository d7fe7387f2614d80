//! Two players that use all that version 1 of the interface offers: options, parameters, the position and the
//! legal squares that follow from it, thinking, a resignation.

use othello_player_api::{
    About, Answer, Considered, Game, OptionSpec, Player, Plays, Query, Round, Thinking, export_player,
};

/// The first cell by the player's own option, found by the query alone.
const FIRST: &str = "
MATCH (cell:Cell)
WHERE cell.state IS NULL AND EXISTS {
  (cell)-[r:NEIGHBOR_OF]-(:Cell {state: $other})
  ((:Cell {state: $other})-[{direction: r.direction}]-(:Cell {state: $other}))*
  (:Cell {state: $other})-[{direction: r.direction}]-(:Cell {state: $symbol})
}
RETURN cell ORDER BY $sign * (16 * cell.row + cell.column) LIMIT 1";

/// Plays a legal cell and says what it saw.
struct Careful {
    rounds: u32,
}

impl Player for Careful {
    fn about() -> About {
        About::new("Careful", "1.0")
            .author("an author of long ago")
            .line("made against version 1 of the interface")
            .open()
            .plays(Plays::game("othello"))
            .option(OptionSpec::boolean("backwards", false))
    }

    fn new(_game: &Game) -> Self {
        Careful { rounds: 0 }
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        self.rounds += 1;
        let backwards = round.option::<bool>("backwards").unwrap_or_default();
        let mine = format!("{:?}", round.symbol);
        let position = round.position.as_deref().unwrap_or_default();
        let discs = position.matches(&mine).count();
        let mut thinking = Thinking::from(format!("round {} with {discs} discs", self.rounds));
        thinking.moves.push(Considered::new("a1", 1.0).states(7));
        let other = if mine == "X" { "O" } else { "X" };
        let sign = if backwards { -1 } else { 1 };
        Query::new(FIRST).param("other", other).param("sign", sign).thinking(thinking)
    }
}

/// Gives up at once.
struct Tired;

impl Player for Tired {
    fn about() -> About {
        About::new("Tired", "1.0")
    }

    fn new(_game: &Game) -> Self {
        Tired
    }

    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        Answer::resign("as it was then")
    }
}

export_player!(Careful, Tired);
