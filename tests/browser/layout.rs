//! The layout of the pages: pictures at several sizes, light and dark, and checks by script.

use std::path::Path;

use anyhow::{Result, ensure};

use crate::phone::{Phone, SMALL, Screen};

/// The screens of the pictures: two phones upright, and a tablet.
const SCREENS: [Screen; 3] =
    [SMALL, Screen { width: 412, height: 915 }, Screen { width: 1024, height: 768 }];

/// Returns a list of faults of the page: it scrolls sideways, something that is pressed is lower
/// than 44 pixels, a text leaves the screen or the control that it is on.
const FAULTS: &str = r"
const faults = [];
const page = document.documentElement;
if (page.scrollWidth > innerWidth) faults.push(`it scrolls sideways: ${page.scrollWidth} px`);
const name = (part) => `${part.tagName} ${part.innerText || part.ariaLabel || part.id}`;
const pressed = 'button, summary, input:not([type=radio]), .choice';
for (const part of document.querySelectorAll(pressed)) {
  const { width, height } = part.getBoundingClientRect();
  if (width > 0 && (height < 44 || width < 44)) {
    faults.push(`${name(part)} has ${width} × ${height} px`);
  }
}
const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
while (texts.nextNode()) {
  const text = texts.currentNode;
  if (!text.data.trim()) continue;
  const range = document.createRange();
  range.selectNodeContents(text);
  const frame = text.parentElement.closest('button, summary, .choice')?.getBoundingClientRect();
  for (const { left, right, top, bottom, width } of range.getClientRects()) {
    const leaves = left < -1 || right > innerWidth + 1;
    const spills = frame && (left < frame.left - 1 || right > frame.right + 1
      || top < frame.top - 2 || bottom > frame.bottom + 2);
    if (width > 0 && (leaves || spills)) faults.push(`cut: ${text.data.trim()}`);
  }
}
return [...new Set(faults)].slice(0, 5);
";

/// Takes pictures of the open page on every screen, light and dark, and checks its layout.
pub async fn check_page(phone: &Phone, page: &str, pictures: &Path) -> Result<()> {
    for screen in SCREENS {
        phone.set_screen(screen).await?;
        for scheme in ["light", "dark"] {
            phone.set_scheme(scheme).await?;
            phone.run("window.scrollTo(0, 0)").await?;
            let Screen { width, height } = screen;
            phone.until("its size", &format!("innerWidth === {width}")).await?;
            let drawn = "!document.getElementById('picture') \
                || document.getElementById('picture').naturalWidth > 0";
            phone.until("the picture of the board", drawn).await?;
            let faults = phone.run(FAULTS).await?;
            ensure!(
                faults.as_array().is_some_and(Vec::is_empty),
                "the page \"{page}\" at {width} × {height}, {scheme}: {faults}",
            );
            phone.save_picture(&pictures.join(format!("{page}-{width}-{scheme}.png"))).await?;
        }
    }
    phone.set_screen(SMALL).await?;
    phone.set_scheme("light").await
}
