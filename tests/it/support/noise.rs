//! Pseudo-random bytes from a seed, so that a failure can be repeated.

use std::cell::RefCell;

use atrium::random::Random;
use hyper::HeaderMap;
use hyper::header::HeaderValue;

pub struct Noise {
    random: Random,
    /// Bytes in stock. The generator computes two hashes, for one byte as for 32.
    stock: RefCell<Vec<u8>>,
}

impl Noise {
    pub fn seeded(seed: u8) -> Self {
        Self {
            random: Random::seeded(seed),
            stock: RefCell::default(),
        }
    }

    pub fn byte(&self) -> u8 {
        let mut stock = self.stock.borrow_mut();
        if stock.is_empty() {
            stock.extend(self.random.bytes::<1024>());
        }
        stock.pop().unwrap()
    }

    pub fn bytes(&self, most: usize) -> Vec<u8> {
        let length = usize::from(u16::from_be_bytes([self.byte(), self.byte()])) % most;
        (0..length).map(|_| self.byte()).collect()
    }

    /// Printable bytes for a header line.
    pub fn graphic(&self, most: usize) -> String {
        let bytes = self.bytes(most);
        let graphic = bytes.iter().map(|byte| char::from(b'!' + byte % 94));
        graphic.collect()
    }

    pub fn pick<'a>(&self, from: &[&'a str]) -> &'a str {
        from[usize::from(self.byte()) % from.len()]
    }

    /// Text for the query of an address.
    pub fn query(&self) -> String {
        let text = self.graphic(200);
        text.chars()
            .filter(|c| !"#\"<>\\^`{|}".contains(*c))
            .collect()
    }

    /// Text for the path of an address after a slash. It is never empty.
    pub fn path(&self) -> String {
        let text = self.graphic(60);
        let text = text.chars().filter(|c| !"?#\"<>\\^`{|}".contains(*c));
        std::iter::once('~').chain(text).collect()
    }

    /// Printable bytes mixed with bytes that are not valid text. A header value may contain both
    /// (RFC 9110 section 5.5, `obs-text`).
    fn opaque(&self, most: usize) -> Vec<u8> {
        let bytes = self.bytes(most).into_iter();
        bytes
            .map(|byte| if byte < 0x80 { b'!' + byte % 94 } else { byte })
            .collect()
    }

    /// Some of the headers that the server reads. Some values are not valid text.
    pub fn headers(&self) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for name in [
            "authorization",
            "cookie",
            "dpop",
            "origin",
            "accept-language",
            "access-token",
            "if-none-match",
            "accept-encoding",
            "sec-fetch-dest",
        ] {
            let tail = if self.byte() < 64 {
                self.opaque(100)
            } else {
                self.graphic(100).into_bytes()
            };
            let value = match name {
                "authorization" => {
                    let scheme = self.pick(&["Basic", "Bearer", "DPoP", "x"]);
                    [scheme.as_bytes(), b" ", &tail].concat()
                }
                _ => tail,
            };
            if self.byte() < 128
                && let Ok(value) = HeaderValue::from_bytes(&value)
            {
                headers.insert(name, value);
            }
        }
        headers
    }
}
