//! Fetches the openCypher TCK, a pinned release of it, and writes its scenarios in the form that the example
//! `conformance` runs. Reading the archive is in `archive`, the feature files in `gherkin`, the steps of a
//! scenario in `case`.
//!
//! `cargo run -p othello-cypher --example tck -- [--from FILE.jar] [--out FOLDER] [--compare FILE.jsonl]`:
//! without `--from`, Maven fetches the archive. `--compare` says how the scenarios differ from those of a
//! file that was made before.

mod archive;
mod case;
mod gherkin;

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

use serde_json::Value as Json;
use sha2::{Digest as _, Sha256};

const RELEASE: &str = "1.0.0-M23";
const SHA256: &str = "7edc3f7b1fb612feac47285157d67345a2dfaa2791ad83b6ba1699c7f4635a21";
/// Scenarios that are left out, since Neo4j answers otherwise and the engine answers as Neo4j does, and why.
const NEO4J_DIFFERS: [(&str, &str); 1] = [(
    "clauses/match/Match3#[29]",
    "a relationship that one MATCH names twice is no error, but matches nothing",
)];
const USAGE: &str = "usage: tck [--from FILE.jar] [--out FOLDER] [--compare FILE.jsonl]";

/// What the command line asks for.
struct Arguments {
    from: Option<PathBuf>,
    out: PathBuf,
    compare: Option<PathBuf>,
}

fn main() -> ExitCode {
    let Some(arguments) = arguments() else {
        eprintln!("{USAGE}");
        return ExitCode::from(2);
    };
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(problem) => {
            eprintln!("{problem}");
            ExitCode::FAILURE
        }
    }
}

fn arguments() -> Option<Arguments> {
    let mut arguments = Arguments { from: None, out: "target/tck".into(), compare: None };
    let mut words = std::env::args_os().skip(1);
    while let Some(word) = words.next() {
        let value = words.next()?.into();
        match word.to_str()? {
            "--from" => arguments.from = Some(value),
            "--out" => arguments.out = value,
            "--compare" => arguments.compare = Some(value),
            _ => return None,
        }
    }
    Some(arguments)
}

/// Whether all went well and, where a comparison was asked for, nothing differed.
fn run(arguments: &Arguments) -> Result<bool, String> {
    let out = &arguments.out;
    fs::create_dir_all(out.join("graphs"))
        .map_err(|error| format!("{}: {error}", out.display()))?;
    let jar = match &arguments.from {
        Some(file) => file.clone(),
        None => fetched(out)?,
    };
    let bytes = fs::read(&jar).map_err(|error| format!("{}: {error}", jar.display()))?;
    check_hash(&jar, &bytes)?;

    let mut cases = BTreeMap::new();
    for (path, bytes) in archive::entries(&bytes)? {
        let text = String::from_utf8(bytes).map_err(|error| format!("{path}: {error}"))?;
        if let Some(feature) = path.strip_prefix("features/") {
            for scenario in gherkin::scenarios(&text).map_err(|error| format!("{path}{error}"))? {
                let case = case::from(feature, &scenario)?;
                let id = case["id"].as_str().unwrap_or_default().to_owned();
                cases.insert(id, case);
            }
        } else if let Some(graph) = path.rsplit('/').next().filter(|_| path.ends_with(".cypher")) {
            write(&out.join("graphs").join(graph), &text)?;
        }
    }
    for (id, why) in NEO4J_DIFFERS {
        cases.remove(id).ok_or_else(|| format!("{id} is not in the release"))?;
        println!("left out: {id}: {why}");
    }
    let file = out.join("tck.jsonl");
    let lines: Vec<String> = cases.values().map(|case| format!("{case}\n")).collect();
    write(&file, &lines.concat())?;
    println!("{} scenarios of openCypher {RELEASE} in {}", cases.len(), file.display());
    arguments.compare.as_deref().map_or(Ok(true), |other| compare(&cases, other))
}

fn write(path: &Path, text: &str) -> Result<(), String> {
    fs::write(path, text).map_err(|error| format!("{}: {error}", path.display()))
}

/// The release's archive, fetched by Maven if it is not in the folder yet.
fn fetched(folder: &Path) -> Result<PathBuf, String> {
    let jar = folder.join(format!("tck-{RELEASE}.jar"));
    if jar.exists() {
        return Ok(jar);
    }
    let maven = if cfg!(windows) { "mvn.cmd" } else { "mvn" };
    let status = Command::new(maven)
        .args(["--batch-mode", "--quiet"])
        .arg("org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy")
        .arg(format!("-Dartifact=org.opencypher:tck:{RELEASE}"))
        .arg(format!("-DoutputDirectory={}", folder.display()))
        .status();
    let way_out =
        format!("get org.opencypher:tck:{RELEASE} from Maven Central and give it as --from");
    match status {
        Ok(status) if status.success() && jar.exists() => Ok(jar),
        Ok(_) => Err(format!("Maven could not fetch the TCK; {way_out}")),
        Err(error) => Err(format!("no Maven to fetch the TCK with ({error}); {way_out}")),
    }
}

fn check_hash(jar: &Path, bytes: &[u8]) -> Result<(), String> {
    let mut hash = String::new();
    for byte in Sha256::digest(bytes) {
        write!(hash, "{byte:02x}").map_err(|error| error.to_string())?;
    }
    if hash == SHA256 {
        return Ok(());
    }
    Err(format!("{} is not the TCK {RELEASE}: its SHA-256 is {hash}, not {SHA256}", jar.display()))
}

/// Says which scenarios of a file are different here, and whether none is. What the file says beyond the
/// scenario itself, such as which server agreed, is not looked at.
fn compare(cases: &BTreeMap<String, Json>, file: &Path) -> Result<bool, String> {
    let text = fs::read_to_string(file).map_err(|error| format!("{}: {error}", file.display()))?;
    let (mut same, mut different) = (0, 0);
    for line in text.lines() {
        let other: Json = serde_json::from_str(line).map_err(|error| error.to_string())?;
        let id = other["id"].as_str().unwrap_or_default();
        let fields = cases.get(id).and_then(Json::as_object);
        let fields = fields.map(|case| case.iter().filter(|(key, value)| other[*key] != **value));
        let wrong = fields.map(|fields| fields.map(|(key, _)| key.as_str()).collect::<Vec<_>>());
        match wrong {
            Some(wrong) if wrong.is_empty() => same += 1,
            Some(wrong) => {
                different += 1;
                println!("{id}: another {}", wrong.join(", "));
            }
            None => {
                different += 1;
                println!("{id}: not in the release");
            }
        }
    }
    println!("{}: {same} scenarios the same, {different} different", file.display());
    Ok(different == 0)
}
