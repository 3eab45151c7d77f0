//! The record as a slider: every turn a tick, every vote a mark.

use egui::accesskit::Role;
use egui::{Rect, Sense, Shape, Stroke, Ui, WidgetInfo, pos2, vec2};

use journal::Journal;
use memo::Memo;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_kit::theme::{line, space, theme, touch};

/// Minimum distance of ticks; closer ones would run together, and are left out.
const MIN_DISTANCE: f32 = 3.0;

/// The marks of a record.
pub(super) struct TimelineMarks {
    /// The entries that started a turn.
    turns: Vec<usize>,
    /// The entries that opened ballots.
    votes: Vec<usize>,
    /// The entries at which table and record agreed.
    agreed: Vec<usize>,
}

impl TimelineMarks {
    fn of(journal: &Journal) -> Self {
        let agreed = (0..=journal.cursor())
            .filter(|&number| {
                journal
                    .on_main_line(number)
                    .and_then(|id| journal::checkpoint_at(journal, id))
                    .is_some_and(|checkpoint| checkpoint.agrees())
            })
            .collect();
        Self { turns: turns(journal), votes: journal::votes(journal), agreed }
    }
}

/// Returns the entries of the main line that started a turn.
fn turns(journal: &Journal) -> Vec<usize> {
    let mut last = 0;
    let mut first_entries = Vec::new();
    for (index, &id) in journal.main_line().iter().enumerate() {
        let turn = journal.entry(id).outcome().turn();
        if turn != last {
            first_entries.push(index + 1);
            last = turn;
        }
    }
    first_entries
}

/// Draws the slider; sliding along it shows the entry there. Its marks are computed once for a
/// version of the table.
pub(super) fn timeline_ui(ui: &mut Ui, cx: Cx<'_>, marks: &mut Memo<u64, TimelineMarks>) {
    let marks = marks.of(cx.table.version(), || TimelineMarks::of(cx.table.journal()));
    let last = cx.table.journal().cursor();
    let looked_at = cx.table.shown_number().min(last);
    let size = vec2(ui.available_width(), touch::TARGET - space::XS);
    let (rect, response) = ui.allocate_exact_size(size, Sense::click_and_drag());
    let text = format!("Entry {looked_at} of {last}");
    response.widget_info(|| {
        let mut info = WidgetInfo::slider(true, f64_of(looked_at), "Timeline");
        info.current_text_value = Some(text.clone());
        info
    });
    let inner = rect.shrink2(vec2(space::S, 0.0));
    let go = |number: usize| {
        if number != looked_at || cx.table.is_detached() {
            cx.commands.push(FoundersCommand::ViewNumber(number));
        }
    };
    if let Some(at) = response.interact_pointer_pos() {
        let part = ((at.x - inner.left()) / inner.width().max(1.0)).clamp(0.0, 1.0);
        go((part * f32_of(last)).round() as usize);
    }
    if response.has_focus() {
        ui.memory_mut(|memory| {
            memory.set_focus_lock_filter(
                response.id,
                egui::EventFilter { horizontal_arrows: true, ..Default::default() },
            );
        });
        let (back, on) = ui.input(|input| {
            (input.num_presses(egui::Key::ArrowLeft), input.num_presses(egui::Key::ArrowRight))
        });
        go((looked_at + on).min(last).saturating_sub(back));
    }
    response.clone().on_hover_text(text);
    if ui.is_rect_visible(rect) {
        marks.paint(ui, inner, (looked_at, last), response.has_focus());
    }
    // A screen reader sets the value of a slider.
    let requested = ui.input(|input| {
        input.accesskit_action_requests(response.id, egui::accesskit::Action::SetValue).find_map(
            |request| match request.data {
                Some(egui::accesskit::ActionData::NumericValue(value)) => Some(value),
                _ => None,
            },
        )
    });
    if let Some(value) = requested {
        go((value.max(0.0).round() as usize).min(last));
    }
    ui.ctx().accesskit_node_builder(response.id, |node| {
        node.set_role(Role::Slider);
        node.set_min_numeric_value(0.0);
        node.set_max_numeric_value(f64_of(last));
        node.add_action(egui::accesskit::Action::SetValue);
    });
}

impl TimelineMarks {
    /// Paints the line with its marks, and the handle at the entry in view.
    fn paint(&self, ui: &Ui, inner: Rect, (looked_at, last): (usize, usize), has_focus: bool) {
        let theme = theme(ui);
        let place = |number: usize| {
            let part = f32_of(number) / f32_of(last.max(1));
            inner.left() + part.clamp(0.0, 1.0) * inner.width()
        };
        let middle = inner.center().y;
        let painter = ui.painter();
        painter.hline(inner.x_range(), middle, Stroke::new(line::MARK, theme.hairline));
        painter.hline(
            inner.left()..=place(looked_at),
            middle,
            Stroke::new(line::MARK, theme.muted),
        );
        let mut drawn = f32::NEG_INFINITY;
        for x in self.turns.iter().filter(|&&n| n <= last).map(|&n| place(n)) {
            if x - drawn >= MIN_DISTANCE {
                painter.vline(x, middle..=middle + 6.0, theme.hair());
                drawn = x;
            }
        }
        // A vote is a triangle that points at the line from above.
        for x in self.votes.iter().filter(|&&n| n <= last).map(|&n| place(n)) {
            let top = middle - 10.0;
            let points = vec![pos2(x - 4.0, top), pos2(x + 4.0, top), pos2(x, middle - 3.0)];
            painter.add(Shape::convex_polygon(points, theme.accent, Stroke::NONE));
        }
        for x in self.agreed.iter().filter(|&&n| n > 0).map(|&n| place(n)) {
            painter.circle_filled(pos2(x, middle + 10.0), 2.5, theme.good);
        }
        let handle = pos2(place(looked_at), middle);
        painter.circle(handle, 6.0, theme.raised, Stroke::new(2.0, theme.ink));
        if has_focus {
            let ring = Rect::from_center_size(handle, vec2(20.0, 20.0));
            painter.rect_stroke(
                ring,
                ui_kit::theme::RADIUS,
                theme.focus_ring(),
                egui::StrokeKind::Inside,
            );
        }
    }
}

/// Converts the number of an entry, which is small.
fn f32_of(number: usize) -> f32 {
    f32::from(u16::try_from(number).unwrap_or(u16::MAX))
}

fn f64_of(number: usize) -> f64 {
    f64::from(f32_of(number))
}
