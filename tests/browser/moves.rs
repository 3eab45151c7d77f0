//! Moves from phones.

use anyhow::Result;
use serde_json::Value;

use crate::phone::Phone;

/// Records a move from a phone, which lists as many as the rules.
pub async fn record_move(
    phone: &mut Phone,
    entry: usize,
    count: usize,
    index: usize,
) -> Result<()> {
    phone.open_tab("moves").await?;
    let list = format!("[data-entry='{entry}']");
    let listed = format!("document.querySelectorAll(\"{list} [data-move]\").length === {count}");
    phone.until(&format!("{count} moves after entry {entry}"), &listed).await?;
    let button = format!("{list} [data-move='{index}']");
    // A long list is folded by card.
    let card = format!("{list} details:not([open]):has([data-move='{index}'])");
    if phone.run(&format!("return !!document.querySelector(\"{card}\")")).await?
        == Value::Bool(true)
    {
        phone.press(&format!("{card} > summary")).await?;
    }
    phone.press(&button).await
}
