//! Results drawn over the map, each bound to the state it was computed from.
//!
//! A result for another figure, page or table looks just like a right one. So no result is stored
//! bare: a [`PerView`] is read with the shown [`ViewKey`], and is gone in any other.

use scenario_rules::FigureId;

use crate::Tab;

/// The shown state: the table, the selected figure and the page of the side panel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ViewKey {
    /// The number of the table, different for each position in the record and each change of it.
    pub(super) table: usize,
    /// The selected figure.
    pub(super) selected: Option<FigureId>,
    pub(super) tab: Tab,
}

/// A value for one view.
#[derive(Debug)]
pub(super) struct PerView<T>(Option<(ViewKey, T)>);

impl<T> Default for PerView<T> {
    fn default() -> Self {
        Self(None)
    }
}

impl<T> PerView<T> {
    /// Stores a value for a view, replacing any other.
    pub(super) fn set(&mut self, view: ViewKey, value: T) {
        self.0 = Some((view, value));
    }

    /// Returns the value if it is for this view.
    pub(super) fn get(&self, view: &ViewKey) -> Option<&T> {
        self.0.as_ref().filter(|(of, _)| of == view).map(|(_, value)| value)
    }

    /// Returns the mutable value if it is for this view.
    pub(super) fn get_mut(&mut self, view: &ViewKey) -> Option<&mut T> {
        self.0.as_mut().filter(|(of, _)| of == view).map(|(_, value)| value)
    }

    /// Removes the value, and returns it if it was for this view.
    pub(super) fn take(&mut self, view: &ViewKey) -> Option<T> {
        self.0.take().filter(|(of, _)| of == view).map(|(_, value)| value)
    }
}

impl<T: Default> PerView<T> {
    /// Returns the value for this view, or a default one if there is none.
    pub(super) fn or_default(&mut self, view: ViewKey) -> &mut T {
        let current = self.0.take().filter(|(of, _)| *of == view);
        &mut self.0.insert(current.unwrap_or_else(|| (view, T::default()))).1
    }
}
