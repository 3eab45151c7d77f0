//! A bare window of the toolkit: the floor against which the app's start, memory, size and idle
//! processor time are held (`.ci/window`).

struct Bare;

impl eframe::App for Bare {
    fn ui(&mut self, _ui: &mut egui::Ui, _frame: &mut eframe::Frame) {}
}

fn main() -> eframe::Result {
    let options = eframe::NativeOptions { renderer: eframe::Renderer::Glow, ..Default::default() };
    eframe::run_native("bare window", options, Box::new(|_| Ok(Box::new(Bare))))
}
