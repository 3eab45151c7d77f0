//! A pack for the tests of this crate.

use crate::specs::Pack;

/// Reads the pack of publicly known facts about the box.
pub(crate) fn real_box() -> Pack {
    ron::Options::default()
        .with_default_extension(ron::extensions::Extensions::IMPLICIT_SOME)
        .from_str(include_str!("../../assets/packs/founders-of-gloomhaven.ron"))
        .expect("the text is a pack")
}
