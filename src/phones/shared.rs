//! The state that the window's thread and the server's thread share.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::PathBuf;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use sealed::{Draft, InitiativeChoice};
use storage::UnnamedFile;
use tokio::sync::watch;

use crate::request::{PhoneAnswer, PhoneId, PhoneRequest, PictureSubject};
use crate::seat::SeatId;
use crate::seats::{AskedPicture, HeldSeat, Join, Note, Phone, Seats};
use crate::server::{ServerLimits, Waker};
use crate::token::{Token, TokenDigest};
use crate::view::TableView;

/// The most requests that wait for the window at once.
const MAX_WAITING: usize = 64;

/// The state of a running server.
pub(crate) struct SharedTable {
    state: Mutex<State>,
    /// Changes with the table and with every phone, which wakes the event streams.
    changes: watch::Sender<u64>,
    waker: Waker,
    /// The `Host` that requests must have.
    host: String,
    pub(crate) limits: ServerLimits,
    /// The folder of the files of pictures that are being received.
    pub(crate) picture_folder: PathBuf,
}

/// A published view.
pub(crate) struct ShownTable {
    pub(crate) view: TableView,
    /// A number that differs from entry to entry of a record, variations included. Pages send it
    /// back, so that a page that is out of date changes nothing.
    pub(crate) step: u64,
}

/// Returns the step of a view. It is the same after an undo and a redo, and after a restart.
fn step_of(view: &TableView) -> u64 {
    let mut hasher = DefaultHasher::new();
    (view.entry, view.here).hash(&mut hasher);
    hasher.finish()
}

#[derive(Default)]
struct State {
    shown: Option<Arc<ShownTable>>,
    /// The number of views published so far.
    version: u64,
    seats: Seats,
    waiting: Vec<PhoneRequest>,
    /// The number of pictures asked for so far.
    pictures: u64,
}

/// The version of the table and of one phone. An event has both.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ViewVersion {
    table: u64,
    phone: u64,
}

impl std::fmt::Display for ViewVersion {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.table, self.phone)
    }
}

/// The state of an event stream of a phone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StreamState {
    /// This version.
    Version(ViewVersion),
    /// The phone has opened another stream.
    OtherStream,
    /// The phone has lost its seat.
    Removed,
}

/// The reason why a request is not handed to the window.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum RequestRefusal {
    /// The phone has no seat.
    NoSeat,
    /// No such choice is due, or not from this seat.
    NotDue,
    /// The ballot of the seat is sealed, or its choice waits for the window.
    ChosenAlready,
    /// The table has gone on, or the move is not in the list.
    NoMove,
    /// Too many requests wait for the window.
    Busy,
}

/// The reason why a picture is not received.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum PictureRefusal {
    /// The phone is not asked for one, or no more.
    NotAsked,
    /// One is being received.
    Arriving,
    /// Too many requests wait for the window.
    Busy,
}

/// A secret choice as the page sends it.
pub(crate) struct SentChoice {
    /// The vote by the number of its entry, or the round of an initiative.
    pub(crate) due: usize,
    /// The step of the page.
    pub(crate) step: Option<u64>,
    pub(crate) choice: SecretChoice,
}

/// A secret choice. It is overwritten when dropped.
pub(crate) enum SecretChoice {
    Ballot(Box<Draft>),
    Initiative(Box<InitiativeChoice>),
}

impl State {
    /// Returns the present view; `None` for the step of a page that is out of date.
    fn view_at(&self, step: Option<u64>) -> Option<&TableView> {
        let shown = self.shown.as_ref()?;
        step.is_none_or(|step| step == shown.step).then_some(&shown.view)
    }
}

impl SharedTable {
    pub(crate) fn new(
        host: String,
        seats: Seats,
        limits: ServerLimits,
        picture_folder: PathBuf,
        waker: Waker,
    ) -> Self {
        let state = Mutex::new(State { seats, ..State::default() });
        Self { state, changes: watch::Sender::new(0), waker, host, limits, picture_folder }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        // No code panics while the lock is held.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns the `Host` of this server.
    pub(crate) fn host(&self) -> &str {
        &self.host
    }

    /// Wakes the event streams, which send an event if their phone sees something new.
    fn announce(&self) {
        self.changes.send_modify(|changes| *changes += 1);
    }

    /// Returns a receiver that is woken by every change.
    pub(crate) fn watch(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Shows a view to all phones; has no effect if it is the present one.
    pub(crate) fn publish(&self, view: TableView) {
        let mut state = self.state();
        let shown = state.shown.as_ref();
        if shown.is_some_and(|shown| shown.view == view) {
            return;
        }
        let step = step_of(&view);
        let is_new_entry = shown.is_none_or(|shown| shown.step != step);
        state.seats.follow(view.secret_choice(), is_new_entry);
        state.shown = Some(Arc::new(ShownTable { view, step }));
        state.version += 1;
        drop(state);
        self.announce();
    }

    /// Returns the table that phones see.
    pub(crate) fn shown(&self) -> Option<Arc<ShownTable>> {
        self.state().shown.clone()
    }

    pub(crate) fn take_requests(&self) -> Vec<PhoneRequest> {
        std::mem::take(&mut self.state().waiting)
    }

    pub(crate) fn answer(&self, phone: PhoneId, answer: PhoneAnswer) {
        self.state().seats.answer(phone, answer);
        self.announce();
    }

    pub(crate) fn held(&self) -> Vec<HeldSeat> {
        self.state().seats.held()
    }

    /// Returns the phone that has a seat, by its number.
    pub(crate) fn phone_at(&self, seat: SeatId) -> Option<PhoneId> {
        self.state().seats.phone_at(seat).map(|phone| phone.id)
    }

    pub(crate) fn set_joining_closed(&self, is_closed: bool) {
        self.state().seats.set_joining_closed(is_closed);
    }

    pub(crate) fn is_joining_closed(&self) -> bool {
        self.state().seats.is_joining_closed()
    }

    /// Returns the phone with a token.
    pub(crate) fn phone(&self, digest: &TokenDigest) -> Option<Phone> {
        self.state().seats.with_digest(digest).cloned()
    }

    /// Returns the state of an event stream of a phone.
    pub(crate) fn stream_state(&self, phone: PhoneId, stream: u64) -> StreamState {
        let state = self.state();
        match state.seats.get(phone) {
            None => StreamState::Removed,
            Some(phone) if phone.stream != stream => StreamState::OtherStream,
            Some(phone) => {
                StreamState::Version(ViewVersion { table: state.version, phone: phone.version })
            }
        }
    }

    /// Opens an event stream of a phone, which ends the earlier one. Returns its number.
    pub(crate) fn open_stream(&self, phone: PhoneId) -> Option<u64> {
        let mut state = self.state();
        let phone = state.seats.get_mut(phone)?;
        phone.stream += 1;
        let stream = phone.stream;
        drop(state);
        self.announce();
        Some(stream)
    }

    /// Takes or asks for a seat.
    pub(crate) fn join(&self, seat: SeatId, token: &Token) -> Result<Join, RequestRefusal> {
        let mut state = self.state();
        if state.shown.as_ref().is_none_or(|shown| shown.view.seat(seat).is_none()) {
            return Err(RequestRefusal::NoSeat);
        }
        if state.waiting.len() >= MAX_WAITING {
            return Err(RequestRefusal::Busy);
        }
        let join = state.seats.join(seat, token.digest());
        match join {
            Join::Seated(phone) => state.waiting.push(PhoneRequest::Joined { phone, seat }),
            Join::Asking(phone) => state.waiting.push(PhoneRequest::AsksForSeat { phone, seat }),
            Join::OtherAsks | Join::Closed => return Ok(join),
        }
        drop(state);
        (self.waker)();
        Ok(join)
    }

    /// Removes a phone at its own request.
    pub(crate) fn leave(&self, phone: &Phone) {
        let Phone { id, seat, .. } = *phone;
        let mut state = self.state();
        state.seats.remove(id);
        if state.waiting.len() < MAX_WAITING {
            state.waiting.push(PhoneRequest::Left { phone: id, seat });
        }
        drop(state);
        self.announce();
        (self.waker)();
    }

    /// Hands a move of the list to the window; `step` is that of its page.
    pub(crate) fn suggest(
        &self,
        phone: &Phone,
        step: Option<u64>,
        (entry, index): (usize, usize),
    ) -> Result<(), RequestRefusal> {
        let Phone { id, seat, is_seated, .. } = *phone;
        if !is_seated {
            return Err(RequestRefusal::NoSeat);
        }
        let mut state = self.state();
        let view = state.view_at(step).filter(|view| view.entry == entry);
        let Some(action) = view.and_then(|view| view.move_at(seat, index)) else {
            return Err(RequestRefusal::NoMove);
        };
        if state.waiting.len() >= MAX_WAITING {
            return Err(RequestRefusal::Busy);
        }
        if let Some(phone) = state.seats.get_mut(id) {
            let text = "The move is at the laptop.".to_owned();
            phone.note = Some(Note { text, is_refusal: false });
            phone.version += 1;
        }
        state.waiting.push(PhoneRequest::Suggestion { phone: id, seat, entry, action });
        drop(state);
        self.announce();
        (self.waker)();
        Ok(())
    }

    /// Hands a secret choice to the window, which is overwritten if it is turned down.
    pub(crate) fn choose(
        &self,
        digest: &TokenDigest,
        SentChoice { due, step, choice }: SentChoice,
    ) -> Result<(), RequestRefusal> {
        let mut state = self.state();
        let (id, seat) = match state.seats.with_digest(digest) {
            Some(Phone { id, seat, is_seated: true, .. }) => (*id, *seat),
            Some(_) | None => return Err(RequestRefusal::NoSeat),
        };
        let view = state.view_at(step).filter(|view| view.secret_choice() == Some(due));
        let (is_sealed, is_scenario) = view
            .and_then(|view| Some((view.is_sealed(seat)?, view.scenario.is_some())))
            .ok_or(RequestRefusal::NotDue)?;
        if state.waiting.len() >= MAX_WAITING {
            return Err(RequestRefusal::Busy);
        }
        let has_handed_over = state.seats.get(id).is_some_and(|phone| phone.handed_over.is_some());
        let request = match choice {
            // A sealed ballot is opened again on the laptop, which counts its seals.
            SecretChoice::Ballot(_) if is_sealed => return Err(RequestRefusal::ChosenAlready),
            _ if has_handed_over => return Err(RequestRefusal::ChosenAlready),
            SecretChoice::Ballot(choice) if !is_scenario => {
                let seat = seat.player().ok_or(RequestRefusal::NoSeat)?;
                PhoneRequest::Ballot { phone: id, seat, vote: due, choice }
            }
            SecretChoice::Initiative(choice) if is_scenario => {
                PhoneRequest::Initiative { phone: id, seat, round: due, choice }
            }
            SecretChoice::Ballot(_) | SecretChoice::Initiative(_) => {
                return Err(RequestRefusal::NotDue);
            }
        };
        let phone = state.seats.get_mut(id).ok_or(RequestRefusal::NoSeat)?;
        phone.handed_over = Some(due);
        phone.note = None;
        phone.version += 1;
        state.waiting.push(request);
        drop(state);
        self.announce();
        (self.waker)();
        Ok(())
    }

    /// Asks a phone for a picture, and no other phone any more. Returns `false` if it has no seat.
    pub(crate) fn ask_for_picture(&self, phone: PhoneId, subject: PictureSubject) -> bool {
        let mut state = self.state();
        state.pictures += 1;
        let asked = AskedPicture { number: state.pictures, subject, is_arriving: false };
        let is_seated = state.seats.get(phone).is_some_and(|phone| phone.is_seated);
        state.seats.ask_for_picture(Some((phone, asked)).filter(|_| is_seated));
        drop(state);
        self.announce();
        is_seated
    }

    /// Asks no phone for a picture any more.
    pub(crate) fn cancel_picture(&self) {
        self.state().seats.ask_for_picture(None);
        self.announce();
    }

    /// Checks if a phone is asked for the picture with this number.
    pub(crate) fn is_picture_asked(&self, phone: PhoneId, number: u64) -> bool {
        let state = self.state();
        let asked = state.seats.get(phone).and_then(|phone| phone.picture);
        asked.is_some_and(|asked| asked.number == number)
    }

    /// Checks if a phone is sending the picture that it is asked for.
    pub(crate) fn is_picture_arriving(&self, phone: PhoneId) -> bool {
        let state = self.state();
        let asked = state.seats.get(phone).and_then(|phone| phone.picture);
        asked.is_some_and(|asked| asked.is_arriving)
    }

    /// Starts to receive the picture that a phone is asked for. Returns its number.
    pub(crate) fn start_picture(&self, phone: PhoneId) -> Result<u64, PictureRefusal> {
        let mut state = self.state();
        if state.waiting.len() >= MAX_WAITING {
            return Err(PictureRefusal::Busy);
        }
        let phone = state.seats.get_mut(phone).ok_or(PictureRefusal::NotAsked)?;
        let asked = phone.picture.as_mut().ok_or(PictureRefusal::NotAsked)?;
        if asked.is_arriving {
            return Err(PictureRefusal::Arriving);
        }
        asked.is_arriving = true;
        let number = asked.number;
        phone.note = None;
        phone.version += 1;
        drop(state);
        self.announce();
        (self.waker)();
        Ok(number)
    }

    /// Ends the transfer of a picture that did not arrive; has no effect on another one.
    pub(crate) fn break_picture_off(&self, phone: PhoneId, number: u64) {
        let mut state = self.state();
        let Some(phone) = state.seats.get_mut(phone) else { return };
        let Some(asked) = phone.picture.as_mut().filter(|asked| asked.number == number) else {
            return;
        };
        asked.is_arriving = false;
        phone.version += 1;
        drop(state);
        self.announce();
        (self.waker)();
    }

    /// Hands a whole picture to the window.
    pub(crate) fn finish_picture(
        &self,
        id: PhoneId,
        number: u64,
        file: UnnamedFile,
    ) -> Result<(), PictureRefusal> {
        let mut state = self.state();
        if state.waiting.len() >= MAX_WAITING {
            return Err(PictureRefusal::Busy);
        }
        let phone = state.seats.get_mut(id).ok_or(PictureRefusal::NotAsked)?;
        let asked = phone.picture.take_if(|asked| asked.number == number);
        asked.ok_or(PictureRefusal::NotAsked)?;
        let text = "The picture is at the laptop.".to_owned();
        phone.note = Some(Note { text, is_refusal: false });
        phone.version += 1;
        state.waiting.push(PhoneRequest::Picture { phone: id, file });
        drop(state);
        self.announce();
        (self.waker)();
        Ok(())
    }
}
