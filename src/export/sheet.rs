//! The score sheet: a certificate on one sheet of A4.
//!
//! It has the winner in laurel, one table with the players' tokens over the columns, the city, the
//! honors, the chart of the points, and lines to sign. An unfinished game has the scores so far.

use maud::{Markup, PreEscaped, html};

use super::chart::Chart;
use super::page::{figure, page_with_head};
use super::poster::{headline, outcome};
use super::scores::ScoreRow;
use super::{PagePainter, PageSubject, Scores};
use drawing::sign::{LAUREL_REACH, laurel, player_sign};
use drawing::{Overlay, Scene};
use narration::NamedGame;
use plain_text::{capitalized, counted};
use rules::player::PlayerId;
use scene::{Pos, Rect};

/// A function that formats a number of a player.
type NumberOf = fn(&ScoreRow) -> String;

/// The rows of the table besides points.
const HELD: [(&str, NumberOf); 6] = [
    ("Money", |row| format!("${}", row.money)),
    ("Income", |row| format!("${}", row.income)),
    ("Fleeting influence", |row| row.fleeting.to_string()),
    ("Lasting influence", |row| row.lasting.to_string()),
    ("Houses", |row| row.houses.to_string()),
    ("Bridges and gates", |row| row.bridges.to_string()),
];

/// The size of the chart in its own units: as wide as the sheet and a fifth as high.
const CHART: Pos = Pos::new(900.0, 178.0);

impl Scores {
    /// Returns the sheet as a page to print; `None` beyond the end of the record.
    pub fn page(&self, subject: PageSubject<'_>, pen: &dyn PagePainter) -> Option<String> {
        let game = subject.game()?;
        let sheet = ScoreSheet { scores: self, subject, named: subject.named_game(&game), pen };
        let title = format!("Score sheet: {}", subject.name());
        Some(page_with_head(&title, &sheet.head(), &sheet.body()))
    }
}

/// The sheet while it is written.
struct ScoreSheet<'a> {
    scores: &'a Scores,
    subject: PageSubject<'a>,
    named: NamedGame<'a>,
    pen: &'a dyn PagePainter,
}

impl ScoreSheet<'_> {
    /// Returns the head: the winner, or the progress of an unfinished game.
    fn head(&self) -> Markup {
        let turns = counted(self.scores.turns, "turn", "turns");
        let about = format!("{}, {turns}", self.subject.subtitle());
        let name = self.subject.name();
        if !self.named.game().is_over() {
            let so_far =
                format!("The game is not over: the scores {}.", self.subject.entry_label());
            return html! { h1 { "Score sheet: " (name) } p { (about) } p { (so_far) } };
        }
        let says = outcome(self.named, self.scores);
        let end = says.rsplit_once(": ").map_or(says.as_str(), |(_, end)| end);
        let player = self.named.game().winner().unwrap_or(PlayerId(0));
        html! {
            div.won {
                (PreEscaped(self.sign(player, self.named.game().winner().is_some())))
                div {
                    p.muted { (name) }
                    h1 { (headline(self.named.game()).join(" ")) }
                    p.end { (capitalized(end)) }
                    p.muted { (about) }
                    @if self.scores.tied.len() > 1 { p { (self.scores.end) } }
                }
            }
        }
    }

    fn body(&self) -> Markup {
        let (scores, rows) = (self.scores, &self.scores.rows);
        html! {
            table.scores {
                thead { tr { th { "" } @for row in rows { th { (self.column_head(row)) } } } }
                tbody {
                    @for category in scores.categories() {
                        tr {
                            td { (category.name()) }
                            @for row in rows { td { (row.source(category)) } }
                        }
                    }
                    tr.total { th { "Points" } @for row in rows { td { (row.points) } } }
                    @if rows.len() > 1 {
                        tr { td { "Place" } @for row in rows { td { (row.rank) } } }
                    }
                    @for (name, value) in self.held() {
                        tr { td { (name) } @for row in rows { td { (value(row)) } } }
                    }
                }
            }
            div.plan {
                (figure("", &self.pen.board(self.named.game(), &Overlay::default())))
                div.beside-plan {
                    div {
                        @for honour in &scores.honors {
                            div.honour {
                                (PreEscaped(self.sign(honour.player, false)))
                                div {
                                    p.muted { (honour.title()) }
                                    p { strong { (honour.words(self.named.game())) } }
                                    p { (self.named.game().player_name(honour.player)) }
                                }
                            }
                        }
                    }
                    @if self.named.game().is_over() {
                        div { @for row in rows { div.sign { (row.name) } } }
                    }
                }
            }
            div.chart { (figure("", &self.chart())) }
            @if !scores.irregular.is_empty() {
                h2 { "Overruled and set right" }
                ul { @for (entry, text) in &scores.irregular { li { (entry) ". " (text) } } }
            }
        }
    }

    /// Returns the rows besides points, without those in which every player has 0.
    fn held(&self) -> impl Iterator<Item = (&'static str, NumberOf)> + '_ {
        HELD.into_iter().filter(move |(_, value)| {
            self.scores.rows.iter().any(|row| !matches!(value(row).as_str(), "0" | "$0"))
        })
    }

    /// Returns the token over a column, with the player.
    fn column_head(&self, row: &ScoreRow) -> Markup {
        html! {
            div.token {
                (PreEscaped(self.sign(row.player, false)))
                span { strong { (row.name) } @if !row.race.is_empty() { br; (row.race) } }
            }
        }
    }

    /// Draws the sign of a player, with a laurel for a winner.
    fn sign(&self, player: PlayerId, in_laurel: bool) -> String {
        let reach = if in_laurel { LAUREL_REACH } else { 1.05 };
        let mut scene = Scene::new(Pos::new(2.0 * reach, 2.0 * reach));
        let center = Pos::new(reach, reach);
        if in_laurel {
            laurel(&mut scene, center, 1.0);
        }
        player_sign(
            &mut scene,
            center,
            1.0,
            player,
            self.pen.appearances(self.named.game())[player],
        );
        self.pen.svg(self.named.game(), &scene, 160)
    }

    fn chart(&self) -> String {
        let looks = self.pen.appearances(self.named.game());
        let mut scene = Scene::new(CHART);
        let chart =
            Chart { scores: self.scores, game: self.named.game(), looks: &looks, unit: 1.0 };
        chart.draw(&mut scene, Rect { min: Pos::default(), max: CHART });
        self.pen.svg(self.named.game(), &scene, 900)
    }
}

#[cfg(test)]
mod tests {
    use rules::Game;

    use super::*;
    use drawing::board::PlayerSigns;
    use drawing::{BoardColor, Overlay};
    use narration::PlayerNaming;
    use notation::record::read_record;
    use rules::player::ByPlayer;
    use scene::svg::svg;

    /// A pen in black.
    struct Black;

    impl PagePainter for Black {
        fn appearances(&self, _: &Game) -> ByPlayer<PlayerSigns> {
            ByPlayer::default()
        }

        fn svg(&self, _: &Game, scene: &Scene, width: u32) -> String {
            svg(scene, &|_: BoardColor| [0, 0, 0, 255], (width, width))
        }

        fn board(&self, _: &Game, _: &Overlay) -> String {
            "<svg id=\"board\"></svg>".to_owned()
        }
    }

    fn sheet(file: &str, at: Option<usize>) -> String {
        let path = format!("{}/../../assets/examples/{file}.founders", env!("CARGO_MANIFEST_DIR"));
        let loaded = read_record(&std::fs::read(path).expect("the example is there"));
        let journal = loaded.record.expect("it is sound");
        let at = at.unwrap_or(journal.main_line().len());
        let subject = PageSubject { journal: &journal, at, naming: PlayerNaming::Races };
        let scores = Scores::of(subject).expect("the record goes so far");
        scores.page(subject, &Black).expect("the record goes so far")
    }

    #[test]
    fn the_sheet_of_a_finished_game_has_tokens_a_plan_a_chart_and_lines_to_sign() {
        let page = sheet("four-founders", None);
        assert!(page.contains("<h1>Cleo founds Three Rivers</h1>"));
        assert!(page.contains("Orchid wins with 33 points"));
        assert_eq!(page.matches("<table").count(), 1, "one table");
        // The winner, four columns, three honours, the chart; and the board.
        assert_eq!(page.matches("<svg").count(), 1 + 4 + 3 + 1 + 1);
        for name in ["Anna", "Ben", "Cleo", "David"] {
            assert!(page.contains(&format!("<div class=\"sign\">{name}</div>")), "{name} signs");
        }
        assert!(page.contains("<td>Houses</td>") && !page.contains("<td>Fleeting influence</td>"));
        assert_eq!(page.matches("@font-face").count(), 3);
        assert!(
            !page.contains("http://") || !page.contains("src=\"http"),
            "it needs no other file"
        );
    }

    #[test]
    fn the_sheet_of_an_unfinished_game_has_no_lines_to_sign() {
        let page = sheet("four-founders", Some(60));
        assert!(page.contains("The game is not over: the scores after entry 60 of 143."));
        assert!(!page.contains("class=\"sign\"") && !page.contains("founds"));
    }

    #[test]
    fn the_sheet_of_a_lost_solo_game_has_no_place() {
        let page = sheet("solo-lost-at-a-vote", None);
        assert!(page.contains("<h1>Old Harbour is not founded</h1>"));
        assert!(page.contains("The game is lost") && !page.contains("Place"));
    }
}
