//! Sums, means, extremes, counts.

use graphlance_gremlin::Scalar;

use super::{Halt, Machine, Run, operator};
use crate::number::{self, Arithmetic, convert};
use crate::program::Reduction;
use crate::quirk::Quirk;
use crate::value::Value;

/// What a reduction has come to.
#[derive(Clone, Debug)]
pub(crate) struct Reduced {
    value: Value,
    count: i64,
}

impl Machine<'_> {
    /// A reduction with one more value, so many times; none: it stands in a collection, once.
    pub fn reduce_one(
        &mut self,
        reduction: Reduction,
        so_far: Option<Reduced>,
        value: &Value,
        times: Option<u64>,
    ) -> Run<Reduced> {
        let bulk = times.map_or(1, |bulk| i64::try_from(bulk).unwrap_or(i64::MAX));
        let so_far = so_far.unwrap_or(Reduced { value: Value::NULL, count: 0 });
        let rules = self.rules;
        let extreme = |greater: bool, graph: &crate::PropertyGraph| {
            if (so_far.value.is_null() || !rules.total_order) && value.as_scalar().is_none() {
                let why = "whether an object that may have no natural order is the least of all";
                return Err(Halt::from(crate::Failure::Unspecified(why.to_owned())));
            }
            let value = operator::extreme(&so_far.value, value, greater, graph)?;
            Ok(Reduced { value, count: 1 })
        };
        match reduction {
            Reduction::Count if self.has_quirk(Quirk::CountIgnoresBulk) => {
                Ok(Reduced { value: Value::NULL, count: so_far.count.saturating_add(1) })
            }
            Reduction::Count => Ok(Reduced { value: Value::NULL, count: so_far.count.saturating_add(bulk) }),
            Reduction::Min => extreme(false, self.graph),
            Reduction::Max => extreme(true, self.graph),
            Reduction::Sum | Reduction::Mean if value.is_null() => Ok(so_far),
            Reduction::Sum | Reduction::Mean => {
                let scaled = match times {
                    Some(_) => self.scaled(reduction, value, bulk)?,
                    None => self.in_collection(reduction, value)?,
                };
                let value = if so_far.value.is_null() {
                    scaled
                } else {
                    operator::compute(Arithmetic::Add, &so_far.value, &scaled, self.rules)?
                };
                Ok(Reduced { value, count: so_far.count.saturating_add(bulk) })
            }
        }
    }

    /// A number of a collection. What versions before 3.8 add up there keeps its type, unlike what they add up of traversers.
    fn in_collection(&self, reduction: Reduction, value: &Value) -> Run<Value> {
        if self.rules.sums_keep_type {
            return self.scaled(reduction, value, 1);
        }
        operator::number_of(value).map(|_| value.clone())
    }

    /// A number as often as a bulk says. In older versions, and for means, a product with a long.
    fn scaled(&self, reduction: Reduction, value: &Value, bulk: i64) -> Run<Value> {
        let number = operator::number_of(value)?;
        if bulk == 1 && self.rules.sums_keep_type && reduction == Reduction::Sum {
            return Ok(value.clone());
        }
        let times = Scalar::Long(bulk);
        let times = match number {
            Scalar::Byte(_) | Scalar::Short(_) | Scalar::Integer(_) | Scalar::Float(_)
                if self.rules.sums_keep_type && reduction == Reduction::Sum =>
            {
                narrowed(number, &times)
            }
            _ => times,
        };
        operator::compute(Arithmetic::Multiply, value, &Value::Scalar(times), self.rules)
    }

    /// What a reduction is in the end.
    pub fn reduced(&mut self, reduction: Reduction, reduced: Reduced) -> Run<Value> {
        match reduction {
            Reduction::Count => Ok(Value::long(reduced.count)),
            Reduction::Mean => {
                let Some(sum) = reduced.value.as_number() else { return Ok(Value::NULL) };
                let count = Scalar::Long(reduced.count);
                let mean = number::compute(Arithmetic::Divide, sum, &count, true, self.rules.overflow)?;
                Ok(Value::Scalar(mean))
            }
            _ => Ok(reduced.value),
        }
    }
}

/// A number as one of the type of another, where it fits.
fn narrowed(like: &Scalar, number: &Scalar) -> Scalar {
    use graphlance_gremlin::token::GType;
    let kind = match like {
        Scalar::Byte(_) => GType::Byte,
        Scalar::Short(_) => GType::Short,
        Scalar::Integer(_) => GType::Int,
        Scalar::Float(_) => GType::Float,
        _ => return number.clone(),
    };
    convert::to_type(number, kind).unwrap_or_else(|_| number.clone())
}
