//! The connections of phones, one request each.

use std::net::TcpListener;
use std::sync::Arc;
use std::time::Duration;

use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::service::TowerToHyperService;
use tokio::io::Interest;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{sleep, timeout};

use crate::address::is_local;
use crate::routes::routes;
use crate::sealed_request;
use crate::shared::SharedTable;
use crate::stall::StallGuard;

/// The starts of the requests with a secret choice. Any valid request is longer.
const SECRETS: [&[u8]; 2] = [b"POST /ballot ", b"POST /initiative "];
/// The length of the longest of them.
const LONGEST: usize = SECRETS[1].len();
/// The most bytes of a request before its body.
pub(crate) const MAX_HEAD: usize = 8 * 1024;
/// The wait for the rest of a request line, and after an error of the system.
const PAUSE: Duration = Duration::from_millis(20);

/// Accepts connections until the future is dropped. Connections above the limit wait.
pub(crate) async fn accept_phones(listener: TcpListener, shared: Arc<SharedTable>) {
    // The listener does not block, so this fails only outside of a runtime.
    let Ok(listener) = tokio::net::TcpListener::from_std(listener) else {
        return;
    };
    let places = Arc::new(Semaphore::new(shared.limits.connections));
    // The semaphore is never closed.
    while let Ok(place) = Arc::clone(&places).acquire_owned().await {
        match listener.accept().await {
            Ok((stream, peer)) if is_local(peer.ip()) => {
                let shared = Arc::clone(&shared);
                tokio::spawn(async move {
                    serve(stream, shared).await;
                    drop(place);
                });
            }
            Ok(_) => {}
            // Such as too many open files, which does not pass at once.
            Err(_) => sleep(PAUSE).await,
        }
    }
}

/// Serves the only request of a connection. A request with a secret choice gets a buffer that is
/// wiped.
async fn serve(stream: TcpStream, shared: Arc<SharedTable>) {
    let limits = shared.limits;
    // Without it, an event may wait for a later one.
    let _ = stream.set_nodelay(true);
    match timeout(limits.request, is_secret(&stream)).await {
        Ok(Some(true)) => sealed_request::serve(stream, &shared).await,
        Ok(Some(false)) => {
            let guarded = TokioIo::new(StallGuard::new(stream, limits.stall));
            let service = TowerToHyperService::new(routes(shared));
            // A connection that fails is gone, and nobody is left to report it to.
            let _ = http1::Builder::new()
                .keep_alive(false)
                .timer(TokioTimer::new())
                .header_read_timeout(limits.request)
                .max_buf_size(MAX_HEAD)
                .serve_connection(guarded, service)
                .await;
        }
        Ok(None) | Err(_) => {}
    }
}

/// Checks if a request has a secret choice, without taking anything from the stream; `None` if the
/// other end is gone.
async fn is_secret(stream: &TcpStream) -> Option<bool> {
    let mut start = [0; LONGEST];
    loop {
        let is_closed = stream.ready(Interest::READABLE).await.ok()?.is_read_closed();
        let count = match stream.peek(&mut start).await {
            Ok(0) | Err(_) => return None,
            Ok(count) => count,
        };
        let start = &start[..count];
        if SECRETS.iter().any(|secret| start.starts_with(secret)) {
            return Some(true);
        }
        if !SECRETS.iter().any(|secret| secret.starts_with(start)) {
            return Some(false);
        }
        if is_closed {
            return None;
        }
        sleep(PAUSE).await;
    }
}
