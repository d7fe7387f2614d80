//! Oracle, a strong player that sees nothing: its whole thinking is one read-only Cypher query a move,
//! `oracle.cypher`. The query looks ahead by alpha-beta in a fold, ever deeper in a tree that it keeps, and judges what it
//! finds by parts of the board; what these are worth stands in `weights`. The last seven squares it plays exactly.

#![forbid(unsafe_code)]

pub mod patterns;
pub mod weights;

use othello_player_api::{
    About, Answer, Game, OptionSpec, Player, Plays, Query, Round, export_player,
};

use weights::{SEARCH, Search, luck, query};

/// Reversi's first four discs go to the centre, where every square is as good as any other.
const CENTRE: &str = "\
MATCH (any:Cell)
WITH max(any.row) / 2 AS middle
MATCH (cell:Cell)
WHERE cell.state IS NULL AND cell.row IN [middle, middle + 1] AND cell.column IN [middle, middle + 1]
RETURN cell ORDER BY (3 * cell.row + cell.column + 1) * $luck % 1009 LIMIT 1";

/// The strongest blind player that comes with the arena.
struct Oracle;

impl Player for Oracle {
    fn about() -> About {
        About::new("Oracle", env!("CARGO_PKG_VERSION"))
            .author("the authors of Othello Host")
            .line("looks ahead by alpha-beta, in one query")
            .license(env!("CARGO_PKG_LICENSE"))
            .option(
                OptionSpec::integer("plies", i64::from(SEARCH.plies))
                    .between(1, 20)
                    .line("how many moves ahead it looks, at the most"),
            )
            .plays(Plays::game("othello"))
            .plays(Plays::game("reversi"))
    }

    fn new(_game: &Game) -> Self {
        Oracle
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        if round.game == "reversi" && round.ply < 4 {
            Query::new(CENTRE).param("luck", luck(round.seed))
        } else {
            let plies = round.option("plies").unwrap_or(SEARCH.plies);
            query(round.size, round.ply, Search { plies, ..SEARCH }, round.seed)
        }
    }
}

export_player!(Oracle);
