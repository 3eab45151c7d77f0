//! Drawings and texts of a running game that several panels share.

mod badge;
mod board;
mod buildings;
mod inks;
mod links;
mod palette;
mod vote_tile;
mod words;

pub use badge::{badge_ui, paint_player_badge, player_badge_ui};
pub use board::BoardPainter;
pub use board::board_picture_ui;
pub use buildings::{
    brief_proposal_ui, building_head_ui, place_mark_ui, proposal_ui, space_count, space_of,
    spaces_unknown, text_of,
};
pub use inks::PlayerInk;
pub use links::{entry_line_ui, rule_link_ui};
pub use palette::{GameInks, looks};
pub use vote_tile::vote_tile_icon;
pub use words::{parts_text, player_names, price_of, price_of_place, signed_in, why};
