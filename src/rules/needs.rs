//! Which facts about the box a game needs, and when.
//!
//! Facts are asked for in the form in which people hold them in the hand: a
//! card, a mat, a tile. Such a thing is a [`Subject`]. A game needs to know
//! what lies open on the table; of what lies in the box, it needs what some
//! answer of the rules could not do without.

use super::components::{
    AchievementField, AdviserField, BoardField, BuildingField, BuildingSpec, CountField,
    OfferField, Pack, RaceField, ResourceCardField, ResourceField, SpaceField, StandardCard,
    StandardCardField,
};
use super::fact::{Fact, Standing};
use super::fact_id::{FactField, FactId, TheBox, resource_card};
use super::field::{Component as _, Facts, Keyed as _};
use super::game::Game;
use super::owed::Task;
use super::tile::Shape;

/// A thing out of the box that facts can be read off.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Subject {
    /// A prestige building: its card and its tile.
    Building(String),
    /// An adviser card.
    Adviser(String),
    /// A race mat.
    Race(String),
    /// A resource card.
    ResourceCard(String),
    /// The tile of a resource, with its recipe.
    Resource(String),
    /// A standard card.
    StandardCard(StandardCard),
    /// An achievement card.
    Achievement(String),
    /// The board with the prices of the advisers.
    Offer,
    /// A side of the map board.
    Board(String),
    /// How much there is of everything.
    Counts,
}

impl Subject {
    /// Returns the component that a fact is read off.
    #[must_use]
    pub fn of(fact: &FactId) -> Self {
        match fact {
            FactId::Resource(name, _) => Self::Resource(name.to_string()),
            FactId::Race(name, _) => Self::Race(name.to_string()),
            FactId::ResourceCard(name, _) => Self::ResourceCard(name.to_string()),
            FactId::Building(name, _) | FactId::Space(name, ..) => Self::Building(name.to_string()),
            FactId::Adviser(name, _) => Self::Adviser(name.to_string()),
            FactId::StandardCard(card, _) => Self::StandardCard(*card),
            FactId::Achievement(name, _) => Self::Achievement(name.to_string()),
            FactId::Offer(_) => Self::Offer,
            FactId::Board(board, _) | FactId::Square(board, ..) | FactId::Site { board, .. } => {
                Self::Board(board.to_string())
            }
            FactId::Count(_) => Self::Counts,
        }
    }

    /// What it is called at the table: "University", "the Wood card".
    #[must_use]
    pub fn label(&self) -> String {
        match self {
            Self::Building(name)
            | Self::Adviser(name)
            | Self::Race(name)
            | Self::Resource(name)
            | Self::Achievement(name)
            | Self::Board(name) => name.clone(),
            Self::ResourceCard(name) => resource_card(name),
            Self::StandardCard(card) => card.name().to_owned(),
            Self::Offer => "the places of the advisers".to_owned(),
            Self::Counts => "the counts of the box".to_owned(),
        }
    }

    /// Lists the facts that such a component has in a pack, those of spaces excepted.
    #[must_use]
    pub fn fields(&self) -> Vec<FactField> {
        fn all<F: Copy + Into<FactField>>(fields: &[F]) -> Vec<FactField> {
            fields.iter().map(|&field| field.into()).collect()
        }
        match self {
            Self::Building(_) => all(&BuildingField::ALL),
            Self::Adviser(_) => all(&AdviserField::ALL),
            Self::Race(_) => all(&RaceField::ALL),
            Self::ResourceCard(_) => all(&ResourceCardField::ALL),
            Self::Resource(_) => all(&ResourceField::ALL),
            Self::StandardCard(_) => all(&StandardCardField::ALL),
            Self::Achievement(_) => all(&AchievementField::ALL),
            Self::Offer => all(&OfferField::ALL),
            Self::Board(_) => all(&BoardField::ALL),
            Self::Counts => all(&CountField::ALL),
        }
    }

    /// The facts of it that the pack has a place for, in the order of the file; none if the pack
    /// does not list it.
    #[must_use]
    pub fn facts<'p>(&self, pack: &'p Pack) -> Facts<'p> {
        let of_it = Self::all(pack).into_iter().filter(|(subject, _)| subject == self);
        of_it.flat_map(|(_, facts)| facts).collect()
    }

    /// Every thing that a pack lists, with its facts, in the order of the file. A name can stand
    /// for an achievement as well as for another card, so facts go thing by thing.
    #[must_use]
    pub fn all(pack: &Pack) -> Vec<(Self, Facts<'_>)> {
        let mut all = Vec::new();
        macro_rules! each_of {
            ($($list:ident: |$spec:ident| $subject:expr;)*) => {
                $(for $spec in &pack.$list {
                    all.push(($subject, $spec.facts_of(&$spec.key())));
                })*
            };
        }
        each_of! {
            resources: |spec| Self::Resource(spec.name.clone());
            races: |spec| Self::Race(spec.name.clone());
            resource_cards: |spec| Self::ResourceCard(spec.resource.clone());
            buildings: |spec| Self::Building(spec.name.clone());
            advisers: |spec| Self::Adviser(spec.name.clone());
            standard_cards: |spec| Self::StandardCard(spec.card);
            achievements: |spec| Self::Achievement(spec.name.clone());
            boards: |spec| Self::Board(spec.name.clone());
        }
        all.push((Self::Offer, pack.offer.facts_of(&TheBox)));
        all.push((Self::Counts, pack.counts.facts_of(&TheBox)));
        all
    }
}

/// Something lying open on the table of which not everything is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Need {
    /// What to look at.
    pub subject: Subject,
    /// What is not known of it.
    pub unknown: Vec<FactId>,
    /// What is only taken for likely.
    pub unconfirmed: Vec<FactId>,
}

impl Need {
    /// What is needed of a thing; nothing if all of it is known.
    #[must_use]
    pub fn of(subject: Subject, pack: &Pack) -> Option<Self> {
        let mut need = Self { unknown: Vec::new(), unconfirmed: Vec::new(), subject };
        for (name, fact) in need.subject.facts(pack) {
            if is_idle(&name, pack) {
                continue;
            }
            match fact.standing() {
                Standing::Known => {}
                Standing::Unconfirmed => need.unconfirmed.push(name),
                Standing::Unknown => need.unknown.push(name),
            }
        }
        if let Subject::Building(name) = &need.subject
            && let Some(spec) = pack.building(name)
        {
            need.unknown.extend(missing_spaces(spec));
        }
        (!(need.unknown.is_empty() && need.unconfirmed.is_empty())).then_some(need)
    }
}

/// Spaces that the card has and the pack does not list.
fn missing_spaces(spec: &BuildingSpec) -> Vec<FactId> {
    let listed = spec.spaces.len();
    let count = spec.space_count.value().copied().map_or(listed, usize::from);
    (listed..count)
        .filter_map(|place| u8::try_from(place).ok())
        .map(|place| FactId::Space(spec.key(), place, SpaceField::Resource))
        .collect()
}

/// Whether no game ever asks for a fact, whatever happens.
#[must_use]
pub fn is_idle(fact: &FactId, pack: &Pack) -> bool {
    // A tile that looks the same from behind need not be turned over.
    let is_plain = |shape: &Fact<Shape>| shape.value().is_some_and(Shape::is_plain);
    match fact {
        FactId::Race(_, field) => matches!(field, RaceField::Colour | RaceField::Solo),
        FactId::Building(name, BuildingField::Turnable) => {
            pack.building(name).is_some_and(|spec| is_plain(&spec.shape))
        }
        FactId::Resource(name, ResourceField::Turnable) => {
            pack.resource(name).is_some_and(|spec| is_plain(&spec.shape))
        }
        _ => false,
    }
}

impl Game {
    /// What lies open on the table and is not known for certain, what is needed first coming first.
    ///
    /// Cards in the decks and things in the box are not among them: nobody can see or needs to
    /// see them yet.
    #[must_use]
    pub fn needs(&self) -> Vec<Need> {
        let pack = self.contents.pack();
        let open = self.lying_open().into_iter();
        open.filter_map(|subject| Need::of(subject, pack)).collect()
    }

    /// What lies open on the table and can be read there, what is needed first coming first.
    #[must_use]
    pub fn lying_open(&self) -> Vec<Subject> {
        let contents = &self.contents;
        let mut subjects = Vec::new();
        for player in self.players() {
            if let Some(race) = self.race(player) {
                subjects.push(Subject::Race(contents.race_name(race).to_owned()));
            }
        }
        // Only a third pick asks what the card of the second forbids.
        let picks_third = self.player_count() == 2
            && self.owed().iter().any(|owed| owed.task == Task::TakeResource);
        if picks_third {
            for resource in self.players().flat_map(|player| {
                let own = self.race_resource(player);
                let cards = self.controls(player).iter();
                cards.filter(move |&card| Some(card) != own)
            }) {
                let name = contents.resource_name(resource).to_owned();
                subjects.push(Subject::ResourceCard(name));
            }
        }
        let proposals = self.proposals().into_iter().flatten();
        let active = self.active_buildings().iter().map(|active| active.building);
        for building in proposals.chain(active) {
            subjects.push(Subject::Building(contents.building_name(building).to_owned()));
        }
        let offered = self.adviser_offer().into_iter().flatten();
        for adviser in offered {
            if !subjects.contains(&Subject::Offer) {
                subjects.push(Subject::Offer);
            }
            subjects.push(Subject::Adviser(contents.adviser_name(adviser).to_owned()));
        }
        for tile in self.tiles() {
            let subject = Subject::Resource(contents.resource_name(tile.resource).to_owned());
            if !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        for in_play in self.achievements() {
            let name = contents.achievement_name(in_play.achievement).to_owned();
            subjects.push(Subject::Achievement(name));
        }
        subjects
    }

    /// What has to be looked at so that the rules can answer what they lacked these facts for.
    #[must_use]
    pub fn needs_for(&self, facts: &[FactId]) -> Vec<Need> {
        let pack = self.contents.pack();
        let mut subjects: Vec<Subject> = Vec::new();
        for subject in facts.iter().map(Subject::of) {
            if !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        let needs = subjects.into_iter();
        needs.filter_map(|subject| Need::of(subject, pack)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, Deed};
    use crate::fact_id::SquareField;
    use crate::overlay::overlay;
    use crate::sample;
    use crate::setup::Setup;
    use crate::square::Square;

    fn real_box() -> Pack {
        let pack = sample::real_box();
        let board = r#"(sources: {"own": "a test"}, boards: [(name: "Test", terrain: Known(["gggee~cff#ggg", "gggee~cff#ggg", "gggee~cff#ggg"], "own"),
            sections: Known(["11111.222.333", "11111.222.333", "11111.222.333"], "own"), starts: Known([("A1", 1), ("C1", 2), ("K1", 3), ("M1", 4)], "own"), sites: Known([], "own"))])"#;
        overlay(&pack, &sample::fragment(board))
    }

    fn game() -> Game {
        Game::new(&Setup {
            pack: real_box(),
            board: "Test".to_owned(),
            players: ["Anna", "Ben", "Cara"].map(str::to_owned).into(),
            ..Setup::default()
        })
        .expect("the setup can be played")
    }

    fn names(facts: &[FactId]) -> Vec<String> {
        facts.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn every_fact_of_a_pack_is_read_off_something() {
        let pack = real_box();
        let mut count = 0;
        for (subject, facts) in Subject::all(&pack) {
            count += facts.len();
            for (name, _) in facts {
                assert_eq!(Subject::of(&name), subject, "{name}");
            }
        }
        assert_eq!(count, pack.facts().len());
    }

    #[test]
    fn what_lies_in_the_box_is_not_needed_and_what_lies_on_the_table_is() {
        let game = game();
        assert_eq!(game.needs(), []);
        let human = game.contents().race_named("Human").expect("it is in the box");
        let player = game.players().next().expect("somebody plays");
        let choose: Action = Deed::ChooseRace { player, race: human, resource: None }.into();
        let game = game.play(&choose).expect("the rules allow it").game;
        let [need] = game.needs().try_into().expect("one thing is needed");
        let Need { subject, unknown, unconfirmed } = need;
        assert_eq!(subject, Subject::Race("Human".to_owned()));
        assert_eq!(
            names(&unknown),
            ["the forbidden resources of Human", "the worker action of Human"]
        );
        assert_eq!(unconfirmed, []);
    }

    #[test]
    fn what_the_rules_cannot_tell_leads_to_the_card_to_look_at() {
        let game = game();
        let lion = game.contents().building_named("The Sleeping Lion");
        let deal = Deed::DealProposals(vec![lion.expect("it is in the box")]);
        let refusal = game.play(&deal.into()).expect_err("nobody can tell");
        let needs = game.needs_for(&refusal.missing().cloned().collect::<Vec<_>>());
        let subjects: Vec<&Subject> = needs.iter().map(|need| &need.subject).collect();
        assert_eq!(subjects, [&Subject::Building("The Sleeping Lion".to_owned())]);
        assert!(names(&needs[0].unknown).contains(&"the colour of The Sleeping Lion".to_owned()));
        let space = FactId::Space("The Sleeping Lion".into(), 1, SpaceField::Resource);
        assert_eq!(Subject::of(&space), Subject::Building("The Sleeping Lion".to_owned()));
        let square = game.board().fact_of_square(SquareField::Terrain, Square::new(2, 6));
        assert_eq!(Subject::of(&square), Subject::Board("Test".to_owned()));
    }

    fn learn(game: &Game, facts: &str) -> Game {
        let facts = sample::fragment(facts);
        let learn: Action = Deed::Learn(Box::new(facts)).into();
        game.play(&learn).expect("nothing contradicts it").game
    }

    #[test]
    fn a_card_is_dealt_although_nothing_is_known_of_those_still_in_the_deck() {
        let scholar =
            r#"(sources: {"anna": "Anna"}, advisers: [(name: "Scholar", tier: Known(2, "anna"))])"#;
        let game = learn(&game(), scholar);
        let dealt = game.contents().adviser_named("Scholar");
        let deal = Deed::DealAdvisers(vec![dealt.expect("it is in the box")]);
        let game = game.play(&deal.into()).expect("the rules allow it").game;
        let needs = game.needs();
        let subjects: Vec<String> = needs.iter().map(|need| need.subject.label()).collect();
        assert_eq!(subjects, ["the places of the advisers", "Scholar"]);
    }

    #[test]
    fn what_was_only_likely_is_learnt_with_another_number_in_brackets() {
        let spaces = r#"(sources: {"anna": "Anna"}, buildings: [(name: "University", spaces: [(), (), (resource: Known("Machinery", "anna"), value: Known(5, "anna"), bracket: 3)])])"#;
        let game = learn(&game(), spaces);
        let university = game.contents().pack().building("University");
        let spaces = &university.expect("it is in the box").spaces;
        assert_eq!(spaces[2].bracket.map(|bracket| bracket.0), Some(3));
    }
}
