//! The sentences for refusals and warnings of the rules.
//!
//! They follow "not allowed:", so they start in lower case and have no full stop.

use plain_text::{clauses, counted, listed, one_of};

use scenario_rules::attack::Advantage;
use scenario_rules::board::Terrain;
use scenario_rules::figure::Initiative;
use scenario_rules::hand::{CardSelection, Pile};
use scenario_rules::hex::Hex;
use scenario_rules::illegal::{AreaProblem, BoundedQuantity, Illegal, Obstruction, Refusal};
use scenario_rules::modifier::{DeckOwner, Modifier};
use scenario_rules::names::{FigureId, Names};
use scenario_rules::outcome::Warning;
use scenario_rules::position::Position;
use scenario_rules::rulebook::Rule;

use super::dungeon;
use super::receipt::advantage_words;
use super::sentence::mark_words;
use super::text::{full_names, print_owner};

/// The maximum number of characters of an unknown name that a refusal repeats.
const MAX_REPEATED: usize = 60;

/// The error for a name that no figure on the map has.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("nobody on the map is called {name}")]
pub struct UnknownName {
    /// The name, truncated.
    name: String,
    /// The names of the figures on the map.
    there: Vec<String>,
}

impl UnknownName {
    /// Returns the refusal in words, with the names on the map.
    pub fn in_words(&self) -> String {
        let remedy = (!self.there.is_empty()).then(|| on_map(&self.there));
        verdict(true, [(self.to_string(), remedy)])
    }
}

/// Finds the figure on the map with a full name such as "Guard 3", ignoring case.
///
/// # Errors
///
/// [`UnknownName`], with the names on the map.
pub fn find(position: &Position, name: &str) -> Result<FigureId, UnknownName> {
    position.find(name).ok_or_else(|| UnknownName {
        name: name.trim().chars().take(MAX_REPEATED).collect(),
        there: position
            .figures()
            .iter()
            .take(Position::MAX_LISTED)
            .map(ToString::to_string)
            .collect(),
    })
}

/// Returns a refusal in words: the verdict, then each reason with its rule and its remedy.
pub fn refusal_text(names: &Names, refusal: &Refusal) -> String {
    let reasons = refusal.reasons.iter();
    verdict(
        refusal.is_information_missing(),
        reasons.map(|reason| (cited(names, reason), remedy(names, reason))),
    )
}

/// Joins the verdict and the reasons, each with its remedy.
fn verdict(
    cannot_tell: bool,
    reasons: impl IntoIterator<Item = (String, Option<String>)>,
) -> String {
    let parts: Vec<String> =
        reasons.into_iter().flat_map(|(reason, remedy)| [Some(reason), remedy]).flatten().collect();
    let verdict = if cannot_tell { "cannot tell" } else { "not allowed" };
    format!("{verdict}: {}", clauses(&parts))
}

/// Returns the verdict of a refusal and its reasons, without the remedies, which are for files.
pub fn verdict_text(names: &Names, refusal: &Refusal) -> String {
    let verdict = if refusal.is_information_missing() { "Cannot tell" } else { "Not allowed" };
    format!("{verdict}: {}.", reasons_text(names, refusal))
}

/// Returns the reasons of a refusal, each with its rule.
pub fn reasons_text(names: &Names, refusal: &Refusal) -> String {
    let reasons: Vec<String> = refusal
        .reasons
        .iter()
        .map(|reason| {
            let words = reason_text(names, reason);
            match reason.rule() {
                Some(rule) => format!("{words} ({})", rule.number()),
                None => words,
            }
        })
        .collect();
    clauses(&reasons)
}

/// Returns a reason with the number of its rule.
pub fn cited(names: &Names, reason: &Illegal) -> String {
    let words = reason_text(names, reason);
    match reason.rule() {
        Some(rule) => format!("{words} (rule {})", rule.number()),
        None => words,
    }
}

/// Returns a reason in a clause.
#[expect(clippy::too_many_lines, reason = "one arm for each reason")]
pub fn reason_text(names: &Names, reason: &Illegal) -> String {
    match reason {
        Illegal::OffMap { figure, hex, last } => {
            let who = figure.map(|id| format!("{} in ", names.figure_name(id))).unwrap_or_default();
            format!("{who}{hex} is not on the map, which goes from A1 to {last}")
        }
        Illegal::TwoFigures { hex, first, second } => {
            format!("{hex} holds {} and {}", names.figure_name(*first), names.figure_name(*second))
        }
        Illegal::CannotStand { figure, hex, terrain } => {
            format!("{} cannot stand in {hex}: {}", names.figure_name(*figure), ground(*terrain))
        }
        Illegal::SameName { figure } => {
            format!("there are two figures called {}", names.figure_name(*figure))
        }
        Illegal::NoOwner { summon, owner } => {
            let (summon, owner) = (names.figure_name(*summon), names.figure_name(*owner));
            format!("{summon} is a summon of {owner}, and there is no character of that name")
        }
        Illegal::OutOfBounds { quantity, amount, least, most } => {
            let quantity = quantity_words(names, *quantity);
            format!("{quantity} is {amount}, and goes from {least} to {most}")
        }
        Illegal::NotOnMap { name, .. } => {
            format!("nobody on the map is called {}", names.name(*name))
        }
        Illegal::NoCard { figure, .. } => {
            format!("there is no card for {}", names.figure_name(*figure))
        }
        Illegal::AreaReach { name } => {
            format!("the area of {} needs either an active hex or a range", names.name(*name))
        }
        Illegal::NotAMonster { figure } => {
            format!("{} does not act by the rules of monsters", names.figure_name(*figure))
        }
        Illegal::UnknownInitiative { set } => {
            format!("the initiative of {} is unknown", names.set_name(*set))
        }
        Illegal::EmptyPath => "no way leads there".to_owned(),
        Illegal::NotAdjacent { from, to, wall } => {
            let wall = if *wall { ": a wall stands between them" } else { "" };
            format!("{from} and {to} are not adjacent{wall}")
        }
        Illegal::InTheWay { hex, obstruction } => {
            format!("{hex} cannot be entered: {} is there", obstruction_words(names, *obstruction))
        }
        Illegal::CannotEnd { hex, obstruction } => {
            let obstruction = obstruction_words(names, *obstruction);
            format!("a move cannot end in {hex}: {obstruction} is there")
        }
        Illegal::BehindDoor { hex } => format!(
            "the way leads on through the closed door in {hex}, and what lies behind is not \
             revealed"
        ),
        Illegal::TooFar { cost, points, .. } => {
            format!("the way costs {}, and there are {points}", counted(cost, "point", "points"))
        }
        Illegal::Condition { figure, condition } => {
            format!("{} is {}", names.figure_name(*figure), condition.word())
        }
        Illegal::OtherEnd { figure, hex, .. } => {
            format!("{} does not end in {hex} by the rules", names.figure_name(*figure))
        }
        Illegal::OtherTargets { figure, hex, targets } => {
            let attacker = names.figure_name(*figure);
            match full_names(names, targets).as_slice() {
                [] => format!("{attacker} does not skip its attack from {hex} by the rules"),
                targets => {
                    let targets = listed(targets);
                    format!("{attacker} does not attack {targets} from {hex} by the rules")
                }
            }
        }
        Illegal::HasActed { figure } => {
            format!("{} has had its turn in this round", names.figure_name(*figure))
        }
        Illegal::NotActed { figure } => {
            format!("{} has not had its turn in this round", names.figure_name(*figure))
        }
        Illegal::NotAnEnemy { attacker, target } => {
            let (attacker, target) = (names.figure_name(*attacker), names.figure_name(*target));
            format!("{target} is no enemy of {attacker}")
        }
        Illegal::OutOfRange { attacker, target, hexes: [from, to], range, most } => {
            let (attacker, target) = (names.figure_name(*attacker), names.figure_name(*target));
            let distance = match range {
                Some(range) => format!("{} away", counted(range, "hex", "hexes")),
                None => "behind walls".to_owned(),
            };
            format!("{target} in {to} is {distance} from {attacker} in {from}, the range is {most}")
        }
        Illegal::Area { attacker, hexes, problem } => area_text(names, *attacker, hexes, *problem),
        Illegal::NotInSight { attacker, target, hexes: [from, to], wall } => {
            let (attacker, target) = (names.figure_name(*attacker), names.figure_name(*target));
            let wall = wall.map(|wall| format!(", stopped by {wall}")).unwrap_or_default();
            format!("{attacker} in {from} does not see {target} in {to}{wall}")
        }
        Illegal::NoAttackValue { attacker } => {
            format!("the attack of {} has no value", names.figure_name(*attacker))
        }
        Illegal::AttacksDue { figure, targets } => {
            let targets = listed(&full_names(names, targets));
            format!("{} has still to attack {targets}", names.figure_name(*figure))
        }
        Illegal::CardsDrawn { attacker, advantage, drawn } => {
            let drawn = counted(drawn, "card", "cards");
            let attacker = names.figure_name(*attacker);
            match advantage.as_slice() {
                [] => {
                    format!("{attacker} drew {drawn}, and has neither advantage nor disadvantage")
                }
                sources => format!("{attacker} drew {drawn}; {}", advantage_words(sources)),
            }
        }
        Illegal::NotInDeck { owner, card, count } => {
            let owner = deck_words(names, *owner);
            match count {
                0 => format!("the deck of {owner} has no {card}"),
                1 => format!("the one {card} of {owner} is drawn already"),
                count => format!("all {count} {card} of {owner} are drawn already"),
            }
        }
        Illegal::NotDealt { owner, dealt } => {
            let owner = deck_words(names, *owner);
            let dealt: Vec<String> = dealt.iter().map(Modifier::to_string).collect();
            format!("the app deals the deck of {owner}, and it dealt {}", listed(&dealt))
        }
        Illegal::TooManyCurses { owner, count } => {
            format!("{} would have {count} curses, and a deck holds ten", deck_words(names, *owner))
        }
        Illegal::NotACharacter { figure } => {
            format!("{} is no character", names.figure_name(*figure))
        }
        Illegal::NoHand { figure } => {
            format!("the cards of {} are not counted", names.figure_name(*figure))
        }
        Illegal::TooFewCards { figure, pile, count, available } => {
            let figure = names.figure_name(*figure);
            let place = pile_place(*pile);
            format!("{figure} has {} {place}, not {count}", counted(available, "card", "cards"))
        }
        Illegal::NotItsSummon { figure, summon, .. } => {
            let (figure, summon) = (names.figure_name(*figure), names.figure_name(*summon));
            format!("{summon} is no summon of {figure} on the map")
        }
        Illegal::Selection { figure, hand, initiative } => {
            let figure = names.figure_name(*figure);
            let [cards, discards] = [Pile::Hand, Pile::Discard].map(|pile| hand.count(pile));
            match initiative {
                Initiative::Resting => {
                    format!("a long rest needs two discards, and {figure} has {discards}")
                }
                _ => format!("{figure} plays two cards, and has {cards} in hand"),
            }
        }
        Illegal::ShortRest { figure, hand, again, is_between } => {
            let figure = names.figure_name(*figure);
            match (is_between, again, hand.short_rests) {
                (false, ..) => format!("{figure} takes a short rest between two rounds"),
                (true, true, 0) => format!("{figure} has not taken a short rest"),
                (true, true, _) => format!("{figure} has had another card lost already"),
                (true, false, 0) => {
                    let discards = hand.count(Pile::Discard);
                    format!("a short rest needs two discards, and {figure} has {discards}")
                }
                (true, false, _) => format!("{figure} has taken its short rest"),
            }
        }
        Illegal::Immune { figure, condition } => {
            format!("{} cannot be {}", names.figure_name(*figure), condition.word())
        }
        Illegal::NoBonus { figure, effect } => {
            format!("{} has no such {effect}", names.figure_name(*figure))
        }
        Illegal::InertElement { element, made: false } => format!("{} is inert", element.word()),
        Illegal::InertElement { element, made: true } => {
            format!("{} is strong only from the end of this turn on", element.word())
        }
        Illegal::Dungeon(problem) => dungeon::problem_words(names, problem),
        Illegal::NoRoom { number, .. } => format!("there is no hidden room {number}"),
        Illegal::ArrivalHex { figure, summoner, hex, .. } => {
            let figure = names.figure_name(*figure);
            match summoner {
                Some(summoner) => {
                    let summoner = names.figure_name(*summoner);
                    format!("{summoner} cannot summon {figure} into {hex}")
                }
                None => format!("{figure} is not spawned in {hex}"),
            }
        }
        Illegal::Standee { set, number, count, .. } => {
            let set = names.set_name(*set);
            match number {
                Some(number) if number > count => {
                    let count = counted(count, "standee", "standees");
                    format!("{set} has {count}, and none with the number {number}")
                }
                Some(number) => format!("standee {number} of {set} is on the map already"),
                None => format!("every standee of {set} is on the map already"),
            }
        }
        Illegal::ActsNextRound { figure, .. } => {
            format!("{} came in this round and does not act in it", names.figure_name(*figure))
        }
        Illegal::Exhausted { figure } => format!("{} is exhausted", names.figure_name(*figure)),
        Illegal::CanPlay { figure, hand } => {
            let figure = names.figure_name(*figure);
            match hand.selection() {
                CardSelection::LongRest => format!("{figure} can still take a long rest"),
                _ => format!("{figure} can still play two cards"),
            }
        }
        Illegal::RoundNotFinished { waits } => {
            let waits: Vec<String> = waits.iter().map(|of| names.name(*of).to_string()).collect();
            format!("the round is finished first, and {} did not act yet", listed(&waits))
        }
        Illegal::AllExhausted => "all characters are exhausted, so the scenario is lost".to_owned(),
        Illegal::NoLevel => "the level of the scenario is not set".to_owned(),
        Illegal::Ended { ending } => format!("the scenario is {}", ending.word()),
        Illegal::NotWon { ending: Some(_), rule: Rule::BattleGoals } => {
            "battle goals count only on success".to_owned()
        }
        Illegal::NotWon { ending: Some(_), .. } => "rewards are for success only".to_owned(),
        Illegal::NotWon { ending: None, .. } => "the scenario is not won yet".to_owned(),
        Illegal::NoMoney { hex } => format!("no money token lies in {hex}"),
        Illegal::NoMark { mark, hex } => format!("{hex} has no {mark}"),
        Illegal::NoHexFor { mark, hex } => {
            format!("the map has no hex {hex} for {}", mark_words(*mark))
        }
        Illegal::ObstacleStands { figure, hex } => {
            let figure = names.figure_name(*figure);
            format!("{figure} is an obstacle with hit points, which keeps its hexes: {hex}")
        }
        Illegal::NoHitPoints { figure, hex } => format!(
            "{} has 0 hit points, so it is dead or exhausted and does not stand in {hex}",
            names.figure_name(*figure)
        ),
        Illegal::OtherLanding { figure, hex, nearest } => {
            let not_in = hex.map(|hex| format!(", not in {hex}")).unwrap_or_default();
            let figure = names.figure_name(*figure);
            format!("{figure} may come down in {}{not_in}", one_of(nearest))
        }
    }
}

/// Returns the problem of an area that the players placed in a clause.
fn area_text(names: &Names, attacker: FigureId, hexes: &[Hex], problem: AreaProblem) -> String {
    let (attacker, area) = (names.figure_name(attacker), listed(hexes));
    match problem {
        AreaProblem::NotAPlacement => {
            format!("the area does not fit over {area}, turned or mirrored (G31)")
        }
        AreaProblem::Misses(target) => {
            let target = names.figure_name(target);
            format!("the area over {area} does not cover {target}")
        }
        AreaProblem::OutOfRange { range: Some(range), most } => {
            let range = counted(range, "hex", "hexes");
            format!("the area over {area} is {range} from {attacker}, the range is {most}")
        }
        AreaProblem::OutOfRange { range: None, .. } => {
            format!("walls part {attacker} from the area over {area}")
        }
    }
}

/// Returns the remedy for a reason, if one is known.
pub fn remedy(names: &Names, reason: &Illegal) -> Option<String> {
    match reason {
        Illegal::NotOnMap { there, .. } if !there.is_empty() => {
            let there: Vec<String> = there.iter().map(|of| names.name(*of).to_string()).collect();
            Some(on_map(&there))
        }
        Illegal::NoCard { set, .. } => {
            Some(format!("add a line \"card {}: …\"", names.set_name(*set)))
        }
        Illegal::UnknownInitiative { set } => {
            Some(format!("add a line \"initiative {} …\"", names.set_name(*set)))
        }
        Illegal::TooFar { cost, points, .. } => {
            Some(format!("{} fewer, or a way around", cost.saturating_sub(*points)))
        }
        Illegal::OtherEnd { ends, .. } if !ends.is_empty() => {
            let ends: Vec<String> = ends.iter().map(Hex::to_string).collect();
            Some(format!("it may end in {}, or the table overrules it", one_of(&ends)))
        }
        Illegal::OtherEnd { .. }
        | Illegal::OtherTargets { .. }
        | Illegal::HasActed { .. }
        | Illegal::NotAnEnemy { .. }
        | Illegal::OutOfRange { .. }
        | Illegal::Area { .. }
        | Illegal::NotInSight { .. } => Some("the table may overrule it with a reason".to_owned()),
        Illegal::NotActed { .. } => Some("record its turn first".to_owned()),
        Illegal::NoAttackValue { attacker } => {
            let attacker = names.figure_name(*attacker);
            Some(format!("write its value, as \"attack {attacker}: on …, 3, drew …\""))
        }
        Illegal::AttacksDue { figure, .. } => {
            let figure = names.figure_name(*figure);
            Some(format!("enter the cards drawn, or end its turn with \"done {figure}\""))
        }
        Illegal::CardsDrawn { advantage, .. } => {
            let cards = match Advantage::of_sources(advantage) {
                Advantage::Even => "draw one card, and further ones only after a rolling card",
                Advantage::Advantage | Advantage::Disadvantage => {
                    "draw two cards, and further ones only while all of them roll"
                }
            };
            Some(cards.to_owned())
        }
        Illegal::NotInDeck { owner, count, .. } => {
            let name = print_owner(names, *owner);
            Some(match count {
                0 => format!("state its cards with \"deck {name}: …\""),
                _ => format!("was it shuffled since? then write \"shuffle {name}\" first"),
            })
        }
        Illegal::NotDealt { owner, dealt } => {
            let name = print_owner(names, *owner);
            let dealt: Vec<String> = dealt.iter().map(Modifier::to_string).collect();
            Some(format!(
                "write \"drew {}\", or a reason after \", because\" if the table drew others; with \
                 \"deck {name}: …\" you draw from the cards on the table",
                dealt.join(" ")
            ))
        }
        Illegal::NoHand { figure } => {
            Some(format!("write \"hand {}: 10\" with its cards", names.figure_name(*figure)))
        }
        Illegal::Selection { hand, .. } => Some(
            match hand.selection() {
                CardSelection::PlayTwo { .. } => "play two cards",
                CardSelection::LongRest => "only a long rest is left",
                CardSelection::Exhausted => "it is exhausted (S7.7)",
            }
            .to_owned(),
        ),
        Illegal::NoHitPoints { .. } => {
            Some("give it at least 1 hit point, or leave it off the map".to_owned())
        }
        Illegal::OtherLanding { figure, nearest, .. } => {
            let figure = names.figure_name(*figure);
            nearest.first().map(|hex| format!("write \"walking {figure} to {hex}\""))
        }
        Illegal::BehindDoor { .. } => Some("open it, and lay out the room first".to_owned()),
        _ => remedy_of_course(names, reason),
    }
}

/// Returns the remedy for a reason in the course of a scenario: rooms, arrivals, exhaustion and the
/// end.
fn remedy_of_course(names: &Names, reason: &Illegal) -> Option<String> {
    match reason {
        Illegal::Dungeon(problem) => Some(dungeon::problem_remedy(problem)),
        Illegal::NoRoom { number, there } => Some(match there.as_slice() {
            [] => format!("write \"room {number} behind …: …\" first, or lay it out"),
            there => format!("hidden are {}", listed(there)),
        }),
        Illegal::ArrivalHex { hexes, .. } if hexes.is_empty() => {
            Some("no hex there is empty, so it does not come, or the table overrules it".to_owned())
        }
        Illegal::ArrivalHex { hexes, .. } => {
            let hexes: Vec<String> = hexes.iter().map(Hex::to_string).collect();
            let hexes = one_of(&hexes);
            Some(format!("it may come into {hexes}, or the table overrules it with a reason"))
        }
        Illegal::ObstacleStands { figure, .. } => {
            let figure = names.figure_name(*figure);
            Some(format!("attack it, or write \"remove {figure}\", which opens its hexes"))
        }
        Illegal::NotItsSummon { there, .. } => Some(match there.as_slice() {
            [] => "other cards are recovered with \"cards …: 1 from active to hand\"".to_owned(),
            there => format!("its summons are {}", listed(&full_names(names, there))),
        }),
        Illegal::Standee { set, free, .. } => {
            let left = match free.as_slice() {
                [] => "none is left, so it does not come".to_owned(),
                [only] => format!("free is {only}"),
                free => format!("free are {}", listed(free)),
            };
            let set = names.set_name(*set);
            Some(format!("{left}; \"standees {set}: …\" corrects how many it has"))
        }
        Illegal::ActsNextRound { .. } => {
            Some("it acts from the next round on, or the table overrules it".to_owned())
        }
        Illegal::Exhausted { .. } => Some("it takes no further part".to_owned()),
        Illegal::CanPlay { figure, .. } => {
            let figure = names.figure_name(*figure);
            Some(format!(
                "correct its cards with \"hand {figure}: …\", or write \"remove {figure}\""
            ))
        }
        Illegal::RoundNotFinished { .. } => Some(
            "end the turns that are left, or let the table overrule it with a reason".to_owned(),
        ),
        Illegal::AllExhausted => Some("write \"end lost\"".to_owned()),
        Illegal::NoLevel => Some("write \"level 1\" with its level first".to_owned()),
        Illegal::Ended { .. } => {
            Some("undo the end to go on, or write a correction or a note".to_owned())
        }
        Illegal::NotWon { ending: Some(_), .. } => Some("write it as a note".to_owned()),
        Illegal::NotWon { ending: None, .. } => Some("write \"end won\" first".to_owned()),
        _ => None,
    }
}

fn on_map(there: &[String]) -> String {
    format!("on the map: {}", listed(there))
}

/// Returns the reason a figure cannot stand on terrain; `None` means that the map has no hex.
const fn ground(terrain: Option<Terrain>) -> &'static str {
    match terrain {
        None => "the map has no hex there",
        Some(Terrain::ClosedDoor) => "a closed door",
        Some(Terrain::LockedDoor) => "a locked door",
        Some(Terrain::Obstacle) => "an obstacle",
        Some(terrain) => terrain.word(),
    }
}

fn obstruction_words(names: &Names, obstruction: Obstruction) -> String {
    match obstruction {
        Obstruction::LockedDoor => "a locked door".to_owned(),
        Obstruction::ClosedDoor => "a closed door".to_owned(),
        Obstruction::Obstacle => "an obstacle".to_owned(),
        Obstruction::Figure(figure) => names.figure_name(figure).to_string(),
    }
}

/// Returns the owner of a deck in a sentence.
pub(super) fn deck_words(names: &Names, owner: DeckOwner) -> String {
    match owner {
        DeckOwner::Monsters => "the monsters".to_owned(),
        DeckOwner::Character(id) => names.figure_name(id).to_string(),
    }
}

/// Returns the place of the cards of a pile.
const fn pile_place(pile: Pile) -> &'static str {
    match pile {
        Pile::Hand => "in hand",
        Pile::Played => "played",
        Pile::Discard => "discarded",
        Pile::Lost => "lost",
        Pile::Active => "active",
    }
}

fn quantity_words(names: &Names, quantity: BoundedQuantity) -> String {
    match quantity {
        BoundedQuantity::Figures => "the number of figures".to_owned(),
        BoundedQuantity::Range(name) => format!("the range of {}", names.name(name)),
        BoundedQuantity::Targets(name) => format!("the number of targets of {}", names.name(name)),
        BoundedQuantity::MovementPoints(name) => format!("the move of {}", names.name(name)),
        BoundedQuantity::Initiative(name) => format!("the initiative of {}", names.name(name)),
        BoundedQuantity::HitPoints(figure) => {
            format!("what {} has of its hit points", names.figure_name(figure))
        }
        BoundedQuantity::Experience(figure) => {
            format!("the experience of {}", names.figure_name(figure))
        }
        BoundedQuantity::ScenarioLevel => "the level of the scenario".to_owned(),
        BoundedQuantity::Characters => "the number of characters".to_owned(),
        BoundedQuantity::CharacterLevel => "the level of a character".to_owned(),
        BoundedQuantity::NewCharacterLevel => "the level of a new character".to_owned(),
        BoundedQuantity::Enhancements => "the number of enhancements on the action".to_owned(),
        BoundedQuantity::AttackHexes => "the number of hexes the attack targets".to_owned(),
    }
}

/// Returns a warning in a clause.
pub fn warning_text(names: &Names, warning: &Warning) -> String {
    match warning {
        Warning::Turn { refusal, rulings } => {
            let reasons: Vec<String> =
                refusal.reasons.iter().map(|reason| cited(names, reason)).collect();
            let rulings: Vec<&str> = rulings.iter().map(|ruling| ruling.number()).collect();
            let see = match rulings.as_slice() {
                [] => String::new(),
                [one] => format!("; see ruling {one}"),
                all => format!("; see rulings {}", listed(all)),
            };
            format!("the turn stands as it was recorded, though {}{see}", listed(&reasons))
        }
        Warning::Unhurt { figure, hex, terrain } => {
            let noun = if *terrain == Terrain::Trap { "trap" } else { "hazardous terrain" };
            let figure = names.figure_name(*figure);
            format!(
                "{figure} came into the {noun} in {hex}, and its damage was not counted then \
                 (rule S6.3)"
            )
        }
        Warning::NoHitPoints { figure } => {
            let figure = names.figure_name(*figure);
            format!("{figure} was put on the map with 0 hit points (rule S7.4)")
        }
    }
}
