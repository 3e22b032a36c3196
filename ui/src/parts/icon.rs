//! The few icons there are, drawn on a grid of 16.

use leptos::prelude::*;

/// An icon.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Icon {
    Sessions,
    New,
    Look,
    Templates,
    Settings,
    Back,
    Chevron,
    Out,
    In,
    Check,
    Cross,
    Circle,
    Half,
}

impl Icon {
    fn path(self) -> &'static str {
        match self {
            Self::Sessions => "M2.5 4h.01M2.5 8h.01M2.5 12h.01M5.5 4h8M5.5 8h8M5.5 12h8",
            Self::New => "M8 3v10M3 8h10",
            Self::Look => {
                "M1.8 8S4 3.8 8 3.8 14.2 8 14.2 8 12 12.2 8 12.2 1.8 8 1.8 8zM8 6.2a1.8 1.8 0 1 0 0 3.6 1.8 1.8 0 0 0 0-3.6z"
            }
            Self::Templates => "M4 2.5h5.5L12 5v8.5H4zM9.5 2.5V5H12M6 8h4M6 10.5h4",
            Self::Settings => "M2.5 4.5h5M11.5 4.5h2M2.5 11.5h2M8.5 11.5h5M9.5 2.75v3.5M6.5 9.75v3.5",
            Self::Back => "M10 3.5L5.5 8l4.5 4.5",
            Self::Chevron => "M6 3.5L10.5 8 6 12.5",
            Self::Out => "M3 8h9.5M9 4.5L12.5 8 9 11.5",
            Self::In => "M13 8H3.5M7 4.5L3.5 8 7 11.5",
            Self::Check => "M3.5 8.5l3 3 6-7",
            Self::Cross => "M4.5 4.5l7 7M11.5 4.5l-7 7",
            Self::Circle => "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3z",
            Self::Half => "M8 3a5 5 0 1 0 0 10A5 5 0 0 0 8 3zM8 7.3a.7.7 0 1 0 0 1.4.7.7 0 0 0 0-1.4z",
        }
    }
}

/// An icon; says nothing to a screen reader.
#[component]
pub(crate) fn Draw(icon: Icon) -> impl IntoView {
    view! {
        <svg class="icon" viewBox="0 0 16 16" aria-hidden="true" focusable="false">
            <path d=icon.path() />
        </svg>
    }
}
