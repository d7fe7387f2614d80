//! The page's modules as a few scripts: one with all that the page begins with, some with what certain views need
//! beyond it, and one with everything else. Each is fetched when a view of it is opened.
//!
//! It knows the page's own way of writing modules and no other: imports of names at the beginning of a line, exports
//! of functions, classes and constants where they are declared, views by `await import("...")`. What is written
//! otherwise is an error of the build. What a line begins with is left out, so no text goes over a line's end (`texts.rs`).
//! A module becomes a function that runs once and gives what it exports:
//!
//! ```js
//! modules["base/route.js"] = (() => {
//! const { say } = modules["base/speech.js"];
//! function go(path) { ... }
//! return { go };
//! })();
//! ```

use std::collections::HashMap;
use std::fmt::Write as _;

use crate::texts;

/// A script before it is written: the address that it will have, and the modules that begin it, of which there are none
/// in the one that takes everything else.
pub struct Part<'a> {
    pub address: &'a str,
    pub entry: Option<&'a str>,
}

/// A module in which only what is run is left.
struct Module {
    code: String,
    imports: Vec<String>,
    exports: Vec<String>,
    /// Modules that are fetched when they are wanted, each with the text in the code that does it.
    opens: Vec<(String, String)>,
}

/// Combines the modules among these files to these scripts, each with what its entry needs and no script before it has;
/// the last one has all others that are the page's `own`.
pub fn scripts(
    sources: &[(String, Vec<u8>)],
    parts: &[Part],
    own: impl Fn(&str) -> bool,
) -> Result<Vec<String>, String> {
    let mut modules = HashMap::new();
    for (name, bytes) in sources.iter().filter(|(name, _)| name.ends_with(".js")) {
        let text = std::str::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?;
        let module = Module::read(name, text).map_err(|why| format!("page/{name}: {why}"))?;
        modules.insert(name.as_str(), module);
    }
    let mut order = Order { modules: &modules, done: Vec::new(), open: Vec::new() };
    let mut ends = Vec::new();
    for Part { entry, .. } in parts {
        match entry {
            Some(entry) => order.take(entry)?,
            None => {
                let others = sources.iter().map(|(name, _)| name);
                let others = others.filter(|name| name.ends_with(".js") && own(name));
                others.into_iter().try_for_each(|name| order.take(name))?;
            }
        }
        ends.push(order.done.len());
    }
    let done = order.done;
    let address_of = |module: &str| {
        let place = done.iter().position(|name| name == module)?;
        Some(parts[ends.iter().position(|&end| place < end)?].address)
    };
    let begins = std::iter::once(0).chain(ends.iter().copied());
    let scripts = begins.zip(&ends).enumerate().map(|(number, (begin, &end))| {
        let mut script = begin_of_script(&parts[..number]);
        for name in &done[begin..end] {
            script += &modules[name.as_str()].wrapped(name, address_of)?;
        }
        Ok(script)
    });
    scripts.collect()
}

/// How a script begins that comes behind these.
fn begin_of_script(before: &[Part]) -> String {
    let Some((first, others)) = before.split_first() else {
        return "const modules = {};\nexport { modules };\n".to_owned();
    };
    let mut text = format!("import {{ modules }} from {:?};\n", first.address);
    for part in others {
        // Nothing can go wrong in a text.
        let _ = writeln!(text, "import {:?};", part.address);
    }
    text
}

/// Modules behind all those that they import.
struct Order<'a> {
    modules: &'a HashMap<&'a str, Module>,
    done: Vec<String>,
    open: Vec<String>,
}

impl Order<'_> {
    fn take(&mut self, name: &str) -> Result<(), String> {
        if self.done.iter().any(|done| done == name) {
            return Ok(());
        }
        if self.open.iter().any(|open| open == name) {
            return Err(format!("modules import each other: {} -> {name}", self.open.join(" -> ")));
        }
        let module = self.modules.get(name).ok_or_else(|| format!("there is no page/{name}"))?;
        self.open.push(name.to_owned());
        for import in &module.imports {
            self.take(import)?;
        }
        self.open.pop();
        self.done.push(name.to_owned());
        Ok(())
    }
}

impl Module {
    fn read(name: &str, text: &str) -> Result<Module, String> {
        texts::check(text)?;
        let text = without_comments(text, "/**");
        let mut module = Module {
            code: String::new(),
            imports: Vec::new(),
            exports: Vec::new(),
            opens: Vec::new(),
        };
        for line in text.lines().filter(|line| !line.trim_start().starts_with("// ")) {
            if let Some(rest) = line.strip_prefix("import ") {
                module.import(name, rest)?;
            } else if let Some(rest) = line.strip_prefix("export ") {
                module.export(rest)?;
            } else {
                module.open(name, line)?;
                // Nobody reads what the browser gets.
                module.code += &format!("{}\n", line.trim_start());
            }
        }
        Ok(module)
    }

    /// `{ a, b as c } from "./other.js";`
    fn import(&mut self, name: &str, rest: &str) -> Result<(), String> {
        let wrong = || format!("an import is {{ names }} from \"./file.js\"; and not: {rest}");
        let (names, from) = rest.split_once(" from \"").ok_or_else(wrong)?;
        let from = resolved(name, from.strip_suffix("\";").ok_or_else(wrong)?);
        let names = names.replace(" as ", ": ");
        self.code += &format!("const {names} = modules[{from:?}];\n");
        self.imports.push(from);
        Ok(())
    }

    /// A declaration that others use.
    fn export(&mut self, declaration: &str) -> Result<(), String> {
        if declaration.trim() == "{};" {
            return Ok(());
        }
        let words = declaration.split([' ', '(', '=', ';', '{']).filter(|word| !word.is_empty());
        let named = words
            .skip_while(|word| ["async", "function", "function*", "class", "const"].contains(word));
        let known = ["async ", "function", "class ", "const "];
        let name = named
            .into_iter()
            .next()
            .filter(|_| known.iter().any(|word| declaration.starts_with(word)));
        let name = name.ok_or_else(|| format!("this can't be exported: {declaration}"))?;
        self.exports.push(name.to_owned());
        self.code += &format!("{declaration}\n");
        Ok(())
    }

    /// Takes note of the views that a line opens: `await import("./other.js")`.
    fn open(&mut self, name: &str, line: &str) -> Result<(), String> {
        const OPENS: &str = "await import(\"";
        for after in line.split(OPENS).skip(1) {
            let (path, _) = after.split_once("\")").ok_or("an import() takes one text")?;
            self.opens.push((resolved(name, path), format!("{OPENS}{path}\")")));
        }
        Ok(())
    }

    fn wrapped<'a>(
        &self,
        name: &str,
        address_of: impl Fn(&str) -> Option<&'a str>,
    ) -> Result<String, String> {
        let Module { code, exports, opens, .. } = self;
        let mut code = code.clone();
        for (module, opening) in opens {
            let address = address_of(module).ok_or_else(|| format!("there is no page/{module}"))?;
            let fetched = format!("await import({address:?}).then(() => modules[{module:?}])");
            code = code.replace(opening, &fetched);
        }
        let exports = exports.join(", ");
        Ok(format!("modules[{name:?}] = (() => {{\n{code}return {{ {exports} }};\n}})();\n"))
    }
}

/// The name of a module that another one names from where it is.
fn resolved(from: &str, path: &str) -> String {
    let mut parts: Vec<&str> = from.split('/').collect();
    parts.pop();
    for part in path.split('/') {
        match part {
            "." => {}
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// A text without the comments that begin so and end as in C, and without the lines that they leave empty.
pub fn without_comments(text: &str, begin: &str) -> String {
    let mut kept = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(begin) {
        kept += before;
        rest = after.split_once("*/").map_or("", |(_, rest)| rest);
    }
    kept += rest;
    let lines = kept.lines().filter(|line| !line.trim().is_empty());
    lines.map(|line| format!("{}\n", line.trim_end())).collect()
}
