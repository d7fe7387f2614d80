//! How the page's modules become scripts, which the build does: what it refuses, since a browser would get something
//! else than what was written.

#![allow(clippy::unwrap_used, reason = "a test may unwrap")]
#![allow(dead_code, reason = "of what the build needs a part is tried")]
#![forbid(unsafe_code)]

#[path = "../../build/bundle.rs"]
mod bundle;
#[path = "../../build/texts.rs"]
mod texts;

use bundle::{Part, scripts};

fn script(module: &str) -> Result<String, String> {
    let sources = [("main.js".to_owned(), module.as_bytes().to_vec())];
    let parts = [Part { address: "./main.js", entry: Some("main.js") }];
    scripts(&sources, &parts, |_| true).map(|mut scripts| scripts.remove(0))
}

#[test]
fn a_text_that_goes_over_a_lines_end_is_an_error_of_the_build_wherever_it_stands() {
    for wrong in [
        "const a = `one\n  two`;\n",
        "const a = `${b}\n  two`;\n",
        "const a = `${b({ c: `x ${`\n`} ` })}`;\n",
        "const a = \"one \\\n  two\";\n",
        "const a = /[\"'`]/.test(b) ? `\n` : 1;\n",
        "// it's a comment\nconst a = '\n';\n",
        "/** it's a `comment */\nconst a = b / 2; const c = `\n`;\n",
    ] {
        let error = script(wrong).unwrap_err();
        assert!(error.contains("page/main.js: line"), "{wrong}: {error}");
        assert!(error.contains("over the line's end"), "{wrong}: {error}");
    }
    let error = script("const a = 1;\nconst b = \"/** no comment */\";\n").unwrap_err();
    assert!(error.contains("line 2: a text holds /**"), "{error}");
}

#[test]
fn what_only_looks_like_such_a_text_is_bundled() {
    for right in [
        "const a = `one ${b({\n  c: `two ${d}`,\n})} three`;\n",
        "const a = b / c; // `\nconst d = e / f;\n",
        "const a = [/[`'\"/]/, /\\/`/g, `a\\`b`, '\"', \"it's\"];\n",
        "function a() {\n  return /`/.test(\"x\");\n}\n",
        "const a = `$ ${1} $`;\n",
        "/* a `comment\n it's */\nconst a = 1;\n",
        "const a = /[*/]/; const b = \"/* c\";\n",
    ] {
        script(right).unwrap();
    }
}
