//! What `export_player!` makes of types, called as the host calls it.
#![allow(clippy::unwrap_used)]

use abi_stable::library::{LibHeader, ROOT_MODULE_LOADER_NAME};
use abi_stable::std_types::RStr;
use othello_player_api::abi::{Instance, PlayersModule};
use othello_player_api::{About, Answer, Game, Player, Reply, Round, export_player};

struct Counts(u32);

impl Player for Counts {
    fn about() -> About {
        About::new("Counts", "1")
    }
    fn new(_game: &Game) -> Self {
        Counts(0)
    }
    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        self.0 += 1;
        format!("RETURN {}", self.0)
    }
}

struct Panics;

struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic!("and again");
    }
}

impl Player for Panics {
    fn about() -> About {
        About::new("Panics", "1")
    }
    fn new(game: &Game) -> Self {
        assert!(game.size != 4, "too small");
        Panics
    }
    fn get_cypher_for_round(&mut self, round: &Round) -> impl Into<Answer> {
        if round.ply > 0 {
            std::panic::panic_any(Bomb);
        }
        let nothing: &[u8] = &[];
        format!("{}", nothing[round.ply as usize])
    }
}

impl Drop for Panics {
    fn drop(&mut self) {
        panic!("at the end");
    }
}

struct Refuses;

impl Player for Refuses {
    fn about() -> About {
        About::new("Refuses", "1")
    }
    fn new(_game: &Game) -> Self {
        Refuses
    }
    fn try_new(game: &Game) -> Result<Self, String> {
        if game.size == 4 { Err("the board is too small".to_owned()) } else { Ok(Self::new(game)) }
    }
    fn get_cypher_for_round(&mut self, _round: &Round) -> impl Into<Answer> {
        "RETURN 1"
    }
}

export_player!(Counts, Panics, Refuses);

fn module() -> PlayersModule {
    // Rust's own type behind a symbol of Rust's own: nothing of C is in it.
    #[allow(improper_ctypes)]
    unsafe extern "C" {
        #[link_name = "_1as_0lib_1header_0root_bmodule_bloader"]
        safe static HEADER: LibHeader;
    }
    HEADER.init_root_module::<PlayersModule>().unwrap()
}

fn create(player: &str, size: u32) -> Result<Instance, Reply> {
    let game = format!(r#"{{"player": "{player}", "size": {size}}}"#);
    module().create()(RStr::from(game.as_str()))
        .into_result()
        .map_err(|error| Answer::parse(error.as_str()).unwrap().reply)
}

fn ask(instance: Instance, ply: u32) -> Answer {
    let round = format!(r#"{{"ply": {ply}}}"#);
    // SAFETY: the tests ask only what `create` gave them.
    let answer = unsafe { module().get_cypher_for_round()(instance, RStr::from(round.as_str())) };
    Answer::parse(answer.as_str()).unwrap()
}

#[test]
fn the_header_has_the_name_that_abi_stable_looks_for() {
    assert_eq!(ROOT_MODULE_LOADER_NAME, "_1as_0lib_1header_0root_bmodule_bloader");
}

#[test]
fn a_library_holds_several_players() {
    let list: Vec<About> = serde_json::from_str(module().describe()().as_str()).unwrap();
    let names: Vec<_> = list.into_iter().map(|about| about.name).collect();
    assert_eq!(names, ["Counts", "Panics", "Refuses"]);
}

#[test]
fn each_instance_keeps_its_own_state() {
    let (one, other) = (create("Counts", 8).unwrap(), create("Counts", 8).unwrap());
    assert_eq!(ask(one, 0), Answer::from("RETURN 1"));
    assert_eq!(ask(one, 1), Answer::from("RETURN 2"));
    assert_eq!(ask(other, 0), Answer::from("RETURN 1"));
}

#[test]
fn a_panic_is_an_answer_also_where_its_payload_panics() {
    let instance = create("Panics", 8).unwrap();
    assert!(matches!(ask(instance, 0).reply, Reply::Panic(text) if text.contains("out of bounds")));
    assert!(
        matches!(ask(instance, 1).reply, Reply::Panic(text) if text.contains("without a text"))
    );
    // SAFETY: it came from `create`.
    unsafe { module().destroy()(instance) };
    let failed = create("Panics", 4).err().unwrap();
    assert!(matches!(failed, Reply::Panic(text) if text.contains("too small")));
}

#[test]
fn a_player_that_can_t_begin_a_game_says_why() {
    let instance = create("Refuses", 8).unwrap();
    assert_eq!(ask(instance, 0), Answer::from("RETURN 1"));
    let refused = create("Refuses", 4).err().unwrap();
    assert_eq!(refused, Reply::Error("the board is too small".to_owned()));
}

#[test]
fn an_unknown_player_is_refused() {
    let refused = create("Nobody", 8).err().unwrap();
    assert!(matches!(refused, Reply::Error(text) if text.contains("Nobody")));
}
