//! The state of the window between two runs, checked before the toolkit loads it.

use std::path::Path;

use egui::{Pos2, Rect, Vec2, pos2, vec2};
use founders_ledger::app::{Command, Environment, ScreenScale, WindowState, moved_into_view};
use ui_board::settings::Settings;
use ui_menu::Menu;

use crate::app::Desk;

/// A state file as the toolkit writes it, shortened.
const STATE: &str = r#"{
    "window": "(normal_geometry:(outer_position_pixels:Some((x:10.0,y:20.0)),scale_factor:1.0,inner_size_points:(x:1280.0,y:800.0)),fullscreen:false,maximized:false)",
    "egui": "(options:(theme_preference:System,fallback_theme:Light,sync_window_theme:true,zoom_factor:1.0,tessellation_options:(feathering:true,feathering_size_in_pixels:1.0,coarse_tessellation_culling:true,prerasterized_discs:true,round_text_to_pixels:true,round_line_segments_to_pixels:true,round_rects_to_pixels:true,debug_paint_clip_rects:false,debug_paint_text_rects:false,debug_ignore_clip_rects:false,bezier_tolerance:0.1,epsilon:1e-5,parallel_tessellation:true,validate_meshes:false),repaint_on_widget_change:false,max_passes:2,screen_reader:false,warn_on_id_clash:false,reduce_texture_memory:false),data:([(15662261060157374111,(type_id:(8328082881301452380),ron:\"(outer_rect:(min:(x:0.0,y:0.0),max:(x:1280.0,y:26.0)))\",generation:1)),(8038956427745476180,(type_id:(10525092828485845317),ron:\"(offset:(x:0.0,y:0.0),max_offset:(x:-8.0,y:-213.0),offset_target:(None,None),show_scroll:(x:false,y:false),content_is_too_large:(x:false,y:false),scroll_bar_interaction:(x:false,y:false),scroll_start_offset_from_top_left:(None,None),scroll_stuck_to_end:(x:false,y:false),interact_rect:Some((min:(x:949.0,y:94.0),max:(x:1268.0,y:715.0))))\",generation:1))]),to_global:{},areas:{((18446744073709551615)):(areas:{(4209038104994339390):(pivot_pos:Some((x:0.0,y:0.0)),pivot:((Min,Min)),interactable:true)},visible_areas_last_frame:[(order:Background,id:(4209038104994339390))],visible_areas_current_frame:[],order:[(order:Background,id:(4209038104994339390))],order_map:{(order:Background,id:(4209038104994339390)):0},wants_to_be_on_top:[],sublayers:{})})",
}"#;

/// Numbers that are invalid for a window.
const BAD: [&str; 8] = ["0", "0.0", "-1.0", "NaN", "-NaN", "inf", "1e9", "1e39"];

fn with_zoom(zoom: &str) -> String {
    STATE.replace("zoom_factor:1.0", &format!("zoom_factor:{zoom}"))
}

/// Returns the texts of the unreadable files that were renamed next to this one.
fn unreadable_copies(path: &Path) -> Vec<String> {
    std::fs::read_dir(path.parent().expect("a folder"))
        .expect("it is there")
        .map(|entry| entry.expect("it can be listed").path())
        .filter(|other| other.to_string_lossy().contains("unreadable"))
        .map(|path| std::fs::read_to_string(path).unwrap_or_default())
        .collect()
}

/// Draws frames with this state in the toolkit's memory.
fn draw_with(state: &WindowState) {
    let ctx = egui::Context::default();
    if let Some(memory) = state.values.get("egui") {
        let memory = ron::from_str(memory).expect("it was checked");
        ctx.memory_mut(|now| *now = memory);
    }
    for _ in 0..3 {
        let input = egui::RawInput {
            screen_rect: Some(Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0))),
            ..Default::default()
        };
        let mut output = ctx.run_ui(input, |ui| {
            egui::Panel::top("menu bar").show(ui, |ui| ui.label("menus"));
            egui::ScrollArea::vertical().show(ui, |ui| ui.label("words"));
        });
        let shapes = std::mem::take(&mut output.shapes);
        output.textures_delta.clear();
        let _ = ctx.tessellate(shapes, output.pixels_per_point);
    }
}

#[test]
fn window_state_written_by_the_toolkit_is_accepted() {
    let state = WindowState::check(STATE);
    assert_eq!(state.problems, Vec::<String>::new());
    assert!(state.has_place());
    draw_with(&state);
}

#[test]
fn invalid_zoom_is_dropped_and_the_state_file_renamed() {
    for zoom in BAD {
        let folder = tempfile::tempdir().expect("a folder of our own");
        let path = folder.path().join("app.ron");
        std::fs::write(&path, with_zoom(zoom)).expect("room on the disk");
        let (read, state, message) = WindowState::load(&path);
        draw_with(&state);
        assert_eq!(read, path);
        let message = message.unwrap_or_else(|| panic!("there is no message for {zoom}"));
        assert!(message.contains("The file is kept as"), "{message}");
        assert_eq!(unreadable_copies(&path), [with_zoom(zoom)]);
        // The place was valid and stays.
        assert!(state.has_place(), "{zoom}");
        let (_, again, message) = WindowState::load(&path);
        assert_eq!((again, message), (WindowState { problems: Vec::new(), ..state }, None));
    }
}

#[test]
fn invalid_window_size_or_place_is_dropped() {
    for (from, to) in [
        ("inner_size_points:(x:1280.0", "inner_size_points:(x:0.0"),
        ("inner_size_points:(x:1280.0", "inner_size_points:(x:NaN"),
        ("inner_size_points:(x:1280.0", "inner_size_points:(x:1e9"),
        ("scale_factor:1.0", "scale_factor:0.0"),
        ("Some((x:10.0", "Some((x:inf"),
        ("Some((x:10.0", "Some((x:-1e12"),
    ] {
        let state = WindowState::check(&STATE.replace(from, to));
        assert_eq!(state.problems.len(), 1, "{to}: {:?}", state.problems);
        assert!(!state.has_place(), "{to}");
        draw_with(&state);
    }
    // The toolkit's memory of its panels is checked as well.
    for (from, to) in [("offset:(x:0.0", "offset:(x:NaN"), ("y:26.0", "y:1e30")] {
        let state = WindowState::check(&STATE.replace(from, to));
        assert_eq!(state.problems.len(), 1, "{to}: {:?}", state.problems);
        assert!(!state.values.contains_key("egui"), "{to}");
    }
}

#[test]
fn zoomed_window_size_is_converted_to_screen_points() {
    let state = WindowState::check(&with_zoom("2.0"));
    assert_eq!(state.problems, Vec::<String>::new());
    assert!(state.values["window"].contains("inner_size_points:(x:2560.0,y:1600.0)"));
    assert!(state.values["egui"].contains("zoom_factor:1.0"));
}

#[cfg(unix)]
#[test]
fn pipe_or_folder_in_place_of_the_state_file_is_renamed_without_blocking() {
    for makes in ["mkfifo", "mkdir"] {
        let folder = tempfile::tempdir().expect("a folder of our own");
        let path = folder.path().join("app.ron");
        let made = std::process::Command::new(makes).arg(&path).status();
        assert!(made.expect("the system has it").success());
        let (read, state, message) = WindowState::load(&path);
        assert_eq!((read, state), (path.clone(), WindowState::default()), "{makes}");
        assert!(message.is_some_and(|message| message.contains("kept as")), "{makes}");
        assert!(!path.exists(), "{makes}");
    }
}

#[test]
fn random_damage_of_the_window_state_never_reaches_the_toolkit() {
    let mut chance = fastrand::Rng::with_seed(7);
    let numbers: Vec<(usize, &str)> = STATE
        .match_indices(|c: char| c.is_ascii_digit() || c == '.' || c == '-')
        .filter(|(at, _)| {
            let before = STATE[..*at].chars().next_back();
            before.is_some_and(|c| matches!(c, ':' | '('))
        })
        .collect();
    for case in 0..600 {
        let mut text = STATE.to_owned();
        match case % 4 {
            // A number becomes one that is out of bounds.
            0 => {
                let (at, _) = numbers[chance.usize(..numbers.len())];
                let end = text[at..].find([',', ')']).map_or(text.len(), |length| at + length);
                text.replace_range(at..end, BAD[chance.usize(..BAD.len())]);
            }
            // A letter becomes another one.
            1 => {
                let at = chance.usize(..text.len());
                text.replace_range(at..=at, &chance.alphanumeric().to_string());
            }
            // The end is missing.
            2 => text.truncate(chance.usize(..text.len())),
            // A stretch occurs twice.
            _ => {
                let (from, to) = (chance.usize(..text.len()), chance.usize(..text.len()));
                let stretch = text[from.min(to)..from.max(to)].to_owned();
                text.insert_str(to, &stretch);
            }
        }
        let state = WindowState::check(&text);
        draw_with(&state);
        let print = ron::to_string(&state.values).expect("it is text");
        let again = WindowState::check(&print);
        assert_eq!(again.problems, Vec::<String>::new(), "what is accepted is accepted again");
        assert_eq!(again.values, state.values);
    }
}

#[test]
fn settings_out_of_bounds_are_replaced_and_the_file_renamed() {
    for (damage, name) in [
        ("(photograph: NaN)", "photograph"),
        ("(zooms: {\"1080 pixels, 1 to a point\": 0.0})", "zooms"),
        ("(plates: (0, 9, 0, 0))", "plates"),
        (
            "(table_window: Some((at: (inf, 0.0), size: (800.0, 600.0), is_full: false)))",
            "table_window",
        ),
    ] {
        let folder = tempfile::tempdir().expect("a folder of our own");
        let path = folder.path().join("settings.ron");
        std::fs::write(&path, damage).expect("room on the disk");
        let world = Environment { settings: Some(path.clone()), ..Environment::default() };
        let desk = Desk::in_world(world, Settings::default());
        assert!(desk.shows(name), "{:#?}", desk.labels());
        assert_eq!(*desk.app().settings(), Settings::default());
        assert_eq!(unreadable_copies(&path), [damage]);
    }
}

fn screen(width: f32, height: f32) -> ScreenScale {
    ScreenScale { size: vec2(width, height), by_system: 1.0 }
}

#[test]
fn size_chosen_on_one_screen_does_not_apply_to_another() {
    fn zoom(screen: ScreenScale, settings: &Settings) -> f32 {
        Desk::in_world(Environment::default(), settings.clone()).move_to(screen)
    }

    let (large, small) = (screen(3840.0, 2160.0), screen(1280.0, 800.0));
    let mut desk = Desk::new();
    assert!((desk.move_to(large) - 2.0).abs() < 0.001);
    let settings = desk.app().settings().clone();
    assert!((zoom(small, &settings) - 1.0).abs() < 0.001, "no size was chosen");
    // A size chosen on one screen applies there alone.
    desk.give(Command::Menu(Menu::Larger));
    let settings = desk.app().settings().clone();
    assert!((zoom(large, &settings) - 2.2).abs() < 0.001);
    assert!((zoom(small, &settings) - 1.0).abs() < 0.001);
    // A window that is moved takes the size of its new screen.
    assert!((desk.move_to(small) - 1.0).abs() < 0.001);
    desk.give(Command::Menu(Menu::Smaller));
    assert!((desk.move_to(large) - 2.2).abs() < 0.001);
    desk.give(Command::Menu(Menu::UsualSize));
    let settings = desk.app().settings().clone();
    assert!((zoom(large, &settings) - 2.0).abs() < 0.001);
    assert!((zoom(small, &settings) - 1.0 / 1.1).abs() < 0.001);
}

#[test]
fn window_outside_every_screen_is_moved_into_view() {
    fn window(x: f32, y: f32) -> Rect {
        Rect::from_min_size(pos2(x, y), vec2(800.0, 600.0))
    }

    let first = Rect::from_min_size(Pos2::ZERO, vec2(1280.0, 800.0));
    let second = Rect::from_min_size(pos2(1280.0, 0.0), vec2(1920.0, 1080.0));
    let alone = [first];
    assert_eq!(moved_into_view(window(10.0, 20.0), &alone), None);
    assert_eq!(moved_into_view(window(1400.0, 20.0), &[first, second]), None);
    for (x, y) in [(5000.0, 3000.0), (1400.0, 20.0), (-790.0, 0.0), (0.0, 790.0)] {
        let moved = moved_into_view(window(x, y), &alone).expect("it is out of view");
        let placed = Rect::from_min_size(moved, Vec2::new(800.0, 600.0));
        assert!(first.contains_rect(placed), "{x}, {y}: {placed:?}");
    }
    assert_eq!(moved_into_view(window(5000.0, 3000.0), &[]), None, "no screen is known");
}
