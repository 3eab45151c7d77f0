//! The text of an action.
//!
//! An action is one line:
//!
//! ```text
//! class Brute: hand 10, hit points 10 12 14 16 18 20 22 24 26
//! open class Brute                        open class Sun: envelope C
//! perks Brute: "remove two -1", "add one +3" 2 times
//! personal quest 512: title Seeker, envelope Sun
//! item 12: 25 gold, 2 copies, small, title Winged Shoes
//! scenario 14: links 1 15, linked to town, needs party First Steps, without global Ruin
//! donation track 100 150 200              permanent death
//! thresholds 4 9 15 22 30 39 50 64        price steps 3 7 11 15 19
//! small items 1 1 2 2 3 3 4 4 5
//! party Wolves                            character Anna: Brute, level 1, quest 512
//! join Anna: Wolves                       leave Anna
//! travel Wolves: 14                       travel Wolves: 14 casual
//! travel Wolves: town                     note Ben arrives late.
//! road Wolves: 12 A, removed, reputation +1, gold each -5
//! city Wolves: 7 B, put back, item Anna 12, "the door stays shut"
//! city Wolves: 8 A, removed, reputation +1; if class Brute, Sun: gold each +5; otherwise: nothing
//! road Wolves: 9 B, put back; if gold 20: gold together -20, share Anna 12, share Ben 8
//! won Wolves: level 2, record 1a2b3c4d    lost Wolves: level 2
//! gains Anna: 7 experience, 4 tokens, 1 checkmark, 5 gold for item 012
//! reward Wolves: prosperity +1, unlock 15, global City Rule: Crown
//! effects: design 71, add event 31        effects Wolves: achievement First Steps
//! level up Anna                           card Anna: Trample, level 2
//! perk Anna: remove two -1                buy Anna: 12
//! sell Anna: 12                           donate Anna
//! equip Anna: 3 12                        equip Anna: nothing
//! hand Anna: 9 of level 1, Trample        goal Anna: 458
//! enhance Anna: Trample, level 1, top 2 move, jump
//! enhance Anna: Wide Swing, level 1, top 1 attack, an attack hex, 3 hexes
//! envelope A                              envelope C: reputation 10
//! envelope Town Records: first retirement
//! quest Anna: 513                         fulfilled Anna
//! retire Anna: envelope Sun               death Anna
//! retire Anna: envelope Sun, design 71, scenario 62
//! correct gold Anna: 23                   correct prosperity: 12
//! overrule buy Anna: 12, because Ben lends the gold
//! ```
//!
//! The effects of event cards, rewards and other texts are the same list. [`Game`] checks and plays
//! the action.
//!
//! [`Game`]: campaign_rules::Game

use std::collections::BTreeSet;

use campaign_rules::Name;
use campaign_rules::action::{
    Action, Correction, EnhancementEntry, EnvelopeReason, GainsEntry, NewCharacterEntry, OtherGold,
    ResolvedEvent, RetirementEntry, ScenarioResult,
};
use campaign_rules::character::ChosenHand;
use campaign_rules::class::{CardHalf, ClassFacts, ClassPerk, LineKind, PlacedSticker};
use campaign_rules::consequence::{
    Consequence, EventOutcome, GoldShare, OutcomeCondition, Recipient,
};
use campaign_rules::facts::{ItemFacts, QuestFacts, Requirement, ScenarioFacts, Slot};
use campaign_rules::party::Party;
use campaign_rules::party::{Place, PlayMode};
use campaign_rules::world::{EventDeck, GlobalAchievement};
use plain_text::quote::quoted;
use plain_text::{ParseError, counted, shifted};
use scenario_rules::ending::Ending;
use scenario_rules::enhancement::Sticker;

use super::parts::LinePart;
use super::words::signed;

/// The text between an overruled action and the reason.
const BECAUSE: &str = ", because ";

/// The words that start an action, for an error.
const FIRST_WORDS: &str = "an action such as \"buy Anna: 12\", \"travel Wolves: 14\" or \"note …\"";

/// Parses an action.
///
/// # Errors
///
/// The column of the first problem, and the expected text there.
///
/// ```
/// use campaign::action::{parse_action, print_action};
///
/// let action = parse_action("gains Anna: 7 experience, 4 tokens, 1 checkmark")?;
/// assert_eq!(print_action(&action), "gains Anna: 7 experience, 4 tokens, 1 checkmark");
///
/// let error = parse_action("buy Anna: twelve").expect_err("an item is a number");
/// assert_eq!(error.to_string(), "column 11: found \"twelve\", expected the number of an item");
/// # Ok::<(), plain_text::ParseError>(())
/// ```
pub fn parse_action(line: &str) -> Result<Action, ParseError> {
    let whole = LinePart::whole(line);
    if let Some(rest) = whole.behind("overrule") {
        let Some((action, reason)) = rest.split_last(BECAUSE) else {
            return Err(rest.expected_behind("\", because\" and a reason"));
        };
        let start = action.start();
        let action = parse_action(action.text()).map_err(|error| shifted(line, start, error))?;
        let reason = reason.plain_words("a reason")?;
        return Ok(Action::Overruled { action: Box::new(action), reason });
    }
    if let Some(rest) = whole.behind("note") {
        return rest.plain_words("the text of the note").map(Action::Note);
    }
    if let Some(rest) = whole.behind("perk") {
        let (character, perk) = headed(rest)?;
        let perk = perk.plain_words("the perk")?;
        return Ok(Action::TakePerk { character: character.name(CHARACTER)?, perk });
    }
    for (words, is_on) in [("permanent death", true), ("no permanent death", false)] {
        if let Some(rest) = whole.behind(words) {
            rest.end()?;
            return Ok(Action::PermanentDeath(is_on));
        }
    }
    if let Some(rest) = whole.behind("open class") {
        let (class, envelope) = rest.split_once(':');
        let envelope = envelope.map(envelope_name).transpose()?;
        return Ok(Action::OpenClass { class: class.name("the name of a class")?, envelope });
    }
    if let Some(rest) = whole.behind("donation track") {
        return rest.numbers("sums in gold").map(Action::DonationTrack);
    }
    if let Some(rest) = whole.behind("small items") {
        return array(rest, "nine numbers of items").map(Action::SmallItems);
    }
    if let Some(rest) = whole.behind("personal quest") {
        return quest_facts(rest).map(Action::QuestFacts);
    }
    if let Some(rest) = whole.behind("price steps") {
        return array(rest, "five reputations").map(Action::PriceSteps);
    }
    if let Some(rest) = whole.behind("level up") {
        return rest.name(CHARACTER).map(Action::LevelUp);
    }
    let (first, rest) = whole.first_word();
    match first.text().to_ascii_lowercase().as_str() {
        "thresholds" => array(rest, "eight numbers of marks").map(Action::Thresholds),
        "class" => class(rest).map(Action::Class),
        "perks" => class_perks(rest),
        "item" => item(rest).map(Action::Item),
        "scenario" => scenario(rest).map(Action::Scenario),
        "envelope" => envelope(rest),
        "party" => rest.name(PARTY).map(Action::NewParty),
        "character" => character(rest).map(Action::NewCharacter),
        "join" => {
            let (character, party) = headed(rest)?;
            Ok(Action::Join { character: character.name(CHARACTER)?, party: party.name(PARTY)? })
        }
        "leave" => rest.name(CHARACTER).map(Action::Leave),
        "travel" => travel(rest),
        "road" => event(rest, EventDeck::Road).map(Action::Event),
        "city" => event(rest, EventDeck::City).map(Action::Event),
        "won" => result(rest, Ending::Won).map(Action::End),
        "lost" => result(rest, Ending::Lost).map(Action::End),
        "gains" => gains(rest).map(Action::Gains),
        "reward" => {
            let (party, list) = headed(rest)?;
            Ok(Action::Reward { party: party.name(PARTY)?, consequences: consequences(list)? })
        }
        "effects" | "effects:" => effects(whole),
        "card" => {
            let (character, card) = headed(rest)?;
            let (title, level) = card.split_once(',');
            let level = level.ok_or_else(|| card.expected_behind("a comma and the level"))?;
            let level = keyed(level, "level")?.number("the level of the card")?;
            let title = title.name("the title of a card")?;
            Ok(Action::ChooseCard { character: character.name(CHARACTER)?, title, level })
        }
        "buy" => traded(rest).map(|(character, item)| Action::Buy { character, item }),
        "sell" => traded(rest).map(|(character, item)| Action::Sell { character, item }),
        "equip" => equipment(rest),
        "hand" => hand(rest),
        "goal" => {
            let (character, goal) = headed(rest)?;
            let goal = goal.number("the number of a battle goal")?;
            Ok(Action::ChooseGoal { character: character.name(CHARACTER)?, goal })
        }
        "donate" => rest.name(CHARACTER).map(Action::Donate),
        "enhance" => enhancement(rest).map(Action::Enhance),
        "quest" => {
            let (character, quest) = headed(rest)?;
            let quest = quest.number("the number of a quest")?;
            Ok(Action::Quest { character: character.name(CHARACTER)?, quest })
        }
        "fulfilled" => rest.name(CHARACTER).map(Action::Fulfilled),
        "retire" => retirement(rest).map(Action::Retire),
        "death" => rest.name(CHARACTER).map(Action::Die),
        "correct" => correction(rest).map(Action::Correct),
        _ => Err(whole.expected(FIRST_WORDS)),
    }
}

const CHARACTER: &str = "the name of a character";
const PARTY: &str = "the name of a party";

/// Returns the parts before and behind a colon.
fn headed(part: LinePart<'_>) -> Result<(LinePart<'_>, LinePart<'_>), ParseError> {
    let (head, rest) = part.split_once(':');
    rest.map(|rest| (head, rest)).ok_or_else(|| part.expected_behind("a colon"))
}

/// Returns the part behind a word.
fn keyed<'a>(part: LinePart<'a>, word: &str) -> Result<LinePart<'a>, ParseError> {
    keyed_as(part, word, &format!("\"{word}\""))
}

/// Returns the part behind a word, or the error that something else is expected.
fn keyed_as<'a>(
    part: LinePart<'a>,
    word: &str,
    expected: &str,
) -> Result<LinePart<'a>, ParseError> {
    part.behind(word).ok_or_else(|| part.expected(expected))
}

fn envelope_name(part: LinePart<'_>) -> Result<Name, ParseError> {
    keyed(part, "envelope")?.name("the name of an envelope")
}

/// Parses this many numbers.
fn array<T: std::str::FromStr, const N: usize>(
    part: LinePart<'_>,
    expected: &str,
) -> Result<[T; N], ParseError> {
    let numbers: Vec<T> = part.numbers(expected)?;
    numbers.try_into().map_err(|_other_count| part.expected(expected))
}

fn class(part: LinePart<'_>) -> Result<ClassFacts, ParseError> {
    let (name, rest) = part.split_once(':');
    let mut facts = ClassFacts::named(name.name("the name of a class")?);
    for of in rest.into_iter().flat_map(LinePart::listed) {
        if let Some(hand) = of.behind("hand") {
            facts.hand = Some(hand.number("the number of cards in a hand")?);
        } else if let Some(points) = of.behind("hit points") {
            facts.hit_points = Some(array(points, "nine numbers of hit points")?);
        } else if let Some(number) = of.behind("opening event") {
            facts.opening_event = Some(number.number("the number of an event card")?);
        } else if let Some(number) = of.behind("retirement event") {
            facts.retirement_event = Some(number.number("the number of an event card")?);
        } else {
            let expected = "\"hand\", \"hit points\", \"opening event\" or \"retirement event\"";
            return Err(of.expected(expected));
        }
    }
    Ok(facts)
}

fn class_perks(part: LinePart<'_>) -> Result<Action, ParseError> {
    let (class, list) = headed(part)?;
    let class = class.name("the name of a class")?;
    let perks: Result<Vec<ClassPerk>, ParseError> = list.listed().into_iter().map(perk).collect();
    Ok(Action::ClassPerks { class, perks: perks? })
}

fn perk(part: LinePart<'_>) -> Result<ClassPerk, ParseError> {
    if !part.is_quoted() {
        return Err(part.expected("a perk in quotation marks"));
    }
    let (words, rest) = part.leading_quote()?;
    let (times, unit) = rest.first_word();
    let times = match unit {
        _ if rest.is_empty() => 1,
        unit if unit.is("times") || unit.is("time") => times.number("a number of times")?,
        _ => return Err(rest.expected("\"2 times\", a comma or the end of the line")),
    };
    Ok(ClassPerk { words, times })
}

fn quest_facts(part: LinePart<'_>) -> Result<QuestFacts, ParseError> {
    let (number, rest) = part.split_once(':');
    let number = number.number("the number of a quest")?;
    let mut facts = QuestFacts { number, title: None, envelope: None };
    for of in rest.into_iter().flat_map(LinePart::listed) {
        if let Some(title) = of.behind("title") {
            facts.title = Some(title.name("the title of the quest")?);
        } else if let Some(envelope) = of.behind("envelope") {
            facts.envelope = Some(envelope.name("the name of an envelope")?);
        } else {
            return Err(of.expected("\"title\" or \"envelope\""));
        }
    }
    Ok(facts)
}

fn equipment(part: LinePart<'_>) -> Result<Action, ParseError> {
    let (character, items) = headed(part)?;
    let character = character.name(CHARACTER)?;
    let items = if items.is("nothing") {
        BTreeSet::new()
    } else {
        items.numbers::<u16>("numbers of items, or \"nothing\"")?.into_iter().collect()
    };
    Ok(Action::Equip { character, items })
}

fn hand(part: LinePart<'_>) -> Result<Action, ParseError> {
    let (character, list) = headed(part)?;
    let character = character.name(CHARACTER)?;
    let mut parts = list.listed().into_iter();
    let first = parts.next().unwrap_or(list);
    let (basic, unit) = first.first_word();
    if !unit.is("of level 1") && !unit.is("of level 1 or X") {
        return Err(first.expected("the number of cards of level 1 or X, as in \"9 of level 1\""));
    }
    let basic = basic.number("a number of cards")?;
    let cards: Result<Vec<Name>, ParseError> =
        parts.map(|of| of.name("the title of a card")).collect();
    Ok(Action::ChooseHand { character, hand: ChosenHand { basic, cards: cards? } })
}

fn item(part: LinePart<'_>) -> Result<ItemFacts, ParseError> {
    let (number, rest) = headed(part)?;
    let number = number.number("the number of an item")?;
    let (mut price, mut copies, mut title, mut slot) = (None, None, None, None);
    for of in rest.listed() {
        let (amount, unit) = of.first_word();
        if let Some(text) = of.behind("title") {
            title = Some(text.name("the title of the item")?);
        } else if let Some(found) = Slot::ALL.into_iter().find(|slot| of.is(slot.word())) {
            slot = Some(found);
        } else if unit.is("gold") {
            price = Some(amount.number("the price in gold")?);
        } else if unit.is("copies") || unit.is("copy") {
            copies = Some(amount.number("the number of copies")?);
        } else {
            let expected = "\"25 gold\", \"2 copies\", a place such as \"small\", or \"title\"";
            return Err(of.expected(expected));
        }
    }
    let price = price.ok_or_else(|| part.expected_behind("a comma and the price in gold"))?;
    let copies = copies.ok_or_else(|| part.expected_behind("a comma and the number of copies"))?;
    Ok(ItemFacts { number, title, price, copies, slot })
}

/// The words before a requirement, with its meaning: global, present.
const REQUIREMENTS: [(&str, bool, bool); 4] = [
    ("needs global", true, true),
    ("needs party", false, true),
    ("without global", true, false),
    ("without party", false, false),
];

fn scenario(part: LinePart<'_>) -> Result<ScenarioFacts, ParseError> {
    let (number, rest) = part.split_once(':');
    let mut facts = ScenarioFacts {
        number: number.number(SCENARIO)?,
        links: BTreeSet::new(),
        is_linked_to_town: false,
        requirements: Vec::new(),
    };
    for of in rest.into_iter().flat_map(LinePart::listed) {
        let requirement = REQUIREMENTS
            .into_iter()
            .find_map(|(words, global, present)| Some((of.behind(words)?, global, present)));
        if let Some(numbers) = of.behind("links") {
            facts.links = numbers.numbers::<u16>("numbers of scenarios")?.into_iter().collect();
        } else if of.is("linked to town") {
            facts.is_linked_to_town = true;
        } else if let Some((name, is_global, is_present)) = requirement {
            let achievement = name.name("the name of an achievement")?;
            facts.requirements.push(Requirement { achievement, is_global, is_present });
        } else {
            let expected =
                "\"links\", \"linked to town\", \"needs\" or \"without\" with global or party";
            return Err(of.expected(expected));
        }
    }
    Ok(facts)
}

const SCENARIO: &str = "the number of a scenario";

fn envelope(part: LinePart<'_>) -> Result<Action, ParseError> {
    let (name, reason) = part.split_once(':');
    let envelope = name.name("the name of an envelope")?;
    let reason = match reason {
        None => EnvelopeReason::Printed,
        Some(of) if of.is_quoted() => EnvelopeReason::Words(of.quoted()?),
        Some(of) if of.is("first retirement") => EnvelopeReason::FirstRetirement,
        Some(of) => {
            let expected = "\"reputation\", \"first retirement\" or a text in quotation marks";
            EnvelopeReason::Reputation(keyed_as(of, "reputation", expected)?.signed("10 or -10")?)
        }
    };
    Ok(Action::Envelope { envelope, reason })
}

fn character(part: LinePart<'_>) -> Result<NewCharacterEntry, ParseError> {
    let (name, rest) = headed(part)?;
    let mut parts = rest.listed().into_iter();
    let class = parts.next().unwrap_or(rest).name("the name of a class")?;
    let mut new = NewCharacterEntry { name: name.name(CHARACTER)?, class, level: 1, quest: None };
    for of in parts {
        if let Some(level) = of.behind("level") {
            new.level = level.number("the level")?;
        } else if let Some(quest) = of.behind("quest") {
            new.quest = Some(quest.number("the number of a quest")?);
        } else {
            return Err(of.expected("\"level\" or \"quest\""));
        }
    }
    Ok(new)
}

fn travel(part: LinePart<'_>) -> Result<Action, ParseError> {
    let (party, to) = headed(part)?;
    let party = party.name(PARTY)?;
    let (place, mode) = to.first_word();
    let expected = "\"town\", or the number of a scenario and \"casual\" if it is";
    let mode = match mode {
        of if of.is_empty() || of.is("campaign") => PlayMode::Campaign,
        of if of.is("casual") && !place.is("town") => PlayMode::Casual,
        of => return Err(of.expected(expected)),
    };
    let to = if place.is("town") { Place::Town } else { Place::Scenario(place.number(expected)?) };
    Ok(Action::Travel { party, to, mode })
}

fn event(part: LinePart<'_>, deck: EventDeck) -> Result<ResolvedEvent, ParseError> {
    let (party, rest) = headed(part)?;
    let party = party.name(PARTY)?;
    let (rest, below) = rest.split_once(';');
    let (card, rest) = rest.split_once(',');
    let (number, letter) = card.first_word();
    let number = number.number("the number of the event card")?;
    let choice = match letter.text() {
        "A" | "a" => 'A',
        "B" | "b" => 'B',
        _ => return Err(letter.expected("the choice, A or B")),
    };
    let rest = rest.ok_or_else(|| part.expected_behind("\", removed\" or \", put back\""))?;
    let (fate, list) = rest.split_once(',');
    let is_put_back = match fate {
        of if of.is("put back") => true,
        of if of.is("removed") => false,
        of => return Err(of.expected("\"removed\" or \"put back\"")),
    };
    let consequences = list.map_or(Ok(Vec::new()), consequences)?;
    let mut outcomes = Vec::new();
    let mut below = below;
    while let Some(part) = below {
        let (first, rest) = part.split_once(';');
        outcomes.push(outcome(first)?);
        below = rest;
    }
    Ok(ResolvedEvent { party, deck, number, choice, is_put_back, consequences, outcomes })
}

/// Parses an outcome of an event card: a condition, a colon, and the effects.
fn outcome(part: LinePart<'_>) -> Result<EventOutcome, ParseError> {
    let (head, list) = headed(part)?;
    let condition = if head.is("always") {
        OutcomeCondition::Always
    } else if head.is("otherwise") {
        OutcomeCondition::Otherwise
    } else if let Some(classes) = head.behind("if class") {
        let classes = classes.listed().into_iter();
        let classes: Result<Vec<Name>, ParseError> =
            classes.map(|of| of.name("the name of a class")).collect();
        OutcomeCondition::Classes(classes?)
    } else if let Some(range) = head.behind("if reputation") {
        reputation_range(range)?
    } else if let Some(gold) = head.behind("if gold") {
        OutcomeCondition::Gold(gold.number("an amount of gold")?)
    } else {
        let expected = "\"if class …\", \"if reputation 5 to 20\", \"if gold 10\", \"always\" or \
                        \"otherwise\"";
        return Err(head.expected(expected));
    };
    let consequences = if list.is("nothing") { Vec::new() } else { consequences(list)? };
    Ok(EventOutcome { condition, consequences })
}

/// Parses `5 to 20`, or `> 4` and `< -4` as on a card.
fn reputation_range(part: LinePart<'_>) -> Result<OutcomeCondition, ParseError> {
    let expected = "a range such as \"5 to 20\", \"> 4\" or \"< -4\"";
    let (first, rest) = part.first_word();
    let number = |of: LinePart<'_>| of.signed::<i8>(expected);
    let (least, most) = match first.text() {
        ">" => (number(rest)?.saturating_add(1), Party::MAX_REPUTATION),
        "<" => (-Party::MAX_REPUTATION, number(rest)?.saturating_sub(1)),
        _ => (number(first)?, number(keyed_as(rest, "to", expected)?)?),
    };
    Ok(OutcomeCondition::Reputation { least, most })
}

fn result(part: LinePart<'_>, ending: Ending) -> Result<ScenarioResult, ParseError> {
    let (party, rest) = headed(part)?;
    let (level, check) = rest.split_once(',');
    let level = keyed(level, "level")?.number("the level of the scenario")?;
    let record_check = match check {
        None => None,
        Some(check) => {
            let digits = keyed(check, "record")?;
            let is_check = digits.text().len() == 8
                && digits.text().bytes().all(|byte| byte.is_ascii_hexdigit());
            let check = u32::from_str_radix(digits.text(), 16).ok().filter(|_| is_check);
            Some(check.ok_or_else(|| digits.expected("the check of the record, eight digits"))?)
        }
    };
    Ok(ScenarioResult { party: party.name(PARTY)?, ending, level, record_check })
}

fn gains(part: LinePart<'_>) -> Result<GainsEntry, ParseError> {
    let (character, rest) = headed(part)?;
    let mut gains = GainsEntry {
        character: character.name(CHARACTER)?,
        experience: 0,
        tokens: 0,
        checkmarks: 0,
        others: Vec::new(),
    };
    if rest.is("nothing") {
        return Ok(gains);
    }
    for of in rest.listed() {
        let (amount, unit) = of.first_word();
        if let Some(source) = unit.behind("gold for") {
            let source = source.plain_words("the source of the gold")?;
            gains.others.push(OtherGold { amount: amount.number("an amount of gold")?, source });
        } else if unit.is("experience") {
            gains.experience = amount.number("an amount of experience")?;
        } else if unit.is("tokens") || unit.is("token") {
            gains.tokens = amount.number("a number of tokens")?;
        } else if unit.is("checkmarks") || unit.is("checkmark") {
            gains.checkmarks = amount.number("a number of checkmarks")?;
        } else {
            let expected = "\"7 experience\", \"4 tokens\", \"1 checkmark\", \"5 gold for …\" or \
                            \"nothing\"";
            return Err(of.expected(expected));
        }
    }
    Ok(gains)
}

fn effects(whole: LinePart<'_>) -> Result<Action, ParseError> {
    let (head, list) = headed(whole)?;
    let party = keyed(head, "effects")?;
    let party = if party.is_empty() { None } else { Some(party.name(PARTY)?) };
    Ok(Action::Consequences { party, consequences: consequences(list)? })
}

/// Parses the effects of an event card, a reward or another text.
fn consequences(part: LinePart<'_>) -> Result<Vec<Consequence>, ParseError> {
    let mut list = Vec::new();
    for of in part.listed() {
        let Some(share) = of.behind("share") else {
            list.push(consequence(of)?);
            continue;
        };
        let Some(Consequence::GoldTogether { shares, .. }) = list.last_mut() else {
            return Err(of.expected("\"gold together\" before the shares"));
        };
        let (name, gold) = share.last_word();
        let character = name.name(CHARACTER)?;
        shares.push(GoldShare { character, gold: gold.number("an amount of gold")? });
    }
    Ok(list)
}

/// The effects, for an error.
const CONSEQUENCES: &str = "an effect such as \"reputation +1\", \"gold Anna -5\", \"item Anna \
                            12\", \"unlock 15\", \"achievement …\" or a text in quotation marks";

fn consequence(of: LinePart<'_>) -> Result<Consequence, ParseError> {
    if of.is_quoted() {
        return of.quoted().map(Consequence::Words);
    }
    if let Some(rest) = of.behind("no item") {
        return item_of(rest, false);
    }
    if let Some(rest) = of.behind("no global") {
        return Ok(Consequence::Global { achievement: global(rest)?, has: false });
    }
    if let Some(rest) = of.behind("no achievement") {
        let name = rest.name("the name of an achievement")?;
        return Ok(Consequence::PartyAchievement { name, has: false });
    }
    for (words, deck) in [
        ("add event", None),
        ("add road event", Some(EventDeck::Road)),
        ("add city event", Some(EventDeck::City)),
    ] {
        if let Some(rest) = of.behind(words) {
            let number = rest.number("the number of an event card")?;
            return Ok(Consequence::AddEvent { deck, number });
        }
    }
    let (word, rest) = of.first_word();
    match word.text().to_ascii_lowercase().as_str() {
        "reputation" => rest.signed("an amount such as +1").map(Consequence::Reputation),
        "prosperity" => rest.signed("an amount such as +1").map(Consequence::Prosperity),
        "gold" if rest.behind("together").is_some_and(|of| !of.is_empty()) => {
            let amount = keyed(rest, "together")?.signed("an amount such as -10")?;
            Ok(Consequence::GoldTogether { amount, shares: Vec::new() })
        }
        "gold" => {
            let (of, amount) = recipient(rest)?;
            Ok(Consequence::Gold { of, amount: amount.signed("an amount such as +5")? })
        }
        "experience" => {
            let (of, amount) = recipient(rest)?;
            Ok(Consequence::Experience { of, amount: amount.signed("an amount such as +5")? })
        }
        "checkmarks" | "checkmark" => {
            let (of, amount) = recipient(rest)?;
            Ok(Consequence::Checkmarks { of, amount: amount.signed("an amount such as +1")? })
        }
        "item" => item_of(rest, true),
        "design" => rest.number("the number of an item").map(Consequence::Design),
        "global" => Ok(Consequence::Global { achievement: global(rest)?, has: true }),
        "achievement" => {
            let name = rest.name("the name of an achievement")?;
            Ok(Consequence::PartyAchievement { name, has: true })
        }
        "unlock" => rest.number(SCENARIO).map(Consequence::Unlock),
        _ => Err(of.expected(CONSEQUENCES)),
    }
}

fn recipient(part: LinePart<'_>) -> Result<(Recipient, LinePart<'_>), ParseError> {
    let (name, amount) = part.last_word();
    let of = if name.is("each") {
        Recipient::Each
    } else {
        Recipient::One(name.name("\"each\" or the name of a character")?)
    };
    Ok((of, amount))
}

fn item_of(part: LinePart<'_>, has: bool) -> Result<Consequence, ParseError> {
    let (name, item) = part.last_word();
    let (of, item) = (name.name(CHARACTER)?, item.number("the number of an item")?);
    Ok(Consequence::Item { of, item, has })
}

fn global(part: LinePart<'_>) -> Result<GlobalAchievement, ParseError> {
    let expected = "the name of an achievement, or its type, a colon and its name";
    let (first, second) = part.split_once(':');
    match second {
        None => Ok(GlobalAchievement { kind: None, name: first.name(expected)? }),
        Some(name) => {
            Ok(GlobalAchievement { kind: Some(first.name(expected)?), name: name.name(expected)? })
        }
    }
}

fn traded(part: LinePart<'_>) -> Result<(Name, u16), ParseError> {
    let (character, item) = headed(part)?;
    Ok((character.name(CHARACTER)?, item.number("the number of an item")?))
}

fn enhancement(part: LinePart<'_>) -> Result<EnhancementEntry, ParseError> {
    let (character, rest) = headed(part)?;
    let character = character.name(CHARACTER)?;
    let parts = rest.listed();
    let [card, level, place, sticker, others @ ..] = parts.as_slice() else {
        let expected = "the card, its level, the line such as \"top 2 move\", and the sticker";
        return Err(part.expected_behind(expected));
    };
    let card_level = keyed(*level, "level")?.number("the level of the card")?;
    let (half_word, line_and_kind) = place.first_word();
    let half = CardHalf::ALL.into_iter().find(|half| half_word.is(half.word()));
    let half = half.ok_or_else(|| place.expected("\"top\" or \"bottom\""))?;
    let (line, kind_word) = line_and_kind.first_word();
    let line = line.number("the number of the line")?;
    let kind = LineKind::ALL.into_iter().find(|kind| kind_word.is(kind.word()));
    let kind = kind.ok_or_else(|| {
        kind_word.expected("the kind of the line: move, attack, enemies, allies or summon")
    })?;
    let found = Sticker::ALL.into_iter().find(|of| sticker.is(of.word()));
    let sticker =
        found.ok_or_else(|| sticker.expected("a sticker such as \"attack\" or \"jump\""))?;
    let (mut several_targets, mut hexes) = (false, None);
    for of in others {
        let (amount, unit) = of.first_word();
        if of.is("several targets") {
            several_targets = true;
        } else if unit.is("hexes") || unit.is("hex") {
            hexes = Some(amount.number("the number of targeted hexes")?);
        } else {
            return Err(of.expected("\"several targets\" or \"3 hexes\""));
        }
    }
    let card = card.name("the title of a card")?;
    let placed = PlacedSticker { card, card_level, half, line, kind, sticker };
    Ok(EnhancementEntry { character, placed, several_targets, hexes })
}

fn retirement(part: LinePart<'_>) -> Result<RetirementEntry, ParseError> {
    let (character, rest) = headed(part)?;
    let character = character.name(CHARACTER)?;
    let mut parts = rest.listed().into_iter();
    let envelope = envelope_name(parts.next().unwrap_or(rest))?;
    let (mut design, mut scenario) = (None, None);
    for of in parts {
        if let Some(number) = of.behind("design") {
            design = Some(number.number("the number of an item")?);
        } else if let Some(number) = of.behind("scenario") {
            scenario = Some(number.number(SCENARIO)?);
        } else {
            return Err(of.expected("\"design\" or \"scenario\""));
        }
    }
    Ok(RetirementEntry { character, envelope, design, scenario })
}

fn correction(part: LinePart<'_>) -> Result<Correction, ParseError> {
    let (head, to) = headed(part)?;
    let (word, name) = head.first_word();
    let character = || name.name(CHARACTER);
    Ok(match word.text().to_ascii_lowercase().as_str() {
        "prosperity" if name.is_empty() => Correction::Prosperity(to.number("a number of marks")?),
        "donations" if name.is_empty() => Correction::Donations(to.number("an amount of gold")?),
        "reputation" => {
            let party = name.name(PARTY)?;
            Correction::Reputation { party, to: to.signed("a reputation")? }
        }
        "gold" => Correction::Gold { character: character()?, to: to.number("an amount of gold")? },
        "experience" => {
            let to = to.number("an amount of experience")?;
            Correction::Experience { character: character()?, to }
        }
        "level" => Correction::Level { character: character()?, to: to.number("a level")? },
        "checkmarks" => {
            let to = to.number("a number of checkmarks")?;
            Correction::Checkmarks { character: character()?, to }
        }
        _ => {
            let expected = "prosperity, donations, or reputation, gold, experience, level or \
                            checkmarks with a name";
            return Err(head.expected(expected));
        }
    })
}

/// Prints an action. [`parse_action`] reads it back.
#[expect(clippy::too_many_lines, reason = "one arm for each action")]
pub fn print_action(action: &Action) -> String {
    match action {
        Action::Class(facts) => print_class(facts),
        Action::ClassPerks { class, perks } => {
            format!("perks {class}: {}", commas(perks.iter().map(print_perk)))
        }
        Action::OpenClass { class, envelope: None } => format!("open class {class}"),
        Action::OpenClass { class, envelope: Some(envelope) } => {
            format!("open class {class}: envelope {envelope}")
        }
        Action::Item(facts) => print_item(facts),
        Action::QuestFacts(facts) => print_quest(facts),
        Action::Scenario(facts) => print_scenario(facts),
        Action::DonationTrack(sums) => format!("donation track {}", spaced(sums)),
        Action::Thresholds(thresholds) => format!("thresholds {}", spaced(thresholds)),
        Action::PriceSteps(steps) => format!("price steps {}", spaced(steps)),
        Action::SmallItems(limits) => format!("small items {}", spaced(limits)),
        Action::PermanentDeath(true) => "permanent death".to_owned(),
        Action::PermanentDeath(false) => "no permanent death".to_owned(),
        Action::Envelope { envelope, reason } => match reason {
            EnvelopeReason::Printed => format!("envelope {envelope}"),
            EnvelopeReason::Reputation(reputation) => {
                format!("envelope {envelope}: reputation {reputation}")
            }
            EnvelopeReason::FirstRetirement => format!("envelope {envelope}: first retirement"),
            EnvelopeReason::Words(words) => format!("envelope {envelope}: {}", quoted(words)),
        },
        Action::NewParty(party) => format!("party {party}"),
        Action::NewCharacter(NewCharacterEntry { name, class, level, quest }) => {
            let quest = quest.map(|quest| format!(", quest {quest}")).unwrap_or_default();
            format!("character {name}: {class}, level {level}{quest}")
        }
        Action::Join { character, party } => format!("join {character}: {party}"),
        Action::Leave(character) => format!("leave {character}"),
        Action::Travel { party, to, mode: PlayMode::Campaign } => format!("travel {party}: {to}"),
        Action::Travel { party, to, mode } => format!("travel {party}: {to} {}", mode.word()),
        Action::Event(resolved) => {
            let ResolvedEvent { party, deck, number, choice, is_put_back, .. } = resolved;
            let ResolvedEvent { consequences, outcomes, .. } = resolved;
            let fate = if *is_put_back { "put back" } else { "removed" };
            let head = format!("{} {party}: {number} {choice}, {fate}", deck.word());
            let first =
                commas(std::iter::once(head).chain(consequences.iter().map(print_consequence)));
            outcomes
                .iter()
                .fold(first, |line, outcome| format!("{line}; {}", print_outcome(outcome)))
        }
        Action::End(ScenarioResult { party, ending, level, record_check }) => {
            let check = record_check.map(|check| format!(", record {check:08x}"));
            format!("{} {party}: level {level}{}", ending.word(), check.unwrap_or_default())
        }
        Action::Gains(gains) => print_gains(gains),
        Action::Reward { party, consequences } => {
            format!("reward {party}: {}", print_consequences(consequences))
        }
        Action::Consequences { party: None, consequences } => {
            format!("effects: {}", print_consequences(consequences))
        }
        Action::Consequences { party: Some(party), consequences } => {
            format!("effects {party}: {}", print_consequences(consequences))
        }
        Action::LevelUp(character) => format!("level up {character}"),
        Action::ChooseCard { character, title, level } => {
            format!("card {character}: {title}, level {level}")
        }
        Action::TakePerk { character, perk } => format!("perk {character}: {perk}"),
        Action::Buy { character, item } => format!("buy {character}: {item}"),
        Action::Sell { character, item } => format!("sell {character}: {item}"),
        Action::Equip { character, items } if items.is_empty() => {
            format!("equip {character}: nothing")
        }
        Action::Equip { character, items } => format!("equip {character}: {}", spaced(items)),
        Action::ChooseHand { character, hand } => {
            let head = format!("hand {character}: {} of level 1", hand.basic);
            commas(std::iter::once(head).chain(hand.cards.iter().map(ToString::to_string)))
        }
        Action::ChooseGoal { character, goal } => format!("goal {character}: {goal}"),
        Action::Donate(character) => format!("donate {character}"),
        Action::Enhance(EnhancementEntry { character, placed, several_targets, hexes }) => {
            let PlacedSticker { card, card_level, half, line, kind, sticker } = placed;
            let place = format!("{} {line} {}", half.word(), kind.word());
            let several = several_targets.then(|| "several targets".to_owned());
            let hexes = hexes.map(|hexes| counted(hexes, "hex", "hexes"));
            let head = format!(
                "enhance {character}: {card}, level {card_level}, {place}, {}",
                sticker.word()
            );
            commas(std::iter::once(head).chain(several).chain(hexes))
        }
        Action::Quest { character, quest } => format!("quest {character}: {quest}"),
        Action::Fulfilled(character) => format!("fulfilled {character}"),
        Action::Retire(RetirementEntry { character, envelope, design, scenario }) => {
            let head = format!("retire {character}: envelope {envelope}");
            let design = design.map(|item| format!("design {item}"));
            let scenario = scenario.map(|number| format!("scenario {number}"));
            commas(std::iter::once(head).chain(design).chain(scenario))
        }
        Action::Die(character) => format!("death {character}"),
        Action::Correct(correction) => print_correction(correction),
        Action::Note(note) => format!("note {note}"),
        Action::Overruled { action, reason } => {
            format!("overrule {}{BECAUSE}{reason}", print_action(action))
        }
    }
}

fn spaced<T: ToString>(numbers: impl IntoIterator<Item = T>) -> String {
    let numbers: Vec<String> = numbers.into_iter().map(|of| of.to_string()).collect();
    numbers.join(" ")
}

fn commas(parts: impl IntoIterator<Item = String>) -> String {
    parts.into_iter().collect::<Vec<_>>().join(", ")
}

fn print_class(facts: &ClassFacts) -> String {
    let ClassFacts { name, hand, hit_points, opening_event, retirement_event } = facts;
    let parts = [
        hand.map(|hand| format!("hand {hand}")),
        hit_points.map(|points| format!("hit points {}", spaced(points))),
        opening_event.map(|number| format!("opening event {number}")),
        retirement_event.map(|number| format!("retirement event {number}")),
    ];
    let parts = commas(parts.into_iter().flatten());
    if parts.is_empty() { format!("class {name}") } else { format!("class {name}: {parts}") }
}

fn print_perk(perk: &ClassPerk) -> String {
    match perk.times {
        1 => quoted(&perk.words),
        times => format!("{} {}", quoted(&perk.words), counted(times, "time", "times")),
    }
}

fn print_quest(facts: &QuestFacts) -> String {
    let QuestFacts { number, title, envelope } = facts;
    let title = title.as_ref().map(|title| format!("title {title}"));
    let envelope = envelope.as_ref().map(|envelope| format!("envelope {envelope}"));
    let parts = commas(title.into_iter().chain(envelope));
    if parts.is_empty() {
        format!("personal quest {number}")
    } else {
        format!("personal quest {number}: {parts}")
    }
}

/// Prints an outcome as in an action.
fn print_outcome(outcome: &EventOutcome) -> String {
    let consequences = match print_consequences(&outcome.consequences) {
        none if none.is_empty() => "nothing".to_owned(),
        consequences => consequences,
    };
    format!("{}: {consequences}", print_condition(&outcome.condition))
}

/// Prints the condition of an outcome as in an action.
pub(super) fn print_condition(condition: &OutcomeCondition) -> String {
    match condition {
        OutcomeCondition::Always => "always".to_owned(),
        OutcomeCondition::Classes(classes) => {
            format!("if class {}", commas(classes.iter().map(ToString::to_string)))
        }
        OutcomeCondition::Reputation { least, most } => format!("if reputation {least} to {most}"),
        OutcomeCondition::Gold(gold) => format!("if gold {gold}"),
        OutcomeCondition::Otherwise => "otherwise".to_owned(),
    }
}

fn print_item(facts: &ItemFacts) -> String {
    let ItemFacts { number, title, price, copies, slot } = facts;
    let parts = [
        Some(format!("{price} gold")),
        Some(counted(copies, "copy", "copies")),
        slot.map(|slot| slot.word().to_owned()),
        title.as_ref().map(|title| format!("title {title}")),
    ];
    format!("item {number}: {}", commas(parts.into_iter().flatten()))
}

fn print_scenario(facts: &ScenarioFacts) -> String {
    let ScenarioFacts { number, links, is_linked_to_town, requirements } = facts;
    let links = (!links.is_empty()).then(|| format!("links {}", spaced(links)));
    let town = is_linked_to_town.then(|| "linked to town".to_owned());
    let requirements = requirements.iter().map(|of| {
        let word = if of.is_present { "needs" } else { "without" };
        let whose = if of.is_global { "global" } else { "party" };
        format!("{word} {whose} {}", of.achievement)
    });
    let parts = commas(links.into_iter().chain(town).chain(requirements));
    if parts.is_empty() {
        format!("scenario {number}")
    } else {
        format!("scenario {number}: {parts}")
    }
}

fn print_gains(gains: &GainsEntry) -> String {
    let GainsEntry { character, experience, tokens, checkmarks, others } = gains;
    let some = |count: u16, one: &str, many: &str| (count > 0).then(|| counted(count, one, many));
    let parts = [
        some(*experience, "experience", "experience"),
        some(*tokens, "token", "tokens"),
        some((*checkmarks).into(), "checkmark", "checkmarks"),
    ];
    let others = others.iter().map(|of| format!("{} gold for {}", of.amount, of.source));
    let parts = commas(parts.into_iter().flatten().chain(others));
    format!("gains {character}: {}", if parts.is_empty() { "nothing" } else { &parts })
}

fn print_consequences(consequences: &[Consequence]) -> String {
    commas(consequences.iter().map(print_consequence))
}

/// Prints an effect as in an action.
pub(super) fn print_consequence(of: &Consequence) -> String {
    let to = |recipient: &Recipient| match recipient {
        Recipient::Each => "each".to_owned(),
        Recipient::One(name) => name.to_string(),
    };
    match of {
        Consequence::Reputation(amount) => format!("reputation {}", signed(*amount)),
        Consequence::Prosperity(amount) => format!("prosperity {}", signed(*amount)),
        Consequence::Gold { of, amount } => format!("gold {} {}", to(of), signed(*amount)),
        Consequence::GoldTogether { amount, shares } => {
            let head = format!("gold together {}", signed(*amount));
            let shares = shares.iter().map(|of| format!("share {} {}", of.character, of.gold));
            commas(std::iter::once(head).chain(shares))
        }
        Consequence::Experience { of, amount } => {
            format!("experience {} {}", to(of), signed(*amount))
        }
        Consequence::Checkmarks { of, amount } => {
            format!("checkmarks {} {}", to(of), signed(*amount))
        }
        Consequence::Item { of, item, has: true } => format!("item {of} {item}"),
        Consequence::Item { of, item, has: false } => format!("no item {of} {item}"),
        Consequence::Design(item) => format!("design {item}"),
        Consequence::Global { achievement: GlobalAchievement { kind, name }, has } => {
            let no = if *has { "" } else { "no " };
            let kind = kind.as_ref().map(|kind| format!("{kind}: ")).unwrap_or_default();
            format!("{no}global {kind}{name}")
        }
        Consequence::PartyAchievement { name, has: true } => format!("achievement {name}"),
        Consequence::PartyAchievement { name, has: false } => format!("no achievement {name}"),
        Consequence::Unlock(scenario) => format!("unlock {scenario}"),
        Consequence::AddEvent { deck: None, number } => format!("add event {number}"),
        Consequence::AddEvent { deck: Some(deck), number } => {
            format!("add {} event {number}", deck.word())
        }
        Consequence::Words(words) => quoted(words),
    }
}

fn print_correction(correction: &Correction) -> String {
    match correction {
        Correction::Prosperity(to) => format!("correct prosperity: {to}"),
        Correction::Donations(to) => format!("correct donations: {to}"),
        Correction::Reputation { party, to } => format!("correct reputation {party}: {to}"),
        Correction::Gold { character, to } => format!("correct gold {character}: {to}"),
        Correction::Experience { character, to } => format!("correct experience {character}: {to}"),
        Correction::Level { character, to } => format!("correct level {character}: {to}"),
        Correction::Checkmarks { character, to } => format!("correct checkmarks {character}: {to}"),
    }
}
