//! Values of facts in words, to set what one person says beside what another says.

use super::components::{
    AchievementDeck, CardAction, Category, Condition, Difficulty, Effect, Gain, Prerequisite,
    Price, RaceResource, Side, SiteSpec, Terrain, Tier,
};
use super::quantity::{Money, Points};
use super::square::Square;
use super::tile::Shape;
use english::{counted, listed, one_of, remarks};

/// A value that can be told in words: two values are told alike if they mean the same at the table.
pub trait Told {
    /// What such a value looks like in a file, with `…` for what the box alone can tell.
    const FORM: &'static str = "…";

    /// The words, such as "Metal 1 and Knowledge 1".
    fn told(&self) -> String;
}

/// Names in order, "none" if there are none.
fn sorted(mut names: Vec<String>) -> String {
    // The order in which a card shows its symbols says nothing.
    names.sort_unstable();
    if names.is_empty() { "none".to_owned() } else { listed(&names) }
}

macro_rules! told_as_written {
    ($($kind:ty),*) => {
        $(impl Told for $kind {
            fn told(&self) -> String {
                self.to_string()
            }
        })*
    };
}

told_as_written!(u8, u16, Money, Points);

impl Told for String {
    const FORM: &'static str = "\"…\"";

    fn told(&self) -> String {
        self.clone()
    }
}

impl Told for bool {
    const FORM: &'static str = "true|false";

    fn told(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl Told for Tier {
    const FORM: &'static str = "Basic|Two|Three";

    fn told(&self) -> String {
        match self {
            Self::Basic => "basic",
            Self::Two => "tier 2",
            Self::Three => "tier 3",
        }
        .to_owned()
    }
}

impl Told for Option<Terrain> {
    const FORM: &'static str = "Entrance|Coastal|Forested|Central|None";

    fn told(&self) -> String {
        self.map_or("none", Terrain::name).to_owned()
    }
}

impl Told for Side {
    const FORM: &'static str = "Thematic|Symmetric";

    fn told(&self) -> String {
        match self {
            Self::Thematic => "thematic",
            Self::Symmetric => "symmetric",
        }
        .to_owned()
    }
}

impl Told for Vec<Difficulty> {
    const FORM: &'static str = "[…]";

    fn told(&self) -> String {
        // From the left: the order says which start is meant.
        let all: Vec<String> = self.iter().map(Told::told).collect();
        remarks(&all)
    }
}

/// What has a name of its own is told by it.
macro_rules! told_by_name {
    ($($kind:ty: $form:literal;)*) => {
        $(impl Told for $kind {
            const FORM: &'static str = $form;

            fn told(&self) -> String {
                self.name().to_owned()
            }
        })*
    };
}

told_by_name! {
    Category: "Recruit|Trade|Upgrade|Construct";
    Difficulty: "Easy|Normal|Medium|Hard|VeryHard";
    AchievementDeck: "Immediate|MidGame|EndGame";
}

impl Told for RaceResource {
    const FORM: &'static str = "Own(\"…\")|AnyFree";

    fn told(&self) -> String {
        match self {
            Self::Own(resource) => resource.clone(),
            Self::AnyFree => "any card that is free".to_owned(),
        }
    }
}

impl Told for Shape {
    const FORM: &'static str = "\"…\"";

    fn told(&self) -> String {
        // However it was held when it was drawn, it is the same tile: drawn in the fewest rows.
        let drawn = self.orientations(false).into_iter().map(|way| way.to_string());
        let rows = |drawn: &String| drawn.matches('/').count();
        let flattest = drawn.min_by(|a, b| rows(a).cmp(&rows(b)).then_with(|| b.cmp(a)));
        flattest.unwrap_or_else(|| self.to_string())
    }
}

impl Told for Vec<Prerequisite> {
    const FORM: &'static str = "[(needs:\"…\",pays:…)]";

    fn told(&self) -> String {
        let needed = self.iter();
        sorted(needed.map(|n| format!("{} {}", n.needs, n.pays)).collect())
    }
}

/// The rows of a drawing, or the names of resources; neither is put into another order, since
/// the rows of a drawing stand in one.
impl Told for Vec<String> {
    const FORM: &'static str = "[\"…\"]";

    fn told(&self) -> String {
        if self.is_empty() { "none".to_owned() } else { self.join(" and ") }
    }
}

impl Told for Vec<Money> {
    const FORM: &'static str = "[…]";

    fn told(&self) -> String {
        let prices: Vec<String> = self.iter().map(ToString::to_string).collect();
        remarks(&prices)
    }
}

impl Told for Vec<(Square, u8)> {
    const FORM: &'static str = "[(\"…\",…)]";

    fn told(&self) -> String {
        let starts = self.iter();
        let starts = starts.map(|(square, number)| format!("{square} with {number}"));
        sorted(starts.collect())
    }
}

impl Told for Vec<SiteSpec> {
    const FORM: &'static str = "[(buildings:[\"…\"],squares:[\"…\"])]";

    fn told(&self) -> String {
        let site = |site: &SiteSpec| {
            let mut squares = site.squares.clone();
            squares.sort_unstable();
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            let mut buildings = site.buildings.clone();
            buildings.sort_unstable();
            format!("{} on {}", one_of(&buildings), squares.join(" "))
        };
        sorted(self.iter().map(site).collect())
    }
}

impl Told for CardAction {
    const FORM: &'static str = "(text:\"…\",effects:[…])";

    fn told(&self) -> String {
        let Self { text, effects } = self;
        let effects: Vec<String> = effects.iter().map(Told::told).collect();
        let effects = remarks(&effects);
        if text.is_empty() { effects } else { format!("\"{text}\" ({effects})") }
    }
}

impl Told for Gain {
    fn told(&self) -> String {
        match self {
            Self::Money(amount) => amount.to_string(),
            Self::Fleeting(count) => format!("{count} fleeting influence"),
            Self::Lasting(count) => format!("{count} lasting influence"),
            Self::Points(points) => counted(points, "point", "points"),
        }
    }
}

impl Told for Effect {
    fn told(&self) -> String {
        let priced = |what: &str, price: &Price| match price {
            Price::Full => what.to_owned(),
            Price::Less(less) => format!("{what} at {less} less"),
            Price::Free => format!("{what} free of charge"),
        };
        match self {
            Self::Recruit(price) => priced("recruit an adviser", price),
            Self::Trade(price) => priced("a trade action", price),
            Self::AccessThenRecruit => "buy access, then recruit for that resource".to_owned(),
            Self::Upgrade(price) => priced("build a tier 2 or tier 3 resource", price),
            Self::ConnectedRoad => "a road connected to the new tile".to_owned(),
            Self::Construct(price) => priced("build a house, a bridge or a gate", price),
            Self::Gain(gain) => format!("gain {}", gain.told()),
            Self::GainPerAdjacentBasic(gain) => {
                format!("gain {} for each adjacent basic tile", gain.told())
            }
            Self::Roads(1) => "a free road".to_owned(),
            Self::Roads(count) => format!("up to {}", counted(count, "free road", "free roads")),
            Self::CollectIncome => "collect income".to_owned(),
            Self::ReturnCards(1) => "take back a played card".to_owned(),
            Self::ReturnCards(count) => {
                format!("take back up to {}", counted(count, "played card", "played cards"))
            }
            Self::FreeAccess(terrain) => {
                format!("free access to a connected tile on {} land", terrain.name())
            }
            Self::ByHand => "by hand".to_owned(),
        }
    }
}

impl Told for Condition {
    fn told(&self) -> String {
        match self {
            Self::ByHand(text) => text.clone(),
            Self::Houses(count) => counted(count, "house", "houses"),
            Self::Bridges(count) => counted(count, "bridge or gate", "bridges and gates"),
            Self::TierInEverySection(tier) => format!("{} in every section", tier.told()),
            Self::OwnsResources(count) => counted(count, "resource owned", "resources owned"),
            Self::OwnsTiles(tier, count) => {
                format!("{} of {} owned", counted(count, "tile", "tiles"), tier.told())
            }
            Self::AccessResources(count) => {
                format!("access to {}", counted(count, "resource", "resources"))
            }
            Self::DeliveredTo(count) => {
                format!("deliveries to {}", counted(count, "building", "buildings"))
            }
            Self::Advisers(count) => counted(count, "adviser", "advisers"),
            Self::LastingInfluence(count) => format!("{count} lasting influence"),
            Self::MoneyHeld(amount) => format!("{amount} held"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_means_the_same_is_told_alike() {
        let shape = |text: &str| Shape::try_from(text.to_owned()).expect("a shape");
        assert_eq!(shape("##/#.").told(), shape("#./##").told());
        assert_ne!(shape("##./.##").told(), shape(".##/##.").told());
        assert_eq!(shape("#/#/#").told(), "###");
        let needs = |names: [&str; 2]| {
            let needs = names.iter();
            let needs = needs.map(|name| Prerequisite {
                needs: (*name).to_owned(),
                pays: Points(1),
                bracket: None,
            });
            needs.collect::<Vec<_>>()
        };
        let recipe = needs(["Metal", "Knowledge"]);
        assert_eq!(recipe.told(), needs(["Knowledge", "Metal"]).told());
        assert_eq!(recipe.told(), "Knowledge 1 and Metal 1");
    }
}
