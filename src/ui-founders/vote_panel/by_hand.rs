//! A vote that was held at the table: what every player revealed, on one page.

use egui::{Key, Modifiers, Rect, Ui, Vec2, vec2};
use plain_text::listed;

use super::VoteRequest;
use super::pieces::{
    Influence, Keyed, STEPPER, Voice, proposal_name, quiet_button_ui, stepper_ui, tile_ui,
};
use narration::NamedGame;
use narration::words::vote_tile;
use rules::Game;
use rules::action::{Ballot, VoteTile};
use rules::moves::BallotRange;
use rules::player::PlayerId;
use ui_board::pieces::{paint_player_badge, player_names, vote_tile_icon};
use ui_board::settings::Voting;
use ui_kit::keyboard;
use ui_kit::theme::{line, space, text, theme, touch};
use ui_kit::widgets::{
    body, caption, chip_ui, group_ui, hairline_ui, left_of, panel_header_ui, primary_button_ui,
};

/// A row as wide as this has room for larger tiles.
const ROOMY: f32 = 640.0;
/// The room that the name of a player needs beside the badge.
const NAME: f32 = 104.0;

/// What was entered so far.
pub(super) struct HandVote {
    rows: Vec<HandBallot>,
    /// Whose ballot the keys change.
    at: usize,
}

struct HandBallot {
    range: BallotRange,
    tile: Option<VoteTile>,
    fleeting: i32,
    lasting: i32,
}

impl HandVote {
    pub(super) fn new(ranges: Vec<BallotRange>) -> Self {
        let row = |range| HandBallot { range, tile: None, fleeting: 0, lasting: 0 };
        Self { rows: ranges.into_iter().map(row).collect(), at: 0 }
    }

    pub(super) fn is_begun(&self) -> bool {
        let is_begun =
            |row: &HandBallot| row.tile.is_some() || row.fleeting != 0 || row.lasting != 0;
        self.rows.iter().any(is_begun)
    }

    /// All ballots, once everybody has a proposal.
    fn ballots(&self) -> Option<Vec<Ballot>> {
        let ballot = |row: &HandBallot| {
            row.tile.map(|tile| Ballot {
                player: row.range.player,
                tile,
                fleeting: row.fleeting,
                lasting: row.lasting,
                seal: None,
            })
        };
        self.rows.iter().map(ballot).collect()
    }

    fn missing(&self) -> Vec<PlayerId> {
        let missing = self.rows.iter().filter(|row| row.tile.is_none());
        missing.map(|row| row.range.player).collect()
    }
}

/// A row per player, and one button for all.
pub(super) fn by_hand_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    vote: &mut HandVote,
) -> Option<VoteRequest> {
    panel_header_ui(ui, "A vote held by hand");
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
    let mut asked = None;
    ui.horizontal_wrapped(|ui| {
        let is_ready = ballots.is_some();
        let count = ui.add_enabled_ui(is_ready, |ui| primary_button_ui(ui, "Count the votes"));
        if (count.inner.clicked() || is_counted)
            && let Some(ballots) = ballots
        {
            asked = Some(VoteRequest::Reveal(ballots, None));
        }
        if quiet_button_ui(ui, "Vote on this screen instead").clicked() {
            asked = Some(VoteRequest::Instead(Voting::Here));
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
    asked
}

/// Keys change the marked row; says whether Enter counts.
fn keys(ui: &Ui, vote: &mut HandVote) -> bool {
    let keyed = Keyed::read(ui);
    let last = vote.rows.len().saturating_sub(1);
    // Arrows move the focus where something has it.
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
        let HandBallot { range, tile, fleeting, lasting } = row;
        keyed.change(&range.tiles, tile, (fleeting, range.fleeting), (lasting, range.lasting));
    }
    is_counted
}

/// A player's ballot; says whether something on it was pressed.
fn row_ui(ui: &mut Ui, named: NamedGame<'_>, row: &mut HandBallot, is_marked: bool) -> bool {
    let who = named.label(row.range.player);
    let before = (row.tile, row.fleeting, row.lasting);
    let top = ui.cursor().top();
    let left = ui.max_rect().left();
    group_ui(ui, format!("Ballot of {who}"), |ui| {
        let width = ui.available_width();
        let shape = if width < ROOMY { touch::TARGET } else { touch::TARGET * 1.2 };
        let shapes = 3.0 * (shape + space::XS);
        let amounts = 2.0 * (STEPPER + space::S + space::XS);
        // A name that is cut short says nothing, so that the amounts go below it before that.
        let is_wide = width >= NAME + shapes + amounts;
        ui.spacing_mut().item_spacing = Vec2::splat(space::XS);
        ui.horizontal_wrapped(|ui| {
            let room = if is_wide {
                (width - shapes - amounts - space::XS).min(200.0)
            } else {
                (width - shapes - space::S).max(76.0)
            };
            name_ui(ui, named.game(), row.range.player, &who, room);
            for &tile in &row.range.tiles {
                let label =
                    format!("{who} {}, {}", vote_tile(tile), proposal_name(named.game(), tile));
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
            let who = format!("{who} ");
            let fleeting = (&mut row.fleeting, row.range.fleeting);
            stepper_ui(ui, Influence::Fleeting, &who, fleeting, Voice::Speaks);
            ui.add_space(space::S);
            let lasting = (&mut row.lasting, row.range.lasting);
            stepper_ui(ui, Influence::Lasting, &who, lasting, Voice::Speaks);
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

/// The badge and the name of a player within `room`.
fn name_ui(ui: &mut Ui, game: &Game, player: PlayerId, who: &str, room: f32) {
    let (_, rect) = ui.allocate_space(vec2(room, touch::TARGET));
    let badge = left_of(rect, 30.0);
    paint_player_badge(ui.painter(), badge, game, player);
    let behind = rect.with_min_x(badge.right() + space::S);
    body(who).bold().paint_within(ui, behind, egui::Align2::LEFT_CENTER);
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
        let mut vote = HandVote::new(vec![range(0), range(1)]);
        assert!(!vote.is_begun());
        vote.rows[0].tile = Some(VoteTile::Circle);
        assert!(vote.is_begun());
        assert_eq!(vote.ballots(), None);
        assert_eq!(vote.missing(), [PlayerId(1)]);
    }
}
