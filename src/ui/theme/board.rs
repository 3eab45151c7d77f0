//! The palette of the board's drawing.

use std::sync::Arc;

use egui::Color32;

use components::board::{Section, SquareKind};
use drawing::{Ink, Mark};
use rules::Game;
use rules::player::{ByPlayer, PlayerId};
use scene::Palette;

use super::{PlayerInk, Theme};

/// The share of the land's tint that an engraved plan leaves out.
const ENGRAVED: f32 = 0.66;

/// The colors of a look with those of the players of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct GameInks {
    /// The look.
    pub theme: Arc<Theme>,
    /// The players' inks, by seat.
    pub players: ByPlayer<Option<PlayerInk>>,
}

impl GameInks {
    /// Returns the colors of `theme` for the players of `game`.
    pub fn new(theme: Arc<Theme>, game: &Game) -> Self {
        let mut players = ByPlayer::default();
        for player in game.players() {
            players[player] = Some(theme.player_ink(game, player));
        }
        Self { theme, players }
    }

    /// Returns the same for a plan that looks engraved: lines at full strength, the land hardly tinted, so
    /// that what stands on it is seen first.
    pub fn engraved(theme: &Theme, game: &Game) -> Self {
        let mut pale = theme.clone();
        for tint in &mut pale.terrains {
            *tint = tint.lerp_to_gamma(theme.paper, ENGRAVED);
        }
        Self::new(Arc::new(pale), game)
    }

    fn player(&self, player: PlayerId) -> PlayerInk {
        self.players[player].unwrap_or_else(|| self.theme.seat_ink(player))
    }

    /// Returns the color that the theme has for an ink.
    pub fn colour(&self, ink: Ink) -> Color32 {
        let theme = &*self.theme;
        let ground = |kind| theme.terrain(kind).tint;
        match ink {
            Ink::Paper => theme.paper,
            Ink::Raised => theme.raised,
            Ink::Ink => theme.ink,
            Ink::Muted => theme.muted,
            Ink::Terrain(terrain) => ground(SquareKind::Land(terrain)),
            Ink::UnknownLand => ground(SquareKind::UnknownLand),
            Ink::River => ground(SquareKind::River),
            Ink::Wall => ground(SquareKind::Wall),
            Ink::OnWall => theme.terrain(SquareKind::Wall).pattern_ink,
            Ink::Site => ground(SquareKind::Reserved(0)),
            Ink::Section(section) => theme.section(Section(section)),
            Ink::Player(player) => self.player(player).fill,
            Ink::OnPlayer(player) => self.player(player).on_fill,
            Ink::Face(player) => self.player(player).face,
            Ink::Rim(player) => self.player(player).rim,
            Ink::Card => theme.inks.card,
            Ink::Print => theme.inks.print,
            Ink::Stone => theme.inks.stone,
            Ink::Roof => theme.inks.roof,
            Ink::Road => theme.inks.road,
            Ink::Neutral => self.theme.inks.nobody,
            Ink::OnNeutral => self.theme.inks.on_nobody,
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
        // The drawing gives the opacity of an ink; washes are thinned there.
        [red, green, blue, 255]
    }
}
