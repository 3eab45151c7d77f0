//! A bare window of the toolkit: the baseline for the app's start time, memory, size and idle
//! processor time (`.ci/window`).

struct Bare;

impl eframe::App for Bare {
    fn ui(&mut self, _ui: &mut egui::Ui, _frame: &mut eframe::Frame) {}
}

fn main() -> eframe::Result {
    let options = eframe::NativeOptions { renderer: eframe::Renderer::Glow, ..Default::default() };
    eframe::run_native("bare window", options, Box::new(|_| Ok(Box::new(Bare))))
}
