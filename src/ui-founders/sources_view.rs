//! "Why 14 points?": every source of a player's number, and their sum.

use egui::accesskit::Role;
use egui::{Align2, Key, ScrollArea, Ui, Window, pos2, vec2};

use super::unverified_view::unverified_ui;
use components::fact_id::FactId;
use components::quantity::Quantity;
use journal::EntryId;
use memo::Memo;
use narration::sources::SourceCategory;
use narration::words;
use rules::player::PlayerId;
use table::table::Table;
use ui_board::Cx;
use ui_board::pieces::entry_line_ui;
use ui_kit::keyboard;
use ui_kit::theme::{space, text, theme, touch};
use ui_kit::widgets::{
    TextLine, body, caption, group_ui, hairline_ui, name_as, plain, reserve_scroll_bar, signed,
};

/// Width of an amount at the right of a line.
const AMOUNT: f32 = 44.0;
/// Width of the number of an entry at the left of a line.
const NUMBER: f32 = 34.0;

/// The number that is explained, if there is one; it belongs to one record.
#[derive(Default)]
pub struct SourcesMemory {
    explained: Option<(PlayerId, Quantity)>,
    account: Memo<(PlayerId, Quantity, EntryId), Account>,
}

impl SourcesMemory {
    /// Explains a number of a player.
    pub fn explain(&mut self, player: PlayerId, quantity: Quantity) {
        self.explained = Some((player, quantity));
    }

    /// Closes the explanation; returns `true` if there was one.
    pub fn close(&mut self) -> bool {
        self.explained.take().is_some()
    }

    /// Returns `true` if a number is explained.
    pub fn is_open(&self) -> bool {
        self.explained.is_some()
    }
}

/// The account of a number up to the entry in view.
struct Account {
    number: (PlayerId, Quantity),
    title: String,
    categories: Vec<(SourceCategory, i32)>,
    steps: Vec<SourceLine>,
    total: i32,
    /// The facts that were taken on trust for it.
    unverified: Vec<FactId>,
}

/// One source, with the sum after it.
struct SourceLine {
    entry: usize,
    text: String,
    by: i32,
    after: i32,
}

impl Account {
    fn of(table: &Table, player: PlayerId, quantity: Quantity) -> Self {
        let mut account = Self {
            number: (player, quantity),
            title: String::new(),
            categories: Vec::new(),
            steps: Vec::new(),
            total: 0,
            unverified: Vec::new(),
        };
        let looked_at = table.shown_number();
        let sources = table.ledger().of(player, quantity);
        for source in sources.filter(|source| source.entry <= looked_at) {
            account.total += source.by;
            match account.categories.iter_mut().find(|(of, _)| *of == source.category) {
                Some((_, sum)) => *sum += source.by,
                None => account.categories.push((source.category, source.by)),
            }
            account.steps.push(SourceLine {
                entry: source.entry,
                text: source.text.clone(),
                by: source.by,
                after: account.total,
            });
        }
        account.categories.sort_unstable();
        account.unverified = on_trust(table, &account.steps);
        debug_assert_eq!(account.total, table.game().number(player, quantity));
        let size = account.total.unsigned_abs();
        let minus = if account.total < 0 { "−" } else { "" };
        account.title = format!("Why {minus}{}?", words::quantity(quantity, size));
        account
    }
}

/// Returns the facts that the entries of these steps took on trust, each once.
fn on_trust(table: &Table, steps: &[SourceLine]) -> Vec<FactId> {
    let mut all: Vec<FactId> = Vec::new();
    let line = table.shown_line();
    journal::replay(&line, 1..=table.shown_number(), |number, before, played| {
        if steps.iter().any(|step| step.entry == number) {
            let new: Vec<FactId> = before
                .unverified_facts(played)
                .into_iter()
                .filter(|fact| !all.contains(fact))
                .collect();
            all.extend(new);
        }
    });
    all
}

/// Draws the window that explains a number, if there is one to explain; Esc closes it.
pub fn sources_view_ui(ui: &Ui, cx: Cx<'_>, memory: &mut SourcesMemory) {
    let Some((player, quantity)) = memory.explained else {
        return;
    };
    // The sources are those of the line in play.
    if cx.table.is_detached() {
        return;
    }
    let key = (player, quantity, cx.table.shown_entry());
    let account = memory.account.of(key, || Account::of(cx.table, player, quantity));
    let mut is_open = true;
    let ctx = ui.ctx();
    let screen = ctx.content_rect();
    Window::new(&account.title)
        .id(egui::Id::unique("sources"))
        .open(&mut is_open)
        .collapsible(false)
        // Next to the players, so that the explained number stays in view.
        .default_pos(pos2(screen.center().x - 170.0, screen.top() + 2.0 * touch::TARGET))
        .default_width(340.0_f32.min(screen.width() - space::XL))
        .default_height(screen.height() * 0.7)
        .min_width(220.0)
        .max_height(screen.height() - 2.0 * touch::TARGET)
        .show(ctx, |ui| account_ui(ui, cx, account));
    if !is_open || keyboard::pressed(ui, egui::Modifiers::NONE, Key::Escape) {
        memory.close();
    }
}

fn account_ui(ui: &mut Ui, cx: Cx<'_>, account: &Account) {
    let (player, quantity) = account.number;
    let label = cx.table.named_game().label(player);
    let text = if cx.table.is_past() {
        format!("{label}, {} after entry {}", quantity.name(), cx.table.shown_number())
    } else {
        format!("{label}, {}", quantity.name())
    };
    caption(text).ui(ui);
    ScrollArea::vertical().auto_shrink([false, true]).show(ui, |ui| {
        reserve_scroll_bar(ui);
        ui.spacing_mut().item_spacing.y = 0.0;
        group_ui(ui, "By category".to_owned(), |ui| {
            for &(category, sum) in &account.categories {
                sum_ui(ui, category.name(), &signed(sum), false);
            }
            hairline_ui(ui);
            sum_ui(ui, "Total", &plain(account.total), true);
        });
        unverified_ui(ui, &account.unverified, cx.commands);
        ui.add_space(space::M);
        group_ui(ui, "One after another".to_owned(), |ui| {
            captions_ui(ui);
            for step in &account.steps {
                step_ui(ui, cx, step);
            }
        });
    });
}

/// Draws a name at the left and a number at the right.
fn sum_ui(ui: &mut Ui, name: &str, amount: &str, is_total: bool) {
    let (rect, response) = ui.allocate_exact_size(
        vec2(ui.available_width(), text::TITLE + space::XS),
        egui::Sense::hover(),
    );
    name_as(&response, Role::Label, format_args!("{name} {amount}"));
    for (align, text) in [(Align2::LEFT_CENTER, name), (Align2::RIGHT_CENTER, amount)] {
        let words = if is_total { body(text).bold() } else { body(text) };
        words.paint(ui, rect, align);
    }
}

/// Draws the captions of the columns below; a screen reader has them in every line.
fn captions_ui(ui: &mut Ui) {
    let size = vec2(ui.available_width(), text::SMALL + space::S);
    let (_, rect) = ui.allocate_space(size);
    let right = rect.right() - 2.0;
    for (text, align, at) in [
        ("Entry", Align2::LEFT_CENTER, rect),
        ("Change", Align2::RIGHT_CENTER, rect.with_max_x(right - AMOUNT)),
        ("Then", Align2::RIGHT_CENTER, rect.with_max_x(right)),
    ] {
        caption(text).paint(ui, at, align);
    }
}

/// Draws one source: its entry, its text, its change, and the sum after it.
fn step_ui(ui: &mut Ui, cx: Cx<'_>, step: &SourceLine) {
    let theme = theme(ui);
    let (by, after) = (signed(step.by), plain(step.after));
    let name = format!("Entry {}, {by} {}, {after} then", step.entry, step.text);
    let line = TextLine::of(ui, name, body(&step.text), NUMBER, 2.0 * AMOUNT)
        .chosen(cx.table.shown_number() == step.entry);
    let number = body(step.entry.to_string()).accent();
    let placed = entry_line_ui(ui, line, step.entry, number, cx.commands);
    let (left, right) = placed.behind.split_left_right_at_fraction(0.5);
    let color = if step.by < 0 { theme.bad } else { theme.good };
    body(by).tinted(color).paint(ui, left, Align2::RIGHT_CENTER);
    let place = right.with_max_x(right.right() - 2.0);
    body(after).muted().paint(ui, place, Align2::RIGHT_CENTER);
}
