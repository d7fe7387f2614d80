//! What is to be chosen before a game or a contest begins, and the command line that it comes to.

use std::collections::BTreeMap;

use othello_arena::GameSetup;
use othello_board::game::{CypherGame, NAMES};
use othello_players::with_option;

use super::players::PlayerEntry;

/// The option by which a player says how well it plays against people.
const LEVEL: &str = "level";

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
pub enum Field {
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

/// One of the values of a field: how it is shown, and what it is on a command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    pub label: String,
    pub value: String,
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
    pub fn fields(self) -> &'static [Field] {
        use Field::{
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

impl Field {
    /// What it is called.
    pub fn title(self) -> &'static str {
        match self {
            Field::Game => "Game",
            Field::Size => "Board",
            Field::Start => "Start",
            Field::Side => "You play",
            Field::Opponent => "Against",
            Field::Black => "Black",
            Field::White => "White",
            Field::Time => "Time for a move",
            Field::Pace => "Pace",
            Field::Thinking => "Show the thinking",
            Field::Players => "Players",
            Field::Games => "Games of each pair",
        }
    }
}

/// What was chosen so far.
pub struct Form {
    pub kind: Kind,
    players: Vec<PlayerEntry>,
    games: Vec<CypherGame>,
    chosen: BTreeMap<Field, String>,
    /// Who takes part in a contest.
    entrants: Vec<String>,
}

impl Form {
    /// Nothing chosen yet.
    pub fn new(kind: Kind, players: Vec<PlayerEntry>) -> Form {
        let games = NAMES.into_iter().filter_map(|name| CypherGame::built_in(name).ok()).collect();
        Form { kind, players, games, chosen: BTreeMap::new(), entrants: Vec::new() }
    }

    /// The values of a field, the default first or named by [`Form::default_value`].
    pub fn options(&self, field: Field) -> Vec<Choice> {
        let choice = |label: &str, value: &str| Choice { label: label.into(), value: value.into() };
        match field {
            Field::Game => self.games.iter().map(|game| choice(&game.title, &game.name)).collect(),
            Field::Size => {
                let sizes = self.game().map_or(&[][..], |game| &game.sizes);
                sizes.iter().map(|n| choice(&format!("{n}x{n}"), &n.to_string())).collect()
            }
            Field::Start => {
                let starts = self.game().map_or(&[][..], |game| &game.starts);
                starts.iter().map(|start| choice(start, start)).collect()
            }
            Field::Side => vec![choice("Black, and begin", "X"), choice("White", "O")],
            Field::Opponent => self.able().flat_map(levels).collect(),
            Field::Black | Field::White | Field::Players => {
                let able = self.able();
                able.map(|entry| choice(&entry.label, &entry.about.name)).collect()
            }
            Field::Time => vec![
                choice("no limit", "-1"),
                choice("1 second", "1"),
                choice("5 seconds", "5"),
                choice("30 seconds", "30"),
            ],
            Field::Pace => vec![
                choice("a move a second", "--delay=1s"),
                choice("a key for each move", "--step"),
                choice("as fast as they play", "--delay=0s"),
            ],
            Field::Thinking => vec![choice("no", ""), choice("yes", "--show-thinking")],
            Field::Games => {
                ["2", "10", "20", "100"].into_iter().map(|games| choice(games, games)).collect()
            }
        }
    }

    /// The value that is chosen now; empty where there is nothing to choose.
    pub fn value(&self, field: Field) -> String {
        let options = self.options(field);
        let chosen = self.chosen.get(&field);
        let stands = chosen.filter(|value| options.iter().any(|option| option.value == **value));
        if let Some(value) = stands {
            return value.clone();
        }
        let usual =
            options.iter().find(|option| Form::default_value(field) == Some(option.value.as_str()));
        usual.or(options.first()).map(|option| option.value.clone()).unwrap_or_default()
    }

    /// What is taken where nobody chooses and it is not the first.
    fn default_value(field: Field) -> Option<&'static str> {
        match field {
            Field::Size => Some("8"),
            Field::Opponent | Field::Black => Some("Simple"),
            Field::White => Some("Random"),
            Field::Games => Some("10"),
            _ => None,
        }
    }

    /// Chooses; of a contest's players each is taken or left.
    pub fn choose(&mut self, field: Field, value: &str) {
        if field != Field::Players {
            self.chosen.insert(field, value.to_owned());
        } else if let Some(at) = self.entrants.iter().position(|known| known == value) {
            self.entrants.remove(at);
        } else {
            self.entrants.push(value.to_owned());
        }
    }

    /// Whether a player takes part in the contest.
    pub fn takes_part(&self, value: &str) -> bool {
        self.entrants.iter().any(|known| known == value)
    }

    /// Everything with what is chosen.
    pub fn lines(&self) -> Vec<String> {
        let fields = self
            .kind
            .fields()
            .iter()
            .map(|&field| format!("{:<18}  {}", field.title(), self.label(field)));
        fields.chain(["Begin".to_owned()]).collect()
    }

    fn label(&self, field: Field) -> String {
        if field == Field::Players {
            let able = self.entrants();
            return if able.is_empty() { "choose two or more".to_owned() } else { able.join(", ") };
        }
        let value = self.value(field);
        let option = self.options(field).into_iter().find(|option| option.value == value);
        option.map_or_else(|| "none that plays this".to_owned(), |option| option.label)
    }

    /// Those of the contest's players that can play what is chosen.
    fn entrants(&self) -> Vec<String> {
        let able: Vec<_> = self.able().map(|entry| entry.about.name.clone()).collect();
        self.entrants.iter().filter(|name| able.contains(name)).cloned().collect()
    }

    fn game(&self) -> Option<&CypherGame> {
        let name = self.value(Field::Game);
        self.games.iter().find(|game| game.name == name)
    }

    /// The players, people aside, that play what is chosen.
    fn able(&self) -> impl Iterator<Item = &PlayerEntry> {
        let size = self.value(Field::Size).parse().ok();
        let setup =
            GameSetup::find(&self.value(Field::Game), size, Some(&self.value(Field::Start))).ok();
        self.players.iter().filter(move |entry| {
            let plays_it = setup.as_ref().is_some_and(|it| it.is_played_by(&entry.about));
            !entry.about.person && plays_it
        })
    }

    /// The command line that it comes to, or what is missing.
    pub fn command_line(&self) -> Result<Vec<String>, String> {
        let mut words = match self.kind {
            Kind::Contest => {
                let entrants = self.entrants();
                if entrants.len() < 2 {
                    return Err("a contest needs two players or more".to_owned());
                }
                let games = ["--games".to_owned(), self.value(Field::Games)];
                ["tournament".to_owned()].into_iter().chain(entrants).chain(games).collect()
            }
            _ => {
                let (black, white) = self.sides()?;
                vec!["play".to_owned(), black, white]
            }
        };
        for (flag, field) in
            [("--game", Field::Game), ("--size", Field::Size), ("--start", Field::Start)]
        {
            words.extend([flag.to_owned(), self.value(field)]);
        }
        for &field in self.kind.fields() {
            let value = self.value(field);
            match field {
                Field::Time if value != "-1" => words.extend(["--time-limit".to_owned(), value]),
                Field::Pace | Field::Thinking if !value.is_empty() => words.push(value),
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
        let player = |field| {
            let name = self.value(field);
            if name.is_empty() { Err("nobody here plays this".to_owned()) } else { Ok(name) }
        };
        Ok(match self.kind {
            Kind::People => (person()?, person()?),
            Kind::Against if self.value(Field::Side) == "X" => {
                (person()?, player(Field::Opponent)?)
            }
            Kind::Against => (player(Field::Opponent)?, person()?),
            Kind::Watch | Kind::Contest => (player(Field::Black)?, player(Field::White)?),
        })
    }
}

/// A player against people: as it is, and at each of its levels.
fn levels(entry: &PlayerEntry) -> Vec<Choice> {
    let name = &entry.about.name;
    let spec = entry.about.options.iter().find(|option| option.name == LEVEL);
    let levels = spec.into_iter().flat_map(|spec| &spec.choices);
    let at = |level: &String| Choice {
        label: format!("{name}, {level}"),
        value: with_option(name, LEVEL, level),
    };
    let plain = Choice { label: entry.label.clone(), value: name.clone() };
    std::iter::once(plain).chain(levels.map(at)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use othello_player_api::{OptionSpec, Plays};

    #[test]
    fn a_player_with_levels_is_there_for_people_at_each_of_them() {
        let level = OptionSpec::text("level", "clock").choices(["easy", "clock"]);
        let about = othello_player_api::About::new("Deep", "1").option(level);
        let choices = levels(&entry(about));
        let values: Vec<&str> = choices.iter().map(|choice| choice.value.as_str()).collect();
        assert_eq!(values, ["Deep", "Deep:level=easy", "Deep:level=clock"]);
        assert_eq!(choices[1].label, "Deep, easy");
    }

    fn entry(about: othello_player_api::About) -> PlayerEntry {
        PlayerEntry { label: about.name.clone(), about }
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
        form.choose(Field::Side, "O");
        form.choose(Field::Size, "6");
        form.choose(Field::Thinking, "--show-thinking");
        let words = form.command_line().unwrap().join(" ");
        let expected = "play Simple Human --game othello --size 6 --start standard --show-thinking";
        assert_eq!(words, expected);
    }

    #[test]
    fn another_game_has_boards_starts_and_players_of_its_own() {
        let mut form = form(Kind::Against);
        form.choose(Field::Size, "6");
        form.choose(Field::Game, "tictactoe");
        let words = form.command_line().unwrap().join(" ");
        assert_eq!(words, "play Human Perfect --game tictactoe --size 3 --start standard");
        form.choose(Field::Game, "reversi");
        assert_eq!(form.value(Field::Start), "empty");
        assert_eq!(form.value(Field::Size), "6");
    }

    #[test]
    fn a_contest_needs_two_players() {
        let mut form = form(Kind::Contest);
        form.choose(Field::Players, "Simple");
        assert!(form.command_line().is_err());
        form.choose(Field::Players, "Random");
        let words = form.command_line().unwrap().join(" ");
        let expected =
            "tournament Simple Random --games 10 --game othello --size 8 --start standard";
        assert_eq!(words, expected);
    }
}
