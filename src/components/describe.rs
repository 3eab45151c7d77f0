//! Descriptions of values of facts, and equality by meaning.

use std::cmp::Reverse;

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
    /// The notation of such a value in a file, with `…` as the placeholder.
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
    let [ours, theirs] = [ours, theirs].map(|list| {
        let mut keys: Vec<K> = list.iter().map(&key).collect();
        keys.sort_unstable();
        keys
    });
    ours == theirs
}

/// Lists names in alphabetical order; "none" if there are none.
fn sorted(mut names: Vec<String>) -> String {
    // The order of the symbols on a card has no meaning.
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
        // In order, which determines the section that each difficulty belongs to.
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
        // All rotations have the same text: the one with the fewest rows.
        self.orientations(false)
            .into_iter()
            .map(|orientation| orientation.to_string())
            .min_by_key(|drawn| (drawn.matches('/').count(), Reverse(drawn.clone())))
            .unwrap_or_else(|| self.to_string())
    }

    /// Checks whether one is a rotation of the other.
    fn is_same(&self, other: &Self) -> bool {
        Self::is_same(self, other, false)
    }
}

impl Describe for Vec<Prerequisite> {
    const FORM: &'static str = "[(needs:\"…\",pays:…)]";

    fn describe(&self) -> String {
        sorted(self.iter().map(|needed| format!("{} {}", needed.needs, needed.pays)).collect())
    }

    /// Checks for equal prerequisites, ignoring their order and the numbers in brackets.
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
        sorted(self.iter().map(|(square, number)| format!("{square} with {number}")).collect())
    }

    fn is_same(&self, other: &Self) -> bool {
        is_permutation(self, other, |start| *start)
    }
}

impl Describe for Vec<SiteSpec> {
    const FORM: &'static str = "[(buildings:[\"…\"],squares:[\"…\"])]";

    fn describe(&self) -> String {
        let sites = self.iter().map(|site| {
            let (buildings, squares) = sorted_site(site);
            let squares: Vec<String> = squares.iter().map(ToString::to_string).collect();
            format!("{} on {}", one_of(&buildings), squares.join(" "))
        });
        sorted(sites.collect())
    }

    /// Checks for equal sites, ignoring their order and that of their squares and buildings.
    fn is_same(&self, other: &Self) -> bool {
        is_permutation(self, other, sorted_site)
    }
}

/// Returns the buildings and the squares of a site, both sorted.
fn sorted_site(site: &SiteSpec) -> (Vec<String>, Vec<Square>) {
    let SiteSpec { mut buildings, mut squares } = site.clone();
    buildings.sort_unstable();
    squares.sort_unstable();
    (buildings, squares)
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
    fn rotated_tiles_and_reordered_recipes_have_the_same_meaning() {
        assert!(Describe::is_same(&shape("##/#."), &shape("#./##")));
        assert!(!Describe::is_same(&shape("##./.##"), &shape(".##/##.")));
        let metal_first = recipe(["Metal", "Knowledge"]);
        assert!(metal_first.is_same(&recipe(["Knowledge", "Metal"])));
        assert!(!metal_first.is_same(&recipe(["Knowledge", "Wood"])));
        assert_ne!(metal_first, recipe(["Knowledge", "Metal"]));
    }

    #[test]
    fn values_with_the_same_meaning_have_equal_descriptions() {
        assert_eq!(shape("##/#.").describe(), shape("#./##").describe());
        assert_eq!(shape("#/#/#").describe(), "###");
        assert_eq!(recipe(["Metal", "Knowledge"]).describe(), "Knowledge 1 and Metal 1");
        assert_eq!(
            recipe(["Knowledge", "Metal"]).describe(),
            recipe(["Metal", "Knowledge"]).describe()
        );
    }
}
