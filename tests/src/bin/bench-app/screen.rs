//! The screen as a person sees it: which windows are there, and whether one shows something.

use x11rb::connection::Connection as _;
use x11rb::protocol::xproto::{Atom, AtomEnum, ClientMessageEvent, ConnectionExt as _, EventMask, ImageFormat, Window};
use x11rb::rust_connection::RustConnection;

use crate::Outcome;

/// So many pixels that are not the ground make something. A window's ground alone has none.
const SOMETHING: usize = 300;

/// A connection to the display.
pub(crate) struct Eyes {
    connection: RustConnection,
    root: Window,
}

impl Eyes {
    pub(crate) fn open(display: &str) -> Outcome<Self> {
        let (connection, number) = x11rb::connect(Some(display))?;
        let root = connection.setup().roots.get(number).ok_or("the display has no screen")?.root;
        Ok(Self { connection, root })
    }

    fn atom(&self, name: &str) -> Outcome<Atom> {
        Ok(self.connection.intern_atom(false, name.as_bytes())?.reply()?.atom)
    }

    /// The window that the window manager shows, if there is exactly one.
    pub(crate) fn window(&self) -> Outcome<Option<Window>> {
        let list = self.atom("_NET_CLIENT_LIST")?;
        let property = self.connection.get_property(false, self.root, list, AtomEnum::WINDOW, 0, 64)?.reply()?;
        let windows: Vec<Window> = property.value32().map(Iterator::collect).unwrap_or_default();
        match windows.as_slice() {
            [] => Ok(None),
            [window] => Ok(Some(*window)),
            more => Err(format!("{} windows are open, not one", more.len()).into()),
        }
    }

    /// Whether more is in the window than its ground.
    pub(crate) fn shows_something(&self, window: Window) -> bool {
        let picture = || -> Outcome<Vec<u8>> {
            let size = self.connection.get_geometry(window)?.reply()?;
            let (width, height) = (size.width, size.height);
            let image = self.connection.get_image(ImageFormat::Z_PIXMAP, window, 0, 0, width, height, u32::MAX)?;
            Ok(image.reply()?.data)
        };
        // While a window comes, it cannot be pictured.
        picture().is_ok_and(|picture| {
            let (pixels, _) = picture.as_chunks::<4>();
            let ground = pixels.get(pixels.len() / 2);
            pixels.iter().filter(|pixel| Some(*pixel) != ground).count() >= SOMETHING
        })
    }

    /// Asks the window manager to close the window, as its button does.
    pub(crate) fn close(&self, window: Window) -> Outcome<()> {
        let event = ClientMessageEvent::new(32, window, self.atom("_NET_CLOSE_WINDOW")?, [0_u32; 5]);
        let mask = EventMask::SUBSTRUCTURE_REDIRECT | EventMask::SUBSTRUCTURE_NOTIFY;
        self.connection.send_event(false, self.root, mask, event)?;
        self.connection.flush()?;
        Ok(())
    }
}
