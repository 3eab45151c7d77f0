//! The page of numbers: the scenario level, a new character, and the price of an enhancement, each
//! computed as it is entered.

use egui::{Align, Layout, Ui};

use plain_text::{capitalized, counted};
use scenario_cards::{EquationValues, Formula};

use crate::owner_cards::equation_values;
use crate::{ScenarioCommand, play};
use scenario::Record;
use scenario::explanation::price_text;
use scenario::refusal::verdict_text;
use scenario_rules::enhancement::{Enhancement, Sticker};
use scenario_rules::levels::{Difficulty, Level, NewCharacter};
use scenario_rules::{Action, Names, Refusal};
use ui_kit::queue::CommandQueue;
use ui_kit::theme::{space, text};
use ui_kit::widgets::{
    StyledText, body, button, caption, choice_list_ui, error_ui, hairline_ui, line_edit,
    number_field_ui, section_heading_ui, toggle_button, wide_row_words_ui,
};

/// The width of the label before a number, in points.
const LABEL: f32 = 80.0;

/// The input on the page of numbers.
#[derive(Clone, Debug)]
pub(super) struct Numbers {
    /// The levels of the characters in the game.
    characters: Vec<u8>,
    difficulty: Difficulty,
    /// The level of a new character, and the prosperity level of the town.
    newcomer: (u8, u8),
    enhancement: Enhancement,
    /// The typed number with the letters C and L.
    scaled: String,
}

impl Default for Numbers {
    fn default() -> Self {
        Self {
            characters: vec![1, 1],
            difficulty: Difficulty::Normal,
            newcomer: (1, 1),
            enhancement: Enhancement {
                sticker: Sticker::Move,
                card_level: 1,
                several_targets: false,
                hexes: 2,
                earlier: 0,
            },
            scaled: String::new(),
        }
    }
}

/// Draws the page.
pub(super) fn numbers_ui(
    ui: &mut Ui,
    record: &Record,
    numbers: &mut Numbers,
    commands: &CommandQueue<ScenarioCommand>,
) {
    level_ui(ui, record, numbers, commands);
    ui.add_space(space::S);
    scaled_ui(ui, record, &mut numbers.scaled);
    ui.add_space(space::S);
    newcomer_ui(ui, numbers);
    ui.add_space(space::S);
    enhancement_ui(ui, &mut numbers.enhancement);
}

/// Returns the text of a refusal of numbers, which names no figure.
fn why(refusal: &Refusal) -> String {
    verdict_text(&Names::default(), refusal)
}

/// Draws the recommended scenario level and the numbers that depend on it.
fn level_ui(
    ui: &mut Ui,
    record: &Record,
    numbers: &mut Numbers,
    commands: &CommandQueue<ScenarioCommand>,
) {
    section_heading_ui(ui, "Scenario level");
    ui.horizontal_wrapped(|ui| {
        ui.label("Characters of level");
        for (index, level) in numbers.characters.iter_mut().enumerate() {
            number_field_ui(ui, &format!("Level of character {}", index + 1), level, 1..=9);
        }
    });
    ui.horizontal_wrapped(|ui| {
        let count = numbers.characters.len();
        if ui.add_enabled(count < 4, button("One more")).clicked() {
            numbers.characters.push(1);
        }
        if ui.add_enabled(count > 1, button("One fewer")).clicked() {
            numbers.characters.pop();
        }
    });
    ui.horizontal_wrapped(|ui| {
        for difficulty in Difficulty::ALL {
            if ui.add(toggle_button(numbers.difficulty == difficulty, difficulty.word())).clicked()
            {
                numbers.difficulty = difficulty;
            }
        }
    });
    let level = match Level::recommended(&numbers.characters, numbers.difficulty) {
        Ok(level) => level,
        Err(refusal) => {
            error_ui(ui, &why(&refusal), text::BODY);
            return;
        }
    };
    wide_row_words_ui(ui, LABEL, "Level", &level.level.to_string());
    wide_row_words_ui(ui, LABEL, "Gold", &format!("{} for each money token", level.gold));
    wide_row_words_ui(ui, LABEL, "Trap", &format!("{} damage", level.trap));
    wide_row_words_ui(ui, LABEL, "Experience", &format!("{} for completing it", level.experience));
    let is_set = record.game().position().level() == Some(level.level);
    let words = if is_set { "Set for this table" } else { "Set it for this table" };
    if ui.add_enabled(!is_set, button(words)).clicked() {
        play(commands, Action::Level(level.level));
    }
}

/// Draws the value of a number that is written with C and L (S3.3).
fn scaled_ui(ui: &mut Ui, record: &Record, typed: &mut String) {
    section_heading_ui(ui, "Number with C and L");
    let edit = line_edit(typed).hint_text("C+1").char_limit(MAX_SCALED);
    ui.add(edit.desired_width(f32::INFINITY)).accessible_name("Number with C and L");
    if typed.trim().is_empty() {
        caption("C is the number of characters, L the level of the scenario (S3.3).").ui(ui);
        return;
    }
    match typed.parse::<Formula>() {
        Ok(formula) => {
            body(scaled_text(&formula, equation_values(record.game()))).ui(ui);
        }
        Err(error) => error_ui(ui, &capitalized(&error.to_string()), text::BODY),
    }
}

/// The maximum length of a typed number, in characters.
const MAX_SCALED: usize = 60;

/// Returns a number that is written with C and L, with its value: "C+1 = 4: 3 characters, level 1
/// (S3.3)".
pub(crate) fn scaled_text(formula: &Formula, values: EquationValues) -> String {
    let characters = counted(values.characters, "character", "characters");
    let value = match formula.evaluate(values) {
        Some(value) => format!("= {value}"),
        None => "is no whole number".to_owned(),
    };
    format!("{formula} {value}: {characters}, level {} (S3.3)", values.level)
}

/// Draws the experience and gold of a new character.
fn newcomer_ui(ui: &mut Ui, numbers: &mut Numbers) {
    section_heading_ui(ui, "New character");
    let (level, prosperity) = &mut numbers.newcomer;
    ui.horizontal_wrapped(|ui| {
        ui.label("Level");
        number_field_ui(ui, "Level of the new character", level, 1..=9);
        ui.label("Prosperity");
        number_field_ui(ui, "Prosperity level of the town", prosperity, 1..=9);
    });
    match NewCharacter::new(*level, *prosperity) {
        Ok(new) => {
            wide_row_words_ui(ui, LABEL, "Experience", &new.experience.to_string());
            wide_row_words_ui(ui, LABEL, "Gold", &new.gold.to_string());
        }
        Err(refusal) => error_ui(ui, &why(&refusal), text::BODY),
    }
}

/// Draws the price of an enhancement, as a receipt.
fn enhancement_ui(ui: &mut Ui, enhancement: &mut Enhancement) {
    section_heading_ui(ui, "Enhancement");
    let now = enhancement.sticker.word().to_owned();
    let all = Sticker::ALL.iter().map(|&sticker| (sticker, sticker.word().to_owned()));
    choice_list_ui(
        ui,
        "What is enhanced",
        &now,
        ui.available_width(),
        &mut enhancement.sticker,
        all,
    );
    ui.horizontal_wrapped(|ui| {
        ui.label("Card of level");
        number_field_ui(ui, "Level of the card", &mut enhancement.card_level, 1..=9);
        ui.label("Earlier ones");
        number_field_ui(ui, "Enhancements on the same action", &mut enhancement.earlier, 0..=3);
    });
    if enhancement.sticker == Sticker::AttackHex {
        ui.horizontal_wrapped(|ui| {
            ui.label("Hexes it targets now");
            number_field_ui(ui, "Hexes the attack targets now", &mut enhancement.hexes, 1..=30);
        });
    } else if ui.add(toggle_button(enhancement.several_targets, "It has several targets")).clicked()
    {
        enhancement.several_targets = !enhancement.several_targets;
    }
    let receipt = match enhancement.price() {
        Ok(receipt) => receipt,
        Err(refusal) => {
            error_ui(ui, &why(&refusal), text::BODY);
            return;
        }
    };
    for line in &receipt.lines {
        sum_ui(ui, &price_text(line.part), line.gold, false);
    }
    hairline_ui(ui);
    sum_ui(ui, "gold", receipt.total(), true);
    if enhancement.several_targets && enhancement.sticker != Sticker::AttackHex {
        caption("The book does not settle what counts as several targets: the table says.").ui(ui);
    }
}

/// Draws a line of a receipt, with its gold at the right edge.
fn sum_ui(ui: &mut Ui, label: &str, gold: u16, is_total: bool) {
    ui.horizontal(|ui| {
        let plain = [body(label), body(gold.to_string())];
        let [label, gold] = if is_total { plain.map(StyledText::bold) } else { plain };
        label.ui(ui);
        ui.with_layout(Layout::right_to_left(Align::Center), |ui| gold.ui(ui));
    });
}
