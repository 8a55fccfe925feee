//! The people of the demo: the fixed ones and their colleagues.

use super::staff::{Colleague, STAFF};
use super::stage::Ids;
use crate::{
    audit::AuditContext,
    clock::{DAY, HOUR},
    db::WriteTx,
    directory::{AccountError, Address, NewAccount, Profile, Status, add_account},
};

/// The colleague who left, and whose account is disabled.
pub const LEFT: &str = "BenjaminClarke";

/// How many people there are.
pub const MANY: usize = PEOPLE.len() + STAFF.len();

/// The password of all of them, known to everyone.
pub const PASSWORD: &str = "Atrium2026*";

/// A fixed person: account name, email address, display name and other data.
struct Person {
    username: &'static str,
    email: &'static str,
    full_name: &'static str,
    agency: &'static str,
    company: &'static str,
    brand: &'static str,
}

/// The fixed people, the super administrator first.
const PEOPLE: [Person; 5] = [
    person(
        "AdaSuper",
        "ada@demo.test",
        "Ada Super",
        "northlight",
        "harbour",
        "harbour-tea",
    ),
    person(
        "BenAdmin",
        "ben@demo.test",
        "Ben Admin",
        "northlight",
        "harbour",
        "harbour-tea",
    ),
    person(
        "ChloeManager",
        "chloe@demo.test",
        "Chloe Manager",
        "northlight",
        "meadow",
        "meadow-juice",
    ),
    person(
        "DanMember",
        "dan@demo.test",
        "Dan Member",
        "southwind",
        "meadow",
        "meadow-juice",
    ),
    person(
        "EveNewcomer",
        "eve@demo.test",
        "Eve Newcomer",
        "southwind",
        "harbour",
        "harbour-tea",
    ),
];

const fn person(
    username: &'static str,
    email: &'static str,
    full_name: &'static str,
    agency: &'static str,
    company: &'static str,
    brand: &'static str,
) -> Person {
    Person {
        username,
        email,
        full_name,
        agency,
        company,
        brand,
    }
}

/// Creates the accounts and returns their ids. The colleagues came before the fixed people.
pub async fn write(
    tx: &mut WriteTx,
    hash: &str,
    audit: &AuditContext,
) -> Result<Ids, AccountError> {
    let mut ids = Ids::new();
    for (at, colleague) in (0..).zip(&STAFF) {
        let mut then = audit.clone();
        then.now -= 15 * DAY + at * HOUR;
        let added = add_account(tx, colleague_account(colleague, hash), &then).await?;
        ids.push((colleague.0, added.id));
    }
    for person in &PEOPLE {
        let added = add_account(tx, person.account(hash), audit).await?;
        ids.push((person.username, added.id));
    }
    Ok(ids)
}

fn colleague_account(colleague: &Colleague, hash: &str) -> NewAccount {
    let (username, full_name, agency, client, lang) = *colleague;
    NewAccount {
        username: username.to_owned(),
        email: Some(format!("{}@{agency}.example", username.to_lowercase())),
        email_verified: true,
        full_name: full_name.to_owned(),
        password_hash: Some(hash.to_owned()),
        status: if username == LEFT {
            Status::Disabled
        } else {
            Status::Enabled
        },
        lang: Some(lang.to_owned()),
        agency_id: Some(agency.to_owned()),
        company_id: Some(client.to_owned()),
        ..NewAccount::default()
    }
}

impl Person {
    fn account(&self, hash: &str) -> NewAccount {
        let is = |name: &str| self.username == name;
        NewAccount {
            username: self.username.to_owned(),
            email: Some(self.email.to_owned()),
            email_verified: true,
            full_name: self.full_name.to_owned(),
            password_hash: Some(hash.to_owned()),
            must_change_password: is("EveNewcomer"),
            agency_id: Some(self.agency.to_owned()),
            company_id: Some(self.company.to_owned()),
            brand_id: Some(self.brand.to_owned()),
            sup_admin: is("AdaSuper"),
            user_manager: is("AdaSuper") || is("BenAdmin"),
            profile: if is("DanMember") {
                every_claim()
            } else {
                Profile::default()
            },
            ..NewAccount::default()
        }
    }
}

/// Dan has every claim of OpenID Connect Core section 5.1, so that a relying application sees each one.
fn every_claim() -> Profile {
    let text = |value: &str| Some(value.to_owned());
    Profile {
        given_name: text("Dan"),
        family_name: text("Member"),
        middle_name: text("Q"),
        nickname: text("Danny"),
        preferred_username: text("DanMember"),
        profile: text("https://people.demo.test/dan"),
        picture: text("https://people.demo.test/dan.png"),
        website: text("https://dan.demo.test"),
        gender: text("male"),
        birthdate: text("1990-05-17"),
        zoneinfo: text("Asia/Shanghai"),
        locale: text("en-US"),
        phone_number: text("+86 21 5550 0100"),
        phone_number_verified: Some(true),
        address: Some(Address {
            formatted: text("88 Riverside Road\nShanghai 200120\nChina"),
            street_address: text("88 Riverside Road"),
            locality: text("Shanghai"),
            region: text("Shanghai"),
            postal_code: text("200120"),
            country: text("China"),
        }),
    }
}
