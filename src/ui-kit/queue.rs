//! Commands that a screen emits while it is drawn.

use std::cell::RefCell;

/// Commands in the order in which they were emitted.
///
/// Closures share a queue, since pushing needs no exclusive access.
#[derive(Clone, Debug)]
pub struct CommandQueue<C>(RefCell<Vec<C>>);

impl<C> Default for CommandQueue<C> {
    fn default() -> Self {
        Self(RefCell::default())
    }
}

impl<C> CommandQueue<C> {
    /// Appends a command.
    pub fn push(&self, command: C) {
        self.0.borrow_mut().push(command);
    }

    /// Appends commands.
    pub fn extend(&self, commands: impl IntoIterator<Item = C>) {
        for command in commands {
            self.push(command);
        }
    }

    /// Removes every command and returns them.
    pub fn take(&self) -> Vec<C> {
        self.0.take()
    }

    /// Returns `true` if `is_wanted` accepts one of the commands.
    pub fn any(&self, is_wanted: impl FnMut(&C) -> bool) -> bool {
        self.0.borrow().iter().any(is_wanted)
    }

    /// Keeps only the commands that `is_kept` accepts; returns `true` if any was removed.
    pub fn retain(&self, is_kept: impl FnMut(&C) -> bool) -> bool {
        let mut queued = self.0.borrow_mut();
        let before = queued.len();
        queued.retain(is_kept);
        queued.len() < before
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_come_out_in_their_order() {
        let queue = CommandQueue::default();
        queue.push(1);
        queue.extend([2, 3, 4]);
        assert!(queue.any(|number| *number == 3) && !queue.any(|number| *number == 5));
        assert!(!queue.retain(|number| *number > 0) && queue.retain(|number| number % 2 == 0));
        assert_eq!((queue.take(), queue.take()), (vec![2, 4], vec![]));
    }
}
