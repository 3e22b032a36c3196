//! The names that are looked up once.

x11rb::atom_manager! {
    /// Atoms of the display.
    pub(super) Atoms:
    /// The answers that are still on their way.
    AtomCookies {
        UTF8_STRING,
        _NET_ACTIVE_WINDOW,
        _NET_CLIENT_LIST_STACKING,
        _NET_CLOSE_WINDOW,
        _NET_CURRENT_DESKTOP,
        _NET_SUPPORTED,
        _NET_SUPPORTING_WM_CHECK,
        _NET_WM_DESKTOP,
        _NET_WM_NAME,
        _NET_WM_PID,
        _NET_WM_STATE,
        _NET_WM_STATE_HIDDEN,
        WM_DELETE_WINDOW,
        WM_PROTOCOLS,
    }
}
