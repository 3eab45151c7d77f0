//! Widgets for panels.
//!
//! - `StyledText` is text with a role, which decides size, weight and color; they are placed in
//!   the flow of a panel, painted into a rectangle, or used on a button.
//! - A `button` is high enough for a finger, a `toggle_button` stays pressed, and
//!   `primary_button_ui` is the main button of a screen or dialog.
//! - `TextLine` is a row of a list that can be pressed, `RowList` a list of hundreds of rows, and
//!   `CardFrame` a large control with contents of its own.
//! - `turned_ui` turns a drawing towards a seat.
//! - A `DecisivePart` of the screen is marked as it is drawn, so that nothing covers it.
//!
//! A widget that two panels need is here, since no panel uses another's.

mod buttons;
mod cards;
mod chip;
mod decisive;
mod field;
mod header;
mod lines;
mod numbers;
mod parts;
mod row_list;
mod search;
mod styled_text;
mod turned;

pub use buttons::{
    button, button_ui, choice_list_ui, icon_button_ui, primary_button_ui, toggle_button,
    wide_button,
};
pub use cards::{CardFrame, card_ui, cards_ui, column_ui, columns};
pub use chip::chip_ui;
pub use decisive::{
    DecisivePart, DecisivePlace, clear_place, decisive_places, decisive_ui, mark, mark_within,
    unseen_height,
};
pub use field::{
    MAX_NAME, MAX_TYPED, RequiredTextField, entered_with, is_entered, line_edit, lines_edit,
    low_line_edit, number_field_ui, select_all, text_field_ui,
};
pub use header::{headline, panel_header_beside_ui, panel_header_ui, section_heading_ui};
pub use lines::{
    DrawnLine, MIN_LINE_HEIGHT, RULE_NUMBER_WIDTH, TextLine, group_heading_ui, highlighted,
    reserve_scroll_bar, tick_line_ui,
};
pub use numbers::{plain, signed};
pub use parts::{
    ROW_HEIGHT, SIGN_MARGIN, SignWeight, footed_ui, group_ui, hairline_ui, left_of, name_as,
    page_margin, page_ui, paint_crown, paint_focus, paint_in, paint_letter, paint_place,
    paint_ring, paint_sign, popup_ui, row_lines, row_lines_ui, row_ui, row_words_ui, sign_ui,
    wide_row_ui, wide_row_words_ui,
};
pub use row_list::{RowFocus, RowList};
pub use search::{matching, rank};
pub use styled_text::{StyledText, body, caption, error_ui, figure, lead, missing_fact_ui};
pub use turned::{QuarterTurns, turned_ui};

/// A source of randomness from outside: returns a number below its argument.
pub type RandomBelow<'a> = &'a mut dyn FnMut(usize) -> usize;
