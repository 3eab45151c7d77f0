//! Our digest of the rules, with stable numbers and the rulebook's section titles.
//!
//! Refusals, receipts and tests cite a [`Rule`]; a player finds it in the printed book under
//! [`Rule::section`]. The sentences are ours.

use std::fmt;

use components::fact_id::{FactField, SquareField};
use components::specs::{
    AdviserField, BoardField, BuildingField, CountField, OfferField, RaceField, ResourceCardField,
    ResourceField, SpaceField, StandardCardField,
};

enum_table::enum_table! {
    /// A numbered rule of our digest.
    pub enum Rule {
        /// Its number, "5.11".
        number: &'static str,
        /// The title of the rulebook's section.
        section: &'static str,
        /// Its content, in our words.
        summary: &'static str,
    }

    Grid = "2.1", "A Note on Resources", "A square is land of one terrain, river, wall, a reserved site, or not part of the city; land belongs to one section.";
    OneThingPerSquare = "2.2", "A Note on Resources", "A square holds one thing: a road, a square of a tile, or, on river and wall, a bridge or gate.";
    Adjacent = "2.3", "Upgrading Resources", "Adjacent means sharing an edge or a corner.";
    SectionsApart = "2.4", "A Note on Resources", "Land of different sections never connects; only bridges, gates and reserved sites join sections.";
    Connected = "2.5", "Upgrading Resources", "Tiles are connected if they are adjacent or joined by a chain of roads; a player's own bridges and gates count as roads.";
    Roads = "2.6", "Upgrading Resources", "Roads are shared and lie on free land; a chain never runs through a building.";
    ConnectedToOwn = "2.7", "Important Reminders", "What is built is connected to a resource tile, house, bridge or gate of its builder.";

    PlayersAndBoard = "3.1", "Setup", "One to four players use either side of the board.";
    DealProposals = "3.2", "Setup", "Three proposals come from the bottom of the deck; of two of one type the right one goes on top and is replaced.";
    DealAdvisers = "3.3", "Setup", "Advisers are stacked by tier, tier 1 on top; four are on offer.";
    StartingGoods = "3.4", "Setup", "Each player starts with $7, the standard cards, three houses, three bridges and three locked workers.";
    ChooseRace = "3.5", "Setup", "In player order each player chooses a race and gets its resource; Aesthers take any free card instead.";
    SecondResource = "3.6", "Setup", "In reverse order each player takes a second resource card that the race does not forbid.";
    ThirdResource = "3.7", "Setup", "With two players each takes a third card, not forbidden by race or second card.";
    TakeFromAnother = "3.7a", "Setup", "A player with no valid card left takes one from another player, who at once picks another.";
    NeutralResources = "3.8", "Setup", "With two or three players the resources nobody controls are neutral.";
    StartStall = "3.9", "Setup", "In reverse order each player places a stall of the race's resource on a grey square numbered no higher than the player count.";
    StartPoints = "3.10", "Setup", "Points start at 0.";

    PlayACard = "4.1", "Call to Work", "The active player plays one card: face up for its main action, face down for a basic action, or Call to Vote.";
    Follow = "4.2", "Call to Work", "After a face-up card the others, clockwise, may follow it or take a basic action.";
    FollowAdviser = "4.3", "Leading and Following", "An adviser is followed as the standard card of its category; its own text replaces the main action.";
    PlayedCardsStay = "4.4", "Game Play Structure", "Played cards lie in front of the player until that player calls a vote.";
    TurnPasses = "4.5", "Game Play Structure", "Then the turn passes clockwise.";

    Recruit = "5.1", "Recruit", "A recruiter owns or has access to the adviser's resource and pays the cost of its place.";
    RecruitReward = "5.2", "Recruit", "Every recruit earns 1 lasting influence and the card's points.";
    RefillOffer = "5.3", "Recruit", "The offer slides left and is refilled once, at the end of the turn.";
    Import = "5.4", "Trade", "A stall of a controlled resource goes on free land clear of the owner's tiles, for $1, $2 or $3 by terrain.";
    BuyAccess = "5.5", "Trade", "Access to another's or a neutral tile costs $2, $3 or $4 by its cheapest terrain, paid to the owner or the bank.";
    ImportNeutral = "5.6", "Trade", "Importing a neutral resource with access costs $4.";
    ImportForAnother = "5.7", "Trade", "After two completions a stall of another player's resource may be imported with access, for $4.";
    FollowTrade = "5.8", "Trade", "A player who follows a trade may import or buy access, on entrance or coastal squares only.";
    OnePerSection = "5.9", "Trade", "A section holds one tile of each resource, and there are three stalls of each.";
    UpgradeCost = "5.10", "Upgrade", "An advanced resource building costs $4 at tier 2 and $6 at tier 3, on any terrain.";
    UpgradePlacement = "5.11", "Upgrade", "It is connected to a claimed tile of each prerequisite and to something owned, clear of the owner's tiles, alone of its kind in its section.";
    UpgradeRoad = "5.12", "Upgrade", "With the main action one road connected to the new tile may be built before or after it; so may every connected road that a card grants.";
    UpgradeScores = "5.13", "Upgrade", "Its prerequisites are scored at once and completely; deliveries come after.";
    House = "5.14", "Construct", "A house costs $4, on a green square connected to something owned, clear of the owner's tiles, one per section.";
    Bridge = "5.15", "Construct", "A bridge or gate costs $4, on a free river or wall square connected to something owned.";
    ConstructDiscount = "5.16", "Construct", "The main action builds for $1 less; followers pay in full.";
    IncomeCard = "5.17", "2-Player Action: Income", "The Income card collects income; it is followed with any follow action or a basic action.";
    BasicAction = "5.18", "Basic Actions", "A basic action gains $1 or 1 fleeting influence, builds a road connected to something owned, or places a worker.";
    Worker = "5.19", "Basic Actions", "A free worker goes on the own race mat or on the card of a building with the player's delivery token, if the space is free.";

    Income = "6.1", "Income", "Income is the number of different resources a player owns on the board.";
    CollectIncome = "6.2", "Income", "Collecting income brings that much money and 1 fleeting influence per built house.";

    BuildScores = "7.1", "Delivering Resources and Earning Points", "When a tile is built each prerequisite's source earns its owner the printed value.";
    DeliveryScores = "7.2", "Delivering Resources and Earning Points", "A delivered resource earns its owner the value printed on the building.";
    Cascade = "7.3", "Delivering Resources and Earning Points", "What an advanced tile earns pays for its own prerequisites, and so on down; nobody pays themselves.";
    PrerequisiteValue = "7.4", "Upgrading Resources", "A basic prerequisite is worth 1, an advanced one what the tile using it prints.";
    Neutral = "7.5", "Neutral Buildings", "A neutral basic prerequisite is worth 2, which nobody gets.";
    WhichSource = "7.6", "Delivering Resources and Earning Points", "Among connected sources the owner of the tile that uses them chooses each time.";
    Brackets = "7.7", "Delivering Resources and Earning Points", "The value in brackets is the main value less what the prerequisites are paid; each neutral one leaves 1 point less.";

    PrestigePlacement = "8.1", "Building Proposal Vote", "A prestige building lies on free land of one section, touches its colour, and is alone of its type there; special ones go on their sites.";
    FitsNowhere = "8.2", "Building Proposal Vote", "A building that fits nowhere leaves the game and is replaced.";
    NeutralDelivery = "8.3", "Neutral Buildings", "When a building is placed, the neutral basic resources it asks for are delivered at once for no points.";
    Delivery = "8.4", "Delivering Resources and Earning Points", "A resource is delivered the moment a tile of it is connected for its owner to a building with that space open.";
    WhoDelivers = "8.5", "Delivering Resources and Earning Points", "If several tiles could deliver, the player who made the connection chooses.";
    DeliveryOrder = "8.6", "Delivering Resources and Earning Points", "One action may cause several deliveries; the acting player orders them.";
    Completion = "8.7", "End of Game", "A building with every space filled gets a completion token.";

    CallVote = "9.1", "Call to Vote", "A vote may be called with two cards already played, three with two players.";
    VoteBonus = "9.2", "Resetting", "For each card left in hand the caller takes $1, 1 fleeting influence or a road.";
    Reset = "9.3", "Resetting", "The caller takes back all played cards and placed workers.";
    OthersIncome = "9.4", "Income", "Every other player collects income.";
    Ballots = "9.5", "Building Proposal Vote", "All secretly choose a proposal and commit influence: 1, plus fleeting, plus twice lasting.";
    VoteWinner = "9.6", "Building Proposal Vote", "The highest total wins; a tie is broken by its voter with fewest points, then by the nearest to the caller.";
    AfterVote = "9.7", "Building Proposal Vote", "The winner becomes active, the rest are discarded; fleeting and committed influence go back.";
    WhoPlaces = "9.8", "Building Proposal Vote", "The largest contributor to the winner places its tile.";
    NewProposals = "9.9", "Building Proposal Vote", "Three new proposals are dealt.";

    EndOfGame = "10.1", "End of Game", "The sixth completion ends the game after the active player's turn.";
    FinalScoring = "10.2", "End of Game", "Each lasting influence and each full $4 is worth 1 point.";
    Winner = "10.3", "End of Game", "Most points wins; a tie goes to the player nearest the active player.";

    SoloSetup = "11.1", "Game Variant - Solo Play", "A single player controls all eight resources, without Income card or vote tiles, and starts on any numbered grey square.";
    SoloCycles = "11.2", "Game Variant - Solo Play", "There are seven cycles through the hand; an adviser played face up leaves the game.";
    SoloVote = "11.3", "Game Variant - Solo Play", "Once Call to Vote is the only card in hand, it is played: income, cards back, markers paid off, one proposal chosen; the left one is free, the others cost influence that rises with every completion.";
    SoloMarkers = "11.4", "Game Variant - Solo Play", "Placing a building puts a neutral marker on every unfinished building; a delivery takes it off.";
    SoloEnd = "11.5", "Game Variant - Solo Play", "The seventh cycle ends with Call to Vote in hand: every building is complete, or the game is lost.";
    Achievements = "11.6", "Game Variant - Achievements", "One achievement of each deck is chosen before races; each is scored once, by everyone who fulfils it in time.";
    NoWorkers = "11.7", "Game Variant - No Workers", "There are no workers and no actions of mats and prestige cards; a house costs $2.";
    ShapingHistory = "11.8", "Game Variant - Shaping History", "On the thematic side, the winner fills in the event card of the race: a building, its part of the city, a governing body.";
}

impl Rule {
    /// Returns the rule that needs a fact about the box if no check cites one: for facts missing in
    /// a payout, a delivery or a deck.
    pub(super) const fn printed_for(fact: FactField) -> Self {
        match fact {
            FactField::Resource(field) => match field {
                ResourceField::Tier => Self::UpgradeCost,
                ResourceField::Recipe => Self::Cascade,
                ResourceField::Shape | ResourceField::Turnable => Self::UpgradePlacement,
                ResourceField::Copies => Self::OnePerSection,
            },
            FactField::Race(field) => match field {
                RaceField::Colour => Self::StartingGoods,
                RaceField::Resource => Self::ChooseRace,
                RaceField::Forbidden => Self::SecondResource,
                RaceField::Action => Self::Worker,
                RaceField::Solo => Self::SoloSetup,
            },
            FactField::ResourceCard(ResourceCardField::Forbidden) => Self::ThirdResource,
            FactField::Building(field) => match field {
                BuildingField::Colour
                | BuildingField::Shape
                | BuildingField::Turnable
                | BuildingField::Special => Self::PrestigePlacement,
                BuildingField::SpaceCount => Self::Completion,
                BuildingField::Action => Self::Worker,
            },
            FactField::Space(field) => match field {
                SpaceField::Resource => Self::Delivery,
                SpaceField::Value => Self::DeliveryScores,
            },
            FactField::Adviser(field) => match field {
                AdviserField::Tier => Self::DealAdvisers,
                AdviserField::Points => Self::RecruitReward,
                AdviserField::Requires => Self::Recruit,
                AdviserField::Category => Self::FollowAdviser,
                AdviserField::Action => Self::PlayACard,
            },
            FactField::StandardCard(StandardCardField::Action) => Self::PlayACard,
            FactField::Achievement(_) => Self::Achievements,
            FactField::Offer(OfferField::AdviserPrices) => Self::Recruit,
            FactField::Board(field) => match field {
                BoardField::Terrain | BoardField::Sections => Self::Grid,
                BoardField::Starts => Self::StartStall,
                BoardField::Sites => Self::PrestigePlacement,
                BoardField::Side => Self::ShapingHistory,
                BoardField::Solo => Self::SoloSetup,
            },
            FactField::Count(field) => match field {
                CountField::PrestigeCards => Self::NewProposals,
                CountField::AdviserCards => Self::RefillOffer,
                CountField::StartMoney
                | CountField::Houses
                | CountField::Bridges
                | CountField::Workers
                | CountField::ClaimTokens
                | CountField::DeliveryTokens
                | CountField::Roads
                | CountField::Fleeting
                | CountField::Lasting
                | CountField::CompletionTokens
                | CountField::Dollars => Self::StartingGoods,
            },
            FactField::Square(SquareField::Terrain | SquareField::Section) => Self::Grid,
            FactField::Square(SquareField::StartNumber) => Self::StartStall,
            FactField::Site => Self::PrestigePlacement,
        }
    }
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {}, rulebook \"{}\"", self.number(), self.section())
    }
}

enum_table::enum_table! {
    /// A ruling that a table may switch away from our default, in the order of the rulings.
    pub enum TableOption {
        /// Its name in records.
        key: &'static str,
        /// The ruling it switches, "R4".
        ruling: &'static str,
        /// Its meaning when switched on.
        sentence: &'static str,
    }

    ImportPaysOwner = "import pays owner", "R4", "The $4 for importing another player's resource go to that player instead of the bank.";
    TileAndRoadInTurn = "tile and road in turn", "R5", "Whichever of tile and road is laid first must be legal by itself.";
    AnyConnectedSource = "any connected source", "R7", "Any connected tile can supply a prerequisite in a payout, claimed or not.";
    OnlyOwnerDelivers = "only owner delivers", "R8", "Only the owner's own action sets off a delivery; placing a building delivers to that building, for everybody.";
    AestherCardIsFree = "aesther card is free", "R15", "The symbols on the card Aesthers take as their race's resource forbid them nothing.";
    ByImport = "by import", "R34", "For trade stalls in every section, only stalls that the player imported count.";
}

enum_table::bit_set!(
    /// The rulings a table has switched on.
    Options, u8, all of TableOption
);

enum_table::enum_table! {
    /// A variant of the game that a table may add, in the order of the rules.
    ///
    /// Solo is not listed: a game with one player is a solo game.
    pub enum Variant {
        /// Its name in records.
        key: &'static str,
        /// The rule that describes it.
        rule: Rule,
        /// Its effect on the game.
        sentence: &'static str,
    }

    Achievements = "achievements", Rule::Achievements, "Three achievement cards score for everyone who fulfils them in time.";
    NoWorkers = "no workers", Rule::NoWorkers, "Nobody has workers, mats and prestige cards have no actions, and a house costs $2.";
    ShapingHistory = "shaping history", Rule::ShapingHistory, "The winner fills in an event card that goes into the city events of Gloomhaven.";
}

enum_table::bit_set!(
    /// The variants a table plays with.
    Variants, u8, all of Variant
);
