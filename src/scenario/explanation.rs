//! The sentences that explain an answer, the consequences of an action, and a price.

use plain_text::{capitalized, counted, listed, one_of, remarks};

use super::sentence::{on_plate, without_standee};
use super::text::looted_words;
use scenario_rules::board::Terrain;
use scenario_rules::enhancement::{PricePart, Sticker};
use scenario_rules::event::{Event, EventIndex, EventKind};
use scenario_rules::figure::{Condition, Figure, FigureKind, HitPoints};
use scenario_rules::hex::Hex;
use scenario_rules::marks::LootedMark;
use scenario_rules::monster_turn::{FocusCandidate, MonsterTurn, MovementEnd};
use scenario_rules::names::FigureId;
use scenario_rules::position::Position;
use scenario_rules::rulebook::{Rule, Ruling};

/// The maximum number of placements of an area that a sentence lists.
const MAX_PLACEMENTS: usize = 3;

/// The sentences about an answer, by topic.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Explanation {
    /// The focus.
    pub focus: String,
    /// The conditions that keep it from moving or attacking, if any.
    pub held: Option<String>,
    /// The steps to each enemy, and the reason why it is not the focus.
    pub enemies: Vec<String>,
    /// The equally right ends with their attacks.
    pub ends: Vec<String>,
    /// The hint that the players choose, if they do.
    pub choice: Option<String>,
    /// The rulings that decided something.
    pub rulings: Vec<String>,
}

impl Explanation {
    /// Explains an answer.
    pub fn of(position: &Position, answer: &MonsterTurn) -> Self {
        let explainer = Explainer { position, answer };
        let switches = position.switches();
        let chooses = "All of this is equally right: the players choose (S8.17).";
        Self {
            focus: explainer.focus(),
            held: explainer.held(),
            enemies: answer.enemies.iter().map(|enemy| explainer.enemy(enemy)).collect(),
            ends: answer.ends.iter().map(|end| explainer.end(end)).collect(),
            choice: answer.is_ambiguous().then(|| chooses.to_owned()),
            rulings: answer.rulings.iter().map(|ruling| ruling.cited(switches)).collect(),
        }
    }
}

/// Explains an answer, one sentence per line: the focus and the reasons, the end of the movement,
/// the targets, and the rulings that decided something.
///
/// ```
/// let position = scenario::parse(
///     "board 5x1
///      card Guard: nothing
///      normal Guard 1 at A1
///      character Brute at C1, initiative 30",
/// )?;
/// let guard = position.find("Guard 1").expect("the Guard is on the map");
/// let answer = position.turn(guard).expect("the card is known");
/// let text = scenario::explanation::explain(&position, &answer);
/// assert!(text.starts_with("Guard 1 goes for Brute: 1 step.\n"));
/// assert!(text.contains("It stays in A1, and has no attack.\n"));
/// # Ok::<(), scenario::TextError>(())
/// ```
pub fn explain(position: &Position, answer: &MonsterTurn) -> String {
    let Explanation { focus, held, enemies, ends, choice, rulings } =
        Explanation::of(position, answer);
    let mut lines = vec![focus];
    lines.extend(held.into_iter().chain(enemies).chain(ends).chain(choice).chain(rulings));
    lines.join("\n") + "\n"
}

/// Returns the steps to an enemy and the negative hexes on the path, or the reason there are none.
pub fn steps_text(position: &Position, enemy: &FocusCandidate) -> String {
    if position.figure(enemy.figure).is(Condition::Invisible) {
        let ruling = Ruling::Unseen.number();
        return format!("invisible, so neither focus nor target (ruling {ruling})");
    }
    let Some(steps) = enemy.steps else {
        return "no hex to attack it from".to_owned();
    };
    let mut parts = vec![counted(steps, "step", "steps")];
    if let Some(negative) = enemy.negative.filter(|&negative| negative > 0) {
        parts.push(counted(negative, "negative hex", "negative hexes"));
    }
    remarks(&parts)
}

/// Returns the reason why an enemy is not the focus, as a clause about it with the numbers that
/// decide; `None` for a focus.
fn lost_text(position: &Position, answer: &MonsterTurn, enemy: &FocusCandidate) -> Option<String> {
    let rule = enemy.lost_by?;
    let foci = &answer.foci;
    let focus = answer.enemies.iter().find(|other| foci.contains(&other.figure));
    let name = focus.map(|focus| figure_label(position.figure(focus.figure))).unwrap_or_default();
    let more = |what: &str, of: fn(&FocusCandidate) -> Option<u16>| {
        let (own, best) = (of(enemy).unwrap_or_default(), focus.and_then(of).unwrap_or_default());
        format!("{what} than {name}: {own} to {best}")
    };
    let (reason, number) = match rule {
        Rule::Focus => (more("takes more steps", |of| of.steps), rule.number()),
        Rule::Negative => (more("costs more negative hexes", |of| of.negative), rule.number()),
        Rule::Tie => tie_text(position, enemy, focus, &name),
        Rule::Others if position.switches().other_target => {
            ("was attacked already".to_owned(), "S8.14, G28")
        }
        Rule::Others => ("is not the target of the attack before".to_owned(), "S8.14, G28"),
        _ => ("cannot be the focus".to_owned(), rule.number()),
    };
    Some(format!("{reason} ({number})"))
}

/// Returns how an enemy loses a tie with the focus, and the number of the rule that breaks it.
fn tie_text(
    position: &Position,
    enemy: &FocusCandidate,
    focus: Option<&FocusCandidate>,
    name: &str,
) -> (String, &'static str) {
    let is_nearer = position.switches().nearer_first;
    let ranges = focus.and_then(|focus| focus.range).zip(enemy.range);
    if let Some((best, own)) = ranges.filter(|(best, own)| is_nearer && best != own) {
        let reason = format!("loses the tie with {name}: range {best} before {own}");
        return (reason, Ruling::NearerFirst.number());
    }
    let initiatives = focus.and_then(|focus| focus.initiative).zip(enemy.initiative);
    let reason = match initiatives.filter(|(best, own)| best != own) {
        Some((best, own)) => format!("loses the tie with {name}: {best} before {own}"),
        None => format!("loses the tie with {name}, earlier in the order"),
    };
    (reason, Rule::Tie.number())
}

/// Explains in one or two sentences whether a monster goes for one of its enemies, or why not.
pub fn why_not(position: &Position, answer: &MonsterTurn, id: FigureId) -> String {
    let own = capitalized(&figure_label(position.figure(answer.figure)));
    let label = |enemy: &FocusCandidate| figure_label(position.figure(enemy.figure));
    let Some(enemy) = answer.enemies.iter().find(|enemy| enemy.figure == id) else {
        return format!("{own} is no enemy of {}.", figure_label(position.figure(id)));
    };
    let foci: Vec<String> = answer
        .enemies
        .iter()
        .filter(|enemy| answer.foci.contains(&enemy.figure))
        .map(|focus| format!("{}: {}", label(focus), steps_text(position, focus)))
        .collect();
    let goes = match foci.as_slice() {
        [] => format!("{own} goes for nobody."),
        foci => format!("{own} goes for {}.", one_of(foci)),
    };
    let Some(why) = lost_text(position, answer, enemy) else {
        return goes;
    };
    let name = capitalized(&label(enemy));
    match enemy.lost_by {
        Some(Rule::NoFocus) if position.figure(id).is(Condition::Invisible) => {
            format!("{goes} {name}: {}.", steps_text(position, enemy))
        }
        Some(rule @ Rule::NoFocus) => {
            format!("{goes} {name}: {} ({}).", steps_text(position, enemy), rule.number())
        }
        _ => format!("{goes} {name} {why}."),
    }
}

/// Returns the sentences about the consequences of an action by the rules: entered traps and
/// hazardous terrain, the damage to a figure that stops flying, looted tokens and treasure, pressed
/// plates, and monsters without a standee.
pub fn consequences(before: &Position, events: &[Event]) -> Vec<String> {
    (0..)
        .zip(events)
        .filter_map(|(index, event)| consequence(before, events, index, event))
        .collect()
}

fn consequence(
    before: &Position,
    events: &[Event],
    index: EventIndex,
    event: &Event,
) -> Option<String> {
    let names = before.names();
    let (figure, hex, terrain, damage) = match event.kind {
        EventKind::HazardTriggered { figure, hex, terrain, damage } => {
            (figure, hex, terrain, damage)
        }
        EventKind::Looted(LootedMark { figure, mark }) => {
            let rule = mark.loot_rule().map_or("", Rule::number);
            let loots = looted_words(names, figure, &[mark]);
            return Some(format!("{loots}: look up what it brings ({rule})."));
        }
        EventKind::OnPlate { figure, hex } => {
            let stands = on_plate(names, figure, hex);
            return Some(format!("{stands}, which may do something (S6.6)."));
        }
        EventKind::NoStandee { ref figure } => {
            let words = capitalized(&without_standee(figure));
            return Some(format!("{words}, so it does not come (G16)."));
        }
        _ => return None,
    };
    let (verb, noun, rule) = match terrain {
        Terrain::Trap => ("springs", "trap", "S6.3"),
        Terrain::Obstacle => ("comes down on", "obstacle", "G29"),
        _ => ("is in", "hazardous terrain", "S6.3"),
    };
    let own = before.figure(figure);
    let lead = format!("{} {verb} the {noun} in {hex}", capitalized(&figure_label(own)));
    let suffers = match damage {
        Some(damage) => format!(" and suffers {damage} damage ({rule})"),
        None => {
            format!(" ({rule}); the damage depends on the level of the scenario, which is unknown")
        }
    };
    let left = match damage.and(left_after(own, events, index)) {
        None if damage.is_none() => String::new(),
        None => "; its hit points are not counted".to_owned(),
        Some(left) if left.is_gone() => {
            return Some(format!("{lead}{suffers}: it leaves the map (S7.4, S7.7)."));
        }
        Some(left) => {
            let most = counted(left.max, "hit point", "hit points");
            format!(": {} of {most} are left", left.current)
        }
    };
    let landing = events
        .iter()
        .filter(|event| event.parent == Some(index))
        .find_map(|event| match event.kind {
            EventKind::Moved { to, .. } => {
                Some(format!("; it is put in {to}, the nearest empty hex"))
            }
            _ => None,
        })
        .unwrap_or_default();
    Some(format!("{lead}{suffers}{left}{landing}."))
}

/// Returns the hit points of a figure after an event and its direct consequences; `None` if they
/// are not counted.
fn left_after(figure: &Figure, events: &[Event], index: EventIndex) -> Option<HitPoints> {
    let mut hit_points = figure.hit_points;
    for (at, event) in events.iter().enumerate() {
        if (at < index || event.parent == Some(index))
            && let EventKind::HitPoints { figure: of, to, .. } = event.kind
            && of == figure.id()
        {
            hit_points = Some(to);
        }
    }
    hit_points
}

struct Explainer<'a> {
    position: &'a Position,
    answer: &'a MonsterTurn,
}

impl Explainer<'_> {
    fn name(&self, id: FigureId) -> String {
        figure_label(self.position.figure(id))
    }

    fn names(&self, of: &[FigureId]) -> Vec<String> {
        of.iter().map(|&id| self.name(id)).collect()
    }

    fn focus(&self) -> String {
        let own = capitalized(&self.name(self.answer.figure));
        let Some(&focus) = self.answer.foci.first() else {
            return format!("{own} has no focus: it neither moves nor attacks (S8.7).");
        };
        let enemies = &self.answer.enemies;
        let steps = enemies
            .iter()
            .find(|enemy| enemy.figure == focus)
            .and_then(|enemy| enemy.steps)
            .unwrap_or_default();
        let others: String = enemies
            .iter()
            .filter(|enemy| enemy.lost_by.is_some())
            .filter_map(|enemy| Some(format!(", {} {}", self.name(enemy.figure), enemy.steps?)))
            .collect();
        let foci = one_of(&self.names(&self.answer.foci));
        format!("{own} goes for {foci}: {}{others}.", counted(steps, "step", "steps"))
    }

    fn held(&self) -> Option<String> {
        let held: Vec<&str> =
            self.answer.restricting.iter().map(|condition| condition.word()).collect();
        let own = capitalized(&self.name(self.answer.figure));
        (!held.is_empty()).then(|| format!("{own} is {} (S5.2, S5.4).", listed(&held)))
    }

    fn enemy(&self, enemy: &FocusCandidate) -> String {
        let why = match lost_text(self.position, self.answer, enemy) {
            Some(why) => why,
            None if self.answer.foci.len() > 1 => "tied for the focus (S8.17)".to_owned(),
            None => "the focus".to_owned(),
        };
        // No path is searched to an enemy that a further attack passes over.
        let is_passed_over = enemy.lost_by == Some(Rule::Others) && enemy.steps.is_none();
        let steps = (!is_passed_over).then(|| steps_text(self.position, enemy));
        let mut facts: Vec<String> = steps.into_iter().collect();
        if let Some(range) = enemy.range {
            facts.push(format!("range {range}"));
        }
        if let Some(initiative) = enemy.initiative {
            facts.push(format!("initiative {initiative}"));
        }
        format!("{}: {}; {why}.", capitalized(&self.name(enemy.figure)), remarks(&facts))
    }

    fn end(&self, end: &MovementEnd) -> String {
        let subject = if self.answer.foci.len() > 1 {
            format!("For {}: it", self.name(end.focus))
        } else {
            "It".to_owned()
        };
        let movement = match end.path.as_slice() {
            [] => format!("stays in {}", end.hex),
            [before @ .., _] => {
                let hexes: Vec<String> = before.iter().map(Hex::to_string).collect();
                let through = if hexes.is_empty() {
                    String::new()
                } else {
                    format!(" through {}", hexes.join(" "))
                };
                let points = counted(end.cost, "point", "points");
                format!("moves to {}{through}, {points}", end.hex)
            }
        };
        let aims: Vec<String> = end
            .goals
            .iter()
            .map(|(hex, left)| format!("{} short of {hex}", counted(*left, "step", "steps")))
            .collect();
        let short = if aims.is_empty() { String::new() } else { format!(", {}", one_of(&aims)) };
        let own = self.position.figure(self.answer.figure);
        let mut parts = vec![if self.answer.card.attack_first {
            let attack = self.attack(end, &format!(" from {} (S5.8)", own.hex));
            format!("{subject} {attack}, and then {movement}{short}.")
        } else {
            format!("{subject} {movement}{short}, and {}.", self.attack(end, ""))
        }];
        for triggered in &end.triggered {
            let enters = match triggered.terrain {
                Terrain::Trap => "springs the trap in",
                _ => "enters the hazardous terrain in",
            };
            let damage = triggered.damage.map_or(
                "the damage depends on the level of the scenario, which is unknown".to_owned(),
                |damage| format!("{damage} damage"),
            );
            parts.push(format!(" It {enters} {}: {damage} (S6.3).", triggered.hex));
        }
        if end.is_deadly(own) {
            parts.push(" It dies there (S7.4).".to_owned());
        }
        parts.concat()
    }

    /// Describes its attack; `from` names the attack hex if that is not the end of the movement.
    fn attack(&self, end: &MovementEnd, from: &str) -> String {
        if end.targets.is_empty() {
            return if self.answer.card.attack.is_none() {
                "has no attack".to_owned()
            } else {
                format!("attacks nobody{from}")
            };
        }
        let mut parts = vec![format!("attacks {}{from}", listed(&self.names(&end.targets)))];
        if let Some(choice) = &end.choice {
            let from = one_of(&self.names(&choice.from));
            parts.push(format!(", with {} of {from}", choice.count));
        }
        if !end.disadvantage.is_empty() {
            let whom = listed(&self.names(&end.disadvantage));
            parts.push(format!("; at disadvantage: {whom}"));
        }
        parts.extend(self.area(end));
        parts.concat()
    }

    /// Describes the placements of its area; `None` if the attack has none.
    fn area(&self, end: &MovementEnd) -> Option<String> {
        let first = end.placements.first()?;
        let covered: Vec<String> = end
            .placements
            .iter()
            .take(MAX_PLACEMENTS)
            .map(|placement| {
                let hexes: Vec<String> = placement.hexes.iter().map(Hex::to_string).collect();
                let is_same = placement.hit == first.hit;
                let hit = listed(&self.names(&placement.hit));
                let on = if is_same { String::new() } else { format!(" on {hit}") };
                format!("{}{on}", hexes.join(" "))
            })
            .collect();
        let outside = end.targets.len() + end.choice.as_ref().map_or(0, |choice| choice.count);
        let hit = if first.hit.len() < outside {
            format!(" on {}", listed(&self.names(&first.hit)))
        } else {
            String::new()
        };
        let rules = "(S8.9, G31)";
        Some(match end.placements.len() {
            1 => format!("; its area{hit} covers {} {rules}", covered[0]),
            count if count <= MAX_PLACEMENTS => {
                format!("; its area{hit} covers {} {rules}", one_of(&covered))
            }
            count => format!(
                "; its area{hit} covers {}, or is placed in one of {} {rules}",
                one_of(&covered),
                counted(count - MAX_PLACEMENTS, "more way", "more ways")
            ),
        })
    }
}

/// Returns the name of a figure in a sentence: "Guard 3", "Brute", "the Altar".
///
/// Only an object takes an article: a character may be called by its class or by a name of its own,
/// such as "Ann".
pub fn figure_label(figure: &Figure) -> String {
    match figure.kind {
        FigureKind::Object(..) if figure.number().is_none() => format!("the {figure}"),
        _ => figure.to_string(),
    }
}

/// Describes a part of the price of an enhancement.
pub fn price_text(part: PricePart) -> String {
    match part {
        PricePart::Base(sticker) => sticker.word().to_owned(),
        PricePart::SharedBase { hexes } => {
            let sticker = Sticker::AttackHex;
            format!("{}, {} shared by {hexes}", sticker.word(), sticker.base())
        }
        PricePart::SeveralTargets => "doubled, for several targets".to_owned(),
        PricePart::CardLevel(level) => format!("a card of level {level}"),
        PricePart::Earlier { count } => format!("earlier enhancements of the action: {count}"),
    }
}
