//! An event as a folder to take home: the table, all games, how far everybody is with the lessons, and for everybody
//! their versions, games and queries for lessons.

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use othello_players::share::Upload;

use crate::error::LadderError;
use crate::feed::feed_line;
use crate::finals::{FinalPlace, Finals};
use crate::game::GameId;
use crate::ladder::Ladder;
use crate::lesson::LessonStep;
use crate::person::Person;

/// So many games are read at once.
const GAMES_AT_ONCE: u32 = 1000;

/// Writes the event into a folder that is new or empty; gives how many people and games it has.
///
/// # Errors
/// Where the folder holds something, or can't be written.
pub fn export(ladder: &Ladder, folder: &Path) -> Result<(usize, u64), LadderError> {
    if folder.read_dir().is_ok_and(|mut entries| entries.next().is_some()) {
        let why = format!("{} holds something already; name a new folder", folder.display());
        return Err(LadderError::NotNow(why));
    }
    fs::create_dir_all(folder)?;
    fs::write(folder.join("table.csv"), table(ladder))?;
    fs::write(folder.join("lessons.csv"), lessons(ladder))?;
    let people = ladder.state().people.values().filter(|person| !person.removed);
    let people: Vec<&Person> = people.collect();
    for person in &people {
        let own = own_folder(folder, person);
        fs::create_dir_all(&own)?;
        for version in ladder.state().versions_of(person.id) {
            let name = format!("v{}", version.number);
            match ladder.archive().upload(version.id)? {
                Some(Upload::Query(text)) => fs::write(own.join(format!("{name}.cypher")), text)?,
                Some(Upload::Code { form, bytes }) => {
                    fs::write(own.join(form.file_name(&name)), bytes)?
                }
                None => {}
            }
        }
        for lesson in ladder.state().lessons.get(&person.id).into_iter().flat_map(BTreeMap::keys) {
            if let Some(query) = ladder.archive().tried_query(person.id, lesson)? {
                let tried = own.join("lessons");
                fs::create_dir_all(&tried)?;
                fs::write(tried.join(format!("{}.cypher", plain(lesson))), query)?;
            }
        }
    }
    let games = games(ladder, folder, &people)?;
    Ok((people.len(), games))
}

/// Every game as a line, once for all and once for each of the two.
fn games(ladder: &Ladder, folder: &Path, people: &[&Person]) -> Result<u64, LadderError> {
    let mut all = BufWriter::new(File::create(folder.join("games.jsonl"))?);
    let (mut last, mut count) = (GameId(0), 0);
    loop {
        let games = ladder.archive().games_after(last, GAMES_AT_ONCE)?;
        let Some(newest) = games.last() else { break };
        last = newest.id;
        let mut own = std::collections::HashMap::<_, String>::new();
        for game in &games {
            let line = format!("{}\n", feed_line(ladder.state(), game));
            all.write_all(line.as_bytes())?;
            count += 1;
            for version in game.played.pairing.players.as_ref().into_iter() {
                if let Some(version) = ladder.state().versions.get(version) {
                    own.entry(version.person).or_default().push_str(&line);
                }
            }
        }
        for person in people {
            if let Some(lines) = own.get(&person.id) {
                let path = own_folder(folder, person).join("games.jsonl");
                let mut file = File::options().create(true).append(true).open(path)?;
                file.write_all(lines.as_bytes())?;
            }
        }
    }
    all.flush()?;
    Ok(count)
}

/// The folder of somebody: by the number, and by the name.
fn own_folder(folder: &Path, person: &Person) -> PathBuf {
    folder.join("people").join(format!("{:03}-{}", person.id.0, plain(person.name.as_str())))
}

/// What of a name may stand in a file's.
fn plain(name: &str) -> String {
    name.chars().map(|letter| if letter.is_alphanumeric() { letter } else { '-' }).collect()
}

/// How far everybody is with the lessons, as programs for sheets read it.
fn lessons(ladder: &Ladder) -> String {
    let state = ladder.state();
    let mut text = String::from("name,lesson,passed,tries,hints\n");
    for (person, steps) in &state.lessons {
        let person = state.people.get(person).filter(|person| !person.removed);
        let Some(person) = person else { continue };
        for (lesson, LessonStep { passed, tries, hints, .. }) in steps {
            let (name, lesson) = (cell(person.name.as_str()), cell(lesson));
            text += &format!("{name},{lesson},{passed},{tries},{hints}\n");
        }
    }
    text
}

/// The table as programs for sheets read it.
fn table(ladder: &Ladder) -> String {
    let state = ladder.state();
    let mut text =
        String::from("rank,name,boss,rating,error,version,games,wins,draws,losses,final\n");
    let places = state.finals.as_ref().map(Finals::places).unwrap_or_default();
    for (rank, standing) in state.table().iter().enumerate() {
        let (Some(person), Some(version)) =
            (state.people.get(&standing.person), state.versions.get(&standing.version))
        else {
            continue;
        };
        let own = |place: &&FinalPlace| {
            state.versions.get(&place.version).is_some_and(|one| one.person == person.id)
        };
        let place = places.iter().find(own).map(|place| place.rank.to_string()).unwrap_or_default();
        let tally = &version.tally;
        text += &format!(
            "{},{},{},{:.0},{:.0},{},{},{},{},{},{place}\n",
            rank + 1,
            cell(person.name.as_str()),
            person.boss,
            standing.rating,
            standing.error,
            version.number,
            tally.games(),
            tally.wins,
            tally.draws,
            tally.losses
        );
    }
    text
}

/// A text that no sheet takes for a formula.
fn cell(text: &str) -> String {
    let guard = if text.starts_with(['=', '+', '-', '@']) { "'" } else { "" };
    format!("\"{guard}{}\"", text.replace('"', "\"\""))
}
