//! The frame of every page: head, print style and footer.

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD as STANDARD;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use scene::fonts::{self, SANS_FAMILIES, SERIF_FAMILIES};

/// The style sheet of pages. Lengths are in points and shares of the width, so that A4 and Letter
/// both fit. Related content is not split between sheets.
const STYLE: &str = "
:root { color-scheme: light; }
@page { margin: 13mm; }
* { box-sizing: border-box; }
body { font: 10.5pt/1.35 var(--sans); margin: 0 auto;
  max-width: 190mm; padding: 8mm; }
h1, h2 { font-family: var(--serif); font-weight: 600; line-height: 1.15;
  break-after: avoid; }
h1 { font-size: 20pt; margin: 0; }
h2 { font-size: 13pt; margin: 12pt 0 3pt; border-bottom: 0.5pt solid; padding-bottom: 1pt; }
h3 { font-size: 10.5pt; margin: 7pt 0 1pt; break-after: avoid; }
p { margin: 3pt 0; }
header p, .muted, footer { opacity: 0.75; }
footer { margin-top: 5pt; font-size: 8pt; line-height: 1.2; }
figure { margin: 8pt 0; break-inside: avoid; }
figure svg { width: 100%; height: auto; max-height: 150mm; display: block; }
figcaption { font-weight: 600; margin-bottom: 2pt; }
.pair { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; }
.pair figure svg { max-height: 90mm; }
.beside figure svg { max-height: 62mm; }
.together { break-inside: avoid; }
.share { columns: 2; column-gap: 7mm; }
.part { break-inside: avoid-column; }
ul { list-style: none; margin: 0; padding: 0; }
li { break-inside: avoid; padding: 1.2pt 0; }
li label { display: grid; grid-template-columns: 13pt 1fr; gap: 4pt; align-items: start; }
li input { width: 11pt; height: 11pt; margin: 1.5pt 0 0; }
ul.tree ul { padding-left: 12pt; }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums; }
th, td { text-align: right; padding: 2pt 5pt; border-bottom: 0.5pt solid; }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
thead th { vertical-align: bottom; }
tr { break-inside: avoid; }
tr.total td, tr.total th { font-weight: 700; border-bottom-width: 1.2pt; }
.next-sheet { break-before: page; }
pre { white-space: pre-wrap; border: 0.5pt solid; padding: 6pt; font: 9.5pt/1.4 monospace; }
.code svg { width: 70mm; height: auto; }
.cards { display: grid; grid-template-columns: 1fr 1fr; gap: 5mm; }
.event { border: 0.8pt solid; border-radius: 2mm; padding: 3mm 4mm; break-inside: avoid; }
.event h3 { margin: 0 0 3pt; font-size: 13pt; }
.event dl { margin: 0; }
.event dt { font-size: 8.5pt; opacity: 0.75; }
.event dd { margin: 0 0 4pt; min-height: 16pt; }
.won { display: grid; grid-template-columns: 28mm 1fr; gap: 6mm; align-items: center; }
.won svg { width: 28mm; height: auto; display: block; }
.won h1 { font-size: 25pt; margin: 1pt 0; }
.won p { margin: 1pt 0; }
.won .end { font: 600 14pt/1.2 var(--serif); opacity: 1; }
table.scores { margin: 2mm 0; font-size: 8.5pt; line-height: 1.12; }
table.scores th, table.scores td { padding: 0.7pt 4pt; }
table.scores thead th { font-weight: 400; width: 18%; }
table.scores thead th:first-child { width: auto; }
.token { display: flex; gap: 2mm; justify-content: flex-end; align-items: center; }
.token svg { width: 8mm; height: 8mm; display: block; }
table.scores tr.total td, table.scores tr.total th { font-size: 12pt; }
.plan { display: grid; grid-template-columns: 120mm 1fr; gap: 6mm; break-inside: avoid; }
.plan figure, .chart figure { margin: 0; }
.plan figure svg { max-height: none; }
.beside-plan { display: flex; flex-direction: column; justify-content: space-between; }
.honour { display: grid; grid-template-columns: 9mm 1fr; gap: 2.5mm; margin: 0 0 3mm; }
.honour svg { width: 9mm; height: auto; display: block; }
.honour p { margin: 0; line-height: 1.2; font-size: 9.5pt; }
.chart { margin-top: 2mm; break-inside: avoid; }
.chart figure svg { max-height: none; }
.sign { border-top: 0.5pt solid; font-size: 8.5pt; margin-top: 11mm; padding-top: 0.7mm; }
.write { border-bottom: 0.5pt solid; height: 16pt; }
@media print { body { padding: 0; max-width: none; } .screen { display: none; } }
";

/// Returns a whole page. Its head has the title and the lines below it.
pub(super) fn page(title: &str, below: &[String], body: &Markup) -> String {
    let head = html! {
        h1 { (title) }
        @for line in below { p { (line) } }
    };
    page_with_head(title, &head, body)
}

/// Returns a whole page with this head.
pub(super) fn page_with_head(title: &str, head: &Markup, body: &Markup) -> String {
    html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta name="viewport" content="width=device-width, initial-scale=1";
                title { (title) }
                style { (PreEscaped(faces())) (PreEscaped(STYLE)) }
            }
            body {
                header { (head) }
                main { (body) }
                footer {
                    "Written by Founders Ledger, an unofficial companion of the board game. "
                    "The table is always right; where this page differs from it, set the record right."
                }
            }
        }
    }
    .into_string()
}

/// Returns the style with embedded fonts, so that the page looks the same on every machine.
fn faces() -> String {
    let faces: [(&str, u16, &[u8]); 3] = [
        ("Clear Sans", 400, fonts::SANS),
        ("Clear Sans", 700, fonts::STRONG),
        ("Vollkorn", 600, fonts::SERIF),
    ];
    let families = format!(":root {{ --sans: {SANS_FAMILIES}; --serif: {SERIF_FAMILIES}; }}\n");
    faces
        .map(|(family, weight, font)| {
            let font = STANDARD.encode(font);
            format!(
                "@font-face {{ font-family: '{family}'; font-weight: {weight}; \
                 src: url(data:font/ttf;base64,{font}) format('truetype'); }}\n"
            )
        })
        .concat()
        + &families
}

/// Returns a picture with its caption.
pub(super) fn figure(caption: &str, svg: &str) -> Markup {
    html! {
        figure {
            @if !caption.is_empty() { figcaption { (caption) } }
            (PreEscaped(svg))
        }
    }
}

/// Returns the list of entries before the one that a page is about.
pub(super) fn earlier_entries(lines: &[String]) -> Markup {
    html! {
        @if !lines.is_empty() {
            h2 { "What came before" }
            ul { @for line in lines { li { (line) } } }
        }
    }
}

/// Returns a list item with a box to tick.
pub(super) fn tick_box(text: &str) -> Markup {
    html! { li { label { input type="checkbox"; span { (text) } } } }
}
