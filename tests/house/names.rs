//! Which file a path leads to: modules, what they define, and what they hand on under another roof.

use std::collections::BTreeSet;

use crate::modules::{Crate, Import};

/// Longer chains of imports are taken for ones that turn in themselves.
const CHAIN: usize = 8;

/// What a path leads to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Found<'a> {
    Module(usize),
    /// What a module defines: the module, and the name there.
    Item(usize, &'a str),
}

/// Follows a path that stands in a module; nothing where it leads out of the crate.
pub fn follow<'a>(modules: &'a Crate, from: usize, path: &'a [String]) -> Option<Found<'a>> {
    Search { modules, from, chain: CHAIN }.path(path)
}

/// A search that begins in a module, and how many imports it may still follow.
#[derive(Clone, Copy)]
struct Search<'a> {
    modules: &'a Crate,
    from: usize,
    chain: usize,
}

impl<'a> Search<'a> {
    fn path(self, path: &'a [String]) -> Option<Found<'a>> {
        let (first, mut rest) = path.split_first()?;
        let mut at = match first.as_str() {
            "crate" => Found::Module(0),
            "self" => Found::Module(self.from),
            "super" => Found::Module(self.modules[self.from].parent?),
            name => self.name_in(self.from, name)?,
        };
        while let (Found::Module(module), Some((name, after))) = (at, rest.split_first()) {
            at = match name.as_str() {
                "super" => Found::Module(self.modules[module].parent?),
                "self" => at,
                // What is not written there was made by a macro that is called there.
                name => self.name_in(module, name).unwrap_or(Found::Item(module, name)),
            };
            rest = after;
        }
        Some(at)
    }

    /// What a name means in a module and in those of which it imports everything.
    fn name_in(self, module: usize, name: &'a str) -> Option<Found<'a>> {
        // Each with the module that looks at it.
        let (mut open, mut seen) = (vec![(module, self.from)], BTreeSet::new());
        while let Some((at, viewer)) = open.pop() {
            if !seen.insert(at) {
                continue;
            }
            if let Some(found) = self.named_in(at, viewer, name) {
                return Some(found);
            }
            let all = self.imports_of(at, viewer).filter(|import| import.name.is_none());
            open.extend(all.filter_map(|import| match self.import(at, import)? {
                Found::Module(other) => Some((other, at)),
                Found::Item(..) => None,
            }));
        }
        None
    }

    /// What a module calls so by a declaration or by a `use` of that name.
    fn named_in(self, module: usize, viewer: usize, name: &'a str) -> Option<Found<'a>> {
        let here = &self.modules[module];
        if let Some(&child) = here.children.get(name) {
            return Some(Found::Module(child));
        }
        if here.items.contains(name) {
            return Some(Found::Item(module, name));
        }
        let mut imports = self.imports_of(module, viewer);
        self.import(module, imports.find(|import| import.name.as_deref() == Some(name))?)
    }

    /// The imports of a module that another one sees: those that are handed on, or all of them from inside.
    fn imports_of(self, module: usize, viewer: usize) -> impl Iterator<Item = &'a Import> {
        let mut around = std::iter::successors(Some(viewer), |&at| self.modules[at].parent);
        let is_inside = around.any(|at| at == module);
        self.modules[module].imports.iter().filter(move |import| is_inside || import.is_public)
    }

    /// Where an import leads. Its first name is not looked up among the imports of its own name, or `use x::x`
    /// would never end.
    fn import(self, module: usize, import: &'a Import) -> Option<Found<'a>> {
        let chain = self.chain.checked_sub(1)?;
        let first = import.path.first()?;
        let is_child = self.modules[module].children.contains_key(first);
        if import.name.as_ref() == Some(first) && !is_child {
            return None;
        }
        Search { from: module, chain, ..self }.path(&import.path)
    }
}
