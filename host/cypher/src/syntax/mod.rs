//! From text to tree: lexer, parser, and a printer that gives the tree back as text.

pub mod ast;
mod escapes;
mod letters;
mod lexer;
mod parser;
mod printer;
mod scalar;
mod token;

pub(crate) use parser::parse_expression;
pub use parser::{MAX_DEPTH, MAX_TEXT, Tree, parse};
pub use printer::CanonicalText;
pub(crate) use printer::{binary_sign, comparison_sign};
pub use token::keywords;
