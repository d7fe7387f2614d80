//! Where in its author's text a server finds fault with a query. The server counts in the text that it was sent,
//! and quotes that.

use othello_cypher::syntax::CanonicalText;

use crate::session::QueryFault;

/// Points a fault at the author's text, and takes the server's quotation of the other text out of it.
pub(super) fn translate(fault: &mut QueryFault, canonical: &CanonicalText) {
    let Some((message, offset)) = split(&fault.message) else { return };
    fault.span = canonical.place(offset).or(fault.span);
    fault.message = message.to_owned();
}

/// A server's message without ` (line 1, column 9 (offset: 8))` and the lines behind that, and the offset.
fn split(message: &str) -> Option<(&str, usize)> {
    let at = message.rfind(" (line ")?;
    let place = message[at..].lines().next()?;
    let offset = place.split_once("(offset: ")?.1.split_once(')')?.0.parse().ok()?;
    Some((&message[..at], offset))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_servers_place_is_taken_from_its_message() {
        let said = "Too many parameters for function 'toUpper' (line 1, column 17 (offset: 16))\n\
                    \"CYPHER 5 RETURN toUpper(1, 2) AS x\"\n                 ^";
        assert_eq!(split(said), Some(("Too many parameters for function 'toUpper'", 16)));
        assert_eq!(split("/ by zero"), None);
        assert_eq!(split("a (line 1, column x"), None);
    }
}
