//! Calls of functions: whether there is such a function, how many arguments it takes and of which types.

use super::kinds::Kinds;
use super::types::Type;
use super::{Aggregation, Checker, MOST_ERRORS, Mention, shortened};
use crate::error::Span;
use crate::signatures::{
    FunctionSignature, Parameter, arity, find_aggregate, find_function, nearest_function,
};
use crate::syntax::ast::{Dialect, Expr, ExprKind, FunctionCall, Literal};
use crate::vector::{CoordinateType, Metric, check_dimension};

impl<'a> Checker<'a> {
    pub(super) fn function(&mut self, call: &'a FunctionCall, span: Span) -> Type {
        let name = call.name.text.as_str();
        self.facts.facts.functions.push(Mention::new(name, call.name.span));
        let newest = self.dialect == Dialect::Cypher25;
        if let Some(function) = find_aggregate(name).filter(|known| newest || !known.is_newer) {
            self.aggregate(call.name.span, name);
            let types =
                self.with_aggregation(Aggregation::Inside, |checker| checker.argument_types(call));
            self.check_arguments(call, function.parameters, &types);
            self.written_arguments(call, function.name);
            return result_type(function.name, function.result, &types);
        }
        let known = find_function(name).filter(|known| newest || !known.is_newer);
        let Some(function) = known else {
            return self.unknown_function(call);
        };
        if function.function.is_none() {
            self.facts.facts.unknown_functions.push(Mention::new(name, call.name.span));
        }
        if call.distinct {
            let message =
                format!("DISTINCT can only stand in an aggregating function, and {name} is none");
            self.fail(span, "UnexpectedSyntax", message);
        }
        if self.aggregation == Aggregation::Inside && matches!(function.name, "rand" | "randomUUID")
        {
            let message = format!(
                "{name} can't stand in an aggregating function, for it is another value each time"
            );
            self.fail(call.name.span, "NonConstantExpression", message);
        }
        if function.name == "exists" {
            self.exists(call);
            return Type::BOOLEAN;
        }
        if function.parameters.last().is_some_and(Parameter::is_word) {
            return self.call_with_word(call, function);
        }
        let types = self.argument_types(call);
        self.check_arguments(call, function.parameters, &types);
        self.written_arguments(call, function.name);
        result_type(function.name, function.result, &types)
    }

    fn argument_types(&mut self, call: &'a FunctionCall) -> Vec<Type> {
        call.arguments.iter().map(|argument| self.expr(argument)).collect()
    }

    fn check_arguments(
        &mut self,
        call: &'a FunctionCall,
        parameters: &'static [Parameter],
        types: &[Type],
    ) {
        let arity = arity(parameters, self.dialect == Dialect::Cypher25);
        let found = call.arguments.len();
        if !arity.contains(&found) {
            let name = &call.name.text;
            let wanted = match (*arity.start(), *arity.end()) {
                (least, most) if least == most => least.to_string(),
                (least, usize::MAX) => format!("{least} or more"),
                (least, most) => format!("{least} to {most}"),
            };
            let noun = if wanted == "1" { "argument" } else { "arguments" };
            let message = format!("{name} takes {wanted} {noun}, not {found}");
            return self.fail(call.name.span, "InvalidNumberOfArguments", message);
        }
        for (index, (argument, of)) in call.arguments.iter().zip(types).enumerate() {
            let Some(parameter) = parameters.get(index).or(parameters.last()) else { return };
            self.check_argument(call, argument, parameter, of);
        }
    }

    fn check_argument(
        &mut self,
        call: &FunctionCall,
        argument: &Expr,
        parameter: &Parameter,
        of: &Type,
    ) {
        if parameter.of == "ANY" {
            return;
        }
        let wanted = match self.dialect {
            Dialect::Cypher5 => Type::named(parameter.of).without(Kinds::NEWER),
            Dialect::Cypher25 => Type::named(parameter.of),
        };
        let widened = of.may_be(Kinds::INTEGER) && wanted.may_be(Kinds::FLOAT);
        // Cypher 25 looks at what is turned around when it runs.
        let late = (self.dialect == Dialect::Cypher25 && call.name.text == "reverse")
            || (call.name.text.eq_ignore_ascii_case("isEmpty") && of.is(Kinds::ENTITY));
        if of.fits(&wanted) || widened || late {
            return;
        }
        let (name, hint) = (&call.name.text, of.hint());
        let message = format!("{name} takes {wanted} here, but this is {of}{hint}");
        self.fail(argument.span, "InvalidArgumentType", message);
    }

    /// A call whose last argument is no variable but a word: `property_exists(n, name)`.
    fn call_with_word(
        &mut self,
        call: &'a FunctionCall,
        function: &'static FunctionSignature,
    ) -> Type {
        let last = function.parameters.len() - 1;
        let mut types = Vec::with_capacity(call.arguments.len());
        for (at, argument) in call.arguments.iter().enumerate() {
            types.push(match &argument.kind {
                _ if at < last => self.expr(argument),
                ExprKind::Variable(word) if at == last => {
                    if function.name == "property_exists" {
                        self.facts.key(word, argument.span);
                    } else if !is_word_of(function.name, word) {
                        self.no_word(function.name, argument.span);
                    }
                    Type::ANY
                }
                _ => {
                    self.no_word(function.name, argument.span);
                    Type::ANY
                }
            });
        }
        self.check_arguments(call, function.parameters, &types);
        if let ("vector", Some(Expr { kind: ExprKind::Literal(Literal::Integer(dimension)), span })) =
            (function.name, call.arguments.get(1))
            && let Err(error) = check_dimension(usize::try_from(*dimension).unwrap_or(0))
        {
            self.fail(*span, "NumberOutOfRange", error.message());
        }
        result_type(function.name, function.result, &types)
    }

    fn no_word(&mut self, function: &str, span: Span) {
        let message = match function {
            "property_exists" => {
                "property_exists() takes an element and the name of a property, such as property_exists(n, name)"
            }
            "vector" => {
                "a vector's coordinates are INTEGER8, INTEGER16, INTEGER32, INTEGER64, FLOAT32 or FLOAT64"
            }
            "vector_norm" => "vector_norm() measures by EUCLIDEAN or MANHATTAN",
            _ => {
                "vector_distance() measures by EUCLIDEAN, EUCLIDEAN_SQUARED, MANHATTAN, COSINE, DOT or HAMMING"
            }
        };
        self.fail(span, "UnexpectedSyntax", message);
    }

    /// `exists((a)-->(b))`: what is left of the old function.
    fn exists(&mut self, call: &'a FunctionCall) {
        match &call.arguments[..] {
            [Expr { kind: ExprKind::Pattern(pattern), .. }] => self.pattern_predicate(pattern),
            [argument @ Expr { kind: ExprKind::Property(..) | ExprKind::Index(..), .. }] => {
                let text = shortened(argument.span.of(self.text));
                let message = format!(
                    "exists() takes a pattern; to ask for a property write {text} IS NOT NULL"
                );
                self.fail(call.name.span, "UnexpectedSyntax", message);
            }
            _ => {
                let message = "exists() takes one pattern, such as exists((a)-->(b)); EXISTS { } takes a whole query";
                self.fail(call.name.span, "UnexpectedSyntax", message);
            }
        }
    }

    fn unknown_function(&mut self, call: &'a FunctionCall) -> Type {
        let name = call.name.text.as_str();
        self.facts.facts.unknown_functions.push(Mention::new(name, call.name.span));
        // For an error that is not kept no near name is looked for either.
        if !self.catalog.is_open() && self.errors.len() < MOST_ERRORS {
            let is_newer = find_function(name).is_some() || find_aggregate(name).is_some();
            let hint = match nearest_function(name) {
                Some(near) => format!("; did you mean {near}?"),
                None if is_newer => " in Cypher 5; CYPHER 25 before the query has it".to_owned(),
                None => String::new(),
            };
            let message = format!("there is no function {}{hint}", shortened(name));
            self.fail(call.name.span, "UnknownFunction", message);
        }
        self.facts.enter_call(&call.name);
        self.argument_types(call);
        Type::ANY
    }
}

/// Whether a function that measures or makes vectors knows a word.
fn is_word_of(function: &str, word: &str) -> bool {
    match function {
        "vector" => CoordinateType::named(word).is_some(),
        "vector_norm" => Metric::named(word).is_some_and(Metric::is_norm),
        _ => Metric::named(word).is_some(),
    }
}

/// What a function gives, where its arguments say more than the table.
fn result_type(name: &str, result: &str, types: &[Type]) -> Type {
    match (name, types) {
        ("head" | "last", [list]) => list.element(),
        ("tail" | "reverse", [list]) if list.is(Kinds::LIST) => list.clone(),
        ("coalesce", types) => types.iter().cloned().reduce(Type::either).unwrap_or(Type::ANY),
        ("collect", [of]) => Type::list(of.clone()),
        ("max" | "min", [of]) => of.clone(),
        _ => Type::named(result),
    }
}
