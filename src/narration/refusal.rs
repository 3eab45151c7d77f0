//! Refusals in words: the reasons of a refusal, and the remedy.
//!
//! Everything refers to the game in which the action was refused. Messages follow "not allowed:",
//! so they start in lower case and take no full stop.

use components::board::SquareKind;
use components::ids::{AchievementId, BuildingId, ResourceId};
use components::quantity::Points;
use components::specs::{AchievementDeck, Terrain};
use components::square::Square;
use plain_text::{clauses, counted, listed, one_of};
use rules::action::Payment;
use rules::game::Game;
use rules::illegal::{
    AttemptedUse, CardLocation, DeckCard, EventLine, FactConflict, Illegal, NotJudgedReason,
    PositionItem, Reason, Refusal, Restriction, TileKind, Unrecordable,
};
use rules::player::PlayerId;
use rules::rulebook::Rule;

use super::{NamedGame, pending, words};

/// Describes a whole refusal in one line: "not allowed: …", "cannot tell: …".
pub fn describe(named: NamedGame<'_>, refusal: &Refusal) -> String {
    let head = if refusal.cannot_tell() { "cannot tell" } else { "not allowed" };
    let reasons = refusal.reasons.iter().map(|reason| with_rule(named, reason));
    let unknown = refusal.unknown.iter().map(ToString::to_string);
    format!("{head}: {}", clauses(&reasons.chain(unknown).collect::<Vec<_>>()))
}

/// Describes a reason with the rule it comes from.
pub fn with_rule(named: NamedGame<'_>, reason: &Reason) -> String {
    format!("{} ({})", message(named, &reason.illegal), reason.rule)
}

/// Describes one reason of a refusal.
#[expect(clippy::too_many_lines, reason = "one arm for each reason")]
pub fn message(named: NamedGame<'_>, illegal: &Illegal) -> String {
    let contents = named.game().contents();
    let who = |player: &PlayerId| named.label(*player);
    let resource_name = |resource: &ResourceId| contents.resource_name(*resource);
    let building_name = |building: &BuildingId| contents.building_name(*building);
    match illegal {
        Illegal::GameOver => "the game is over".to_owned(),
        Illegal::NotNow { pending: decision } => {
            format!("first comes: {}", pending::describe(named, decision))
        }
        Illegal::NotTheirTurn { player, expected } => {
            format!("{} acts now, not {}", who(expected), who(player))
        }
        Illegal::NoSuchPlayer { seat } => format!("there is no player {seat} at this table"),
        Illegal::CannotAfford { player, cost, held } => {
            format!("costs {cost}, and {} has {held}; {} short", who(player), *cost - *held)
        }
        Illegal::TooLittleInfluence { player, kind, requested, held } => {
            format!("{} has {held} {}, not {requested}", who(player), kind.name())
        }
        Illegal::OutOfRange { what, amount } => {
            format!("{} of {amount} is out of range", what.name())
        }
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
            format!("{} forbids {}", restriction(named, *by), resource_name(resource))
        }
        Illegal::ValidCardFree { free } => {
            format!("a valid card is still free: {}", listed(&resources(named.game(), free)))
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
            format!(
                "{} is not in the deck: {}",
                deck_card(named.game(), *card),
                out_of_deck(*place)
            )
        }
        Illegal::DeckOrder { card, before } => {
            let before = deck_card(named.game(), *before);
            format!("{} cannot come up before {before}", deck_card(named.game(), *card))
        }
        Illegal::WrongNumberOfCards { dealt, needed } => {
            format!("{} dealt, {needed} needed", counted(*dealt, "card", "cards"))
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
        Illegal::TooManyCards { requested, allowed } => {
            format!(
                "{} too many: the text allows {allowed}",
                counted(*requested, "card is", "cards are")
            )
        }
        Illegal::NamedTwice { card } => {
            format!("{} is named twice", deck_card(named.game(), *card))
        }
        Illegal::VoteCardOnlyVotes => "Call to Vote can only be used to call a vote".to_owned(),
        Illegal::MustCallVote { player } => {
            format!(
                "only Call to Vote is left in {}'s hand, so the vote must be called",
                who(player)
            )
        }
        Illegal::TooEarlyToVote { played, needed } => {
            format!(
                "{}, and a vote needs {needed}",
                counted(*played, "card is played", "cards are played")
            )
        }
        Illegal::WrongUse { what } => something_else(named.game(), what),
        Illegal::MoreToDecide { source, text } => {
            format!(
                "{} asks for one more decision: {text}",
                pending::text_source(named.game(), *source)
            )
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
        Illegal::OffBoard { squares } => format!("{} is not on the board", square_list(squares)),
        Illegal::WrongGround { squares, kind } => {
            format!("{} is {}", square_list(squares), ground(*kind))
        }
        Illegal::NotFree { squares } => format!("{} is not free", square_list(squares)),
        Illegal::WrongTerrain { squares, wanted } => {
            format!("{} is not {}", square_list(squares), wanted.name())
        }
        Illegal::SeveralSections { .. } => "the tile would lie in more than one section".to_owned(),
        Illegal::WrongShape { of, squares } => {
            format!(
                "the tile of {} cannot be laid on {}",
                tile_kind(named.game(), *of),
                square_list(squares)
            )
        }
        Illegal::ResourceInSection { resource, squares } => {
            format!(
                "the section already holds {}, at {}",
                resource_name(resource),
                square_list(squares)
            )
        }
        Illegal::TypeInSection { building, squares } => format!(
            "the section already holds a building of this type, {} at {}",
            building_name(building),
            square_list(squares)
        ),
        Illegal::HouseInSection { player, squares } => {
            format!(
                "{} already has a house in this section, at {}",
                who(player),
                square_list(squares)
            )
        }
        Illegal::AdjacentToOwn { owner, squares } => {
            format!(
                "it would be adjacent to another tile of {}, at {}",
                who(owner),
                square_list(squares)
            )
        }
        Illegal::NotConnected { player, link } => {
            format!(
                "it is not connected to anything {} owns{}",
                who(player),
                link_hint(link.as_deref())
            )
        }
        Illegal::NoPrerequisite { player, resource } => {
            format!("{} has no claim on any {}", who(player), resource_name(resource))
        }
        Illegal::PrerequisiteApart { player, resource, tiles, link } => format!(
            "it is not connected to a {} of {}, at {}{}",
            resource_name(resource),
            who(player),
            square_list(tiles),
            link_hint(link.as_deref())
        ),
        Illegal::RoadApart { link } => {
            format!(
                "the road is not connected to the tile being built{}",
                link_hint(link.as_deref())
            )
        }
        Illegal::RoadNeedsTile { player, square, link, .. } => format!(
            "the road on {square} is laid before the tile, and is not connected to anything {} \
             owns{}",
            who(player),
            link_hint(link.as_deref())
        ),
        Illegal::NoneLeft { of } => match of {
            TileKind::Resource(_) => format!("no {} tile is left", tile_kind(named.game(), *of)),
            TileKind::Prestige(_) | TileKind::House | TileKind::Bridge => {
                format!("no {} is left", tile_kind(named.game(), *of))
            }
        },
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
            format!("there is no {} tile on {}", resource_name(resource), square_list(squares))
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
                "the tile is not connected, for {}, to {}{}",
                who(player),
                to.as_ref().map_or("anything owned", building_name),
                link_hint(link.as_deref())
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
        Illegal::NoProposal { tile } => {
            format!("there is no proposal at the {}", words::vote_tile(*tile))
        }
        Illegal::BallotCount { players, found } => {
            format!("a vote takes one ballot of every player, {players} in all; found {found}")
        }
        Illegal::NotTied { tied } => format!(
            "the tie is between {}",
            listed(&tied.iter().map(building_name).collect::<Vec<_>>())
        ),
        Illegal::OtherBuilding { expected, found } => {
            format!("{} was voted in, not {}", building_name(expected), building_name(found))
        }
        Illegal::OffColor { wanted, .. } => {
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
        Illegal::WrongPayment { offered, price, options, held } => {
            wrong_payment(*offered, *price, options, *held)
        }
        Illegal::NoWorkers => "there are no workers in this game".to_owned(),
        Illegal::WrongAchievements { found } => format!(
            "one achievement of each deck is chosen: immediate, mid-game and end-game; found {}",
            achievements(named.game(), found)
        ),
        Illegal::NotToJudge { achievement, reason } => {
            format!("{} {}", contents.achievement_name(*achievement), no_verdict(*reason))
        }
        Illegal::NoSuchDistrict { name, .. } => format!("\"{name}\" is not part of the city"),
        Illegal::NoTileOf { player, resource } => {
            format!("{} owns no {} tile", who(player), resource_name(resource))
        }
        Illegal::AlreadyComplete { building } => {
            format!("{} is completed", building_name(building))
        }
        Illegal::NotAChoice { choice, open } => {
            let choice = pending::choice(named.game(), *choice);
            let open: Vec<String> =
                open.iter().map(|open| pending::choice(named.game(), *open)).collect();
            let remedy = match open.as_slice() {
                [] => "no choice is open".to_owned(),
                open => format!("open are {}", listed(open)),
            };
            format!("no such choice is open: {choice}; {remedy}")
        }
        Illegal::NoReason => "a reason is needed".to_owned(),
        Illegal::CannotBeRecorded { what } => {
            format!("the record cannot hold this: {}", unrecordable(named, *what))
        }
        Illegal::FactConflict(otherwise) => known_otherwise(otherwise),
        Illegal::PackContradicts { problem } => {
            format!("these facts cannot hold together: {problem}")
        }
        Illegal::PaysTooLittle(short) => format!(
            "{}: {} for {}, whose prerequisites are paid {} of it",
            short.place, short.value, short.resource, short.paid
        ),
    }
}

/// Describes a remedy, if one can be computed: the missing link, the missing dollar.
pub fn remedy(named: NamedGame<'_>, illegal: &Illegal) -> Option<String> {
    match illegal {
        Illegal::CannotAfford { player, cost, held } => {
            Some(format!("{} needs {} more", named.label(*player), *cost - *held))
        }
        Illegal::RoadNeedsTile { tile_first: true, .. } => Some("lay the tile first".to_owned()),
        Illegal::NotConnected { link: Some(link), .. }
        | Illegal::PrerequisiteApart { link: Some(link), .. }
        | Illegal::RoadApart { link: Some(link) }
        | Illegal::RoadNeedsTile { link: Some(link), .. }
        | Illegal::TileApart { link: Some(link), .. } => Some(roads_on(link)),
        Illegal::NotAStart { starts, .. } if !starts.is_empty() => {
            Some(format!("free start squares: {}", square_list(starts)))
        }
        Illegal::NotAllPlayed { left, .. } => {
            Some(format!("{} to play first", counted(*left, "card", "cards")))
        }
        Illegal::NoSuchDistrict { known, .. } => Some(format!("one of {}", listed(known))),
        Illegal::ValidCardFree { free } => {
            Some(format!("take one of {}", listed(&resources(named.game(), free))))
        }
        Illegal::TooEarlyToVote { played, needed } => {
            Some(format!("{} to play first", counted(needed - played, "more card", "more cards")))
        }
        Illegal::NoClaimOn { resource, .. } | Illegal::NoPrerequisite { resource, .. } => {
            let resource = named.game().contents().resource_name(*resource);
            Some(format!("own a {resource} tile or buy access to one"))
        }
        Illegal::FactConflict(_) | Illegal::PaysTooLittle(_) => Some(
            "look at the box once more; if it says so, write the reason behind the facts: \
             Learn (…): \"the reason\""
                .to_owned(),
        ),
        Illegal::PackContradicts { .. } => Some(
            "look at the box once more, and learn everything that was misread in one line"
                .to_owned(),
        ),
        _ => None,
    }
}

/// Names the mat or card that forbids a resource.
fn restriction(named: NamedGame<'_>, by: Restriction) -> String {
    match by {
        // A mat has the name of its race, whatever the naming of the players.
        Restriction::Mat(player) => format!("the {} mat", named.game().race_label(player)),
        Restriction::Card(resource) => {
            format!("the {} card", named.game().contents().resource_name(resource))
        }
    }
}

/// Describes the attempted action, and its real effect.
fn something_else(game: &Game, what: &AttemptedUse) -> String {
    let (what, does) = match what {
        AttemptedUse::Text { source, text } => (pending::text_source(game, *source), text.as_str()),
        AttemptedUse::Follow => ("following this card".to_owned(), Rule::Follow.summary()),
        AttemptedUse::FollowTrade => ("following a trade".to_owned(), Rule::FollowTrade.summary()),
        AttemptedUse::Action(rule) => ("this action".to_owned(), rule.summary()),
        AttemptedUse::BuildWithRoads(0) => ("this action".to_owned(), "it comes without a road"),
        AttemptedUse::BuildWithRoads(granted) => {
            let roads = counted(usize::from(*granted), "road", "roads");
            return format!("this action does something else: it comes with at most {roads}");
        }
    };
    format!("{what} does something else: {does}")
}

const fn ground(kind: SquareKind) -> &'static str {
    match kind {
        SquareKind::Land(terrain) => terrain.name(),
        SquareKind::UnknownLand => "land",
        SquareKind::River => "river",
        SquareKind::Wall => "wall",
        SquareKind::Reserved(_) => "reserved for a special building",
        SquareKind::Outside => "not part of the city",
    }
}

fn tile_kind(game: &Game, kind: TileKind) -> &str {
    match kind {
        TileKind::Resource(resource) => game.contents().resource_name(resource),
        TileKind::Prestige(building) => game.contents().building_name(building),
        TileKind::House => "house",
        TileKind::Bridge => "bridge or gate",
    }
}

fn wrong_payment(asked: Payment, price: i32, possible: &[Payment], held: Payment) -> String {
    let possible: Vec<String> = possible.iter().map(|payment| words::tokens(*payment)).collect();
    let remedy = match possible.as_slice() {
        [] => format!(
            "only {} fleeting and {} lasting influence is held",
            held.fleeting, held.lasting
        ),
        possible => format!("pay {}", one_of(possible)),
    };
    format!(
        "{} does not pay for it: it costs {price} fleeting influence, and each lasting influence \
         counts as 2; {remedy}",
        words::tokens(asked)
    )
}

/// Lists achievements with their decks; "none" for none.
fn achievements(game: &Game, found: &[(AchievementId, AchievementDeck)]) -> String {
    let names: Vec<String> = found
        .iter()
        .map(|(achievement, deck)| {
            format!("{} ({})", game.contents().achievement_name(*achievement), deck.name())
        })
        .collect();
    if names.is_empty() { "none".to_owned() } else { listed(&names) }
}

const fn no_verdict(why: NotJudgedReason) -> &'static str {
    match why {
        NotJudgedReason::NotInPlay => "is not in play",
        NotJudgedReason::Scored => "has been scored",
        NotJudgedReason::ByProgram => "is judged by the program",
        NotJudgedReason::NotYet => "is not scored yet",
    }
}

fn unrecordable(named: NamedGame<'_>, what: Unrecordable) -> String {
    let contents = named.game().contents();
    match what {
        Unrecordable::LongText { most } => {
            format!("a text of more than {most} characters")
        }
        Unrecordable::EventLine { line, most } => {
            let line = match line {
                EventLine::District => "the part of the city",
                EventLine::GoverningBody => "the governing body",
            };
            format!("{line} takes from 1 to {most} characters")
        }
        Unrecordable::PlacedOrVotedIn(building) => {
            format!("{} is placed or about to be", contents.building_name(building))
        }
        Unrecordable::NotRequired { building, resource } => {
            let resource = contents.resource_name(resource);
            format!("{} does not ask for {resource}", contents.building_name(building))
        }
        Unrecordable::CyclesOfSolo { last } => {
            format!("only a solo game has cycles, and they are 1 to {last}")
        }
        Unrecordable::NotInPlay(achievement) => {
            format!("{} is not in play", contents.achievement_name(achievement))
        }
        Unrecordable::NoWorkerThere(player) => {
            format!("{} has no worker there", named.label(player))
        }
        Unrecordable::HeldBy { card, holder } => {
            format!("{} has {}", named.label(holder), contents.card_name(card))
        }
        Unrecordable::FaceDownUnnamed(card) => {
            let name = contents.card_name(card);
            format!("{name} must be one of the cards that lie face down unnamed")
        }
        Unrecordable::OnlyInPosition(what) => {
            format!("{} laid out only in a position", laid_out(what))
        }
        Unrecordable::ProposalOnBoard(building) => {
            format!("{} is on the board", contents.building_name(building))
        }
        Unrecordable::OverruledEntry => "only actions of players can be overruled".to_owned(),
        Unrecordable::TooManyTiles => "more tiles than any game has".to_owned(),
        Unrecordable::TooManyRoads => {
            "more separate stretches of road than any game has".to_owned()
        }
        Unrecordable::TooManyPieces => {
            "more tiles or stretches of road than any game has".to_owned()
        }
        Unrecordable::SquareReserved => "a tile or road is being laid there".to_owned(),
        Unrecordable::ActionPending => "the action with this tile is still under way".to_owned(),
        Unrecordable::MarkersOfSolo => "only a solo game has neutral markers".to_owned(),
        Unrecordable::WithoutRace => "a position in which a player has no race".to_owned(),
        Unrecordable::WithoutTurn => "a position that does not say whose turn it is".to_owned(),
        Unrecordable::BoardGone => "the game's board would be gone".to_owned(),
        Unrecordable::BoardResized => {
            "the board would change its size in the middle of a game".to_owned()
        }
    }
}

const fn laid_out(what: PositionItem) -> &'static str {
    match what {
        PositionItem::Races => "races are",
        PositionItem::ResourceCards => "resource cards are",
        PositionItem::Proposals => "proposals are",
        PositionItem::Advisers => "the advisers on offer are",
        PositionItem::Achievements => "achievements are",
        PositionItem::Turn => "whose turn it is is",
    }
}

fn known_otherwise(otherwise: &FactConflict) -> String {
    let (fact, known, entered) = match otherwise {
        FactConflict::Value { fact, known, source, entered } => {
            (fact.to_string(), format!("{known} ({source})"), entered.clone())
        }
        FactConflict::Size { board, known, learnt } => {
            (format!("the terrain of {board}"), board_size(*known), board_size(*learnt))
        }
        FactConflict::Square { board, square, known, learnt } => (
            format!("the terrain of {square} on {board}"),
            mark(*known).to_owned(),
            mark(*learnt).to_owned(),
        ),
        FactConflict::Bracket { space, known, learnt } => {
            (format!("the number in brackets of {space}"), bracket(*known), bracket(*learnt))
        }
    };
    format!("{fact} is known: {known}; here it is {entered}")
}

fn board_size((columns, rows): (usize, usize)) -> String {
    let columns = counted(columns, "column", "columns");
    format!("{columns} and {}", counted(rows, "row", "rows"))
}

fn bracket(points: Option<Points>) -> String {
    points.map_or("none".to_owned(), |points| format!("(+{points})"))
}

/// Describes a mark in the drawing of a board.
const fn mark(mark: char) -> &'static str {
    match mark {
        'e' => Terrain::Entrance.name(),
        'c' => Terrain::Coastal.name(),
        'f' => Terrain::Forested.name(),
        'g' => Terrain::Central.name(),
        '~' => "river",
        '#' => "wall",
        's' => "a reserved site",
        '?' => "not known",
        _ => "no part of the city",
    }
}

fn deck_card(game: &Game, card: DeckCard) -> &str {
    match card {
        DeckCard::Proposal(building) => game.contents().building_name(building),
        DeckCard::Adviser(adviser) => game.contents().adviser_name(adviser),
    }
}

const fn out_of_deck(place: CardLocation) -> &'static str {
    match place {
        CardLocation::LeftTheGame => "it has left the game",
        CardLocation::Discarded => "it is among the discards",
        CardLocation::Active => "it is active",
        CardLocation::Proposed => "it is a proposal",
        CardLocation::OnOffer => "it is on offer",
        CardLocation::DealtBefore => "it has been dealt before",
    }
}

fn resources<'g>(game: &'g Game, resources: &[ResourceId]) -> Vec<&'g str> {
    resources.iter().map(|&resource| game.contents().resource_name(resource)).collect()
}

/// Describes the roads that would connect a tile, for the end of a message.
fn link_hint(link: Option<&[Square]>) -> String {
    link.map(|link| format!("; {}", roads_on(link))).unwrap_or_default()
}

fn roads_on(link: &[Square]) -> String {
    match link {
        [one] => format!("a road on {one} would connect it"),
        link => format!("roads on {} would connect it", square_list(link)),
    }
}

/// Lists squares, separated by spaces.
fn square_list(squares: &[Square]) -> String {
    squares.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}
