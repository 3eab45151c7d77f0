//! Connections between tiles and projects of a player, in words.

use super::NamedGame;
use super::words::bridge_or_gate;
use components::square::Square;
use plain_text::{clauses, counted, listed, remarks};
use rules::Game;
use rules::inspect::{BuildProject, Connection, Goal, MissingRequirement, PlanStep, Prospect};
use rules::player::PlayerId;

/// The scope and the limits of the search for projects.
pub const SEARCH_SCOPE: &str = "Considered: claims held, access to tiles on the board, the cheapest \
     import, free places, roads and bridges, at printed prices; an action counts as $1. Not \
     considered: cards in hand, advisers, race and prestige actions, and tiles that would have to \
     be built in between.";

/// Describes a connection as sentences about `player`.
pub fn connection(named: NamedGame<'_>, player: PlayerId, connection: &Connection) -> String {
    let who = named.label(player);
    match connection {
        Connection::Joined { path, bridges } => {
            let between = path.get(1..path.len().saturating_sub(1)).unwrap_or_default();
            if between.is_empty() {
                return format!("Connected for {who}: they are adjacent.");
            }
            let mut parts = vec![format!("Connected for {who} by {}", squares_text(between))];
            for (owner, square) in bridges {
                let owner = named.label(*owner);
                let what = bridge_or_gate(named.game(), *square);
                parts.push(format!("over the {what} of {owner} on {square}"));
            }
            format!("{}.", remarks(&parts))
        }
        Connection::Missing { squares, actions, money, can_begin, joined_for, .. } => {
            let what = listed(&builds(named.game(), squares));
            let actions = counted(*actions, "action", "actions");
            let mut sentences = vec![format!(
                "Not connected for {who}: {what} would join them, {actions} and {money}."
            )];
            if !can_begin {
                sentences.push(format!(
                    "Nothing {who} owns is connected to all of it yet, so it cannot be built."
                ));
            }
            sentences.extend(joined_for.iter().map(|&other| {
                let other = named.label(other);
                format!("For {other} they are connected already.")
            }));
            sentences.join(" ")
        }
        Connection::Impossible { reason } => {
            format!("{who} cannot connect them: {reason}.")
        }
    }
}

/// Describes the result of a project, without its steps and without a full stop.
pub fn project_head(named: NamedGame<'_>, player: PlayerId, project: &BuildProject) -> String {
    let who = named.label(player);
    let contents = named.game().contents();
    let goal = match project.goal {
        Goal::Build(resource) => format!("build {}", contents.resource_name(resource)),
        Goal::Deliver { building, resource, .. } => {
            format!(
                "deliver {} to {}",
                contents.resource_name(resource),
                contents.building_name(building)
            )
        }
    };
    let missing: Vec<String> =
        project.missing.iter().map(|lack| missing_text(named, player, lack)).collect();
    match (project.prospect, &project.plan) {
        (Prospect::Now, Some(plan)) if plan.steps.is_empty() => {
            format!("{who} could {goal} now: it is connected, and any action will do")
        }
        (Prospect::Now, Some(_)) => format!("{who} could {goal} now"),
        (Prospect::Later, Some(plan)) => {
            let short = project.missing.iter().find_map(|lack| match lack {
                MissingRequirement::Money(short) => Some(format!(", {short} more than {who} has")),
                _ => None,
            });
            let short = short.unwrap_or_default();
            let sum = counted(plan.actions(), "action", "actions");
            format!("{who} could {goal} in {sum} for {}{short}", plan.money)
        }
        (Prospect::CannotTell, _) => {
            format!("Cannot tell whether {who} could {goal}: {}", clauses(&missing))
        }
        (Prospect::Now | Prospect::Later | Prospect::Blocked, _) => {
            format!("{who} cannot {goal}: {}", clauses(&missing))
        }
    }
}

/// Lists the steps to a project that is possible, in order. Consecutive roads are one step.
pub fn project_steps(game: &Game, project: &BuildProject) -> Vec<String> {
    let steps = match (project.prospect, &project.plan) {
        (Prospect::Now | Prospect::Later, Some(plan)) => plan.steps.as_slice(),
        (Prospect::CannotTell | Prospect::Blocked, _) | (_, None) => &[],
    };
    steps
        .chunk_by(|a, b| matches!((a, b), (PlanStep::Road(_), PlanStep::Road(_))))
        .map(|run| match run {
            [one] => step(game, *one),
            roads => {
                let squares: Vec<Square> = roads
                    .iter()
                    .filter_map(|step| match step {
                        PlanStep::Road(at) => Some(*at),
                        PlanStep::Access { .. }
                        | PlanStep::Import { .. }
                        | PlanStep::Bridge { .. }
                        | PlanStep::Build { .. } => None,
                    })
                    .collect();
                format!("roads on {}", squares_text(&squares))
            }
        })
        .collect()
}

fn step(game: &Game, step: PlanStep) -> String {
    let contents = game.contents();
    match step {
        PlanStep::Access { tile, money } => {
            let (name, at) = (contents.resource_name(tile.resource), tile.footprint.first());
            format!("access to {name} {at} for {money}")
        }
        PlanStep::Import { resource, at, money } => {
            format!("import {} at {at} for {money}", contents.resource_name(resource))
        }
        PlanStep::Road(at) => format!("a road on {at}"),
        PlanStep::Bridge { at, money } => {
            format!("a {} on {at} for {money}", bridge_or_gate(game, at))
        }
        PlanStep::Build { resource, at, road, money } => {
            let place = squares_text(at.squares());
            let road =
                road.map_or_else(String::new, |at| format!(", with the card's own road on {at}"));
            format!("{} on {place} for {money}{road}", contents.resource_name(resource))
        }
    }
}

fn missing_text(named: NamedGame<'_>, player: PlayerId, lack: &MissingRequirement) -> String {
    let who = named.label(player);
    let contents = named.game().contents();
    match *lack {
        MissingRequirement::NoFirstStall => {
            format!("the first stall of {who} is still to be placed")
        }
        MissingRequirement::NoClaim(resource) => {
            format!("{who} has no claim on any {}", contents.resource_name(resource))
        }
        MissingRequirement::NotOnBoard(resource) => {
            let name = contents.resource_name(resource);
            format!("no tile of {name} is on the board, nor can be imported now")
        }
        MissingRequirement::NoOwnTile(resource) => {
            format!("{who} owns no {} tile", contents.resource_name(resource))
        }
        MissingRequirement::NotControlled(resource) => {
            format!("{who} does not control {}", contents.resource_name(resource))
        }
        MissingRequirement::NoTileLeft(resource) => {
            format!("no {} tile is left", contents.resource_name(resource))
        }
        MissingRequirement::NoPlace(resource) => {
            format!("no place for {} was found", contents.resource_name(resource))
        }
        // Shown only if no plan was found.
        MissingRequirement::NotConnected => "no way to connect what is needed was found".to_owned(),
        MissingRequirement::Money(short) => format!("{who} is {short} short"),
        MissingRequirement::Unknown(ref missing) => missing.to_string(),
    }
}

/// Lists the pieces to build on these squares: "roads on B1 C1", "a bridge on D1".
fn builds(game: &Game, squares: &[Square]) -> Vec<String> {
    let (roads, others): (Vec<Square>, Vec<Square>) =
        squares.iter().copied().partition(|&square| game.board().kind_of(square).is_land());
    let mut parts = match roads.as_slice() {
        [] => Vec::new(),
        [one] => vec![format!("a road on {one}")],
        several => vec![format!("roads on {}", squares_text(several))],
    };
    for at in others {
        parts.push(format!("a {} on {at}", bridge_or_gate(game, at)));
    }
    parts
}

fn squares_text(squares: &[Square]) -> String {
    let names: Vec<String> = squares.iter().map(Square::to_string).collect();
    names.join(" ")
}
