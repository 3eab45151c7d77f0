//! The action that a panel previews on the board, as if its square were under the pointer.

use rules::action::Action;
use ui_board::command::FoundersCommand;
use ui_kit::queue::CommandQueue;

/// The action that a panel previews, if any.
#[derive(Clone, Debug, Default)]
pub(crate) struct ActionPreview {
    shown: Option<Action>,
}

impl ActionPreview {
    /// Returns the previewed action.
    pub(crate) fn action(&self) -> Option<&Action> {
        self.shown.as_ref()
    }

    /// Previews another action; `None` clears the preview.
    pub(crate) fn show(
        &mut self,
        action: Option<&Action>,
        commands: &CommandQueue<FoundersCommand>,
    ) {
        if self.shown.as_ref() != action {
            self.shown = action.cloned();
            commands.push(FoundersCommand::Preview(action.cloned().map(Box::new)));
        }
    }

    /// Previews an action again, after the pointer has shown a square in its place.
    pub(crate) fn repeat(&mut self) {
        self.shown = None;
    }
}
