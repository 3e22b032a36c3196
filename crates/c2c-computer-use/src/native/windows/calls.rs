//! Calls of Win32, each behind a function that is safe to use.
#![expect(unsafe_code, reason = "Win32 has no safe interface for foreground, input, locks and rights")]

use std::ffi::c_void;

use windows::Win32::Foundation::{CloseHandle, HANDLE, HWND, LPARAM, WPARAM};
use windows::Win32::Security::{GetTokenInformation, TOKEN_ELEVATION, TOKEN_QUERY, TokenElevation};
use windows::Win32::System::StationsAndDesktops::{
    CloseDesktop, DESKTOP_CONTROL_FLAGS, DESKTOP_SWITCHDESKTOP, OpenInputDesktop,
};
use windows::Win32::System::SystemInformation::GetTickCount;
use windows::Win32::System::Threading::{
    OpenProcess, OpenProcessToken, PROCESS_NAME_WIN32, PROCESS_QUERY_LIMITED_INFORMATION, QueryFullProcessImageNameW,
};
use windows::Win32::UI::HiDpi::{DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2, SetThreadDpiAwarenessContext};
use windows::Win32::UI::Input::KeyboardAndMouse::{
    GetAsyncKeyState, GetLastInputInfo, INPUT, INPUT_0, INPUT_KEYBOARD, INPUT_MOUSE, KEYBD_EVENT_FLAGS, KEYBDINPUT,
    KEYEVENTF_KEYUP, LASTINPUTINFO, MAPVK_VK_TO_VSC, MOUSEINPUT, MapVirtualKeyW, SendInput, VIRTUAL_KEY,
};
use windows::Win32::UI::WindowsAndMessaging::{
    EnumWindows, GW_OWNER, GWL_EXSTYLE, GetForegroundWindow, GetWindow, GetWindowLongPtrW, GetWindowThreadProcessId,
    IsIconic, IsWindow, IsWindowVisible, PostMessageW, SW_RESTORE, SetForegroundWindow, ShowWindowAsync, WM_CLOSE,
    WS_EX_TOOLWINDOW,
};
use windows::core::{BOOL, Error, PWSTR};

use crate::desk::WindowId;

pub(super) const CONTROL: u16 = 0x11;
pub(super) const RETURN: u16 = 0x0d;
pub(super) const V: u16 = 0x56;
/// Shift, Control, Alt, and the Windows keys.
const MODIFIERS: &[i32] = &[0x10, 0x11, 0x12, 0x5b, 0x5c];

/// Windows did not take all of the input, because a program with more rights blocks it.
#[derive(Debug, Clone, Copy, thiserror::Error)]
#[error("Windows takes no input from C2C now")]
pub(super) struct NotTaken;

/// The system's handle of a window.
pub(super) fn hwnd(window: WindowId) -> HWND {
    HWND(usize::try_from(window.0).unwrap_or(0) as *mut c_void)
}

fn window_id(hwnd: HWND) -> WindowId {
    WindowId(hwnd.0 as usize as u64)
}

/// Has places on the screen counted in physical pixels on this thread.
pub(super) fn count_in_pixels() {
    // SAFETY: changes how this thread's calls count, and takes no pointer.
    unsafe { SetThreadDpiAwarenessContext(DPI_AWARENESS_CONTEXT_PER_MONITOR_AWARE_V2) };
}

/// The windows that a person sees as windows, minimised ones too, the frontmost first, with their
/// processes.
pub(super) fn windows() -> Result<Vec<(WindowId, u32)>, Error> {
    let mut found: Vec<(WindowId, u32)> = Vec::new();
    let to = LPARAM(std::ptr::from_mut(&mut found) as isize);
    // SAFETY: `add` gets `to` only during this call, and it is a list that nobody else uses meanwhile.
    unsafe { EnumWindows(Some(add), to) }?;
    Ok(found)
}

extern "system" fn add(hwnd: HWND, to: LPARAM) -> BOOL {
    // SAFETY: `to` is the list in `windows`, which waits for us; window handles may be any number, since
    // these calls look them up.
    let (found, is_window) = unsafe {
        let is_tool = GetWindowLongPtrW(hwnd, GWL_EXSTYLE) & WS_EX_TOOLWINDOW.0 as isize != 0;
        let is_owned = GetWindow(hwnd, GW_OWNER).is_ok_and(|owner| !owner.is_invalid());
        let is_window = IsWindowVisible(hwnd).as_bool() && !is_tool && !is_owned;
        (&mut *(to.0 as *mut Vec<(WindowId, u32)>), is_window)
    };
    if is_window && let Some(pid) = process_of(hwnd) {
        found.push((window_id(hwnd), pid));
    }
    true.into()
}

fn process_of(hwnd: HWND) -> Option<u32> {
    let mut pid = 0;
    // SAFETY: `pid` lives through the call.
    let thread = unsafe { GetWindowThreadProcessId(hwnd, Some(&raw mut pid)) };
    (thread != 0 && pid != 0).then_some(pid)
}

pub(super) fn is_there(window: WindowId) -> bool {
    // SAFETY: any number may be asked about.
    unsafe { IsWindow(Some(hwnd(window))) }.as_bool()
}

pub(super) fn is_minimised(window: WindowId) -> bool {
    // SAFETY: any number may be asked about.
    unsafe { IsIconic(hwnd(window)) }.as_bool()
}

/// The window that gets the keys; none while it changes.
pub(super) fn front() -> Option<WindowId> {
    // SAFETY: takes nothing.
    let hwnd = unsafe { GetForegroundWindow() };
    (!hwnd.is_invalid()).then(|| window_id(hwnd))
}

/// Asks the system to bring a window to the front. It may refuse: look whether it came.
pub(super) fn bring_forward(window: WindowId) {
    let hwnd = hwnd(window);
    // SAFETY: any number may be given; both only send the window a request.
    unsafe {
        if IsIconic(hwnd).as_bool() {
            // True when it was visible before, which does not matter.
            _ = ShowWindowAsync(hwnd, SW_RESTORE);
        }
        if !SetForegroundWindow(hwnd).as_bool() {
            tracing::debug!(%window, "Windows refused to bring the window to the front");
        }
    }
}

/// How long ago keyboard or mouse were used, by whomever, in milliseconds.
pub(super) fn ms_since_input() -> Option<u64> {
    let size = u32::try_from(size_of::<LASTINPUTINFO>()).ok()?;
    let mut info = LASTINPUTINFO { cbSize: size, dwTime: 0 };
    // SAFETY: `info` says its size and lives through the call.
    let is_known = unsafe { GetLastInputInfo(&raw mut info) }.as_bool();
    // SAFETY: takes nothing.
    let now = unsafe { GetTickCount() };
    // Both counters begin anew after 49.7 days.
    is_known.then(|| now.wrapping_sub(info.dwTime).into())
}

/// Whether input goes to a desktop that is not the person's: it cannot be opened then.
pub(super) fn is_locked() -> bool {
    // SAFETY: takes no pointer.
    let desktop = unsafe { OpenInputDesktop(DESKTOP_CONTROL_FLAGS(0), false, DESKTOP_SWITCHDESKTOP) };
    match desktop {
        Ok(desktop) => {
            // SAFETY: it was opened above and is not used after.
            if let Err(error) = unsafe { CloseDesktop(desktop) } {
                tracing::debug!(%error, "a desktop cannot be closed");
            }
            false
        }
        Err(_) => true,
    }
}

/// Whether a person holds a modifier key now.
pub(super) fn holds_modifier() -> bool {
    // SAFETY: takes a number. The sign tells whether the key is down.
    MODIFIERS.iter().any(|key| unsafe { GetAsyncKeyState(*key) } < 0)
}

/// Presses keys together and lets go, at once: nothing else comes in between.
pub(super) fn press(keys: &[u16]) -> Result<(), NotTaken> {
    let down = keys.iter().map(|key| key_input(*key, KEYBD_EVENT_FLAGS(0)));
    let up = keys.iter().rev().map(|key| key_input(*key, KEYEVENTF_KEYUP));
    send(&down.chain(up).collect::<Vec<_>>())
}

/// Makes the system believe that we had the last input.
pub(super) fn move_mouse_by_nothing() {
    let input = INPUT { r#type: INPUT_MOUSE, Anonymous: INPUT_0 { mi: MOUSEINPUT::default() } };
    if let Err(error) = send(&[input]) {
        tracing::debug!(%error, "the mouse was not moved");
    }
}

fn key_input(key: u16, flags: KEYBD_EVENT_FLAGS) -> INPUT {
    // SAFETY: takes numbers. Programs that look at the key's place get it too.
    let scan = unsafe { MapVirtualKeyW(key.into(), MAPVK_VK_TO_VSC) };
    let scan = u16::try_from(scan).unwrap_or(0);
    let key = KEYBDINPUT { wVk: VIRTUAL_KEY(key), wScan: scan, dwFlags: flags, ..KEYBDINPUT::default() };
    INPUT { r#type: INPUT_KEYBOARD, Anonymous: INPUT_0 { ki: key } }
}

fn send(inputs: &[INPUT]) -> Result<(), NotTaken> {
    let size = i32::try_from(size_of::<INPUT>()).map_err(|_| NotTaken)?;
    // SAFETY: the inputs live through the call, and each is what its kind says.
    let taken = unsafe { SendInput(inputs, size) };
    if usize::try_from(taken).is_ok_and(|taken| taken == inputs.len()) {
        return Ok(());
    }
    Err(NotTaken)
}

/// Posts the window the message that its button for closing does.
pub(super) fn ask_to_close(window: WindowId) -> Result<(), Error> {
    // SAFETY: any number may be given; the message carries no pointer.
    unsafe { PostMessageW(Some(hwnd(window)), WM_CLOSE, WPARAM(0), LPARAM(0)) }
}

/// A handle that is closed in the end.
struct Open(HANDLE);

impl Drop for Open {
    fn drop(&mut self) {
        // SAFETY: whoever made this has opened the handle and gave it up.
        if let Err(error) = unsafe { CloseHandle(self.0) } {
            tracing::debug!(%error, "a handle cannot be closed");
        }
    }
}

fn process(pid: u32) -> Option<Open> {
    // SAFETY: takes numbers.
    unsafe { OpenProcess(PROCESS_QUERY_LIMITED_INFORMATION, false, pid) }.ok().map(Open)
}

/// The program that a process runs, absolute.
pub(super) fn program_of(pid: u32) -> Option<String> {
    let process = process(pid)?;
    let mut path = vec![0_u16; 32_768];
    let mut length = u32::try_from(path.len()).ok()?;
    // SAFETY: `path` has room for `length` units, and both live through the call.
    unsafe { QueryFullProcessImageNameW(process.0, PROCESS_NAME_WIN32, PWSTR(path.as_mut_ptr()), &raw mut length) }
        .ok()?;
    Some(String::from_utf16_lossy(path.get(..usize::try_from(length).ok()?)?))
}

/// Whether a process has an administrator's rights. One that does not let itself be asked has.
pub(super) fn is_elevated(pid: u32) -> bool {
    let Some(process) = process(pid) else { return true };
    let mut token = HANDLE::default();
    // SAFETY: the process is open, and `token` lives through the call.
    if unsafe { OpenProcessToken(process.0, TOKEN_QUERY, &raw mut token) }.is_err() {
        return true;
    }
    let token = Open(token);
    let mut elevation = TOKEN_ELEVATION::default();
    let size = u32::try_from(size_of::<TOKEN_ELEVATION>()).unwrap_or(0);
    let mut written = 0;
    let to: *mut c_void = (&raw mut elevation).cast();
    // SAFETY: the token is open, and `elevation` has `size` bytes and lives through the call.
    let asked = unsafe { GetTokenInformation(token.0, TokenElevation, Some(to), size, &raw mut written) };
    asked.is_err() || elevation.TokenIsElevated != 0
}
