//! The query that looks at the best reply: for each legal cell it plays the move in its head, as the list of
//! cells that would be taken, and asks the graph again what the other side could then turn over.

use othello_player_api::Round;

use crate::legal::{LINES, legal};

/// The whole query for a round.
pub fn query(round: &Round) -> String {
    let legal = legal("size(taken) > 1", round);
    format!(
        "{LINES}\
WITH cell, last, other, [cell] + reduce(turned = [], line IN collect(line) | turned + nodes(line)[1..-1]) AS taken
WHERE {legal}
OPTIONAL MATCH (reply:Cell) WHERE reply.state IS NULL AND reply <> cell
OPTIONAL MATCH back = (reply)-[r:NEIGHBOR_OF]-(first:Cell WHERE first.state = $symbol OR first IN taken)
  (()-[:NEIGHBOR_OF {{direction: r.direction}}]-(next:Cell WHERE next.state = $symbol OR next IN taken))*
  ()-[:NEIGHBOR_OF {{direction: r.direction}}]-(end:Cell WHERE end.state = other AND NOT end IN taken)
WITH cell, size(taken) - 1 AS flips, reply, sum(length(back) - 1) AS lost
WITH cell, flips, max(lost) AS most
RETURN cell ORDER BY flips - most DESC, rand() LIMIT 1"
    )
}
