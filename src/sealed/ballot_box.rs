//! The ballot box, which takes the voters' ballots in any order.

use std::fmt;

use rules::action::Ballot;
use rules::commitment::{BallotDigest, Nonce};
use rules::moves::BallotRange;
use rules::player::PlayerId;

use super::ballot_draft::{Draft, SealedBallot};
use super::commitment::ballot_digest;
use super::core_dump::CoreDumpGuard;

/// A source of salts: [`system_nonces`], or the salts of a recorded game that is entered again.
pub type NonceSource = Box<dyn FnMut() -> Result<Nonce, NonceError>>;

/// Returns a source that draws salts from the system's random numbers.
pub fn system_nonces() -> NonceSource {
    Box::new(|| {
        let mut salt = Nonce([0; 16]);
        match getrandom::fill(&mut salt.0) {
            Ok(()) => Ok(salt),
            Err(error) => Err(NonceError(error.to_string())),
        }
    })
}

/// The source has no salt, so no ballot can be sealed.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no random number to seal with: {0}")]
pub struct NonceError(
    /// The message of the source.
    pub String,
);

/// The progress of a voter. Other players may know no more.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BallotProgress {
    /// The voter has not started.
    Nothing,
    /// The voter's page is open.
    FillingIn,
    /// The ballot is sealed.
    Sealed,
}

/// The reason why the box refuses a request. No message reveals a choice or an amount.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum VoteError {
    /// The player has no ballot in this vote.
    #[error("this player has no ballot in this vote")]
    NoVoter,
    /// Another voter's page is open; the screen shows one page at a time.
    #[error("another voter's page is open")]
    OtherPageOpen,
    /// The ballot is sealed. It must be reopened deliberately to be filled in again.
    #[error("the ballot is sealed; it can be reopened until the reveal")]
    AlreadySealed,
    /// There is no sealed ballot to reopen.
    #[error("there is no sealed ballot to reopen")]
    NotSealed,
    /// The page of this voter is not open.
    #[error("the page of this voter is not open")]
    PageClosed,
    /// The voter's own page is open on the screen, so that no ballot from elsewhere is sealed.
    #[error("the page of this voter is open on the screen")]
    OwnPageOpen,
    /// No vote tile was chosen, or one without a proposal.
    #[error("no proposal is chosen")]
    NoProposal,
    /// The influence is negative, or more than the voter has.
    #[error("the influence is not what the voter holds")]
    NotHeld,
    /// The source of salts has none.
    #[error(transparent)]
    Nonce(#[from] NonceError),
}

/// The ballots cannot be opened yet.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not everybody has sealed a ballot")]
pub struct NotAllSealed {
    /// The voters without a sealed ballot, by seat.
    pub missing: Vec<PlayerId>,
}

/// The ballots of one vote held on the screen. Rule 9.5.
///
/// It exists only in memory and only during the vote. A ballot goes in through
/// [`commitment`](Self::seal) and comes out through [`reveal`](Self::reveal), together with all
/// others. In between, even its voter can only reopen it empty: another person at the screen could
/// otherwise reopen it to read it. A shared screen cannot prevent another person from sealing in a
/// voter's place, so the box publicly counts the seals of each ballot.
pub struct BallotBox {
    /// The voters by seat.
    voters: Vec<Voter>,
    salts: NonceSource,
    /// Present while there is any ballot. The last field, so that a dropped box overwrites its
    /// ballots first.
    core_dump_guard: Option<CoreDumpGuard>,
}

struct Voter {
    range: BallotRange,
    page: BallotPage,
    /// The number of times this voter's ballot was sealed.
    seals: u32,
}

/// A voter's page. Choices are boxed, so that moving a page leaves no copy.
enum BallotPage {
    Nothing,
    FillingIn(Box<Draft>),
    Sealed(SealedBallot),
}

impl BallotBox {
    /// Creates an empty box for the due ballots, as listed by
    /// [`Game::moves`](rules::Game::moves).
    pub fn new(mut ranges: Vec<BallotRange>, salts: NonceSource) -> Self {
        ranges.sort_by_key(|range| range.player);
        let voters = ranges
            .into_iter()
            .map(|range| Voter { range, page: BallotPage::Nothing, seals: 0 })
            .collect();
        Self { voters, salts, core_dump_guard: None }
    }

    /// Lists all voters by seat, with their progress.
    pub fn voters(&self) -> impl Iterator<Item = (PlayerId, BallotProgress)> {
        self.voters.iter().map(|voter| (voter.range.player, voter.progress()))
    }

    /// Returns the progress of a player; `None` for one without a ballot in this vote.
    pub fn progress(&self, player: PlayerId) -> Option<BallotProgress> {
        self.voter(player).map(Voter::progress)
    }

    /// Returns the votes that a player can cast; `None` for one without a ballot in this vote.
    pub fn range(&self, player: PlayerId) -> Option<&BallotRange> {
        self.voter(player).map(|voter| &voter.range)
    }

    /// Returns the voter whose page is open.
    pub fn open_page(&self) -> Option<PlayerId> {
        let mut voters = self.voters();
        voters
            .find(|(_, progress)| *progress == BallotProgress::FillingIn)
            .map(|(player, _)| player)
    }

    /// Returns `true` if every ballot is sealed, so that all can be opened.
    pub fn all_sealed(&self) -> bool {
        self.unsealed().is_empty()
    }

    /// Returns the voters without a sealed ballot, by seat.
    pub fn unsealed(&self) -> Vec<PlayerId> {
        self.voters()
            .filter(|(_, progress)| *progress != BallotProgress::Sealed)
            .map(|(player, _)| player)
            .collect()
    }

    /// Returns the fingerprint of a player's sealed ballot. It reveals nothing of the ballot.
    pub fn fingerprint(&self, player: PlayerId) -> Option<BallotDigest> {
        match &self.voter(player)?.page {
            BallotPage::Sealed(sealed) => Some(sealed.fingerprint()),
            BallotPage::Nothing | BallotPage::FillingIn(_) => None,
        }
    }

    /// Returns the number of times a player's ballot was sealed in this vote.
    pub fn seal_count(&self, player: PlayerId) -> u32 {
        self.voter(player).map_or(0, |voter| voter.seals)
    }

    /// Opens the page of a voter without a sealed ballot, and returns the ballot on it. The ballot
    /// is empty, unless the page was open already.
    ///
    /// # Errors
    ///
    /// [`VoteError::NoVoter`], [`VoteError::OtherPageOpen`] or [`VoteError::AlreadySealed`].
    pub fn open(&mut self, player: PlayerId) -> Result<&mut Draft, VoteError> {
        self.check_no_other_page(player)?;
        let place = self.place(player).ok_or(VoteError::NoVoter)?;
        self.core_dump_guard.get_or_insert_with(CoreDumpGuard::begin);
        let page = &mut self.voters[place].page;
        if let BallotPage::Nothing = page {
            *page = BallotPage::FillingIn(Box::default());
        }
        match page {
            BallotPage::FillingIn(draft) => Ok(draft),
            BallotPage::Nothing | BallotPage::Sealed(_) => Err(VoteError::AlreadySealed),
        }
    }

    /// Discards a sealed ballot with its fingerprint, and opens an empty page for its voter.
    ///
    /// # Errors
    ///
    /// [`VoteError::NoVoter`], [`VoteError::OtherPageOpen`] or [`VoteError::NotSealed`].
    pub fn reopen(&mut self, player: PlayerId) -> Result<&mut Draft, VoteError> {
        self.check_no_other_page(player)?;
        let voter = self.voter_mut(player)?;
        match voter.page {
            BallotPage::Sealed(_) => voter.page = BallotPage::Nothing,
            BallotPage::Nothing | BallotPage::FillingIn(_) => return Err(VoteError::NotSealed),
        }
        self.open(player)
    }

    /// Returns the ballot on the open page of a voter; `None` if the page is not open.
    pub fn draft_mut(&mut self, player: PlayerId) -> Option<&mut Draft> {
        match &mut self.voter_mut(player).ok()?.page {
            BallotPage::FillingIn(draft) => Some(draft),
            BallotPage::Nothing | BallotPage::Sealed(_) => None,
        }
    }

    /// Closes the open page without sealing, and discards its ballot.
    pub fn close_page(&mut self) {
        for voter in &mut self.voters {
            if let BallotPage::FillingIn(_) = voter.page {
                voter.page = BallotPage::Nothing;
            }
        }
        self.allow_dumps_if_empty();
    }

    /// Seals the ballot on the open page of a voter and closes the page. Returns only the
    /// fingerprint, for the voter to write down.
    ///
    /// # Errors
    ///
    /// [`VoteError::NoVoter`], [`VoteError::PageClosed`], [`VoteError::NoProposal`],
    /// [`VoteError::NotHeld`] or [`VoteError::Nonce`]; the page then stays as it is.
    pub fn seal(&mut self, player: PlayerId) -> Result<BallotDigest, VoteError> {
        // By index, because drawing a salt borrows the box as well.
        let place = self.place(player).ok_or(VoteError::NoVoter)?;
        let Voter { range, page, .. } = &self.voters[place];
        let BallotPage::FillingIn(draft) = page else {
            return Err(VoteError::PageClosed);
        };
        let (salt, fingerprint) = committed(range, draft, &mut self.salts)?;
        let page = &mut self.voters[place].page;
        if let BallotPage::FillingIn(choice) = std::mem::replace(page, BallotPage::Nothing) {
            self.put(place, SealedBallot::new(choice, salt, fingerprint));
        }
        Ok(fingerprint)
    }

    /// Seals a ballot that was filled in elsewhere, such as on the voter's phone, and returns the
    /// fingerprint. The page of another voter may be open.
    ///
    /// # Errors
    ///
    /// [`VoteError::NoVoter`], [`VoteError::OwnPageOpen`], [`VoteError::AlreadySealed`],
    /// [`VoteError::NoProposal`], [`VoteError::NotHeld`] or [`VoteError::Nonce`]; the choice is
    /// then overwritten, and the box is unchanged.
    pub fn seal_choice(
        &mut self,
        player: PlayerId,
        choice: Box<Draft>,
    ) -> Result<BallotDigest, VoteError> {
        let place = self.place(player).ok_or(VoteError::NoVoter)?;
        let Voter { range, page, .. } = &self.voters[place];
        match page {
            BallotPage::Nothing => {}
            BallotPage::FillingIn(_) => return Err(VoteError::OwnPageOpen),
            BallotPage::Sealed(_) => return Err(VoteError::AlreadySealed),
        }
        let (salt, fingerprint) = committed(range, &choice, &mut self.salts)?;
        self.core_dump_guard.get_or_insert_with(CoreDumpGuard::begin);
        self.put(place, SealedBallot::new(choice, salt, fingerprint));
        Ok(fingerprint)
    }

    /// Puts a sealed ballot into the place of its voter, and counts the seal.
    fn put(&mut self, place: usize, sealed: SealedBallot) {
        let voter = &mut self.voters[place];
        voter.page = BallotPage::Sealed(sealed);
        voter.seals = voter.seals.saturating_add(1);
    }

    /// Opens all ballots together and empties the box. The ballots are by seat, each with its seal,
    /// ready for [`ActionKind::Reveal`](rules::action::ActionKind::Reveal).
    ///
    /// # Errors
    ///
    /// [`NotAllSealed`], while a ballot is missing; the box is unchanged then.
    pub fn reveal(&mut self) -> Result<Vec<Ballot>, NotAllSealed> {
        let missing = self.unsealed();
        if !missing.is_empty() {
            return Err(NotAllSealed { missing });
        }
        let mut ballots = Vec::with_capacity(self.voters.len());
        for voter in &mut self.voters {
            if let BallotPage::Sealed(sealed) = &voter.page {
                ballots.extend(sealed.open(voter.range.player));
            }
            voter.page = BallotPage::Nothing;
        }
        self.allow_dumps_if_empty();
        Ok(ballots)
    }

    /// Makes the process dumpable again once no ballot is left.
    fn allow_dumps_if_empty(&mut self) {
        let mut voters = self.voters();
        if voters.all(|(_, progress)| progress == BallotProgress::Nothing) {
            drop(voters);
            self.core_dump_guard = None;
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

    fn check_no_other_page(&self, player: PlayerId) -> Result<(), VoteError> {
        match self.open_page() {
            Some(open) if open != player => Err(VoteError::OtherPageOpen),
            Some(_) | None => Ok(()),
        }
    }
}

/// Checks that a voter can cast this ballot, and commits to it with a new salt.
fn committed(
    range: &BallotRange,
    draft: &Draft,
    salts: &mut NonceSource,
) -> Result<(Nonce, BallotDigest), VoteError> {
    let Draft { fleeting, lasting, .. } = *draft;
    let tile = draft.tile.filter(|tile| range.tiles.contains(tile)).ok_or(VoteError::NoProposal)?;
    if !(0..=range.fleeting.max(0)).contains(&fleeting)
        || !(0..=range.lasting.max(0)).contains(&lasting)
    {
        return Err(VoteError::NotHeld);
    }
    let salt = salts()?;
    let ballot = Ballot { player: range.player, tile, fleeting, lasting, seal: None };
    Ok((salt, ballot_digest(&ballot, &salt)))
}

/// Prints the progress of each voter, and nothing else.
impl fmt::Debug for BallotBox {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("BallotBox ")?;
        f.debug_map().entries(self.voters().map(|(player, progress)| (player.0, progress))).finish()
    }
}

impl Voter {
    fn progress(&self) -> BallotProgress {
        match self.page {
            BallotPage::Nothing => BallotProgress::Nothing,
            BallotPage::FillingIn(_) => BallotProgress::FillingIn,
            BallotPage::Sealed(_) => BallotProgress::Sealed,
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

    /// Three voters with five fleeting and two lasting influence each; the right place has no
    /// proposal.
    fn ranges() -> Vec<BallotRange> {
        [MAE, ANNA, BEN]
            .map(|player| BallotRange {
                player,
                tiles: vec![VoteTile::Circle, VoteTile::Square],
                fleeting: 5,
                lasting: 2,
            })
            .to_vec()
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

    fn with_fixed_salt() -> BallotBox {
        BallotBox::new(ranges(), Box::new(|| Ok(Nonce([9; 16]))))
    }

    fn random() -> BallotBox {
        BallotBox::new(ranges(), system_nonces())
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

    const fn choice(tile: Option<VoteTile>, fleeting: i32, lasting: i32) -> Draft {
        Draft { tile, fleeting, lasting }
    }

    #[test]
    fn a_choice_from_elsewhere_is_sealed_as_one_from_the_page_and_beside_an_open_page() {
        let (mut here, mut elsewhere) = (with_fixed_salt(), with_fixed_salt());
        let fingerprint = vote(&mut here, BEN, VoteTile::Circle, (2, 1));
        elsewhere.open(ANNA).expect("her page opens");
        let sealed = elsewhere.seal_choice(BEN, Box::new(choice(Some(VoteTile::Circle), 2, 1)));
        assert_eq!(sealed, Ok(fingerprint));
        assert_eq!(elsewhere.open_page(), Some(ANNA));
        assert_eq!(
            (elsewhere.progress(BEN), elsewhere.seal_count(BEN)),
            (Some(BallotProgress::Sealed), 1)
        );
    }

    #[test]
    fn a_choice_from_elsewhere_that_cannot_be_cast_leaves_the_box_unchanged() {
        let mut ballots = with_fixed_salt();
        ballots.open(ANNA).expect("her page opens");
        for (player, choice, error) in [
            (PlayerId(3), choice(Some(VoteTile::Circle), 0, 0), VoteError::NoVoter),
            (ANNA, choice(Some(VoteTile::Circle), 0, 0), VoteError::OwnPageOpen),
            (BEN, choice(None, 0, 0), VoteError::NoProposal),
            (BEN, choice(Some(VoteTile::Triangle), 0, 0), VoteError::NoProposal),
            (BEN, choice(Some(VoteTile::Circle), 6, 0), VoteError::NotHeld),
            (BEN, choice(Some(VoteTile::Circle), 0, -1), VoteError::NotHeld),
        ] {
            assert_eq!(ballots.seal_choice(player, Box::new(choice)), Err(error));
        }
        assert_eq!(
            (ballots.progress(BEN), ballots.seal_count(BEN)),
            (Some(BallotProgress::Nothing), 0)
        );
        ballots
            .seal_choice(BEN, Box::new(choice(Some(VoteTile::Circle), 5, 2)))
            .expect("it can be cast");
        let again = ballots.seal_choice(BEN, Box::new(choice(Some(VoteTile::Square), 0, 0)));
        assert_eq!(again, Err(VoteError::AlreadySealed));
    }

    #[test]
    fn the_reveal_lists_ballots_by_seat_in_any_order_of_sealing() {
        let mut ballots = full();
        let opened = ballots.reveal().expect("everybody has sealed");
        let revealed: Vec<_> =
            opened.iter().map(|b| (b.player, b.tile, b.fleeting, b.lasting)).collect();
        assert_eq!(
            revealed,
            [
                (ANNA, VoteTile::Circle, 0, 2),
                (BEN, VoteTile::Square, 5, 1),
                (MAE, VoteTile::Square, 3, 0),
            ]
        );
    }

    #[test]
    fn every_revealed_ballot_matches_the_fingerprint_that_was_shown() {
        let mut ballots = full();
        let shown: Vec<_> = [ANNA, BEN, MAE].map(|player| ballots.fingerprint(player)).to_vec();
        let opened = ballots.reveal().expect("everybody has sealed");
        let recorded: Vec<_> = opened.iter().map(|b| b.seal.map(|s| s.fingerprint)).collect();
        assert_eq!(recorded, shown);
        assert!(opened.iter().all(|b| b.seal.is_some() && verify(b).is_ok()));
    }

    #[test]
    fn salts_of_a_given_source_are_used_in_the_order_of_sealing() {
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
        assert_eq!(ballots.progress(BEN), Some(BallotProgress::FillingIn));
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
        assert_eq!(ballots.progress(BEN), Some(BallotProgress::Sealed), "it stays");
    }

    #[test]
    fn the_reveal_empties_the_box() {
        let mut ballots = full();
        ballots.reveal().expect("everybody has sealed");
        assert!(ballots.voters().all(|(_, p)| p == BallotProgress::Nothing));
    }

    #[test]
    fn the_box_counts_how_often_each_ballot_was_sealed() {
        let mut ballots = full();
        assert!([ANNA, BEN, MAE].iter().all(|&who| ballots.seal_count(who) == 1));
        ballots.reopen(BEN).expect("it is sealed");
        assert_eq!(ballots.seal_count(BEN), 1, "nothing new is sealed yet");
        vote(&mut ballots, BEN, VoteTile::Circle, (0, 0));
        assert_eq!(ballots.seal_count(BEN), 2);
        ballots.reveal().expect("everybody has sealed");
        assert_eq!((ballots.seal_count(ANNA), ballots.seal_count(BEN)), (1, 2));
    }

    /// Set for the copy of the test that runs in its own process.
    #[cfg(target_os = "linux")]
    const ALONE: &str = "FOUNDERS_LEDGER_TEST_ALONE";

    /// The dump setting is shared by all threads of a process, and other tests vote at the same
    /// time. So the test runs in a separate process.
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
            let output = String::from_utf8_lossy(&alone.stdout);
            assert!(alone.status.success(), "{output}");
            assert!(output.contains("1 passed"), "{output}");
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
    fn only_one_page_can_be_open_at_a_time() {
        let mut ballots = full();
        ballots.reopen(ANNA).expect("it is sealed");
        assert_eq!(ballots.open_page(), Some(ANNA));
        assert_eq!(ballots.reopen(BEN).err(), Some(VoteError::OtherPageOpen));
        assert_eq!(ballots.open(MAE).err(), Some(VoteError::OtherPageOpen));
        assert!(ballots.draft_mut(BEN).is_none());
        assert!(ballots.open(ANNA).is_ok());
    }

    #[test]
    fn closing_a_page_without_sealing_discards_its_ballot() {
        let mut ballots = random();
        fill_in(&mut ballots, ANNA, VoteTile::Circle, (3, 0));
        ballots.close_page();
        assert_eq!(ballots.seal(ANNA), Err(VoteError::PageClosed));
        let draft = ballots.open(ANNA).expect("the page opens");
        assert_eq!((draft.tile, draft.fleeting), (None, 0));
    }

    #[test]
    fn an_illegal_ballot_is_not_sealed_and_stays_open() {
        let mut ballots = random();
        ballots.open(ANNA).expect("the page opens");
        assert_eq!(ballots.seal(ANNA), Err(VoteError::NoProposal));
        fill_in(&mut ballots, ANNA, VoteTile::Triangle, (0, 0));
        assert_eq!(ballots.seal(ANNA), Err(VoteError::NoProposal));
        for amounts in [(6, 0), (-1, 0), (0, 3), (0, -1)] {
            fill_in(&mut ballots, ANNA, VoteTile::Circle, amounts);
            assert_eq!(ballots.seal(ANNA), Err(VoteError::NotHeld), "{amounts:?}");
        }
        assert_eq!(ballots.progress(ANNA), Some(BallotProgress::FillingIn));
        assert_eq!(ballots.seal(PlayerId(3)), Err(VoteError::NoVoter));
    }

    #[test]
    fn a_ballot_is_not_sealed_without_a_salt() {
        let mut ballots = BallotBox::new(ranges(), Box::new(|| Err(NonceError("none".to_owned()))));
        fill_in(&mut ballots, ANNA, VoteTile::Circle, (0, 0));
        assert!(matches!(ballots.seal(ANNA), Err(VoteError::Nonce(_))));
        assert_eq!(ballots.progress(ANNA), Some(BallotProgress::FillingIn));
    }

    // The following tests each check one way in which a choice could leak out of the box.

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
    fn leak_salts_are_random_and_never_equal() {
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
        let mut first = with_fixed_salt();
        let alone = vote(&mut first, ANNA, VoteTile::Circle, (2, 0));
        for (tile, amounts) in [(VoteTile::Circle, (0, 0)), (VoteTile::Square, (5, 2))] {
            let mut later = with_fixed_salt();
            vote(&mut later, MAE, tile, amounts);
            vote(&mut later, BEN, tile, amounts);
            let among_others = vote(&mut later, ANNA, VoteTile::Circle, (2, 0));
            assert_eq!(among_others, alone);
            later.reopen(BEN).expect("it is sealed");
            assert_eq!(later.fingerprint(ANNA), Some(alone));
        }
    }

    #[test]
    fn leak_all_fingerprints_have_the_same_length() {
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
        assert_eq!(ballots.range(ANNA), ranges().get(1), "the held influence is no secret");
        assert!(ballots.reveal().is_err());
        ballots.close_page();
        assert!(ballots.draft_mut(ANNA).is_none());
    }

    #[test]
    fn leak_errors_reveal_neither_choice_nor_amount() {
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
            let secrets = ["ircle", "quare", "riangle", "77", "88"];
            assert!(secrets.iter().all(|word| !text.contains(word)), "{text}");
        }
    }

    /// Asserts that a type does not implement a trait. The compiler prefers the method on the value
    /// if its trait bound holds, otherwise it takes the method on the reference.
    macro_rules! assert_not_impl {
        ($type:ty: $trait:path) => {{
            struct Probe<T>(std::marker::PhantomData<T>);
            trait Fallback {
                fn has(&self) -> bool {
                    false
                }
            }
            impl<T> Fallback for &Probe<T> {}
            impl<T: $trait> Probe<T> {
                fn has(&self) -> bool {
                    let Self(_) = self;
                    true
                }
            }
            let text = Probe::<String>(std::marker::PhantomData);
            assert!((&text).has(), "a string implements all of them, so the probe works");
            let probe = Probe::<$type>(std::marker::PhantomData);
            assert!(!(&probe).has());
        }};
    }

    #[test]
    fn leak_no_holder_of_a_choice_can_be_copied() {
        assert_not_impl!(BallotBox: Clone);
        assert_not_impl!(Draft: Clone);
        assert_not_impl!(SealedBallot: Clone);
        assert_not_impl!(BallotPage: Clone);
    }

    #[test]
    fn leak_no_holder_of_a_choice_can_be_printed() {
        assert_not_impl!(BallotBox: fmt::Display);
        assert_not_impl!(Draft: fmt::Display);
        assert_not_impl!(SealedBallot: fmt::Display);
        assert_not_impl!(SealedBallot: fmt::Debug);
        assert_not_impl!(BallotPage: fmt::Debug);
        assert_not_impl!(Voter: fmt::Debug);
    }

    #[test]
    fn leak_no_holder_of_a_choice_can_be_serialized() {
        assert_not_impl!(BallotBox: serde::Serialize);
        assert_not_impl!(Draft: serde::Serialize);
        assert_not_impl!(SealedBallot: serde::Serialize);
        assert_not_impl!(BallotPage: serde::Serialize);
    }
}
