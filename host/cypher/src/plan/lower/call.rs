//! `CALL`: of subqueries and of procedures.

use std::rc::Rc;

use super::lowerer::{Columns, Lowerer, unsupported};
use super::query::{Ending, imports_by_with};
use super::scope::{Kind, Scope};
use crate::error::{Error, ErrorKind, Span};
use crate::plan::{Expr, Operator, OperatorKind, Query, Slot};
use crate::syntax::ast::{self, SubqueryScope, Yield};

impl<'a> Lowerer<'a> {
    /// `CALL { ... }`.
    pub(super) fn subquery(
        &mut self,
        subquery: &'a ast::Subquery,
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<(), Error> {
        if let Some(transactions) = &subquery.in_transactions {
            return Err(unsupported(transactions.span, "`CALL { } IN TRANSACTIONS`"));
        }
        let named = self.brought_in(&subquery.scope)?;
        let outer = Rc::new(std::mem::take(&mut self.scope));
        let outer_base = std::mem::take(&mut self.base);
        let writes_before = std::mem::take(&mut self.writes);
        let inside = match subquery.scope {
            SubqueryScope::ImportingWith => Scope::default(),
            SubqueryScope::All => Scope::inside(&outer),
            SubqueryScope::Variables(_) => Scope::inside(&Rc::new(named)),
        };
        let import = imports_by_with(&subquery.scope).then_some(&outer);
        self.scope = inside.clone();
        self.base = inside;
        let first_new = self.slots.len() as u32;
        let (lowered, columns) = self.importing_query(&subquery.query, Ending::Result, import)?;
        self.base = outer_base;
        self.scope = Scope::default();
        self.scope = Rc::unwrap_or_clone(outer);
        let (lowered, columns) = self.own_columns(lowered, columns, first_new);
        let writes = std::mem::replace(&mut self.writes, writes_before);
        self.writes |= writes;
        self.scope.extend(columns.iter().flatten().copied());
        let slots = columns.iter().flatten().map(|(_, slot)| *slot);
        let kind = OperatorKind::Apply {
            query: Box::new(lowered),
            returns: columns.is_some(),
            optional: subquery.optional.then(|| slots.collect()),
            writes,
        };
        self.push(chain, kind, span);
        Ok(())
    }

    /// The variables that a `CALL (...) { }` names.
    fn brought_in(&self, scope: &'a SubqueryScope) -> Result<Scope<'a>, Error> {
        let mut named = Scope::default();
        if let SubqueryScope::Variables(names) = scope {
            for name in names {
                named.insert(&name.text, self.variable(&name.text, name.span)?);
            }
        }
        Ok(named)
    }

    /// Copies columns that are variables of the outside into slots of their own, so that an `OPTIONAL CALL`
    /// that finds nothing does not set the outer variable to null.
    fn own_columns(
        &mut self,
        query: Query,
        columns: Option<Columns<'a>>,
        first_new: u32,
    ) -> (Query, Option<Columns<'a>>) {
        let Some(mut columns) = columns else { return (query, None) };
        let mut copies = Vec::new();
        for (name, slot) in &mut columns {
            if slot.0 < first_new {
                let kind = self.kind(*slot);
                let own = self.named(name, kind);
                copies.push((own, Expr::Slot(*slot)));
                *slot = own;
            }
        }
        let query = if copies.is_empty() { query } else { self.then_project(query, copies) };
        (query, Some(columns))
    }

    /// `CALL name(...) YIELD ...`.
    pub(super) fn procedure(
        &mut self,
        call: &'a ast::ProcedureCall,
        span: Span,
        chain: &mut Vec<Operator>,
    ) -> Result<Option<Columns<'a>>, Error> {
        let procedures = self.procedures;
        let Some(procedure) = procedures.get(&call.name.text) else {
            let message = format!("the embedded engine has no procedure `{}`", call.name.text);
            let error = Error::new(ErrorKind::ProcedureNotFound, message).at(call.name.span);
            return Err(error.because("ProcedureNotFound"));
        };
        self.fallible += 1;
        let arguments = match &call.arguments {
            Some(arguments) => self.exprs(arguments)?,
            None => {
                let inputs = procedure.signature.inputs.iter();
                inputs.map(|input| self.parameter(&input.name)).collect::<Result<_, _>>()?
            }
        };
        let outputs = &procedure.signature.outputs;
        let mut yields: Vec<(usize, Slot)> = Vec::new();
        let mut columns: Columns<'a> = Vec::new();
        match &call.yields {
            Yield::Absent if !self.standalone_call => {}
            Yield::Absent | Yield::All => {
                for (number, output) in outputs.iter().enumerate() {
                    let slot = self.declare(&output.name, Kind::Other);
                    yields.push((number, slot));
                    columns.push((&output.name, slot));
                }
            }
            Yield::Items { items, .. } => {
                for (output, alias) in items {
                    let number = outputs.iter().position(|known| known.name == output.text);
                    let number = number.ok_or_else(|| unknown_output(&call.name, output))?;
                    let name = alias.as_ref().unwrap_or(output);
                    let slot = self.declare(&name.text, Kind::Other);
                    yields.push((number, slot));
                    columns.push((&name.text, slot));
                }
            }
        }
        let procedure = std::sync::Arc::clone(procedure);
        let kind =
            OperatorKind::Procedure { procedure, arguments, yields, optional: call.optional };
        self.push(chain, kind, span);
        if let Yield::Items { predicate: Some(predicate), .. } = &call.yields {
            self.filter(predicate, span, chain)?;
        }
        Ok((self.standalone_call && !outputs.is_empty()).then_some(columns))
    }
}

fn unknown_output(procedure: &ast::Name, output: &ast::Name) -> Error {
    let message = format!("procedure `{}` yields no `{}`", procedure.text, output.text);
    Error::syntax(output.span, message)
}
