//! What is sensitive: names, paths, secrets in text.
