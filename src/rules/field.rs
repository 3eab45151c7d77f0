//! The fields of a component, declared once.
//!
//! `component!` takes the declaration of a struct in which each fact stands with its name.
//! Going through the facts, laying one statement over another, writing, and asking for a fact
//! by its name all follow from it: a new fact is one more line in
//! [`components`](super::components).

use std::collections::BTreeMap;

use serde::Serialize;

use super::components::StandardCard;
use super::fact::{AnyFact, Fact, FactName};
use super::quantity::Points;
use super::square::Square;
use super::told::Told;

/// Facts with their names, in the order of the file.
pub type Facts<'a> = Vec<(FactName, &'a dyn AnyFact)>;

/// Facts with their names, to be changed.
pub type FactsMut<'a> = Vec<(FactName, &'a mut dyn AnyFact)>;

/// A field as it stands in the declaration of a component.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Declared {
    /// How it is called in a file.
    pub key: &'static str,
    /// What it states, if it is a fact: "tile shape"; empty if it is none.
    pub what: &'static str,
    /// What its value looks like in a file, with `…` for what the box alone can tell.
    pub form: &'static str,
}

/// Whatever a component holds: a fact, a name, a list of further components.
pub trait Field: Serialize {
    /// What its value looks like in a file, with `…` for what the box alone can tell.
    const FORM: &'static str = "…";

    /// Whether it says nothing, so that it is left out of a file.
    fn is_idle(&self) -> bool;

    /// Takes over what another statement about the same thing says.
    fn lay(&mut self, over: &Self);

    /// Writes it under its key.
    fn write(&self, key: &'static str, writer: &mut impl Writer)
    where
        Self: Sized,
    {
        writer.field(key, self);
    }

    /// Adds the facts in it, `what` of the component called `of`.
    fn find_facts<'a>(&'a self, _what: &'static str, _of: &str, _found: &mut Facts<'a>) {}

    /// The same, to change them.
    fn find_facts_mut<'a>(&'a mut self, _what: &'static str, _of: &str, _found: &mut FactsMut<'a>) {
    }
}

/// Something with declared fields.
pub trait Component: Clone + Serialize {
    /// The fields, in the order of the file.
    const FIELDS: &'static [Declared];

    /// What its facts are said to be of; empty if it does not say that itself.
    fn named(&self) -> String;

    /// The facts of it; `of` is what they are said to be of.
    fn facts_of(&self, of: &str) -> Facts<'_>;

    /// The same, to change them.
    fn facts_of_mut(&mut self, of: &str) -> FactsMut<'_>;

    /// Takes over what another statement about the same thing says.
    fn lay(&mut self, over: &Self);

    /// Writes every field that says something.
    fn write(&self, writer: &mut impl Writer);
}

/// A fact, for the type of what it states.
pub trait Stated {
    /// What it states.
    type Value;
}

impl<T> Stated for Fact<T> {
    type Value = T;
}

/// What fields are written to.
pub trait Writer {
    /// Takes one field.
    fn field(&mut self, key: &'static str, value: &impl Serialize);

    /// Takes a list of components.
    fn list(&mut self, key: &'static str, list: &[impl Component]);
}

/// A component that stands in a list.
pub trait Listed: Component {
    /// What its facts are said to be of, as the one at `place` in a list of `of`.
    fn label(&self, place: usize, of: &str) -> String;

    /// Where a list states the same thing as this, the one at `place`.
    fn find(&self, place: usize, list: &[Self]) -> Option<usize>;
}

/// Declares a component: after the type of a fact follows its name, and `as` what its value looks
/// like where the type alone does not tell. One that stands in a list is told from the others by
/// the field after `of`, from which its facts have their name. `laid by` is the function that lays
/// another statement over it where the fields do not go one by one.
macro_rules! component {
    (
        $(#[$meta:meta])*
        pub struct $Spec:ident $(of $key:ident $(as $named:ident)?)? $(laid by $laid:ident)? {
            $(
                $(#[$about:meta])*
                pub $field:ident: $kind:ty $(= $what:literal $(as $form:literal)?)?,
            )*
        }
    ) => {
        $(#[$meta])*
        pub struct $Spec {
            $($(#[$about])* pub $field: $kind,)*
        }

        impl $Spec {
            $($(
                #[doc = concat!("The ", $what, ".\n\n# Errors\n\nIts name, if it is not known.")]
                pub fn $field(&self) -> Result<&<$kind as $crate::field::Stated>::Value, $crate::fact::FactName> {
                    let name = || $crate::fact::FactName::new($what, $crate::field::Component::named(self));
                    self.$field.value().ok_or_else(name)
                }
            )?)*

            /// Lays the fields one by one.
            pub(crate) fn lay_fields(&mut self, over: &Self) {
                use $crate::field::Field;
                $(Field::lay(&mut self.$field, &over.$field);)*
            }
        }

        impl $crate::field::Component for $Spec {
            const FIELDS: &'static [$crate::field::Declared] = &[
                $($crate::field::Declared {
                    key: stringify!($field),
                    what: concat!("" $(, $what)?),
                    form: $crate::field::component!(@form $kind $(, $($form)?)?),
                },)*
            ];

            fn named(&self) -> String {
                $crate::field::component!(@named self $(, $key $(, $named)?)?)
            }

            fn facts_of(&self, of: &str) -> $crate::field::Facts<'_> {
                use $crate::field::Field;
                let mut found = Vec::new();
                $(self.$field.find_facts(concat!("" $(, $what)?), of, &mut found);)*
                found
            }

            fn facts_of_mut(&mut self, of: &str) -> $crate::field::FactsMut<'_> {
                use $crate::field::Field;
                let mut found = Vec::new();
                $(self.$field.find_facts_mut(concat!("" $(, $what)?), of, &mut found);)*
                found
            }

            fn lay(&mut self, over: &Self) {
                $crate::field::component!(@lay self, over $(, $laid)?);
            }

            fn write(&self, writer: &mut impl $crate::field::Writer) {
                use $crate::field::Field;
                $(if !self.$field.is_idle() {
                    Field::write(&self.$field, stringify!($field), writer);
                })*
            }
        }

        $crate::field::component!(@listed $Spec $(, $key)?);
    };
    (@listed $Spec:ident) => {};
    (@listed $Spec:ident, $key:ident) => {
        impl $crate::field::Listed for $Spec {
            fn label(&self, _place: usize, _of: &str) -> String {
                self.named()
            }

            fn find(&self, _place: usize, list: &[Self]) -> Option<usize> {
                list.iter().position(|known| known.$key == self.$key)
            }
        }
    };
    (@named $self:ident) => { String::new() };
    (@named $self:ident, $key:ident) => { $self.$key.clone() };
    (@named $self:ident, $key:ident, $named:ident) => { $named(&$self.$key) };
    (@form $kind:ty $(,)?) => { <$kind as $crate::field::Field>::FORM };
    (@form $kind:ty, $form:literal) => { $form };
    (@lay $self:ident, $over:ident) => { $self.lay_fields($over) };
    (@lay $self:ident, $over:ident, $laid:ident) => { $self.$laid($over) };
}

pub(crate) use component;

impl<T: Clone + Told + Serialize> Field for Fact<T> {
    const FORM: &'static str = T::FORM;

    fn is_idle(&self) -> bool {
        self.value().is_none()
    }

    fn lay(&mut self, over: &Self) {
        if over.value().is_some() {
            self.clone_from(over);
        }
    }

    fn find_facts<'a>(&'a self, what: &'static str, of: &str, found: &mut Facts<'a>) {
        found.push((FactName::new(what, of), self));
    }

    fn find_facts_mut<'a>(&'a mut self, what: &'static str, of: &str, found: &mut FactsMut<'a>) {
        found.push((FactName::new(what, of), self));
    }
}

impl<C: Listed> Field for Vec<C> {
    fn is_idle(&self) -> bool {
        self.is_empty()
    }

    /// Each over the one that is the same; others are added at the end, so that those that are
    /// there keep their place.
    fn lay(&mut self, over: &Self) {
        for (place, spec) in over.iter().enumerate() {
            match spec.find(place, self) {
                Some(known) => Component::lay(&mut self[known], spec),
                None => self.push(spec.clone()),
            }
        }
    }

    fn write(&self, key: &'static str, writer: &mut impl Writer) {
        writer.list(key, self);
    }

    fn find_facts<'a>(&'a self, _what: &'static str, of: &str, found: &mut Facts<'a>) {
        for (place, spec) in self.iter().enumerate() {
            found.extend(spec.facts_of(&spec.label(place, of)));
        }
    }

    fn find_facts_mut<'a>(&'a mut self, _what: &'static str, of: &str, found: &mut FactsMut<'a>) {
        for (place, spec) in self.iter_mut().enumerate() {
            let label = spec.label(place, of);
            found.extend(spec.facts_of_mut(&label));
        }
    }
}

/// What there is only one of is a field that holds its own.
macro_rules! single {
    ($($Spec:ident),*) => {
        $(impl Field for super::components::$Spec {
            fn is_idle(&self) -> bool {
                *self == Self::default()
            }

            fn lay(&mut self, over: &Self) {
                Component::lay(self, over);
            }

            fn find_facts<'a>(&'a self, _what: &'static str, of: &str, found: &mut Facts<'a>) {
                found.extend(self.facts_of(of));
            }

            fn find_facts_mut<'a>(
                &'a mut self,
                _what: &'static str,
                of: &str,
                found: &mut FactsMut<'a>,
            ) {
                found.extend(self.facts_of_mut(of));
            }
        })*
    };
}

single!(OfferSpec, Counts);

/// What is no fact is stated anew if it is stated at all.
macro_rules! plain {
    ($($kind:ty),*) => {
        $(impl Field for $kind {
            fn is_idle(&self) -> bool {
                *self == Self::default()
            }

            fn lay(&mut self, over: &Self) {
                if !over.is_idle() {
                    self.clone_from(over);
                }
            }
        })*
    };
}

plain!(String, u32, Option<Points>, Vec<String>, Vec<(String, Square)>);

impl Field for BTreeMap<String, String> {
    fn is_idle(&self) -> bool {
        self.is_empty()
    }

    fn lay(&mut self, over: &Self) {
        self.extend(over.clone());
    }
}

impl Field for StandardCard {
    fn is_idle(&self) -> bool {
        false
    }

    fn lay(&mut self, over: &Self) {
        *self = *over;
    }
}
