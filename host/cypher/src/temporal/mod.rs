//! Dates, times and durations, and how they are read, printed, put together and computed with. Years go from
//! -999,999,999 to 999,999,999; of time zones the rules come from a database that is part of the program. Nothing
//! here knows of queries: values of a query hold these, and its functions call them.

mod between;
mod component;
mod date;
mod duration;
mod fields;
mod format;
mod format_duration;
mod local;
mod parse;
mod parse_duration;
mod print;
mod read_fields;
mod read_pattern;
mod scanner;
mod time;
mod truncate;
mod value;
mod zone;
mod zoned;

pub use date::Date;
pub use duration::Duration;
pub use local::LocalDateTime;
pub use time::LocalTime;
pub use value::{Temporal, TemporalKind};
pub use zone::{Region, Zone};
pub use zoned::{DateTime, Time};

pub(crate) use between::{between, in_days, in_months, in_seconds};
pub(crate) use component::Component;
pub(crate) use duration::Amounts;
pub(crate) use fields::{Field, Fields};
pub(crate) use truncate::Unit;

use crate::error::{Error, ErrorKind};

/// The error of a number that means no such value.
#[cold]
fn invalid(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Argument, message).because("InvalidArgumentValue")
}

/// The error of asking of a value what its type does not have.
#[cold]
fn unfitting(message: impl Into<String>) -> Error {
    Error::new(ErrorKind::Type, message).because("InvalidArgumentValue")
}
