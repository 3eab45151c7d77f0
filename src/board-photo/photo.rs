//! Decoding of a photograph of the board, turned as the camera was held.
//!
//! Pictures from outside are untrusted. Size, animation and color format are read
//! from the header before anything is decoded, so that time and memory stay bounded
//! for any bytes.

use std::io::Cursor;

use image::codecs::{jpeg::JpegDecoder, png::PngDecoder, webp::WebPDecoder};
use image::error::ImageError;
use image::metadata::Orientation;
use image::{DynamicImage, ImageDecoder, ImageFormat, Limits, RgbImage, imageops};

/// The maximum size of a photograph's file, in bytes.
pub const MAX_PHOTO_BYTES: usize = 100_000_000;
/// The maximum number of pixels of a photograph, in millions.
pub const MAX_MEGAPIXELS: u64 = 100;
/// The maximum side of a photograph, in pixels. It refuses pictures that are only a line, however
/// few pixels they have in total.
pub const MAX_SIDE: u32 = 30_000;
/// The maximum side of the decoded pixels. Longer sides are halved until they fit: more detail
/// adds nothing about a square.
const MAX_DECODED_SIDE: u32 = 6_000;
/// The maximum memory of the pixels in the color format of the file, in millions of bytes: a
/// hundred million pixels of a camera, fewer with more bits a color.
const MAX_DECODED: u64 = 300;
/// The maximum allocation while one picture is decoded, in bytes.
const MAX_MEMORY: u64 = 400_000_000;

/// A reason why bytes are no photograph that can be traced.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PhotoError {
    /// No bytes at all.
    #[error("the file is empty, expected a picture")]
    Empty,
    /// More bytes than a photograph has.
    #[error("the file has more than {} million bytes, expected a smaller picture", MAX_PHOTO_BYTES / 1_000_000)]
    TooManyBytes,
    /// An unsupported format.
    #[error("the file is no picture that can be read, expected JPEG, PNG or WebP")]
    NotAPicture,
    /// The format in which iPhones save.
    #[error(
        "the picture is HEIC, the iPhone's own format, expected JPEG, PNG or WebP. In Photos, \
         export it as JPEG; for the next one choose Settings > Camera > Formats > Most Compatible"
    )]
    Heic,
    /// Too many pixels.
    #[error(
        "the picture has {width} × {height} pixels, expected {MAX_MEGAPIXELS} million at most; \
         a smaller copy will do"
    )]
    TooManyPixels {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// Too much memory for its pixels.
    #[error(
        "the picture has {width} × {height} pixels of {bits} bits each, which take {} million \
         bytes, expected {MAX_DECODED} million at most; a smaller copy will do, or one with 8 \
         bits a colour",
        megabytes(*.width, *.height, *.bits)
    )]
    TooMuchMemory {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
        /// Bits per pixel, all colors together.
        bits: u16,
    },
    /// A side that is too long.
    #[error(
        "the picture has {width} × {height} pixels, expected {MAX_SIDE} at most on each side; \
         a smaller copy will do"
    )]
    TooLong {
        /// Pixels across.
        width: u32,
        /// Pixels down.
        height: u32,
    },
    /// Several pictures in one file.
    #[error("the picture is animated, expected a single still picture")]
    Animated,
    /// Colors for the printing press.
    #[error(
        "the picture is stored in CMYK, the colours of printing; expected RGB, as a camera saves it"
    )]
    Cmyk,
    /// A file without its end.
    #[error("the picture is cut off: its file ends too soon; expected the whole file")]
    Truncated,
    /// A file that contradicts itself, with the decoder's message.
    #[error("the picture is damaged: {0}")]
    Damaged(String),
}

/// A decoded photograph, as a viewer shows it.
#[derive(Clone, Debug)]
pub struct Photo {
    /// The pixels, possibly fewer than in the file.
    pixels: RgbImage,
    /// Pixels across and down in the file, after turning the picture upright.
    size: (u32, u32),
}

impl Photo {
    /// Decodes a JPEG, PNG or WebP.
    ///
    /// # Errors
    ///
    /// A [`PhotoError`] that says what is wrong with the picture.
    pub fn decode(bytes: &[u8]) -> Result<Self, PhotoError> {
        if bytes.is_empty() {
            return Err(PhotoError::Empty);
        }
        if bytes.len() > MAX_PHOTO_BYTES {
            return Err(PhotoError::TooManyBytes);
        }
        if is_heic(bytes) {
            return Err(PhotoError::Heic);
        }
        match image::guess_format(bytes) {
            Ok(ImageFormat::Jpeg) => {
                let head = JpegHead::of(bytes);
                if head.components == 4 {
                    return Err(PhotoError::Cmyk);
                }
                let decoder = JpegDecoder::new(Cursor::new(bytes)).map_err(damaged)?;
                small_enough(&decoder)?;
                if !head.complete {
                    return Err(PhotoError::Truncated);
                }
                Self::from_decoder(decoder)
            }
            Ok(ImageFormat::Png) => {
                let decoder =
                    PngDecoder::with_limits(Cursor::new(bytes), limits()).map_err(damaged)?;
                small_enough(&decoder)?;
                if decoder.is_apng().map_err(damaged)? {
                    return Err(PhotoError::Animated);
                }
                Self::from_decoder(decoder)
            }
            Ok(ImageFormat::WebP) => {
                let decoder = WebPDecoder::new(Cursor::new(bytes)).map_err(damaged)?;
                small_enough(&decoder)?;
                if decoder.has_animation() {
                    return Err(PhotoError::Animated);
                }
                Self::from_decoder(decoder)
            }
            Ok(_) | Err(_) => Err(PhotoError::NotAPicture),
        }
    }

    /// Creates a photograph from pixels, for pictures that are rendered rather than taken.
    pub fn from_pixels(pixels: RgbImage) -> Self {
        Self { size: pixels.dimensions(), pixels }
    }

    fn from_decoder(mut decoder: impl ImageDecoder) -> Result<Self, PhotoError> {
        decoder.set_limits(limits()).map_err(damaged)?;
        // An unreadable orientation counts as none.
        let orientation = decoder.orientation().ok();
        let picture = DynamicImage::from_decoder(decoder).map_err(damaged)?;
        let mut size = (picture.width(), picture.height());
        // Viewers show transparent parts on black or on white. We take the stored color, which
        // for a photograph is the visible one.
        let mut pixels = picture.into_rgb8();
        while pixels.width().max(pixels.height()) > MAX_DECODED_SIDE {
            let half = (pixels.width().div_ceil(2), pixels.height().div_ceil(2));
            pixels = imageops::thumbnail(&pixels, half.0, half.1);
        }
        let mut turned = DynamicImage::ImageRgb8(pixels);
        if let Some(orientation) = orientation {
            turned.apply_orientation(orientation);
        }
        let pixels = turned.into_rgb8();
        let on_its_side = orientation.is_some_and(|orientation| match orientation {
            Orientation::Rotate90
            | Orientation::Rotate270
            | Orientation::Rotate90FlipH
            | Orientation::Rotate270FlipH => true,
            Orientation::NoTransforms
            | Orientation::Rotate180
            | Orientation::FlipHorizontal
            | Orientation::FlipVertical => false,
        });
        if on_its_side {
            size = (size.1, size.0);
        }
        Ok(Self { pixels, size })
    }

    /// Returns the pixels across and down, as a viewer shows the picture; the unit of corners.
    pub const fn size(&self) -> (u32, u32) {
        self.size
    }

    /// Returns the decoded pixels; a large picture has fewer than its file.
    pub const fn pixels(&self) -> &RgbImage {
        &self.pixels
    }
}

/// Returns `true` if the header of a file announces HEIC, the format of iPhones.
fn is_heic(bytes: &[u8]) -> bool {
    const BRANDS: [&[u8]; 9] =
        [b"heic", b"heix", b"heim", b"heis", b"hevc", b"hevx", b"hevm", b"mif1", b"msf1"];
    bytes.get(4..8) == Some(b"ftyp")
        && bytes.get(8..12).is_some_and(|brand| BRANDS.contains(&brand))
}

fn limits() -> Limits {
    let mut limits = Limits::no_limits();
    limits.max_alloc = Some(MAX_MEMORY);
    limits
}

fn small_enough(decoder: &impl ImageDecoder) -> Result<(), PhotoError> {
    let (width, height) = decoder.dimensions();
    if width == 0 || height == 0 {
        return Err(PhotoError::Damaged("it has no pixels".to_owned()));
    }
    if u64::from(width) * u64::from(height) > MAX_MEGAPIXELS * 1_000_000 {
        return Err(PhotoError::TooManyPixels { width, height });
    }
    if width.max(height) > MAX_SIDE {
        return Err(PhotoError::TooLong { width, height });
    }
    let bits = decoder.color_type().bits_per_pixel();
    if megabytes(width, height, bits) > MAX_DECODED {
        return Err(PhotoError::TooMuchMemory { width, height, bits });
    }
    Ok(())
}

/// Returns the memory of so large a picture in millions of bytes, rounded up.
fn megabytes(width: u32, height: u32, bits: u16) -> u64 {
    (u64::from(width) * u64::from(height) * u64::from(bits)).div_ceil(8_000_000)
}

#[expect(
    clippy::needless_pass_by_value,
    reason = "it is passed to map_err, which hands errors over by value"
)]
fn damaged(error: ImageError) -> PhotoError {
    let message = error.to_string();
    let lowercase = message.to_lowercase();
    let ends = ["unexpected end", "unexpectedeof", "eof", "fill whole buffer", "exhausted"];
    if ends.iter().any(|words| lowercase.contains(words)) {
        return PhotoError::Truncated;
    }
    let line = message.chars().map(|c| if c.is_control() { ' ' } else { c });
    PhotoError::Damaged(line.take(200).collect())
}

/// Facts from the markers of a JPEG. The decoder itself fills missing parts with gray and
/// converts printing colors without an error.
struct JpegHead {
    /// The number of color components, 0 if the file ends before it is given.
    components: u8,
    /// `true` if the end of the picture is there.
    complete: bool,
}

impl JpegHead {
    fn of(bytes: &[u8]) -> Self {
        let mut head = Self { components: 0, complete: false };
        let mut at = 2;
        loop {
            let Some(skipped) = bytes.get(at..).unwrap_or_default().windows(2).position(is_marker)
            else {
                return head;
            };
            at += skipped;
            let marker = bytes[at + 1];
            let Some(length) = bytes.get(at + 2..at + 4) else {
                head.complete = marker == 0xD9;
                return head;
            };
            match marker {
                0xD9 => {
                    head.complete = true;
                    return head;
                }
                // Standalone markers have no length.
                0x01 | 0xD8 => at += 2,
                _ => {
                    let frame =
                        matches!(marker, 0xC0..=0xCF) && !matches!(marker, 0xC4 | 0xC8 | 0xCC);
                    if frame && let Some(&components) = bytes.get(at + 9) {
                        head.components = components;
                    }
                    at += 2 + usize::from(u16::from_be_bytes([length[0], length[1]])).max(2);
                }
            }
        }
    }
}

/// Returns `true` if two bytes of a JPEG begin a marker.
///
/// Between two segments there are only fill bytes. In a scan everything is data except a marker,
/// whose second byte is neither 0 nor a restart.
fn is_marker(pair: &[u8]) -> bool {
    pair[0] == 0xFF && !matches!(pair[1], 0 | 0xD0..=0xD7 | 0xFF)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Returns a PNG whose header announces pixels of this size and kind, but which has none.
    fn head_of_png(width: u32, height: u32, [depth, colors]: [u8; 2]) -> Vec<u8> {
        let mut head = [width.to_be_bytes(), height.to_be_bytes()].concat();
        head.extend_from_slice(&[depth, colors, 0, 0, 0]);
        let mut bytes = b"\x89PNG\r\n\x1a\n".to_vec();
        push_chunk(&mut bytes, b"IHDR", &head);
        push_chunk(&mut bytes, b"IDAT", &[]);
        push_chunk(&mut bytes, b"IEND", &[]);
        bytes
    }

    fn push_chunk(bytes: &mut Vec<u8>, kind: &[u8], data: &[u8]) {
        let length = u32::try_from(data.len()).expect("the data is short");
        bytes.extend_from_slice(&length.to_be_bytes());
        let body = [kind, data].concat();
        bytes.extend_from_slice(&body);
        bytes.extend_from_slice(&crc_of(&body).to_be_bytes());
    }

    const RGB8: [u8; 2] = [8, 2];
    const RGB16: [u8; 2] = [16, 2];
    const RGBA16: [u8; 2] = [16, 6];

    /// Returns the CRC-32 at the end of a chunk.
    fn crc_of(bytes: &[u8]) -> u32 {
        !bytes.iter().fold(u32::MAX, |crc, &byte| {
            (0..8).fold(crc ^ u32::from(byte), |crc, _| {
                (crc >> 1) ^ (0xEDB8_8320 & 0_u32.wrapping_sub(crc & 1))
            })
        })
    }

    #[test]
    fn a_picture_that_is_too_large_is_refused_by_its_header_alone() {
        for (width, height) in [(100_000_000, 1), (1, 100_000_000), (30_001, 10)] {
            let decoded = Photo::decode(&head_of_png(width, height, RGB8));
            let error = decoded.expect_err("a side is too long");
            assert_eq!(error, PhotoError::TooLong { width, height });
        }
        let error = Photo::decode(&head_of_png(20_000, 20_000, RGB8)).expect_err("it is too large");
        assert!(matches!(error, PhotoError::TooManyPixels { .. }));
    }

    #[test]
    fn a_picture_whose_pixels_take_too_much_memory_is_refused() {
        for (kind, is_taken) in [(RGB8, true), (RGB16, false), (RGBA16, false)] {
            let decoded = Photo::decode(&head_of_png(10_000, 10_000, kind));
            let error = decoded.expect_err("it has no pixels");
            let is_refused = matches!(error, PhotoError::TooMuchMemory { .. });
            assert_eq!(is_refused, !is_taken, "{kind:?}: {error}");
        }
        // A camera's picture with 16 bits a color is small enough.
        let error = Photo::decode(&head_of_png(6_000, 4_000, RGB16)).expect_err("no pixels");
        assert!(!matches!(error, PhotoError::TooMuchMemory { .. }), "{error}");
        let words = Photo::decode(&head_of_png(10_000, 10_000, RGBA16)).expect_err("too large");
        assert!(words.to_string().contains("take 800 million bytes, expected 300 million"));
    }
}
