//! Closed lists: an enum whose members are listed once, each with what is known of it.
//!
//! Both games, the drawing and the window are full of them: terrains with their prices, rules with
//! their numbers and sections, the pages of the help with their files. Each is a table of one row a
//! member, so that nobody can add a member and forget it in a list, or look for its word elsewhere.
//! Sets of such members, and of anything else that has a small number, are one integer.

/// Declares an enum and what is known of each of its members.
///
/// Behind the name stand the columns, each of which becomes a method of that name; then a row for
/// each member, with one value for each column. What comes of it is `Copy` and compares by the
/// order of the rows, which `ALL` has too. A member whose row says all needs no documentation.
///
/// ```
/// catalogue::catalogue! {
///     /// The two sides of a coin.
///     pub enum Side {
///         /// What it is called.
///         name: &'static str,
///         /// What it wins.
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
/// A list of which nothing else is known has no columns, and its rows are names:
///
/// ```
/// catalogue::catalogue! {
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
macro_rules! catalogue {
    (
        $(#[$of_list:meta])*
        $vis:vis enum $list:ident {
            $($(#[$of_column:meta])* $column:ident: $type:ty),* $(,)?
        }
        $($(#[$of_member:meta])* $member:ident $(= $($value:expr),+)?;)+
    ) => {
        $(#[$of_list])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[allow(missing_docs, reason = "a row may say all there is to say of its member")]
        $vis enum $list {
            $($(#[$of_member])* $member,)+
        }

        impl $list {
            /// Every one, in order:
            ///
            $(#[doc = concat!("- `", stringify!($member $(= $($value),+)?), "`")])+
            $vis const ALL: [Self; [$(stringify!($member)),+].len()] = [$(Self::$member),+];
        }

        $crate::catalogue! {
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
            /// What is known of it, column by column.
            const fn row(self) -> $types {
                match self {
                    $(Self::$member => $values,)+
                }
            }

            $(
                $(#[$of_column])*
                #[allow(unused_variables, reason = "a row names every column, and one is asked for")]
                $vis const fn $column(self) -> $type {
                    let $row = self.row();
                    $column
                }
            )+
        }
    };
}

/// Declares a set of small numbered items, which is `Copy` and iterates in the order of the numbers.
///
/// Behind the name are the integer that holds the bits, the item, and the conversions from an item
/// to its number and back.
///
/// ```
/// catalogue::bit_set!(
///     /// A set of squares on a side of nine.
///     Squares, u16, u8, |square| u32::from(square), |square| square
/// );
///
/// let squares: Squares = [8, 3].into_iter().collect();
/// assert!(squares.contains(3) && !squares.contains(4));
/// assert_eq!(squares.iter().collect::<Vec<_>>(), [3, 8]);
/// ```
///
/// A set of the members of a catalogue needs only the integer. It does not compile with fewer bits
/// than members:
///
/// ```
/// catalogue::catalogue! {
///     pub enum Colour {}
///
///     Red;
///     Green;
/// }
/// catalogue::bit_set!(
///     /// A set of colours.
///     Colours, u8, all of Colour
/// );
///
/// assert!(Colours::EMPTY.with(Colour::Green).contains(Colour::Green));
/// ```
#[macro_export]
macro_rules! bit_set {
    ($(#[$doc:meta])* $name:ident, $bits:ty, all of $item:ident) => {
        const _: () = assert!(
            $item::ALL.len() <= <$bits>::BITS as usize,
            "a set of a catalogue needs a bit for each member"
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
                let mut left = self.0;
                std::iter::from_fn(move || {
                    if left == 0 {
                        return None;
                    }
                    let bit = left.trailing_zeros() as u8;
                    left &= left - 1;
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
