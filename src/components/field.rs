//! The fields of a component, declared once.
//!
//! `component!` takes the declaration of a struct with named facts. It generates the enum of these
//! facts and the code that iterates over them, overlays one statement with another, prints them and
//! finds a fact by its identifier. A new fact is one more line in [`specs`](super::specs).

use std::collections::BTreeMap;

use serde::Serialize;

use super::describe::Describe;
use super::fact::{AnyFact, Fact};
use super::fact_id::{BoxKey, FactId, Name};
use super::quantity::Points;
use super::specs::StandardCard;
use super::square::Square;

/// Facts with their identifiers, in the order of the file.
pub type Facts<'a> = Vec<(FactId, &'a dyn AnyFact)>;

/// Mutable facts with their identifiers, in the order of the file.
pub type FactsMut<'a> = Vec<(FactId, &'a mut dyn AnyFact)>;

/// The value of one field: a fact, a name, a list of components.
pub trait Field: Serialize {
    /// The notation of a value, with `…` as the placeholder.
    const FORM: &'static str = "…";

    /// Returns `true` if the field states nothing and is omitted from a file.
    fn is_unstated(&self) -> bool;

    /// Overlays the field with another statement about the same component.
    fn overlay(&mut self, over: &Self);

    /// Writes the field under its key.
    fn write(&self, key: &'static str, writer: &mut impl Writer)
    where
        Self: Sized,
    {
        writer.field(key, self);
    }

    /// Adds the facts of the components in this field of the component `owner` to `found`.
    fn find_facts<'a>(&'a self, _owner: Option<&Name>, _found: &mut Facts<'a>) {}

    /// Adds the same facts as mutable.
    fn find_facts_mut<'a>(&'a mut self, _owner: Option<&Name>, _found: &mut FactsMut<'a>) {}
}

/// A struct with declared fields.
pub trait Component: Clone + Serialize {
    /// The identifier among the components of this kind.
    type Key;

    /// The keys of its fields, in the order of the file.
    const KEYS: &'static [&'static str];

    /// Lists the facts, in the order of the file.
    fn facts_of(&self, key: &Self::Key) -> Facts<'_>;

    /// Lists the facts as mutable.
    fn facts_of_mut(&mut self, key: &Self::Key) -> FactsMut<'_>;

    /// Overlays the component with another statement about it.
    fn overlay(&mut self, over: &Self);

    /// Writes every field that states something.
    fn write(&self, writer: &mut impl Writer);
}

/// A component with facts of its own.
pub trait FactComponent: Component {
    /// The enum of its facts.
    type Field: Copy;

    /// Returns the identifier of a fact.
    fn id(key: &Self::Key, field: Self::Field) -> FactId;

    /// Returns a fact.
    fn fact(&self, field: Self::Field) -> &dyn AnyFact;

    /// Checks whether two statements have values with the same meaning; two unknown values do.
    fn is_same(&self, other: &Self, field: Self::Field) -> bool;
}

/// A component that its own fields identify.
pub trait Keyed: Component {
    /// Returns the identifier.
    fn key(&self) -> Self::Key;
}

/// The type of a fact's value.
pub trait FactValue {
    /// The type of the value.
    type Value;
}

impl<T> FactValue for Fact<T> {
    type Value = T;
}

/// A sink for fields.
pub trait Writer {
    /// Writes one field.
    fn field(&mut self, key: &'static str, value: &impl Serialize);

    /// Writes a list of components.
    fn list(&mut self, key: &'static str, list: &[impl Component]);
}

/// A component in a list.
pub trait ListEntry: FactComponent {
    /// Returns the identifier; `self` is at `place` in a list of `owner`.
    fn key_at(&self, place: usize, owner: Option<&Name>) -> Self::Key;

    /// Finds the entry of `list` about the same component; `self` is at `place` in its own list.
    fn find(&self, place: usize, list: &[Self]) -> Option<usize>;
}

/// Declares a component.
///
/// `as Kind` names the variant of [`FactId`], the field in brackets is the key, `with Enum` names
/// the enum of its facts. The variant and the label follow the type of a fact, and `as` with a
/// notation if the type does not determine it. `overlaid by` names the method that overlays the
/// component if its fields cannot be overlaid one by one.
macro_rules! component {
    (
        $(#[$meta:meta])*
        pub struct $Spec:ident as $Kind:ident($key:ident: $Key:ident) with $Fields:ident
            $(overlaid by $overlaid:ident)? { $($body:tt)* }
    ) => {
        $crate::field::component! {
            @facts $Kind $Fields $Key
            $(#[$meta])* pub struct $Spec $(overlaid by $overlaid)? { $($body)* }
        }
        $crate::field::component!(@accessors $Spec $Fields { $($body)* });

        impl $crate::field::Keyed for $Spec {
            fn key(&self) -> $Key {
                $crate::field::component!(@key $Key, self.$key)
            }
        }

        impl $crate::field::ListEntry for $Spec {
            fn key_at(&self, _place: usize, _owner: Option<&$crate::fact_id::Name>) -> $Key {
                $crate::field::Keyed::key(self)
            }

            fn find(&self, _place: usize, list: &[Self]) -> Option<usize> {
                list.iter().position(|known| known.$key == self.$key)
            }
        }
    };
    // A component that exists once per box.
    (
        $(#[$meta:meta])*
        pub struct $Spec:ident as $Kind:ident with $Fields:ident { $($body:tt)* }
    ) => {
        $crate::field::component! {
            @facts $Kind $Fields BoxKey
            $(#[$meta])* pub struct $Spec { $($body)* }
        }
        $crate::field::component!(@accessors $Spec $Fields { $($body)* });

        impl $crate::field::Keyed for $Spec {
            fn key(&self) -> $crate::fact_id::BoxKey {
                $crate::fact_id::BoxKey
            }
        }
    };
    // A component that its place in another component identifies.
    (
        $(#[$meta:meta])*
        pub struct $Spec:ident as $Kind:ident within $Key:ident with $Fields:ident
            $(overlaid by $overlaid:ident)? { $($body:tt)* }
    ) => {
        $crate::field::component! {
            @facts $Kind $Fields $Key
            $(#[$meta])* pub struct $Spec $(overlaid by $overlaid)? { $($body)* }
        }
    };
    // A component without facts of its own.
    (
        $(#[$meta:meta])*
        pub struct $Spec:ident $(overlaid by $overlaid:ident)? { $($body:tt)* }
    ) => {
        $crate::field::component! {
            @fields [] BoxKey $(#[$meta])* pub struct $Spec $(overlaid by $overlaid)? { $($body)* }
        }
    };

    (
        @facts $Kind:ident $Fields:ident $Key:ident
        $(#[$meta:meta])*
        pub struct $Spec:ident $(overlaid by $overlaid:ident)? {
            $(
                $(#[$about:meta])*
                pub $field:ident: $kind:ty $(= $Fact:ident $label:literal $(as $form:literal)?)?,
            )*
        }
    ) => {
        $crate::field::component! {
            @fields [$Fields] $Key
            $(#[$meta])*
            pub struct $Spec $(overlaid by $overlaid)? {
                $($(#[$about])* pub $field: $kind $(= $Fact $label)?,)*
            }
        }

        enum_table::enum_table! {
            #[doc = concat!("The facts of a [`", stringify!($Spec), "`].")]
            pub enum $Fields {
                /// The label on screen.
                label: &'static str,
                /// The key of the field in a file.
                key: &'static str,
                /// The notation of a value, with `…` as the placeholder.
                form: &'static str,
            }

            $($(
                $Fact = $label, stringify!($field),
                    $crate::field::component!(@form $kind $(, $form)?);
            )?)*
        }

        impl $crate::field::FactComponent for $Spec {
            type Field = $Fields;

            fn id(key: &Self::Key, field: $Fields) -> $crate::fact_id::FactId {
                (key, field).into()
            }

            fn fact(&self, field: $Fields) -> &dyn $crate::fact::AnyFact {
                match field {
                    $($($Fields::$Fact => &self.$field,)?)*
                }
            }

            fn is_same(&self, other: &Self, field: $Fields) -> bool {
                match field {
                    $($($Fields::$Fact => self.$field.is_same(&other.$field),)?)*
                }
            }
        }
    };

    (
        @fields $fields:tt $Key:ident
        $(#[$meta:meta])*
        pub struct $Spec:ident $(overlaid by $overlaid:ident)? {
            $(
                $(#[$about:meta])*
                pub $field:ident: $kind:ty $(= $Fact:ident $label:literal)?,
            )*
        }
    ) => {
        $(#[$meta])*
        pub struct $Spec {
            $($(#[$about])* pub $field: $kind,)*
        }

        impl $Spec {
            /// Overlays the fields one by one.
            pub(crate) fn overlay_fields(&mut self, over: &Self) {
                use $crate::field::Field;
                $(Field::overlay(&mut self.$field, &over.$field);)*
            }
        }

        impl $crate::field::Component for $Spec {
            type Key = $crate::fact_id::$Key;

            const KEYS: &'static [&'static str] = &[$(stringify!($field),)*];

            fn facts_of(&self, key: &Self::Key) -> $crate::field::Facts<'_> {
                let mut found = $crate::field::Facts::with_capacity(Self::KEYS.len());
                $($crate::field::component! {
                    @find find_facts, found, key, &self.$field, $fields $($Fact)?
                })*
                found
            }

            fn facts_of_mut(&mut self, key: &Self::Key) -> $crate::field::FactsMut<'_> {
                let mut found = $crate::field::FactsMut::with_capacity(Self::KEYS.len());
                $($crate::field::component! {
                    @find find_facts_mut, found, key, &mut self.$field, $fields $($Fact)?
                })*
                found
            }

            fn overlay(&mut self, over: &Self) {
                $crate::field::component!(@overlay self, over $(, $overlaid)?);
            }

            fn write(&self, writer: &mut impl $crate::field::Writer) {
                use $crate::field::Field;
                $(if !self.$field.is_unstated() {
                    Field::write(&self.$field, stringify!($field), writer);
                })*
            }
        }
    };
    (
        @accessors $Spec:ident $Fields:ident {
            $(
                $(#[$about:meta])*
                pub $field:ident: $kind:ty $(= $Fact:ident $label:literal $(as $form:literal)?)?,
            )*
        }
    ) => {
        impl $Spec {
            $($(
                #[doc = concat!("Returns the ", $label, ".\n\n# Errors\n\nThe identifier of the fact if it is unknown.")]
                pub fn $field(
                    &self,
                ) -> Result<&<$kind as $crate::field::FactValue>::Value, $crate::fact_id::FactId> {
                    use $crate::field::{FactComponent, Keyed};
                    self.$field.value().ok_or_else(|| Self::id(&self.key(), $Fields::$Fact))
                }
            )?)*
        }
    };
    (@find $find:ident, $found:ident, $key:ident, $value:expr, [$Fields:ident] $Fact:ident) => {
        $found.push((
            <Self as $crate::field::FactComponent>::id($key, $Fields::$Fact),
            $value,
        ));
    };
    (@find $find:ident, $found:ident, $key:ident, $value:expr, $fields:tt) => {
        $crate::field::Field::$find(
            $value,
            $crate::fact_id::ComponentKey::printed_name($key),
            &mut $found,
        );
    };
    (@key Name, $value:expr) => { $crate::fact_id::Name::from($value.as_str()) };
    (@key $Key:ident, $value:expr) => { $value };
    (@form $kind:ty) => { <$kind as $crate::field::Field>::FORM };
    (@form $kind:ty, $form:literal) => { $form };
    (@overlay $self:ident, $over:ident) => { $self.overlay_fields($over) };
    (@overlay $self:ident, $over:ident, $overlaid:ident) => { $self.$overlaid($over) };
}

pub(crate) use component;

impl<T: Describe + Clone + Serialize> Field for Fact<T> {
    const FORM: &'static str = T::FORM;

    fn is_unstated(&self) -> bool {
        self.value().is_none()
    }

    fn overlay(&mut self, over: &Self) {
        if over.value().is_some() {
            self.clone_from(over);
        }
    }
}

impl<C: ListEntry> Field for Vec<C> {
    fn is_unstated(&self) -> bool {
        self.is_empty()
    }

    /// Overlays each entry with the one about the same component. New entries are added at the end,
    /// so that the existing ones keep their place.
    fn overlay(&mut self, over: &Self) {
        for (place, spec) in over.iter().enumerate() {
            match spec.find(place, self) {
                Some(known) => Component::overlay(&mut self[known], spec),
                None => self.push(spec.clone()),
            }
        }
    }

    fn write(&self, key: &'static str, writer: &mut impl Writer) {
        writer.list(key, self);
    }

    fn find_facts<'a>(&'a self, owner: Option<&Name>, found: &mut Facts<'a>) {
        for (place, spec) in self.iter().enumerate() {
            found.extend(spec.facts_of(&spec.key_at(place, owner)));
        }
    }

    fn find_facts_mut<'a>(&'a mut self, owner: Option<&Name>, found: &mut FactsMut<'a>) {
        for (place, spec) in self.iter_mut().enumerate() {
            let key = spec.key_at(place, owner);
            found.extend(spec.facts_of_mut(&key));
        }
    }
}

/// Implements [`Field`] for components that exist once per box.
macro_rules! single {
    ($($Spec:ident),*) => {
        $(impl Field for super::specs::$Spec {
            fn is_unstated(&self) -> bool {
                *self == Self::default()
            }

            fn overlay(&mut self, over: &Self) {
                Component::overlay(self, over);
            }

            fn find_facts<'a>(&'a self, _owner: Option<&Name>, found: &mut Facts<'a>) {
                found.extend(self.facts_of(&BoxKey));
            }

            fn find_facts_mut<'a>(&'a mut self, _owner: Option<&Name>, found: &mut FactsMut<'a>) {
                found.extend(self.facts_of_mut(&BoxKey));
            }
        })*
    };
}

single!(OfferSpec, Counts);

/// Implements [`Field`] for values that are not facts: a later statement replaces them.
macro_rules! plain {
    ($($kind:ty),*) => {
        $(impl Field for $kind {
            fn is_unstated(&self) -> bool {
                *self == Self::default()
            }

            fn overlay(&mut self, over: &Self) {
                if !over.is_unstated() {
                    self.clone_from(over);
                }
            }
        })*
    };
}

plain!(String, u32, Option<Points>, Vec<String>, Vec<(String, Square)>);

impl Field for BTreeMap<String, String> {
    fn is_unstated(&self) -> bool {
        self.is_empty()
    }

    fn overlay(&mut self, over: &Self) {
        self.extend(over.clone());
    }
}

impl Field for StandardCard {
    fn is_unstated(&self) -> bool {
        false
    }

    fn overlay(&mut self, over: &Self) {
        *self = *over;
    }
}
