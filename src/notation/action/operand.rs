//! Sub-actions as text: the keyword, then the operand.
//!
//! Printing and parsing of operands are together in this file. A new sub-action with an existing
//! kind of operand needs no change here.

use components::effect::SubActionKind;
use plain_text::remarks;
use rules::adjustment::WorkerPlace;
use rules::sub_action::{Constructor, Operand, Placement, SubAction, TileRoad};

use super::parse::{Parsed, Parser, TO};
use super::print::{ActionPrinter, list};

impl ActionPrinter<'_> {
    pub(super) fn sub_action(&mut self, sub_action: &SubAction) -> String {
        let keyword = sub_action.kind().keyword();
        let operand = self.operand(sub_action.operand());
        if operand.is_empty() { keyword.to_owned() } else { format!("{keyword} {operand}") }
    }

    fn operand(&mut self, operand: Operand<'_>) -> String {
        let names = self.names;
        match operand {
            Operand::Nothing => String::new(),
            Operand::Adviser(adviser) => names.adviser(*adviser),
            Operand::Stall(resource, square) => format!("{} {square}", names.resource(*resource)),
            Operand::Square(square) => square.to_string(),
            Operand::Tile(tile) => self.tile(tile),
            Operand::Placement(Placement { resource, footprint, roads }) => {
                let tile = format!("{} {footprint}", names.resource(*resource));
                format!("{tile}{}{}", roads_text(roads, true), roads_text(roads, false))
            }
            Operand::Worker(place, []) => format!("on {}", self.worker_place(*place)),
            Operand::Worker(place, sub_actions) => {
                let place = self.worker_place(*place);
                format!("on {place} ({})", self.sub_actions(sub_actions))
            }
            Operand::Cards(cards) => list(cards, " and ", |&card| names.card(card)),
            Operand::Adjustments(changes) => format!("({})", self.adjustments(changes)),
        }
    }

    pub(super) fn worker_place(&self, place: WorkerPlace) -> String {
        match place {
            WorkerPlace::Race => "race".to_owned(),
            WorkerPlace::Building(building) => self.names.building(building),
        }
    }
}

/// Prints the roads that are declared before a tile, or those after it; empty if there are none.
fn roads_text(roads: &[TileRoad], first: bool) -> String {
    let squares: Vec<String> = roads
        .iter()
        .filter(|road| road.first == first)
        .map(|road| road.square.to_string())
        .collect();
    let when = if first { "after" } else { "then" };
    match squares.as_slice() {
        [] => String::new(),
        [one] => format!(" {when} road {one}"),
        several => format!(" {when} roads {}", several.join(" ")),
    }
}

impl Parser<'_, '_> {
    pub(super) fn sub_action(&mut self) -> Parsed<SubAction> {
        if self.scanner.at_number() {
            return self.gain();
        }
        let kind = self.sub_action_kind()?;
        if kind == SubActionKind::Build {
            self.scanner.eat_word(&["a", "an"]);
            // "Build" may precede any piece that is built.
            if self.scanner.at_word(&["house", "bridge", "gate", "road"]) {
                return self.sub_action();
            }
        }
        self.operand(kind)
    }

    /// Parses the longest keyword of a sub-action that the words here spell.
    fn sub_action_kind(&mut self) -> Parsed<SubActionKind> {
        let (place, mut read) = self.scanner.take_word();
        loop {
            let (mut whole, mut next) = (None, Vec::new());
            for kind in SubActionKind::ALL {
                for keyword in kind.keywords() {
                    match keyword.strip_prefix(read.as_str()) {
                        Some("") => whole = Some(kind),
                        Some(left) if !read.is_empty() => {
                            let words = left.strip_prefix(' ');
                            next.extend(words.and_then(|words| words.split(' ').next()));
                        }
                        Some(_) | None => {}
                    }
                }
            }
            if self.scanner.at_word(&next) {
                let (_, word) = self.scanner.take_word();
                read = format!("{read} {word}");
                continue;
            }
            return match (whole, next.first()) {
                (Some(kind), _) => Ok(kind),
                (None, Some(&expected)) => Err(self.scanner.error(expected)),
                (None, None) => {
                    self.scanner.go_back(place);
                    Err(self.scanner.error(expected_keyword()))
                }
            };
        }
    }

    fn operand(&mut self, kind: SubActionKind) -> Parsed<SubAction> {
        Ok(match SubAction::constructor(kind) {
            Constructor::Nothing(sub_action) => sub_action,
            Constructor::Adviser(new) => new(self.adviser()?),
            Constructor::Stall(new) => {
                let resource = self.resource()?;
                new(resource, self.square_at()?)
            }
            Constructor::Square(new) => new(self.square_at()?),
            Constructor::Tile(new) => new(self.tile_to()?),
            Constructor::Placement(new) => new(self.placement()?),
            Constructor::Worker(new) => {
                let place = self.worker_place()?;
                new(place, self.sub_actions_of_worker()?)
            }
            Constructor::Cards(new) => new(self.joined(|parser| parser.card("a card"))?),
            Constructor::Adjustments(new) => {
                self.scanner.expect_mark('(', "adjustments in parentheses")?;
                let changes = self.adjustments()?;
                self.scanner.expect_mark(')', ", or )")?;
                new(changes)
            }
        })
    }

    /// Parses `$1` or `1 influence`.
    fn gain(&mut self) -> Parsed<SubAction> {
        const ONE: &str = "$1 or 1 influence";
        let place = self.scanner.place();
        let is_money = self.scanner.at_mark('$');
        if self.scanner.number()? != 1 {
            self.scanner.go_back(place);
            return Err(self.scanner.error(ONE));
        }
        if is_money
            || self.scanner.eat_mark('$')
            || self.scanner.eat_word(SubActionKind::Money.keywords())
        {
            return Ok(SubAction::Money);
        }
        let fleeting = self.scanner.eat_word(&["fleeting"]);
        if self.scanner.eat_word(SubActionKind::Influence.keywords()) || fleeting {
            return Ok(SubAction::Influence);
        }
        Err(self.scanner.error("dollar or influence"))
    }

    fn placement(&mut self) -> Parsed<Placement> {
        let resource = self.resource()?;
        self.scanner.eat_word(&TO);
        let footprint = self.scanner.squares()?;
        let mut roads = Vec::new();
        for (word, first) in [("after", true), ("then", false)] {
            if self.scanner.eat_word(&[word]) {
                self.scanner.expect_word(&["road", "roads"], "road")?;
                roads.push(TileRoad { square: self.square_at()?, first });
                while self.scanner.at_square() {
                    roads.push(TileRoad { square: self.scanner.square()?, first });
                }
            }
        }
        Ok(Placement { resource, footprint, roads })
    }

    fn sub_actions_of_worker(&mut self) -> Parsed<Vec<SubAction>> {
        if !self.scanner.at_mark('(') {
            return Ok(Vec::new());
        }
        self.open("(", self.workers, "workers")?;
        self.workers += 1;
        let sub_actions = self.sub_actions()?;
        self.workers -= 1;
        self.scanner.expect_mark(')', ", or )")?;
        Ok(sub_actions)
    }
}

/// Lists the keywords of sub-actions, for an error.
fn expected_keyword() -> String {
    let keywords: Vec<&str> = SubActionKind::ALL
        .into_iter()
        .filter(|kind| kind.picked_as() == *kind)
        .map(SubActionKind::keyword)
        .collect();
    format!("one of {}", remarks(&keywords))
}
