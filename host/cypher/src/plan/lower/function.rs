//! Calls: of the table's functions and of aggregating ones.

use super::lowerer::Lowerer;
use super::subquery::Counted;
use crate::error::{Error, Span};
use crate::plan::Expr;
use crate::signatures::{Parameter, find_aggregate, find_function, nearest_function, newest};
use crate::syntax::ast::{self, ComparisonOp};
use crate::value::{Text, Value};

impl<'a> Lowerer<'a> {
    /// A call of any function.
    pub(super) fn call(&mut self, call: &'a ast::FunctionCall, span: Span) -> Result<Expr, Error> {
        let name = call.name.text.as_str();
        if let Some(function) = find_aggregate(name) {
            return self.aggregate(function, &call.arguments, call.distinct, span);
        }
        let Some(mut function) = find_function(name) else { return Err(unknown(&call.name)) };
        if self.dialect == ast::Dialect::Cypher25 {
            function = newest(function);
        }
        self.volatile_calls += u32::from(function.is_volatile(call.arguments.len()));
        if let (name @ ("isEmpty" | "size"), Some(elements)) =
            (function.name, Counted::elements(&call.arguments))
        {
            return match name {
                "size" => self.count_of_pattern(elements, span),
                _ => self.compared_count((elements, ComparisonOp::Equal, 0), span),
            };
        }
        if let ("head", [list]) = (function.name, call.arguments.as_slice()) {
            return self.head(function, list, span);
        }
        let mut arguments = Vec::with_capacity(call.arguments.len());
        for (at, argument) in call.arguments.iter().enumerate() {
            let takes_word = function.parameters.get(at).is_some_and(Parameter::is_word);
            arguments.push(match &argument.kind {
                ast::ExprKind::Variable(word) if takes_word => {
                    Expr::Constant(Value::Text(Text::constant(word)))
                }
                _ => self.expr(argument)?,
            });
        }
        Ok(Expr::Call(function, arguments, span))
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
