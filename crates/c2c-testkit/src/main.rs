//! Stand-ins as separate programs: the planner, the model provider.

fn main() {}
