//! Ends to which ways lead, but none that walks no relationship twice: a search by levels that waits for one would go
//! through all ways before it gives up.
//!
//! Of `(1)-[10]-(2)-[11]-(3)` a shortest way leads from 1 back to 1, over 10 and 10 again. The next one is to walk 10 once
//! alone, and there is none: 1 is no end. Each way that is found and is none adds a relationship that may be walked once.

use std::iter::successors;

use super::product::Product;
use crate::error::Error;
use crate::meter::Charge;
use crate::run::context::Context;
use crate::value::RelationshipId;

/// So many relationships may be walked only once; each doubles the states.
const MOST: usize = 5;

/// Whether each way from where a search begins to an end must walk some relationship more than once. All states are known.
pub(super) fn is_out_of_reach<'g>(
    product: &Product<'_, 'g>,
    begins: &[u32],
    end: u32,
    cx: &Context<'g>,
) -> Result<bool, Error> {
    if begins.contains(&end) {
        return Ok(false);
    }
    let mut once = Vec::new();
    while let Some(way) = shortest_way(product, (begins, end), &once, cx)? {
        match repeated(way) {
            Some(relationship) if once.len() < MOST => once.push(relationship),
            _ => return Ok(false),
        }
    }
    Ok(true)
}

/// A relationship that a way walks more than once.
fn repeated(mut way: Vec<RelationshipId>) -> Option<RelationshipId> {
    way.sort_unstable();
    way.windows(2).find_map(|pair| (pair[0] == pair[1]).then_some(pair[0]))
}

/// A state, and which of the relationships that may be walked once were walked on the way there, a bit each.
type Reached = (u32, usize);

/// Where a state was first reached from, and over what.
type Origin = Option<(Reached, RelationshipId)>;

/// The relationships of a shortest way to an end that walks some relationships no more than once, and the others as often
/// as it likes.
fn shortest_way<'g>(
    product: &Product<'_, 'g>,
    (begins, end): (&[u32], u32),
    once: &[RelationshipId],
    cx: &Context<'g>,
) -> Result<Option<Vec<RelationshipId>>, Error> {
    let at = |(state, walked): Reached| ((state as usize) << once.len()) + walked;
    let states = (product.len() as usize) << once.len();
    let _charge = Charge::new(cx.meter, states * size_of::<Origin>())?;
    let mut origins: Vec<Origin> = vec![None; states];
    let mut rim: Vec<Reached> = begins.iter().map(|state| (*state, 0)).collect();
    while !rim.is_empty() {
        let mut next = Vec::new();
        for from in rim {
            for arc in product.arcs(from.0) {
                cx.tick()?;
                let number = once.iter().position(|relationship| *relationship == arc.relationship);
                let bit = number.map_or(0, |number| 1 << number);
                let to = (arc.to, from.1 | bit);
                let begun = to.1 == 0 && begins.contains(&arc.to);
                if from.1 & bit > 0 || begun || origins[at(to)].is_some() {
                    continue;
                }
                origins[at(to)] = Some((from, arc.relationship));
                if arc.to == end {
                    let back = successors(origins[at(to)], |(from, _)| origins[at(*from)]);
                    return Ok(Some(back.map(|(_, relationship)| relationship).collect()));
                }
                next.push(to);
            }
        }
        rim = next;
    }
    Ok(None)
}
