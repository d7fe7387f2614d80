//! What somebody sends as a version, made ready before the ladder is held: read, measured and hashed. Whether it is
//! taken in is not known here.

use othello_players::share::Upload;
use othello_rules::text::without_mark;

use crate::error::LadderError;
use crate::person::sha256;
use crate::version::{Content, Room};

/// The longest query, in bytes.
const LONGEST_QUERY: usize = 32 << 10;
/// What a pack may hold at most, unpacked, in bytes.
pub const LARGEST_UNPACKED: u64 = 32 << 20;

/// What somebody sends as a version.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Submission {
    pub(crate) upload: Upload,
    pub(crate) content: Content,
    pub(crate) hash: String,
    pub(crate) room: Room,
    /// Whether it is a query that holds no `LIMIT`.
    pub(crate) unlimited: bool,
}

impl Submission {
    /// A query.
    ///
    /// # Errors
    /// Where it is none.
    pub fn query(text: &str) -> Result<Submission, LadderError> {
        let text = check_text(text)?;
        let unlimited = !text.to_ascii_uppercase().contains("LIMIT");
        let room = Room { sent: text.len() as u64, unpacked: 0 };
        let (content, hash) = (Content::Query, sha256(text.as_bytes()));
        Ok(Submission { upload: Upload::Query(text), content, hash, room, unlimited })
    }

    /// What came as a file.
    ///
    /// # Errors
    /// Where it is a query that is none, or can't be unpacked.
    pub fn of(upload: Upload) -> Result<Submission, LadderError> {
        let (form, bytes) = match &upload {
            Upload::Query(text) => return Submission::query(text),
            Upload::Code { form, bytes } => (*form, bytes),
        };
        let unpacked = upload.unpacked(LARGEST_UNPACKED).map_err(LadderError::Submission)?;
        let room = Room { sent: bytes.len() as u64, unpacked };
        let (content, hash) = (Content::Code(form), sha256(bytes));
        Ok(Submission { upload, content, hash, room, unlimited: false })
    }
}

/// The text of a query as it is kept.
fn check_text(text: &str) -> Result<String, LadderError> {
    let wrong = |why: String| Err(LadderError::Submission(why));
    let text = without_mark(text).trim_end();
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
