//! The modules of a crate as its sources declare them: what each defines, imports and mentions. Which module a
//! path leads to is found in `names`.

use std::collections::{BTreeMap, BTreeSet};

use crate::tokens::{Token, bracketed, item, tokens, without_tests};

/// Where sources are read from.
pub trait Sources {
    /// The text of a file, if there is one.
    fn read(&self, path: &str) -> Option<String>;
}

/// A module: a file, or a part of one in braces.
#[derive(Debug, Default)]
pub struct Module {
    pub file: String,
    pub parent: Option<usize>,
    pub children: BTreeMap<String, usize>,
    /// The names that are defined here.
    pub items: BTreeSet<String>,
    pub imports: Vec<Import>,
    /// The paths in its code, those of one name included.
    pub paths: BTreeSet<Vec<String>>,
}

/// One name that a `use` brings in.
#[derive(Debug, PartialEq, Eq)]
pub struct Import {
    pub path: Vec<String>,
    /// What it is called here; nothing where all names of the path are meant.
    pub name: Option<String>,
    pub is_public: bool,
}

/// A crate's modules; the first is its root.
pub type Crate = Vec<Module>;

/// Reads a crate from the file that is its root.
pub fn read(sources: &dyn Sources, root: &str) -> Crate {
    let mut modules = vec![Module { file: root.to_owned(), ..Module::default() }];
    let folder = folder_of(root).to_owned();
    read_file(sources, &mut modules, 0, &folder);
    modules
}

fn folder_of(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

/// Reads a module's file, and those of its children, which lie in a folder.
fn read_file(sources: &dyn Sources, modules: &mut Crate, module: usize, folder: &str) {
    let text = sources.read(&modules[module].file).unwrap_or_default();
    read_items(sources, modules, module, folder, &without_tests(&tokens(&text)));
}

fn read_items(
    sources: &dyn Sources,
    modules: &mut Crate,
    module: usize,
    folder: &str,
    mut rest: &[Token<'_>],
) {
    while !rest.is_empty() {
        let (whole, after) = rest.split_at(item(rest));
        let head = declaration(whole);
        match head {
            [keyword, name, ..] if keyword.is("mod") => {
                let child = Child { name: name.text, folder, head, whole };
                child.read(sources, modules, module);
            }
            _ => {
                modules[module].items.extend(defined(head).map(str::to_owned));
                read_code(&mut modules[module], whole);
            }
        }
        rest = after;
    }
}

/// An item without its attributes and its visibility.
fn declaration<'a, 't>(mut item: &'t [Token<'a>]) -> &'t [Token<'a>] {
    loop {
        item = match item {
            [hash, rest @ ..] if hash.is("#") => {
                let rest =
                    rest.strip_prefix(&[Token { text: "!", line: hash.line }]).unwrap_or(rest);
                &rest[bracketed(rest)..]
            }
            [public, open, ..] if public.is("pub") && open.is("(") => {
                &item[1 + bracketed(&item[1..])..]
            }
            [public, rest @ ..] if public.is("pub") => rest,
            _ => return item,
        };
    }
}

/// The name that an item defines.
fn defined<'a>(head: &[Token<'a>]) -> Option<&'a str> {
    const KINDS: &[&str] =
        &["fn", "struct", "enum", "trait", "type", "union", "static", "macro_rules"];
    const BEFORE: &[&str] = &["const", "unsafe", "async", "extern", "auto", "mut", "!", "\"C\""];
    let mut words = head.iter().skip_while(|token| BEFORE.contains(&token.text)).peekable();
    if words.peek().is_some_and(|token| KINDS.contains(&token.text)) {
        words.next();
    } else if head.first().is_none_or(|token| !token.is("const")) {
        return None;
    }
    words.find(|token| !BEFORE.contains(&token.text))?.name()
}

/// A module that another one declares.
struct Child<'a, 't> {
    name: &'a str,
    folder: &'t str,
    head: &'t [Token<'a>],
    whole: &'t [Token<'a>],
}

impl Child<'_, '_> {
    fn read(&self, sources: &dyn Sources, modules: &mut Crate, parent: usize) {
        let child = modules.len();
        let within = joined(self.folder, self.name);
        let is_inline = self.head.get(2).is_some_and(|token| token.is("{"));
        let file =
            if is_inline { modules[parent].file.clone() } else { self.file(sources, &within) };
        modules[parent].children.insert(self.name.to_owned(), child);
        modules.push(Module { file, parent: Some(parent), ..Module::default() });
        if is_inline {
            let body = &self.head[3..self.head.len() - 1];
            read_items(sources, modules, child, &within, body);
        } else {
            let file = &modules[child].file;
            let is_named = !file.starts_with(&within);
            let folder = if is_named { folder_of(file).to_owned() } else { within };
            read_file(sources, modules, child, &folder);
        }
    }

    /// The file that a path names, or the one of the module's own name.
    fn file(&self, sources: &dyn Sources, within: &str) -> String {
        let named = self.whole.windows(3).find(|tokens| tokens[0].is("path") && tokens[1].is("="));
        if let Some([_, _, path]) = named {
            return joined(self.folder, path.text.trim_matches('"'));
        }
        let own = format!("{within}.rs");
        if sources.read(&own).is_some() { own } else { format!("{within}/mod.rs") }
    }
}

/// A path below a folder, with the steps upwards taken.
fn joined(folder: &str, path: &str) -> String {
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in path.split('/') {
        match part {
            ".." => drop(parts.pop()),
            part => parts.push(part),
        }
    }
    parts.join("/")
}

/// Collects what code imports and which paths it mentions.
fn read_code(module: &mut Module, code: &[Token<'_>]) {
    let mut at = 0;
    while at < code.len() {
        let is_field = at > 0 && code[at - 1].is(".") && !(at > 1 && code[at - 2].is("."));
        if code[at].is("use") && (at == 0 || !code[at - 1].is("+")) {
            let length =
                code[at..].iter().position(|token| token.is(";")).unwrap_or(code.len() - at);
            let is_public = at > 0 && (code[at - 1].is("pub") || code[at - 1].is(")"));
            let tree = &code[at + 1..at + length];
            read_use(&mut module.imports, &[], tree, is_public);
            at += length;
        } else if code[at].name().is_some() {
            let path = path(&code[at..]);
            at += path.len() * 2 - 1;
            if !is_field {
                module.paths.insert(path);
            }
        } else {
            at += 1;
        }
    }
}

/// The path at the head of the tokens.
fn path(tokens: &[Token<'_>]) -> Vec<String> {
    let mut path = vec![tokens[0].text.to_owned()];
    let mut rest = &tokens[1..];
    while let [sign, name, after @ ..] = rest
        && sign.is("::")
        && let Some(name) = name.name()
    {
        path.push(name.to_owned());
        rest = after;
    }
    path
}

/// The imports of a `use`, whose braces may hold more braces.
fn read_use(imports: &mut Vec<Import>, before: &[String], tree: &[Token<'_>], is_public: bool) {
    let mut path = before.to_vec();
    let mut rest = tree;
    while let [token, after @ ..] = rest {
        match token.text {
            "::" => rest = after,
            "{" => {
                let inside = &rest[1..bracketed(rest) - 1];
                return split(inside).for_each(|tree| read_use(imports, &path, tree, is_public));
            }
            "*" => return imports.push(Import { path, name: None, is_public }),
            "as" => {
                let name = after.first().map(|token| token.text.to_owned());
                return imports.push(Import { path, name, is_public });
            }
            name => {
                path.push(name.to_owned());
                rest = after;
            }
        }
    }
    if path.last().is_some_and(|name| name == "self") && path.len() > 1 {
        path.pop();
    }
    if let Some(name) = path.last().cloned() {
        imports.push(Import { path, name: Some(name), is_public });
    }
}

/// The parts of a list, of which each may have braces of its own.
fn split<'a, 't>(mut list: &'t [Token<'a>]) -> impl Iterator<Item = &'t [Token<'a>]> {
    std::iter::from_fn(move || {
        if list.is_empty() {
            return None;
        }
        let mut at = 0;
        while at < list.len() && !list[at].is(",") {
            at += if list[at].is("{") { bracketed(&list[at..]) } else { 1 };
        }
        let part = &list[..at];
        list = &list[(at + 1).min(list.len())..];
        Some(part)
    })
}
