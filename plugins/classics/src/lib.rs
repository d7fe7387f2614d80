//! Seven players of one idea each, written in Cypher. All are blind: the query looks at the graph, finds the
//! legal cells with what they turn over, orders them by the player's idea and picks the first. `legal` holds
//! what they share, `minmax` the one query that looks a move further.

#![forbid(unsafe_code)]

mod legal;
mod minmax;

use othello_player_api::{About, Answer, Game, Player, Plays, Round, export_player};

/// Defines a player that takes the first legal cell in an order of its own.
macro_rules! first_by {
    ($player:ident, $name:literal, $line:literal, $order:literal) => {
        #[doc = concat!("Plays ", $line, ".")]
        struct $player;

        impl Player for $player {
            fn about() -> About {
                about($name, $line)
            }

            fn new(_game: &Game) -> Self {
                $player
            }

            fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
                legal::cells(round) + concat!("RETURN cell ORDER BY ", $order, ", rand() LIMIT 1")
            }
        }
    };
}

first_by!(
    Center,
    "Center",
    "nearest to the centre",
    "(2 * cell.row - last)^2 + (2 * cell.column - last)^2"
);
first_by!(
    Edge,
    "Edge",
    "farthest from the centre",
    "(2 * cell.row - last)^2 + (2 * cell.column - last)^2 DESC"
);
first_by!(
    EdgeExclusive,
    "Edge Exclusive",
    "a corner, else an edge, else anything",
    "size([at IN [cell.row, cell.column] WHERE at IN [0, last]]) DESC"
);
first_by!(TopLeft, "Top Left", "the first in reading order", "cell.row, cell.column");
first_by!(
    BottomRight,
    "Bottom Right",
    "the last in reading order",
    "cell.row DESC, cell.column DESC"
);
first_by!(ShallowScore, "Shallow Score", "the most discs turned over", "flips DESC");

/// Most discs turned over, less the most that the other side can turn over in reply.
struct MinmaxScore;

impl Player for MinmaxScore {
    fn about() -> About {
        about("Minmax Score", "the most discs turned over against the best reply")
    }

    fn new(_game: &Game) -> Self {
        MinmaxScore
    }

    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        minmax::query(round)
    }
}

fn about(name: &str, line: &str) -> About {
    About::new(name, env!("CARGO_PKG_VERSION"))
        .author("Othello Host")
        .line(line)
        .plays(Plays::game("othello"))
        .plays(Plays::game("reversi"))
}

export_player!(Center, Edge, EdgeExclusive, TopLeft, BottomRight, ShallowScore, MinmaxScore);
