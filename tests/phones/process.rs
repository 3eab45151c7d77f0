//! The process of a server: its threads, sockets and port, and its sleep while nothing happens.
//!
//! Alone in its process, because it counts. Linux alone lists what it counts.
#![cfg_attr(not(target_os = "linux"), expect(unused, reason = "nothing is counted"))]

#[expect(dead_code, reason = "the other tests use all of it")]
mod client;
#[expect(dead_code, reason = "the other tests use all of it")]
mod window;

use std::fs;
use std::net::TcpStream;
use std::thread;
use std::time::Duration;

use client::Client;
#[cfg(target_os = "linux")]
use rustix::process::{DumpableBehavior, dumpable_behavior};
use window::{Window, at_turn};

/// Returns the threads of the server, by their ids.
fn server_threads() -> Vec<String> {
    let tasks = fs::read_dir("/proc/self/task").expect("the threads are listed");
    let paths = tasks.flatten().map(|task| task.path());
    let of_server = paths.filter(|path| {
        fs::read_to_string(path.join("comm")).is_ok_and(|name| name.trim() == "phones")
    });
    of_server.map(|path| path.display().to_string()).collect()
}

/// Returns the number of sockets of the process.
fn socket_count() -> usize {
    let files = fs::read_dir("/proc/self/fd").expect("the open files are listed");
    let targets = files.flatten().filter_map(|file| fs::read_link(file.path()).ok());
    targets.filter(|target| target.to_string_lossy().starts_with("socket:")).count()
}

/// Returns how often a thread has gone to sleep, or was interrupted.
fn switches(task: &str) -> u64 {
    let status = fs::read_to_string(format!("{task}/status")).expect("the thread is there");
    let lines = status.lines().filter(|line| line.contains("ctxt_switches"));
    lines.filter_map(|line| line.split_whitespace().last()?.parse::<u64>().ok()).sum()
}

#[cfg(not(target_os = "linux"))]
fn main() {}

#[cfg(target_os = "linux")]
fn main() {
    let dumpable = dumpable_behavior();
    assert_eq!((server_threads().len(), socket_count()), (0, 0), "off means off");
    let window = Window::open_with(at_turn(), |options| {
        options.limits.request = Duration::from_millis(300);
    });
    let address = window.server.address();
    assert_eq!(dumpable_behavior(), Ok(DumpableBehavior::NotDumpable));
    let threads = server_threads();
    assert_eq!(threads.len(), 1);
    let mut streams = Vec::new();
    for seat in [0, 1, 2, 3, 0, 1, 2, 3] {
        let mut phone = Client::new(address);
        assert!(phone.join(seat).status < 300);
        let mut events = phone.events();
        events.expect(1);
        streams.push(events);
    }
    window.requests();
    // Timers of requests that have ended may still be due.
    thread::sleep(Duration::from_secs(1));
    let before = switches(&threads[0]);
    thread::sleep(Duration::from_secs(4));
    assert_eq!(switches(&threads[0]), before, "the thread of the server sleeps");
    drop(streams);
    window.server.stop();
    assert_eq!((server_threads().len(), socket_count()), (0, 0), "nothing is left");
    assert!(TcpStream::connect(address).is_err());
    assert_eq!(dumpable_behavior(), dumpable);
}
