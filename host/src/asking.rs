//! Asks a player for the query that it would send on a position, outside of any game.

use std::time::{Duration, Instant};

use anyhow::anyhow;
use othello_arena::clock::TimeControl;
use othello_arena::exhibit::{Allowance, Exhibit};
use othello_arena::question::{Answer, ChosenSquare, GameTerms, HostParams, Question, Standing};
use othello_arena::seat::Player;
use othello_arena::{GamePosition, GameSetup, InstalledPlayer, PlayedPosition, Ply, Seed};
use othello_board::session::{Meter, Outcome, Policy};
use othello_board::{Fault, Secret, Session, View};
use othello_player_api::{About, Query, Thinking};
use othello_players::{AskError, Contestant, Decision, Runner};
use othello_rules::{ByColour, Colour, Move, Position, Setup};

use crate::exit::usage;
use crate::players::can_play;
use crate::report::no_answer;

/// A position on which somebody is asked.
pub struct AskedPosition {
    /// The game that the user named.
    game: GameSetup,
    setup: GameSetup,
    played: PlayedPosition,
    moves: Vec<Move>,
    /// Whose query is wanted: the side to move, where the user names none.
    pub colour: Colour,
    /// The board with that side to move.
    pub view: View,
    /// The game's seed.
    pub seed: Seed,
    /// Where queries run, if not on the embedded engine.
    server: Option<Box<dyn Session>>,
}

/// What a player would send.
pub struct Sent {
    /// The query with the player's own parameters.
    pub query: Query,
    /// How the player came to it.
    pub thinking: Option<Thinking>,
}

impl AskedPosition {
    /// The position after these moves, or on this board by rows in `X`, `O` and `-`.
    pub fn find(
        game: GameSetup,
        text: &str,
        symbol: Option<Colour>,
        seed: Seed,
    ) -> anyhow::Result<AskedPosition> {
        let wrong = |why: String| usage(format!("--position: {why}"));
        let position = GamePosition::parse(game.clone(), text, symbol).map_err(wrong)?;
        AskedPosition::of(game, position, symbol, seed).map_err(wrong)
    }

    /// The position after these moves of a game.
    pub fn after(game: GameSetup, moves: &[Move], seed: Seed) -> Result<AskedPosition, String> {
        let position = GamePosition::new(game.clone(), moves.to_vec());
        AskedPosition::of(game, position, None, seed)
    }

    fn of(
        game: GameSetup,
        position: GamePosition,
        symbol: Option<Colour>,
        seed: Seed,
    ) -> Result<AskedPosition, String> {
        let played = position.play()?;
        let colour = symbol.unwrap_or(played.to_move());
        let (view, moves) = (view_for(&position.setup, played.view(), colour), played.moves());
        let setup = position.setup;
        Ok(AskedPosition { game, setup, played, moves, colour, view, seed, server: None })
    }

    /// Has queries run on a server, whose database is empty.
    pub fn put_on(&mut self, mut server: Box<dyn Session>) -> anyhow::Result<()> {
        let referee = self.setup.referee(self.setup.usual_referee());
        let mut referee = referee.map_err(anyhow::Error::msg)?;
        referee.begin(server.as_mut(), &self.played.moves())?;
        self.server = Some(server);
        Ok(())
    }

    /// Sees to it that a player plays this game.
    pub fn can_ask(&self, contestant: &Contestant) -> anyhow::Result<()> {
        can_play(contestant, &self.game, false)
    }

    /// Asks a player as in the middle of a game.
    pub fn ask(
        &self,
        runner: &Runner,
        contestant: &Contestant,
        limit: Duration,
    ) -> anyhow::Result<Sent> {
        self.ask_after(Vec::new(), runner, contestant, limit)
    }

    /// The same after it was asked the rounds of this side that came before, as in the game: what it remembers of them
    /// may be why it answers as it does.
    pub fn ask_again(
        &self,
        runner: &Runner,
        contestant: &Contestant,
        limit: Duration,
    ) -> anyhow::Result<Sent> {
        let views = self.played.views();
        let own = |(number, ply): (usize, &Ply)| {
            (ply.colour == self.colour && ply.ply != Move::Pass).then_some(number)
        };
        let plies = self.played.plies.iter().enumerate().filter_map(own);
        let earlier = plies.map(|number| {
            let (board, clocks) = (views[number].board(), ByColour::default());
            let standing = Standing { board: &board, moves: &self.moves[..number], clocks };
            self.terms().question(self.colour, contestant.about(), standing)
        });
        self.ask_after(earlier.collect(), runner, contestant, limit)
    }

    fn ask_after(
        &self,
        earlier: Vec<Question>,
        runner: &Runner,
        contestant: &Contestant,
        limit: Duration,
    ) -> anyhow::Result<Sent> {
        let failed = |error: AskError| anyhow!("{}: {}", contestant.name, no_answer(&error));
        let mut player = InstalledPlayer { contestant: contestant.clone(), runner: runner.clone() };
        let message = self.terms().message(self.colour, player.about());
        let question = self.question(player.about());
        let mut instance = player.start(message).map_err(failed)?;
        instance.ready().map_err(failed)?;
        for question in earlier {
            question.put(instance.as_mut(), Some(limit), Some(limit)).map_err(failed)?;
        }
        let response = question.put(instance.as_mut(), Some(limit), Some(limit)).map_err(failed)?;
        instance.end();
        match response.decision {
            Decision::Query(query) => Ok(Sent { query, thinking: response.thinking }),
            Decision::Resigned(why) => {
                let why = Allowance::of_round(&Secret::default()).text(&why);
                Err(anyhow!("{} resigns: {why}", contestant.name))
            }
        }
    }

    /// Checks and runs an answer.
    pub fn run(
        &mut self,
        answer: &Answer,
        policy: &Policy,
        limit: Duration,
    ) -> Result<Outcome, Fault> {
        let limits = self.question(&About::default()).limits(Instant::now().checked_add(limit));
        let meter = Meter::new(limits);
        let session: &mut dyn Session = match &mut self.server {
            Some(server) => server.as_mut(),
            None => &mut self.played.session,
        };
        answer.check(session, policy, &meter)?.run(session, &meter)
    }

    /// The square that an outcome chooses, if it is a move.
    pub fn chosen(&self, outcome: &Outcome) -> Option<ChosenSquare> {
        ChosenSquare::of(outcome, self.played.referee.as_ref()).ok()
    }

    fn terms(&self) -> GameTerms {
        GameTerms {
            game: self.setup.game.clone(),
            start: self.setup.start.clone(),
            width: self.view.width(),
            cell: self.played.referee.cell(),
            legal: self.played.referee.legal_query().map(str::to_owned),
            seed: self.seed,
            time: TimeControl::default(),
            show_thinking: true,
        }
    }

    fn question(&self, about: &About) -> Question {
        let (board, clocks) = (self.view.board(), ByColour::default());
        let standing = Standing { board: &board, moves: &self.moves, clocks };
        self.terms().question(self.colour, about, standing)
    }
}

impl Sent {
    /// The answer to run, with what the host gives it, and what may be shown of it.
    pub fn answer(self, host: &HostParams) -> (Answer, Exhibit) {
        let (mut exhibit, mut allowance) = (Exhibit::default(), Allowance::of_round(&host.key));
        exhibit.show_thinking(self.thinking.as_ref(), &mut allowance);
        let answer = Answer::new(self.query, host);
        let own = answer.params().own().into_iter();
        exhibit.show_query(answer.cypher(), own, &mut allowance);
        (answer, exhibit)
    }
}

/// The board with this side to move.
fn view_for(setup: &GameSetup, view: &View, colour: Colour) -> View {
    let position = setup.position().and_then(|initial| {
        let mut board: Setup = view.board().parse().ok()?;
        board.variant = initial.variant();
        board.to_move = colour;
        Position::try_from(board).ok()
    });
    position.map_or_else(|| view.clone(), |position| View::from(&position))
}
