//! The price of an enhancement, as a receipt (S14.6).

use super::illegal::{BoundedQuantity, Illegal, Refusal};
use super::levels::character_level;

catalogue::catalogue! {
    /// The ability that is enhanced or added, in the order of the book's table.
    pub enum Sticker {
        /// The word for it.
        word: &'static str,
        /// Its base cost in gold; for an attack hex before it is divided.
        base: u16,
    }

    Move = "move", 30;
    Attack = "attack", 50;
    Range = "range", 30;
    Target = "target", 50;
    Shield = "shield", 100;
    Retaliate = "retaliate", 100;
    Heal = "heal", 30;
    Push = "push", 30;
    Pull = "pull", 30;
    Pierce = "pierce", 30;
    SummonMove = "a summon's move", 100;
    SummonAttack = "a summon's attack", 100;
    SummonRange = "a summon's range", 50;
    SummonHitPoints = "a summon's hit points", 50;
    Poison = "poison", 75;
    Wound = "wound", 75;
    Curse = "curse", 75;
    Muddle = "muddle", 50;
    Immobilize = "immobilize", 100;
    Disarm = "disarm", 150;
    Strengthen = "strengthen", 50;
    Bless = "bless", 50;
    Jump = "jump", 50;
    Element = "one element", 100;
    AnyElement = "any element", 150;
    AttackHex = "an attack hex", 200;
}

/// An enhancement somebody thinks of buying.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enhancement {
    /// The ability that is enhanced.
    pub sticker: Sticker,
    /// The level of the card, 1 for a card marked X.
    pub card_level: u8,
    /// `true` if the ability targets several figures; the table says so (G20).
    pub several_targets: bool,
    /// The number of hexes that the attack targets now, for an attack hex.
    pub hexes: u8,
    /// The number of enhancements that are on the same action already.
    pub earlier: u8,
}

/// A part of the price of an enhancement (S14.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PricePart {
    /// The base cost.
    Base(Sticker),
    /// The base cost of an attack hex, shared by the hexes that the attack targets.
    SharedBase {
        /// The number of hexes.
        hexes: u8,
    },
    /// The base cost again, for several targets.
    SeveralTargets,
    /// The surcharge for the level of the card.
    CardLevel(u8),
    /// The surcharge for enhancements that are on the action already.
    Earlier {
        /// The number of them.
        count: u8,
    },
}

/// One line of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptLine {
    /// The part of the price.
    pub part: PricePart,
    /// The amount it adds, in gold.
    pub gold: u16,
}

/// The price of an enhancement, part by part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Receipt {
    /// Its lines, the base cost first.
    pub lines: Vec<ReceiptLine>,
}

impl Receipt {
    /// The price in gold.
    pub fn total(&self) -> u16 {
        self.lines.iter().map(|line| line.gold).sum()
    }
}

impl Enhancement {
    /// Returns the price.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] for numbers no card has.
    pub fn price(self) -> Result<Receipt, Refusal> {
        let mut reasons: Vec<Illegal> =
            character_level(self.card_level).err().into_iter().collect();
        let is_hex = self.sticker == Sticker::AttackHex;
        let mut within = |quantity, amount: u8, least: u32, most: u32| {
            let amount = u32::from(amount);
            if !(least..=most).contains(&amount) {
                reasons.push(Illegal::OutOfBounds { quantity, amount, least, most });
            }
        };
        within(BoundedQuantity::Enhancements, self.earlier, 0, 3);
        if is_hex {
            within(BoundedQuantity::AttackHexes, self.hexes, 1, 30);
        }
        Refusal::unless_none(reasons)?;
        let base = self.sticker.base();
        let mut lines = Vec::new();
        let mut add = |part, gold: u16| lines.push(ReceiptLine { part, gold });
        if is_hex {
            let shared = PricePart::SharedBase { hexes: self.hexes };
            add(shared, base / u16::from(self.hexes));
        } else {
            add(PricePart::Base(self.sticker), base);
            if self.several_targets {
                add(PricePart::SeveralTargets, base);
            }
        }
        if self.card_level > 1 {
            let gold = 25 * (u16::from(self.card_level) - 1);
            add(PricePart::CardLevel(self.card_level), gold);
        }
        if self.earlier > 0 {
            let gold = 75 * u16::from(self.earlier);
            add(PricePart::Earlier { count: self.earlier }, gold);
        }
        Ok(Receipt { lines })
    }
}
