//! What an action asks for next, decision by decision, while somebody enters it.
//!
//! A card's text can ask for several pieces of work. Whoever enters an action
//! gives them one after another; here it is told which kinds can come next.
//! Whether a piece of work is allowed is not decided here: that is asked of
//! [`Game::play`], which calls an action that lacks decisions unfinished.
//!
//! Rulebook, "Call to Work" and "Basic Actions".

use super::action::{Work, WorkerPlace};
use super::actions::{Demand, demands, follow_demand};
use super::game::Game;
use super::player::{Card, PlayerId};
use super::rulebook::Variant;
use super::step::{Led, Step, Waiting};
use components::fact_id::FactId;
use components::ids::ResourceId;
use components::specs::{CardAction, Category, Price};
use components::square::Square;

/// What an action is entered for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Occasion {
    /// A card is played face up.
    Lead(Card),
    /// A card is played face down.
    FaceDown,
    /// The card of another player is followed.
    Follow,
    /// A bonus is taken for a card left in hand at a vote.
    Bonus,
    /// A worker is placed, whichever of these sends it.
    Worker(WorkerPlace),
}

/// The kinds of work, as a player names them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WorkKind {
    /// Recruit an adviser.
    Recruit,
    /// Import a basic resource: an own stall, or one of somebody else with access to it.
    Import,
    /// Buy access to a tile.
    BuyAccess,
    /// Build an advanced resource building.
    Build,
    /// Build a house.
    House,
    /// Build a bridge or a gate.
    Bridge,
    /// Gain $1.
    Money,
    /// Gain 1 fleeting influence.
    Influence,
    /// Build a road.
    Road,
    /// Place a worker.
    Worker,
    /// Take back played cards, up to so many.
    ReturnCards(u8),
    /// Gain access to a tile free of charge.
    FreeAccess,
    /// Enter by hand what a card's text brings about.
    ByHand,
}

impl WorkKind {
    /// The words for it.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Self::Recruit => "Recruit",
            Self::Import => "Import",
            Self::BuyAccess => "Buy access",
            Self::Build => "Upgrade",
            Self::House => "House",
            Self::Bridge => "Bridge or gate",
            Self::Money => "$1",
            Self::Influence => "Influence",
            Self::Road => "Road",
            Self::Worker => "Worker",
            Self::ReturnCards(_) => "Take back cards",
            Self::FreeAccess => "Access free of charge",
            Self::ByHand => "Enter by hand",
        }
    }
}

impl Game {
    /// The kinds of work that can come after `works`; none once the text is satisfied.
    ///
    /// # Errors
    ///
    /// The fact without which nobody can tell what the card does.
    pub fn asked(
        &self,
        player: PlayerId,
        occasion: Occasion,
        works: &[Work],
    ) -> Result<Vec<WorkKind>, FactId> {
        let once = |kinds: Vec<WorkKind>| if works.is_empty() { kinds } else { Vec::new() };
        match occasion {
            Occasion::Lead(_) | Occasion::Worker(_) => {
                let text = self.text_for(player, occasion)?;
                Ok(text.map_or_else(Vec::new, |text| after(text, works)))
            }
            Occasion::FaceDown => Ok(once(self.basic_kinds())),
            Occasion::Bonus => Ok(once(BONUS.to_vec())),
            Occasion::Follow => {
                let mut kinds: Vec<WorkKind> = self.follow_kinds();
                kinds.extend(self.basic_kinds());
                Ok(once(kinds))
            }
        }
    }

    /// The text that is carried out, if any is.
    fn text_for(
        &self,
        player: PlayerId,
        occasion: Occasion,
    ) -> Result<Option<&CardAction>, FactId> {
        match occasion {
            Occasion::Lead(card) => self.contents.facts().main_action(card).map(Some),
            Occasion::Worker(WorkerPlace::Race) => {
                let race = self.race(player);
                race.map(|race| self.contents.facts().race_action(race)).transpose()
            }
            Occasion::Worker(WorkerPlace::Building(building)) => {
                self.contents.facts().building_action(building).map(Some)
            }
            Occasion::FaceDown | Occasion::Follow | Occasion::Bonus => Ok(None),
        }
    }

    /// Returns the price at which a text builds an advanced tile with roads declared together with
    /// it, and how many it grants; `None` if it grants none.
    pub(super) fn build_with_roads(
        &self,
        player: PlayerId,
        occasion: Occasion,
    ) -> Option<(Price, u8)> {
        let text = self.text_for(player, occasion).ok()??;
        demands(&text.effects).iter().find_map(|demand| match demand {
            Demand::Build { price, roads: roads @ 1.. } => Some((*price, *roads)),
            _ => None,
        })
    }

    /// Returns how many roads a text lets be declared together with the building.
    #[must_use]
    pub fn roads_with_build(&self, player: PlayerId, occasion: Occasion) -> u8 {
        self.build_with_roads(player, occasion).map_or(0, |(_, roads)| roads)
    }

    /// The import of a resource as `player` would make it: as an own stall if the player controls
    /// the resource, else with access to it. Rules 5.4 and 5.6.
    #[must_use]
    pub fn import_of(&self, player: PlayerId, resource: ResourceId, square: Square) -> Work {
        if self.controls(player).contains(resource) {
            Work::Import(resource, square)
        } else {
            Work::ImportAccess(resource, square)
        }
    }

    /// The basic actions; workers are none of them where nobody has any (rule 11.7).
    fn basic_kinds(&self) -> Vec<WorkKind> {
        let workers = !self.variants().contains(Variant::NoWorkers);
        let open = |kind: &WorkKind| workers || *kind != WorkKind::Worker;
        BASIC.into_iter().filter(open).collect()
    }

    fn follow_kinds(&self) -> Vec<WorkKind> {
        let Some(&Step::Waits(Waiting::Follow { led, .. })) = self.waiting() else {
            return Vec::new();
        };
        let open = |category| led == Led::Income || led == Led::Category(category);
        let categories = Category::ALL.into_iter().filter(|&category| open(category));
        categories.flat_map(|category| kinds_of(follow_demand(category))).collect()
    }
}

const BASIC: [WorkKind; 4] =
    [WorkKind::Money, WorkKind::Influence, WorkKind::Road, WorkKind::Worker];

const BONUS: [WorkKind; 3] = [WorkKind::Money, WorkKind::Influence, WorkKind::Road];

/// What a text asks for after `works`.
fn after(action: &CardAction, works: &[Work]) -> Vec<WorkKind> {
    let mut given = works.len();
    for demand in demands(&action.effects) {
        let kinds: &[Vec<WorkKind>] = &match demand {
            // Two pieces of work, one after the other.
            Demand::AccessThenRecruit => {
                vec![vec![WorkKind::BuyAccess], vec![WorkKind::Recruit]]
            }
            demand => vec![kinds_of(demand)],
        };
        match kinds.get(given) {
            Some(next) => return next.clone(),
            None => given -= kinds.len(),
        }
    }
    Vec::new()
}

fn kinds_of(demand: Demand) -> Vec<WorkKind> {
    match demand {
        Demand::Recruit(_) => vec![WorkKind::Recruit],
        Demand::Trade(_) => vec![WorkKind::Import, WorkKind::BuyAccess],
        Demand::AccessThenRecruit => vec![WorkKind::BuyAccess],
        Demand::Build { .. } => vec![WorkKind::Build],
        Demand::Personal(_) => vec![WorkKind::House, WorkKind::Bridge],
        Demand::ReturnCards(most) => vec![WorkKind::ReturnCards(most)],
        Demand::FreeAccess(_) => vec![WorkKind::FreeAccess],
        Demand::ByHand => vec![WorkKind::ByHand],
    }
}
