//! An action as the decisions by which somebody would enter it.

use rules::Game;
use rules::action::{Action, Deed, TileRoad, Work};
use rules::asks::WorkKind;
use ui::entry::{Entry, Pick};

/// The picks that enter an action step by step; nothing for what is entered in a form of its own.
pub fn picks(action: &Action) -> Option<Vec<Pick>> {
    let mut picks = Vec::new();
    match &action.deed {
        Deed::Lead { card, works, .. } => {
            picks.push(Pick::Card(Some(*card)));
            add_works(works, &mut picks);
        }
        Deed::FaceDown { card, work, .. } => {
            picks.push(Pick::Card(*card));
            add_works(std::slice::from_ref(work), &mut picks);
        }
        Deed::Follow { work, .. } | Deed::Bonus { work, .. } => {
            add_works(std::slice::from_ref(work), &mut picks);
        }
        Deed::ExtraRoad { square, .. } | Deed::PlaceStart { square, .. } => {
            picks.push(Pick::Square(*square));
        }
        Deed::PlaceBuilding { footprint, .. } => picks.push(Pick::Square(footprint.first())),
        Deed::ChooseRace { .. }
        | Deed::TakeResource { .. }
        | Deed::DealProposals(_)
        | Deed::DealAdvisers(_)
        | Deed::DealAchievements(_)
        | Deed::Achieve { .. }
        | Deed::PayMarkers { .. }
        | Deed::Pick { .. }
        | Deed::FillEvent { .. }
        | Deed::Pass { .. }
        | Deed::CallVote { .. }
        | Deed::Reveal(_)
        | Deed::Decide { .. }
        | Deed::Choose { .. }
        | Deed::Adjust { .. }
        | Deed::Overrule { .. }
        | Deed::Annotate(_)
        | Deed::Learn(_)
        | Deed::Position(_) => return None,
    }
    Some(picks)
}

fn add_works(works: &[Work], picks: &mut Vec<Pick>) {
    for work in works {
        match work {
            Work::Recruit(adviser) => {
                picks.extend([Pick::Kind(WorkKind::Recruit), Pick::Adviser(*adviser)]);
            }
            Work::Import(resource, square) | Work::ImportAccess(resource, square) => {
                picks.extend([
                    Pick::Kind(WorkKind::Import),
                    Pick::Resource(*resource),
                    Pick::Square(*square),
                ]);
            }
            Work::BuyAccess(tile) => picks
                .extend([Pick::Kind(WorkKind::BuyAccess), Pick::Square(tile.footprint.first())]),
            Work::FreeAccess(tile) => picks
                .extend([Pick::Kind(WorkKind::FreeAccess), Pick::Square(tile.footprint.first())]),
            Work::Build { resource, footprint, roads } => {
                picks.extend([Pick::Kind(WorkKind::Build), Pick::Resource(*resource)]);
                let place = Pick::Square(footprint.first());
                let (first, last): (Vec<TileRoad>, Vec<TileRoad>) =
                    roads.iter().partition(|road| road.first);
                for road in first {
                    picks.extend([Pick::Road { first: true }, Pick::Square(road.square)]);
                }
                match last.as_slice() {
                    [] => picks.push(place),
                    // More of them are entries of their own.
                    [road, ..] => {
                        picks.extend([
                            Pick::Road { first: false },
                            place,
                            Pick::Square(road.square),
                        ]);
                    }
                }
            }
            Work::House(square) => {
                picks.extend([Pick::Kind(WorkKind::House), Pick::Square(*square)]);
            }
            Work::Bridge(square) => {
                picks.extend([Pick::Kind(WorkKind::Bridge), Pick::Square(*square)]);
            }
            Work::Road(square) => {
                picks.extend([Pick::Kind(WorkKind::Road), Pick::Square(*square)]);
            }
            Work::Money => picks.push(Pick::Kind(WorkKind::Money)),
            Work::Influence => picks.push(Pick::Kind(WorkKind::Influence)),
            Work::Worker(place, works) => {
                picks.extend([Pick::Kind(WorkKind::Worker), Pick::Place(*place)]);
                add_works(works, picks);
            }
            Work::ReturnCards(cards) => {
                picks.extend([Pick::Kind(WorkKind::ReturnCards(0)), Pick::Cards(cards.clone())]);
            }
            Work::ByHand(changes) => {
                picks.extend([Pick::Kind(WorkKind::ByHand), Pick::ByHand(changes.clone())]);
            }
        }
    }
}

/// The way round in which the tile of the action lies, if it has one.
pub fn way(game: &Game, entry: &Entry, action: &Action) -> Option<usize> {
    let footprint = match &action.deed {
        Deed::PlaceBuilding { footprint, .. } => *footprint,
        Deed::Lead { works, .. } => works.iter().find_map(built)?,
        Deed::Follow { work, .. } => built(work)?,
        _ => return None,
    };
    let shape = footprint.shape()?;
    entry.ways(game).iter().position(|way| **way == shape)
}

fn built(work: &Work) -> Option<components::tile::Footprint> {
    match work {
        Work::Build { footprint, .. } => Some(*footprint),
        Work::Worker(_, works) => works.iter().find_map(built),
        _ => None,
    }
}
