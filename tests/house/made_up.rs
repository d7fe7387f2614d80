//! The reader of sources on small trees that are made up: what it must see, and what it must not take for an
//! import.

use std::collections::BTreeMap;

use crate::circles::{circles, imports};
use crate::lengths::{Function, functions};
use crate::modules::{Sources, read};
use crate::tokens::{tokens, without_tests};

struct Tree(BTreeMap<&'static str, &'static str>);

impl Sources for Tree {
    fn read(&self, path: &str) -> Option<String> {
        self.0.get(path).map(|text| (*text).to_owned())
    }
}

fn tree<const N: usize>(files: [(&'static str, &'static str); N]) -> Tree {
    Tree(BTreeMap::from(files))
}

/// All imports, as `from -> to: names`.
fn all_imports<const N: usize>(files: [(&'static str, &'static str); N]) -> Vec<String> {
    let imports = imports(&read(&tree(files), "lib.rs"));
    let told = imports.into_iter().map(|((from, to), names)| {
        format!("{from} -> {to}: {}", names.into_iter().collect::<Vec<_>>().join(" "))
    });
    told.collect()
}

/// The members of all circles.
fn all_circles<const N: usize>(files: [(&'static str, &'static str); N]) -> Vec<String> {
    let circles = circles(&read(&tree(files), "lib.rs"));
    circles.into_iter().map(|circle| circle.members.join(" ")).collect()
}

#[test]
fn two_files_that_import_each_other_are_a_circle() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "pub struct B; pub fn make() -> super::a::A { super::a::A }"),
        ("c.rs", "use crate::{a::A, b::B};"),
    ];
    assert_eq!(all_circles(files), ["a.rs b.rs"]);
    let wanted = ["a.rs -> b.rs: B", "b.rs -> a.rs: A", "c.rs -> a.rs: A", "c.rs -> b.rs: B"];
    assert_eq!(all_imports(files), wanted);
}

#[test]
fn three_files_can_be_a_circle_of_which_no_two_import_each_other() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; pub use a::A;"),
        ("a.rs", "use crate::b::B; pub struct A;"),
        ("b.rs", "use super::c::C; pub struct B;"),
        ("c.rs", "pub struct C(crate::A);"),
    ];
    assert_eq!(all_circles(files), ["a.rs b.rs c.rs"]);
    let circle = circles(&read(&tree(files), "lib.rs")).remove(0).to_string();
    assert_eq!(
        circle,
        "a.rs, b.rs, c.rs\n    a.rs -> b.rs: B\n    b.rs -> c.rs: C\n    c.rs -> a.rs: A\n"
    );
}

#[test]
fn a_module_and_its_child_can_be_a_circle() {
    let child = ("tree/leaf.rs", "use super::Root; pub struct Leaf(Root);");
    let used = "mod leaf; use leaf::Leaf; pub struct Root(Vec<Leaf>);";
    assert_eq!(
        all_circles([("lib.rs", "mod tree;"), ("tree.rs", used), child]),
        ["tree.rs tree/leaf.rs"]
    );
    let used = "mod leaf; pub struct Root; fn grow(_: leaf::Leaf) {}";
    assert_eq!(
        all_circles([("lib.rs", "mod tree;"), ("tree/mod.rs", used), child]),
        ["tree/leaf.rs tree/mod.rs"]
    );
}

#[test]
fn a_module_that_only_hands_on_what_its_child_defines_imports_nothing() {
    let child = ("tree/leaf.rs", "use super::Root; pub struct Leaf(Root);");
    let face = "mod leaf; pub use leaf::Leaf; pub struct Root;";
    assert!(all_circles([("lib.rs", "mod tree;"), ("tree/mod.rs", face), child]).is_empty());
    let used = "mod leaf; pub(crate) use leaf::Leaf; pub struct Root(Vec<Leaf>);";
    assert_eq!(all_circles([("lib.rs", "mod tree;"), ("tree/mod.rs", used), child]).len(), 1);
}

#[test]
fn folders_are_a_circle_even_if_no_two_of_their_files_are() {
    let files = [
        ("lib.rs", "mod plan; mod run;"),
        ("plan/mod.rs", "mod build; pub mod node;"),
        ("plan/build.rs", "use crate::run::cost::Cost;"),
        ("plan/node.rs", "pub struct Node;"),
        ("run/mod.rs", "pub mod cost; mod step;"),
        ("run/cost.rs", "pub struct Cost;"),
        ("run/step.rs", "use crate::plan::node::Node;"),
    ];
    assert_eq!(all_circles(files), ["plan/ run/"]);
}

#[test]
fn an_import_counts_for_the_file_that_defines_the_name_whoever_hands_it_on() {
    let files = [
        ("lib.rs", "mod shapes; mod user; pub use shapes::{round::*, *};"),
        ("shapes/mod.rs", "pub mod round; mod square; pub use square::Square as Box;"),
        ("shapes/round.rs", "pub enum Round { Circle, Ring }"),
        ("shapes/square.rs", "pub struct Square;"),
        (
            "user.rs",
            "use crate::shapes::{self, Box}; use crate::Round::Ring; fn f(r: shapes::round::Round) {}",
        ),
    ];
    let wanted = ["user.rs -> shapes/round.rs: Round", "user.rs -> shapes/square.rs: Square"];
    assert_eq!(all_imports(files), wanted);
}

#[test]
fn braces_in_braces_and_other_names_are_followed() {
    let files = [
        ("lib.rs", "mod a; mod b; mod c; mod user;"),
        ("a.rs", "pub mod deep { pub struct Inner; pub const X: u8 = 1; } pub fn f() {}"),
        ("b.rs", "pub trait B {}"),
        ("c.rs", "pub static C: [u8; 2] = [1, 2]; pub type D = u8;"),
        (
            "user.rs",
            "use crate::{a::{self as other, deep::{Inner, X as Y}}, b::B as _, c::{C, D}};
            fn g() { other::f(); }",
        ),
    ];
    let wanted = ["user.rs -> a.rs: Inner X f", "user.rs -> b.rs: B", "user.rs -> c.rs: C D"];
    assert_eq!(all_imports(files), wanted);
}

#[test]
fn a_glob_imports_what_the_code_mentions() {
    let files = [
        ("lib.rs", "mod ast; mod check; mod other;"),
        ("ast.rs", "pub struct Expr; pub struct Clause;"),
        ("check.rs", "use super::ast::*; fn check(expr: &Expr) {}"),
        ("other.rs", "use super::ast::*; fn f(clause: u8) -> u8 { clause }"),
    ];
    assert_eq!(all_imports(files), ["check.rs -> ast.rs: Expr"]);
}

#[test]
fn what_a_module_imports_for_itself_is_seen_by_those_inside_it_alone() {
    let files = [
        ("lib.rs", "mod tree;"),
        (
            "tree/mod.rs",
            "mod leaf; mod root; mod twig; pub use leaf::*; pub use root::*; use twig::T;",
        ),
        ("tree/root.rs", "pub struct Root; use super::leaf::Leaf; use super::T;"),
        ("tree/leaf.rs", "pub struct Leaf; use super::{Root, twig};"),
        ("tree/twig.rs", "pub struct T;"),
    ];
    let wanted = [
        "tree/leaf.rs -> tree/root.rs: Root",
        "tree/mod.rs -> tree/twig.rs: T",
        "tree/root.rs -> tree/leaf.rs: Leaf",
        "tree/root.rs -> tree/twig.rs: T",
    ];
    assert_eq!(all_imports(files), wanted);
}

#[test]
fn comments_texts_and_tests_import_nothing() {
    let files = [
        ("lib.rs", "mod a; mod b;"),
        ("b.rs", "pub struct B; #[cfg(test)] mod tests { use crate::a::A; fn f() { if x {} } }"),
        (
            "a.rs",
            r##"//! See [crate::b::B].
            /* use crate::b::B; /* nested */ crate::b::B */
            pub struct A;
            #[derive(Debug)]
            #[cfg(all(test, unix))] use crate::b::B;
            const TEXT: &str = "\" crate::b::B"; const RAW: &str = r#"" crate::b::B"#;
            const BYTES: [u8; 2] = [b'"', b'\'']; const CHARS: [char; 2] = ['"', '\''];
            fn f<'a>(x: &'a str) -> &'a str { x.b.B } // crate::b::B
            "##,
        ),
    ];
    assert!(all_imports(files).is_empty());
}

#[test]
fn what_a_macro_defines_belongs_to_where_the_macro_is_called() {
    let files = [
        ("lib.rs", "mod words; mod lexer;"),
        ("words.rs", "macro_rules! words { () => {} } words! { If Else }"),
        ("lexer.rs", "use crate::words::Word;"),
    ];
    assert_eq!(all_imports(files), ["lexer.rs -> words.rs: Word"]);
}

#[test]
fn a_path_of_an_attribute_is_the_file_of_a_module() {
    let files = [
        ("lib.rs", "#[path = \"far/away.rs\"] mod near; mod user;"),
        ("far/away.rs", "pub struct Near;"),
        ("user.rs", "use crate::near::Near;"),
    ];
    assert_eq!(all_imports(files), ["user.rs -> far/away.rs: Near"]);
}

#[test]
fn strangers_and_what_cannot_be_found_import_nothing() {
    let files = [
        ("lib.rs", "mod a; use std::fmt; use serde::{self, Serialize as S}; use fmt::Write;"),
        (
            "a.rs",
            "use std::{fmt, io::{self, Write}}; fn f() { io::stdout(); a::b::c(); Self::g(); }",
        ),
    ];
    assert!(all_imports(files).is_empty());
}

#[test]
fn lines_of_functions_are_counted_to_their_last_brace() {
    let source = "//! Says so.\n\nfn one(x: [u8; 2]) {\n    let _ = \"}\";\n}\n\n\
                  trait T {\n    fn none(&self);\n}\n\n#[cfg(test)]\nmod tests {\n    fn two() {}\n}\n";
    let function = |name: &str, line, lines| Function { name: name.to_owned(), line, lines };
    assert_eq!(functions(source), [function("one", 3, 3), function("two", 13, 1)]);
}

#[test]
fn lifetimes_characters_and_raw_texts_are_told_apart() {
    let source = r###"'a 'b' '\'' '\u{1F600}' b"x" br##"a"#b"## r#type 'static: loop"###;
    let found: Vec<&str> = tokens(source).iter().map(|token| token.text).collect();
    let wanted = [
        "'a",
        "'b'",
        r"'\''",
        r"'\u{1F600}'",
        "b\"x\"",
        "br##\"a\"#b\"##",
        "type",
        "'static",
        ":",
        "loop",
    ];
    assert_eq!(found, wanted);
    let source = "fn a() {} #[cfg(not(test))] fn b() {} #[test] fn c() {} #[cfg(test)] #[x] use d;";
    let kept = without_tests(&tokens(source));
    let names: Vec<&str> = kept.iter().filter_map(|token| token.name()).collect();
    assert_eq!(names, ["fn", "a", "cfg", "not", "test", "fn", "b", "test", "fn", "c"]);
}
