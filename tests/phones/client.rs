//! A phone of the tests: an HTTP client over loopback, one connection for each request.

use std::io::{ErrorKind, Read, Write};
use std::net::{Shutdown, SocketAddr, TcpStream};
use std::time::{Duration, Instant};

/// The longest wait for a response.
const PATIENCE: Duration = Duration::from_secs(10);

/// A response.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Response {
    pub(crate) status: u16,
    /// The lines before the body.
    pub(crate) head: String,
    pub(crate) body: String,
}

/// A phone with its token.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) address: SocketAddr,
    pub(crate) token: String,
}

impl Client {
    /// Creates a phone without a token.
    pub(crate) fn new(address: SocketAddr) -> Self {
        Self { address, token: String::new() }
    }

    /// Joins a seat, and keeps the token. Returns the response.
    pub(crate) fn join(&mut self, seat: u8) -> Response {
        let response = self.post("/join", &format!("seat={seat}"));
        if response.status < 300 {
            self.token.clone_from(&response.body);
        }
        response
    }

    pub(crate) fn get(&self, path: &str) -> Response {
        self.send(self.text("GET", path, "")).expect("there is a response")
    }

    pub(crate) fn post(&self, path: &str, body: &str) -> Response {
        self.send(self.text("POST", path, body)).expect("there is a response")
    }

    /// Hands over a ballot.
    pub(crate) fn vote(
        &self,
        vote: usize,
        tile: &str,
        (fleeting, lasting): (i32, i32),
    ) -> Response {
        let body = format!("vote={vote}&tile={tile}&fleeting={fleeting}&lasting={lasting}");
        self.post("/ballot", &body)
    }

    /// Sends a picture, whose bytes the server has to take before it closes the connection.
    pub(crate) fn picture(&self, bytes: &[u8]) -> Response {
        let request = [self.picture_head(bytes.len()).as_bytes(), bytes].concat();
        response_on(&self.start(request)).expect("there is a response")
    }

    /// Returns the head of a request with a picture of this many bytes.
    pub(crate) fn picture_head(&self, length: usize) -> String {
        let declared = format!("Content-Length: {length}");
        self.text("POST", "/picture", "").replacen("Content-Length: 0", &declared, 1)
    }

    /// Sends the start of a request, and leaves the connection open.
    pub(crate) fn start(&self, request: impl AsRef<[u8]>) -> TcpStream {
        let mut stream = TcpStream::connect(self.address).expect("the port is open");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        stream.write_all(request.as_ref()).expect("it is sent");
        stream
    }

    /// Returns the text of a request, as the page sends it.
    pub(crate) fn text(&self, method: &str, path: &str, body: &str) -> String {
        let Self { address, token } = self;
        format!(
            "{method} {path} HTTP/1.1\r\nHost: {address}\r\nOrigin: http://{address}\r\n\
             Authorization: Seat {token}\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        )
    }

    /// Sends a request; `None` if the server closes the connection without a response.
    pub(crate) fn send(&self, request: impl AsRef<[u8]>) -> Option<Response> {
        let mut stream = TcpStream::connect(self.address).expect("the port is open");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        // The server may have refused it already.
        let _ = stream.write_all(request.as_ref());
        let mut bytes = Vec::new();
        if let Err(error) = stream.read_to_end(&mut bytes) {
            assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
        }
        parse(&bytes)
    }

    /// Sends bytes that need not be a request, and closes this end of the connection.
    pub(crate) fn send_all_of(&self, bytes: &[u8]) -> Option<Response> {
        let mut stream = TcpStream::connect(self.address).expect("the port is open");
        stream.set_read_timeout(Some(PATIENCE)).expect("a time limit");
        let _ = stream.write_all(bytes);
        let _ = stream.shutdown(Shutdown::Write);
        let mut bytes = Vec::new();
        if let Err(error) = stream.read_to_end(&mut bytes) {
            assert_eq!(error.kind(), ErrorKind::ConnectionReset, "{error}");
        }
        parse(&bytes)
    }

    /// Opens the event stream.
    pub(crate) fn events(&self) -> Events {
        let mut stream = TcpStream::connect(self.address).expect("the port is open");
        stream.write_all(self.text("GET", "/events", "").as_bytes()).expect("it is sent");
        Events { stream, received: String::new() }
    }
}

/// Reads the response on a connection; `None` if there is none.
pub(crate) fn response_on(mut stream: &TcpStream) -> Option<Response> {
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("the server closes it");
    parse(&bytes)
}

fn parse(bytes: &[u8]) -> Option<Response> {
    if bytes.is_empty() {
        return None;
    }
    let text = String::from_utf8_lossy(bytes);
    let (head, body) = text.split_once("\r\n\r\n").expect("a response has a head");
    let status = head.strip_prefix("HTTP/1.1 ").and_then(|rest| rest.get(..3)).unwrap_or_default();
    let status = status.parse().unwrap_or_else(|_| panic!("no status in {head}"));
    Some(Response { status, head: head.to_ascii_lowercase(), body: body.to_owned() })
}

/// An event stream.
pub(crate) struct Events {
    stream: TcpStream,
    received: String,
}

impl Events {
    /// Waits until the stream has this many events, and a little longer for events that should not
    /// come. Returns the text of all.
    #[track_caller]
    pub(crate) fn expect(&mut self, count: usize) -> String {
        let start = Instant::now();
        while self.count() < count {
            assert!(start.elapsed() < PATIENCE, "{} of {count}: {}", self.count(), self.received);
            self.read(Duration::from_millis(50));
        }
        self.read(Duration::from_millis(50));
        assert_eq!(self.count(), count, "{}", self.received);
        self.received.clone()
    }

    fn count(&self) -> usize {
        self.received.matches("data: ").count()
    }

    /// Waits until the server closes the stream.
    pub(crate) fn expect_end(&mut self) -> String {
        let start = Instant::now();
        while self.read(Duration::from_millis(50)) {
            assert!(start.elapsed() < PATIENCE, "it stays open: {}", self.received);
        }
        self.received.clone()
    }

    /// Reads what arrives within a time; returns `false` at the end of the stream.
    fn read(&mut self, time: Duration) -> bool {
        self.stream.set_read_timeout(Some(time)).expect("a time limit");
        let mut bytes = [0; 4096];
        match self.stream.read(&mut bytes) {
            Ok(0) => false,
            Ok(count) => {
                self.received.push_str(&String::from_utf8_lossy(&bytes[..count]));
                true
            }
            Err(error) => matches!(error.kind(), ErrorKind::WouldBlock | ErrorKind::TimedOut),
        }
    }
}
