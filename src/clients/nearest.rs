//! For the log: an address that is not registered, and the registered one that was probably meant.

use url::Url;

use crate::telemetry::foreign::shown;

/// Logs that a request named `came` in `parameter`, which is not one of the client's `registered` addresses.
pub fn log_unregistered(client_id: &str, parameter: &str, registered: &[String], came: &str) {
    let (came, near) = (shown(came), nearest(registered, came));
    let (nearest, differs) = near
        .map(|(address, differs)| (shown(address), differs))
        .unzip();
    tracing::info!(
        client = client_id,
        parameter,
        came,
        nearest,
        differs,
        "an address is not registered"
    );
}

/// The registered address that differs from `asked` only in port, scheme or final slash, and the difference.
fn nearest<'a>(registered: &'a [String], asked: &str) -> Option<(&'a str, String)> {
    let asked = Parts::of(asked)?;
    let near = registered.iter().filter_map(|address| {
        let parts = Parts::of(address)?;
        let differs = parts.differs(&asked)?;
        Some((address.as_str(), differs))
    });
    let (address, differs) = near.min_by_key(|(_, differs)| differs.len())?;
    let differs = if differs.is_empty() {
        "spelling".to_owned()
    } else {
        differs.join(", ")
    };
    Some((address, differs))
}

/// An address, taken apart as a browser does.
struct Parts {
    scheme: String,
    host: String,
    port: Option<u16>,
    /// Without slashes at its end.
    path: String,
    ends_in_slash: bool,
    rest: String,
}

impl Parts {
    fn of(address: &str) -> Option<Self> {
        let url = Url::parse(address).ok()?;
        let path = url.path().trim_end_matches('/');
        Some(Self {
            scheme: url.scheme().to_owned(),
            host: url.host_str()?.to_owned(),
            port: url.port(),
            path: path.to_owned(),
            ends_in_slash: path != url.path(),
            rest: url[url::Position::AfterPath..].to_owned(),
        })
    }

    /// What differs, if nothing else does.
    fn differs(&self, other: &Self) -> Option<Vec<&'static str>> {
        let same = self.host == other.host && self.path == other.path && self.rest == other.rest;
        let differing = [
            ("scheme", self.scheme != other.scheme),
            ("port", self.port != other.port),
            ("slash", self.ends_in_slash != other.ends_in_slash),
        ];
        let differing = differing.into_iter().filter(|(_, differs)| *differs);
        same.then(|| differing.map(|(name, _)| name).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// It may differ in port, slash or scheme.
    #[test]
    fn the_nearest_address_differs_in_little() {
        let registered = [
            "https://app.test/cb",
            "https://app.test:8443/cb/",
            "https://app.test/other?x=1",
            "com.example.app:/cb",
        ];
        let registered = registered.map(str::to_owned);
        for (asked, expected) in [
            ("https://app.test/cb/", Some((0, "slash"))),
            ("http://app.test/cb", Some((0, "scheme"))),
            ("https://app.test:9443/cb", Some((0, "port"))),
            ("https://app.test:9443/cb/", Some((1, "port"))),
            ("http://app.test/cb/", Some((0, "scheme, slash"))),
            ("http://app.test:3000/other?x=1", Some((2, "scheme, port"))),
            ("https://APP.test/cb", Some((0, "spelling"))),
            ("https://app.test/other?x=2", None),
            ("https://app.test/else", None),
            ("https://app.test.evil.test/cb", None),
            ("https://evil.test/cb", None),
            ("com.example.app:/cb/", None),
            ("/cb", None),
            ("", None),
        ] {
            let found = nearest(&registered, asked);
            let expected =
                expected.map(|(at, differs)| (registered[at].as_str(), differs.to_owned()));
            assert_eq!(found, expected, "{asked}");
        }
    }
}
