//! What a game begins with: which game, on which board, from which start, by whose rules. Users name it in a
//! few words; from here on everybody can trust that there is such a game.

use std::borrow::Cow;
use std::path::{Path, PathBuf};

use othello_board::game::{CypherGame, DISCS, NAMES};
use othello_board::{Both, Cypher, Native, Referee};
use othello_player_api::About;
use othello_rules::text::one_line;
use othello_rules::{ByColour, Position, Setup, Size, Start, Variant};

/// What a game begins with.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameSetup {
    /// The game's name, such as `othello`.
    pub game: String,
    /// The folder that it comes from, where it is a user's own.
    pub folder: Option<PathBuf>,
    /// Rows of the board.
    pub size: u8,
    /// How the board begins: the name of a start, or the board by rows and who is to move.
    pub start: String,
    rules: Rules,
}

#[derive(Clone, Debug, PartialEq, Eq)]
enum Rules {
    /// The host's own, from this position.
    Host(Position),
    /// Those of its queries.
    Written(Box<CypherGame>),
}

/// Who decides what is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RefereeKind {
    /// The host's own rules.
    Native,
    /// The game as it is written in Cypher.
    Cypher,
    /// Both, compared move by move.
    Both,
}

impl GameSetup {
    /// The game of this name or in this folder, on the board and from the start that it is usually played on
    /// and from where none is named.
    ///
    /// # Errors
    /// Where there is no such game, board or start, and which there are.
    pub fn find(game: &str, size: Option<u8>, start: Option<&str>) -> Result<GameSetup, String> {
        if let Ok(variant) = game.parse::<Variant>() {
            return GameSetup::by_the_rules(variant, size, start);
        }
        if NAMES.contains(&game) {
            let written = CypherGame::built_in(game).map_err(|error| error.to_string())?;
            return GameSetup::written(written, None, size, start);
        }
        let folder = Path::new(game);
        if !folder.is_dir() {
            return Err(format!(
                "no game {game:?}; choose othello or reversi or tictactoe, or name a folder with one of your \
                 own (\"othello-host games list\" tells of them)"
            ));
        }
        let folder = std::path::absolute(folder).map_err(|error| format!("{game}: {error}"))?;
        let written = CypherGame::in_folder(&folder).map_err(|error| error.to_string())?;
        GameSetup::written(written, Some(folder), size, start)
    }

    fn by_the_rules(
        variant: Variant,
        size: Option<u8>,
        start: Option<&str>,
    ) -> Result<GameSetup, String> {
        if let Some(text) = start.filter(|start| is_board(start)) {
            return GameSetup::from_board(variant, size, text);
        }
        let size = size.map_or(Ok(Size::STANDARD), |size| Size::new(size.into()));
        let size = size.map_err(|error| error.to_string())?;
        // Reversi has one start, which people may call as they like.
        let empty = variant == Variant::Reversi && start == Some("empty");
        let named = start.filter(|_| !empty).map_or(Ok(Start::Standard), str::parse);
        let named = named.map_err(|error| {
            format!("{error}, or a board by rows in X, O and - and who is to move")
        })?;
        Ok(GameSetup {
            game: variant.to_string(),
            folder: None,
            size: size.get(),
            start: match variant {
                Variant::Othello => named.to_string(),
                Variant::Reversi => "empty".to_owned(),
            },
            rules: Rules::Host(Position::new(variant, size, named)),
        })
    }

    fn from_board(variant: Variant, size: Option<u8>, text: &str) -> Result<GameSetup, String> {
        let mut setup: Setup = text.parse().map_err(|error| format!("{error}"))?;
        setup.variant = variant;
        let position = setup.position().map_err(|error| error.to_string())?;
        let rows = position.size().get();
        if let Some(size) = size.filter(|&size| size != rows) {
            return Err(format!("the board to begin with has {rows} rows, not {size}"));
        }
        Ok(GameSetup::at(position))
    }

    /// The game from this position on.
    #[must_use]
    pub fn at(position: Position) -> GameSetup {
        GameSetup {
            game: position.variant().to_string(),
            folder: None,
            size: position.size().get(),
            start: position.to_string(),
            rules: Rules::Host(position),
        }
    }

    fn written(
        written: CypherGame,
        folder: Option<PathBuf>,
        size: Option<u8>,
        start: Option<&str>,
    ) -> Result<GameSetup, String> {
        let size = size.or(written.sizes.first().copied()).unwrap_or_default();
        let start = start.or(written.starts.first().map(String::as_str)).unwrap_or_default();
        // The referee knows best what it can't do.
        Cypher::new(written.clone(), size, start).map_err(|fault| fault.to_string())?;
        Ok(GameSetup {
            game: written.name.clone(),
            folder,
            size,
            start: start.to_owned(),
            rules: Rules::Written(Box::new(written)),
        })
    }

    /// The position that it begins with; none where the host has no rules of its own for the game.
    #[must_use]
    pub fn position(&self) -> Option<Position> {
        match &self.rules {
            Rules::Host(position) => Some(*position),
            Rules::Written(_) => None,
        }
    }

    /// The game's queries, where only they have its rules.
    #[must_use]
    pub fn queries(&self) -> Option<&CypherGame> {
        match &self.rules {
            Rules::Host(_) => None,
            Rules::Written(game) => Some(game),
        }
    }

    /// How the sides' marks are drawn.
    #[must_use]
    pub fn marks(&self) -> ByColour<char> {
        self.queries().map_or(DISCS, |game| game.marks)
    }

    /// Who decides where nobody is named.
    #[must_use]
    pub fn usual_referee(&self) -> RefereeKind {
        match &self.rules {
            Rules::Host(_) => RefereeKind::Native,
            Rules::Written(_) => RefereeKind::Cypher,
        }
    }

    /// A referee.
    ///
    /// # Errors
    /// Where the host has no rules of its own for the game, and the game's queries for the board.
    pub fn referee(&self, judge: RefereeKind) -> Result<Box<dyn Referee>, String> {
        let position = self.position();
        let own = || {
            position.map(Native::new).ok_or_else(|| {
                format!(
                    "the host has no rules of its own for {}: its Cypher is the only referee",
                    self.game
                )
            })
        };
        Ok(match judge {
            RefereeKind::Native => Box::new(own()?),
            RefereeKind::Cypher => Box::new(self.cypher()?),
            RefereeKind::Both => Box::new(Both::new(own()?, self.cypher()?)),
        })
    }

    fn cypher(&self) -> Result<Cypher, String> {
        let game = match &self.rules {
            Rules::Written(game) => Ok((**game).clone()),
            Rules::Host(_) => CypherGame::built_in(&self.game),
        };
        let game = game.map_err(|error| error.to_string())?;
        if is_board(&self.start) {
            let starts = game.starts.join(" or ");
            return Err(format!(
                "{} in Cypher begins {starts}; another board is for the native referee",
                self.game
            ));
        }
        Cypher::new(game, self.size, &self.start).map_err(|fault| fault.to_string())
    }

    /// Its start as the messages call it.
    #[must_use]
    pub fn start_word(&self) -> &str {
        start_word(&self.start)
    }

    /// Whether a player plays it. A person plays whatever can be drawn.
    #[must_use]
    pub fn is_played_by(&self, about: &About) -> bool {
        about.person || about.can_play(&self.game, self.size.into(), self.start_word())
    }

    /// Why a player of this name can't play it; nothing where it can.
    #[must_use]
    pub fn refusal(&self, name: &str, about: &About) -> Option<String> {
        let (GameSetup { game, size, .. }, start) = (self, self.start_word());
        (!self.is_played_by(about))
            .then(|| format!("{name} does not play {game} on {size}x{size} from the {start} start"))
    }

    /// What stands after `--game` to name it.
    #[must_use]
    pub(crate) fn game_flag(&self) -> String {
        match &self.folder {
            Some(folder) => folder.display().to_string(),
            None => self.game.clone(),
        }
    }

    /// The words that name this beginning on a command line, where it is not the usual one.
    #[must_use]
    pub fn flags(&self) -> Vec<String> {
        let mut flags = Vec::new();
        let usual = GameSetup::find(&self.game_flag(), None, None);
        let usual = usual.as_ref().ok();
        if self.game != "othello" || self.folder.is_some() {
            flags.extend(["--game".to_owned(), self.game_flag()]);
        }
        if usual.is_none_or(|usual| usual.size != self.size) {
            flags.extend(["--size".to_owned(), self.size.to_string()]);
        }
        if usual.is_none_or(|usual| usual.start != self.start) {
            flags.extend(["--start".to_owned(), self.start.clone()]);
        }
        flags
    }
}

/// The name of a game that is kept by its name or, where it is one of the user's own, by its folder on whatever system.
#[must_use]
pub fn game_name(game: &str) -> Cow<'_, str> {
    one_line(game.rsplit(['/', '\\']).next().unwrap_or(game))
}

/// What the messages call a start: its name, or `position` for any other board.
#[must_use]
pub fn start_word(start: &str) -> &str {
    if is_board(start) { "position" } else { start }
}

/// The board by rows, where a start is one.
#[must_use]
pub fn start_board(start: &str) -> Option<String> {
    start.parse::<Setup>().ok().map(|setup| setup.board())
}

fn is_board(start: &str) -> bool {
    start.parse::<Setup>().is_ok()
}

impl RefereeKind {
    /// The word for it.
    #[must_use]
    pub fn word(self) -> &'static str {
        match self {
            RefereeKind::Native => "native",
            RefereeKind::Cypher => "cypher",
            RefereeKind::Both => "both",
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_usual_board_and_start_are_taken_where_none_is_named() {
        let othello = GameSetup::find("Othello", None, None).unwrap();
        assert_eq!((othello.size, othello.start.as_str()), (8, "standard"));
        assert!(othello.flags().is_empty());
        let other = GameSetup::find("othello", Some(6), Some("mirrored")).unwrap();
        assert_eq!(other.flags(), ["--size", "6", "--start", "mirrored"]);
        let reversi = GameSetup::find("reversi", None, None).unwrap();
        assert_eq!((reversi.start.as_str(), reversi.flags().len()), ("empty", 2));
        let tictactoe = GameSetup::find("tictactoe", None, None).unwrap();
        assert_eq!((tictactoe.size, tictactoe.position()), (3, None));
        assert_eq!(tictactoe.flags(), ["--game", "tictactoe"]);
    }

    #[test]
    fn a_board_is_a_start_as_well() {
        let board = "-----OX--XO----- O";
        let othello = GameSetup::find("othello", None, Some(board)).unwrap();
        assert_eq!((othello.size, start_word(&othello.start)), (4, "position"));
        assert_eq!(othello.flags(), ["--size", "4", "--start", board]);
        assert_eq!(othello.position().unwrap().to_string(), board);
        let refused = GameSetup::find("othello", Some(8), Some(board)).unwrap_err();
        assert_eq!(refused, "the board to begin with has 4 rows, not 8");
        let refused = othello.referee(RefereeKind::Both).err().unwrap();
        assert!(refused.contains("for the native referee"), "{refused}");
    }

    #[test]
    fn what_is_no_game_board_start_or_referee_is_told_with_those_that_are() {
        let error = |game, size, start| GameSetup::find(game, size, start).unwrap_err();
        assert!(error("chess", None, None).contains("othello or reversi or tictactoe"));
        assert!(error("tictactoe", Some(4), None).contains("3x3"));
        assert!(error("othello", Some(7), None).contains("from 4 to 16"));
        assert!(error("othello", None, Some("odd")).contains("standard or mirrored"));
        let tictactoe = GameSetup::find("tictactoe", None, None).unwrap();
        let refused = tictactoe.referee(RefereeKind::Both).err().unwrap();
        assert!(refused.contains("no rules of its own for tictactoe"), "{refused}");
    }
}
