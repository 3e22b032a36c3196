//! The operating system, once: folders, environment, processes, clock, locks.
