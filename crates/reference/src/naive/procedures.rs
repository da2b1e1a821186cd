//! CALL of a procedure. What it yields is that of the reference's procedures.

use graphlance_cypher::ast::{ProcedureCall, Yield};
use graphlance_graph::{Name, Value};

use super::Engine;
use super::query::with_nulls;
use super::table::{Scope, Table};
use super::write::syntax;
use crate::{CypherError, ErrorKind, Failure, Phase, procedures};

impl Engine<'_> {
    /// For each record, the record extended by each row that the procedure yields. `standalone`: the call is the whole
    /// statement, so that it returns what it yields.
    pub(super) fn procedure(&self, call: &ProcedureCall, mut table: Table, standalone: bool) -> Result<Table, Failure> {
        let Some(signature) = procedures::signature(&call.name, self.options) else {
            let message = format!("there is no procedure `{}`", call.name);
            let error = CypherError::new(ErrorKind::ProcedureError, Phase::CompileTime, "ProcedureNotFound", message);
            return Err(error.into());
        };
        if call.arguments.is_none() && !standalone && !signature.inputs.is_empty() {
            return Err(syntax("InvalidArgumentPassingMode", "a CALL inside a query needs its arguments written"));
        }
        let mut bound: Vec<(Name, Name)> = self.yielded(call);
        if standalone && call.results == Yield::Absent {
            bound = signature.outputs.iter().map(|name| (name.clone(), name.clone())).collect();
        }
        let mut found = Vec::new();
        for record in &table.records {
            let arguments = match &call.arguments {
                Some(arguments) => self.all(arguments, Scope::of(record))?,
                None => signature.inputs.iter().map(|name| self.parameter(name)).collect::<Result<_, _>>()?,
            };
            if let Some((kind, value)) =
                signature.input_types.iter().zip(&arguments).find(|(kind, value)| !procedures::accepts(kind, value))
            {
                return Err(syntax("InvalidArgumentType", &format!("expected {kind}, found {}", value.type_name())));
            }
            let rows = procedures::call(&call.name, &arguments, &self.graph.borrow(), self.options)?;
            if signature.outputs.is_empty() {
                found.push(record.clone());
                continue;
            }
            let before = found.len();
            for row in rows {
                let mut extended = record.clone();
                for (field, variable) in &bound {
                    let place = signature.outputs.iter().position(|output| output == field);
                    let Some(place) = place else {
                        return Err(syntax("UndefinedVariable", &format!("no result field `{field}`")));
                    };
                    extended.insert(variable.clone(), row.get(place).cloned().unwrap_or(Value::Null));
                }
                if self.holds(call.predicate.as_ref(), Scope::of(&extended))? {
                    found.push(extended);
                }
            }
            if call.optional && found.len() == before {
                found.push(with_nulls(record.clone(), &bound.iter().map(|(_, name)| name.clone()).collect()));
            }
            self.bound(found.len())?;
        }
        table.records = found;
        self.arrange(&mut table.records);
        if standalone {
            table.columns = bound.into_iter().map(|(_, name)| name).collect();
        }
        Ok(table)
    }
}
