//! The sentences for refusals of the rules: each reason with its rule and its remedy.
//!
//! They follow "not allowed:", so they start in lower case and have no full stop.

use campaign_rules::consequence::Consequence;
use campaign_rules::facts::Slot;
use campaign_rules::illegal::{CampaignNumber, Illegal, Refusal};
use campaign_rules::party::{Place, PlayMode};
use campaign_rules::world::World;
use campaign_rules::{Action, Name};
use plain_text::{agreeing, clauses, counted, listed};

use super::words::{item, signed};

/// Returns a refusal in words: the verdict, then each reason with its rule and its remedy.
///
/// ```
/// use campaign::action::parse_action;
/// use campaign::refusal::refusal_text;
/// use campaign_rules::Game;
///
/// let action = parse_action("open class Sun: envelope C")?;
/// let refusal = Game::default().play(&action).expect_err("the envelope is closed");
/// assert_eq!(
///     refusal_text(&refusal),
///     "not allowed: envelope C is not open (rule S15.7); open it first, as in \"envelope C\""
/// );
/// # Ok::<(), plain_text::ParseError>(())
/// ```
pub fn refusal_text(refusal: &Refusal) -> String {
    let parts: Vec<String> = refusal
        .reasons
        .iter()
        .flat_map(|reason| [cited(reason), remedy(reason)])
        .filter(|words| !words.is_empty())
        .collect();
    let verdict = if refusal.is_information_missing() { "cannot tell" } else { "not allowed" };
    format!("{verdict}: {}", clauses(&parts))
}

/// Returns a reason with the number of its rule.
pub fn cited(reason: &Illegal) -> String {
    let words = reason_text(reason);
    match reason.rule() {
        Some(rule) => format!("{words} (rule {})", rule.number()),
        None => words,
    }
}

/// Returns a reason in a clause.
#[expect(clippy::too_many_lines, reason = "one arm for each reason")]
pub fn reason_text(reason: &Illegal) -> String {
    match reason {
        Illegal::OutOfBounds { number, amount, least, most } => {
            format!("{} is {amount}, and goes from {least} to {most}", number_words(*number))
        }
        Illegal::NotAscending { number } => {
            format!("{} do not ascend", numbers_words(*number))
        }
        Illegal::BadName { name } if name.as_str().is_empty() => "a name is empty".to_owned(),
        Illegal::BadName { name } => format!("\"{name}\" cannot be a name"),
        Illegal::BadWords => "the words cannot be written down".to_owned(),
        Illegal::NoParty { party, .. } => format!("no party is called {party}"),
        Illegal::NoCharacter { character, .. } => format!("no character is called {character}"),
        Illegal::SameParty { party } => format!("there is a party called {party}"),
        Illegal::SameCharacter { character } => {
            format!("there is or was a character called {character}")
        }
        Illegal::NotActive { character, state } => format!("{character} is {}", state.word()),
        Illegal::PartyMissing => "the effect is for a party, and none is named".to_owned(),
        Illegal::UnknownItem { item: of } => {
            format!("the price and the copies of {} are unknown", item(*of))
        }
        Illegal::UnknownSlot { item: of } => {
            format!("the place where {} is worn is unknown", item(*of))
        }
        Illegal::UnknownHand { class } => format!("the hand limit of the {class} is unknown"),
        Illegal::UnknownScenario { scenario } => {
            format!("the links and requirements of scenario {scenario} are unknown")
        }
        Illegal::InParty { character, party } => format!("{character} is a member of {party}"),
        Illegal::NoPartyOf { character } => format!("{character} is in no party"),
        Illegal::PartyFull { party } => format!("{party} has four members"),
        Illegal::NoMembers { party } => format!("{party} has no members"),
        Illegal::Playing { party, scenario } => format!("{party} plays scenario {scenario}"),
        Illegal::NotPlaying { party } => format!("{party} plays no scenario"),
        Illegal::AlreadyThere { party } => format!("{party} is in the town"),
        Illegal::NotInTown { party } => format!("{party} is not in the town"),
        Illegal::Locked { scenario } => format!("scenario {scenario} is not unlocked"),
        Illegal::Completed { scenario, by } => format!("{by} has completed scenario {scenario}"),
        Illegal::Required { scenario, requirement } => {
            let whose = if requirement.is_global { "global" } else { "party" };
            let name = &requirement.achievement;
            if requirement.is_present {
                format!("scenario {scenario} needs the {whose} achievement \"{name}\"")
            } else {
                format!("scenario {scenario} must not have the {whose} achievement \"{name}\"")
            }
        }
        Illegal::QuestWaits { character } => {
            format!("the quest of {character} is fulfilled, so it plays no further scenario")
        }
        Illegal::RoadEventDue { party } => format!("a road event of {party} is due first"),
        Illegal::NoRoadEvent { party } => format!("no road event of {party} is due"),
        Illegal::CityEventDone { party } => {
            format!("{party} has had its city event on this visit")
        }
        Illegal::NotInDeck { deck, number } => {
            format!("{} event {number:02} is not in its deck", deck.word())
        }
        Illegal::DeckEmpty { deck } => format!("the deck of {} events is empty", deck.word()),
        Illegal::AtBottom { deck, number, above } => {
            let above = counted(above, "card lies", "cards lie");
            format!("{above} above {} event {number:02}, which was put back", deck.word())
        }
        Illegal::RangeReversed { least, most } => {
            format!("the reputation goes from {least} down to {most}")
        }
        Illegal::SharesDiffer { due, named: 0, members } => {
            format!("{due} gold are divided among {}, and no shares are named", listed(members))
        }
        Illegal::SharesDiffer { due, named, .. } => {
            format!("{due} gold are divided, and the shares make {named}")
        }
        Illegal::NotSharing { character, members } => {
            format!("the gold is divided among {}, not {character}", listed(members))
        }
        Illegal::NoChoice { choice } => format!("{choice} is no choice of an event card"),
        Illegal::NothingEnded { character } => {
            format!("no party has ended a scenario that {character} played")
        }
        Illegal::GainsRecorded { character, scenario } => {
            format!("the gains of {character} in scenario {scenario} are recorded")
        }
        Illegal::GoalsLost { scenario } => {
            format!("scenario {scenario} was lost, so battle goals do not count")
        }
        Illegal::RewardsLost { scenario } => {
            format!("scenario {scenario} was lost and has no rewards")
        }
        Illegal::RewardsCasual { scenario } => {
            format!("scenario {scenario} was casual and has no rewards")
        }
        Illegal::ClassClosed { class, .. } => {
            format!("the {class} is not open for new characters")
        }
        Illegal::ClassOpen { class } => format!("the {class} is open"),
        Illegal::SixClasses { open, .. } => {
            format!("six classes are open at first: {}", listed(open))
        }
        Illegal::AboveProsperity { level, prosperity } => {
            format!("level {level} is above the prosperity level, {prosperity}")
        }
        Illegal::QuestTaken { quest, by } => format!("{by} has quest {quest}"),
        Illegal::QuestGone { quest } => format!("quest {quest} has left the game"),
        Illegal::HasQuest { character, quest } => format!("{character} has quest {quest}"),
        Illegal::NoQuest { character } => {
            format!("{character} has no personal quest and never retires")
        }
        Illegal::NotFulfilled { character } => {
            format!("the quest of {character} is not fulfilled")
        }
        Illegal::IsFulfilled { character } => {
            format!("the quest of {character} is fulfilled already")
        }
        Illegal::HighestLevel { character } => format!("{character} has level 9, the highest"),
        Illegal::TooLittleExperience { character, level, experience, needed, prosperity } => {
            format!(
                "{character} has {experience} experience and needs {needed} for level {level}, and \
                 the prosperity level is {prosperity}"
            )
        }
        Illegal::StepsOpen { character, cards, perks } => {
            let steps = [
                (*cards > 0).then(|| counted(cards, "card", "cards")),
                (*perks > 0).then(|| counted(perks, "perk", "perks")),
            ];
            let steps: Vec<String> = steps.into_iter().flatten().collect();
            let verb = agreeing(cards + perks, "is", "are");
            format!("{} of {character} {verb} still open", listed(&steps))
        }
        Illegal::NoCardOpen { character } => format!("{character} has no card to choose"),
        Illegal::CardTooHigh { title, level, most } => {
            format!("\"{title}\" has level {level}, and this card has level {most} at most")
        }
        Illegal::HasCard { character, title } => format!("{character} has \"{title}\""),
        Illegal::NoPerkOpen { character, checkmarks } => {
            let checkmarks = counted(checkmarks, "checkmark", "checkmarks");
            format!("{character} has no perk to take, with {checkmarks}")
        }
        Illegal::UnknownPerk { class, perk, .. } => {
            format!("the sheet of the {class} has no perk \"{perk}\"")
        }
        Illegal::PerkUsedUp { character, perk, times } => {
            let times = counted(times, "time", "times");
            format!("{character} took \"{perk}\" {times}, as often as its sheet allows")
        }
        Illegal::SamePerk { perk } => format!("\"{perk}\" is on the list twice"),
        Illegal::HandSize { character, chosen, limit } => {
            let chosen = counted(chosen, "card", "cards");
            format!("the hand of {character} has {chosen} instead of {limit}")
        }
        Illegal::NotChosen { character, title } => {
            format!("{character} did not choose \"{title}\" on levelling up")
        }
        Illegal::SameCard { title } => format!("\"{title}\" is in the hand twice"),
        Illegal::GoalTaken { goal, by } => format!("{by} has battle goal {goal}"),
        Illegal::SlotFull { character, slot, items, used, most } => {
            slot_text(character, *slot, items, *used, *most)
        }
        Illegal::OtherEnvelope { quest, envelope } => {
            format!("quest {quest} opens envelope {envelope}")
        }
        Illegal::NoPermanentDeath => "permanent death is not played".to_owned(),
        Illegal::NotSupplied { item: of, prosperity, last } => format!(
            "{} is not in the supply: with prosperity level {prosperity} it goes up to {}, and \
             its design is not found",
            item(*of),
            item(*last)
        ),
        Illegal::NoCopy { item: of, copies, owners } => {
            let copies = counted(copies, "copy", "copies");
            format!("{} has {copies}, owned by {}", item(*of), listed(owners))
        }
        Illegal::OwnsItem { character, item: of } => {
            format!("{character} owns {}, and nobody owns two alike", item(*of))
        }
        Illegal::NotOwned { character, item: of } => {
            format!("{character} does not own {}", item(*of))
        }
        Illegal::TooLittleGold { character, gold, needed, .. } => {
            format!("{character} has {gold} gold and needs {needed}")
        }
        Illegal::HasDonated { character } => format!("{character} has donated on this visit"),
        Illegal::NoEnhancing => {
            format!("enhancing needs the global achievement \"{}\"", World::ENHANCING)
        }
        Illegal::NotInPool { character, title, level } => {
            format!("{character} has no card \"{title}\" of level {level}")
        }
        Illegal::WrongLine { sticker, kind } => {
            format!("a sticker \"{}\" does not go on a line \"{}\"", sticker.word(), kind.word())
        }
        Illegal::HasSticker { sticker, title } => {
            format!("that line of \"{title}\" has {}", sticker.word())
        }
        Illegal::OtherCardLevel { title, level } => {
            format!("\"{title}\" has level {level} on its earlier stickers")
        }
        Illegal::TooManyCards { class, prosperity } => format!(
            "the {class} has {}, as many as the prosperity level allows",
            counted(prosperity, "enhanced card", "enhanced cards")
        ),
        Illegal::HexesMisplaced { sticker } => {
            format!("the number of hexes is for an attack hex alone, not for {}", sticker.word())
        }
        Illegal::EnvelopeOpen { envelope } => format!("envelope {envelope} is open"),
        Illegal::EnvelopeClosed { envelope } => format!("envelope {envelope} is not open"),
        Illegal::Technology { count } => format!(
            "\"{}\" is there {}, and envelope {} needs five",
            World::TECHNOLOGY,
            counted(count, "time", "times"),
            World::TECHNOLOGY_ENVELOPE
        ),
        Illegal::TooFewDonations { donated } => format!(
            "{donated} gold are donated, and envelope {} needs {}",
            World::DONATION_ENVELOPE,
            World::DONATION_GOAL
        ),
        Illegal::NoCondition { envelope } => {
            format!("no printed condition opens envelope {envelope}")
        }
        Illegal::ReputationMissing { reputation, is_open: true } => {
            format!("the envelope of reputation {} is open", signed(*reputation))
        }
        Illegal::ReputationMissing { reputation, is_open: false } => {
            format!("no party has reached a reputation {} with an envelope", signed(*reputation))
        }
        Illegal::NobodyRetired => "no character has retired".to_owned(),
        Illegal::FirstRetirementOpened => {
            "what the first retirement opens is open already".to_owned()
        }
        Illegal::EnvelopeInstead { envelope } => {
            format!("envelope {envelope} is closed, so it opens instead of a design and a scenario")
        }
        Illegal::NoAchievement { name } => format!("the achievement \"{name}\" is not there"),
    }
}

/// Returns the action that removes a reason of a refusal, if what happened at the table is as it
/// says; `None` if a remedy needs a choice.
pub fn remedy_action(reason: &Illegal) -> Option<Action> {
    Some(match reason {
        Illegal::InParty { character, .. } => Action::Leave(character.clone()),
        Illegal::NotInTown { party } => {
            let (party, to, mode) = (party.clone(), Place::Town, PlayMode::Campaign);
            Action::Travel { party, to, mode }
        }
        Illegal::Locked { scenario } => effect(Consequence::Unlock(*scenario)),
        Illegal::NotInDeck { deck, number } => {
            effect(Consequence::AddEvent { deck: Some(*deck), number: *number })
        }
        Illegal::NotSupplied { item, .. } => effect(Consequence::Design(*item)),
        Illegal::NotFulfilled { character } => Action::Fulfilled(character.clone()),
        Illegal::NoCardOpen { character } => Action::LevelUp(character.clone()),
        _ => return None,
    })
}

/// Returns the action that records an effect on the world.
fn effect(consequence: Consequence) -> Action {
    Action::Consequences { party: None, consequences: vec![consequence] }
}

/// Returns the remedy for a reason.
#[expect(clippy::too_many_lines, reason = "one arm for each reason")]
pub fn remedy(reason: &Illegal) -> String {
    match reason {
        Illegal::OutOfBounds { .. } => "correct the number".to_owned(),
        Illegal::NotAscending { .. } => "write them from the lowest to the highest".to_owned(),
        Illegal::BadName { .. } => {
            format!(
                "use up to {} letters without commas, colons and quotation marks",
                Name::MAX_CHARS
            )
        }
        Illegal::BadWords => {
            "use one line that is not too long, without quotation marks".to_owned()
        }
        Illegal::NoParty { there, .. } if there.is_empty() => {
            "form one, as in \"party Wolves\"".to_owned()
        }
        Illegal::NoParty { there, .. } => format!("the parties are {}", listed(there)),
        Illegal::NoCharacter { there, .. } if there.is_empty() => {
            "create one, as in \"character Anna: Brute, level 1\"".to_owned()
        }
        Illegal::NoCharacter { there, .. } => format!("the characters are {}", listed(there)),
        Illegal::SameParty { .. } | Illegal::SameCharacter { .. } => {
            "choose another name".to_owned()
        }
        Illegal::NotActive { .. } => "create a new character".to_owned(),
        Illegal::PartyMissing => "name it, as in \"effects Wolves: …\"".to_owned(),
        Illegal::UnknownItem { item: of } => {
            format!("type what is on the card, as in \"item {of}: 25 gold, 2 copies\"")
        }
        Illegal::UnknownSlot { item: of } => {
            format!("type it, as in \"item {of}: 25 gold, 2 copies, small\"")
        }
        Illegal::UnknownHand { class } => format!("type it, as in \"class {class}: hand 10\""),
        Illegal::UnknownScenario { scenario } => {
            format!("type them, as in \"scenario {scenario}: links 1 15, needs party …\"")
        }
        Illegal::InParty { character, .. } => format!("\"leave {character}\" comes first"),
        Illegal::NoPartyOf { character } => format!("\"join {character}: …\" comes first"),
        Illegal::PartyFull { .. } => "one of them leaves first".to_owned(),
        Illegal::NoMembers { party } => format!("\"join …: {party}\" comes first"),
        Illegal::Playing { party, .. } => {
            format!("end it first, as in \"won {party}: level 1\"")
        }
        Illegal::NotPlaying { party } => format!("\"travel {party}: …\" comes first"),
        Illegal::AlreadyThere { .. } => "name a scenario to go to".to_owned(),
        Illegal::NotInTown { party } => format!("\"travel {party}: town\" comes first"),
        Illegal::Locked { scenario } => {
            format!("if a text unlocks it, record \"effects: unlock {scenario}\"")
        }
        Illegal::Completed { scenario, .. } => {
            format!("play it casually, as in \"travel …: {scenario} casual\"")
        }
        Illegal::Required { .. } => {
            "record the achievement if it is there, or play the scenario casually".to_owned()
        }
        Illegal::QuestWaits { character } => {
            format!("it retires in the town, or leaves: \"retire {character}: envelope …\"")
        }
        Illegal::RoadEventDue { party } => {
            format!("resolve it, as in \"road {party}: 12 A, removed\"")
        }
        Illegal::NoRoadEvent { .. } => "leave the card in its deck".to_owned(),
        Illegal::CityEventDone { .. } => "the next one comes with the next visit".to_owned(),
        Illegal::NotInDeck { deck, number } => {
            format!("if a text adds it, record \"effects: add {} event {number}\"", deck.word())
        }
        Illegal::DeckEmpty { deck } => {
            format!(
                "go on without one; a text adds more by \"effects: add {} event …\"",
                deck.word()
            )
        }
        Illegal::AtBottom { .. } => {
            "check the number, or play it against the rules if the deck was shuffled".to_owned()
        }
        Illegal::RangeReversed { .. } => "write the lower one first".to_owned(),
        Illegal::SharesDiffer { members, .. } => match members.first() {
            Some(member) => format!("name what each pays or takes, as in \"share {member} 5\""),
            None => "leave the shares out, as nobody is there".to_owned(),
        },
        Illegal::NotSharing { .. } => "name members of the party".to_owned(),
        Illegal::NoChoice { .. } => "choose A or B".to_owned(),
        Illegal::NothingEnded { .. } => {
            "record the end of the scenario first, as in \"won Wolves: level 1\"".to_owned()
        }
        Illegal::GainsRecorded { .. } => {
            "correct the earlier entry, or the number itself".to_owned()
        }
        Illegal::GoalsLost { .. } => "leave out the checkmarks".to_owned(),
        Illegal::RewardsLost { .. } | Illegal::RewardsCasual { .. } => {
            "what another text brings is recorded as \"effects …\"".to_owned()
        }
        Illegal::ClassClosed { class, open } if open.is_empty() => {
            format!("record the six classes of the box, as in \"open class {class}\"")
        }
        Illegal::ClassClosed { class, open } => format!(
            "open are {}; an envelope opens another, as in \"open class {class}: envelope …\"",
            listed(open)
        ),
        Illegal::ClassOpen { .. } => "nothing is left to do".to_owned(),
        Illegal::SixClasses { class, .. } => {
            format!("name the envelope, as in \"open class {class}: envelope …\"")
        }
        Illegal::AboveProsperity { prosperity, .. } => {
            format!("choose a level up to {prosperity}")
        }
        Illegal::QuestTaken { .. } | Illegal::QuestGone { .. } => {
            "check the number on the card".to_owned()
        }
        Illegal::HasQuest { .. } => "a character keeps its quest".to_owned(),
        Illegal::NoQuest { character } => {
            format!("if it has one, record \"quest {character}: …\"; it can leave its party")
        }
        Illegal::NotFulfilled { character } => {
            format!("if it is, record \"fulfilled {character}\" first")
        }
        Illegal::IsFulfilled { character } => {
            format!("go on with \"retire {character}: envelope …\"")
        }
        Illegal::HighestLevel { .. } => "no further level can be taken".to_owned(),
        Illegal::TooLittleExperience { .. } => "play on, or correct the experience".to_owned(),
        Illegal::StepsOpen { character, .. } => {
            format!("settle them, as in \"card {character}: …\" and \"perk {character}: …\"")
        }
        Illegal::NoCardOpen { character } => format!("\"level up {character}\" comes first"),
        Illegal::CardTooHigh { most, .. } => format!("choose a card of levels 2 to {most}"),
        Illegal::HasCard { .. } => "choose another card".to_owned(),
        Illegal::NoPerkOpen { .. } => "levels and every third checkmark make perks".to_owned(),
        Illegal::UnknownPerk { left, .. } if left.is_empty() => {
            "every perk on it is taken; correct the list by \"perks …\"".to_owned()
        }
        Illegal::UnknownPerk { left, .. } => {
            let left: Vec<String> = left.iter().map(|perk| format!("\"{perk}\"")).collect();
            format!("left are {}", listed(&left))
        }
        Illegal::PerkUsedUp { .. } => "take another perk".to_owned(),
        Illegal::SamePerk { .. } => "name it once, with the number of times".to_owned(),
        Illegal::HandSize { limit, .. } => format!("choose exactly {limit}"),
        Illegal::NotChosen { .. } => {
            "count cards of level 1 and X by their number, and name those that it chose".to_owned()
        }
        Illegal::SameCard { .. } => "name it once".to_owned(),
        Illegal::GoalTaken { .. } => "check the number on the card".to_owned(),
        Illegal::SlotFull { slot: Slot::Small, .. } => {
            "leave one out, or correct the limits by \"small items 1 1 2 …\"".to_owned()
        }
        Illegal::SlotFull { .. } => "leave one out".to_owned(),
        Illegal::OtherEnvelope { envelope, .. } => {
            format!("name it, as in \"retire …: envelope {envelope}\"")
        }
        Illegal::NoPermanentDeath => {
            "a character is exhausted instead; switch on \"permanent death\" to play it".to_owned()
        }
        Illegal::NotSupplied { item: of, .. } => {
            format!("if its design is found, record \"effects: design {of}\"")
        }
        Illegal::NoCopy { .. } => "one of them sells it first".to_owned(),
        Illegal::OwnsItem { .. } => "choose another item".to_owned(),
        Illegal::NotOwned { character, .. } => {
            format!("if it does, record \"effects: item {character} …\"")
        }
        Illegal::TooLittleGold { .. } => "sell something, or correct the gold".to_owned(),
        Illegal::HasDonated { .. } => "donate again on the next visit".to_owned(),
        Illegal::NoEnhancing => {
            format!("if it is there, record \"effects: global {}\"", World::ENHANCING)
        }
        Illegal::NotInPool { character, .. } => {
            format!("choose a card of level 1 or X, or one that {character} took on levelling up")
        }
        Illegal::WrongLine { .. } => "choose another line or another sticker".to_owned(),
        Illegal::HasSticker { .. } => "choose another sticker or another line".to_owned(),
        Illegal::OtherCardLevel { level, .. } => format!("write level {level}"),
        Illegal::TooManyCards { .. } => {
            "enhance one of those cards, or wait for more prosperity".to_owned()
        }
        Illegal::HexesMisplaced { .. } => {
            "write \"an attack hex, 3 hexes\" with the hexes it targets now".to_owned()
        }
        Illegal::EnvelopeOpen { .. } => {
            "a retirement brings a random design and a random scenario instead".to_owned()
        }
        Illegal::EnvelopeClosed { envelope } => {
            format!("open it first, as in \"envelope {envelope}\"")
        }
        Illegal::Technology { .. } => {
            format!("record each one, as in \"effects: global {}\"", World::TECHNOLOGY)
        }
        Illegal::TooFewDonations { .. } => "donate on, or correct the donations".to_owned(),
        Illegal::NoCondition { envelope } => {
            format!("say why it opens, as in \"envelope {envelope}: reputation 10\"")
        }
        Illegal::ReputationMissing { .. } => "envelopes belong to 10 and -10".to_owned(),
        Illegal::NobodyRetired => "it waits for the first retirement".to_owned(),
        Illegal::FirstRetirementOpened => {
            "say why this one opens, as in \"envelope X:\" and the text in quotation marks"
                .to_owned()
        }
        Illegal::EnvelopeInstead { .. } => "leave out the design and the scenario".to_owned(),
        Illegal::NoAchievement { .. } => "check its name".to_owned(),
    }
}

/// Returns what is worn where too little fits.
fn slot_text(character: &Name, slot: Slot, items: &[u16], used: u8, most: u8) -> String {
    let worn: Vec<String> = items.iter().map(|of| item(*of)).collect();
    let worn = listed(&worn);
    match slot {
        Slot::OneHand | Slot::TwoHands => {
            format!("{worn} need {}, and {character} has {most}", counted(used, "hand", "hands"))
        }
        Slot::Small => {
            let fits = counted(most, "small item", "small items");
            format!("{character} can equip {fits} at its level, and not {worn} (ruling G32)")
        }
        Slot::Head | Slot::Body | Slot::Legs => {
            format!("{character} can wear one of {worn}, all for the {}", slot.word())
        }
    }
}

/// Returns the words for a number with bounds.
const fn number_words(number: CampaignNumber) -> &'static str {
    match number {
        CampaignNumber::Item => "the number of an item",
        CampaignNumber::Price => "a price",
        CampaignNumber::Copies => "the number of copies",
        CampaignNumber::Scenario => "the number of a scenario",
        CampaignNumber::ScenarioLevel => "the level of the scenario",
        CampaignNumber::CharacterLevel => "the level of a character",
        CampaignNumber::EventCard => "the number of an event card",
        CampaignNumber::Quest => "the number of a quest",
        CampaignNumber::Reputation => "the reputation",
        CampaignNumber::Prosperity => "the prosperity",
        CampaignNumber::Donations => "the donated gold",
        CampaignNumber::Gold => "an amount of gold",
        CampaignNumber::Experience => "an amount of experience",
        CampaignNumber::Tokens => "the number of tokens",
        CampaignNumber::Checkmarks => "the number of checkmarks",
        CampaignNumber::Line => "the number of the line",
        CampaignNumber::CardLevel => "the level of a card",
        CampaignNumber::AttackHexes => "the number of targeted hexes",
        CampaignNumber::Stickers => "the number of earlier stickers on the action",
        CampaignNumber::Sums => "a sum of donations",
        CampaignNumber::Thresholds => "a number of marks",
        CampaignNumber::PriceSteps => "a reputation",
        CampaignNumber::HitPoints => "a number of hit points",
        CampaignNumber::HandSize => "the number of cards in a hand",
        CampaignNumber::PerkTimes => "the number of times",
        CampaignNumber::BattleGoal => "the number of a battle goal",
        CampaignNumber::SmallItems => "a number of small items",
        CampaignNumber::Listed => "the length of a list",
    }
}

/// Returns the words for numbers that ascend.
const fn numbers_words(number: CampaignNumber) -> &'static str {
    match number {
        CampaignNumber::Sums => "the sums",
        CampaignNumber::Thresholds => "the marks",
        CampaignNumber::PriceSteps => "the reputations",
        CampaignNumber::SmallItems => "the numbers of small items",
        _ => "the numbers",
    }
}
