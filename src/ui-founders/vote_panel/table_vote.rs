//! A vote that was held at the table: the revealed ballots of all players, on one page.

use egui::{Key, Modifiers, Rect, Ui, Vec2, vec2};
use plain_text::listed;

use super::BOARD_BUTTON;
use super::VoteRequest;
use super::controls::{
    BallotKeys, Feedback, InfluenceKind, STEPPER, proposal_name, quiet_button_ui, stepper_ui,
    tile_ui,
};
use narration::NamedGame;
use narration::words::vote_tile;
use rules::Game;
use rules::action::{Ballot, VoteTile};
use rules::moves::BallotRange;
use rules::player::PlayerId;
use ui_board::pieces::{paint_player_badge, player_names, vote_tile_icon};
use ui_board::settings::VotingMethod;
use ui_kit::keyboard;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    body, caption, chip_ui, group_ui, hairline_ui, left_of, panel_header_beside_ui,
    primary_button_ui,
};

/// Width of a row from which on its tiles are larger.
const ROOMY: f32 = 640.0;
/// Minimum width for the name of a player next to the badge.
const NAME: f32 = 104.0;

/// The ballots entered so far.
pub(super) struct TableVote {
    rows: Vec<TableBallot>,
    /// The index of the ballot that the keys change.
    at: usize,
}

struct TableBallot {
    range: BallotRange,
    tile: Option<VoteTile>,
    fleeting: i32,
    lasting: i32,
}

impl TableVote {
    pub(super) fn new(ranges: Vec<BallotRange>) -> Self {
        let rows = ranges
            .into_iter()
            .map(|range| TableBallot { range, tile: None, fleeting: 0, lasting: 0 })
            .collect();
        Self { rows, at: 0 }
    }

    pub(super) fn has_started(&self) -> bool {
        self.rows.iter().any(|row| row.tile.is_some() || row.fleeting != 0 || row.lasting != 0)
    }

    /// Returns all ballots, once everybody has a proposal.
    fn ballots(&self) -> Option<Vec<Ballot>> {
        self.rows
            .iter()
            .map(|row| {
                row.tile.map(|tile| Ballot {
                    player: row.range.player,
                    tile,
                    fleeting: row.fleeting,
                    lasting: row.lasting,
                    seal: None,
                })
            })
            .collect()
    }

    fn missing(&self) -> Vec<PlayerId> {
        self.rows.iter().filter(|row| row.tile.is_none()).map(|row| row.range.player).collect()
    }
}

/// Draws a row per player, and one button for all.
pub(super) fn table_vote_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    vote: &mut TableVote,
) -> Option<VoteRequest> {
    panel_header_beside_ui(ui, "A vote held by hand", BOARD_BUTTON);
    let is_counted = keys(ui, vote);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        ui.spacing_mut().interact_size.y = text::TITLE;
        for tile in VoteTile::ALL {
            if vote.rows.iter().any(|row| row.range.tiles.contains(&tile)) {
                chip_ui(ui, Some(vote_tile_icon(tile)), proposal_name(named.game(), tile));
            }
        }
    });
    for (index, row) in vote.rows.iter_mut().enumerate() {
        hairline_ui(ui);
        if row_ui(ui, named, row, index == vote.at) {
            vote.at = index;
        }
    }
    hairline_ui(ui);
    let ballots = vote.ballots();
    let missing = vote.missing();
    let mut request = None;
    ui.horizontal_wrapped(|ui| {
        let is_ready = ballots.is_some();
        let count = ui.add_enabled_ui(is_ready, |ui| primary_button_ui(ui, "Count the votes"));
        if (count.inner.clicked() || is_counted)
            && let Some(ballots) = ballots
        {
            request = Some(VoteRequest::Reveal(ballots, None));
        }
        if quiet_button_ui(ui, "Vote on this screen instead").clicked() {
            request = Some(VoteRequest::Switch(VotingMethod::Here));
        }
    });
    let hint = if missing.is_empty() {
        "Keys: 1 2 3 proposal, F and Shift+F fleeting, L and Shift+L lasting, Up and Down player, \
         Enter counts"
            .to_owned()
    } else {
        format!("No proposal yet from {}", listed(&player_names(named, missing)))
    };
    caption(hint).ui(ui);
    request
}

/// Changes the marked row by keys; returns `true` if Enter counts.
fn keys(ui: &Ui, vote: &mut TableVote) -> bool {
    let keyed = BallotKeys::read(ui);
    let last = vote.rows.len().saturating_sub(1);
    // While something has the focus, arrows move that.
    let mut is_counted = false;
    if keyboard::is_free(ui.ctx()) {
        let key = |key| keyboard::pressed(ui, Modifiers::NONE, key);
        if key(Key::ArrowDown) {
            vote.at = (vote.at + 1).min(last);
        }
        if key(Key::ArrowUp) {
            vote.at = vote.at.saturating_sub(1);
        }
        is_counted = key(Key::Enter);
    }
    if let Some(row) = vote.rows.get_mut(vote.at) {
        let TableBallot { range, tile, fleeting, lasting } = row;
        keyed.change(&range.tiles, tile, (fleeting, range.fleeting), (lasting, range.lasting));
    }
    is_counted
}

/// Draws a player's ballot; returns `true` if it was changed.
fn row_ui(ui: &mut Ui, named: NamedGame<'_>, row: &mut TableBallot, is_marked: bool) -> bool {
    let name = named.label(row.range.player);
    let before = (row.tile, row.fleeting, row.lasting);
    let top = ui.cursor().top();
    let left = ui.max_rect().left();
    group_ui(ui, format!("Ballot of {name}"), |ui| {
        let width = ui.available_width();
        let shape = if width < ROOMY { touch::TARGET } else { touch::TARGET * 1.2 };
        let shapes = 3.0 * (shape + space::XS);
        let amounts = 2.0 * (STEPPER + space::S + space::XS);
        // A truncated name is useless, so the amounts move below it before that.
        let is_wide = width >= NAME + shapes + amounts;
        ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
        ui.horizontal_wrapped(|ui| {
            let name_width = if is_wide {
                (width - shapes - amounts - space::XS).min(200.0)
            } else {
                (width - shapes - space::S).max(76.0)
            };
            name_ui(ui, named.game(), row.range.player, &name, name_width);
            for &tile in &row.range.tiles {
                let label =
                    format!("{name} {}, {}", vote_tile(tile), proposal_name(named.game(), tile));
                let size = vec2(shape, touch::TARGET);
                let is_chosen = row.tile == Some(tile);
                if tile_ui(ui, size, tile, &label, is_chosen).clicked() {
                    row.tile = Some(tile);
                }
            }
            if is_wide {
                ui.add_space(space::S);
            } else {
                ui.end_row();
            }
            let who = format!("{name} ");
            let fleeting = (&mut row.fleeting, row.range.fleeting);
            stepper_ui(ui, InfluenceKind::Fleeting, &who, fleeting, Feedback::FULL);
            ui.add_space(space::S);
            let lasting = (&mut row.lasting, row.range.lasting);
            stepper_ui(ui, InfluenceKind::Lasting, &who, lasting, Feedback::FULL);
        });
    });
    if is_marked {
        let rect = Rect::from_min_max(
            egui::pos2(left - space::S, top),
            egui::pos2(left - space::S + line::FOCUS, ui.cursor().top() - space::S),
        );
        ui.painter().rect_filled(rect, 1, theme(ui).accent);
    }
    before != (row.tile, row.fleeting, row.lasting)
}

/// Draws the badge and the name of a player within `width`.
fn name_ui(ui: &mut Ui, game: &Game, player: PlayerId, name: &str, width: f32) {
    let (_, rect) = ui.allocate_space(vec2(width, touch::TARGET));
    let badge = left_of(rect, 30.0);
    paint_player_badge(ui.painter(), badge, game, player);
    let place = rect.with_min_x(badge.right() + space::S);
    body(name).bold().paint_within(ui, place, egui::Align2::LEFT_CENTER);
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::player::PlayerId;

    #[test]
    fn nothing_is_counted_before_everybody_has_a_proposal() {
        let range = |player| BallotRange {
            player: PlayerId(player),
            tiles: VoteTile::ALL.to_vec(),
            fleeting: 2,
            lasting: 0,
        };
        let mut vote = TableVote::new(vec![range(0), range(1)]);
        assert!(!vote.has_started());
        vote.rows[0].tile = Some(VoteTile::Circle);
        assert!(vote.has_started());
        assert_eq!(vote.ballots(), None);
        assert_eq!(vote.missing(), [PlayerId(1)]);
    }
}
