//! Calls: of the table's functions and of aggregating ones.

use super::lowerer::Lowerer;
use crate::error::{Error, Span};
use crate::plan::Expr;
use crate::signatures::{find_aggregate, find_function, nearest_function};
use crate::syntax::ast;
use crate::value::{Text, Value};

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
            Some(function) if function.name == "property_exists" => {
                let mut arguments = Vec::new();
                for argument in &call.arguments {
                    arguments.push(match &argument.kind {
                        ast::ExprKind::Variable(key) if !arguments.is_empty() => {
                            Expr::Constant(Value::Text(Text::constant(key)))
                        }
                        _ => self.expr(argument)?,
                    });
                }
                Ok(Expr::Call(function, arguments, span))
            }
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
    let hint = match nearest_function(&name.text) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    let message = format!("the embedded engine has no function `{}`{hint}", name.text);
    Error::syntax(name.span, message).because("UnknownFunction")
}
