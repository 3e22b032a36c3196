//! A picture of one window, and never of what lies over it.
//!
//! Reading a covered window's pixels off the display gives those of the windows above it. Here the
//! server copies the window instead, and leaves out by the protocol's own rule what is covered or off
//! the screen, and says whether it had to. No other window can come in between, since it is one
//! request.

use std::time::{Duration, Instant};

use x11rb::connection::Connection as _;
use x11rb::protocol::Event;
use x11rb::protocol::xproto::{
    ConnectionExt as _, CreateGCAux, GetGeometryReply, ImageFormat, ImageOrder, MapState, SubwindowMode, VisualClass,
};

use super::fault::Faulty as _;
use super::{Screen, xid};
use crate::desk::{DeskError, Picture, WindowId};
use crate::picture;

const TAKING: &str = "taking a picture of the window";
/// The server answers a copy at once; this is for a display far away.
const PATIENCE: Duration = Duration::from_secs(2);

impl Screen {
    /// A picture of this window and of nothing else.
    ///
    /// # Errors
    /// [`DeskError::Refused`] when a part of the window is covered (and no compositor keeps it) or off
    /// the screen, or it is minimised; [`DeskError::WindowGone`].
    pub fn picture(&self, window: WindowId) -> Result<Picture, DeskError> {
        let window = xid(window)?;
        let attributes = self.connection.get_window_attributes(window).doing(TAKING)?.reply().doing(TAKING)?;
        if attributes.map_state != MapState::VIEWABLE {
            return Err(refused("the window is not on the screen"));
        }
        let geometry = self.connection.get_geometry(window).doing(TAKING)?.reply().doing(TAKING)?;
        let masks = self.masks(attributes.visual, geometry.depth)?;
        let data = self.copied(window, &geometry)?;
        let rgba = rgba(&data, self.connection.setup().image_byte_order, masks);
        picture::png(geometry.width.into(), geometry.height.into(), &rgba)
    }

    /// Copies the window within the server and fetches the copy.
    fn copied(&self, window: u32, geometry: &GetGeometryReply) -> Result<Vec<u8>, DeskError> {
        let connection = &self.connection;
        let new_id =
            || connection.generate_id().map_err(|error| DeskError::Failed { doing: TAKING, reason: error.to_string() });
        let (pixmap, context) = (new_id()?, new_id()?);
        let (width, height) = (geometry.width, geometry.height);
        connection.create_pixmap(geometry.depth, pixmap, window, width, height).doing(TAKING)?;
        let options = CreateGCAux::new().graphics_exposures(1).subwindow_mode(SubwindowMode::INCLUDE_INFERIORS);
        connection.create_gc(context, window, &options).doing(TAKING)?;
        let copied = connection.copy_area(window, pixmap, context, 0, 0, 0, 0, width, height).doing(TAKING);
        let image = copied.and_then(|copied| copied.check().doing(TAKING)).and_then(|()| {
            self.was_whole(pixmap)?;
            let image = connection.get_image(ImageFormat::Z_PIXMAP, pixmap, 0, 0, width, height, u32::MAX);
            Ok(image.doing(TAKING)?.reply().doing(TAKING)?.data)
        });
        connection.free_gc(context).doing(TAKING)?;
        connection.free_pixmap(pixmap).doing(TAKING)?;
        connection.flush().doing(TAKING)?;
        image
    }

    /// Waits for the server's word on the copy into `pixmap`.
    fn was_whole(&self, pixmap: u32) -> Result<(), DeskError> {
        let deadline = Instant::now() + PATIENCE;
        while Instant::now() < deadline {
            match self.connection.poll_for_event().doing(TAKING)? {
                Some(Event::NoExposure(event)) if event.drawable == pixmap => return Ok(()),
                Some(Event::GraphicsExposure(event)) if event.drawable == pixmap => {
                    return Err(refused("a part of the window is covered or off the screen"));
                }
                Some(_) => {}
                None => std::thread::sleep(Duration::from_millis(1)),
            }
        }
        Err(refused("the display does not say whether the window is covered"))
    }

    /// Where red, green and blue are in the window's pixels of 32 bits.
    fn masks(&self, visual: u32, depth: u8) -> Result<[u32; 3], DeskError> {
        let setup = self.connection.setup();
        let is_wide = setup.pixmap_formats.iter().any(|format| format.depth == depth && format.bits_per_pixel == 32);
        let mut depths = setup.roots.iter().flat_map(|screen| &screen.allowed_depths);
        let found = depths.find_map(|depth| depth.visuals.iter().find(|found| found.visual_id == visual));
        match found {
            Some(visual) if is_wide && visual.class == VisualClass::TRUE_COLOR => {
                Ok([visual.red_mask, visual.green_mask, visual.blue_mask])
            }
            _ => Err(refused("the display has too few colours")),
        }
    }
}

fn refused(reason: &str) -> DeskError {
    DeskError::Refused { doing: TAKING, reason: reason.to_owned() }
}

/// Pixels of 32 bits as red, green, blue and full opacity, a byte each.
fn rgba(data: &[u8], order: ImageOrder, masks: [u32; 3]) -> Vec<u8> {
    let mut rgba = Vec::with_capacity(data.len());
    let (pixels, _) = data.as_chunks::<4>();
    for bytes in pixels {
        let pixel =
            if order == ImageOrder::LSB_FIRST { u32::from_le_bytes(*bytes) } else { u32::from_be_bytes(*bytes) };
        for mask in masks {
            // Eight bits of a channel, whatever its width and place.
            let channel = (pixel & mask) >> mask.trailing_zeros().min(31);
            let widest = (mask >> mask.trailing_zeros().min(31)).max(1);
            rgba.push(u8::try_from(u64::from(channel) * 255 / u64::from(widest)).unwrap_or(u8::MAX));
        }
        rgba.push(u8::MAX);
    }
    rgba
}
