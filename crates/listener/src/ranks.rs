//! The order in which networks lose members, such as connections. The heaviest network comes first, and in a network the
//! member with the smallest key. Each change and lookup takes logarithmic time, because a flood causes one for each
//! connection (attack 44).

use std::{
    cmp::Reverse,
    collections::{BTreeSet, HashMap},
    sync::Arc,
};

/// The network of a member, or none.
pub type Network = Option<Arc<str>>;

/// The members of all networks. Networks of equal weight are in the order of their first members' keys.
pub struct Ranks<K> {
    networks: HashMap<Network, Members<K>>,
    /// Each network by its weight and its first member.
    order: BTreeSet<(Reverse<usize>, K, u64)>,
}

struct Members<K> {
    weight: usize,
    in_order: BTreeSet<(K, u64)>,
}

impl<K: Copy + Ord> Ranks<K> {
    /// Adds member `number`, which makes its network heavier by `weight`.
    pub fn add(&mut self, network: &Network, weight: usize, (key, number): (K, u64)) {
        self.change(network, |members| {
            members.weight += weight;
            members.in_order.insert((key, number));
        });
    }

    /// Removes a member that was added with the same values.
    pub fn remove(&mut self, network: &Network, weight: usize, (key, number): (K, u64)) {
        self.change(network, |members| {
            members.weight -= weight;
            members.in_order.remove(&(key, number));
        });
    }

    /// The weight of the heaviest network, and its first member.
    pub fn first(&self) -> Option<(usize, (K, u64))> {
        let (Reverse(weight), key, number) = *self.order.first()?;
        Some((weight, (key, number)))
    }

    fn change(&mut self, network: &Network, change: impl FnOnce(&mut Members<K>)) {
        let members = self.networks.entry(network.clone()).or_default();
        if let Some(place) = members.place() {
            self.order.remove(&place);
        }
        change(members);
        match members.place() {
            Some(place) => drop(self.order.insert(place)),
            None => drop(self.networks.remove(network)),
        }
    }
}

impl<K: Copy + Ord> Members<K> {
    fn place(&self) -> Option<(Reverse<usize>, K, u64)> {
        let (key, number) = *self.in_order.first()?;
        Some((Reverse(self.weight), key, number))
    }
}

impl<K> Default for Ranks<K> {
    fn default() -> Self {
        Self {
            networks: HashMap::new(),
            order: BTreeSet::new(),
        }
    }
}

impl<K> Default for Members<K> {
    fn default() -> Self {
        Self {
            weight: 0,
            in_order: BTreeSet::new(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A member as a plain list has it.
    #[derive(Clone)]
    struct Plain {
        network: Network,
        weight: usize,
        member: (usize, u64),
    }

    /// Looks at every member.
    fn first_of(all: &[Plain]) -> Option<(usize, (usize, u64))> {
        let weight = |network: &Network| -> usize {
            let of_network = all.iter().filter(|one| one.network == *network);
            of_network.map(|one| one.weight).sum()
        };
        let ranked = all
            .iter()
            .map(|one| (Reverse(weight(&one.network)), one.member));
        let (Reverse(weight), member) = ranked.min()?;
        Some((weight, member))
    }

    /// Attack 44: after any changes, the first is the one that a search of all finds.
    #[test]
    fn the_first_is_the_first_of_all() {
        // Numbers below 256 that look random (Knuth's MMIX generator).
        let mut seed = 32_u64;
        let mut number = || {
            seed = seed.wrapping_mul(6_364_136_223_846_793_005);
            seed = seed.wrapping_add(1_442_695_040_888_963_407);
            usize::from(seed.to_be_bytes()[0])
        };
        let (mut ranks, mut all) = (Ranks::default(), Vec::<Plain>::new());
        for step in 0..2_000_u64 {
            if number() < 120 && !all.is_empty() {
                let gone = all.swap_remove(number() % all.len());
                ranks.remove(&gone.network, gone.weight, gone.member);
            } else {
                let network = match number() % 5 {
                    0 => None,
                    n => Some(Arc::from(n.to_string())),
                };
                let weight = if network.is_some() { number() % 3 } else { 0 };
                let member = (number() % 7, step);
                ranks.add(&network, weight, member);
                all.push(Plain {
                    network,
                    weight,
                    member,
                });
            }
            assert_eq!(ranks.first(), first_of(&all), "step {step}");
        }
        for gone in all {
            ranks.remove(&gone.network, gone.weight, gone.member);
        }
        assert!(ranks.networks.is_empty() && ranks.order.is_empty());
    }
}
