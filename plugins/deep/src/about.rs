//! What all players of this library say of themselves.

use othello_open::plays_on;
use othello_player_api::About;

/// The boards on which five plies are found within a second.
const BOARDS: [u32; 4] = [4, 6, 8, 10];

/// An open player of this name.
pub fn about(name: &str, line: &str) -> About {
    let about =
        About::new(name, env!("CARGO_PKG_VERSION")).author("Othello Host").line(line).open();
    plays_on(&BOARDS).into_iter().fold(about, About::plays)
}
