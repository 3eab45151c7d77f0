//! The state of a table as phones see it. It contains no ballot.

use std::sync::Arc;

use components::quantity::{Money, Quantity};
use drawing::{BoardColor, BoardPicture, Overlay};
use journal::{EntryId, Journal};
use narration::receipt::Receipt;
use narration::{NamedGame, PlayerNaming, pending, player_cards};
use plain_text::{capitalized, counted, sentence as full_sentence};
use rules::Game;
use rules::action::VoteTile;
use rules::player::PlayerId;
use scene::Palette;
use scene::svg::svg;
use sealed::{BallotBox, BallotProgress};
use table::move_list::MoveList;
use table::turn::TurnSummary;

use crate::request::PhoneMove;
use crate::scenario_view::ScenarioView;
use crate::seat::SeatId;

/// The longer side of the board's picture, in pixels. It is zoomed without loss.
const PICTURE: f32 = 1200.0;

/// The state of a table that every phone may see.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TableView {
    /// The number of the latest entry.
    pub entry: usize,
    /// The latest entry itself. After an undo, another entry can have its number.
    pub here: Option<EntryId>,
    /// The seats, in order.
    pub seats: Vec<SeatView>,
    /// The pending decisions, a sentence each.
    pub pending: Vec<String>,
    /// The steps after them, a few words each.
    pub upcoming: Vec<String>,
    /// The legal moves of the player to act.
    pub moves: MovesView,
    /// `true` if players record their own moves from the phone, so that none is only suggested.
    pub records_moves: bool,
    /// The vote, while phones may hand over ballots.
    pub vote: Option<VoteView>,
    /// The receipts of the latest card and its followers, in order.
    pub latest: Vec<Receipt>,
    /// The moves on the real table for them, a few words each.
    pub instructions: Vec<String>,
    /// The entries of the record, in order.
    pub journal: Arc<[JournalLine]>,
    /// The pictures of the board or the map; `None` while they are being drawn.
    pub board: Option<BoardImages>,
    /// The scenario; `None` for the first game.
    pub scenario: Option<ScenarioView>,
}

/// A seat with the numbers and cards of its player or character. All of it is open at the table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SeatView {
    /// The seat.
    pub seat: SeatId,
    /// The name of the person, or of the character.
    pub name: String,
    /// The race, once chosen, or that the character is exhausted.
    pub remark: Option<String>,
    /// The most important number, with its label.
    pub headline: (&'static str, String),
    /// That number in words.
    pub summary: String,
    /// The other numbers, each with its label.
    pub numbers: Vec<(&'static str, String)>,
    /// The cards, workers and tiles, each line with its label.
    pub rows: Vec<(&'static str, String)>,
    /// The pending decisions of this player, a sentence each.
    pub decisions: Vec<String>,
}

/// The moves of the player to act.
#[derive(Clone, Debug, Default, PartialEq)]
pub enum MovesView {
    /// The list is being made.
    #[default]
    Pending,
    /// The list.
    Listed(Arc<MoveList>),
}

/// A vote whose ballots phones may hand over.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoteView {
    /// The number of the entry after which the ballots are due; it identifies the vote.
    pub vote: usize,
    /// The vote tiles that have a proposal, with its name.
    pub proposals: Vec<(VoteTile, String)>,
    /// The voters, by seat.
    pub voters: Vec<VoterView>,
}

/// A voter, with the most that the ballot can commit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VoterView {
    /// The voter.
    pub player: PlayerId,
    /// The name of the person.
    pub name: String,
    /// `true` if the ballot is sealed.
    pub is_sealed: bool,
    /// Fleeting influence.
    pub fleeting: i32,
    /// Lasting influence.
    pub lasting: i32,
}

/// An entry of the record, in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalLine {
    /// The number of the entry, from 1.
    pub number: usize,
    /// The sentence.
    pub text: String,
}

/// The pictures of the board as SVG.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardImages {
    /// In the colors of the light theme.
    pub light: Arc<str>,
    /// In the colors of the dark theme.
    pub dark: Arc<str>,
}

impl BoardImages {
    /// Draws the board with the pieces that the latest turn placed marked.
    pub fn draw(
        journal: &Journal,
        picture: &BoardPicture,
        light: &impl Palette<BoardColor>,
        dark: &impl Palette<BoardColor>,
    ) -> Self {
        let game = journal.game();
        let turn = TurnSummary::of(journal, journal.here(), PlayerNaming::default());
        let overlay = Overlay { placed: turn.new_squares, ..Overlay::default() };
        let scene = picture.complete(game, &overlay);
        let size = picture_size(scene.size.x, scene.size.y);
        Self { light: svg(&scene, light, size).into(), dark: svg(&scene, dark, size).into() }
    }
}

/// Returns the size in pixels of a picture for phones with these proportions.
pub fn picture_size(width: f32, height: f32) -> (u32, u32) {
    let scale = PICTURE / width.max(height).max(1.0);
    (pixels(width * scale), pixels(height * scale))
}

/// Rounds a length of at most [`PICTURE`] pixels.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "a positive length of at most 1200"
)]
fn pixels(length: f32) -> u32 {
    length.clamp(1.0, PICTURE).round() as u32
}

/// Makes the views of one record. It keeps the sentences of the journal, which are long to make.
#[derive(Debug, Default)]
pub struct ViewMaker {
    naming: PlayerNaming,
    ids: Vec<EntryId>,
    lines: Vec<JournalLine>,
}

impl ViewMaker {
    /// Returns the view of the latest entry of the main line up to the cursor, without moves,
    /// vote and board.
    ///
    /// The caller adds the [`MoveList`] once its thread has made it, the vote by [`vote_view`], and
    /// the board by [`BoardImages::draw`].
    ///
    /// [`vote_view`]: Self::vote_view
    pub fn view(&mut self, journal: &Journal, naming: PlayerNaming) -> TableView {
        let game = journal.game();
        let named = NamedGame::new(game, naming);
        let here = journal.here();
        let turn = TurnSummary::of(journal, here, naming);
        let receipts = turn.entries.iter().filter_map(|id| {
            let (before, played) = journal::played(journal, *id)?;
            Some(Receipt::of(NamedGame::new(&before, naming), &played))
        });
        let describe = |decision| full_sentence(&pending::describe_one(named, decision));
        let decisions = game.pending();
        let pending = match decisions.as_slice() {
            [] => vec![full_sentence(&pending::describe_all(named))],
            decisions => decisions.iter().map(describe).collect(),
        };
        TableView {
            entry: journal.cursor(),
            here: Some(here),
            seats: game.players().map(|player| seat_view(named, player)).collect(),
            pending,
            upcoming: pending::describe_upcoming(named)
                .iter()
                .map(|step| capitalized(step))
                .collect(),
            latest: receipts.collect(),
            instructions: turn
                .physical_moves
                .into_iter()
                .map(|step| capitalized(&step.text))
                .collect(),
            journal: self.journal(journal, naming),
            ..TableView::default()
        }
    }

    /// Returns the vote of a ballot box for phones. It shows who has sealed, and no ballot.
    pub fn vote_view(journal: &Journal, naming: PlayerNaming, ballots: &BallotBox) -> VoteView {
        let game = journal.game();
        let named = NamedGame::new(game, naming);
        let tiles = ballots.voters().next().and_then(|(player, _)| ballots.range(player));
        let proposals = VoteTile::ALL
            .into_iter()
            .zip(game.proposals())
            .filter(|(tile, _)| tiles.is_some_and(|range| range.tiles.contains(tile)))
            .filter_map(|(tile, building)| {
                Some((tile, game.contents().building_name(building?).to_owned()))
            });
        let voters = ballots.voters().map(|(player, progress)| {
            let range = ballots.range(player);
            VoterView {
                player,
                name: named.label(player),
                is_sealed: progress == BallotProgress::Sealed,
                fleeting: range.map_or(0, |range| range.fleeting.max(0)),
                lasting: range.map_or(0, |range| range.lasting.max(0)),
            }
        });
        VoteView {
            vote: journal.cursor(),
            proposals: proposals.collect(),
            voters: voters.collect(),
        }
    }

    /// Returns the sentences of the entries up to the cursor. Only those that are new since the
    /// last call are made.
    fn journal(&mut self, journal: &Journal, naming: PlayerNaming) -> Arc<[JournalLine]> {
        let ids = &journal.main_line()[..journal.cursor()];
        if self.naming != naming {
            self.naming = naming;
            self.ids.clear();
        }
        let known = self.ids.iter().zip(ids).take_while(|(known, id)| known == id).count();
        self.ids.truncate(known);
        self.lines.truncate(known);
        journal::replay(journal, known + 1..=ids.len(), |number, before, played| {
            let text = narration::sentence::sentence(NamedGame::new(before, naming), played);
            self.lines.push(JournalLine { number, text: full_sentence(&text) });
        });
        self.ids.extend_from_slice(&ids[self.ids.len()..]);
        self.lines.as_slice().into()
    }
}

/// Returns a seat with everything about its player.
fn seat_view(named: NamedGame<'_>, player: PlayerId) -> SeatView {
    let game = named.game();
    let contents = game.contents();
    let numbers = [
        ("Money", Quantity::Money),
        ("Income", Quantity::Income),
        ("Fleeting influence", Quantity::Fleeting),
        ("Lasting influence", Quantity::Lasting),
    ];
    let decisions = game.pending();
    let own = decisions.iter().filter(|decision| decision.player == Some(player));
    SeatView {
        seat: player.into(),
        name: game.player_name(player).to_owned(),
        remark: game.race(player).map(|race| contents.race_name(race).to_owned()),
        headline: ("Points", game.points(player).0.to_string()),
        summary: counted(game.points(player).0, "point", "points"),
        numbers: numbers
            .map(|(label, quantity)| (label, number(game.number(player, quantity), quantity)))
            .to_vec(),
        rows: rows(game, player),
        decisions: own.map(|own| full_sentence(&pending::describe_one(named, own))).collect(),
    }
}

fn number(number: i32, quantity: Quantity) -> String {
    let text = match quantity {
        Quantity::Money => Money(number).to_string(),
        _ => number.to_string(),
    };
    text.replace('-', "−")
}

/// Returns the lines on cards, workers and tiles, in the order of the window.
fn rows(game: &Game, player: PlayerId) -> Vec<(&'static str, String)> {
    let resources = |found: &mut dyn Iterator<Item = _>| {
        player_cards::resources(game, &player_cards::counts_of(found))
    };
    let owned = &mut game.map().owned_by(player).filter_map(|(_, piece)| piece.resource());
    vec![
        ("Hand", player_cards::hand(game, player)),
        ("Played", player_cards::played(game, player)),
        ("Workers", player_cards::workers(game, player)),
        ("Controls", resources(&mut game.controls(player).iter())),
        ("Owns", resources(owned)),
        ("Access", resources(&mut game.access(player).map(|tile| tile.resource))),
        ("Built", player_cards::built(game, player)),
    ]
}

impl TableView {
    /// Returns a seat; `None` for a player who is not in the game.
    pub fn seat(&self, seat: SeatId) -> Option<&SeatView> {
        self.seats.iter().find(|view| view.seat == seat)
    }

    /// Returns the list of moves if it is of this seat's player.
    pub fn moves_of(&self, seat: SeatId) -> Option<&MoveList> {
        match &self.moves {
            MovesView::Listed(list) if list.player.map(SeatId::from) == Some(seat) => Some(list),
            MovesView::Listed(_) | MovesView::Pending => None,
        }
    }

    /// Returns the voter of a seat; `None` outside of votes.
    pub fn voter(&self, seat: SeatId) -> Option<&VoterView> {
        let mut voters = self.vote.as_ref()?.voters.iter();
        voters.find(|voter| SeatId::from(voter.player) == seat)
    }

    /// Returns what the seat may press as the move with this index, from its list or its buttons.
    pub(crate) fn move_at(&self, seat: SeatId, index: usize) -> Option<PhoneMove> {
        if let Some(scenario) = &self.scenario {
            return Some(PhoneMove::Scenario(Box::new(scenario.action(seat, index)?)));
        }
        let listed = self.moves_of(seat)?.moves.get(index)?;
        Some(PhoneMove::Founders(Box::new(listed.action.clone())))
    }

    /// Returns the secret choice that is due from all seats: the entry of the vote, or the round of
    /// the initiatives.
    pub(crate) fn secret_choice(&self) -> Option<usize> {
        if let Some(scenario) = &self.scenario {
            let is_due = !scenario.choosing.is_empty();
            return is_due.then(|| usize::from(scenario.game.round()));
        }
        self.vote.as_ref().map(|vote| vote.vote)
    }

    /// Returns `true` if the secret choice of a seat is sealed; `None` if none is due from it.
    pub(crate) fn is_sealed(&self, seat: SeatId) -> Option<bool> {
        match &self.scenario {
            Some(scenario) => scenario.is_sealed(seat),
            None => self.voter(seat).map(|voter| voter.is_sealed),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rules::task::Task;
    use sealed::{Draft, system_nonces};
    use table::examples::example;

    /// Reads an example game.
    fn example_journal() -> Journal {
        let text = example("four-founders.founders").expect("it is there").text;
        notation::record::read_record(text.as_bytes()).record.expect("it can be read")
    }

    #[test]
    fn a_view_has_every_seat_entry_and_pending_decision() {
        let mut journal = example_journal();
        let mut maker = ViewMaker::default();
        for id in journal.main_line().to_vec().into_iter().step_by(7) {
            journal.go_to(id);
            let view = maker.view(&journal, PlayerNaming::Names);
            assert_eq!(view.entry, journal.cursor());
            assert_eq!(view.seats.len(), 4);
            assert_eq!(view.pending.len(), journal.game().pending().len().max(1));
            let numbers: Vec<usize> = view.journal.iter().map(|line| line.number).collect();
            assert_eq!(numbers, (1..=journal.cursor()).collect::<Vec<_>>());
            assert_eq!(view, ViewMaker::default().view(&journal, PlayerNaming::Names));
        }
    }

    #[test]
    fn sentences_follow_an_undo_a_variation_and_the_naming() {
        let mut journal = example_journal();
        let mut maker = ViewMaker::default();
        for (cursor, naming) in [
            (40, PlayerNaming::Names),
            (12, PlayerNaming::Names),
            (30, PlayerNaming::Races),
            (30, PlayerNaming::Names),
        ] {
            journal.go_to(journal.on_main_line(cursor).expect("the game is longer"));
            let view = maker.view(&journal, naming);
            assert_eq!(view, ViewMaker::default().view(&journal, naming));
        }
    }

    #[test]
    fn a_view_of_a_vote_depends_on_who_has_sealed_and_on_no_ballot() {
        let mut journal = example_journal();
        let votes = |game: &Game| game.pending().iter().any(|due| due.task == Task::Ballots);
        let line = journal.main_line().to_vec();
        let vote = line.iter().find(|id| votes(&journal.game_after(**id)));
        journal.go_to(*vote.expect("the game has votes"));
        let ranges = journal.game().moves().ballots;
        let views = [(0, 0), (1, 1)].map(|(place, fleeting)| {
            let mut ballots = BallotBox::new(ranges.clone(), system_nonces());
            let empty = ViewMaker::vote_view(&journal, PlayerNaming::Names, &ballots);
            assert!(empty.voters.iter().all(|voter| !voter.is_sealed));
            let tile = Some(ranges[0].tiles[place]);
            let choice = Box::new(Draft { tile, fleeting, lasting: 0 });
            ballots.seal_choice(ranges[0].player, choice).expect("it can be cast");
            let view = ViewMaker::vote_view(&journal, PlayerNaming::Names, &ballots);
            assert_ne!(view, empty);
            view
        });
        assert_eq!(views[0], views[1]);
        assert_eq!(views[0].proposals.len(), ranges[0].tiles.len());
    }
}
