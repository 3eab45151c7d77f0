//! A phone: a headless browser with a profile of its own.

use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use fantoccini::error::{CmdError, ErrorStatus};
use fantoccini::{Client, ClientBuilder, Locator};
use hyper_util::client::legacy::connect::HttpConnector;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::webdriver::{DevTools, Driver};

/// The longest wait for a page to show what is expected.
const PATIENCE: Duration = Duration::from_secs(15);
/// The time between two looks at a page.
const PERIOD: Duration = Duration::from_millis(25);

/// The size of a screen in pixels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Screen {
    pub width: u32,
    pub height: u32,
}

/// The screen of a small phone.
pub const SMALL: Screen = Screen { width: 360, height: 640 };

/// A phone of the checks.
pub struct Phone {
    /// The name in messages.
    pub name: String,
    /// The presses since the last measure began.
    pub presses: usize,
    client: Client,
    /// The profile, with everything that the browser stores.
    _profile: TempDir,
}

impl Phone {
    /// Starts a browser with an empty profile.
    pub async fn start(driver: &Driver, name: &str) -> Result<Self> {
        let profile = tempfile::tempdir()?;
        let arguments = [
            "--headless",
            "--no-sandbox",
            "--disable-gpu",
            "--disable-quic",
            "--disable-dev-shm-usage",
            "--no-first-run",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
            &format!("--user-data-dir={}", profile.path().display()),
        ];
        let Value::Object(capabilities) = json!({
            "goog:chromeOptions": { "args": arguments },
            "timeouts": { "script": 20_000, "pageLoad": 20_000 },
        }) else {
            bail!("capabilities are an object");
        };
        let client = ClientBuilder::new(HttpConnector::new())
            .capabilities(capabilities)
            .connect(&driver.url())
            .await
            .context("chromedriver starts no browser")?;
        let phone = Self { name: name.to_owned(), presses: 0, client, _profile: profile };
        phone.set_screen(SMALL).await?;
        Ok(phone)
    }

    /// Ends the browser.
    pub async fn end(self) -> Result<()> {
        Ok(self.client.close().await?)
    }

    /// Opens an address.
    pub async fn open(&self, address: &str) -> Result<()> {
        self.client.goto(address).await.with_context(|| format!("{} opens {address}", self.name))
    }

    /// Runs a script in the page; returns its value.
    pub async fn run(&self, script: &str) -> Result<Value> {
        Ok(self.client.execute(script, Vec::new()).await?)
    }

    /// Returns the text of the page with its status.
    pub async fn text(&self) -> Result<String> {
        let text = self.run("return document.body ? document.body.innerText : ''").await?;
        Ok(text.as_str().unwrap_or_default().to_owned())
    }

    /// Waits until an expression of the page is true; returns its value.
    pub async fn until(&self, expected: &str, expression: &str) -> Result<Value> {
        let start = Instant::now();
        let script = format!("return {expression}");
        loop {
            // A page that is being left has no answer.
            let value = self.run(&script).await.unwrap_or_default();
            if !matches!(value, Value::Null | Value::Bool(false)) {
                return Ok(value);
            }
            if start.elapsed() > PATIENCE {
                bail!("{}: expected {expected}; the page says:\n{}", self.name, self.text().await?);
            }
            tokio::time::sleep(PERIOD).await;
        }
    }

    /// Waits until the page or its status contains these words.
    pub async fn until_shows(&self, words: &str) -> Result<()> {
        let expression = format!("document.body.innerText.includes({})", json!(words));
        self.until(&format!("\"{words}\""), &expression).await?;
        Ok(())
    }

    /// Waits for an element, and presses it as a finger does: in view, and not covered.
    pub async fn press(&mut self, selector: &str) -> Result<()> {
        let is_shown = format!("document.querySelector({})?.checkVisibility()", json!(selector));
        let start = Instant::now();
        loop {
            self.until(&format!("an element {selector}"), &is_shown).await?;
            // The status at the top and the tabs at the bottom cover what is below them.
            let centered = format!(
                "document.querySelector({})?.scrollIntoView({{ block: 'center' }})",
                json!(selector)
            );
            self.run(&centered).await?;
            let pressed = match self.client.find(Locator::Css(selector)).await {
                Ok(element) => element.click().await,
                Err(error) => Err(error),
            };
            match pressed {
                Ok(()) => break,
                // An event replaced the page between the two commands.
                Err(error) if is_outdated(&error) && start.elapsed() < PATIENCE => {}
                Err(error) => {
                    let text = self.text().await?;
                    bail!(
                        "{}: cannot press {selector}: {error}; the page says:\n{text}",
                        self.name
                    );
                }
            }
        }
        self.presses += 1;
        Ok(())
    }

    /// Fills a field in.
    pub async fn fill(&self, selector: &str, text: &str) -> Result<()> {
        let field = self.client.find(Locator::Css(selector)).await?;
        field.clear().await?;
        Ok(field.send_keys(text).await?)
    }

    /// Presses a tab unless it is open, and waits for its page.
    pub async fn open_tab(&mut self, tab: &str) -> Result<()> {
        let current = format!("nav [data-tab={tab}][aria-current]");
        if self.run(&format!("return !document.querySelector('{current}')")).await? == json!(true) {
            self.press(&format!("nav [data-tab={tab}]")).await?;
        }
        self.until(
            &format!("the page \"{tab}\""),
            &format!("document.getElementById('page').dataset.of === '{tab}'"),
        )
        .await?;
        Ok(())
    }

    /// Gives the browser a screen.
    pub async fn set_screen(&self, screen: Screen) -> Result<()> {
        let Screen { width, height } = screen;
        let parameters =
            json!({ "width": width, "height": height, "deviceScaleFactor": 1, "mobile": true });
        self.tools("Emulation.setDeviceMetricsOverride", parameters).await
    }

    /// Makes the system of the phone light or dark.
    pub async fn set_scheme(&self, scheme: &str) -> Result<()> {
        let feature = json!({ "name": "prefers-color-scheme", "value": scheme });
        self.tools("Emulation.setEmulatedMedia", json!({ "features": [feature] })).await
    }

    /// Cuts the phone off the network, as it sleeps, or connects it again.
    pub async fn set_asleep(&self, is_asleep: bool) -> Result<()> {
        self.tools("Network.enable", json!({})).await?;
        let parameters = json!({
            "offline": is_asleep,
            "latency": 0,
            "downloadThroughput": -1,
            "uploadThroughput": -1,
        });
        self.tools("Network.emulateNetworkConditions", parameters).await
    }

    async fn tools(&self, name: &'static str, parameters: Value) -> Result<()> {
        self.client.issue_cmd(DevTools { name, parameters }).await.with_context(|| name)?;
        Ok(())
    }

    /// Writes a picture of the screen.
    pub async fn save_picture(&self, path: &Path) -> Result<()> {
        let png = self.client.screenshot().await?;
        std::fs::write(path, png).with_context(|| path.display().to_string())
    }
}

/// Returns `true` for an element that the page has replaced since it was found.
fn is_outdated(error: &CmdError) -> bool {
    let CmdError::Standard(error) = error else { return false };
    matches!(error.error, ErrorStatus::StaleElementReference | ErrorStatus::NoSuchElement)
}
