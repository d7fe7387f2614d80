//! What runs but is likely not what was meant, seen against one graph: labels, types and keys that nothing
//! in it is called by.

use std::collections::BTreeSet;

use super::Prepared;
use crate::error::{Notice, without_middle};
use crate::near;
use crate::plan::{Mention, NameKind};
use crate::store::Graph;

/// So many names that are not known are told: nobody reads more, and for each a near one is looked for.
const MOST: usize = 100;

/// The notices of a query on a graph, in the order of the text; none about names that are expected.
pub(super) fn notices(query: &Prepared, graph: &Graph, expected: &BTreeSet<String>) -> Vec<Notice> {
    let plan = query.plan();
    let mut notices = query.notices().to_vec();
    let named = |mention: &'_ Mention| plan.names[mention.name.0 as usize].as_str();
    let is_known = |name, kind| is_known(kind, name, graph) || expected.contains(name);
    let unknowns = plan.mentions.iter().filter(|it| !is_known(named(it), it.kind));
    notices.extend(unknowns.take(MOST).map(|mention| unknown(mention, named(mention), graph)));
    notices.sort_by_key(|notice| notice.span.map_or(0, |span| span.start));
    notices.dedup();
    notices
}

fn is_known(kind: NameKind, name: &str, graph: &Graph) -> bool {
    let Some(token) = graph.token(name) else { return false };
    match kind {
        NameKind::Label => !graph.nodes_with_label(token).is_empty(),
        NameKind::Type => graph.count_of_type(token) > 0,
        NameKind::LabelOrType | NameKind::Key => true,
    }
}

fn unknown(mention: &Mention, name: &str, graph: &Graph) -> Notice {
    let (code, what) = match mention.kind {
        NameKind::Label => ("Neo.ClientNotification.Statement.UnknownLabelWarning", "label"),
        NameKind::LabelOrType => {
            ("Neo.ClientNotification.Statement.UnknownLabelWarning", "label or type")
        }
        NameKind::Type => {
            ("Neo.ClientNotification.Statement.UnknownRelationshipTypeWarning", "relationship type")
        }
        NameKind::Key => ("Neo.ClientNotification.Statement.UnknownPropertyKeyWarning", "property"),
    };
    let hint = match near::nearest(name, graph.names()) {
        Some(near) => format!("; did you mean `{near}`?"),
        None => String::new(),
    };
    let message = without_middle(format!("nothing in this graph has the {what} `{name}`{hint}"));
    Notice { code, message, span: Some(mention.span) }
}
