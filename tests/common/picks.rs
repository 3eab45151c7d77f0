//! An action as the decisions by which somebody would enter it.

use components::effect::SubActionKind;
use rules::Game;
use rules::action::{Action, Deed};
use rules::sub_action::{Placement, SubAction, TileRoad};
use table::entry::{Entry, Pick};

/// The picks that enter an action step by step; nothing for what is entered in a form of its own.
pub fn picks(action: &Action) -> Option<Vec<Pick>> {
    let mut picks = Vec::new();
    match &action.deed {
        Deed::Lead { card, sub_actions, .. } => {
            picks.push(Pick::Card(Some(*card)));
            add_sub_actions(sub_actions, &mut picks);
        }
        Deed::FaceDown { card, sub_action, .. } => {
            picks.push(Pick::Card(*card));
            add_sub_actions(std::slice::from_ref(sub_action), &mut picks);
        }
        Deed::Follow { sub_action, .. } | Deed::Bonus { sub_action, .. } => {
            add_sub_actions(std::slice::from_ref(sub_action), &mut picks);
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

fn add_sub_actions(sub_actions: &[SubAction], picks: &mut Vec<Pick>) {
    for sub_action in sub_actions {
        match sub_action {
            SubAction::Recruit(adviser) => {
                picks.extend([Pick::Kind(SubActionKind::Recruit), Pick::Adviser(*adviser)]);
            }
            SubAction::Import(resource, square) | SubAction::ImportAccess(resource, square) => {
                picks.extend([
                    Pick::Kind(SubActionKind::Import),
                    Pick::Resource(*resource),
                    Pick::Square(*square),
                ]);
            }
            SubAction::BuyAccess(tile) => picks.extend([
                Pick::Kind(SubActionKind::BuyAccess),
                Pick::Square(tile.footprint.first()),
            ]),
            SubAction::FreeAccess(tile) => picks.extend([
                Pick::Kind(SubActionKind::FreeAccess),
                Pick::Square(tile.footprint.first()),
            ]),
            SubAction::Build(Placement { resource, footprint, roads }) => {
                picks.extend([Pick::Kind(SubActionKind::Build), Pick::Resource(*resource)]);
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
            SubAction::House(square) => {
                picks.extend([Pick::Kind(SubActionKind::House), Pick::Square(*square)]);
            }
            SubAction::Bridge(square) => {
                picks.extend([Pick::Kind(SubActionKind::Bridge), Pick::Square(*square)]);
            }
            SubAction::Road(square) => {
                picks.extend([Pick::Kind(SubActionKind::Road), Pick::Square(*square)]);
            }
            SubAction::Money => picks.push(Pick::Kind(SubActionKind::Money)),
            SubAction::Influence => picks.push(Pick::Kind(SubActionKind::Influence)),
            SubAction::Worker(place, sub_actions) => {
                picks.extend([Pick::Kind(SubActionKind::Worker), Pick::Place(*place)]);
                add_sub_actions(sub_actions, picks);
            }
            SubAction::ReturnCards(cards) => {
                picks.extend([Pick::Kind(SubActionKind::ReturnCards), Pick::Cards(cards.clone())]);
            }
            SubAction::ByHand(changes) => {
                picks.extend([Pick::Kind(SubActionKind::ByHand), Pick::ByHand(changes.clone())]);
            }
        }
    }
}

/// The way round in which the tile of the action lies, if it has one.
pub fn way(game: &Game, entry: &Entry, action: &Action) -> Option<usize> {
    let footprint = match &action.deed {
        Deed::PlaceBuilding { footprint, .. } => *footprint,
        Deed::Lead { sub_actions, .. } => sub_actions.iter().find_map(built)?,
        Deed::Follow { sub_action, .. } => built(sub_action)?,
        _ => return None,
    };
    let shape = footprint.shape()?;
    entry.ways(game).iter().position(|way| **way == shape)
}

fn built(sub_action: &SubAction) -> Option<components::tile::Footprint> {
    match sub_action {
        SubAction::Build(Placement { footprint, .. }) => Some(*footprint),
        SubAction::Worker(_, sub_actions) => sub_actions.iter().find_map(built),
        _ => None,
    }
}
