//! Submissions: what is taken in, how often, and what the checker says of it.

use std::collections::BTreeMap;
use std::time::Duration;

use othello_players::share::{CodeForm, Upload};

use crate::error::LadderError;
use crate::file::VersionData;
use crate::moment::Moment;
use crate::person::PersonId;
use crate::rules::Phase;
use crate::submission::Submission;
use crate::version::{Content, Room, Tally, Verdict, Version, VersionId};

use super::Ladder;

/// The largest file that is taken in where compiled players and programs are, in bytes.
const LARGEST_UPLOAD: u64 = 16 << 20;
/// The largest one where queries alone are: a pack with a query in it.
const LARGEST_PACKED_QUERY: u64 = 1 << 20;
/// So much of the disk the files of one person may take together, and those of all: in the ladder's file, and beside it
/// as long as they play.
const MOST_OF_ONE: u64 = 128 << 20;
const MOST_OF_ALL: u64 = 2 << 30;
/// Queries have room of their own, since whoever sends files is not to keep them out: so much those of one person, and
/// so much those of all. However many people fill that, whoever has sent little finds room.
const MOST_OF_ONES_QUERIES: u64 = 16 << 20;
const MOST_OF_QUERIES: u64 = 1 << 30;
const LITTLE: u64 = 256 << 10;
/// So many versions somebody may send within a minute.
const MOST_A_MINUTE: usize = 6;
const MINUTE: Duration = Duration::from_secs(60);
/// So many versions somebody may have in all.
const MOST_VERSIONS: usize = 1000;

impl Ladder {
    /// Whether somebody may send a version now.
    ///
    /// # Errors
    /// Where it would come too soon after others, or nothing is taken in at the moment.
    pub fn may_submit(&self, person: PersonId, now: Moment) -> Result<(), LadderError> {
        let author = self.person(person)?;
        if author.removed {
            return Err(LadderError::Stranger);
        }
        if author.muted {
            let why = "the organiser lets you submit nothing for now; ask them".to_owned();
            return Err(LadderError::Forbidden(why));
        }
        match self.state.phase {
            Phase::Open if !self.state.is_closing(now) => {}
            Phase::Before => {
                return Err(LadderError::NotNow("the event has not begun yet".to_owned()));
            }
            Phase::Open | Phase::Final | Phase::Over => {
                let why = "submissions are closed; what you sent last stands".to_owned();
                return Err(LadderError::NotNow(why));
            }
        }
        self.has_turn(person, now)
    }

    /// Takes a query in as somebody's next version.
    ///
    /// # Errors
    /// Where it is none, comes too soon after others, or nothing is taken in at the moment.
    pub fn submit(
        &mut self,
        person: PersonId,
        text: &str,
        now: Moment,
    ) -> Result<VersionId, LadderError> {
        self.submit_upload(person, Submission::query(text)?, now)
    }

    /// Takes in what somebody sent as their next version.
    ///
    /// # Errors
    /// Where that takes no part here, comes too soon after others, or nothing is taken in at the moment.
    pub fn submit_upload(
        &mut self,
        person: PersonId,
        submission: Submission,
        now: Moment,
    ) -> Result<VersionId, LadderError> {
        self.may_submit(person, now)?;
        let Submission { upload, content, hash, room, unlimited } = submission;
        match &content {
            Content::Code(form) => self.check_code(person, *form, room)?,
            Content::Query | Content::Installed(_) => self.check_room_of_queries(person, room)?,
        }
        let last = self.state.versions_of(person).next_back();
        if let Some(last) = last.filter(|last| last.hash == hash) {
            let why = format!("that is your version {} as it is", last.number);
            return Err(LadderError::Submission(why));
        }
        let version = Version {
            id: VersionId(0),
            person,
            number: last.map_or(1, |last| last.number + 1),
            content,
            hash,
            room,
            unlimited,
            submitted: now,
            verdict: Verdict::Waiting,
            revealed: false,
            tally: Tally::default(),
        };
        let data = match &upload {
            Upload::Query(text) => VersionData::Text(text),
            Upload::Code { bytes, .. } => VersionData::Bytes(bytes),
        };
        let id = self.file.add_version(&version, &data)?;
        self.state.versions.add(Version { id, ..version });
        self.revision += 1;
        Ok(id)
    }

    /// The largest file that is taken in, in bytes.
    #[must_use]
    pub fn largest_upload(&self) -> u64 {
        if self.state.rules.allows_code { LARGEST_UPLOAD } else { LARGEST_PACKED_QUERY }
    }

    /// Whether a compiled player or a program is taken in, and there is room for it.
    fn check_code(&self, person: PersonId, form: CodeForm, new: Room) -> Result<(), LadderError> {
        if !self.state.rules.allows_code {
            let why = match form {
                CodeForm::Pack => "what is in this pack is no query",
                CodeForm::Library => "that is a compiled library",
                CodeForm::Program => "that is a program",
            };
            let why = format!(
                "{why}, and this ladder takes queries alone; its organiser decides that when it begins"
            );
            return Err(LadderError::Forbidden(why));
        }
        if new.sent > LARGEST_UPLOAD {
            let why = format!("a file has at most {} MB", LARGEST_UPLOAD >> 20);
            return Err(LadderError::Submission(why));
        }
        let [own, all] = self.room_of_code(person);
        let needed = new.sent + new.in_play();
        if own + needed > MOST_OF_ONE {
            return Err(LadderError::Limit(format!(
                "your files would take more than {} MB of the disk together, unpacked as they are to play, which is all \
                 that there is for one; send a query or a smaller pack, or ask the organiser",
                MOST_OF_ONE >> 20
            )));
        }
        if all + needed > MOST_OF_ALL {
            let why = "there is no room for more files on this ladder; send a query, or have the organiser forget \
                       those whose files nobody needs";
            return Err(LadderError::Limit(why.to_owned()));
        }
        Ok(())
    }

    /// What compiled players and programs take of the disk: those of one person, and those of all. What lies in the
    /// ladder's file stays there; what lies beside it does as long as it plays, or may be the next to do so.
    fn room_of_code(&self, person: PersonId) -> [u64; 2] {
        let (mut own, mut all) = (0, 0);
        let mut playing = BTreeMap::new();
        for version in self.state.versions.values().filter(|version| version.content.is_code()) {
            let mut add = |bytes| {
                all += bytes;
                own += if version.person == person { bytes } else { 0 };
            };
            add(version.room.sent);
            let compared = || {
                self.open_comparisons().any(|one| [one.tried, one.against].contains(&version.id))
            };
            match version.verdict {
                // The last one that was accepted plays, and of those before it what lies there is taken away.
                Verdict::Accepted(_) if !compared() => {
                    playing.insert(version.person, version.room.in_play());
                }
                Verdict::Accepted(_) | Verdict::Waiting => add(version.room.in_play()),
                Verdict::Refused(_) => {}
            }
        }
        [own + playing.get(&person).unwrap_or(&0), all + playing.values().sum::<u64>()]
    }

    /// Whether there is room for one more query.
    fn check_room_of_queries(&self, person: PersonId, new: Room) -> Result<(), LadderError> {
        let queries = self.state.versions.values().filter(|version| !version.content.is_code());
        let (mut own, mut all) = (new.sent, new.sent);
        for version in queries {
            all += version.room.sent;
            own += if version.person == person { version.room.sent } else { 0 };
        }
        has_room(own, all).map_err(LadderError::Limit)
    }

    /// Whether somebody has not sent too much lately.
    fn has_turn(&self, person: PersonId, now: Moment) -> Result<(), LadderError> {
        let own: Vec<&Version> = self.state.versions_of(person).collect();
        if own.iter().any(|version| version.verdict == Verdict::Waiting) {
            let why = "your last version is being checked; wait for its verdict".to_owned();
            return Err(LadderError::Limit(why));
        }
        let recent: Vec<_> =
            own.iter().filter(|version| now.since(version.submitted) < MINUTE).collect();
        if let (true, Some(first)) = (recent.len() >= MOST_A_MINUTE, recent.first()) {
            let left = MINUTE.saturating_sub(now.since(first.submitted)).as_secs() + 1;
            let why =
                format!("{MOST_A_MINUTE} versions a minute are enough; try again in {left} s");
            return Err(LadderError::Limit(why));
        }
        if own.len() >= MOST_VERSIONS {
            return Err(LadderError::Limit(format!(
                "nobody has more than {MOST_VERSIONS} versions"
            )));
        }
        Ok(())
    }

    /// Keeps what the checker said; of somebody who was forgotten meanwhile no word. The bytes of what was refused are
    /// not kept.
    ///
    /// # Errors
    /// Where there is no such version, or the file can't be written.
    pub fn judge(&mut self, version: VersionId, verdict: Verdict) -> Result<(), LadderError> {
        self.in_check.remove(&version);
        let Some(known) = self.state.versions.get(&version) else {
            return Err(LadderError::Missing(format!("version {}", version.0)));
        };
        if known.verdict != Verdict::Waiting || verdict == Verdict::Waiting {
            return Ok(());
        }
        let verdict = match self.is_forgotten(known.person) {
            true => Verdict::Refused(String::new()),
            false => verdict,
        };
        self.file.set_verdict(version, &verdict)?;
        let is_accepted = matches!(verdict, Verdict::Accepted(_));
        if let Some(known) = self.state.versions.get_mut(version) {
            known.verdict = verdict;
            if known.content.is_code() && !is_accepted {
                known.room = Room::default();
            }
        }
        if is_accepted {
            self.state.rate(version);
        }
        self.revision += 1;
        Ok(())
    }

    /// Lets everybody see one's version, or nobody again.
    ///
    /// # Errors
    /// Where it is somebody else's.
    pub fn reveal(
        &mut self,
        person: PersonId,
        version: VersionId,
        revealed: bool,
    ) -> Result<(), LadderError> {
        let missing = || LadderError::Missing(format!("version {} of yours", version.0));
        let known = self.state.versions.get_mut(version).filter(|one| one.person == person);
        let known = known.ok_or_else(missing)?;
        self.file.set_revealed(version, revealed)?;
        known.revealed = revealed;
        self.revision += 1;
        Ok(())
    }
}

/// Whether the queries of one person and those of all may take so many bytes.
fn has_room(own: u64, all: u64) -> Result<(), String> {
    if own > MOST_OF_ONES_QUERIES {
        return Err(format!(
            "your queries would take more than {} MB together, which is all that there is for one; send a shorter one, or \
             ask the organiser",
            MOST_OF_ONES_QUERIES >> 20
        ));
    }
    if all > MOST_OF_QUERIES && own > LITTLE {
        return Err(format!(
            "there is no room for more queries on this ladder but of those who have sent less than {} kB; have the \
             organiser forget those whose queries nobody needs",
            LITTLE >> 10
        ));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use othello_arena::GameSetup;

    use super::*;
    use crate::ladder::Opened;
    use crate::rules::{Rules, Schedule};

    /// A pack that is small and takes much when it is unpacked.
    fn swelling(number: usize) -> Submission {
        let bytes = number.to_string().into_bytes();
        Submission {
            content: Content::Code(CodeForm::Pack),
            hash: number.to_string(),
            room: Room { sent: 1 << 10, unpacked: 32 << 20 },
            unlimited: false,
            upload: Upload::Code { form: CodeForm::Pack, bytes },
        }
    }

    #[test]
    fn files_have_room_as_they_lie_on_the_disk_one_persons_and_those_of_all() {
        let folder = tempfile::tempdir().unwrap();
        let begin = || {
            let setup = GameSetup::find("othello", Some(6), None).map_err(LadderError::Rules)?;
            let rules = Rules { allows_code: true, ..Rules::new("Test", &setup)? };
            Ok((rules, Schedule::default()))
        };
        let Opened { mut ladder, .. } =
            Ladder::open(&folder.path().join("ladder.db"), begin).unwrap();
        let code = ladder.state.code.clone();
        let mut people = 0;
        let refused = loop {
            let name = format!("Person {people}");
            let (person, _) = ladder.join(&name, &code, Moment(0)).unwrap();
            people += 1;
            match ladder.submit_upload(person, swelling(people), Moment(0)) {
                Ok(version) => ladder.judge(version, Verdict::Accepted(String::new())).unwrap(),
                Err(refused) => break refused.to_string(),
            }
        };
        assert!(refused.contains("no room for more files on this ladder"), "{refused}");
        assert_eq!(people, 64, "so many packs of 32 MB are 2 GB");
        // What follows takes the place of what was unpacked before, and a query has room of its own.
        let first = ladder.person_called("Person 0").unwrap().id;
        let query = ladder.submit(first, "RETURN 1", Moment(0)).unwrap();
        ladder.judge(query, Verdict::Refused(String::new())).unwrap();
        ladder.forget(ladder.person_called("Person 1").unwrap().id).unwrap().finish().unwrap();
        for number in 0..5 {
            let version = ladder.submit_upload(first, swelling(100 + number), Moment(90_000));
            let version = version.unwrap_or_else(|error| panic!("{number}: {error}"));
            ladder.judge(version, Verdict::Refused(String::new())).unwrap();
        }
        let most = Submission { room: Room { sent: 1 << 20, unpacked: 127 << 20 }, ..swelling(9) };
        let refused = ladder.submit_upload(first, most, Moment(180_000)).unwrap_err().to_string();
        assert!(refused.contains("128 MB of the disk"), "{refused}");
    }

    #[test]
    fn whoever_has_sent_little_finds_room_however_many_fill_it() {
        assert_eq!(has_room(LITTLE, MOST_OF_QUERIES + LITTLE), Ok(()));
        assert_eq!(has_room(MOST_OF_ONES_QUERIES, MOST_OF_QUERIES), Ok(()));
        let full = has_room(LITTLE + 1, MOST_OF_QUERIES + 1).unwrap_err();
        assert!(full.contains("but of those who have sent less than 256 kB"), "{full}");
        let much = has_room(MOST_OF_ONES_QUERIES + 1, 0).unwrap_err();
        assert!(much.starts_with("your queries would take more than 16 MB"), "{much}");
    }
}
