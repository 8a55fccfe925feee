//! People with realistic names in two scripts: a few surnames are very common.

/// A person by number. The same number always gives the same person.
pub struct Person {
    pub username: String,
    pub full_name: String,
    pub email: Option<String>,
}

const FIRST: &[&str] = &[
    "James",
    "Mary",
    "Robert",
    "Patricia",
    "John",
    "Jennifer",
    "Michael",
    "Linda",
    "David",
    "Elizabeth",
    "William",
    "Barbara",
    "Richard",
    "Susan",
    "Joseph",
    "Jessica",
    "Thomas",
    "Sarah",
    "Charles",
    "Karen",
    "Olga",
    "Daniel",
    "Lisa",
    "Matthew",
    "Nancy",
    "Anthony",
    "Betty",
    "Mark",
    "Sandra",
    "Donald",
    "Margaret",
    "Zoë",
    "Jürgen",
    "François",
    "Ana",
];
const LAST: &[&str] = &[
    "Smith",
    "Johnson",
    "Williams",
    "Brown",
    "Jones",
    "Garcia",
    "Miller",
    "Davis",
    "Rodriguez",
    "Martinez",
    "Hernandez",
    "Lopez",
    "Gonzalez",
    "Wilson",
    "Anderson",
    "Taylor",
    "Moore",
    "Jackson",
    "Martin",
    "Lee",
    "Perez",
    "Thompson",
    "White",
    "Harris",
    "Sanchez",
    "Clark",
    "Ramirez",
    "Lewis",
    "Robinson",
    "Walker",
    "Young",
    "Allen",
    "King",
    "Wright",
    "Scott",
    "Torres",
    "Nguyen",
    "Hill",
    "Flores",
    "Green",
    "Adams",
    "Nelson",
    "Baker",
    "Hall",
    "Rivera",
    "Campbell",
    "Mitchell",
    "Carter",
    "Roberts",
    "O'Brien",
    "Müller",
    "Kowalski",
    "Petrov",
    "Haddad",
    "Okafor",
    "Silva",
    "Rossi",
];
const SURNAME: &[(&str, &str)] = &[
    ("李", "li"),
    ("王", "wang"),
    ("张", "zhang"),
    ("刘", "liu"),
    ("陈", "chen"),
    ("杨", "yang"),
    ("赵", "zhao"),
    ("黄", "huang"),
    ("周", "zhou"),
    ("吴", "wu"),
    ("徐", "xu"),
    ("孙", "sun"),
    ("胡", "hu"),
    ("朱", "zhu"),
];
const GIVEN: &[(&str, &str)] = &[
    ("伟", "wei"),
    ("芳", "fang"),
    ("娜", "na"),
    ("敏", "min"),
    ("静", "jing"),
    ("强", "qiang"),
    ("磊", "lei"),
    ("军", "jun"),
    ("洋", "yang"),
    ("勇", "yong"),
    ("艳", "yan"),
    ("杰", "jie"),
    ("娟", "juan"),
    ("涛", "tao"),
    ("明", "ming"),
    ("超", "chao"),
    ("秀", "xiu"),
    ("霞", "xia"),
    ("平", "ping"),
    ("刚", "gang"),
    ("桂", "gui"),
    ("英", "ying"),
    ("建", "jian"),
    ("国", "guo"),
    ("华", "hua"),
    ("小", "xiao"),
    ("红", "hong"),
    ("玉", "yu"),
    ("文", "wen"),
    ("志", "zhi"),
    ("晓", "xiao"),
    ("丽", "li"),
    ("海", "hai"),
    ("春", "chun"),
    ("雪", "xue"),
    ("梅", "mei"),
    ("林", "lin"),
    ("峰", "feng"),
    ("龙", "long"),
    ("飞", "fei"),
];

/// A pseudo-random number that depends only on `seed` and `salt`.
pub fn mixed(seed: i64, salt: i64) -> u64 {
    let mut z =
        (seed.cast_unsigned() << 8 ^ salt.cast_unsigned()).wrapping_mul(0x9E37_79B9_7F4A_7C15);
    z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ (z >> 31)
}

/// One of `all`; the first ones are far more frequent than the last.
fn pick<T: Copy>(all: &[T], seed: i64, salt: i64) -> T {
    let one = |salt| usize::try_from(mixed(seed, salt) % 1_000_000).unwrap_or(0);
    let share = one(salt) * one(salt + 100) / 1_000_000;
    all[share * all.len() / 1_000_000]
}

pub fn person(n: i64) -> Person {
    let house = mixed(n, 9) % 40;
    let mail = |name: &str| {
        (!mixed(n, 8).is_multiple_of(20)).then(|| format!("{name}{n}@agency{house}.example"))
    };
    if mixed(n, 1).is_multiple_of(3) {
        let (surname, latin) = pick(SURNAME, n, 2);
        let (one, first) = pick(GIVEN, n, 3);
        let (two, second) = if mixed(n, 4).is_multiple_of(4) {
            ("", "")
        } else {
            pick(GIVEN, n, 5)
        };
        let name = format!("{first}{second}.{latin}");
        return Person {
            username: format!("{name}{n}"),
            full_name: format!("{surname}{one}{two}"),
            email: mail(&name),
        };
    }
    let (first, last) = (pick(FIRST, n, 6), pick(LAST, n, 7));
    let name = format!("{first}.{last}").replace('\'', "");
    Person {
        username: format!("{name}{n}"),
        full_name: format!("{first} {last}"),
        email: mail(&name.to_lowercase()),
    }
}
