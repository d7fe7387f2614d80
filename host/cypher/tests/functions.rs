//! What the functions give. Expected values are those of the examples in Neo4j's Cypher manual 5, of Java's
//! documentation where Neo4j hands the work to Java, or follow from arithmetic.

#![allow(clippy::unwrap_used, reason = "a test may panic")]

use std::time::{Duration, Instant, UNIX_EPOCH};

use othello_cypher::{Database, Datum, Engine, Error, ErrorKind, Limits, Meter, Params};
use othello_test_support::thread_time;

fn ask_within(expression: &str, limits: Limits) -> Result<Datum, Error> {
    let meter = Meter::new(limits);
    let engine = Engine::shared();
    let query = engine.prepare(&format!("RETURN {expression} AS x"), &meter)?;
    let outcome = Database::new(&engine).read(&query, &Params::new(), &meter)?;
    Ok(outcome.rows[0][0].clone())
}

fn ask(expression: &str) -> Result<Datum, Error> {
    ask_within(expression, Limits::default())
}

/// Each expression must give the value beside it, type and all.
fn check(expected: &[(&str, &str)]) {
    for (expression, value) in expected {
        match ask(expression) {
            Ok(datum) => assert_eq!(datum.to_string(), *value, "{expression}"),
            Err(error) => panic!("{expression}: {error}"),
        }
    }
}

fn refused(kinds: &[ErrorKind], expressions: &[&str]) {
    for expression in expressions {
        match ask(expression) {
            Ok(datum) => panic!("{expression} gave {datum}"),
            Err(error) => assert!(kinds.contains(&error.kind()), "{expression}: {error:?}"),
        }
    }
}

#[test]
fn numbers() {
    check(&[
        ("abs(-3)", "3"),
        ("abs(-3.5)", "3.5"),
        ("abs(-9223372036854775808)", "-9223372036854775808"),
        ("ceil(0.1)", "1.0"),
        ("floor(-0.1)", "-1.0"),
        ("isNaN(0/0.0)", "true"),
        ("isNaN(1)", "false"),
        ("round(3.141592)", "3.0"),
        ("round(-1.5)", "-1.0"),
        ("round(3.141592, 3)", "3.142"),
        ("round(-1.55, 1)", "-1.6"),
        ("round(-1.5, 0)", "-1.0"),
        ("round(-1.5, 0, 'HALF_UP')", "-2.0"),
        ("round(1.249, 1, 'UP')", "1.3"),
        ("round(1.25, 1, 'HALF_EVEN')", "1.2"),
        ("round(2, 1)", "2.0"),
        ("sign(-17)", "-1"),
        ("sign(0.1)", "1"),
        ("sign(0)", "0"),
        ("e()", "2.718281828459045"),
        ("exp(2)", "7.38905609893065"),
        ("log(27)", "3.295836866004329"),
        ("log10(27)", "1.4313637641589874"),
        ("log(0)", "-Infinity"),
        ("sqrt(256)", "16.0"),
        ("isNaN(sqrt(-1))", "true"),
        ("0 <= rand() AND rand() < 1", "true"),
        ("abs(null)", "null"),
        ("round(1.5, null)", "null"),
    ]);
    refused(&[ErrorKind::Type, ErrorKind::Syntax], &["abs('a')", "sqrt('4')", "sign([1])"]);
    refused(&[ErrorKind::Argument], &["round(1.5, -1)", "round(1.5, 1, 'SIDEWAYS')"]);
}

#[test]
fn angles() {
    check(&[
        ("acos(0.5)", "1.0471975511965979"),
        ("asin(0.5)", "0.5235987755982989"),
        ("atan(0.5)", "0.4636476090008061"),
        ("atan2(0.5, 0.6)", "0.6947382761967033"),
        ("cos(0.5)", "0.8775825618903728"),
        ("cot(0.5)", "1.830487721712452"),
        ("degrees(3.14159)", "179.9998479605043"),
        ("haversin(0.5)", "0.06120871905481362"),
        ("pi()", "3.141592653589793"),
        ("radians(180)", "3.141592653589793"),
        ("sin(0.5)", "0.479425538604203"),
        ("tan(0.5)", "0.5463024898437905"),
        ("isNaN(acos(2))", "true"),
        ("sin(null)", "null"),
    ]);
}

#[test]
fn texts() {
    check(&[
        ("btrim('   hello    ')", "'hello'"),
        ("btrim('xxyyhelloxyxy', 'xy')", "'hello'"),
        ("ltrim('xxyyhelloxyxy', 'xy')", "'helloxyxy'"),
        ("rtrim('xxyyhelloxyxy', 'xy')", "'xxyyhello'"),
        ("trim('   hello   ')", "'hello'"),
        ("trim(BOTH 'x' FROM 'xxxhelloxxx')", "'hello'"),
        ("trim(LEADING 'x' FROM 'xxhellox')", "'hellox'"),
        ("trim(TRAILING FROM 'a  ')", "'a'"),
        ("left('hello', 3)", "'hel'"),
        ("right('hello', 3)", "'llo'"),
        ("right('hello', 9)", "'hello'"),
        ("lower('HELLO') + upper('hello')", "'helloHELLO'"),
        ("toLower('ÄÖ') + toUpper('straße')", "'äöSTRASSE'"),
        ("normalize('\\u212B') = '\\u00C5'", "true"),
        ("normalize('\\uFE64', NFKC) = '\\u003C'", "true"),
        ("replace('hello', 'l', 'w')", "'hewwo'"),
        ("replace('aaa', 'aa', 'b')", "'ba'"),
        ("replace('abc', '', '-')", "'-a-b-c-'"),
        ("reverse('anagram')", "'margana'"),
        ("split('one,two', ',')", "['one', 'two']"),
        ("split('a,b;c', [',', ';'])", "['a', 'b', 'c']"),
        ("split('', ',')", "['']"),
        ("split('ab', '')", "['a', 'b']"),
        ("split(',a,', ',')", "['', 'a', '']"),
        ("substring('hello', 1, 3)", "'ell'"),
        ("substring('hello', 2)", "'llo'"),
        ("substring('hello', 9)", "''"),
        ("char_length('Alice') + character_length('Bob')", "8"),
        ("size('äöü')", "3"),
        ("left(null, 3)", "null"),
        ("left('a', null)", "null"),
        ("substring(null, 1)", "null"),
        ("replace('a', null, 'b')", "null"),
        ("split('a', null)", "null"),
    ]);
    // Neo4j 5.26 says no more of these than that the execution failed.
    let execution = &[ErrorKind::Execution];
    refused(execution, &["left('a', -1)", "right('a', -1)"]);
    refused(execution, &["substring('a', -1)", "substring('a', 0, -1)"]);
    refused(&[ErrorKind::Syntax], &["normalize('a', 'NFX')"]);
}

#[test]
fn conversions() {
    check(&[
        ("toBoolean('true')", "true"),
        ("toBoolean(' FALSE ')", "false"),
        ("toBoolean('not a boolean')", "null"),
        ("toBoolean(0)", "false"),
        ("toBooleanOrNull(1.5)", "null"),
        (
            "toBooleanList(['a string', true, 'false', null, ['A', 'B']])",
            "[null, true, false, null, null]",
        ),
        ("toFloat('11.5')", "11.5"),
        ("toFloat('  1e3 ')", "1000.0"),
        ("toFloat('not a number')", "null"),
        ("toFloat('inf')", "null"),
        ("toFloat('-Infinity')", "-Infinity"),
        ("toFloatOrNull(true)", "null"),
        ("toInteger('42')", "42"),
        ("toInteger('-2.9')", "-2"),
        ("toInteger('1e3')", "1000"),
        ("toInteger('9007199254740993.5')", "9007199254740993"),
        ("toInteger('a')", "null"),
        ("toInteger(true)", "1"),
        ("toInteger(-2.9)", "-2"),
        ("toIntegerOrNull(['A'])", "null"),
        ("toIntegerList(['a string', 2, '5', null, ['A','B']])", "[null, 2, 5, null, null]"),
        ("toString(11.5)", "'11.5'"),
        ("toString(1.0)", "'1.0'"),
        // Java's Double.toString.
        ("toString(1e7)", "'1.0E7'"),
        ("toString(1234567.0)", "'1234567.0'"),
        ("toString(0.001)", "'0.001'"),
        ("toString(0.0001)", "'1.0E-4'"),
        ("toString(1.5e300)", "'1.5E300'"),
        ("toString(true)", "'true'"),
        ("toString(null)", "null"),
        ("toStringOrNull([1])", "null"),
        ("toStringList([1, 'a', true, null, [1]])", "['1', 'a', 'true', null, null]"),
        ("toFloatList(null)", "null"),
    ]);
    refused(&[ErrorKind::Type], &["toInteger('99999999999999999999')"]);
    let wrong = &[ErrorKind::Type, ErrorKind::Syntax];
    refused(wrong, &["toFloat([])", "toBoolean(1.5)", "toString({})", "toIntegerList(1)"]);
}

#[test]
fn lists_and_values() {
    check(&[
        ("range(0, 10)", "[0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10]"),
        ("range(2, 18, 3)", "[2, 5, 8, 11, 14, 17]"),
        ("range(3, 1, -1)", "[3, 2, 1]"),
        ("range(0, 5, -1)", "[]"),
        (
            "range(9223372036854775806, 9223372036854775807)",
            "[9223372036854775806, 9223372036854775807]",
        ),
        ("reverse([4923, 'abc', null])", "[null, 'abc', 4923]"),
        ("tail([1, 2, 3])", "[2, 3]"),
        ("tail([])", "[]"),
        ("head([1, 2])", "1"),
        ("head([])", "null"),
        ("last([1, 2])", "2"),
        ("size([1, 2])", "2"),
        ("size(null)", "null"),
        ("coalesce(null, 2, 3)", "2"),
        ("nullIf(4, 4)", "null"),
        ("nullIf('abc', 'def')", "'abc'"),
        ("keys({b: 1, a: 2})", "['a', 'b']"),
        ("properties({a: 1})", "{a: 1}"),
        ("isEmpty([]) AND isEmpty('') AND isEmpty({})", "true"),
        ("isEmpty([null])", "false"),
        ("size(randomUUID())", "36"),
        ("timestamp() > 1700000000000", "true"),
    ]);
    refused(&[ErrorKind::Argument], &["range(1, 2, 0)"]);
}

#[test]
fn types_of_values() {
    check(&[
        ("valueType('abc')", "'STRING NOT NULL'"),
        ("valueType(1)", "'INTEGER NOT NULL'"),
        ("valueType(null)", "'NULL'"),
        ("valueType([])", "'LIST<NOTHING> NOT NULL'"),
        ("valueType([1, null])", "'LIST<INTEGER> NOT NULL'"),
        (
            "valueType([1, 'a', 2.0])",
            "'LIST<STRING NOT NULL | INTEGER NOT NULL | FLOAT NOT NULL> NOT NULL'",
        ),
        (
            "valueType([[1], []])",
            "'LIST<LIST<NOTHING> NOT NULL | LIST<INTEGER NOT NULL> NOT NULL> NOT NULL'",
        ),
        ("valueType({a: 1})", "'MAP NOT NULL'"),
        ("1 IS :: INTEGER", "true"),
        ("null IS :: INTEGER", "true"),
        ("null IS :: INTEGER NOT NULL", "false"),
        ("[1, 'a'] IS :: LIST<INTEGER | STRING>", "true"),
        ("[1, null] IS :: LIST<INTEGER NOT NULL>", "false"),
        ("[] IS :: LIST<NOTHING>", "true"),
        ("1 IS :: DATE", "false"),
    ]);
}

#[test]
fn vectors() {
    check(&[
        ("vector.similarity.cosine([1, 0], [1, 0])", "1.0"),
        ("vector.similarity.cosine([1, 0], [0, 1])", "0.5"),
        ("vector.similarity.euclidean([1.0, 2.0], [1.0, 3.0])", "0.5"),
        ("vector.similarity.cosine(null, [1])", "null"),
    ]);
    refused(&[ErrorKind::Argument], &["vector.similarity.cosine([1], [1, 2])"]);
}

#[test]
fn aggregates() {
    for (aggregate, value) in [
        ("avg(x)", "2.5"),
        ("collect(x)", "[1, 2, 3, 4]"),
        ("count(x)", "4"),
        ("count(*)", "5"),
        ("max(x)", "4"),
        ("min(x)", "1"),
        ("sum(x)", "10"),
        ("sum(x * 1.0)", "10.0"),
        // The definitions of the sample's and the population's standard deviation.
        ("stDev(x)", "1.2909944487358056"),
        ("stDevP(x)", "1.118033988749895"),
        ("percentileCont(x, 0.4)", "2.2"),
        ("percentileDisc(x, 0.5)", "2"),
        ("percentileDisc(x, 0.0)", "1"),
        ("percentileDisc(x, 1.0)", "4"),
        ("count(DISTINCT x % 2)", "2"),
    ] {
        check(&[(
            &format!(
                "COLLECT {{ UNWIND [3, 1, null, 2, 4] AS x WITH x ORDER BY x RETURN {aggregate} }}[0]"
            ),
            value,
        )]);
    }
    for (aggregate, value) in [
        ("avg(x)", "null"),
        ("collect(x)", "[]"),
        ("count(x)", "0"),
        ("max(x)", "null"),
        ("sum(x)", "0"),
        ("stDev(x)", "0.0"),
        ("percentileCont(x, 0.5)", "null"),
    ] {
        check(&[(&format!("COLLECT {{ UNWIND [] AS x RETURN {aggregate} }}[0]"), value)]);
    }
    let beyond = "COLLECT { UNWIND [9223372036854775807, 1] AS x RETURN sum(x) }[0]";
    check(&[(beyond, "9.223372036854776e18")]);
    let written = "COLLECT { UNWIND [1] AS x RETURN percentileCont(x, 1.1) }";
    refused(&[ErrorKind::Syntax], &[written]);
    let computed = "COLLECT { UNWIND [1] AS x RETURN percentileCont(x, 1.0 + 0.1) }";
    refused(&[ErrorKind::Argument], &[computed]);
}

#[test]
fn chance_comes_from_the_seed() {
    let seeded = |seed| {
        let limits = Limits { seed, ..Limits::default() };
        ask_within("[x IN range(1, 5) | rand()] + randomUUID()", limits).unwrap().to_string()
    };
    assert_eq!(seeded(7), seeded(7));
    assert_ne!(seeded(7), seeded(8));
}

#[test]
fn the_clock_stands_still_while_a_query_runs_and_is_the_one_that_it_was_given() {
    let clock = Some(UNIX_EPOCH + Duration::from_millis(946_684_800_123));
    let given = Limits { clock, ..Limits::default() };
    for (expression, expected) in [
        ("datetime()", "datetime('2000-01-01T00:00:00.123Z')"),
        (
            "datetime.realtime('Asia/Tokyo')",
            "datetime('2000-01-01T09:00:00.123+09:00[Asia/Tokyo]')",
        ),
        ("date.statement('America/New_York')", "date('1999-12-31')"),
        ("localtime.transaction()", "localtime('00:00:00.123')"),
        ("time({timezone: '-03:30'})", "time('20:30:00.123-03:30')"),
        ("localdatetime.truncate('second')", "localdatetime('2000-01-01T00:00:00')"),
        ("timestamp()", "946684800123"),
    ] {
        assert_eq!(ask_within(expression, given).unwrap().to_string(), expected, "{expression}");
    }
    let times = "[x IN range(1, 10000) | datetime.realtime()]";
    let same =
        format!("reduce(t = datetime(), x IN {times} | CASE WHEN t = x THEN t END) IS NOT NULL");
    assert_eq!(ask(&same).unwrap(), Datum::Bool(true));
}

/// The worst that single functions can be asked to do must end with the deadline, or when memory is used up.
#[test]
fn giant_arguments_end_in_time_and_within_memory() {
    // 2^25 characters, which takes a while to make; everything below is given what it is made of.
    let long = "reduce(s = 'ab', i IN range(1, 24) | s + s)";
    for expression in [
        "size(range(1, 1000000000000))".to_owned(),
        format!("size(replace({long}, 'a', 'xxxxxxxxxxxxxxxxxxxx'))"),
        format!("size(split({long}, 'b'))"),
        format!("size(split({long}, ''))"),
        format!("size(toUpper({long}) + reverse({long}))"),
        format!("size(normalize({long}, NFKD))"),
        format!("size(trim('ab' + {long}))"),
        format!("size(btrim({long}, 'ba'))"),
        format!("{long} CONTAINS 'c'"),
        "valueType(reduce(s = [], i IN range(1, 60) | [s, s]))".to_owned(),
        "reduce(s = [], i IN range(1, 60) | [s, s]) IS :: LIST<ANY>".to_owned(),
        "reduce(s = [], i IN range(1, 60) | [s, s]) = reduce(s = [], i IN range(1, 60) | [s, s])"
            .to_owned(),
    ] {
        let before = thread_time();
        let deadline = Instant::now() + Duration::from_millis(200);
        let limits = Limits { deadline: Some(deadline), ..Limits::default() };
        if let Err(error) = ask_within(&expression, limits) {
            assert!(
                matches!(error.kind(), ErrorKind::TimedOut | ErrorKind::OutOfMemory),
                "{expression}: {error}"
            );
        }
        let used = thread_time() - before;
        assert!(used < Duration::from_millis(400), "{expression}: {used:?}");
    }
}
