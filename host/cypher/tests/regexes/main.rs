//! Patterns that are made up, held against what Java's own `java.util.regex` says of them, which is what a Neo4j asks.
//! A machine without Java says so and has nothing to fail at.

mod make;

use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use othello_cypher::{Database, Datum, Engine, Error, ErrorKind, Meter, Params};
use othello_test_support::{Rng, say_skipped};

const PATTERNS: usize = 3_000;
const TEXTS: usize = 6;

/// The first Java of the present line: earlier ones found the bounds of words otherwise.
const JAVA: u32 = 21;

/// A pattern and the texts that it is compared with.
type Case = (String, Vec<String>);

#[test]
fn a_pattern_matches_what_it_matches_in_java() -> Result<(), Box<dyn std::error::Error>> {
    let Some(java) = java() else {
        say_skipped(&format!("no java {JAVA}, so nobody to ask what its patterns match"));
        return Ok(());
    };
    let mut rng = Rng(20_261_126);
    let mut case = |_| {
        let pattern = make::pattern(&mut rng, 0);
        (pattern, (0..TEXTS).map(|_| make::text(&mut rng)).collect())
    };
    let cases: Vec<Case> = (0..PATTERNS).map(&mut case).collect();
    let answers = answers(&java, &cases)?;
    assert_eq!(answers.lines().count(), PATTERNS);
    let (mut matched, mut different) = (0, Vec::new());
    for ((pattern, texts), javas) in cases.iter().zip(answers.lines()) {
        let Some(ours) = ours(pattern, texts)? else { continue };
        matched += ours.matches('1').count();
        if ours != javas {
            different.push(format!("{pattern:?} {texts:?}\n   {javas}\n   {ours}"));
        }
    }
    assert!(matched > 200, "{matched} texts match");
    assert!(different.is_empty(), "first Java's:\n{}", different.join("\n"));
    Ok(())
}

/// A Java that is new enough, on the path or where Linux keeps them.
fn java() -> Option<PathBuf> {
    let installed = fs::read_dir("/usr/lib/jvm").into_iter().flatten().flatten();
    let installed = installed.map(|home| home.path().join("bin/java"));
    std::iter::once(PathBuf::from("java")).chain(installed).find(|java| {
        let version = Command::new(java).arg("--version").output();
        let version = version.map(|output| String::from_utf8_lossy(&output.stdout).into_owned());
        let number = version.as_deref().unwrap_or_default().split([' ', '.']).nth(1);
        number.and_then(|number| number.parse().ok()).is_some_and(|number: u32| number >= JAVA)
    })
}

/// What Java says of each pattern, a line each.
fn answers(java: &Path, cases: &[Case]) -> io::Result<String> {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/regexes/Matches.java");
    let mut java = Command::new(java)
        .arg("-Xss64m")
        .arg(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()?;
    let lines = cases.iter().map(|(pattern, texts)| {
        let words: Vec<String> =
            std::iter::once(pattern).chain(texts).map(|text| hexadecimal(text)).collect();
        words.join(" ") + "\n"
    });
    let lines: String = lines.collect();
    let mut input = java.stdin.take();
    let writer =
        std::thread::spawn(move || input.as_mut().map(|input| input.write_all(lines.as_bytes())));
    let output = java.wait_with_output()?;
    let _ = writer.join();
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}

/// What the engine says of a pattern; nothing where it is too large for it.
fn ours(pattern: &str, texts: &[String]) -> Result<Option<String>, Error> {
    let engine = Engine::new();
    let database = Database::new(&engine);
    let meter = Meter::default();
    let query =
        engine.prepare("UNWIND $texts AS text RETURN text =~ $pattern AS matches", &meter)?;
    let datum = |text: &String| Datum::from(text.as_str());
    let texts = Datum::List(texts.iter().map(datum).collect());
    let params = Params::new().with("pattern", pattern).with("texts", texts);
    match database.read(&query, &params, &meter) {
        Ok(outcome) => {
            let matches = outcome.rows.iter().flatten();
            Ok(Some(matches.map(|it| if *it == Datum::Bool(true) { '1' } else { '0' }).collect()))
        }
        Err(error) if matches!(error.kind(), ErrorKind::TooLarge | ErrorKind::Unsupported) => {
            Ok(None)
        }
        Err(error) if error.to_string().contains("not a regular expression") => {
            Ok(Some("no pattern".to_owned()))
        }
        Err(error) => Err(error),
    }
}

fn hexadecimal(text: &str) -> String {
    text.bytes().map(|byte| format!("{byte:02x}")).collect()
}
