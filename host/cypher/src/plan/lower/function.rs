//! Calls: of the table's functions and of aggregating ones.

use super::lowerer::Lowerer;
use crate::error::{Error, Span};
use crate::near;
use crate::plan::Expr;
use crate::signatures::{find_aggregate, find_function, function_names};
use crate::syntax::ast;

impl<'a> Lowerer<'a> {
    /// A call of any function.
    pub(super) fn call(&mut self, call: &'a ast::FunctionCall, span: Span) -> Result<Expr, Error> {
        let name = call.name.text.as_str();
        if let Some(function) = find_aggregate(name) {
            return self.aggregate(function, &call.arguments, call.distinct, span);
        }
        if name.eq_ignore_ascii_case("rand") || name.eq_ignore_ascii_case("randomUUID") {
            self.volatile_calls += 1;
        }
        match find_function(name) {
            Some(function) => Ok(Expr::Call(function, self.exprs(&call.arguments)?, span)),
            None => Err(unknown(&call.name)),
        }
    }

    /// `count(*)`.
    pub(super) fn count_star(&mut self, span: Span) -> Result<Expr, Error> {
        let count = find_aggregate("count");
        let count = count.ok_or_else(|| Error::syntax(span, "there is no function `count`"))?;
        self.aggregate(count, &[], false, span)
    }
}

fn unknown(name: &ast::Name) -> Error {
    let hint = match near::nearest(&name.text, function_names()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    let message = format!("the embedded engine has no function `{}`{hint}", name.text);
    Error::syntax(name.span, message).because("UnknownFunction")
}
