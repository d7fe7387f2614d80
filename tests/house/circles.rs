//! Which file imports what from which other file of its crate, and where these imports run in a circle: among
//! files, and among folders taken as one.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::modules::{Crate, Import};
use crate::names::{Found, follow};

/// From file to file, and the names for which.
pub type Imports = BTreeMap<(String, String), BTreeSet<String>>;

/// Files and folders that import each other.
#[derive(Debug, PartialEq, Eq)]
pub struct Circle {
    /// A module's own file, or a file or folder below it.
    pub members: Vec<String>,
    pub imports: Imports,
}

/// What the files of a crate import from each other.
///
/// An import counts for the file that defines the name, however many modules hand it on. A module that hands on
/// what its own children define imports it only if its code uses it as well.
pub fn imports(modules: &Crate) -> Imports {
    let mut imports = Imports::new();
    for (at, module) in modules.iter().enumerate() {
        let explicit = module.imports.iter().filter(|import| !is_face(modules, at, import));
        for path in explicit.map(|import| &import.path).chain(&module.paths) {
            let Some(Found::Item(target, name)) = follow(modules, at, path) else { continue };
            let (from, to) = (&module.file, &modules[target].file);
            if from != to {
                let names = imports.entry((from.clone(), to.clone())).or_default();
                names.insert(name.to_owned());
            }
        }
    }
    imports
}

/// Whether an import only hands on what belongs to a child of the module.
fn is_face(modules: &Crate, module: usize, import: &Import) -> bool {
    let (Some(Found::Module(target) | Found::Item(target, _)), true) =
        (follow(modules, module, &import.path), import.is_public)
    else {
        return false;
    };
    let mut ancestors = std::iter::successors(Some(target), |&at| modules[at].parent);
    ancestors.any(|ancestor| ancestor == module)
}

/// All circles of a crate: for every module, those among its own file and its children, a child's folder
/// counting as one with all that lies in it. So a circle is told once, where its members meet.
pub fn circles(modules: &Crate) -> Vec<Circle> {
    let imports = imports(modules);
    let parents = parents(modules);
    let mut circles = Vec::new();
    for above in parents.values().flatten().collect::<BTreeSet<_>>() {
        let unit = |file: &String| unit_below(&parents, above, file);
        let mut reached: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
        for (from, to) in imports.keys() {
            if let (Some(from), Some(to)) = (unit(from), unit(to)) {
                reached.entry(from).or_default().insert(to);
            }
        }
        for members in knots(&reached) {
            let is_within = |file: &String| unit(file).filter(|unit| members.contains(unit));
            let inside = imports.iter().filter(|((from, to), _)| {
                is_within(from).zip(is_within(to)).is_some_and(|(from, to)| from != to)
            });
            let inside = inside.map(|(files, names)| (files.clone(), names.clone())).collect();
            circles.push(Circle { members, imports: inside });
        }
    }
    circles
}

/// The file of each file's parent module.
fn parents(modules: &Crate) -> BTreeMap<String, Option<String>> {
    let parent = |at: usize| {
        let above = std::iter::successors(modules[at].parent, |&at| modules[at].parent);
        let mut files = above.map(|above| &modules[above].file);
        files.find(|file| **file != modules[at].file).cloned()
    };
    (0..modules.len()).rev().map(|at| (modules[at].file.clone(), parent(at))).collect()
}

/// The file itself where it is that of `above`; else the child of `above` in whose folder it lies: a file, or the
/// folder where it has children of its own.
fn unit_below(
    parents: &BTreeMap<String, Option<String>>,
    above: &String,
    file: &String,
) -> Option<String> {
    let mut at = file;
    let mut below = file;
    while at != above {
        below = at;
        at = parents.get(at)?.as_ref()?;
    }
    let has_children = parents.values().any(|parent| parent.as_ref() == Some(below));
    let folder = below.strip_suffix("/mod.rs").or(below.strip_suffix(".rs"));
    match folder {
        Some(folder) if has_children && below != above => Some(format!("{folder}/")),
        _ => Some(below.clone()),
    }
}

/// The sets of more than one node in which each reaches each.
fn knots(direct: &BTreeMap<String, BTreeSet<String>>) -> Vec<Vec<String>> {
    let reached: BTreeMap<_, _> = direct.keys().map(|from| (from, reach(direct, from))).collect();
    let together = |a, b| {
        let reaches = |from, to| reached.get(from).is_some_and(|seen| seen.contains(to));
        reaches(a, b) && reaches(b, a)
    };
    let knots: BTreeSet<Vec<String>> = direct
        .keys()
        .map(|a| direct.keys().filter(|b| a == *b || together(a, b)).cloned().collect())
        .collect();
    knots.into_iter().filter(|knot| knot.len() > 1).collect()
}

/// All that can be reached from a node, itself only by a circle.
fn reach<'a>(
    direct: &'a BTreeMap<String, BTreeSet<String>>,
    from: &'a String,
) -> BTreeSet<&'a String> {
    let (mut seen, mut next) = (BTreeSet::new(), vec![from]);
    while let Some(at) = next.pop() {
        next.extend(direct.get(at).into_iter().flatten().filter(|to| seen.insert(*to)));
    }
    seen
}

impl fmt::Display for Circle {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "{}", self.members.join(", "))?;
        for ((from, to), names) in &self.imports {
            let names: Vec<&str> = names.iter().map(String::as_str).collect();
            writeln!(f, "    {from} -> {to}: {}", names.join(", "))?;
        }
        Ok(())
    }
}
