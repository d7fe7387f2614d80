//! What comes back is what the server has.

use std::collections::BTreeMap;
use std::time::Duration;

use othello_board::Session;
use othello_board::session::HostQuery;
use othello_cypher::Datum;

use super::{empty, read, write};

/// Time enough on any machine.
const AMPLE: Duration = Duration::from_secs(120);

#[test]
fn temporal_values_are_written_as_the_server_writes_them() {
    let Some((_server, mut session)) = empty() else { return };
    let values = [
        "date('2020-02-29')",
        "date('-0001-12-31')",
        "date({year: 12345, month: 1, day: 2})",
        "localtime('00:00')",
        "localtime('23:59:01')",
        "localtime('12:00:00.000001')",
        "time('10:35:00.001+01:00')",
        "time('10:35Z')",
        "time('10:35-00:30')",
        "localdatetime('1969-12-31T23:59:59.000000001')",
        "localdatetime('2020-06-01T10:00')",
        "datetime('2020-06-01T10:00:00-03:30')",
        "datetime('2020-06-01T10:00:00Z')",
        "datetime('2020-06-01T10:00:00[Europe/Berlin]')",
        "datetime('1930-01-01T10:00:00.5[America/New_York]')",
        "duration('P1Y2M3DT4H5M6.789S')",
        "duration({months: -14, days: 3, seconds: -61, nanoseconds: 5})",
        "duration({seconds: 0})",
        "duration({seconds: -1, nanoseconds: 1})",
        "duration({hours: -25, minutes: -3})",
        "point({x: 1, y: -2.5})",
        "point({longitude: 12.5, latitude: 45})",
        "point({x: 1, y: 2, z: 3e10})",
        "point({longitude: 1, latitude: 2, height: 3})",
    ];
    let mut different = Vec::new();
    for value in values {
        let text = format!("RETURN {value} AS value, toString({value}) AS text");
        let outcome = read(&mut session, &text, AMPLE).unwrap();
        let [ours, Datum::Text(theirs)] = outcome.rows[0].as_slice() else {
            panic!("{value} gave {:?}", outcome.rows);
        };
        let ours = match ours {
            Datum::Temporal(value) => value.to_string(),
            Datum::Point(point) => point.to_string(),
            other => panic!("{value} gave {other:?}"),
        };
        if ours != *theirs {
            different.push(format!("{value} is {ours} here and {theirs} there"));
        }
    }
    assert!(different.is_empty(), "{}", different.join("\n"));
}

#[test]
fn a_hundred_years_of_days_are_the_servers_days() {
    let Some((_server, mut session)) = empty() else { return };
    let text = "UNWIND range(-30000, 30000, 7) AS days \
                WITH date('1970-01-01') + duration({days: days * 3}) AS day \
                RETURN collect([day, toString(day)]) AS pairs";
    let outcome = read(&mut session, text, AMPLE).unwrap();
    let Datum::List(pairs) = &outcome.rows[0][0] else { panic!("{outcome:?}") };
    assert!(pairs.len() > 8_000);
    for pair in pairs {
        let Datum::List(pair) = pair else { panic!("{pair:?}") };
        let [Datum::Temporal(ours), Datum::Text(theirs)] = pair.as_slice() else {
            panic!("{pair:?}")
        };
        assert_eq!(&ours.to_string(), theirs);
    }
}

#[test]
fn a_path_is_walked_as_the_server_walks_it() {
    let Some((_server, mut session)) = empty() else { return };
    write(&mut session, "CREATE (a:A {k: 1})-[:R {w: 1}]->(b:B)<-[:S]-(c:C)-[:T]->(c)");
    let text = "MATCH p = (:A)-->()<--(c)-->(c) RETURN p, [n IN nodes(p) | labels(n)[0]] AS labels, \
                [r IN relationships(p) | type(r)] AS types, \
                [r IN relationships(p) | startNode(r) = nodes(p)[0]] AS first";
    let outcome = read(&mut session, text, AMPLE).unwrap();
    let [Datum::Path(path), ..] = outcome.rows[0].as_slice() else {
        panic!("{outcome:?}");
    };
    let (nodes, steps) = (&path.nodes, &path.relationships);
    let labels: Vec<_> = nodes.iter().map(|node| node.labels[0].as_str()).collect();
    let types: Vec<_> = steps.iter().map(|step| step.kind.as_str()).collect();
    assert_eq!((labels, types), (vec!["A", "B", "C", "C"], vec!["R", "S", "T"]));
    assert_eq!((&steps[0].start, &steps[0].end), (&nodes[0].id, &nodes[1].id));
    assert_eq!((&steps[1].start, &steps[1].end), (&nodes[2].id, &nodes[1].id));
    assert_eq!((&steps[2].start, &steps[2].end), (&nodes[2].id, &nodes[2].id));
    assert_eq!(steps[0].properties["w"], Datum::Integer(1));
}

#[test]
fn parameters_come_back_as_they_went() {
    let Some((_server, mut session)) = empty() else { return };
    let text = |text: &str| Datum::Text(text.to_owned());
    let read = |text: &str| text.parse::<Datum>().unwrap();
    let values = vec![
        Datum::Null,
        Datum::Bool(true),
        Datum::Integer(i64::MIN),
        Datum::Integer(-17),
        Datum::Float(-0.5),
        Datum::Float(f64::INFINITY),
        text("ä\u{1F600}\n"),
        text(&"long".repeat(70_000)),
        Datum::List(vec![Datum::Integer(1), Datum::List(vec![])]),
        Datum::Map(BTreeMap::from([("k".to_owned(), Datum::List(vec![Datum::Null]))])),
        read("date('-0001-12-31')"),
        read("localtime('23:59:59.999999999')"),
        read("time('10:00-03:30')"),
        read("localdatetime('1969-12-31T23:59:59.5')"),
        read("datetime('2015-07-21T10:00+05:30')"),
        read("datetime('2015-07-21T10:00[Europe/Stockholm]')"),
        read("duration('P-1M2DT-3.5S')"),
        read("point({x: 1.0, y: -2.5, crs: 'wgs-84'})"),
        read("point({x: 1.0, y: 2.0, z: 3.0, crs: 'cartesian-3d'})"),
    ];
    let query = HostQuery::new("RETURN $value AS value");
    for value in values {
        let outcome = session.write(&query.clone().param("value", value.clone())).unwrap();
        assert_eq!(outcome.first("value"), Some(&value));
    }
}

#[test]
fn a_cell_without_a_disc_has_no_state() {
    let Some((_server, mut session)) = empty() else { return };
    write(&mut session, "CREATE (:Cell {row: 0, column: 1})");
    let outcome = read(&mut session, "MATCH (c:Cell) RETURN c, c.state AS state", AMPLE).unwrap();
    let [Datum::Node(cell), state] = outcome.rows[0].as_slice() else { panic!("{outcome:?}") };
    assert_eq!((cell.properties.get("state"), state), (None, &Datum::Null));
    assert_eq!(cell.labels, ["Cell"]);
}

#[test]
fn columns_come_in_the_order_of_the_query() {
    let Some((_server, mut session)) = empty() else { return };
    let columns: Vec<_> = (0..12).map(|i| format!("c{}", i * 7 % 12)).collect();
    let items: Vec<_> = columns.iter().map(|name| format!("1 AS {name}")).collect();
    let outcome = read(&mut session, &format!("RETURN {}", items.join(", ")), AMPLE).unwrap();
    assert_eq!(outcome.columns, columns);
    let outcome = read(&mut session, "RETURN 1 +  1, [1][0]", AMPLE).unwrap();
    assert_eq!(outcome.columns, ["1 +  1", "[1][0]"]);
}

#[test]
fn lists_within_lists_do_not_end_the_host() {
    let Some((_server, mut session)) = empty() else { return };
    let nested = |depth: usize| format!("RETURN reduce(l = [], i IN range(1, {depth}) | [l]) AS l");
    let outcome = read(&mut session, &nested(1_000), AMPLE).unwrap();
    let mut list = &outcome.rows[0][0];
    let mut depth = 0;
    while let Datum::List(items) = list {
        depth += 1;
        match items.first() {
            Some(inner) => list = inner,
            None => break,
        }
    }
    assert_eq!(depth, 1_001);
    // Deeper than the server's own stack: whatever it says, the host is still there to hear it.
    let _ = read(&mut session, &nested(6_000), AMPLE);
    assert_eq!(read(&mut session, "RETURN 1 AS x", AMPLE).unwrap().rows.len(), 1);
}
