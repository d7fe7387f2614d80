//! Queries in disguise: each is harmless by one way of reading it, and reaches for the network, the server or the key
//! by another.

/// What nobody may ask of a server without a flag, undisguised.
pub(crate) const AGAINST: [&str; 36] = [
    "CALL dbms.listConfig() YIELD name RETURN name AS cell",
    "CALL dbms.killConnection('bolt-1') YIELD message RETURN message AS cell",
    "CALL db.clearQueryCaches() YIELD value RETURN value AS cell",
    "CALL db.labels() YIELD label RETURN label AS cell",
    "CALL db.labels",
    "CALL `dbms`.`listConfig`() YIELD name RETURN name AS cell",
    "CALL `dbms.listConfig`() YIELD name RETURN name AS cell",
    "CALL dbms . listConfig ( ) YIELD name RETURN name AS cell",
    "CALL dbms./* */listConfig() YIELD name RETURN name AS cell",
    "CALL\u{a0}dbms.listConfig()\u{2028}YIELD name RETURN name AS cell",
    "OPTIONAL CALL dbms.listConfig() YIELD name RETURN name AS cell",
    "CALL { CALL dbms.listConfig() YIELD name RETURN name } RETURN name AS cell",
    "CALL () { CALL dbms.listConfig() YIELD name RETURN name } RETURN name AS cell",
    "RETURN COLLECT { CALL dbms.listConfig() YIELD name RETURN name } AS cell",
    "RETURN EXISTS { CALL dbms.listConfig() YIELD name RETURN name } AS cell",
    "CALL tx.setMetaData({evil: 1})",
    "CALL tx.getMetaData() YIELD metadata RETURN metadata AS cell",
    "CALL apoc.load.json('http://127.0.0.1/') YIELD value RETURN value AS cell",
    "RETURN apoc.cypher.runFirstColumnSingle('RETURN 1', {}) AS cell",
    "RETURN genai.vector.encode('x', 'OpenAI', {token: $apiKey}) AS cell",
    "SHOW SETTINGS",
    "SHOW TRANSACTIONS YIELD transactionId AS cell RETURN cell",
    "SHOW DATABASES",
    "show users",
    "TERMINATE TRANSACTIONS 'neo4j-transaction-1'",
    "ALTER CURRENT USER SET PASSWORD FROM 'a' TO 'b'",
    "CREATE INDEX FOR (c:Cell) ON (c.row)",
    "DROP INDEX nonesuch IF EXISTS",
    "GRANT ROLE admin TO neo4j",
    "START DATABASE neo4j",
    "STOP DATABASE neo4j",
    "USE system RETURN 1 AS cell",
    "USE graph.byName('system') RETURN 1 AS cell",
    "MATCH (cell:Cell) SET cell.state = 'X' RETURN cell",
    "MATCH (cell:Cell) CALL (cell) { CREATE (:Evil) } IN TRANSACTIONS RETURN cell",
    "RETURN $apiKey AS cell",
];

/// All of them, where `url` is what must not be called.
pub(crate) fn disguises(url: &str) -> Vec<String> {
    let load = format!("LOAD CSV FROM '{url}' AS line RETURN line AS cell");
    let loads = format!("LOAD CSV FROM \"{url}\" AS line RETURN line AS cell");
    let evils = [
        load.clone(),
        loads,
        "CALL dbms.listConfig() YIELD name RETURN name AS cell".to_owned(),
        "CALL tx.setMetaData({evil: 1})".to_owned(),
        "SHOW SETTINGS YIELD name AS cell RETURN cell".to_owned(),
        "RETURN $apiKey AS cell".to_owned(),
    ];
    let mut all = Vec::new();
    for evil in &evils {
        all.extend(behind_comments(evil));
        all.extend(out_of_texts(evil));
        all.extend(out_of_names(evil));
        all.extend(behind_prefixes(evil));
        all.extend(joined(evil));
    }
    all.extend(evils.iter().flat_map(|evil| newer(evil)));
    all.extend(evils.iter().flat_map(|evil| elsewhere(evil)));
    all.extend(escaped_words(&load));
    all.extend(as_surrogates(&load));
    all.extend(keys());
    all
}

/// Where a client has commands of its own, where other languages have theirs, and behind what nobody sees.
fn elsewhere(evil: &str) -> Vec<String> {
    const FOUND: &str = "MATCH (cell:Cell) RETURN cell";
    let shapes = [
        "FOUND;;EVIL",
        "FOUND\\u007d EVIL",
        ":use system EVIL",
        ":param one => 1 EVIL",
        "FOR x IN COLLECT { EVIL } RETURN x AS cell",
        "INSERT (:Evil) EVIL",
        "PROFILE EXPLAIN EVIL",
        "EXPLAIN CYPHER 25 EVIL",
        "CYPHER 25 replan=force EVIL",
        "CYPHER 25 FOUND NEXT USE system EVIL",
        "CYPHER 25 SEARCH cell IN (VECTOR INDEX x FOR COLLECT { EVIL } LIMIT 1) RETURN cell",
        "CYPHER 25 MATCH (cell:Cell) RETURN allReduce(s = 0, x IN COLLECT { EVIL } | s, true) AS cell",
        "CYPHER 25 MATCH (cell:$any(COLLECT { EVIL })) RETURN cell",
        "CALL (*) { EVIL } FOUND",
        "CALL { WITH 1 AS one EVIL } FOUND",
        "MATCH (cell:Cell) WITH * WHERE 0 < COUNT { CALL () { EVIL } RETURN 1 } RETURN cell",
        "MATCH (cell:Cell) RETURN reduce(s = 0, x IN COLLECT { EVIL } | s) AS cell",
        "MATCH (cell:Cell) RETURN [(cell)--(n) WHERE EXISTS { EVIL } | n][0] AS cell",
        "MATCH p = SHORTEST 1 (cell:Cell)((a)--(b) WHERE EXISTS { EVIL })+(c:Cell) RETURN cell",
        "\u{2060}EVIL",
        "\u{ad}EVIL",
        "\u{34f}EVIL\u{180e}",
        "\u{3164}UNION EVIL",
        "FOUND \u{115f} UNION \u{200d} EVIL",
    ];
    shapes.iter().map(|shape| shape.replace("EVIL", evil).replace("FOUND", FOUND)).collect()
}

/// In clauses that came to the language later, and where they take a query inside of another.
fn newer(evil: &str) -> Vec<String> {
    const FOUND: &str = "MATCH (cell:Cell) RETURN cell";
    let shapes = [
        "CYPHER 25 LET one = 1 EVIL",
        "CYPHER 25 MATCH (cell:Cell) LET x = COLLECT { EVIL } RETURN cell",
        "CYPHER 25 MATCH (cell:Cell) FILTER EXISTS { EVIL } RETURN cell",
        "CYPHER 25 FOUND NEXT EVIL",
        "CYPHER 25 EVIL NEXT FOUND",
        "CYPHER 25 { EVIL } NEXT FOUND",
        "CYPHER 25 FOUND FINISH EVIL",
        "CYPHER 25 WHEN false THEN { FOUND } ELSE { EVIL }",
        "CYPHER 25 WHEN EXISTS { EVIL } THEN { FOUND } ELSE { FOUND }",
        "CYPHER 25 MATCH (cell:$(COLLECT { EVIL })) RETURN cell",
        "CYPHER 25 MATCH (cell:Cell&$any([x IN COLLECT { EVIL } | 'Cell'])) RETURN cell",
        "MATCH (cell:Cell)-[:$all(COLLECT { EVIL })]-() RETURN cell",
        "CYPHER 25 MATCH REPEATABLE ELEMENTS (cell:Cell) WHERE COUNT { EVIL } = 0 RETURN cell",
        "CYPHER 25 FOUND ORDER BY COUNT { EVIL } LIMIT 1",
        "CYPHER 25 FOUND OFFSET COUNT { EVIL }",
        "CYPHER 25 USE graph.byName(COLLECT { EVIL }[0]) FOUND",
        "CYPHER 25 USE graph.byElementId('4:x:0') EVIL",
        "CYPHER 25 CALL { USE system EVIL } RETURN 'harmless' AS cell",
        "CALL { USE neo4j EVIL } RETURN 'harmless' AS cell",
        "CALL { EVIL } IN TRANSACTIONS OF 1 ROW ON ERROR CONTINUE REPORT STATUS AS s FOUND",
        "CALL { EVIL } IN CONCURRENT TRANSACTIONS ON ERROR RETRY FOR 1 SECONDS THEN BREAK FOUND",
        "USING PERIODIC COMMIT 1 EVIL",
        "MATCH (cell:Cell) USING SCAN cell:Cell EVIL",
        "MATCH (cell:Cell) USING INDEX cell:Cell(row) WHERE COUNT { EVIL } = 0 RETURN cell",
        "MATCH (cell:Cell) RETURN [x IN COLLECT { EVIL } | cell][0] AS cell",
        "MATCH (cell:Cell) RETURN CASE WHEN EXISTS { EVIL } THEN cell ELSE cell END AS cell",
        "MATCH (cell:Cell) RETURN cell { .*, x: COLLECT { EVIL } } AS cell",
        "MATCH (cell:Cell) WHERE all(x IN COLLECT { EVIL } WHERE true) RETURN cell",
        "MATCH (cell:Cell WHERE EXISTS { EVIL }) RETURN cell",
        "MATCH ((a:Cell)--(cell:Cell) WHERE EXISTS { EVIL }){1,1} RETURN head(cell) AS cell",
        "MATCH (cell:Cell {row: COUNT { EVIL }}) RETURN cell",
        "MATCH (cell:Cell) RETURN cell /* $$ EVIL */ UNION EVIL",
        "SHOW PROCEDURES YIELD name EVIL",
        "TERMINATE TRANSACTIONS COLLECT { EVIL }",
        "SHOW TRANSACTIONS YIELD transactionId AS id TERMINATE TRANSACTIONS id YIELD message EVIL",
        "RETURN apoc.cypher.runFirstColumnSingle(\"EVIL\", {}) AS cell",
        "CALL apoc.cypher.run(\"EVIL\", {}) YIELD value RETURN value AS cell",
        "CALL apoc.periodic.iterate(\"EVIL\", 'RETURN 1', {}) YIELD batch RETURN batch AS cell",
        "\u{feff}\u{feff}EXPLAIN\u{a0}EVIL",
        "PROFILE\u{85}EVIL",
        "EXPLAIN;EVIL",
        "CYPHER/**/25/**/EVIL",
        "CYPHER 25\u{2028}EVIL",
        "CYPHER 5 //\u{2028}EVIL",
        "/* \\ud83d\\ude00 *\\u002f EVIL // */ FOUND",
        "// \\ud800\\u000a EVIL //\nFOUND",
        "// \\uD83D\\u000A EVIL //\nFOUND",
        "RETURN 'harmless\\ud83d\\u0027 AS cell UNION EVIL //' AS cell",
        "RETURN 'harmless\\ud83d\\ude00\\u0027 AS cell UNION EVIL //' AS cell",
        "MATCH (cell:`Cell\\ud83d\\u0060) RETURN cell UNION EVIL //`) RETURN cell",
        "RETURN \"harmless\\ude00\\u0022 AS cell UNION EVIL //\" AS cell",
        "RETURN $`own\\udbff\\u0060 AS cell UNION EVIL //` AS cell",
        "/* /* */ EVIL /* */ */ FOUND",
        "/*/ EVIL /*/ FOUND",
        "// \\\n EVIL",
        "FOUND --\n EVIL",
        "# \nEVIL",
        "FOUND \u{0} UNION EVIL",
        "FOUND \u{1a} EVIL",
        "RETURN 'harmless' 'EVIL' AS cell",
        "RETURN '''harmless''' EVIL AS cell",
        "RETURN \"harmless\"\"EVIL\" AS cell",
    ];
    shapes.iter().map(|shape| shape.replace("EVIL", evil).replace("FOUND", FOUND)).collect()
}

/// A text with characters written as what only half of a reader takes for them: two halves of a pair, more digits, other
/// bases.
fn as_surrogates(load: &str) -> Vec<String> {
    let ways: [fn(char) -> String; 8] = [
        |it| format!("\\ud801\\u{:04x}", 0xdc00 + it as u32),
        |it| format!("\\U{:08x}", it as u32),
        |it| format!("\\u{{{:x}}}", it as u32),
        |it| format!("\\u00{:02X}", it as u32),
        |it| format!("\\uu00{:02x}", it as u32),
        |it| format!("\\x{:02x}", it as u32),
        |it| format!("\\{:03o}", it as u32),
        |it| format!("\\u005cu00{:02x}", it as u32),
    ];
    let whole = ways.iter().map(|way| load.chars().map(way).collect());
    let first = ways.iter().map(|way| format!("{}OAD{}", way('L'), &load[4..]));
    whole.chain(first).collect()
}

/// The escape of a character.
fn escape(character: char) -> String {
    format!("\\u{:04x}", character as u32)
}

/// A line or a comment that ends earlier for the one reader than for the other.
fn behind_comments(evil: &str) -> Vec<String> {
    const FOUND: &str = "MATCH (cell:Cell) RETURN cell";
    let ends = [
        "\\u000a",
        "\\u000A",
        "\\u000d",
        "\\u000D\\u000A",
        "\\u2028",
        "\\u2029",
        "\\u0085",
        "\\u000b",
        "\\u000c",
        "\r",
        "\u{85}",
        "\u{2028}",
        "\u{2029}",
        "\u{b}",
        "\u{c}",
        "\u{1c}",
        "\u{0}",
        "\\n",
        "\\r",
        "\\\\u000a",
        "\\uu000a",
        "\\U000a",
    ];
    let mut all: Vec<_> = ends.iter().map(|end| format!("// {end}{evil} //\n{FOUND}")).collect();
    all.extend(ends.iter().map(|end| format!("{FOUND} // {end} UNION {evil}")));
    for (open, close) in [
        ("/*", "\\u002a/"),
        ("/*", "*\\u002f"),
        ("/*", "\\u002a\\u002f"),
        ("/*", "*\\u002F"),
        ("\\u002f*", "*/"),
        ("/\\u002a", "*/"),
        ("/* /*", "*/"),
        ("/* // ", "*/"),
        ("/**", "\\u002a/"),
    ] {
        all.push(format!("{open} {close} {evil} /* */ {FOUND}"));
        all.push(format!("{open} {close} {evil} // */ {FOUND}"));
        all.push(format!("{FOUND} {open} {close} UNION {evil} /* */"));
    }
    all
}

/// Quotes that close a text for the one reader alone.
fn out_of_texts(evil: &str) -> Vec<String> {
    let mut all = Vec::new();
    for quote in ['\'', '"'] {
        let closed = escape(quote);
        let upper = format!("\\u{:04X}", quote as u32);
        for end in [
            closed.clone(),
            upper,
            format!("\\{closed}"),
            format!("\\\\{closed}"),
            format!("\\\\\\{closed}"),
            "\\u005c".to_owned() + &quote.to_string() + " + " + &quote.to_string(),
            format!("\\u005c{closed}"),
            format!("\\u005c\\u005c{closed}"),
            "\n".to_owned() + &closed,
            "\u{2019}".to_owned(),
        ] {
            all.push(format!(
                "WITH {quote}harmless{end} AS cell {evil} //{quote} AS cell RETURN cell"
            ));
            all.push(format!("RETURN {quote}harmless{end} AS cell UNION {evil} //{quote} AS cell"));
            all.push(format!(
                "MATCH (cell:Cell) WHERE cell.state <> {quote}{end} RETURN cell UNION {evil} /*{quote} RETURN cell //*/"
            ));
        }
    }
    all
}

/// The same with names of variables, labels, keys, columns and parameters.
fn out_of_names(evil: &str) -> Vec<String> {
    let mut all = Vec::new();
    for end in
        ["\\u0060", "\\\\u0060", "\\u005c\\u0060", "``\\u0060", "\\u0060\\u0060\\u0060", "\u{ff40}"]
    {
        all.extend([
            format!("RETURN 'harmless' AS `cell{end} UNION {evil} //`"),
            format!("MATCH (`cell{end}) RETURN 1 AS cell UNION {evil} //`:Cell) RETURN 'harmless' AS cell"),
            format!("MATCH (cell:`Cell{end}) RETURN cell UNION {evil} //`) RETURN cell"),
            format!("MATCH (cell:Cell {{`row{end}: 0}}) RETURN cell UNION {evil} //`: 0}}) RETURN cell"),
            format!("RETURN $`own{end} AS cell UNION {evil} //` AS cell"),
            format!("MATCH (cell:Cell)-[:`N{end}]-() RETURN cell UNION {evil} //`]-() RETURN cell"),
        ]);
    }
    all
}

/// What stands before a query, and what may be taken for it.
fn behind_prefixes(evil: &str) -> Vec<String> {
    [
        "EXPLAIN",
        "PROFILE",
        "EXPLAIN PROFILE",
        "CYPHER 5",
        "CYPHER 25",
        "CYPHER 25 EXPLAIN",
        "CYPHER runtime=slotted",
        "CYPHER planner=cost runtime = slotted",
        "CYPHER `runtime`=slotted",
        "CYPHER \\u0035",
        "cypher 5 CYPHER 25",
        "CYPHER runtime=`slotted\\u0060`",
        "CYPHER debug=tostring",
        "CYPHER 5 runtime=slotted PROFILE",
        "\u{feff}",
        "\u{200b}",
        ";",
        "\u{a0}",
        "USE neo4j",
        "USE system",
        "WITH 1 AS one",
        "UNWIND [1] AS one",
        "NEXT",
    ]
    .iter()
    .map(|prefix| format!("{prefix} {evil}"))
    .collect()
}

/// A second statement or a query inside of a harmless one.
fn joined(evil: &str) -> Vec<String> {
    const FOUND: &str = "MATCH (cell:Cell) RETURN cell";
    let mut all: Vec<_> = [
        ";",
        ";\n",
        "; ;",
        "\\u003b",
        "\u{37e}",
        "\u{ff1b}",
        ";//\n",
        "UNION",
        "UNION ALL",
        "NEXT",
        "\0",
        ";\0",
    ]
    .iter()
    .map(|between| format!("{FOUND} {between} {evil}"))
    .collect();
    all.extend([
        format!("CALL {{ {evil} }} RETURN cell"),
        format!("CALL () {{ {evil} }} RETURN cell"),
        format!("CALL (*) {{ {evil} }} RETURN cell"),
        format!("OPTIONAL CALL () {{ {evil} }} RETURN cell"),
        format!("CALL () {{ {evil} }} IN TRANSACTIONS RETURN cell"),
        format!("CALL () {{ {evil} }} IN 2 CONCURRENT TRANSACTIONS OF 1 ROWS RETURN cell"),
        format!("MATCH (cell:Cell) WHERE EXISTS {{ {evil} }} RETURN cell"),
        format!("MATCH (cell:Cell) WHERE COUNT {{ {evil} }} > 0 RETURN cell"),
        format!("RETURN COLLECT {{ {evil} }} AS cell"),
        format!("CYPHER 25 WHEN true THEN {{ {evil} }} ELSE {{ {FOUND} }}"),
        format!("CYPHER 25 {{ {FOUND} }} UNION {{ {evil} }}"),
        format!("FOREACH (x IN [1] | {evil})"),
    ]);
    all
}

/// A word of the language with letters written as escapes, each alone and all together.
fn escaped_words(load: &str) -> Vec<String> {
    let mut all = Vec::new();
    for (word, rest) in [
        ("LOAD", load.strip_prefix("LOAD").unwrap()),
        ("CALL", " dbms.listConfig() YIELD name RETURN name AS cell"),
        ("SHOW", " SETTINGS"),
        ("TERMINATE", " TRANSACTIONS 'x'"),
        ("USE", " system RETURN 1 AS cell"),
        ("CREATE", " (cell:Cell) RETURN cell"),
    ] {
        for at in 0..word.len() {
            let escaped = escape(word.as_bytes()[at].into());
            all.push(format!("{}{escaped}{}{rest}", &word[..at], &word[at + 1..]));
            let lower = escape(word.as_bytes()[at].to_ascii_lowercase().into());
            all.push(format!("{}{lower}{}{rest}", &word[..at], &word[at + 1..]));
        }
        all.push(word.chars().map(escape).collect::<String>() + rest);
        all.push(format!("{word}{rest}").chars().map(escape).collect());
    }
    all.push(load.replace(' ', "\\u0020"));
    all.push(load.replace(' ', "\u{2003}"));
    all.push(load.replace('\'', "\\u0027"));
    all
}

/// The key under other names, and out of calls that may have it.
fn keys() -> Vec<String> {
    let names = [
        "$apiKey",
        "$`apiKey`",
        "$`\\u0061piKey`",
        "$\\u0061piKey",
        "$ apiKey",
        "\\u0024apiKey",
        "$`api\\u004bey`",
    ];
    let shapes = [
        "RETURN KEY AS cell",
        "RETURN 'harmless' AS cell ORDER BY KEY",
        "RETURN toUpper(KEY) AS cell",
        "RETURN ai.ask('\\u0027', KEY) + KEY AS cell",
        "RETURN ai.ask(reverse(KEY)) AS cell",
        "MATCH (cell:$(KEY)) RETURN cell",
        "MATCH (cell:Cell) WHERE cell.row < size(KEY) RETURN cell",
        "RETURN {k: KEY}.k AS cell",
    ];
    names.iter().flat_map(|name| shapes.map(|shape| shape.replace("KEY", name))).collect()
}
