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
        Illegal::NotTheirTurn { player, expected } => {
            format!("{} acts now, not {}", who(expected), who(player))
        }
        Illegal::NoSuchPlayer { seat } => format!("there is no player {seat} at this table"),
        Illegal::CannotAfford { player, cost, held } => {
            format!("costs {cost}, and {} has {held}; {} short", who(player), *cost - *held)
        }
        Illegal::TooLittleInfluence { player, kind, asked, held } => {
            format!("{} has {held} {kind} influence, not {asked}", who(player))
        }
        Illegal::OutOfRange { what, amount } => format!("{what} of {amount} is out of range"),
        Illegal::RaceTaken { race } => format!("{} is taken", contents.race_name(*race)),
        Illegal::CardTaken { resource, holder } => {
            format!("the {} card is taken by {}", resource_name(resource), who(holder))
        }
        Illegal::CardNotThere { resource, holder } => {
            format!("{} has no {} card to give up", who(holder), resource_name(resource))
        }
        Illegal::RaceCardStays { resource, holder } => {
            format!("{} is the resource of {}'s race", resource_name(resource), who(holder))
        }
        Illegal::Forbidden { resource, by } => {
            format!("{by} forbids {}", resource_name(resource))
        }
        Illegal::ValidCardFree { free } => {
            format!("a valid card is still free: {}", resources(game, free).join(", "))
        }
        Illegal::RaceCard { race, takes } => format!(
            "{} {}",
            contents.race_name(*race),
            if *takes {
                "chooses a resource card together with the race"
            } else {
                "brings its own resource and takes no card"
            }
        ),
        Illegal::NotBasic { resource } => {
            format!("{} is not a basic resource", resource_name(resource))
        }
        Illegal::NotAdvanced { resource } => {
            format!("{} is a basic resource: it is imported, not built", resource_name(resource))
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
        Illegal::NotInHand { card, player } => {
            format!("{} is not in {}'s hand", contents.card_name(*card), who(player))
        }
        Illegal::NotPlayed { card, player } => {
            format!(
                "{} is not among the cards {} has played",
                contents.card_name(*card),
                who(player)
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
                "only Call to Vote is left in {}'s hand, so the vote must be called",
                who(player)
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
            format!("{} is not on offer", contents.adviser_name(*adviser))
        }
        Illegal::NoClaimOn { player, resource } => {
            format!("{} neither owns nor has access to {}", who(player), resource_name(resource))
        }
        Illegal::OtherResource { adviser, requires, bought } => {
            format!(
                "{} requires {}, not {}",
                contents.adviser_name(*adviser),
                resource_name(requires),
                resource_name(bought)
            )
        }
        Illegal::OffBoard { squares } => format!("{} is not on the board", in_a_row(squares)),
        Illegal::WrongGround { squares, kind } => format!("{} is {kind}", in_a_row(squares)),
        Illegal::NotFree { squares } => format!("{} is not free", in_a_row(squares)),
        Illegal::WrongTerrain { squares, wanted } => {
            format!("{} is not {}", in_a_row(squares), wanted.name())
        }
        Illegal::SeveralSections { .. } => "the tile would lie in more than one section".to_owned(),
        Illegal::WrongShape { of, squares } => {
            format!("the tile of {of} cannot be laid on {}", in_a_row(squares))
        }
        Illegal::ResourceInSection { resource, squares } => {
            format!(
                "the section already holds {}, at {}",
                resource_name(resource),
                in_a_row(squares)
            )
        }
        Illegal::TypeInSection { building, squares } => format!(
            "the section already holds a building of this type, {} at {}",
            building_name(building),
            in_a_row(squares)
        ),
        Illegal::HouseInSection { player, squares } => {
            format!("{} already has a house in this section, at {}", who(player), in_a_row(squares))
        }
        Illegal::AdjacentToOwn { owner, squares } => {
            format!(
                "it would be adjacent to another tile of {}, at {}",
                who(owner),
                in_a_row(squares)
            )
        }
        Illegal::NotConnected { player, link } => {
            format!("it is not connected to anything {} owns{}", who(player), help(link.as_deref()))
        }
        Illegal::NoPrerequisite { player, resource } => {
            format!("{} has no claim on any {}", who(player), resource_name(resource))
        }
        Illegal::PrerequisiteApart { player, resource, tiles, link } => format!(
            "it is not connected to a {} of {}, at {}{}",
            resource_name(resource),
            who(player),
            in_a_row(tiles),
            help(link.as_deref())
        ),
        Illegal::RoadApart { link } => {
            format!("the road is not connected to the tile being built{}", help(link.as_deref()))
        }
        Illegal::NoneLeft { what } => format!("no {what} is left"),
        Illegal::NotControlled { player, resource } => {
            format!("{} does not control {}", who(player), resource_name(resource))
        }
        Illegal::ControlsItself { player, resource } => {
            format!(
                "{} controls {} and imports it as an own stall",
                who(player),
                resource_name(resource)
            )
        }
        Illegal::ControlledByNobody { resource } => {
            format!("nobody controls {}", resource_name(resource))
        }
        Illegal::TooFewCompletions { completed } => {
            format!("only after two completed buildings; there are {completed}")
        }
        Illegal::NoSuchTile { resource, squares } => {
            format!("there is no {} tile on {}", resource_name(resource), in_a_row(squares))
        }
        Illegal::AlreadyClaims { player, owns } => {
            format!("{} already {} it", who(player), if *owns { "owns" } else { "has access to" })
        }
        Illegal::FollowTerrain { .. } => {
            "a follower trades on entrance or coastal squares only".to_owned()
        }
        Illegal::NoSquareOf { wanted } => {
            format!("the tile has no {} square", wanted.name())
        }
        Illegal::TileApart { player, to, link } => {
            format!(
                "the tile is not connected, for {}, to {to}{}",
                who(player),
                help(link.as_deref())
            )
        }
        Illegal::NoFreeWorker { player, houses, placed } => {
            format!("{} has no free worker: {houses} unlocked, {placed} placed", who(player))
        }
        Illegal::WorkerSpaceTaken { by } => {
            format!("the worker space is taken by {}", who(by))
        }
        Illegal::NotActive { building } => {
            format!("{} is not an active building", building_name(building))
        }
        Illegal::NoDeliveryToken { player, building } => {
            format!("{} has no delivery token on {}", who(player), building_name(building))
        }
        Illegal::NotProposed { building } => {
            format!("{} is not among the proposals", building_name(building))
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
            format!("{} was voted in, not {}", building_name(expected), building_name(found))
        }
        Illegal::OffColour { wanted, .. } => {
            format!("no square of it is {}", wanted.name())
        }
        Illegal::OffSite { building, .. } => {
            format!("{} goes on a site reserved for it", building_name(building))
        }
        Illegal::NotAllPlayed { player, left } => format!(
            "{} still has {} to play before the vote",
            who(player),
            counted(*left, "card", "cards")
        ),
        Illegal::NoSeventhVote => "the seventh cycle ends without a vote".to_owned(),
        Illegal::WrongPayment { asked, price } => format!("{asked} does not pay for it: {price}"),
        Illegal::NoWorkers => "there are no workers in this game".to_owned(),
        Illegal::WrongAchievements { found } => format!(
            "one achievement of each deck is chosen: immediate, mid-game and end-game; found {found}"
        ),
        Illegal::NotToJudge { achievement, why } => {
            format!("{} {why}", contents.achievement_name(*achievement))
        }
        Illegal::NoSuchDistrict { name, .. } => format!("{name} is not part of the city"),
        Illegal::NoTileOf { player, resource } => {
            format!("{} owns no {} tile", who(player), resource_name(resource))
        }
        Illegal::Finished { building } => {
            format!("{} is completed", building_name(building))
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
