//! Facts missing for a verdict, and the components to read to learn them.
//!
//! Players answer with a card, a tile or a square in hand, so a query covers every unknown fact of
//! it. Once it is answered, the same action needs nothing more about the same component.

use super::action::Action;
use super::game::Game;
use super::illegal::MissingFact;
use components::board::SquareKind;
use components::component_ref::ComponentRef;
use components::fact_id::{FactId, SquareField};
use components::missing_info::MissingInfo;
use components::square::Square;
use components::tile::Footprint;

impl Game {
    /// Returns the facts missing for a verdict on `action`, each with the rule that needs it; empty
    /// if it can be judged.
    ///
    /// A check stops at its first missing fact. [`Game::facts_to_read`] adds the other unknown
    /// facts of the same components.
    pub fn missing_facts(&self, action: &Action) -> Vec<MissingFact> {
        self.play(action).map_or_else(|refusal| refusal.unknown, |_| Vec::new())
    }

    /// Returns `facts` with all other unknown facts of the same cards, tiles and squares, so that
    /// reading each component once is enough.
    pub fn facts_to_read<'f>(&self, facts: impl IntoIterator<Item = &'f FactId>) -> Vec<FactId> {
        let mut all: Vec<FactId> = Vec::new();
        for fact in facts {
            let related = match fact {
                FactId::Square(_, square, SquareField::Terrain) => self.unknown_ground(*square),
                // Under a tile only the section is needed.
                FactId::Square(_, square, SquareField::Section)
                    if self.piece_on(*square).is_none() =>
                {
                    self.unknown_ground(*square)
                }
                // A board is entered as a whole; the other square facts are read one by one.
                FactId::Square(..) | FactId::Board(..) | FactId::Site { .. } => Vec::new(),
                card => MissingInfo::of(ComponentRef::of(card), self.contents.pack())
                    .map_or_else(Vec::new, |need| need.unknown),
            };
            for fact in std::iter::once(fact.clone()).chain(related) {
                if !all.contains(&fact) {
                    all.push(fact);
                }
            }
        }
        all
    }

    /// Returns the unknown facts of the ground at a square: the terrain of every square under the
    /// tile there or, for a free square to be built on, terrain and section.
    fn unknown_ground(&self, square: Square) -> Vec<FactId> {
        let piece = self.piece_on(square);
        let place = piece.map_or_else(|| Footprint::single(square), |piece| piece.footprint);
        let mut unknown: Vec<FactId> = place
            .squares()
            .iter()
            .filter(|at| self.board.kind_of(**at) == SquareKind::UnknownLand)
            .map(|&at| self.board.fact_of_square(SquareField::Terrain, at))
            .collect();
        if piece.is_none() && self.board.section_of(square).is_none() {
            unknown.push(self.board.fact_of_square(SquareField::Section, square));
        }
        unknown
    }
}
