//! Words of the language that may be names as well: which of the two they are shows behind them, or only further on.

/// What it is about, how the text begins, what is repeated in it, and how it ends.
pub const NAMES: [(&str, &str, &str, &str); 10] = [
    ("variables called case", "WITH 1 AS case RETURN case", "+case", ""),
    ("cases of variables called case", "RETURN ", "CASE+case WHEN 1 THEN ", "1 END"),
    ("elements of variables called case", "RETURN ", "case[case] + ", "case"),
    (
        "cases by variables called case",
        "WITH 1 AS case RETURN ",
        "CASE case WHEN 1 THEN case END+",
        "1",
    ),
    (
        "cases by variables called not",
        "WITH true AS not RETURN ",
        "CASE not WHEN true THEN 1 END+",
        "1",
    ),
    (
        "cases by variables called when",
        "WITH 1 AS when RETURN ",
        "CASE when WHEN 1 THEN 1 END+",
        "1",
    ),
    ("cases in one another by variables", "WITH 1 AS case RETURN ", "CASE case WHEN ", "1"),
    ("denials of variables called and", "WITH true AS and RETURN ", "NOT and AND ", "true"),
    ("words of which each may be a name", "RETURN ", "NOT not CASE case WHEN ", "1"),
    ("variables called distinct", "RETURN ", "max(distinct * ", "1"),
];
