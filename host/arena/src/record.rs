//! What is kept of a game, made from what was told of it while it was played. The history and a contest's
//! file get their records here and nowhere else; writing them is the store's business.

use std::path::Path;
use std::sync::Arc;
use std::time::{Instant, SystemTime};

use othello_board::View;
use othello_player_api::{About, Class};
use othello_players::{Contestant, Source, sha256_of};
use othello_rules::{ByColour, Move};
use othello_store::{ContestPlace, Ending, GameRecord, PlayerRecord, RoundRecord};
use serde_json::{Map, Value};

use crate::event::{Ended, Event, Forfeited, Round, Start};
use crate::exhibit::{Excerpt, Exhibit};
use crate::game_setup::{GameSetup, start_word};
use crate::verdict::End;

/// Keeps a game while it is played. An event holds no secret, so a record holds none.
#[derive(Debug)]
pub struct Recorder {
    players: ByColour<PlayerRecord>,
    /// The game as somebody wrote it, and the players, where anybody did.
    written: Option<(String, ByColour<String>)>,
    /// The name of the series that the game belongs to.
    series: Option<String>,
    began: SystemTime,
    clock: Instant,
    start: Option<Box<Start>>,
    /// Where the game stood when it was heard of last.
    moves: Vec<Move>,
    view: Option<View>,
    rounds: Vec<RoundRecord>,
    /// What the player that lost early wrote last, which its end may not repeat.
    last_words: ByColour<Excerpt>,
    ended: Option<Ended>,
}

impl Recorder {
    /// Begins the record of a game that begins now.
    #[must_use]
    pub fn new(players: ByColour<PlayerRecord>) -> Recorder {
        Recorder {
            players,
            written: None,
            series: None,
            began: SystemTime::now(),
            clock: Instant::now(),
            start: None,
            moves: Vec::new(),
            view: None,
            rounds: Vec::new(),
            last_words: ByColour::default(),
            ended: None,
        }
    }

    /// Begins the record after moves that nobody was asked for.
    #[must_use]
    pub fn after(self, moves: Vec<Move>) -> Recorder {
        Recorder { moves, ..self }
    }

    /// Begins the record of a game whose players somebody named so, without any key. A game of the user's own is
    /// kept by its folder, where it is found again.
    #[must_use]
    pub fn with_setup(self, setup: &GameSetup, specs: ByColour<String>) -> Recorder {
        Recorder { written: Some((setup.game_flag(), specs)), ..self }
    }

    /// Begins the record of a game of a series, which those play who play again.
    #[must_use]
    pub fn in_series(self, series: &str) -> Recorder {
        Recorder { series: Some(series.to_owned()), ..self }
    }

    /// Takes down what happened.
    pub fn see(&mut self, event: &Event) {
        match event {
            Event::Start(start) => {
                self.view = Some(start.view.clone());
                self.start = Some(start.clone());
            }
            Event::Round(round) => self.rounds.push(round_record(round)),
            Event::Forfeit(Forfeited { colour, why, .. }) => {
                self.last_words[*colour].clone_from(&why.output);
            }
            Event::End(ended) => self.ended = Some(ended.clone()),
            Event::Move(moved) => self.stands(Move::Place(moved.square), &moved.view),
            Event::Pass(passed) => self.stands(Move::Pass, &passed.view),
            Event::GoneTo(gone) => {
                self.moves.clone_from(&gone.moves);
                self.view = Some(gone.view.clone());
            }
            Event::Turn(_) => {}
        }
    }

    fn stands(&mut self, ply: Move, view: &View) {
        self.moves.push(ply);
        self.view = Some(view.clone());
    }

    /// The record of a game of which no more will be heard: it is void.
    #[must_use]
    pub fn broken_off(mut self, why: &str) -> Option<GameRecord> {
        if self.ended.is_none() {
            let names = self.start.as_ref()?.players.as_ref().map(|player| player.name.clone());
            let end = End::Void(Excerpt::of_host(why));
            let (moves, view) = (std::mem::take(&mut self.moves), self.view.take()?);
            let (outputs, remarks, held_up) = Default::default();
            self.ended = Some(Ended { end, names, moves, view, outputs, remarks, held_up });
        }
        self.finish()
    }

    /// The record of a whole game: of everything that its events told.
    #[must_use]
    pub fn of<'e>(
        players: ByColour<PlayerRecord>,
        events: impl IntoIterator<Item = &'e Arc<Event>>,
    ) -> Option<GameRecord> {
        let mut recorder = Recorder::new(players);
        events.into_iter().for_each(|event| recorder.see(event));
        recorder.finish()
    }

    /// The record; nothing where the game never began or never ended.
    #[must_use]
    pub fn finish(self) -> Option<GameRecord> {
        let Recorder { players, written, series, began, clock, start, rounds, .. } = self;
        let Recorder { last_words, ended, .. } = self;
        let (start, ended) = (*start?, ended?);
        let (game, specs) = written.unwrap_or_else(|| (start.game, ByColour::default()));
        let (discs, held_up) = (ended.view.counts(), ended.was_held_up());
        Some(GameRecord {
            began,
            took: clock.elapsed(),
            game,
            size: start.view.width().into(),
            start: start_word(&start.start).to_owned(),
            position: Some(start.start).filter(|start| start_word(start) != start),
            seed: start.seed.get(),
            players,
            names: ended.names,
            specs,
            ending: ending(&ended.end),
            discs: ByColour { black: discs.black, white: discs.white },
            moves: ended.moves.iter().map(Move::to_string).collect(),
            database: start.database,
            time: start.time.to_string(),
            held_up,
            outputs: ended
                .outputs
                .zip(last_words)
                .map(|(output, last)| if output.is_empty() { last } else { output })
                .map(|output| output.to_string()),
            contest_place: None::<ContestPlace>,
            source: None,
            series,
            rounds,
        })
    }
}

/// What is kept of a player: the same file with other options is another one.
#[must_use]
pub fn player_record(contestant: &Contestant) -> PlayerRecord {
    let About { name, author, .. } = contestant.about().clone();
    let options = &contestant.options;
    let options = serde_json::to_string(options).ok().filter(|text| text != "{}");
    PlayerRecord {
        name,
        version: version(contestant),
        author,
        class: class_word(contestant.about()).to_owned(),
        options: options.unwrap_or_default(),
        hash: hash(&contestant.player.source),
    }
}

/// What a player says which version it is; with a sign for the command of a program, which nothing else tells from itself
/// at another level. The command itself may hold a secret.
fn version(contestant: &Contestant) -> String {
    let version = contestant.about().version.clone();
    let Source::Program { command, manifest: None, .. } = &contestant.player.source else {
        return version;
    };
    // The same command in another folder is the same.
    let name = |word: &String| {
        let file = Path::new(word).file_name();
        file.map_or_else(|| word.clone(), |file| file.to_string_lossy().into_owned())
    };
    let command = command.iter().map(name).collect::<Vec<_>>().join(" ");
    let sign = format!("command {}", &sha256_of(command.as_bytes())[..8]);
    if version.is_empty() { sign } else { format!("{version}, {sign}") }
}

/// The class in one word, as listings and records have it.
#[must_use]
pub fn class_word(about: &About) -> &'static str {
    match (about.person, about.class) {
        (true, _) => "person",
        (false, Class::Blind) => "blind",
        (false, Class::Open) => "open",
    }
}

/// The SHA-256 of what the player is made of, of a program of all in its folder; of its manifest where the folder can't be
/// taken whole. Of a command nothing is known but the command.
fn hash(source: &Source) -> String {
    source.sha256().or_else(|| source.file_sha256()).unwrap_or_default()
}

fn ending(end: &End) -> Ending {
    match end {
        End::Played(winner) => Ending::Played { winner: *winner },
        End::Forfeit { by, why } => Ending::Forfeit {
            by: *by,
            word: why.reason.word().to_owned(),
            reason: why.reason.to_string(),
        },
        End::Void(reason) => Ending::Void { reason: reason.to_string() },
    }
}

fn round_record(round: &Round) -> RoundRecord {
    let exhibit = &round.exhibit;
    let (params, warnings) = (exhibit.params(), exhibit.warnings());
    let warnings: Vec<&str> = warnings.iter().map(|warning| &**warning).collect();
    RoundRecord {
        ply: u32::try_from(round.ply).unwrap_or(u32::MAX),
        side: round.colour,
        query: exhibit.query().map(ToString::to_string),
        params: (!params.is_empty()).then(|| Value::Object(params.clone()).to_string()),
        rows: exhibit.rows().map(|rows| rows as u64),
        asked: round.asked,
        ran: round.ran,
        thinking: thinking(exhibit),
        warnings: (!warnings.is_empty()).then(|| warnings.join("\n")),
    }
}

/// What the player said of its thinking, and the entries of its record beside the cell.
fn thinking(exhibit: &Exhibit) -> Option<String> {
    let mut parts = Map::new();
    if let Some(Ok(thinking)) = exhibit.thinking().map(serde_json::to_value) {
        parts.insert("thinking".to_owned(), thinking);
    }
    if !exhibit.entries().is_empty() {
        parts.insert("entries".to_owned(), exhibit.entries().clone().into());
    }
    (!parts.is_empty()).then(|| Value::Object(parts).to_string())
}
