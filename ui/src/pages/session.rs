//! One session, live: what it needs from the person first, then plan, iterations, messages and calls.

mod about;
mod calls;
mod commands;
mod ended;
mod files;
mod head;
mod iterations;
mod messages;
mod need;
mod plan;

use c2c_ipc::app::{Focus, SessionPageParams, SessionPageView};
use leptos::prelude::*;

use crate::parts::fault::Loaded;
use crate::parts::live::Live;
use about::About;
use calls::Calls;
use ended::Ended;
use head::Head;
use iterations::Iterations;
use messages::Messages;
use need::Need;
use plan::Plan;

/// The session's page, as its parts read it.
#[derive(Debug, Clone, Copy)]
struct Shown {
    id: StoredValue<String>,
    live: Live<SessionPageView>,
}

impl Shown {
    /// A part of the page that changes on its own.
    fn part<R: Default + PartialEq + Send + Sync + 'static>(self, pick: fn(&SessionPageView) -> R) -> Memo<R> {
        Memo::new(move |_| self.live.value.with(|view| view.as_ref().map(pick)).unwrap_or_default())
    }

    fn id(self) -> String {
        self.id.get_value()
    }
}

/// The page.
#[component]
pub(crate) fn Session(id: String, focus: Signal<Option<Focus>>) -> impl IntoView {
    let live = Live::<SessionPageView>::new(SessionPageParams { session: id.clone() });
    let shown = Shown { id: StoredValue::new(id), live };
    view! {
        <div class="page page-session">
            <head::BackLink />
            <Loaded
                live
                content=move || {
                    view! {
                        <Head shown />
                        <Ended shown />
                        <Need shown focus />
                        <div class="session-columns">
                            <div class="session-main">
                                <Plan shown />
                                <Iterations shown />
                                <Messages shown />
                                <Calls shown />
                            </div>
                            <About shown />
                        </div>
                    }
                }
            />
        </div>
    }
}
