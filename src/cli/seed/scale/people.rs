//! People with realistic names in two scripts, and their organisations. A few surnames are very common.

use super::names;
use super::rows::{AT_ONCE, indexed, number, text};
use crate::clock::{DAY, Millis};
use crate::db::bulk::{self, BulkRow};
use crate::db::search::{folded, read_text};
use crate::db::{DbError, WriteTx};
use crate::directory::ACCOUNTS;

/// How many agencies there are; each has [`COMPANIES`] companies.
pub const AGENCIES: i64 = 40;
const COMPANIES: i64 = 10;

/// A person by number. The same number always gives the same person.
pub struct Person {
    pub username: String,
    full_name: String,
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

/// The id of the account with this number.
pub fn account_id(n: i64) -> String {
    let bits = u128::from(mixed(n, 30)) << 64 | u128::from(mixed(n, 31));
    uuid::Builder::from_random_bytes(bits.to_be_bytes())
        .into_uuid()
        .to_string()
}

/// The number of the agency of an account.
pub fn agency_of(n: i64) -> i64 {
    below(n, 9, AGENCIES)
}

/// A number from 0 that is below `end`.
pub fn below(seed: i64, salt: i64, end: i64) -> i64 {
    let end = u64::try_from(end.max(1)).unwrap_or(1);
    i64::try_from(mixed(seed, salt) % end).unwrap_or(0)
}

/// The agencies, and the clients (companies) of each. The server indexes their names in the background.
pub async fn organisations(tx: &mut WriteTx, now: Millis) -> Result<(), DbError> {
    let row = |id: String, name: String| vec![text(id), text(name), number(now)];
    let agencies = (0..AGENCIES).map(|n| row(format!("agency{n}"), names::agency(n)));
    let agencies = agencies.collect();
    bulk::insert(tx, "agencies", &["id", "name", "created_at"], agencies).await?;
    let companies = (0..AGENCIES * COMPANIES).map(|n| {
        let mut company = row(format!("client{n}"), names::client(n));
        company.push(text(format!("agency{}", n % AGENCIES)));
        company
    });
    let columns = ["id", "name", "created_at", "agency_id"];
    bulk::insert(tx, "companies", &columns, companies.collect()).await
}

const ACCOUNT: &[&str] = &[
    "id",
    "username",
    "username_key",
    "email",
    "email_key",
    "email_verified",
    "full_name",
    "name_readings",
    "must_change_password",
    "status",
    "lang",
    "agency_id",
    "company_id",
    "sup_admin",
    "user_manager",
    "wechat_bound",
    "claims",
    "login_count",
    "last_login_at",
    "created_at",
    "updated_at",
    "search_number",
    "search_text",
    "full_name_key",
];

pub async fn accounts(
    tx: &mut WriteTx,
    all: i64,
    now: Millis,
    say: fn(std::fmt::Arguments<'_>),
) -> Result<(), DbError> {
    let indexes = bulk::drop_indexes(tx, "accounts").await?;
    let mut begin = 0;
    while begin < all {
        let numbers = begin..(begin + AT_ONCE).min(all);
        begin = numbers.end;
        let people: Vec<Person> = numbers.clone().map(person).collect();
        let names = people.iter().map(|person| {
            let names = [&person.full_name, &person.username].into_iter();
            names.chain(&person.email).cloned().collect()
        });
        let found = indexed(tx, &ACCOUNTS, &names.collect::<Vec<_>>()).await?;
        let rows = numbers.zip(people).zip(found);
        let rows = rows.map(|((n, person), found)| {
            account(n, &person, now).into_iter().chain(found).collect()
        });
        bulk::insert(tx, "accounts", ACCOUNT, rows.collect()).await?;
        if begin % 100_000 == 0 || begin == all {
            say(format_args!("accounts: {begin} of {all}"));
        }
    }
    indexes.create(tx).await
}

/// The columns of [`ACCOUNT`] before those of the search. One person of 20 is disabled, one of 1,000 waits for
/// approval, and 7 of 10 have signed in within 90 days.
fn account(n: i64, person: &Person, now: Millis) -> BulkRow {
    let status = match (below(n, 21, 1_000), below(n, 20, 20)) {
        (0, _) => 1,
        (_, 0) => 2,
        _ => 0,
    };
    let last = (below(n, 22, 10) < 7).then(|| now - below(n, 23, 90 * DAY));
    let made = now - below(n, 27, 2_000 * DAY);
    let agency = agency_of(n);
    let company = agency + AGENCIES * below(n, 25, COMPANIES);
    let flag = |is: bool| number(is.into());
    vec![
        text(account_id(n)),
        text(&*person.username),
        text(folded(&person.username)),
        person.email.as_deref().into(),
        person.email.as_deref().map(folded).into(),
        number(1),
        text(&*person.full_name),
        text(read_text(&person.full_name)),
        flag(below(n, 24, 30) == 0),
        number(status),
        text(""),
        text(format!("agency{agency}")),
        text(format!("client{company}")),
        flag(below(n, 26, 20_000) == 0),
        number(0),
        number(0),
        text("{}"),
        number(0),
        last.into(),
        number(made),
        number(made),
    ]
}
