//! A vote as the record has it, and ballots from phones.

use std::fs;

use anyhow::{Context, Result, ensure};
use journal::{Change, Journal};
use notation::record::read_record;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use rules::player::PlayerId;
use rules::task::Task;

use crate::phone::Phone;

/// The example game for four.
const GAME: &str = "assets/examples/four-founders.founders";
/// The number of the entry before which no vote is used, so that the pages are full.
const EARLIEST: usize = 80;

/// A game that stops at a turn whose player calls a vote next.
pub struct BeforeVote {
    pub journal: Journal,
    /// The player who calls the vote.
    pub caller: PlayerId,
}

impl BeforeVote {
    /// Truncates the example game.
    pub fn of_example() -> Result<Self> {
        let whole = read_record(&fs::read(GAME)?).record.context("the example is sound")?;
        let mut journal = Journal::new(whole.setup().clone())?;
        for id in whole.main_line() {
            let action = whole.entry(*id).action().context("an entry is an action")?;
            if is_call(action)
                && let Some(player) = action.kind.player()
                && journal.cursor() >= EARLIEST
            {
                return Ok(Self { caller: player, journal });
            }
            let played = journal.apply(Change::Play(action.clone()));
            played.ok().with_context(|| format!("the example is played: {action:?}"))?;
        }
        anyhow::bail!("{GAME} has no vote after entry {EARLIEST}")
    }
}

/// Returns `true` for an action that calls a vote.
pub const fn is_call(action: &Action) -> bool {
    matches!(action.kind, ActionKind::CallVote { .. })
}

/// Returns `true` if a game waits for ballots.
pub fn is_vote(journal: &Journal) -> bool {
    journal.game().pending().iter().any(|due| due.task == Task::Ballots)
}

/// Returns the name of a proposal on a phone.
pub const fn tile_key(tile: VoteTile) -> &'static str {
    match tile {
        VoteTile::Circle => "circle",
        VoteTile::Square => "square",
        VoteTile::Triangle => "triangle",
    }
}

/// Fills in the ballot on a phone and seals it: a proposal, and one lasting influence if there is
/// any.
pub async fn seal(phone: &mut Phone, tile: VoteTile, lasting: i32) -> Result<()> {
    phone.until("a ballot", "!!document.querySelector('#ballot')").await?;
    phone.press(&format!("label.choice:has([value={}])", tile_key(tile))).await?;
    for _ in 0..lasting {
        phone.press("#ballot [data-of=lasting][data-step='1']").await?;
    }
    phone.press("#ballot [type=submit]").await?;
    // The last ballot of a vote ends it.
    phone.until("the end of the ballot", "!document.querySelector('#ballot')").await?;
    Ok(())
}

/// Checks that an entry reveals exactly these ballots, each a player with a proposal and lasting
/// influence.
pub fn check_reveal(
    journal: &Journal,
    entry: usize,
    expected: &[(PlayerId, VoteTile, i32)],
) -> Result<()> {
    let ballots = match journal.action(entry).map(|action| &action.kind) {
        Some(ActionKind::Reveal(ballots)) => ballots.as_slice(),
        other => anyhow::bail!("expected entry {entry} to reveal the vote, it is {other:?}"),
    };
    let mut revealed: Vec<_> = ballots
        .iter()
        .map(|Ballot { player, tile, lasting, .. }| (*player, *tile, *lasting))
        .collect();
    let mut expected = expected.to_vec();
    let by_player = |ballot: &(PlayerId, VoteTile, i32)| ballot.0;
    revealed.sort_by_key(by_player);
    expected.sort_by_key(by_player);
    ensure!(revealed == expected, "expected the ballots {expected:?}, revealed are {revealed:?}");
    Ok(())
}
