//! Facts of the owner's box from edition files, as actions of a campaign: items, classes with their
//! perks, and personal quests.
//!
//! The files are in the open format that [`scenario_cards::import`] reads, and nothing of them is
//! built in. [`box_facts`] compares them with what a campaign knows, so that only new facts are
//! recorded, and different ones after a look at them.

mod quests;

use campaign_rules::action::Action;
use campaign_rules::character::Character;
use campaign_rules::class::{ClassFacts, ClassPerk};
use campaign_rules::facts::{ItemFacts, QuestFacts, Slot};
use campaign_rules::world::World;
use campaign_rules::{Campaign, Game, Name};
use plain_text::{clauses, counted, remarks};
use scenario_cards::import::{ImportError, ImportReport, SourceFile, import};
use scenario_cards::{CardBook, CharacterClass, DeckChange, ItemCard, Perk};

use super::action::print_action;
use super::refusal::refusal_text;
use super::words::item;

/// The maximum number of bytes of all files together.
pub const MAX_BYTES: usize = 10_000_000;
/// The maximum number of classes, and of personal quests, that are read.
const MAX_LISTED: usize = 100;
/// The maximum number of places that a line of the report names.
const MAX_NAMED: usize = 8;

/// The relation of a fact to what a campaign knows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FactState {
    /// The campaign does not know it.
    New,
    /// The campaign knows the same.
    Same,
    /// The campaign knows something else.
    Different {
        /// The fact that it knows, as an action.
        known: Box<Action>,
    },
}

/// A fact of the owner's box.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoxFact {
    /// The action that records it.
    pub action: Action,
    /// Its relation to what the campaign knows.
    pub state: FactState,
}

/// A part of the files that is no fact of a campaign.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnreadableFact {
    /// Its place, such as "item 012" or the name of a file.
    pub place: String,
    /// The problem there, in words.
    pub problem: String,
}

/// The facts of edition files.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoxFacts {
    /// The facts: items, classes, perks and quests, in this order.
    pub facts: Vec<BoxFact>,
    /// The parts that could not be read.
    pub unreadable: Vec<UnreadableFact>,
}

/// A reason against reading facts from files.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BoxFactsError {
    /// The files are too large.
    #[error("expected files of at most {MAX_BYTES} bytes together, found {bytes}")]
    TooLarge {
        /// Their size.
        bytes: usize,
    },
    /// A file cannot be read, or none of them has a fact.
    #[error(transparent)]
    Import(#[from] ImportError),
}

/// Reads the facts of edition files, and compares them with those of a campaign.
///
/// # Errors
///
/// The files are too large, one of them is no JSON, or none has a fact.
pub fn box_facts(campaign: &Campaign, files: &[SourceFile<'_>]) -> Result<BoxFacts, BoxFactsError> {
    let bytes = files.iter().map(|file| file.bytes.len()).sum();
    if bytes > MAX_BYTES {
        return Err(BoxFactsError::TooLarge { bytes });
    }
    let mut reader = BoxFactReader { campaign, found: BoxFacts::default() };
    let quests = quests::quests(files);
    let (book, report) = match import(files) {
        Ok(imported) => (imported.book, imported.report),
        Err(ImportError::Empty { .. }) if !quests.is_empty() => {
            (CardBook::default(), ImportReport::default())
        }
        Err(error) => return Err(error.into()),
    };
    for (number, card) in &book.items {
        reader.add_item(*number, card);
    }
    for class in book.classes.values().take(MAX_LISTED) {
        reader.add_class(class);
    }
    if quests.len() > MAX_LISTED {
        reader.leave_out("the personal quests", format!("only the first {MAX_LISTED} are read"));
    }
    for quest in quests.into_iter().take(MAX_LISTED) {
        match quest {
            Ok(facts) => reader.add_quest(facts),
            Err(unreadable) => reader.found.unreadable.push(unreadable),
        }
    }
    let left_out = report.left_out.into_iter().map(|place| (place, "it has impossible values"));
    let repeated = report.repeated.into_iter().map(|place| (place, "it is there twice"));
    let others = report.passed_over.into_iter().map(|place| (place, "it has no facts"));
    for (place, problem) in left_out.chain(repeated).chain(others) {
        reader.leave_out(place, problem);
    }
    if book.classes.len() > MAX_LISTED {
        reader.leave_out("the classes", format!("only the first {MAX_LISTED} are read"));
    }
    Ok(reader.found)
}

/// The reader of facts.
struct BoxFactReader<'a> {
    campaign: &'a Campaign,
    found: BoxFacts,
}

impl BoxFactReader<'_> {
    fn leave_out(&mut self, place: impl Into<String>, problem: impl Into<String>) {
        let (place, problem) = (place.into(), problem.into());
        self.found.unreadable.push(UnreadableFact { place, problem });
    }

    /// Adds a fact, if the rules accept it by itself.
    fn add(&mut self, place: &str, action: Action, known: Option<Action>) {
        // A new box has no rule against a fact but its own bounds.
        if let Err(refusal) = Game::default().play(&action) {
            self.leave_out(place, refusal_text(&refusal));
            return;
        }
        let state = match known {
            None => FactState::New,
            Some(known) if known == action => FactState::Same,
            Some(known) => FactState::Different { known: Box::new(known) },
        };
        self.found.facts.push(BoxFact { action, state });
    }

    fn world(&self) -> &World {
        &self.campaign.world
    }

    fn add_item(&mut self, number: u16, card: &ItemCard) {
        let place = item(number);
        let Some(price) = card.cost else {
            return self.leave_out(place, "it has no price");
        };
        let Some(copies) = card.copies else {
            return self.leave_out(place, "it has no number of copies");
        };
        let slot =
            card.slot.and_then(|slot| Slot::ALL.into_iter().find(|of| of.word() == slot.words()));
        let title = card.title.as_deref().and_then(name_of);
        let known = self.world().items.get(&number).cloned().map(Action::Item);
        let action = Action::Item(ItemFacts { number, title, price, copies, slot });
        self.add(&place, action, known);
    }

    fn add_class(&mut self, class: &CharacterClass) {
        let Some(name) = name_of(&class.name) else {
            return self.leave_out("a class", "it has no name");
        };
        let mut facts = ClassFacts { hand: class.hand, ..ClassFacts::named(name.clone()) };
        let points: Option<Vec<u8>> =
            class.hit_points.iter().map(|of| u8::try_from(*of).ok()).collect();
        facts.hit_points = points.and_then(|points| points.try_into().ok());
        if facts.hit_points.is_none() && !class.hit_points.is_empty() {
            self.leave_out(format!("the hit points of the {name}"), "they are not nine numbers");
        }
        if facts.hand.is_some() || facts.hit_points.is_some() {
            let known = self.known_class(&facts);
            self.add(&format!("the {name}"), Action::Class(facts), known);
        }
        self.add_perks(name, &class.perks);
    }

    /// Returns what the campaign knows of the stated facts of a class; `None` if it lacks one of
    /// them and contradicts no other.
    fn known_class(&self, stated: &ClassFacts) -> Option<Action> {
        let known = &self.world().class(&stated.name)?.facts;
        let same = ClassFacts {
            name: stated.name.clone(),
            hand: known.hand.filter(|_| stated.hand.is_some()),
            hit_points: known.hit_points.filter(|_| stated.hit_points.is_some()),
            ..ClassFacts::named(stated.name.clone())
        };
        let contradicts = same.hand.is_some() && same.hand != stated.hand
            || same.hit_points.is_some() && same.hit_points != stated.hit_points;
        (contradicts || same == *stated).then_some(Action::Class(same))
    }

    fn add_perks(&mut self, class: Name, perks: &[Perk]) {
        let mut listed: Vec<ClassPerk> = Vec::new();
        for (number, perk) in (1..).zip(perks) {
            let changes = perk.changes.iter().map(|change| match change {
                DeckChange::Text(text) => text.clone(),
                change => change.to_string(),
            });
            let changes: Vec<String> = changes.collect();
            let words = plain(&remarks(&changes));
            if words.is_empty() || words.chars().count() > Character::MAX_PERK_CHARS {
                self.leave_out(format!("perk {number} of the {class}"), "it is too long or empty");
                continue;
            }
            // A sheet may print the same perk twice.
            match listed.iter_mut().find(|of| of.is(&words)) {
                Some(same) => same.times = same.times.saturating_add(perk.times),
                None => listed.push(ClassPerk { words, times: perk.times }),
            }
        }
        if listed.is_empty() {
            return;
        }
        let of_class = self.world().class(&class).map(|of| of.perks.clone());
        let known = of_class.filter(|perks| !perks.is_empty());
        let known = known.map(|perks| Action::ClassPerks { class: class.clone(), perks });
        let place = format!("the perks of the {class}");
        self.add(&place, Action::ClassPerks { class, perks: listed }, known);
    }

    fn add_quest(&mut self, facts: QuestFacts) {
        let place = format!("quest {}", facts.number);
        let known = self.world().quests.get(&facts.number).cloned().map(Action::QuestFacts);
        self.add(&place, Action::QuestFacts(facts), known);
    }
}

impl BoxFacts {
    /// Returns the facts that the campaign does not know yet, as actions to record.
    pub fn new_actions(&self) -> impl Iterator<Item = &Action> {
        let new = self.facts.iter().filter(|of| of.state == FactState::New);
        new.map(|fact| &fact.action)
    }

    /// Returns the report, a line for each of its parts: counts, different facts, and what could
    /// not be read, with its place.
    pub fn report(&self) -> Vec<String> {
        let count =
            |is: fn(&FactState) -> bool| self.facts.iter().filter(|fact| is(&fact.state)).count();
        let new = count(|state| *state == FactState::New);
        let same = count(|state| *state == FactState::Same);
        let mut lines =
            vec![format!("{}, {same} known already", counted(new, "new fact", "new facts"))];
        for fact in &self.facts {
            if let FactState::Different { known } = &fact.state {
                let (found, known) = (print_action(&fact.action), print_action(known));
                lines.push(format!("different: {found}; the campaign has {known}"));
            }
        }
        let named: Vec<String> = self
            .unreadable
            .iter()
            .take(MAX_NAMED)
            .map(|of| format!("{}: {}", of.place, of.problem))
            .collect();
        if !named.is_empty() {
            let more = self.unreadable.len() - named.len();
            let more = if more == 0 { String::new() } else { format!("; and {more} more") };
            lines.push(format!("not read: {}{more}", clauses(&named)));
        }
        lines
    }
}

/// Returns a text as a name, without the marks that separate parts of a line.
fn name_of(text: &str) -> Option<Name> {
    let separates = |c: char| c.is_control() || matches!(c, ',' | ':' | ';' | '"');
    let plain: String = text.chars().map(|c| if separates(c) { ' ' } else { c }).collect();
    let words: Vec<&str> = plain.split_whitespace().collect();
    let short: String = words.join(" ").chars().take(Name::MAX_CHARS).collect();
    let name = Name::new(&short);
    (!name.as_str().is_empty()).then_some(name)
}

/// Returns a text without quotation marks and line breaks, each blank once.
fn plain(text: &str) -> String {
    let plain: String =
        text.chars().map(|c| if c.is_control() || c == '"' { ' ' } else { c }).collect();
    plain.split_whitespace().collect::<Vec<_>>().join(" ")
}
