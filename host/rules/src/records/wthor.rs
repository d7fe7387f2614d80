//! The WTHOR base of the French Othello federation: `.wtb` files of games, and the `.jou` and
//! `.trn` files with the names of the players and tournaments that games refer to by number.
//!
//! All three begin with 16 bytes: the day that the file was made (century, year in it, month, day),
//! the number of games (four bytes, lowest first), the number of names (two), the year of the
//! games (two), the size of the board (0 stands for 8), the kind of games (1 for single problems),
//! the number of empty squares from which the theoretical score was worked out, and one unused.
//! A game has 68 bytes: tournament, Black and White (two each), the discs that Black had at the
//! end with empty squares given to the winner, those it would have had by perfect play, and 60
//! moves as row times ten plus column, both from 1, passes left out and 0 after the last.

use super::record::{Fault, GameResult, Record, RecordError, WthorFacts};
use crate::colour::ByColour;
use crate::game::Game;
use crate::ply::Move;
use crate::position::Position;
use crate::square::Square;
use crate::transcript::{TranscriptError, WrongMove};

/// How long a header is.
pub const HEADER: usize = 16;
const GAME: usize = 68;
const MOVES: usize = 60;
const SQUARES: u8 = 64;
/// The room for a name, of which the last byte is always 0.
const PLAYER: usize = 20;
/// The room for the name of a tournament.
pub const TOURNAMENT: usize = 26;

/// The 16 bytes that each file begins with.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Header {
    /// The year, month and day that the file was made.
    pub created: (u16, u8, u8),
    /// How many games follow; 0 in files of names.
    pub games: u32,
    /// How many names follow; 0 in files of games.
    pub names: u16,
    /// The year that the games were played in.
    pub year: u16,
    /// The width of the board; 0 stands for 8.
    pub size: u8,
    /// 1 for a file of single problems, else 0.
    pub kind: u8,
    /// With how many empty squares perfect play begins for the theoretical score.
    pub depth: u8,
}

impl Header {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// Where the file is shorter than that.
    pub fn read(bytes: &[u8]) -> Result<Header, Fault> {
        let &[century, year, month, day, g0, g1, g2, g3, n0, n1, y0, y1, size, kind, depth, _] =
            bytes.first_chunk::<HEADER>().ok_or_else(|| {
                Fault::Form(format!("a header has 16 bytes, this file only {}", bytes.len()))
            })?;
        Ok(Header {
            created: (u16::from(century) * 100 + u16::from(year), month, day),
            games: u32::from_le_bytes([g0, g1, g2, g3]),
            names: u16::from_le_bytes([n0, n1]),
            year: u16::from_le_bytes([y0, y1]),
            size,
            kind,
            depth,
        })
    }

    fn to_bytes(self) -> [u8; HEADER] {
        let (year, month, day) = self.created;
        let [g0, g1, g2, g3] = self.games.to_le_bytes();
        let [n0, n1] = self.names.to_le_bytes();
        let [y0, y1] = self.year.to_le_bytes();
        // A year has four digits here, so each half fits.
        let (century, in_century) = ((year / 100 % 100) as u8, (year % 100) as u8);
        let Header { size, kind, depth, .. } = self;
        [century, in_century, month, day, g0, g1, g2, g3, n0, n1, y0, y1, size, kind, depth, 0]
    }
}

/// One game of a `.wtb` file, its names as numbers.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Entry {
    /// The number of the tournament in the `.trn` file.
    pub tournament: u16,
    /// The numbers of the players in the `.jou` file.
    pub players: ByColour<u16>,
    /// The discs that Black had at the end, empty squares given to the winner.
    pub score: u8,
    /// The discs that Black would have had by perfect play.
    pub theoretical: u8,
    /// The moves, passes put in.
    pub game: Game,
}

/// The names that games refer to.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Names {
    /// Those of a `.jou` file.
    pub players: Vec<String>,
    /// Those of a `.trn` file.
    pub tournaments: Vec<String>,
}

impl Entry {
    /// The game with its names, from a file with this header. A name that is not among them is given as its number.
    #[must_use]
    pub fn record(self, names: &Names, header: &Header) -> Record {
        let named = |names: &[String], number: u16| {
            names.get(usize::from(number)).cloned().unwrap_or_else(|| in_place_of_name(number))
        };
        let margin = i32::from(self.score) * 2 - 64;
        let mut record = Record::new(self.game);
        record.players = self.players.map(|number| named(&names.players, number));
        record.place = named(&names.tournaments, self.tournament);
        record.date = if header.year == 0 { String::new() } else { header.year.to_string() };
        record.wthor = Some(WthorFacts {
            tournament: self.tournament,
            players: self.players,
            theoretical: self.theoretical,
            depth: header.depth,
        });
        record.result = Some(GameResult { margin, ..GameResult::counted(&record.game) });
        record
    }
}

/// Reads the names of players in a `.jou` file. `file` is what errors call it.
///
/// # Errors
/// A file that is shorter than it says.
pub fn read_players(file: &str, bytes: &[u8]) -> Result<Vec<String>, RecordError> {
    read_names::<PLAYER>(file, bytes)
}

/// Reads the names of tournaments in a `.trn` file. `file` is what errors call it.
///
/// # Errors
/// A file that is shorter than it says.
pub fn read_tournaments(file: &str, bytes: &[u8]) -> Result<Vec<String>, RecordError> {
    read_names::<TOURNAMENT>(file, bytes)
}

fn read_names<const LENGTH: usize>(file: &str, bytes: &[u8]) -> Result<Vec<String>, RecordError> {
    let wrong = |fault| RecordError { file: file.to_owned(), game: None, fault };
    let promised = usize::from(Header::read(bytes).map_err(wrong)?.names);
    let (names, _) = bytes[HEADER..].as_chunks::<LENGTH>();
    if names.len() < promised {
        let found = names.len();
        let what = format!("the header promises {promised} names, the file has only {found}");
        return Err(wrong(Fault::Form(what)));
    }
    // Names are of an age when every letter was a byte.
    let letters = |name: &[u8; LENGTH]| {
        name.iter().take_while(|&&byte| byte != 0).map(|&byte| char::from(byte)).collect()
    };
    Ok(names[..promised].iter().map(letters).collect())
}

/// Reads the games of a `.wtb` file. `file` is what errors call it.
///
/// The games come out one by one, each an error of its own if one of its moves is wrong. If there
/// are fewer or more than the header promises, an error at the end says so.
///
/// # Errors
/// A header that is too short, or not one of games on 8x8.
pub fn read<'a>(
    file: &'a str,
    bytes: &'a [u8],
) -> Result<(Header, impl Iterator<Item = Result<Entry, RecordError>> + 'a), RecordError> {
    let wrong = |fault| RecordError { file: file.to_owned(), game: None, fault };
    let header = Header::read(bytes).map_err(wrong)?;
    if !matches!(header.size, 0 | 8) {
        let what = format!("the header says {0}x{0}; only games on 8x8 are read", header.size);
        return Err(wrong(Fault::Form(what)));
    }
    if header.kind != 0 {
        let what = "the file holds single problems and not games".to_owned();
        return Err(wrong(Fault::Form(what)));
    }
    let (entries, _) = bytes[HEADER..].as_chunks::<GAME>();
    let promised = header.games as usize;
    let amiss = (bytes.len() - HEADER != promised * GAME).then(|| {
        let has = bytes.len() - HEADER;
        let what =
            format!("the header promises {promised} games of 68 bytes, but {has} bytes follow it");
        Err(wrong(Fault::Form(what)))
    });
    let read = move |(number, bytes)| entry(bytes).map_err(|fault| fault.in_game(file, number));
    Ok((header, (1..).zip(entries.iter().take(promised)).map(read).chain(amiss)))
}

fn entry(bytes: &[u8; GAME]) -> Result<Entry, Fault> {
    let &[t0, t1, b0, b1, w0, w1, score, theoretical, ref moves @ ..] = bytes;
    if score > SQUARES {
        return Err(Fault::Form(format!("Black has {score} discs at the end, of {SQUARES}")));
    }
    let mut game = Game::default();
    for (number, &byte) in (1..).zip(moves.iter().take_while(|&&byte| byte != 0)) {
        let wrong = |text, why| TranscriptError { number, text, why };
        let square = (byte / 10).checked_sub(1).zip((byte % 10).checked_sub(1));
        let square = square
            .and_then(|(row, column)| Square::new(row, column))
            .ok_or_else(|| wrong(byte.to_string(), WrongMove::NotAMove))?;
        game.play_with_passes(square)
            .map_err(|why| wrong(square.to_string(), WrongMove::Illegal(why)))?;
    }
    Ok(Entry {
        tournament: u16::from_le_bytes([t0, t1]),
        players: ByColour {
            black: u16::from_le_bytes([b0, b1]),
            white: u16::from_le_bytes([w0, w1]),
        },
        score,
        theoretical,
        game,
    })
}

/// The three files that a collection of games is written to.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Files {
    /// The `.wtb` file: the games.
    pub games: Vec<u8>,
    /// The `.jou` file: the names of the players.
    pub players: Vec<u8>,
    /// The `.trn` file: the names of the tournaments.
    pub tournaments: Vec<u8>,
}

/// Writes games of Othello that were played on 8x8 from the standard start. Names are cut to 19
/// letters, those of tournaments to 25, and letters beyond Latin-1 become `?`. What an archive said
/// of a game is written again, its numbers too unless two archives give one number to two names;
/// else the theoretical score is the one that was reached. `created` is the year, month and day to
/// put on the files, `year` that of the games.
///
/// # Errors
/// The number of the first game, from 1, that the format has no way to hold, and why.
pub fn write<'a>(
    records: impl IntoIterator<Item = &'a Record>,
    created: (u16, u8, u8),
    year: u16,
) -> Result<Files, WriteError> {
    let mut names = NameFiles::default();
    let games = names.games(&records.into_iter().collect::<Vec<_>>(), created, year)?;
    Ok(names.files(games, created))
}

/// The names of games in several files, one for each year.
#[derive(Default)]
pub struct NameFiles {
    players: NameFile<PLAYER>,
    tournaments: NameFile<TOURNAMENT>,
}

impl NameFiles {
    /// Keeps the numbers that archives gave to the names of these games, which are written later.
    pub fn claim<'a>(&mut self, records: impl IntoIterator<Item = &'a Record>) {
        for record in records {
            let Some(facts) = &record.wthor else { continue };
            self.tournaments.claim(facts.tournament, &record.place);
            self.players.claim(facts.players.black, &record.players.black);
            self.players.claim(facts.players.white, &record.players.white);
        }
    }

    /// The bytes of a file with the games of one year.
    ///
    /// # Errors
    /// As [`write()`].
    pub fn games(
        &mut self,
        records: &[&Record],
        created: (u16, u8, u8),
        year: u16,
    ) -> Result<Vec<u8>, WriteError> {
        self.claim(records.iter().copied());
        let mut games = vec![0; HEADER];
        for (number, record) in (1..).zip(records) {
            let wrong = |why| WriteError { game: number, why };
            if *record.game.initial() != Position::default() {
                return Err(wrong("it does not begin as Othello on 8x8 does"));
            }
            let Some(result) = record.result else {
                return Err(wrong("it has no result"));
            };
            let full = || wrong("there are more than 65,535 names");
            let facts = record.wthor;
            let ByColour { black, white } = &record.players;
            for number in [
                self.tournaments.number(&record.place, facts.map(|facts| facts.tournament)),
                self.players.number(black, facts.map(|facts| facts.players.black)),
                self.players.number(white, facts.map(|facts| facts.players.white)),
            ] {
                games.extend(number.ok_or_else(full)?.to_le_bytes());
            }
            let score = ((64 + result.margin.clamp(-64, 64)) / 2) as u8;
            games.extend([score, facts.map_or(score, |facts| facts.theoretical)]);
            games.extend(move_bytes(record.game.moves()));
        }
        let mut depths = records.iter().map(|record| record.wthor.map(|facts| facts.depth));
        let depth =
            depths.next().flatten().filter(|first| depths.all(|depth| depth == Some(*first)));
        let count = records.len() as u32;
        let depth = depth.unwrap_or_default();
        let header = Header { created, year, games: count, size: 8, depth, ..Header::default() };
        games[..HEADER].copy_from_slice(&header.to_bytes());
        Ok(games)
    }

    /// All three files.
    #[must_use]
    pub fn files(&self, games: Vec<u8>, created: (u16, u8, u8)) -> Files {
        let (players, tournaments) = (self.players.bytes(created), self.tournaments.bytes(created));
        Files { games, players, tournaments }
    }
}

fn move_bytes(moves: &[Move]) -> [u8; MOVES] {
    let mut bytes = [0; MOVES];
    // On 8x8 there are 60 empty squares at the beginning, so no more discs than places.
    for (byte, square) in bytes.iter_mut().zip(moves.iter().filter_map(|ply| ply.square())) {
        *byte = (square.row() + 1) * 10 + square.column() + 1;
    }
    bytes
}

/// Why games can't be kept in this format.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct WriteError {
    /// Which game it is, from 1.
    pub game: usize,
    why: &'static str,
}

impl std::fmt::Display for WriteError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "game {} can't be kept as WTHOR: {}", self.game, self.why)
    }
}

impl std::error::Error for WriteError {}

/// Names of a fixed length, found by their number.
#[derive(Default)]
struct NameFile<const LENGTH: usize> {
    /// The first number of each name.
    numbers: std::collections::HashMap<String, u16>,
    /// Archives leave numbers out.
    names: Vec<Option<String>>,
    /// All numbers below it have names.
    first_free: usize,
}

/// So many names fit into a file whose header counts them by two bytes.
const MOST_NAMES: usize = u16::MAX as usize;

/// What stands for the name of a number that has none.
fn in_place_of_name(number: u16) -> String {
    format!("#{number}")
}

impl<const LENGTH: usize> NameFile<LENGTH> {
    /// Gives a name the number that an archive gave it, unless another name has it.
    fn claim(&mut self, number: u16, name: &str) {
        let at = usize::from(number);
        if at >= MOST_NAMES {
            return;
        }
        if self.names.len() <= at {
            self.names.resize(at + 1, None);
        }
        if self.names[at].is_none() {
            self.names[at] = Some(name.to_owned());
            self.numbers.entry(name.to_owned()).or_insert(number);
        }
    }

    /// The number of a name, the one that an archive gave it if it has that; a new name is added, if there is room.
    fn number(&mut self, name: &str, in_archive: Option<u16>) -> Option<u16> {
        let has = |number: &u16| {
            self.names.get(usize::from(*number)).is_some_and(|it| it.as_deref() == Some(name))
        };
        if let Some(number) = in_archive.filter(has).or_else(|| self.numbers.get(name).copied()) {
            return Some(number);
        }
        // A number beyond all files of names never has a name.
        let nameless =
            |number: &u16| usize::from(*number) >= MOST_NAMES && name == in_place_of_name(*number);
        if let Some(number) = in_archive.filter(nameless) {
            return Some(number);
        }
        let is_free = |at: &usize| self.names.get(*at).is_none_or(Option::is_none);
        let at = (self.first_free..MOST_NAMES).find(is_free)?;
        self.first_free = at + 1;
        let number = at as u16;
        self.names.resize(self.names.len().max(at + 1), None);
        self.names[at] = Some(name.to_owned());
        self.numbers.insert(name.to_owned(), number);
        Some(number)
    }

    fn bytes(&self, created: (u16, u8, u8)) -> Vec<u8> {
        let header = Header { created, names: self.names.len() as u16, ..Header::default() };
        let mut bytes = header.to_bytes().to_vec();
        for name in &self.names {
            let mut letters = [0; LENGTH];
            let name = name.as_deref().unwrap_or_default().chars();
            for (place, letter) in letters[..LENGTH - 1].iter_mut().zip(name) {
                *place = u8::try_from(letter).unwrap_or(b'?');
            }
            bytes.extend(letters);
        }
        bytes
    }
}
