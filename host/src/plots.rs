//! Plots as SVG, which stands in a page and as a file of its own.

use std::fmt::Write;

use othello_arena::ratings::Interval;

use crate::html::escape;

/// One colour a player, told apart by eyes of every kind (Okabe and Ito's palette); after these they begin again, and
/// lines are dashed.
const COLOURS: [&str; 8] =
    ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#7f7f7f", "#b8a800"];
/// How the lines of the first eight, of the next eight and of all others are drawn.
const DASHES: [&str; 3] = ["none", "6 3", "2 3"];
/// How far names stand from each other.
const LINE_HEIGHT: f64 = 14.0;
const WIDTH: f64 = 860.0;
/// Room for names on the left and for numbers on the right.
const LEFT: f64 = 170.0;
const RIGHT: f64 = 100.0;
/// As many letters of a name there is room for.
const MOST_LETTERS: usize = 22;

/// A line through points, under a name.
pub struct Line {
    /// Whose it is.
    pub name: String,
    /// From left to right.
    pub points: Vec<(f64, f64)>,
}

/// A value with its error.
pub struct Bar {
    /// Whose it is.
    pub name: String,
    /// The value.
    pub value: f64,
    /// Where it lies with a probability of 95 %.
    pub interval: Interval,
}

/// Everybody's name beside a piece of its line, for screens that are too narrow for the names in a plot.
pub fn legend(names: &[String]) -> String {
    let item = |name: &String| {
        let (colour, dash) = (colour(names, name), dash(names, name));
        format!(
            r#"<span><svg width="28" height="10" aria-hidden="true"><line x1="0" y1="5" x2="28" y2="5" stroke="{colour}" stroke-width="2.5" stroke-dasharray="{dash}"/></svg> {}</span>"#,
            escape(name)
        )
    };
    names.iter().map(item).collect()
}

/// How a player's line is drawn.
fn dash(names: &[String], name: &str) -> &'static str {
    let place = names.iter().position(|other| other == name).unwrap_or(names.len());
    DASHES[(place / COLOURS.len()).min(DASHES.len() - 1)]
}

/// A player's colour, the same in every plot: that of its place among all names.
fn colour(names: &[String], name: &str) -> &'static str {
    let place = names.iter().position(|other| other == name).unwrap_or(names.len());
    COLOURS[place % COLOURS.len()]
}

/// Values with error bars, one below the other, in the colours of `names`.
pub fn error_bars(title: &str, names: &[String], bars: &[Bar]) -> String {
    let height = 60.0 + 24.0 * bars.len() as f64;
    let low = |bar: &Bar| bar.interval.low.unwrap_or(bar.value);
    let high = |bar: &Bar| bar.interval.high.unwrap_or(bar.value);
    let lowest = bars.iter().map(low).fold(f64::INFINITY, f64::min);
    let highest = bars.iter().map(high).fold(f64::NEG_INFINITY, f64::max);
    let scale = Scale::new((lowest, highest), (LEFT, WIDTH - RIGHT));
    let mut svg = begin(title, height);
    for tick in scale.ticks() {
        let x = scale.at(tick);
        line(&mut svg, (x, 30.0), (x, height - 24.0), "#8884", 1.0);
        text(&mut svg, (x, height - 8.0), "middle", &number(tick));
    }
    for (at, bar) in bars.iter().enumerate() {
        let y = 44.0 + 24.0 * at as f64;
        let (x, colour) = (scale.at(bar.value), colour(names, &bar.name));
        // A bar without an end runs to the edge, and has no stop there.
        let ends = [bar.interval.low, bar.interval.high].map(|end| end.map(|end| scale.at(end)));
        let (left, right) = (ends[0].unwrap_or(LEFT), ends[1].unwrap_or(WIDTH - RIGHT));
        line(&mut svg, (left, y), (right, y), colour, 2.0);
        for end in ends.into_iter().flatten() {
            line(&mut svg, (end, y - 5.0), (end, y + 5.0), colour, 2.0);
        }
        // Where only one end is known, nothing says where between it and the edge the value lies.
        if bar.interval.is_bounded() {
            // Writing to a text does not fail.
            let _ = write!(svg, r#"<circle cx="{x:.1}" cy="{y:.1}" r="4.5" fill="{colour}"/>"#);
        }
        text(&mut svg, (LEFT - 10.0, y + 4.0), "end", &short(&bar.name));
        // Of the one from which the others are counted nothing is open.
        let value = match bar.interval {
            Interval { low: Some(low), high: Some(high) } if low >= high => format!("{low:.0}"),
            interval => format!("{interval:.0}"),
        };
        text(&mut svg, (WIDTH - RIGHT + 10.0, y + 4.0), "start", &value);
    }
    svg + "</svg>"
}

/// Lines in one frame in the colours of `names`, which stand at their right ends.
pub fn lines(title: &str, across: &str, names: &[String], lines: &[Line]) -> String {
    /// Names of many players need as much room.
    const LEAST_HEIGHT: f64 = 340.0;
    let height = LEAST_HEIGHT.max(90.0 + LINE_HEIGHT * lines.len() as f64);
    let all = || lines.iter().flat_map(|line| &line.points);
    let bounds = |of: fn(&(f64, f64)) -> f64| {
        let low = all().map(of).fold(f64::INFINITY, f64::min);
        (low, all().map(of).fold(f64::NEG_INFINITY, f64::max))
    };
    let x = Scale::new(bounds(|point| point.0), (60.0, WIDTH - LEFT));
    let y = Scale::new(bounds(|point| point.1), (height - 50.0, 36.0));
    let mut svg = begin(title, height);
    for tick in y.ticks() {
        line(&mut svg, (60.0, y.at(tick)), (WIDTH - LEFT, y.at(tick)), "#8884", 1.0);
        text(&mut svg, (52.0, y.at(tick) + 4.0), "end", &number(tick));
    }
    for tick in x.ticks() {
        text(&mut svg, (x.at(tick), height - 30.0), "middle", &number(tick));
    }
    text(&mut svg, (f64::midpoint(60.0, WIDTH - LEFT), height - 10.0), "middle", across);
    let order = by_last_height(lines);
    let mut lowest = f64::NEG_INFINITY;
    for (at, one) in order.iter().enumerate() {
        let colour = colour(names, &one.name);
        let points = one.points.iter().map(|(px, py)| format!("{:.1},{:.1}", x.at(*px), y.at(*py)));
        let points = points.collect::<Vec<_>>().join(" ");
        let _ = write!(
            svg,
            r#"<polyline points="{points}" fill="none" stroke="{colour}" stroke-width="1.8" stroke-dasharray="{}"/>"#,
            dash(names, &one.name)
        );
        let Some(last) = one.points.last() else { continue };
        // Names never lie on each other, and leave room for those below them.
        let room = height - 36.0 - LINE_HEIGHT * (order.len() - 1 - at) as f64;
        lowest = (y.at(last.1) + 4.0).min(room).max(lowest + LINE_HEIGHT);
        let _ = write!(
            svg,
            r#"<text x="{:.1}" y="{lowest:.1}" fill="{colour}">{}</text>"#,
            WIDTH - LEFT + 8.0,
            escape(&short(&one.name))
        );
    }
    svg + "</svg>"
}

/// The lines from the one that ends highest to the one that ends lowest.
fn by_last_height(lines: &[Line]) -> Vec<&Line> {
    let mut order: Vec<&Line> = lines.iter().filter(|line| !line.points.is_empty()).collect();
    let last = |line: &Line| line.points.last().map_or(0.0, |point| point.1);
    order.sort_by(|a, b| last(b).total_cmp(&last(a)));
    order
}

/// From values to places on the page.
struct Scale {
    low: f64,
    high: f64,
    from: f64,
    to: f64,
}

impl Scale {
    fn new((low, high): (f64, f64), (from, to): (f64, f64)) -> Scale {
        let (low, high) =
            if low.is_finite() && high.is_finite() { (low, high) } else { (0.0, 1.0) };
        // A single value has room around it that its own numbers can tell.
        let margin = if high > low { (high - low) * 0.04 } else { high.abs().max(1.0) * 0.04 };
        Scale { low: low - margin, high: high + margin, from, to }
    }

    fn at(&self, value: f64) -> f64 {
        self.from + (value - self.low) / (self.high - self.low) * (self.to - self.from)
    }

    /// Four to ten round numbers.
    fn ticks(&self) -> Vec<f64> {
        let span = self.high - self.low;
        let power = 10f64.powf((span / 5.0).log10().floor());
        let step = [1.0, 2.0, 5.0, 10.0]
            .into_iter()
            .map(|times| times * power)
            .find(|step| span / step <= 8.0)
            .unwrap_or(10.0 * power);
        let first = (self.low / step).ceil() as i64;
        let last = (self.high / step).floor() as i64;
        (first..=last).map(|number| number as f64 * step).collect()
    }
}

fn begin(title: &str, height: f64) -> String {
    let title = escape(title);
    format!(
        r#"<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" height="{height}" role="img" aria-label="{title}" font-family="system-ui, sans-serif" font-size="12" fill="currentColor" color="gray"><text x="12" y="18" font-size="14">{title}</text>"#
    )
}

fn line(svg: &mut String, from: (f64, f64), to: (f64, f64), colour: &str, width: f64) {
    let _ = write!(
        svg,
        r#"<line x1="{:.1}" y1="{:.1}" x2="{:.1}" y2="{:.1}" stroke="{colour}" stroke-width="{width}"/>"#,
        from.0, from.1, to.0, to.1
    );
}

fn text(svg: &mut String, at: (f64, f64), anchor: &str, what: &str) {
    let what = escape(what);
    let _ = write!(
        svg,
        r#"<text x="{:.1}" y="{:.1}" text-anchor="{anchor}">{what}</text>"#,
        at.0, at.1
    );
}

/// A name as far as there is room for it.
fn short(name: &str) -> String {
    match name.char_indices().nth(MOST_LETTERS) {
        Some((end, _)) => format!("{}…", &name[..end]),
        None => name.to_owned(),
    }
}

fn number(value: f64) -> String {
    let rounded = (value * 1000.0).round() / 1000.0;
    format!("{}", if rounded == 0.0 { 0.0 } else { rounded })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn axes_have_round_numbers() {
        assert_eq!(
            Scale::new((0.0, 100.0), (0.0, 1.0)).ticks(),
            [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]
        );
        assert!(Scale::new((3.0, 3.0), (0.0, 1.0)).ticks().len() < 12);
        assert!(!Scale::new((f64::INFINITY, f64::NEG_INFINITY), (0.0, 1.0)).ticks().is_empty());
    }

    #[test]
    fn a_name_is_no_tag() {
        let bars = [Bar {
            name: "<script>".to_owned(),
            value: 1.0,
            interval: Interval { low: Some(0.5), high: None },
        }];
        let svg = error_bars("a & b", &[], &bars);
        assert!(svg.contains("&lt;script&gt;") && svg.contains("a &amp; b"));
        assert!(!svg.contains("<script"));
    }
}
