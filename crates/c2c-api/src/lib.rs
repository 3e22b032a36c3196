//! Every verb of the product, one function each.
