//! Achievements: those in play, their progress, and their scoring.
//!
//! Rulebook, "Game Variant - Achievements". The condition of an achievement is data. The players
//! themselves judge conditions that are unknown or marked for manual judgment.

use super::adjustment::Owner;
use super::game::{Game, GameAchievement, Playing};
use super::illegal::{Checks, Illegal, NotJudgedReason, Refusal};
use super::player::{Card, PlayerId, PlayerSet};
use super::receipt::{Cause, Event};
use super::rulebook::{Rule, TableOption};
use super::step::{DecisionStep, Step};
use components::board::Section;
use components::fact_id::FactId;
use components::ids::AchievementId;
use components::quantity::Quantity;
use components::specs::{AchievementDeck, Condition, Tier};

/// The completion at which the mid-game achievement is scored (rule 11.6).
const MID_GAME_COMPLETIONS: usize = 2;

/// The progress of a player with an achievement.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(missing_docs, reason = "fields that are named for what they are")]
pub enum AchievementProgress {
    /// The number reached and the number needed: houses, tiles, sections, dollars.
    Counted { have: i32, need: i32 },
    /// The players judge it themselves.
    ByHand,
    /// A missing fact keeps the program from judging it.
    Unknown(FactId),
}

impl AchievementProgress {
    /// Returns `true` if it is fulfilled; always `false` if the players judge it.
    pub const fn is_fulfilled(&self) -> bool {
        matches!(self, Self::Counted { have, need } if *have >= *need)
    }
}

impl Game {
    /// Returns the achievements of this game, in the order of scoring.
    pub fn achievements(&self) -> &[GameAchievement] {
        &self.achievements
    }

    /// Returns the progress of a player with an achievement. Rule 11.6.
    ///
    /// # Examples
    ///
    /// ```
    /// use rules::achievements::AchievementProgress;
    /// use rules::{Game, Setup};
    ///
    /// let setup = Setup {
    ///     pack: packs::find("practice")?,
    ///     board: "Three Rivers".to_owned(),
    ///     players: vec!["Anna".to_owned(), "Ben".to_owned()],
    ///     ..Setup::default()
    /// };
    /// let game = Game::new(&setup)?;
    /// let anna = game.players().next().expect("two players");
    /// for achievement in game.contents().achievements() {
    ///     if let AchievementProgress::Counted { have, need } = game.achievement_progress(achievement, anna) {
    ///         assert!(have < need, "nothing is fulfilled on an empty board");
    ///     }
    /// }
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn achievement_progress(
        &self,
        achievement: AchievementId,
        player: PlayerId,
    ) -> AchievementProgress {
        let Some(condition) = self.contents.condition(achievement) else {
            return AchievementProgress::ByHand;
        };
        match self.count_for(condition, player) {
            Ok(Some((have, need))) => AchievementProgress::Counted { have, need },
            Ok(None) => AchievementProgress::ByHand,
            Err(fact) => AchievementProgress::Unknown(fact),
        }
    }

    /// Returns the number a player has and the number a condition needs; `None` if the players
    /// judge it.
    fn count_for(
        &self,
        condition: &Condition,
        player: PlayerId,
    ) -> Result<Option<(i32, i32)>, FactId> {
        let counted = |have: usize, need: u8| Some((have as i32, i32::from(need)));
        Ok(match condition {
            Condition::Houses(need) => counted(usize::from(self.houses(player)), *need),
            Condition::Bridges(need) => counted(usize::from(self.bridges(player)), *need),
            Condition::TierInEverySection(tier) => {
                let by_import =
                    *tier == Tier::Basic && self.options.contains(TableOption::ByImport);
                let mut sections = [false; Section::ALL.len()];
                let pieces = self.map.pieces().filter(|(_, piece)| {
                    if by_import {
                        piece.importer == Some(player)
                    } else {
                        piece.is_owned_by(player)
                    }
                });
                for tile in pieces.filter_map(|(_, piece)| piece.tile()) {
                    if self.facts().tier(tile.resource)? == *tier
                        && let Some(section) = self.known_section(&tile.footprint)?
                    {
                        sections[usize::from(section.0)] = true;
                    }
                }
                let have = sections.iter().filter(|&&there| there).count();
                Some((have as i32, sections.len() as i32))
            }
            Condition::OwnsResources(need) => counted(self.owns(player).len(), *need),
            Condition::OwnsTiles(tier, need) => {
                let mut have = 0;
                for tile in self.map.owned_by(player).filter_map(|(_, piece)| piece.tile()) {
                    have += usize::from(self.facts().tier(tile.resource)? == *tier);
                }
                counted(have, *need)
            }
            Condition::AccessResources(need) => {
                let below: components::ids::ResourceSet =
                    self.access(player).map(|tile| tile.resource).collect();
                counted(below.without(self.owns(player)).len(), *need)
            }
            Condition::DeliveredTo(need) => {
                let own = Some(Owner::Player(player));
                let to = self.active.iter().filter(|a| a.delivered.contains(&own));
                counted(to.count(), *need)
            }
            Condition::Advisers(need) => {
                let cards = self.hand(player).union(self.played_cards(player));
                let advisers = cards.iter().filter(|card| matches!(card, Card::Adviser(_)));
                counted(advisers.count(), *need)
            }
            Condition::LastingInfluence(need) => Some((self.lasting(player), i32::from(*need))),
            Condition::MoneyHeld(need) => Some((self.money(player).0, need.0)),
            Condition::ByHand(_) => None,
        })
    }

    /// Returns the players who fulfill an achievement now; `None` if the players judge it.
    fn fulfilled_by(&self, achievement: AchievementId) -> Result<Option<PlayerSet>, FactId> {
        let mut players = PlayerSet::EMPTY;
        for player in self.players() {
            match self.achievement_progress(achievement, player) {
                progress @ AchievementProgress::Counted { .. } if progress.is_fulfilled() => {
                    players.insert(player);
                }
                AchievementProgress::Counted { .. } => {}
                AchievementProgress::ByHand => return Ok(None),
                AchievementProgress::Unknown(fact) => return Err(fact),
            }
        }
        Ok(Some(players))
    }

    /// Checks that these are one achievement of each deck. Rule 11.6.
    pub(super) fn check_achievements(&self, checks: &mut Checks, cards: &[AchievementId]) {
        let rule = Rule::Achievements;
        let mut found = Vec::new();
        for &card in cards {
            // Achievements with uncertain facts cannot be scored.
            checks.require_fact(rule, self.facts().achievement_points(card));
            found.extend(checks.require_fact(rule, self.facts().deck_of(card)));
        }
        if found.len() < cards.len() {
            return;
        }
        let one_each = AchievementDeck::ALL
            .into_iter()
            .all(|deck| found.iter().filter(|&&other| other == deck).count() == 1);
        checks.require(rule, one_each && cards.len() == 3, || Illegal::WrongAchievements {
            found: cards.iter().copied().zip(found).collect(),
        });
    }

    /// Returns `true` if the players may claim an achievement at any moment: an immediate one that
    /// they judge themselves.
    pub fn can_be_claimed(&self, achievement: AchievementId) -> bool {
        let open = self.achievements.iter().any(|in_play| {
            in_play.achievement == achievement
                && in_play.deck == AchievementDeck::Immediate
                && in_play.scored.is_none()
        });
        open && self.turn > 0 && self.is_by_hand(achievement)
    }

    fn is_by_hand(&self, achievement: AchievementId) -> bool {
        let condition = self.contents.condition(achievement);
        condition.is_none_or(|condition| matches!(condition, Condition::ByHand(_)))
    }
}

impl Playing<'_> {
    /// Chooses or deals the achievements of the game. Rule 11.6.
    pub(super) fn deal_achievements(&mut self, cards: &[AchievementId]) -> Result<(), Refusal> {
        self.game.check_achievements(&mut self.checks, cards);
        self.checks.verdict()?;
        self.game.steps.finish();
        self.set_achievements(cards)
    }

    /// Puts achievements into play, in the order of scoring.
    pub(super) fn set_achievements(&mut self, cards: &[AchievementId]) -> Result<(), Refusal> {
        let mut in_play = Vec::new();
        for &achievement in cards {
            in_play.push(GameAchievement {
                achievement,
                deck: self.game.facts().deck_of(achievement)?,
                scored: None,
            });
        }
        in_play.sort_by_key(|in_play| in_play.deck);
        self.game.achievements = in_play;
        Ok(())
    }

    /// Scores an achievement that the table judges itself. Rule 11.6.
    pub(super) fn achieve(
        &mut self,
        achievement: AchievementId,
        players: &[PlayerId],
    ) -> Result<(), Refusal> {
        let rule = Rule::Achievements;
        let is_pending = matches!(
            self.game.steps.top(),
            Some(Step::Decision(DecisionStep::Judge(of))) if *of == achievement
        );
        let in_play =
            self.game.achievements.iter().find(|in_play| in_play.achievement == achievement);
        let why = match in_play {
            None => Some(NotJudgedReason::NotInPlay),
            Some(in_play) if in_play.scored.is_some() => Some(NotJudgedReason::Scored),
            Some(_) if !self.game.is_by_hand(achievement) => Some(NotJudgedReason::ByProgram),
            Some(_) if is_pending || self.game.can_be_claimed(achievement) => None,
            Some(_) => Some(NotJudgedReason::NotYet),
        };
        self.checks.require_none(rule, why, |reason| Illegal::NotToJudge { achievement, reason });
        for &player in players {
            self.require_player(player)?;
        }
        self.checks.verdict()?;
        if is_pending {
            self.game.steps.finish();
        } else if players.is_empty() {
            // No player fulfills it yet, so it stays open.
            return Ok(());
        }
        self.score_achievement(achievement, players.iter().copied().collect())
    }

    fn score_achievement(
        &mut self,
        achievement: AchievementId,
        players: PlayerSet,
    ) -> Result<(), Refusal> {
        let points = self.game.facts().achievement_points(achievement)?;
        for in_play in &mut self.game.achievements {
            if in_play.achievement == achievement {
                in_play.scored = Some(players);
            }
        }
        self.events.push(Event::Achieved(achievement, players));
        for player in players.iter() {
            self.change(player, Quantity::Points, points.0, Cause::Achievement(achievement));
        }
        Ok(())
    }

    /// Scores the achievements due at the end of a turn, or at the end of the game (`ended`).
    /// Returns an achievement that the players have to judge first.
    pub(super) fn score_due(&mut self, ended: bool) -> Result<Option<AchievementId>, Refusal> {
        let due: Vec<GameAchievement> = self
            .game
            .achievements
            .iter()
            .filter(|in_play| in_play.scored.is_none())
            .copied()
            .collect();
        for GameAchievement { achievement, deck, .. } in due {
            let now = match deck {
                AchievementDeck::Immediate => true,
                AchievementDeck::MidGame => self.game.completed() >= MID_GAME_COMPLETIONS,
                AchievementDeck::EndGame => ended,
            };
            if !now {
                continue;
            }
            match (self.game.fulfilled_by(achievement)?, deck) {
                // Without players who fulfill it, it stays open.
                (Some(players), AchievementDeck::Immediate) if players.is_empty() => {}
                (Some(players), _) => self.score_achievement(achievement, players)?,
                // The players claim it when one of them fulfills it.
                (None, AchievementDeck::Immediate) => {}
                (None, AchievementDeck::MidGame | AchievementDeck::EndGame) => {
                    return Ok(Some(achievement));
                }
            }
        }
        Ok(None)
    }
}
