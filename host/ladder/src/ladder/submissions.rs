//! Submissions: what is taken in, how often, and what the checker says of it.

use std::time::Duration;

use crate::error::LadderError;
use crate::moment::Moment;
use crate::person::{PersonId, sha256};
use crate::rules::Phase;
use crate::version::{Content, Tally, Verdict, Version, VersionId};

use super::Ladder;

/// The longest query, in bytes.
pub const LONGEST_QUERY: usize = 32 << 10;
/// So many versions somebody may send within a minute.
const MOST_A_MINUTE: usize = 6;
const MINUTE: Duration = Duration::from_secs(60);
/// So many versions somebody may have in all.
const MOST_VERSIONS: usize = 1000;

impl Ladder {
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
        let text = check_text(text)?;
        let hash = sha256(text.as_bytes());
        let number = self.next_number(person, &hash, now)?;
        let version = Version {
            id: VersionId(0),
            person,
            number,
            content: Content::Query,
            hash,
            unlimited: !text.to_ascii_uppercase().contains("LIMIT"),
            submitted: now,
            verdict: Verdict::Waiting,
            revealed: false,
            tally: Tally::default(),
        };
        let id = self.file.add_version(&version, Some(&text))?;
        self.state.versions.insert(id, Version { id, ..version });
        self.revision += 1;
        Ok(id)
    }

    /// The number of somebody's next version, where they may send one.
    fn next_number(&self, person: PersonId, hash: &str, now: Moment) -> Result<u32, LadderError> {
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
        if let Some(last) = own.last()
            && last.hash == hash
        {
            let why = format!("that is your version {} as it is", last.number);
            return Err(LadderError::Submission(why));
        }
        Ok(own.last().map_or(1, |last| last.number + 1))
    }

    /// Keeps what the checker said.
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
        self.file.set_verdict(version, &verdict)?;
        let is_accepted = matches!(verdict, Verdict::Accepted(_));
        if let Some(known) = self.state.versions.get_mut(&version) {
            known.verdict = verdict;
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
