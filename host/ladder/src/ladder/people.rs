//! Who takes part: joining, coming back by one's link, and what the organiser may do to people.

use std::path::PathBuf;

use crate::error::LadderError;
use crate::file::{NewPerson, VersionData, empty_log};
use crate::moment::Moment;
use crate::person::{Key, Person, PersonId, PersonName};
use crate::rules::Phase;
use crate::version::{Content, Room, Tally, Verdict, Version, VersionId};

use super::Ladder;

/// So many people find a place.
const MOST_PEOPLE: usize = 5000;

/// Somebody is forgotten; what they wrote lies in the log of the ladder's file still.
#[must_use = "what they wrote lies in the log of the file until it is finished"]
#[derive(Debug)]
pub struct Erasure(PathBuf);

impl Erasure {
    /// Takes it out of the log as well. That may take as long as the log is, and needs no ladder: nobody else waits for
    /// it.
    ///
    /// # Errors
    /// Where the file can't be written.
    pub fn finish(self) -> Result<(), LadderError> {
        empty_log(&self.0)
    }
}

impl Ladder {
    /// Takes somebody in who knows the room's code; gives the key that is their account.
    ///
    /// # Errors
    /// Where the code is another one, the name won't do or is taken, or all places are.
    pub fn join(
        &mut self,
        name: &str,
        code: &str,
        now: Moment,
    ) -> Result<(PersonId, Key), LadderError> {
        if !code.trim().eq_ignore_ascii_case(&self.state.code) {
            return Err(LadderError::Code);
        }
        if self.state.phase == Phase::Over {
            return Err(LadderError::NotNow("this event is over".to_owned()));
        }
        let here = self.state.people.values().filter(|person| !person.removed).count();
        if here >= MOST_PEOPLE {
            return Err(LadderError::Limit(format!("all {MOST_PEOPLE} places are taken")));
        }
        let name = self.free_name(name, None)?;
        let key = Key::random()?;
        let hash = key.hash();
        let new = NewPerson { name: &name, key: Some(&hash), joined: now, boss: false };
        let id = self.file.add_person(&new)?;
        let (boss, removed, muted) = (false, false, false);
        let key_hash = Some(hash);
        self.keep(Person { id, name, key: key_hash, joined: now, boss, removed, muted });
        Ok((id, key))
    }

    /// One of the host's own, to be beaten: a query, or a player of this machine. One that is there already stays.
    ///
    /// # Errors
    /// Where the name won't do.
    pub fn add_boss(
        &mut self,
        name: &str,
        content: Content,
        text: Option<&str>,
        now: Moment,
    ) -> Result<(), LadderError> {
        let name = PersonName::of_host(name);
        if self.state.people.values().any(|person| person.name.shape() == name.shape()) {
            return Ok(());
        }
        let new = NewPerson { name: &name, key: None, joined: now, boss: true };
        let id = self.file.add_person(&new)?;
        let (key, boss, removed, muted) = (None, true, false, false);
        self.keep(Person { id, name, key, joined: now, boss, removed, muted });
        let version = Version {
            id: VersionId(0),
            person: id,
            number: 1,
            content,
            hash: String::new(),
            room: Room::default(),
            unlimited: false,
            submitted: now,
            verdict: Verdict::Accepted(String::new()),
            revealed: false,
            tally: Tally::default(),
        };
        let data = text.map_or(VersionData::Nothing, VersionData::Text);
        let number = self.file.add_version(&version, &data)?;
        self.state.versions.add(Version { id: number, ..version });
        self.state.rate(number);
        self.fit.due = true;
        Ok(())
    }

    /// Whose key this is.
    ///
    /// # Errors
    /// Where it is nobody's.
    pub fn person_of(&self, key: &Key) -> Result<&Person, LadderError> {
        let hash = key.hash();
        let found = self.state.people.values().find(|person| person.key.as_ref() == Some(&hash));
        found.filter(|person| !person.removed).ok_or(LadderError::Stranger)
    }

    /// Whether this is the organiser's key.
    #[must_use]
    pub fn is_organiser(&self, key: &Key) -> bool {
        key.hash() == self.state.organiser
    }

    /// The person of this number.
    ///
    /// # Errors
    /// Where there is none.
    pub fn person(&self, id: PersonId) -> Result<&Person, LadderError> {
        let missing = || LadderError::Missing(format!("person {}", id.0));
        self.state.people.get(&id).ok_or_else(missing)
    }

    /// The person who is called so.
    ///
    /// # Errors
    /// Where nobody is.
    pub fn person_called(&self, name: &str) -> Result<&Person, LadderError> {
        let shape = PersonName::of_host(name);
        let found = self.state.people.values().find(|one| one.name.shape() == shape.shape());
        found.ok_or_else(|| LadderError::Missing(format!("{name:?} here")))
    }

    /// Gives somebody another name.
    ///
    /// # Errors
    /// Where the name won't do or is taken.
    pub fn rename(&mut self, id: PersonId, name: &str) -> Result<(), LadderError> {
        let name = self.free_name(name, Some(id))?;
        let person = Person { name, ..self.of_a_guest(id)?.clone() };
        self.set(person)
    }

    /// Takes somebody out of the table, or back in. What they played stays, since others' ratings rest on it.
    ///
    /// # Errors
    /// Where there is no such person.
    pub fn remove(&mut self, id: PersonId, removed: bool) -> Result<(), LadderError> {
        self.remove_all(&[id], removed)
    }

    /// Takes many out at once, or back in: all of them, or nobody.
    ///
    /// # Errors
    /// Where there is no such person among them.
    pub fn remove_all(&mut self, ids: &[PersonId], removed: bool) -> Result<(), LadderError> {
        let changed = |&id| Ok(Person { removed, ..self.of_a_guest(id)?.clone() });
        let people = ids.iter().map(changed).collect::<Result<Vec<_>, LadderError>>()?;
        self.file.set_people(&people)?;
        people.into_iter().for_each(|person| self.keep(person));
        self.stop_needless_comparisons()
    }

    /// Lets somebody submit nothing for now, or again.
    ///
    /// # Errors
    /// Where there is no such person.
    pub fn mute(&mut self, id: PersonId, muted: bool) -> Result<(), LadderError> {
        let person = Person { muted, ..self.of_a_guest(id)?.clone() };
        self.set(person)
    }

    /// Gives somebody a new link, since the old one is lost or known to others.
    ///
    /// # Errors
    /// Where there is no such person.
    pub fn reset_key(&mut self, id: PersonId) -> Result<Key, LadderError> {
        let key = Key::random()?;
        let person = Person { key: Some(key.hash()), ..self.of_a_guest(id)?.clone() };
        self.set(person)?;
        Ok(key)
    }

    /// Forgets who somebody was, and everything that they wrote. It is overwritten in the file; whoever opens that next
    /// writes it anew, in case a trace is left between what stands there now.
    ///
    /// # Errors
    /// Where there is no such person.
    pub fn forget(&mut self, id: PersonId) -> Result<Erasure, LadderError> {
        let guest = self.of_a_guest(id)?.clone();
        let is_taken = |name: &PersonName| {
            self.state.people.values().any(|other| other.name.shape() == name.shape())
        };
        let name = PersonName::of_forgotten(id, is_taken);
        let person = Person { name, key: None, removed: true, ..guest };
        let forgotten_bytes = self.file.forget(&person)?;
        self.state.badges.remove(&id);
        self.state.comparisons.retain(|_, comparison| comparison.person != id);
        self.state.tried_bytes -= forgotten_bytes;
        self.state.lessons.remove(&id);
        for version in self.state.versions.of_mut(id) {
            if let Verdict::Accepted(words) | Verdict::Refused(words) = &mut version.verdict {
                words.clear();
            }
            version.hash.clear();
            version.content = Content::Query;
            version.room = Room::default();
        }
        for game in &mut self.state.latest {
            if let othello_store::Ending::Forfeit { by, reason, .. } = &mut game.played.ending
                && let Some(version) = self.state.versions.get(&game.played.pairing.players[*by])
                && version.person == id
            {
                reason.clear();
            }
        }
        self.keep(person);
        Ok(Erasure(self.path().to_owned()))
    }

    fn of_a_guest(&self, id: PersonId) -> Result<&Person, LadderError> {
        let person = self.person(id)?;
        let why = match person {
            Person { boss: true, name, .. } => format!("{name} is one of the host's own"),
            person if person.is_forgotten() => format!("{} was forgotten, for good", person.name),
            person => return Ok(person),
        };
        Err(LadderError::Forbidden(why))
    }

    fn free_name(&self, name: &str, own: Option<PersonId>) -> Result<PersonName, LadderError> {
        let name = PersonName::parse(name)?;
        let same = |person: &&Person| person.name.shape() == name.shape() && Some(person.id) != own;
        match self.state.people.values().find(same) {
            Some(_) => Err(LadderError::Taken(name.to_string())),
            None => Ok(name),
        }
    }

    fn set(&mut self, person: Person) -> Result<(), LadderError> {
        self.file.set_people(std::slice::from_ref(&person))?;
        self.keep(person);
        Ok(())
    }

    fn keep(&mut self, person: Person) {
        self.state.people.insert(person.id, person);
        self.revision += 1;
    }
}
