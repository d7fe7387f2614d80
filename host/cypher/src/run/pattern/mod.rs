//! The machine that matches patterns: it walks through the steps of a plan and remembers on a stack of its own
//! where it could have gone another way, as a regular expression's matcher does. However long a path is, nothing
//! here calls itself; once the stack has grown, a match allocates nothing.

mod arcs;
mod automaton;
mod bind;
mod breadth;
mod chain;
mod count;
mod cursor;
mod doubt;
mod guide;
mod instruction;
mod join;
mod known;
mod levels;
mod meet;
mod places;
mod product;
mod reach;
mod repeat;
mod search;
mod shortest;
mod slot;
mod step;
mod tally;
mod test;
mod thrift;
mod trace;
mod walk;
