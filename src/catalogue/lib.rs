//! Closed lists: an enum whose members are listed once, each with what is known of it.
//!
//! Both games, the drawing and the window are full of them: terrains with their prices, rules with
//! their numbers and sections, the pages of the help with their files. Each is a table of one row a
//! member, so that nobody can add a member and forget it in a list, or look for its word elsewhere.

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
                #[must_use]
                #[allow(unused_variables, reason = "a row names every column, and one is asked for")]
                $vis const fn $column(self) -> $type {
                    let $row = self.row();
                    $column
                }
            )+
        }
    };
}
