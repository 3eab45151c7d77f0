//! The requests of phones to the window, and its answers.

use rules::action::Action;
use rules::commitment::BallotDigest;
use rules::player::PlayerId;
use sealed::{Draft, InitiativeChoice};
use storage::UnnamedFile;

use crate::seat::SeatId;

/// A phone that has, or asks for, a seat. The number is used once while the server runs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PhoneId(pub u64);

/// A move of a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhoneMove {
    /// A move of the first game.
    Founders(Box<Action>),
    /// An action of a scenario.
    Scenario(Box<scenario_rules::Action>),
}

/// The subject of a picture, as the phone names it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureSubject {
    /// A board to be traced.
    Board,
    /// The table, for its game.
    Table,
    /// A map of hexes.
    Map,
}

impl PictureSubject {
    /// Returns its name with the article.
    pub(crate) const fn noun(self) -> &'static str {
        match self {
            Self::Board => "the board",
            Self::Table => "the table",
            Self::Map => "the map",
        }
    }
}

/// A request of a phone. `Debug` shows nothing of a ballot or an initiative.
#[derive(Debug)]
pub enum PhoneRequest {
    /// A phone has taken a free seat. [`PhoneAnswer::Remove`] takes it back.
    Joined {
        /// The phone.
        phone: PhoneId,
        /// Its seat.
        seat: SeatId,
    },
    /// A phone asks for a seat that another phone has. It waits for [`PhoneAnswer::Admit`], which
    /// removes the other phone, or [`PhoneAnswer::Remove`].
    AsksForSeat {
        /// The phone.
        phone: PhoneId,
        /// The seat that it asks for.
        seat: SeatId,
    },
    /// A phone has left its seat, or no longer asks for it. It needs no answer.
    Left {
        /// The phone.
        phone: PhoneId,
        /// The seat.
        seat: SeatId,
    },
    /// A ballot to [seal](sealed::BallotBox::seal_choice). The phone waits for [`PhoneAnswer::Sealed`]
    /// or [`PhoneAnswer::Refused`].
    Ballot {
        /// The phone.
        phone: PhoneId,
        /// The voter.
        seat: PlayerId,
        /// The vote, as in [`VoteView::vote`](crate::VoteView::vote).
        vote: usize,
        /// The ballot. It is overwritten when dropped.
        choice: Box<Draft>,
    },
    /// An initiative to [seal](sealed::InitiativeBox::seal). The phone waits for
    /// [`PhoneAnswer::InitiativeSealed`] or [`PhoneAnswer::Refused`].
    Initiative {
        /// The phone.
        phone: PhoneId,
        /// The character.
        seat: SeatId,
        /// The round, from 1.
        round: usize,
        /// The choice. It is overwritten when dropped.
        choice: Box<InitiativeChoice>,
    },
    /// A move to preview, or to record if players record their own moves. The phone waits for
    /// [`PhoneAnswer::Noted`] or [`PhoneAnswer::Refused`].
    Suggestion {
        /// The phone.
        phone: PhoneId,
        /// The seat.
        seat: SeatId,
        /// The entry after which the move was listed, as in
        /// [`TableView::entry`](crate::TableView::entry).
        entry: usize,
        /// The move.
        action: PhoneMove,
    },
    /// The picture that a phone was [asked for](crate::PhoneServer::ask_for_picture). It needs no
    /// answer.
    Picture {
        /// The phone.
        phone: PhoneId,
        /// The picture, of any format and at most [`MAX_PICTURE_BYTES`](crate::MAX_PICTURE_BYTES).
        file: UnnamedFile,
    },
}

/// An answer of the window to a phone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PhoneAnswer {
    /// The phone gets the seat that it asked for, and an earlier phone loses it.
    Admit,
    /// The phone has no seat any more, or does not get the one it asked for.
    Remove,
    /// The ballot is sealed, with this fingerprint.
    Sealed(BallotDigest),
    /// The initiative is sealed.
    InitiativeSealed,
    /// The request is carried out; a sentence for the phone, such as "The laptop shows the move."
    Noted(String),
    /// The request is refused; a sentence for the phone with the reason and the remedy. For a
    /// ballot or an initiative it must not reveal a choice.
    Refused(String),
}
