//! `replay`: the table after an entry, or the final result.

use std::path::Path;

use super::answer::{CommandOutput, CommandResult};
use super::board_text;
use super::campaign;
use super::json;
use super::record::{ReadRecord, Record, RecordFailure};
use super::scenario;
use super::wording;
use components::ids::BuildingId;
use components::quantity::Points;
use components::tile::Footprint;
use journal::Journal;
use journal::checkpoint_at;
use narration::{NamedGame, PlayerNaming};
use notation::print_action;
use plain_text::{capitalized, counted, listed, remarks};
use rules::action::VoteTile;
use rules::game::Game;
use rules::map::PieceKind;
use rules::player::{ByPlayer, PlayerId};
use rules::receipt::{Cause, Event};
use rules::rulebook::Rule;

pub(super) fn answer(path: &Path, until: Option<usize>, json: bool) -> CommandResult {
    let mut record = match ReadRecord::open(path) {
        Ok(ReadRecord::Founders(record)) => record,
        Ok(ReadRecord::Scenario(opened)) => return scenario::replay(opened, until, json),
        Ok(ReadRecord::Campaign(opened)) => return campaign::replay(&opened, until, json),
        Err(no) if json && no.exit == super::Exit::NotValid => return Err(nothing_to_show(no)),
        Err(no) => return Err(no.into()),
    };
    let warnings: Vec<String> = record
        .position_warnings()
        .into_iter()
        .chain(record.commitment_mismatches())
        .map(|text| format!("{}: warning: {text}", path.display()))
        .collect();
    record.warnings.extend(warnings);
    let at = match record.resolve_entry(until) {
        Ok(at) => at,
        // In a damaged record the entry may be lost, so the last readable one is shown.
        Err(_) if record.error.is_some() => record.journal.main_line().len(),
        Err(answer) => return Err(answer),
    };
    let shown = ReplayView::new(&record, at);
    let answer = if json {
        CommandOutput::data(&shown.data(&record))
    } else {
        CommandOutput::lines(shown.text(&record))
    };
    Ok(record.with_record_notes(answer))
}

/// The game after an entry, with facts collected during the replay.
struct ReplayView {
    game: Game,
    at: usize,
    entries: Vec<json::Entry>,
    /// Points scored at the end for lasting influence and for money.
    final_lasting: ByPlayer<Points>,
    final_money: ByPlayer<Points>,
}

impl ReplayView {
    fn new(record: &Record, at: usize) -> Self {
        let journal = &record.journal;
        let mut shown = Self {
            game: record.game_at(at),
            at,
            entries: Vec::with_capacity(at),
            final_lasting: ByPlayer::default(),
            final_money: ByPlayer::default(),
        };
        journal::replay(journal, 1..=at, |n, before, played| {
            let gains = json::Gains::of(played, PlayerNaming::Races);
            let Some(id) = journal.on_main_line(n) else {
                return;
            };
            let entry = journal.entry(id);
            let stated = checkpoint_at(journal, id).map(|checkpoint| {
                let game = &played.game;
                game.players()
                    .map(|player| (game.race_label(player), checkpoint.stated[player].0))
                    .collect()
            });
            shown.entries.push(json::Entry {
                n,
                text: print_action(before, &played.action),
                points: gains.points,
                money: gains.money,
                lost: gains.lost,
                comment: entry.comment().to_owned(),
                mark: entry.mark().map(|mark| mark.name().to_owned()),
                name: entry.name().to_owned(),
                checkpoint: stated,
                variations: variations(journal, before, n),
            });
            for event in &played.events {
                let Event::Change(change) = event else {
                    continue;
                };
                if change.cause == Cause::FinalLasting {
                    shown.final_lasting[change.player] += Points(change.by);
                } else if change.cause == Cause::FinalMoney {
                    shown.final_money[change.player] += Points(change.by);
                }
            }
        });
        shown
    }

    fn data(self, record: &Record) -> json::Replay {
        let game = &self.game;
        let contents = game.contents();
        let completed = game
            .active_buildings()
            .iter()
            .filter(|active| active.completed)
            .map(|active| contents.building_name(active.building).to_owned())
            .collect();
        let roads = game
            .board()
            .squares()
            .filter(|&square| game.road_state(square) == Some(true))
            .map(|square| square.to_string())
            .collect();
        let tied = tied(game);
        json::Replay {
            status: wording::status(game),
            at: self.at,
            length: record.journal.main_line().len(),
            title: record.journal.tags.title.clone(),
            date: record.journal.tags.date.clone(),
            board: Some(game.board().name().to_owned()),
            turn: game.turn_number(),
            active: game.active_player().map(|player| game.race_label(player)),
            players: game.players().map(|player| player_data(game, player)).collect(),
            buildings: buildings(game),
            completed,
            pieces: pieces(game),
            roads,
            proposals: proposals(game),
            advisers: advisers(game),
            variants: variants(game),
            solo: game.solo_state().map(|state| json::Solo {
                cycle: state.cycle,
                cards_left: state.cards_left,
                marked: names(game, &state.marked),
                unfinished: names(game, &state.unfinished),
                middle_price: state.middle_price,
                right_price: state.right_price,
                next_vote: state.next_vote.map(|vote| json::NextVote {
                    least: vote.least,
                    held: vote.held,
                    cheapest: vote.cheapest.map(wording::payment),
                }),
            }),
            achievements: game
                .achievements()
                .iter()
                .map(|in_play| wording::achievement(NamedGame::by_race(game), in_play))
                .collect(),
            lost: game.loss().map(|loss| wording::loss(game, loss)),
            winners: game.winner().map(|winner| game.race_label(winner)).into_iter().collect(),
            tied: if tied.len() > 1 {
                tied.iter().map(|&player| game.race_label(player)).collect()
            } else {
                Vec::new()
            },
            owed: pending(game),
            entries: self.entries,
            warnings: record.warnings.clone(),
            error: record.error.clone(),
        }
    }

    fn text(&self, record: &Record) -> Vec<String> {
        let game = &self.game;
        let mut lines = self.heading(record);
        lines.push(String::new());
        lines.extend(board_text::board(game));
        lines.push(String::new());
        lines.extend(players(game));
        lines.push(String::new());
        lines.extend(building_lines(game));
        if let lines_there @ [_, ..] = achievement_lines(game).as_slice() {
            lines.push(String::new());
            lines.extend_from_slice(lines_there);
        }
        if game.is_over() {
            lines.push(String::new());
            lines.extend(self.result());
        } else {
            if let Some(state) = game.solo_state() {
                lines.push(String::new());
                lines.push("Solo".to_owned());
                lines.extend(
                    wording::solo_lines(game, &state).into_iter().map(|text| format!("  {text}")),
                );
            }
            lines.push(String::new());
            lines.extend(offer_lines(game));
            lines.push(String::new());
            lines.push("Owed".to_owned());
            lines.extend(pending(game).into_iter().map(|text| format!("  {text}")));
        }
        lines
    }

    fn heading(&self, record: &Record) -> Vec<String> {
        let game = &self.game;
        let mut lines = Vec::new();
        let tags: Vec<&str> = [&record.journal.tags.title, &record.journal.tags.date]
            .into_iter()
            .flatten()
            .map(String::as_str)
            .collect();
        if !tags.is_empty() {
            lines.push(remarks(&tags));
        }
        let length = record.journal.main_line().len();
        let turn = game.turn_number();
        let stage = match (wording::status(game), game.active_player()) {
            (json::Status::Setup, _) => "setup".to_owned(),
            (json::Status::Playing, Some(player)) => {
                format!("turn {turn}, of {}", game.race_label(player))
            }
            (json::Status::Playing, None) => format!("turn {turn}"),
            (json::Status::Finished, _) => format!("finished in turn {turn}"),
        };
        let board = game.board().name();
        lines.push(format!("{board}, after entry {} of {length}, {stage}", self.at));
        if let Some(last) = self.entries.last() {
            lines.push(format!("Last: {}", last.text));
            lines.extend(last.comment.lines().map(|line| format!("      {line}")));
        }
        lines
    }

    /// Returns the final result, with the tie-break if there was a tie.
    fn result(&self) -> Vec<String> {
        let game = &self.game;
        let mut order: Vec<PlayerId> = game.players().collect();
        order.sort_by_key(|&player| {
            (std::cmp::Reverse(game.points(player)), game.winner() != Some(player))
        });
        let mut lines = vec!["Final result".to_owned()];
        if let Some(loss) = game.loss() {
            lines.push(format!("  {}", capitalized(&wording::loss(game, loss))));
            return lines;
        }
        for player in order {
            lines.push(format!(
                "  {:>4}  {} ({}), {} of them at the end for lasting influence and {} for money",
                game.points(player).0,
                game.race_label(player),
                game.player_name(player),
                self.final_lasting[player],
                self.final_money[player],
            ));
        }
        let Some(winner) = game.winner() else {
            return lines;
        };
        if let Some(difficulty) = wording::difficulty(game) {
            lines.push(format!("  {}", capitalized(&difficulty)));
        }
        if let Some(card) = game.event_card() {
            lines.push(format!(
                "  Event card: {} in {}, governed by {}",
                game.contents().building_name(card.building),
                card.district,
                card.governing_body
            ));
        }
        let tied = tied(game);
        if let (true, Some(active)) = (tied.len() > 1, game.active_player()) {
            let names: Vec<String> = tied.iter().map(|&player| game.race_label(player)).collect();
            lines.push(format!(
                "{} are tied; the one nearest the active player wins, the active player being nearest. {}.",
                listed(&names),
                capitalized(&Rule::Winner.to_string()),
            ));
            let steps: Vec<String> = tied
                .iter()
                .map(|&player| match clockwise(game, active, player) {
                    0 => format!("{} is the active player", game.race_label(player)),
                    places => format!(
                        "{} sits {} on",
                        game.race_label(player),
                        counted(places, "place", "places")
                    ),
                })
                .collect();
            let last = game.race_label(active);
            lines
                .push(format!("The last turn was that of {last}: clockwise, {}.", remarks(&steps)));
        }
        let (race, name) = (game.race_label(winner), game.player_name(winner));
        let points = counted(game.points(winner), "point", "points");
        lines.push(format!("{race} ({name}) wins with {points}."));
        lines
    }
}

/// Returns the variations played instead of entry `n`; `before` is the game before that entry.
fn variations(journal: &Journal, before: &Game, n: usize) -> Vec<json::Variation> {
    journal
        .variations_at(n)
        .into_iter()
        .map(|variation| {
            let mut game = before.clone();
            let entries = journal
                .line_of(variation.first)
                .into_iter()
                .filter_map(|id| {
                    let action = journal.entry(id).action()?;
                    let text = print_action(&game, action);
                    game = journal.game_following(&game, id);
                    Some(text)
                })
                .collect();
            json::Variation { entries, name: journal.entry(variation.first).name().to_owned() }
        })
        .collect()
}

/// Returns the answer for a file without a usable record header.
fn nothing_to_show(no: RecordFailure) -> CommandOutput {
    let data = json::Replay { error: Some(no.error.clone()), ..json::Replay::default() };
    CommandOutput::data(&data).with_note(no.error).with_exit(no.exit)
}

/// Returns the variants in play, solo included.
fn variants(game: &Game) -> Vec<String> {
    let solo = game.is_solo().then(|| "solo".to_owned());
    let others = game.variants().iter().map(|variant| variant.key().to_owned());
    solo.into_iter().chain(others).collect()
}

fn names(game: &Game, buildings: &[BuildingId]) -> Vec<String> {
    buildings.iter().map(|&id| game.contents().building_name(id).to_owned()).collect()
}

/// Returns the number of places clockwise from `from` to `to`.
fn clockwise(game: &Game, from: PlayerId, to: PlayerId) -> usize {
    (to.index() + game.player_count() - from.index()) % game.player_count()
}

/// Returns the players with as many points as the winner, clockwise from the active player. Rule
/// 10.3 breaks the tie in this order, so the winner is first.
fn tied(game: &Game) -> Vec<PlayerId> {
    let (Some(winner), Some(active)) = (game.winner(), game.active_player()) else {
        return Vec::new();
    };
    let mut tied: Vec<PlayerId> = game.players().collect();
    tied.retain(|&player| game.points(player) == game.points(winner));
    tied.sort_by_key(|&player| clockwise(game, active, player));
    tied
}

pub(super) fn pending(game: &Game) -> Vec<String> {
    let named = NamedGame::by_race(game);
    game.pending().iter().map(|owed| narration::pending::describe_one(named, owed)).collect()
}

fn squares(footprint: &Footprint) -> Vec<String> {
    footprint.squares().iter().map(ToString::to_string).collect()
}

fn player_data(game: &Game, player: PlayerId) -> json::Player {
    let contents = game.contents();
    let resource = |resource| contents.resource_name(resource).to_owned();
    let card = |card| contents.card_name(card).to_owned();
    json::Player {
        name: game.player_name(player).to_owned(),
        race: game.race(player).map(|race| contents.race_name(race).to_owned()),
        points: game.points(player).0,
        money: game.money(player).0,
        income: game.income(player).0,
        fleeting: game.fleeting(player),
        lasting: game.lasting(player),
        houses: game.houses(player),
        bridges: game.bridges(player),
        owns: game.owns(player).iter().map(resource).collect(),
        access: game.access(player).map(|tile| wording::tile(game, tile)).collect(),
        controls: game.controls(player).iter().map(resource).collect(),
        hand: game.hand(player).iter().map(card).collect(),
        played: game.played_cards(player).iter().map(card).collect(),
        unnamed: game.unnamed_cards(player),
        workers: game.workers_placed(player),
    }
}

fn buildings(game: &Game) -> Vec<json::Building> {
    let contents = game.contents();
    game.active_buildings()
        .iter()
        .map(|active| json::Building {
            name: contents.building_name(active.building).to_owned(),
            squares: squares(&game.map().piece(active.piece).footprint),
            spaces: contents
                .spaces(active.building)
                .iter()
                .zip(active.delivered)
                .map(|(space, delivered)| json::Space {
                    resource: space.resource.map(|r| contents.resource_name(r).to_owned()),
                    value: space.value.map(|value| value.0),
                    delivered: delivered
                        .map(|owner| wording::owner(NamedGame::by_race(game), owner)),
                })
                .collect(),
            worker: active.worker.map(|player| game.race_label(player)),
            completed: active.completed,
            marker: active.marker,
        })
        .collect()
}

fn pieces(game: &Game) -> Vec<json::Piece> {
    let mut list = Vec::new();
    for (_, piece) in game.map().pieces() {
        let (kind, resource) = match piece.kind {
            PieceKind::Resource(resource) => ("resource", Some(resource)),
            PieceKind::House => ("house", None),
            PieceKind::Bridge(_) => ("bridge", None),
            // Listed with their cards.
            PieceKind::Prestige(_) | PieceKind::Removed => continue,
        };
        let owner = piece.owner.map(|owner| wording::owner(NamedGame::by_race(game), owner));
        list.push(json::Piece {
            kind: kind.to_owned(),
            resource: resource.map(|r| game.contents().resource_name(r).to_owned()),
            squares: squares(&piece.footprint),
            owner: owner.unwrap_or_else(|| "neutral".to_owned()),
        });
    }
    list
}

fn proposals(game: &Game) -> Vec<Option<String>> {
    game.proposals()
        .into_iter()
        .map(|place| Some(game.contents().building_name(place?).to_owned()))
        .collect()
}

fn advisers(game: &Game) -> Vec<Option<String>> {
    game.adviser_offer()
        .into_iter()
        .map(|place| Some(game.contents().adviser_name(place?).to_owned()))
        .collect()
}

fn players(game: &Game) -> Vec<String> {
    let width = game
        .players()
        .map(|player| player_title(game, player).chars().count())
        .max()
        .unwrap_or_default()
        .max("Players".len());
    let numbers = "points  money  income  fleeting  lasting  houses  bridges";
    let mut lines = vec![format!("{:<width$}  {numbers}", "Players")];
    for player in game.players() {
        lines.push(format!(
            "{:<width$}  {:>6}  {:>5}  {:>6}  {:>8}  {:>7}  {:>6}  {:>7}",
            player_title(game, player),
            game.points(player).0,
            game.money(player).to_string(),
            game.income(player).0,
            game.fleeting(player),
            game.lasting(player),
            game.houses(player),
            game.bridges(player),
        ));
        let data = player_data(game, player);
        let mut played = data.played;
        if data.unnamed > 0 {
            played.push(format!("{} face down", data.unnamed));
        }
        let rows = [
            ("controls", data.controls),
            ("owns", data.owns),
            ("access", data.access),
            ("in hand", data.hand),
            ("played", played),
        ];
        for (what, list) in rows {
            if !list.is_empty() {
                lines.push(format!("    {what:<8}  {}", remarks(&list)));
            }
        }
    }
    lines
}

fn player_title(game: &Game, player: PlayerId) -> String {
    let name = game.player_name(player);
    let race = game.race(player).map_or("no race yet", |race| game.contents().race_name(race));
    format!("{} {race} ({name})", player.index() + 1)
}

fn building_lines(game: &Game) -> Vec<String> {
    let mut lines = vec!["Prestige buildings".to_owned()];
    for building in buildings(game) {
        let state = match (building.completed, building.marker) {
            (true, _) => ", completed",
            (false, true) => ", with a neutral marker",
            (false, false) => "",
        };
        lines.push(format!("  {} {}{state}", building.name, building.squares.join(" ")));
        let mut open = Vec::new();
        let mut delivered = Vec::new();
        for space in building.spaces {
            let resource = space.resource.unwrap_or_else(|| "an unknown resource".to_owned());
            let value = space.value.map_or("?".to_owned(), |value| value.to_string());
            match space.delivered {
                None => open.push(format!("{resource} {value}")),
                Some(owner) => delivered.push(format!("{resource} ({owner})")),
            }
        }
        if !open.is_empty() {
            lines.push(format!("    open       {}", remarks(&open)));
        }
        if !delivered.is_empty() {
            lines.push(format!("    delivered  {}", remarks(&delivered)));
        }
        if let Some(worker) = building.worker {
            lines.push(format!("    worker     {worker}"));
        }
    }
    if lines.len() == 1 {
        lines.push("  none yet".to_owned());
    }
    lines
}

/// Returns the achievements of the game, with the progress of all players.
fn achievement_lines(game: &Game) -> Vec<String> {
    let mut lines = Vec::new();
    for in_play in game.achievements() {
        if lines.is_empty() {
            lines.push("Achievements".to_owned());
        }
        lines.push(format!("  {}", wording::achievement(NamedGame::by_race(game), in_play)));
    }
    lines
}

fn offer_lines(game: &Game) -> Vec<String> {
    let proposals: Vec<String> = VoteTile::ALL
        .into_iter()
        .zip(proposals(game))
        .map(|(tile, place)| format!("{} {}", wording::vote_tile(tile), or_empty(place)))
        .collect();
    let prices =
        game.contents().pack().offer.adviser_prices.value().map(Vec::as_slice).unwrap_or_default();
    let advisers: Vec<String> = advisers(game)
        .into_iter()
        .enumerate()
        .map(|(index, place)| match prices.get(index) {
            Some(price) => format!("{price} {}", or_empty(place)),
            None => or_empty(place),
        })
        .collect();
    vec![
        format!("Proposals  {}", remarks(&proposals)),
        format!("Advisers   {}", remarks(&advisers)),
    ]
}

fn or_empty(place: Option<String>) -> String {
    place.unwrap_or_else(|| "empty".to_owned())
}
