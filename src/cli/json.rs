//! The data that `--json` prints, and its published schema.
//!
//! `assets/help/json.schema.json` is generated from these types and their docs; a test checks that
//! it is up to date. Fields may be added, but existing ones keep their names and meaning. Players
//! are named by race, or by their name before a race is chosen. Tiles are text, the name and the
//! squares: `Cloth C7 D7 C8 D8`.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde::Serialize;
use serde_json::{Value, json};

pub use narration::words::Gains;
use scenario::reply::{MonsterReply, SightReply};
use simulate::Report;

use super::campaign_json::{CampaignReceipt, CampaignReplay};

/// The progress of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// Before the first turn.
    #[default]
    Setup,
    /// Under way.
    Playing,
    /// Over.
    Finished,
}

/// `replay --json`: the table after an entry, and the entries that led there.
///
/// If not even the head of the record can be read, the lists are empty and `error` says why.
#[derive(Clone, Debug, Default, Serialize, JsonSchema)]
pub struct Replay {
    /// The progress of the game.
    pub status: Status,
    /// The table is shown as it stands after this entry; 0 is the start.
    pub at: usize,
    /// The number of entries on the main line, undone ones included.
    pub length: usize,
    /// The title that the players gave the game.
    pub title: Option<String>,
    /// The date of the game.
    pub date: Option<String>,
    /// The board that is played on.
    pub board: Option<String>,
    /// Turns begun so far, 0 in the setup.
    pub turn: u32,
    /// The player to act, or the last one.
    pub active: Option<String>,
    /// The players in seat order.
    pub players: Vec<Player>,
    /// Prestige buildings on the map, in the order of placing.
    pub buildings: Vec<Building>,
    /// Names of the completed buildings.
    pub completed: Vec<String>,
    /// Tiles, houses, bridges and gates on the map.
    pub pieces: Vec<Piece>,
    /// Squares with roads.
    pub roads: Vec<String>,
    /// The proposals by vote tile: circle, square, triangle; null for an empty place.
    pub proposals: Vec<Option<String>>,
    /// The advisers on offer from the left; null for an empty place.
    pub advisers: Vec<Option<String>>,
    /// The variants in play: solo, achievements, no workers, shaping history.
    pub variants: Vec<String>,
    /// The state of a solo game; null for several players, in the setup and after the end.
    pub solo: Option<Solo>,
    /// The achievements of the game with everybody's progress, as text.
    pub achievements: Vec<String>,
    /// The reason why a solo game is lost; null otherwise.
    pub lost: Option<String>,
    /// The winner, by race; empty until the game is over, and if it is lost.
    pub winners: Vec<String>,
    /// Those who have as many points as the winner, the winner among them, if there are several.
    pub tied: Vec<String>,
    /// The pending decisions, the next first.
    pub owed: Vec<String>,
    /// The entries up to `at`.
    pub entries: Vec<Entry>,
    /// Odd things in the record that leave it playable, ballots that are not as sealed among them.
    pub warnings: Vec<String>,
    /// The error at which reading stopped; only if the record is not valid.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub error: Option<String>,
}

/// The state of a solo game. Prices are in fleeting influence; a lasting one counts 2.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Solo {
    /// The cycle, from 1 to 7.
    pub cycle: u8,
    /// Cards to play in this cycle, Call to Vote not counted.
    pub cards_left: usize,
    /// Buildings with a neutral marker.
    pub marked: Vec<String>,
    /// Buildings that are not complete.
    pub unfinished: Vec<String>,
    /// The price of the middle proposal.
    pub middle_price: i32,
    /// The price of the right proposal, and of every marker at a vote.
    pub right_price: i32,
    /// The vote at the end of this cycle; null in the last.
    pub next_vote: Option<NextVote>,
}

/// The costs of the next solo vote, by the present table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct NextVote {
    /// The cost of the markers.
    pub least: i32,
    /// The influence that will be available.
    pub held: i32,
    /// The mix that keeps the most lasting influence; null if it cannot be paid.
    pub cheapest: Option<String>,
}

/// A player's part of the table.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Player {
    /// The name of the person.
    pub name: String,
    /// The race; null until it is chosen.
    pub race: Option<String>,
    /// Points on the score track.
    pub points: i32,
    /// Dollars held.
    pub money: i32,
    /// The number of different resources owned on the board.
    pub income: i32,
    /// Fleeting influence held.
    pub fleeting: i32,
    /// Lasting influence held.
    pub lasting: i32,
    /// Houses built.
    pub houses: u8,
    /// Bridges and gates built.
    pub bridges: u8,
    /// Resources owned on the board.
    pub owns: Vec<String>,
    /// Tiles the player has access to without owning them.
    pub access: Vec<String>,
    /// Resources controlled, by card.
    pub controls: Vec<String>,
    /// Cards that are in the hand, or may be if others lie face down unnamed.
    pub hand: Vec<String>,
    /// Cards known to lie played.
    pub played: Vec<String>,
    /// The number of unnamed cards face down.
    pub unnamed: usize,
    /// Workers placed.
    pub workers: u8,
}

/// A prestige building on the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Building {
    /// Its printed name.
    pub name: String,
    /// Its squares.
    pub squares: Vec<String>,
    /// Its spaces, read left to right.
    pub spaces: Vec<Space>,
    /// The owner of the worker on its card; null for none.
    pub worker: Option<String>,
    /// True if it has its completion token.
    pub completed: bool,
    /// True if it has a neutral marker, in a solo game.
    pub marker: bool,
}

/// One space of a prestige building.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Space {
    /// The resource asked for; null if it is not known.
    pub resource: Option<String>,
    /// The points for delivering it; null if they are not known.
    pub value: Option<i32>,
    /// The owner of the delivery token there, or "neutral"; null while the space is open.
    pub delivered: Option<String>,
}

/// Something with an owner on the map.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Piece {
    /// "resource", "house" or "bridge"; a gate is a bridge.
    pub kind: String,
    /// The resource, of a resource tile.
    pub resource: Option<String>,
    /// Its squares.
    pub squares: Vec<String>,
    /// The owner, or "neutral".
    pub owner: String,
}

/// One entry of the main line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Entry {
    /// Its number, counted from 1.
    pub n: usize,
    /// The action in its canonical spelling.
    pub text: String,
    /// Change of each player's points, where not zero.
    pub points: BTreeMap<String, i32>,
    /// Change of each player's money, where not zero.
    pub money: BTreeMap<String, i32>,
    /// Points lost to neutral tiles.
    pub lost: i32,
    /// The comment of the players.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub comment: String,
    /// The players' mark: "good", "doubtful" or "wrong".
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// The name of the line that begins with it.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub name: String,
    /// The points that the players read off the score track after it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub checkpoint: Option<BTreeMap<String, i32>>,
    /// The lines that were played instead of it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub variations: Vec<Variation>,
}

/// A line that was played instead of an entry of the main line.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Variation {
    /// The name; empty if it has none.
    pub name: String,
    /// Its entries in their canonical spelling.
    pub entries: Vec<String>,
}

/// `layout --json`: everything that lies on the table, in the order in which it is put back.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Layout {
    /// The table is as it stands after this entry.
    pub at: usize,
    /// The lines of the checklist.
    pub items: Vec<LayoutItem>,
    /// The next step after everything is in place.
    pub next: String,
    /// The notes written when the table was taken down, by name.
    pub noted: BTreeMap<String, String>,
    /// The facts to note before the table is taken down, because the record cannot know them.
    pub to_note: Vec<String>,
}

/// One line of the checklist.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct LayoutItem {
    /// The heading it stands under.
    pub part: String,
    /// The item, in words.
    pub text: String,
    /// The squares on the board; empty for items off the board.
    pub squares: Vec<String>,
    /// The player it belongs to; null for shared items.
    pub player: Option<String>,
}

/// `layout --json` of a scenario: what lies on its table, in the order of laying it out.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct ScenarioLayout {
    /// The table is as it stands after this entry.
    pub at: usize,
    /// The lines of the checklist.
    pub items: Vec<scenario::checklist::Item>,
}

/// `sheet --json`: where the points of every player came from.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Sheet {
    /// The points after this entry.
    pub at: usize,
    /// A row a player, in seat order.
    pub players: Vec<SheetRow>,
}

/// The score of one player.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SheetRow {
    /// The name of the person.
    pub name: String,
    /// The race; null until it is chosen.
    pub race: Option<String>,
    /// All points.
    pub points: i32,
    /// The points by where they came from; they add up to all.
    pub sources: BTreeMap<String, i32>,
    /// True if this player won.
    pub winner: bool,
}

/// `backups list --json`: the earlier states of a game, the latest first.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Kept {
    /// The states; `backups restore` takes their numbers.
    pub states: Vec<KeptState>,
}

/// An earlier state of a game.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct KeptState {
    /// Its number, from 1.
    pub n: usize,
    /// The time of the backup, with the date on which the evening began.
    pub when: String,
    /// The reason for the backup.
    pub why: String,
    /// Its file in the app's own folder.
    pub file: String,
    /// The players; null if it cannot be read.
    pub players: Option<Vec<String>>,
    /// The number of played entries; null if it cannot be read.
    pub entries: Option<usize>,
}

/// `receipt --json`: everything that one entry set off.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Receipt {
    /// The number of the entry.
    pub n: usize,
    /// The action in its canonical spelling.
    pub text: String,
    /// Every changed number with its cause, in order.
    pub changes: Vec<Change>,
    /// Points earned and where they went, in order.
    pub payouts: Vec<Payout>,
    /// Deliveries, in order.
    pub deliveries: Vec<Delivery>,
    /// Buildings that were completed.
    pub completed: Vec<String>,
    /// The count of a vote.
    pub votes: Option<Votes>,
    /// Whatever else happened, in words.
    pub remarks: Vec<String>,
}

/// A number that changed.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Change {
    /// The player.
    pub player: String,
    /// "points", "money", "income", "fleeting influence" or "lasting influence".
    pub what: String,
    /// By how much.
    pub by: i32,
    /// The cause, in words.
    pub cause: String,
}

/// Points earned by one tile; `gross` = `paid_on` + `lost` + `kept`.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Payout {
    /// The tile that earned them.
    pub tile: String,
    /// The owner.
    pub owner: String,
    /// The purpose, in words.
    pub used: String,
    /// The points earned.
    pub gross: i32,
    /// The points paid to the owners of other tiles.
    pub paid_on: i32,
    /// The points lost to neutral tiles.
    pub lost: i32,
    /// The points that the owner keeps.
    pub kept: i32,
    /// The shares of its own prerequisites.
    pub parts: Vec<Part>,
}

/// One prerequisite of a tile in a payout.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Part {
    /// The prerequisite.
    pub resource: String,
    /// The points taken out of those earned: 0 for what an own tile keeps,
    /// and without a source.
    pub value: i32,
    /// The value beyond that, which the points earned do not cover.
    pub short: i32,
    /// The recipient.
    pub to: To,
    /// The tile that supplied it; null if none qualifies.
    pub source: Option<String>,
    /// The continuation of the chain; null where the value is lost. The points that an own tile
    /// pays on and loses are part of its user's numbers already.
    pub payout: Option<Payout>,
}

/// The recipient of a prerequisite's value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum To {
    /// To the owner of another tile.
    Paid,
    /// To others at most: the source is the owner's own tile, which keeps nothing.
    Own,
    /// No player: the source is neutral.
    Neutral,
    /// No player: no tile qualifies as a source.
    Nobody,
}

/// A resource that was delivered.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Delivery {
    /// To which building.
    pub building: String,
    /// The resource.
    pub resource: String,
    /// From which tile; null for a neutral resource.
    pub tile: Option<String>,
    /// The owner of the delivery token there now.
    pub owner: String,
}

/// The result of a vote.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Votes {
    /// Each proposal's total, from the left.
    pub totals: Vec<Total>,
    /// The influence that each player committed, the base 1 included.
    pub strengths: BTreeMap<String, i32>,
}

/// The votes for one proposal.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Total {
    /// The proposal.
    pub building: String,
    /// Its total.
    pub votes: i32,
}

/// The answer of the rules to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Verdict {
    /// The rules allow it.
    #[serde(rename = "allowed")]
    Allowed,
    /// The rules forbid it.
    #[serde(rename = "refused")]
    Refused,
    /// It depends on a fact that is not known.
    #[serde(rename = "cannot tell")]
    CannotTell,
}

/// `why --json`: the full checklist for a move.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Why {
    /// The table is as it stands after this entry.
    pub at: usize,
    /// The move in its canonical spelling, its automatic choices filled in if it is allowed.
    #[serde(rename = "move")]
    pub action: String,
    /// The answer.
    pub verdict: Verdict,
    /// Every rule that was checked, those that stand in the way first.
    pub checks: Vec<Check>,
    /// The entries that settle what is not known, with what has to be filled in: `…` for what only
    /// the box can tell, `A|B` for a choice.
    pub learn: Vec<String>,
    /// The gains of the move; null unless it is allowed.
    pub gains: Option<Gains>,
}

/// The outcome of a check.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub enum Outcome {
    /// The rule is kept.
    #[serde(rename = "passed")]
    Passed,
    /// The rule is broken.
    #[serde(rename = "failed")]
    Failed,
    /// The rule needs a fact that is not known.
    #[serde(rename = "cannot tell")]
    CannotTell,
}

/// One rule that was checked.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Check {
    /// The outcome.
    pub outcome: Outcome,
    /// The number of the rule, "5.11".
    pub rule: String,
    /// The title of the rulebook's section.
    pub section: String,
    /// A short summary of the rule.
    pub summary: String,
    /// The violation; null if the rule is kept.
    pub message: Option<String>,
    /// The squares in question.
    pub squares: Vec<String>,
    /// A change that would make it legal, if one is known.
    pub remedy: Option<String>,
    /// The fact that is not known.
    pub fact: Option<String>,
}

/// `moves --json`: the decisions of the player to act.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Moves {
    /// The table is as it stands after this entry.
    pub at: usize,
    /// The pending decisions, the next first.
    pub owed: Vec<String>,
    /// Every legal decision.
    pub moves: Vec<Move>,
    /// The cards that may be named where one goes face down; in `moves` it is left unnamed.
    pub face_down: Vec<String>,
    /// Instead of moves when a vote is due: what each player can commit.
    pub ballots: Vec<Ballot>,
    /// Unknown facts on which the legality of further actions depends.
    pub unknown: Vec<String>,
    /// The entries that settle what is not known, with what has to be filled in, as in `why`.
    pub learn: Vec<String>,
    /// True if some combinations are not listed, because a text couples several decisions.
    pub cut_short: bool,
}

/// One legal decision.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Move {
    /// In its canonical spelling.
    pub text: String,
    /// Dollars the player pays, whatever comes back.
    pub cost: i32,
    /// The gains of all players.
    pub gains: Gains,
}

/// The votes that one player can cast.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Ballot {
    /// The player.
    pub player: String,
    /// The proposal for each vote tile that has one.
    pub proposals: BTreeMap<String, String>,
    /// Fleeting influence, from none to this much.
    pub fleeting: i32,
    /// Lasting influence, from none to this much.
    pub lasting: i32,
}

/// `simulate --json`: what the games had in common.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Simulated {
    /// The pack that was played with.
    pub pack: String,
    /// The board.
    pub board: String,
    /// The number of players in each game.
    pub players: usize,
    /// The seed of the first game; each further game has the next one.
    pub seed: u64,
    /// The variants in play: achievements, no workers, shaping history.
    pub variants: Vec<String>,
    /// The share of games that did not come to an end, from 0 to 1.
    pub unfinished: f64,
    /// Lengths of games and use of components.
    pub report: Report,
    /// The records that were written.
    pub files: Vec<String>,
}

/// `history --json`: what the finished games in some folders came to.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct History {
    /// Everyone who played in the games counted, most wins first.
    pub people: Vec<Person>,
    /// The games counted, the latest first.
    pub games: Vec<PastGame>,
    /// Records that do not count, whatever is asked for.
    pub skipped: Vec<Skipped>,
}

/// The results of one person.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Person {
    /// The name, as the latest game writes it.
    pub name: String,
    /// Games for several players.
    pub games: usize,
    /// Those that were won.
    pub wins: usize,
    /// Points of a game on average; null without one.
    pub average: Option<f64>,
    /// Most points in one; null without one.
    pub best: Option<i32>,
    /// Solo games.
    pub solo_games: usize,
    /// Those that were won.
    pub solo_wins: usize,
    /// Most points in a solo game that was won; null without one.
    pub solo_best: Option<i32>,
    /// The difficulty of that game by race and by start square; null without one.
    pub solo_best_difficulty: Option<String>,
}

/// A game that is over.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PastGame {
    /// Its file.
    pub file: String,
    /// The title that its players gave it.
    pub title: Option<String>,
    /// The date of the game.
    pub date: Option<String>,
    /// The board.
    pub board: String,
    /// The variants in play: achievements, no workers, shaping history.
    pub variants: Vec<String>,
    /// Turns that were played.
    pub turns: u32,
    /// `won`, `lost at a vote` or `lost at the end`; the last two for solo games only.
    pub end: String,
    /// The difficulty of a solo game by race and by start square; null for several players.
    pub difficulty: Option<String>,
    /// The seats in order.
    pub seats: Vec<PastSeat>,
}

/// The player in a seat, with the result.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct PastSeat {
    /// The person.
    pub name: String,
    /// The race.
    pub race: String,
    /// Final points.
    pub points: i32,
    /// True if this seat won.
    pub won: bool,
}

/// A record that does not count.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Skipped {
    /// Its file.
    pub file: String,
    /// The reason why it does not count.
    pub why: String,
}

/// `board find --json`: the grid of a board in a photograph.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FoundGrids {
    /// The best guess.
    #[serde(flatten)]
    pub best: FoundGrid,
    /// The second-best guess, of another place or size; `null` if there is none.
    pub next: Option<FoundGrid>,
}

/// A grid in a photograph.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FoundGrid {
    /// True if no evidence is against it; otherwise it is a guess.
    pub sure: bool,
    /// Columns, counted along the side between the first two corners.
    pub columns: u8,
    /// Rows.
    pub rows: u8,
    /// The outer corners of the grid, each as x and y in pixels of the picture as a viewer shows
    /// it, clockwise. One that the picture cuts off lies outside of it.
    pub corners: [[f32; 2]; 4],
    /// The folds of the board, at most one in each direction; none if it is flat.
    pub folds: Vec<FoundFold>,
}

/// A line along which a photographed board is bent.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct FoundFold {
    /// `columns` if it is along the columns, `rows` if it is along the rows.
    pub along: &'static str,
    /// The number of columns or rows before it, from the first corner; a multiple of a half.
    pub after: f32,
    /// Its ends on the edges of the grid, each as x and y in pixels.
    pub ends: [[f32; 2]; 2],
}

/// `board trace --json`: what every square was taken for.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Traced {
    /// The name of the board.
    pub board: String,
    /// Columns of the grid.
    pub columns: u8,
    /// Rows of the grid.
    pub rows: u8,
    /// Every square, row by row from the top left.
    pub squares: Vec<TracedSquare>,
    /// The number of painted squares.
    pub painted: usize,
    /// The number of squares marked unsure.
    pub unsure: usize,
    /// The squares that carry a round mark and were painted without a start number.
    pub round_marks: Vec<String>,
    /// The problems of the board as written.
    pub problems: Vec<String>,
    /// The file the board was written to.
    pub out: String,
}

/// One square of a traced board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TracedSquare {
    /// The square, `C7`.
    pub square: String,
    /// The kind it is painted as or taken for.
    pub kind: String,
    /// The certainty of the kind, from 0 to 1; 1 if it is painted.
    pub sure: f32,
    /// True if it should be reviewed.
    pub unsure: bool,
    /// The flaw of the picture: `burnt out or outside the picture`, `mostly covered`, `under a
    /// glare` or `at the edge of a shadow`.
    pub flaw: Option<String>,
    /// True if it was painted.
    pub painted: bool,
    /// The section it is of, 1 to 3, if it is land of one.
    pub section: Option<u8>,
}

/// `table compare --json`: where a table differs from the photograph that is kept.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct TableCompared {
    /// Every square that differs, the surest first.
    pub squares: Vec<OtherSquare>,
    /// Squares that are burnt out in one of the photographs, or outside of it, and cannot be
    /// compared.
    pub unseen: Vec<String>,
}

/// One square on which two photographs of a table differ.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct OtherSquare {
    /// The square, `C7`.
    pub square: String,
    /// The certainty, from 0 to 1; one in the middle is just marked.
    pub sure: f32,
    /// The share of the square that differs, from 0 to 1: little where a token does.
    pub share: f32,
    /// The pieces there by the record, in words; empty for a bare square.
    pub lies: Vec<String>,
}

/// Returns the JSON schema of all data above.
pub fn schema() -> Value {
    let mut generator = SchemaSettings::draft2020_12().for_serialize().into_generator();
    let subcommands = [
        generator.subschema_for::<Replay>(),
        generator.subschema_for::<Receipt>(),
        generator.subschema_for::<Why>(),
        generator.subschema_for::<Moves>(),
        generator.subschema_for::<Simulated>(),
        generator.subschema_for::<History>(),
        generator.subschema_for::<FoundGrids>(),
        generator.subschema_for::<Traced>(),
        generator.subschema_for::<TableCompared>(),
        generator.subschema_for::<Layout>(),
        generator.subschema_for::<Sheet>(),
        generator.subschema_for::<Kept>(),
        generator.subschema_for::<MonsterReply>(),
        generator.subschema_for::<SightReply>(),
        generator.subschema_for::<ScenarioLayout>(),
        generator.subschema_for::<CampaignReplay>(),
        generator.subschema_for::<CampaignReceipt>(),
    ];
    json!({
        "$schema": "https://json-schema.org/draft/2020-12/schema",
        "title": "Founders Ledger, --json",
        "description": "What the subcommands of founders-ledger print with --json: Replay, Receipt, Why, Moves, Simulated, History, FoundGrids, Traced, TableCompared, Layout, Sheet or Kept; of a scenario MonsterReply, SightReply or ScenarioLayout; of a campaign CampaignReplay or CampaignReceipt.",
        "anyOf": subcommands,
        "$defs": generator.take_definitions(true),
    })
}
