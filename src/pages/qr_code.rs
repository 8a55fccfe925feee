//! QR codes.

use qrcode::QrCode;
use qrcode::render::svg;

/// `text` as a QR code in black on white, which every camera reads: an SVG document. Empty if the text is too long.
pub fn svg(text: &str) -> String {
    let Ok(code) = QrCode::new(text) else {
        return String::new();
    };
    let mut drawn = code.render::<svg::Color<'_>>();
    let svg = drawn.min_dimensions(200, 200).build();
    // A page embeds it, so it has no XML declaration.
    svg.find("<svg")
        .map_or(String::new(), |at| svg[at..].to_owned())
}
