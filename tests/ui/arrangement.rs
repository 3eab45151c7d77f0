//! The layout of the table screen by window size: every player is visible, and the board is large.

use std::sync::LazyLock;

use egui::accesskit::Role;
use egui::{FontFamily, Rect, Shape};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;
use founders_ledger::app::App;
use rules::task::Task;

use crate::app::journal_of;
use crate::panels::label_of;
use crate::support::{game, window};

/// Window sizes in points, from the smallest to a large screen at scale 1, tall ones among them.
pub const SIZES: [[f32; 2]; 12] = [
    [800.0, 480.0],
    [640.0, 400.0],
    [800.0, 560.0],
    [800.0, 1280.0],
    [600.0, 900.0],
    [1024.0, 600.0],
    [1024.0, 768.0],
    [1280.0, 640.0],
    [1280.0, 800.0],
    [1499.0, 700.0],
    [1920.0, 1080.0],
    [3840.0, 2160.0],
];

/// Margin of the harness on each side, in points.
pub const MARGIN: f32 = 8.0;

/// Shows a four-player game in its middle, at the start of a turn.
fn at(size: [f32; 2]) -> Harness<'static, App> {
    static BACK: LazyLock<usize> = LazyLock::new(|| {
        let journal = journal_of("four-founders.founders");
        let number = (journal.cursor() / 2..journal.cursor())
            .find(|&number| {
                let entry = journal.on_main_line(number).expect("it is there");
                let owed = journal.game_after(entry).pending();
                owed.first().is_some_and(|owed| owed.task == Task::Turn)
            })
            .expect("there are turns");
        journal.cursor() - number
    });
    // The harness adds a margin around the app.
    window(size.map(|side| side + 2.0 * MARGIN), game(*BACK))
}

/// Returns the side of a square, by the bounds of the board's cells.
fn square_side(harness: &Harness<'_, App>) -> f32 {
    harness.get_all_by_role(Role::Cell).map(|cell| cell.rect().width()).fold(0.0, f32::max)
}

/// Returns the rectangles of the players' numbers whose label contains `ending`.
fn numbers(harness: &Harness<'_, App>, ending: &str) -> Vec<Rect> {
    harness
        .get_all_by_role(Role::Button)
        .filter(|node| {
            let label = label_of(node);
            let is_player =
                ["Anna", "Ben", "Cleo", "David"].iter().any(|name| label.starts_with(name));
            is_player && label.contains(ending) && label.contains(", ")
        })
        .map(|node| node.rect())
        .collect()
}

/// Returns the largest font size of a number in the serif.
fn largest_numeral(harness: &Harness<'_, App>) -> f32 {
    fn sizes(shape: &Shape, found: &mut f32) {
        match shape {
            Shape::Vec(shapes) => shapes.iter().for_each(|shape| sizes(shape, found)),
            Shape::Text(text) if text.galley.job.text.chars().all(|c| c.is_ascii_digit()) => {
                for section in &text.galley.job.sections {
                    let font = &section.format.font_id;
                    if font.family == FontFamily::Name("serif".into()) {
                        *found = found.max(font.size);
                    }
                }
            }
            _ => {}
        }
    }
    let mut found = 0.0;
    for clipped in &harness.output().shapes {
        sizes(&clipped.shape, &mut found);
    }
    found
}

#[test]
fn points_of_all_players_are_visible_at_every_window_size() {
    for size in SIZES {
        let harness = at(size);
        let view = Rect::from_min_size(egui::Pos2::ZERO, size.into()).translate([MARGIN; 2].into());
        let points = numbers(&harness, "point");
        assert_eq!(points.len(), 4, "{size:?}");
        for (index, rect) in points.iter().enumerate() {
            assert!(view.contains_rect(*rect), "{size:?}: player {index} at {rect:?}");
            let others = points.iter().skip(index + 1);
            assert!(others.clone().all(|other| !other.shrink(0.5).intersects(*rect)), "{size:?}");
        }
    }
}

#[test]
fn board_squares_have_a_minimum_size_at_each_window_size() {
    for (size, least) in [
        ([1280.0, 800.0], 31.0),
        ([800.0, 1280.0], 42.0),
        ([800.0, 480.0], 22.0),
        ([1024.0, 600.0], 26.0),
        ([1920.0, 1080.0], 46.0),
    ] {
        let side = square_side(&at(size));
        assert!(side >= least, "{size:?}: squares of {side}");
    }
}

#[test]
fn point_figures_are_large_where_the_window_has_space() {
    // Capitals and figures of the serif are 0.69 of its size.
    for (size, least) in [([1280.0, 800.0], 45.0), ([1920.0, 1080.0], 45.0), ([800.0, 480.0], 19.0)]
    {
        let high = largest_numeral(&at(size)) * 0.69;
        assert!(high >= least, "{size:?}: figures {high} high");
    }
}

#[test]
fn pending_decision_text_is_never_elided() {
    for size in SIZES {
        let harness = at(size);
        let owed = narration::pending::describe_all(
            harness.state().table().expect("a game is open").named_game(),
        );
        let mut whole = false;
        for clipped in &harness.output().shapes {
            if let Shape::Text(text) = &clipped.shape {
                // A name may come before it.
                let label = text.galley.job.text.to_lowercase();
                whole |= label.ends_with(&owed.to_lowercase()) && !text.galley.elided;
            }
        }
        assert!(whole, "{size:?}: {owed}");
    }
}

#[test]
fn low_window_shows_either_offers_or_actions() {
    fn shows(harness: &Harness<'_, App>, words: &str) -> bool {
        harness.query_all_by_label(words).next().is_some()
    }

    let mut harness = at([800.0, 480.0]);
    assert!(shows(&harness, "Face down") && !shows(&harness, "Proposals"));
    harness.get_by_label("Offers").click();
    harness.run();
    assert!(!shows(&harness, "Face down") && shows(&harness, "Proposals"));
    harness.get_by_label("To do").click();
    harness.run();
    assert!(shows(&harness, "Face down") && !shows(&harness, "Proposals"));
}
