//! Values of facts in words, and whether two mean the same.

use super::quantity::{Money, Points};
use super::specs::{
    AchievementDeck, Category, Condition, Difficulty, Prerequisite, RaceResource, ResourceNames,
    Side, SiteSpec, Terrain, Tier,
};
use super::square::Square;
use super::tile::Shape;
use plain_text::{counted, listed, one_of, remarks};

/// A value of a fact.
pub trait Describe: PartialEq {
    /// Notation of such a value in a file, with `…` for what is to be filled in.
    const FORM: &'static str = "…";

    /// Describes the value in words: "Metal 1 and Knowledge 1".
    fn describe(&self) -> String;

    /// Checks whether two values mean the same at the table.
    fn is_same(&self, other: &Self) -> bool {
        self == other
    }
}

/// Checks whether two lists have the same entries in any order, as `key` compares them.
fn is_permutation<T, K: Ord>(ours: &[T], theirs: &[T], key: impl Fn(&T) -> K) -> bool {
    let sorted = |list: &[T]| {
        let mut keys: Vec<K> = list.iter().map(&key).collect();
        keys.sort_unstable();
        keys
    };
    sorted(ours) == sorted(theirs)
}

/// Lists names in alphabetical order; "none" if there are none.
fn sorted(mut names: Vec<String>) -> String {
    // The order in which a card shows its symbols says nothing.
    names.sort_unstable();
    if names.is_empty() { "none".to_owned() } else { listed(&names) }
}

macro_rules! describe_as_written {
    ($($kind:ty),*) => {
        $(impl Describe for $kind {
            fn describe(&self) -> String {
                self.to_string()
            }
        })*
    };
}

describe_as_written!(u8, u16, Money, Points);

impl Describe for String {
    const FORM: &'static str = "\"…\"";

    fn describe(&self) -> String {
        self.clone()
    }
}

impl Describe for bool {
    const FORM: &'static str = "true|false";

    fn describe(&self) -> String {
        if *self { "yes" } else { "no" }.to_owned()
    }
}

impl Describe for Tier {
    const FORM: &'static str = "Basic|Two|Three";

    fn describe(&self) -> String {
        match self {
            Self::Basic => "basic",
            Self::Two => "tier 2",
            Self::Three => "tier 3",
        }
        .to_owned()
    }
}

impl Describe for Option<Terrain> {
    const FORM: &'static str = "Entrance|Coastal|Forested|Central|None";

    fn describe(&self) -> String {
        self.map_or("none", Terrain::name).to_owned()
    }
}

impl Describe for Side {
    const FORM: &'static str = "Thematic|Symmetric";

    fn describe(&self) -> String {
        match self {
            Self::Thematic => "thematic",
            Self::Symmetric => "symmetric",
        }
        .to_owned()
    }
}

impl Describe for Vec<Difficulty> {
    const FORM: &'static str = "[…]";

    fn describe(&self) -> String {
        // From the left: the order says which start is meant.
        let all: Vec<String> = self.iter().map(Describe::describe).collect();
        remarks(&all)
    }
}

/// Describes values by their names.
macro_rules! describe_by_name {
    ($($kind:ty: $form:literal;)*) => {
        $(impl Describe for $kind {
            const FORM: &'static str = $form;

            fn describe(&self) -> String {
                self.name().to_owned()
            }
        })*
    };
}

describe_by_name! {
    Category: "Recruit|Trade|Upgrade|Construct";
    Difficulty: "Easy|Normal|Medium|Hard|VeryHard";
    AchievementDeck: "Immediate|MidGame|EndGame";
}

impl Describe for RaceResource {
    const FORM: &'static str = "Own(\"…\")|AnyFree";

    fn describe(&self) -> String {
        match self {
            Self::Own(resource) => resource.clone(),
            Self::AnyFree => "any card that is free".to_owned(),
        }
    }
}

impl Describe for Shape {
    const FORM: &'static str = "\"…\"";

    fn describe(&self) -> String {
        // However it was held when it was drawn, it is the same tile: drawn in the fewest rows.
        let drawn = self.orientations(false).into_iter().map(|way| way.to_string());
        let rows = |drawn: &String| drawn.matches('/').count();
        let flattest = drawn.min_by(|a, b| rows(a).cmp(&rows(b)).then_with(|| b.cmp(a)));
        flattest.unwrap_or_else(|| self.to_string())
    }

    /// Checks if one is a rotation of the other.
    fn is_same(&self, other: &Self) -> bool {
        Self::is_same(self, other, false)
    }
}

impl Describe for Vec<Prerequisite> {
    const FORM: &'static str = "[(needs:\"…\",pays:…)]";

    fn describe(&self) -> String {
        let needed = self.iter();
        sorted(needed.map(|n| format!("{} {}", n.needs, n.pays)).collect())
    }

    /// Checks for the same prerequisites; their order and the numbers in brackets do not count.
    fn is_same(&self, other: &Self) -> bool {
        is_permutation(self, other, |needed| (needed.needs.clone(), needed.pays))
    }
}

/// The rows of a drawing.
impl Describe for Vec<String> {
    const FORM: &'static str = "[\"…\"]";

    fn describe(&self) -> String {
        if self.is_empty() { "none".to_owned() } else { self.join(" and ") }
    }
}

impl Describe for ResourceNames {
    const FORM: &'static str = "[\"…\"]";

    fn describe(&self) -> String {
        self.0.describe()
    }

    fn is_same(&self, other: &Self) -> bool {
        is_permutation(&self.0, &other.0, Clone::clone)
    }
}

impl Describe for Vec<Money> {
    const FORM: &'static str = "[…]";

    fn describe(&self) -> String {
        let prices: Vec<String> = self.iter().map(ToString::to_string).collect();
        remarks(&prices)
    }
}

impl Describe for Vec<(Square, u8)> {
    const FORM: &'static str = "[(\"…\",…)]";

    fn describe(&self) -> String {
        let starts = self.iter();
        let starts = starts.map(|(square, number)| format!("{square} with {number}"));
        sorted(starts.collect())
    }

    fn is_same(&self, other: &Self) -> bool {
        is_permutation(self, other, |start| *start)
    }
}

impl Describe for Vec<SiteSpec> {
    const FORM: &'static str = "[(buildings:[\"…\"],squares:[\"…\"])]";

    fn describe(&self) -> String {
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

    /// Checks for the same sites; neither their order nor that of their squares and buildings
    /// counts.
    fn is_same(&self, other: &Self) -> bool {
        is_permutation(self, other, |site| {
            let SiteSpec { mut buildings, mut squares } = site.clone();
            buildings.sort_unstable();
            squares.sort_unstable();
            (buildings, squares)
        })
    }
}

impl Describe for Condition {
    fn describe(&self) -> String {
        match self {
            Self::ByHand(text) => text.clone(),
            Self::Houses(count) => counted(count, "house", "houses"),
            Self::Bridges(count) => counted(count, "bridge or gate", "bridges and gates"),
            Self::TierInEverySection(tier) => format!("{} in every section", tier.describe()),
            Self::OwnsResources(count) => counted(count, "resource owned", "resources owned"),
            Self::OwnsTiles(tier, count) => {
                format!("{} of {} owned", counted(count, "tile", "tiles"), tier.describe())
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

    fn shape(text: &str) -> Shape {
        Shape::try_from(text.to_owned()).expect("a shape")
    }

    fn recipe(names: [&str; 2]) -> Vec<Prerequisite> {
        names
            .map(|name| Prerequisite { needs: name.to_owned(), pays: Points(1), bracket: None })
            .into()
    }

    #[test]
    fn rotated_tiles_and_reordered_recipes_are_the_same() {
        assert!(Describe::is_same(&shape("##/#."), &shape("#./##")));
        assert!(!Describe::is_same(&shape("##./.##"), &shape(".##/##.")));
        let metal_first = recipe(["Metal", "Knowledge"]);
        assert!(metal_first.is_same(&recipe(["Knowledge", "Metal"])));
        assert!(!metal_first.is_same(&recipe(["Knowledge", "Wood"])));
        assert_ne!(metal_first, recipe(["Knowledge", "Metal"]));
    }

    #[test]
    fn values_that_are_the_same_are_described_alike() {
        assert_eq!(shape("##/#.").describe(), shape("#./##").describe());
        assert_eq!(shape("#/#/#").describe(), "###");
        assert_eq!(recipe(["Metal", "Knowledge"]).describe(), "Knowledge 1 and Metal 1");
        assert_eq!(
            recipe(["Knowledge", "Metal"]).describe(),
            recipe(["Metal", "Knowledge"]).describe()
        );
    }
}
