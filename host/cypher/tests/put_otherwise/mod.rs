//! A query beside the same one put in a way that has every path gone through: what the laws of plans that leave
//! something out compare.

use proptest::prelude::*;

use crate::random_graphs::{plan, rows};
use othello_cypher::Database;

/// A query gives the rows of another one.
pub fn same(database: &Database, text: &str, whole: &str) -> Result<(), TestCaseError> {
    prop_assert_eq!(rows(database, text)?, rows(database, whole)?, "{}", text);
    Ok(())
}

/// The plan of a query has one of these operators.
pub fn planned(database: &Database, text: &str, operators: &[&str]) -> Result<(), TestCaseError> {
    let plan = plan(database, text)?;
    prop_assert!(operators.iter().any(|operator| plan.contains(operator)), "{}\n{}", text, plan);
    Ok(())
}
