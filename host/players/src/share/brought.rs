//! A query that somebody brings in a file, alone or in a pack: what it says of itself, and the texts that come with it.

use super::upload::{GZIP, Upload};
use crate::archive::Archive;
use crate::cypher_file::about;
use othello_player_api::About;
use othello_rules::text::decoded;
use std::path::Path;

/// A player that is a query, with what came beside it.
#[derive(Clone, Debug)]
pub struct BroughtQuery {
    /// What it says of itself; the name is that of its file where it says none.
    pub about: About,
    /// All of its text.
    pub text: String,
    /// The texts of its pack, by their names.
    pub texts: Vec<(String, String)>,
}

impl BroughtQuery {
    /// The query in a file of this name, which may have so many bytes unpacked.
    ///
    /// # Errors
    ///
    /// Where there is none; what to do about it.
    pub fn of(name: &str, bytes: Vec<u8>, largest: u64) -> Result<BroughtQuery, String> {
        let texts = if bytes.starts_with(GZIP) { texts_in(&bytes, largest) } else { Vec::new() };
        let Upload::Query(text) = Upload::of(name, bytes, largest)? else {
            return Err("it is a program of its own and no query; \"othello-host players add FILE\" installs it".into());
        };
        let stem = Path::new(name).file_stem().unwrap_or_default().to_string_lossy();
        Ok(BroughtQuery { about: about(&text, &stem), text, texts })
    }
}

/// The texts of a pack; none where it can't be read, which is said of the pack itself.
fn texts_in(pack: &[u8], largest: u64) -> Vec<(String, String)> {
    let Ok(archive) = Archive::of(pack, largest) else { return Vec::new() };
    let texts = archive.texts();
    texts.filter_map(|(name, bytes)| Some((name.to_owned(), decoded(bytes).ok()?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::player::{Player, Source};
    use crate::share::pack_query;

    #[test]
    fn a_query_comes_out_of_its_pack_with_its_name_and_its_texts() {
        let text = "// Mine: it says so\n// plays: reversi\nRETURN 1 AS cell";
        let old = vec![("version-1.cypher".to_owned(), "RETURN 2".to_owned())];
        let source = Source::CypherFile { file: "mine.cypher".into() };
        let player = Player { about: about(text, "mine"), source };
        let pack = pack_query(&player, "mine.cypher", text.into(), old.clone());
        let brought = BroughtQuery::of("x.othello", pack.expect("a pack"), 1 << 20);
        let brought = brought.expect("a query");
        assert_eq!((brought.text.as_str(), &brought.texts), (text, &old));
        assert_eq!(brought.about.name, "Mine");
        let alone = BroughtQuery::of("edges.cypher", "RETURN 1 AS cell".into(), 1 << 20);
        let alone = alone.expect("a query");
        assert_eq!((alone.about.name.as_str(), alone.texts.len()), ("edges", 0));
        let why = BroughtQuery::of("x.py", "#!/usr/bin/env python3".into(), 1 << 20);
        assert!(why.expect_err("no query").contains("players add"));
    }
}
