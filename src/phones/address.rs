//! The addresses of this machine on local networks.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};

/// An address of this machine that phones on the same network can reach.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LocalAddress {
    /// The name of the network card, as the system calls it.
    pub network: String,
    /// The address.
    pub ip: IpAddr,
}

/// Lists the addresses of this machine on local networks, without loopback. IPv4 comes first,
/// because it is shorter to type.
///
/// # Errors
///
/// The message of the system, if it does not list its network cards.
pub fn local_addresses() -> std::io::Result<Vec<LocalAddress>> {
    let mut addresses: Vec<LocalAddress> = if_addrs::get_if_addrs()?
        .into_iter()
        .filter(|card| !card.is_loopback() && is_bindable(card.ip()))
        .map(|card| LocalAddress { ip: card.ip(), network: card.name })
        .collect();
    addresses.sort_by_key(|address| (address.ip.is_ipv6(), address.ip));
    Ok(addresses)
}

/// Returns `true` for addresses of local networks and of this machine, which alone are bound and
/// answered: loopback, RFC 1918, link-local, and unique local addresses of IPv6.
pub fn is_local(ip: IpAddr) -> bool {
    match ip {
        IpAddr::V4(ip) => is_local_v4(ip),
        IpAddr::V6(ip) => match ip.to_ipv4_mapped() {
            Some(ip) => is_local_v4(ip),
            None => is_local_v6(ip),
        },
    }
}

fn is_local_v4(ip: Ipv4Addr) -> bool {
    ip.is_loopback() || ip.is_private() || ip.is_link_local()
}

fn is_local_v6(ip: Ipv6Addr) -> bool {
    ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local()
}

/// Returns `true` for a local address that can be part of a link. A link-local address of IPv6
/// needs the name of the network card in it, which browsers do not accept.
fn is_bindable(ip: IpAddr) -> bool {
    is_local(ip) && !matches!(ip, IpAddr::V6(ip) if ip.is_unicast_link_local())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn ip(text: &str) -> IpAddr {
        text.parse().expect("an address")
    }

    #[test]
    fn only_local_networks_and_this_machine_are_local() {
        for local in ["127.0.0.1", "10.1.2.3", "172.16.0.1", "172.31.255.1", "192.168.0.7"] {
            assert!(is_local(ip(local)), "{local}");
            assert!(is_local(ip(&format!("::ffff:{local}"))), "{local}");
        }
        for local in ["169.254.3.4", "::1", "fd12:3456::1", "fe80::1"] {
            assert!(is_local(ip(local)), "{local}");
        }
        for foreign in
            ["0.0.0.0", "8.8.8.8", "172.32.0.1", "192.169.0.1", "100.64.0.1", "255.255.255.255"]
        {
            assert!(!is_local(ip(foreign)), "{foreign}");
        }
        for foreign in ["::", "2001:db8::1", "::ffff:8.8.8.8", "ff02::1"] {
            assert!(!is_local(ip(foreign)), "{foreign}");
        }
    }

    #[test]
    fn listed_addresses_are_local_and_can_be_part_of_a_link() {
        for address in local_addresses().expect("the system lists its network cards") {
            assert!(is_local(address.ip) && !address.ip.is_loopback(), "{address:?}");
            assert!(!address.ip.to_string().starts_with("fe80"), "{address:?}");
        }
    }
}
