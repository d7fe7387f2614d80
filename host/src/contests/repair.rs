//! What can be read of a damaged contest, copied to a new file, and what is lost said.

use std::path::{Path, PathBuf};

use othello_arena::contest::{ContestFile, Plan};
use othello_arena::whole_number;
use othello_store::{Cut, Hold, Salvage, Store, StoreError, salvage};

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
    let salvage = salvage(path, &to)?;
    let store = Store::open_existing(&to)?;
    let plan = ContestFile::plan_of(&store);
    let games = number_of_games(salvage.games as usize);
    let mut text = format!("{games} copied to {}\n", to.display());
    text += &what_is_lost(&salvage);
    let Salvage { state, state_is_lost, .. } = salvage;
    if let Ok(plan) = &plan {
        text += &what_the_plan_has(plan, &store)?;
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

/// How many games are lost, as far as the file tells it itself.
fn what_is_lost(salvage: &Salvage) -> String {
    let Salvage { lost, lost_behind, more_may_be_lost, without_rounds, state_is_lost, cut, .. } =
        salvage;
    let mut text = String::new();
    if let Some(Cut { had, has }) = cut {
        text += &format!("the file is cut: {has} of its {had} pages are there\n");
    }
    let number = lost.len() + *lost_behind as usize;
    if number > 0 {
        let mut numbers: Vec<_> = lost.iter().take(20).map(|id| id.0.to_string()).collect();
        if *lost_behind > 0 {
            numbers.extend((lost.len() > numbers.len()).then(|| "...".to_owned()));
            numbers
                .push(format!("{} behind the last one that is there", whole_number(*lost_behind)));
        } else if lost.len() > numbers.len() {
            numbers.push("...".to_owned());
        }
        let least = if *more_may_be_lost { "at least " } else { "" };
        let (games, numbers) = (number_of_games(number), numbers.join(", "));
        text += &format!("lost: {least}{games}, of the numbers {numbers}\n");
    } else if *more_may_be_lost {
        text += "lost: what games there were behind the last one that is there; how many is not told any more\n";
    }
    if *without_rounds > 0 {
        text += &format!(
            "{} of them without what was asked and answered, or without a part of it\n",
            whole_number(*without_rounds)
        );
    }
    if number == 0 && *without_rounds == 0 && !state_is_lost && !more_may_be_lost {
        text += "nothing of what the file lists is lost\n";
    }
    text
}

/// How many games of its plan a contest has.
fn what_the_plan_has(plan: &Plan, store: &Store) -> anyhow::Result<String> {
    let Ok(Some(pairs)) = plan.schedule().map(|schedule| schedule.total()) else {
        return Ok(String::new());
    };
    let mut there = 0;
    store.results(None, |_| there += 1)?;
    let all = whole_number(2 * pairs);
    Ok(format!("of the {all} games of its plan {} are there\n", whole_number(there)))
}

/// `club.db` becomes `club-repaired.db`.
fn repaired(path: &Path) -> PathBuf {
    let stem = path.file_stem().unwrap_or_default().to_string_lossy();
    path.with_file_name(format!("{stem}-repaired.db"))
}
