//! Conversion of an action to the decisions by which a player enters it.

use components::effect::SubActionKind;
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::sub_action::{Placement, SubAction, TileRoad};
use table::action_input::{ActionInput, InputChoice};

/// Returns the picks that enter an action step by step; `None` if it is entered in a form of its
/// own.
pub fn picks(action: &Action) -> Option<Vec<InputChoice>> {
    let mut picks = Vec::new();
    match &action.kind {
        ActionKind::Lead { card, sub_actions, .. } => {
            picks.push(InputChoice::Card(Some(*card)));
            add_sub_actions(sub_actions, &mut picks);
        }
        ActionKind::FaceDown { card, sub_action, .. } => {
            picks.push(InputChoice::Card(*card));
            add_sub_actions(std::slice::from_ref(sub_action), &mut picks);
        }
        ActionKind::Follow { sub_action, .. } | ActionKind::Bonus { sub_action, .. } => {
            add_sub_actions(std::slice::from_ref(sub_action), &mut picks);
        }
        ActionKind::ExtraRoad { square, .. } | ActionKind::PlaceStart { square, .. } => {
            picks.push(InputChoice::Square(*square));
        }
        ActionKind::PlaceBuilding { footprint, .. } => {
            picks.push(InputChoice::Square(footprint.first()));
        }
        ActionKind::ChooseRace { .. }
        | ActionKind::TakeResource { .. }
        | ActionKind::DealProposals(_)
        | ActionKind::DealAdvisers(_)
        | ActionKind::DealAchievements(_)
        | ActionKind::Achieve { .. }
        | ActionKind::PayMarkers { .. }
        | ActionKind::Pick { .. }
        | ActionKind::FillEvent { .. }
        | ActionKind::Pass { .. }
        | ActionKind::CallVote { .. }
        | ActionKind::Reveal(_)
        | ActionKind::Decide { .. }
        | ActionKind::Choose { .. }
        | ActionKind::Adjust { .. }
        | ActionKind::Overrule { .. }
        | ActionKind::Annotate(_)
        | ActionKind::EnterFacts(_)
        | ActionKind::Position(_) => return None,
    }
    Some(picks)
}

fn add_sub_actions(sub_actions: &[SubAction], picks: &mut Vec<InputChoice>) {
    for sub_action in sub_actions {
        match sub_action {
            SubAction::Recruit(adviser) => {
                picks.extend([
                    InputChoice::Kind(SubActionKind::Recruit),
                    InputChoice::Adviser(*adviser),
                ]);
            }
            SubAction::Import(resource, square) | SubAction::ImportAccess(resource, square) => {
                picks.extend([
                    InputChoice::Kind(SubActionKind::Import),
                    InputChoice::Resource(*resource),
                    InputChoice::Square(*square),
                ]);
            }
            SubAction::BuyAccess(tile) => picks.extend([
                InputChoice::Kind(SubActionKind::BuyAccess),
                InputChoice::Square(tile.footprint.first()),
            ]),
            SubAction::FreeAccess(tile) => picks.extend([
                InputChoice::Kind(SubActionKind::FreeAccess),
                InputChoice::Square(tile.footprint.first()),
            ]),
            SubAction::Build(Placement { resource, footprint, roads }) => {
                picks.extend([
                    InputChoice::Kind(SubActionKind::Build),
                    InputChoice::Resource(*resource),
                ]);
                let place = InputChoice::Square(footprint.first());
                let (first, last): (Vec<TileRoad>, Vec<TileRoad>) =
                    roads.iter().partition(|road| road.first);
                for road in first {
                    picks.extend([
                        InputChoice::Road { first: true },
                        InputChoice::Square(road.square),
                    ]);
                }
                match last.as_slice() {
                    [] => picks.push(place),
                    // Further roads are separate entries.
                    [road, ..] => {
                        picks.extend([
                            InputChoice::Road { first: false },
                            place,
                            InputChoice::Square(road.square),
                        ]);
                    }
                }
            }
            SubAction::House(square) => {
                picks.extend([
                    InputChoice::Kind(SubActionKind::House),
                    InputChoice::Square(*square),
                ]);
            }
            SubAction::Bridge(square) => {
                picks.extend([
                    InputChoice::Kind(SubActionKind::Bridge),
                    InputChoice::Square(*square),
                ]);
            }
            SubAction::Road(square) => {
                picks
                    .extend([InputChoice::Kind(SubActionKind::Road), InputChoice::Square(*square)]);
            }
            SubAction::Money => picks.push(InputChoice::Kind(SubActionKind::Money)),
            SubAction::Influence => picks.push(InputChoice::Kind(SubActionKind::Influence)),
            SubAction::Worker(place, sub_actions) => {
                picks
                    .extend([InputChoice::Kind(SubActionKind::Worker), InputChoice::Place(*place)]);
                add_sub_actions(sub_actions, picks);
            }
            SubAction::ReturnCards(cards) => {
                picks.extend([
                    InputChoice::Kind(SubActionKind::ReturnCards),
                    InputChoice::Cards(cards.clone()),
                ]);
            }
            SubAction::ByHand(changes) => {
                picks.extend([
                    InputChoice::Kind(SubActionKind::ByHand),
                    InputChoice::Adjustments(changes.clone()),
                ]);
            }
        }
    }
}

/// Returns the index of the orientation of the action's tile, if it has one.
pub fn orientation_index(game: &Game, entry: &ActionInput, action: &Action) -> Option<usize> {
    let footprint = match &action.kind {
        ActionKind::PlaceBuilding { footprint, .. } => *footprint,
        ActionKind::Lead { sub_actions, .. } => sub_actions.iter().find_map(built)?,
        ActionKind::Follow { sub_action, .. } => built(sub_action)?,
        _ => return None,
    };
    let shape = footprint.shape()?;
    entry.orientations(game).iter().position(|way| **way == shape)
}

fn built(sub_action: &SubAction) -> Option<components::tile::Footprint> {
    match sub_action {
        SubAction::Build(Placement { footprint, .. }) => Some(*footprint),
        SubAction::Worker(_, sub_actions) => sub_actions.iter().find_map(built),
        _ => None,
    }
}
