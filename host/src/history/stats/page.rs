//! A player's results as a page that needs no other file.

use super::super::describe::milliseconds;
use super::{Stats, heads};
use crate::html::{escape, fill, head, table};

const PAGE: &str = include_str!("page.html");

impl Stats {
    /// The page.
    pub fn to_page(&self) -> String {
        let title = format!("{}: its games", self.name);
        let wide = |table: String| format!(r#"<div class="wide">{table}</div>"#);
        let gaps: [(&str, &str); 7] = [
            ("head", &head(&title)),
            ("title", &escape(&title)),
            ("totals", &wide(table(&heads(""), &self.totals()))),
            ("ratings", &self.versions.to_html()),
            ("opponents", &wide(table(&heads("against"), &self.by_opponent()))),
            ("forfeits", &self.forfeits_section()),
            ("slowest", &self.slowest_section()),
        ];
        fill(PAGE, &gaps)
    }

    /// How often it lost early by which fault, and of each the newest game with what asks again.
    fn forfeits_section(&self) -> String {
        if self.forfeits.is_empty() {
            return "<p>It lost no game before its end.</p>".to_owned();
        }
        let count = |(word, count): &(String, u64)| vec![word.clone(), count.to_string()];
        let rows: Vec<_> = self.forfeits.iter().map(count).collect();
        let newest = |(reason, command): &(String, String)| {
            format!("<li>{}<br><code>{}</code></li>", escape(reason), escape(command))
        };
        let newest: String = self.commands.iter().map(newest).collect();
        format!("{}<ul>{newest}</ul>", table(&["by", "games"].map(str::to_owned), &rows))
    }

    fn slowest_section(&self) -> String {
        let row = |slow: &othello_store::SlowRound| {
            vec![
                format!("game {}, move {}", slow.game.0, slow.ply + 1),
                milliseconds(slow.asked),
                milliseconds(slow.ran),
                self.rerun(slow),
            ]
        };
        let rows: Vec<_> = self.slowest.iter().map(row).collect();
        let heads = ["where", "asked", "query", "again"].map(str::to_owned);
        let mean = self.mean_time.map_or_else(String::new, |mean| {
            format!("<p>{} a move by mean.</p>", milliseconds(mean))
        });
        format!(r#"{mean}<div class="wide">{}</div>"#, table(&heads, &rows))
    }
}
