//! What several test suites share. It knows nothing of the crates under test.

#![forbid(unsafe_code)]

pub mod neo4j;
