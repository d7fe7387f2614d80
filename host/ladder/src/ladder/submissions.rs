//! Submissions: what is taken in, how often, and what the checker says of it.

use std::time::Duration;

use othello_players::share::{CodeForm, Upload};

use crate::error::LadderError;
use crate::file::VersionData;
use crate::moment::Moment;
use crate::person::{PersonId, sha256};
use crate::rules::Phase;
use crate::version::{Content, Tally, Verdict, Version, VersionId};

use super::Ladder;

/// The longest query, in bytes.
pub const LONGEST_QUERY: usize = 32 << 10;
/// The largest file that is taken in where compiled players and programs are, in bytes.
pub const LARGEST_UPLOAD: u64 = 16 << 20;
/// The largest one where queries alone are: a pack with a query in it.
const LARGEST_PACKED_QUERY: u64 = 1 << 20;
/// What a pack may hold at most, unpacked, in bytes.
pub const LARGEST_UNPACKED: u64 = 32 << 20;
/// So much the files of one person may have together, and those of all.
const MOST_OF_ONE: u64 = 128 << 20;
const MOST_OF_ALL: u64 = 2 << 30;
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
            Phase::Open => {}
            Phase::Before => {
                return Err(LadderError::NotNow("the event has not begun yet".to_owned()));
            }
            Phase::Final | Phase::Over => {
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
        self.submit_upload(person, Upload::Query(text.to_owned()), now)
    }

    /// Takes in what somebody sent as their next version.
    ///
    /// # Errors
    /// Where that takes no part here, comes too soon after others, or nothing is taken in at the moment.
    pub fn submit_upload(
        &mut self,
        person: PersonId,
        upload: Upload,
        now: Moment,
    ) -> Result<VersionId, LadderError> {
        self.may_submit(person, now)?;
        let id = match upload {
            Upload::Query(text) => {
                let text = check_text(&text)?;
                let unlimited = !text.to_ascii_uppercase().contains("LIMIT");
                let version = self.next_version(person, Content::Query, text.as_bytes(), now)?;
                self.add(Version { unlimited, ..version }, &VersionData::Text(&text))?
            }
            Upload::Code { form, bytes } => {
                let size = bytes.len() as u64;
                self.check_code(person, form, size)?;
                let version =
                    self.next_version(person, Content::Code { form, size }, &bytes, now)?;
                self.add(version, &VersionData::Bytes(&bytes))?
            }
        };
        Ok(id)
    }

    /// The largest file that is taken in, in bytes.
    #[must_use]
    pub fn largest_upload(&self) -> u64 {
        if self.state.rules.allows_code { LARGEST_UPLOAD } else { LARGEST_PACKED_QUERY }
    }

    /// Whether a compiled player or a program is taken in, and there is room for it.
    fn check_code(&self, person: PersonId, form: CodeForm, size: u64) -> Result<(), LadderError> {
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
        let megabytes = |bytes: u64| bytes >> 20;
        if size > LARGEST_UPLOAD {
            let why = format!("a file has at most {} MB", megabytes(LARGEST_UPLOAD));
            return Err(LadderError::Submission(why));
        }
        let sizes = |versions: &mut dyn Iterator<Item = &Version>| {
            versions.map(|version| version.content.size()).sum::<u64>() + size
        };
        if sizes(&mut self.state.versions_of(person)) > MOST_OF_ONE {
            return Err(LadderError::Limit(format!(
                "your files would have more than {} MB together, which is all that there is for one; send queries, \
                 or ask the organiser",
                megabytes(MOST_OF_ONE)
            )));
        }
        if sizes(&mut self.state.versions.values()) > MOST_OF_ALL {
            let why = "there is no room for more files; send a query, or tell the organiser";
            return Err(LadderError::Limit(why.to_owned()));
        }
        Ok(())
    }

    /// Somebody's next version, made of this; nothing says yet what it is worth.
    fn next_version(
        &self,
        person: PersonId,
        content: Content,
        bytes: &[u8],
        now: Moment,
    ) -> Result<Version, LadderError> {
        let hash = sha256(bytes);
        let last = self.state.versions_of(person).next_back();
        if let Some(last) = last.filter(|last| last.hash == hash) {
            let why = format!("that is your version {} as it is", last.number);
            return Err(LadderError::Submission(why));
        }
        Ok(Version {
            id: VersionId(0),
            person,
            number: last.map_or(1, |last| last.number + 1),
            content,
            hash,
            unlimited: false,
            submitted: now,
            verdict: Verdict::Waiting,
            revealed: false,
            tally: Tally::default(),
        })
    }

    fn add(&mut self, version: Version, data: &VersionData<'_>) -> Result<VersionId, LadderError> {
        let id = self.file.add_version(&version, data)?;
        self.state.versions.insert(id, Version { id, ..version });
        self.revision += 1;
        Ok(id)
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
        if let Some(known) = self.state.versions.get_mut(&version) {
            known.verdict = verdict;
            if let (Content::Code { size, .. }, false) = (&mut known.content, is_accepted) {
                *size = 0;
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
        let known = self.state.versions.get_mut(&version).filter(|one| one.person == person);
        let known = known.ok_or_else(missing)?;
        self.file.set_revealed(version, revealed)?;
        known.revealed = revealed;
        self.revision += 1;
        Ok(())
    }
}

/// The text of a query as it is kept.
fn check_text(text: &str) -> Result<String, LadderError> {
    let wrong = |why: String| Err(LadderError::Submission(why));
    let text = text.strip_prefix('\u{feff}').unwrap_or(text).trim_end();
    if text.trim().is_empty() {
        return wrong("there is no query in it".to_owned());
    }
    if text.len() > LONGEST_QUERY {
        return wrong(format!("a query has at most {} kB", LONGEST_QUERY >> 10));
    }
    if text.contains('\0') {
        return wrong("a query is text; this is something else".to_owned());
    }
    Ok(format!("{text}\n"))
}
