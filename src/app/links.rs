//! Links to pages, for the system's browser.

use egui::{Context, OutputCommand};

/// Opens the links of this frame in the browser, each in a thread of its own, because the search
/// for the browser reads files.
pub(super) fn open_links(ctx: &Context) {
    let is_link = |command: &mut OutputCommand| matches!(command, OutputCommand::OpenUrl(_));
    let links: Vec<OutputCommand> =
        ctx.output_mut(|output| output.commands.extract_if(.., is_link).collect());
    for link in links {
        if let OutputCommand::OpenUrl(link) = link {
            // Without a thread or a browser the page stays closed.
            let _ = std::thread::Builder::new()
                .name("browser".to_owned())
                .spawn(move || webbrowser::open(&link.url));
        }
    }
}
