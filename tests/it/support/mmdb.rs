//! Files in the `MaxMind` DB format, version 2.0 (<https://maxmind.github.io/MaxMind-DB/>), for addresses of IPv4.

/// The names of a city and its country, each in English and, where there is one, in Chinese.
pub type Names = (
    Option<(&'static str, &'static str)>,
    (&'static str, Option<&'static str>),
);

pub const SHANGHAI: Names = (Some(("Shanghai", "上海")), ("China", Some("中国")));

/// A temporary [`file`].
pub fn written(networks: &[([u8; 4], u8, Names)]) -> tempfile::NamedTempFile {
    let written = tempfile::NamedTempFile::new().unwrap();
    std::fs::write(written.path(), file(networks)).unwrap();
    written
}

/// A file with the records of these networks, which do not overlap: the first address, the length of the prefix, the names.
pub fn file(networks: &[([u8; 4], u8, Names)]) -> Vec<u8> {
    let mut data = Vec::new();
    let records: Vec<usize> = networks
        .iter()
        .map(|(.., names)| {
            let place = data.len();
            data.extend(record(names));
            place
        })
        .collect();
    // Each node has two branches: to another node, to a record, or to nothing.
    let mut nodes: Vec<[Branch; 2]> = vec![[Branch::Nothing; 2]];
    for ((address, length, _), place) in networks.iter().zip(records) {
        let bits = u32::from_be_bytes(*address);
        let mut node = 0;
        for depth in 0..*length {
            let side = usize::from((bits >> (31 - depth)) & 1 == 1);
            if depth + 1 == *length {
                nodes[node][side] = Branch::Record(place);
            } else if let Branch::Node(next) = nodes[node][side] {
                node = next;
            } else {
                nodes.push([Branch::Nothing; 2]);
                let next = nodes.len() - 1;
                nodes[node][side] = Branch::Node(next);
                node = next;
            }
        }
    }
    let count = nodes.len();
    let mut file = Vec::new();
    for branch in nodes.iter().flatten() {
        let value = match branch {
            Branch::Nothing => count,
            Branch::Node(node) => *node,
            Branch::Record(place) => count + 16 + place,
        };
        file.extend(&u32::try_from(value).unwrap().to_be_bytes()[1..]);
    }
    file.extend([0; 16]);
    file.extend(data);
    file.extend(b"\xab\xcd\xefMaxMind.com");
    file.extend(metadata(count));
    file
}

#[derive(Clone, Copy)]
enum Branch {
    Nothing,
    Node(usize),
    Record(usize),
}

fn record((city, country): &Names) -> Vec<u8> {
    let named = |english: &str, chinese: Option<&str>| {
        let mut names = vec![("en", text(english))];
        names.extend(chinese.map(|chinese| ("zh-CN", text(chinese))));
        map(&[("names", map(&names))])
    };
    let mut parts = vec![("country", named(country.0, country.1))];
    parts.extend(city.map(|(english, chinese)| ("city", named(english, Some(chinese)))));
    map(&parts)
}

fn metadata(nodes: usize) -> Vec<u8> {
    let nodes = u32::try_from(nodes).unwrap().to_be_bytes();
    map(&[
        ("node_count", value(6, &nodes)),
        ("record_size", value(5, &[24])),
        ("ip_version", value(5, &[4])),
        ("database_type", text("Test-City")),
        // An empty array, whose type is extended: 11 is 4 more than 7.
        ("languages", vec![0, 4]),
        ("binary_format_major_version", value(5, &[2])),
        ("binary_format_minor_version", value(5, &[0])),
        // A number of 64 bits: 9 is 2 more than 7.
        ("build_epoch", vec![1, 2, 1]),
        ("description", map(&[])),
    ])
}

/// A value of one of the first seven types, with fewer than 29 bytes or pairs.
fn value(kind: u8, bytes: &[u8]) -> Vec<u8> {
    let size = u8::try_from(bytes.len()).unwrap();
    assert!(size < 29);
    [&[kind << 5 | size], bytes].concat()
}

fn text(text: &str) -> Vec<u8> {
    value(2, text.as_bytes())
}

fn map(pairs: &[(&str, Vec<u8>)]) -> Vec<u8> {
    let mut bytes = vec![7 << 5 | u8::try_from(pairs.len()).unwrap()];
    for (key, value) in pairs {
        bytes.extend(text(key));
        bytes.extend(value);
    }
    bytes
}
