//! The page's modules as two scripts: one with all that the first view needs, and one with everything else, which is
//! fetched when a view of it is opened.
//!
//! It knows the page's own way of writing modules and no other: imports of names at the beginning of a line, exports
//! of functions, classes and constants where they are declared, views by `await import("...")`. What is written
//! otherwise is an error of the build. A module becomes a function that runs once and gives what it exports:
//!
//! ```js
//! modules["base/route.js"] = (() => {
//! const { say } = modules["base/speech.js"];
//! function go(path) { ... }
//! return { go };
//! })();
//! ```

use std::collections::HashMap;

/// Both scripts.
pub struct Bundle {
    /// What the page begins with.
    pub first: String,
    /// The rest.
    pub others: String,
}

/// A module in which only what is run is left.
struct Module {
    code: String,
    imports: Vec<String>,
    exports: Vec<String>,
}

impl Bundle {
    /// Combines the modules among these files: what `main` needs, and all others that are its `own`. The
    /// scripts will be found at these addresses, from each other.
    pub fn read(
        sources: &[(String, Vec<u8>)],
        main: &str,
        own: impl Fn(&str) -> bool,
        first_address: &str,
        others_address: &str,
    ) -> Result<Bundle, String> {
        let mut modules = HashMap::new();
        for (name, bytes) in sources.iter().filter(|(name, _)| name.ends_with(".js")) {
            let text = std::str::from_utf8(bytes).map_err(|error| format!("{name}: {error}"))?;
            let module = Module::read(name, text, others_address);
            modules.insert(name.as_str(), module.map_err(|why| format!("page/{name}: {why}"))?);
        }
        let mut order = Order { modules: &modules, done: Vec::new(), open: Vec::new() };
        order.take(main)?;
        let split = order.done.len();
        for (name, _) in sources.iter().filter(|(name, _)| name.ends_with(".js") && own(name)) {
            order.take(name)?;
        }
        let (begin, rest) = order.done.split_at(split);
        let script = |names: &[String]| -> String {
            names.iter().map(|name| modules[name.as_str()].wrapped(name)).collect()
        };
        Ok(Bundle {
            first: format!("const modules = {{}};\nexport {{ modules }};\n{}", script(begin)),
            others: format!("import {{ modules }} from {first_address:?};\n{}", script(rest)),
        })
    }
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
    fn read(name: &str, text: &str, others_address: &str) -> Result<Module, String> {
        let text = without_comments(text, "/**");
        let mut module = Module { code: String::new(), imports: Vec::new(), exports: Vec::new() };
        for line in text.lines().filter(|line| !line.trim_start().starts_with("// ")) {
            if let Some(rest) = line.strip_prefix("import ") {
                module.import(name, rest)?;
            } else if let Some(rest) = line.strip_prefix("export ") {
                module.export(rest)?;
            } else {
                let line = opened_views(name, line, others_address)?;
                module.code += &format!("{line}\n");
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

    fn wrapped(&self, name: &str) -> String {
        let Module { code, exports, .. } = self;
        format!(
            "modules[{name:?}] = (() => {{\n{code}return {{ {} }};\n}})();\n",
            exports.join(", ")
        )
    }
}

/// A line in which views that are opened later come from the second script.
fn opened_views(name: &str, line: &str, others_address: &str) -> Result<String, String> {
    const OPENS: &str = "await import(\"";
    let mut text = String::new();
    let mut rest = line;
    while let Some((before, after)) = rest.split_once(OPENS) {
        let (path, more) = after.split_once("\")").ok_or("an import() takes one text")?;
        let module = resolved(name, path);
        text +=
            &format!("{before}await import({others_address:?}).then(() => modules[{module:?}])");
        rest = more;
    }
    Ok(text + rest)
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
