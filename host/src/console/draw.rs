//! The picture of a list. It needs no colours.

use ratatui::Frame;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::Line;
use ratatui::widgets::Paragraph;

use super::list::List;

/// What is left free at the screen's edge.
const MARGIN: u16 = 2;

/// Draws the list, which remembers where its items are.
pub fn draw(frame: &mut Frame<'_>, list: &mut List) {
    let screen = frame.area();
    let bold = Style::new().add_modifier(Modifier::BOLD);
    let dim = Style::new().add_modifier(Modifier::DIM);
    let mut head = vec![Line::default(), Line::from(list.title.clone()).style(bold)];
    head.extend(list.notes.iter().map(|note| Line::from(note.clone())));
    head.push(Line::default());
    let begin = head.len() as u16;
    let width = screen.width.saturating_sub(2 * MARGIN);
    put(frame, head, Rect::new(MARGIN, 0, width, begin));

    // Two lines are left for the keys.
    let room = screen.height.saturating_sub(begin + 3);
    let rows = room.min(list.items.len() as u16);
    list.top = list.top.min(list.at);
    if list.at >= list.top + usize::from(rows) {
        list.top = (list.at + 1).saturating_sub(usize::from(rows));
    }
    list.area = Rect::new(MARGIN, begin, width, rows);
    let digits = list.items.len().to_string().len();
    let shown = list.items.iter().enumerate().skip(list.top).take(usize::from(rows));
    let lines = shown.map(|(number, item)| {
        let line = Line::from(format!(" {:>digits$}  {item} ", number + 1));
        let here = Style::new().add_modifier(Modifier::REVERSED);
        if number == list.at { line.style(here) } else { line }
    });
    put(frame, lines.collect(), list.area);

    let keys = if list.typed.is_empty() {
        "arrows and Enter, a click, or a number; -1 or Esc goes back".to_owned()
    } else {
        format!("number: {}", list.typed)
    };
    let foot = Rect::new(MARGIN, begin + rows + 1, width, 1);
    put(frame, vec![Line::from(keys).style(dim)], foot);
}

fn put(frame: &mut Frame<'_>, lines: Vec<Line<'static>>, area: Rect) {
    let area = area.intersection(frame.area());
    frame.render_widget(Paragraph::new(lines), area);
}
