//! All live games: made, found by their names, taken up after a restart, and cleared away when nobody wants
//! them any more.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use othello_arena::Seed;
use tokio::task::spawn_blocking;
use tokio::time::interval;

use crate::client::{Client, Origin};
use crate::complaint::complain;
use crate::places::Places;
use crate::position;
use crate::processor::{ProcessorTime, USED, Weight};
use crate::protocol::{LiveGame, Move, NewGame, NewSeat, PlayAgain};
use crate::refusal::Refusal;
use crate::room::{Identity, Pace, Room, RoomSeat, RoomSetup, SavedGame, Writer};
use crate::server_state::ServerState;

/// So many games are played at once.
const MOST_RUNNING: usize = 32;
/// So many are remembered.
const MOST_GAMES: usize = 500;
/// After so long without anybody, a game's players are let go; those of a game that goes on by itself play it to its
/// end.
const ADJOURN_AFTER: Duration = Duration::from_secs(30 * 60);
/// How often a game is tried again that can't go on for the moment, and how often games are looked for that nobody
/// wants any more.
const RETRY_INTERVAL: Duration = Duration::from_secs(3);
const CLEARING_INTERVAL: Duration = Duration::from_secs(60);

/// All live games.
pub struct Lobby {
    server_state: Arc<ServerState>,
    rooms: Mutex<HashMap<String, Listed>>,
    /// How many are remembered.
    most_games: usize,
    /// The places of games that are played.
    tables: Arc<Places>,
    /// What visitors have left of the processor, of which their games take.
    used: Arc<ProcessorTime>,
    /// Held while a place is made for one more game and taken.
    making: Mutex<()>,
    /// Whether new games can be made.
    is_open: bool,
    /// What writes live games to disk, where they are saved.
    writer: Option<Writer>,
}

/// A live game, and who made it.
#[derive(Clone)]
struct Listed {
    room: Arc<Room>,
    maker: Client,
}

impl Lobby {
    /// A lobby with the games that were being played when the server last ended.
    ///
    /// # Errors
    /// Where the system has no thread left that could save games.
    pub fn open(server_state: Arc<ServerState>) -> Result<Lobby, String> {
        let folder = server_state.live.clone();
        let saved = folder.as_deref().map(SavedGame::all).unwrap_or_default();
        let writer = folder.map(Writer::start).transpose();
        let writer = writer.map_err(|error| format!("no thread is left to save games: {error}"))?;
        let lobby = Lobby {
            server_state,
            rooms: Mutex::default(),
            most_games: MOST_GAMES,
            tables: Places::new(MOST_RUNNING),
            used: Arc::clone(&USED),
            making: Mutex::default(),
            is_open: true,
            writer,
        };
        for game in saved {
            if let Err(refusal) = lobby.restore(game) {
                complain(format_args!("a game can't be taken up: {}", refusal.message()));
            }
        }
        Ok(lobby)
    }

    /// A lobby with one game alone.
    pub(crate) fn of_one(server_state: Arc<ServerState>, room: Arc<Room>) -> Lobby {
        let (id, maker) = (room.id.clone(), Client::USER);
        Lobby {
            server_state,
            rooms: Mutex::new(HashMap::from([(id, Listed { room, maker })])),
            most_games: 1,
            tables: Places::new(1),
            used: Arc::clone(&USED),
            making: Mutex::default(),
            is_open: false,
            writer: None,
        }
    }

    /// What the machine has to offer.
    pub fn server_state(&self) -> &Arc<ServerState> {
        &self.server_state
    }

    /// Whether new games can be made.
    pub fn is_open(&self) -> bool {
        self.is_open
    }

    fn rooms(&self) -> MutexGuard<'_, HashMap<String, Listed>> {
        self.rooms.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The game of this name.
    pub(crate) fn room(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms().get(id).map(|listed| Arc::clone(&listed.room))
    }

    /// All games as they are now. A game is never looked at while the list is held: its lock may be waited for.
    fn listed(&self) -> Vec<Listed> {
        self.rooms().values().cloned().collect()
    }

    /// What a list shows.
    pub(crate) fn list(&self) -> Vec<LiveGame> {
        self.listed().iter().map(|listed| listed.room.summary()).collect()
    }

    /// Makes the game that the same play after another one, unless there is one already.
    pub(crate) fn play_again(
        &self,
        before: &Arc<Room>,
        request: &PlayAgain,
        maker: Client,
    ) -> Result<Arc<Room>, Refusal> {
        let (new_game, identity) = before.again(request)?;
        let known = before.next();
        if let Some(next) = known.as_deref().and_then(|next| self.room(next)) {
            return Ok(next);
        }
        let room = self.make_with(new_game, identity, maker)?;
        // Somebody else may have been faster: all go to the same game.
        let next = before.goes_on_in(&room.id, known.as_deref());
        if next == room.id {
            return Ok(room);
        }
        self.rooms().remove(&room.id);
        self.room(&next).ok_or_else(|| Refusal::not_now("the next game is gone; try again"))
    }

    /// Makes a game, which begins when somebody comes.
    pub(crate) fn make(&self, new_game: NewGame, maker: Client) -> Result<Arc<Room>, Refusal> {
        self.make_with(new_game, Identity::new()?, maker)
    }

    fn make_with(
        &self,
        mut new_game: NewGame,
        identity: Identity,
        maker: Client,
    ) -> Result<Arc<Room>, Refusal> {
        if !self.is_open() {
            return Err(Refusal::not_now("this server plays one game alone"));
        }
        let moves = new_game.position().play(&self.server_state.games)?.moves();
        new_game.moves = moves.iter().copied().map(Move).collect();
        let seed = new_game.seed.map_or_else(Seed::random, Seed::new);
        let hide = new_game.hide_queries.unwrap_or(self.server_state.hide_queries);
        let room = self.room_of(identity, new_game, seed, None, hide, maker.clone())?;
        if !room.has_people() {
            self.used.admit(&maker, Weight::Heavy)?;
        }
        room.begin_after(&moves)?;
        // Whoever makes one more has seen the one before.
        let _making = self.making.lock().unwrap_or_else(PoisonError::into_inner);
        self.make_place(&maker)?;
        let listed = Listed { room: Arc::clone(&room), maker };
        self.rooms().insert(room.id.clone(), listed);
        Ok(room)
    }

    /// Sees to it that there is a place for one more game: that of the game which is missed least is taken.
    fn make_place(&self, maker: &Client) -> Result<(), Refusal> {
        let mut all = self.listed();
        let is_full = all.len() >= self.most_games;
        let is_own = |listed: &Listed| listed.maker == *maker;
        let is_from_there = |listed: &Listed| listed.maker.origin == maker.origin;
        if all.iter().filter(|one| is_own(one)).count() >= maker.share(self.most_games) {
            all.retain(is_own);
        } else if all.iter().filter(|one| is_from_there(one)).count()
            >= maker.origin.share(self.most_games)
        {
            all.retain(is_from_there);
        } else if !is_full {
            return Ok(());
        }
        let rooms = all.into_iter().map(|listed| listed.room);
        let least = rooms.filter_map(|room| Some((room.loss()?, room))).min_by_key(|one| one.0);
        let why = "too many games are being played; stop one of them";
        let (_, room) = least.ok_or_else(|| Refusal::busy(why))?;
        self.forget(&room);
        Ok(())
    }

    fn forget(&self, room: &Arc<Room>) {
        self.rooms().remove(&room.id);
        room.forget();
    }

    fn restore(&self, saved: SavedGame) -> Result<(), Refusal> {
        let (identity, new_game) = (saved.identity(), saved.new_game.clone());
        let (seed, pace) = (Seed::new(saved.seed), Some(saved.pace()));
        let room =
            self.room_of(identity, new_game, seed, pace, saved.hide_queries, Client::NOBODY)?;
        room.restore(saved)?;
        // Who made it is not known any more.
        let listed = Listed { maker: Client::NOBODY, room: Arc::clone(&room) };
        self.rooms().insert(room.id.clone(), listed);
        Ok(())
    }

    fn room_of(
        &self,
        identity: Identity,
        new_game: NewGame,
        seed: Seed,
        pace: Option<Pace>,
        hide_queries: bool,
        maker: Client,
    ) -> Result<Arc<Room>, Refusal> {
        let setup = new_game.position().setup(&self.server_state.games)?;
        let contestants = self.server_state.contestants(&new_game, &setup)?;
        let seat = |(contestant, seat): (&_, &NewSeat)| RoomSeat::of(contestant, seat.here);
        let people = contestants.iter().any(|contestant| contestant.about().person);
        let usual_pace = || {
            let delay = Duration::from_millis(new_game.delay_ms);
            Pace::new(new_game.auto.unwrap_or(people), delay)
        };
        let (server_state, again) = (Arc::clone(&self.server_state), new_game.clone());
        let tables = Arc::clone(&self.tables);
        let (used, payer) = (Arc::clone(&self.used), maker.clone());
        let room = RoomSetup {
            identity,
            initial: position::play(&setup, &[])?.initial,
            setup,
            seed,
            seats: contestants.as_ref().zip(new_game.seats()).map(seat),
            time: new_game.time.control()?,
            database: self.server_state.database_name(new_game.database)?,
            window: false,
            is_of_user: maker.origin == Origin::User,
            pace: pace.unwrap_or_else(usual_pace),
            hide_queries,
            prepare: Box::new(move || {
                let why = "too many games are being played; this one begins when another ends";
                let table = tables.try_take(&maker).ok_or_else(|| Refusal::busy(why))?;
                Ok(server_state.prepare(&again, seed)?.holding(table))
            }),
            orders: self.writer.as_ref().map(|writer| Arc::clone(writer.orders())),
            bill: Box::new(move |time| used.spend_on_games(&payer, time)),
            new_game: Some(new_game),
        };
        Ok(Room::new(room, Arc::clone(&self.server_state)))
    }

    /// Sees to its games for as long as the server runs, on threads where a game's lock may be waited for.
    pub(crate) async fn keep(self: Arc<Lobby>) {
        let (mut retry, mut clearing) = (interval(RETRY_INTERVAL), interval(CLEARING_INTERVAL));
        loop {
            let lobby = Arc::clone(&self);
            let work = tokio::select! {
                _ = retry.tick() => spawn_blocking(move || lobby.try_again()),
                _ = clearing.tick() => spawn_blocking(move || lobby.clear_away()),
            };
            // Should it fail, it is tried again.
            let _ = work.await;
        }
    }

    /// Takes up again what could not go on for the moment, where somebody is there.
    fn try_again(&self) {
        for Listed { room, .. } in self.listed() {
            if room.is_held_up() && room.deserted().is_none() {
                room.take_up();
            }
        }
    }

    /// Lets go of players that nobody waits for, and forgets games that nobody comes back to.
    fn clear_away(&self) {
        for Listed { room, .. } in self.listed() {
            let deserted = room.deserted().unwrap_or_default();
            if deserted > ADJOURN_AFTER && !room.plays_by_itself() {
                room.adjourn();
            }
            if room.loss().is_some_and(|(standing, deserted)| deserted.0 > standing.patience()) {
                self.forget(&room);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use std::sync::atomic::AtomicBool;

    use othello_board::{Embedded, Secret};
    use othello_players::{Finder, Jail, Launcher, Runner};
    use othello_test_support::wait_until;
    use serde_json::json;

    use super::*;
    use crate::games::Games;
    use crate::room::Holder;
    use crate::server_state::Server;

    const BOT: &str =
        "// Bot: a player\n// plays: othello\n\nMATCH (cell:Cell) RETURN cell LIMIT 1\n";

    /// A lobby whose Neo4j is the embedded engine, with one player, in a folder that is kept as long.
    fn lobby() -> (Lobby, tempfile::TempDir) {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("Bot.cypher"), BOT).unwrap();
        let runner = Runner { launcher: Launcher::this_program().unwrap(), jail: Jail::default() };
        let open = Box::new(|| Ok(Box::new(Embedded::new()) as Box<_>));
        let taken = Arc::new(AtomicBool::new(false));
        let server_state = ServerState {
            finder: Finder::new(runner.clone()).with_folder(folder.path()),
            runner,
            policy: Default::default(),
            games: Games::with(&[]).unwrap(),
            key: Secret::default(),
            server: Some(Server { name: "a server".to_owned(), open, taken }),
            hide_queries: false,
            history: None,
            contests: None,
            bots: None,
            lessons: None,
            start_contest: None,
            live: None,
        };
        let lobby = Lobby::open(Arc::new(server_state)).unwrap();
        (Lobby { tables: Places::new(4), most_games: 8, ..lobby }, folder)
    }

    /// A game that waits for its first step.
    fn of_bots(database: &str) -> NewGame {
        let bot = json!({ "spec": "Bot" });
        let game = json!({ "black": bot, "white": bot, "database": database });
        serde_json::from_value(game).unwrap()
    }

    fn client(last: u8) -> Client {
        Client::from(Origin::of([10, 0, 0, last].into()))
    }

    #[test]
    fn games_that_nobody_ever_entered_keep_nobody_from_a_new_one() {
        let (lobby, _folder) = lobby();
        let other = lobby.make(of_bots("embedded"), client(2)).unwrap();
        let entered = lobby.make(of_bots("embedded"), client(1)).unwrap();
        entered.enter(Holder::default());
        for _ in 0..20 {
            lobby.make(of_bots("embedded"), client(1)).unwrap();
        }
        assert!(lobby.list().len() <= 8);
        // Neither somebody else's game goes for it, nor one in which somebody is.
        assert!(lobby.room(&other.id).is_some() && lobby.room(&entered.id).is_some());
    }

    #[test]
    fn a_game_that_can_not_be_played_now_waits_and_goes_on_when_it_can() {
        let (lobby, _folder) = lobby();
        let first = lobby.make(of_bots("server"), client(1)).unwrap();
        let second = lobby.make(of_bots("server"), client(2)).unwrap();
        first.enter(Holder::default());
        let (state, _) = second.enter(Holder::default());
        assert!(state.end.is_none());
        assert!(second.is_held_up() && !second.has_begun());
        let told = second.snapshot(Holder::default()).obstacle.unwrap();
        assert!(told.contains("a game is being played on a server"), "{told}");
        first.break_off("enough");
        wait_until("the second game goes on", || {
            lobby.try_again();
            !second.is_held_up()
        });
        assert!(second.has_begun() && !second.is_over());
        assert!(second.snapshot(Holder::default()).obstacle.is_none());
        second.break_off("enough");
    }

    #[test]
    fn whatever_enters_games_one_client_has_half_the_tables_and_others_find_one() {
        let (lobby, _folder) = lobby();
        let rooms: Vec<_> =
            (0..4).map(|_| lobby.make(of_bots("embedded"), client(1)).unwrap()).collect();
        for room in &rooms {
            room.enter(Holder::default());
        }
        let begun = |rooms: &[Arc<Room>]| rooms.iter().filter(|room| room.has_begun()).count();
        assert_eq!(begun(&rooms), 2);
        let other = lobby.make(of_bots("embedded"), client(2)).unwrap();
        other.enter(Holder::default());
        assert!(other.has_begun());
        let (played, waiting) = rooms.split_at(2);
        played.iter().for_each(|room| room.break_off("enough"));
        wait_until("the two that waited have begun", || {
            lobby.try_again();
            begun(waiting) == 2
        });
        waiting.iter().chain([&other]).for_each(|room| room.break_off("enough"));
    }

    #[test]
    fn what_bots_take_to_think_is_charged_to_whoever_made_their_game() {
        let (lobby, _folder) = lobby();
        let (used, maker, other) = (Arc::new(ProcessorTime::once()), client(1), client(2));
        let lobby = Lobby { used, ..lobby };
        let game = NewGame { auto: Some(true), ..of_bots("embedded") };
        let room = lobby.make(game, maker.clone()).unwrap();
        room.enter(Holder::default());
        wait_until("thinking is charged", || lobby.used.left(&maker) < lobby.used.left(&other));
        lobby.used.spend(&maker, Duration::from_secs(1000));
        let refused = lobby.make(of_bots("embedded"), maker).map(drop).unwrap_err();
        assert!(refused.message().contains("too much work for you"), "{}", refused.message());
        lobby.make(of_bots("embedded"), other).unwrap();
    }

    #[test]
    fn all_who_play_again_come_to_one_game() {
        let (lobby, _folder) = lobby();
        let before = lobby.make(of_bots("embedded"), client(1)).unwrap();
        assert_eq!(before.goes_on_in("first", None), "first");
        assert_eq!(before.goes_on_in("second", None), "first");
        // One that is forgotten is not waited for.
        assert_eq!(before.goes_on_in("third", Some("first")), "third");
        assert_eq!(before.goes_on_in("fourth", Some("first")), "third");
    }
}
