//! Which facts about the box a game needs, and when.
//!
//! Facts are asked for in the form in which people hold them in the hand: a
//! card, a mat, a tile. A game needs to know what lies open on the table; of
//! what lies in the box, it needs what some answer of the rules could not do
//! without.

use super::game::Game;
use super::task::Task;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::need::Need;

impl Game {
    /// What lies open on the table and is not known for certain, what is needed first coming first.
    ///
    /// Cards in the decks and things in the box are not among them: nobody can see or needs to
    /// see them yet.
    pub fn needs(&self) -> Vec<Need> {
        let pack = self.contents.pack();
        let open = self.lying_open().into_iter();
        open.filter_map(|subject| Need::of(subject, pack)).collect()
    }

    /// What lies open on the table and can be read there, what is needed first coming first.
    pub fn lying_open(&self) -> Vec<ComponentRef> {
        let contents = &self.contents;
        let mut subjects = Vec::new();
        for player in self.players() {
            if let Some(race) = self.race(player) {
                subjects.push(ComponentRef::Race(contents.race_name(race).to_owned()));
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
                subjects.push(ComponentRef::ResourceCard(name));
            }
        }
        let proposals = self.proposals().into_iter().flatten();
        let active = self.active_buildings().iter().map(|active| active.building);
        for building in proposals.chain(active) {
            subjects.push(ComponentRef::Building(contents.building_name(building).to_owned()));
        }
        let offered = self.adviser_offer().into_iter().flatten();
        for adviser in offered {
            if !subjects.contains(&ComponentRef::Offer) {
                subjects.push(ComponentRef::Offer);
            }
            subjects.push(ComponentRef::Adviser(contents.adviser_name(adviser).to_owned()));
        }
        for tile in self.tiles() {
            let subject = ComponentRef::Resource(contents.resource_name(tile.resource).to_owned());
            if !subjects.contains(&subject) {
                subjects.push(subject);
            }
        }
        for in_play in self.achievements() {
            let name = contents.achievement_name(in_play.achievement).to_owned();
            subjects.push(ComponentRef::Achievement(name));
        }
        subjects
    }

    /// What has to be looked at so that the rules can answer what they lacked these facts for.
    pub fn needs_for(&self, facts: &[FactId]) -> Vec<Need> {
        let pack = self.contents.pack();
        let mut subjects: Vec<ComponentRef> = Vec::new();
        for subject in facts.iter().map(ComponentRef::of) {
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
    use crate::sample;
    use crate::setup::Setup;
    use components::fact_id::SquareField;
    use components::overlay::overlay;
    use components::specs::{Pack, SpaceField};
    use components::square::Square;

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
    fn what_lies_in_the_box_is_not_needed_and_what_lies_on_the_table_is() {
        let game = game();
        assert_eq!(game.needs(), []);
        let human = game.contents().race_named("Human").expect("it is in the box");
        let player = game.players().next().expect("somebody plays");
        let choose: Action = Deed::ChooseRace { player, race: human, resource: None }.into();
        let game = game.play(&choose).expect("the rules allow it").game;
        let [need] = game.needs().try_into().expect("one thing is needed");
        let Need { subject, unknown, unconfirmed } = need;
        assert_eq!(subject, ComponentRef::Race("Human".to_owned()));
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
        let subjects: Vec<&ComponentRef> = needs.iter().map(|need| &need.subject).collect();
        assert_eq!(subjects, [&ComponentRef::Building("The Sleeping Lion".to_owned())]);
        assert!(names(&needs[0].unknown).contains(&"the colour of The Sleeping Lion".to_owned()));
        let space = FactId::Space("The Sleeping Lion".into(), 1, SpaceField::Resource);
        assert_eq!(
            ComponentRef::of(&space),
            ComponentRef::Building("The Sleeping Lion".to_owned())
        );
        let square = game.board().fact_of_square(SquareField::Terrain, Square::new(2, 6));
        assert_eq!(ComponentRef::of(&square), ComponentRef::Board("Test".to_owned()));
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
