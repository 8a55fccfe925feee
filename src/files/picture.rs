//! A picture: decoded with limits, turned as its camera was held, and drawn again in two sizes (attack 40, contract F-66).

use std::fmt::Write as _;
use std::io::Cursor;

use bytes::Bytes;
use image::codecs::jpeg::JpegEncoder;
use image::{
    DynamicImage, ImageDecoder as _, ImageError, ImageFormat, ImageReader, Limits, Rgba, RgbaImage,
};
use ring::digest::{SHA256, digest};

/// The most pixels of a side of a file.
const WIDEST: u32 = 10_000;
/// The most memory of a decoded picture, in bytes.
const MEMORY: u64 = 64 * 1024 * 1024;
/// The most pixels of a side of what is drawn.
pub const SIDE: u32 = 1_920;
/// The most pixels of a side of a picture of a person, which everybody may upload.
pub const PERSON_SIDE: u32 = 512;
/// The most pixels of a side of the small one, for icons and cards.
const SMALL_SIDE: u32 = 320;
/// The quality of a drawn JPEG.
const QUALITY: u8 = 85;
/// The most bytes of the larger size of a [`Drawing::Small`].
const SMALL_FILE: usize = 1024 * 1024;
/// Sides and qualities for it, from the best. Noise in all colours fits with the last.
const SMALL_FILES: [(u32, u8); 4] = [(SIDE, QUALITY), (SIDE, 60), (1_280, 60), (640, 50)];

/// What a picture is drawn as (contract K-22).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PictureKind {
    Png,
    Jpeg,
}

impl PictureKind {
    /// Its media type.
    pub const fn media_type(self) -> &'static str {
        match self {
            Self::Png => "image/png",
            Self::Jpeg => "image/jpeg",
        }
    }

    /// The ending of its name.
    pub const fn ending(self) -> &'static str {
        match self {
            Self::Png => "png",
            Self::Jpeg => "jpg",
        }
    }

    /// The kind whose names end so.
    pub fn of_ending(ending: &str) -> Option<Self> {
        [Self::Png, Self::Jpeg]
            .into_iter()
            .find(|kind| kind.ending() == ending)
    }
}

/// How a picture is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// In the kind that was sent, with at most so many pixels a side.
    Within(u32),
    /// A photograph or a screenshot, as a JPEG of at most a megabyte.
    Small,
}

/// Why a file is no picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PictureError {
    #[error("is no JPEG or PNG")]
    Kind,
    #[error("has too many pixels")]
    Size,
    #[error("is damaged")]
    Damaged,
}

/// A picture that was drawn here, in two sizes.
#[derive(Clone, Debug)]
pub struct Picture {
    pub kind: PictureKind,
    pub large: Bytes,
    pub small: Bytes,
}

impl Picture {
    /// Draws the picture in `file` again. It takes up to seconds: call it on a blocking thread.
    ///
    /// # Errors
    /// [`PictureError`].
    pub fn of_file(file: &[u8]) -> Result<Self, PictureError> {
        Self::drawn(file, Drawing::Within(SIDE))
    }

    /// Draws the picture in `file` again, as `how` says, like [`Self::of_file`].
    ///
    /// # Errors
    /// [`PictureError`].
    pub fn drawn(file: &[u8], how: Drawing) -> Result<Self, PictureError> {
        // The first bytes decide, not a name or a media type.
        let (format, kind) = match image::guess_format(file) {
            Ok(ImageFormat::Png) => (ImageFormat::Png, PictureKind::Png),
            Ok(ImageFormat::Jpeg) => (ImageFormat::Jpeg, PictureKind::Jpeg),
            _ => return Err(PictureError::Kind),
        };
        let picture = decoded(file, format)?;
        let (kind, drawn, large) = match how {
            Drawing::Within(side) => {
                let drawn = fitting(picture, side);
                let large = encoded(&drawn, kind, QUALITY)?;
                (kind, drawn, large)
            }
            Drawing::Small => {
                let drawn = upon_white(fitting(picture, SIDE));
                let large = small_file(&drawn)?;
                (PictureKind::Jpeg, drawn, large)
            }
        };
        let small = encoded(&fitting(drawn, SMALL_SIDE), kind, QUALITY)?;
        Ok(Self { kind, large, small })
    }

    /// Its name: the hash of the larger size, and the ending of its kind.
    pub fn name(&self) -> String {
        let sum = digest(&SHA256, &self.large);
        let hash = sum.as_ref().iter().fold(String::new(), |mut hex, byte| {
            let _ = write!(hex, "{byte:02x}");
            hex
        });
        format!("{hash}.{}", self.kind.ending())
    }
}

fn decoded(file: &[u8], format: ImageFormat) -> Result<DynamicImage, PictureError> {
    let mut limits = Limits::no_limits();
    limits.max_image_width = Some(WIDEST);
    limits.max_image_height = Some(WIDEST);
    limits.max_alloc = Some(MEMORY);
    let mut reader = ImageReader::with_format(Cursor::new(file), format);
    reader.limits(limits.clone());
    let mut decoder = reader.into_decoder().map_err(|error| refused(&error))?;
    limits
        .reserve(decoder.total_bytes())
        .map_err(|error| refused(&error))?;
    // A picture whose note about its orientation cannot be read is shown as it is.
    let orientation = decoder.orientation();
    let mut picture = DynamicImage::from_decoder(decoder).map_err(|error| refused(&error))?;
    if let Ok(orientation) = orientation {
        picture.apply_orientation(orientation);
    }
    Ok(picture)
}

fn refused(error: &ImageError) -> PictureError {
    match error {
        ImageError::Limits(_) => PictureError::Size,
        _ => PictureError::Damaged,
    }
}

/// The picture with at most `side` pixels a side. It averages pixels, which needs no further memory.
fn fitting(picture: DynamicImage, side: u32) -> DynamicImage {
    if picture.width() <= side && picture.height() <= side {
        return picture;
    }
    picture.thumbnail(side, side)
}

/// The picture without transparency, which a JPEG does not have.
fn upon_white(picture: DynamicImage) -> DynamicImage {
    if !picture.color().has_alpha() {
        return picture;
    }
    let white = Rgba([u8::MAX; 4]);
    let mut drawn = RgbaImage::from_pixel(picture.width(), picture.height(), white);
    image::imageops::overlay(&mut drawn, &picture.to_rgba8(), 0, 0);
    drawn.into()
}

/// The best JPEG of the picture that is small enough.
fn small_file(picture: &DynamicImage) -> Result<Bytes, PictureError> {
    for (side, quality) in SMALL_FILES {
        let file = encoded(&fitting(picture.clone(), side), PictureKind::Jpeg, quality)?;
        if file.len() <= SMALL_FILE {
            return Ok(file);
        }
    }
    Err(PictureError::Size)
}

/// The pixels alone: an encoder writes no notes of the camera, no place and no text.
fn encoded(picture: &DynamicImage, kind: PictureKind, quality: u8) -> Result<Bytes, PictureError> {
    let mut file = Vec::new();
    let written = match kind {
        PictureKind::Png => {
            let drawn = if picture.color().has_alpha() {
                DynamicImage::ImageRgba8(picture.to_rgba8())
            } else {
                DynamicImage::ImageRgb8(picture.to_rgb8())
            };
            drawn.write_to(&mut Cursor::new(&mut file), ImageFormat::Png)
        }
        PictureKind::Jpeg => {
            let encoder = JpegEncoder::new_with_quality(&mut file, quality);
            picture.to_rgb8().write_with_encoder(encoder)
        }
    };
    written.map_err(|_| PictureError::Damaged)?;
    Ok(file.into())
}

#[cfg(test)]
mod tests {
    use image::{GenericImageView as _, Rgb, RgbImage};

    use super::*;

    fn file(width: u32, height: u32, format: ImageFormat) -> Vec<u8> {
        let mut file = Vec::new();
        let picture = DynamicImage::ImageRgb8(RgbImage::new(width, height));
        picture
            .write_to(&mut Cursor::new(&mut file), format)
            .unwrap();
        file
    }

    fn sides(bytes: &[u8]) -> (u32, u32) {
        image::load_from_memory(bytes).unwrap().dimensions()
    }

    /// F-66: both sizes are drawn again, each in the kind that was sent.
    #[test]
    fn a_picture_is_drawn_again_in_two_sizes() {
        for (format, kind) in [
            (ImageFormat::Png, PictureKind::Png),
            (ImageFormat::Jpeg, PictureKind::Jpeg),
        ] {
            let picture = Picture::of_file(&file(2_400, 600, format)).unwrap();
            assert_eq!(picture.kind, kind);
            assert_eq!(sides(&picture.large), (1_920, 480));
            assert_eq!(sides(&picture.small), (320, 80));
            assert_eq!(image::guess_format(&picture.large).unwrap(), format);
            let name = picture.name();
            assert!(name.ends_with(kind.ending()) && name.len() == 64 + 1 + kind.ending().len());
            let again = Picture::of_file(&file(2_400, 600, format)).unwrap();
            assert_eq!(again.name(), name, "the name is the content");
        }
        let small = Picture::of_file(&file(16, 16, ImageFormat::Png)).unwrap();
        assert_eq!(
            (sides(&small.large), sides(&small.small)),
            ((16, 16), (16, 16))
        );
    }

    /// Transparent pixels of an icon stay transparent.
    #[test]
    fn a_png_keeps_its_transparency() {
        let mut clear = RgbaImage::new(8, 8);
        clear.put_pixel(0, 0, Rgba([200, 0, 0, 255]));
        let mut sent = Vec::new();
        clear
            .write_to(&mut Cursor::new(&mut sent), ImageFormat::Png)
            .unwrap();
        let drawn = Picture::of_file(&sent).unwrap();
        let drawn = image::load_from_memory(&drawn.large).unwrap().to_rgba8();
        assert_eq!(drawn.get_pixel(0, 0), &Rgba([200, 0, 0, 255]));
        assert_eq!(drawn.get_pixel(7, 7)[3], 0);
    }

    /// Attack 44: noise, which no encoder makes small, has at most a megabyte, whatever was sent; and what is transparent is
    /// white.
    #[test]
    fn attack_44_a_small_file_is_small() {
        let mut seed = 1_u32;
        let noise = RgbImage::from_fn(1_920, 1_920, |_, _| {
            seed = seed.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let [a, b, c, _] = (seed ^ (seed >> 15)).to_be_bytes();
            Rgb([a, b, c])
        });
        let mut sent = Vec::new();
        noise
            .write_to(&mut Cursor::new(&mut sent), ImageFormat::Png)
            .unwrap();
        let drawn = Picture::drawn(&sent, Drawing::Small).unwrap();
        assert!(sent.len() > 8 * SMALL_FILE && drawn.large.len() <= SMALL_FILE);
        assert!(
            drawn.name().rsplit('.').next() == Some("jpg") && sides(&drawn.small) == (320, 320)
        );
        let mut sent = Vec::new();
        RgbaImage::new(8, 8)
            .write_to(&mut Cursor::new(&mut sent), ImageFormat::Png)
            .unwrap();
        let clear = Picture::drawn(&sent, Drawing::Small).unwrap();
        let clear = image::load_from_memory(&clear.large).unwrap().to_rgb8();
        assert!(clear.get_pixel(4, 4).0.iter().all(|colour| *colour > 250));
    }

    /// A camera that was held upright says so in its notes (EXIF 2.3, tag 0x0112): the picture is turned, and the notes with
    /// their place are gone.
    #[test]
    fn attack_40_a_picture_is_turned_and_loses_its_notes() {
        let mut wide = RgbImage::new(64, 32);
        for x in 0..64 {
            for y in 0..32 {
                let red = if x < 32 { 255 } else { 0 };
                wide.put_pixel(x, y, Rgb([red, 0, 0]));
            }
        }
        let mut plain = Vec::new();
        wide.write_to(&mut Cursor::new(&mut plain), ImageFormat::Jpeg)
            .unwrap();
        // One note: turn by 90 degrees; behind it a text that must not be served.
        let mut notes =
            b"Exif\0\0MM\0\x2a\0\0\0\x08\0\x01\x01\x12\0\x03\0\0\0\x01\0\x06\0\0\0\0\0\0".to_vec();
        notes.extend_from_slice(b"31.2304 N secret place");
        let length = u16::try_from(notes.len() + 2).unwrap().to_be_bytes();
        let sent = [&plain[..2], &[0xff, 0xe1], &length, &notes, &plain[2..]].concat();
        let drawn = Picture::of_file(&sent).unwrap();
        assert_eq!(sides(&drawn.large), (32, 64));
        let upright = image::load_from_memory(&drawn.large).unwrap().to_rgb8();
        assert!(upright.get_pixel(16, 4)[0] > 200, "red is above");
        for bytes in [&drawn.large, &drawn.small] {
            let shown = String::from_utf8_lossy(bytes);
            assert!(!shown.contains("secret place") && !shown.contains("Exif"));
        }
    }

    /// Attack 40: SVG, HTML under the name of a PNG, other kinds, and damaged files are no pictures.
    #[test]
    fn attack_40_only_jpeg_and_png_are_pictures() {
        let svg = b"<svg xmlns=\"http://www.w3.org/2000/svg\"><script>alert(1)</script></svg>";
        let html = b"<!doctype html><script>alert(1)</script>";
        let gif = b"GIF89a\x01\0\x01\0\0\0\0;";
        for other in [
            &svg[..],
            html,
            gif,
            b"",
            b"RIFF\0\0\0\0WEBPVP8 ",
            b"%PDF-1.7",
        ] {
            assert_eq!(Picture::of_file(other).unwrap_err(), PictureError::Kind);
        }
        for (format, left) in [(ImageFormat::Png, 100), (ImageFormat::Jpeg, 20)] {
            let cut = &file(300, 300, format)[..left];
            let refused = Picture::of_file(cut).unwrap_err();
            assert_eq!(refused, PictureError::Damaged, "{format:?}");
        }
        let hiding = [&file(16, 16, ImageFormat::Png)[..], html].concat();
        let drawn = Picture::of_file(&hiding).unwrap();
        assert!(!String::from_utf8_lossy(&drawn.large).contains("script"));
    }

    /// Attack 40: a picture of 20,000 by 20,000 pixels in about a kilobyte is refused before it is decoded, and so is one
    /// whose sides are allowed and whose pixels together are too many.
    #[test]
    fn attack_40_a_bomb_is_not_decoded() {
        for (width, height) in [(20_000_u32, 20_000_u32), (9_000, 9_000)] {
            let mut bomb = file(16, 16, ImageFormat::Png);
            bomb[16..20].copy_from_slice(&width.to_be_bytes());
            bomb[20..24].copy_from_slice(&height.to_be_bytes());
            let sum = crc(&bomb[12..29]);
            bomb[29..33].copy_from_slice(&sum.to_be_bytes());
            assert!(bomb.len() < 1_024);
            assert_eq!(Picture::of_file(&bomb).unwrap_err(), PictureError::Size);
        }
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
