//! On whose account something is done: what is bounded for each visitor is counted by this.

use std::net::{IpAddr, Ipv6Addr};

/// On whose account something is done.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Client {
    /// Where they come from, which nobody can make up.
    pub origin: Origin,
    /// Who of those from there, by the key of their browser or their account on a ladder; nothing where that is not
    /// known.
    pub person: Option<String>,
}

/// Where somebody comes from.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) enum Origin {
    /// The machine itself: its user.
    User,
    /// An address, behind which a whole class may sit; of IPv6 the network, of which one computer has all addresses.
    Network(IpAddr),
}

impl Origin {
    /// An address from elsewhere.
    pub(crate) fn of(address: IpAddr) -> Origin {
        Origin::Network(network(address))
    }

    /// How many of so many places all may hold who come from there: some are left for everybody else.
    pub(crate) fn share(&self, places: usize) -> usize {
        (places - places / 4).max(1)
    }
}

/// The address of IPv4, and of IPv6 the network of the computer that has it.
fn network(address: IpAddr) -> IpAddr {
    match address.to_canonical() {
        IpAddr::V6(ip) => Ipv6Addr::from_bits(ip.to_bits() >> 64 << 64).into(),
        ip => ip,
    }
}

impl Client {
    /// This machine's user.
    pub(crate) const USER: Client = Client { origin: Origin::User, person: None };
    /// Nobody who is known.
    pub(crate) const NOBODY: Client =
        Client { origin: Origin::Network(IpAddr::V6(Ipv6Addr::UNSPECIFIED)), person: None };

    /// Somebody from there of whom nothing else is known.
    pub(crate) fn from(origin: Origin) -> Client {
        Client { origin, person: None }
    }

    /// How many of so many places one may hold.
    pub(crate) fn share(&self, places: usize) -> usize {
        match self.origin {
            Origin::User => self.origin.share(places),
            // There is always room for somebody else.
            Origin::Network(_) => (places / 2).max(1),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn all_addresses_of_one_computer_are_one() {
        let of = |text: &str| Origin::of(text.parse().unwrap());
        assert_eq!(of("2001:db8::1"), of("2001:db8::ffff:2"));
        assert_ne!(of("2001:db8::1"), of("2001:db8:0:1::1"));
        assert_eq!(of("::ffff:10.0.0.1"), of("10.0.0.1"));
        assert_ne!(of("10.0.0.1"), of("10.0.0.2"));
    }
}
