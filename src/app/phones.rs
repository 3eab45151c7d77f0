//! The players' phones: starts and stops their server, shows them the open game, and carries out
//! what they ask for.
//!
//! The window stays the only writer of the record. A ballot goes from the server into the vote of
//! the open game, and nowhere else.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;

use drawing::BoardPicture;
use egui::Context;
use journal::{EntryId, Journal};
use narration::PlayerNaming;
use phones::{
    BoardImages, HeldSeat, LocalAddress, MovesView, PhoneAnswer, PhoneId, PhoneRequest,
    PhoneServer, ServerOptions, TableView, ViewMaker, join_code, local_addresses,
};
use plain_text::sentence;
use rules::action::Action;
use rules::player::PlayerId;
use sealed::{BallotProgress, Draft};
use table::move_list::MoveList;
use ui_board::command::FoundersCommand;
use ui_board::phone_settings::RememberedSeat;
use ui_board::pieces::{GamePalette, player_signs};
use ui_board::settings::VotingMethod;
use ui_kit::job::Job;
use ui_kit::theme::Theme;

use super::{App, Dialog};

/// A request about the phones from their dialog.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PhonesCommand {
    /// Switches the phones on, at an address of this machine.
    SwitchOn(IpAddr),
    /// Switches them off.
    SwitchOff,
    /// Opens joining (`true`), or closes it.
    SetJoining(bool),
    /// Takes the seat from its phone.
    RemovePhone(PlayerId),
    /// Gives a seat to the phone that asks for it (`true`), or refuses it.
    Admit(PhoneId, bool),
    /// Lets players record their own moves from their phones (`true`), or suggest them only.
    SetRecording(bool),
}

/// The state of the phones in the window.
#[derive(Default)]
pub(super) struct Phones {
    server: Option<PhoneServer>,
    is_joining_closed: bool,
    /// The reason why the last start failed.
    problem: Option<String>,
    views: ViewMaker,
    /// The state that the phones see.
    published: Option<PublishedKey>,
    /// The moves and the board; `None` inside if they could not be made.
    moves: Option<(MovesKey, Option<Arc<MoveList>>)>,
    moves_job: Option<(MovesKey, Job<MoveList>)>,
    board: Option<(EntryId, Option<BoardImages>)>,
    board_job: Option<(EntryId, Job<BoardImages>)>,
    /// The questions for the people at the laptop, in the order in which they arrived.
    questions: VecDeque<PhoneQuestion>,
    /// The phone whose request for a seat is on screen.
    asking: Option<PhoneId>,
}

/// The entry and the naming for which moves are listed.
type MovesKey = (EntryId, PlayerNaming);

/// A question of a phone for the people at the laptop.
#[derive(Clone, Debug)]
pub enum PhoneQuestion {
    /// A phone asks for a seat that another phone has.
    Seat {
        /// The phone.
        phone: PhoneId,
        /// The seat.
        seat: PlayerId,
    },
    /// A player suggests a move.
    Move {
        /// The player.
        seat: PlayerId,
        /// The number of the entry after which it can be played.
        entry: usize,
        /// The move.
        action: Box<Action>,
    },
}

/// Everything on which the view of the phones depends.
#[derive(Clone, Debug, PartialEq, Eq)]
struct PublishedKey {
    here: EntryId,
    naming: PlayerNaming,
    records_moves: bool,
    has_moves: bool,
    has_board: bool,
    /// The progress of each voter, without a ballot in it; empty outside of a secret vote.
    voters: Vec<(PlayerId, bool)>,
}

/// The state of the phones as their dialog shows it.
#[derive(Clone, Debug, Default)]
pub struct PhonesForm {
    /// The addresses of this machine at which phones can reach it.
    pub addresses: Vec<LocalAddress>,
    /// The running server; `None` while the phones are off.
    pub server: Option<ServedPhones>,
    /// The reason why the last start failed.
    pub problem: Option<String>,
    /// `true` if players record their own moves.
    pub records_moves: bool,
}

/// The state of the running server.
#[derive(Clone, Debug)]
pub struct ServedPhones {
    /// The link for the phones.
    pub link: String,
    /// The link as a QR code; `None` if it cannot be one.
    pub code: Option<phones::JoinCode>,
    /// The players, each with `true` if a phone has the seat.
    pub seats: Vec<(PlayerId, String, bool)>,
    /// `true` if no further phone may join.
    pub is_joining_closed: bool,
}

impl App {
    /// Opens the dialog of the phones.
    pub(super) fn open_phones(&mut self) {
        self.dialog = Some(Dialog::Phones(Box::default()));
        self.refresh_phones_dialog();
    }

    /// Carries out a request of the phones' dialog.
    pub(super) fn carry_out_phones(&mut self, ctx: &Context, command: PhonesCommand) {
        match command {
            PhonesCommand::SwitchOn(ip) => self.start_phones(ctx, ip),
            PhonesCommand::SwitchOff => self.stop_phones(),
            PhonesCommand::SetJoining(is_open) => {
                self.phones.is_joining_closed = !is_open;
                if let Some(server) = &self.phones.server {
                    server.set_joining_closed(!is_open);
                }
            }
            PhonesCommand::RemovePhone(seat) => {
                let phone = self.phones.server.as_ref().and_then(|server| server.phone_at(seat));
                if let Some(phone) = phone {
                    self.answer_phone(phone, PhoneAnswer::Remove);
                }
                self.remember_phones();
            }
            PhonesCommand::Admit(phone, is_admitted) => {
                self.phones.asking = None;
                let answer = if is_admitted { PhoneAnswer::Admit } else { PhoneAnswer::Remove };
                self.answer_phone(phone, answer);
                self.remember_phones();
            }
            PhonesCommand::SetRecording(records) => self.settings.phones.records_moves = records,
        }
        self.refresh_phones_dialog();
    }

    /// Starts the server at an address, with the seats of the last evening with this game.
    fn start_phones(&mut self, ctx: &Context, ip: IpAddr) {
        self.stop_phones();
        let Some(open) = self.screen.game_behind_pages() else { return };
        let game = open.table.game();
        let remembered = &self.settings.phones;
        let is_same_game = self.game_key().is_some_and(|key| remembered.game == key);
        let held = remembered.seats.iter().filter(|_| is_same_game).filter_map(|held| {
            let seat = game.players().find(|player| player.0 == held.seat)?;
            Some(HeldSeat { seat, digest: held.digest.parse().ok()? })
        });
        let waker = ctx.clone();
        let options = ServerOptions {
            port: remembered.port,
            seats: held.collect(),
            is_joining_closed: self.phones.is_joining_closed,
            ..ServerOptions::new(ip, Arc::new(move || waker.request_repaint()))
        };
        match PhoneServer::start(options) {
            Ok(server) => {
                self.log("phones on");
                self.settings.phones.port = Some(server.address().port());
                self.phones.problem = None;
                self.phones.server = Some(server);
            }
            Err(error) => self.phones.problem = Some(error.to_string()),
        }
    }

    /// Stops the server and forgets everything made for the phones.
    pub(super) fn stop_phones(&mut self) {
        if self.phones.server.is_some() {
            self.remember_phones();
            self.log("phones off");
        }
        self.phones =
            Phones { is_joining_closed: self.phones.is_joining_closed, ..Phones::default() };
    }

    /// Returns the link for phones; `None` while they are off.
    pub fn phones_link(&self) -> Option<String> {
        self.phones.server.as_ref().map(PhoneServer::link)
    }

    /// Stores the seats of the phones with the file of the game, if it is open and has one.
    fn remember_phones(&mut self) {
        let (Some(server), Some(game)) = (&self.phones.server, self.game_key()) else { return };
        let seats = server.held_seats().into_iter();
        let seats =
            seats.map(|held| RememberedSeat { seat: held.seat.0, digest: held.digest.to_string() });
        self.settings.phones.seats = seats.collect();
        self.settings.phones.game = game;
    }

    /// Returns the name under which the seats of the open game are stored; `None` without a file.
    fn game_key(&self) -> Option<String> {
        Some(self.file()?.display().to_string())
    }

    /// Carries out the requests of phones, and shows them the open game.
    pub(super) fn serve_phones(&mut self, ctx: &Context) {
        if self.phones.server.is_none() {
            return;
        }
        if self.screen.game_behind_pages().is_none() {
            self.stop_phones();
            return;
        }
        let requests = self.phones.server.as_ref().map(PhoneServer::take_requests);
        let requests = requests.unwrap_or_default();
        let has_requests = !requests.is_empty();
        for request in requests {
            self.carry_out_request(ctx, request);
        }
        if has_requests {
            self.refresh_phones_dialog();
        }
        self.begin_phone_vote();
        self.publish_to_phones(ctx);
        self.ask_for_phones();
    }

    /// Returns `true` if the game on screen takes entries: no page lies over it, and no repair or
    /// trial is open.
    fn takes_entries(&self) -> bool {
        self.screen.game().is_some_and(|open| !open.memory.is_on_scratch())
    }

    fn carry_out_request(&mut self, ctx: &Context, request: PhoneRequest) {
        match request {
            PhoneRequest::Joined { seat, .. } => {
                let name = self.phone_name(seat);
                self.show_message(ctx, format!("{name} has joined with a phone."));
                self.remember_phones();
            }
            PhoneRequest::AsksForSeat { phone, seat } => {
                self.phones.questions.push_back(PhoneQuestion::Seat { phone, seat });
            }
            PhoneRequest::Left { seat, .. } => {
                let name = self.phone_name(seat);
                self.show_message(ctx, format!("The phone of {name} has left."));
                self.remember_phones();
            }
            PhoneRequest::Ballot { phone, seat, vote, choice } => {
                let answer = self.take_ballot(seat, vote, choice);
                self.answer_phone(phone, answer);
            }
            PhoneRequest::Suggestion { phone, seat, entry, action } => {
                let answer = self.take_suggestion(seat, entry, action);
                self.answer_phone(phone, answer);
            }
        }
    }

    fn answer_phone(&self, phone: PhoneId, answer: PhoneAnswer) {
        if let Some(server) = &self.phones.server {
            server.answer(phone, answer);
        }
    }

    /// Seals a ballot.
    fn take_ballot(&mut self, seat: PlayerId, vote: usize, choice: Box<Draft>) -> PhoneAnswer {
        let Some(open) = self.screen.game_behind_pages_mut() else {
            return PhoneAnswer::Refused(GAME_CLOSED.to_owned());
        };
        if open.table.journal().cursor() != vote {
            return PhoneAnswer::Refused("This vote is over.".to_owned());
        }
        match open.memory.vote.seal_choice(seat, choice) {
            Ok(fingerprint) => PhoneAnswer::Sealed(fingerprint),
            Err(error) => PhoneAnswer::Refused(sentence(&error.to_string())),
        }
    }

    /// Records a suggested move, or has the people at the laptop decide.
    fn take_suggestion(
        &mut self,
        seat: PlayerId,
        entry: usize,
        action: Box<Action>,
    ) -> PhoneAnswer {
        let Some(open) = self.screen.game_behind_pages() else {
            return PhoneAnswer::Refused(GAME_CLOSED.to_owned());
        };
        if open.table.journal().cursor() != entry {
            return PhoneAnswer::Refused("The game has moved on; choose again.".to_owned());
        }
        if self.settings.phones.records_moves && self.dialog.is_none() && self.takes_entries() {
            self.commands.push(FoundersCommand::Play(vec![*action]).into());
            return PhoneAnswer::Noted("The laptop records the move.".to_owned());
        }
        // A later suggestion of a player replaces the one that still waits.
        self.phones.questions.retain(|question| match question {
            PhoneQuestion::Seat { .. } => true,
            PhoneQuestion::Move { seat: other, .. } => *other != seat,
        });
        self.phones.questions.push_back(PhoneQuestion::Move { seat, entry, action });
        PhoneAnswer::Noted("The laptop shows the move.".to_owned())
    }

    /// Asks the next question of a phone, once no other dialog is open. A phone whose request for a
    /// seat was closed without an answer does not get it, so that others can ask.
    fn ask_for_phones(&mut self) {
        let is_on_screen =
            matches!(self.dialog, Some(Dialog::PhoneQuestion(PhoneQuestion::Seat { .. })));
        if let Some(phone) = self.phones.asking.take_if(|_| !is_on_screen) {
            self.answer_phone(phone, PhoneAnswer::Remove);
        }
        let cursor = self.journal().map(Journal::cursor);
        self.phones.questions.retain(|question| match question {
            PhoneQuestion::Seat { .. } => true,
            PhoneQuestion::Move { entry, .. } => Some(*entry) == cursor,
        });
        let is_free = matches!(self.dialog, None | Some(Dialog::Phones(_)));
        if is_free
            && self.takes_entries()
            && let Some(question) = self.phones.questions.pop_front()
        {
            if let PhoneQuestion::Seat { phone, .. } = question {
                self.phones.asking = Some(phone);
            }
            self.dialog = Some(Dialog::PhoneQuestion(question));
        }
    }

    /// Starts the vote on this screen once a player has a phone for it, unless the players vote by
    /// hand.
    fn begin_phone_vote(&mut self) {
        let is_by_hand = self.settings.voting == VotingMethod::ByHand;
        let has_phone =
            self.phones.server.as_ref().is_some_and(|server| !server.held_seats().is_empty());
        if let Some(open) = self.screen.game_behind_pages_mut()
            && !is_by_hand
            && has_phone
            && open.table.awaits_ballots()
        {
            open.memory.vote.start_for_phones(&open.table);
        }
    }

    /// Reveals the ballots once all are sealed and the game can record them: a phone may seal the
    /// last one while a page lies over the game.
    pub(super) fn reveal_sealed_vote(&mut self) {
        if self.takes_entries()
            && let Some(open) = self.screen.game_mut()
        {
            let reveal = open.memory.vote.take_reveal(open.table.named_game_now());
            self.commands.extend(reveal.map(Into::into));
        }
    }

    /// Shows the phones the open game if anything in it has changed.
    fn publish_to_phones(&mut self, ctx: &Context) {
        let Some(open) = self.screen.game_behind_pages() else { return };
        let (journal, naming) = (open.table.journal(), self.settings.naming);
        let here = journal.here();
        let phones = &mut self.phones;
        phones.follow(ctx, journal, naming);
        let ballots = open.memory.vote.ballots().filter(|_| open.table.awaits_ballots());
        let voters = ballots.map(|ballots| {
            let voters = ballots.voters();
            voters.map(|(player, progress)| (player, progress == BallotProgress::Sealed)).collect()
        });
        let key = PublishedKey {
            here,
            naming,
            records_moves: self.settings.phones.records_moves,
            has_moves: phones.moves.is_some(),
            has_board: phones.board.is_some(),
            voters: voters.unwrap_or_default(),
        };
        if phones.published.as_ref() == Some(&key) {
            return;
        }
        let view = TableView {
            records_moves: key.records_moves,
            moves: match &phones.moves {
                Some((_, Some(moves))) => MovesView::Listed(Arc::clone(moves)),
                Some((_, None)) | None => MovesView::Pending,
            },
            board: phones.board.as_ref().and_then(|(_, board)| board.clone()),
            vote: ballots.map(|ballots| ViewMaker::vote_view(journal, naming, ballots)),
            ..phones.views.view(journal, naming)
        };
        if let Some(server) = &phones.server {
            server.publish(view);
        }
        phones.published = Some(key);
    }

    /// Returns the name of the player at a seat.
    fn phone_name(&self, seat: PlayerId) -> String {
        let table = self.screen.game_behind_pages().map(|open| &open.table);
        table.map_or_else(String::new, |table| table.game().player_name(seat).to_owned())
    }

    /// Brings the dialog of the phones up to date.
    fn refresh_phones_dialog(&mut self) {
        if !matches!(self.dialog, Some(Dialog::Phones(_))) {
            return;
        }
        let server = self.phones.server.as_ref().map(|server| {
            let link = server.link();
            let game = self.screen.game_behind_pages().map(|open| open.table.game());
            let seats = game.into_iter().flat_map(|game| {
                game.players().map(|player| {
                    let name = game.player_name(player).to_owned();
                    (player, name, server.phone_at(player).is_some())
                })
            });
            ServedPhones {
                code: join_code(&link).ok(),
                link,
                seats: seats.collect(),
                is_joining_closed: self.phones.is_joining_closed,
            }
        });
        let form = PhonesForm {
            addresses: local_addresses().unwrap_or_default(),
            server,
            problem: self.phones.problem.clone(),
            records_moves: self.settings.phones.records_moves,
        };
        self.dialog = Some(Dialog::Phones(Box::new(form)));
    }
}

/// The answer to a request about a game that was closed meanwhile.
const GAME_CLOSED: &str = "The game is closed.";

impl Phones {
    /// Makes the moves and the picture of the board for an entry, each in a thread of its own.
    fn follow(&mut self, ctx: &Context, journal: &Journal, naming: PlayerNaming) {
        let here = journal.here();
        if let Some((at, moves)) = Job::take_with_key(&mut self.moves_job, false) {
            self.moves = Some((at, moves.map(Arc::new)));
        }
        if let Some(board) = Job::take_with_key(&mut self.board_job, false) {
            self.board = Some(board);
        }
        let of_moves = (here, naming);
        if self.moves.as_ref().is_some_and(|(at, _)| *at != of_moves) {
            self.moves = None;
        }
        if self.board.as_ref().is_some_and(|(at, _)| *at != here) {
            self.board = None;
        }
        if self.moves.is_none() && self.moves_job.is_none() {
            let game = journal.game().clone();
            let work = move || MoveList::of(&game, &game.moves(), naming);
            self.moves_job = Some((of_moves, Job::start(ctx, work)));
        }
        if self.board.is_none() && self.board_job.is_none() {
            let journal = journal.clone();
            self.board_job = Some((here, Job::start(ctx, move || draw_board(&journal))));
        }
    }
}

/// Draws the board in the colors of both themes.
fn draw_board(journal: &Journal) -> BoardImages {
    let game = journal.game();
    let [light, dark] = [Theme::light(), Theme::dark()].map(Arc::new);
    let picture = BoardPicture::new(0, player_signs(&light, game));
    let [light, dark] = [light, dark].map(|theme| GamePalette::new(theme, game));
    BoardImages::draw(journal, &picture, &light, &dark)
}
