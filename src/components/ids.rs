//! Identifiers of components: their indices in the lists of a pack.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u8);

            impl $name {
                /// Returns the index in the list of the pack.
                pub const fn index(self) -> usize {
                    self.0 as usize
                }
            }
        )*
    };
}

ids! {
    /// The index of a resource in the pack.
    ResourceId,
    /// The index of a race in the pack.
    RaceId,
    /// The index of a prestige building in the pack.
    BuildingId,
    /// The index of an adviser in the pack.
    AdviserId,
    /// The index of an achievement in the pack.
    AchievementId,
}

enum_table::bit_set!(
    /// A set of resources; a pack has at most 40.
    ResourceSet, u64, ResourceId, |r| u32::from(r.0), ResourceId
);
enum_table::bit_set!(
    /// A set of prestige buildings; a pack has at most 60.
    BuildingSet, u64, BuildingId, |b| u32::from(b.0), BuildingId
);
enum_table::bit_set!(
    /// A set of advisers; a pack has at most 58.
    AdviserSet, u64, AdviserId, |a| u32::from(a.0), AdviserId
);
