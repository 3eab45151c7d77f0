//! Enums declared as a table of constant values, and sets of their members.
//!
//! The whole program uses them: terrains with their prices, rules with their numbers and sections,
//! help pages with their files. Each table has one row per variant, so that a new variant cannot be
//! missing from a list, and all its constants are in one place. A set of variants, or of any other
//! items with small numbers, is one integer.

/// Declares an enum with constant values for each variant.
///
/// The columns come after the name; each becomes a method. Then comes a row for each variant, with
/// one value per column. The enum is `Copy` and ordered like its rows, and `ALL` lists its
/// variants. A variant with a self-explanatory row needs no documentation.
///
/// ```
/// enum_table::enum_table! {
///     /// The two sides of a coin.
///     pub enum Side {
///         /// The printed name.
///         name: &'static str,
///         /// The points it wins.
///         wins: u8,
///     }
///
///     /// The one with a head on it.
///     Heads = "heads", 2;
///     Tails = "tails", 0;
/// }
///
/// assert_eq!(Side::ALL.map(Side::name), ["heads", "tails"]);
/// assert_eq!(Side::Heads.wins(), 2);
/// ```
///
/// Without columns, the rows are plain names:
///
/// ```
/// enum_table::enum_table! {
///     /// The parts of a day.
///     pub enum Part {}
///
///     Morning;
///     Evening;
/// }
///
/// assert_eq!(Part::ALL, [Part::Morning, Part::Evening]);
/// ```
#[macro_export]
macro_rules! enum_table {
    (
        $(#[$of_list:meta])*
        $vis:vis enum $list:ident {
            $($(#[$of_column:meta])* $column:ident: $type:ty),* $(,)?
        }
        $($(#[$of_member:meta])* $member:ident $(= $($value:expr),+)?;)+
    ) => {
        $(#[$of_list])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "the row of a variant may be self-explanatory")]
        $vis enum $list {
            $($(#[$of_member])* $member,)+
        }

        impl $list {
            /// All variants, in order:
            ///
            $(#[doc = concat!("- `", stringify!($member $(= $($value),+)?), "`")])+
            $vis const ALL: [Self; [$(stringify!($member)),+].len()] = [$(Self::$member),+];
        }

        $crate::enum_table! {
            @columns $vis $list ($($column,)*) ($($type,)*)
            [$($(#[$of_column])* $column: $type,)*]
            [$($member ($($($value,)+)?))+]
        }
    };
    (@columns $vis:vis $list:ident () () [] $members:tt) => {};
    (
        @columns $vis:vis $list:ident $row:tt $types:tt
        [$($(#[$of_column:meta])* $column:ident: $type:ty,)+]
        [$($member:ident $values:tt)+]
    ) => {
        impl $list {
            /// Returns the values of all columns.
            const fn row(self) -> $types {
                match self {
                    $(Self::$member => $values,)+
                }
            }

            $(
                $(#[$of_column])*
                #[allow(unused_variables, reason = "the pattern binds every column, and one is used")]
                $vis const fn $column(self) -> $type {
                    let $row = self.row();
                    $column
                }
            )+
        }
    };
}

/// Declares a `Copy` set of items with small numbers, which iterates in the order of the numbers.
///
/// The arguments after the name are the integer that holds the bits, the type of the items, and the
/// conversions from an item to its number and back.
///
/// ```
/// enum_table::bit_set!(
///     /// A set of squares on a side of nine.
///     Squares, u16, u8, |square| u32::from(square), |square| square
/// );
///
/// let squares: Squares = [8, 3].into_iter().collect();
/// assert!(squares.contains(3) && !squares.contains(4));
/// assert_eq!(squares.iter().collect::<Vec<_>>(), [3, 8]);
/// ```
///
/// A set of the variants of a [`enum_table!`] enum needs only the integer. It does not compile with
/// fewer bits than variants:
///
/// ```
/// enum_table::enum_table! {
///     pub enum Color {}
///
///     Red;
///     Green;
/// }
/// enum_table::bit_set!(
///     /// A set of colors.
///     Colors, u8, all of Color
/// );
///
/// assert!(Colors::EMPTY.with(Color::Green).contains(Color::Green));
/// ```
#[macro_export]
macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident, $bits:ty, all of $item:ident) => {
        const _: () = assert!(
            $item::ALL.len() <= <$bits>::BITS as usize,
            "the set needs a bit for each variant"
        );

        $crate::bit_set!(
            $(#[$doc])*
            $name, $bits, $item, |item| item as u32, |bit| $item::ALL[usize::from(bit)]
        );
    };
    ($(#[$doc:meta])* $name:ident, $bits:ty, $item:ty, $to:expr, $from:expr) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Default, PartialEq, Eq, Hash)]
        pub struct $name($bits);

        impl $name {
            /// The empty set.
            pub const EMPTY: Self = Self(0);

            /// Adds `item`.
            #[inline]
            pub fn insert(&mut self, item: $item) {
                let to: fn($item) -> u32 = $to;
                self.0 |= 1 << to(item);
            }

            /// Returns the set with `item` added.
            #[must_use]
            #[inline]
            pub fn with(mut self, item: $item) -> Self {
                self.insert(item);
                self
            }

            /// Removes `item`.
            #[inline]
            pub fn remove(&mut self, item: $item) {
                let to: fn($item) -> u32 = $to;
                self.0 &= !(1 << to(item));
            }

            /// Returns `true` if `item` is in the set.
            #[inline]
            pub fn contains(self, item: $item) -> bool {
                let to: fn($item) -> u32 = $to;
                self.0 & (1 << to(item)) != 0
            }

            /// Returns the number of items.
            #[inline]
            pub const fn len(self) -> usize {
                self.0.count_ones() as usize
            }

            /// Returns `true` if the set is empty.
            #[inline]
            pub const fn is_empty(self) -> bool {
                self.0 == 0
            }

            /// Returns the items that are in either set.
            #[must_use]
            #[inline]
            pub const fn union(self, other: Self) -> Self {
                Self(self.0 | other.0)
            }

            /// Returns the items that are in this set and not in the other.
            #[must_use]
            #[inline]
            pub const fn without(self, other: Self) -> Self {
                Self(self.0 & !other.0)
            }

            /// Returns `true` if the two sets have an item in common.
            #[inline]
            pub const fn meets(self, other: Self) -> bool {
                self.0 & other.0 != 0
            }

            /// Iterates over the items in order.
            pub fn iter(self) -> impl Iterator<Item = $item> {
                let from: fn(u8) -> $item = $from;
                let mut remaining = self.0;
                std::iter::from_fn(move || {
                    if remaining == 0 {
                        return None;
                    }
                    let bit = remaining.trailing_zeros() as u8;
                    remaining &= remaining - 1;
                    Some(from(bit))
                })
            }
        }

        impl FromIterator<$item> for $name {
            fn from_iter<I: IntoIterator<Item = $item>>(items: I) -> Self {
                let mut set = Self::EMPTY;
                for item in items {
                    set.insert(item);
                }
                set
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_set().entries(self.iter()).finish()
            }
        }
    };
}
