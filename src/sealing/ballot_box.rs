//! The box into which every voter puts a ballot, in any order.

use std::fmt;

use rules::action::Ballot;
use rules::commitment::{BallotDigest, Nonce};
use rules::moves::BallotRange;
use rules::player::PlayerId;

use super::dump::Undumpable;
use super::fingerprint::fingerprint;
use super::secret::{Draft, Sealed};

/// Where salts come from: [`system_salts`], or the salts of a recorded game that is entered anew.
pub type SaltSource = Box<dyn FnMut() -> Result<Nonce, NoSalt>>;

/// Salts from the system's source of random numbers.
pub fn system_salts() -> SaltSource {
    Box::new(|| {
        let mut salt = Nonce([0; 16]);
        match getrandom::fill(&mut salt.0) {
            Ok(()) => Ok(salt),
            Err(error) => Err(NoSalt(error.to_string())),
        }
    })
}

/// There is no salt to be had, so nothing can be sealed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no random number to seal with: {0}")]
pub struct NoSalt(
    /// Why, as the source says it.
    pub String,
);

/// How far a voter is. It is all that others may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing yet.
    Nothing,
    /// The voter's page is open.
    FillingIn,
    /// The ballot is sealed.
    Sealed,
}

/// Why the box does not do what it is asked. No text of these tells a choice or an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VoteError {
    /// The player has no ballot in this vote.
    #[error("this player has no ballot in this vote")]
    NoVoter,
    /// On one screen, one page is open at a time.
    #[error("another voter's page is open")]
    OtherPageOpen,
    /// A sealed ballot is reopened, not filled in from the start by mistake.
    #[error("the ballot is sealed; it can be reopened until the reveal")]
    AlreadySealed,
    /// There is nothing sealed to reopen.
    #[error("there is no sealed ballot to reopen")]
    NotSealed,
    /// The page of this voter is not open.
    #[error("the page of this voter is not open")]
    PageClosed,
    /// No vote tile was chosen, or one without a proposal.
    #[error("no proposal is chosen")]
    NoProposal,
    /// Less than nothing, or more than the voter holds.
    #[error("the influence is not what the voter holds")]
    NotHeld,
    /// The source of salts has none.
    #[error(transparent)]
    NoSalt(#[from] NoSalt),
}

/// The ballots cannot be opened yet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not everybody has sealed a ballot")]
pub struct NotAllSealed {
    /// Who has not, by seat.
    pub missing: Vec<PlayerId>,
}

/// The ballots of one vote held on the screen. Rule 9.5.
///
/// It lives in memory only, and only as long as the vote goes on. A ballot goes
/// in through [`commitment`](Self::seal) and comes out through [`reveal`](Self::reveal),
/// together with all others; in between, even its voter can only reopen it empty.
/// Somebody else at the same screen could otherwise reopen it to look. That somebody else sealed
/// in a voter's place cannot be prevented on a shared screen, so the box counts how often each
/// ballot was sealed, for everybody to see.
pub struct BallotBox {
    /// By seat.
    voters: Vec<Voter>,
    salts: SaltSource,
    /// Held as long as there is anything of a ballot. It comes last, so that the ballots of a box
    /// that is dropped are wiped before.
    undumpable: Option<Undumpable>,
}

struct Voter {
    range: BallotRange,
    page: Page,
    /// So often a ballot of this voter was sealed.
    seals: u32,
}

/// What a voter has in the box. Choices are boxed, so that moving a page leaves no copy behind.
enum Page {
    Nothing,
    FillingIn(Box<Draft>),
    Sealed(Sealed),
}

impl BallotBox {
    /// An empty box for the ballots that are due, as [`Game::moves`](rules::Game::moves)
    /// lists them.
    pub fn new(mut ranges: Vec<BallotRange>, salts: SaltSource) -> Self {
        ranges.sort_by_key(|range| range.player);
        let voter = |range| Voter { range, page: Page::Nothing, seals: 0 };
        Self { voters: ranges.into_iter().map(voter).collect(), salts, undumpable: None }
    }

    /// Every voter by seat, with how far they are.
    pub fn voters(&self) -> impl Iterator<Item = (PlayerId, Progress)> {
        self.voters.iter().map(|voter| (voter.range.player, voter.progress()))
    }

    /// How far a player is, or nothing for one without a ballot in this vote.
    pub fn progress(&self, player: PlayerId) -> Option<Progress> {
        self.voter(player).map(Voter::progress)
    }

    /// What a player can commit.
    pub fn range(&self, player: PlayerId) -> Option<&BallotRange> {
        self.voter(player).map(|voter| &voter.range)
    }

    /// Whose page is open.
    pub fn open_page(&self) -> Option<PlayerId> {
        let mut voters = self.voters();
        voters.find(|(_, progress)| *progress == Progress::FillingIn).map(|(player, _)| player)
    }

    /// Whether the ballots can be opened.
    pub fn all_sealed(&self) -> bool {
        self.missing().is_empty()
    }

    /// Who has not sealed a ballot yet, by seat.
    pub fn missing(&self) -> Vec<PlayerId> {
        let missing = self.voters().filter(|(_, progress)| *progress != Progress::Sealed);
        missing.map(|(player, _)| player).collect()
    }

    /// The fingerprint of a player's sealed ballot. It tells nothing of the ballot.
    pub fn fingerprint(&self, player: PlayerId) -> Option<BallotDigest> {
        match &self.voter(player)?.page {
            Page::Sealed(sealed) => Some(sealed.fingerprint()),
            Page::Nothing | Page::FillingIn(_) => None,
        }
    }

    /// How often a ballot of a player was sealed in this vote.
    pub fn seals(&self, player: PlayerId) -> u32 {
        self.voter(player).map_or(0, |voter| voter.seals)
    }

    /// Opens the page of a voter who has sealed nothing, and gives the empty ballot on it.
    /// The page of the same voter may be open already; then it is as it was left.
    ///
    /// # Errors
    ///
    /// [`VoteError::NoVoter`], [`VoteError::OtherPageOpen`] or [`VoteError::AlreadySealed`].
    pub fn open(&mut self, player: PlayerId) -> Result<&mut Draft, VoteError> {
        self.no_other_page(player)?;
        let place = self.place(player).ok_or(VoteError::NoVoter)?;
        self.undumpable.get_or_insert_with(Undumpable::begin);
        let page = &mut self.voters[place].page;
        if let Page::Nothing = page {
            *page = Page::FillingIn(Box::default());
        }
        match page {
            Page::FillingIn(draft) => Ok(draft),
            Page::Nothing | Page::Sealed(_) => Err(VoteError::AlreadySealed),
        }
    }

    /// Takes a sealed ballot out of the box again and opens the page of its voter. The ballot is
    /// forgotten, its fingerprint with it: the page is empty.
    ///
    /// # Errors
    ///
    /// [`VoteError::NoVoter`], [`VoteError::OtherPageOpen`] or [`VoteError::NotSealed`].
    pub fn reopen(&mut self, player: PlayerId) -> Result<&mut Draft, VoteError> {
        self.no_other_page(player)?;
        let voter = self.voter_mut(player)?;
        match voter.page {
            Page::Sealed(_) => voter.page = Page::Nothing,
            Page::Nothing | Page::FillingIn(_) => return Err(VoteError::NotSealed),
        }
        self.open(player)
    }

    /// The ballot on the open page of a voter.
    pub fn draft_mut(&mut self, player: PlayerId) -> Option<&mut Draft> {
        match &mut self.voter_mut(player).ok()?.page {
            Page::FillingIn(draft) => Some(draft),
            Page::Nothing | Page::Sealed(_) => None,
        }
    }

    /// Closes the open page without sealing; what was filled in is forgotten.
    pub fn close_page(&mut self) {
        for voter in &mut self.voters {
            if let Page::FillingIn(_) = voter.page {
                voter.page = Page::Nothing;
            }
        }
        self.let_dump_if_empty();
    }

    /// Seals the ballot on the open page of a voter and closes the page. All that is handed out is
    /// the fingerprint, for the voter to write down.
    ///
    /// # Errors
    ///
    /// [`VoteError::NoVoter`], [`VoteError::PageClosed`], [`VoteError::NoProposal`],
    /// [`VoteError::NotHeld`] or [`VoteError::NoSalt`]; the page then stays as it is.
    pub fn seal(&mut self, player: PlayerId) -> Result<BallotDigest, VoteError> {
        // By index, for drawing a salt borrows the box as well.
        let place = self.place(player).ok_or(VoteError::NoVoter)?;
        let Voter { range, page, .. } = &self.voters[place];
        let Page::FillingIn(draft) = page else {
            return Err(VoteError::PageClosed);
        };
        let tile = draft.tile.filter(|tile| range.tiles.contains(tile));
        let tile = tile.ok_or(VoteError::NoProposal)?;
        let held = |amount: i32, most: i32| (0..=most.max(0)).contains(&amount);
        if !held(draft.fleeting, range.fleeting) || !held(draft.lasting, range.lasting) {
            return Err(VoteError::NotHeld);
        }
        let salt = (self.salts)()?;
        let ballot =
            Ballot { player, tile, fleeting: draft.fleeting, lasting: draft.lasting, seal: None };
        let fingerprint = fingerprint(&ballot, &salt);
        let voter = &mut self.voters[place];
        if let Page::FillingIn(choice) = std::mem::replace(&mut voter.page, Page::Nothing) {
            voter.page = Page::Sealed(Sealed::new(choice, salt, fingerprint));
        }
        voter.seals = voter.seals.saturating_add(1);
        Ok(fingerprint)
    }

    /// Opens all ballots together, by seat, each with its seal; they are ready for
    /// [`Deed::Reveal`](rules::action::Deed::Reveal). The box is empty afterwards.
    ///
    /// # Errors
    ///
    /// [`NotAllSealed`], as long as a ballot is missing; the box then stays as it is.
    pub fn reveal(&mut self) -> Result<Vec<Ballot>, NotAllSealed> {
        let missing = self.missing();
        if !missing.is_empty() {
            return Err(NotAllSealed { missing });
        }
        let mut ballots = Vec::with_capacity(self.voters.len());
        for voter in &mut self.voters {
            if let Page::Sealed(sealed) = &voter.page {
                ballots.extend(sealed.open(voter.range.player));
            }
            voter.page = Page::Nothing;
        }
        self.let_dump_if_empty();
        Ok(ballots)
    }

    /// Lets the process be dumped again once nothing of a ballot is left.
    fn let_dump_if_empty(&mut self) {
        let mut voters = self.voters();
        if voters.all(|(_, progress)| progress == Progress::Nothing) {
            drop(voters);
            self.undumpable = None;
        }
    }

    fn place(&self, player: PlayerId) -> Option<usize> {
        let mut voters = self.voters.iter();
        voters.position(|voter| voter.range.player == player)
    }

    fn voter(&self, player: PlayerId) -> Option<&Voter> {
        self.place(player).map(|place| &self.voters[place])
    }

    fn voter_mut(&mut self, player: PlayerId) -> Result<&mut Voter, VoteError> {
        let place = self.place(player).ok_or(VoteError::NoVoter)?;
        Ok(&mut self.voters[place])
    }

    fn no_other_page(&self, player: PlayerId) -> Result<(), VoteError> {
        match self.open_page() {
            Some(open) if open != player => Err(VoteError::OtherPageOpen),
            Some(_) | None => Ok(()),
        }
    }
}

/// Who has sealed, and nothing else.
impl fmt::Debug for BallotBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BallotBox ")?;
        f.debug_map().entries(self.voters().map(|(player, progress)| (player.0, progress))).finish()
    }
}

impl Voter {
    fn progress(&self) -> Progress {
        match self.page {
            Page::Nothing => Progress::Nothing,
            Page::FillingIn(_) => Progress::FillingIn,
            Page::Sealed(_) => Progress::Sealed,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::verify;
    use rules::action::VoteTile;

    const ANNA: PlayerId = PlayerId(0);
    const BEN: PlayerId = PlayerId(1);
    const MAE: PlayerId = PlayerId(2);

    /// Three voters with five fleeting and two lasting influence each; no proposal lies on the right.
    fn ranges() -> Vec<BallotRange> {
        let range = |player| BallotRange {
            player,
            tiles: vec![VoteTile::Circle, VoteTile::Square],
            fleeting: 5,
            lasting: 2,
        };
        [MAE, ANNA, BEN].map(range).to_vec()
    }

    /// A box whose salts are 1, 2, 3 and so on.
    fn numbered() -> BallotBox {
        let mut last = 0;
        BallotBox::new(
            ranges(),
            Box::new(move || {
                last += 1;
                Ok(Nonce([last; 16]))
            }),
        )
    }

    fn random() -> BallotBox {
        BallotBox::new(ranges(), system_salts())
    }

    fn fill_in(ballots: &mut BallotBox, player: PlayerId, tile: VoteTile, amounts: (i32, i32)) {
        let draft = ballots.open(player).expect("the page opens");
        draft.tile = Some(tile);
        (draft.fleeting, draft.lasting) = amounts;
    }

    #[track_caller]
    fn vote(
        ballots: &mut BallotBox,
        player: PlayerId,
        tile: VoteTile,
        amounts: (i32, i32),
    ) -> BallotDigest {
        fill_in(ballots, player, tile, amounts);
        ballots.seal(player).expect("the ballot is allowed")
    }

    /// The box after everybody has voted.
    fn full() -> BallotBox {
        let mut ballots = random();
        vote(&mut ballots, BEN, VoteTile::Square, (5, 1));
        vote(&mut ballots, ANNA, VoteTile::Circle, (0, 2));
        vote(&mut ballots, MAE, VoteTile::Square, (3, 0));
        ballots
    }

    #[test]
    fn ballots_come_out_by_seat_in_whatever_order_they_went_in() {
        let mut ballots = full();
        let opened = ballots.reveal().expect("everybody has sealed");
        let told: Vec<_> =
            opened.iter().map(|b| (b.player, b.tile, b.fleeting, b.lasting)).collect();
        assert_eq!(
            told,
            [
                (ANNA, VoteTile::Circle, 0, 2),
                (BEN, VoteTile::Square, 5, 1),
                (MAE, VoteTile::Square, 3, 0),
            ]
        );
    }

    #[test]
    fn every_opened_ballot_fits_the_fingerprint_that_was_shown() {
        let mut ballots = full();
        let shown: Vec<_> = [ANNA, BEN, MAE].map(|player| ballots.fingerprint(player)).to_vec();
        let opened = ballots.reveal().expect("everybody has sealed");
        let recorded: Vec<_> = opened.iter().map(|b| b.seal.map(|s| s.fingerprint)).collect();
        assert_eq!(recorded, shown);
        assert!(opened.iter().all(|b| b.seal.is_some() && verify(b).is_ok()));
    }

    #[test]
    fn salts_can_be_given() {
        let mut ballots = numbered();
        for player in [MAE, ANNA, BEN] {
            vote(&mut ballots, player, VoteTile::Circle, (0, 0));
        }
        let opened = ballots.reveal().expect("everybody has sealed");
        let salts: Vec<_> = opened.iter().filter_map(|b| Some(b.seal?.salt.0[0])).collect();
        assert_eq!(salts, [2, 3, 1], "in the order of sealing");
    }

    #[test]
    fn a_sealed_ballot_can_be_reopened_until_the_reveal() {
        let mut ballots = full();
        let first = ballots.fingerprint(BEN);
        assert_eq!(ballots.open(BEN).err(), Some(VoteError::AlreadySealed));
        ballots.reopen(BEN).expect("it is sealed").tile = Some(VoteTile::Circle);
        assert_eq!(ballots.progress(BEN), Some(Progress::FillingIn));
        let second = ballots.seal(BEN).expect("the ballot is allowed");
        assert_ne!(Some(second), first);
        let opened = ballots.reveal().expect("everybody has sealed");
        assert_eq!((opened[1].tile, opened[1].fleeting), (VoteTile::Circle, 0));
        assert_eq!(ballots.reopen(BEN).err(), Some(VoteError::NotSealed));
    }

    #[test]
    fn ballots_are_opened_only_when_all_have_sealed() {
        let mut ballots = random();
        vote(&mut ballots, BEN, VoteTile::Circle, (0, 0));
        ballots.open(MAE).expect("the page opens");
        assert!(!ballots.all_sealed());
        let missing = vec![ANNA, MAE];
        assert_eq!(ballots.reveal(), Err(NotAllSealed { missing }));
        assert_eq!(ballots.progress(BEN), Some(Progress::Sealed), "it stays");
    }

    #[test]
    fn a_revealed_box_is_empty() {
        let mut ballots = full();
        ballots.reveal().expect("everybody has sealed");
        assert!(ballots.voters().all(|(_, p)| p == Progress::Nothing));
    }

    #[test]
    fn the_box_counts_how_often_each_ballot_was_sealed() {
        let mut ballots = full();
        assert!([ANNA, BEN, MAE].iter().all(|&who| ballots.seals(who) == 1));
        ballots.reopen(BEN).expect("it is sealed");
        assert_eq!(ballots.seals(BEN), 1, "nothing new is sealed yet");
        vote(&mut ballots, BEN, VoteTile::Circle, (0, 0));
        assert_eq!(ballots.seals(BEN), 2);
        ballots.reveal().expect("everybody has sealed");
        assert_eq!((ballots.seals(ANNA), ballots.seals(BEN)), (1, 2));
    }

    /// Set for the copy of this test that looks at its own process.
    #[cfg(target_os = "linux")]
    const ALONE: &str = "FOUNDERS_LEDGER_TEST_ALONE";

    /// Whether a core dump of this process would be made is one thing for all its threads, and
    /// other tests vote at the same time: so it is looked at in a process of its own.
    #[cfg(target_os = "linux")]
    #[test]
    fn the_process_cannot_be_dumped_while_ballots_are_held() {
        use rustix::process::{DumpableBehavior, dumpable_behavior};

        if std::env::var_os(ALONE).is_none() {
            let name = "the_process_cannot_be_dumped_while_ballots_are_held";
            let this = std::env::current_exe().expect("the test runs from a file");
            let alone = std::process::Command::new(this)
                .arg(name)
                .env(ALONE, "1")
                .output()
                .expect("the test can be run again");
            let said = String::from_utf8_lossy(&alone.stdout);
            assert!(alone.status.success(), "{said}");
            assert!(said.contains("1 passed"), "{said}");
            return;
        }
        let is_dumpable = || dumpable_behavior() == Ok(DumpableBehavior::Dumpable);
        assert!(is_dumpable(), "before the vote");
        let mut ballots = random();
        assert!(is_dumpable(), "nothing is filled in yet");
        fill_in(&mut ballots, ANNA, VoteTile::Circle, (1, 0));
        assert!(!is_dumpable(), "a page is open");
        ballots.close_page();
        assert!(is_dumpable(), "the page is forgotten");
        for voter in [ANNA, BEN, MAE] {
            vote(&mut ballots, voter, VoteTile::Circle, (0, 0));
            assert!(!is_dumpable(), "ballots are sealed");
        }
        let other = full();
        ballots.reveal().expect("everybody has sealed");
        assert!(!is_dumpable(), "another box holds ballots");
        drop(other);
        assert!(is_dumpable(), "after the votes");
        let mut again = random();
        vote(&mut again, BEN, VoteTile::Square, (0, 0));
        drop(again);
        assert!(is_dumpable(), "the vote was given up");
    }

    #[test]
    fn one_page_is_open_at_a_time() {
        let mut ballots = full();
        ballots.reopen(ANNA).expect("it is sealed");
        assert_eq!(ballots.open_page(), Some(ANNA));
        assert_eq!(ballots.reopen(BEN).err(), Some(VoteError::OtherPageOpen));
        assert_eq!(ballots.open(MAE).err(), Some(VoteError::OtherPageOpen));
        assert!(ballots.draft_mut(BEN).is_none());
        assert!(ballots.open(ANNA).is_ok());
    }

    #[test]
    fn a_page_closed_without_sealing_is_forgotten() {
        let mut ballots = random();
        fill_in(&mut ballots, ANNA, VoteTile::Circle, (3, 0));
        ballots.close_page();
        assert_eq!(ballots.seal(ANNA), Err(VoteError::PageClosed));
        let draft = ballots.open(ANNA).expect("the page opens");
        assert_eq!((draft.tile, draft.fleeting), (None, 0));
    }

    #[test]
    fn a_ballot_that_cannot_be_cast_is_not_sealed_and_stays_open() {
        let mut ballots = random();
        ballots.open(ANNA).expect("the page opens");
        assert_eq!(ballots.seal(ANNA), Err(VoteError::NoProposal));
        fill_in(&mut ballots, ANNA, VoteTile::Triangle, (0, 0));
        assert_eq!(ballots.seal(ANNA), Err(VoteError::NoProposal));
        for amounts in [(6, 0), (-1, 0), (0, 3), (0, -1)] {
            fill_in(&mut ballots, ANNA, VoteTile::Circle, amounts);
            assert_eq!(ballots.seal(ANNA), Err(VoteError::NotHeld), "{amounts:?}");
        }
        assert_eq!(ballots.progress(ANNA), Some(Progress::FillingIn));
        assert_eq!(ballots.seal(PlayerId(3)), Err(VoteError::NoVoter));
    }

    #[test]
    fn without_a_salt_nothing_is_sealed() {
        let mut ballots = BallotBox::new(ranges(), Box::new(|| Err(NoSalt("none".to_owned()))));
        fill_in(&mut ballots, ANNA, VoteTile::Circle, (0, 0));
        assert!(matches!(ballots.seal(ANNA), Err(VoteError::NoSalt(_))));
        assert_eq!(ballots.progress(ANNA), Some(Progress::FillingIn));
    }

    // From here on: a test for each way in which a choice could leak out of the box.

    #[test]
    fn leak_debug_output_is_the_same_for_every_choice() {
        let mut outputs = Vec::new();
        for (tile, amounts) in [(VoteTile::Circle, (0, 0)), (VoteTile::Square, (5, 2))] {
            let mut ballots = random();
            vote(&mut ballots, ANNA, tile, amounts);
            fill_in(&mut ballots, BEN, tile, amounts);
            let draft = ballots.draft_mut(BEN).map(|draft| format!("{draft:?}"));
            outputs.push((draft, format!("{ballots:?}"), format!("{ballots:#?}")));
        }
        assert_eq!(outputs[0], outputs[1]);
        assert_eq!(outputs[0].1, "BallotBox {0: Sealed, 1: FillingIn, 2: Nothing}");
        assert_eq!(outputs[0].0.as_deref(), Some("Draft"));
    }

    #[test]
    fn leak_equal_ballots_have_different_fingerprints() {
        let mut ballots = random();
        let mut seen = Vec::new();
        for _ in 0..50 {
            let shown = vote(&mut ballots, ANNA, VoteTile::Circle, (1, 0));
            assert!(!seen.contains(&shown), "{shown}");
            seen.push(shown);
            ballots.reopen(ANNA).expect("it is sealed");
        }
    }

    #[test]
    fn leak_salts_are_random_and_nobody_gets_the_same() {
        let mut salts = Vec::new();
        for _ in 0..10 {
            let opened = full().reveal().expect("everybody has sealed");
            salts.extend(opened.iter().filter_map(|b| Some(b.seal?.salt.0)));
        }
        assert_eq!(salts.len(), 30);
        for (index, salt) in salts.iter().enumerate() {
            assert!(!salts[..index].contains(salt));
            assert_ne!(salt, &[0; 16]);
        }
    }

    #[test]
    fn leak_a_fingerprint_does_not_change_with_the_ballots_of_others() {
        let fixed = || BallotBox::new(ranges(), Box::new(|| Ok(Nonce([9; 16]))));
        let mut first = fixed();
        let alone = vote(&mut first, ANNA, VoteTile::Circle, (2, 0));
        for (tile, amounts) in [(VoteTile::Circle, (0, 0)), (VoteTile::Square, (5, 2))] {
            let mut later = fixed();
            vote(&mut later, MAE, tile, amounts);
            vote(&mut later, BEN, tile, amounts);
            let among_others = vote(&mut later, ANNA, VoteTile::Circle, (2, 0));
            assert_eq!(among_others, alone);
            later.reopen(BEN).expect("it is sealed");
            assert_eq!(later.fingerprint(ANNA), Some(alone));
        }
    }

    #[test]
    fn leak_fingerprints_are_equally_long_for_every_ballot() {
        let mut ballots = random();
        for tile in [VoteTile::Circle, VoteTile::Square] {
            for amounts in [(0, 0), (5, 0), (5, 2)] {
                let shown = vote(&mut ballots, ANNA, tile, amounts);
                assert_eq!(shown.to_string().len(), 24, "{shown}");
                ballots.reopen(ANNA).expect("it is sealed");
            }
        }
    }

    #[test]
    fn leak_reopening_shows_an_empty_page() {
        let mut ballots = full();
        let draft = ballots.reopen(BEN).expect("it is sealed");
        assert_eq!((draft.tile, draft.fleeting, draft.lasting), (None, 0, 0));
        assert_eq!(ballots.fingerprint(BEN), None);
    }

    #[test]
    fn leak_nothing_sealed_can_be_read_before_the_reveal() {
        let mut ballots = random();
        vote(&mut ballots, ANNA, VoteTile::Square, (4, 1));
        assert!(ballots.draft_mut(ANNA).is_none());
        assert!(ballots.open(ANNA).is_err());
        assert_eq!(ballots.range(ANNA), ranges().get(1), "what is held is no secret");
        assert!(ballots.reveal().is_err());
        ballots.close_page();
        assert!(ballots.draft_mut(ANNA).is_none());
    }

    #[test]
    fn leak_errors_tell_neither_choice_nor_amount() {
        let mut ballots = random();
        let mut texts = Vec::new();
        for (tile, amounts) in
            [(VoteTile::Triangle, (1, 1)), (VoteTile::Circle, (77, 0)), (VoteTile::Square, (0, 88))]
        {
            fill_in(&mut ballots, ANNA, tile, amounts);
            let error = ballots.seal(ANNA).expect_err("it cannot be cast");
            texts.push(format!("{error} {error:?}"));
        }
        let error = ballots.reveal().expect_err("nobody has sealed");
        texts.push(format!("{error}"));
        for text in texts {
            let told = ["ircle", "quare", "riangle", "77", "88"];
            assert!(told.iter().all(|word| !text.contains(word)), "{text}");
        }
    }

    /// Asks that a type lacks a trait, found out by which of two methods the compiler prefers:
    /// the one on the value if its condition holds, otherwise the one on the reference.
    macro_rules! lacks {
        ($type:ty: $trait:path) => {{
            struct Asked<T>(std::marker::PhantomData<T>);
            trait Otherwise {
                fn has(&self) -> bool {
                    false
                }
            }
            impl<T> Otherwise for &Asked<T> {}
            impl<T: $trait> Asked<T> {
                fn has(&self) -> bool {
                    let Self(_) = self;
                    true
                }
            }
            let text = Asked::<String>(std::marker::PhantomData);
            assert!((&text).has(), "a text has them all, so the question works");
            let asked = Asked::<$type>(std::marker::PhantomData);
            assert!(!(&asked).has());
        }};
    }

    #[test]
    fn leak_no_holder_of_a_choice_can_be_copied() {
        lacks!(BallotBox: Clone);
        lacks!(Draft: Clone);
        lacks!(Sealed: Clone);
        lacks!(Page: Clone);
    }

    #[test]
    fn leak_no_holder_of_a_choice_can_be_printed() {
        lacks!(BallotBox: fmt::Display);
        lacks!(Draft: fmt::Display);
        lacks!(Sealed: fmt::Display);
        lacks!(Sealed: fmt::Debug);
        lacks!(Page: fmt::Debug);
        lacks!(Voter: fmt::Debug);
    }

    #[test]
    fn leak_no_holder_of_a_choice_can_be_serialised() {
        lacks!(BallotBox: serde::Serialize);
        lacks!(Draft: serde::Serialize);
        lacks!(Sealed: serde::Serialize);
        lacks!(Page: serde::Serialize);
    }
}
