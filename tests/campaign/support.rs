//! Helpers to play lines and to check what follows from them.

use campaign::action::parse_action;
use campaign::receipt::{ChangeLine, receipt};
use campaign::refusal::refusal_text;
use campaign_rules::action::Action;
use campaign_rules::character::Character;
use campaign_rules::party::Party;
use campaign_rules::{Game, Illegal, Name, Refusal, Rule};

/// Parses an action.
#[track_caller]
pub fn action(line: &str) -> Action {
    parse_action(line).unwrap_or_else(|error| panic!("{line}: {error}"))
}

/// Returns a new campaign after these lines.
#[track_caller]
pub fn played(lines: &str) -> Game {
    then(&Game::default(), lines)
}

/// Returns the campaign after more lines.
#[track_caller]
pub fn then(game: &Game, lines: &str) -> Game {
    let mut game = game.clone();
    for line in lines.lines().map(str::trim).filter(|line| !line.is_empty()) {
        game = game
            .play(&action(line))
            .unwrap_or_else(|refusal| panic!("{line}: {}", refusal_text(&refusal)));
    }
    game
}

/// A party of two in the town: Anna the Brute and Ben the Tinkerer, with 30 gold each.
pub const PARTY: &str = "open class Brute
    open class Tinkerer
    character Anna: Brute, level 1, quest 512
    character Ben: Tinkerer, level 1, quest 513
    party Wolves
    join Anna: Wolves
    join Ben: Wolves
    item 12: 25 gold, 1 copy, small, title Winged Shoes
    item 13: 10 gold, 2 copies
    effects: unlock 1
    scenario 1: linked to town";

/// Returns the campaign with that party, after more lines.
#[track_caller]
pub fn party(lines: &str) -> Game {
    then(&played(PARTY), lines)
}

/// Plays and ends scenario 1 in the campaign.
pub const WON: &str = "travel Wolves: 1
    won Wolves: level 2";

#[track_caller]
pub fn refused(game: &Game, line: &str) -> Refusal {
    game.play(&action(line)).expect_err(line)
}

/// Checks that a line is refused by a rule, and that the table can overrule it.
#[track_caller]
pub fn check_refused(game: &Game, line: &str, rule: Rule) {
    let refusal = refused(game, line);
    assert_eq!(refusal.rules(), [rule], "{line}: {}", refusal_text(&refusal));
    let overruled = format!("overrule {line}, because our table says so");
    let can_be = refusal.reasons.iter().all(Illegal::can_be_overruled);
    assert_eq!(game.play(&action(&overruled)).is_ok(), can_be, "{overruled}");
}

/// Returns the receipt of a line as texts.
#[track_caller]
pub fn receipt_lines(game: &Game, line: &str) -> Vec<String> {
    let outcome = game
        .outcome(&action(line))
        .unwrap_or_else(|refusal| panic!("{line}: {}", refusal_text(&refusal)));
    receipt(&outcome.report.events).iter().map(ChangeLine::text).collect()
}

#[track_caller]
pub fn character<'a>(game: &'a Game, name: &str) -> &'a Character {
    game.campaign().character(&Name::new(name)).expect("the character is there")
}

#[track_caller]
pub fn wolves(game: &Game) -> &Party {
    game.campaign().party(&Name::new("Wolves")).expect("the party is there")
}
