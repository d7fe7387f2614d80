//! Draws the board with its coordinates, and beside or below it who plays, counts, clocks and moves.
//! Discs differ by shape and not by colour alone; without colours everything is still there.

use std::env;
use std::sync::LazyLock;
use std::time::Duration;

use othello_arena::Control;
use othello_board::View;
use othello_rules::{Colour, Square};
use ratatui::Frame;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::{Color, Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Clear, Paragraph, Wrap};

use super::letters;
use super::state::{BoardArea, State};

/// Whether the user wants no colours.
static COLOURLESS: LazyLock<bool> =
    LazyLock::new(|| env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty()));

/// With fewer columns there is no room for words beside the board.
const NARROWEST: u16 = 20;
/// With so few lines below it there is none there either.
const LOWEST: u16 = 4;

/// With fewer columns still, words are no words any more: what is asked stands over the board's last lines.
const UNREADABLE: u16 = 12;

/// The margins that hold the coordinates.
const MARGIN: u16 = 3;

/// Draws the game.
pub fn draw(frame: &mut Frame<'_>, state: &mut State, control: &Control) {
    let Some(panel) = board(frame, state) else { return };
    let Some(view) = &state.view else { return };
    if panel.width < UNREADABLE {
        return foot(frame, state, view);
    }
    frame.render_widget(
        Paragraph::new(lines(state, view, control)).wrap(Wrap { trim: true }),
        panel,
    );
}

/// Draws the board, where there is one, and gives the area beside it.
pub fn board(frame: &mut Frame<'_>, state: &mut State) -> Option<Rect> {
    let view = state.view.clone()?;
    let width = u16::from(view.width());
    let screen = frame.area();
    // Squares are as large as the screen allows: four columns and two lines, else two columns and one.
    let roomy = screen.height >= 2 * width + 2 && screen.width >= 4 * width + MARGIN + 24;
    let (wide, high) = if roomy { (4, 2) } else { (2, 1) };
    let board_width = width * wide + MARGIN + 1;
    let [left, right] =
        Layout::horizontal([Constraint::Length(board_width), Constraint::Min(0)]).areas(screen);
    let area = Rect::new(left.x + MARGIN, left.y + 1, width * wide, width * high);
    state.board = BoardArea { area: area.intersection(screen), wide, high };
    coordinates(frame, left, width, wide, high);
    for row in view.rows() {
        for square in row {
            draw_square(frame, state, &view, square);
        }
    }
    let beside = Rect { x: right.x + 1, width: right.width.saturating_sub(1), ..right };
    let below = screen.height.saturating_sub(area.bottom() + 1);
    // On a narrow screen words have more room below the board.
    if beside.width < NARROWEST && below > LOWEST {
        return Some(Rect { y: area.bottom() + 1, height: below, ..screen });
    }
    Some(beside)
}

/// What is asked and what was said last, in two lines at the bottom of a screen that has no room for more.
fn foot(frame: &mut Frame<'_>, state: &State, view: &View) {
    let screen = frame.area();
    let mut said = state.status();
    let needed = u16::from(view.width()) + 3;
    if said.is_empty() && screen.height < needed {
        said = format!("{needed} lines show it all");
    }
    let mut lines = Vec::new();
    if !said.is_empty() {
        lines.push(Line::from(said));
    }
    if let Some(question) = &state.question {
        lines.push(Line::from(format!("{}: {}", question.colour, typed(state))));
    }
    let high = (lines.len() as u16).min(screen.height);
    let area = Rect { y: screen.bottom() - high, height: high, ..screen };
    frame.render_widget(Clear, area);
    frame.render_widget(Paragraph::new(lines), area);
}

/// The move in preparation, and what plays it.
fn typed(state: &State) -> String {
    match state.typed.as_str() {
        "" => "...".to_owned(),
        typed => format!("{typed} (Enter plays it)"),
    }
}

fn coordinates(frame: &mut Frame<'_>, area: Rect, width: u16, wide: u16, high: u16) {
    let dim = Style::new().add_modifier(Modifier::DIM);
    for number in 0..width {
        let letter = char::from(b'a' + number as u8).to_string();
        put(frame, area.x + MARGIN + number * wide + wide / 2, area.y, &letter, dim);
        let row = area.y + 1 + number * high + high / 2;
        put(frame, area.x, row, &format!("{:>2}", number + 1), dim);
    }
}

fn draw_square(frame: &mut Frame<'_>, state: &State, view: &View, square: Square) {
    let BoardArea { area, wide, high } = state.board;
    let (x, y) =
        (area.x + u16::from(square.column()) * wide, area.y + u16::from(square.row()) * high);
    let even = (square.row() + square.column()).is_multiple_of(2);
    let cursor = state.question.is_some() && state.cursor == Some(square);
    let ground = ground(even, cursor);
    let (symbol, style) = match view.get(square) {
        Some(colour) => {
            (letters::mark(state.marks[colour], colour), disc_style(colour).patch(ground))
        }
        None if state.legal().contains(&square) => (letters::legal(), legal_style().patch(ground)),
        None => (' ', ground),
    };
    for line in 0..high {
        put(frame, x, y + line, &" ".repeat(usize::from(wide)), ground);
    }
    let (centre, middle) = (x + wide / 2, y + high / 2);
    put(frame, centre, middle, &symbol.to_string(), style);
    let marks = if cursor {
        Some(("[", "]"))
    } else if state.last == Some(square) {
        Some(("(", ")"))
    } else {
        None
    };
    if let Some((open, close)) = marks {
        put(frame, centre - 1, middle, open, ground);
        if wide > 2 {
            put(frame, centre + 1, middle, close, ground);
        }
    }
}

fn disc_style(colour: Colour) -> Style {
    if *COLOURLESS {
        return Style::new();
    }
    match colour {
        Colour::Black => Style::new().fg(Color::Indexed(232)),
        Colour::White => Style::new().fg(Color::Indexed(231)).add_modifier(Modifier::BOLD),
    }
}

fn legal_style() -> Style {
    if *COLOURLESS { Style::new() } else { Style::new().fg(Color::Indexed(229)) }
}

/// The colour of a square. Every eye can tell blue from black and from white.
fn ground(even: bool, cursor: bool) -> Style {
    if *COLOURLESS {
        let style = Style::new();
        return if cursor { style.add_modifier(Modifier::REVERSED) } else { style };
    }
    let colour = match (cursor, even) {
        (true, _) => Color::Indexed(130),
        (false, true) => Color::Indexed(67),
        (false, false) => Color::Indexed(68),
    };
    Style::new().bg(colour).fg(Color::Indexed(231))
}

/// Puts a text on the screen, as far as it is on it.
fn put(frame: &mut Frame<'_>, x: u16, y: u16, text: &str, style: Style) {
    let buffer = frame.buffer_mut();
    if buffer.area.contains((x, y).into()) {
        let room = usize::from(buffer.area.right() - x);
        buffer.set_stringn(x, y, text, room, style);
    }
}

fn lines(state: &State, view: &View, control: &Control) -> Vec<Line<'static>> {
    let mut lines = Vec::new();
    for colour in Colour::ALL {
        lines.push(side(state, view, colour));
    }
    lines.push(Line::default());
    lines.push(Line::from(state.status()));
    if let Some(question) = &state.question {
        lines.push(Line::from(format!("{}, your move: {}", question.colour, typed(state))));
    }
    lines.push(Line::default());
    let moves: Vec<_> = state.moves.iter().map(ToString::to_string).collect();
    lines.push(Line::from(moves.join(" ")));
    lines.push(Line::default());
    let keys = if state.people {
        "click; arrows and Enter; or type d3, or column and row: 4 3, and Enter; u takes back, ? hints, r \
         resigns, q leaves"
            .to_owned()
    } else {
        "space steps, a auto, + slower, - faster, q leaves".to_owned()
    };
    if !state.people {
        lines.push(Line::from(control.describe()));
    }
    if let Some(thought) = state.thought.as_ref().filter(|thought| !thought.is_empty()) {
        lines.extend(thought.lines().map(|line| Line::from(line.to_owned())));
        lines.push(Line::default());
    }
    lines.push(Line::from(keys).style(Style::new().add_modifier(Modifier::DIM)));
    lines
}

fn side(state: &State, view: &View, colour: Colour) -> Line<'static> {
    let to_move =
        matches!(&view.turn, othello_board::Turn::Move { colour: side, .. } if *side == colour);
    let arrow = if to_move { "> " } else { "  " };
    let clock =
        state.time_left(colour).map(|left| format!("  {}", minutes(left))).unwrap_or_default();
    let text = format!(
        "{arrow}{} {}: {}{clock}",
        letters::mark(state.marks[colour], colour),
        state.names[colour],
        view.counts()[colour]
    );
    let style = if to_move { Style::new().add_modifier(Modifier::BOLD) } else { Style::new() };
    Line::from(Span::styled(text, style))
}

/// A clock as people read it.
fn minutes(time: Duration) -> String {
    let tenths = time.as_millis() / 100;
    if tenths < 600 {
        format!("0:{:02}.{}", tenths / 10, tenths % 10)
    } else {
        format!("{}:{:02}", tenths / 600, tenths / 10 % 60)
    }
}
