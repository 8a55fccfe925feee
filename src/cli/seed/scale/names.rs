//! Names of things that exist in great numbers, as a company would give them: cities, clients and disciplines combined.

/// The first parts of the names of agencies.
const HOUSE: &[&str] = &[
    "Northlight",
    "Southwind",
    "Eastgate",
    "Westbridge",
    "Bluebird",
    "Copperleaf",
    "Driftwood",
    "Evergreen",
    "Fireside",
    "Goldfinch",
    "Highwater",
    "Ironbark",
    "Juniper",
    "Kestrel",
    "Lantern",
    "Moonrise",
    "Nightjar",
    "Oakfield",
    "Paperkite",
    "Quarry",
];
const TRADE: &[&str] = &["Media", "Creative"];
const CLIENT: &[&str] = &[
    "Harbour",
    "Meadow",
    "Alpine",
    "Lumen",
    "Northway",
    "Verdant",
    "Calyx",
    "Orbis",
    "Tidewater",
    "Marlowe",
    "Brightside",
    "Solace",
    "Fairmont",
    "Halcyon",
    "Windmere",
    "Castell",
];
const INDUSTRY: &[&str] = &[
    "Foods",
    "Drinks",
    "Beauty",
    "Outdoor",
    "Travel",
    "Home",
    "Insurance",
    "Motors",
    "Fashion",
    "Rail",
    "Energy",
    "Toys",
    "Books",
    "Pharma",
    "Hotels",
    "Airways",
    "Sports",
    "Banking",
    "Telecom",
    "Retail",
    "Gardens",
    "Coffee",
    "Paper",
    "Optics",
    "Media",
];
const WORK: &[&str] = &[
    "media",
    "planning",
    "research",
    "finance",
    "creative",
    "production",
    "data",
    "brand",
    "retail",
    "social",
];
const THING: &[&str] = &[
    "planner",
    "archive",
    "dashboard",
    "calendar",
    "reports",
    "library",
    "workspace",
    "toolkit",
];
const CITY: &[&str] = &[
    "Shanghai",
    "London",
    "Berlin",
    "Lagos",
    "São Paulo",
    "Chicago",
    "Mumbai",
    "Stockholm",
    "Lisbon",
    "Toronto",
    "Sydney",
    "Nairobi",
    "Warsaw",
    "Vienna",
    "Dublin",
];
const CHINESE_CITY: &[&str] = &["北京", "上海", "广州", "深圳", "成都", "香港"];
const CHINESE_CLIENT: &[&str] = &["松石", "远航", "青禾", "海川", "云杉", "明达"];
const CHINESE_WORK: &[&str] = &["媒介", "策略", "创意", "财务", "数据", "品牌"];
const CHINESE_THING: &[&str] = &["工具", "平台", "日历", "资料库"];
const CHINESE_TEAM: &[&str] = &["项目组", "小组", "团队"];

/// A different name for each number of an agency, client, product or group; one product or group of five has a Chinese
/// name. Beyond all combinations a number follows.
pub fn agency(n: i64) -> String {
    combined([HOUSE, TRADE], " ", n)
}

pub fn client(n: i64) -> String {
    combined([CLIENT, INDUSTRY], " ", n)
}

pub fn product(n: i64) -> String {
    if n % 5 == 0 {
        combined([CHINESE_CITY, CHINESE_WORK, CHINESE_THING], "", n / 5)
    } else {
        combined([CITY, WORK, THING], " ", n)
    }
}

pub fn group(n: i64) -> String {
    if n % 5 == 0 {
        combined([CHINESE_CLIENT, CHINESE_WORK, CHINESE_TEAM], "", n / 5)
    } else {
        combined([CLIENT, WORK, CITY], " ", n)
    }
}

/// One entry of each list: every combination once, in a mixed order, then again with the number of the round.
fn combined<const N: usize>(lists: [&[&'static str]; N], between: &str, n: i64) -> String {
    let length = |list: &[&str]| i64::try_from(list.len()).unwrap_or(1);
    let all: i64 = lists.iter().map(|list| length(list)).product();
    // The step is a prime number, so it meets every combination.
    let (round, mut at) = (n / all, n % all * 7_919 % all);
    let mut words = Vec::with_capacity(N);
    for list in lists {
        let place = usize::try_from(at % length(list)).unwrap_or(0);
        words.push(list[place]);
        at /= length(list);
    }
    let name = words.join(between);
    match round {
        0 => name,
        _ => format!("{name} {}", round + 1),
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn no_name_occurs_twice() {
        for (name, many) in [
            (agency as fn(i64) -> String, 40),
            (client, 400),
            (product, 3_000),
            (group, 10_000),
        ] {
            let names: BTreeSet<String> = (0..many).map(name).collect();
            assert_eq!(i64::try_from(names.len()), Ok(many), "{:?}", names.first());
        }
    }
}
