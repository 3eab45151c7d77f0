//! The players' phones: starts and stops their server, shows them the open game or scenario, and
//! carries out what they ask for.
//!
//! The window stays the only writer of the record. A ballot goes from the server into the vote of
//! the open game, an initiative into the sealed box of the open scenario, and nowhere else.

use std::collections::VecDeque;
use std::net::IpAddr;
use std::sync::Arc;

use drawing::BoardPicture;
use egui::Context;
use journal::{EntryId, Journal};
use narration::PlayerNaming;
use narration::sentence::short;
use phones::{
    BoardImages, HeldSeat, LocalAddress, MovesView, PhoneAnswer, PhoneId, PhoneMove, PhoneRequest,
    PhoneServer, ScenarioViewMaker, SeatId, ServerOptions, TableView, ViewMaker, join_code,
    local_addresses, picture_size,
};
use plain_text::sentence;
use rules::player::PlayerId;
use scenario::turn_order::{characters, hidden_characters};
use scenario_rules::Game as ScenarioGame;
use sealed::{BallotProgress, Draft, InitiativeChoice};
use table::move_list::MoveList;
use ui_board::command::FoundersCommand;
use ui_board::phone_settings::RememberedSeat;
use ui_board::pieces::{GamePalette, player_signs};
use ui_board::settings::VotingMethod;
use ui_kit::job::Job;
use ui_kit::theme::Theme;
use ui_menu::Menu;
use ui_record::RecordMemory;
use ui_scenario::{ScenarioCommand, map_size, map_svg_in_theme};

use super::command::Command;
use super::phone_picture::AwaitedPicture;
use super::screen::Screen;
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
    RemovePhone(SeatId),
    /// Gives a seat to the phone that asks for it, or refuses it.
    Admit { phone: PhoneId, is_admitted: bool },
    /// Lets players of the open game record from their phones (`true`), or suggest only.
    SetRecording(bool),
    /// Takes the photograph of a menu command with a phone; asks which one if there are several.
    TakeWithPhone(Menu),
    /// Takes the photograph of a menu command with the phone of a player.
    AskForPicture(Menu, SeatId),
    /// Chooses a file for a menu command that needs a photograph.
    ChoosePhotoFile(Menu),
}

/// The state of the phones in the window.
#[derive(Default)]
pub(super) struct Phones {
    pub(super) server: Option<PhoneServer>,
    is_joining_closed: bool,
    /// The reason why the last start failed.
    problem: Option<String>,
    views: ViewMaker,
    scenario_views: ScenarioViewMaker,
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
    /// The picture that a phone was asked for.
    pub(super) picture: Option<AwaitedPicture>,
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
        /// The name of the seat.
        name: String,
    },
    /// A player suggests a move.
    Move {
        /// The seat.
        seat: SeatId,
        /// Its name.
        name: String,
        /// The number of the entry after which it can be recorded.
        entry: usize,
        /// The move in words.
        words: String,
        /// The command that records it.
        command: Box<Command>,
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
    /// The seats that make a secret choice, each with `true` once it is sealed; empty while none
    /// is due.
    choosing: Vec<(SeatId, bool)>,
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
    /// `true` if players record from their phones.
    pub records_moves: bool,
    /// `true` for a scenario.
    pub is_scenario: bool,
}

/// The state of the running server.
#[derive(Clone, Debug)]
pub struct ServedPhones {
    /// The link for the phones.
    pub link: String,
    /// The link as a QR code; `None` if it cannot be one.
    pub code: Option<phones::JoinCode>,
    /// The seats with their names, each with `true` if a phone has it.
    pub seats: Vec<(SeatId, String, bool)>,
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
            PhonesCommand::Admit { phone, is_admitted } => {
                self.phones.asking = None;
                let answer = if is_admitted { PhoneAnswer::Admit } else { PhoneAnswer::Remove };
                self.answer_phone(phone, answer);
                self.remember_phones();
            }
            PhonesCommand::SetRecording(records) => {
                let settings = &mut self.settings.phones;
                match self.screen.scenario_behind_pages() {
                    Some(_) => settings.asks_in_scenarios = !records,
                    None => settings.records_moves = records,
                }
            }
            PhonesCommand::TakeWithPhone(menu) => self.take_with_phone(menu),
            PhonesCommand::AskForPicture(menu, seat) => self.ask_for_picture(menu, seat),
            PhonesCommand::ChoosePhotoFile(menu) => self.choose_file(ctx, menu),
        }
        self.refresh_phones_dialog();
    }

    /// Starts the server at an address, with the seats of the last evening with this game.
    fn start_phones(&mut self, ctx: &Context, ip: IpAddr) {
        self.stop_phones();
        let places = self.phone_seats();
        if places.is_empty() {
            self.phones.problem = Some("There are no characters on the map yet.".to_owned());
            return;
        }
        let remembered = &self.settings.phones;
        let is_same_game = self.game_key().is_some_and(|key| remembered.game == key);
        let held = remembered.seats.iter().filter(|_| is_same_game).filter_map(|held| {
            let (seat, ..) = places.iter().find(|(_, key, _)| *key == held.seat)?;
            Some(HeldSeat { seat: *seat, digest: held.digest.parse().ok()? })
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
            if let Some(open) = self.screen.scenario_behind_pages_mut() {
                open.memory.end_phones();
            }
        }
        self.close_picture_dialog();
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
        let places = self.phone_seats();
        let seats = server.held_seats().into_iter().filter_map(|held| {
            let (_, key, _) = places.iter().find(|(seat, ..)| *seat == held.seat)?;
            Some(RememberedSeat { seat: key.clone(), digest: held.digest.to_string() })
        });
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
        if self.phone_seats().is_empty() {
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
        self.follow_picture();
        self.begin_phone_vote();
        self.publish_to_phones(ctx);
        self.publish_scenario(ctx);
        self.ask_for_phones();
    }

    /// Returns `true` if the game on screen takes entries: no page lies over it, and no repair or
    /// trial is open.
    fn takes_entries(&self) -> bool {
        match &self.screen {
            Screen::Scenario(open) => {
                !open.memory.record_view().is_repairing() && open.read_only().is_none()
            }
            screen => screen.game().is_some_and(|open| !open.memory.is_on_scratch()),
        }
    }

    /// Returns the number of the latest entry of the open game or scenario.
    fn phone_cursor(&self) -> Option<usize> {
        match self.screen.scenario_behind_pages() {
            Some(open) => Some(open.record.cursor()),
            None => Some(self.screen.game_behind_pages()?.table.journal().cursor()),
        }
    }

    /// Returns the seats of the open game or scenario: each with its key in the settings and its
    /// name. There are none without a game, or with a map that has no character yet.
    fn phone_seats(&self) -> Vec<(SeatId, String, String)> {
        if let Some(open) = self.screen.scenario_behind_pages() {
            let game = open.record.game();
            let seat = |id| {
                let name = game.position().name_of(id).to_string();
                (SeatId::from(id), name.clone(), name)
            };
            return characters(game).into_iter().map(seat).collect();
        }
        let game = self.screen.game_behind_pages().map(|open| open.table.game());
        let seats = game.into_iter().flat_map(|game| {
            game.players().map(|player| {
                (player.into(), player.0.to_string(), game.player_name(player).to_owned())
            })
        });
        seats.collect()
    }

    fn carry_out_request(&mut self, ctx: &Context, request: PhoneRequest) {
        match request {
            PhoneRequest::Joined { seat, .. } => {
                let name = self.phone_name(seat);
                self.show_message(ctx, format!("{name} has joined with a phone."));
                self.remember_phones();
            }
            PhoneRequest::AsksForSeat { phone, seat } => {
                let name = self.phone_name(seat);
                self.phones.questions.push_back(PhoneQuestion::Seat { phone, name });
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
            PhoneRequest::Initiative { phone, seat, round, choice } => {
                let answer = self.take_initiative(seat, round, choice);
                self.answer_phone(phone, answer);
            }
            PhoneRequest::Suggestion { phone, seat, entry, action } => {
                let answer = self.take_suggestion(seat, entry, action);
                self.answer_phone(phone, answer);
            }
            PhoneRequest::Picture { phone, file } => self.take_picture(ctx, phone, file),
        }
    }

    pub(super) fn answer_phone(&self, phone: PhoneId, answer: PhoneAnswer) {
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

    /// Seals the initiative of a character.
    fn take_initiative(
        &mut self,
        seat: SeatId,
        round: usize,
        choice: Box<InitiativeChoice>,
    ) -> PhoneAnswer {
        let Some(open) = self.screen.scenario_behind_pages_mut() else {
            return PhoneAnswer::Refused(GAME_CLOSED.to_owned());
        };
        if let Some(why) = open.read_only() {
            return PhoneAnswer::Refused(why);
        }
        let game = open.record.game();
        if usize::from(game.round()) != round {
            return PhoneAnswer::Refused("Another round has begun; choose again.".to_owned());
        }
        let Some(character) = character_at(game, seat) else {
            return PhoneAnswer::Refused("This character has left the scenario.".to_owned());
        };
        match open.memory.seal_initiative(&open.record, character, choice) {
            Ok(()) => PhoneAnswer::InitiativeSealed,
            Err(why) => PhoneAnswer::Refused(why),
        }
    }

    /// Records a suggested move, or has the people at the laptop decide.
    fn take_suggestion(&mut self, seat: SeatId, entry: usize, action: PhoneMove) -> PhoneAnswer {
        let Some(cursor) = self.phone_cursor() else {
            return PhoneAnswer::Refused(GAME_CLOSED.to_owned());
        };
        if cursor != entry {
            return PhoneAnswer::Refused("The game has moved on; choose again.".to_owned());
        }
        let (words, command) = match action {
            PhoneMove::Founders(action) => {
                let Some(open) = self.screen.game_behind_pages() else {
                    return PhoneAnswer::Refused(GAME_CLOSED.to_owned());
                };
                let words = sentence(&short(open.table.named_game_now(), &action));
                (words, FoundersCommand::Play(vec![*action]).into())
            }
            PhoneMove::Scenario(action) => {
                let Some(open) = self.screen.scenario_behind_pages() else {
                    return PhoneAnswer::Refused(GAME_CLOSED.to_owned());
                };
                let names = open.record.game().position().names();
                let words = scenario::sentence::sentence(names, &action, &[]);
                (words, ScenarioCommand::Play(*action).into())
            }
        };
        let is_free = self.dialog_leaves_phones_free();
        if self.records_from_phones() && is_free && self.takes_entries() {
            self.commands.push(command);
            return PhoneAnswer::Noted("The laptop records it.".to_owned());
        }
        // A later suggestion of a player replaces the one that still waits.
        self.phones.questions.retain(|question| match question {
            PhoneQuestion::Seat { .. } => true,
            PhoneQuestion::Move { seat: other, .. } => *other != seat,
        });
        let (name, command) = (self.phone_name(seat), Box::new(command));
        let question = PhoneQuestion::Move { seat, name, entry, words, command };
        self.phones.questions.push_back(question);
        PhoneAnswer::Noted("The laptop asks before it records it.".to_owned())
    }

    /// Returns `true` if no dialog is open that a phone would disturb.
    const fn dialog_leaves_phones_free(&self) -> bool {
        matches!(self.dialog, None | Some(Dialog::Phones(_)))
    }

    /// Returns `true` if players of the open game record from their phones.
    fn records_from_phones(&self) -> bool {
        match self.screen.scenario_behind_pages() {
            Some(_) => !self.settings.phones.asks_in_scenarios,
            None => self.settings.phones.records_moves,
        }
    }

    /// Asks the next question of a phone, once no other dialog is open. A phone whose request for a
    /// seat was closed without an answer does not get it, so that others can ask.
    fn ask_for_phones(&mut self) {
        let is_on_screen =
            matches!(self.dialog, Some(Dialog::PhoneQuestion(PhoneQuestion::Seat { .. })));
        if let Some(phone) = self.phones.asking.take_if(|_| !is_on_screen) {
            self.answer_phone(phone, PhoneAnswer::Remove);
        }
        let cursor = self.phone_cursor();
        self.phones.questions.retain(|question| match question {
            PhoneQuestion::Seat { .. } => true,
            PhoneQuestion::Move { entry, .. } => Some(*entry) == cursor,
        });
        if self.dialog_leaves_phones_free()
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
        let has_phone = self.has_phone();
        if let Some(open) = self.screen.game_behind_pages_mut()
            && !is_by_hand
            && has_phone
            && open.table.awaits_ballots()
        {
            open.memory.vote.start_for_phones(&open.table);
        }
    }

    /// Reveals the ballots or turns the initiatives over once all are sealed and the game can
    /// record them: a phone may seal the last one while a page lies over the game.
    pub(super) fn reveal_sealed_choices(&mut self) {
        if !self.takes_entries() {
            return;
        }
        if let Screen::Scenario(open) = &mut self.screen {
            let commands = open.memory.take_initiatives(&open.record);
            self.commands.extend(commands.into_iter().map(Into::into));
        } else if let Some(open) = self.screen.game_mut() {
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
            let is_sealed = |progress| progress == BallotProgress::Sealed;
            voters.map(|(player, progress)| (player.into(), is_sealed(progress))).collect()
        });
        let key = PublishedKey {
            here,
            naming,
            records_moves: self.settings.phones.records_moves,
            has_moves: phones.moves.is_some(),
            has_board: phones.board.is_some(),
            choosing: voters.unwrap_or_default(),
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

    /// Shows the phones the open scenario if anything in it has changed.
    fn publish_scenario(&mut self, ctx: &Context) {
        let (naming, records_moves) = (self.settings.naming, self.records_from_phones());
        let Some(open) = self.screen.scenario_behind_pages_mut() else { return };
        let (record, phones) = (&open.record, &mut self.phones);
        let (here, game) = (record.here(), record.game());
        let held = phones.server.as_ref().map(PhoneServer::held_seats).unwrap_or_default();
        let held = held.into_iter();
        let with_phone = held.filter_map(|held| character_at(game, held.seat)).collect();
        open.memory.follow_phones(record, with_phone);
        phones.board.take_if(|(at, _)| *at != here);
        phones.take_board();
        if phones.board.is_none() && phones.board_job.is_none() {
            let game = game.clone();
            phones.board_job = Some((here, Job::start(ctx, move || draw_map(&game))));
        }
        let sealed = open.memory.sealed_initiatives();
        let hidden = hidden_characters(game).into_iter();
        let key = PublishedKey {
            here,
            naming,
            records_moves,
            has_moves: false,
            has_board: phones.board.is_some(),
            choosing: hidden.map(|id| (id.into(), sealed.is_sealed(id))).collect(),
        };
        if phones.published.as_ref() == Some(&key) {
            return;
        }
        let view = TableView {
            records_moves,
            board: phones.board.as_ref().and_then(|(_, board)| board.clone()),
            ..phones.scenario_views.view(record, sealed)
        };
        if let Some(server) = &phones.server {
            server.publish(view);
        }
        phones.published = Some(key);
    }

    /// Returns the name of a seat.
    pub(super) fn phone_name(&self, seat: SeatId) -> String {
        let mut seats = self.phone_seats().into_iter();
        seats.find(|(other, ..)| *other == seat).map_or_else(String::new, |(.., name)| name)
    }

    /// Brings the dialog of the phones up to date.
    fn refresh_phones_dialog(&mut self) {
        if !matches!(self.dialog, Some(Dialog::Phones(_))) {
            return;
        }
        let server = self.phones.server.as_ref().map(|server| {
            let link = server.link();
            let seats = self.phone_seats().into_iter();
            ServedPhones {
                code: join_code(&link).ok(),
                link,
                seats: seats
                    .map(|(seat, _, name)| (seat, name, server.phone_at(seat).is_some()))
                    .collect(),
                is_joining_closed: self.phones.is_joining_closed,
            }
        });
        let form = PhonesForm {
            addresses: local_addresses().unwrap_or_default(),
            server,
            problem: self.phones.problem.clone(),
            records_moves: self.records_from_phones(),
            is_scenario: self.screen.scenario_behind_pages().is_some(),
        };
        self.dialog = Some(Dialog::Phones(Box::new(form)));
    }
}

/// The answer to a request about a game that was closed meanwhile.
const GAME_CLOSED: &str = "The game is closed.";

impl Phones {
    /// Takes the picture of the board or the map once its thread has drawn it.
    fn take_board(&mut self) {
        if let Some(board) = Job::take_with_key(&mut self.board_job, false) {
            self.board = Some(board);
        }
    }

    /// Makes the moves and the picture of the board for an entry, each in a thread of its own.
    fn follow(&mut self, ctx: &Context, journal: &Journal, naming: PlayerNaming) {
        let here = journal.here();
        if let Some((at, moves)) = Job::take_with_key(&mut self.moves_job, false) {
            self.moves = Some((at, moves.map(Arc::new)));
        }
        self.take_board();
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

/// Draws the map of a scenario in the colors of both themes.
fn draw_map(game: &ScenarioGame) -> BoardImages {
    let whole = map_size(game);
    let size = picture_size(whole.x, whole.y);
    let [light, dark] = [Theme::light(), Theme::dark()]
        .map(|theme| Arc::from(map_svg_in_theme(&theme, game, size)));
    BoardImages { light, dark }
}

/// Returns the character of a seat; `None` if the scenario has no such character.
fn character_at(game: &ScenarioGame, seat: SeatId) -> Option<scenario_rules::FigureId> {
    characters(game).into_iter().find(|&id| SeatId::from(id) == seat)
}
