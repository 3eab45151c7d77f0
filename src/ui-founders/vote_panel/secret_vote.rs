//! A secret vote on this screen: the curtain, the voter's page, the list of voters.
//!
//! Each voter lifts the curtain, chooses and seals; sealing lowers the curtain for the next voter,
//! and the last seal opens all ballots. The list of voters is for any other order.

use egui::{Align, Align2, Key, Layout, Modifiers, Rect, Role, Ui, UiBuilder, Vec2, vec2};
use plain_text::{capitalized, counted, listed};

use super::BOARD_BUTTON;
use super::VoteRequest;
use super::controls::{
    BallotKeys, Feedback, InfluenceKind, STEPPER, STRENGTH, proposal_card_ui, proposal_name,
    quiet_button_ui, stepper_ui, strength_ui,
};
use narration::NamedGame;
use rules::Game;
use rules::action::{Ballot, VoteTile};
use rules::commitment::BallotDigest;
use rules::player::PlayerId;
use sealed::{BallotBox, BallotProgress, Draft, VoteError};
use ui_board::pieces::{paint_player_badge, player_names, vote_tile_icon};
use ui_board::settings::{Settings, VotingMethod};
use ui_kit::icons::Icon;
use ui_kit::keyboard;
use ui_kit::theme::{Theme, space, text, theme, touch};
use ui_kit::widgets::{
    ROW_HEIGHT, body, caption, chip_ui, group_ui, hairline_ui, headline, lead, left_of, name_as,
    paint_in, panel_header_beside_ui, primary_button_ui,
};

/// The ballot box and the page of it on screen.
pub(super) struct SecretVote {
    ballots: BallotBox,
    page: VotePage,
    /// The voter who sealed right before the curtain fell, whose fingerprint is on it.
    sealed: Option<PlayerId>,
    /// The time at which the open page was opened, by the clock of the window.
    opened_at: f64,
    /// `true` if the curtain fell by itself before a ballot was sealed, which is forgotten.
    is_forgotten: bool,
    /// The error of the latest press; it reveals neither a choice nor an amount.
    error: Option<VoteError>,
}

/// A page of the vote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum VotePage {
    /// The list of the players who have voted, and who have not.
    Waiting,
    /// Opaque, with the name of the player who lifts it.
    Curtain(PlayerId),
    /// The voter's own.
    Voter(PlayerId),
    /// The question before the vote is started again.
    Restart,
}

impl SecretVote {
    /// Starts the vote at the curtain of the first voter.
    pub(super) fn new(ballots: BallotBox) -> Self {
        let page = next_page(&ballots);
        Self { ballots, page, sealed: None, opened_at: 0.0, is_forgotten: false, error: None }
    }

    /// Returns `true` if somebody has started to vote.
    pub(super) fn has_started(&self) -> bool {
        self.ballots.voters().any(|(_, progress)| progress != BallotProgress::Nothing)
    }

    pub(super) fn is_behind_curtain(&self) -> bool {
        matches!(self.page, VotePage::Curtain(_))
    }

    /// Hides the open page and forgets its contents: somebody else may lift the curtain next.
    pub(super) fn drop_curtain(&mut self) {
        if let VotePage::Voter(player) = self.page {
            self.ballots.close_page();
            self.page = VotePage::Curtain(player);
            self.is_forgotten = true;
        }
    }

    /// Returns the ballot box, which shows nothing of a ballot.
    pub(super) const fn ballots(&self) -> &BallotBox {
        &self.ballots
    }

    /// Returns the ballots of everybody, opened together, with a note on players who sealed more
    /// than once; `None` while a ballot is missing.
    pub(super) fn reveal(&mut self, named: NamedGame<'_>) -> Option<(Vec<Ballot>, Option<String>)> {
        let ballots = self.ballots.reveal().ok()?;
        let note = resealed_note(named, &self.ballots);
        Some((ballots, note))
    }

    /// Seals a ballot from elsewhere. A curtain that waits for its voter goes on to the next one.
    pub(super) fn seal_choice(
        &mut self,
        player: PlayerId,
        choice: Box<Draft>,
    ) -> Result<BallotDigest, VoteError> {
        let fingerprint = self.ballots.seal_choice(player, choice)?;
        if self.page == VotePage::Curtain(player) {
            self.page = next_page(&self.ballots);
            self.sealed = None;
        }
        Ok(fingerprint)
    }

    /// Seals the ballot on the open page. The last seal opens all ballots, any other one lowers the
    /// curtain for the next voter.
    fn seal(&mut self, ui: &Ui, named: NamedGame<'_>, player: PlayerId) -> Option<VoteRequest> {
        if let Err(error) = self.ballots.seal(player) {
            self.error = Some(error);
            return None;
        }
        if let Some((ballots, note)) = self.reveal(named) {
            return Some(VoteRequest::Reveal(ballots, note));
        }
        self.turn_to(ui, next_page(&self.ballots));
        self.sealed = Some(player);
        Some(VoteRequest::Next)
    }

    fn turn_to(&mut self, ui: &Ui, page: VotePage) {
        self.page = page;
        self.sealed = None;
        self.is_forgotten = false;
        self.error = None;
        // The keyboard focus would reveal the latest press.
        ui.memory_mut(|memory| {
            if let Some(id) = memory.focused() {
                memory.surrender_focus(id);
            }
        });
    }

    /// Draws the curtain over the whole panel, with a note on ballots that were lost.
    pub(super) fn curtain_ui(&mut self, ui: &mut Ui, named: NamedGame<'_>, loss: Option<&str>) {
        let VotePage::Curtain(player) = self.page else {
            return;
        };
        let theme = theme(ui);
        let who = named.label(player);
        let rect = ui.max_rect();
        ui.painter().rect_filled(rect, 0, theme.curtain);
        paint_folds(ui, rect, &theme);
        let chalk = on_curtain(&theme);
        let is_sealed = self.ballots.progress(player) == Some(BallotProgress::Sealed);
        let note = if is_sealed {
            "The sealed ballot is forgotten as the curtain goes up; the page begins anew."
        } else if self.is_forgotten {
            "The ballot was not sealed and is forgotten; the page begins anew."
        } else {
            loss.unwrap_or("Nobody else looks at the screen now.")
        };
        let height = 96.0 + 40.0 + 28.0 + 48.0 + 40.0 + ROW_HEIGHT + 5.0 * space::L;
        let content = Rect::from_center_size(
            rect.center(),
            vec2(rect.width().min(420.0), height.min(rect.height())),
        );
        let builder = UiBuilder::new().max_rect(content).layout(Layout::top_down(Align::Center));
        let (mut lifts, mut goes_back) = (false, false);
        ui.scope_builder(builder, |ui| {
            let (_, badge) = ui.allocate_space(Vec2::splat(88.0));
            if !theme.dark {
                // The edges of badges are dark where the paper is light; the cloth is always dark.
                let radius = badge.width() / 2.0 + space::XS;
                ui.painter().circle_filled(badge.center(), radius, chalk);
            }
            paint_player_badge(ui.painter(), badge, named.game(), player);
            ui.label(headline(ui, &format!("{who} votes"), text::HEAD).color(chalk));
            lead(note).tinted(chalk).ui(ui);
            ui.add_space(space::M);
            // A key that is still held from the seal of the voter before does not lift it.
            lifts = primary_button_ui(ui, &format!("{who} lifts the curtain")).clicked()
                || keyboard::pressed_once(ui, Modifiers::NONE, Key::Enter);
            ui.add_space(space::S);
            goes_back = quiet_button_ui(ui, "All voters").clicked();
            if let Some(voter) = self.sealed
                && let Some(fingerprint) = self.ballots.fingerprint(voter)
            {
                ui.add_space(space::S);
                fingerprint_ui(ui, &named.label(voter), fingerprint, chalk);
            }
        });
        ui.allocate_rect(rect, egui::Sense::hover());
        if goes_back {
            self.ballots.close_page();
            self.turn_to(ui, VotePage::Waiting);
        } else if lifts {
            self.lift(ui, player);
        }
    }

    /// Opens the page of a voter. All fleeting influence is committed on it at first: none of it
    /// remains after the vote, committed or not (rule 9.7).
    fn lift(&mut self, ui: &Ui, player: PlayerId) {
        let is_sealed = self.ballots.progress(player) == Some(BallotProgress::Sealed);
        let error = if is_sealed {
            self.ballots.reopen(player).err()
        } else {
            self.ballots.open(player).err()
        };
        let held = self.ballots.range(player).map_or(0, |range| range.fleeting);
        if let Some(draft) = self.ballots.draft_mut(player) {
            draft.fleeting = held;
        }
        self.turn_to(ui, VotePage::Voter(player));
        self.opened_at = ui.input(|input| input.time);
        self.error = error;
    }

    /// Returns `true` if the pointer was moved since the page was opened: before that, it rests
    /// where the previous voter left it.
    fn is_pointer_moved(&self, ui: &Ui) -> bool {
        ui.input(|input| {
            let since_opened = (input.time - self.opened_at) as f32;
            input.pointer.time_since_last_movement() < since_opened
        })
    }
}

/// Returns the page that calls the next voter.
fn next_page(ballots: &BallotBox) -> VotePage {
    let next = ballots.unsealed().first().copied();
    next.map_or(VotePage::Waiting, VotePage::Curtain)
}

/// Draws the fingerprint of a ballot in a small line, for a voter who notes it down.
fn fingerprint_ui(ui: &mut Ui, who: &str, fingerprint: BallotDigest, color: egui::Color32) {
    // The place is the same for every fingerprint.
    let size = vec2(ui.available_width(), ROW_HEIGHT);
    let (rect, line) = ui.allocate_exact_size(size, egui::Sense::hover());
    name_as(&line, Role::Label, format_args!("Fingerprint {fingerprint}"));
    let words = caption(format!("Fingerprint {fingerprint} · {who} sealed")).tinted(color);
    words.paint_within(ui, rect, Align2::CENTER_CENTER);
    line.on_hover_text(
        "Noted down, it shows at the reveal that nobody changed the ballot in between.",
    );
}

/// Returns a color that is readable on the curtain, which is dark in every look.
fn on_curtain(theme: &Theme) -> egui::Color32 {
    if theme.dark { theme.ink } else { theme.raised }
}

/// Paints the folds of the cloth.
fn paint_folds(ui: &Ui, rect: Rect, theme: &Theme) {
    const FOLD: f32 = 56.0;
    let color = on_curtain(theme).gamma_multiply(0.06);
    let mut x = rect.left() + FOLD / 2.0;
    while x < rect.right() {
        let fold = Rect::from_x_y_ranges(x..=(x + FOLD * 0.4).min(rect.right()), rect.y_range());
        ui.painter().rect_filled(fold, 0, color);
        x += FOLD;
    }
}

/// Draws the page that is on screen, unless it is the curtain.
pub(super) fn secret_vote_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    settings: &Settings,
    here: &mut SecretVote,
) -> Option<VoteRequest> {
    match here.page {
        VotePage::Waiting => waiting_ui(ui, named, here),
        VotePage::Voter(player) => {
            let speaks = settings.speak_ballots;
            let feedback = Feedback { is_spoken: speaks, tints_hover: here.is_pointer_moved(ui) };
            voter_ui(ui, named, here, player, feedback)
        }
        VotePage::Restart => restart_ui(ui, here),
        // It is drawn over everything, before this.
        VotePage::Curtain(_) => None,
    }
}

/// Draws the voters in seat order; any of them may be next.
fn waiting_ui(ui: &mut Ui, named: NamedGame<'_>, here: &mut SecretVote) -> Option<VoteRequest> {
    panel_header_beside_ui(ui, "The secret vote", BOARD_BUTTON);
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::L;
        ui.spacing_mut().interact_size.y = text::TITLE;
        for tile in VoteTile::ALL {
            let icon = vote_tile_icon(tile);
            chip_ui(ui, Some(icon), proposal_name(named.game(), tile));
        }
    });
    let voters: Vec<(PlayerId, BallotProgress)> = here.ballots.voters().collect();
    for &(player, progress) in &voters {
        hairline_ui(ui);
        let fingerprint = here.ballots.fingerprint(player);
        let seals = here.ballots.seal_count(player);
        if waiting_row_ui(ui, named, (player, progress), fingerprint, seals) {
            here.turn_to(ui, VotePage::Curtain(player));
        }
    }
    hairline_ui(ui);
    let mut request = None;
    ui.horizontal_wrapped(|ui| {
        if here.has_started() {
            if quiet_button_ui(ui, "Begin the vote again…").clicked() {
                here.turn_to(ui, VotePage::Restart);
            }
        } else if quiet_button_ui(ui, "Enter a vote held by hand instead").clicked() {
            request = Some(VoteRequest::Switch(VotingMethod::ByHand));
        }
    });
    let missing = listed(&player_names(named, here.ballots.unsealed()));
    let note = format!("Still to vote, in any order: {missing}. The last seal opens all ballots.");
    body(note).muted().ui(ui);
    request
}

/// Draws a voter, the fingerprint if there is one, and the button to the curtain; returns `true` if
/// it is pressed.
fn waiting_row_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    (player, progress): (PlayerId, BallotProgress),
    fingerprint: Option<BallotDigest>,
    seals: u32,
) -> bool {
    let theme = theme(ui);
    let who = named.label(player);
    let label = match progress {
        BallotProgress::Nothing | BallotProgress::FillingIn => format!("{who} votes"),
        BallotProgress::Sealed => format!("{who} votes anew"),
    };
    // Somebody else may have pressed it in a voter's place, so everybody sees it at once.
    let state = match (fingerprint, seals) {
        (Some(fingerprint), 0 | 1) => fingerprint.to_string(),
        (Some(fingerprint), seals) => format!("{fingerprint}, sealed {}", times(seals)),
        (None, 0) => "not voted yet".to_owned(),
        (None, seals) => format!("sealed {}, now open again", times(seals)),
    };
    group_ui(ui, format!("{who}, {state}"), |ui| {
        ui.allocate_ui_with_layout(
            vec2(ui.available_width(), touch::TARGET + space::XS),
            Layout::right_to_left(Align::Center),
            |ui| {
                let is_taken = quiet_button_ui(ui, &label).clicked();
                let (_, rect) = ui.allocate_space(vec2(ui.available_width(), touch::TARGET));
                let badge = left_of(rect, 30.0);
                paint_player_badge(ui.painter(), badge, named.game(), player);
                let words = rect.with_min_x(badge.right() + space::S);
                let name = body(&who).bold().elided(ui, words.width());
                let (below, color, icon) = if fingerprint.is_some() {
                    (caption(&state).good(), theme.good, Some(Icon::Lock))
                } else {
                    (caption(&state), theme.muted, None)
                };
                let inner =
                    words.width() - if icon.is_some() { ROW_HEIGHT + space::XS } else { 0.0 };
                let galley = below.elided(ui, inner);
                let (upper, mut lower) = words.split_top_bottom_at_fraction(0.5);
                paint_in(ui.painter(), upper, Align2::LEFT_CENTER, name);
                if let Some(icon) = icon {
                    let place = left_of(lower, ROW_HEIGHT).shrink(1.0);
                    ui_kit::icons::paint_icon(ui.painter(), icon, place, color);
                    lower = lower.with_min_x(place.right() + space::XS);
                }
                paint_in(ui.painter(), lower, Align2::LEFT_CENTER, galley);
                is_taken
            },
        )
        .inner
    })
}

/// Formats a number of times.
fn times(count: u32) -> String {
    match count {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        count => counted(count, "time", "times"),
    }
}

/// Names the players who sealed more than once, in a sentence for the record; `None` if there are
/// none.
fn resealed_note(named: NamedGame<'_>, ballots: &BallotBox) -> Option<String> {
    let resealed: Vec<String> = ballots
        .voters()
        .filter_map(|(player, _)| {
            let seals = ballots.seal_count(player);
            let who = named.label(player);
            (seals > 1).then(|| format!("{who} sealed {}", times(seals)))
        })
        .collect();
    (!resealed.is_empty()).then(|| format!("{}.", listed(&resealed)))
}

/// Draws the voter's own page. Everything on it keeps its place, whatever is chosen.
fn voter_ui(
    ui: &mut Ui,
    named: NamedGame<'_>,
    here: &mut SecretVote,
    player: PlayerId,
    feedback: Feedback,
) -> Option<VoteRequest> {
    let theme = theme(ui);
    let who = named.label(player);
    panel_header_beside_ui(ui, &format!("Ballot of {who}"), BOARD_BUTTON);
    let range = here.ballots.range(player).cloned()?;
    let draft = here.ballots.draft_mut(player)?;
    let Draft { tile, fleeting, lasting } = draft;
    BallotKeys::read(ui).change(
        &range.tiles,
        tile,
        (fleeting, range.fleeting),
        (lasting, range.lasting),
    );
    let is_brief = is_brief(ui);
    if !is_brief {
        ui.add_space(space::S);
    }
    let is_chosen_by_key = proposals_ui(ui, named.game(), &range.tiles, tile, (is_brief, feedback));
    ui.add_space(if is_brief { space::XS } else { space::S });
    // The drawings name the influence where words do not fit.
    let above = if is_brief { 0.0 } else { ROW_HEIGHT + space::XS };
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing.x = space::XL;
        for (kind, amount, held) in [
            (InfluenceKind::Fleeting, &mut *fleeting, range.fleeting),
            (InfluenceKind::Lasting, &mut *lasting, range.lasting),
        ] {
            ui.allocate_ui_with_layout(
                vec2(STEPPER, touch::TARGET + above),
                Layout::top_down(Align::Min),
                |ui| {
                    ui.spacing_mut().item_spacing.y = space::XS;
                    if !is_brief {
                        body(capitalized(kind.name())).muted().ui(ui);
                    }
                    stepper_ui(ui, kind, "", (amount, held), feedback);
                },
            );
        }
        let ballot = Ballot {
            player,
            // The strength is the same for every proposal.
            tile: tile.unwrap_or(VoteTile::Circle),
            fleeting: *fleeting,
            lasting: *lasting,
            seal: None,
        };
        ui.allocate_ui_with_layout(
            vec2(STRENGTH, touch::TARGET + above),
            Layout::top_down(Align::Min),
            |ui| {
                ui.spacing_mut().item_spacing.y = space::XS;
                if !is_brief {
                    body("Strength").muted().ui(ui);
                }
                strength_ui(ui, &ballot, feedback);
            },
        );
    });
    ui.add_space(space::S);
    let mut request = None;
    let is_last = here.ballots.unsealed() == [player];
    ui.horizontal_wrapped(|ui| {
        let seal = primary_button_ui(ui, if is_last { "Seal and count" } else { "Seal" });
        // The next Enter seals, whichever proposal was chosen.
        if is_chosen_by_key {
            seal.request_focus();
        }
        if seal.clicked() || keyboard::pressed_once(ui, Modifiers::NONE, Key::Enter) {
            request = here.seal(ui, named, player);
        }
        if quiet_button_ui(ui, "Close without sealing").clicked() {
            here.ballots.close_page();
            here.turn_to(ui, VotePage::Waiting);
        }
    });
    // A line that is always there, so that nothing moves.
    let (words, color) = match &here.error {
        Some(error) => (capitalized(&error.to_string()), theme.bad),
        None => (
            "Fleeting influence is lost after the vote, committed or not. \
             Keys: 1 2 3 proposal, F and Shift+F fleeting, L, Shift+L or Ctrl+digit lasting, \
             Enter seals"
                .to_owned(),
            theme.muted,
        ),
    };
    body(words).tinted(color).ui(ui);
    if here.error == Some(VoteError::NoProposal)
        && here.ballots.draft_mut(player).is_some_and(|draft| draft.tile.is_some())
    {
        here.error = None;
    }
    request
}

/// Height of the window below which whole proposals do not fit below each other.
const LOW: f32 = 560.0;
/// Width from which on proposals are side by side.
const WIDE: f32 = 440.0;

/// Checks if a ballot is drawn in brief, so that all of it is in view; the requirements of a
/// proposal are then next to it.
fn is_brief(ui: &Ui) -> bool {
    ui.available_width() < WIDE && ui.ctx().content_rect().height() < LOW
}

/// Draws the proposals side by side, or below each other where it is narrow; returns `true` if one
/// was chosen while it had the focus.
fn proposals_ui(
    ui: &mut Ui,
    game: &Game,
    tiles: &[VoteTile],
    chosen: &mut Option<VoteTile>,
    (is_brief, feedback): (bool, Feedback),
) -> bool {
    let mut is_chosen_by_key = false;
    let width = ui.available_width().min(760.0);
    let is_wide = width >= WIDE;
    let least = if is_wide {
        vec2((width - 2.0 * space::S) / 3.0, 184.0)
    } else {
        vec2(width, touch::TARGET)
    };
    if is_brief {
        ui.spacing_mut().item_spacing.y = space::XS;
    }
    let mut each = |ui: &mut Ui| {
        for &tile in tiles {
            let is_chosen = *chosen == Some(tile);
            let size = (least, is_brief);
            let card = proposal_card_ui(ui, game, tile, size, is_chosen, feedback);
            if card.clicked() {
                *chosen = Some(tile);
                is_chosen_by_key |= card.has_focus();
            }
        }
    };
    if is_wide {
        ui.horizontal_top(each);
    } else {
        ui.vertical(|ui| each(ui));
    }
    is_chosen_by_key
}

/// Asks before all ballots are forgotten.
fn restart_ui(ui: &mut Ui, here: &mut SecretVote) -> Option<VoteRequest> {
    panel_header_beside_ui(ui, "Begin the vote again?", BOARD_BUTTON);
    lead("Every sealed ballot is forgotten, and everybody votes again.").ui(ui);
    ui.add_space(space::S);
    let mut request = None;
    ui.horizontal_wrapped(|ui| {
        if primary_button_ui(ui, "Keep the ballots").clicked() {
            here.turn_to(ui, VotePage::Waiting);
        }
        if quiet_button_ui(ui, "Vote again on this screen").clicked() {
            request = Some(VoteRequest::Switch(VotingMethod::Here));
        }
        if quiet_button_ui(ui, "Enter a vote held by hand").clicked() {
            request = Some(VoteRequest::Switch(VotingMethod::ByHand));
        }
    });
    request
}
