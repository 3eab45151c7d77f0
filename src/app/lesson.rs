//! The lesson: entering it, its commands, and leaving it.

use super::App;
use super::screen::Screen;
use journal::Tags;
use table::lesson::Lesson;
use ui_board::command::{FoundersCommand, LessonStep};
use ui_founders::lesson_view::LessonScreen;

impl App {
    /// Returns the lesson on screen.
    pub fn lesson(&self) -> Option<&Lesson> {
        let Screen::Lesson(page) = &self.screen else { return None };
        Some(page.content.lesson())
    }

    /// Starts the lesson at its first entry; the current screen waits behind.
    pub(super) fn begin_lesson(&mut self) {
        self.screen.turn_to(Screen::Lesson, LessonScreen::default());
    }

    /// Carries out a command of the lesson's screen; returns it if it is not about the lesson.
    pub(super) fn carry_out_in_lesson(
        &mut self,
        command: FoundersCommand,
    ) -> Option<FoundersCommand> {
        match &mut self.screen {
            Screen::Lesson(page) => page.content.carry_out(command),
            _ => Some(command),
        }
    }

    /// Leaves the lesson, if it is on screen.
    pub(super) fn leave_lesson(&mut self, step: LessonStep) {
        let Screen::Lesson(page) = &self.screen else {
            return;
        };
        if step != LessonStep::Practice {
            self.leave_page();
            return;
        }
        let mut journal = page.content.lesson().practice();
        journal.tags = Tags {
            title: Some("Practice from the first game".to_owned()),
            date: self.world.date(),
            evenings: Vec::new(),
            app_deals: self.settings.deals_practice,
        };
        let saving = self.saver.orders().new_game();
        self.show(journal, saving);
    }
}
