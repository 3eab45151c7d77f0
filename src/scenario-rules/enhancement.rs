//! The price of an enhancement, as a receipt (S14.6).

use super::illegal::{BoundedQuantity, Illegal, Refusal};
use super::levels::character_level;

enum_table::enum_table! {
    /// The ability that a sticker enhances or adds, in the order of the rulebook's table.
    pub enum Sticker {
        /// Returns the word for it.
        word: &'static str,
        /// Returns its base cost in gold; for an attack hex, before division by the targeted hexes.
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

/// An enhancement to price.
///
/// ```
/// use scenario_rules::enhancement::{Enhancement, Sticker};
///
/// // Attack +1 on an ability of a level 3 card that targets three hexes.
/// let sticker = Sticker::Attack;
/// let attack =
///     Enhancement { sticker, card_level: 3, several_targets: true, hexes: 3, earlier: 0 };
/// assert_eq!(attack.price()?.total(), 50 + 50 + 50);
///
/// // Then one more attack hex: 200 gold divided by three, plus card level and earlier enhancement.
/// let hex = Enhancement { sticker: Sticker::AttackHex, earlier: 1, ..attack };
/// assert_eq!(hex.price()?.total(), 66 + 50 + 75);
/// # Ok::<(), scenario_rules::Refusal>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Enhancement {
    /// The ability to enhance.
    pub sticker: Sticker,
    /// The level of the card, 1 for a card marked X.
    pub card_level: u8,
    /// `true` if the ability targets several figures; the players decide that (G20).
    pub several_targets: bool,
    /// The number of hexes that the attack targets now; used for an attack hex only.
    pub hexes: u8,
    /// The number of earlier enhancements of the same action.
    pub earlier: u8,
}

/// A part of the price of an enhancement (S14.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PricePart {
    /// The base cost.
    Base(Sticker),
    /// The base cost of an attack hex, divided by the number of hexes that the attack targets.
    SharedBase {
        /// The number of hexes.
        hexes: u8,
    },
    /// The base cost again, for several targets.
    SeveralTargets,
    /// The surcharge for the level of the card.
    CardLevel(u8),
    /// The surcharge for earlier enhancements of the action.
    Earlier {
        /// The number of earlier enhancements.
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

/// The price of an enhancement, itemized.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PriceReceipt {
    /// Its lines, the base cost first.
    pub lines: Vec<ReceiptLine>,
}

impl PriceReceipt {
    /// Returns the price in gold.
    pub fn total(&self) -> u16 {
        self.lines.iter().map(|line| line.gold).sum()
    }
}

impl Enhancement {
    /// Computes the price.
    ///
    /// # Errors
    ///
    /// A [`Refusal`] if a number is impossible for a card.
    pub fn price(self) -> Result<PriceReceipt, Refusal> {
        let is_hex = self.sticker == Sticker::AttackHex;
        let mut reasons: Vec<Illegal> =
            character_level(self.card_level).err().into_iter().collect();
        let quantity = BoundedQuantity::Enhancements;
        reasons.extend(Illegal::out_of_bounds(quantity, self.earlier, 0, 3));
        if is_hex {
            let quantity = BoundedQuantity::AttackHexes;
            reasons.extend(Illegal::out_of_bounds(quantity, self.hexes, 1, 30));
        }
        Refusal::if_any(reasons)?;
        let base = self.sticker.base();
        let mut parts = Vec::new();
        if is_hex {
            let shared = PricePart::SharedBase { hexes: self.hexes };
            parts.push((shared, base / u16::from(self.hexes)));
        } else {
            parts.push((PricePart::Base(self.sticker), base));
            if self.several_targets {
                parts.push((PricePart::SeveralTargets, base));
            }
        }
        if self.card_level > 1 {
            let gold = 25 * (u16::from(self.card_level) - 1);
            parts.push((PricePart::CardLevel(self.card_level), gold));
        }
        if self.earlier > 0 {
            let gold = 75 * u16::from(self.earlier);
            parts.push((PricePart::Earlier { count: self.earlier }, gold));
        }
        let lines = parts.into_iter().map(|(part, gold)| ReceiptLine { part, gold }).collect();
        Ok(PriceReceipt { lines })
    }
}
