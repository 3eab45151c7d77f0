//! The ballots of a vote, entered after a vote at the table or sealed secretly on this screen.
//!
//! Rulebook, "Building Proposal Vote". Until everybody has sealed, nothing of a ballot leaves the
//! [`BallotBox`] except onto the page of its voter:
//!
//! - The voter's page draws choice and amounts with the painter alone. Its controls have a name, a
//!   role and the focus, never a state, and they keep place and size whatever was chosen.
//! - Nothing of a ballot goes into the toolkit's memory, into an id, into an event for a screen
//!   reader or into a [`FoundersCommand`]; the one exception is [`Settings::speak_ballots`], which
//!   the voters switch on themselves.
//! - A page that was out of sight for a frame has its curtain down again, and its contents are
//!   forgotten, unless its voter looks at the board instead.

mod controls;
mod secret_vote;
mod table_vote;

use std::cell::RefCell;
use std::rc::Rc;

use egui::{Align, Key, Layout, Modifiers, Rect, Ui, UiBuilder, vec2};

use self::controls::{quiet_button_ui, wide_button_ui};
use self::secret_vote::{SecretVote, secret_vote_ui};
use self::table_vote::{TableVote, table_vote_ui};
use journal::{Change, EntryId};
use narration::NamedGame;
use rules::VoteStage;
use rules::action::{ActionKind, Ballot};
use rules::commitment::BallotDigest;
use rules::player::PlayerId;
use rules::task::Task;
use sealed::{BallotBox, Draft, NonceError, NonceSource, VoteError};
use table::table::Table;
use ui_board::Cx;
use ui_board::command::FoundersCommand;
use ui_board::settings::{Settings, VotingMethod};
use ui_kit::keyboard;
use ui_kit::theme::touch::TARGET;
use ui_kit::theme::{space, text};
use ui_kit::widgets::{body, lead, page_ui, panel_header_beside_ui};

/// The state of the panel: the ballots of a vote in progress.
///
/// It can neither be copied nor printed, and it is never written to a file.
pub struct VoteMemory {
    /// The salts of all votes of a game, one after another.
    salts: Rc<RefCell<NonceSource>>,
    /// The latest entry of the record when it was last checked.
    seen: Option<EntryId>,
    /// The entry after which the ballots are due.
    due: Option<EntryId>,
    vote: VoteEntry,
    /// The entry after which ballots were due that are lost, and the kind of loss.
    lost: Option<(EntryId, LostBallots)>,
    /// `true` if a vote has started and no voter was called yet.
    must_call: bool,
    /// `true` if the chosen way of voting is to be stored for the votes to come.
    stores_choice: bool,
    /// The frame in which the panel was last drawn.
    drawn_in: u64,
}

/// The reason that a vote starts again.
#[derive(Clone, Copy, PartialEq, Eq)]
enum LostBallots {
    /// Ballots were entered here and forgotten.
    Entered,
    /// The vote was due when the record was opened: it is unknown if anybody had voted.
    Opened,
}

impl LostBallots {
    const fn words(self) -> &'static str {
        match self {
            Self::Entered => "The ballots were not kept. Everyone votes again.",
            Self::Opened => "Ballots are never stored. Anyone who has voted already votes again.",
        }
    }
}

/// Returns the entry after which ballots are due, if they are.
fn due_of(table: &Table) -> Option<EntryId> {
    (table.awaits_ballots()).then(|| table.journal().here())
}

/// The way in which the ballots are entered.
enum VoteEntry {
    /// Not chosen yet.
    Undecided,
    AtTable(TableVote),
    Secret(SecretVote),
}

impl VoteMemory {
    /// Creates a panel without ballots; salts of sealed ballots come from `salts`.
    pub fn new(salts: NonceSource) -> Self {
        Self::with_salts(Rc::new(RefCell::new(salts)))
    }

    /// Creates the panel of a scratch table, on which ballots may be due already: none of them was
    /// lost.
    #[must_use]
    pub fn for_scratch_table(&self, table: &Table) -> Self {
        Self {
            seen: Some(table.journal().here()),
            due: due_of(table),
            ..Self::with_salts(Rc::clone(&self.salts))
        }
    }

    fn with_salts(salts: Rc<RefCell<NonceSource>>) -> Self {
        Self {
            salts,
            seen: None,
            due: None,
            vote: VoteEntry::Undecided,
            lost: None,
            must_call: false,
            stores_choice: false,
            drawn_in: 0,
        }
    }

    /// Follows the record; to be called in every frame, also outside of votes.
    ///
    /// Ballots of a vote that was left are forgotten. A vote that is due when a record is opened
    /// was left when the record was closed, so its ballots are lost as well.
    pub fn watch(&mut self, table: &Table) {
        let here = table.journal().here();
        if self.seen == Some(here) {
            return;
        }
        let due = due_of(table);
        if self.seen.is_none() {
            self.lost = due.map(|due| (due, LostBallots::Opened));
        }
        self.forget_ballots();
        self.must_call = due.is_some();
        self.seen = Some(here);
        self.due = due;
    }

    /// Keeps the open page while its voter looks at the board in its place; to be called in every
    /// frame of that.
    pub fn keep_page(&mut self, ctx: &egui::Context) {
        self.drawn_in = ctx.cumulative_frame_nr();
    }

    /// Returns `true` if something was entered that is lost when the vote is left.
    pub fn holds_ballots(&self) -> bool {
        match &self.vote {
            VoteEntry::Undecided => false,
            VoteEntry::AtTable(vote) => vote.has_started(),
            VoteEntry::Secret(here) => here.has_started(),
        }
    }

    /// Forgets everything entered, and notes the loss where the vote starts again.
    pub fn forget_ballots(&mut self) {
        if self.holds_ballots() {
            self.lost = self.due.map(|due| (due, LostBallots::Entered));
        }
        self.vote = VoteEntry::Undecided;
    }

    /// Returns the ballots of a secret vote; `None` outside of one.
    pub fn ballots(&self) -> Option<&BallotBox> {
        match &self.vote {
            VoteEntry::Secret(vote) => Some(vote.ballots()),
            VoteEntry::Undecided | VoteEntry::AtTable(_) => None,
        }
    }

    /// Starts a secret vote for phones, unless the players have chosen a way of voting.
    pub fn start_for_phones(&mut self, table: &Table) {
        self.watch(table);
        if matches!(self.vote, VoteEntry::Undecided) {
            self.start(VotingMethod::Here, table);
        }
    }

    /// Seals a ballot that a phone hands over, and returns its fingerprint.
    ///
    /// # Errors
    ///
    /// A [`VoteError`]; no message reveals a choice.
    pub fn seal_choice(
        &mut self,
        player: PlayerId,
        choice: Box<Draft>,
    ) -> Result<BallotDigest, VoteError> {
        match &mut self.vote {
            VoteEntry::Secret(vote) => vote.seal_choice(player, choice),
            VoteEntry::Undecided | VoteEntry::AtTable(_) => Err(VoteError::NoVoter),
        }
    }

    /// Takes the ballots of a secret vote once all are sealed, and returns the command that records
    /// them.
    pub fn take_reveal(&mut self, named: NamedGame<'_>) -> Option<FoundersCommand> {
        let VoteEntry::Secret(vote) = &mut self.vote else { return None };
        let (ballots, note) = vote.reveal(named)?;
        self.vote = VoteEntry::Undecided;
        self.lost = None;
        Some(reveal_command(ballots, note))
    }

    /// Returns the loss of ballots that were due here, until somebody votes again: next to a new
    /// ballot it would seem to be about that one.
    fn loss_to_explain(&self) -> Option<LostBallots> {
        let (due, loss) = self.lost?;
        (self.due == Some(due) && !self.holds_ballots()).then_some(loss)
    }

    fn start(&mut self, voting: VotingMethod, table: &Table) {
        let ranges = table.moves().ballots.clone();
        self.vote = match voting {
            VotingMethod::Ask => VoteEntry::Undecided,
            VotingMethod::ByHand => VoteEntry::AtTable(TableVote::new(ranges)),
            VotingMethod::Here => {
                let salts = Rc::clone(&self.salts);
                let source = Box::new(move || match salts.try_borrow_mut() {
                    Ok(mut salts) => (*salts)(),
                    Err(error) => Err(NonceError(error.to_string())),
                });
                VoteEntry::Secret(SecretVote::new(BallotBox::new(ranges, source)))
            }
        };
    }
}

/// Returns the command that records the revealed ballots.
fn reveal_command(ballots: Vec<Ballot>, note: Option<String>) -> FoundersCommand {
    let reveal = ActionKind::Reveal(ballots).into();
    match note {
        None => FoundersCommand::Play(vec![reveal]),
        // The note stays with the reveal, for later readers of the record.
        Some(note) => FoundersCommand::Change(vec![Change::Play(reveal), Change::Comment(note)]),
    }
}

/// A request of a page to the panel.
enum VoteRequest {
    /// Opens the ballots, with a note on their sealing.
    Reveal(Vec<Ballot>, Option<String>),
    /// Switches to the other way of voting.
    Switch(VotingMethod),
    /// Calls the next voter: a ballot was sealed, and others are missing.
    Next,
}

/// Draws the page for the ballots that are due.
///
/// To be drawn in the place of the board while [`Task::Ballots`] is pending. A button sets
/// `shows_board`; it is `None` where the board is next to the page.
pub fn vote_panel_ui(
    ui: &mut Ui,
    cx: Cx<'_>,
    memory: &mut VoteMemory,
    shows_board: Option<&mut bool>,
) {
    memory.watch(cx.table);
    let frame = ui.ctx().cumulative_frame_nr();
    let was_away = frame > memory.drawn_in + 1;
    memory.drawn_in = frame;
    if let VoteEntry::Secret(here) = &mut memory.vote
        && was_away
    {
        here.drop_curtain();
    }
    if std::mem::take(&mut memory.must_call) {
        call_voter(cx);
    }
    if matches!(memory.vote, VoteEntry::Undecided) {
        memory.start(cx.settings.voting, cx.table);
    }
    let loss = memory.loss_to_explain();
    if let VoteEntry::Secret(here) = &mut memory.vote
        && here.is_behind_curtain()
    {
        here.curtain_ui(ui, cx.table.named_game(), loss.map(LostBallots::words));
        return;
    }
    let request = page_ui(ui, "ballots", |ui| {
        let page = ui.available_rect_before_wrap();
        let request = ask_or_vote_ui(ui, cx, memory);
        if let Some(shows_board) = shows_board {
            *shows_board |= board_button_ui(ui, page);
        }
        request
    });
    match request {
        Some(VoteRequest::Reveal(ballots, note)) => {
            memory.vote = VoteEntry::Undecided;
            memory.lost = None;
            cx.commands.push(reveal_command(ballots, note));
        }
        Some(VoteRequest::Switch(voting)) => memory.start(voting, cx.table),
        Some(VoteRequest::Next) => call_voter(cx),
        None => {}
    }
}

/// Width to leave for the button to the board.
const BOARD_BUTTON: f32 = 156.0;

/// Draws the button to the board in the upper right corner of the page; returns `true` if it is
/// pressed.
fn board_button_ui(ui: &mut Ui, page: Rect) -> bool {
    let row = Rect::from_min_size(page.min, vec2(page.width(), TARGET));
    let layout = Layout::right_to_left(Align::Center);
    let builder = UiBuilder::new().max_rect(row).layout(layout);
    let mut corner = ui.new_child(builder);
    quiet_button_ui(&mut corner, "Look at the board").clicked()
}

/// Calls the next voter, if the settings ask for it.
fn call_voter(cx: Cx<'_>) {
    if cx.settings.calls_voters {
        cx.commands.push(FoundersCommand::CallVoter);
    }
}

fn ask_or_vote_ui(ui: &mut Ui, cx: Cx<'_>, memory: &mut VoteMemory) -> Option<VoteRequest> {
    if let Some(loss) = memory.loss_to_explain() {
        ui.scope(|ui| {
            // Next to the button to the board.
            ui.set_max_width((ui.available_width() - BOARD_BUTTON).max(0.0));
            lead(loss.words()).accent().ui(ui);
        });
        ui.add_space(space::S);
    }
    match &mut memory.vote {
        VoteEntry::Undecided => {
            let voting = ask_ui(ui, &mut memory.stores_choice)?;
            if memory.stores_choice {
                let settings = Settings { voting, ..cx.settings.clone() };
                cx.commands.push(FoundersCommand::SetSettings(Box::new(settings)));
            }
            Some(VoteRequest::Switch(voting))
        }
        VoteEntry::AtTable(vote) => table_vote_ui(ui, cx.table.named_game(), vote),
        VoteEntry::Secret(here) => secret_vote_ui(ui, cx.table.named_game(), cx.settings, here),
    }
}

/// Draws the two ways to vote; returns the one that is chosen.
fn ask_ui(ui: &mut Ui, stores_choice: &mut bool) -> Option<VotingMethod> {
    panel_header_beside_ui(ui, "How is the vote held?", BOARD_BUTTON);
    ui.add_space(space::M);
    let mut chosen = None;
    for (voting, key, label, note) in [
        (
            VotingMethod::ByHand,
            Key::Num1,
            "Enter a vote held by hand",
            "The vote tiles were revealed at the table; enter what they show.",
        ),
        (
            VotingMethod::Here,
            Key::Num2,
            "Vote on this screen",
            "One after another behind a curtain. Nothing is kept until everybody has sealed.",
        ),
    ] {
        let is_clicked = wide_button_ui(ui, label, note, key).clicked();
        if is_clicked || keyboard::pressed(ui, Modifiers::NONE, key) {
            chosen = Some(voting);
        }
        ui.add_space(space::S);
    }
    ui.checkbox(stores_choice, "The same way at every vote");
    chosen
}

/// Draws the steps of the vote on one line, the current one marked; draws nothing outside of votes.
pub fn vote_steps_ui(ui: &mut Ui, table: &Table) {
    let game = table.game();
    let Some(now) = game.vote_stage() else {
        return;
    };
    let left = table.pending_in_view().first().and_then(|decision| match decision.task {
        Task::Bonus(left) => Some(left),
        _ => None,
    });
    // The height of a row is taken before its content is drawn.
    let usual = ui.spacing().interact_size.y;
    ui.spacing_mut().interact_size.y = text::LEAD;
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(space::XS, 0.0);
        for stage in VoteStage::ALL {
            let mut label = stage_label(stage).to_owned();
            let is_now = stage == now;
            if let (true, Some(left)) = (is_now, left) {
                label = format!("{label}, {left} left");
            }
            controls::step_ui(ui, &label, stage.cmp(&now));
            if stage != VoteStage::NewProposals {
                body("·").muted().ui(ui);
            }
        }
    });
    ui.spacing_mut().interact_size.y = usual;
}

const fn stage_label(stage: VoteStage) -> &'static str {
    match stage {
        VoteStage::Bonuses => "Bonuses for cards left",
        VoteStage::Reset => "Cards and workers back",
        VoteStage::Income => "Income of the others",
        VoteStage::Ballots => "Ballots",
        VoteStage::Count => "Count",
        VoteStage::Tie => "Tie",
        VoteStage::Placing => "Placing",
        VoteStage::Deliveries => "Deliveries",
        VoteStage::NewProposals => "New proposals",
    }
}
