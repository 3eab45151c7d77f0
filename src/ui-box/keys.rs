//! A form by keyboard alone: which of its questions is at hand, and which key gives which answer.
//!
//! The questions of a form come one after the other. Only the one at hand listens: each of its
//! answers shows its key, a digit for a number and else a letter of its name. Enter goes on without
//! an answer, Backspace goes back. Behind the last question Enter keeps the form.

use std::collections::VecDeque;

use egui::{Align2, Key, Modifiers, Rect, Response, Ui, vec2};

use ui_kit::keyboard;
use ui_kit::theme::{text, theme};
use ui_kit::widgets::is_entered;

/// Which question of a form is at hand.
#[derive(Clone, Debug, Default)]
#[expect(clippy::struct_excessive_bools, reason = "each lasts for a frame or two of its own")]
pub(super) struct Hand {
    /// Whether the form listens at all.
    listens: bool,
    /// The number of the question at hand; nothing before the form was first drawn.
    at: Option<usize>,
    /// How many questions were drawn in this frame.
    drawn: usize,
    /// Keys that nothing has answered yet.
    typed: VecDeque<char>,
    /// The key of this frame.
    key: Option<char>,
    /// Whether the question was just reached from the one before; one that has an answer already
    /// is then passed over.
    arrives: bool,
    /// Whether a key was answered, so that the question at hand is to be brought into sight.
    moved: bool,
    /// Whether the question at hand is brought into sight in this frame.
    shows: bool,
    /// Whether the question was left by a key: the keyboard goes to the field for words as soon as
    /// that is at hand, and behind the last question the form is kept.
    by_key: bool,
    /// Whether the form was gone through.
    is_through: bool,
    /// Words that were begun before their field had the keyboard.
    words: String,
    /// Time at which the form was first drawn.
    since: Option<f64>,
    /// The question whose answer Enter confirms in this frame.
    confirmed: Option<usize>,
    /// `true` if Enter came with the form: it was meant for what was on screen before.
    is_early: bool,
}

/// Time for which a form has to be visible before Enter, or "Keep it", confirms what it proposes,
/// in seconds.
const MOMENT: f64 = 1.0;

/// A question as it is drawn, with the keys of its answers.
pub(super) struct Asked {
    number: usize,
    is_at_hand: bool,
    key: Option<char>,
    /// A capital letter that is left to the words that follow.
    capital: Option<char>,
    caps: Vec<char>,
    /// The answers that are to be brought into sight.
    covers: Option<Rect>,
    /// Whether one of its answers was given.
    pub(super) is_answered: bool,
    /// `true` if its answer is confirmed as it is shown.
    pub(super) is_confirmed: bool,
}

impl Hand {
    /// Lets the form listen to the keyboard.
    pub(super) const fn listen(&mut self) {
        self.listens = true;
    }

    /// Whether the form was gone through since this was last asked.
    pub(super) const fn takes_through(&mut self) -> bool {
        std::mem::replace(&mut self.is_through, false)
    }

    /// Takes what was typed; to be called before the questions of a frame.
    pub(super) fn begin(&mut self, ui: &Ui) {
        self.drawn = 0;
        (self.key, self.confirmed) = (None, None);
        let is_seen = self.is_seen(ui);
        if !self.listens {
            return;
        }
        let typed = keyboard::typed(ui);
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

    /// Checks whether the form has been visible for a moment.
    pub(super) fn is_seen(&mut self, ui: &Ui) -> bool {
        let now = ui.input(|input| input.time);
        let left = MOMENT - (now - *self.since.get_or_insert(now));
        if left > 0.0 {
            ui.ctx().request_repaint_after_secs(left as f32);
        }
        left <= 0.0
    }

    /// Checks whether Enter was pressed that was meant for what was on screen before.
    pub(super) const fn is_early(&self) -> bool {
        self.is_early
    }

    /// The next question; `is_known` says whether it has an answer already that is stated.
    pub(super) fn ask(&mut self, is_known: bool) -> Asked {
        let number = self.drawn;
        self.drawn += 1;
        // The form begins with the first question that has no answer.
        if self.at.is_none() && !is_known && self.listens {
            self.at = Some(number);
        }
        if self.arrives && self.at == Some(number) {
            self.arrives = is_known;
            self.at = Some(number + usize::from(is_known));
        }
        let is_at_hand = self.listens && self.at == Some(number);
        Asked {
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

    /// Goes on behind a question that needs nothing more.
    pub(super) fn leave(&mut self, asked: &Asked) {
        if self.listens {
            self.at = Some(asked.number + 1);
            // The same key answers nothing else.
            self.key = None;
            (self.arrives, self.by_key) = (true, asked.key.or(asked.capital).is_some());
        }
    }

    /// Whether a capital letter was typed: the words behind the question begin with it.
    pub(super) fn begins_words(&mut self, asked: &Asked) -> bool {
        let capital = asked.capital;
        self.words.extend(capital);
        self.words.extend(self.typed.drain(..self.typed.len() * usize::from(capital.is_some())));
        capital.is_some()
    }

    /// Puts words that were begun already into their field, once it is at hand; whether there were
    /// some.
    pub(super) fn puts_words(&mut self, asked: &Asked, field: &mut String) -> bool {
        let puts = asked.is_at_hand && !self.words.is_empty();
        if puts {
            field.push_str(&std::mem::take(&mut self.words));
        }
        puts
    }

    /// Gives the keyboard to a field for words as soon as its question is at hand, and takes the
    /// Enter that ends them.
    pub(super) fn words(&mut self, ui: &Ui, asked: &Asked, field: &Response) -> bool {
        if !asked.is_at_hand {
            return false;
        }
        // What was just answered may still move what stands below it.
        if self.by_key && self.typed.is_empty() && !self.moved {
            // What is out of sight cannot have the keyboard.
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

    /// Looks whether the form was gone through; to be called behind its last question.
    pub(super) fn end(&mut self, ui: &Ui) {
        if !self.listens || self.drawn == 0 {
            return;
        }
        // Where everything has an answer, Enter keeps it as it stands.
        let at = self.at.get_or_insert(self.drawn.saturating_sub(1));
        if *at >= self.drawn {
            *at = self.drawn.saturating_sub(1);
            self.arrives = false;
            // Whoever clicks the last answer keeps the form by a click as well.
            self.is_through = std::mem::take(&mut self.by_key);
        }
        if !self.typed.is_empty() || self.is_through || self.moved {
            ui.ctx().request_repaint();
        }
    }
}

impl Asked {
    /// A question that no key answers.
    pub(super) const fn unheard() -> Self {
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

    /// Leaves capital letters to the words that follow: they answer nothing.
    pub(super) fn leave_capitals(&mut self) {
        self.capital = self.key.take_if(|key| key.is_ascii_uppercase());
    }

    /// Whether its question is at hand.
    pub(super) const fn is_at_hand(&self) -> bool {
        self.is_at_hand
    }

    /// Shows the key of an answer that is drawn as `response`, in words as `words`; whether the
    /// answer is given, by the key or by a click.
    pub(super) fn takes(&mut self, ui: &Ui, words: &str, response: &Response) -> bool {
        let cap = cap_of(words, &self.caps);
        self.takes_cap(ui, cap, response)
    }

    /// The same for an answer whose key is the same on every page.
    pub(super) fn takes_by(&mut self, ui: &Ui, key: Key, response: &Response) -> bool {
        let cap = key.name().chars().next().map(|cap| cap.to_ascii_lowercase());
        self.takes_cap(ui, cap, response)
    }

    fn takes_cap(&mut self, ui: &Ui, cap: Option<char>, response: &Response) -> bool {
        let cap = cap.filter(|_| self.is_at_hand);
        if let Some(cap) = cap {
            self.caps.push(cap);
            let shown = cap.to_ascii_uppercase();
            let corner = response.rect.right_top() + vec2(-4.0, 0.0);
            let ink = theme(ui.ctx()).accent;
            let font = text::sans(text::SMALL);
            ui.painter().text(corner, Align2::RIGHT_TOP, shown, font, ink);
            let id = response.id;
            ui.ctx()
                .accesskit_node_builder(id, |node| node.set_keyboard_shortcut(shown.to_string()));
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

/// The key of an answer: the digit of a number that stands alone in its words, else the first of
/// their letters that no answer before it has, else the next key that is free.
fn cap_of(words: &str, taken: &[char]) -> Option<char> {
    let is_free = |cap: &char| !taken.contains(cap);
    let mut numbers = words.split(|c: char| !c.is_ascii_digit()).filter(|part| !part.is_empty());
    let digit = match (numbers.next(), numbers.next()) {
        (Some("10"), None) => Some('0'),
        (Some(one), None) if one.len() == 1 => one.chars().next(),
        (_, _) => None,
    };
    let letters = words.chars().filter(char::is_ascii_alphabetic).map(|c| c.to_ascii_lowercase());
    let rest = if words.contains(|c: char| c.is_ascii_alphanumeric()) {
        ('a'..='z').chain('1'..='9')
    } else {
        ('1'..='9').chain('a'..='z')
    };
    digit.into_iter().chain(letters).chain(rest).find(is_free)
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
    fn a_key_is_a_number_or_a_letter_of_the_name_and_no_two_are_the_same() {
        assert_eq!(caps(&["Metal", "Machinery", "Leather", "Labor"]), "malb");
        assert_eq!(caps(&["No points", "1 point", "3 points"]), "n13");
        assert_eq!(caps(&["9", "10", "11", "3 (+2)", "3 (+1)"]), "90abc");
        assert_eq!(caps(&["##", "###", "##/#."]), "123");
        let many: Vec<String> = (0..35).map(|_| "Metal".to_owned()).collect();
        let many: Vec<&str> = many.iter().map(String::as_str).collect();
        let mut all: Vec<char> = caps(&many).chars().collect();
        all.sort_unstable();
        all.dedup();
        assert_eq!(all.len(), 35);
    }
}
