//! Our own icons, one for every component and every concept of the window.
//!
//! They share one style: the same view box, stroke, joints and tint, no letters, and
//! dark enough to be recognized at 20 pixels and in gray. The files are in
//! `assets/icons`. They are loaded in white, rasterized at the requested size, and
//! tinted with the color of their place.

use std::sync::{Arc, OnceLock};

use egui::load::{Bytes, SizeHint, TexturePoll};
use egui::{
    Color32, Context, Painter, Rect, Response, Sense, Stroke, StrokeKind, TextureOptions, Ui, Vec2,
    pos2,
};

use crate::theme::{RADIUS, line};

macro_rules! icons {
    ($($(#[$doc:meta])+ $icon:ident = $file:literal,)+) => {
        /// An icon.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum Icon {
            $($(#[$doc])+ $icon,)+
        }

        impl Icon {
            /// Every icon: resources in printed order, quantities and pieces, then the window's
            /// own.
            pub const ALL: [Self; [$($file),+].len()] = [$(Self::$icon),+];

            /// Returns the contents of the file: black on a transparent ground, 24 units square.
            pub const fn svg(self) -> &'static [u8] {
                match self {
                    $(Self::$icon => include_bytes!(concat!("../../assets/icons/", $file, ".svg")),)+
                }
            }

            /// Returns the name of the file without its extension; also its key in lists.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$icon => $file,)+
                }
            }
        }
    };
}

icons! {
    /// The resource Knowledge.
    Knowledge = "knowledge",
    /// The resource Stone.
    Stone = "stone",
    /// The resource Population.
    Population = "population",
    /// The resource Wood.
    Wood = "wood",
    /// The resource Livestock.
    Livestock = "livestock",
    /// The resource Metal.
    Metal = "metal",
    /// The resource Crops.
    Crops = "crops",
    /// The resource Gems.
    Gems = "gems",
    /// The resource Food.
    Food = "food",
    /// The resource Machinery.
    Machinery = "machinery",
    /// The resource Brick.
    Brick = "brick",
    /// The resource Jewelry.
    Jewelry = "jewelry",
    /// The resource Books.
    Books = "books",
    /// The resource Leather.
    Leather = "leather",
    /// The resource Labor.
    Labor = "labor",
    /// The resource Cloth.
    Cloth = "cloth",
    /// The resource Weapons.
    Weapons = "weapons",
    /// The resource Government.
    Government = "government",
    /// Money.
    Money = "money",
    /// Fleeting influence: the spoken word.
    FleetingInfluence = "fleeting_influence",
    /// Lasting influence: the sealed word.
    LastingInfluence = "lasting_influence",
    /// Points.
    Points = "points",
    /// Income.
    Income = "income",
    /// A worker.
    Worker = "worker",
    /// A house.
    House = "house",
    /// A bridge.
    Bridge = "bridge",
    /// A gate.
    Gate = "gate",
    /// A road.
    Road = "road",
    /// The circle of the ballot.
    VoteCircle = "vote_circle",
    /// The square of the ballot.
    VoteSquare = "vote_square",
    /// The triangle of the ballot.
    VoteTriangle = "vote_triangle",
    /// A building or a game that is complete.
    Completion = "completion",
    /// A card played face up.
    CardFaceUp = "card_face_up",
    /// A card played face down.
    CardFaceDown = "card_face_down",
    /// An adviser.
    Adviser = "adviser",
    /// A prestige building.
    PrestigeBuilding = "prestige_building",
    /// A claim token.
    ClaimToken = "claim_token",
    /// An access token.
    AccessToken = "access_token",
    /// A delivery token.
    DeliveryToken = "delivery_token",
    /// Undo.
    Undo = "undo",
    /// Redo.
    Redo = "redo",
    /// To the start of the record.
    First = "first",
    /// One entry back.
    Previous = "previous",
    /// One entry forward.
    Next = "next",
    /// To the end of the record.
    Last = "last",
    /// Search.
    Search = "search",
    /// Zoom in.
    ZoomIn = "zoom_in",
    /// Zoom out.
    ZoomOut = "zoom_out",
    /// Zoom to the whole board.
    ZoomFit = "zoom_fit",
    /// Rotate by a quarter turn.
    Rotate = "rotate",
    /// Turn over.
    Flip = "flip",
    /// The rules, or any other book.
    Rules = "rules",
    /// Settings.
    Settings = "settings",
    /// The journal.
    Journal = "journal",
    /// A warning.
    Warning = "warning",
    /// Undecided, since a fact is missing.
    Question = "question",
    /// Not allowed.
    Forbidden = "forbidden",
    /// Sealed.
    Lock = "lock",
    /// Visible.
    Eye = "eye",
    /// The physical moves to make on the real table.
    HandList = "hand_list",
    /// A new game.
    New = "new",
    /// Open a record.
    Open = "open",
    /// Save.
    Save = "save",
    /// The players around the table.
    People = "people",
    /// Left to chance.
    Random = "random",
    /// Play or continue.
    Play = "play",
    /// Close.
    Close = "close",
    /// Done, chosen.
    Check = "check",
    /// More.
    Plus = "plus",
    /// Less.
    Minus = "minus",
    /// The menu.
    Menu = "menu",
    /// Collapsed.
    ChevronRight = "chevron_right",
    /// Expanded.
    ChevronDown = "chevron_down",
}

/// The number of resources, which come first in [`Icon::ALL`].
const RESOURCES: usize = 18;

impl Icon {
    /// Returns the icon of a resource by its printed name.
    ///
    /// `None` for resources of custom packs, which are shown by their initials.
    pub fn of_resource(name: &str) -> Option<Self> {
        Self::ALL[..RESOURCES]
            .iter()
            .copied()
            .find(|icon| icon.name().eq_ignore_ascii_case(name.trim()))
    }
}

/// The sizes at which icons are rasterized, in points. Sizes in between are scaled
/// down from the next larger one, so that zooming does not fill memory.
const SIZES: [u16; 10] = [16, 20, 24, 32, 40, 48, 64, 96, 128, 192];

/// Returns the smallest of [`SIZES`] that holds `points`, in pixels.
fn raster_pixels(points: f32, pixels_per_point: f32) -> u32 {
    let size = SIZES
        .into_iter()
        .map(f32::from)
        .find(|size| points <= size + 0.01)
        .unwrap_or(f32::from(SIZES[SIZES.len() - 1]));
    let pixels = (size * pixels_per_point).round().clamp(1.0, 2048.0);
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "between 1 and 2048"
    )]
    let pixels = pixels as u32;
    pixels
}

/// Returns the URI and bytes of each icon for the toolkit's loaders, in white.
fn loadable() -> &'static [(String, Arc<[u8]>)] {
    static LOADABLE: OnceLock<Vec<(String, Arc<[u8]>)>> = OnceLock::new();
    LOADABLE.get_or_init(|| {
        Icon::ALL
            .into_iter()
            .map(|icon| {
                // White, since a tint multiplies and black would stay black.
                let white = String::from_utf8_lossy(icon.svg()).replace("#000", "#fff");
                (format!("bytes://icons/{}.svg", icon.name()), Arc::from(white.into_bytes()))
            })
            .collect()
    })
}

/// Registers the icons in a context; [`Theme::install`](crate::theme::Theme::install) calls it.
pub(super) fn install(ctx: &Context) {
    for (uri, bytes) in loadable() {
        ctx.include_bytes(uri.as_str(), Bytes::Shared(Arc::clone(bytes)));
    }
}

/// Draws `icon` as large as fits into the center of `rect`, in `tint`.
///
/// In a context without our theme, it draws an empty frame of that size instead.
pub fn paint_icon(painter: &Painter, icon: Icon, rect: Rect, tint: Color32) {
    paint_stretched_icon(painter, icon, rect, 1.0, tint);
}

/// Draws `icon` as [`paint_icon`] does, from its picture in the size before it was stretched. While
/// icons are zoomed, other sizes would be rasterized in nearly every frame.
pub fn paint_stretched_icon(
    painter: &Painter,
    icon: Icon,
    rect: Rect,
    stretch: f32,
    tint: Color32,
) {
    let per_point = painter.pixels_per_point();
    let side = rect.width().min(rect.height());
    if side <= 0.0 || !painter.clip_rect().intersects(rect) {
        return;
    }
    // Whole pixels, so that an icon in one of the sizes stays sharp.
    let corner = rect.center() - Vec2::splat(side / 2.0);
    let [x, y] = [corner.x, corner.y].map(|points| (points * per_point).round() / per_point);
    let square = Rect::from_min_size(pos2(x, y), Vec2::splat(side));
    let pixels = raster_pixels(side / stretch, per_point);
    let hint = SizeHint::Size { width: pixels, height: pixels, maintain_aspect_ratio: true };
    let (uri, _) = &loadable()[icon as usize];
    let texture = painter.ctx().try_load_texture(uri, TextureOptions::LINEAR, hint);
    if let Ok(TexturePoll::Ready { texture }) = texture {
        let whole = Rect::from_min_max(pos2(0.0, 0.0), pos2(1.0, 1.0));
        painter.image(texture.id, square, whole, tint);
    } else {
        let frame = Stroke::new(line::HAIR, tint);
        painter.rect_stroke(square, RADIUS, frame, StrokeKind::Inside);
    }
}

/// Draws `icon` in the flow of a panel, `size` points square, in `tint`.
///
/// It has no accessible name: the label next to it, or the widget around it, has one.
pub fn icon_ui(ui: &mut Ui, icon: Icon, size: f32, tint: Color32) -> Response {
    let (rect, response) = ui.allocate_exact_size(Vec2::splat(size), Sense::hover());
    if ui.is_rect_visible(rect) {
        paint_icon(ui.painter(), icon, rect, tint);
    }
    response
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_icon_has_the_common_style_and_no_letters() {
        for icon in Icon::ALL {
            let svg = std::str::from_utf8(icon.svg()).expect("text");
            let name = icon.name();
            assert!(svg.contains("viewBox=\"0 0 24 24\""), "{name}");
            assert!(svg.contains("stroke-width=\"1.75\""), "{name}");
            assert!(svg.contains("stroke-linejoin=\"round\""), "{name}");
            assert!(!svg.contains("<text") && !svg.contains("id="), "{name}");
            for color in svg.split('#').skip(1) {
                assert!(color.starts_with("000\""), "{name} has a color");
            }
        }
    }

    #[test]
    fn any_two_icons_differ_in_gray_at_twenty_pixels() {
        let drawn: Vec<Vec<u8>> = Icon::ALL.into_iter().map(coverage).collect();
        for (i, a) in drawn.iter().enumerate() {
            let mass: u32 = a.iter().map(|v| u32::from(*v)).sum::<u32>() / 255;
            assert!(mass >= 18, "{:?} is too faint: {mass}", Icon::ALL[i]);
            for (j, b) in drawn.iter().enumerate().skip(i + 1) {
                let differ: u32 =
                    a.iter().zip(b).map(|(a, b)| u32::from(a.abs_diff(*b))).sum::<u32>() / 255;
                // The two magnifiers differ by one stroke, and that is enough.
                assert!(
                    differ >= 4,
                    "{:?} and {:?} differ by {differ} pixels",
                    Icon::ALL[i],
                    Icon::ALL[j]
                );
            }
        }
    }

    /// Returns the opacity of each of 20×20 pixels.
    fn coverage(icon: Icon) -> Vec<u8> {
        use resvg::{tiny_skia, usvg};
        let tree = usvg::Tree::from_data(icon.svg(), &usvg::Options::default()).expect("valid");
        let mut pixels = tiny_skia::Pixmap::new(20, 20).expect("small");
        let scale = tiny_skia::Transform::from_scale(20.0 / 24.0, 20.0 / 24.0);
        resvg::render(&tree, scale, &mut pixels.as_mut());
        pixels.pixels().iter().map(|p| p.alpha()).collect()
    }

    #[test]
    fn zooming_rasterizes_few_sizes() {
        let used: BTreeSet<u32> =
            (1_u16..400).map(|points| raster_pixels(f32::from(points), 1.25)).collect();
        assert_eq!(used.len(), SIZES.len());
        assert_eq!(raster_pixels(20.0, 2.0), 40);
    }

    #[test]
    fn every_icon_loads_without_a_screen() {
        let mut harness = egui_kittest::Harness::new_ui(|ui| {
            crate::theme::Theme::install(ui.ctx(), crate::theme::Appearance::Light);
            ui.horizontal_wrapped(|ui| {
                for icon in Icon::ALL {
                    icon_ui(ui, icon, 20.0, Color32::WHITE);
                }
            });
        });
        harness.run();
        for (uri, _) in loadable() {
            let loaded =
                harness.ctx.try_load_texture(uri, TextureOptions::LINEAR, SizeHint::default());
            assert!(loaded.is_ok(), "{uri}");
        }
    }
}
