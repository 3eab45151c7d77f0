//! Phones at the table, over loopback: joining, pages, ballots, hostile and slow clients.
//!
//! `PHONES_PORT=4710 cargo test -p phones --test phones serve -- --ignored` serves an example game
//! for a browser; with `PHONES_VOTE` at a vote, with `PHONES_PICTURE` asking for a picture.

mod ballots;
mod client;
mod hostile;
mod joining;
mod lifecycle;
mod pages;
mod parsers;
mod pictures;
mod scenario;
mod serve;
mod window;
