//! A pack for the tests of this crate.

use crate::specs::Pack;

/// Reads what is publicly known of the box.
pub(crate) fn real_box() -> Pack {
    let options = ron::Options::default();
    let options = options.with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME);
    let text = include_str!("../../assets/packs/founders-of-gloomhaven.ron");
    options.from_str(text).expect("a pack")
}
