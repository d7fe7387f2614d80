//! The real binary where a user would run it: every command, its games and contests, the terminal, the page's
//! server, the page in a browser. One program, since each would have to be linked anew.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]
#![forbid(unsafe_code)]

mod analyses;
mod arguments;
mod books;
mod bots;
mod browser;
mod cluster;
#[cfg(target_os = "linux")]
mod commands;
mod common;
mod console;
mod contest_options;
mod contest_words;
mod contests;
mod contests_shown;
mod credentials;
mod documents;
mod engines;
#[cfg(target_os = "linux")]
mod first_hour;
mod foreign_files;
mod foreign_programs;
mod forfeits;
mod games;
mod history;
mod history_files;
mod hostile_queries;
#[cfg(target_os = "linux")]
mod jail;
mod ladder_over;
mod ladder_refusals;
mod ladder_uploads;
mod ladders;
mod learning;
mod lost_servers;
mod other_games;
mod owners;
mod people;
mod plugins;
mod programs;
mod protocols;
mod proxied;
mod queries;
mod serve;
mod servers;
mod shared_work;
mod sharing;
mod shell;
#[cfg(target_os = "linux")]
mod slips;
mod strangers;
#[cfg(target_os = "linux")]
mod strangers_contest;
mod studying;
mod trusted_files;
mod tuning;
mod visitors;
mod wicked_organisers;
mod window;
mod workers_contests;
