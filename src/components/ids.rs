//! Components by their place in the lists of a pack.

macro_rules! ids {
    ($($(#[$doc:meta])* $name:ident),* $(,)?) => {
        $(
            $(#[$doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
            pub struct $name(pub u8);

            impl $name {
                /// Returns its place in the list of the pack.
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

catalogue::bit_set!(
    /// A set of resources; a pack has no more than 64.
    ResourceSet, u64, ResourceId, |r| u32::from(r.0), ResourceId
);
catalogue::bit_set!(
    /// A set of prestige buildings; a pack has no more than 64.
    BuildingSet, u64, BuildingId, |b| u32::from(b.0), BuildingId
);
catalogue::bit_set!(
    /// A set of advisers; a pack has no more than 58.
    AdviserSet, u64, AdviserId, |a| u32::from(a.0), AdviserId
);
