//! The form for one card, mat or tile.
//!
//! Everything that is usual is one tap or one key: what is known for certain is only
//! shown, what is likely is shown as likely until somebody confirms it, and what cannot be is said
//! at once.

use components::fact_id::{FactField, FactId};
use egui::{Button, Response, RichText, Sense, Ui};
use plain_text::{clauses, counted, one_of};

use crate::draft::{
    Draft, Ground, USUAL_RECIPE, USUALLY_FORBIDDEN, bracket_of, count_spaces, ground_of,
    is_proposed, is_stated, is_whole, open_space, open_space_mut, proposed, stand_on, state, taken,
    toggle_forbidden, toggle_prerequisite, typed, typed_if, without_recipe,
};
use crate::keys::{Asked, Hand};
use crate::rare::{achievement_ui, counts_ui};
use components::component_ref::ComponentRef;
use components::describe::Describe;
use components::effect::{CardAction, Effect};
use components::fact::{Fact, Standing};
use components::quantity::{Money, Points};
use components::reading::{Bracket, Doubt, bracket, paid_by_cards, suited, usual_value};
use components::specs::{
    AdviserField, AdviserSpec, BuildingField, BuildingSpec, Category, Pack, Prerequisite,
    RaceField, RaceResource, RaceSpec, ResourceCardField, ResourceField, ResourceNames,
    ResourceSpec, SpaceSpec, StandardCardField, Terrain, Tier,
};
use components::tile::Shape;
use ui_kit::theme::{RADIUS, line, space, text, theme, touch};
use ui_kit::widgets::{body, caption, text_field_ui, trouble_ui};
use ui_tiles::{terrain_key, terrain_words};

/// Shapes of tiles that can be picked; any other is typed.
const SHAPES: [&str; 14] = [
    "##", "###", "##/#.", "##/##", "####", "###/#..", "###/..#", "###/.#.", "##./.##", ".##/##.",
    "#", "###/##.", "###/#.#", "###/###",
];

/// The values that spaces show; any other is typed into the pack.
const VALUES: std::ops::RangeInclusive<i32> = 1..=12;

/// What the form remembers besides what is typed in.
#[derive(Clone, Debug, Default)]
pub struct FormMemory {
    /// The facts that are not known for certain, by what they state.
    open: Vec<FactField>,
    /// What is known for certain, so that nobody enters it again.
    known: String,
    /// Whether all effects are shown.
    pub(super) shows_all: bool,
    /// Whether the effects were read from the words that are typed.
    is_read: bool,
    /// A shape as it is typed.
    shape: String,
    /// The question that the keyboard answers.
    pub(super) hand: Hand,
    /// The space whose value is only taken for the usual one.
    usual: Option<usize>,
}

/// Returns a fact with its value; a value that names the fact stands alone.
fn known_words(what: &str, value: &str) -> String {
    if value.split(' ').next() == Some(what) { value.to_owned() } else { format!("{what} {value}") }
}

impl FormMemory {
    /// The form for a thing, given what can no longer be changed.
    pub fn new(subject: &ComponentRef, base: &Pack) -> Self {
        let facts = subject.facts(base);
        let (known, open): (Vec<_>, Vec<_>) =
            facts.iter().partition(|(_, fact)| fact.standing() == Standing::Known);
        let is_shown = |id: &FactId| {
            !matches!(
                id.field(),
                FactField::Space(_)
                    | FactField::Race(RaceField::Solo)
                    | FactField::Resource(ResourceField::Copies)
            )
        };
        let known: Vec<String> = known
            .into_iter()
            .filter(|(id, _)| is_shown(id))
            .filter_map(|(id, fact)| Some(known_words(id.label(), &fact.describe()?)))
            .collect();
        let known =
            if known.is_empty() { String::new() } else { format!("Known: {}.", clauses(&known)) };
        Self {
            // A thing that is not listed yet has everything to be entered.
            open: if facts.is_empty() {
                subject.fields()
            } else {
                open.into_iter().map(|(id, _)| id.field()).collect()
            },
            known,
            ..Self::default()
        }
    }
}

/// The fields of a form. `base` holds what can no longer be changed, `pack` what is known so far.
pub fn form_ui(ui: &mut Ui, base: &Pack, pack: &Pack, draft: &mut Draft, memory: &mut FormMemory) {
    ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
    let subject = draft.subject.clone();
    let open = std::mem::take(&mut memory.open);
    let is_open = |field: FactField| open.contains(&field);
    memory.hand.begin(ui);
    if !memory.known.is_empty() {
        caption(memory.known.as_str()).ui(ui);
    }
    let Draft { fields, prices, .. } = draft;
    match &subject {
        ComponentRef::Building(_) => {
            for spec in &mut fields.buildings {
                building_ui(ui, base, pack, spec, memory, &is_open);
            }
        }
        ComponentRef::Adviser(_) => {
            for spec in &mut fields.advisers {
                adviser_ui(ui, pack, spec, memory, &is_open);
            }
        }
        ComponentRef::Race(_) => {
            for spec in &mut fields.races {
                race_ui(ui, pack, spec, memory, &is_open);
            }
        }
        ComponentRef::ResourceCard(_) => {
            for spec in &mut fields.resource_cards {
                if is_open(ResourceCardField::Forbidden.into()) {
                    forbidden_ui(ui, pack, &mut spec.forbids, &mut memory.hand);
                }
            }
        }
        ComponentRef::Resource(_) => {
            for spec in &mut fields.resources {
                resource_tile_ui(ui, pack, spec, memory, &is_open);
            }
        }
        ComponentRef::Offer => prices_ui(ui, prices, &mut memory.hand),
        ComponentRef::StandardCard(_) => {
            for spec in &mut fields.standard_cards {
                if is_open(StandardCardField::Action.into()) {
                    action_ui(ui, &mut spec.action, memory, "Action");
                }
            }
        }
        ComponentRef::Achievement(_) => {
            for spec in &mut fields.achievements {
                achievement_ui(ui, spec, &mut memory.hand, &is_open);
            }
        }
        ComponentRef::Counts => counts_ui(ui, &mut fields.counts, &is_open),
        ComponentRef::Board(_) => {}
    }
    memory.hand.end(ui);
    memory.open = open;
}

fn building_ui(
    ui: &mut Ui,
    base: &Pack,
    pack: &Pack,
    spec: &mut BuildingSpec,
    memory: &mut FormMemory,
    is_open: &impl Fn(FactField) -> bool,
) {
    if is_open(BuildingField::Colour.into()) || is_open(BuildingField::Special.into()) {
        ground_ui(ui, spec, &mut memory.hand, is_open(BuildingField::Special.into()));
    }
    if is_open(BuildingField::Shape.into()) {
        shape_ui(ui, &mut spec.shape, &mut spec.turnable, memory, None);
    }
    spaces_ui(ui, base, pack, spec, memory, is_open(BuildingField::Action.into()));
    if is_open(BuildingField::Action.into()) {
        action_ui(ui, &mut spec.action, memory, "Worker action");
    }
}

fn adviser_ui(
    ui: &mut Ui,
    pack: &Pack,
    spec: &mut AdviserSpec,
    memory: &mut FormMemory,
    is_open: &impl Fn(FactField) -> bool,
) {
    let hand = &mut memory.hand;
    if is_open(AdviserField::Tier.into()) {
        title_ui(ui, "Tier", &spec.tier);
        let tiers = [1_u8, 2, 3].map(|tier| (format!("Tier {tier}"), tier));
        pick_ui(ui, hand, "", &tiers, &mut spec.tier);
    }
    if is_open(AdviserField::Points.into()) {
        title_ui(ui, "Points", &spec.points);
        let words = |points| match points {
            0 => "No points".to_owned(),
            points => counted(points, "point", "points"),
        };
        let points = [0, 1, 3].map(|points| (words(points), Points(points)));
        pick_ui(ui, hand, "", &points, &mut spec.points);
    }
    if is_open(AdviserField::Requires.into()) {
        title_ui(ui, "Requires", &spec.requires);
        let names = pack.resources.iter().map(|r| (r.name.clone(), r.name.clone()));
        let names: Vec<(String, String)> = names.collect();
        pick_ui(ui, hand, "Requires ", &names, &mut spec.requires);
    }
    if is_open(AdviserField::Category.into()) {
        title_ui(ui, "Followed as", &spec.category);
        let all = Category::ALL.map(|category| (category.name().to_owned(), category));
        pick_ui(ui, hand, "Followed as ", &all, &mut spec.category);
    }
    if is_open(AdviserField::Action.into()) {
        action_ui(ui, &mut spec.action, memory, "Main action");
    }
}

fn race_ui(
    ui: &mut Ui,
    pack: &Pack,
    spec: &mut RaceSpec,
    memory: &mut FormMemory,
    is_open: &impl Fn(FactField) -> bool,
) {
    if is_open(RaceField::Resource.into()) {
        title_ui(ui, "Brings", &spec.resource);
        let own = basics(pack).map(|name| (name.clone(), RaceResource::Own(name)));
        let any = ("Any free card".to_owned(), RaceResource::AnyFree);
        let own: Vec<_> = own.chain([any]).collect();
        pick_ui(ui, &mut memory.hand, "Brings ", &own, &mut spec.resource);
    }
    if is_open(RaceField::Forbidden.into()) {
        forbidden_ui(ui, pack, &mut spec.forbidden, &mut memory.hand);
    }
    if is_open(RaceField::Action.into()) {
        action_ui(ui, &mut spec.action, memory, "Worker action");
    }
}

fn resource_tile_ui(
    ui: &mut Ui,
    pack: &Pack,
    spec: &mut ResourceSpec,
    memory: &mut FormMemory,
    is_open: &impl Fn(FactField) -> bool,
) {
    if is_open(ResourceField::Tier.into()) {
        title_ui(ui, "Tier", &spec.tier);
        let tiers = Tier::ALL.map(|tier| (tier.describe(), tier));
        pick_ui(ui, &mut memory.hand, "", &tiers, &mut spec.tier);
    }
    if is_open(ResourceField::Recipe.into()) {
        recipe_ui(ui, pack, spec, &mut memory.hand);
    }
    if is_open(ResourceField::Shape.into()) {
        let squares = spec.tier.value().map(|tier| tier.squares());
        shape_ui(ui, &mut spec.shape, &mut spec.turnable, memory, squares);
    }
}

/// What deserves a second look, the worst first.
pub fn doubts_ui(ui: &mut Ui, doubts: &[Doubt]) {
    for doubt in doubts {
        match doubt {
            Doubt::Contradicts(_) | Doubt::PaysTooLittle(_) => {
                trouble_ui(ui, &doubt.to_string(), text::BODY);
            }
            Doubt::SameType { .. } | Doubt::NearlyNamed { .. } | Doubt::ForbidsOwn { .. } => {
                let ink = theme(ui.ctx()).accent;
                body(format!("Look again: {doubt}.")).tinted(ink).ui(ui);
            }
            // Shown beside the space itself.
            Doubt::Compare { .. } => {}
        }
    }
}

/// Draws the heading of a question, and says if its answer is only proposed.
pub(super) fn title_ui<T>(ui: &mut Ui, words: &str, answer: &Fact<T>) {
    if is_proposed(answer) {
        heading_ui(ui, &format!("{words} – likely, not read off yet"));
    } else {
        heading_ui(ui, words);
    }
}

pub(super) fn heading_ui(ui: &mut Ui, words: &str) {
    ui.add_space(space::XS);
    let ink = theme(ui.ctx()).ink;
    let words = RichText::new(words).font(text::strong(text::BODY));
    ui.label(words.color(ink));
}

fn basics(pack: &Pack) -> impl Iterator<Item = String> + '_ {
    let basic = pack.resources.iter();
    let basic = basic.filter(|spec| matches!(spec.tier.value(), Some(Tier::Basic) | None));
    basic.map(|spec| spec.name.clone())
}

/// One choice of several, as high as a finger; whether it is taken.
fn choice_ui(ui: &mut Ui, asked: &mut Asked, name: &str, words: &str, is_chosen: bool) -> bool {
    let response = choice_button_ui(ui, name, words, is_chosen);
    asked.takes(ui, words, &response)
}

fn choice_button_ui(ui: &mut Ui, name: &str, words: &str, is_chosen: bool) -> Response {
    let label = RichText::new(words).font(text::sans(text::BODY));
    let button = Button::selectable(is_chosen, label).frame_when_inactive(true);
    let response = ui.add(button.min_size(egui::vec2(touch::TARGET, touch::TARGET)));
    response.accessible_name(name)
}

/// A row of choices of which one is taken; `before` goes before their names for those who listen.
pub(super) fn pick_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    hand: &mut Hand,
    before: &str,
    all: &[(String, T)],
    picked: &mut Fact<T>,
) {
    let mut asked = hand.ask(is_stated(picked));
    if asked.is_confirmed {
        state(picked);
    }
    ui.horizontal_wrapped(|ui| {
        for (words, value) in all {
            let is_chosen = picked.value() == Some(value);
            let name = format!("{before}{words}");
            if choice_ui(ui, &mut asked, &name, words, is_chosen) {
                *picked = typed(value.clone());
            }
        }
    });
    if asked.is_answered {
        hand.leave(&asked);
    }
}

fn ground_ui(ui: &mut Ui, spec: &mut BuildingSpec, hand: &mut Hand, may_have_site: bool) {
    let stated = ground_of(spec);
    title_ui(ui, "Colour", &stated);
    let mut ground = stated.clone();
    let mut asked = hand.ask(is_stated(&ground));
    if asked.is_confirmed {
        state(&mut ground);
    }
    ui.horizontal_wrapped(|ui| {
        for terrain in Terrain::ALL {
            let (words, value) = (terrain_words(terrain), Ground::Terrain(terrain));
            let response = choice_button_ui(ui, words, words, ground.value() == Some(&value));
            if asked.takes_by(ui, terrain_key(terrain), &response) {
                ground = typed(value);
            }
        }
        let site = "A site of its own";
        let is_site = ground.value() == Some(&Ground::Site);
        let may_have_site = may_have_site || stated.value() == Some(&Ground::Site);
        if may_have_site && choice_ui(ui, &mut asked, site, site, is_site) {
            ground = typed(Ground::Site);
        }
    });
    if asked.is_answered {
        hand.leave(&asked);
    }
    if let Some(picked) = ground.value().filter(|_| ground != stated) {
        stand_on(spec, *picked);
    }
}

/// The shape of a tile, of so many squares if that is known.
fn shape_ui(
    ui: &mut Ui,
    drawn: &mut Fact<Shape>,
    turned_over: &mut Fact<bool>,
    memory: &mut FormMemory,
    squares: Option<usize>,
) {
    title_ui(ui, "Tile", drawn);
    let shapes = SHAPES.iter();
    let shapes = shapes.filter_map(|drawn| Shape::try_from((*drawn).to_owned()).ok());
    let shapes: Vec<Shape> =
        shapes.filter(|shape| squares.is_none_or(|squares| squares == shape.size())).collect();
    let mut is_turnable = turned_over.value().copied().unwrap_or(false);
    let mut asked = memory.hand.ask(is_stated(drawn));
    // A shape that is picked says as well whether the tile may be turned over.
    let mut is_picked = asked.is_confirmed && drawn.value().is_some();
    ui.horizontal_wrapped(|ui| {
        for shape in &shapes {
            // A tile that looks another way from behind may be printed on both sides.
            let sides = if shape.is_plain() { 1 } else { 2 };
            for turnable in [false, true].into_iter().take(sides) {
                let is_drawn = drawn.value().is_some_and(|drawn| drawn.is_same(shape, false));
                let is_chosen = is_drawn && is_turnable == turnable;
                let button = shape_button_ui(ui, shape, turnable, is_chosen);
                if asked.takes(ui, "", &button) {
                    *drawn = typed(shape.clone());
                    (is_turnable, is_picked) = (turnable, true);
                    memory.shape.clear();
                }
            }
        }
    });
    if asked.is_answered {
        memory.hand.leave(&asked);
    }
    let field = text_field_ui(ui, &mut memory.shape, "Another shape, such as ##/#.");
    if field.changed()
        && let Ok(shape) = Shape::try_from(memory.shape.trim().to_owned())
    {
        *drawn = typed(shape);
        is_picked = true;
    }
    let is_typed = !memory.shape.trim().is_empty();
    if is_typed && drawn.value().is_some_and(|shape| !shape.is_plain()) {
        let words = "Printed on both sides: it may be turned over";
        is_picked |= ui.checkbox(&mut is_turnable, words).changed();
    }
    if is_picked {
        state(drawn);
        *turned_over = typed(is_turnable);
    }
}

/// A shape to press, drawn; with what is behind it below if it is printed on both sides.
fn shape_button_ui(ui: &mut Ui, shape: &Shape, turnable: bool, is_chosen: bool) -> Response {
    const SQUARE: f32 = 8.0;
    const BOTH: f32 = 5.0;
    // The key stands in the corner above.
    const DOWN: egui::Vec2 = egui::vec2(0.0, 3.0);
    let theme = theme(ui.ctx());
    let size = egui::Vec2::splat(touch::TARGET);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click());
    let sides = if turnable { ", both sides" } else { "" };
    let name = format!("Tile {shape}{sides}");
    response.widget_info(|| {
        egui::WidgetInfo::selected(egui::Role::RadioButton, true, is_chosen, &name)
    });
    if ui.is_rect_visible(rect) {
        let painter = ui.painter();
        let (fill, ink) =
            if is_chosen { (theme.accent, theme.on_accent) } else { (theme.raised, theme.ink) };
        painter.rect_filled(rect, RADIUS, fill);
        let edge = if response.has_focus() {
            theme.focus_ring()
        } else {
            egui::Stroke::new(line::HAIR, theme.hairline)
        };
        painter.rect_stroke(rect, RADIUS, edge, egui::StrokeKind::Inside);
        let (columns, rows) = shape.extent();
        let face = |middle: egui::Pos2, side: f32, is_behind: bool| {
            let extent = egui::vec2(f32::from(columns), f32::from(rows)) * side;
            for at in shape.offsets() {
                let column = if is_behind { columns - 1 - at.column } else { at.column };
                let offset = egui::vec2(f32::from(column), f32::from(at.row)) * side;
                let square = egui::Rect::from_min_size(
                    middle - extent / 2.0 + offset,
                    egui::Vec2::splat(side),
                );
                painter.rect_filled(square.shrink(0.5), 0, ink);
            }
        };
        if turnable {
            let up = egui::vec2(0.0, f32::from(rows) * BOTH / 2.0 + 2.0);
            face(rect.center() - up, BOTH, false);
            face(rect.center() + up, BOTH, true);
        } else {
            face(rect.center() + DOWN, SQUARE, false);
        }
    }
    if turnable {
        return response.on_hover_text("Printed on both sides: it may be turned over");
    }
    response
}

/// The spaces, each a resource and then its value, until all that are known to be there are
/// complete; where nobody knows how many there are, until Enter or the words follow.
fn spaces_ui(
    ui: &mut Ui,
    base: &Pack,
    pack: &Pack,
    spec: &mut BuildingSpec,
    memory: &mut FormMemory,
    has_words: bool,
) {
    heading_ui(ui, "Spaces, from the left");
    let stated = spaces_stated(pack, &spec.name);
    let is_full = |spec: &BuildingSpec| stated.is_some_and(|count| open_space(spec) >= count);
    let mut asked = memory.hand.ask(is_full(spec));
    if has_words {
        asked.leave_capitals();
    }
    if asked.is_confirmed {
        confirm_spaces(spec);
    }
    let mut removed = None;
    let known = base.building(&spec.name).map_or(&[][..], |known| &known.spaces);
    let is_fixed = |index: usize| {
        known.get(index).is_some_and(|space| {
            use components::fact::Fact::Known;
            matches!((&space.resource, &space.value), (Known(..), _) | (_, Known(..)))
        })
    };
    let open = open_space(spec);
    for (index, space) in spec.spaces.iter().enumerate() {
        let resource = space.resource.value().map_or("resource?", String::as_str);
        let value = space.value.value().map_or("?".to_owned(), ToString::to_string);
        let shown = bracket_of(pack, space);
        let beside = match (shown, space.bracket) {
            (Bracket::Is(points), _) | (Bracket::Unknown, Some(points)) => format!(" (+{points})"),
            (Bracket::Unknown | Bracket::Absent, _) => String::new(),
        };
        let likely = if is_likely(space) { " – likely" } else { "" };
        ui.horizontal(|ui| {
            let ink = if index == open { theme(ui.ctx()).accent } else { theme(ui.ctx()).ink };
            let words = format!("{}. {resource} {value}{beside}{likely}", index + 1);
            body(words).tinted(ink).ui(ui);
            if !is_fixed(index) {
                let name = format!("Remove space {}", index + 1);
                let remove = ui.add(Button::new("×").min_size(egui::Vec2::splat(28.0)));
                if remove.accessible_name(name).clicked() {
                    removed = Some(index);
                }
            }
        });
        if let Bracket::Is(points) = shown {
            caption(format!("Compare: (+{points}) must stand beside it.")).ui(ui);
        }
    }
    if let Some(index) = removed {
        spec.spaces.remove(index);
        spec.space_count = Fact::Unknown;
        return;
    }
    let before = spec.spaces.len();
    usual_value_ui(ui, &mut asked, spec, &mut memory.usual);
    next_space_ui(ui, pack, &mut asked, spec, &mut memory.usual);
    if spec.spaces.len() != before {
        // Nobody said that there are no more.
        spec.space_count = Fact::Unknown;
    }
    let is_settled = asked.is_answered && !spec.spaces.iter().any(is_likely);
    let begins_words = memory.hand.begins_words(&asked);
    if begins_words {
        confirm_spaces(spec);
    }
    if (is_settled && is_full(spec)) || begins_words {
        memory.hand.leave(&asked);
    }
    brackets_ui(ui, pack, spec);
}

/// Draws the answers for the space that comes next: its resource, or the value of one that has it.
fn next_space_ui(
    ui: &mut Ui,
    pack: &Pack,
    asked: &mut Asked,
    spec: &mut BuildingSpec,
    usual: &mut Option<usize>,
) {
    let open = open_space(spec);
    let space = spec.spaces.get(open).cloned().unwrap_or_default();
    if space.resource.value().is_none() {
        let pays = suited(pack, space.value.value().copied(), space.bracket, &taken(spec));
        if let Some(paid) = pays.pays {
            caption(suits_words(&pays.fit, &pays.may_fit, paid)).ui(ui);
        }
        let all = pays.fit.iter().chain(&pays.may_fit);
        let mut picked = None;
        ui.horizontal_wrapped(|ui| {
            for name in all {
                let label = format!("Space for {name}");
                if choice_ui(ui, asked, &label, name, false) {
                    picked = Some(name.clone());
                }
            }
        });
        if let Some(name) = picked {
            *usual = None;
            let value = usual_value(pack, &name);
            let space = open_space_mut(spec);
            space.resource = typed(name);
            if let Some(value) = value.filter(|_| space.value.value().is_none()) {
                space.value = proposed(value);
                *usual = Some(open);
            }
        }
    } else {
        let mut picked = None;
        if let Some((value, shown)) = value_and_brackets_ui(ui, asked, pack, &space) {
            let space = open_space_mut(spec);
            (space.value, space.bracket) = (typed(Points(value)), Some(Points(shown)));
        }
        ui.horizontal_wrapped(|ui| {
            for value in VALUES {
                let name = format!("Value {value}");
                if choice_ui(ui, asked, &name, &value.to_string(), false) {
                    picked = Some(value);
                }
            }
        });
        if let Some(value) = picked {
            open_space_mut(spec).value = typed(Points(value));
        }
    }
}

/// Checks whether anything of a space is only proposed.
const fn is_likely(space: &SpaceSpec) -> bool {
    is_proposed(&space.resource) || is_proposed(&space.value)
}

/// Confirms the spaces as they are shown, and that there are no more.
fn confirm_spaces(spec: &mut BuildingSpec) {
    for space in &mut spec.spaces {
        state(&mut space.resource);
        state(&mut space.value);
    }
    count_spaces(spec);
}

/// How many spaces a building has, if that is known for certain.
fn spaces_stated(pack: &Pack, name: &str) -> Option<usize> {
    match &pack.building(name)?.space_count {
        Fact::Known(count, _) => Some(usize::from(*count)),
        Fact::Unconfirmed(..) | Fact::Unknown => None,
    }
}

/// The values that a space may show of which only the usual one is entered: a digit says another.
fn usual_value_ui(
    ui: &mut Ui,
    asked: &mut Asked,
    spec: &mut BuildingSpec,
    usual: &mut Option<usize>,
) {
    let Some(space) = usual.and_then(|index| spec.spaces.get_mut(index)) else {
        return;
    };
    let (Some(resource), Some(&value)) = (space.resource.value(), space.value.value()) else {
        return;
    };
    caption(format!("{resource} {value} is usual. If the card shows another value:")).ui(ui);
    ui.horizontal_wrapped(|ui| {
        for shown in VALUES {
            let (name, words) = (format!("Value {shown}"), shown.to_string());
            if choice_ui(ui, asked, &name, &words, value == Points(shown)) {
                (space.value, *usual) = (typed(Points(shown)), None);
            }
        }
    });
}

/// What a space may show of a resource whose recipe is not known: a value with a number in
/// brackets, at one tap. What is offered pays as most recipes do; anything else is a value, and
/// then its brackets.
fn value_and_brackets_ui(
    ui: &mut Ui,
    asked: &mut Asked,
    pack: &Pack,
    space: &SpaceSpec,
) -> Option<(i32, i32)> {
    let resource = space.resource.value()?;
    let spec = pack.resource(resource)?;
    if bracket(pack, resource, Points(1)) != Bracket::Unknown {
        return None;
    }
    let (values, paid) = match spec.tier.value()? {
        Tier::Basic => return None,
        Tier::Two => (3..=7, 1..=3),
        Tier::Three => (7..=12, 4..=6),
    };
    let mut picked = None;
    caption("With a number in brackets beside it:").ui(ui);
    ui.horizontal_wrapped(|ui| {
        for value in values {
            for shown in paid.clone().rev().map(|paid| value - paid) {
                let name = format!("Value {value}, brackets {shown}");
                let words = format!("{value} (+{shown})");
                if shown > 0 && choice_ui(ui, asked, &name, &words, false) {
                    picked = Some((value, shown));
                }
            }
        }
    });
    caption("Or the value alone:").ui(ui);
    picked
}

/// What a space says about the recipe of its resource.
fn suits_words(fit: &[String], may_fit: &[String], paid: Points) -> String {
    if paid == Points::ZERO {
        return "No number in brackets: a basic resource.".to_owned();
    }
    match (fit, may_fit) {
        ([], []) => format!("Its prerequisites are paid {paid}: no resource is known that suits."),
        ([], may) => format!(
            "Its prerequisites are paid {paid}: one whose recipe is not known, {}.",
            one_of(may)
        ),
        (fit, _) => format!("Its prerequisites are paid {paid}, as for {}.", one_of(fit)),
    }
}

/// The number in brackets of the last space, where the recipe does not tell it.
fn brackets_ui(ui: &mut Ui, pack: &Pack, spec: &mut BuildingSpec) {
    let complete = spec.spaces.iter_mut().filter_map(|space| {
        let known = space.resource.value().cloned().zip(space.value.value().copied());
        known.map(|known| (space, known))
    });
    let Some((last, (resource, value))) = complete.last() else {
        return;
    };
    if bracket_of(pack, last) != Bracket::Unknown {
        return;
    }
    caption(format!("In brackets beside {resource} {value}, if it is there:")).ui(ui);
    // By keys, the brackets come with the value.
    let mut asked = Asked::unheard();
    ui.horizontal_wrapped(|ui| {
        for shown in 1..value.0 {
            let is_chosen = last.bracket == Some(Points(shown));
            let (name, words) = (format!("Brackets {shown}"), format!("+{shown}"));
            if choice_ui(ui, &mut asked, &name, &words, is_chosen) {
                last.bracket = Some(Points(shown));
            }
        }
    });
}

fn action_ui(ui: &mut Ui, stated: &mut Fact<CardAction>, memory: &mut FormMemory, title: &str) {
    title_ui(ui, title, stated);
    let before = stated.value().cloned().unwrap_or_default();
    let mut action = before.clone();
    let asked = memory.hand.ask(is_stated(stated));
    if asked.is_confirmed {
        state(stated);
    }
    // The words stand above what is read from them, so that they stay where they are typed.
    let field = text_field_ui(ui, &mut action.text, "What it does, in words");
    if field.changed() || memory.hand.puts_words(&asked, &mut action.text) {
        match Effect::parse(&action.text) {
            Some(effects) => {
                action.effects = effects;
                memory.is_read = true;
            }
            // What was read from other words no longer stands there.
            None if memory.is_read => {
                action.effects.clear();
                memory.is_read = false;
            }
            None => {}
        }
    }
    let begun = if action.effects.is_empty() { Effect::completion(&action.text) } else { None };
    if memory.hand.words(ui, &asked, &field) {
        state(stated);
        if let Some(effect) = begun {
            action.effects.push(effect);
            action.text.clear();
        }
    }
    let mut removed = None;
    for (index, effect) in action.effects.iter().enumerate() {
        ui.horizontal(|ui| {
            let ink = theme(ui.ctx()).ink;
            body(format!("{}. {}", index + 1, effect.describe())).tinted(ink).ui(ui);
            let remove = ui.add(Button::new("×").min_size(egui::Vec2::splat(28.0)));
            let name = format!("Remove effect {}", index + 1);
            if remove.accessible_name(name).clicked() {
                removed = Some(index);
            }
        });
    }
    if let Some(index) = removed {
        action.effects.remove(index);
    }
    if action.effects.is_empty() && !action.text.trim().is_empty() {
        let said = match begun.filter(|_| asked.is_at_hand()) {
            Some(effect) => format!("Enter takes: {}.", effect.describe()),
            None => "Without an effect, the card is carried out by hand.".to_owned(),
        };
        caption(said).ui(ui);
    }
    let more: &[Effect] = if memory.shows_all { Effect::MORE } else { &[] };
    // By keys, effects are chosen by the words that are typed.
    let mut unheard = Asked::unheard();
    ui.horizontal_wrapped(|ui| {
        for effect in Effect::USUAL.iter().chain(more) {
            let words = effect.describe();
            if choice_ui(ui, &mut unheard, &format!("Effect {words}"), &words, false) {
                action.effects.push(*effect);
                memory.is_read = false;
            }
        }
        if !memory.shows_all && choice_ui(ui, &mut unheard, "More effects", "More…", false) {
            memory.shows_all = true;
        }
    });
    if action != before {
        *stated = typed_if(Some(action).filter(|action| *action != CardAction::default()));
    }
}

fn forbidden_ui(ui: &mut Ui, pack: &Pack, stated: &mut Fact<ResourceNames>, hand: &mut Hand) {
    title_ui(ui, "Forbids", stated);
    let mut asked = hand.ask(is_stated(stated));
    if asked.is_confirmed {
        state(stated);
    }
    let names: Vec<String> = basics(pack).collect();
    ui.horizontal_wrapped(|ui| {
        for name in names {
            let is_chosen = stated.value().is_some_and(|all| all.0.contains(&name));
            if choice_ui(ui, &mut asked, &format!("Forbids {name}"), &name, is_chosen) {
                toggle_forbidden(stated, &name);
            }
        }
        let is_nothing = stated.value().is_some_and(|all| all.0.is_empty());
        if choice_ui(ui, &mut asked, "Forbids nothing", "Nothing", is_nothing) {
            *stated = typed(ResourceNames::default());
        }
    });
    if asked.is_answered && stated.value().is_some_and(|all| is_whole(&all.0, USUALLY_FORBIDDEN)) {
        hand.leave(&asked);
    }
}

fn recipe_ui(ui: &mut Ui, pack: &Pack, spec: &mut ResourceSpec, hand: &mut Hand) {
    title_ui(ui, "Made of", &spec.recipe);
    let mut asked = hand.ask(is_stated(&spec.recipe));
    if asked.is_confirmed {
        state(&mut spec.recipe);
        without_recipe(spec);
    }
    let recipe = spec.recipe.value().map_or(&[][..], Vec::as_slice);
    let shown = paid_by_cards(pack, &spec.name);
    let paid: Points = recipe.iter().map(|needed| needed.pays).sum();
    if let Some(shown) = shown {
        let words = format!("A card shows that its prerequisites are paid {shown} in all.");
        if recipe.is_empty() || paid == shown {
            caption(words).ui(ui);
        } else {
            trouble_ui(ui, &format!("{words} These are paid {paid}."), text::BODY);
        }
    }
    let may_need = |other: &&ResourceSpec| match spec.tier.value() {
        Some(Tier::Two) => other.tier.value() == Some(&Tier::Basic),
        Some(Tier::Three) => other.tier.value() != Some(&Tier::Three),
        Some(Tier::Basic) | None => true,
    };
    let others = pack.resources.iter().filter(may_need).map(|other| &other.name);
    let names: Vec<&String> = others.filter(|name| **name != spec.name).collect();
    ui.horizontal_wrapped(|ui| {
        for name in names {
            let mut recipe = spec.recipe.value().into_iter().flatten();
            let is_chosen = recipe.any(|needed| needed.needs == *name);
            if choice_ui(ui, &mut asked, &format!("Made of {name}"), name, is_chosen) {
                toggle_prerequisite(spec, name, pack);
            }
        }
    });
    let recipe = spec.recipe.value_mut().map_or(&mut [][..], Vec::as_mut_slice);
    if asked.is_answered && recipe.len() == USUAL_RECIPE {
        hand.leave(&asked);
    }
    let mut is_priced = false;
    for Prerequisite { needs, pays, .. } in recipe {
        ui.horizontal(|ui| {
            let ink = theme(ui.ctx()).ink;
            body(format!("{needs} is paid {pays}")).tinted(ink).ui(ui);
            for (sign, by) in [("−", -1), ("+", 1)] {
                let button = ui.add(Button::new(sign).min_size(egui::Vec2::splat(28.0)));
                let what = if by < 0 { "less" } else { "more" };
                if button.accessible_name(format!("Pay {needs} {what}")).clicked() {
                    *pays = Points((pays.0 + by).clamp(0, 12));
                    is_priced = true;
                }
            }
        });
    }
    if is_priced {
        state(&mut spec.recipe);
    }
}

fn prices_ui(ui: &mut Ui, prices: &mut [Fact<Money>], hand: &mut Hand) {
    heading_ui(ui, "What each place costs, from the left");
    for (index, price) in prices.iter_mut().enumerate() {
        let mut asked = hand.ask(is_stated(price));
        if asked.is_confirmed {
            state(price);
        }
        ui.horizontal(|ui| {
            let ink = theme(ui.ctx()).ink;
            body(format!("Place {}", index + 1)).tinted(ink).ui(ui);
            for dollars in 1..=3 {
                let name = format!("Place {} costs ${dollars}", index + 1);
                let is_chosen = price.value() == Some(&Money(dollars));
                if choice_ui(ui, &mut asked, &name, &format!("${dollars}"), is_chosen) {
                    *price = typed(Money(dollars));
                }
            }
        });
        if asked.is_answered {
            hand.leave(&asked);
        }
    }
}
