//! The agencies of the demo, their clients, brands, divisions and industries, and how IRIS names them.

use super::error::SeedError;
use super::stage::Stage;
use crate::clock::Millis;
use crate::db::{DbError, WriteTx};
use crate::directory::organisations::{self, OrganisationUpdate, add_organisation};
use crate::directory::{IrisMappingUpdate, OrganisationKind, add_iris_mapping};

/// The agencies of the grid; they fill its twenty places (contract K-40). The people of the demo work in the first six.
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

/// The id and the name of an organisation.
type Named = (&'static str, &'static str);

/// Clients of all agencies, each with its brands.
const CLIENTS: [(&str, &str, &[Named]); 6] = [
    (
        "harbour",
        "Harbour Foods",
        &[
            ("harbour-tea", "Harbour Tea"),
            ("harbour-bakery", "Harbour Bakery"),
        ],
    ),
    (
        "meadow",
        "Meadow Drinks",
        &[
            ("meadow-juice", "Meadow Juice"),
            ("meadow-spring", "Meadow Spring"),
        ],
    ),
    (
        "alpine",
        "Alpine Outdoor",
        &[("alpine-trail", "Alpine Trail")],
    ),
    ("lumen", "Lumen Beauty", &[("lumen-skin", "Lumen Skin")]),
    (
        "northway",
        "Northway Rail",
        &[("northway-express", "Northway Express")],
    ),
    ("songshi", "松石家居", &[("songshi-living", "松石生活")]),
];

/// Divisions, each with the id of its client.
const DIVISIONS: [(&str, &str); 6] = [
    ("Marketing", "harbour"),
    ("Retail", "harbour"),
    ("Marketing", "meadow"),
    ("Consumer insight", "lumen"),
    ("Passenger services", "northway"),
    ("品牌中心", "songshi"),
];

const INDUSTRIES: [&str; 5] = [
    "Food and drink",
    "Beauty",
    "Travel",
    "Home and living",
    "Sports and outdoor",
];

/// Code and name in IRIS, the agency or else the client, and the person who answers for it.
const IRIS: [(&str, &str, &str, &str, &str); 4] = [
    (
        "CN-1042",
        "Northlight Shanghai",
        "northlight",
        "",
        "SofiaLindqvist",
    ),
    (
        "CN-1077",
        "Southwind Guangzhou",
        "southwind",
        "",
        "ChenJing",
    ),
    ("GB-0311", "Harbour Foods plc", "", "harbour", "OliverGrant"),
    ("CN-2208", "松石家居集团", "", "songshi", "WangFang"),
];

/// Creates the agencies, clients and brands.
pub async fn write(tx: &mut WriteTx, now: Millis) -> Result<(), DbError> {
    for (id, name) in AGENCIES {
        organisations::save_agency(tx, id, name, now).await?;
    }
    for (id, name, brands) in CLIENTS {
        organisations::save_company(tx, id, name, None, now).await?;
        for (brand, name) in brands {
            organisations::save_brand(tx, brand, name, Some(id), now).await?;
        }
    }
    Ok(())
}

/// Creates what an administrator added since: divisions, industries and IRIS mappings.
pub async fn write_more(tx: &mut WriteTx, stage: &Stage) -> Result<(), SeedError> {
    let call = "POST /api/security/admin/organisation/add";
    for (at, (name, client)) in (0..).zip(DIVISIONS) {
        let audit = stage.call("BenAdmin", call, (14, 9 * 60 + at));
        let form = added(name, Some(client));
        add_organisation(tx, OrganisationKind::Division, form, &audit).await?;
    }
    for (at, name) in (10..).zip(INDUSTRIES) {
        let audit = stage.call("BenAdmin", call, (14, 9 * 60 + at));
        add_organisation(tx, OrganisationKind::Industry, added(name, None), &audit).await?;
    }
    for (at, (code, name, agency, client, person)) in (0..).zip(IRIS) {
        let call = "POST /api/security/admin/iris-mapping/add";
        let audit = stage.call("BenAdmin", call, (13, 14 * 60 + 3 * at));
        let form = IrisMappingUpdate {
            agency_id: given(agency),
            company_id: given(client),
            account_id: given(stage.id(person)),
            ..IrisMappingUpdate::default()
        };
        add_iris_mapping(tx, (code, name), form, &audit).await?;
    }
    Ok(())
}

/// The form of a new organisation of `parent`.
fn added(name: &str, parent: Option<&str>) -> OrganisationUpdate {
    OrganisationUpdate {
        name: Some(name.to_owned()),
        parent_id: parent.map(str::to_owned),
        ..OrganisationUpdate::default()
    }
}

/// An id that may be empty.
fn given(id: &str) -> Option<String> {
    (!id.is_empty()).then(|| id.to_owned())
}
