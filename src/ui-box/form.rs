//! The form for one card, mat or tile.
//!
//! Every usual entry takes one tap or one key. The form displays certain facts without asking,
//! marks likely ones until the user confirms them, and reports contradictions immediately.

use components::fact_id::FactField;
use egui::{Button, Response, RichText, Sense, Ui};
use plain_text::{clauses, counted, one_of};

use crate::draft::{
    FactDraft, PlacementGround, USUAL_FORBIDDEN, USUAL_RECIPE, bracket_of, confirm, ground_of,
    is_proposed, is_stated, may_be_complete, open_space, open_space_mut, proposed,
    set_empty_recipe, set_ground, state_space_count, stated, toggle_forbidden, toggle_prerequisite,
    typed_if, used_resources,
};
use crate::form_keys::{FormKeys, FormQuestion};
use crate::rare_fields::{achievement_ui, counts_ui};
use components::component_ref::ComponentRef;
use components::describe::Describe;
use components::effect::{CardAction, Effect};
use components::fact::{Certainty, Fact};
use components::quantity::{Money, Points};
use components::reading::{
    Bracket, EntryWarning, bracket, paid_by_cards, suitable_resources, usual_value,
};
use components::specs::{
    AdviserField, AdviserSpec, BuildingField, BuildingSpec, Category, Pack, Prerequisite,
    RaceField, RaceResource, RaceSpec, ResourceCardField, ResourceField, ResourceNames,
    ResourceSpec, SpaceSpec, StandardCardField, Terrain, Tier,
};
use components::tile::Shape;
use ui_kit::theme::{RADIUS, line, space, text, theme, touch};
use ui_kit::widgets::{body, caption, error_ui, text_field_ui};
use ui_tiles::{terrain_key, terrain_label};

/// The tile shapes that can be picked; any other is typed.
const SHAPES: [&str; 14] = [
    "##", "###", "##/#.", "##/##", "####", "###/#..", "###/..#", "###/.#.", "##./.##", ".##/##.",
    "#", "###/##.", "###/#.#", "###/###",
];

/// The values of a space that can be picked; any other is typed into the pack file.
const VALUES: std::ops::RangeInclusive<i32> = 1..=12;

/// The state of a form besides its draft.
#[derive(Clone, Debug, Default)]
pub struct FormMemory {
    /// The kinds of facts that are not known for certain.
    open: Vec<FactField>,
    /// A sentence with the facts that are known for certain.
    known: String,
    /// `true` if all effects are shown.
    pub(super) shows_all: bool,
    /// `true` if the effects were parsed from the typed text.
    is_read: bool,
    /// The typed shape.
    shape: String,
    /// The keyboard state.
    pub(super) keys: FormKeys,
    /// The index of the space whose value is assumed to be the usual one.
    usual: Option<usize>,
}

/// Describes a fact with its value, or by its value alone if that names the fact.
fn known_words(what: &str, value: &str) -> String {
    if value.split(' ').next() == Some(what) { value.to_owned() } else { format!("{what} {value}") }
}

impl FormMemory {
    /// Creates the state of a form for a component; the facts that are known in `base` are fixed.
    pub fn new(subject: &ComponentRef, base: &Pack) -> Self {
        let facts = subject.facts(base);
        let (known, open): (Vec<_>, Vec<_>) =
            facts.iter().partition(|(_, fact)| fact.certainty() == Certainty::Known);
        let descriptions: Vec<String> = known
            .into_iter()
            .filter(|(id, _)| {
                !matches!(
                    id.field(),
                    FactField::Space(_)
                        | FactField::Race(RaceField::Solo)
                        | FactField::Resource(ResourceField::Copies)
                )
            })
            .filter_map(|(id, fact)| Some(known_words(id.label(), &fact.describe()?)))
            .collect();
        Self {
            // All facts of an unlisted component are open.
            open: if facts.is_empty() {
                subject.fields()
            } else {
                open.into_iter().map(|(id, _)| id.field()).collect()
            },
            known: if descriptions.is_empty() {
                String::new()
            } else {
                format!("Known: {}.", clauses(&descriptions))
            },
            ..Self::default()
        }
    }
}

/// Draws the fields of a form. `base` holds the fixed facts, `pack` the facts known so far.
pub fn form_ui(
    ui: &mut Ui,
    base: &Pack,
    pack: &Pack,
    draft: &mut FactDraft,
    memory: &mut FormMemory,
) {
    ui.spacing_mut().item_spacing = egui::vec2(space::XS, space::XS);
    let subject = draft.component.clone();
    let open = std::mem::take(&mut memory.open);
    let is_open = |field: FactField| open.contains(&field);
    memory.keys.begin(ui);
    if !memory.known.is_empty() {
        caption(memory.known.as_str()).ui(ui);
    }
    let FactDraft { fields, prices, .. } = draft;
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
                    forbidden_ui(ui, pack, &mut spec.forbids, &mut memory.keys);
                }
            }
        }
        ComponentRef::Resource(_) => {
            for spec in &mut fields.resources {
                resource_tile_ui(ui, pack, spec, memory, &is_open);
            }
        }
        ComponentRef::Offer => prices_ui(ui, prices, &mut memory.keys),
        ComponentRef::StandardCard(_) => {
            for spec in &mut fields.standard_cards {
                if is_open(StandardCardField::Action.into()) {
                    action_ui(ui, &mut spec.action, memory, "Action");
                }
            }
        }
        ComponentRef::Achievement(_) => {
            for spec in &mut fields.achievements {
                achievement_ui(ui, spec, &mut memory.keys, &is_open);
            }
        }
        ComponentRef::Counts => counts_ui(ui, &mut fields.counts, &is_open),
        ComponentRef::Board(_) => {}
    }
    memory.keys.end(ui);
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
        ground_ui(ui, spec, &mut memory.keys, is_open(BuildingField::Special.into()));
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
    let keys = &mut memory.keys;
    if is_open(AdviserField::Tier.into()) {
        title_ui(ui, "Tier", &spec.tier);
        let tiers = [1_u8, 2, 3].map(|tier| (format!("Tier {tier}"), tier));
        pick_ui(ui, keys, "", &tiers, &mut spec.tier);
    }
    if is_open(AdviserField::Points.into()) {
        title_ui(ui, "Points", &spec.points);
        let points = [0, 1, 3].map(|points| {
            let words = match points {
                0 => "No points".to_owned(),
                points => counted(points, "point", "points"),
            };
            (words, Points(points))
        });
        pick_ui(ui, keys, "", &points, &mut spec.points);
    }
    if is_open(AdviserField::Requires.into()) {
        title_ui(ui, "Requires", &spec.requires);
        let names: Vec<(String, String)> =
            pack.resources.iter().map(|r| (r.name.clone(), r.name.clone())).collect();
        pick_ui(ui, keys, "Requires ", &names, &mut spec.requires);
    }
    if is_open(AdviserField::Category.into()) {
        title_ui(ui, "Followed as", &spec.category);
        let all = Category::ALL.map(|category| (category.name().to_owned(), category));
        pick_ui(ui, keys, "Followed as ", &all, &mut spec.category);
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
        let choices: Vec<_> = basics(pack)
            .map(|name| (name.clone(), RaceResource::Own(name)))
            .chain([("Any free card".to_owned(), RaceResource::AnyFree)])
            .collect();
        pick_ui(ui, &mut memory.keys, "Brings ", &choices, &mut spec.resource);
    }
    if is_open(RaceField::Forbidden.into()) {
        forbidden_ui(ui, pack, &mut spec.forbidden, &mut memory.keys);
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
        pick_ui(ui, &mut memory.keys, "", &tiers, &mut spec.tier);
    }
    if is_open(ResourceField::Recipe.into()) {
        recipe_ui(ui, pack, spec, &mut memory.keys);
    }
    if is_open(ResourceField::Shape.into()) {
        let squares = spec.tier.value().map(|tier| tier.squares());
        shape_ui(ui, &mut spec.shape, &mut spec.turnable, memory, squares);
    }
}

/// Draws the warnings of a form in their order, except those shown next to a space.
pub fn warnings_ui(ui: &mut Ui, warnings: &[EntryWarning]) {
    for warning in warnings {
        match warning {
            EntryWarning::Contradicts(_) | EntryWarning::ValueTooLow(_) => {
                error_ui(ui, &warning.to_string(), text::BODY);
            }
            EntryWarning::SameType { .. }
            | EntryWarning::NearlyNamed { .. }
            | EntryWarning::ForbidsOwn { .. } => {
                let color = theme(ui.ctx()).accent;
                body(format!("Look again: {warning}.")).tinted(color).ui(ui);
            }
            // Shown next to the space.
            EntryWarning::Compare { .. } => {}
        }
    }
}

/// Draws the heading of a question, with a remark if its answer is only proposed.
pub(super) fn title_ui<T>(ui: &mut Ui, words: &str, answer: &Fact<T>) {
    if is_proposed(answer) {
        heading_ui(ui, &format!("{words} – likely, not read off yet"));
    } else {
        heading_ui(ui, words);
    }
}

pub(super) fn heading_ui(ui: &mut Ui, words: &str) {
    ui.add_space(space::XS);
    let color = theme(ui.ctx()).ink;
    ui.label(RichText::new(words).font(text::strong(text::BODY)).color(color));
}

/// Iterates over the names of resources that are basic or may be.
fn basics(pack: &Pack) -> impl Iterator<Item = String> + '_ {
    pack.resources
        .iter()
        .filter(|spec| matches!(spec.tier.value(), Some(Tier::Basic) | None))
        .map(|spec| spec.name.clone())
}

/// Draws one of several choices, large enough for touch. Returns `true` if it is chosen.
fn choice_ui(
    ui: &mut Ui,
    question: &mut FormQuestion,
    name: &str,
    words: &str,
    is_chosen: bool,
) -> bool {
    let response = choice_button_ui(ui, name, words, is_chosen);
    question.answer_ui(ui, words, &response)
}

fn choice_button_ui(ui: &mut Ui, name: &str, words: &str, is_chosen: bool) -> Response {
    let label = RichText::new(words).font(text::sans(text::BODY));
    let button = Button::selectable(is_chosen, label).frame_when_inactive(true);
    let response = ui.add(button.min_size(egui::vec2(touch::TARGET, touch::TARGET)));
    response.accessible_name(name)
}

/// Draws a row of choices for picking one; `before` prefixes their accessible names.
pub(super) fn pick_ui<T: Clone + PartialEq>(
    ui: &mut Ui,
    keys: &mut FormKeys,
    before: &str,
    all: &[(String, T)],
    picked: &mut Fact<T>,
) {
    let mut question = keys.next_question(is_stated(picked));
    if question.is_confirmed {
        confirm(picked);
    }
    ui.horizontal_wrapped(|ui| {
        for (words, value) in all {
            let is_chosen = picked.value() == Some(value);
            let name = format!("{before}{words}");
            if choice_ui(ui, &mut question, &name, words, is_chosen) {
                *picked = stated(value.clone());
            }
        }
    });
    if question.is_answered {
        keys.leave(&question);
    }
}

fn ground_ui(ui: &mut Ui, spec: &mut BuildingSpec, keys: &mut FormKeys, may_have_site: bool) {
    let fact = ground_of(spec);
    title_ui(ui, "Colour", &fact);
    let mut ground = fact.clone();
    let mut question = keys.next_question(is_stated(&ground));
    if question.is_confirmed {
        confirm(&mut ground);
    }
    ui.horizontal_wrapped(|ui| {
        for terrain in Terrain::ALL {
            let (words, value) = (terrain_label(terrain), PlacementGround::Terrain(terrain));
            let response = choice_button_ui(ui, words, words, ground.value() == Some(&value));
            if question.answer_by_key_ui(ui, terrain_key(terrain), &response) {
                ground = stated(value);
            }
        }
        let site = "A site of its own";
        let is_site = ground.value() == Some(&PlacementGround::Site);
        let may_have_site = may_have_site || fact.value() == Some(&PlacementGround::Site);
        if may_have_site && choice_ui(ui, &mut question, site, site, is_site) {
            ground = stated(PlacementGround::Site);
        }
    });
    if question.is_answered {
        keys.leave(&question);
    }
    if let Some(picked) = ground.value().filter(|_| ground != fact) {
        set_ground(spec, *picked);
    }
}

/// Draws the question for the shape of a tile, with this number of `squares` if it is known.
fn shape_ui(
    ui: &mut Ui,
    drawn: &mut Fact<Shape>,
    turned_over: &mut Fact<bool>,
    memory: &mut FormMemory,
    squares: Option<usize>,
) {
    title_ui(ui, "Tile", drawn);
    let shapes: Vec<Shape> = SHAPES
        .iter()
        .filter_map(|drawn| Shape::try_from((*drawn).to_owned()).ok())
        .filter(|shape| squares.is_none_or(|squares| squares == shape.size()))
        .collect();
    let mut is_turnable = turned_over.value().copied().unwrap_or(false);
    let mut question = memory.keys.next_question(is_stated(drawn));
    // Picking a shape also states whether the tile may be turned over.
    let mut is_picked = question.is_confirmed && drawn.value().is_some();
    ui.horizontal_wrapped(|ui| {
        for shape in &shapes {
            // A tile that looks different from behind may be printed on both sides.
            let sides = if shape.is_plain() { 1 } else { 2 };
            for turnable in [false, true].into_iter().take(sides) {
                let is_drawn = drawn.value().is_some_and(|drawn| drawn.is_same(shape, false));
                let is_chosen = is_drawn && is_turnable == turnable;
                let button = shape_button_ui(ui, shape, turnable, is_chosen);
                if question.answer_ui(ui, "", &button) {
                    *drawn = stated(shape.clone());
                    (is_turnable, is_picked) = (turnable, true);
                    memory.shape.clear();
                }
            }
        }
    });
    if question.is_answered {
        memory.keys.leave(&question);
    }
    let field = text_field_ui(ui, &mut memory.shape, "Another shape, such as ##/#.");
    if field.changed()
        && let Ok(shape) = Shape::try_from(memory.shape.trim().to_owned())
    {
        *drawn = stated(shape);
        is_picked = true;
    }
    let is_typed = !memory.shape.trim().is_empty();
    if is_typed && drawn.value().is_some_and(|shape| !shape.is_plain()) {
        let words = "Printed on both sides: it may be turned over";
        is_picked |= ui.checkbox(&mut is_turnable, words).changed();
    }
    if is_picked {
        confirm(drawn);
        *turned_over = stated(is_turnable);
    }
}

/// Draws a button with a shape, and its back below if the tile is printed on both sides.
fn shape_button_ui(ui: &mut Ui, shape: &Shape, turnable: bool, is_chosen: bool) -> Response {
    const SQUARE: f32 = 8.0;
    const BOTH: f32 = 5.0;
    // The shortcut key is drawn in the corner above.
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
        let (fill, color) =
            if is_chosen { (theme.accent, theme.on_accent) } else { (theme.raised, theme.ink) };
        painter.rect_filled(rect, RADIUS, fill);
        let edge = if response.has_focus() {
            theme.focus_ring()
        } else {
            egui::Stroke::new(line::HAIR, theme.hairline)
        };
        painter.rect_stroke(rect, RADIUS, edge, egui::StrokeKind::Inside);
        let (columns, rows) = shape.extent();
        let paint_side = |center: egui::Pos2, side: f32, is_back: bool| {
            let extent = egui::vec2(f32::from(columns), f32::from(rows)) * side;
            for at in shape.offsets() {
                let column = if is_back { columns - 1 - at.column } else { at.column };
                let offset = egui::vec2(f32::from(column), f32::from(at.row)) * side;
                let square = egui::Rect::from_min_size(
                    center - extent / 2.0 + offset,
                    egui::Vec2::splat(side),
                );
                painter.rect_filled(square.shrink(0.5), 0, color);
            }
        };
        if turnable {
            let up = egui::vec2(0.0, f32::from(rows) * BOTH / 2.0 + 2.0);
            paint_side(rect.center() - up, BOTH, false);
            paint_side(rect.center() + up, BOTH, true);
        } else {
            paint_side(rect.center() + DOWN, SQUARE, false);
        }
    }
    if turnable {
        return response.on_hover_text("Printed on both sides: it may be turned over");
    }
    response
}

/// Draws the question for the spaces, which asks for a resource and its value in turn. It ends when
/// as many spaces are complete as `pack` knows the building to have, with Enter, or, with
/// `has_words`, with a capital letter, which starts the
/// text.
fn spaces_ui(
    ui: &mut Ui,
    base: &Pack,
    pack: &Pack,
    spec: &mut BuildingSpec,
    memory: &mut FormMemory,
    has_words: bool,
) {
    heading_ui(ui, "Spaces, from the left");
    let stated_count = spaces_stated(pack, &spec.name);
    let is_full = stated_count.is_some_and(|count| open_space(spec) >= count);
    let mut question = memory.keys.next_question(is_full);
    if has_words {
        question.leave_capitals();
    }
    if question.is_confirmed {
        confirm_spaces(spec);
    }
    let mut removed = None;
    let known = base.building(&spec.name).map_or(&[][..], |known| &known.spaces);
    let open = open_space(spec);
    for (index, space) in spec.spaces.iter().enumerate() {
        let resource = space.resource.value().map_or("resource?", String::as_str);
        let value = space.value.value().map_or("?".to_owned(), ToString::to_string);
        let computed = bracket_of(pack, space);
        let bracket = match (computed, space.bracket) {
            (Bracket::Number(points), _) | (Bracket::Unknown, Some(points)) => {
                format!(" (+{points})")
            }
            (Bracket::Unknown | Bracket::Absent, _) => String::new(),
        };
        let likely = if is_likely(space) { " – likely" } else { "" };
        let is_fixed = known
            .get(index)
            .is_some_and(|known| is_stated(&known.resource) || is_stated(&known.value));
        ui.horizontal(|ui| {
            let color = if index == open { theme(ui.ctx()).accent } else { theme(ui.ctx()).ink };
            let words = format!("{}. {resource} {value}{bracket}{likely}", index + 1);
            body(words).tinted(color).ui(ui);
            if !is_fixed {
                let name = format!("Remove space {}", index + 1);
                let remove = ui.add(Button::new("×").min_size(egui::Vec2::splat(28.0)));
                if remove.accessible_name(name).clicked() {
                    removed = Some(index);
                }
            }
        });
        if let Bracket::Number(points) = computed {
            caption(format!("Compare: (+{points}) must stand beside it.")).ui(ui);
        }
    }
    if let Some(index) = removed {
        spec.spaces.remove(index);
        spec.space_count = Fact::Unknown;
        return;
    }
    let before = spec.spaces.len();
    usual_value_ui(ui, &mut question, spec, &mut memory.usual);
    next_space_ui(ui, pack, &mut question, spec, &mut memory.usual);
    if spec.spaces.len() != before {
        // The user has not stated that there are no more.
        spec.space_count = Fact::Unknown;
    }
    let is_complete = question.is_answered
        && !spec.spaces.iter().any(is_likely)
        && stated_count.is_some_and(|count| open_space(spec) >= count);
    let begins_words = memory.keys.store_text_start(&question);
    if begins_words {
        confirm_spaces(spec);
    }
    if is_complete || begins_words {
        memory.keys.leave(&question);
    }
    brackets_ui(ui, pack, spec);
}

/// Draws the answers for the first incomplete space: its resource, or its value if it has one.
fn next_space_ui(
    ui: &mut Ui,
    pack: &Pack,
    question: &mut FormQuestion,
    spec: &mut BuildingSpec,
    usual: &mut Option<usize>,
) {
    let open = open_space(spec);
    let space = spec.spaces.get(open).cloned().unwrap_or_default();
    if space.resource.value().is_none() {
        let pays = suitable_resources(
            pack,
            space.value.value().copied(),
            space.bracket,
            &used_resources(spec),
        );
        if let Some(paid) = pays.pays {
            caption(suits_words(&pays.fit, &pays.may_fit, paid)).ui(ui);
        }
        let mut picked = None;
        ui.horizontal_wrapped(|ui| {
            for name in pays.fit.iter().chain(&pays.may_fit) {
                let label = format!("Space for {name}");
                if choice_ui(ui, question, &label, name, false) {
                    picked = Some(name.clone());
                }
            }
        });
        if let Some(name) = picked {
            *usual = None;
            let value = usual_value(pack, &name);
            let space = open_space_mut(spec);
            space.resource = stated(name);
            if let Some(value) = value.filter(|_| space.value.value().is_none()) {
                space.value = proposed(value);
                *usual = Some(open);
            }
        }
    } else {
        let mut picked = None;
        if let Some((value, shown)) = value_and_brackets_ui(ui, question, pack, &space) {
            let space = open_space_mut(spec);
            (space.value, space.bracket) = (stated(Points(value)), Some(Points(shown)));
        }
        ui.horizontal_wrapped(|ui| {
            for value in VALUES {
                let name = format!("Value {value}");
                if choice_ui(ui, question, &name, &value.to_string(), false) {
                    picked = Some(value);
                }
            }
        });
        if let Some(value) = picked {
            open_space_mut(spec).value = stated(Points(value));
        }
    }
}

/// Returns `true` if the resource or the value of a space is only proposed.
const fn is_likely(space: &SpaceSpec) -> bool {
    is_proposed(&space.resource) || is_proposed(&space.value)
}

/// Confirms the spaces as shown, and that there are no more.
fn confirm_spaces(spec: &mut BuildingSpec) {
    for space in &mut spec.spaces {
        confirm(&mut space.resource);
        confirm(&mut space.value);
    }
    state_space_count(spec);
}

/// Returns the number of spaces of a building; `None` if it is not known for certain.
fn spaces_stated(pack: &Pack, name: &str) -> Option<usize> {
    match &pack.building(name)?.space_count {
        Fact::Known(count, _) => Some(usize::from(*count)),
        Fact::Unconfirmed(..) | Fact::Unknown => None,
    }
}

/// Draws the values for a space with an assumed usual value: a digit enters another.
fn usual_value_ui(
    ui: &mut Ui,
    question: &mut FormQuestion,
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
            if choice_ui(ui, question, &name, &words, value == Points(shown)) {
                (space.value, *usual) = (stated(Points(shown)), None);
            }
        }
    });
}

/// Draws answers that combine a value with a number in brackets, for a resource with an unknown
/// recipe. The combinations pay as most recipes do; for any other, the user enters the value first
/// and then the number in brackets.
fn value_and_brackets_ui(
    ui: &mut Ui,
    question: &mut FormQuestion,
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
                if shown > 0 && choice_ui(ui, question, &name, &words, false) {
                    picked = Some((value, shown));
                }
            }
        }
    });
    caption("Or the value alone:").ui(ui);
    picked
}

/// Describes the resources that fit the numbers of a space.
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

/// Draws answers for the number in brackets of the last complete space, if the recipe of its
/// resource is unknown.
fn brackets_ui(ui: &mut Ui, pack: &Pack, spec: &mut BuildingSpec) {
    let last = spec.spaces.iter_mut().rev().find_map(|space| {
        let known = space.resource.value().cloned().zip(space.value.value().copied())?;
        Some((space, known))
    });
    let Some((last, (resource, value))) = last else {
        return;
    };
    if bracket_of(pack, last) != Bracket::Unknown {
        return;
    }
    caption(format!("In brackets beside {resource} {value}, if it is there:")).ui(ui);
    // With the keyboard, the brackets are entered with the value.
    let mut question = FormQuestion::without_keys();
    ui.horizontal_wrapped(|ui| {
        for shown in 1..value.0 {
            let is_chosen = last.bracket == Some(Points(shown));
            let (name, words) = (format!("Brackets {shown}"), format!("+{shown}"));
            if choice_ui(ui, &mut question, &name, &words, is_chosen) {
                last.bracket = Some(Points(shown));
            }
        }
    });
}

fn action_ui(ui: &mut Ui, fact: &mut Fact<CardAction>, memory: &mut FormMemory, title: &str) {
    title_ui(ui, title, fact);
    let before = fact.value().cloned().unwrap_or_default();
    let mut action = before.clone();
    let question = memory.keys.next_question(is_stated(fact));
    if question.is_confirmed {
        confirm(fact);
    }
    // The text field is above the effects parsed from it, so that it does not move while typing.
    let field = text_field_ui(ui, &mut action.text, "What it does, in words");
    if field.changed() || memory.keys.insert_stored_text(&question, &mut action.text) {
        match Effect::parse(&action.text) {
            Some(effects) => {
                action.effects = effects;
                memory.is_read = true;
            }
            // The effects parsed from the previous text no longer apply.
            None if memory.is_read => {
                action.effects.clear();
                memory.is_read = false;
            }
            None => {}
        }
    }
    let completion =
        if action.effects.is_empty() { Effect::completion(&action.text) } else { None };
    if memory.keys.focus_text_field(ui, &question, &field) {
        confirm(fact);
        if let Some(effect) = completion {
            action.effects.push(effect);
            action.text.clear();
        }
    }
    let mut removed = None;
    for (index, effect) in action.effects.iter().enumerate() {
        ui.horizontal(|ui| {
            let color = theme(ui.ctx()).ink;
            body(format!("{}. {}", index + 1, effect.describe())).tinted(color).ui(ui);
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
        let hint = match completion.filter(|_| question.is_current()) {
            Some(effect) => format!("Enter takes: {}.", effect.describe()),
            None => "Without an effect, the card is carried out by hand.".to_owned(),
        };
        caption(hint).ui(ui);
    }
    let more: &[Effect] = if memory.shows_all { Effect::MORE } else { &[] };
    // With the keyboard, effects are chosen by typing their description.
    let mut without_keys = FormQuestion::without_keys();
    ui.horizontal_wrapped(|ui| {
        for effect in Effect::USUAL.iter().chain(more) {
            let words = effect.describe();
            if choice_ui(ui, &mut without_keys, &format!("Effect {words}"), &words, false) {
                action.effects.push(*effect);
                memory.is_read = false;
            }
        }
        if !memory.shows_all && choice_ui(ui, &mut without_keys, "More effects", "More…", false) {
            memory.shows_all = true;
        }
    });
    if action != before {
        *fact = typed_if(Some(action).filter(|action| *action != CardAction::default()));
    }
}

fn forbidden_ui(ui: &mut Ui, pack: &Pack, fact: &mut Fact<ResourceNames>, keys: &mut FormKeys) {
    title_ui(ui, "Forbids", fact);
    let mut question = keys.next_question(is_stated(fact));
    if question.is_confirmed {
        confirm(fact);
    }
    let names: Vec<String> = basics(pack).collect();
    ui.horizontal_wrapped(|ui| {
        for name in names {
            let is_chosen = fact.value().is_some_and(|all| all.0.contains(&name));
            if choice_ui(ui, &mut question, &format!("Forbids {name}"), &name, is_chosen) {
                toggle_forbidden(fact, &name);
            }
        }
        let is_nothing = fact.value().is_some_and(|all| all.0.is_empty());
        if choice_ui(ui, &mut question, "Forbids nothing", "Nothing", is_nothing) {
            *fact = stated(ResourceNames::default());
        }
    });
    if question.is_answered
        && fact.value().is_some_and(|all| may_be_complete(&all.0, USUAL_FORBIDDEN))
    {
        keys.leave(&question);
    }
}

fn recipe_ui(ui: &mut Ui, pack: &Pack, spec: &mut ResourceSpec, keys: &mut FormKeys) {
    title_ui(ui, "Made of", &spec.recipe);
    let mut question = keys.next_question(is_stated(&spec.recipe));
    if question.is_confirmed {
        confirm(&mut spec.recipe);
        set_empty_recipe(spec);
    }
    let recipe = spec.recipe.value().map_or(&[][..], Vec::as_slice);
    let paid: Points = recipe.iter().map(|needed| needed.pays).sum();
    if let Some(shown) = paid_by_cards(pack, &spec.name) {
        let words = format!("A card shows that its prerequisites are paid {shown} in all.");
        if recipe.is_empty() || paid == shown {
            caption(words).ui(ui);
        } else {
            error_ui(ui, &format!("{words} These are paid {paid}."), text::BODY);
        }
    }
    let names: Vec<&String> = pack
        .resources
        .iter()
        .filter(|other| match spec.tier.value() {
            Some(Tier::Two) => other.tier.value() == Some(&Tier::Basic),
            Some(Tier::Three) => other.tier.value() != Some(&Tier::Three),
            Some(Tier::Basic) | None => true,
        })
        .map(|other| &other.name)
        .filter(|name| **name != spec.name)
        .collect();
    ui.horizontal_wrapped(|ui| {
        for name in names {
            let mut recipe = spec.recipe.value().into_iter().flatten();
            let is_chosen = recipe.any(|needed| needed.needs == *name);
            if choice_ui(ui, &mut question, &format!("Made of {name}"), name, is_chosen) {
                toggle_prerequisite(spec, name, pack);
            }
        }
    });
    let recipe = spec.recipe.value_mut().map_or(&mut [][..], Vec::as_mut_slice);
    if question.is_answered && recipe.len() == USUAL_RECIPE {
        keys.leave(&question);
    }
    let mut is_priced = false;
    for Prerequisite { needs, pays, .. } in recipe {
        ui.horizontal(|ui| {
            let color = theme(ui.ctx()).ink;
            body(format!("{needs} is paid {pays}")).tinted(color).ui(ui);
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
        confirm(&mut spec.recipe);
    }
}

fn prices_ui(ui: &mut Ui, prices: &mut [Fact<Money>], keys: &mut FormKeys) {
    heading_ui(ui, "What each place costs, from the left");
    for (index, price) in prices.iter_mut().enumerate() {
        let mut question = keys.next_question(is_stated(price));
        if question.is_confirmed {
            confirm(price);
        }
        ui.horizontal(|ui| {
            let color = theme(ui.ctx()).ink;
            body(format!("Place {}", index + 1)).tinted(color).ui(ui);
            for dollars in 1..=3 {
                let name = format!("Place {} costs ${dollars}", index + 1);
                let is_chosen = price.value() == Some(&Money(dollars));
                if choice_ui(ui, &mut question, &name, &format!("${dollars}"), is_chosen) {
                    *price = stated(Money(dollars));
                }
            }
        });
        if question.is_answered {
            keys.leave(&question);
        }
    }
}
