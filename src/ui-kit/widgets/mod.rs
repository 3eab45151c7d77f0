//! Widgets for panels, named so that a panel reads as what it shows.
//!
//! - `Words` have a role, which decides size, weight and ink; they stand in the flow of a
//!   panel, are painted into a rectangle, or are written on a button.
//! - A `button` is as high as a finger, a `tick` stays pressed, and
//!   `primary_button_ui` is the one thing to press.
//! - `Line` is a row of a list, read and pressed, `RowList` a list of hundreds of rows; `Card` is
//!   one that stands alone.
//! - `turned_ui` turns what was drawn upright towards a seat.
//! - A `Decisive` part of the screen is marked as it is drawn, so that nothing covers it.
//!
//! A widget that two panels need is here, since no panel uses another's.

mod cards;
mod chip;
mod decisive;
mod field;
mod header;
mod lines;
mod numbers;
mod parts;
mod press;
mod row_list;
mod search;
mod turned;
mod words;

pub use cards::{Card, card_ui, cards_ui, column_ui, columns};
pub use chip::chip_ui;
pub use decisive::{
    Decisive, DecisivePlace, clear_place, decisive_places, decisive_ui, mark, mark_within,
    unseen_height,
};
pub use field::{
    MOST_IN_NAME, MOST_TYPED, WordsField, is_entered, line_edit, lines_edit, low_line_edit,
    select_all, text_field_ui,
};
pub use header::{headline, panel_header_ui};
pub use lines::{LOW, Line, Placed, RULE_ROOM, beside_bar, stressed, tick_line_ui};
pub use numbers::{plain, signed};
pub use parts::{
    LINE, SIGN_MARGIN, Weight, footed_ui, group_ui, hairline_ui, left_of, name_as, page_margin,
    page_ui, paint_crown, paint_focus, paint_in, paint_letter, paint_place, paint_ring, paint_sign,
    popup_ui, row_line_ui, row_ui, row_words_ui, sign_ui, wide_row_words_ui,
};
pub use press::{button, icon_button_ui, one_of_ui, pressed_ui, primary_button_ui, tick, wide};
pub use row_list::{RowFocus, RowList};
pub use search::{matching, rank};
pub use turned::{Quarters, turned_ui};
pub use words::{Words, body, caption, figure, lead, trouble_ui, unknown_ui};

/// A source of chance, handed in from outside: returns a number below the one it is given.
pub type Chance<'a> = &'a mut dyn FnMut(usize) -> usize;
