//! The people of the demo and their organisations.

use crate::{
    audit::AuditContext,
    clock::Millis,
    db::{DbError, WriteTx},
    directory::{AccountError, Address, NewAccount, Profile, add_account, organisations},
};

/// The accounts of the demo by name, with their ids.
pub type Ids = Vec<(&'static str, String)>;

/// The password of all of them, known to everyone.
pub const PASSWORD: &str = "Atrium2026*";

/// A person: account name, email address, display name and other data.
pub struct Person {
    pub username: &'static str,
    email: &'static str,
    full_name: &'static str,
    agency: &'static str,
    company: &'static str,
    brand: &'static str,
}

/// All people, the super administrator first.
pub const PEOPLE: [Person; 5] = [
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

/// The agencies of the grid; they fill its twenty places (contract K-40).
const AGENCIES: [(&str, &str); 20] = [
    ("northlight", "Northlight"),
    ("southwind", "Southwind"),
    ("eastgate", "Eastgate"),
    ("westbridge", "Westbridge"),
    ("bluebird", "Bluebird"),
    ("copperleaf", "Copperleaf"),
    ("driftwood", "Driftwood"),
    ("evergreen", "Evergreen"),
    ("fireside", "Fireside"),
    ("goldfinch", "Goldfinch"),
    ("highwater", "Highwater"),
    ("ironbark", "Ironbark"),
    ("juniper", "Juniper"),
    ("kestrel", "Kestrel"),
    ("lantern", "Lantern"),
    ("moonrise", "Moonrise"),
    ("nightjar", "Nightjar"),
    ("oakfield", "Oakfield"),
    ("paperkite", "Paperkite"),
    ("quarry", "Quarry"),
];

/// Creates the agencies, companies and brands.
pub async fn write_organisations(tx: &mut WriteTx, now: Millis) -> Result<(), DbError> {
    for (id, name) in AGENCIES {
        organisations::save_agency(tx, id, name, now).await?;
    }
    organisations::save_company(tx, "harbour", "Harbour Foods", None, now).await?;
    organisations::save_company(tx, "meadow", "Meadow Drinks", None, now).await?;
    organisations::save_brand(tx, "harbour-tea", "Harbour Tea", Some("harbour"), now).await?;
    organisations::save_brand(tx, "meadow-juice", "Meadow Juice", Some("meadow"), now).await
}

/// Creates the accounts and returns their ids.
pub async fn write(
    tx: &mut WriteTx,
    hash: &str,
    audit: &AuditContext,
) -> Result<Ids, AccountError> {
    let mut ids = Ids::new();
    for person in &PEOPLE {
        let added = add_account(tx, person.account(hash), audit).await?;
        ids.push((person.username, added.id));
    }
    Ok(ids)
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
