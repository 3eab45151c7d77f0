//! A window of the tests, which does what the app does: publish, take requests, answer.

use std::net::{IpAddr, Ipv4Addr};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock};
use std::thread;
use std::time::{Duration, Instant};

use drawing::{BoardColor, BoardPicture};
use journal::{Change, Journal};
use narration::PlayerNaming;
use phones::{
    BoardImages, MovesView, PhoneAnswer, PhoneMove, PhoneRequest, PhoneServer, ServerOptions,
    TableView, ViewMaker,
};
use rules::Game;
use rules::action::{Action, ActionKind};
use rules::task::Task;
use sealed::{BallotBox, system_nonces};
use table::examples::example;
use table::move_list::MoveList;

/// The window with its game.
pub(crate) struct Window {
    pub(crate) server: PhoneServer,
    pub(crate) journal: Journal,
    pub(crate) ballots: Option<BallotBox>,
    /// The moves that phones have suggested.
    pub(crate) suggested: Vec<Action>,
    /// `true` if the board is drawn.
    pub(crate) draws: bool,
    maker: ViewMaker,
    wake_count: Arc<AtomicUsize>,
}

/// An example game for four, read once.
static GAME: LazyLock<Journal> = LazyLock::new(|| {
    let text = example("four-founders.founders").expect("it is there").text;
    notation::record::read_record(text.as_bytes()).record.expect("it can be read")
});

/// Returns the game at its first entry with this pending task.
pub(crate) fn game_at(is_due: impl Fn(&Game) -> bool) -> Journal {
    let mut journal = GAME.clone();
    let line = journal.main_line().to_vec();
    let due = line.into_iter().skip(20).find(|id| is_due(&journal.game_after(*id)));
    journal.go_to(due.expect("the game has such an entry"));
    journal
}

/// Returns the game where the ballots are due.
pub(crate) fn at_vote() -> Journal {
    game_at(|game| game.pending().iter().any(|due| due.task == Task::Ballots))
}

/// Returns the game where a player has a turn.
pub(crate) fn at_turn() -> Journal {
    game_at(|game| game.pending().iter().any(|due| due.task == Task::Turn))
}

impl Window {
    /// Starts a server on loopback and publishes the game.
    pub(crate) fn open(journal: Journal) -> Self {
        Self::open_with(journal, |_| {})
    }

    /// Starts a server with other options.
    pub(crate) fn open_with(journal: Journal, change: impl FnOnce(&mut ServerOptions)) -> Self {
        let wake_count = Arc::new(AtomicUsize::new(0));
        let of_waker = Arc::clone(&wake_count);
        let waker = Arc::new(move || {
            of_waker.fetch_add(1, Ordering::SeqCst);
        });
        let mut options = ServerOptions::new(IpAddr::V4(Ipv4Addr::LOCALHOST), waker);
        change(&mut options);
        let server = PhoneServer::start(options).expect("loopback is there");
        let mut window = Self {
            server,
            journal,
            ballots: None,
            suggested: Vec::new(),
            draws: false,
            maker: ViewMaker::default(),
            wake_count,
        };
        window.show();
        window
    }

    /// Publishes the game as it is.
    pub(crate) fn show(&mut self) {
        let view = self.view();
        self.server.publish(view);
    }

    fn view(&mut self) -> TableView {
        const NAMES: PlayerNaming = PlayerNaming::Names;
        let game = self.journal.game();
        let moves = game.moves();
        if moves.ballots.is_empty() {
            self.ballots = None;
        } else if self.ballots.is_none() {
            self.ballots = Some(BallotBox::new(moves.ballots.clone(), system_nonces()));
        }
        let list = MoveList::of(game, &moves, NAMES);
        let ballots = self.ballots.as_ref();
        TableView {
            moves: MovesView::Listed(Arc::new(list)),
            vote: ballots.map(|ballots| ViewMaker::vote_view(&self.journal, NAMES, ballots)),
            board: self.draws.then(|| {
                let picture = BoardPicture::default();
                BoardImages::draw(&self.journal, &picture, &light, &dark)
            }),
            ..self.maker.view(&self.journal, NAMES)
        }
    }

    /// Waits for the waker, and takes the requests.
    #[track_caller]
    pub(crate) fn requests(&self) -> Vec<PhoneRequest> {
        let start = Instant::now();
        while self.wake_count.swap(0, Ordering::SeqCst) == 0 {
            assert!(start.elapsed() < Duration::from_secs(10), "no phone wakes the window");
            thread::sleep(Duration::from_millis(2));
        }
        self.server.take_requests()
    }

    /// Waits for the waker, and carries out what phones ask for.
    #[track_caller]
    pub(crate) fn carry_out(&mut self) {
        let requests = self.requests();
        self.carry_out_these(requests);
    }

    /// Carries out what phones have asked for so far.
    pub(crate) fn carry_out_waiting(&mut self) {
        let requests = self.server.take_requests();
        if !requests.is_empty() {
            self.carry_out_these(requests);
        }
    }

    /// Seals ballots, and opens them once all are sealed.
    fn carry_out_these(&mut self, requests: Vec<PhoneRequest>) {
        for request in requests {
            match request {
                PhoneRequest::Ballot { phone, seat, choice, .. } => {
                    let ballots = self.ballots.as_mut().expect("there is a vote");
                    let answer = match ballots.seal_choice(seat, choice) {
                        Ok(fingerprint) => PhoneAnswer::Sealed(fingerprint),
                        Err(error) => PhoneAnswer::Refused(error.to_string()),
                    };
                    self.server.answer(phone, answer);
                }
                PhoneRequest::Suggestion { phone, action, .. } => {
                    match action {
                        PhoneMove::Founders(action) => self.suggested.push(*action),
                        PhoneMove::Scenario(_) => panic!("the game is no scenario"),
                    }
                    let text = "The laptop shows the move.".to_owned();
                    self.server.answer(phone, PhoneAnswer::Noted(text));
                }
                PhoneRequest::Initiative { .. } => panic!("the game is no scenario"),
                PhoneRequest::AsksForSeat { phone, .. } => {
                    self.server.answer(phone, PhoneAnswer::Admit);
                }
                PhoneRequest::Joined { .. }
                | PhoneRequest::Left { .. }
                | PhoneRequest::Picture { .. } => {}
            }
        }
        let revealed = self.ballots.as_mut().and_then(|ballots| ballots.reveal().ok());
        if let Some(revealed) = revealed {
            let reveal = ActionKind::Reveal(revealed).into();
            self.journal.apply(Change::Play(reveal)).expect("the vote is allowed");
        }
        self.show();
    }
}

/// The colors of a light board, for the tests alone.
fn light(color: BoardColor) -> [u8; 4] {
    match color {
        BoardColor::Paper | BoardColor::Raised | BoardColor::OnPlayer(_) | BoardColor::Card => {
            [0xf8, 0xf2, 0xe3, 255]
        }
        BoardColor::River => [0x7f, 0xa3, 0xb8, 255],
        BoardColor::Terrain(terrain) => {
            let shade = 0xb0 + 12 * terrain as u8;
            [shade, 0xd0, 0xa8, 255]
        }
        BoardColor::Player(player) => [[0x3a, 0xcb, 0x5a, 0xc2][player.index()], 0x50, 0x60, 255],
        BoardColor::Road => [0xe6, 0xcd, 0x94, 255],
        _ => [0x40, 0x3a, 0x30, 255],
    }
}

/// The colors of a dark board, for the tests alone.
fn dark(color: BoardColor) -> [u8; 4] {
    let [red, green, blue, alpha] = light(color);
    match color {
        BoardColor::Paper | BoardColor::Raised => [0x1e, 0x22, 0x26, 255],
        BoardColor::Text | BoardColor::Muted => [0xed, 0xe6, 0xd6, 255],
        _ => [red / 2 + 20, green / 2 + 20, blue / 2 + 20, alpha],
    }
}
