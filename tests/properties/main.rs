//! Properties of every game and every record, over random cases.
//!
//! `cargo test` draws the same cases each time. `cargo test --test properties -- --search 60` draws
//! new ones for an hour, all properties in turn; further words restrict the search to properties
//! with one of them in the name. A failing case is shrunk, and printed with the seed that draws it
//! again: `cargo test --test properties -- --seed 4711 NAME`. Once fixed, it stays below as a
//! separate test.

#![expect(
    clippy::unnecessary_wraps,
    clippy::wildcard_imports,
    reason = "all properties have one return type, and one list names them all"
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

/// Every property, with the number of cases that `cargo test` checks.
const PROPERTIES: &[Property] = &[
    property!(16, random_games_pass_all_checks_at_every_step(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
    )),
    property!(4, games_played_to_the_end_pass_all_checks(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        variants in variants(),
    )),
    property!(16, checklist_never_passes_and_fails_the_same_rule(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
    )),
    property!(32, automatic_choices_may_be_written_out(
        seed in any::<u64>(),
        players in 2..=4_usize,
        board in board(),
        options in options(),
    )),
    property!(64, pack_with_missing_facts_plays_the_same_or_names_one(
        seed in any::<u64>(),
        players in 2..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..12),
    )),
    property!(64, setup_with_a_missing_fact_names_it(
        players in 2..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..60),
    )),
    property!(32, action_asks_for_the_facts_of_each_component_once(
        seed in any::<u64>(),
        players in 2..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..200),
    )),
    property!(16, listed_moves_are_the_accepted_ones_in_games_of_every_kind(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
        steps in 10..220_usize,
        late_deals in any::<bool>(),
    )),
    property!(16, listed_moves_are_the_accepted_ones_with_missing_facts(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        gaps in vec(any::<Index>(), 1..12),
        steps in 0..160_usize,
    )),
    property!(4, card_texts_with_two_decisions_are_listed_with_every_pair(
        seed in any::<u64>(),
        players in 2..=4_usize,
        steps in 20..160_usize,
    )),
    property!(16, cheapest_connection_equals_that_of_a_plain_search(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        steps in 20..220_usize,
    )),
    property!(12, every_plan_can_be_played_to_its_end(
        seed in any::<u64>(),
        players in 1..=4_usize,
        board in board(),
        options in options(),
        variants in variants(),
        steps in 20..220_usize,
    )),
    property!(12, record_after_any_changes_equals_a_fresh_replay(
        seed in any::<u64>(),
        players in 1..=4_usize,
        variants in variants(),
    )),
    property!(48, difference_of_two_tables_leads_from_the_earlier_to_the_later(
        seed in any::<u64>(),
        players in 1..=4_usize,
        variants in variants(),
        from in 30..160_usize,
        on in 0..60_usize,
    )),
];

/// Every case that a search has found, named for its defect, and tests that the cases are varied.
const FOUND: &[Found] = &[
    found!(
        "difference_of_tables_keeps_the_card_of_a_vote_in_progress",
        difference_of_two_tables_leads_from_the_earlier_to_the_later(
            11_303_905_800_795_661_575,
            3,
            Variants::default(),
            45,
            40
        )
    ),
    found!(
        "difference_of_tables_omits_places_without_a_proposal",
        difference_of_two_tables_leads_from_the_earlier_to_the_later(
            15_982_508_308_520_565_584,
            2,
            Variants::default(),
            56,
            34
        )
    ),
    found!("choices_to_write_out_occur", choices_to_write_out_occur(30)),
    found!(
        "card_texts_with_two_decisions_offer_many_moves",
        card_texts_with_two_decisions_offer_many_moves(6)
    ),
];

fn main() -> ExitCode {
    search::main(PROPERTIES, FOUND)
}
