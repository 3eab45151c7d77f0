//! A table at a vote of an example, with both panels of the vote, for the tests of both.

use crate::support::with_cx;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use journal::{Change, Journal};
use notation::record::read_record;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use rules::commitment::Nonce;
use rules::task::Task;
use sealed::{NonceError, NonceSource};
use table::table::Table;
use ui_board::command::FoundersCommand;
use ui_board::settings::{Settings, VotingMethod};
use ui_founders::reveal_view::{RevealMemory, reveal_view_ui};
use ui_founders::vote_panel::{VoteMemory, vote_panel_ui, vote_steps_ui};
use ui_kit::theme::{Appearance, Theme};

/// The state on screen: the table and the memory of both panels.
pub struct Poll {
    pub table: Table,
    pub settings: Settings,
    pub memory: VoteMemory,
    pub reveal: RevealMemory,
    pub commands: Vec<FoundersCommand>,
    /// Set if anything is drawn at all.
    pub is_shown: bool,
}

pub type Screen = Harness<'static, Poll>;

/// Returns the record of an example before the first vote that `is_wanted` accepts, and that vote.
pub fn vote_of(example: &str, is_wanted: impl Fn(&[Ballot]) -> bool) -> (Journal, Vec<Ballot>) {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/assets/examples");
    let bytes = std::fs::read(format!("{folder}/{example}.founders")).expect("it is there");
    let mut journal = read_record(&bytes).record.expect("it is sound");
    let mut found = None;
    journal::replay_with(&journal, |number, _, played| {
        if let ActionKind::Reveal(ballots) = &played.action.kind
            && found.is_none()
            && is_wanted(ballots)
        {
            found = Some((number, ballots.clone()));
        }
    });
    let (number, ballots) = found.expect("there is such a vote");
    while journal.game().pending().first().map(|owed| &owed.task) != Some(&Task::Ballots)
        || journal.cursor() >= number
    {
        journal.apply(Change::Undo(1)).expect("the vote comes before the end");
    }
    (journal, ballots)
}

/// Returns a manual vote in which a player committed influence.
pub fn hand_vote() -> (Journal, Vec<Ballot>) {
    vote_of("four-founders", |ballots| {
        spends_influence(ballots) && ballots.iter().all(|ballot| ballot.seal.is_none())
    })
}

/// Returns a sealed vote in which a player committed influence.
pub fn sealed_vote() -> (Journal, Vec<Ballot>) {
    vote_of("four-founders", |ballots| {
        spends_influence(ballots) && ballots.iter().all(|ballot| ballot.seal.is_some())
    })
}

fn spends_influence(ballots: &[Ballot]) -> bool {
    ballots.iter().any(|ballot| ballot.fleeting > 0)
}

/// Returns a source of the salts of these ballots, in this order.
pub fn salts(ballots: &[Ballot]) -> NonceSource {
    let salts: Vec<Nonce> = ballots.iter().filter_map(|b| Some(b.seal?.salt)).collect();
    let mut remaining = salts.into_iter();
    Box::new(move || remaining.next().ok_or_else(|| NonceError("none is left".to_owned())))
}

/// Returns a source of equal salts.
pub fn even_salts() -> NonceSource {
    Box::new(|| Ok(Nonce([7; 16])))
}

pub fn show(journal: Journal, voting: VotingMethod, salts: NonceSource) -> Screen {
    let poll = Poll {
        table: Table::new(journal),
        settings: Settings { voting, motion: false, ..Settings::default() },
        memory: VoteMemory::new(salts),
        reveal: RevealMemory::default(),
        commands: Vec::new(),
        is_shown: true,
    };
    show_poll(poll)
}

pub fn show_poll(poll: Poll) -> Screen {
    let mut screen = Harness::builder()
        .with_size(egui::vec2(760.0, 700.0))
        .with_max_steps(8)
        .with_context_setup(|ctx| Theme::install(ctx, Appearance::Light))
        .build_ui_state(
            |ui, poll: &mut Poll| {
                if !poll.is_shown {
                    return;
                }
                vote_steps_ui(ui, &poll.table);
                poll.memory.watch(&poll.table);
                let Poll { table, settings, reveal, memory, commands, .. } = poll;
                with_cx(table, settings, commands, |cx| {
                    if reveal.is_open(cx.table) {
                        reveal_view_ui(ui, cx, reveal);
                    } else if cx.table.task() == Some(Task::Ballots) {
                        vote_panel_ui(ui, cx, memory, None);
                    }
                });
            },
            poll,
        );
    screen.run();
    screen
}

#[track_caller]
pub fn press(screen: &mut Screen, label: &str) {
    screen.get_by_role_and_label(Role::Button, label).click();
    screen.run();
}

pub fn shows(screen: &Screen, label: &str) -> bool {
    let nodes = screen.root().children_recursive();
    nodes.into_iter().any(|node| {
        let node = node.accesskit_node();
        node.label().as_deref() == Some(label) || node.value().as_deref() == Some(label)
    })
}

/// Returns the name of a player as it is shown on every control.
pub fn name_of(screen: &Screen, ballot: &Ballot) -> String {
    screen.state().table.named_game().label(ballot.player)
}

/// Returns the only action that was pushed.
#[track_caller]
pub fn played(screen: &Screen) -> Action {
    match screen.state().commands.as_slice() {
        [FoundersCommand::Play(actions)] => match actions.as_slice() {
            [action] => action.clone(),
            other => panic!("not one action: {other:?}"),
        },
        // With the comment on how the ballots were sealed.
        [FoundersCommand::Change(changes)] => match changes.as_slice() {
            [Change::Play(action), Change::Comment(_)] => action.clone(),
            other => panic!("not one action: {other:?}"),
        },
        other => panic!("not one command: {other:?}"),
    }
}

pub fn tile_label(screen: &Screen, tile: VoteTile) -> String {
    let game = screen.state().table.game();
    let (word, place) = match tile {
        VoteTile::Circle => ("Circle", 0),
        VoteTile::Square => ("Square", 1),
        VoteTile::Triangle => ("Triangle", 2),
    };
    let building = game.proposals()[place].expect("there is a proposal");
    format!("{word}, {}", game.contents().building_name(building))
}

/// Lifts the curtain of a voter, who need not be the one called next.
#[track_caller]
pub fn lift(screen: &mut Screen, who: &str) {
    let lifts = format!("{who} lifts the curtain");
    if !shows(screen, &lifts) {
        if shows(screen, "All voters") {
            press(screen, "All voters");
        }
        let sealed = format!("{who} votes anew");
        let again = shows(screen, &sealed);
        press(screen, &if again { sealed } else { format!("{who} votes") });
    }
    press(screen, &lifts);
}

/// Fills in a ballot behind the curtain by pressing, up to the seal.
#[track_caller]
pub fn fill_in(screen: &mut Screen, ballot: &Ballot) {
    let who = name_of(screen, ballot);
    let label = tile_label(screen, ballot.tile);
    lift(screen, &who);
    press(screen, &label);
    // A page that opens commits all of it.
    let held = screen.state().table.game().fleeting(ballot.player);
    for _ in ballot.fleeting..held {
        press(screen, "Less fleeting influence");
    }
    for _ in 0..ballot.lasting {
        press(screen, "More lasting influence");
    }
}

#[track_caller]
pub fn vote(screen: &mut Screen, ballot: &Ballot) {
    fill_in(screen, ballot);
    seal(screen);
}

/// Seals the ballot on the open page.
#[track_caller]
pub fn seal(screen: &mut Screen) {
    let is_last = shows(screen, "Seal and count");
    press(screen, if is_last { "Seal and count" } else { "Seal" });
}
