//! Our summary of the rules of the campaign, with stable numbers and the book's section titles, and
//! the rulings where the book leaves something open.
//!
//! Refusals, receipts and tests name a [`Rule`]; a player finds it in the book under
//! [`Rule::section`]. The sentences are ours. Only rules that this engine applies are listed.

use std::fmt;

use scenario_rules::rulebook::Standing;

enum_table::enum_table! {
    /// One numbered rule of our summary.
    pub enum Rule {
        /// Returns its number, such as "S14.3".
        number: &'static str,
        /// Returns our title for it, two or three words long.
        title: &'static str,
        /// Returns the title of its section in the book.
        section: &'static str,
        /// Returns its content in our words.
        summary: &'static str,
    }

    ScenarioGains = "S12.2", "gains of a scenario", "Finishing a Scenario", "A character keeps the experience gained, with 4 + 2 × level for success, and the gold of its money tokens.";
    BattleGoals = "S12.4", "battle goals", "Finishing a Scenario", "Battle goals count only on success, for exhausted characters too.";
    Rewards = "S12.5", "rewards", "Scenario Completion", "Rewards are for success in the campaign only: achievements, prosperity, new scenarios, gold, experience and items.";
    PermanentDeath = "S13.2", "permanent death", "Game Variant: Permanent Death", "Only with this variant a character dies for good.";

    Levels = "S14.1", "levels", "Leveling Up", "Levels start at 0, 45, 95, 150, 210, 275, 345, 420 and 500 experience and are taken in town; lower characters may rise to the prosperity level, and new ones have any level up to it, with 15 × (level + 1) gold.";
    CheckmarkPerks = "S14.2", "perks by checkmarks", "Additional Perks", "Three checkmarks make a perk at once, six such perks at most.";
    Trading = "S14.3", "buying and selling", "Buying and Selling Items", "The supply has items 001 to 014 and seven more with each prosperity level, and every item whose design was found; an item is sold for half its price, rounded down, and no character owns two alike.";
    Losses = "S14.4", "losses", "Completing Road Events", "Nothing is lost that is not there: no gold below 0, no perk, no experience or prosperity below its level; reputation goes from −20 to 20.";
    Donations = "S14.5", "donations", "Donating to the Sanctuary", "Once in each visit a character may donate 10 gold, and has two bless cards in the next scenario.";
    Enhancing = "S14.6", "enhancement", "Enhancing Ability Cards", "After the achievement that allows it, a sticker costs its base, doubled for several targets, plus 25 for each level above 1 and 75 for each earlier sticker of the action; a class has no more enhanced cards than the prosperity level.";
    Retirement = "S14.7", "retirement", "Announcing Retirement", "The items of a character that retires go back to the supply, its gold is gone, and the town gains 1 prosperity.";

    CampaignScenario = "S15.1", "scenarios of the campaign", "Campaign Overview", "A scenario of the campaign is unlocked, needs its achievements, and is completed by no party yet; a casual one needs only to be revealed, and brings no rewards.";
    Parties = "S15.2", "parties", "Party Sheet", "A new party can be formed at any time; its members may change, and two to four characters play.";
    Achievements = "S15.3", "achievements", "Achievements", "Of the global achievements of one type one is active, and a new one replaces it; others can repeat.";
    Traveling = "S15.4", "traveling", "Traveling and Road Events", "A road event is due on the way from the town, unless the scenario is linked to the town, and on the way from a scenario, unless the next is the same or linked to it.";
    EventCards = "S15.5", "event cards", "Completing Road Events", "The party makes one choice, and every outcome whose condition is met applies, from top to bottom; then the card is removed or put at the bottom. Both decks begin with cards 01 to 30, and a party has one city event at most in each visit.";
    RandomRewards = "S15.6", "random rewards", "Random Item Design Cards", "A random design brings every copy into the supply, and a random scenario is unlocked; an empty deck gives nothing.";
    Envelopes = "S15.7", "envelopes", "Special Conditions for Opening Envelopes", "Five \"Ancient Technology\" open envelope A, 100 gold donated envelope B; quests, reputation and the first retirement open others, and add event cards.";
    Shared = "S15.8", "world and party", "Campaign Board", "Scenarios, global achievements and prosperity belong to all parties; place, achievements and reputation to one.";
    TownVisit = "S15.9", "a visit to the town", "Visiting Gloomhaven", "In the town, in any order: new characters, a city event, buying and selling, levelling up, donating, enhancing, retiring.";

    NewCharacters = "S16.1", "new characters", "Creating New Characters", "Six classes are open at first; of two personal quests one is kept, and a character without a quest never retires.";
    LevelSteps = "S16.2", "steps of a level", "Leveling Up", "Each level brings one card of the class of at most that level, one perk and the new hit points, level by level.";
    Hands = "S16.3", "hands of cards", "Building a Hand of Cards", "A hand has exactly as many cards as the hand limit of the class, chosen from the pool: cards of level 1 and X, and those chosen at each level.";
    Copies = "S16.5", "copies and places of items", "Buying and Selling Items", "A party owns no more of an item than there are copies; items of characters outside of it count as supply. A character equips one item each for head, body and legs, one in each hand or one in both, and as many small ones as its level allows.";
    Stickers = "S16.6", "stickers", "Enhancing Ability Cards", "A sticker is placed on a card in the pool of the character, on a line that its kind allows; the class keeps it.";
    Quests = "S16.7", "fulfilled quests", "Announcing Retirement", "A fulfilled quest is announced in the town, and the character plays no further scenario; its envelope is opened, or a random design and a random scenario if that is open; the quest leaves the game.";
    Deaths = "S16.8", "death", "Game Variant: Permanent Death", "The items of a dead character go back to the supply, its gold is gone, and its quest goes back.";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {} (\"{}\")", self.number(), self.section())
    }
}

enum_table::enum_table! {
    /// Our reading of a point where the texts are silent or lost.
    pub enum Ruling {
        /// Returns its number, such as "G19".
        number: &'static str,
        /// Returns its basis.
        standing: Standing,
        /// Returns its text.
        sentence: &'static str,
    }

    PriceSteps = "G19", Standing::Public, "Items cost 1 to 5 gold less from reputation 3, 7, 11, 15 and 19 on, and as much more from −3, −7, −11, −15 and −19 on.";
    Thresholds = "G30", Standing::Public, "The town has prosperity levels 2 to 9 with more than 3, 8, 14, 21, 29, 38, 49 and 63 marks; the marks that donations bring are printed on the board and typed in.";
    SmallItems = "G32", Standing::Public, "A character equips as many small items as half its level, rounded up.";
}
