//! The receipt of an entry: every change that it made, with the rule or ruling behind it.
//!
//! An attack is a calculation, line by line; its consequences follow as a tree.

use plain_text::{counted, listed, remarks};

use scenario_rules::attack::{Advantage, AdvantageSource, AttackReceipt, ValueChange};
use scenario_rules::board::Terrain;
use scenario_rules::element::{ElementState, ElementStrength};
use scenario_rules::ending::CharacterGains;
use scenario_rules::event::{Cause, Event, EventKind};
use scenario_rules::figure::{HitPoints, Initiative};
use scenario_rules::hand::{Hand, Pile};
use scenario_rules::marks::LootedMark;
use scenario_rules::modifier::Modifier;
use scenario_rules::names::{FigureId, Names};
use scenario_rules::rulebook::{Rule, Ruling};

use super::dungeon;
use super::refusal::deck_words;
use super::sentence::{mark_words, on_plate, without_standee};
use super::text::{full_names, goal_words, looted_words, room_words};

/// A line of a receipt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReceiptStep {
    /// The number of changes that led to this one.
    pub depth: usize,
    /// The words, without a full stop.
    pub words: String,
    /// The rule or ruling behind the line, or the players.
    pub cause: Cause,
}

impl ReceiptStep {
    /// Returns the number of the rule or ruling; `None` if the players decided.
    pub const fn number(&self) -> Option<&'static str> {
        match self.cause {
            Cause::Players => None,
            Cause::Rule(rule) => Some(rule.number()),
            Cause::Ruling(ruling) => Some(ruling.number()),
        }
    }

    /// Returns the line as text, indented, with the number of its rule.
    pub fn text(&self) -> String {
        let indent = "  ".repeat(self.depth);
        match self.number() {
            Some(number) => format!("{indent}{} ({number})", self.words),
            None => format!("{indent}{}", self.words),
        }
    }
}

/// Returns the receipt of an action from its events.
///
/// ```
/// use scenario::action::parse_action;
/// use scenario::receipt::receipt;
/// use scenario_rules::Game;
///
/// let game = Game::new(scenario::parse(
///     "board 3x1
///      character Brute at A1, initiative 30
///      normal Guard 1 at B1, hit points 5/5, shield 1",
/// )?);
/// let names = game.position().names();
/// let attack = parse_action(1, "attack Brute: on Guard 1, 3, drew +1", names, game.position().board())?;
/// let events = game.outcome(&attack).expect("it is allowed").report.events;
/// let lines: Vec<String> = receipt(names, &events).iter().map(|line| line.text()).collect();
/// assert!(lines.contains(&"  − 1 shield (G9)".to_owned()));
/// assert!(lines.contains(&"  Guard 1: hit points 5 → 2 (S7.3)".to_owned()));
/// # Ok::<(), scenario::TextError>(())
/// ```
pub fn receipt(names: &Names, events: &[Event]) -> Vec<ReceiptStep> {
    let mut depths: Vec<usize> = Vec::with_capacity(events.len());
    let mut lines = Vec::new();
    for event in events {
        let depth = event.parent.and_then(|parent| depths.get(parent)).map_or(0, |of| of + 1);
        depths.push(depth);
        if let EventKind::AttackResolved(attack) = &event.kind {
            lines.extend(attack_lines(names, attack, depth));
        } else if let EventKind::Gained(gains) = &event.kind {
            lines.extend(gain_lines(names, gains, depth, event.cause));
        } else if let Some(words) = change_words(names, &event.kind) {
            lines.push(ReceiptStep { depth, words, cause: event.cause });
        }
    }
    lines
}

/// Returns the lines of an attack's calculation (S7.3).
fn attack_lines(names: &Names, attack: &AttackReceipt, depth: usize) -> Vec<ReceiptStep> {
    let AttackReceipt { terms, modified, .. } = attack;
    let (attacker, target) = (names.figure_name(attack.attacker), names.figure_name(attack.target));
    let within = depth + 1;
    let line = |words: String, cause: Cause| ReceiptStep { depth: within, words, cause };
    let damage = Cause::Rule(Rule::Damage);
    let mut lines = vec![
        ReceiptStep {
            depth,
            words: format!("{attacker} attacks {target}"),
            cause: Cause::Rule(Rule::Target),
        },
        line(format!("attack {}", terms.value.base), damage),
    ];
    if let Some(area) = &attack.area {
        let words = format!("the area covers {}", listed(&area.hexes));
        lines.push(line(words, Cause::Ruling(Ruling::AreaAttack)));
    }
    if let Some(change) = terms.value.change {
        lines.push(line(format!("{} ability card", signed(change.into())), damage));
    }
    if terms.poisoned {
        let poison = Cause::Ruling(Ruling::Unseen);
        lines.push(line(format!("+ 1 {target} is poisoned"), poison));
    }
    for change in &terms.changes {
        lines.push(match change {
            ValueChange::Plus(amount) => {
                line(format!("{} bonus", signed((*amount).into())), damage)
            }
            ValueChange::Double => line("× 2".to_owned(), Cause::Ruling(Ruling::ValueOrder)),
        });
    }
    if !terms.advantage.is_empty() {
        let cause = Cause::Rule(Rule::Disadvantage);
        lines.push(line(advantage_words(&terms.advantage), cause));
    }
    lines.push(line(
        cards_words(attack),
        modified.ruling.map_or(Cause::Rule(Rule::ModifierDeck), Cause::Ruling),
    ));
    let mut faces = modified.counted.iter().filter_map(|&at| attack.drawn.get(at));
    if let Some(card) = faces.find(|card| terms.is_reduced(card.face)) {
        let reduced = Cause::Rule(Rule::ReducedRandomness);
        lines.push(line(format!("{card} counts as +0"), reduced));
    }
    lines.push(line(format!("= {}", modified.value), damage));
    if !terms.shields.is_empty() {
        let shields = Cause::Ruling(Ruling::Shields);
        let pierced = match terms.pierce {
            0 => String::new(),
            pierce => format!(": {} less pierce {pierce}", terms.shields_sum()),
        };
        lines.push(line(format!("− {} shield{pierced}", modified.blocked), shields));
        lines.push(line(format!("= {}", modified.damage), damage));
    }
    if attack.negated > 0 {
        let negated = format!("{} negated by lost cards", attack.negated);
        lines.push(line(negated, Cause::Rule(Rule::Negate)));
    } else if attack.overkill > 0 {
        let beyond = format!("{} more than its hit points", attack.overkill);
        lines.push(line(beyond, Cause::Rule(Rule::Death)));
    }
    lines
}

/// Returns the gains of a character at the end of a scenario, as two calculations (S12.2).
fn gain_lines(
    names: &Names,
    gains: &CharacterGains,
    depth: usize,
    cause: Cause,
) -> Vec<ReceiptStep> {
    let figure = names.figure_name(gains.figure);
    let experience = match gains.bonus {
        0 => format!("{figure}: {} experience gained", gains.experience),
        bonus => format!(
            "{figure}: {} experience gained + {bonus} for success = {}",
            gains.experience,
            gains.total_experience()
        ),
    };
    let tokens = counted(gains.tokens, "money token", "money tokens");
    let gold = format!("{figure}: {tokens} × {} = {} gold", gains.gold_per_token, gains.gold());
    let line = |words| ReceiptStep { depth, words, cause };
    let mut lines = vec![line(experience), line(gold)];
    if gains.is_dead {
        let words = format!("{figure} is dead and keeps nothing");
        lines.push(ReceiptStep { depth, words, cause: Cause::Rule(Rule::PermanentDeath) });
    }
    lines
}

/// Returns an amount with a sign and a space, as in a calculation.
fn signed(amount: i16) -> String {
    let sign = if amount < 0 { '−' } else { '+' };
    format!("{sign} {}", amount.unsigned_abs())
}

/// Describes the result of advantage and disadvantage with their sources: "disadvantage: muddled".
pub fn advantage_words(sources: &[AdvantageSource]) -> String {
    let names: Vec<&str> = sources
        .iter()
        .map(|source| match source {
            AdvantageSource::Strengthened => "strengthened",
            AdvantageSource::StatedAdvantage => "advantage of the card",
            AdvantageSource::Muddled => "muddled",
            AdvantageSource::Adjacent => "ranged and adjacent",
            AdvantageSource::StatedDisadvantage => "disadvantage of the card",
        })
        .collect();
    let result = match Advantage::of_sources(sources) {
        Advantage::Even => "advantage and disadvantage cancel",
        Advantage::Advantage => "advantage",
        Advantage::Disadvantage => "disadvantage",
    };
    format!("{result}: {}", listed(&names))
}

/// Returns the drawn cards, and those that count if not all do.
fn cards_words(attack: &AttackReceipt) -> String {
    let counted = &attack.modified.counted;
    let drawn: Vec<String> = attack.drawn.iter().map(Modifier::to_string).collect();
    if counted.len() == drawn.len() {
        return format!("drew {}", drawn.join(" "));
    }
    let counted: Vec<&str> = counted.iter().map(|&at| drawn[at].as_str()).collect();
    format!("drew {}: {} counts", drawn.join(" "), listed(&counted))
}

/// Returns a change in words; `None` for a change that another line states.
#[expect(clippy::too_many_lines, reason = "one arm for each kind of change")]
fn change_words(names: &Names, kind: &EventKind) -> Option<String> {
    let name = |id: &FigureId| names.figure_name(*id);
    Some(match kind {
        EventKind::Terrain { hex, to, .. } => match to {
            Some(terrain) => format!("{hex}: {}", terrain.word()),
            None => format!("{hex} is off the map"),
        },
        EventKind::Wall { line, stands: true } => format!("a wall at {line}"),
        EventKind::Wall { line, stands: false } => format!("no wall at {line}"),
        EventKind::Entered { figure } => format!("{figure} enters {}", figure.hex),
        EventKind::Moved { figure, from, to } => format!("{}: {from} → {to}", name(figure)),
        EventKind::Left { figure, .. } => format!("{} leaves the map", name(figure)),
        EventKind::HazardTriggered { figure, hex, terrain, damage } => {
            let verb = if *terrain == Terrain::Trap { "springs the trap" } else { "is hurt" };
            let damage = damage.map_or_else(String::new, |damage| format!(": {damage} damage"));
            format!("{} {verb} in {hex}{damage}", name(figure))
        }
        EventKind::HitPoints { figure, from, to } => match from {
            Some(HitPoints { current, .. }) => {
                format!("{}: hit points {current} → {}", name(figure), to.current)
            }
            None => format!("{}: hit points {to}", name(figure)),
        },
        EventKind::Condition { figure, condition, has: true, is_new } => {
            let until = match (condition.is_timed(), is_new) {
                (true, true) => " through its next turn",
                (true, false) => " until its turn ends",
                (false, _) => "",
            };
            format!("{} is {}{until}", name(figure), condition.word())
        }
        EventKind::Condition { figure, condition, has: false, .. } => {
            format!("{} is no longer {}", name(figure), condition.word())
        }
        EventKind::Bonus { figure, bonus, has: true } => format!("{}: {bonus}", name(figure)),
        EventKind::Bonus { figure, bonus, has: false } => {
            format!("{}: {} ends", name(figure), bonus.effect)
        }
        EventKind::Suffered { figure, damage, negated: 0 } => {
            format!("{} suffers {damage}", name(figure))
        }
        EventKind::Suffered { figure, damage, .. } => {
            format!("{} negates {damage} damage", name(figure))
        }
        EventKind::Healed { figure, amount } => format!("{}: heal {amount}", name(figure)),
        EventKind::Negating { figure, is_due: true } => {
            format!("{} negates the next damage", name(figure))
        }
        EventKind::Flying { figure, flies: true } => format!("{} flies", name(figure)),
        EventKind::Flying { figure, flies: false } => format!("{} walks", name(figure)),
        EventKind::Attacked { figure, target } => {
            format!("{} attacks {}", name(figure), name(target))
        }
        EventKind::AttacksDue { figure, targets } if !targets.is_empty() => {
            format!("{} attacks {}", name(figure), listed(&full_names(names, targets)))
        }
        EventKind::TurnEnded { figure } => format!("the turn of {} ends", name(figure)),
        EventKind::FurtherAttack { figure, is_due: true } => {
            format!("a further attack of {}", name(figure))
        }
        EventKind::Card(card) => format!("{}: {}", names.set_name(card.set), card.card),
        EventKind::Initiative { figure, to, .. } => match to {
            Initiative::Hidden => format!("{} chooses new cards", name(figure)),
            to => format!("initiative of {}: {to}", name(figure)),
        },
        EventKind::SetInitiative { set, to, .. } => match to {
            Some(number) => format!("initiative of {}: {number}", names.set_name(*set)),
            None => format!("{} draws a new card", names.set_name(*set)),
        },
        EventKind::Always { to: Some(number), .. } => format!("all sets act at {number}"),
        EventKind::Always { to: None, .. } => "sets act by their cards".to_owned(),
        EventKind::Element { element, from, to } => element_words(element.word(), *from, *to),
        EventKind::Deck(deck) if deck.shuffle_due => {
            format!("the deck of {} is shuffled after the round", deck_words(names, deck.owner))
        }
        EventKind::Deck(deck) => {
            let left = counted(deck.left(), "card", "cards");
            format!("{left} left in the deck of {}", deck_words(names, deck.owner))
        }
        EventKind::Hand { figure, from, to } => {
            format!("{}: {}", name(figure), hand_words(*from, *to))
        }
        EventKind::Money { hex, to, .. } => {
            format!("{} in {hex}", counted(to, "money token", "money tokens"))
        }
        EventKind::Mark { mark, hex, is_there: true } => format!("{} in {hex}", mark_words(*mark)),
        EventKind::Mark { mark, hex, is_there: false } => {
            format!("{} is gone from {hex}", mark_words(*mark))
        }
        EventKind::Looted(LootedMark { figure, mark }) => {
            format!("{}: look up what it brings", looted_words(names, *figure, &[*mark]))
        }
        EventKind::OnPlate { figure, hex } => {
            format!("{}, which may do something", on_plate(names, *figure, *hex))
        }
        EventKind::Purse { from, to } if from.tokens != to.tokens => {
            format!("{} has {}", name(&to.figure), counted(to.tokens, "token", "tokens"))
        }
        EventKind::Purse { to, .. } => {
            format!("{} has {} experience", name(&to.figure), to.experience)
        }
        EventKind::Room { room, is_hidden: true } => {
            format!("room {} is hidden: {}", room.number, room_words(room, &room.figures))
        }
        EventKind::Room { room, is_hidden: false } => {
            format!("room {} is not hidden any more", room.number)
        }
        EventKind::Dungeon { dungeon, passed } => dungeon::event_words(dungeon, passed),
        EventKind::OutsideCampaign => {
            "a random dungeon: experience, gold, checkmarks and quests count, and the campaign \
             does not move on"
                .to_owned()
        }
        EventKind::Standees { set, to: Some(count), .. } => {
            let count = counted(count, "standee", "standees");
            format!("{} has {count}", names.set_name(*set))
        }
        EventKind::Standees { set, to: None, .. } => {
            format!("the standees of {} are not counted", names.set_name(*set))
        }
        EventKind::NoStandee { figure } => without_standee(figure),
        EventKind::ActsNextRound { figure } => {
            format!("{} acts from the next round on", name(figure))
        }
        EventKind::Exhausted { figure, is_exhausted: true } => {
            format!("{} is exhausted", name(figure))
        }
        EventKind::Exhausted { figure, is_exhausted: false } => {
            format!("{} takes part again", name(figure))
        }
        EventKind::Ended(ending) => format!("the scenario is {}", ending.word()),
        EventKind::BattleGoal(goal) => format!("{}: {}", name(&goal.figure), goal_words(*goal)),
        EventKind::Rewarded(reward) => format!("{}: {}", name(&reward.figure), reward.text),
        EventKind::Round { number } => format!("round {number}"),
        EventKind::Level { to, .. } => format!("scenario level {to}"),
        EventKind::Ruling { switch, on: true } => format!("ruling {switch}"),
        EventKind::Ruling { switch, on: false } => format!("no ruling {switch}"),
        EventKind::AttackResolved(_)
        | EventKind::Gained(_)
        | EventKind::AttacksDue { .. }
        | EventKind::Negating { is_due: false, .. }
        | EventKind::FurtherAttack { is_due: false, .. } => return None,
    })
}

fn element_words(element: &str, from: ElementState, to: ElementState) -> String {
    match (from.made, to.made, to.strength) {
        (false, true, _) => format!("{element} is made"),
        (_, _, ElementStrength::Strong) => format!("{element} is strong"),
        (_, _, ElementStrength::Waning) => format!("{element} wanes"),
        (_, _, ElementStrength::Inert) => format!("{element} is inert"),
    }
}

/// Returns the change of a character's cards.
fn hand_words(from: Option<Hand>, to: Hand) -> String {
    let Some(from) = from else {
        return format!("{to} (hand · discard · lost)");
    };
    let changes: Vec<String> = Pile::ALL
        .into_iter()
        .filter(|&pile| from.count(pile) != to.count(pile))
        .map(|pile| format!("{} {} → {}", pile.word(), from.count(pile), to.count(pile)))
        .collect();
    if changes.is_empty() { "ready to rest".to_owned() } else { remarks(&changes) }
}
