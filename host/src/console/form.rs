//! What is to be chosen before a game or a contest begins, and the command line that it comes to.

use std::collections::BTreeMap;

use othello_arena::GameSetup;
use othello_board::game::{CypherGame, NAMES};

use super::found::Entry;

/// What is to begin.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// A game of two people at one keyboard.
    People,
    /// A game of a person against a player.
    Against,
    /// A game of two players.
    Watch,
    /// A contest.
    Contest,
}

/// One thing to be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum What {
    Game,
    Size,
    Start,
    Side,
    Opponent,
    Black,
    White,
    Time,
    Pace,
    Thinking,
    Players,
    Games,
}

/// One way to choose it: how it is shown, and the word for it on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub shown: String,
    pub word: String,
}

impl Kind {
    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Kind::People => "Two people",
            Kind::Against => "Against a player",
            Kind::Watch => "Watch two players",
            Kind::Contest => "Contest",
        }
    }

    /// What is to be chosen for it.
    pub fn fields(self) -> &'static [What] {
        use What::{
            Black, Game, Games, Opponent, Pace, Players, Side, Size, Start, Thinking, Time, White,
        };
        match self {
            Kind::People => &[Game, Size, Start],
            Kind::Against => &[Game, Size, Start, Side, Opponent, Time, Thinking],
            Kind::Watch => &[Game, Size, Start, Black, White, Time, Pace, Thinking],
            Kind::Contest => &[Game, Size, Start, Players, Games, Time],
        }
    }
}

impl What {
    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            What::Game => "Game",
            What::Size => "Board",
            What::Start => "Start",
            What::Side => "You play",
            What::Opponent => "Against",
            What::Black => "Black",
            What::White => "White",
            What::Time => "Time for a move",
            What::Pace => "Pace",
            What::Thinking => "Show the thinking",
            What::Players => "Players",
            What::Games => "Games of each pair",
        }
    }
}

/// What was chosen so far.
pub struct Form {
    pub kind: Kind,
    players: Vec<Entry>,
    games: Vec<CypherGame>,
    chosen: BTreeMap<What, String>,
    /// Who takes part in a contest.
    entrants: Vec<String>,
}

impl Form {
    /// Nothing chosen yet.
    pub fn new(kind: Kind, players: Vec<Entry>) -> Form {
        let games = NAMES.into_iter().filter_map(|name| CypherGame::built_in(name).ok()).collect();
        Form { kind, players, games, chosen: BTreeMap::new(), entrants: Vec::new() }
    }

    /// The ways to choose something, the usual one first or named by [`Form::usual`].
    pub fn options(&self, what: What) -> Vec<Choice> {
        let choice = |shown: &str, word: &str| Choice { shown: shown.into(), word: word.into() };
        match what {
            What::Game => self.games.iter().map(|game| choice(&game.title, &game.name)).collect(),
            What::Size => {
                let sizes = self.game().map_or(&[][..], |game| &game.sizes);
                sizes.iter().map(|n| choice(&format!("{n}x{n}"), &n.to_string())).collect()
            }
            What::Start => {
                let starts = self.game().map_or(&[][..], |game| &game.starts);
                starts.iter().map(|start| choice(start, start)).collect()
            }
            What::Side => vec![choice("Black, and begin", "X"), choice("White", "O")],
            What::Opponent | What::Black | What::White | What::Players => {
                let able = self.able();
                able.map(|entry| choice(&entry.shown, &entry.about.name)).collect()
            }
            What::Time => vec![
                choice("no limit", "-1"),
                choice("1 second", "1"),
                choice("5 seconds", "5"),
                choice("30 seconds", "30"),
            ],
            What::Pace => vec![
                choice("a move a second", "--delay=1s"),
                choice("a key for each move", "--step"),
                choice("as fast as they play", "--delay=0s"),
            ],
            What::Thinking => vec![choice("no", ""), choice("yes", "--show-thinking")],
            What::Games => {
                ["2", "10", "20", "100"].into_iter().map(|games| choice(games, games)).collect()
            }
        }
    }

    /// The word that is chosen now; empty where there is nothing to choose.
    pub fn word(&self, what: What) -> String {
        let options = self.options(what);
        let chosen = self.chosen.get(&what);
        let stands = chosen.filter(|word| options.iter().any(|option| option.word == **word));
        if let Some(word) = stands {
            return word.clone();
        }
        let usual = options.iter().find(|option| Form::usual(what) == Some(option.word.as_str()));
        usual.or(options.first()).map(|option| option.word.clone()).unwrap_or_default()
    }

    /// What is taken where nobody chooses and it is not the first.
    fn usual(what: What) -> Option<&'static str> {
        match what {
            What::Size => Some("8"),
            What::Opponent | What::Black => Some("Simple"),
            What::White => Some("Random"),
            What::Games => Some("10"),
            _ => None,
        }
    }

    /// Chooses; of a contest's players each is taken or left.
    pub fn choose(&mut self, what: What, word: &str) {
        if what != What::Players {
            self.chosen.insert(what, word.to_owned());
        } else if let Some(at) = self.entrants.iter().position(|known| known == word) {
            self.entrants.remove(at);
        } else {
            self.entrants.push(word.to_owned());
        }
    }

    /// Whether a player takes part in the contest.
    pub fn takes_part(&self, word: &str) -> bool {
        self.entrants.iter().any(|known| known == word)
    }

    /// Everything with what is chosen.
    pub fn lines(&self) -> Vec<String> {
        let fields = self
            .kind
            .fields()
            .iter()
            .map(|&what| format!("{:<18}  {}", what.title(), self.shown(what)));
        fields.chain(["Begin".to_owned()]).collect()
    }

    fn shown(&self, what: What) -> String {
        if what == What::Players {
            let able = self.entrants();
            return if able.is_empty() { "choose two or more".to_owned() } else { able.join(", ") };
        }
        let word = self.word(what);
        let option = self.options(what).into_iter().find(|option| option.word == word);
        option.map_or_else(|| "none that plays this".to_owned(), |option| option.shown)
    }

    /// Those of the contest's players that can play what is chosen.
    fn entrants(&self) -> Vec<String> {
        let able: Vec<_> = self.able().map(|entry| entry.about.name.clone()).collect();
        self.entrants.iter().filter(|name| able.contains(name)).cloned().collect()
    }

    fn game(&self) -> Option<&CypherGame> {
        let word = self.word(What::Game);
        self.games.iter().find(|game| game.name == word)
    }

    /// The players, people aside, that play what is chosen.
    fn able(&self) -> impl Iterator<Item = &Entry> {
        let size = self.word(What::Size).parse().ok();
        let setup =
            GameSetup::find(&self.word(What::Game), size, Some(&self.word(What::Start))).ok();
        self.players.iter().filter(move |entry| {
            let plays_it = setup.as_ref().is_some_and(|it| it.is_played_by(&entry.about));
            !entry.about.person && plays_it
        })
    }

    /// The command line that it comes to, or what is missing.
    pub fn words(&self) -> Result<Vec<String>, String> {
        let mut words = match self.kind {
            Kind::Contest => {
                let entrants = self.entrants();
                if entrants.len() < 2 {
                    return Err("a contest needs two players or more".to_owned());
                }
                let games = ["--games".to_owned(), self.word(What::Games)];
                ["tournament".to_owned()].into_iter().chain(entrants).chain(games).collect()
            }
            _ => {
                let (black, white) = self.sides()?;
                vec!["play".to_owned(), black, white]
            }
        };
        for (flag, what) in
            [("--game", What::Game), ("--size", What::Size), ("--start", What::Start)]
        {
            words.extend([flag.to_owned(), self.word(what)]);
        }
        for &what in self.kind.fields() {
            let word = self.word(what);
            match what {
                What::Time if word != "-1" => words.extend(["--time-limit".to_owned(), word]),
                What::Pace | What::Thinking if !word.is_empty() => words.push(word),
                _ => {}
            }
        }
        Ok(words)
    }

    /// Who plays.
    fn sides(&self) -> Result<(String, String), String> {
        let person = || {
            let person = self.players.iter().find(|entry| entry.about.person);
            person.map(|entry| entry.about.name.clone()).ok_or_else(|| {
                "people play through the player Human, which is not there; \"othello-host players list\" \
                 shows who is"
                    .to_owned()
            })
        };
        let player = |what| {
            let word = self.word(what);
            if word.is_empty() { Err("nobody here plays this".to_owned()) } else { Ok(word) }
        };
        Ok(match self.kind {
            Kind::People => (person()?, person()?),
            Kind::Against if self.word(What::Side) == "X" => (person()?, player(What::Opponent)?),
            Kind::Against => (player(What::Opponent)?, person()?),
            Kind::Watch | Kind::Contest => (player(What::Black)?, player(What::White)?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_player_api::Plays;

    fn entry(about: othello_player_api::About) -> Entry {
        Entry { shown: about.name.clone(), about }
    }

    fn form(kind: Kind) -> Form {
        use othello_player_api::About;
        let mut human = About::new("Human", "1");
        human.person = true;
        let perfect = About::new("Perfect", "1").plays(Plays::game("tictactoe"));
        let players = vec![human, About::new("Simple", "1"), About::new("Random", "1"), perfect];
        Form::new(kind, players.into_iter().map(entry).collect())
    }

    #[test]
    fn what_was_chosen_becomes_a_command_line() {
        let mut form = form(Kind::Against);
        form.choose(What::Side, "O");
        form.choose(What::Size, "6");
        form.choose(What::Thinking, "--show-thinking");
        let words = form.words().unwrap().join(" ");
        let expected = "play Simple Human --game othello --size 6 --start standard --show-thinking";
        assert_eq!(words, expected);
    }

    #[test]
    fn another_game_has_boards_starts_and_players_of_its_own() {
        let mut form = form(Kind::Against);
        form.choose(What::Size, "6");
        form.choose(What::Game, "tictactoe");
        let words = form.words().unwrap().join(" ");
        assert_eq!(words, "play Human Perfect --game tictactoe --size 3 --start standard");
        form.choose(What::Game, "reversi");
        assert_eq!(form.word(What::Start), "empty");
        assert_eq!(form.word(What::Size), "6");
    }

    #[test]
    fn a_contest_needs_two_players() {
        let mut form = form(Kind::Contest);
        form.choose(What::Players, "Simple");
        assert!(form.words().is_err());
        form.choose(What::Players, "Random");
        let words = form.words().unwrap().join(" ");
        let expected =
            "tournament Simple Random --games 10 --game othello --size 8 --start standard";
        assert_eq!(words, expected);
    }
}
