//! `ladder submit`: a query or another player sent from an editor or a script to a ladder elsewhere, with its verdict
//! and first games.

use std::path::Path;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use othello_rules::outside;
use othello_rules::text::lines;
use serde_json::Value;
use ureq::Agent;

use crate::exit::usage;
use crate::output;

/// So many games are waited for.
const FIRST_GAMES: u64 = 4;
/// So many are printed.
const MOST_SHOWN: usize = 8;
/// How often is asked.
const INTERVAL: Duration = Duration::from_millis(500);
/// How long the ladder may take for one answer, and for a file.
const ANSWER_TIMEOUT: Duration = Duration::from_secs(15);
const UPLOAD_TIMEOUT: Duration = Duration::from_secs(90);
/// How long an answer may be, in bytes, and in letters a text in it.
const LONGEST_ANSWER: u64 = 4 << 20;
const LONGEST_TEXT: usize = 4000;
/// Where the link may be kept, so that it stands in no history of commands.
const LINK: &str = "OTHELLO_LADDER_LINK";

/// Submits a file, waits, and prints what comes of it.
pub fn submit(url: &str, file: &Path, link: &str, timeout: Duration) -> anyhow::Result<()> {
    let client = Client::new(url, link)?;
    if file.is_dir() {
        return Err(usage(format!(
            "{}: a folder is sent as a pack, which \"othello-host players pack\" makes of it",
            file.display()
        )));
    }
    let named = || file.display().to_string();
    let length = outside::open(file).with_context(named)?.1.len();
    let largest = client.get("api/ladder")?["largest_upload"].as_u64().unwrap_or(u64::MAX);
    if length > largest {
        bail!(
            "{} has {} MB, and this ladder takes files of at most {} MB; build it for release, strip it, and pack \
             nothing that it does not need",
            file.display(),
            length.div_ceil(1 << 20),
            largest >> 20
        );
    }
    let bytes = outside::read(file, largest).with_context(named)?;
    let name = file.file_name().map(|name| name.to_string_lossy()).unwrap_or_default();
    let receipt = client.upload("api/ladder/uploads", &name, &bytes)?;
    let (version, number) = (receipt["version"].as_i64().unwrap_or_default(), &receipt["number"]);
    output::print(format!("version {number} was taken in\n"));
    let deadline = Instant::now() + timeout;
    let mut told = false;
    loop {
        let page = client.get(&format!("api/ladder/versions/{version}"))?;
        let words = page["version"]["words"].as_str().unwrap_or_default();
        match page["version"]["verdict"].as_str() {
            Some("refused") => bail!("version {number} was refused: {words}"),
            Some("accepted") if !told => {
                told = true;
                let remarks = if words.is_empty() { String::new() } else { format!("; {words}") };
                output::print(format!("it was accepted{remarks}\n"));
            }
            _ => {}
        }
        let games = page["games"].as_array().map_or(0, Vec::len) as u64;
        if told && (games >= FIRST_GAMES || Instant::now() >= deadline) {
            output::print(games_text(&page, version));
            return Ok(());
        }
        if Instant::now() >= deadline {
            bail!("no verdict within {} s; the page will have it", timeout.as_secs());
        }
        thread::sleep(INTERVAL);
    }
}

/// The first games, and where the version stands after them.
fn games_text(page: &Value, version: i64) -> String {
    let mut text = String::new();
    let games = page["games"].as_array().into_iter().flatten().rev();
    for game in games.take(MOST_SHOWN) {
        let has_black = game["black"]["version"].as_i64() == Some(version);
        let points = game["points"].as_f64().unwrap_or_default();
        let own = if has_black { points } else { 1.0 - points };
        let word = if own > 0.5 {
            "won"
        } else if own < 0.5 {
            "lost"
        } else {
            "drew"
        };
        let other = if has_black { &game["white"] } else { &game["black"] };
        let colour = if has_black { "Black" } else { "White" };
        let reason = game["reason"].as_str().map(|why| format!(": {why}")).unwrap_or_default();
        let fault = game["fault"].as_str().map(|fault| format!(" by {fault}")).unwrap_or_default();
        let (mine, others) = if has_black { (0, 1) } else { (1, 0) };
        let discs = format!("{} to {}", game["discs"][mine], game["discs"][others]);
        text += &format!(
            "{word} as {colour} against {}, {discs}{fault}{reason}\n",
            other["name"].as_str().unwrap_or("somebody")
        );
    }
    let (rating, error) = (&page["version"]["rating"], &page["version"]["error"]);
    if let (Some(rating), Some(error)) = (rating.as_f64(), error.as_f64()) {
        text += &format!("rated {rating:.0} ± {error:.0}\n");
    }
    text
}

/// What a ladder says, without what a terminal would obey: its words are those of people whom nobody here knows.
fn harmless(said: Value) -> Value {
    match said {
        Value::String(text) => lines(&text).chars().take(LONGEST_TEXT).collect::<String>().into(),
        Value::Array(all) => all.into_iter().map(harmless).collect(),
        Value::Object(all) => all.into_iter().map(|(name, one)| (name, harmless(one))).collect(),
        other => other,
    }
}

/// Somebody's access to a ladder.
struct Client {
    agent: Agent,
    url: String,
    key: String,
}

impl Client {
    fn new(url: &str, link: &str) -> anyhow::Result<Client> {
        let link = match link {
            "-" => std::env::var(LINK)
                .map_err(|_| usage(format!("--as -: put your link into {LINK}")))?,
            link => link.to_owned(),
        };
        let key = link.rsplit_once("key=").map_or(link.as_str(), |(_, key)| key).trim().to_owned();
        if key.is_empty() || !key.chars().all(|letter| letter.is_ascii_alphanumeric()) {
            return Err(usage(
                "--as takes your secret link, as the page shows it under \"My link\"",
            ));
        }
        let (scheme, rest) = url.split_once("://").unwrap_or(("http", url));
        if scheme != "http" {
            return Err(usage(format!("{url}: only http:// is spoken here")));
        }
        let url =
            format!("http://{}", rest.split('#').next().unwrap_or(rest).trim_end_matches('/'));
        let config = Agent::config_builder()
            .timeout_global(Some(ANSWER_TIMEOUT))
            .http_status_as_error(false)
            .max_redirects(0)
            .build();
        Ok(Client { agent: config.into(), url, key })
    }

    fn get(&self, path: &str) -> anyhow::Result<Value> {
        let request = self.agent.get(self.address(path)).header("Authorization", self.bearer());
        self.answer(request.call())
    }

    fn upload(&self, path: &str, name: &str, bytes: &[u8]) -> anyhow::Result<Value> {
        let request = self.agent.post(self.address(path)).query("name", name);
        let request = request
            .header("Authorization", self.bearer())
            .content_type("application/octet-stream")
            .config()
            .timeout_global(Some(UPLOAD_TIMEOUT))
            .build();
        self.answer(request.send(bytes))
    }

    fn address(&self, path: &str) -> String {
        format!("{}/{path}", self.url)
    }

    fn bearer(&self) -> String {
        format!("Bearer {}", self.key)
    }

    fn answer(
        &self,
        answered: Result<ureq::http::Response<ureq::Body>, ureq::Error>,
    ) -> anyhow::Result<Value> {
        let mut response = answered.map_err(|error| anyhow!("{}: {error}", self.url))?;
        let body = response.body_mut().with_config().limit(LONGEST_ANSWER);
        let body = body.read_json().ok().map(harmless);
        match (response.status().is_success(), body) {
            (true, Some(body)) => Ok(body),
            (_, body) => {
                let words = body.as_ref().and_then(|body| body["error"].as_str());
                let status = || {
                    let status = response.status().as_u16();
                    format!(
                        "it answered {status}; name the address that the ladder printed, and nothing behind it"
                    )
                };
                bail!("{}: {}", self.url, words.map_or_else(status, str::to_owned))
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::*;

    #[test]
    fn nothing_that_a_ladder_says_moves_a_terminal() {
        let sly = "\u{1b}]0;mine\u{7}B\u{1b}[2J\u{202e}";
        let page = json!({
            "version": { "rating": 1.0, "error": 2.0, "words": format!("one\n{sly}") },
            "games": [{
                "black": { "version": 1 }, "white": { "name": sly }, "points": 0.5,
                "reason": "x".repeat(100_000), "fault": sly, "discs": [sly, [sly]],
            }],
        });
        let page = harmless(page);
        assert_eq!(page["version"]["words"], "one\n ]0;mine B [2J");
        let text = games_text(&page, 1);
        assert!(!text.contains(['\u{1b}', '\u{7}', '\u{202e}']), "{text:?}");
        assert!(
            text.starts_with("drew as Black against  ]0;mine B [2J, ") && text.len() < 5000,
            "{text:?}"
        );
        assert!(text.ends_with("rated 1 ± 2\n"));
    }
}
