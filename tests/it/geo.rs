//! City and country of an address, where `geo.database` names a file.

use atrium::geo::Locations;
use atrium::i18n::language::Language;

use crate::support::mmdb::{self, Names, SHANGHAI};

/// A country whose name has no Chinese form here.
const ICELAND: Names = (None, ("Iceland", None));

#[test]
fn an_address_has_a_city_and_a_country() {
    let written = mmdb::written(&[
        ([203, 0, 113, 0], 24, SHANGHAI),
        ([198, 51, 100, 0], 25, ICELAND),
    ]);
    let locations = Locations::open(Some(written.path())).unwrap();
    let (english, chinese) = (Language::EnUs, Language::ZhCn);
    for (address, language, expected) in [
        ("203.0.113.7", english, Some("Shanghai, China")),
        ("203.0.113.7", chinese, Some("中国 上海")),
        ("::ffff:203.0.113.7", english, Some("Shanghai, China")),
        ("198.51.100.1", english, Some("Iceland")),
        ("198.51.100.1", chinese, Some("Iceland")),
        ("198.51.100.200", english, None),
        ("2001:db8::1", english, None),
        ("no address", english, None),
    ] {
        let found = locations.of(Some(address), language);
        assert_eq!(found.as_deref(), expected, "{address}");
    }
    assert_eq!(locations.of(None, english), None);
    let none = Locations::open(None).unwrap();
    assert_eq!(none.of(Some("203.0.113.7"), english), None);
}

/// A file that was cut in two is refused or knows nothing, and never ends the program.
#[test]
fn a_damaged_file_does_no_harm() {
    let whole = mmdb::file(&[([203, 0, 113, 0], 24, SHANGHAI)]);
    for length in 0..whole.len() {
        let written = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(written.path(), &whole[..length]).unwrap();
        if let Ok(locations) = Locations::open(Some(written.path())) {
            let _ = locations.of(Some("203.0.113.7"), Language::EnUs);
        }
    }
}
