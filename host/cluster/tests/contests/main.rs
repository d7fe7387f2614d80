//! Contests over real servers, with workers and an organiser in processes of their own that are killed, stopped, cut off
//! and lied to: in the end each pair counts once, and the file is that of one process.

#![allow(clippy::unwrap_used, clippy::panic, reason = "a test may unwrap")]

mod bounds;
mod cluster_of_servers;
mod deaths;
mod losses;
mod meddlers;
mod processes;
mod strangers;
