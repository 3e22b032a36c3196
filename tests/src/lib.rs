//! End-to-end tests against the real parts. Holds nothing that ships.
