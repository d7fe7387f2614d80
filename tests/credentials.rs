//! A NATS server that lets in users by their credentials and allows each only what it needs: what `host/CLUSTER.md`
//! says that a worker needs is enough to work, and whoever may less is told what is missing.

use data_encoding::BASE64URL_NOPAD;
use nkeys::KeyPair;
use othello_test_support::nats::{NatsServer, servers};
use serde_json::{Map, Value, json};

use crate::cluster::Worker;
use crate::common::World;
use crate::contests::{args, count};

/// Where it stands what a worker needs.
const CLUSTER: &str = include_str!("../host/CLUSTER.md");

/// What is signed by somebody about somebody.
fn signed(by: &KeyPair, about: &KeyPair, claims: &Value) -> String {
    let header = json!({"typ": "JWT", "alg": "ed25519-nkey"});
    let body = json!({
        "jti": "1", "iat": 1_700_000_000, "iss": by.public_key(), "sub": about.public_key(),
        "name": "test", "nats": claims,
    });
    let [header, body] =
        [header, body].map(|part| BASE64URL_NOPAD.encode(part.to_string().as_bytes()));
    let text = format!("{header}.{body}");
    let signature = BASE64URL_NOPAD.encode(&by.sign(text.as_bytes()).unwrap());
    format!("{text}.{signature}")
}

/// An operator with an account, the users that it lets in, and the account that JetStream wants for itself.
struct Operator {
    itself: KeyPair,
    account: KeyPair,
    system: KeyPair,
}

impl Operator {
    fn new() -> Operator {
        let [account, system] = std::array::from_fn(|_| KeyPair::new_account());
        Operator { itself: KeyPair::new_operator(), account, system }
    }

    /// What a server is told of it.
    fn configuration(&self) -> String {
        let unlimited = [
            "subs",
            "data",
            "payload",
            "imports",
            "exports",
            "conn",
            "leaf",
            "mem_storage",
            "disk_storage",
            "streams",
            "consumer",
        ];
        let limits: Map<String, Value> =
            unlimited.into_iter().map(|what| (what.to_owned(), json!(-1))).collect();
        let account = |limits| json!({"type": "account", "version": 2, "limits": limits});
        let operator =
            signed(&self.itself, &self.itself, &json!({"type": "operator", "version": 2}));
        let [name, system] = [&self.account, &self.system].map(KeyPair::public_key);
        let holder = signed(&self.itself, &self.account, &account(limits.clone()));
        let without_streams = ["subs", "data", "payload", "conn", "imports", "exports", "leaf"];
        let limits =
            limits.into_iter().filter(|(what, _)| without_streams.contains(&what.as_str()));
        let servers_own = signed(&self.itself, &self.system, &account(limits.collect()));
        format!(
            "operator: {operator}\nsystem_account: {system}\nresolver: MEMORY\n\
             resolver_preload: {{ {name}: {holder}, {system}: {servers_own} }}\njetstream: enabled\n"
        )
    }

    /// The credentials of a user who may publish to these subjects, as `nsc` writes them.
    fn user(&self, allowed: &[&str]) -> String {
        let user = KeyPair::new_user();
        let claims = json!({
            "type": "user", "version": 2, "subs": -1, "data": -1, "payload": -1,
            "pub": {"allow": allowed}, "sub": {},
        });
        let token = signed(&self.account, &user, &claims);
        let seed = user.seed().unwrap();
        format!(
            "-----BEGIN NATS USER JWT-----\n{token}\n------END NATS USER JWT------\n\n\
             -----BEGIN USER NKEY SEED-----\n{seed}\n------END USER NKEY SEED------\n"
        )
    }
}

/// What a worker needs to publish to, as its users read it.
fn workers_subjects() -> Vec<&'static str> {
    let (_, sentence) = CLUSTER.split_once("needs to publish").unwrap();
    let (sentence, _) = sentence.split_once("\n\n").unwrap();
    sentence.split('`').skip(1).step_by(2).collect()
}

#[test]
fn each_user_of_a_server_does_what_their_credentials_allow() {
    let Some(program) = servers().first() else { return };
    let world = World::new();
    let operator = Operator::new();
    let configuration = world.file("server.conf", &operator.configuration());
    let server = NatsServer::start(program, &["-c", &configuration]);
    let organiser = world.file("organiser.creds", &operator.user(&[">"]));
    let worker = world.file("worker.creds", &operator.user(&workers_subjects()));
    let stranger = world.file("stranger.creds", &Operator::new().user(&[">"]));
    let nobody = world.file("nobody.creds", &operator.user(&["weather"]));
    let url = server.url();
    let status = |credentials| world.run(["work", "status", &url, "--creds", credentials]);
    let let_in = status(&organiser).exits(0);
    assert!(let_in.out.contains("nobody works"), "{}", let_in.out);
    status(&stranger).exits(1).says("refuses these credentials");
    world.run(["work", "status", &url]).exits(1).says("refuses these credentials");
    let _worker = Worker::start(&world, &[&url, "-j", "1", "--partial-jail", "--creds", &worker]);
    let over = format!(
        "match Simple Random --games 4 -q --file creds.db --over {url} --creds {organiser}"
    );
    world.run(args(&over)).exits(0);
    assert_eq!(count(&world.path("creds.db")), 4);
    let forbidden = status(&nobody).exits(1);
    let why = "does not allow these credentials: Publish to \"$JS.API.STREAM.INFO";
    assert!(forbidden.err.contains(why), "{}", forbidden.err);
}
