//! Why there are no openings, and the bounds that it tells of.

/// How many plies `all` and `random` take at the most: beyond that openings would be games.
pub(super) const MOST_PLIES: u32 = 40;
/// How many distinct positions `all` collects at the most.
pub(super) const MOST_POSITIONS: usize = 100_000;

/// Why there are no openings.
#[derive(Debug, thiserror::Error)]
pub enum OpeningError {
    /// A text names no source.
    #[error(
        "no openings {0:?}; write random:6, all:4, none, or the name of a file: transcripts, GGF or OBF"
    )]
    Unknown(String),
    /// The file can't be read.
    #[error("the openings in {file} can't be read: {error}")]
    File {
        /// Which file.
        file: String,
        /// What the system says.
        error: std::io::Error,
    },
    /// A transcript is wrong.
    #[error("{0}")]
    Transcript(String),
    /// The file has none.
    #[error("there are no openings in {0}")]
    Empty(String),
    /// The game is over before, or no position is left.
    #[error("{0} plies are too many for openings on this board; {MOST_PLIES} are the most")]
    TooLong(u32),
    /// No plies at all.
    #[error("openings of 0 plies; write \"none\" to begin every game at the start")]
    TooShort,
    /// Too many positions.
    #[error(
        "{0} plies lead to more than {MOST_POSITIONS} positions; fewer plies, or random:{0}, will do"
    )]
    TooMany(u32),
}
