//! Why not, in words: what forbids an action, and what would help.
//!
//! Everything is said for the game in which the action was refused. Messages follow
//! "not allowed:", so they start in lower case and take no full stop.

use english::counted;
use rules::game::Game;
use rules::illegal::{DeckCard, Illegal, OutOfDeck, Reason, Refusal};
use rules::player::{BuildingId, PlayerId, ResourceId};
use rules::square::Square;

use super::owed;

/// The whole of it in one line: "not allowed: …", "cannot tell: …".
#[must_use]
pub fn whole(game: &Game, refusal: &Refusal) -> String {
    let head = if refusal.cannot_tell() { "cannot tell" } else { "not allowed" };
    let reasons = refusal.reasons.iter().map(|reason| with_rule(game, reason));
    let unknown = refusal.unknown.iter().map(ToString::to_string);
    format!("{head}: {}", reasons.chain(unknown).collect::<Vec<_>>().join("; "))
}

/// A reason with the rule it comes from.
#[must_use]
pub fn with_rule(game: &Game, reason: &Reason) -> String {
    format!("{} ({})", message(game, &reason.illegal), reason.rule)
}

/// What is not allowed, and why.
#[must_use]
#[expect(clippy::too_many_lines, reason = "a list, an arm a reason")]
pub fn message(game: &Game, illegal: &Illegal) -> String {
    let contents = game.contents();
    let who = |player: &PlayerId| game.player_label(*player);
    let resource_name = |resource: &ResourceId| contents.resource_name(*resource);
    let building_name = |building: &BuildingId| contents.building_name(*building);
    match illegal {
        Illegal::GameOver => "the game is over".to_owned(),
        Illegal::NotNow { owed } => format!("first comes: {}", owed::these(game, owed)),
        Illegal::NotTheirTurn { player, expected } => format!(
            "{expected} acts now, not {player}",
            player = who(player),
            expected = who(expected)
        ),
        Illegal::NoSuchPlayer { seat } => format!("there is no player {seat} at this table"),
        Illegal::CannotAfford { player, cost, held } => {
            format!(
                "costs {cost}, and {player} has {held}; {} short",
                *cost - *held,
                player = who(player)
            )
        }
        Illegal::TooLittleInfluence { player, kind, asked, held } => {
            format!("{player} has {held} {kind} influence, not {asked}", player = who(player))
        }
        Illegal::OutOfRange { what, amount } => format!("{what} of {amount} is out of range"),
        Illegal::RaceTaken { race } => format!("{race} is taken", race = contents.race_name(*race)),
        Illegal::CardTaken { resource, holder } => {
            format!(
                "the {resource} card is taken by {holder}",
                holder = who(holder),
                resource = resource_name(resource)
            )
        }
        Illegal::CardNotThere { resource, holder } => {
            format!(
                "{holder} has no {resource} card to give up",
                holder = who(holder),
                resource = resource_name(resource)
            )
        }
        Illegal::RaceCardStays { resource, holder } => {
            format!(
                "{resource} is the resource of {holder}'s race",
                holder = who(holder),
                resource = resource_name(resource)
            )
        }
        Illegal::Forbidden { resource, by } => {
            format!("{by} forbids {resource}", resource = resource_name(resource))
        }
        Illegal::ValidCardFree { free } => {
            format!("a valid card is still free: {}", resources(game, free).join(", "))
        }
        Illegal::RaceCard { race, takes } => format!(
            "{race} {}",
            if *takes {
                "chooses a resource card together with the race"
            } else {
                "brings its own resource and takes no card"
            },
            race = contents.race_name(*race)
        ),
        Illegal::NotBasic { resource } => {
            format!("{resource} is not a basic resource", resource = resource_name(resource))
        }
        Illegal::NotAdvanced { resource } => {
            format!(
                "{resource} is a basic resource: it is imported, not built",
                resource = resource_name(resource)
            )
        }
        Illegal::NotAStart { square, .. } => {
            format!("{square} is no start square for this number of players")
        }
        Illegal::NotInDeck { card, place } => {
            format!("{} is not in the deck: {}", deck_card(game, *card), out_of_deck(*place))
        }
        Illegal::DeckOrder { card, before } => {
            let before = deck_card(game, *before);
            format!("{} cannot come up before {before}", deck_card(game, *card))
        }
        Illegal::WrongNumberOfCards { dealt, needed } => {
            format!("{dealt} cards dealt, {needed} needed")
        }
        Illegal::NotInHand { card, player } => format!(
            "{card} is not in {player}'s hand",
            player = who(player),
            card = contents.card_name(*card)
        ),
        Illegal::NotPlayed { card, player } => {
            format!(
                "{card} is not among the cards {player} has played",
                player = who(player),
                card = contents.card_name(*card)
            )
        }
        Illegal::IncomeStays => "Income is not taken back by a card".to_owned(),
        Illegal::TooManyCards { asked, allowed } => {
            format!("{asked} cards are too many: the text allows {allowed}")
        }
        Illegal::Twice { what } => format!("{what} is named twice"),
        Illegal::VoteCardOnlyVotes => "Call to Vote can only be used to call a vote".to_owned(),
        Illegal::MustCallVote { player } => {
            format!(
                "only Call to Vote is left in {player}'s hand, so the vote must be called",
                player = who(player)
            )
        }
        Illegal::TooEarlyToVote { played, needed } => {
            format!("{played} cards are played, and a vote needs {needed}")
        }
        Illegal::NotWhatItDoes { card, text } => format!("{card} does something else: {text}"),
        Illegal::MoreToDecide { card, text } => {
            format!("{card} asks for one more decision: {text}")
        }
        Illegal::NotOnOffer { adviser } => {
            format!("{adviser} is not on offer", adviser = contents.adviser_name(*adviser))
        }
        Illegal::NoClaimOn { player, resource } => {
            format!(
                "{player} neither owns nor has access to {resource}",
                player = who(player),
                resource = resource_name(resource)
            )
        }
        Illegal::OtherResource { adviser, requires, bought } => {
            format!(
                "{adviser} requires {requires}, not {bought}",
                requires = resource_name(requires),
                bought = resource_name(bought),
                adviser = contents.adviser_name(*adviser)
            )
        }
        Illegal::OffBoard { squares } => format!("{} is not on the board", in_a_row(squares)),
        Illegal::WrongGround { squares, kind } => format!("{} is {kind}", in_a_row(squares)),
        Illegal::NotFree { squares } => format!("{} is not free", in_a_row(squares)),
        Illegal::WrongTerrain { squares, wanted } => {
            format!("{} is not {wanted}", in_a_row(squares), wanted = wanted.name())
        }
        Illegal::SeveralSections { .. } => "the tile would lie in more than one section".to_owned(),
        Illegal::WrongShape { of, squares } => {
            format!("the tile of {of} cannot be laid on {}", in_a_row(squares))
        }
        Illegal::ResourceInSection { resource, squares } => {
            format!(
                "the section already holds {resource}, at {}",
                in_a_row(squares),
                resource = resource_name(resource)
            )
        }
        Illegal::TypeInSection { building, squares } => format!(
            "the section already holds a building of this type, {building} at {}",
            in_a_row(squares),
            building = building_name(building)
        ),
        Illegal::HouseInSection { player, squares } => {
            format!(
                "{player} already has a house in this section, at {}",
                in_a_row(squares),
                player = who(player)
            )
        }
        Illegal::AdjacentToOwn { owner, squares } => {
            format!(
                "it would be adjacent to another tile of {owner}, at {}",
                in_a_row(squares),
                owner = who(owner)
            )
        }
        Illegal::NotConnected { player, link } => {
            format!(
                "it is not connected to anything {player} owns{}",
                help(link.as_deref()),
                player = who(player)
            )
        }
        Illegal::NoPrerequisite { player, resource } => {
            format!(
                "{player} has no claim on any {resource}",
                player = who(player),
                resource = resource_name(resource)
            )
        }
        Illegal::PrerequisiteApart { player, resource, tiles, link } => format!(
            "it is not connected to a {resource} of {player}, at {}{}",
            in_a_row(tiles),
            help(link.as_deref()),
            player = who(player),
            resource = resource_name(resource)
        ),
        Illegal::RoadApart { link } => {
            format!("the road is not connected to the tile being built{}", help(link.as_deref()))
        }
        Illegal::NoneLeft { what } => format!("no {what} is left"),
        Illegal::NotControlled { player, resource } => {
            format!(
                "{player} does not control {resource}",
                player = who(player),
                resource = resource_name(resource)
            )
        }
        Illegal::ControlsItself { player, resource } => {
            format!(
                "{player} controls {resource} and imports it as an own stall",
                player = who(player),
                resource = resource_name(resource)
            )
        }
        Illegal::ControlledByNobody { resource } => {
            format!("nobody controls {resource}", resource = resource_name(resource))
        }
        Illegal::TooFewCompletions { completed } => {
            format!("only after two completed buildings; there are {completed}")
        }
        Illegal::NoSuchTile { resource, squares } => {
            format!(
                "there is no {resource} tile on {}",
                in_a_row(squares),
                resource = resource_name(resource)
            )
        }
        Illegal::AlreadyClaims { player, owns } => {
            format!(
                "{player} already {} it",
                if *owns { "owns" } else { "has access to" },
                player = who(player)
            )
        }
        Illegal::FollowTerrain { .. } => {
            "a follower trades on entrance or coastal squares only".to_owned()
        }
        Illegal::NoSquareOf { wanted } => {
            format!("the tile has no {wanted} square", wanted = wanted.name())
        }
        Illegal::TileApart { player, to, link } => {
            format!(
                "the tile is not connected, for {player}, to {to}{}",
                help(link.as_deref()),
                player = who(player)
            )
        }
        Illegal::NoFreeWorker { player, houses, placed } => {
            format!(
                "{player} has no free worker: {houses} unlocked, {placed} placed",
                player = who(player)
            )
        }
        Illegal::WorkerSpaceTaken { by } => {
            format!("the worker space is taken by {by}", by = who(by))
        }
        Illegal::NotActive { building } => {
            format!("{building} is not an active building", building = building_name(building))
        }
        Illegal::NoDeliveryToken { player, building } => {
            format!(
                "{player} has no delivery token on {building}",
                player = who(player),
                building = building_name(building)
            )
        }
        Illegal::NotProposed { building } => {
            format!("{building} is not among the proposals", building = building_name(building))
        }
        Illegal::NoProposal { tile } => format!("there is no proposal at the {tile}"),
        Illegal::BallotCount { players, found } => {
            format!("a vote takes one ballot of every player, {players} in all; found {found}")
        }
        Illegal::NotTied { tied } => format!(
            "the tie is between {}",
            tied.iter().map(building_name).collect::<Vec<_>>().join(" and ")
        ),
        Illegal::OtherBuilding { expected, found } => {
            format!(
                "{expected} was voted in, not {found}",
                expected = building_name(expected),
                found = building_name(found)
            )
        }
        Illegal::OffColour { wanted, .. } => {
            format!("no square of it is {wanted}", wanted = wanted.name())
        }
        Illegal::OffSite { building, .. } => {
            format!("{building} goes on a site reserved for it", building = building_name(building))
        }
        Illegal::NotAllPlayed { player, left } => format!(
            "{player} still has {} to play before the vote",
            counted(*left, "card", "cards"),
            player = who(player)
        ),
        Illegal::NoSeventhVote => "the seventh cycle ends without a vote".to_owned(),
        Illegal::WrongPayment { asked, price } => format!("{asked} does not pay for it: {price}"),
        Illegal::NoWorkers => "there are no workers in this game".to_owned(),
        Illegal::WrongAchievements { found } => format!(
            "one achievement of each deck is chosen: immediate, mid-game and end-game; found {found}"
        ),
        Illegal::NotToJudge { achievement, why } => {
            format!("{achievement} {why}", achievement = contents.achievement_name(*achievement))
        }
        Illegal::NoSuchDistrict { name, .. } => format!("{name} is not part of the city"),
        Illegal::NoTileOf { player, resource } => format!(
            "{player} owns no {resource} tile",
            player = who(player),
            resource = resource_name(resource)
        ),
        Illegal::Finished { building } => {
            format!("{building} is completed", building = building_name(building))
        }
        Illegal::NotAChoice { choice, open } => {
            let choice = owed::choice(game, *choice);
            let open: Vec<String> = open.iter().map(|open| owed::choice(game, *open)).collect();
            let open = match open.as_slice() {
                [] => "no choice is open".to_owned(),
                open => format!("open are {}", open.join(", ")),
            };
            format!("no such choice is open: {choice}; {open}")
        }
        Illegal::NoReason => "a reason is needed".to_owned(),
        Illegal::CannotBeRecorded { what } => format!("the record cannot hold this: {what}"),
        Illegal::KnownOtherwise { fact, known, told } => {
            format!("{fact} is known: {known}; here it is {told}")
        }
        Illegal::PackContradicts { what } => format!("these facts cannot hold together: {what}"),
        Illegal::PaysTooLittle { space, value, resource, paid } => {
            format!("{space}: {value} for {resource}, whose prerequisites are paid {paid} of it")
        }
    }
}

/// What would make it legal, where that can be worked out: the missing link, the missing dollar.
#[must_use]
pub fn remedy(game: &Game, illegal: &Illegal) -> Option<String> {
    match illegal {
        Illegal::CannotAfford { player, cost, held } => {
            Some(format!("{} needs {} more", game.player_label(*player), *cost - *held))
        }
        Illegal::NotConnected {
            link: Some(link), ..
        }
        | Illegal::PrerequisiteApart {
            link: Some(link), ..
        }
        | Illegal::RoadApart { link: Some(link) }
        | Illegal::TileApart {
            link: Some(link), ..
        } => Some(roads_on(link)),
        Illegal::NotAStart { starts, .. } if !starts.is_empty() => {
            Some(format!("free start squares: {}", in_a_row(starts)))
        }
        Illegal::NotAllPlayed { left, .. } => Some(format!("{} to play first", counted(*left, "card", "cards"))),
        Illegal::NoSuchDistrict { known, .. } => Some(format!("one of {}", known.join(", "))),
        Illegal::ValidCardFree { free } => Some(format!("take one of {}", resources(game, free).join(", "))),
        Illegal::TooEarlyToVote { played, needed } => {
            Some(format!("{} more cards to play first", needed - played))
        }
        Illegal::NoClaimOn { resource, .. } | Illegal::NoPrerequisite { resource, .. } => {
            let resource = game.contents().resource_name(*resource);
            Some(format!("own a {resource} tile or buy access to one"))
        }
        Illegal::KnownOtherwise { .. } | Illegal::PaysTooLittle { .. } => Some(
            "look at the box once more; if it says so, write the reason behind the facts: Learn (…): \"the reason\""
                .to_owned(),
        ),
        Illegal::PackContradicts { .. } => Some(
            "look at the box once more, and learn everything that was misread in one line"
                .to_owned(),
        ),
        _ => None,
    }
}

fn deck_card(game: &Game, card: DeckCard) -> &str {
    match card {
        DeckCard::Proposal(building) => game.contents().building_name(building),
        DeckCard::Adviser(adviser) => game.contents().adviser_name(adviser),
    }
}

const fn out_of_deck(place: OutOfDeck) -> &'static str {
    match place {
        OutOfDeck::LeftTheGame => "it has left the game",
        OutOfDeck::Discarded => "it is among the discards",
        OutOfDeck::Active => "it is active",
        OutOfDeck::Proposed => "it is a proposal",
        OutOfDeck::OnOffer => "it is on offer",
        OutOfDeck::DealtBefore => "it has been dealt before",
    }
}

fn resources<'g>(game: &'g Game, resources: &[ResourceId]) -> Vec<&'g str> {
    resources.iter().map(|&resource| game.contents().resource_name(resource)).collect()
}

/// The roads that would connect it, at the end of a message.
fn help(link: Option<&[Square]>) -> String {
    link.map(|link| format!("; {}", roads_on(link))).unwrap_or_default()
}

fn roads_on(link: &[Square]) -> String {
    match link {
        [one] => format!("a road on {one} would connect it"),
        link => format!("roads on {} would connect it", in_a_row(link)),
    }
}

/// Squares one after another.
fn in_a_row(squares: &[Square]) -> String {
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
