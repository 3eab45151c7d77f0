//! Measures with many phones, which are plain connections here: the time to an event, memory and
//! processor time.

use std::io::{Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{JoinHandle, spawn};
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use notation::record::print_log;

use crate::ballot::{BeforeVote, is_call, is_vote, tile_key};
use crate::client::Client;
use crate::laptop::{Laptop, record, record_after};

/// The longest time from an entry to an event at eight phones.
const MOST_TIME_TO_EVENT: Duration = Duration::from_millis(200);
/// The most anonymous memory for eight phones, in kilobytes.
const MOST_MEMORY: u64 = 12 * 1024;
/// The longest wait for an event.
const PATIENCE: Duration = Duration::from_secs(10);
/// The number of clients at once at the end.
const CROWD: usize = 64;

/// An event that has arrived.
struct Arrival {
    stream: usize,
    /// The version of the table.
    version: u64,
    at: Instant,
}

/// The event streams of phones.
struct Streams {
    sender: Sender<Arrival>,
    arrivals: Receiver<Arrival>,
    /// The latest version at each stream.
    versions: Vec<u64>,
}

impl Streams {
    fn new() -> Self {
        let (sender, arrivals) = channel();
        Self { sender, arrivals, versions: Vec::new() }
    }

    /// Opens the event stream of a phone, and waits for its first event.
    fn open(&mut self, phone: &Client) -> Result<()> {
        let mut connection = TcpStream::connect(phone.address)?;
        connection.write_all(phone.text("GET", "/events", "").as_bytes())?;
        let stream = self.versions.len();
        self.versions.push(0);
        let sender = self.sender.clone();
        spawn(move || follow(&mut connection, stream, &sender));
        while self.versions[stream] == 0 {
            self.take_one()?;
        }
        Ok(())
    }

    fn take_one(&mut self) -> Result<Instant> {
        let Arrival { stream, version, at } =
            self.arrivals.recv_timeout(PATIENCE).context("a phone gets no event")?;
        self.versions[stream] = version;
        Ok(at)
    }

    /// Returns the time from a job to the event of a later table at every phone: of the first one,
    /// or of another one for a job with several.
    fn time_to_event(&mut self, number: u64, job: impl FnOnce() -> Result<()>) -> Result<Duration> {
        while self.arrivals.try_recv().map(|arrival| self.note(&arrival)).is_ok() {}
        let before = self.versions.iter().copied().max().unwrap_or_default();
        let start = Instant::now();
        job()?;
        let mut last = start;
        while self.versions.iter().any(|version| *version < before + number) {
            last = self.take_one()?;
        }
        Ok(last - start)
    }

    fn note(&mut self, arrival: &Arrival) {
        self.versions[arrival.stream] = arrival.version;
    }
}

/// Reads the events of a stream until it ends. An event is `data: TABLE.PHONE`.
fn follow(connection: &mut TcpStream, stream: usize, sender: &Sender<Arrival>) {
    let mut text = String::new();
    let mut bytes = [0; 1024];
    while let Ok(count) = connection.read(&mut bytes) {
        if count == 0 {
            return;
        }
        let at = Instant::now();
        text.push_str(&String::from_utf8_lossy(&bytes[..count]));
        while let Some((event, rest)) = text.split_once("\n\n") {
            let data = event.rsplit("data: ").next().unwrap_or_default();
            let version = data.split('.').next().and_then(|version| version.parse().ok());
            // The head of the response ends in an empty line as well, but has other line ends.
            let Some(version) = version else { return };
            if sender.send(Arrival { stream, version, at }).is_err() {
                return;
            }
            text = rest.to_owned();
        }
    }
}

/// Measures a game of four.
pub fn run(laptop: &mut Laptop, home: &Path) -> Result<()> {
    let BeforeVote { journal, caller } = BeforeVote::of_example()?;
    let file = home.join("measured.founders");
    std::fs::write(&file, print_log(&journal))?;
    laptop.start(Some(&file))?;
    let off = laptop.load()?;
    laptop.switch_phones_on()?;
    laptop.let_players_record()?;
    laptop.press(&["Escape"])?;

    let mut streams = Streams::new();
    let mut phones = Vec::new();
    for seat in journal.game().players() {
        let mut phone = Client::new(laptop.address());
        let response = phone.join(seat.0);
        ensure!(response.status == 201, "expected a seat, got {response:?}");
        streams.open(&phone)?;
        phones.push(phone);
    }
    laptop.rest()?;
    let mut voting = record(&file)?;
    let mut longest = Duration::ZERO;
    while !is_vote(&voting) {
        // The call, and then the bonuses of the caller.
        let moves = voting.game().moves().actions;
        let index = moves.iter().position(is_call).unwrap_or_default();
        let entry = voting.cursor();
        let time =
            streams.time_to_event(1, || record_move(&phones[caller.index()], entry, index))?;
        longest = longest.max(time);
        voting = record_after(&file, entry)?;
        // The list of the next moves.
        laptop.rest()?;
    }
    println!(
        "from a move recorded by phone to an event at four phones: {} ms",
        longest.as_millis()
    );

    // Four more phones ask for the same seats, so that eight follow the table.
    for seat in journal.game().players() {
        let mut phone = Client::new(laptop.address());
        let response = phone.join(seat.0);
        ensure!(response.status == 202, "expected a question, got {response:?}");
        streams.open(&phone)?;
    }
    let on = laptop.load()?;
    println!("idle with eight phones: {} kB, {} ticks in 4 s", on.memory, on.ticks);
    println!("  before the phones: {} kB, {} ticks in 4 s", off.memory, off.ticks);
    let is_small = on.memory <= off.memory + MOST_MEMORY;
    ensure!(is_small && on.ticks == 0, "phones cost too much");

    let ranges = voting.game().moves().ballots;
    let (last, others) = ranges.split_last().context("there are voters")?;
    let vote = |range: &rules::moves::BallotRange| {
        let phone = &phones[range.player.index()];
        let response = phone.vote(voting.cursor(), tile_key(range.tiles[0]), (0, 0));
        ensure!(response.status < 300, "expected a sealed ballot, got {response:?}");
        Ok(())
    };
    for range in others {
        vote(range)?;
    }
    laptop.rest()?;
    // The first event says that the ballot is sealed.
    let time = streams.time_to_event(2, || vote(last))?;
    println!("from the last ballot to its reveal at eight phones: {} ms", time.as_millis());
    ensure!(time <= MOST_TIME_TO_EVENT, "this takes too long");
    record_after(&file, voting.cursor())?;
    measure_in_crowd(laptop, &file, &phones)?;
    laptop.stop()
}

/// Measures a recorded move while many clients fetch pages.
fn measure_in_crowd(laptop: &Laptop, file: &Path, phones: &[Client]) -> Result<()> {
    // The four questions for taken seats.
    laptop.press(&["Escape"; 4])?;
    let journal = record(file)?;
    let player = journal.game().pending().first().and_then(|due| due.player);
    let actor = &phones[player.context("it is the turn of a player")?.index()];
    let mut streams = Streams::new();
    streams.open(actor)?;
    let crowd = Crowd::gather(laptop.address());
    let time = streams.time_to_event(1, || record_move(actor, journal.cursor(), 0))?;
    let count = crowd.disperse();
    println!(
        "from a move recorded by phone to its event beside {CROWD} clients, which fetched {count} \
         pages meanwhile: {} ms",
        time.as_millis()
    );
    Ok(())
}

/// Records a move from a phone.
fn record_move(phone: &Client, entry: usize, index: usize) -> Result<()> {
    let response = phone.post("/suggest", &format!("entry={entry}&move={index}"));
    ensure!(response.status < 300, "expected a recorded move, got {response:?}");
    Ok(())
}

/// Clients that fetch pages one after the other.
struct Crowd {
    has_ended: Arc<AtomicBool>,
    clients: Vec<JoinHandle<usize>>,
}

impl Crowd {
    /// Starts the clients, and waits until each has a page.
    fn gather(address: SocketAddr) -> Self {
        let has_ended = Arc::new(AtomicBool::new(false));
        let (sender, ready) = channel();
        let fetch = move |has_ended: Arc<AtomicBool>, sender: Sender<()>| {
            let client = Client::new(address);
            let mut count = 0;
            while !has_ended.load(Ordering::Relaxed) {
                client.get("/seats");
                count += 1;
                // The first page alone is waited for.
                let _ = sender.send(());
            }
            count
        };
        let clients = (0..CROWD).map(|_| {
            let (has_ended, sender) = (Arc::clone(&has_ended), sender.clone());
            spawn(move || fetch(has_ended, sender))
        });
        let clients = clients.collect();
        for () in ready.iter().take(CROWD) {}
        Self { has_ended, clients }
    }

    /// Ends the clients; returns how many pages they fetched.
    fn disperse(self) -> usize {
        self.has_ended.store(true, Ordering::Relaxed);
        self.clients.into_iter().filter_map(|client| client.join().ok()).sum()
    }
}
