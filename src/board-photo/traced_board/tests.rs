use super::*;

fn empty(columns: u32, rows: u32) -> TracedBoard {
    TracedBoard::new("Traced", GridSize::new(columns, rows).expect("a small board"))
}

fn square(text: &str) -> Square {
    text.parse().expect("a square")
}

fn practice() -> Pack {
    packs::find("practice").expect("the built-in pack is sound")
}

/// Paints squares with the brush, without symmetry.
fn brush(tracing: &mut TracedBoard, squares: &str, kind: PaintKind) {
    let squares: Vec<Square> = squares.split(' ').map(square).collect();
    tracing.stroke(PaintTool::Brush, &squares, Some(kind), Symmetry::default());
}

fn drawn(tracing: &TracedBoard) -> Vec<String> {
    tracing.board().terrain.value().expect("terrain is drawn").clone()
}

fn site_squares(spec: &BoardSpec) -> BTreeSet<Square> {
    spec.sites.value().into_iter().flatten().flat_map(|site| site.squares.clone()).collect()
}

#[test]
fn a_traced_board_of_the_practice_pack_equals_the_original() {
    let pack = practice();
    for spec in &pack.boards {
        let tracing = TracedBoard::from_board(spec).expect("its terrain is known");
        let board = tracing.board();
        assert_eq!(board.terrain.value(), spec.terrain.value(), "{}", spec.name);
        assert_eq!(board.sections.value(), spec.sections.value(), "{}", spec.name);
        assert_eq!(site_squares(&board), site_squares(spec), "{}", spec.name);
        assert_eq!(tracing.problems(&pack), []);
    }
}

#[test]
fn the_rectangle_tool_covers_all_squares_between_two_corners() {
    let mut tracing = empty(4, 3);
    let path = [square("D3"), square("B2")];
    tracing.stroke(PaintTool::Rectangle, &path, Some(PaintKind::River), Symmetry::default());
    assert_eq!(drawn(&tracing), ["????", "?~~~", "?~~~"]);
}

#[test]
fn the_fill_tool_stops_at_another_kind() {
    let mut tracing = empty(4, 3);
    brush(&mut tracing, "B1 B2 B3", PaintKind::Wall);
    tracing.stroke(
        PaintTool::Fill,
        &[square("C2")],
        Some(PaintKind::Forested),
        Symmetry::default(),
    );
    assert_eq!(drawn(&tracing), ["?#ff", "?#ff", "?#ff"]);
}

#[test]
fn a_mirrored_stroke_is_undone_in_one_step() {
    let mut tracing = empty(4, 1);
    let mirror = Symmetry { mirror: true, third_turn: false };
    tracing.stroke(PaintTool::Brush, &[square("A1")], Some(PaintKind::Coastal), mirror);
    assert_eq!(drawn(&tracing), ["c??c"]);
    tracing.undo();
    assert_eq!(drawn(&tracing), ["????"]);
    assert_eq!(tracing.can_undo_redo(), (false, true));
    tracing.redo();
    assert_eq!(drawn(&tracing), ["c??c"]);
    tracing.stroke(PaintTool::Brush, &[square("A1")], Some(PaintKind::Coastal), mirror);
    tracing.undo();
    assert_eq!(drawn(&tracing), ["????"], "a stroke that changed nothing is no step");
}

#[test]
fn a_start_number_makes_its_square_central_and_is_removed_by_other_paint() {
    let mut tracing = empty(2, 1);
    tracing.set_start(square("B1"), Some(3));
    assert_eq!((drawn(&tracing), tracing.start(square("B1"))), (vec!["?g".to_owned()], Some(3)));
    brush(&mut tracing, "B1", PaintKind::Wall);
    assert_eq!(tracing.start(square("B1")), None);
}

#[test]
fn connected_reserved_squares_of_one_kind_are_a_site() {
    let mut tracing = empty(4, 2);
    brush(&mut tracing, "A1 A2", PaintKind::WestGatehouse);
    brush(&mut tracing, "B1 D1", PaintKind::EitherGatehouse);
    let sites: Vec<(usize, usize)> =
        tracing.sites().iter().map(|site| (site.buildings.len(), site.squares.len())).collect();
    assert_eq!(sites, [(1, 2), (2, 1), (2, 1)]);
}

#[test]
fn a_problem_names_its_square() {
    let mut tracing = empty(5, 1);
    brush(&mut tracing, "B1 D1", PaintKind::River);
    brush(&mut tracing, "A1", PaintKind::Central);
    assert_eq!(tracing.problems(&practice()), []);
    tracing.set_start(square("A1"), Some(1));
    brush(&mut tracing, "E1", PaintKind::GhostFortress);
    let problems = tracing.problems(&practice());
    let squares: Vec<Option<Square>> = problems.iter().map(problem_square).collect();
    assert!(squares.contains(&Some(square("E1"))) && squares.contains(&None), "{problems:?}");
}
