//! What can be read of a damaged contest, copied to a new file, and what is lost said.

use std::path::{Path, PathBuf};

use othello_arena::contest::ContestFile;
use othello_arena::whole_number;
use othello_store::{Hold, Salvage, Store, StoreError, salvage};

use super::messages;
use crate::history::number_of_games;

/// Copies what can be read of a file to a new one, beside it where none is named, and says what came of it.
pub fn repair(path: &Path, to: Option<&Path>) -> anyhow::Result<String> {
    // Nobody plays on meanwhile; where nothing can be written, nobody does anyway.
    let _hold = match Hold::take(path) {
        Err(StoreError::ReadOnly(_)) => None,
        hold => Some(hold?),
    };
    let to = to.map_or_else(|| repaired(path), Path::to_owned);
    let Salvage { games, lost, without_rounds, state, state_is_lost } = salvage(path, &to)?;
    let store = Store::open_existing(&to)?;
    let plan = ContestFile::plan_of(&store);
    let mut text = format!("{} copied to {}\n", number_of_games(games as usize), to.display());
    if !lost.is_empty() {
        let numbers: Vec<_> = lost.iter().take(20).map(|id| id.0.to_string()).collect();
        let more = if lost.len() > numbers.len() { ", ..." } else { "" };
        text += &format!(
            "lost: {}, of the numbers {}{more}\n",
            number_of_games(lost.len()),
            numbers.join(", ")
        );
    }
    if without_rounds > 0 {
        text += &format!(
            "{} of them without what was asked and answered, or without a part of it\n",
            whole_number(without_rounds)
        );
    }
    if lost.is_empty() && without_rounds == 0 && !state_is_lost {
        text += "nothing of what the file lists is lost\n";
    }
    text += &match plan {
        Ok(_) => format!(
            "what the contest lacks is played again by: {}\n",
            messages::resume(&to, &[])
        ),
        Err(_) if state_is_lost => {
            "lost: the plan of the contest, so that it can't be gone on with; its games are read by \"othello-host history \
             --file\" and \"othello-host ratings --file\"\n"
                .to_owned()
        }
        Err(_) if state.is_empty() => {
            "it has no plan of a contest; its games are read by \"othello-host history --file\" and \
             \"othello-host ratings --file\"\n"
                .to_owned()
        }
        Err(error) => format!(
            "{error}\nit can't be gone on with; its games are read by \"othello-host history --file\" and \"othello-host \
             ratings --file\"\n"
        ),
    };
    Ok(text)
}

/// `club.db` becomes `club-repaired.db`.
fn repaired(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-repaired.db"))
}
