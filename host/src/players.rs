//! The players that a command can use: where they are looked for, how they are started, and whether they play a
//! game. What a player is and how it is found belongs to the crate of players.

use othello_arena::{GameClock, GameSetup};
use othello_player_api::{Class, Game};
use othello_players::{
    AskError, Contestant, Finder, Jail, Launcher, Protocol, Runner, Starting, given_twice,
    take_option,
};

use crate::exit::usage;

/// The program's commands, and a word of its results: no player can have such a name.
pub const RESERVED_WORDS: [&str; 30] = [
    "analyse",
    "analyze",
    "play",
    "query",
    "players",
    "games",
    "match",
    "tournament",
    "contest",
    "openings",
    "book",
    "compare",
    "rate",
    "tune",
    "history",
    "ratings",
    "referee",
    "referee-bot",
    "nboard",
    "gtp",
    "serve",
    "ladder",
    "learn",
    "shell",
    "work",
    "bench",
    "completions",
    "man",
    "help",
    "draw",
];

/// By which word a clock stands among a player's options: `Simple:clock=10s+1s`.
const CLOCK: &str = "clock";

/// What would be begun or obeyed beside a player in its jail if somebody were found by this name: whoever wrote it in a
/// file decides that, who need not be the user.
pub fn begun_by(spec: &str) -> Option<&'static str> {
    match spec {
        option if option.starts_with('-') => Some("an option in the place of a player"),
        command if Protocol::is_named_in(command) => Some("a program by its command"),
        _ => None,
    }
}

/// A player for a game or a contest.
pub struct Entry {
    /// The player.
    pub contestant: Contestant,
    /// How the user named it, but for its clock.
    pub spec: String,
    /// Its clock, where it has one of its own.
    pub clock: Option<GameClock>,
}

/// Where players are looked for, and how they are started.
#[derive(Clone)]
pub struct Players {
    /// How they are started.
    pub runner: Runner,
    /// Who looks for them.
    pub finder: Finder,
}

impl Players {
    /// Players in the usual folders that are started so.
    pub fn new(runner: Runner) -> Players {
        let finder = Finder::new(runner.clone()).with_reserved(RESERVED_WORDS);
        Players { runner, finder }
    }

    /// Players in the usual folders, each in the jail that holds where the user says nothing.
    pub fn usual() -> anyhow::Result<Players> {
        let launcher = Launcher::this_program()?;
        Ok(Players::new(Runner { launcher, jail: Jail::default() }))
    }

    /// The player that the user's words name for a game or a contest, in which it may have a clock of its own.
    pub fn entry(&self, text: &str) -> anyhow::Result<Entry> {
        let own = |contestant: &Contestant| {
            contestant.about().options.iter().any(|option| option.name == CLOCK)
        };
        if let Some((spec, clock)) = take_option(text, CLOCK) {
            if let Some((_, first)) = take_option(&spec, CLOCK) {
                return Err(usage(format!("{text}: {}", given_twice(CLOCK, &first, &clock))));
            }
            let contestant = self.find(&spec)?;
            // Where the player has an option of that name, that is what is meant.
            if !own(&contestant) {
                let clock = clock.parse().map_err(|error| usage(format!("{text}: {error}")))?;
                return Ok(Entry { contestant, spec, clock: Some(clock) });
            }
        }
        Ok(Entry { contestant: self.find(text)?, spec: text.to_owned(), clock: None })
    }

    /// The player that the user's words name.
    pub fn find(&self, text: &str) -> anyhow::Result<Contestant> {
        let contestant = self.finder.contestant(text).map_err(usage)?;
        for hidden in &contestant.hides {
            tell_line!(
                "othello-host: {} is the one from {}, which is found first; {hidden} has another of that name",
                contestant.player.about.name,
                contestant.player.source
            );
        }
        Ok(contestant)
    }

    /// Makes sure that a contestant plays this game, and that it can use the files that were named for it.
    ///
    /// # Errors
    /// Wrong usage that says why it can't.
    pub fn admit(
        &self,
        contestant: &Contestant,
        setup: &GameSetup,
        blind_only: bool,
    ) -> anyhow::Result<()> {
        can_play(contestant, setup, blind_only)?;
        let mut game = Game::default();
        game.game.clone_from(&setup.game);
        game.size = setup.size.into();
        setup.start_word().clone_into(&mut game.start);
        self.can_begin(contestant, game)
    }

    /// Makes sure that a contestant can use the files that were named for it: it begins a game with them, since only the
    /// player knows what they should be, and nobody wants to lose a game to hear of it.
    ///
    /// # Errors
    /// Wrong usage that says why it can't.
    pub fn can_begin(&self, contestant: &Contestant, game: Game) -> anyhow::Result<()> {
        if contestant.files.is_empty() {
            return Ok(());
        }
        let begun = self.runner.start(contestant, game).and_then(Starting::ready);
        match begun {
            Ok(session) => drop(session.end()),
            Err(AskError::Player(failure)) => {
                let named = contestant.files.keys().map(String::as_str).collect::<Vec<_>>();
                let (name, named) = (&contestant.name, named.join(" and "));
                return Err(usage(format!(
                    "{name} can't begin with what was named for {named}: {}",
                    failure.verdict
                )));
            }
            Err(AskError::Host(error)) => return Err(error.into()),
        }
        Ok(())
    }
}

/// Makes sure that a contestant plays this game on this board, and that its class may take part.
///
/// # Errors
/// Wrong usage that says why it can't.
pub fn can_play(
    contestant: &Contestant,
    setup: &GameSetup,
    blind_only: bool,
) -> anyhow::Result<()> {
    let (about, name) = (contestant.about(), &contestant.name);
    if let Some(refusal) = setup.refusal(name, about) {
        return Err(usage(format!("{refusal}; \"othello-host players list\" shows what it plays")));
    }
    if blind_only && about.class == Class::Open {
        return Err(usage(format!("{name} is an open player, which --blind-only keeps out")));
    }
    Ok(())
}
