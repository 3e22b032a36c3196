//! The window: navigation, the page that the address names, theme and language, shortcuts.

use std::time::Duration;

use c2c_ipc::app::{AppParams, AppView, EVENT_CHANGED, EVENT_GO, Page, Theme, TrayPresence};
use c2c_ipc::words::{Language, WindowWord, Word as _};
use leptos::ev;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast as _;
use wasm_bindgen::closure::Closure;

use crate::backend;
use crate::model::keys::Keys;
use crate::pages::{
    new_task::NewTask, preview::Preview, session::Session, sessions::Sessions, settings::Settings, templates::Templates,
};
use crate::parts::fault::{Fault, Loading};
use crate::parts::icon::{Draw, Icon};
use crate::parts::keys::{commands, key_name};
use crate::parts::live::Live;
use crate::parts::quit::{self, Quit};
use crate::parts::{Context, t};

/// How often ages are told anew.
const TICK: Duration = Duration::from_secs(10);

/// The whole window.
#[component]
pub(crate) fn App() -> impl IntoView {
    let context = Context {
        language: RwSignal::new(Language::of_locale(&window().navigator().language().unwrap_or_default())),
        app: RwSignal::new(None),
        page: RwSignal::new(page_of_address()),
        now: RwSignal::new(js_sys::Date::now()),
        changed: RwSignal::new(0),
        quits: RwSignal::new(false),
        said: RwSignal::new(String::new()),
    };
    provide_context(context);
    hear(context);
    let app = Live::<AppView>::new(AppParams {});
    Effect::new(move |_| {
        if let Some(view) = app.value.get() {
            context.language.set(view.settings.language());
            context.app.set(Some(view));
        }
    });
    let system_is_dark = system_is_dark();
    Effect::new(move |_| dress(context, system_is_dark));
    let ready = Memo::new(move |_| context.app.with(Option::is_some));
    let again = Callback::new(move |()| app.again());
    view! {
        <button type="button" class="skip" on:click=move |_| focus_main()>
            {t(WindowWord::SkipToContent)}
        </button>
        <Navigation />
        <main id="main" tabindex="-1">
            {move || {
                if ready.get() {
                    view! { <Shown /> }.into_any()
                } else if let Some(error) = app.error.get() {
                    view! { <div class="page"><Fault error again /></div> }.into_any()
                } else if app.slow.get() {
                    view! { <div class="page"><Loading /></div> }.into_any()
                } else {
                    ().into_any()
                }
            }}
        </main>
        <div class="aloud" role="status" aria-live="polite">{move || context.said.get()}</div>
    }
}

/// The page that the address names, made anew when it is another one.
#[component]
fn Shown() -> impl IntoView {
    let context = expect_context::<Context>();
    let shown = Memo::new(move |_| match context.page.get() {
        Page::Session(id, _) => Page::Session(id, None),
        page => page,
    });
    let focus = Signal::derive(move || match context.page.get() {
        Page::Session(_, focus) => focus,
        _ => None,
    });
    move || match shown.get() {
        Page::Sessions => view! { <Sessions /> }.into_any(),
        Page::Session(id, _) => view! { <Session id focus /> }.into_any(),
        Page::NewTask => view! { <NewTask /> }.into_any(),
        Page::Preview => view! { <Preview /> }.into_any(),
        Page::Templates => view! { <Templates /> }.into_any(),
        Page::Settings => view! { <Settings /> }.into_any(),
    }
}

#[component]
fn Navigation() -> impl IntoView {
    let context = expect_context::<Context>();
    let entry = move |page: Page, icon: Icon, word: WindowWord, keys: Option<Keys>| {
        let address = format!("#{page}");
        let is_current = move || match context.page.get() {
            Page::Session(..) => page == Page::Sessions,
            shown => shown == page,
        };
        let title = keys.map(|keys| {
            let keys = key_name(keys);
            move || {
                let language = context.language.get();
                WindowWord::Loosely.with(language, &[("label", word.text(language)), ("keys", keys())])
            }
        });
        view! {
            <li>
                <a href=address title=title aria-current=move || is_current().then_some("page")>
                    <Draw icon />
                    <span>{t(word)}</span>
                </a>
            </li>
        }
    };
    let tray = move || {
        let presence = context.app.with(|app| app.as_ref().map(|app| app.tray));
        let word = match presence {
            Some(TrayPresence::NoTray) => WindowWord::NoTray,
            Some(TrayPresence::NoLibrary) => WindowWord::NoTrayLibrary,
            Some(TrayPresence::Shown) | None => return None,
        };
        Some(view! { <p>{t(word)}</p> })
    };
    view! {
        <nav class="navigation" aria-label=t(WindowWord::Pages)>
            <ul>
                {entry(Page::Sessions, Icon::Sessions, WindowWord::Sessions, None)}
                {entry(Page::NewTask, Icon::New, WindowWord::NewTask, Some(Keys::NewTask))}
                {entry(Page::Preview, Icon::Look, WindowWord::Preview, None)}
                {entry(Page::Templates, Icon::Templates, WindowWord::Templates, None)}
                {entry(Page::Settings, Icon::Settings, WindowWord::Settings, Some(Keys::Settings))}
            </ul>
            <div class="tray-note">
                {tray}
                <Quit />
            </div>
        </nav>
    }
}

/// Follows the engine's events, the address, the clock, and the shortcuts.
fn hear(context: Context) {
    spawn_local(backend::hear(EVENT_CHANGED, move |_| context.changed.update(|count| *count = count.wrapping_add(1))));
    spawn_local(backend::hear(EVENT_GO, move |payload| {
        if let Some(page) = payload.and_then(|page| page.parse::<Page>().ok()) {
            Context::go(&page);
        }
    }));
    window_event_listener(ev::hashchange, move |_| context.page.set(page_of_address()));
    window_event_listener(ev::keydown, move |event| press(context, &event));
    // The clock lives as long as the window.
    drop(set_interval_with_handle(move || context.now.set(js_sys::Date::now()), TICK));
}

fn page_of_address() -> Page {
    let hash = window().location().hash().unwrap_or_default();
    hash.strip_prefix('#').and_then(|address| address.parse().ok()).unwrap_or(Page::Sessions)
}

/// Shortcuts. What a part of the page took for itself does not come here.
fn press(context: Context, event: &web_sys::KeyboardEvent) {
    if event.default_prevented() || event.is_composing() {
        return;
    }
    let is_command = commands(context, event);
    match event.key().as_str() {
        "n" | "N" if is_command && !event.shift_key() => {
            event.prevent_default();
            Context::go(&Page::NewTask);
        }
        "," if is_command => {
            event.prevent_default();
            Context::go(&Page::Settings);
        }
        "q" | "Q" if is_command && !event.shift_key() => {
            event.prevent_default();
            quit::press(context);
        }
        "Escape" => leave(),
        _ => {}
    }
}

/// Out of a field, or else back to the list.
fn leave() {
    let active = document().active_element();
    let field = active.filter(|element| matches!(element.tag_name().as_str(), "INPUT" | "TEXTAREA" | "SELECT"));
    match field.and_then(|element| element.dyn_into::<web_sys::HtmlElement>().ok()) {
        Some(field) => drop(field.blur()),
        None => Context::go(&Page::Sessions),
    }
}

fn focus_main() {
    let main = document().get_element_by_id("main").and_then(|main| main.dyn_into::<web_sys::HtmlElement>().ok());
    if let Some(main) = main {
        drop(main.focus());
    }
}

/// Language and colours of the whole document. The style sheet has one block of colours for each theme: which of them
/// counts is said here, and by `theme.js` before there is anything to see.
fn dress(context: Context, system_is_dark: RwSignal<bool>) {
    let Some(root) = document().document_element() else { return };
    drop(root.set_attribute("lang", context.language.get().tag()));
    let theme = context.app.with(|app| app.as_ref().map(|app| app.settings.theme));
    let is_dark = match theme {
        Some(Theme::Light) => false,
        Some(Theme::Dark) => true,
        Some(Theme::System) | None => system_is_dark.get(),
    };
    drop(root.set_attribute("data-theme", if is_dark { "dark" } else { "light" }));
}

/// Whether the system is dark, followed for as long as the window lives.
fn system_is_dark() -> RwSignal<bool> {
    let query = window().match_media("(prefers-color-scheme: dark)").ok().flatten();
    let is_dark = RwSignal::new(query.as_ref().is_some_and(web_sys::MediaQueryList::matches));
    if let Some(query) = query {
        let asked = query.clone();
        let changed = Closure::<dyn FnMut()>::new(move || is_dark.set(asked.matches()));
        query.set_onchange(Some(changed.as_ref().unchecked_ref()));
        changed.forget();
    }
    is_dark
}
