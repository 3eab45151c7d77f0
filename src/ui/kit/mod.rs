//! What panels are put together from, so that a panel reads as what it shows.
//!
//! - `Words` have a role, which decides size, weight and ink; they stand in the flow of a
//!   panel, are painted into a rectangle, or are written on a button.
//! - A `button` is as high as a finger, a `tick` stays pressed, and
//!   `primary_button_ui` is the one thing to press.
//! - `Line` is a row of a list, read and pressed; `Card` is one that stands alone.
//! - `turned_ui` turns what was drawn upright towards a seat.
//! - A `Decisive` part of the screen is marked as it is drawn, so that nothing covers it.
//! - `Kept` is a value that is worked out once for what it is about.
//!
//! What two panels need lives here; no panel uses another's pieces.

mod badge;
mod buildings;
mod cards;
mod chip;
mod decisive;
mod field;
mod header;
mod kept;
mod lines;
mod parts;
mod press;
mod said;
mod turned;
mod words;

pub(crate) use badge::{badge_ui, paint_player_badge, player_badge_ui};
pub(crate) use buildings::{
    brief_proposal_ui, building_head_ui, place_mark_ui, proposal_ui, space_count, space_of,
    spaces_unknown, text_of,
};
pub(crate) use cards::{Card, card_ui, cards_ui, column_ui, columns, picture_ui};
pub use cards::{Pictured, Thumbnails};
pub(crate) use chip::{chip_ui, resource_chip_ui};
pub use decisive::{Decisive, DecisivePlace, clear_place, decisive_places};
pub(crate) use decisive::{decisive_ui, mark, mark_within, unseen_height};
pub use field::{MOST_IN_NAME, MOST_TYPED, WordsField, is_entered, line_edit};
pub(crate) use field::{lines_edit, low_line_edit, select_all, text_field_ui};
pub use header::headline;
pub(crate) use header::panel_header_ui;
pub(crate) use kept::Kept;
pub(crate) use lines::{
    Heights, LOW, Line, RULE_ROOM, beside_bar, rule_link_ui, stressed, tick_line_ui,
};
pub use parts::footed_ui;
pub(crate) use parts::{
    LINE, SIGN_MARGIN, Weight, group_ui, hairline_ui, left_of, name_as, page_margin, page_ui,
    paint_crown, paint_focus, paint_in, paint_place, paint_resource, paint_ring, paint_sign,
    popup_ui, resource_ui, row_line_ui, row_ui, row_words_ui, shape_ui, sign_ui, terrain_ui,
    vote_tile_icon, wide_row_words_ui,
};
pub use press::primary_button_ui;
pub(crate) use press::{button, icon_button_ui, one_of_ui, pressed_ui, tick, wide};
pub(crate) use said::{
    matching, parts_text, plain, player_names, price_of, price_of_place, rank, signed, signed_in,
    why,
};
pub(crate) use turned::{Quarters, turned_ui};
pub(crate) use words::{Words, body, caption, figure, lead, trouble_ui, unknown_ui};

/// Chance, handed in from outside: a number below the one it is given.
pub type Chance<'a> = &'a mut dyn FnMut(usize) -> usize;
