//! Pictures of windows as PNG files.

use crate::desk::{DeskError, Picture};

/// Writes `rgba` (red, green, blue, opacity, a byte each, rows from the top) as a PNG file.
///
/// # Errors
/// [`DeskError::Failed`] when there is nothing to see, or fewer bytes than `width` times `height` need.
pub fn png(width: u32, height: u32, rgba: &[u8]) -> Result<Picture, DeskError> {
    let mut file = Vec::new();
    let mut encoder = png::Encoder::new(&mut file, width, height);
    encoder.set_color(png::ColorType::Rgba);
    encoder.set_depth(png::BitDepth::Eight);
    encoder.set_compression(png::Compression::Fast);
    let written = encoder.write_header().and_then(|mut writer| {
        writer.write_image_data(rgba)?;
        writer.finish()
    });
    written.map_err(|error| DeskError::Failed { doing: "writing the picture", reason: error.to_string() })?;
    Ok(Picture { png: file })
}

#[cfg(test)]
mod tests;
