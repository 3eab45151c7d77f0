//! Facts that a verdict is missing, and what to read off to settle them.
//!
//! People answer with a card, a tile or a square in hand, so a query covers everything unknown of
//! it: once it is answered, the same action asks nothing more about the same component.

use super::action::Action;
use super::game::Game;
use super::illegal::MissingFact;
use components::board::SquareKind;
use components::component_ref::ComponentRef;
use components::fact_id::{FactId, SquareField};
use components::need::Need;
use components::square::Square;
use components::tile::Footprint;

impl Game {
    /// Returns the facts that the verdict on `action` is missing, each with the rule that needs
    /// it; empty if it can be judged.
    ///
    /// A check stops at the first fact it misses. [`Game::to_read_off`] adds what else is unknown
    /// of the same components.
    pub fn missing_facts(&self, action: &Action) -> Vec<MissingFact> {
        self.play(action).map_or_else(|refusal| refusal.unknown, |_| Vec::new())
    }

    /// Returns `facts` with everything else that is unknown of the same cards, tiles and squares:
    /// one look at each of them settles it.
    pub fn to_read_off<'f>(&self, facts: impl IntoIterator<Item = &'f FactId>) -> Vec<FactId> {
        let mut all: Vec<FactId> = Vec::new();
        for fact in facts {
            let beside = match fact {
                FactId::Square(_, square, SquareField::Terrain) => self.unknown_ground(*square),
                // Under a tile the section is all that is wanted.
                FactId::Square(_, square, SquareField::Section)
                    if self.piece_on(*square).is_none() =>
                {
                    self.unknown_ground(*square)
                }
                // A board is traced as a whole; the others are read off by themselves.
                FactId::Square(..) | FactId::Board(..) | FactId::Site { .. } => Vec::new(),
                card => Need::of(ComponentRef::of(card), self.contents.pack())
                    .map_or_else(Vec::new, |need| need.unknown),
            };
            for fact in std::iter::once(fact.clone()).chain(beside) {
                if !all.contains(&fact) {
                    all.push(fact);
                }
            }
        }
        all
    }

    /// Returns what is unknown of the ground at a square: the terrain of every square under the
    /// tile there, or, of a free square that something is to be placed on, terrain and section.
    fn unknown_ground(&self, square: Square) -> Vec<FactId> {
        let piece = self.piece_on(square);
        let place = piece.map_or_else(|| Footprint::single(square), |piece| piece.footprint);
        let is_unknown = |at: &Square| self.board.kind_of(*at) == SquareKind::UnknownLand;
        let mut unknown: Vec<FactId> = place
            .squares()
            .iter()
            .filter(|at| is_unknown(at))
            .map(|&at| self.board.fact_of_square(SquareField::Terrain, at))
            .collect();
        if piece.is_none() && self.board.section_of(square).is_none() {
            unknown.push(self.board.fact_of_square(SquareField::Section, square));
        }
        unknown
    }
}
