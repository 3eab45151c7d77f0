//! What holds for every game and every record, over cases drawn at random.
//!
//! In `cargo test` every property draws the same cases each time. With
//! `cargo test --test properties -- --search 60` it draws fresh ones for an hour, all properties
//! in turn; add words to search only the properties whose names hold one of them. A case that
//! fails is made as small as can be, and printed with the seed that draws it again:
//! `cargo test --test properties -- --seed 4711 NAME`. Once it is mended it stays below as a test
//! of its own.

#![expect(
    clippy::unnecessary_wraps,
    clippy::wildcard_imports,
    reason = "properties answer alike, and one list names them all"
)]

mod advice;
#[path = "../common/mod.rs"]
mod common;
#[path = "../common/complete.rs"]
mod complete;
#[path = "../common/driver.rs"]
mod driver;
mod gaps;
#[path = "../common/journals.rs"]
mod journals;
mod offered;
mod play;
mod records;
mod search;
mod ways;

use std::process::ExitCode;

use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

use advice::*;
use gaps::*;
use offered::*;
use play::*;
use records::*;
use rules::rulebook::Variants;
use search::{Found, Property, found, property};
use ways::*;

/// Every property, with how many cases `cargo test` looks at.
const PROPERTIES: &[Property] = &[
    property!(16, the_battery_holds_at_every_step_of_a_random_game(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
    )),
    property!(4, the_battery_holds_in_a_game_played_to_its_end(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        variants in variants(),
    )),
    property!(16, no_rule_is_both_kept_and_broken(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
    )),
    property!(32, a_choice_without_an_alternative_may_be_written_out(
        seed in any::<u64>(),
        players in 2..=4_usize,
        board in board(),
        options in options(),
    )),
    property!(64, a_pack_with_gaps_plays_the_same_or_names_a_gap(
        seed in any::<u64>(),
        players in 2..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..12),
    )),
    property!(64, a_setup_that_lacks_a_fact_names_it(
        players in 2..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..60),
    )),
    property!(32, a_component_is_asked_for_once_by_one_action(
        seed in any::<u64>(),
        players in 2..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..200),
    )),
    property!(16, what_is_listed_is_what_is_accepted_in_games_of_every_kind(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
        steps in 10..220_usize,
        late_deals in any::<bool>(),
    )),
    property!(16, what_is_listed_is_what_is_accepted_where_facts_are_missing(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..12),
        steps in 0..160_usize,
    )),
    property!(4, texts_with_two_decisions_are_listed_with_every_pair(
        seed in any::<u64>(),
        players in 2..=4_usize,
        steps in 20..160_usize,
    )),
    property!(16, the_cheapest_way_is_that_of_a_plain_search(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        steps in 20..220_usize,
    )),
    property!(12, every_path_can_be_played_to_its_end(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
        steps in 20..220_usize,
    )),
    property!(12, whatever_is_done_to_a_record_it_is_that_of_a_fresh_replay(
        seed in any::<u64>(),
        players in 1..=4_usize,
        variants in variants(),
    )),
    property!(48, what_differs_between_two_tables_leads_from_the_earlier_to_the_later(
        seed in any::<u64>(),
        players in 1..=4_usize,
        variants in variants(),
        from in 30..160_usize,
        on in 0..60_usize,
    )),
];

/// Every case that a search has found, by what was wrong, and what holds for no case alone.
const FOUND: &[Found] = &[
    found!(
        "a_vote_that_goes_on_keeps_its_card",
        what_differs_between_two_tables_leads_from_the_earlier_to_the_later(
            11_303_905_800_795_661_575,
            3,
            Variants::default(),
            45,
            40
        )
    ),
    found!(
        "a_place_without_a_proposal_is_nothing_to_lay_out",
        what_differs_between_two_tables_leads_from_the_earlier_to_the_later(
            15_982_508_308_520_565_584,
            2,
            Variants::default(),
            56,
            34
        )
    ),
    found!("there_are_answers_to_write_out", there_are_answers_to_write_out(30)),
    found!(
        "texts_with_two_decisions_give_plenty_to_find",
        texts_with_two_decisions_give_plenty_to_find(6)
    ),
];

fn main() -> ExitCode {
    search::main(PROPERTIES, FOUND)
}
