//! `[files]`: where uploaded files are kept, and under which address their pictures are read.

use std::path::PathBuf;

use serde::Deserialize;

use super::{
    fault::SectionFaults,
    key::{Key, key},
    optional,
    section::Section,
};

/// Where uploaded files are kept.
#[derive(Clone, Debug, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct FilesConfig {
    /// `file:folder`, or `s3://bucket/prefix`.
    pub url: String,
    /// The region of an S3 bucket.
    pub region: String,
    /// Where an S3 server other than that of Amazon answers, without a slash at its end.
    #[serde(deserialize_with = "optional::read")]
    pub endpoint: Option<String>,
    /// The id of the key to the bucket.
    #[serde(deserialize_with = "optional::read")]
    pub access_key_id: Option<String>,
    /// A file with the secret of that key.
    #[serde(deserialize_with = "optional::read")]
    pub secret_key_file: Option<PathBuf>,
    /// The origin under which browsers read public pictures, if it is another one than that of `server.public_url`. It leads
    /// to this server too.
    #[serde(deserialize_with = "optional::read")]
    pub public_url: Option<String>,
    /// The most bytes of all uploaded files together.
    pub total_bytes: usize,
    /// The most bytes that one person uploads in a day.
    pub person_bytes: usize,
}

/// A place for files.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FilePlace {
    /// A folder of this machine.
    Folder(PathBuf),
    /// A bucket of an S3 server, and the beginning of the names in it, which may be empty.
    Bucket { name: String, prefix: String },
}

impl FilesConfig {
    /// The place in `url`, if it has one of the two forms.
    pub fn place(&self) -> Option<FilePlace> {
        if let Some(folder) = self.url.strip_prefix("file:") {
            return (!folder.is_empty()).then(|| FilePlace::Folder(folder.into()));
        }
        let rest = self.url.strip_prefix("s3://")?;
        let (name, prefix) = rest.split_once('/').unwrap_or((rest, ""));
        let prefix = prefix.trim_end_matches('/');
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b".-_".contains(&byte);
        let parts_are_plain = |text: &str| {
            text.split('/').all(|part| {
                !part.is_empty() && part.bytes().all(is_plain) && part != "." && part != ".."
            })
        };
        let is_bucket = !name.contains('/') && parts_are_plain(name);
        let is_place = is_bucket && (prefix.is_empty() || parts_are_plain(prefix));
        is_place.then(|| FilePlace::Bucket {
            name: name.to_owned(),
            prefix: prefix.to_owned(),
        })
    }

    /// True if a bucket keeps the files.
    fn is_bucket(&self) -> bool {
        matches!(self.place(), Some(FilePlace::Bucket { .. }))
    }
}

impl Default for FilesConfig {
    fn default() -> Self {
        Self {
            url: "file:data/files".to_owned(),
            region: "us-east-1".to_owned(),
            endpoint: None,
            access_key_id: None,
            secret_key_file: None,
            public_url: None,
            total_bytes: 20_000_000_000,
            person_bytes: 1_000_000_000,
        }
    }
}

impl Section for FilesConfig {
    const NAME: &'static str = "files";
    const KEYS: &'static [Key] = &[
        key("url", "\"file:folder\" or \"s3://bucket/prefix\""),
        key("region", "the name of a region, such as \"eu-central-1\""),
        key(
            "endpoint",
            "an address without a path, such as \"https://s3.example.com\", or \"\"",
        ),
        key("access_key_id", "the id of a key to the bucket"),
        key(
            "secret_key_file",
            "the path of a file with the secret of that key",
        ),
        key(
            "public_url",
            "an https origin (or http on localhost) without a path, such as \"https://files.example.com\", or \"\"",
        ),
        key(
            "total_bytes",
            "a number of bytes from 33554432 to 1000000000000000",
        ),
        key(
            "person_bytes",
            "a number of bytes from 33554432 to 1000000000000",
        ),
    ];

    fn check(&self, faults: &mut SectionFaults<'_>) {
        faults.unless(self.place().is_some(), "url", || {
            "is of another form".to_owned()
        });
        faults.unless(!self.region.is_empty(), "region", || "is empty".to_owned());
        let is_origin = |text: &String| is_origin(text);
        faults.unless(self.endpoint.iter().all(is_origin), "endpoint", || {
            format!("is {:?}", self.endpoint.as_deref().unwrap_or_default())
        });
        faults.unless(self.public_url.iter().all(is_origin), "public_url", || {
            format!("is {:?}", self.public_url.as_deref().unwrap_or_default())
        });
        let least = 33_554_432;
        faults.number(
            "total_bytes",
            self.total_bytes,
            least,
            1_000_000_000_000_000,
        );
        faults.number("person_bytes", self.person_bytes, least, 1_000_000_000_000);
        if self.is_bucket() {
            faults.unless(self.access_key_id.is_some(), "access_key_id", || {
                "is not set, but files.url names a bucket".to_owned()
            });
            faults.unless(self.secret_key_file.is_some(), "secret_key_file", || {
                "is not set, but files.url names a bucket".to_owned()
            });
        }
    }
}

/// True for scheme, host and port alone: https, or http on this machine.
fn is_origin(text: &str) -> bool {
    let Ok(url) = url::Url::parse(text) else {
        return false;
    };
    let is_loopback = match url.host() {
        Some(url::Host::Domain(name)) => name == "localhost",
        Some(url::Host::Ipv4(address)) => address.is_loopback(),
        Some(url::Host::Ipv6(address)) => address.is_loopback(),
        None => false,
    };
    let is_safe = url.scheme() == "https" || (url.scheme() == "http" && is_loopback);
    is_safe && url.origin().ascii_serialization() == text
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(url: &str) -> Option<FilePlace> {
        let config = FilesConfig {
            url: url.to_owned(),
            ..FilesConfig::default()
        };
        config.place()
    }

    #[test]
    fn a_place_is_a_folder_or_a_bucket() {
        let folder = FilePlace::Folder("data/files".into());
        assert_eq!(FilesConfig::default().place(), Some(folder));
        for (url, prefix) in [
            ("s3://atrium", ""),
            ("s3://atrium/", ""),
            ("s3://atrium/a/b/", "a/b"),
        ] {
            let bucket = FilePlace::Bucket {
                name: "atrium".to_owned(),
                prefix: prefix.to_owned(),
            };
            assert_eq!(place(url), Some(bucket), "{url}");
        }
        for url in [
            "",
            "file:",
            "s3://",
            "s3:///a",
            "s3://a/../b",
            "s3://a//b",
            "https://a",
        ] {
            assert_eq!(place(url), None, "{url}");
        }
    }

    #[test]
    fn an_origin_has_no_path() {
        for text in ["https://files.example.com", "http://localhost:9000"] {
            assert!(is_origin(text), "{text}");
        }
        for text in [
            "https://files.example.com/",
            "https://files.example.com/a",
            "http://files.example.com",
            "files.example.com",
            "https://u:p@files.example.com",
        ] {
            assert!(!is_origin(text), "{text}");
        }
    }
}
