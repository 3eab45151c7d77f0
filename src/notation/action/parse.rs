//! Parses the text of an action, in canonical or similar spelling.

use plain_text::remarks;
use std::str::FromStr;

use crate::learn::{GROUND_WORDS, table_source};
use components::fact::Fact;
use components::ids::{AchievementId, AdviserId, BuildingId, ResourceId};
use components::quantity::{Money, Points};
use components::specs::{BoardSpec, Pack, StandardCard};
use components::square::Square;
use plain_text::ParseError;
use rules::Game;
use rules::action::{Action, ActionKind, Ballot, EventCard, Payment, RuleChoice, VoteTile};
use rules::adjustment::{Adjustment, Amount, CardPlace, Owner, TileRef, WorkerPlace};
use rules::commitment::BallotCommitment;
use rules::player::{Card, PlayerId};
use rules::sub_action::SubAction;

use plain_text::typography::with_plain_marks;

use super::fragment;
use super::names::{Names, or_expected};
use super::scan::Scanner;

/// The maximum length of a line in bytes. Longer ones are refused unread.
pub const MAX_ACTION_BYTES: usize = 64 * 1024;

/// The maximum nesting of overrules, and of the sub-actions of workers.
pub const MAX_NESTING: usize = 4;

const NOTHING: [&str; 2] = ["nothing", "none"];
pub(super) const TO: [&str; 3] = ["at", "to", "on"];

const ACTION_WORDS: &str = "one of Votes, Proposals, Advisers, Achievements, Achieved, Adjust, Overrule, Note, \
                    Learn, Position";
const AFTER_PLAYER: &str = "one of chooses, takes, starts, follows, passes, adds, calls, bonus, decides, \
                            places, pays, picks, fills in, face down, or a card";
const ADJUSTMENT: &str = "one of road, tile, house, bridge, building, clear, owner, access, delivery, \
                          worker, card, proposals, advisers, turn, marker, cycle, achievements, scored, gone";
const ABOUT_PLAYER: &str = "one of points, money, fleeting, lasting, is, controls";

/// Parses an action; `game` is the game before it.
///
/// # Errors
///
/// The first place where `text` is not notation, with the expected text.
pub fn parse_action(game: &Game, text: &str) -> Result<Action, ParseError> {
    in_typed_marks(text, |text| {
        let mut parser = Parser::new(game, text)?;
        let action = parser.action()?;
        parser.end(&action)?;
        Ok(action)
    })
}

/// Parses adjustments, as written after `Adjust` or `Position:`; `game` is the game before them.
/// The text may have several lines.
///
/// # Errors
///
/// The first place where `text` is not notation, with the expected text.
///
/// # Examples
///
/// ```
/// use notation::parse_adjustments;
/// # use rules::{Game, Setup};
/// # let pack = packs::find("practice").expect("it is built in");
/// # let players = vec!["Anna".to_owned(), "Ben".to_owned()];
/// # let board = pack.boards[0].name.clone();
/// # let setup = Setup { pack, board, players, ..Setup::default() };
/// # let game = Game::new(&setup).expect("the practice set is complete");
///
/// let changes = parse_adjustments(&game, "Anna points +3,\nroad C8").expect("two adjustments");
/// assert_eq!(changes.len(), 2);
/// ```
pub fn parse_adjustments(game: &Game, text: &str) -> Result<Vec<Adjustment>, ParseError> {
    in_typed_marks(text, |text| {
        let mut parser = Parser::new(game, text)?;
        let adjustments = parser.adjustments()?;
        if parser.scanner.is_at_end() {
            Ok(adjustments)
        } else {
            Err(parser.scanner.error("a comma or the end of the line"))
        }
    })
}

/// Reads a text as typed or, if that fails, with its typographic quotation marks and dashes in
/// their plain forms.
///
/// The typed text comes first, for a name without quotation marks may contain such a mark.
fn in_typed_marks<T>(text: &str, read: impl Fn(&str) -> Parsed<T>) -> Parsed<T> {
    read(text).or_else(|error| match with_plain_marks(text) {
        // The error of the reading that came further is reported.
        Some(plain) => {
            read(&plain).map_err(|other| if other.column >= error.column { other } else { error })
        }
        None => Err(error),
    })
}

pub(super) struct Parser<'g, 't> {
    names: Names<'g>,
    pub(super) scanner: Scanner<'t>,
    /// The number of overrules around the current place.
    overrules: usize,
    /// The depth of nested sub-actions of workers.
    pub(super) workers: usize,
    /// The choices read so far, from brackets after sub-actions.
    choices: Vec<RuleChoice>,
}

pub(super) type Parsed<T> = Result<T, ParseError>;

/// Returns `true` for an action with a list of sub-actions, each with its own choices in brackets.
fn has_sub_actions(kind: &ActionKind) -> bool {
    matches!(kind, ActionKind::Lead { sub_actions, .. } if !sub_actions.is_empty())
}

impl<'g, 't> Parser<'g, 't> {
    fn new(game: &'g Game, text: &'t str) -> Parsed<Self> {
        let mut scanner = Scanner::new(text);
        if text.len() > MAX_ACTION_BYTES {
            let expected = format!("a line of at most {MAX_ACTION_BYTES} bytes");
            return Err(scanner.error(expected));
        }
        Ok(Self { names: Names::new(game), scanner, overrules: 0, workers: 0, choices: Vec::new() })
    }

    fn end(&mut self, action: &Action) -> Parsed<()> {
        if self.scanner.is_at_end() {
            return Ok(());
        }
        let may_go_on = matches!(
            action.kind,
            ActionKind::DealProposals(_)
                | ActionKind::DealAdvisers(_)
                | ActionKind::DealAchievements(_)
                | ActionKind::Achieve { .. }
                | ActionKind::Lead { .. }
                | ActionKind::Reveal(_)
                | ActionKind::Position(_)
        );
        let expected = match (action.choices.is_empty(), may_go_on) {
            _ if matches!(action.kind, ActionKind::EnterFacts(_)) => {
                "a colon and the reason, if it is known otherwise, or the end of the line"
            }
            (true, true) => "a comma, choices in brackets or the end of the line",
            (true, false) => "choices in brackets or the end of the line",
            (false, _) if has_sub_actions(&action.kind) => "a comma or the end of the line",
            (false, _) => "the end of the line",
        };
        Err(self.scanner.error(expected))
    }

    fn action(&mut self) -> Parsed<Action> {
        let kind = self.action_kind()?;
        if let ActionKind::Choose { .. } = kind
            && !self.scanner.eat_word(&NOTHING)
        {
            let answer = self.choice()?;
            self.choices.push(answer);
        }
        // The brackets after sub-actions of a card are read with them.
        if !has_sub_actions(&kind) {
            self.choices_in_brackets()?;
        }
        let choices = std::mem::take(&mut self.choices);
        Ok(Action { kind, choices })
    }

    fn choices_in_brackets(&mut self) -> Parsed<()> {
        if self.scanner.eat_mark('[') {
            loop {
                let choice = self.choice()?;
                self.choices.push(choice);
                if !self.scanner.eat_mark(';') {
                    break;
                }
            }
            self.scanner.expect_mark(']', "; or ]")?;
        }
        Ok(())
    }

    fn action_kind(&mut self) -> Parsed<ActionKind> {
        let (place, word) = self.scanner.take_word();
        Ok(match word.as_str() {
            "votes" | "vote" => {
                self.colon("votes")?;
                ActionKind::Reveal(self.list(Self::ballot)?)
            }
            "proposals" => {
                self.colon("proposals")?;
                ActionKind::DealProposals(self.list(Self::building)?)
            }
            "advisers" => {
                self.colon("advisers")?;
                ActionKind::DealAdvisers(self.list(Self::adviser)?)
            }
            "achievements" => {
                self.colon("achievements")?;
                ActionKind::DealAchievements(self.list(Self::achievement)?)
            }
            "achieved" => {
                let achievement = self.achievement()?;
                self.colon("the achievement")?;
                let is_nobody = self.scanner.eat_word(&["nobody"]);
                let players = if is_nobody { Vec::new() } else { self.list(Self::player)? };
                ActionKind::Achieve { achievement, players }
            }
            "adjust" => {
                self.scanner.eat_mark(':');
                let changes = self.adjustments()?;
                ActionKind::Adjust { changes, reason: self.reason(", or : and the reason")? }
            }
            "overrule" => self.overrule()?,
            "note" => {
                self.scanner.eat_mark(':');
                ActionKind::Annotate(self.scanner.quoted("a text in quotation marks")?)
            }
            "learn" => {
                self.scanner.eat_mark(':');
                self.learn()?
            }
            "position" => {
                self.colon("position")?;
                ActionKind::Position(self.adjustments()?)
            }
            _ => {
                self.scanner.go_back(place);
                let player = self.player().map_err(|error| or_expected(error, ACTION_WORDS))?;
                self.action_kind_of(player)?
            }
        })
    }

    fn action_kind_of(&mut self, player: PlayerId) -> Parsed<ActionKind> {
        let (place, word) = self.scanner.take_word();
        Ok(match word.as_str() {
            "chooses" | "choose" => self.race_or_choice(player)?,
            "takes" | "take" => {
                let resource = self.resource()?;
                let is_from = self.scanner.eat_word(&["from"]);
                let from = if is_from { Some(self.player()?) } else { None };
                ActionKind::TakeResource { player, resource, from }
            }
            "starts" | "start" => ActionKind::PlaceStart { player, square: self.square_at()? },
            "follows" | "follow" => {
                self.scanner.eat_mark(':');
                ActionKind::Follow { player, sub_action: self.sub_action()? }
            }
            "passes" | "pass" => ActionKind::Pass { player },
            "adds" | "add" => {
                self.scanner.expect_word(&["road"], "road")?;
                ActionKind::ExtraRoad { player, square: self.square_at()? }
            }
            "calls" => {
                self.scanner.eat_word(&["the", "a"]);
                self.scanner.expect_word(&["vote"], "the vote")?;
                ActionKind::CallVote { player }
            }
            "bonus" => {
                self.scanner.eat_mark(':');
                ActionKind::Bonus { player, sub_action: self.sub_action()? }
            }
            "decides" | "decide" => {
                self.scanner.expect_word(&["for"], "for")?;
                ActionKind::Decide { player, building: self.building()? }
            }
            "places" | "place" => {
                let building = self.building()?;
                self.scanner.eat_word(&TO);
                ActionKind::PlaceBuilding { player, building, footprint: self.scanner.squares()? }
            }
            "pays" | "pay" => {
                self.scanner.eat_word(&["for"]);
                self.scanner.expect_word(&["markers", "marker"], "for markers")?;
                self.scanner.eat_mark(':');
                ActionKind::PayMarkers { player, payment: self.payment()? }
            }
            "picks" | "pick" => {
                let building = self.building()?;
                let is_paid = self.scanner.eat_mark(':');
                let payment = if is_paid { self.payment()? } else { Payment::default() };
                ActionKind::Pick { player, building, payment }
            }
            "fills" | "fill" => ActionKind::FillEvent { player, card: self.event_card()? },
            "face" => {
                self.scanner.expect_word(&["down"], "down")?;
                let is_unnamed = self.scanner.at_mark(':');
                let card = if is_unnamed { None } else { Some(self.card("a colon or a card")?) };
                self.colon("the card")?;
                ActionKind::FaceDown { player, card, sub_action: self.sub_action()? }
            }
            "leads" | "lead" | "plays" => {
                let card = self.card("a card")?;
                ActionKind::Lead { player, card, sub_actions: self.sub_actions_of_card()? }
            }
            _ => {
                self.scanner.go_back(place);
                let card = self.card(AFTER_PLAYER)?;
                let sub_actions = self.sub_actions_of_card()?;
                // The bare words call the vote.
                if sub_actions.is_empty() && card == Card::Standard(StandardCard::CallToVote) {
                    ActionKind::CallVote { player }
                } else {
                    ActionKind::Lead { player, card, sub_actions }
                }
            }
        })
    }

    /// Parses the sub-actions for which a card is used; none at the end of the line or of the
    /// action.
    fn sub_actions_of_card(&mut self) -> Parsed<Vec<SubAction>> {
        if self.scanner.is_at_end() || self.scanner.at_mark('[') || self.scanner.at_mark(')') {
            return Ok(Vec::new());
        }
        self.scanner.eat_mark(':');
        self.sub_actions()
    }

    fn event_card(&mut self) -> Parsed<EventCard> {
        self.scanner.expect_word(&["in"], "in the event")?;
        self.scanner.eat_word(&["the"]);
        self.scanner.expect_word(&["event"], "the event")?;
        self.scanner.eat_word(&["card"]);
        self.colon("event")?;
        let building = self.building()?;
        self.scanner.expect_word(&["in"], "in")?;
        let district = self.scanner.quoted("the part of the city in quotation marks")?;
        self.scanner.expect_mark(',', "a comma")?;
        let governing_body = self.scanner.quoted("the governing body in quotation marks")?;
        Ok(EventCard { building, district, governing_body })
    }

    /// Parses the choice of a race, or of a source or delivery that the rules leave open.
    fn race_or_choice(&mut self, player: PlayerId) -> Parsed<ActionKind> {
        let place = self.scanner.place();
        let is_choice = self.scanner.at_word(&NOTHING)
            || self.scanner.at_square()
            || (self.resource().is_ok() && self.scanner.at_square());
        self.scanner.go_back(place);
        if is_choice {
            return Ok(ActionKind::Choose { player });
        }
        let race = self.names.find_race(&mut self.scanner);
        let race = race.map_err(|error| or_expected(error, "a tile such as Metal C7"))?;
        let resource = if self.scanner.eat_word(&["with"]) { Some(self.resource()?) } else { None };
        Ok(ActionKind::ChooseRace { player, race, resource })
    }

    fn overrule(&mut self) -> Parsed<ActionKind> {
        self.scanner.eat_mark(':');
        self.open("an action in parentheses", self.overrules, "overrules")?;
        self.overrules += 1;
        let action = Box::new(self.action()?);
        self.overrules -= 1;
        self.scanner.expect_mark(')', "a closing parenthesis")?;
        let reason = self.reason(": and the reason")?;
        Ok(ActionKind::Overrule { action, reason })
    }

    /// Parses facts about the box, or squares of the board. A reason after them overrules known
    /// facts.
    fn learn(&mut self) -> Parsed<ActionKind> {
        let facts = if self.scanner.at_square() {
            self.squares_entered()?
        } else {
            fragment::parse(&mut self.scanner)?
        };
        let learn = ActionKind::EnterFacts(Box::new(facts));
        if !self.scanner.at_mark(':') {
            return Ok(learn);
        }
        Ok(ActionKind::Overrule {
            action: Box::new(learn.into()),
            reason: self.reason(": and the reason")?,
        })
    }

    /// Parses squares of the board with their ground, into a drawing that leaves the others
    /// unknown.
    fn squares_entered(&mut self) -> Parsed<Pack> {
        let mut at = vec![self.scanner.square()?];
        while self.scanner.at_square() {
            at.push(self.scanner.square()?);
        }
        let board = self.names.game.board();
        let (columns, rows) = board.size();
        if at.iter().any(|s| s.column >= columns || s.row >= rows) {
            let last = Square::new(columns.saturating_sub(1), rows.saturating_sub(1));
            let expected = format!("squares of the board, A1 to {last}, before what they are");
            return Err(self.scanner.error(expected));
        }
        let ground = GROUND_WORDS.iter().find(|(word, _)| self.scanner.eat_word(&[*word]));
        let Some(&(_, ground)) = ground else {
            let words: Vec<&str> = GROUND_WORDS.iter().map(|(word, _)| *word).collect();
            let expected = format!("what the square is: one of {}", remarks(&words));
            return Err(self.scanner.error(expected));
        };
        let drawing: Vec<String> = (0..rows)
            .map(|row| {
                (0..columns)
                    .map(|column| if at.contains(&Square::new(column, row)) { ground } else { '?' })
                    .collect()
            })
            .collect();
        let (key, source) = table_source(self.names.game.contents().pack());
        Ok(Pack {
            boards: vec![BoardSpec {
                name: board.name().to_owned(),
                terrain: Fact::Known(drawing, key.clone()),
                ..BoardSpec::default()
            }],
            sources: [(key, source)].into(),
            ..Pack::default()
        })
    }

    /// Reads an opening parenthesis unless the nesting would be too deep.
    pub(super) fn open(&mut self, expected: &str, depth: usize, what: &str) -> Parsed<()> {
        if depth == MAX_NESTING {
            return Err(self
                .scanner
                .error(format!("no more than {MAX_NESTING} {what} within one another")));
        }
        self.scanner.expect_mark('(', expected)
    }

    fn reason(&mut self, expected: &str) -> Parsed<String> {
        self.scanner.expect_mark(':', expected)?;
        self.scanner.quoted("the reason in quotation marks")
    }

    pub(super) fn sub_actions(&mut self) -> Parsed<Vec<SubAction>> {
        let mut sub_actions = Vec::new();
        loop {
            sub_actions.push(self.sub_action()?);
            // The choices that each caused before the next are behind it.
            self.choices_in_brackets()?;
            if !self.scanner.eat_mark(',') {
                return Ok(sub_actions);
            }
        }
    }

    pub(super) fn worker_place(&mut self) -> Parsed<WorkerPlace> {
        self.scanner.expect_word(&["on"], "on")?;
        if self.scanner.eat_word(&["race"]) {
            return Ok(WorkerPlace::Race);
        }
        let building = self.building().map_err(|error| or_expected(error, "race"))?;
        Ok(WorkerPlace::Building(building))
    }

    fn ballot(&mut self) -> Parsed<Ballot> {
        let player = self.player()?;
        let (place, word) = self.scanner.take_word();
        let tile = match word.as_str() {
            "circle" | "left" => VoteTile::Circle,
            "square" | "middle" => VoteTile::Square,
            "triangle" | "right" => VoteTile::Triangle,
            _ => {
                self.scanner.go_back(place);
                return Err(self.scanner.error("one of circle, square, triangle"));
            }
        };
        let Payment { fleeting, lasting } = self.amounts()?;
        let is_sealed = self.scanner.eat_word(&["sealed"]);
        let seal = if is_sealed { Some(self.seal()?) } else { None };
        Ok(Ballot { player, tile, fleeting, lasting, seal })
    }

    /// Parses a payment of influence, or the word for none.
    fn payment(&mut self) -> Parsed<Payment> {
        if self.scanner.eat_word(&NOTHING) {
            return Ok(Payment::default());
        }
        if !self.scanner.at_number() {
            return Err(self.scanner.error("influence such as 2 fleeting 1 lasting, or nothing"));
        }
        self.amounts()
    }

    /// Parses amounts of fleeting and lasting influence, each at most once.
    fn amounts(&mut self) -> Parsed<Payment> {
        let (mut fleeting, mut lasting) = (None, None);
        while self.scanner.at_number() {
            let amount = self.scanner.number()?;
            if fleeting.is_none() && self.scanner.eat_word(&["fleeting"]) {
                fleeting = Some(amount);
            } else if lasting.is_none() && self.scanner.eat_word(&["lasting"]) {
                lasting = Some(amount);
            } else {
                return Err(self.scanner.error("fleeting or lasting, each once"));
            }
        }
        Ok(Payment { fleeting: fleeting.unwrap_or_default(), lasting: lasting.unwrap_or_default() })
    }

    fn seal(&mut self) -> Parsed<BallotCommitment> {
        let fingerprint = self.digits("a fingerprint of 20 hexadecimal digits")?;
        self.scanner.expect_word(&["salt"], "salt")?;
        let salt = self.digits("a salt of 32 hexadecimal digits")?;
        Ok(BallotCommitment { salt, fingerprint })
    }

    /// Parses one word of hexadecimal digits.
    fn digits<T: FromStr>(&mut self, expected: &str) -> Parsed<T> {
        let word = self.scanner.word();
        let Ok(value) = word.parse() else {
            return Err(self.scanner.error(expected));
        };
        self.scanner.advance(word.len());
        Ok(value)
    }

    fn choice(&mut self) -> Parsed<RuleChoice> {
        let tile = self.tile()?;
        if self.scanner.eat_word(&["for"]) {
            return Ok(RuleChoice::Source { source: tile, consumer: self.tile()? });
        }
        self.scanner.expect_word(&["to"], "a square, for or to")?;
        Ok(RuleChoice::Delivery { tile, building: self.building()? })
    }

    /// Parses a tile: one on the map by any of its squares, another one by all of its squares.
    fn tile(&mut self) -> Parsed<TileRef> {
        let game = self.names.game;
        let place = self.scanner.place();
        let resource = if self.scanner.at_square() { None } else { Some(self.resource()?) };
        let footprint = self.scanner.squares()?;
        if let Some(resource) = resource
            && self.scanner.eat_word(&["only"])
        {
            return Ok(TileRef { resource, footprint });
        }
        let placed = game.tile_at(footprint.first()).filter(|placed| {
            resource.is_none_or(|resource| resource == placed.resource)
                && footprint.squares().iter().all(|&square| placed.footprint.covers(square))
        });
        match (placed, resource) {
            (Some(placed), _) => Ok(placed),
            (None, Some(resource)) => Ok(TileRef { resource, footprint }),
            (None, None) => {
                self.scanner.go_back(place);
                Err(self.scanner.error("a resource, as no single tile lies there"))
            }
        }
    }

    /// Parses a tile to which a player has access.
    pub(super) fn tile_to(&mut self) -> Parsed<TileRef> {
        self.scanner.eat_word(&["to"]);
        self.tile()
    }

    /// Parses a tile that is being placed, by all of its squares.
    fn new_tile(&mut self) -> Parsed<TileRef> {
        let resource = self.resource()?;
        self.scanner.eat_word(&TO);
        Ok(TileRef { resource, footprint: self.scanner.squares()? })
    }

    /// Parses adjustments. Races that the list assigns name the players in its remainder.
    pub(super) fn adjustments(&mut self) -> Parsed<Vec<Adjustment>> {
        let before = self.names;
        let changes = self.list(Self::adjustment);
        self.names = before;
        changes
    }

    fn adjustment(&mut self) -> Parsed<Adjustment> {
        let no = self.scanner.eat_word(&["no"]);
        let (place, word) = self.scanner.take_word();
        Ok(match word.as_str() {
            "marker" => {
                self.scanner.eat_word(&["on"]);
                Adjustment::Marker { building: self.building()?, is_there: !no }
            }
            "access" => {
                let tile = self.tile_to()?;
                Adjustment::Access { player: self.of_player()?, tile, has_access: !no }
            }
            "worker" => {
                let player = self.player()?;
                Adjustment::Worker { player, place: self.worker_place()?, is_there: !no }
            }
            "delivery" => {
                let building = self.building()?;
                let resource = self.resource()?;
                if no {
                    Adjustment::RemoveDelivery(building, resource)
                } else {
                    Adjustment::AddDelivery(building, resource, self.owner()?)
                }
            }
            _ if no => {
                self.scanner.go_back(place);
                return Err(self.scanner.error("one of access, delivery, marker, worker"));
            }
            "road" => Adjustment::AddRoad(self.square_at()?),
            "tile" => {
                let tile = self.new_tile()?;
                Adjustment::AddTile(tile, self.owner()?)
            }
            "house" => {
                let square = self.square_at()?;
                Adjustment::AddHouse(self.of_player()?, square)
            }
            "bridge" | "gate" => {
                let square = self.square_at()?;
                Adjustment::AddBridge(self.of_player()?, square)
            }
            "building" => {
                let building = self.building()?;
                self.scanner.eat_word(&TO);
                Adjustment::AddBuilding(building, self.scanner.squares()?)
            }
            "clear" => Adjustment::Clear(self.scanner.square()?),
            "owner" => {
                self.scanner.eat_word(&["of"]);
                let tile = self.tile()?;
                Adjustment::SetOwner(tile, self.owner()?)
            }
            "card" => self.card_place()?,
            "proposals" => Adjustment::Proposals(self.joined(Self::building)?),
            "advisers" => Adjustment::Advisers(self.joined(Self::adviser)?),
            "turn" => {
                self.scanner.eat_word(&["of"]);
                Adjustment::Turn(self.player()?)
            }
            "cycle" => {
                let cycle = self.scanner.number()?;
                let Ok(cycle) = u8::try_from(cycle) else {
                    return Err(self.scanner.error("a cycle from 1 to 7 before this"));
                };
                Adjustment::Cycle(cycle)
            }
            "achievements" => Adjustment::Achievements(self.joined(Self::achievement)?),
            "gone" => Adjustment::Gone(self.building()?),
            "scored" => Adjustment::Scored { achievement: self.achievement()?, is_scored: true },
            "not" => {
                self.scanner.expect_word(&["scored"], "scored")?;
                Adjustment::Scored { achievement: self.achievement()?, is_scored: false }
            }
            _ => {
                self.scanner.go_back(place);
                let player = self.player().map_err(|error| or_expected(error, ADJUSTMENT))?;
                self.adjustment_of(player)?
            }
        })
    }

    fn adjustment_of(&mut self, player: PlayerId) -> Parsed<Adjustment> {
        let (place, word) = self.scanner.take_word();
        Ok(match word.as_str() {
            "points" | "point" => Adjustment::Points(player, self.amount()?.map(Points)),
            "money" => Adjustment::Money(player, self.amount()?.map(Money)),
            "fleeting" => {
                self.scanner.eat_word(&["influence"]);
                Adjustment::Fleeting(player, self.amount()?)
            }
            "lasting" => {
                self.scanner.eat_word(&["influence"]);
                Adjustment::Lasting(player, self.amount()?)
            }
            "is" => {
                let race = self.names.find_race(&mut self.scanner)?;
                self.names.give_race(player, race);
                Adjustment::Race(player, race)
            }
            "controls" => Adjustment::Controls(player, self.joined(Self::resource)?),
            _ => {
                self.scanner.go_back(place);
                return Err(self.scanner.error(ABOUT_PLAYER));
            }
        })
    }

    fn amount(&mut self) -> Parsed<Amount<i32>> {
        if self.scanner.eat_mark('=') {
            Ok(Amount::Set(self.scanner.number()?))
        } else if self.scanner.at_sign() {
            Ok(Amount::Change(self.scanner.number()?))
        } else {
            Err(self.scanner.error("a change such as +2 or -1, or an amount such as = 7"))
        }
    }

    fn card_place(&mut self) -> Parsed<Adjustment> {
        let player = self.player()?;
        let card = self.card("a card")?;
        let place = if self.scanner.eat_word(&["played"]) {
            CardPlace::Played
        } else if self.scanner.eat_word(&["gone"]) {
            CardPlace::Gone
        } else {
            self.scanner.expect_word(&["in"], "one of in hand, played, gone")?;
            self.scanner.expect_word(&["hand"], "hand")?;
            CardPlace::Hand
        };
        Ok(Adjustment::Card(player, card, place))
    }

    fn of_player(&mut self) -> Parsed<PlayerId> {
        self.scanner.eat_word(&["of", "for"]);
        self.player()
    }

    fn owner(&mut self) -> Parsed<Owner> {
        self.scanner.eat_word(&["of", "for"]);
        if self.scanner.eat_word(&["neutral", "nobody"]) {
            return Ok(Owner::Neutral);
        }
        let player = self.player().map_err(|error| or_expected(error, "neutral"))?;
        Ok(Owner::Player(player))
    }

    pub(super) fn player(&mut self) -> Parsed<PlayerId> {
        self.names.find_player(&mut self.scanner)
    }

    pub(super) fn resource(&mut self) -> Parsed<ResourceId> {
        self.names.find_resource(&mut self.scanner)
    }

    pub(super) fn building(&mut self) -> Parsed<BuildingId> {
        self.names.find_building(&mut self.scanner)
    }

    fn achievement(&mut self) -> Parsed<AchievementId> {
        self.names.find_achievement(&mut self.scanner)
    }

    pub(super) fn adviser(&mut self) -> Parsed<AdviserId> {
        self.names.find_adviser(&mut self.scanner)
    }

    pub(super) fn card(&mut self, expected: &str) -> Parsed<Card> {
        self.names.find_card(&mut self.scanner, expected)
    }

    pub(super) fn square_at(&mut self) -> Parsed<Square> {
        self.scanner.eat_word(&TO);
        self.scanner.square()
    }

    fn colon(&mut self, after: &str) -> Parsed<()> {
        self.scanner.expect_mark(':', &format!("a colon after {after}"))
    }

    /// Parses items separated by commas, or the word for none.
    fn list<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.items(item, |scanner| scanner.eat_mark(','))
    }

    /// Parses items joined by `and`, or the word for none.
    pub(super) fn joined<T>(&mut self, item: impl FnMut(&mut Self) -> Parsed<T>) -> Parsed<Vec<T>> {
        self.items(item, |scanner| scanner.eat_word(&["and"]))
    }

    fn items<T>(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed<T>,
        goes_on: impl Fn(&mut Scanner<'t>) -> bool,
    ) -> Parsed<Vec<T>> {
        let mut items = Vec::new();
        if self.scanner.eat_word(&NOTHING) {
            return Ok(items);
        }
        loop {
            items.push(item(self)?);
            if !goes_on(&mut self.scanner) {
                return Ok(items);
            }
        }
    }
}
