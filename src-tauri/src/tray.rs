//! The tray, drawn: what it shows is decided elsewhere ([`c2c_ipc::app::tray()`]), and only what differs is drawn
//! anew. Everything here happens in the main thread.

use std::sync::{Mutex, MutexGuard, PoisonError};

use c2c_ipc::app::{MenuEntry, TrayAction, TrayIcon as Picture, TrayView};
use tauri::image::Image;
use tauri::include_image;
use tauri::menu::{CheckMenuItem, IsMenuItem, Menu, MenuItem, PredefinedMenuItem, Submenu};
use tauri::tray::{TrayIcon, TrayIconBuilder};
use tauri::{AppHandle, Wry};

mod changes;
mod ground;
pub(crate) mod host;

use changes::{Change, changes};
use ground::Ground;

/// The tray's name.
const ID: &str = "c2c";

/// The tray: drawn, once it was.
pub(crate) struct Tray {
    /// The desktop's name, empty where it has none.
    desktop: String,
    drawn: Mutex<Option<Drawn>>,
}

struct Drawn {
    tray: TrayIcon<Wry>,
    view: TrayView,
    /// What is in the menu, those in submenus after the submenu itself.
    items: Vec<Item>,
}

/// Something in the menu.
enum Item {
    Press(MenuItem<Wry>),
    Check(CheckMenuItem<Wry>),
    Submenu(Submenu<Wry>),
    Line(PredefinedMenuItem<Wry>),
}

impl Item {
    fn inner(&self) -> &dyn IsMenuItem<Wry> {
        match self {
            Self::Press(item) => item,
            Self::Check(item) => item,
            Self::Submenu(item) => item,
            Self::Line(item) => item,
        }
    }
}

impl Tray {
    /// A tray for the desktop of this name; nothing is drawn yet.
    pub(crate) fn new(desktop: String) -> Self {
        Self { desktop, drawn: Mutex::default() }
    }

    fn lock(&self) -> MutexGuard<'_, Option<Drawn>> {
        self.drawn.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Makes the tray show `view`.
    pub(crate) fn draw(&self, app: &AppHandle, view: &TrayView) -> tauri::Result<()> {
        let mut drawn = self.lock();
        match drawn.as_mut() {
            Some(drawn) => drawn.update(app, view, &self.desktop),
            None => {
                *drawn = Some(Drawn::new(app, view, &self.desktop)?);
                Ok(())
            }
        }
    }

    /// Draws it for another panel.
    pub(crate) fn ground_changed(&self) -> tauri::Result<()> {
        match self.lock().as_mut() {
            Some(drawn) => drawn.picture(drawn.view.icon, &self.desktop),
            None => Ok(()),
        }
    }

    /// A press has turned a check over by itself; what is wished is drawn next.
    pub(crate) fn turned(&self, action: &TrayAction) {
        let mut drawn = self.lock();
        for entry in drawn.iter_mut().flat_map(|drawn| &mut drawn.view.menu) {
            if let MenuEntry::Check { action: own, checked, .. } = entry
                && own == action
            {
                *checked = !*checked;
            }
        }
    }
}

impl Drawn {
    fn new(app: &AppHandle, view: &TrayView, desktop: &str) -> tauri::Result<Self> {
        let ground = Ground::of_panel(desktop);
        let (menu, items) = menu(app, &view.menu)?;
        let tray = TrayIconBuilder::with_id(ID)
            .icon(image(view.icon, ground))
            .icon_as_template(cfg!(target_os = "macos"))
            .tooltip(&view.tooltip)
            .menu(&menu)
            .build(app)?;
        Ok(Self { tray, view: view.clone(), items })
    }

    fn update(&mut self, app: &AppHandle, view: &TrayView, desktop: &str) -> tauri::Result<()> {
        if self.view == *view {
            return Ok(());
        }
        if self.view.icon != view.icon {
            self.picture(view.icon, desktop)?;
        }
        if self.view.tooltip != view.tooltip {
            self.tray.set_tooltip(Some(&view.tooltip))?;
        }
        match changes(&self.view.menu, &view.menu) {
            Some(changes) => {
                for (place, change) in changes {
                    self.items.get(place).map_or(Ok(()), |item| item.change(change))?;
                }
            }
            None => {
                let (menu, items) = menu(app, &view.menu)?;
                self.tray.set_menu(Some(menu))?;
                self.items = items;
            }
        }
        self.view = view.clone();
        Ok(())
    }

    fn picture(&mut self, picture: Picture, desktop: &str) -> tauri::Result<()> {
        let picture = image(picture, Ground::of_panel(desktop));
        self.tray.set_icon_with_as_template(Some(picture), cfg!(target_os = "macos"))
    }
}

impl Item {
    fn change(&self, change: Change<'_>) -> tauri::Result<()> {
        match (self, change) {
            (Self::Press(item), Change::Label(label)) => item.set_text(plain(label)),
            (Self::Check(item), Change::Label(label)) => item.set_text(plain(label)),
            (Self::Submenu(item), Change::Label(label)) => item.set_text(plain(label)),
            (Self::Check(item), Change::Checked(checked)) => item.set_checked(checked),
            (Self::Press(_) | Self::Submenu(_) | Self::Line(_), _) => Ok(()),
        }
    }
}

/// A menu, and what is in it, those in submenus after the submenu itself.
fn menu(app: &AppHandle, entries: &[MenuEntry]) -> tauri::Result<(Menu<Wry>, Vec<Item>)> {
    let menu = Menu::new(app)?;
    let mut items = Vec::new();
    for entry in entries {
        let at = items.len();
        fill(app, entry, &mut items)?;
        if let Some(item) = items.get(at) {
            menu.append(item.inner())?;
        }
    }
    Ok((menu, items))
}

fn fill(app: &AppHandle, entry: &MenuEntry, items: &mut Vec<Item>) -> tauri::Result<()> {
    items.push(match entry {
        MenuEntry::Item { action, label } => {
            Item::Press(MenuItem::with_id(app, action.to_string(), plain(label), true, None::<&str>)?)
        }
        MenuEntry::Check { action, label, checked } => {
            let id = action.to_string();
            Item::Check(CheckMenuItem::with_id(app, id, plain(label), true, *checked, None::<&str>)?)
        }
        MenuEntry::Separator => Item::Line(PredefinedMenuItem::separator(app)?),
        MenuEntry::Submenu { label, entries } => {
            let submenu = Submenu::new(app, plain(label), true)?;
            items.push(Item::Submenu(submenu.clone()));
            for entry in entries {
                let at = items.len();
                fill(app, entry, items)?;
                if let Some(item) = items.get(at) {
                    submenu.append(item.inner())?;
                }
            }
            return Ok(());
        }
    });
    Ok(())
}

/// A text in which nothing marks a shortcut.
fn plain(label: &str) -> String {
    label.replace('&', "&&")
}

/// The picture for a panel of this kind.
#[cfg(not(target_os = "macos"))]
fn image(picture: Picture, ground: Ground) -> Image<'static> {
    match (picture, ground) {
        (Picture::Idle, Ground::Dark) => include_image!("../icons/tray/idle-on-dark.png"),
        (Picture::Idle, Ground::Light) => include_image!("../icons/tray/idle-on-light.png"),
        (Picture::Running, Ground::Dark) => include_image!("../icons/tray/running-on-dark.png"),
        (Picture::Running, Ground::Light) => include_image!("../icons/tray/running-on-light.png"),
        (Picture::NeedsYou, Ground::Dark) => include_image!("../icons/tray/needs-you-on-dark.png"),
        (Picture::NeedsYou, Ground::Light) => include_image!("../icons/tray/needs-you-on-light.png"),
        (Picture::Failed, Ground::Dark) => include_image!("../icons/tray/failed-on-dark.png"),
        (Picture::Failed, Ground::Light) => include_image!("../icons/tray/failed-on-light.png"),
    }
}

/// The picture as macOS takes it.
#[cfg(target_os = "macos")]
fn image(picture: Picture, _ground: Ground) -> Image<'static> {
    match picture {
        Picture::Idle => include_image!("../icons/tray/idle-template.png"),
        Picture::Running => include_image!("../icons/tray/running-template.png"),
        Picture::NeedsYou => include_image!("../icons/tray/needs-you-template.png"),
        Picture::Failed => include_image!("../icons/tray/failed-template.png"),
    }
}
