//! Keyboard navigation of a form: the current question, and the key of each answer.
//!
//! The questions of a form follow one another. Only the current question reacts to keys: each of
//! its answers shows its key, a digit for a number, otherwise a letter of its name. Enter confirms
//! the answer as shown, if any, and moves on to the next question without a stated answer;
//! Backspace moves back. A key that leaves the last
//! question keeps the stated facts.

use std::collections::VecDeque;

use egui::{Align2, Key, Modifiers, Rect, Response, Ui, vec2};

use ui_kit::keyboard;
use ui_kit::theme::{text, theme};
use ui_kit::widgets::is_entered;

/// The keyboard state of a form.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each is independent and lasts a frame or two")]
pub(super) struct FormKeys {
    /// `true` if the form reacts to keys.
    listens: bool,
    /// The number of the current question; `None` until the form is drawn.
    at: Option<usize>,
    /// The number of questions drawn in this frame.
    drawn: usize,
    /// Keys that are not processed yet.
    typed: VecDeque<char>,
    /// The key of this frame.
    key: Option<char>,
    /// `true` if the current question was just reached from the previous one; it is skipped if it
    /// has an answer already.
    arrives: bool,
    /// `true` if a key was processed, so that the next frame scrolls to the current question.
    moved: bool,
    /// `true` if this frame scrolls to the current question.
    shows: bool,
    /// `true` if a key left the previous question. A text field then gets the focus when its
    /// question becomes current, and the form is kept after the last question.
    by_key: bool,
    /// `true` once the last question was left by a key.
    is_through: bool,
    /// Text typed before its field had the focus.
    words: String,
    /// The time at which the form was first drawn.
    since: Option<f64>,
    /// The question whose answer Enter confirms in this frame.
    confirmed: Option<usize>,
    /// `true` if Enter was pressed too early, when it was meant for the previous screen.
    is_early: bool,
}

/// The time in seconds for which a form must be visible before Enter or "Keep it" confirms its
/// proposals.
const MIN_VISIBLE: f64 = 1.0;

/// A question of a form while it is drawn, with the keys of its answers.
pub(super) struct FormQuestion {
    number: usize,
    is_at_hand: bool,
    key: Option<char>,
    /// A capital letter that starts the text of the next question.
    capital: Option<char>,
    /// The keys of the answers drawn so far, as on the caps of a keyboard but in lower case.
    caps: Vec<char>,
    /// The area of the answers drawn so far, if the frame scrolls to them.
    covers: Option<Rect>,
    /// `true` if the user gave one of the answers.
    pub(super) is_answered: bool,
    /// `true` if Enter confirms the answer as shown.
    pub(super) is_confirmed: bool,
}

impl FormKeys {
    /// Makes the form react to keys.
    pub(super) const fn listen(&mut self) {
        self.listens = true;
    }

    /// Returns `true` once after the last question was left by a key.
    pub(super) const fn take_completed(&mut self) -> bool {
        std::mem::replace(&mut self.is_through, false)
    }

    /// Processes the keyboard input; to be called before the questions of a frame.
    pub(super) fn begin(&mut self, ui: &Ui) {
        self.drawn = 0;
        (self.key, self.confirmed) = (None, None);
        let is_seen = self.is_visible_long_enough(ui);
        if !self.listens {
            return;
        }
        let typed = keyboard::take_typed(ui);
        if self.words.is_empty() {
            self.typed.extend(typed.chars());
            self.key = self.typed.pop_front();
        } else {
            self.words.push_str(&typed);
        }
        self.shows = std::mem::replace(&mut self.moved, self.key.is_some());
        let is_entered =
            self.key.is_none() && keyboard::pressed_once(ui, Modifiers::NONE, Key::Enter);
        if is_entered {
            self.is_early = !is_seen;
        }
        let Some(at) = &mut self.at else {
            return;
        };
        if is_entered && is_seen {
            self.confirmed = Some(*at);
            *at += 1;
            (self.arrives, self.by_key, self.moved) = (true, true, true);
        } else if keyboard::pressed_freely(ui, Modifiers::NONE, Key::Backspace) {
            *at = at.saturating_sub(1);
            self.moved = true;
        }
    }

    /// Returns `true` if the form has been visible for [`MIN_VISIBLE`].
    pub(super) fn is_visible_long_enough(&mut self, ui: &Ui) -> bool {
        let now = ui.input(|input| input.time);
        let remaining = MIN_VISIBLE - (now - *self.since.get_or_insert(now));
        if remaining > 0.0 {
            ui.ctx().request_repaint_after_secs(remaining as f32);
        }
        remaining <= 0.0
    }

    /// Returns `true` if Enter was pressed too early, when it was meant for the previous screen.
    pub(super) const fn is_early(&self) -> bool {
        self.is_early
    }

    /// Starts the next question; `is_known` is `true` if it has a stated answer already.
    pub(super) fn next_question(&mut self, is_known: bool) -> FormQuestion {
        let number = self.drawn;
        self.drawn += 1;
        // The form starts at the first question without an answer.
        if self.at.is_none() && !is_known && self.listens {
            self.at = Some(number);
        }
        if self.arrives && self.at == Some(number) {
            self.arrives = is_known;
            self.at = Some(number + usize::from(is_known));
        }
        let is_at_hand = self.listens && self.at == Some(number);
        FormQuestion {
            number,
            is_at_hand,
            key: self.key.filter(|_| is_at_hand),
            capital: None,
            caps: Vec::new(),
            covers: (is_at_hand && self.shows).then_some(Rect::NOTHING),
            is_answered: false,
            is_confirmed: self.confirmed == Some(number),
        }
    }

    /// Moves on from an answered question.
    pub(super) fn leave(&mut self, asked: &FormQuestion) {
        if self.listens {
            self.at = Some(asked.number + 1);
            // The key must not answer another question.
            self.key = None;
            (self.arrives, self.by_key) = (true, asked.key.or(asked.capital).is_some());
        }
    }

    /// Returns `true` if a capital letter was typed, and stores it as the start of the text of the
    /// next question.
    pub(super) fn store_text_start(&mut self, asked: &FormQuestion) -> bool {
        let capital = asked.capital;
        self.words.extend(capital);
        self.words.extend(self.typed.drain(..self.typed.len() * usize::from(capital.is_some())));
        capital.is_some()
    }

    /// Moves stored text into its field once its question is current. Returns `true` if there was
    /// any.
    pub(super) fn insert_stored_text(&mut self, asked: &FormQuestion, field: &mut String) -> bool {
        let puts = asked.is_at_hand && !self.words.is_empty();
        if puts {
            field.push_str(&std::mem::take(&mut self.words));
        }
        puts
    }

    /// Moves the focus to a text field once its question is current. Returns `true` if Enter ends
    /// the text.
    pub(super) fn focus_text_field(
        &mut self,
        ui: &Ui,
        asked: &FormQuestion,
        field: &Response,
    ) -> bool {
        if !asked.is_at_hand {
            return false;
        }
        // Waits until the layout has settled after the last answer.
        if self.by_key && self.typed.is_empty() && !self.moved {
            // A field outside the visible area cannot get the focus.
            self.by_key = !ui.clip_rect().contains(field.rect.center());
            if self.by_key {
                field.scroll_to_me(None);
                ui.ctx().request_repaint();
            } else {
                field.request_focus();
            }
        }
        let ends = is_entered(field);
        if ends {
            self.leave(asked);
            self.by_key = true;
        }
        ends
    }

    /// Checks whether the last question was left; to be called after the questions of a frame.
    pub(super) fn end(&mut self, ui: &Ui) {
        if !self.listens || self.drawn == 0 {
            return;
        }
        // If every question had an answer from the start, the last one is current, so that Enter
        // keeps the form as it is.
        let at = self.at.get_or_insert(self.drawn.saturating_sub(1));
        if *at >= self.drawn {
            *at = self.drawn.saturating_sub(1);
            self.arrives = false;
            // A click on the last answer does not keep the form; that takes another click.
            self.is_through = std::mem::take(&mut self.by_key);
        }
        if !self.typed.is_empty() || self.is_through || self.moved {
            ui.ctx().request_repaint();
        }
    }
}

impl FormQuestion {
    /// Creates a question that does not react to keys.
    pub(super) const fn without_keys() -> Self {
        Self {
            number: 0,
            is_at_hand: false,
            key: None,
            capital: None,
            caps: Vec::new(),
            covers: None,
            is_answered: false,
            is_confirmed: false,
        }
    }

    /// Reserves capital letters for the text of the next question: they answer nothing.
    pub(super) fn leave_capitals(&mut self) {
        self.capital = self.key.take_if(|key| key.is_ascii_uppercase());
    }

    /// Returns `true` if this is the current question.
    pub(super) const fn is_current(&self) -> bool {
        self.is_at_hand
    }

    /// Draws the key of the answer labelled `words` at its `response`. Returns `true` if the user
    /// gives the answer by the key or a click.
    pub(super) fn answer_ui(&mut self, ui: &Ui, words: &str, response: &Response) -> bool {
        self.takes_cap(ui, cap_of(words, &self.caps), response)
    }

    /// As [`answer_ui`](Self::answer_ui), for an answer with the same key in every form.
    pub(super) fn answer_by_key_ui(&mut self, ui: &Ui, key: Key, response: &Response) -> bool {
        let cap = key.name().chars().next().map(|cap| cap.to_ascii_lowercase());
        self.takes_cap(ui, cap, response)
    }

    fn takes_cap(&mut self, ui: &Ui, cap: Option<char>, response: &Response) -> bool {
        let cap = cap.filter(|_| self.is_at_hand);
        if let Some(cap) = cap {
            self.caps.push(cap);
            let shown = cap.to_ascii_uppercase();
            let corner = response.rect.right_top() + vec2(-4.0, 0.0);
            let color = theme(ui.ctx()).accent;
            let font = text::sans(text::SMALL);
            ui.painter().text(corner, Align2::RIGHT_TOP, shown, font, color);
            ui.ctx().accesskit_node_builder(response.id, |node| {
                node.set_keyboard_shortcut(shown.to_string());
            });
        }
        if let Some(covers) = &mut self.covers {
            *covers = covers.union(response.rect);
            ui.scroll_to_rect(*covers, None);
        }
        let is_given = response.clicked()
            || (cap.is_some() && cap == self.key.map(|key| key.to_ascii_lowercase()));
        self.is_answered |= is_given;
        is_given
    }
}

/// Returns the key of an answer: the digit of the only number in its words, otherwise the first
/// letter that no answer before it uses, otherwise the next free key.
fn cap_of(words: &str, taken: &[char]) -> Option<char> {
    let mut numbers = words.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let digit = match (numbers.next(), numbers.next()) {
        (Some("10"), None) => Some('0'),
        (Some(one), None) if one.len() == 1 => one.chars().next(),
        (_, _) => None,
    };
    let letters = words.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase());
    let others = if words.contains(|c: char| c.is_ascii_alphanumeric()) {
        ('a'..='z').chain('1'..='9')
    } else {
        ('1'..='9').chain('a'..='z')
    };
    digit.into_iter().chain(letters).chain(others).find(|cap| !taken.contains(cap))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn caps(all: &[&str]) -> String {
        let mut caps = Vec::new();
        for words in all {
            caps.extend(cap_of(words, &caps));
        }
        caps.into_iter().collect()
    }

    #[test]
    fn answer_keys_are_distinct_digits_or_letters_of_the_answer() {
        assert_eq!(caps(&["Metal", "Machinery", "Leather", "Labor"]), "malb");
        assert_eq!(caps(&["No points", "1 point", "3 points"]), "n13");
        assert_eq!(caps(&["9", "10", "11", "3 (+2)", "3 (+1)"]), "90abc");
        assert_eq!(caps(&["##", "###", "##/#."]), "123");
        let mut all: Vec<char> = caps(&["Metal"; 35]).chars().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 35);
    }
}
