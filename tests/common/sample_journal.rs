//! Small journals for tests, made of entries that are allowed at any moment.

use components::ids::{AdviserId, BuildingId, RaceId};
use components::quantity::Points;
use rules::action::{Action, ActionKind};
use rules::adjustment::{Adjustment, Amount};
use rules::player::{ByPlayer, PlayerId};
use rules::rulebook::{Options, TableOption};
use rules::setup::Setup;

use journal::{Change, Journal};

/// The first player.
pub(crate) const ANNA: PlayerId = PlayerId(0);
/// The second player.
pub(crate) const BEN: PlayerId = PlayerId(1);

/// Returns a setup for two players on the first board of the practice set.
pub(crate) fn sample_setup() -> Setup {
    let pack = packs::find("practice").expect("it is built in");
    let board = pack.boards[0].name.clone();
    let players = vec!["Anna".to_owned(), "Ben".to_owned()];
    Setup {
        pack,
        board,
        players,
        options: Options::default().with(TableOption::ImportPaysOwner),
        ..Setup::default()
    }
}

/// Returns the start of a real game, through the choice of races: Human and Inox.
pub(crate) fn opening(setup: &Setup) -> Vec<Change> {
    let pack = &setup.pack;
    let building = |name| BuildingId(index_of(pack.buildings.iter().map(|b| &*b.name), name));
    let race = |name| RaceId(index_of(pack.races.iter().map(|r| &*r.name), name));
    let proposals = ["University", "The Salt Barrel", "The Crooked Bone"].map(building).to_vec();
    let advisers = (0..18)
        .filter(|&index: &u8| pack.advisers[usize::from(index)].tier.value() == Some(&1))
        .take(4)
        .map(AdviserId)
        .collect();
    let deeds = [
        ActionKind::DealProposals(proposals),
        ActionKind::DealAdvisers(advisers),
        ActionKind::ChooseRace { player: ANNA, race: race("Human"), resource: None },
        ActionKind::ChooseRace { player: BEN, race: race("Inox"), resource: None },
    ];
    deeds.into_iter().map(|deed| Change::Play(deed.into())).collect()
}

/// Returns the index of a component of the practice set.
fn index_of<'a>(mut names: impl Iterator<Item = &'a str>, name: &str) -> u8 {
    let found = names.position(|other| other == name);
    u8::try_from(found.expect("a component of the practice set")).expect("a small pack")
}

/// Returns a remark with this text.
pub(crate) fn note(text: &str) -> Action {
    ActionKind::Annotate(text.to_owned()).into()
}

/// Returns an entry that changes the points of Anna.
pub(crate) fn points(change: i32) -> Action {
    let changes = vec![Adjustment::Points(ANNA, Amount::Change(Points(change)))];
    ActionKind::Adjust { changes, reason: "for the test".to_owned() }.into()
}

/// Returns the points of both players.
pub(crate) fn scores(anna: i32, ben: i32) -> ByPlayer<Points> {
    let mut points = ByPlayer::default();
    points[ANNA] = Points(anna);
    points[BEN] = Points(ben);
    points
}

/// Applies changes that are all allowed.
#[track_caller]
pub(crate) fn apply(journal: &mut Journal, changes: impl IntoIterator<Item = Change>) {
    for change in changes {
        let text = format!("{change:?}");
        if let Err(error) = journal.apply(change) {
            panic!("{text}: {error:?}");
        }
    }
}

/// Returns a journal with nested variations, comments, names and checkpoints; the cursor is not at
/// the end.
pub(crate) fn sample_journal() -> Journal {
    use record::Change::{Branch, Checkpoint, Comment, Name, Play, Redo, Undo};
    let mut journal = Journal::new(sample_setup()).expect("a setup that can be played");
    apply(
        &mut journal,
        [
            Comment("A quiet evening.\n\"No\" phones } or { so.  ".into()),
            Play(points(3)),
            Play(note("one")),
            Checkpoint(scores(3, 0)),
            Play(note("two")),
            Comment("! odd \\ ~00000000".into()),
            Play(points(-1)),
            Undo(2),
            Play(note("instead of two")),
            Name("A gentler line".into()),
            Play(note("and on")),
            Checkpoint(scores(3, 1)),
            Undo(1),
            Play(note("or on")),
            Undo(3),
            Play(note("instead of one")),
            Undo(2),
            Play(note("instead of all")),
            Undo(1),
            Branch(2),
            Redo(1),
            Branch(2),
            Redo(2),
        ],
    );
    journal
}
