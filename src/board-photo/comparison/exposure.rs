//! Conversion of one picture to the light of the other.
//!
//! At any place, light scales each color by a factor of its own, and the reflection
//! of glossy print adds the same amount to all colors. Both change slowly: around
//! each place, their values and their slopes across and down are fitted. There are
//! four passes, from a light that hardly changes across the board to one that may
//! change within a square or two, each held near the one before. Changes on the
//! table fit none of them, and weigh less the worse they fit.

use nalgebra::{SMatrix, SVector};

use super::grains::{GRAINS, Grains};
use super::plane::{Plane, middle};

/// The number of parameters of a light: factors of the three colors, their common slopes across
/// and down, the added light, and its slopes and curvature.
const PARTS: usize = 11;
/// The index of the added light among them.
const ADDED: usize = 5;

/// The parameters of the light in a patch.
type PatchLight = SVector<f64, PARTS>;

/// The resolution of a pass.
#[derive(Clone, Copy)]
struct PassScale {
    /// Grains along a patch.
    patch: usize,
    /// The standard deviation of the weights of nearby patches, in patches.
    reach: f64,
}

/// The passes, from coarse to fine.
const SCALES: [PassScale; 4] = [
    PassScale { patch: GRAINS, reach: 3.0 },
    PassScale { patch: GRAINS, reach: 1.5 },
    PassScale { patch: GRAINS / 2, reach: 2.0 },
    PassScale { patch: GRAINS / 4, reach: 2.8 },
];

/// The weight with which each parameter is held to the coarser light, as a share of the weight of
/// the evidence.
const HOLDS: [f64; PARTS] = [0.01, 0.01, 0.01, 0.03, 0.03, 0.01, 0.03, 0.03, 0.1, 0.1, 0.1];

/// The distance up to which patches contribute to one, in units of the reach.
const GATHERED: f64 = 2.2;

/// The minimum of the usual difference between grains, in logarithms.
const LEAST_OFF: f32 = 0.05;

/// Returns `before` as it would be in the light of `after`.
pub(super) fn relit_like(after: &Grains, before: &Grains) -> Grains {
    let mut lit = before.clone();
    let mut trust = vec![1.0; before.len()];
    let mut lights: Option<Lights> = None;
    for scale in SCALES {
        let finer = Lights::fitted(scale, before, after, &trust, lights.as_ref());
        lit = finer.applied_to(before);
        trust = trusted(&lit, after);
        lights = Some(finer);
    }
    lit
}

/// Returns the weight of each grain, less the more it differs from its converted counterpart.
fn trusted(lit: &Grains, after: &Grains) -> Vec<f32> {
    let off: Vec<f32> = (0..lit.len()).map(|at| lit.tint_off(after, at)).collect();
    let usual = middle(off.clone()).max(LEAST_OFF);
    off.iter().map(|off| (1.0 + (off / (1.5 * usual)).powi(2)).powi(-2)).collect()
}

/// The lights of all patches.
struct Lights {
    scale: PassScale,
    parts: [Plane; PARTS],
}

/// The sums over a patch, for each color: of one, of the first picture, of its square, of the
/// second picture and of their product.
type PatchSums = [[f64; 5]; 3];

impl Lights {
    fn fitted(
        scale: PassScale,
        before: &Grains,
        after: &Grains,
        trust: &[f32],
        coarser: Option<&Self>,
    ) -> Self {
        let patch = scale.patch;
        let (width, height) = (before.channels[0].width / patch, before.channels[0].height / patch);
        let sums: Vec<PatchSums> = (0..height)
            .flat_map(|row| (0..width).map(move |column| (column, row)))
            .map(|(column, row)| sums(before, after, trust, patch, column, row))
            .collect();
        let far = (GATHERED * scale.reach).ceil() as isize;
        let mut lights = Vec::with_capacity(sums.len());
        for row in 0..height as isize {
            for column in 0..width as isize {
                let mut normal = SMatrix::<f64, PARTS, PARTS>::zeros();
                let mut right = PatchLight::zeros();
                for down in (-far).max(-row)..=far.min(height as isize - 1 - row) {
                    for across in (-far).max(-column)..=far.min(width as isize - 1 - column) {
                        let at = (row + down) * width as isize + column + across;
                        let (x, y) = (across as f64 / scale.reach, down as f64 / scale.reach);
                        let weight = (-(x * x + y * y) / 2.0).exp();
                        gather(&mut normal, &mut right, &sums[at as usize], weight, x, y);
                    }
                }
                let [x, y] = [column, row].map(|at| (at as f32 + 0.5) * patch as f32);
                lights.push(solved(normal, right, coarser.map(|coarser| coarser.at(x, y))));
            }
        }
        let parts = std::array::from_fn(|part| Plane {
            width,
            height,
            values: lights.iter().map(|light| light[part] as f32).collect(),
        });
        Self { scale, parts }
    }

    /// Returns the light at a place, in grains. Slopes and curvature are 0: a finer pass starts
    /// without them.
    fn at(&self, x: f32, y: f32) -> PatchLight {
        let patch = self.scale.patch as f32;
        let (column, row) = (x / patch - 0.5, y / patch - 0.5);
        PatchLight::from_fn(|part, _| match part {
            3 | 4 | 6..=10 => 0.0,
            _ => f64::from(self.parts[part].between(column, row)),
        })
    }

    /// Returns the first picture in this light.
    fn applied_to(&self, before: &Grains) -> Grains {
        let mut lit = before.clone();
        let patch = self.scale.patch as f32;
        for (channel, plane) in lit.channels.iter_mut().enumerate() {
            let own = &before.channels[channel];
            *plane = Plane::new(own.width, own.height, |x, y| {
                let [column, row] = [x, y].map(|at| (at as f32 + 0.5) / patch - 0.5);
                let factor = self.parts[channel].between(column, row);
                let added = self.parts[ADDED].between(column, row);
                (own.at(x, y) * factor + added).clamp(0.0, 1.0)
            });
        }
        lit
    }
}

fn sums(
    before: &Grains,
    after: &Grains,
    trust: &[f32],
    patch: usize,
    column: usize,
    row: usize,
) -> PatchSums {
    let width = before.channels[0].width;
    std::array::from_fn(|channel| {
        let mut sums = [0.0; 5];
        for y in row * patch..(row + 1) * patch {
            for x in column * patch..(column + 1) * patch {
                let at = y * width + x;
                let a = f64::from(before.channels[channel].values[at]);
                let b = f64::from(after.channels[channel].values[at]);
                // Brighter places have more noise, and burnt-out ones carry no information.
                let is_burnt = a.max(b) > 0.96;
                let trust = if is_burnt { 1e-6 } else { f64::from(trust[at]) + 1e-4 };
                let weight = trust / (a.max(b) + 0.02);
                for (sum, value) in sums.iter_mut().zip([1.0, a, a * a, b, a * b]) {
                    *sum += weight * value;
                }
            }
        }
        sums
    })
}

/// Adds the sums of a patch at this offset across and down to the normal equations.
fn gather(
    normal: &mut SMatrix<f64, PARTS, PARTS>,
    right: &mut PatchLight,
    sums: &PatchSums,
    weight: f64,
    x: f64,
    y: f64,
) {
    let places = [1.0, x, y, x * x, x * y, y * y];
    for (channel, [count, a, aa, b, ab]) in sums.iter().enumerate() {
        let factor = [channel, 3, 4];
        for (i, one) in places.iter().enumerate() {
            right[ADDED + i] += weight * one * b;
            for (j, other) in places.iter().enumerate() {
                normal[(ADDED + i, ADDED + j)] += weight * one * other * count;
            }
        }
        for (i, one) in factor.iter().zip(places) {
            right[*i] += weight * one * ab;
            for (j, other) in factor.iter().zip(places) {
                normal[(*i, *j)] += weight * one * other * aa;
            }
            for (j, other) in places.iter().enumerate() {
                let both = weight * one * other * a;
                normal[(*i, ADDED + j)] += both;
                normal[(ADDED + j, *i)] += both;
            }
        }
    }
}

/// Returns the light that fits best, held to the coarser light, if there is one.
fn solved(
    mut normal: SMatrix<f64, PARTS, PARTS>,
    mut right: PatchLight,
    known: Option<PatchLight>,
) -> PatchLight {
    let known = known.unwrap_or_else(|| {
        // Without one, nothing is added and each color has its mean factor.
        PatchLight::from_fn(|part, _| match part {
            0..=2 => right[part] / normal[(part, part)].max(1e-9),
            _ => 0.0,
        })
    });
    for part in 0..PARTS {
        let hold = HOLDS[part] * normal[(part, part)] + 1e-9;
        normal[(part, part)] += hold;
        right[part] += hold * known[part];
    }
    let mut light = normal.cholesky().map_or(known, |solver| solver.solve(&right));
    for channel in 0..3 {
        light[channel] = light[channel].clamp(0.02, 50.0);
    }
    light
}
