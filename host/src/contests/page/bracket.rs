//! The bracket of a knockout as a page has it: a column of each round, and who won it all.

use othello_arena::contest::schedule::{Contestant, Meeting};
use othello_arena::contest::{Plan, Standings};

use crate::contests::rounds::round_name;
use crate::html::escape;

/// The bracket; nothing of another contest.
pub fn section(plan: &Plan, standings: &Standings) -> Option<String> {
    let schedule = plan.schedule().ok()?;
    let results = standings.results();
    let columns = schedule.columns(results)?;
    let rounds = schedule.rounds(results);
    let names = plan.names();
    let count = columns[0].len().ilog2() as usize;
    let mut list = String::new();
    for number in 0..count {
        let nobody = vec![None; columns[0].len() >> number];
        let (two, _) = columns.get(number).unwrap_or(&nobody).as_chunks::<2>();
        let mut meetings = rounds.get(number).into_iter().flat_map(|round| &round.meetings);
        let items = two.iter().map(|two| match *two {
            [Some(one), Some(other)] => meeting(&names, [one, other], meetings.next()),
            // Nobody was there to meet in the first round; later ones are not known yet.
            [one, other] if number == 0 => side(&names, one.or(other), None, false),
            [one, other] => [one, other].map(|who| side(&names, who, None, false)).concat(),
        });
        let items: String = items.map(|item| format!("<li>{item}</li>")).collect();
        list += &format!("<li><h3>{}</h3><ol>{items}</ol></li>", round_name(number, count));
    }
    let winner = columns.get(count).and_then(|last| last[0]);
    let winner = side(&names, winner, None, winner.is_some());
    list += &format!("<li><h3>winner</h3><ol><li>{winner}</li></ol></li>");
    Some(format!(r#"<div class="wide"><ol class="bracket">{list}</ol></div>"#))
}

/// Two that meet, in the order of the bracket.
fn meeting(names: &[String], two: [Contestant; 2], meeting: Option<&Meeting>) -> String {
    let half_points = |who| {
        let meeting = meeting?;
        let at = meeting.players.iter().position(|&player| player == who)?;
        Some(meeting.half_points[at])
    };
    let winner = meeting.and_then(|meeting| meeting.winner);
    two.map(|who| side(names, Some(who), half_points(who), winner == Some(who))).concat()
}

fn side(
    names: &[String],
    who: Option<Contestant>,
    half_points: Option<u32>,
    has_won: bool,
) -> String {
    let name = who.map_or_else(|| "?".to_owned(), |who| escape(&names[who]));
    let points = half_points
        .map_or_else(String::new, |half| format!("<span>{}</span>", f64::from(half) / 2.0));
    let name = if has_won { format!("<b>{name}</b>") } else { name };
    format!("<p>{name}{points}</p>")
}
