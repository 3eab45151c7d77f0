//! Drawings and texts of a running game that several panels share.

mod badge;
mod board;
mod buildings;
mod game_text;
mod links;
mod palette;
mod player_colors;
mod vote_tile;

pub use badge::{badge_ui, paint_player_badge, player_badge_ui};
pub use board::BoardPainter;
pub use board::board_picture_ui;
pub use buildings::{
    action_text, brief_proposal_ui, building_head_ui, place_mark_ui, proposal_ui, space_count,
    space_texts, spaces_unknown,
};
pub use game_text::{
    adviser_price, player_names, reasons_text, signed_amount, solo_price_text, strength_text,
};
pub use links::{entry_line_ui, rule_link_ui};
pub use palette::{GamePalette, player_signs};
pub use player_colors::PlayerColors;
pub use vote_tile::vote_tile_icon;
