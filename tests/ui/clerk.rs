//! A driver that enters recorded actions through the interface, by pointer or by keyboard alone.

use components::square::Square;
use egui::{Key, Modifiers};
use journal::Journal;
use narration::NamedGame;
use notation::print_action;
use rules::action::{Action, ActionKind, Ballot, VoteTile};
use rules::adjustment::WorkerPlace;
use rules::rulebook::Variants;
use rules::task::Task;
use table::action_input::{ActionInput, InputChoice, InputStep};

use crate::app::Desk;
use crate::picks::picks;

/// Input device by which the actions are entered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InputMode {
    /// Clicks, and keys only to rotate a tile and to type names.
    Pointer,
    /// Keys alone.
    Keys,
}

/// A driver that enters the actions of a game.
pub struct Clerk {
    pub desk: Desk,
    pub by: InputMode,
    /// Lines that had to be typed on the command line.
    pub typed: Vec<String>,
}

impl Clerk {
    /// Creates a clerk at this desk.
    pub fn new(desk: Desk, by: InputMode) -> Self {
        Self { desk, by, typed: Vec::new() }
    }

    /// Presses a choice of the action panel with this label; the last one if `is_last`.
    #[track_caller]
    fn choose(&mut self, label: &str, is_last: bool) {
        match (self.by, is_last) {
            (InputMode::Pointer, true) => self.desk.press_last(label),
            (InputMode::Pointer, false) => self.desk.press_first(label),
            (InputMode::Keys, _) => match self.desk.key_of(label, is_last) {
                Some((modifiers, key)) => self.desk.key_with(modifiers, key),
                None => self.desk.tab_to(label, is_last),
            },
        }
    }

    /// Presses any other control with this label.
    #[track_caller]
    fn press(&mut self, label: &str) {
        match self.by {
            InputMode::Pointer => self.desk.press(label),
            InputMode::Keys => self.desk.tab_to(label, false),
        }
    }

    /// Presses the first control with this label.
    #[track_caller]
    fn press_first(&mut self, label: &str) {
        match self.by {
            InputMode::Pointer => self.desk.press_first(label),
            InputMode::Keys => self.desk.tab_to(label, false),
        }
    }

    /// Makes the square the target of Enter or of a click.
    #[track_caller]
    fn point_at(&mut self, square: Square) {
        match self.by {
            InputMode::Pointer => self.desk.hover(square),
            InputMode::Keys => self.desk.walk_to(square),
        }
    }

    #[track_caller]
    fn commit(&mut self, square: Square) {
        self.point_at(square);
        match self.by {
            InputMode::Pointer => self.desk.square(square),
            InputMode::Keys => self.desk.key(Key::Enter),
        }
    }

    /// Sets up the table of this record, from the start screen to the empty table.
    pub fn set_up(&mut self, journal: &Journal) {
        let setup = journal.setup();
        match self.by {
            InputMode::Pointer => {
                self.desk.press("New game…");
                self.desk.press(&seats(setup.players.len()));
                for (seat, name) in setup.players.iter().enumerate() {
                    self.desk.press(&format!("Name {}", seat + 1));
                    self.desk.type_text(name);
                }
                self.desk.press("Next");
            }
            InputMode::Keys => {
                self.desk.key_with(Modifiers::COMMAND, Key::N);
                if setup.players.len() == 1 {
                    self.desk.tab_to("1 player", false);
                    self.desk.tab_until("Name 1", false);
                }
                for name in &setup.players {
                    self.desk.type_text(name);
                    self.desk.key(Key::Enter);
                }
            }
        }
        // A new game begins with the owner's own box.
        if !self.desk.has_control(&setup.board) {
            self.press("Practice set");
        }
        self.press(&setup.board);
        if setup.variants != Variants::default() {
            self.press("Next");
            for variant in setup.variants.iter() {
                self.press(&capitalised(variant.key()));
            }
        }
        self.press("Begin as it stands");
    }

    /// Adds a comment to the latest entry.
    #[track_caller]
    pub fn comment(&mut self, words: &str) {
        // A result takes the window, and the journal is beside the board.
        if self.desk.has_control("Show the board") {
            self.press("Show the board");
        }
        // A tab of that name comes before the entries of the menus and of the panel.
        self.press("Journal");
        self.press("Comment…");
        self.press("Comment");
        self.desk.paste(words);
        self.press("Keep");
        self.press("Offers");
    }

    /// Counts the points of every player, and confirms that the score track shows them.
    #[track_caller]
    pub fn note_score_track(&mut self) {
        let game = self.desk.game().clone();
        let naming = self.desk.table().naming();
        self.desk.key_with(Modifiers::ALT, Key::C);
        for player in game.players() {
            let who = NamedGame::new(&game, naming).label(player);
            self.press(&format!("{who} points"));
            self.desk.type_text(&game.points(player).to_string());
        }
        self.press("Note the score track");
        self.press("Close");
    }

    /// Enters the next action of the record.
    #[track_caller]
    pub fn enter(&mut self, action: &Action) {
        let game = self.desk.game().clone();
        let named = NamedGame::new(&game, self.desk.table().naming());
        let contents = named.game().contents();
        match &action.kind {
            ActionKind::ChooseRace { race, resource, .. } => {
                // The record has the cards dealt later.
                if self.desk.has_control("Races first") {
                    self.press("Races first");
                }
                let more = if resource.is_some() { "…" } else { "" };
                self.press(&format!("Choose {}{more}", contents.race_name(*race)));
                if let Some(resource) = resource {
                    self.press(&format!("Take {}", contents.resource_name(*resource)));
                }
            }
            ActionKind::TakeResource { resource, from, .. } => {
                let name = contents.resource_name(*resource);
                match from {
                    Some(from) => {
                        let holder = named.label(*from);
                        self.press(&format!("Take {name} from {holder}"));
                    }
                    None => self.press(&format!("Take {name}")),
                }
            }
            ActionKind::DealProposals(dealt) => {
                let titles = dealt.iter().map(|&card| contents.building_name(card));
                self.deal(titles.collect());
            }
            ActionKind::DealAdvisers(dealt) => {
                let titles = dealt.iter().map(|&card| contents.adviser_name(card));
                self.deal(titles.collect());
            }
            ActionKind::Pass { player } => {
                let label = match self.desk.table().task() {
                    Some(Task::Follow) => "Pass".to_owned(),
                    Some(Task::Roads(_)) if acts_first(named.game(), *player) => {
                        "No road".to_owned()
                    }
                    _ => format!("{} passes", named.label(*player)),
                };
                self.choose(&label, false);
            }
            ActionKind::CallVote { .. } => {
                use components::specs::StandardCard;
                use rules::player::Card;
                let card = Card::Standard(StandardCard::CallToVote);
                self.choose(contents.card_name(card), false);
            }
            ActionKind::Decide { building, .. } => {
                let name = contents.building_name(*building);
                // A tie is broken once everything is counted, which the count does by itself.
                self.desk.script.push("wait 11".to_owned());
                for _ in 0..40 {
                    if !self.desk.has_control(name) {
                        self.desk.settle();
                    }
                }
                self.choose(name, true);
            }
            ActionKind::Choose { .. } => {
                let choice = action.choices[0];
                let begin = format!("{}, ", narration::pending::choice(named.game(), choice));
                let label = self.desk.label_starting_with(&begin);
                self.press(&label);
            }
            ActionKind::Reveal(ballots) => self.vote(ballots),
            ActionKind::PayMarkers { .. } => {
                let label = self.desk.label_starting_with("Pay ");
                self.press(&label);
            }
            ActionKind::Pick { building, .. } => {
                let name = contents.building_name(*building);
                let label = self.desk.label_starting_with(&format!("Pick {name}, "));
                self.press(&label);
            }
            ActionKind::DealAchievements(cards) => {
                let titles = cards.iter().map(|&card| contents.achievement_name(card));
                self.choose_achievements(titles.collect());
            }
            ActionKind::FillEvent { card, .. } => {
                self.press_first(contents.building_name(card.building));
                self.press_first(&card.district);
                self.press("Governing body");
                self.desk.type_text(&card.governing_body);
                self.press("Fill in the card");
            }
            ActionKind::Achieve { .. }
            | ActionKind::Annotate(_)
            | ActionKind::EnterFacts(_)
            | ActionKind::Position(_)
            | ActionKind::Adjust { .. }
            | ActionKind::Overrule { .. } => self.type_line(action),
            ActionKind::Lead { .. }
            | ActionKind::FaceDown { .. }
            | ActionKind::Follow { .. }
            | ActionKind::Bonus { .. }
            | ActionKind::PlaceStart { .. }
            | ActionKind::ExtraRoad { .. }
            | ActionKind::PlaceBuilding { .. } => self.enter_picks(action),
        }
    }

    /// Types the names of the game's achievements, with Enter after each.
    fn choose_achievements(&mut self, names: Vec<&str>) {
        let field = "Achievement";
        match self.by {
            InputMode::Pointer => self.desk.press(field),
            InputMode::Keys if self.desk.focused().as_deref() == Some(field) => {}
            InputMode::Keys => self.desk.tab_until(field, false),
        }
        for name in names {
            self.desk.type_text(name);
            self.desk.key(Key::Enter);
        }
    }

    /// Types the names of the dealt cards, with Enter after each.
    fn deal(&mut self, names: Vec<&str>) {
        let field = "Card that came up";
        let is_asked = matches!(
            self.desk.table().task(),
            Some(Task::DealProposals(_) | Task::DealAdvisers(_))
        );
        if !is_asked {
            return;
        }
        if !self.desk.has_control(field) {
            let labels = self.desk.labels();
            let later = labels
                .iter()
                .find(|label| label.starts_with("Deal ") && label.ends_with('…'))
                .expect("the deal can be started");
            self.press(later);
        }
        match self.by {
            InputMode::Pointer => self.desk.press(field),
            InputMode::Keys if self.desk.focused().as_deref() == Some(field) => {}
            InputMode::Keys => self.desk.tab_until(field, false),
        }
        let before = self.desk.record().cursor();
        for name in names {
            self.desk.type_text(name);
            self.desk.key(Key::Enter);
            // The only card that can come up is dealt with the one before it.
            if self.desk.record().cursor() > before {
                break;
            }
        }
    }

    /// Enters the ballots, manually or sealed behind the curtain as in the example, and the count.
    #[track_caller]
    fn vote(&mut self, ballots: &[Ballot]) {
        let is_sealed = ballots.iter().any(|ballot| ballot.seal.is_some());
        match (self.by, is_sealed) {
            (InputMode::Pointer, true) => self.vote_on_this_screen(ballots),
            (InputMode::Pointer, false) => self.vote_by_hand(ballots),
            (InputMode::Keys, _) => self.vote_by_keys(ballots),
        }
        if matches!(self.desk.table().task(), Some(Task::PlaceBuilding(_))) {
            self.press("Close the count");
        }
    }

    fn vote_on_this_screen(&mut self, ballots: &[Ballot]) {
        self.desk.press("Vote on this screen");
        for ballot in ballots {
            let who = self.desk.named_game().label(ballot.player);
            self.desk.lift_curtain(&who);
            let proposal = proposal_of(&self.desk, ballot.tile);
            self.desk.press(&capitalised(&proposal));
            // A page that opens commits all fleeting influence.
            for _ in ballot.fleeting..self.desk.game().fleeting(ballot.player) {
                self.desk.press("Less fleeting influence");
            }
            for _ in 0..ballot.lasting {
                self.desk.press("More lasting influence");
            }
            self.desk.seal();
        }
    }

    fn vote_by_hand(&mut self, ballots: &[Ballot]) {
        self.desk.press("Enter a vote held by hand");
        for ballot in ballots {
            let who = self.desk.named_game().label(ballot.player);
            let proposal = proposal_of(&self.desk, ballot.tile);
            self.desk.press(&format!("{who} {proposal}"));
            for _ in 0..ballot.fleeting {
                self.desk.press(&format!("{who} more fleeting influence"));
            }
            for _ in 0..ballot.lasting {
                self.desk.press(&format!("{who} more lasting influence"));
            }
        }
        self.desk.press("Count the votes");
    }

    fn vote_by_keys(&mut self, ballots: &[Ballot]) {
        if self.desk.has_control("Enter a vote held by hand") {
            self.press("The same way at every vote");
            self.press("Enter a vote held by hand");
        }
        for ballot in ballots {
            self.desk.key(match ballot.tile {
                VoteTile::Circle => Key::Num1,
                VoteTile::Square => Key::Num2,
                VoteTile::Triangle => Key::Num3,
            });
            for _ in 0..ballot.fleeting {
                self.desk.key(Key::F);
            }
            for _ in 0..ballot.lasting {
                self.desk.key(Key::L);
            }
            self.desk.key(Key::ArrowDown);
        }
        self.desk.key(Key::Enter);
    }

    /// Types an action that no control enters on the command line.
    fn type_line(&mut self, action: &Action) {
        let line = print_action(self.desk.game(), action);
        self.desk.key(Key::Slash);
        self.desk.type_text(&line);
        self.desk.key(Key::Enter);
        self.desk.key(Key::Escape);
        self.typed.push(line);
    }

    /// Enters an action decision by decision, as the panels ask for them.
    #[track_caller]
    fn enter_picks(&mut self, action: &Action) {
        let game = self.desk.game().clone();
        let contents = game.contents();
        let picks = picks(action).expect("it is entered step by step");
        // A click with the secondary button places the road of a building, or the building before
        // its road.
        let mut road = None;
        for pick in &picks {
            match pick {
                InputChoice::Card(None) => self.choose("Face down", false),
                InputChoice::Card(Some(card)) => self.choose(contents.card_name(*card), false),
                InputChoice::Kind(kind) => {
                    let started = self.desk.table().entry().and_then(ActionInput::kind);
                    // A sub-action that a text starts by itself is not picked.
                    if started.is_none_or(|started| started.label() != kind.label()) {
                        self.choose(kind.label(), true);
                    }
                }
                InputChoice::Resource(resource) => {
                    self.choose(contents.resource_name(*resource), false);
                }
                InputChoice::Adviser(adviser) => {
                    self.choose(contents.adviser_name(*adviser), false);
                }
                InputChoice::Place(WorkerPlace::Race) => self.choose("Race mat", false),
                InputChoice::Place(WorkerPlace::Building(building)) => {
                    self.choose(contents.building_name(*building), false);
                }
                InputChoice::Road { first } if self.by == InputMode::Pointer => {
                    road = Some(if *first { Modifiers::NONE } else { Modifiers::SHIFT });
                }
                InputChoice::Road { first } => {
                    let when = if *first { "first" } else { "after it" };
                    self.press(&format!("Road {when}…"));
                }
                InputChoice::Square(square) if road.is_some() => {
                    let modifiers = road.take().unwrap_or_default();
                    if modifiers.shift {
                        self.turn(action, *square);
                    }
                    self.desk.right_click(*square, modifiers);
                }
                InputChoice::Square(square) => {
                    self.turn(action, *square);
                    self.commit(*square);
                }
                InputChoice::Cards(cards) => {
                    for &card in cards {
                        self.press(contents.card_name(card));
                    }
                    let Some(InputStep::Cards(most)) = self.desk.table().stage() else {
                        panic!("cards are to be taken back");
                    };
                    self.press(&format!("Take back {} of up to {most}", cards.len()));
                }
                InputChoice::Adjustments(_) | InputChoice::Turn { .. } => {
                    panic!("no example holds {pick:?}")
                }
            }
        }
        let is_ready =
            matches!(self.desk.table().stage(), Some(InputStep::Kind { ready: Some(_), .. }));
        if is_ready && matches!(action.kind, ActionKind::Lead { .. }) {
            self.choose("Play it", false);
        }
    }

    /// Rotates the tile until its orientation is the recorded one.
    #[track_caller]
    fn turn(&mut self, action: &Action, square: Square) {
        if self.desk.table().stage() != Some(InputStep::Placement) {
            return;
        }
        let game = self.desk.game().clone();
        self.point_at(square);
        let is_turned = |desk: &Desk| {
            let entry = desk.table().entry().expect("a tile is being placed");
            crate::picks::orientation_index(&game, entry, action) == Some(entry.orientation())
        };
        for step in 0..8 {
            if is_turned(&self.desk) {
                return;
            }
            self.desk.key(if step == 4 { Key::F } else { Key::R });
        }
        assert!(is_turned(&self.desk), "the tile cannot be turned so at {square}: {action:?}");
    }
}

fn seats(count: usize) -> String {
    match count {
        1 => "1 player".to_owned(),
        count => format!("{count} players"),
    }
}

/// Returns the label of a proposal: "circle, Bath House".
pub fn proposal_of(desk: &Desk, tile: VoteTile) -> String {
    let (word, place) = match tile {
        VoteTile::Circle => ("circle", 0),
        VoteTile::Square => ("square", 1),
        VoteTile::Triangle => ("triangle", 2),
    };
    let building = desk.game().proposals()[place].expect("there is a proposal");
    format!("{word}, {}", desk.game().contents().building_name(building))
}

pub fn capitalised(words: &str) -> String {
    let (first, rest) = words.split_at(1);
    format!("{}{rest}", first.to_uppercase())
}

fn acts_first(game: &rules::Game, player: rules::player::PlayerId) -> bool {
    game.pending().first().is_some_and(|owed| owed.player == Some(player))
}
