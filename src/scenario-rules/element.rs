//! The six elements of a scenario (S8.16, S10.1, G17).

enum_table::enum_table! {
    /// An element.
    pub enum Element {
        /// Returns its name.
        word: &'static str,
    }

    Fire = "fire";
    Ice = "ice";
    Air = "air";
    Earth = "earth";
    Light = "light";
    Dark = "dark";
}

enum_table::enum_table! {
    /// The strength of an element.
    pub enum ElementStrength {
        /// Returns the word for it.
        word: &'static str,
    }

    /// It cannot be used.
    Inert = "inert";
    /// It can be used, and becomes inert at the end of the round.
    Waning = "waning";
    /// It can be used, and becomes waning at the end of the round.
    Strong = "strong";
}

impl ElementStrength {
    /// Returns the strength after the end of a round (S10.1).
    #[must_use]
    pub const fn waned(self) -> Self {
        match self {
            Self::Strong => Self::Waning,
            Self::Waning | Self::Inert => Self::Inert,
        }
    }
}

/// The state of an element.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ElementState {
    /// Its strength now.
    pub strength: ElementStrength,
    /// `true` if it was made in the present turn, and becomes strong at its end (G17).
    pub made: bool,
}

impl ElementState {
    /// The state at the start of a scenario.
    pub const INERT: Self = Self { strength: ElementStrength::Inert, made: false };
}

/// The states of all elements.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Elements([ElementState; Element::ALL.len()]);

impl Default for Elements {
    fn default() -> Self {
        Self([ElementState::INERT; Element::ALL.len()])
    }
}

impl Elements {
    /// Returns the state of an element.
    pub const fn state(&self, element: Element) -> ElementState {
        self.0[element as usize]
    }

    /// Sets the state of an element.
    pub const fn set(&mut self, element: Element, state: ElementState) {
        self.0[element as usize] = state;
    }
}
