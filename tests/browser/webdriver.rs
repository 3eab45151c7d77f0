//! The program that starts and drives the browsers, and the commands it has beyond the standard.

use std::io::{self, BufRead, BufReader, Write};
use std::net::TcpStream;
use std::process::{Child, ChildStdout, Command, Stdio};

use anyhow::{Context, Result};
use fantoccini::wd::WebDriverCompatibleCommand;
use serde_json::{Value, json};

/// A running `chromedriver`. When it is dropped, it ends with its browsers.
pub struct Driver {
    process: Child,
    /// The host and port at which it listens.
    host: String,
    /// The end of the pipe to which it writes.
    _output: BufReader<ChildStdout>,
}

impl Driver {
    /// Starts the driver at a free port.
    pub fn start() -> Result<Self> {
        let mut command = Command::new("chromedriver");
        command.arg("--port=0").stdout(Stdio::piped()).stderr(Stdio::null());
        let mut process = command.spawn().context("chromedriver is not installed")?;
        let output = process.stdout.take().context("chromedriver has no output")?;
        let mut output = BufReader::new(output);
        let mut line = String::new();
        let port = loop {
            line.clear();
            let count = output.read_line(&mut line)?;
            anyhow::ensure!(count > 0, "chromedriver ended before it named its port");
            if let Some((_, port)) = line.trim_end().split_once("started successfully on port ") {
                break port.trim_end_matches('.').to_owned();
            }
        };
        Ok(Self { process, host: format!("127.0.0.1:{port}"), _output: output })
    }

    /// Returns the address for new sessions.
    pub fn url(&self) -> String {
        format!("http://{}", self.host)
    }

    /// Asks it to end all browsers, and then itself.
    fn shut_down(&self) -> io::Result<()> {
        let mut connection = TcpStream::connect(&self.host)?;
        let request = format!("GET /shutdown HTTP/1.1\r\nHost: {}\r\n\r\n", self.host);
        connection.write_all(request.as_bytes())
    }
}

impl Drop for Driver {
    fn drop(&mut self) {
        if self.shut_down().is_err() {
            // It has ended already, or does not answer.
            let _ = self.process.kill();
        }
        let _ = self.process.wait();
    }
}

/// A command of the `DevTools` protocol.
#[derive(Debug)]
pub struct DevTools {
    /// The name of the command.
    pub name: &'static str,
    /// Its parameters.
    pub parameters: Value,
}

impl WebDriverCompatibleCommand for DevTools {
    fn endpoint(
        &self,
        base_url: &url::Url,
        session_id: Option<&str>,
    ) -> Result<url::Url, url::ParseError> {
        let session = session_id.unwrap_or_default();
        base_url.join(&format!("session/{session}/goog/cdp/execute"))
    }

    fn method_and_body(&self, _: &url::Url) -> (http::Method, Option<String>) {
        let Self { name, parameters } = self;
        let body = json!({ "cmd": name, "params": parameters });
        (http::Method::POST, Some(body.to_string()))
    }
}
