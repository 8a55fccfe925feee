//! What an installer can replace on every page: the product's name, logo and accent colour.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

#[derive(Clone, Debug)]
pub struct Branding {
    /// The name beside the logo and in page titles.
    pub product: String,
    /// The accent colour; [`OURS`] keeps all colours of the theme.
    pub accent: Colour,
    /// The installer's logo; `None` means Atrium's own.
    pub logo: Option<LogoFile>,
}

impl Default for Branding {
    fn default() -> Self {
        Self {
            product: "Atrium".to_owned(),
            accent: OURS,
            logo: None,
        }
    }
}

/// An installer's logo, as read from its file.
#[derive(Clone, Debug)]
pub struct LogoFile {
    pub kind: LogoKind,
    pub bytes: Vec<u8>,
}

/// The allowed formats of a logo.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogoKind {
    /// A vector drawing, served with headers that keep its scripts from running.
    Svg,
    Png,
}

/// An sRGB colour, written `#rrggbb`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub [u8; 3]);

/// The text is not a colour.
#[derive(Debug, Error, PartialEq, Eq)]
#[error("a colour is written #rrggbb, six hexadecimal digits")]
pub struct NoColour;

impl FromStr for Colour {
    type Err = NoColour;

    fn from_str(text: &str) -> Result<Self, NoColour> {
        let digits = text
            .strip_prefix('#')
            .filter(|d| d.len() == 6)
            .ok_or(NoColour)?;
        if !digits.bytes().all(|b| b.is_ascii_hexdigit()) {
            return Err(NoColour);
        }
        let value = u32::from_str_radix(digits, 16).map_err(|_| NoColour)?;
        let [_, red, green, blue] = value.to_be_bytes();
        Ok(Self([red, green, blue]))
    }
}

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self([red, green, blue]) = self;
        write!(f, "#{red:02x}{green:02x}{blue:02x}")
    }
}

/// Atrium's own accent colour, a deep blue-teal.
pub const OURS: Colour = Colour([0x0b, 0x62, 0x76]);
/// Atrium's accent colour for text on a dark background.
const OURS_AT_NIGHT: Colour = Colour([0x74, 0xca, 0xde]);
/// The background of cards in dark mode.
const NIGHT: Colour = Colour([0x14, 0x1b, 0x20]);
const WHITE: Colour = Colour([255, 255, 255]);
const BLACK: Colour = Colour([0, 0, 0]);
/// The contrast that text needs (WCAG 2.2, 1.4.3), plus a reserve for the tinted page background.
const READABLE: f64 = 4.9;

impl Colour {
    /// Relative luminance, 0 to 1 (WCAG 2.2).
    fn luminance(self) -> f64 {
        let [red, green, blue] = self.0.map(|byte| {
            let part = f64::from(byte) / 255.0;
            if part <= 0.04045 {
                part / 12.92
            } else {
                ((part + 0.055) / 1.055).powf(2.4)
            }
        });
        0.0722f64.mul_add(blue, 0.2126f64.mul_add(red, 0.7152 * green))
    }

    /// Contrast ratio between two colours, 1 to 21 (WCAG 2.2).
    fn contrast(self, other: Self) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        if a > b { a / b } else { b / a }
    }

    /// This colour, mixed with `percent` of `other`.
    fn towards(self, other: Self, percent: u16) -> Self {
        let mix = |from: u8, to: u8| {
            let sum = u16::from(from) * (100 - percent) + u16::from(to) * percent;
            u8::try_from(sum / 100).unwrap_or(u8::MAX)
        };
        Self(std::array::from_fn(|i| mix(self.0[i], other.0[i])))
    }

    /// This colour, mixed with the least of `limit` that makes it readable on `ground`.
    fn readable_on(self, ground: Self, limit: Self) -> Self {
        (0..=100)
            .map(|percent| self.towards(limit, percent))
            .find(|colour| colour.contrast(ground) >= READABLE)
            .unwrap_or(limit)
    }
}

impl Branding {
    /// The CSS rules that set the installer's accent colour in both modes, adjusted until text is
    /// readable. Empty if the accent is Atrium's own.
    pub fn accent_rules(&self) -> String {
        if self.accent == OURS {
            return String::new();
        }
        let (light, dark) = self.logo_colours();
        let by_day = [
            light,
            light.towards(BLACK, 20),
            WHITE,
            light.towards(WHITE, 88),
        ];
        let at_night = [
            dark,
            dark.towards(WHITE, 25),
            NIGHT.towards(BLACK, 50),
            NIGHT.towards(dark, 14),
        ];
        format!(
            ":root{{{}}}@media (prefers-color-scheme:dark){{:root{{{}}}}}\n",
            variables(by_day),
            variables(at_night),
        )
    }

    /// The accent colour of text and logo, in light and in dark mode.
    pub fn logo_colours(&self) -> (Colour, Colour) {
        if self.accent == OURS {
            return (OURS, OURS_AT_NIGHT);
        }
        (
            self.accent.readable_on(WHITE, BLACK),
            self.accent.readable_on(NIGHT, WHITE),
        )
    }
}

fn variables([accent, hover, contrast, subtle]: [Colour; 4]) -> String {
    format!(
        "--accent:{accent};--accent-hover:{hover};--accent-contrast:{contrast};\
         --accent-fg:{accent};--accent-subtle:{subtle};--focus:{accent}"
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn colours_are_read_strictly() {
        assert_eq!("#0b6276".parse(), Ok(Colour([0x0b, 0x62, 0x76])));
        assert_eq!(Colour([0x0b, 0x62, 0x76]).to_string(), "#0b6276");
        for bad in [
            "", "0b6276", "#0b627", "#0b62766", "#+b6276", "red;}", "#日本",
        ] {
            assert_eq!(bad.parse::<Colour>(), Err(NoColour), "{bad}");
        }
    }

    /// WCAG 2.2, 1.4.3: text stays readable in both modes with any accent colour.
    #[test]
    fn any_accent_stays_readable() {
        for accent in [
            "#ffffff", "#000000", "#ffee00", "#0000ff", "#7f7f7f", "#00ff00", "#0b6277",
        ] {
            let accent: Colour = accent.parse().unwrap();
            let branding = Branding {
                accent,
                ..Branding::default()
            };
            let (light, dark) = branding.logo_colours();
            assert!(light.contrast(WHITE) >= 4.5, "{accent} on white");
            assert!(dark.contrast(NIGHT) >= 4.5, "{accent} on night");
            assert!(
                branding
                    .accent_rules()
                    .contains(&format!("--accent:{dark}"))
            );
        }
        assert_eq!(Branding::default().accent_rules(), "");
    }
}
