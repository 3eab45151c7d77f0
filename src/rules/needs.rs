//! The facts about the box that a game needs now.
//!
//! Queries are grouped by component, as people hold it in the hand: a card, a mat, a tile. A game
//! needs the facts of everything face up on the table. Of everything else, it needs only facts
//! without which the rules could not give a verdict.

use super::game::Game;
use super::task::Task;
use components::component_ref::ComponentRef;
use components::fact_id::FactId;
use components::missing_info::MissingInfo;

impl Game {
    /// Returns the components face up on the table with uncertain facts, the most urgent first.
    ///
    /// Cards in decks and components in the box are not included: the players cannot see them, and
    /// need not yet.
    pub fn components_to_read(&self) -> Vec<MissingInfo> {
        let pack = self.contents.pack();
        self.components_in_view()
            .into_iter()
            .filter_map(|component| MissingInfo::of(component, pack))
            .collect()
    }

    /// Returns the components that can be read on the table, the most urgent first.
    pub fn components_in_view(&self) -> Vec<ComponentRef> {
        let contents = &self.contents;
        let mut components = Vec::new();
        for player in self.players() {
            if let Some(race) = self.race(player) {
                components.push(ComponentRef::Race(contents.race_name(race).to_owned()));
            }
        }
        // The symbols on the second resource card matter only for a third pick.
        let picks_third = self.player_count() == 2
            && self.pending().iter().any(|pending| pending.task == Task::TakeResource);
        if picks_third {
            for resource in self.players().flat_map(|player| {
                let own = self.race_resource(player);
                let cards = self.controls(player).iter();
                cards.filter(move |&card| Some(card) != own)
            }) {
                let name = contents.resource_name(resource).to_owned();
                components.push(ComponentRef::ResourceCard(name));
            }
        }
        let proposals = self.proposals().into_iter().flatten();
        let active = self.active_buildings().iter().map(|active| active.building);
        for building in proposals.chain(active) {
            components.push(ComponentRef::Building(contents.building_name(building).to_owned()));
        }
        for adviser in self.adviser_offer().into_iter().flatten() {
            if !components.contains(&ComponentRef::Offer) {
                components.push(ComponentRef::Offer);
            }
            components.push(ComponentRef::Adviser(contents.adviser_name(adviser).to_owned()));
        }
        for tile in self.tiles() {
            let name = contents.resource_name(tile.resource).to_owned();
            let component = ComponentRef::Resource(name);
            if !components.contains(&component) {
                components.push(component);
            }
        }
        for in_play in self.achievements() {
            let name = contents.achievement_name(in_play.achievement).to_owned();
            components.push(ComponentRef::Achievement(name));
        }
        components
    }

    /// Returns the components to read to learn facts that a verdict lacked.
    pub fn components_to_read_for(&self, facts: &[FactId]) -> Vec<MissingInfo> {
        let pack = self.contents.pack();
        let mut components: Vec<ComponentRef> = Vec::new();
        for component in facts.iter().map(ComponentRef::of) {
            if !components.contains(&component) {
                components.push(component);
            }
        }
        components.into_iter().filter_map(|component| MissingInfo::of(component, pack)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::action::{Action, ActionKind};
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
    fn only_components_on_the_table_are_needed() {
        let game = game();
        assert_eq!(game.components_to_read(), []);
        let human = game.contents().race_named("Human").expect("it is in the box");
        let player = game.players().next().expect("somebody plays");
        let choose: Action = ActionKind::ChooseRace { player, race: human, resource: None }.into();
        let game = game.play(&choose).expect("the rules allow it").game;
        let [need] = game.components_to_read().try_into().expect("one thing is needed");
        let MissingInfo { component, unknown, unconfirmed } = need;
        assert_eq!(component, ComponentRef::Race("Human".to_owned()));
        assert_eq!(
            names(&unknown),
            ["the forbidden resources of Human", "the worker action of Human"]
        );
        assert_eq!(unconfirmed, []);
    }

    #[test]
    fn missing_facts_of_a_refusal_lead_to_the_card_to_read() {
        let game = game();
        let lion = game.contents().building_named("The Sleeping Lion");
        let deal = ActionKind::DealProposals(vec![lion.expect("it is in the box")]);
        let refusal = game.play(&deal.into()).expect_err("nobody can tell");
        let needs = game.components_to_read_for(&refusal.missing().cloned().collect::<Vec<_>>());
        let subjects: Vec<&ComponentRef> = needs.iter().map(|need| &need.component).collect();
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

    fn enter(game: &Game, facts: &str) -> Game {
        let facts = sample::fragment(facts);
        let entry: Action = ActionKind::EnterFacts(Box::new(facts)).into();
        game.play(&entry).expect("nothing contradicts it").game
    }

    #[test]
    fn adviser_is_dealt_although_the_cards_in_the_deck_are_unknown() {
        let scholar =
            r#"(sources: {"anna": "Anna"}, advisers: [(name: "Scholar", tier: Known(2, "anna"))])"#;
        let game = enter(&game(), scholar);
        let dealt = game.contents().adviser_named("Scholar");
        let deal = ActionKind::DealAdvisers(vec![dealt.expect("it is in the box")]);
        let game = game.play(&deal.into()).expect("the rules allow it").game;
        let needs = game.components_to_read();
        let subjects: Vec<String> = needs.iter().map(|need| need.component.label()).collect();
        assert_eq!(subjects, ["the places of the advisers", "Scholar"]);
    }

    #[test]
    fn entered_bracket_replaces_that_of_an_unconfirmed_space() {
        let spaces = r#"(sources: {"anna": "Anna"}, buildings: [(name: "University", spaces: [(), (), (resource: Known("Machinery", "anna"), value: Known(5, "anna"), bracket: 3)])])"#;
        let game = enter(&game(), spaces);
        let university = game.contents().pack().building("University");
        let spaces = &university.expect("it is in the box").spaces;
        assert_eq!(spaces[2].bracket.map(|bracket| bracket.0), Some(3));
    }
}
