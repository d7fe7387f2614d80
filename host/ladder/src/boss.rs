//! Those who come with the ladder, to be beaten: of rising strength, each a query that everybody may read.

use othello_arena::GameSetup;
use othello_board::game::CypherGame;

/// Who comes with the ladder beside the first, for boards of discs.
const BOSSES: [(&str, &str); 2] = [
    ("Greedling", include_str!("../bosses/greedling.cypher")),
    ("Cornerstone", include_str!("../bosses/cornerstone.cypher")),
];

/// The names and queries of those who come with the ladder, the weakest first. The first one plays any game: a legal
/// cell by chance, as the game itself finds them.
///
/// # Errors
/// Where the game is not there any more.
pub fn bosses(setup: &GameSetup) -> Result<Vec<(String, String)>, String> {
    let written = match (&setup.folder, setup.queries()) {
        (_, Some(game)) => game.clone(),
        (Some(folder), None) => CypherGame::in_folder(folder).map_err(|error| error.to_string())?,
        (None, None) => CypherGame::built_in(&setup.game).map_err(|error| error.to_string())?,
    };
    let legal = written.queries.legal.text.trim_end();
    let head = format!("// Pebble: any legal cell\n// plays: {}\n", setup.game);
    let any = format!("{head}CALL () {{\n{legal}\n}}\nRETURN cell\nORDER BY rand()\nLIMIT 1\n");
    let mut bosses = vec![("Pebble".to_owned(), any)];
    if setup.position().is_some() {
        bosses.extend(BOSSES.map(|(name, text)| (name.to_owned(), text.to_owned())));
    }
    Ok(bosses)
}
