//! Where network addresses are, from a file that the operator chooses (`geo.database`).

use std::net::IpAddr;
use std::path::Path;

use maxminddb::{LookupResult, MaxMindDbError, Reader, path};

use crate::i18n::language::Language;

/// The locations of addresses. Without a file none is known.
#[derive(Debug, Default)]
pub struct Locations(Option<Reader<Vec<u8>>>);

impl Locations {
    /// Reads a file in the `MaxMind` DB format with the records of `GeoIP2` City or Country, as `GeoLite2` and DB-IP Lite have them.
    /// It stays in memory.
    ///
    /// # Errors
    /// The file cannot be read, or has another format.
    pub fn open(file: Option<&Path>) -> Result<Self, MaxMindDbError> {
        file.map(Reader::open_readfile).transpose().map(Self)
    }

    /// City and country of an address, or the country alone, such as "Shanghai, China". Names are in `language` where the file
    /// has them, otherwise in English. `None` if nothing is known.
    pub fn of(&self, address: Option<&str>, language: Language) -> Option<String> {
        let address: IpAddr = address?.parse().ok()?;
        // A record that cannot be read is as good as none.
        let found = self.0.as_ref()?.lookup(address.to_canonical()).ok()?;
        let name = |what| name(&found, what, language);
        match (name("city"), name("country")?, language) {
            (None, country, _) => Some(country),
            (Some(city), country, Language::EnUs) => Some(format!("{city}, {country}")),
            (Some(city), country, Language::ZhCn) => Some(format!("{country} {city}")),
        }
    }
}

fn name(
    found: &LookupResult<'_, Vec<u8>>,
    what: &'static str,
    language: Language,
) -> Option<String> {
    let key = match language {
        Language::EnUs => "en",
        Language::ZhCn => "zh-CN",
    };
    let named = |key| {
        let path = path![what, "names", key];
        found.decode_path::<String>(&path).ok().flatten()
    };
    named(key).or_else(|| named("en"))
}
