//! Calls of procedures: whether there is such a procedure, what it takes, what may be yielded and where.

use super::query::OutColumn;
use super::types::Type;
use super::{Checker, Mention, shortened};
use crate::error::{Error, ErrorKind};
use crate::syntax::ast::{Expr, Name, ProcedureCall, Yield};

use crate::signatures::{Column, ProcedureSignature};

impl<'a> Checker<'a> {
    /// A call that is the whole statement. Its arguments may come from parameters.
    pub(super) fn standalone_call(
        &mut self,
        call: &'a ProcedureCall,
    ) -> Option<Vec<OutColumn<'a>>> {
        let signature = self.procedure(call);
        self.arguments(call, signature);
        match &call.yields {
            Yield::Items { items, predicate } => {
                self.yields(call, items, predicate.as_deref(), signature);
                let columns = items.iter().map(|(column, alias)| {
                    let name = alias.as_ref().unwrap_or(column);
                    OutColumn { name: &name.text, of: Type::ANY, span: name.span }
                });
                Some(columns.collect())
            }
            Yield::Absent | Yield::All => {
                let outputs = signature.map(|signature| &signature.outputs[..]).unwrap_or_default();
                let column = |output: &'a Column| OutColumn {
                    name: &output.name,
                    of: Type::named(&output.of),
                    span: call.name.span,
                };
                (!outputs.is_empty()).then(|| outputs.iter().map(column).collect())
            }
        }
    }

    /// A call among other clauses.
    pub(super) fn query_call(&mut self, call: &'a ProcedureCall) {
        let signature = self.procedure(call);
        if call.arguments.is_none() {
            let message = "a CALL among other clauses needs its arguments in parentheses";
            self.fail(call.name.span, "InvalidArgumentPassingMode", message);
        }
        self.arguments(call, signature);
        match &call.yields {
            Yield::Items { items, predicate } => {
                self.yields(call, items, predicate.as_deref(), signature)
            }
            Yield::All => {
                let message = "YIELD * can only stand where the CALL is the whole statement; name the columns";
                self.fail(call.name.span, "UnexpectedSyntax", message);
            }
            Yield::Absent if signature.is_some_and(|signature| !signature.outputs.is_empty()) => {
                let message = format!("name the columns of {} with YIELD", call.name.text);
                self.fail(call.name.span, "UndefinedVariable", message);
            }
            Yield::Absent => {}
        }
    }

    fn procedure(&mut self, call: &'a ProcedureCall) -> Option<&'a ProcedureSignature> {
        self.facts.facts.procedures.push(Mention::new(&call.name.text, call.name.span));
        let found = self.catalog.procedure(&call.name.text);
        if found.is_none() && !self.catalog.is_open() {
            let message = format!("there is no procedure {}", shortened(&call.name.text));
            let error = Error::new(ErrorKind::ProcedureNotFound, message).at(call.name.span);
            self.error(error.because("ProcedureNotFound"));
        }
        found
    }

    fn arguments(&mut self, call: &'a ProcedureCall, signature: Option<&'a ProcedureSignature>) {
        let Some(arguments) = &call.arguments else { return };
        self.facts.enter_call(&call.name);
        let types: Vec<Type> = arguments
            .iter()
            .map(|argument| self.plain(argument, "in the arguments of CALL"))
            .collect();
        self.facts.argument_of = None;
        let Some(signature) = signature else { return };
        if arguments.len() != signature.inputs.len() {
            let (name, wanted, found) = (&signature.name, signature.inputs.len(), arguments.len());
            let message = format!("{name} takes {wanted} arguments, not {found}");
            self.fail(call.name.span, "InvalidNumberOfArguments", message);
        }
        for ((argument, of), input) in arguments.iter().zip(&types).zip(&signature.inputs) {
            let wanted = Type::named(&input.of);
            let number = input.of.starts_with("FLOAT") && of.fits(&Type::INTEGER);
            if !of.fits(&wanted) && !number {
                let expected = format!("{wanted} for `{}` of {}", input.name, signature.name);
                self.fail_type(argument.span, &expected, of);
            }
        }
    }

    fn yields(
        &mut self,
        call: &'a ProcedureCall,
        items: &'a [(Name, Option<Name>)],
        predicate: Option<&'a Expr>,
        signature: Option<&'a ProcedureSignature>,
    ) {
        for (column, alias) in items {
            let output = signature.and_then(|signature| {
                signature.outputs.iter().find(|output| output.name == column.text)
            });
            if signature.is_some() && output.is_none() {
                let message = format!("{} has no column `{}`", call.name.text, column.text);
                self.fail(column.span, "UndefinedVariable", message);
            }
            let of = output.map_or(Type::ANY, |output| Type::named(&output.of));
            self.declare(alias.as_ref().unwrap_or(column), of);
        }
        if let Some(predicate) = predicate {
            self.predicate(predicate, "WHERE");
        }
    }
}
