//! Values as the engine computes with them: cheap to clone, small, nodes and relationships by number.
//! What leaves the engine is a [`Datum`], which needs no graph to be understood.

mod datum;
mod id;
mod kind;
mod number;
mod order;
mod parameter;
mod path;
mod print;
mod text;

pub use datum::{Datum, ForeignDatum, NodeDatum, PathDatum, RelationshipDatum};
pub use id::{NodeId, RelationshipId};
pub use kind::{List, MAX_DEPTH, Map, Shared, Value};
pub use order::Compared;
pub use path::Path;
pub use text::Text;

pub(crate) use kind::room_for_values;
pub(crate) use number::Number;
pub(crate) use print::quote_name;
pub(crate) use text::ShortText;
