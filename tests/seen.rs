//! Checks that the board can be read without its colors: in gray, and with color vision
//! deficiencies.
#![expect(
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "places in one picture are small"
)]

use std::sync::Arc;

use components::board::SquareKind;
use components::ids::RaceId;
use components::square::Square;
use drawing::{BoardPicture, Mark, Overlay};
use notation::record::read_record;
use resvg::tiny_skia::Pixmap;
use rules::player::ByPlayer;
use rules::{Game, Setup};
use scene::png::{png, rgba};
use scene::svg::{svg, svg_part};
use scene::{Pos, Rect};
use table::examples::example;
use ui_board::pieces::{GamePalette, PlayerColors, player_signs};
use ui_kit::theme::Theme;

/// The side of a square in pixels.
const SIDE: f32 = 40.0;

/// A kind of color vision: a matrix for red, green and blue in linear light.
struct Eyes {
    name: &'static str,
    matrix: [[f32; 3]; 3],
}

/// Gray, and the three common deficiencies (Machado and others 2009, at full strength).
const EYES: [Eyes; 4] = [
    Eyes {
        name: "grey",
        matrix: [[0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722], [0.2126, 0.7152, 0.0722]],
    },
    Eyes {
        name: "protanopia",
        matrix: [
            [0.152_286, 1.052_583, -0.204_868],
            [0.114_503, 0.786_281, 0.099_216],
            [-0.003_882, -0.048_116, 1.051_998],
        ],
    },
    Eyes {
        name: "deuteranopia",
        matrix: [
            [0.367_322, 0.860_646, -0.227_968],
            [0.280_085, 0.672_501, 0.047_413],
            [-0.011_820, 0.042_940, 0.968_881],
        ],
    },
    Eyes {
        name: "tritanopia",
        matrix: [
            [1.255_528, -0.076_749, -0.178_779],
            [-0.078_411, 0.930_809, 0.147_602],
            [0.004_733, 0.691_367, 0.303_900],
        ],
    },
];

impl Eyes {
    fn see(&self, [red, green, blue]: [u8; 3]) -> [f32; 3] {
        let linear = [red, green, blue].map(|c| (f32::from(c) / 255.0).powf(2.2));
        self.matrix.map(|row| {
            let sum: f32 = row.iter().zip(linear).map(|(a, b)| a * b).sum();
            sum.clamp(0.0, 1.0).powf(1.0 / 2.2) * 255.0
        })
    }
}

/// The appearance of a patch: its tint, and its roughness in four directions.
#[derive(Clone, Debug, PartialEq)]
struct Look {
    tint: [f32; 3],
    rough: [f32; 4],
}

impl Look {
    fn mean(looks: &[Look]) -> Look {
        let count = looks.len().max(1) as f32;
        Look {
            tint: std::array::from_fn(|i| looks.iter().map(|l| l.tint[i]).sum::<f32>() / count),
            rough: std::array::from_fn(|i| looks.iter().map(|l| l.rough[i]).sum::<f32>() / count),
        }
    }

    /// Returns the greatest difference of tint, out of 255.
    fn tint_from(&self, other: &Look) -> f32 {
        self.tint.iter().zip(other.tint).map(|(a, b)| (a - b).abs()).fold(0.0, f32::max)
    }

    /// Returns the ratio of roughness, in the direction where it is greatest.
    fn rougher_than(&self, other: &Look) -> f32 {
        self.rough
            .iter()
            .zip(other.rough)
            .map(|(a, b)| (a + 1.0) / (b + 1.0))
            .map(|ratio| ratio.max(1.0 / ratio))
            .fold(1.0, f32::max)
    }
}

struct Seen {
    pixels: Vec<[f32; 3]>,
    width: usize,
}

impl Seen {
    fn at(&self, x: usize, y: usize) -> [f32; 3] {
        self.pixels[y * self.width + x]
    }

    fn light(&self, x: usize, y: usize) -> f32 {
        let [red, green, blue] = self.at(x, y);
        0.3 * red + 0.59 * green + 0.11 * blue
    }

    /// Returns the appearance of the center of a square, without its neighbors.
    fn patch(&self, picture: &BoardPicture, game: &Game, square: Square) -> Look {
        let rect = picture.rect_of(game, square).shrunk(0.27);
        let (x0, x1) = ((rect.min.x * SIDE) as usize, (rect.max.x * SIDE) as usize);
        let (y0, y1) = ((rect.min.y * SIDE) as usize, (rect.max.y * SIDE) as usize);
        let mut tint = [0.0; 3];
        let mut rough = [0.0; 4];
        let mut count = 0.0;
        for y in y0..y1 {
            for x in x0..x1 {
                count += 1.0;
                for (sum, part) in tint.iter_mut().zip(self.at(x, y)) {
                    *sum += part;
                }
                let here = self.light(x, y);
                let there = [(x + 2, y), (x, y + 2), (x + 2, y + 2), (x + 2, y - 2)];
                for (sum, (x, y)) in rough.iter_mut().zip(there) {
                    *sum += (here - self.light(x, y)).abs();
                }
            }
        }
        Look { tint: tint.map(|sum| sum / count), rough: rough.map(|sum| sum / count) }
    }
}

fn game(board: &str) -> Game {
    let setup = Setup {
        pack: packs::find("practice").expect("it is built in"),
        board: board.to_owned(),
        players: vec!["Anna".to_owned(), "Ben".to_owned()],
        ..Setup::default()
    };
    Game::new(&setup).expect("a game starts")
}

/// Draws the empty board with an overlay.
fn drawn(game: &Game, picture: &BoardPicture, overlay: &Overlay, theme: Theme) -> Pixmap {
    let inks = GamePalette::new(Arc::new(theme), game);
    let mut scene = picture.printed_map(game);
    scene.extend(picture.dimming(game, overlay));
    scene.extend(picture.overlay(game, overlay));
    let Pos { x, y } = scene.size;
    let size = ((x * SIDE).round() as u32, (y * SIDE).round() as u32);
    let png = png(&svg(&scene, &inks, size), size).expect("it is drawn");
    Pixmap::decode_png(&png).expect("it is a picture")
}

fn seen(pixmap: &Pixmap, eyes: &Eyes) -> Seen {
    let pixels = pixmap.pixels().iter().map(|c| eyes.see([c.red(), c.green(), c.blue()])).collect();
    Seen { pixels, width: pixmap.width() as usize }
}

/// Returns the final game of the example for four players, a full city.
fn city() -> Game {
    let example = example("four-founders.founders").expect("it comes with the app");
    read_record(example.text.as_bytes()).record.expect("an example is sound").game().clone()
}

/// The part of the city with tiles of all sizes.
const DISTRICT: Rect = Rect { min: Pos::new(3.5, 4.5), max: Pos::new(13.0, 10.0) };

/// Returns the squares of every owned tile in the district.
fn tiles(game: &Game) -> Vec<Vec<Square>> {
    let plain = BoardPicture::default();
    game.map()
        .pieces()
        .filter(|(_, piece)| piece.owner.is_some())
        .map(|(_, piece)| piece.footprint.squares().to_vec())
        .filter(|tile| {
            let mut centers = tile.iter().map(|&square| plain.rect_of(game, square).center());
            !tile.is_empty() && centers.all(|center| DISTRICT.shrunk(0.5).contains(center))
        })
        .collect()
}

/// Returns red, green and blue of every pixel of the district, row by row, with `side` pixels per
/// square and all players drawn as one race.
fn as_race(game: &Game, theme: &Theme, race: RaceId, side: f32) -> Vec<[u8; 3]> {
    let ink = PlayerColors::of_race(theme, game.contents(), race);
    let mut inks = GamePalette::new(Arc::new(theme.clone()), game);
    let mut looks = ByPlayer::default();
    for player in game.players() {
        inks.players[player] = Some(ink);
        looks[player] = drawing::board::PlayerSigns { letter: ink.letter, edge: ink.pattern };
    }
    let scene = BoardPicture::new(0, looks).pieces(game);
    let extent = ((DISTRICT.width() * side) as u32, (DISTRICT.height() * side) as u32);
    let pixels = rgba(&svg_part(&scene, &inks, DISTRICT, extent), extent).expect("it is drawn");
    pixels.chunks_exact(4).map(|pixel| [pixel[0], pixel[1], pixel[2]]).collect()
}

/// Returns the pixels of a tile in the district, without the narrow gap around it.
fn pixels_of(game: &Game, tile: &[Square], side: f32) -> Vec<usize> {
    let plain = BoardPicture::default();
    let width = (DISTRICT.width() * side) as usize;
    let span = |from: f32, to: f32| (from * side).ceil() as usize..(to * side).floor() as usize;
    let of_square = |&square: &Square| {
        let rect = plain.rect_of(game, square).shrunk(0.045);
        let columns = span(rect.min.x - DISTRICT.min.x, rect.max.x - DISTRICT.min.x);
        let rows = span(rect.min.y - DISTRICT.min.y, rect.max.y - DISTRICT.min.y);
        rows.flat_map(move |y| columns.clone().map(move |x| y * width + x))
    };
    tile.iter().flat_map(of_square).collect()
}

fn picture(game: &Game) -> BoardPicture {
    BoardPicture::new(0, player_signs(&Theme::light(), game))
}

/// Checks that all kinds of ground differ enough, by tint or by pattern.
#[track_caller]
fn check_grounds(board: &str, theme: &Theme) {
    let game = game(board);
    let picture = picture(&game);
    let pixmap = drawn(&game, &picture, &Overlay::default(), theme.clone());
    let starts = game.board().starts().unwrap_or_default();
    let kinds: Vec<SquareKind> = game.board().squares().map(|s| game.board().kind_of(s)).fold(
        Vec::new(),
        |mut kinds, kind| {
            let shown = !matches!(kind, SquareKind::Outside | SquareKind::Reserved(_));
            if shown && !kinds.contains(&kind) {
                kinds.push(kind);
            }
            kinds
        },
    );
    for eyes in &EYES {
        let seen = seen(&pixmap, eyes);
        let look = |kind: SquareKind| {
            let all: Vec<Look> = game
                .board()
                .squares()
                .filter(|square| !starts.iter().any(|(start, _)| start == square))
                .filter(|&square| game.board().kind_of(square) == kind)
                .map(|square| seen.patch(&picture, &game, square))
                .collect();
            Look::mean(&all)
        };
        for (index, &one) in kinds.iter().enumerate() {
            for &other in &kinds[index + 1..] {
                let (a, b) = (look(one), look(other));
                let (tint, rough) = (a.tint_from(&b), a.rougher_than(&b));
                assert!(
                    tint >= 25.0 || rough >= 1.25,
                    "{board}, {}: {one:?} and {other:?} differ by {tint} in tint, {rough} times \
                     in pattern\n{a:?}\n{b:?}",
                    eyes.name
                );
            }
        }
    }
}

#[test]
fn kinds_of_ground_differ_in_gray_and_with_color_deficiencies() {
    for theme in [Theme::light(), Theme::dark(), Theme::high_contrast()] {
        check_grounds("Old Harbour", &theme);
        check_grounds("Three Rivers", &theme);
    }
}

#[test]
fn owner_of_a_tile_shows_in_most_of_its_pixels() {
    let game = city();
    let races: Vec<RaceId> = (0..9).map(RaceId).collect();
    assert_eq!(races.len(), game.contents().pack().races.len());
    let tiles = tiles(&game);
    assert!(tiles.iter().any(|tile| tile.len() == 1) && tiles.iter().any(|tile| tile.len() > 3));
    for theme in [Theme::light(), Theme::dark(), Theme::high_contrast()] {
        for side in [24.0, 32.0, 44.0, 64.0] {
            let drawn: Vec<Vec<[u8; 3]>> =
                races.iter().map(|&race| as_race(&game, &theme, race, side)).collect();
            for (tile, pixels) in tiles.iter().map(|tile| (tile, pixels_of(&game, tile, side))) {
                for (race, own) in drawn.iter().enumerate() {
                    // A pixel shows the owner if it has a different color with every other owner.
                    let showing = pixels.iter().filter(|&&at| {
                        drawn.iter().enumerate().all(|(other, others)| {
                            let mut parts = own[at].iter().zip(others[at]);
                            other == race || parts.any(|(a, b)| a.abs_diff(b) >= 12)
                        })
                    });
                    let share = showing.count() as f32 / pixels.len() as f32;
                    assert!(share >= 0.6, "race {race} at {side}, {tile:?}: {share:.2}");
                }
            }
        }
    }
}

#[test]
fn tile_looks_the_same_while_a_player_chooses_a_square() {
    let game = city();
    let picture = picture(&game);
    let marks = game.board().squares().map(|square| (square, Mark::Illegal)).collect();
    let overlay = Overlay { marks, ..Overlay::default() };
    let grass: Square = "K1".parse().expect("a square");
    for theme in [Theme::light(), Theme::dark(), Theme::high_contrast()] {
        let inks = GamePalette::new(Arc::new(theme), &game);
        let [still, choosing] = [&Overlay::default(), &overlay].map(|overlay| {
            let scene = picture.complete(&game, overlay);
            let Pos { x, y } = scene.size;
            let size = ((x * SIDE).round() as u32, (y * SIDE).round() as u32);
            let png = png(&svg(&scene, &inks, size), size).expect("it is drawn");
            seen(&Pixmap::decode_png(&png).expect("it is a picture"), &EYES[0])
        });
        for square in tiles(&game).concat() {
            let [before, now] = [&still, &choosing].map(|seen| seen.patch(&picture, &game, square));
            assert_eq!(before, now, "{square}");
        }
        let [before, now] = [&still, &choosing].map(|seen| seen.patch(&picture, &game, grass));
        assert!(before.tint_from(&now) >= 5.0, "the ground is dimmed");
    }
}

#[test]
fn four_marks_of_squares_differ_by_their_shape() {
    let game = game("Three Rivers");
    let picture = picture(&game);
    let squares: Vec<Square> =
        ["H14", "I14", "J14", "K14"].iter().map(|name| name.parse().expect("a square")).collect();
    let marks = |turn: usize| Overlay {
        marks: squares
            .iter()
            .enumerate()
            .map(|(place, &square)| (square, Mark::ALL[(place + turn) % 4]))
            .collect(),
        ..Overlay::default()
    };
    for theme in [Theme::light(), Theme::dark()] {
        // The same square with each mark in turn, so that the ground is the same.
        let pixmaps: Vec<Pixmap> =
            (0..4).map(|turn| drawn(&game, &picture, &marks(turn), theme.clone())).collect();
        for eyes in &EYES {
            let seen: Vec<Seen> = pixmaps.iter().map(|pixmap| seen(pixmap, eyes)).collect();
            let rect = picture.rect_of(&game, squares[0]).shrunk(0.1);
            for one in 0..4 {
                for other in one + 1..4 {
                    let mut difference = 0.0;
                    let mut count = 0.0;
                    for y in (rect.min.y * SIDE) as usize..(rect.max.y * SIDE) as usize {
                        for x in (rect.min.x * SIDE) as usize..(rect.max.x * SIDE) as usize {
                            count += 1.0;
                            difference += (seen[one].light(x, y) - seen[other].light(x, y)).abs();
                        }
                    }
                    let mean = difference / count;
                    assert!(
                        mean >= 12.0,
                        "{}: {:?} and {:?} differ by {mean}",
                        eyes.name,
                        Mark::ALL[one],
                        Mark::ALL[other]
                    );
                }
            }
        }
    }
}

#[test]
fn road_over_a_start_square_leaves_its_number_visible() {
    let record = example("teaching-game.founders").expect("it is an example").text;
    let road = record.find("Savvas follows: road M9").expect("a road is built on a start square");
    let after = road + record[road..].find('\n').expect("the line ends");
    let [(was_road, before), (is_road, with_road)] = [road, after + 1].map(|end| {
        let journal = read_record(&record.as_bytes()[..end]).record;
        let game = journal.expect("it is sound").game().clone();
        let pieces = BoardPicture::new(0, ByPlayer::default()).pieces(&game);
        let inks = GamePalette::new(Arc::new(Theme::light()), &game);
        let drawn = svg(&pieces, &inks, (400, 400));
        (game.road_state("M9".parse().expect("a square")), drawn.matches(">4<").count())
    });
    assert_eq!((was_road, is_road), (Some(false), Some(true)));
    // Its number is printed on the map, below the road; it is drawn again above the road.
    assert_eq!(with_road, before + 1);
}
