//! The numbers of a player, each a column of the panel.

use plain_text::counted;

use components::quantity::{Money, Quantity};
use rules::Game;
use rules::moves::ActionEffects;
use rules::player::PlayerId;
use ui_board::command::FoundersCommand;
use ui_board::pieces::signed_amount;
use ui_kit::icons::Icon;

enum_table::enum_table! {
    /// A number of a player: the points, then those below them, from the left.
    pub(super) enum Column {
        /// Its caption.
        caption: &'static str,
        /// Its icon, where a caption has no space.
        icon: Icon,
        /// The quantity that it shows.
        quantity: Quantity,
    }

    Points = "points", Icon::Points, Quantity::Points;
    Money = "money", Icon::Money, Quantity::Money;
    Income = "income", Icon::Income, Quantity::Income;
    Fleeting = "fleeting", Icon::FleetingInfluence, Quantity::Fleeting;
    Lasting = "lasting", Icon::LastingInfluence, Quantity::Lasting;
}

impl Column {
    /// The columns below the points.
    pub(super) const BELOW_POINTS: [Self; Self::ALL.len() - 1] = {
        let [_, below @ ..] = Self::ALL;
        below
    };

    /// Returns the number of a player.
    pub(super) fn value(self, game: &Game, player: PlayerId) -> i32 {
        game.number(player, self.quantity())
    }

    /// Returns the change of the number of a player.
    pub(super) fn change(self, effects: &ActionEffects, player: PlayerId) -> i32 {
        effects.change(player, self.quantity())
    }

    /// Returns the command that explains the number of a player.
    pub(super) const fn explanation(self, player: PlayerId) -> FoundersCommand {
        FoundersCommand::ShowSources(player, self.quantity())
    }

    /// Formats a number for the panel.
    pub(super) fn format(self, number: i32) -> String {
        let text = match self {
            Self::Money => Money(number).to_string(),
            _ => number.to_string(),
        };
        text.replace('-', "−")
    }

    /// Formats a change of the number, with its sign.
    pub(super) fn format_change(self, by: i32) -> String {
        signed_amount(self.quantity(), by)
    }

    /// Formats a number with its unit, to be read aloud.
    pub(super) fn format_with_unit(self, number: i32) -> String {
        let text = self.format(number);
        match self {
            Self::Points => counted(text, "point", "points"),
            Self::Money => text,
            Self::Income => format!("income {text}"),
            Self::Fleeting | Self::Lasting => format!("{text} {}", self.quantity().name()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_aloud_with_their_unit() {
        assert_eq!(Column::Points.format_with_unit(1), "1 point");
        assert_eq!(Column::Points.format_with_unit(14), "14 points");
        assert_eq!(Column::Money.format_with_unit(5), "$5");
        assert_eq!(Column::Income.format_with_unit(3), "income 3");
        assert_eq!(Column::Lasting.format_with_unit(2), "2 lasting influence");
    }
}
