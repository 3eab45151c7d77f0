//! The phones with their seats.

use rules::commitment::BallotDigest;

use crate::request::{PhoneAnswer, PhoneId, PictureSubject};
use crate::seat::SeatId;
use crate::token::TokenDigest;

/// A seat with the digest of the token that holds it. The window stores it with the game, so that
/// phones find their seats again after a restart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeldSeat {
    /// The seat.
    pub seat: SeatId,
    /// The digest of the phone's token.
    pub digest: TokenDigest,
}

/// A phone that has, or asks for, a seat.
#[derive(Clone, Debug)]
pub(crate) struct Phone {
    pub(crate) id: PhoneId,
    pub(crate) digest: TokenDigest,
    pub(crate) seat: SeatId,
    /// `false` while it waits for an answer of the laptop.
    pub(crate) is_seated: bool,
    /// The latest sentence for this phone.
    pub(crate) note: Option<Note>,
    /// The vote or round whose secret choice waits for the window.
    pub(crate) handed_over: Option<usize>,
    /// The vote whose ballot the window has sealed, with the fingerprint.
    pub(crate) sealed: Option<(usize, BallotDigest)>,
    /// The picture that the laptop asks this phone for.
    pub(crate) picture: Option<AskedPicture>,
    /// The number of changes of the above; an event follows each.
    pub(crate) version: u64,
    /// The number of event streams that the phone has opened; only the latest one is served.
    pub(crate) stream: u64,
}

/// A sentence for one phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Note {
    pub(crate) text: String,
    pub(crate) is_refusal: bool,
}

/// A picture that a phone is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct AskedPicture {
    /// The number of the question. It is used once while the server runs.
    pub(crate) number: u64,
    pub(crate) subject: PictureSubject,
    /// `true` while the picture is being received.
    pub(crate) is_arriving: bool,
}

/// The phones, and the seats that they have.
#[derive(Debug, Default)]
pub(crate) struct Seats {
    phones: Vec<Phone>,
    last_id: u64,
    is_joining_closed: bool,
}

/// The result of a request for a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Join {
    /// The seat was free; the phone has it.
    Seated(PhoneId),
    /// Another phone has the seat; the laptop is asked.
    Asking(PhoneId),
    /// Another phone asks for the seat already.
    OtherAsks,
    /// Joining is closed.
    Closed,
}

impl Seats {
    /// Creates the seats with those of an earlier run.
    pub(crate) fn new(held: &[HeldSeat], is_joining_closed: bool) -> Self {
        let mut seats = Self { is_joining_closed, ..Self::default() };
        for held in held {
            if seats.phone_at(held.seat).is_none() {
                seats.add(held.seat, held.digest, true);
            }
        }
        seats
    }

    fn add(&mut self, seat: SeatId, digest: TokenDigest, is_seated: bool) -> PhoneId {
        self.last_id += 1;
        let id = PhoneId(self.last_id);
        self.phones.push(Phone {
            id,
            digest,
            seat,
            is_seated,
            note: None,
            handed_over: None,
            sealed: None,
            picture: None,
            version: 0,
            stream: 0,
        });
        id
    }

    /// Lists the seats that phones have, by seat.
    pub(crate) fn held(&self) -> Vec<HeldSeat> {
        let seated = self.phones.iter().filter(|phone| phone.is_seated);
        let mut held: Vec<HeldSeat> =
            seated.map(|phone| HeldSeat { seat: phone.seat, digest: phone.digest }).collect();
        held.sort_by_key(|held| held.seat);
        held
    }

    /// Opens or closes joining.
    pub(crate) const fn set_joining_closed(&mut self, is_closed: bool) {
        self.is_joining_closed = is_closed;
    }

    pub(crate) const fn is_joining_closed(&self) -> bool {
        self.is_joining_closed
    }

    /// Returns the phone that has a seat.
    pub(crate) fn phone_at(&self, seat: SeatId) -> Option<&Phone> {
        self.phones.iter().find(|phone| phone.is_seated && phone.seat == seat)
    }

    /// Returns the phone with a token.
    pub(crate) fn with_digest(&self, digest: &TokenDigest) -> Option<&Phone> {
        self.phones.iter().find(|phone| phone.digest == *digest)
    }

    /// Returns a phone to change it.
    pub(crate) fn get_mut(&mut self, id: PhoneId) -> Option<&mut Phone> {
        self.phones.iter_mut().find(|phone| phone.id == id)
    }

    /// Returns a phone.
    pub(crate) fn get(&self, id: PhoneId) -> Option<&Phone> {
        self.phones.iter().find(|phone| phone.id == id)
    }

    /// Takes a free seat for the phone with this digest, or asks for a taken one.
    pub(crate) fn join(&mut self, seat: SeatId, digest: TokenDigest) -> Join {
        if self.is_joining_closed {
            return Join::Closed;
        }
        if self.phone_at(seat).is_none() {
            return Join::Seated(self.add(seat, digest, true));
        }
        if self.phones.iter().any(|phone| !phone.is_seated && phone.seat == seat) {
            return Join::OtherAsks;
        }
        Join::Asking(self.add(seat, digest, false))
    }

    /// Removes a phone.
    pub(crate) fn remove(&mut self, id: PhoneId) {
        self.phones.retain(|phone| phone.id != id);
    }

    /// Carries out an answer of the window. An answer to a phone that is gone has no effect.
    pub(crate) fn answer(&mut self, id: PhoneId, answer: PhoneAnswer) {
        let Some(phone) = self.get_mut(id) else {
            return;
        };
        phone.version += 1;
        match answer {
            PhoneAnswer::Admit => {
                let seat = phone.seat;
                phone.is_seated = true;
                self.phones.retain(|phone| phone.seat != seat || phone.id == id);
            }
            PhoneAnswer::Remove => self.remove(id),
            PhoneAnswer::Sealed(fingerprint) => {
                phone.sealed = phone.handed_over.take().map(|vote| (vote, fingerprint));
                phone.note = None;
            }
            PhoneAnswer::InitiativeSealed => {
                phone.handed_over = None;
                phone.note = None;
            }
            PhoneAnswer::Noted(text) => phone.note = Some(Note { text, is_refusal: false }),
            PhoneAnswer::Refused(text) => {
                phone.handed_over = None;
                phone.note = Some(Note { text, is_refusal: true });
            }
        }
    }

    /// Asks one phone for a picture, or none, and the others no more.
    pub(crate) fn ask_for_picture(&mut self, asked: Option<(PhoneId, AskedPicture)>) {
        for phone in &mut self.phones {
            let picture = asked.and_then(|(id, picture)| Some(picture).filter(|_| phone.id == id));
            if phone.picture != picture {
                phone.picture = picture;
                phone.note = None;
                phone.version += 1;
            }
        }
    }

    /// Forgets secret choices other than the present one, and notes about an earlier entry.
    pub(crate) fn follow(&mut self, due: Option<usize>, is_new_entry: bool) {
        for phone in &mut self.phones {
            if is_new_entry {
                phone.note = None;
            }
            if phone.handed_over != due {
                phone.handed_over = None;
            }
            if phone.sealed.map(|(sealed, _)| sealed) != due {
                phone.sealed = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ANNA: SeatId = SeatId(0);
    const BEN: SeatId = SeatId(1);

    const fn digest(byte: u8) -> TokenDigest {
        TokenDigest([byte; 32])
    }

    #[test]
    fn an_admitted_phone_takes_the_seat_from_the_earlier_one() {
        let mut seats = Seats::new(&[], false);
        let Join::Seated(first) = seats.join(ANNA, digest(1)) else {
            panic!("the seat is free");
        };
        let Join::Asking(second) = seats.join(ANNA, digest(2)) else {
            panic!("the seat is taken");
        };
        assert_eq!(seats.join(ANNA, digest(3)), Join::OtherAsks);
        assert_eq!(seats.phone_at(ANNA).map(|phone| phone.id), Some(first));
        seats.answer(second, PhoneAnswer::Admit);
        assert_eq!(seats.phone_at(ANNA).map(|phone| phone.id), Some(second));
        assert!(seats.with_digest(&digest(1)).is_none());
        assert_eq!(seats.held(), [HeldSeat { seat: ANNA, digest: digest(2) }]);
    }

    #[test]
    fn a_removed_phone_leaves_its_seat_free() {
        let mut seats = Seats::new(&[HeldSeat { seat: BEN, digest: digest(7) }], false);
        let id = seats.phone_at(BEN).expect("the seat is held").id;
        seats.answer(id, PhoneAnswer::Remove);
        assert!(seats.phone_at(BEN).is_none() && seats.held().is_empty());
        seats.answer(id, PhoneAnswer::Admit);
        assert!(matches!(seats.join(BEN, digest(8)), Join::Seated(_)));
    }

    #[test]
    fn nobody_joins_while_joining_is_closed() {
        let mut seats = Seats::new(&[], true);
        assert_eq!(seats.join(ANNA, digest(1)), Join::Closed);
        seats.set_joining_closed(false);
        assert!(matches!(seats.join(ANNA, digest(1)), Join::Seated(_)));
    }

    #[test]
    fn a_fingerprint_stays_until_the_vote_is_over() {
        let mut seats = Seats::new(&[HeldSeat { seat: ANNA, digest: digest(1) }], false);
        let id = seats.phone_at(ANNA).expect("the seat is held").id;
        seats.get_mut(id).expect("it is there").handed_over = Some(12);
        seats.answer(id, PhoneAnswer::Sealed(BallotDigest([5; 10])));
        seats.follow(Some(12), true);
        assert!(seats.get(id).expect("it is there").sealed.is_some());
        seats.follow(None, true);
        assert_eq!(seats.get(id).expect("it is there").sealed, None);
    }
}
