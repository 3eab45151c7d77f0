//! Amounts of money, points and influence, each a type of its own.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, AddAssign, Neg, Sub, SubAssign};

use serde::{Deserialize, Serialize};

/// Defines an amount that adds and subtracts only with its own kind.
///
/// Arithmetic saturates: a crafted record may add up absurd amounts, and a
/// wrapped total would be worse than a capped one.
macro_rules! quantity {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(
            Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        #[serde(transparent)]
        pub struct $name(pub i32);

        impl $name {
            /// The amount 0.
            pub const ZERO: Self = Self(0);
        }

        impl Add for $name {
            type Output = Self;
            #[inline]
            fn add(self, other: Self) -> Self {
                Self(self.0.saturating_add(other.0))
            }
        }

        impl Sub for $name {
            type Output = Self;
            #[inline]
            fn sub(self, other: Self) -> Self {
                Self(self.0.saturating_sub(other.0))
            }
        }

        impl Neg for $name {
            type Output = Self;
            #[inline]
            fn neg(self) -> Self {
                Self(self.0.saturating_neg())
            }
        }

        impl AddAssign for $name {
            #[inline]
            fn add_assign(&mut self, other: Self) {
                *self = *self + other;
            }
        }

        impl SubAssign for $name {
            #[inline]
            fn sub_assign(&mut self, other: Self) {
                *self = *self - other;
            }
        }

        impl Sum for $name {
            fn sum<I: Iterator<Item = Self>>(items: I) -> Self {
                items.fold(Self::ZERO, Add::add)
            }
        }
    };
}

quantity! {
    /// Money, in dollars. Negative after an overruled payment that the player could not afford.
    Money
}

quantity! {
    /// Points on the score track.
    Points
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 0 { write!(f, "-${}", self.0.unsigned_abs()) } else { write!(f, "${}", self.0) }
    }
}

impl fmt::Display for Points {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

enum_table::enum_table! {
    /// The numbers of a player, in the order in which a panel shows them.
    pub enum Quantity {
        /// The word for the quantity.
        name: &'static str,
    }

    /// Points on the score track.
    Points = "points";
    /// Dollars.
    Money = "money";
    Income = "income";
    Fleeting = "fleeting influence";
    Lasting = "lasting influence";
}
