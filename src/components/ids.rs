//! Components by their place in the lists of a pack.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u8);

            impl $name {
                /// Its place in the list of the pack.
                #[must_use]
                pub const fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// A resource, by its place in the pack.
    ResourceId,
    /// A race, by its place in the pack.
    RaceId,
    /// A prestige building, by its place in the pack.
    BuildingId,
    /// An adviser, by its place in the pack.
    AdviserId,
    /// An achievement, by its place in the pack.
    AchievementId,
}
