//! Counts the bytes that the scanning functions look at, so that tests can prove that the work grows
//! with the text and not with its square. Outside of tests it is nothing.

#[cfg(test)]
thread_local! {
    static BYTES: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Notes that so many bytes are about to be looked at.
#[cfg(test)]
pub(crate) fn count(bytes: usize) {
    BYTES.with(|cell| cell.set(cell.get() + bytes as u64));
}

/// Notes that so many bytes are about to be looked at.
#[cfg(not(test))]
#[inline(always)]
pub(crate) const fn count(_bytes: usize) {}

/// What was counted in this thread since the last call.
#[cfg(test)]
pub(crate) fn take() -> u64 {
    BYTES.with(|cell| cell.replace(0))
}
