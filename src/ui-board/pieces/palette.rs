//! The colors of the board's drawing.

use std::sync::Arc;

use egui::Color32;

use components::board::{Section, SquareKind};
use drawing::board::Look;
use drawing::{Ink, Mark};
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::Palette;
use ui_kit::theme::{Theme, rgb};
use ui_tiles::{section_tint, terrain_tint};

use crate::pieces::inks::PlayerInk;

/// The share of the land's tint that an engraved plan omits.
const ENGRAVED: f32 = 0.66;
/// The pattern of the wall, light in every theme.
const WALL_PATTERN: Color32 = rgb(0xFF_F7E3);

/// The colors of a theme and of the players of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameInks {
    /// The theme.
    pub theme: Arc<Theme>,
    /// The players' colors, by seat.
    pub players: ByPlayer<Option<PlayerInk>>,
}

impl GameInks {
    /// Returns the colors of `theme` for the players of `game`.
    pub fn new(theme: Arc<Theme>, game: &Game) -> Self {
        let mut players = ByPlayer::default();
        for player in game.players() {
            players[player] = Some(PlayerInk::of_player(&theme, game, player));
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

    fn player(&self, player: PlayerId) -> PlayerInk {
        self.players[player].unwrap_or_else(|| PlayerInk::of_seat(&self.theme, player))
    }

    /// Returns the color of an ink.
    pub fn colour(&self, ink: Ink) -> Color32 {
        let theme = &*self.theme;
        let pieces = &theme.pieces;
        let ground = |kind| terrain_tint(theme, kind);
        match ink {
            Ink::Paper => theme.paper,
            Ink::Raised => theme.raised,
            Ink::Ink => theme.ink,
            Ink::Muted => theme.muted,
            Ink::Terrain(terrain) => ground(SquareKind::Land(terrain)),
            Ink::UnknownLand => ground(SquareKind::UnknownLand),
            Ink::River => ground(SquareKind::River),
            Ink::Wall => ground(SquareKind::Wall),
            Ink::OnWall => WALL_PATTERN,
            Ink::Site => ground(SquareKind::Reserved(0)),
            Ink::Section(section) => section_tint(theme, Section(section)),
            Ink::Player(player) => self.player(player).fill,
            Ink::OnPlayer(player) => self.player(player).on_fill,
            Ink::Face(player) => self.player(player).face,
            Ink::Rim(player) => self.player(player).rim,
            Ink::Card => pieces.card,
            Ink::Print => pieces.print,
            Ink::Stone => pieces.stone,
            Ink::Roof => pieces.roof,
            Ink::Road => pieces.road,
            Ink::Neutral => pieces.unowned,
            Ink::OnNeutral => pieces.on_unowned,
            Ink::Good => theme.good,
            Ink::Bad => theme.bad,
            Ink::Accent => theme.accent,
            Ink::Mark(Mark::Legal) => theme.legal.edge,
            Ink::Mark(Mark::Unaffordable) => theme.unaffordable.edge,
            Ink::Mark(Mark::Illegal) => theme.illegal.edge,
            Ink::Mark(Mark::CannotTell) => theme.unknown.edge,
        }
    }
}

impl Palette<Ink> for GameInks {
    fn rgba(&self, ink: Ink) -> [u8; 4] {
        let [red, green, blue, _] = self.colour(ink).to_srgba_unmultiplied();
        // The drawing sets the opacity of an ink itself.
        [red, green, blue, 255]
    }
}

/// Returns the letters and edge patterns that distinguish the players of a game.
pub fn looks(theme: &Theme, game: &Game) -> ByPlayer<Look> {
    let mut looks = ByPlayer::default();
    for player in game.players() {
        let ink = PlayerInk::of_player(theme, game, player);
        looks[player] = Look { letter: ink.letter, edge: ink.pattern };
    }
    looks
}
