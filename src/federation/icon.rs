//! The icon of a provider. Browsers of strangers load it, so a picture that somebody gives is decoded with limits and drawn
//! again: what is served is a small PNG of ours, never the file (attack 40).

use std::fmt::Write as _;
use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use bytes::Bytes;
use image::imageops::FilterType;
use image::{ImageError, ImageFormat, ImageReader, Limits};
use ring::digest::{SHA256, digest};

/// The most bytes of a file.
const LARGEST: usize = 256 * 1024;
/// The most pixels of a side of a file.
const WIDEST: u32 = 2048;
/// The most pixels of a side of an icon.
const SIDE: u32 = 96;
/// The most memory for one picture, in bytes: four channels of 16 bits for each pixel, twice.
const MEMORY: u64 = 2 * 8 * (WIDEST as u64) * (WIDEST as u64);

/// Why a file is no icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum IconError {
    #[error("is larger than 256 KiB")]
    TooLarge,
    #[error("is no PNG or JPEG")]
    Kind,
    #[error("is wider or higher than 2048 pixels")]
    Size,
    #[error("is damaged")]
    Damaged,
}

/// A small PNG that was drawn here.
#[derive(Clone, PartialEq, Eq)]
pub struct Icon {
    png: Bytes,
    /// Part of its address, so that browsers may keep it for ever.
    hash: String,
}

impl Icon {
    /// Draws the picture of a PNG or JPEG file again, in at most 96 pixels a side. It takes up to tenths of a second: call
    /// it on a blocking thread.
    ///
    /// # Errors
    /// [`IconError`].
    pub fn of_file(file: &[u8]) -> Result<Self, IconError> {
        if file.len() > LARGEST {
            return Err(IconError::TooLarge);
        }
        // The first bytes decide, not a name or a media type.
        let format = image::guess_format(file).ok();
        let format = format.filter(|kind| matches!(kind, ImageFormat::Png | ImageFormat::Jpeg));
        let mut reader =
            ImageReader::with_format(Cursor::new(file), format.ok_or(IconError::Kind)?);
        let mut limits = Limits::no_limits();
        limits.max_image_width = Some(WIDEST);
        limits.max_image_height = Some(WIDEST);
        limits.max_alloc = Some(MEMORY);
        reader.limits(limits);
        let picture = reader.decode().map_err(|error| match error {
            ImageError::Limits(_) => IconError::Size,
            _ => IconError::Damaged,
        })?;
        let fits = picture.width() <= SIDE && picture.height() <= SIDE;
        let small = if fits {
            picture
        } else {
            picture.resize(SIDE, SIDE, FilterType::CatmullRom)
        };
        let mut png = Vec::new();
        let drawn = small.into_rgba8();
        let written = drawn.write_to(&mut Cursor::new(&mut png), ImageFormat::Png);
        written.map_err(|_| IconError::Damaged)?;
        Ok(Self::of(png))
    }

    /// An icon of the database.
    pub(super) fn stored(text: &str) -> Option<Self> {
        STANDARD.decode(text).ok().map(Self::of)
    }

    fn of(png: Vec<u8>) -> Self {
        let sum = digest(&SHA256, &png);
        let hash = sum.as_ref().iter().take(8);
        let hash = hash.fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        Self {
            png: png.into(),
            hash,
        }
    }

    /// In base64, as the database has it.
    pub fn text(&self) -> String {
        STANDARD.encode(&self.png)
    }

    pub const fn png(&self) -> &Bytes {
        &self.png
    }

    pub fn hash(&self) -> &str {
        &self.hash
    }
}

impl std::fmt::Debug for Icon {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Icon({})", self.hash)
    }
}

#[cfg(test)]
mod tests {
    use image::{DynamicImage, GenericImageView as _, RgbImage};

    use super::*;

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut file = Vec::new();
        let picture = DynamicImage::ImageRgb8(RgbImage::new(width, height));
        picture
            .write_to(&mut Cursor::new(&mut file), format)
            .unwrap();
        file
    }

    /// The sides of what is served.
    fn sides(icon: &Icon) -> (u32, u32) {
        assert_eq!(image::guess_format(icon.png()).unwrap(), ImageFormat::Png);
        image::load_from_memory(icon.png()).unwrap().dimensions()
    }

    #[test]
    fn a_picture_is_drawn_again_and_fits() {
        for (width, height, fits) in [(16, 16, (16, 16)), (400, 200, (96, 48)), (2, 2048, (1, 96))]
        {
            for format in [ImageFormat::Png, ImageFormat::Jpeg] {
                let icon = Icon::of_file(&file(width, height, format)).unwrap();
                assert_eq!(sides(&icon), fits, "{format:?}");
                assert_eq!(Icon::stored(&icon.text()).unwrap(), icon);
            }
        }
    }

    /// Attack 40: what stands behind the picture in the file is not served.
    #[test]
    fn attack_40_what_is_hidden_in_a_picture_is_gone() {
        let mut hiding = file(16, 16, ImageFormat::Png);
        hiding.extend_from_slice(b"<script>alert(1)</script>");
        let icon = Icon::of_file(&hiding).unwrap();
        let has_script = icon.png().windows(7).any(|part| part == b"<script");
        assert!(!has_script);
    }

    /// Attack 40: SVG, HTML under the name of a PNG, other kinds, and damaged files are no icon.
    #[test]
    fn attack_40_only_png_and_jpeg_are_icons() {
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
        let html = b"<!doctype html><script>alert(1)</script>";
        let gif = b"GIF89a\x01\0\x01\0\0\0\0;";
        for other in [&svg[..], html, gif, b"", b"RIFF\0\0\0\0WEBPVP8 "] {
            assert_eq!(Icon::of_file(other), Err(IconError::Kind));
        }
        // Of a JPEG whose end is missing the rest is grey, as browsers show it. Here its header is cut.
        for (format, left) in [(ImageFormat::Png, 100), (ImageFormat::Jpeg, 20)] {
            let cut = &file(300, 300, format)[..left];
            assert_eq!(Icon::of_file(cut), Err(IconError::Damaged), "{format:?}");
        }
        let begun = [b"\x89PNG\r\n\x1a\n", &html[..]].concat();
        assert_eq!(Icon::of_file(&begun), Err(IconError::Damaged));
    }

    /// Attack 40: a small file cannot make us draw a huge picture.
    #[test]
    fn attack_40_a_picture_of_huge_sides_is_not_decoded() {
        let mut bomb = file(16, 16, ImageFormat::Png);
        // The sides in the header, and its checksum.
        bomb[16..24].copy_from_slice(&[0x00, 0x00, 0xff, 0xff, 0x00, 0x00, 0xff, 0xff]);
        let sum = crc(&bomb[12..29]);
        bomb[29..33].copy_from_slice(&sum.to_be_bytes());
        assert_eq!(Icon::of_file(&bomb), Err(IconError::Size));
        let wide = file(WIDEST + 1, 1, ImageFormat::Png);
        assert_eq!(Icon::of_file(&wide), Err(IconError::Size));
        let mut large = file(16, 16, ImageFormat::Png);
        large.resize(LARGEST + 1, 0);
        assert_eq!(Icon::of_file(&large), Err(IconError::TooLarge));
    }

    /// CRC-32 of PNG (RFC 2083 section 3.4).
    fn crc(bytes: &[u8]) -> u32 {
        let step = |sum: u32, byte: &u8| {
            (0..8).fold(sum ^ u32::from(*byte), |sum, _| match sum & 1 {
                1 => 0xedb8_8320 ^ (sum >> 1),
                _ => sum >> 1,
            })
        };
        !bytes.iter().fold(u32::MAX, step)
    }
}
