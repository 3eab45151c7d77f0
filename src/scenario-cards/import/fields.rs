//! Objects of an edition file, read field by field.

use serde_json::{Map, Value};

use super::report::ImportReport;

/// The kind of value that a field has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FieldKind {
    /// A text or a number, which files use for each other.
    Scalar,
    /// `true` or `false`.
    Flag,
    /// A list.
    List,
    /// Any value, which is not read or is read elsewhere.
    Any,
}

impl FieldKind {
    fn fits(self, value: &Value) -> bool {
        match self {
            Self::Scalar => value.is_string() || value.is_number() || value.is_null(),
            Self::Flag => value.is_boolean() || value.is_null(),
            Self::List => value.is_array() || value.is_null(),
            Self::Any => true,
        }
    }
}

/// The kind of an object, with the fields that it may have.
#[derive(Debug)]
pub(super) struct ObjectKind {
    /// Its name in the report.
    pub(super) name: &'static str,
    /// Its fields.
    pub(super) fields: &'static [(&'static str, FieldKind)],
}

/// An object of an edition file.
#[derive(Clone, Copy, Debug)]
pub(super) struct Fields<'v> {
    map: &'v Map<String, Value>,
}

impl<'v> Fields<'v> {
    /// Returns the fields of an object, and counts those that are unknown or have another kind of
    /// value; `None` if the value is no object.
    pub(super) fn of(
        value: &'v Value,
        kind: &ObjectKind,
        report: &mut ImportReport,
    ) -> Option<Self> {
        let Some(map) = value.as_object() else {
            report.add_unknown_field(kind.name, "(no object)");
            return None;
        };
        for (key, value) in map {
            let known = kind.fields.iter().find(|(name, _)| name == key);
            if known.is_none_or(|(_, of)| !of.fits(value)) {
                report.add_unknown_field(kind.name, key);
            }
        }
        Some(Self { map })
    }

    /// Returns a value of any kind.
    pub(super) fn value(self, key: &str) -> Option<&'v Value> {
        self.map.get(key)
    }

    /// Returns a text, or a number as text.
    pub(super) fn text(self, key: &str) -> Option<String> {
        scalar(self.map.get(key)?)
    }

    /// Returns a text that is not empty.
    pub(super) fn name(self, key: &str) -> Option<String> {
        self.text(key).filter(|text| !text.trim().is_empty())
    }

    /// Returns a whole number that fits.
    pub(super) fn number<N: std::str::FromStr>(self, key: &str) -> Option<N> {
        self.text(key)?.trim().parse().ok()
    }

    /// Returns `true` if a flag is set.
    pub(super) fn flag(self, key: &str) -> bool {
        self.map.get(key).and_then(Value::as_bool).unwrap_or_default()
    }

    /// Returns a list, which is empty if it is missing.
    pub(super) fn list(self, key: &str) -> &'v [Value] {
        self.map.get(key).and_then(Value::as_array).map_or(&[], Vec::as_slice)
    }
}

/// Returns a text, or a number as text.
pub(super) fn scalar(value: &Value) -> Option<String> {
    match value {
        Value::String(text) => Some(text.clone()),
        Value::Number(number) => Some(number.to_string()),
        _ => None,
    }
}
