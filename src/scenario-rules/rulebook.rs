//! Our summary of the rules of the hex map, with stable numbers and the books' section titles, and
//! the rulings where the books leave something open.
//!
//! Refusals, answers and tests name a [`Rule`]; a player finds it in the book under
//! [`Rule::section`]. The sentences are ours. Only rules that this engine applies are listed: the
//! actions of characters and most of the town are left to the players.

use std::fmt;

enum_table::enum_table! {
    /// One numbered rule of our summary.
    pub enum Rule {
        /// Returns its number, such as "S8.4".
        number: &'static str,
        /// Returns our title for it, two or three words long.
        title: &'static str,
        /// Returns the title of its section in the book.
        section: &'static str,
        /// Returns its content in our words.
        summary: &'static str,
    }

    Map = "S2.1", "the map", "Scenario Book Features", "A hex is open, an obstacle, a trap, hazardous, difficult or a door; a wall stands between two hexes, and the edge of the map is wall.";
    Adjacent = "S2.2", "adjacent", "Attack", "Hexes are adjacent if they share an edge that is not a wall.";
    Range = "S2.3", "range", "Attack", "The fewest hexes from one to the other, never through a wall, through anything else freely.";
    Sight = "S2.4", "line of sight", "Line-of-Sight", "A straight line from one hex to the other touches no wall; obstacles and figures do not block it.";
    OneFigure = "S2.5", "one figure in a hex", "Move", "A hex holds one figure; only those that fly stand above obstacles, and nobody in a closed door.";
    Suffered = "S2.6", "suffered damage", "Suffer Damage", "Damage that is merely suffered needs no line of sight, and nothing changes its amount.";

    Level = "S3.1", "scenario level", "Reference page", "The average level of the characters, halved and rounded up; easy one less, hard one more, very hard two more; 0 to 7.";
    LevelNumbers = "S3.2", "numbers of a level", "Finishing a Scenario", "The level gives the value of a money token, the damage of a trap and the experience for success.";
    Equations = "S3.3", "L and C", "Equations", "Where a number is written with L and C, L is the level of the scenario and C the number of characters.";
    Standees = "S3.4", "standees", "Play Area Setup", "Every monster on the map is a standee of its set, and their numbers are dealt at random; a set has no more monsters on the map than standees.";
    ModifierDeck = "S3.6", "modifier decks", "Attack Modifier Cards", "A modifier deck has 20 cards in seven kinds; all monsters share one, each character has one, and a summon uses that of its character.";

    CardSelection = "S4.2", "choosing cards", "Card Selection", "Each character plays two cards from hand or declares a long rest, which needs two discards; without either it is exhausted.";
    SetInitiative = "S4.4", "one initiative for a set", "Order of Action", "All monsters of a set act at one initiative, that of their ability card.";
    Order = "S4.5", "order of initiative", "Ordering of Initiative", "Low initiative first, a character before a set with the same; two characters go by their second cards, then as the players decide.";
    WithinSet = "S4.6", "order within a set", "Order of Action", "Elites act in ascending number, then normal monsters in ascending number.";
    SummonsFirst = "S4.7", "summons first", "Summon", "The summons of a character act directly before it, the longest-standing first.";

    Conditions = "S5.2", "conditions", "Conditions", "Immobilize allows no move, stun no ability; muddle gives all attacks disadvantage, strengthen advantage.";
    ConditionComes = "S5.3", "a condition comes along", "Conditions", "A condition comes with an attack even if it deals no damage.";
    OtherConditions = "S5.4", "other conditions", "Enhancing Ability Cards", "Poison adds 1 to every attack, disarm allows none, and an invisible figure is no focus and no target.";
    EndLoot = "S5.5", "looting at the end of a turn", "End-of-Turn Looting", "At the end of its turn a character picks up the money tokens in its hex.";
    PlayedCards = "S5.6", "played cards", "Character Turns", "A played card is discarded after its action, lost if the action says so, or stays active until its effect ends.";
    Recover = "S5.7", "recovering cards", "Recover and Refresh", "Recovered cards return to the hand at once, active ones included, whose effects end: a summon leaves the map.";
    CardOrder = "S5.8", "order on the card", "Character Turns", "The abilities of a card are carried out in the order written; an attack written before the move comes first.";

    Walking = "S6.1", "moving", "Move", "A move leads through allies, never through enemies, obstacles or walls, and never ends where a figure stands.";
    Cost = "S6.2", "cost of a move", "Move", "Each hex entered costs 1 point, a difficult one 2; flying and jumping have rules of their own.";
    Traps = "S6.3", "traps and hazards", "Monster Interaction with Traps and Hazardous Terrain", "A trap is sprung by the figure that enters and is gone then; hazardous terrain hurts at every entry and stays; those that fly are spared.";
    Doors = "S6.4", "doors", "Locked doors", "A character opens a closed door by moving onto it; to monsters it is wall, and to everybody while it is locked.";
    Obstacles = "S6.5", "obstacles with hit points", "Destroying obstacles", "An obstacle with hit points can be attacked and falls only to damage; a destroyed obstacle leaves all of its hexes open.";
    Plates = "S6.6", "pressure plates", "Pressure plates", "A pressure plate does not hinder; it may do something if a character stands on it at the end of a turn.";

    Target = "S7.1", "targets of an attack", "Attack", "An attack targets one enemy in range and in sight; with several targets, as many different ones.";
    Disadvantage = "S7.2", "advantage and disadvantage", "Advantage and Disadvantage", "A ranged attack on an adjacent enemy has disadvantage; advantage uses the better of two cards, disadvantage the worse, both together cancel.";
    Damage = "S7.3", "damage", "Monster Attacks", "Attack value, bonuses, modifier card, then the shield less what pierces it; never below 0.";
    Death = "S7.4", "death", "Damage and Killing Monsters", "A monster whose damage reaches its hit points dies and leaves the map.";
    Negate = "S7.5", "negating damage", "Character Damage", "A character about to suffer damage may lose one card from hand or two discards instead; other effects of the attack stay.";
    Retaliate = "S7.6", "retaliate", "Retaliate", "After each attack the attacker suffers it if adjacent or within its range, unless the attack killed the target; several add up.";
    Exhausted = "S7.7", "exhaustion", "Exhaustion", "A character without hit points, or unable to play or rest, is exhausted and takes no further part.";
    Heal = "S7.8", "heal", "Heal", "The figure itself, or itself or one ally in range, gains hit points up to its maximum.";

    Focus = "S8.1", "focus", "Monster Focus", "A monster looks for the enemy that it can attack after the fewest steps; how near it stands in a straight line does not decide.";
    Steps = "S8.2", "counting steps", "Monster Focus", "Steps are counted without a limit, through allies, not through enemies or obstacles, to a free hex.";
    InPlace = "S8.3", "attacking in place", "Monster Focus", "An enemy that it can attack where it stands costs 0 steps.";
    Negative = "S8.4", "negative hexes", "Monster Interaction with Traps and Hazardous Terrain", "Traps and hazardous terrain are obstacles as long as any enemy can be attacked without entering one; otherwise as few as possible are entered.";
    Tie = "S8.5", "tied foci", "Monster Focus", "Of enemies equally many steps away the one earlier in the order of initiative, a summon just before its owner, a resting character last.";
    NoAttack = "S8.6", "no attack on the card", "Monster Movement", "Without an attack a monster seeks its focus as if it attacked in melee.";
    NoFocus = "S8.7", "no focus", "Monster Focus", "Where no enemy can be attacked from any hex there is no focus, and the monster neither moves nor attacks; an invisible enemy is no enemy to it.";
    Points = "S8.8", "movement points", "Monster Movement", "A monster moves only if its card says so, and up to the points it gives.";
    Best = "S8.9", "best attack", "Monster Movement", "As few negative hexes as can be; then no disadvantage against the focus, as many targets as possible, the fewest points.";
    Nearest = "S8.10", "nearest hex for it", "Monster Movement", "A melee monster goes to the nearest free hex beside its focus; a ranged one stops as soon as it can attack, and steps away from an adjacent focus.";
    OutOfReach = "S8.11", "out of reach", "Monster Movement", "It moves toward the hex it would attack from, to where the fewest steps are left; where no free hex is nearer it stays.";
    Approach = "S8.12", "moving without an attack", "Monster Movement", "With no attack after the move it goes as near as it can, as for melee, and stops beside its focus.";
    Others = "S8.14", "further targets", "Monster Attacks", "It attacks its focus if it can, and as many others as its attack allows; whom a further attack of its card goes for is ruling G28.";
    HealTarget = "S8.15", "whom it heals", "Other Monster Abilities", "A monster's heal goes to itself or the ally in range that has lost most hit points.";
    UseElement = "S8.16", "using elements", "Elemental infusions", "An element that is strong or waning can be used and is inert then; all monsters of a set have the benefit.";
    Ambiguity = "S8.17", "ambiguity", "Ambiguity", "Where several hexes or targets are equally right, the players decide.";
    Bosses = "S8.18", "bosses", "Bosses", "Bosses are neither normal nor elite, and the conditions on their list do not stick.";

    OwnSummons = "S9.1", "summons of characters", "Summon", "The summon of a character comes into an empty hex beside it, none free, no summon; it never acts in the round in which it comes.";
    MonsterSummons = "S9.2", "summons of monsters", "Summons", "The summon of a monster comes into an empty hex beside it, as near to an enemy as possible; no hex or no standee left, no summon; it does not act in that round and leaves no money.";
    Spawning = "S9.3", "spawns", "Spawning", "A spawn comes into its place or the nearest empty hex; at the end of a round it acts from the next, during one it counts as just revealed.";

    AlliedTokens = "S9.4", "allied tokens", "Numbered tokens", "Allied numbered tokens act in ascending number, and the numbers are dealt at random.";
    NumberedTokens = "S9.5", "tokens to loot", "Numbered tokens", "A numbered token that is a place to loot is taken by the character that loots its hex.";

    Elements = "S10.1", "elements", "End of Round", "At the end of a round strong elements become waning and waning ones inert.";
    Shuffle = "S10.2", "shuffling", "End of Round", "At the end of a round a modifier deck is shuffled if its standard double or no-damage card was drawn.";
    ShortRest = "S10.3", "short rest", "Short rest", "With two or more discards one at random is lost and the others return; for 1 damage, once, another at random is lost instead.";
    LongRest = "S10.4", "long rest", "Long rest", "The whole turn on initiative 99: a discard of choice is lost, the others return, and the character heals 2.";

    Loot = "S11.1", "loot", "Loot", "Looting takes every money token within range; money is personal.";
    Tokens = "S11.2", "money tokens", "Loot", "A monster that dies leaves a money token in its hex, a summoned one none.";
    Gains = "S11.3", "experience", "Gaining Experience", "Experience comes from actions and used-up charges that say so.";
    Treasure = "S11.4", "treasure", "Loot", "A looted treasure tile is gone, and its number is looked up.";

    ScenarioEnd = "S12.1", "end of the scenario", "Finishing a Scenario", "When the goal of a scenario is met the round is finished, and then the scenario ends.";
    FinalGains = "S12.2", "final gains", "Finishing a Scenario", "Characters keep the experience gained, with a bonus of the level for success, and the gold of their tokens; money left on the map is gone.";
    CardsBack = "S12.3", "cards come back", "Finishing a Scenario", "Bless, curse and other added cards leave the modifier decks, and the cards of all piles come back to the hands.";
    BattleGoals = "S12.4", "battle goals", "Finishing a Scenario", "Battle goals count only on success, for exhausted characters too, and go back either way.";
    Rewards = "S12.5", "rewards", "Scenario Completion", "Rewards are for success only, as battle goals are, and exhausted characters have their part.";

    ReducedRandomness = "S13.1", "reduced randomness", "Game Variant: Reduced Randomness", "The standard double and no-damage cards count as +0; the deck is still shuffled after one.";
    PermanentDeath = "S13.2", "permanent death", "Game Variant: Permanent Death", "Below 1 hit point a character dies for good; exhausted by its cards it stays on the map, can be attacked, cannot act, and counts as initiative 99.";
    RandomDungeon = "S13.3", "random dungeon", "Game Variant: Random Dungeon Deck", "Three rooms, one at a time, and no monsters left at the end; the entrance of a room is of the kind of the exit used, and other rooms are passed over.";

    Experience = "S14.1", "new characters", "Creating New Characters", "A new character has a level up to the prosperity level, the experience of that level and 15 × (level + 1) gold.";
    Enhancement = "S14.6", "enhancement", "Enhancing Ability Cards", "The base cost, doubled for several targets, plus 25 for each level above 1 and 75 for each earlier enhancement of the action.";

    DungeonGains = "S17.1", "gains of a dungeon", "Game Variant: Random Dungeon Deck", "A random dungeon can be played instead of a scenario; experience, money, checkmarks and quests count, and the campaign does not move on.";
    DungeonEntrance = "S17.2", "entrances and exits", "Game Variant: Random Dungeon Deck", "Characters start on empty hexes within two of an entrance; a later room is entered from the exit used, and an exit that is not used is closed.";
    DungeonPenalties = "S17.3", "penalties of rooms", "Game Variant: Random Dungeon Deck", "Each room has the penalty that the players chose, up to three major ones; in the first room they choose who opened it, and there is no previous room.";
    DungeonMonsters = "S17.4", "contents of rooms", "Game Variant: Random Dungeon Deck", "The monster card fills the twelve places of the room for the number of characters and says what treasure brings; comparable tiles stand in where some run out.";
}

impl fmt::Display for Rule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "rule {} (\"{}\")", self.number(), self.section())
    }
}

enum_table::enum_table! {
    /// The basis of a ruling.
    pub enum Standing {
        /// Returns the word for it.
        word: &'static str,
    }

    /// The letter of one of the texts.
    Letter = "letter";
    /// The publisher's answers, or the practice of all companion apps; not in the texts.
    Public = "public";
    /// Our own reading.
    Ours = "ours";
}

enum_table::enum_table! {
    /// Our reading of a point where the texts are silent or disagree.
    pub enum Ruling {
        /// Returns its number, such as "G3".
        number: &'static str,
        /// Returns its basis where it is not switched.
        default_standing: Standing,
        /// Returns its text where it is not switched.
        sentence: &'static str,
    }

    FewestNegatives = "G1", Standing::Public, "Of several ways over negative hexes the one with the fewest, then the one with the fewest steps, over all enemies; a trap already passed counts like one ahead.";
    NearerFirst = "G2", Standing::Letter, "Of enemies equally many steps away the earlier in initiative is the focus; which one stands nearer does not count.";
    BestHex = "G3", Standing::Public, "The group of targets is chosen first: no disadvantage against the focus, the most targets, the fewest movement points for that, then the further targets as foci are, by steps and initiative. Of the hexes that group can be attacked from, the one with the fewest others at disadvantage, then the fewest points. The same order decides the hex aimed at when none is in reach. A muddled monster ignores disadvantage.";
    AnyPart = "G4", Standing::Letter, "Sight goes from any part of a hex to any part of the other.";
    AcrossWalls = "G5", Standing::Public, "Hexes with a wall between them are not adjacent, for any purpose.";
    SprungTraps = "G6", Standing::Public, "A sprung trap is taken away; hazardous terrain deals half of a trap's damage, rounded down.";
    JumpAndFly = "G7", Standing::Public, "A jump leads over anything and ends like any move; a flying figure is unharmed and may end above obstacles; neither ends on a figure.";
    DifficultTerrain = "G8", Standing::Public, "A difficult hex costs 2 points, 1 for flying and jumping, and 2 as the last hex of a jump.";
    Shields = "G9", Standing::Public, "Shields add up and lower every attack; pierce takes from the shield of that attack only.";
    EqualInitiative = "G10", Standing::Public, "Sets with the same initiative, and characters tied twice, act in the order the players choose.";
    BetterCard = "G11", Standing::Public, "The better card is the one with the higher damage.";
    DeckFaces = "G12", Standing::Public, "The 20 cards are six of +0, five each of +1 and −1, one each of +2, −2, double and no damage. A deck that runs out is shuffled at once.";
    OwnTurn = "G13", Standing::Letter, "A condition gained on the own turn lasts through the following turn; received again it starts anew.";
    Unseen = "G14", Standing::Public, "Poison adds 1 to every attack, and a heal removes it instead of healing; wound deals 1 damage at the start of each turn until a heal; a disarmed figure has no attack; an invisible one is neither focus nor target. Bless and curse cards leave the deck when drawn, and a deck holds at most ten curses.";
    NoShieldAgainstRetaliate = "G15", Standing::Public, "A shield does not lower what retaliate deals.";
    RevealedRoom = "G16", Standing::Public, "The turn of the character that opens a door is finished first; then the monsters of the new room with a lower initiative act, in the order of initiative; then the round goes on. With too few standees those nearest to that character are placed.";
    MadeElement = "G17", Standing::Public, "An element is strong from the end of the turn of the figure that makes it.";
    DroppedToken = "G18", Standing::Public, "Every monster leaves a money token, except summoned and spawned ones and where the scenario says no.";
    AfterDamage = "G23", Standing::Public, "Conditions and other effects of an attack come after its damage, to a target that is still alive; poison from this attack does not raise it.";
    ValueOrder = "G24", Standing::Public, "The players choose the order of several changes in one step; additions before doublings is proposed.";
    AdjacentSight = "G25", Standing::Ours, "Adjacent hexes without a wall between them are always in sight of each other, even where every line from corner to corner touches a wall.";
    FirstDrawn = "G26", Standing::Public, "Of two modifier cards of which neither is better, the one drawn first counts.";
    FurtherAttack = "G28", Standing::Public, "A further attack of a monster's card goes at the same target until it is dead; only then a new focus is found.";
    FlyingLost = "G29", Standing::Public, "A figure that stops flying above an obstacle suffers a trap's damage and is put in the nearest empty hex; above a trap or hazardous terrain it suffers what entering would deal.";
    AreaAttack = "G31", Standing::Public, "An area attack hits every enemy in sight in the target hexes of its pattern, which may be turned and mirrored; it has as many targets as any placement allows, the focus among them. A melee pattern has its attacker's hex on the attacker, and no wall may make the way to a target longer than in the pattern. Of a ranged pattern one hex has to be in range. With several targets, the further ones are outside the area, in range and in sight.";
}

/// The rulings that the players have switched away from the default, and the variants they play
/// with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[expect(clippy::struct_excessive_bools, reason = "each is an independent ruling, on or off")]
pub struct Switches {
    /// G2: of enemies equally many steps away the nearer one comes first.
    pub nearer_first: bool,
    /// G28: a further attack of a card is made on an enemy that was not attacked yet.
    pub other_target: bool,
    /// G4: line of sight goes from corner to corner, and not from or to a corner at a wall.
    pub corner_to_corner: bool,
    /// G8: the last hex of a jump costs 1 point even where it is difficult.
    pub soft_landing: bool,
    /// G6: the damage of hazardous terrain, if it is not half of a trap's.
    pub hazard: Option<u8>,
    /// G11: rolling modifier cards are played.
    pub rolling: bool,
    /// S13.1: the standard double and no-damage cards count as +0.
    pub reduced_randomness: bool,
    /// S13.2: characters die, and stay on the map when their cards exhaust them.
    pub permanent_death: bool,
}

/// One of the [`Switches`]; its text is that of positions and records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Switch {
    /// [`Switches::nearer_first`].
    NearerFirst,
    /// [`Switches::other_target`].
    OtherTarget,
    /// [`Switches::corner_to_corner`].
    CornerToCorner,
    /// [`Switches::soft_landing`].
    SoftLanding,
    /// [`Switches::rolling`].
    Rolling,
    /// [`Switches::reduced_randomness`].
    ReducedRandomness,
    /// [`Switches::permanent_death`].
    PermanentDeath,
    /// [`Switches::hazard`].
    Hazard(u8),
}

impl Switch {
    /// The switches without an amount.
    pub const PLAIN: [Self; 7] = [
        Self::NearerFirst,
        Self::OtherTarget,
        Self::CornerToCorner,
        Self::SoftLanding,
        Self::Rolling,
        Self::ReducedRandomness,
        Self::PermanentDeath,
    ];
}

impl fmt::Display for Switch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NearerFirst => f.write_str("nearer first"),
            Self::OtherTarget => f.write_str("other target"),
            Self::CornerToCorner => f.write_str("corner to corner"),
            Self::SoftLanding => f.write_str("soft landing"),
            Self::Rolling => f.write_str("rolling cards"),
            Self::ReducedRandomness => f.write_str("reduced randomness"),
            Self::PermanentDeath => f.write_str("permanent death"),
            Self::Hazard(damage) => write!(f, "hazardous {damage}"),
        }
    }
}

impl Switches {
    /// Switches a ruling on or off.
    pub const fn set(&mut self, switch: Switch, on: bool) {
        match switch {
            Switch::NearerFirst => self.nearer_first = on,
            Switch::OtherTarget => self.other_target = on,
            Switch::CornerToCorner => self.corner_to_corner = on,
            Switch::SoftLanding => self.soft_landing = on,
            Switch::Rolling => self.rolling = on,
            Switch::ReducedRandomness => self.reduced_randomness = on,
            Switch::PermanentDeath => self.permanent_death = on,
            Switch::Hazard(damage) => self.hazard = if on { Some(damage) } else { None },
        }
    }

    /// Returns `true` if a ruling is switched on, with this amount if it has one.
    pub fn has(self, switch: Switch) -> bool {
        match switch {
            Switch::NearerFirst => self.nearer_first,
            Switch::OtherTarget => self.other_target,
            Switch::CornerToCorner => self.corner_to_corner,
            Switch::SoftLanding => self.soft_landing,
            Switch::Rolling => self.rolling,
            Switch::ReducedRandomness => self.reduced_randomness,
            Switch::PermanentDeath => self.permanent_death,
            Switch::Hazard(damage) => self.hazard == Some(damage),
        }
    }

    /// Returns every ruling that is switched on.
    pub fn on(self) -> impl Iterator<Item = Switch> {
        Switch::PLAIN
            .into_iter()
            .filter(move |&switch| self.has(switch))
            .chain(self.hazard.map(Switch::Hazard))
    }
}

impl Ruling {
    /// Returns the ruling with its number and basis for these switches: "Ruling G25 (ours): …".
    pub fn cited(self, switches: Switches) -> String {
        let standing = self.basis(switches).word();
        format!("Ruling {} ({standing}): {}", self.number(), self.text(switches))
    }

    /// Returns its basis for these switches.
    pub const fn basis(self, switches: Switches) -> Standing {
        match self {
            // Both alternative readings are the publisher's, for the other game.
            Self::NearerFirst if switches.nearer_first => Standing::Public,
            Self::AnyPart if switches.corner_to_corner => Standing::Public,
            Self::FurtherAttack if switches.other_target => Standing::Letter,
            _ => self.default_standing(),
        }
    }

    /// Returns its text for these switches.
    pub const fn text(self, switches: Switches) -> &'static str {
        match self {
            Self::NearerFirst if switches.nearer_first => {
                "Of enemies equally many steps away the nearer one is the focus, then the earlier in initiative."
            }
            Self::BestHex if switches.nearer_first => {
                "The group of targets is chosen first: no disadvantage against the focus, the most targets, the fewest movement points for that, then the further targets as foci are, by steps, nearness and initiative. Of the hexes that group can be attacked from, the one with the fewest others at disadvantage, then the fewest points. The same order decides the hex aimed at when none is in reach. A muddled monster ignores disadvantage."
            }
            Self::FurtherAttack if switches.other_target => {
                "A further attack of a monster's card goes at an enemy that it has not attacked yet."
            }
            Self::AnyPart if switches.corner_to_corner => {
                "Sight goes from a corner of a hex to a corner of the other; a corner at a wall is of no use."
            }
            Self::DifficultTerrain if switches.soft_landing => {
                "A difficult hex costs 2 points, 1 for flying and jumping, the last hex of a jump included."
            }
            Self::SprungTraps if switches.hazard.is_some() => {
                "A sprung trap is taken away; hazardous terrain deals the damage the table has set."
            }
            Self::BetterCard if switches.rolling => {
                "The better card is the one with the higher damage; advantage adds a rolling card, disadvantage ignores it."
            }
            _ => self.sentence(),
        }
    }
}
