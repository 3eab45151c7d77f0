//! Names of players and components: their spelling, and the recognition of abbreviations.
//!
//! Most names are written as printed on the component. An ambiguous one, such as a race called
//! "Neutral", is in quotation marks, so that every pack has an unambiguous notation.

use components::ids::{AchievementId, AdviserId, BuildingId, RaceId, ResourceId};
use components::specs::StandardCard;
use plain_text::ParseError;
use plain_text::{name_letters, remarks, same_name};
use rules::Game;
use rules::player::{Card, PlayerId};

use super::scan::{Scanner, is_word_char, looks_like_square, quote};

/// Words that may occur in place of a name: no name without quotation marks starts with one.
const RESERVED: [&str; 12] = [
    "and", "nothing", "none", "neutral", "nobody", "player", "seat", "race", "only", "to", "for",
    "of",
];

/// Further words that may occur in place of a player.
const RESERVED_FOR_PLAYERS: [&str; 30] = [
    "votes",
    "vote",
    "proposals",
    "advisers",
    "adjust",
    "overrule",
    "note",
    "learn",
    "position",
    "road",
    "tile",
    "house",
    "bridge",
    "gate",
    "building",
    "clear",
    "owner",
    "access",
    "no",
    "delivery",
    "worker",
    "card",
    "turn",
    "achievements",
    "achieved",
    "marker",
    "cycle",
    "scored",
    "gone",
    "not",
];

/// Further words that may occur in place of a card.
const RESERVED_FOR_CARDS: [&str; 28] = [
    "chooses", "choose", "takes", "take", "starts", "start", "follows", "follow", "passes", "pass",
    "adds", "add", "calls", "bonus", "decides", "decide", "places", "place", "face", "leads",
    "lead", "plays", "pays", "pay", "picks", "pick", "fills", "fill",
];

/// Further words that may occur in place of a resource.
const RESERVED_FOR_RESOURCES: [&str; 6] = ["house", "bridge", "gate", "road", "a", "an"];

/// The start of an error that asks for a longer abbreviation.
const TELL_APART: &str = "more letters, to tell apart ";

/// The minimum number of letters of an abbreviation.
const MIN_LETTERS: usize = 2;

/// The names at a table.
#[derive(Clone, Copy)]
pub(super) struct Names<'g> {
    pub(super) game: &'g Game,
    /// The race by which each player is written. It is ahead of the game within a list of
    /// adjustments that assigns races.
    races: [Option<RaceId>; PlayerId::MAX],
}

impl<'g> Names<'g> {
    pub(super) fn new(game: &'g Game) -> Self {
        let mut races = [None; PlayerId::MAX];
        for player in game.players() {
            races[player.index()] = game.race(player);
        }
        Self { game, races }
    }

    /// Names `player` by `race` from now on.
    pub(super) fn give_race(&mut self, player: PlayerId, race: RaceId) {
        self.races[player.index()] = Some(race);
    }

    /// Returns the race of this player, if no other player has it.
    fn own_race(&self, player: PlayerId) -> Option<RaceId> {
        let race = self.races[player.index()]?;
        let is_shared =
            self.game.players().any(|p| p != player && self.races[p.index()] == Some(race));
        (!is_shared).then_some(race)
    }

    /// Spells a player: by race, without one by name, and by seat if the name is ambiguous.
    pub(super) fn player(&self, player: PlayerId) -> String {
        if let Some(race) = self.own_race(player) {
            self.race(race)
        } else if self.is_plain_player_name(player) {
            self.game.player_name(player).to_owned()
        } else {
            format!("player {}", player.0 + 1)
        }
    }

    pub(super) fn race(&self, race: RaceId) -> String {
        let name = self.game.contents().race_name(race);
        spelled(name, self.is_plain_race(name))
    }

    pub(super) fn resource(&self, resource: ResourceId) -> String {
        let name = self.game.contents().resource_name(resource);
        spelled(name, self.is_plain_resource(name))
    }

    pub(super) fn building(&self, building: BuildingId) -> String {
        let name = self.game.contents().building_name(building);
        spelled(name, self.is_plain_building(name))
    }

    pub(super) fn achievement(&self, achievement: AchievementId) -> String {
        let name = self.game.contents().achievement_name(achievement);
        spelled(name, self.is_plain_achievement(name))
    }

    pub(super) fn adviser(&self, adviser: AdviserId) -> String {
        let name = self.game.contents().adviser_name(adviser);
        spelled(name, self.is_plain_card(name))
    }

    pub(super) fn card(&self, card: Card) -> String {
        let name = self.game.contents().card_name(card);
        spelled(name, self.is_plain_card(name))
    }

    fn is_plain_player_name(&self, player: PlayerId) -> bool {
        let name = self.game.player_name(player);
        let contents = self.game.contents();
        let mut others =
            self.game.players().filter(|&p| p != player).map(|p| self.game.player_name(p));
        let mut races = contents.races().map(|race| contents.race_name(race));
        is_plain(name, &RESERVED_FOR_PLAYERS)
            && !others.any(|other| same_name(other, name) || continues(other, name))
            && !races
                .any(|race| same_name(race, name) || continues(race, name) || continues(name, race))
    }

    fn is_plain_race(&self, name: &str) -> bool {
        let contents = self.game.contents();
        let pool = contents.races().map(|race| contents.race_name(race));
        is_plain(name, &RESERVED_FOR_PLAYERS) && stands_alone(name, pool)
    }

    fn is_plain_resource(&self, name: &str) -> bool {
        let contents = self.game.contents();
        let pool = contents.resources().map(|resource| contents.resource_name(resource));
        is_plain(name, &RESERVED_FOR_RESOURCES) && stands_alone(name, pool)
    }

    fn is_plain_building(&self, name: &str) -> bool {
        let contents = self.game.contents();
        let pool = contents.buildings().map(|building| contents.building_name(building));
        is_plain(name, &[]) && stands_alone(name, pool)
    }

    fn is_plain_achievement(&self, name: &str) -> bool {
        let contents = self.game.contents();
        let pool =
            contents.achievements().map(|achievement| contents.achievement_name(achievement));
        is_plain(name, &[]) && stands_alone(name, pool)
    }

    fn is_plain_card(&self, name: &str) -> bool {
        let contents = self.game.contents();
        let advisers = contents.advisers().map(|adviser| contents.adviser_name(adviser));
        let pool = StandardCard::ALL.iter().map(|card| card.name()).chain(advisers);
        is_plain(name, &RESERVED_FOR_CARDS) && stands_alone(name, pool)
    }

    pub(super) fn find_player(&self, scanner: &mut Scanner<'_>) -> Result<PlayerId, ParseError> {
        if scanner.eat_word(&["player", "seat"]) {
            return self.find_seat(scanner);
        }
        let mut names = Vec::with_capacity(2 * PlayerId::MAX);
        names.extend(self.game.players().filter_map(|player| {
            let race = self.own_race(player)?;
            Some((self.game.contents().race_name(race), (player, true)))
        }));
        names.extend(
            self.game.players().map(|player| (self.game.player_name(player), (player, false))),
        );
        find(
            scanner,
            "a player",
            &names,
            |name, (player, is_race)| {
                if is_race { self.is_plain_race(name) } else { self.is_plain_player_name(player) }
            },
            |(player, _)| player,
        )
    }

    fn find_seat(&self, scanner: &mut Scanner<'_>) -> Result<PlayerId, ParseError> {
        let word = scanner.word();
        let found = self.game.players().find(|player| (player.0 + 1).to_string() == word);
        let player = found.ok_or_else(|| {
            scanner.error(format!("the number of a seat from 1 to {}", self.game.player_count()))
        })?;
        scanner.advance(word.len());
        Ok(player)
    }

    pub(super) fn find_race(&self, scanner: &mut Scanner<'_>) -> Result<RaceId, ParseError> {
        let contents = self.game.contents();
        let names: Vec<_> = contents.races().map(|race| (contents.race_name(race), race)).collect();
        find(scanner, "a race", &names, |name, _| self.is_plain_race(name), |race| race)
    }

    pub(super) fn find_resource(
        &self,
        scanner: &mut Scanner<'_>,
    ) -> Result<ResourceId, ParseError> {
        let contents = self.game.contents();
        let names: Vec<_> = contents.resources().map(|r| (contents.resource_name(r), r)).collect();
        find(
            scanner,
            "a resource",
            &names,
            |name, _| self.is_plain_resource(name),
            |resource| resource,
        )
    }

    pub(super) fn find_building(
        &self,
        scanner: &mut Scanner<'_>,
    ) -> Result<BuildingId, ParseError> {
        let contents = self.game.contents();
        let names: Vec<_> = contents.buildings().map(|b| (contents.building_name(b), b)).collect();
        find(scanner, "a prestige building", &names, |name, _| self.is_plain_building(name), |b| b)
    }

    pub(super) fn find_achievement(
        &self,
        scanner: &mut Scanner<'_>,
    ) -> Result<AchievementId, ParseError> {
        let contents = self.game.contents();
        let names: Vec<_> =
            contents.achievements().map(|a| (contents.achievement_name(a), a)).collect();
        find(
            scanner,
            "an achievement",
            &names,
            |name, _| self.is_plain_achievement(name),
            |achievement| achievement,
        )
    }

    pub(super) fn find_adviser(&self, scanner: &mut Scanner<'_>) -> Result<AdviserId, ParseError> {
        let contents = self.game.contents();
        let names: Vec<_> = contents.advisers().map(|a| (contents.adviser_name(a), a)).collect();
        find(scanner, "an adviser", &names, |name, _| self.is_plain_card(name), |adviser| adviser)
    }

    /// Reads a card. `expected` is the expectation of an error, the card included.
    pub(super) fn find_card(
        &self,
        scanner: &mut Scanner<'_>,
        expected: &str,
    ) -> Result<Card, ParseError> {
        let contents = self.game.contents();
        let advisers = contents.advisers().map(|a| (contents.adviser_name(a), Card::Adviser(a)));
        let standard = StandardCard::ALL.iter().map(|card| (card.name(), Card::Standard(*card)));
        let names: Vec<_> = standard.chain(advisers).collect();
        find(scanner, expected, &names, |name, _| self.is_plain_card(name), |card| card)
    }
}

/// Reads one of `names`: the longest one spelled in full, or the only one abbreviated here.
///
/// `plain` returns `true` for names that need no quotation marks. `of` returns the item of a name:
/// a player has two names.
fn find<N: Copy, T: Copy + PartialEq>(
    scanner: &mut Scanner<'_>,
    what: &str,
    names: &[(&str, N)],
    plain: impl Fn(&str, N) -> bool,
    of: impl Fn(N) -> T,
) -> Result<T, ParseError> {
    if scanner.at_mark('"') {
        return find_quoted(scanner, what, names).map(of);
    }
    let rest = scanner.rest();
    // The names spelled here in full, with the length of their text.
    let mut whole_names: Vec<(usize, &str, N)> = Vec::new();
    // The longest abbreviation: the length of its text, and `true` if it reaches the end of the
    // name.
    let mut best = (0, false);
    let mut meant: Vec<(&str, T)> = Vec::new();
    for &(name, item) in names {
        let whole = common(rest, name);
        if let Some((len, true)) = whole {
            whole_names.push((len, name, item));
        }
        let fit = whole.max(without_the(name).and_then(|name| common(rest, name)));
        let Some(fit) = fit.filter(|&fit| fit >= best) else {
            continue;
        };
        if fit > best {
            best = fit;
            meant.clear();
        }
        if meant.iter().all(|&(_, other)| other != of(item)) {
            meant.push((name, of(item)));
        }
    }
    // In nearly all cases the text fits one name only, which is meant, plain or not.
    let is_clear = matches!(
        (whole_names.as_slice(), meant.as_slice()),
        ([(len, _, item)], [(_, meant)]) if *len == best.0 && of(*item) == *meant
    );
    let mut full: Option<(usize, T)> = None;
    for (len, name, item) in whole_names {
        if full.is_none_or(|(longest, _)| len > longest) && (is_clear || plain(name, item)) {
            full = Some((len, of(item)));
        }
    }
    if let Some((len, item)) = full {
        scanner.advance(len);
        return Ok(item);
    }
    match meant.as_slice() {
        [] => Err(scanner.error(listed(what, names))),
        [(_, item)] => {
            scanner.advance(best.0);
            Ok(*item)
        }
        several => {
            // Of names that differ only in spelling, the one with this spelling.
            if let Some((_, item)) = several.iter().find(|(name, _)| *name == &rest[..best.0]) {
                scanner.advance(best.0);
                return Ok(*item);
            }
            let candidates: Vec<&str> = several.iter().map(|&(name, _)| name).collect();
            let expected = format!("{TELL_APART}{}", remarks(&candidates));
            Err(scanner.error_at(scanner.place(), &rest[..best.0], expected))
        }
    }
}

/// Reads a name in quotation marks: exactly as quoted, or the only one that differs in case alone.
fn find_quoted<N: Copy>(
    scanner: &mut Scanner<'_>,
    what: &str,
    names: &[(&str, N)],
) -> Result<N, ParseError> {
    let place = scanner.place();
    let text = scanner.quoted(what)?;
    if let Some(&(_, item)) = names.iter().find(|(name, _)| *name == text) {
        return Ok(item);
    }
    let mut alike = names.iter().filter(|(name, _)| same_name(name, &text));
    match (alike.next(), alike.next()) {
        (Some(&(_, item)), None) => Ok(item),
        _ => Err(scanner.error_at(place, &text, listed(what, names))),
    }
}

/// Adds an alternative to the names that an error expects.
pub(super) fn or_expected(mut error: ParseError, more: &str) -> ParseError {
    // The meanings of an abbreviation help more than a long list.
    if !error.expected.starts_with(TELL_APART) {
        error.expected.push_str(", or ");
        error.expected.push_str(more);
    }
    error
}

fn listed<N>(what: &str, names: &[(&str, N)]) -> String {
    let known: Vec<&str> = names.iter().map(|&(name, _)| name).collect();
    format!("{what}: one of {}", remarks(&known))
}

fn spelled(name: &str, plain: bool) -> String {
    if plain { name.to_owned() } else { quote(name) }
}

fn is_plain(name: &str, reserved: &[&str]) -> bool {
    let first = name.split(' ').next().unwrap_or_default();
    first.starts_with(char::is_alphabetic)
        && name.split(' ').all(|word| !word.is_empty() && !looks_like_square(word))
        && name
            .chars()
            .all(|c| c.is_alphanumeric() || matches!(c, ' ' | '\'' | '’' | '-' | '.' | '&'))
        && !RESERVED.iter().chain(reserved).any(|word| word.eq_ignore_ascii_case(first))
}

/// Returns `true` if no other name of `pool` equals or continues `name`.
fn stands_alone<'a>(name: &str, mut pool: impl Iterator<Item = &'a str>) -> bool {
    // The name itself is in the pool, too.
    let mut same = 0;
    pool.all(|other| {
        same += usize::from(same_name(other, name));
        same <= 1 && !continues(other, name)
    })
}

/// Returns `true` if `longer` is `name`, a space and more.
fn continues(longer: &str, name: &str) -> bool {
    if longer.is_ascii() && name.is_ascii() {
        let (longer, name) = (longer.as_bytes(), name.as_bytes());
        return longer.get(name.len()) == Some(&b' ')
            && longer[..name.len()].eq_ignore_ascii_case(name);
    }
    let mut longer = longer.chars().flat_map(name_letters);
    name.chars().flat_map(name_letters).all(|letter| longer.next() == Some(letter))
        && longer.next() == Some(' ')
}

/// Returns the number of bytes of whole words at the start of `text` that spell `name` or its
/// start, and `true` if they spell all of it.
fn common(text: &str, name: &str) -> Option<(usize, bool)> {
    if let (Some(here), Some(wanted)) = (text.as_bytes().first(), name.as_bytes().first())
        && here.is_ascii()
        && wanted.is_ascii()
        && *wanted != b' '
        && !here.eq_ignore_ascii_case(wanted)
    {
        // Most names start with another letter.
        None
    } else if name.is_ascii() {
        common_letters(text, name.bytes().map(|letter| char::from(letter.to_ascii_lowercase())))
    } else {
        common_letters(text, name.chars().flat_map(name_letters))
    }
}

/// Computes [`common`] from the letters of a name.
fn common_letters(text: &str, name: impl Iterator<Item = char>) -> Option<(usize, bool)> {
    let mut best = None;
    let mut letters = 0;
    let mut left = text;
    let mut name = name.peekable();
    loop {
        let here = left.chars().next();
        let at_boundary = here.is_none_or(|c| !is_word_char(c));
        let complete = name.peek().is_none();
        if at_boundary && (letters >= MIN_LETTERS || (complete && letters > 0)) {
            best = Some((text.len() - left.len(), complete));
        }
        let (Some(here), Some(&wanted)) = (here, name.peek()) else {
            return best;
        };
        if here.is_whitespace() && wanted == ' ' {
            name.next();
            left = left.trim_start();
        } else if spells(here, &mut name) {
            left = &left[here.len_utf8()..];
            letters += 1;
        } else {
            return best;
        }
    }
}

/// Takes the letters of `here` from a name. Returns `true` if they came next in it.
fn spells(here: char, name: &mut impl Iterator<Item = char>) -> bool {
    if here.is_ascii() {
        return name.next() == Some(here.to_ascii_lowercase());
    }
    name_letters(here).all(|letter| name.next() == Some(letter))
}

fn without_the(name: &str) -> Option<&str> {
    let (the, rest) = name.split_at_checked("the ".len())?;
    the.eq_ignore_ascii_case("the ").then_some(rest)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_recognised_word_by_word() {
        assert_eq!(common("merch guild", "Merchant's Guild"), Some((5, false)));
        assert_eq!(common("merchant’s  guild: x", "Merchant's Guild"), Some((19, true)));
        assert_eq!(common("m guild", "Merchant's Guild"), None);
        assert_eq!(common("metals", "Metal"), None);
        assert_eq!(common("", "Metal"), None);
    }

    #[test]
    fn a_name_is_plain_unless_it_is_ambiguous() {
        for name in
            ["Human", "Merchant's Guild", "The Salt Barrel", "Call to Vote", "Élan", "Dr. O-X"]
        {
            assert!(is_plain(name, &RESERVED_FOR_CARDS), "{name}");
        }
        for name in [
            "",
            "Neutral",
            "and so",
            "Gate C7",
            "C7",
            "7 Sisters",
            "a  b",
            "a: b",
            "Face Off",
            "a ",
        ] {
            assert!(!is_plain(name, &RESERVED_FOR_CARDS), "{name:?}");
        }
    }

    #[test]
    fn a_name_that_another_one_continues_needs_quotation_marks() {
        let pool = ["Bank", "Bank Vault", "Banker", "bank vault"];
        let alone = pool.map(|name| stands_alone(name, pool.iter().copied()));
        assert_eq!(alone, [false, false, true, false]);
    }
}
