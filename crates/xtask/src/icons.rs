//! `cargo xtask icons`: makes the icons of the app and of the tray from their sources in `icons/`. What it makes is
//! committed, so that nobody needs the renderer to build.

use std::fs;
use std::path::Path;
use std::process::ExitCode;

use crate::error::Error;
use crate::process::{self, talk};
use crate::setup::{self, Purpose};
use crate::workspace::Workspace;

/// Pictures of the app's icon that are files of their own: the name, and the pixels of each side.
const PICTURES: &[(&str, u32)] = &[("32x32.png", 32), ("128x128.png", 128), ("128x128@2x.png", 256), ("icon.png", 512)];
/// What the icon for Windows holds, in pixels of each side.
const WINDOWS: &[u32] = &[16, 24, 32, 48, 64, 256];
/// What the icon for macOS holds: the type of the part, and the pixels of each side.
const MACOS: &[(&[u8; 4], u32)] = &[
    (b"ic11", 32),
    (b"ic12", 64),
    (b"ic07", 128),
    (b"ic13", 256),
    (b"ic08", 256),
    (b"ic14", 512),
    (b"ic09", 512),
    (b"ic10", 1024),
];

/// The states of the tray's icon.
const STATES: &[&str] = &["idle", "running", "needs-you", "failed"];
/// Pixels of each side of the tray's icons: panels make them smaller.
const TRAY: u32 = 64;
/// The tray's icons in the colours of a panel: the ink, what needs the person, what failed, and the rim, by which it
/// can be seen on a panel of the other kind too. A template is coloured by the system, from its transparency alone.
const PANELS: &[(&str, [&str; 4])] = &[
    ("on-dark", ["#f3f6f7", "#f5b13d", "#ff7a70", "#10181e80"]),
    ("on-light", ["#22303a", "#c47a00", "#c8322b", "#f3f6f780"]),
    ("template", ["#000", "#000", "#000", "none"]),
];

/// Makes all icons anew.
pub(crate) fn run(workspace: &Workspace) -> Result<ExitCode, Error> {
    setup::system(Purpose::Icons)?;
    let folder = workspace.root.join("icons");
    let app = folder.join("app.svg");
    for (name, side) in PICTURES {
        write(&folder.join(name), &rendered(&app, *side, None)?)?;
    }
    let pictures = |sides: &[u32]| {
        sides.iter().map(|side| Ok((*side, rendered(&app, *side, None)?))).collect::<Result<Vec<_>, Error>>()
    };
    write(&folder.join("icon.ico"), &ico(&pictures(WINDOWS)?))?;
    let parts = MACOS.iter().map(|(kind, side)| Ok((**kind, rendered(&app, *side, None)?)));
    write(&folder.join("icon.icns"), &icns(&parts.collect::<Result<Vec<_>, Error>>()?))?;
    let styles = workspace.target.join("icons");
    let made = fs::create_dir_all(&styles);
    made.map_err(|source| Error::Io { doing: format!("making `{}`", styles.display()), source })?;
    for (panel, colours) in PANELS {
        let sheet = styles.join(format!("{panel}.css"));
        write(&sheet, style(*colours).as_bytes())?;
        for state in STATES {
            let source = folder.join("tray").join(format!("{state}.svg"));
            write(&folder.join(format!("tray/{state}-{panel}.png")), &rendered(&source, TRAY, Some(&sheet))?)?;
        }
    }
    talk("The icons are made anew");
    Ok(ExitCode::SUCCESS)
}

/// A PNG of a drawing.
fn rendered(source: &Path, side: u32, sheet: Option<&Path>) -> Result<Vec<u8>, Error> {
    let side = side.to_string();
    let mut render = process::command("rsvg-convert", Path::new("/"));
    render.args(["--width", &side, "--height", &side]);
    if let Some(sheet) = sheet {
        render.arg("--stylesheet").arg(sheet);
    }
    let output = render.arg(source).stderr(std::process::Stdio::inherit()).output();
    let output = output.map_err(|source| Error::Io { doing: "starting rsvg-convert".to_owned(), source })?;
    if output.status.success() {
        return Ok(output.stdout);
    }
    Err(Error::Failed { command: process::describe(&render), code: output.status.code() })
}

fn style([ink, needs_you, failed, rim]: [&str; 4]) -> String {
    let line = "fill: none; stroke-linecap: round;";
    let rim = format!("stroke: {rim}; stroke-linecap: round;");
    format!(
        ".line {{ {line} stroke: {ink}; stroke-width: 7; }}\n.fill {{ fill: {ink}; }}\n\
         .badge {{ fill: {needs_you}; }}\n.cross {{ {line} stroke: {failed}; stroke-width: 8; }}\n\
         .line-rim {{ fill: none; {rim} stroke-width: 11; }}\n.fill-rim {{ fill: none; {rim} stroke-width: 4; }}\n\
         .cross-rim {{ fill: none; {rim} stroke-width: 12; }}\n"
    )
}

/// An icon for Windows of pictures in PNG, which is what each of its entries may be.
fn ico(pictures: &[(u32, Vec<u8>)]) -> Vec<u8> {
    const HEAD: usize = 6;
    const ENTRY: usize = 16;
    let mut file = vec![0, 0, 1, 0];
    file.extend(short(pictures.len()));
    let mut at = HEAD + ENTRY * pictures.len();
    for (side, picture) in pictures {
        // 256 is written as 0.
        let side = u8::try_from(*side).unwrap_or(0);
        file.extend([side, side, 0, 0, 1, 0, 32, 0]);
        file.extend(long(picture.len()).to_le_bytes());
        file.extend(long(at).to_le_bytes());
        at += picture.len();
    }
    file.extend(pictures.iter().flat_map(|(_, picture)| picture));
    file
}

/// An icon for macOS of pictures in PNG.
fn icns(parts: &[([u8; 4], Vec<u8>)]) -> Vec<u8> {
    const HEAD: usize = 8;
    let whole = parts.iter().map(|(_, picture)| HEAD + picture.len()).sum::<usize>();
    let mut file = b"icns".to_vec();
    file.extend(long(HEAD + whole).to_be_bytes());
    for (kind, picture) in parts {
        file.extend(kind);
        file.extend(long(HEAD + picture.len()).to_be_bytes());
        file.extend(picture);
    }
    file
}

/// Icons are far smaller than what these can say.
fn short(number: usize) -> [u8; 2] {
    u16::try_from(number).unwrap_or(u16::MAX).to_le_bytes()
}

fn long(number: usize) -> u32 {
    u32::try_from(number).unwrap_or(u32::MAX)
}

fn write(path: &Path, bytes: &[u8]) -> Result<(), Error> {
    fs::write(path, bytes).map_err(|source| Error::Io { doing: format!("writing `{}`", path.display()), source })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_icon_for_windows_says_where_each_picture_is() {
        let file = ico(&[(16, vec![1, 2]), (256, vec![3])]);
        assert_eq!(file[..6], [0, 0, 1, 0, 2, 0]);
        assert_eq!(file[6..22], [16, 16, 0, 0, 1, 0, 32, 0, 2, 0, 0, 0, 38, 0, 0, 0]);
        assert_eq!(file[22..38], [0, 0, 0, 0, 1, 0, 32, 0, 1, 0, 0, 0, 40, 0, 0, 0]);
        assert_eq!(file[38..], [1, 2, 3]);
    }

    #[test]
    fn an_icon_for_macos_says_how_long_each_picture_is() {
        let file = icns(&[(*b"ic07", vec![1, 2, 3])]);
        assert_eq!(file, [b"icns".as_slice(), &[0, 0, 0, 19], b"ic07", &[0, 0, 0, 11, 1, 2, 3]].concat());
    }
}
