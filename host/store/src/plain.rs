//! Whether a file of SQLite holds rows and nothing that computes: it may come from anybody, and what a stranger has
//! written into its schema is done whenever somebody reads or writes.

use rusqlite::{Connection, ToSql};

/// The longest schema, all of it together: what is usual in a column stands there, and costs a row nothing.
const LONGEST_SCHEMA: i64 = 8 << 10;

/// Whether there are tables alone and these indexes, each as it was made here. A view may compute for ever, and so may a
/// column that is generated, an index of anything but columns, a check, a trigger, and what is usual in a column where
/// that is more than a value.
///
/// # Errors
/// Where the schema can't be read.
pub fn is_plain(connection: &Connection, indexes: &[&str]) -> rusqlite::Result<bool> {
    let own: Vec<&dyn ToSql> = indexes.iter().map(|index| index as &dyn ToSql).collect();
    let places = vec!["?"; own.len()].join(", ");
    let only_tables = format!(
        "SELECT total(length(sql)) < {LONGEST_SCHEMA}
            AND count(*) FILTER (WHERE type NOT IN ('table', 'index')
                OR type = 'table' AND sql NOT LIKE 'CREATE TABLE%'
                OR type = 'index' AND sql NOT NULL AND sql NOT IN ({places})
                OR sql LIKE '%CHECK%') = 0
        FROM sqlite_schema"
    );
    let none_computes = "SELECT count(*) = 0
        FROM sqlite_schema AS made, pragma_table_xinfo(made.name) AS of_it
        WHERE made.type = 'table' AND (of_it.hidden <> 0 OR of_it.dflt_value LIKE '%(%')";
    let is = |sql: &str, values: &[&dyn ToSql]| connection.query_row(sql, values, |row| row.get(0));
    Ok(is(&only_tables, &own)? && is(none_computes, &[])?)
}
