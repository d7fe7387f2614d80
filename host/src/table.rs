//! Tables of text for people: columns as wide as what they hold.

use othello_rules::text::one_line;

/// The widest column.
const WIDEST: usize = 100;

/// The table with its heads, one line a row.
pub fn table(heads: &[String], rows: Vec<Vec<String>>) -> String {
    let mut lines: Vec<Vec<String>> = vec![heads.to_vec()];
    lines.extend(rows);
    for line in &mut lines {
        line.iter_mut().for_each(|cell| *cell = printable(cell));
    }
    let widths: Vec<usize> = (0..heads.len())
        .map(|column| {
            let cells = lines.iter().filter_map(|line| line.get(column));
            cells.map(|cell| cell.chars().count()).max().unwrap_or_default()
        })
        .collect();
    let mut text = String::new();
    for (number, line) in lines.iter().enumerate() {
        let cells = line.iter().zip(&widths).map(|(cell, &width)| format!("{cell:<width$}"));
        text += cells.collect::<Vec<_>>().join("  ").trim_end();
        text.push('\n');
        if number == 0 && !heads.is_empty() {
            let rules: Vec<_> = widths.iter().map(|&width| "-".repeat(width)).collect();
            text += rules.join("  ").trim_end();
            text.push('\n');
        }
    }
    text
}

/// The text as it may be shown, and not too long.
fn printable(cell: &str) -> String {
    let clean = one_line(cell);
    if clean.chars().count() <= WIDEST {
        return clean.into_owned();
    }
    clean.chars().take(WIDEST - 3).chain("...".chars()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_as_wide_as_what_they_hold() {
        let heads = ["name".to_owned(), "n".to_owned()];
        let rows = vec![vec!["a".to_owned(), "100".to_owned()]];
        assert_eq!(table(&heads, rows), "name  n\n----  ---\na     100\n");
    }
}
