//! The colors of the board's drawing.

use std::sync::Arc;

use egui::Color32;

use components::board::{Section, SquareKind};
use drawing::board::PlayerSigns;
use drawing::{BoardColor, Mark};
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::Palette;
use ui_kit::theme::{Theme, rgb};
use ui_tiles::{section_tint, terrain_tint};

use crate::pieces::player_colors::PlayerColors;

/// The share of the land's tint that an engraved plan omits.
const ENGRAVED: f32 = 0.66;
/// The pattern of the wall, light in every theme.
const WALL_PATTERN: Color32 = rgb(0xFF_F7E3);

/// The colors of a theme and of the players of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GamePalette {
    /// The theme.
    pub theme: Arc<Theme>,
    /// The players' colors, by seat.
    pub players: ByPlayer<Option<PlayerColors>>,
}

impl GamePalette {
    /// Returns the colors of `theme` for the players of `game`.
    pub fn new(theme: Arc<Theme>, game: &Game) -> Self {
        let mut players = ByPlayer::default();
        for player in game.players() {
            players[player] = Some(PlayerColors::of_player(&theme, game, player));
        }
        Self { theme, players }
    }

    /// Returns the colors of an engraved-looking plan: lines at full strength and the land barely
    /// tinted, so that the pieces stand out.
    pub fn engraved(theme: &Theme, game: &Game) -> Self {
        let mut pale = theme.clone();
        for tint in &mut pale.ground_tints {
            *tint = tint.lerp_to_gamma(theme.paper, ENGRAVED);
        }
        Self::new(Arc::new(pale), game)
    }

    fn player(&self, player: PlayerId) -> PlayerColors {
        self.players[player].unwrap_or_else(|| PlayerColors::of_seat(&self.theme, player))
    }

    /// Returns the color of an ink.
    pub fn color(&self, ink: BoardColor) -> Color32 {
        let theme = &*self.theme;
        let pieces = &theme.pieces;
        let ground = |kind| terrain_tint(theme, kind);
        match ink {
            BoardColor::Paper => theme.paper,
            BoardColor::Raised => theme.raised,
            BoardColor::Text => theme.ink,
            BoardColor::Muted => theme.muted,
            BoardColor::Terrain(terrain) => ground(SquareKind::Land(terrain)),
            BoardColor::UnknownLand => ground(SquareKind::UnknownLand),
            BoardColor::River => ground(SquareKind::River),
            BoardColor::Wall => ground(SquareKind::Wall),
            BoardColor::OnWall => WALL_PATTERN,
            BoardColor::Site => ground(SquareKind::Reserved(0)),
            BoardColor::Section(section) => section_tint(theme, Section(section)),
            BoardColor::Player(player) => self.player(player).fill,
            BoardColor::OnPlayer(player) => self.player(player).on_fill,
            BoardColor::Face(player) => self.player(player).face,
            BoardColor::Rim(player) => self.player(player).rim,
            BoardColor::Card => pieces.card,
            BoardColor::Print => pieces.print,
            BoardColor::Stone => pieces.stone,
            BoardColor::Roof => pieces.roof,
            BoardColor::Road => pieces.road,
            BoardColor::Neutral => pieces.unowned,
            BoardColor::OnNeutral => pieces.on_unowned,
            BoardColor::Good => theme.good,
            BoardColor::Bad => theme.bad,
            BoardColor::Accent => theme.accent,
            BoardColor::Mark(Mark::Legal) => theme.legal.edge,
            BoardColor::Mark(Mark::Unaffordable) => theme.unaffordable.edge,
            BoardColor::Mark(Mark::Illegal) => theme.illegal.edge,
            BoardColor::Mark(Mark::CannotTell) => theme.unknown.edge,
        }
    }
}

impl Palette<BoardColor> for GamePalette {
    fn rgba(&self, ink: BoardColor) -> [u8; 4] {
        let [red, green, blue, _] = self.color(ink).to_srgba_unmultiplied();
        // The drawing sets the opacity of an ink itself.
        [red, green, blue, 255]
    }
}

/// Returns the letters and edge patterns that distinguish the players of a game.
pub fn player_signs(theme: &Theme, game: &Game) -> ByPlayer<PlayerSigns> {
    let mut looks = ByPlayer::default();
    for player in game.players() {
        let ink = PlayerColors::of_player(theme, game, player);
        looks[player] = PlayerSigns { letter: ink.letter, edge: ink.pattern };
    }
    looks
}
