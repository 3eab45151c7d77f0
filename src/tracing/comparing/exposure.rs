//! One picture as it would be in the light of the other.
//!
//! Near any place, light makes what it falls on brighter by a factor of its own
//! for each colour, and what glossy print throws back is added to all colours
//! alike. Both change slowly: around each place they are fitted as what they
//! are there and how they rise across and down. It is done four times, from a
//! light that hardly changes across the board to one that may change within a
//! square or two, each staying near the one before. What was changed on the
//! table fits none of them, and is trusted the less the worse it fits.

use nalgebra::{SMatrix, SVector};

use super::grains::{GRAINS, Grains};
use super::plane::{Plane, middle};

/// What a light is made of: factors of the three colours, how they all rise across and down, what
/// is added, and how that rises and bends.
const PARTS: usize = 11;
/// Where among them stands what is added.
const ADDED: usize = 5;

/// Parts of a light.
type PatchLight = SVector<f64, PARTS>;

/// How closely the light is looked at: grains along a patch, and patches that tell of each other.
#[derive(Clone, Copy)]
struct Look {
    patch: usize,
    reach: f64,
}

/// From afar to close by.
const LOOKS: [Look; 4] = [
    Look { patch: GRAINS, reach: 3.0 },
    Look { patch: GRAINS, reach: 1.5 },
    Look { patch: GRAINS / 2, reach: 2.0 },
    Look { patch: GRAINS / 4, reach: 2.8 },
];

/// How strongly each part holds to the light seen from farther away, as a share of what speaks for
/// another.
const HOLDS: [f64; PARTS] = [0.01, 0.01, 0.01, 0.03, 0.03, 0.01, 0.03, 0.03, 0.1, 0.1, 0.1];

/// How far from a patch those around it are gathered, in units of the reach.
const GATHERED: f64 = 2.2;

/// A grain that is off by so much, in logarithms, is trusted by a quarter at most.
const LEAST_OFF: f32 = 0.05;

/// `before` as it would be in the light of `after`.
pub(super) fn in_the_light_of(after: &Grains, before: &Grains) -> Grains {
    let mut lit = before.clone();
    let mut trust = vec![1.0; before.len()];
    let mut lights: Option<Lights> = None;
    for look in LOOKS {
        let closer = Lights::fitted(look, before, after, &trust, lights.as_ref());
        lit = closer.shining_on(before);
        trust = trusted(&lit, after);
        lights = Some(closer);
    }
    lit
}

/// How far each grain is to be trusted, by how far it is off what it would be.
fn trusted(lit: &Grains, after: &Grains) -> Vec<f32> {
    let off: Vec<f32> = (0..lit.len()).map(|at| lit.tint_off(after, at)).collect();
    let usual = middle(off.clone()).max(LEAST_OFF);
    off.iter().map(|off| (1.0 + (off / (1.5 * usual)).powi(2)).powi(-2)).collect()
}

/// The lights of all patches.
struct Lights {
    look: Look,
    parts: [Plane; PARTS],
}

/// What a patch tells of its light: for each colour the sums of one, of the first picture, of
/// its square, of the second and of their product.
type Sums = [[f64; 5]; 3];

impl Lights {
    fn fitted(
        look: Look,
        before: &Grains,
        after: &Grains,
        trust: &[f32],
        afar: Option<&Self>,
    ) -> Self {
        let patch = look.patch;
        let (width, height) = (before.channels[0].width / patch, before.channels[0].height / patch);
        let sums: Vec<Sums> = (0..height)
            .flat_map(|row| (0..width).map(move |column| (column, row)))
            .map(|(column, row)| sums(before, after, trust, patch, column, row))
            .collect();
        let far = (GATHERED * look.reach).ceil() as isize;
        let mut lights = Vec::with_capacity(sums.len());
        for row in 0..height as isize {
            for column in 0..width as isize {
                let mut normal = SMatrix::<f64, PARTS, PARTS>::zeros();
                let mut right = PatchLight::zeros();
                for down in (-far).max(-row)..=far.min(height as isize - 1 - row) {
                    for across in (-far).max(-column)..=far.min(width as isize - 1 - column) {
                        let at = (row + down) * width as isize + column + across;
                        let (x, y) = (across as f64 / look.reach, down as f64 / look.reach);
                        let weight = (-(x * x + y * y) / 2.0).exp();
                        gather(&mut normal, &mut right, &sums[at as usize], weight, x, y);
                    }
                }
                let middle = |at: isize| (at as f32 + 0.5) * patch as f32;
                let known = afar.map(|afar| afar.at(middle(column), middle(row)));
                lights.push(solved(normal, right, known));
            }
        }
        let parts = std::array::from_fn(|part| Plane {
            width,
            height,
            values: lights.iter().map(|light| light[part] as f32).collect(),
        });
        Self { look, parts }
    }

    /// The light at a place, in grains; how it rises is told for a closer look, and forgotten.
    fn at(&self, x: f32, y: f32) -> PatchLight {
        let patch = self.look.patch as f32;
        let (column, row) = (x / patch - 0.5, y / patch - 0.5);
        PatchLight::from_fn(|part, _| match part {
            3 | 4 | 6..=10 => 0.0,
            _ => f64::from(self.parts[part].between(column, row)),
        })
    }

    /// What the first picture would be in this light.
    fn shining_on(&self, before: &Grains) -> Grains {
        let mut lit = before.clone();
        let patch = self.look.patch as f32;
        let place = |at: usize| (at as f32 + 0.5) / patch - 0.5;
        for (channel, plane) in lit.channels.iter_mut().enumerate() {
            let own = &before.channels[channel];
            *plane = Plane::new(own.width, own.height, |x, y| {
                let (column, row) = (place(x), place(y));
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
) -> Sums {
    let width = before.channels[0].width;
    std::array::from_fn(|channel| {
        let mut sums = [0.0; 5];
        for y in row * patch..(row + 1) * patch {
            for x in column * patch..(column + 1) * patch {
                let at = y * width + x;
                let a = f64::from(before.channels[channel].values[at]);
                let b = f64::from(after.channels[channel].values[at]);
                // The brighter a place, the more its noise; what is burnt out tells nothing.
                let is_burnt = a.max(b) > 0.96;
                let weight = if is_burnt { 1e-6 } else { f64::from(trust[at]) + 1e-4 };
                let weight = weight / (a.max(b) + 0.02);
                for (sum, value) in sums.iter_mut().zip([1.0, a, a * a, b, a * b]) {
                    *sum += weight * value;
                }
            }
        }
        sums
    })
}

/// Adds what a patch tells, which lies so far across and down.
fn gather(
    normal: &mut SMatrix<f64, PARTS, PARTS>,
    right: &mut PatchLight,
    sums: &Sums,
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

/// The light that fits best, held to the one that is known from afar.
fn solved(
    mut normal: SMatrix<f64, PARTS, PARTS>,
    mut right: PatchLight,
    known: Option<PatchLight>,
) -> PatchLight {
    let known = known.unwrap_or_else(|| {
        // Without one, nothing is added and each colour is as much brighter as it is on the mean.
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
    let solved = normal.cholesky().map(|solver| solver.solve(&right));
    let mut light = solved.unwrap_or(known);
    for channel in 0..3 {
        light[channel] = light[channel].clamp(0.02, 50.0);
    }
    light
}
