//! The settings: each is applied at once, and said to be.

use c2c_ipc::ErrorShape;
use c2c_ipc::app::{
    ApprovalChoice, ChangeSettingsParams, LanguageChoice, SettingsParams, SettingsView, Theme, TrayPresence,
};
use c2c_ipc::words::{Language, SettingWord, TaskWord, WindowWord, Word as _};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::Heading;
use crate::backend;
use crate::model::text::visible;
use crate::parts::fault::{Fault, Loaded};
use crate::parts::live::Live;
use crate::parts::select::{Select, choice_of, value_of};
use crate::parts::unused::Unused;
use crate::parts::{Context, context, t};

/// The days that can be chosen for pictures.
const DAYS: [u8; 5] = [0, 1, 7, 30, 90];

/// A setting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Name {
    StartAtLogin,
    Notifications,
    Approval,
    Pictures,
    Language,
    Theme,
}

/// What is changed, and what came of the last change.
#[derive(Debug, Clone, Copy)]
struct Change {
    context: Context,
    live: Live<SettingsView>,
    applied: RwSignal<Option<Name>>,
    failed: RwSignal<Option<(Name, ErrorShape)>>,
    refused: RwSignal<u32>,
}

impl Change {
    fn apply(self, name: Name, params: ChangeSettingsParams) {
        spawn_local(async move {
            match backend::ask(params).await {
                Ok(settings) => {
                    self.failed.try_set(None);
                    self.applied.try_set(Some(name));
                    self.context.language.set(settings.language());
                    self.context.app.update(|app| {
                        if let Some(app) = app {
                            app.settings = settings.clone();
                        }
                    });
                    self.live.value.try_set(Some(settings));
                    self.context.say(self.context.word(SettingWord::Applied));
                }
                Err(error) => {
                    self.applied.try_set(None);
                    self.failed.try_set(Some((name, error)));
                    // The control goes back to what counts.
                    self.refused.try_update(|refused| *refused = refused.wrapping_add(1));
                }
            }
        });
    }

    /// The value that a control shows.
    fn chosen(self, value: fn(&SettingsView) -> String) -> Signal<String> {
        Signal::derive(move || self.live.value.with(|settings| settings.as_ref().map(value)).unwrap_or_default())
    }
}

/// The page.
#[component]
pub(crate) fn Settings() -> impl IntoView {
    let context = context();
    let live = Live::<SettingsView>::new(SettingsParams {});
    let change =
        Change { context, live, applied: RwSignal::new(None), failed: RwSignal::new(None), refused: RwSignal::new(0) };
    // What was refused because the file could not be used is not so any more once the file was read without fault.
    Effect::new(move |_| {
        let is_sound =
            live.value.with(|settings| settings.as_ref().is_some_and(|settings| settings.problems.is_empty()));
        let is_of_file = |failed: &(Name, ErrorShape)| failed.1.reason.as_deref() == Some("settings_not_json");
        if is_sound && change.failed.with_untracked(|failed| failed.as_ref().is_some_and(is_of_file)) {
            change.failed.set(None);
        }
    });
    let heading = Signal::derive(move || WindowWord::Settings.text(context.language.get()).to_owned());
    view! {
        <div class="page page-form">
            <header class="bar">
                <Heading text=heading />
            </header>
            <Loaded live content=move || view! { <Groups change /> } />
        </div>
    }
}

#[component]
fn Groups(change: Change) -> impl IntoView {
    let context = change.context;
    let settings = move || change.live.value.get();
    let has_tray =
        Memo::new(move |_| context.app.with(|app| app.as_ref().is_some_and(|app| app.tray == TrayPresence::Shown)));
    let login_hint =
        move || if has_tray.get() { SettingWord::StartAtLoginHint } else { SettingWord::StartAtLoginShown };
    let has_login = Memo::new(move |_| settings().is_some_and(|settings| settings.start_at_login.is_some()));
    let notifications = Signal::derive(move || settings().is_some_and(|settings| settings.notifications));
    let login = Signal::derive(move || settings().and_then(|settings| settings.start_at_login).unwrap_or(false));
    let problems = Memo::new(move |_| settings().map(|settings| settings.problems).unwrap_or_default());
    let file = Memo::new(move |_| settings().map(|settings| visible(&settings.file)).unwrap_or_default());
    let version = move || context.app.with(|app| app.as_ref().map(|app| app.version.clone()));
    view! {
        {move || {
            let problems = problems.get();
            (!problems.is_empty())
                .then(|| {
                    let lines = problems.into_iter().map(|fault| view! { <li><Unused fault /></li> }).collect_view();
                    view! {
                        <section class="notice" aria-labelledby="problems">
                            <h2 id="problems">{t(SettingWord::Problems)}</h2>
                            <ul class="said">{lines}</ul>
                        </section>
                    }
                })
        }}
        <Group title=SettingWord::App>
            {move || {
                has_login
                    .get()
                    .then(|| {
                        view! {
                            <Switch
                                change
                                name=Name::StartAtLogin
                                label=SettingWord::StartAtLogin
                                hint=login_hint()
                                on=login
                                flip=|on| ChangeSettingsParams {
                                    start_at_login: Some(on),
                                    ..ChangeSettingsParams::default()
                                }
                            />
                        }
                    })
            }}
            <Switch
                change
                name=Name::Notifications
                label=SettingWord::Notifications
                hint=SettingWord::NotificationsHint
                on=notifications
                flip=|on| ChangeSettingsParams { notifications: Some(on), ..ChangeSettingsParams::default() }
            />
        </Group>
        <Group title=SettingWord::Work>
            <Approval change />
            <Pictures change />
        </Group>
        <Group title=SettingWord::Look>
            <LanguageSetting change />
            <ThemeSetting change />
        </Group>
        <dl class="facts">
            <dt>{t(SettingWord::File)}</dt>
            <dd><bdi class="path">{file}</bdi></dd>
            <dt>{t(SettingWord::Version)}</dt>
            <dd>{version}</dd>
        </dl>
    }
}

#[component]
fn Group(title: SettingWord, children: Children) -> impl IntoView {
    view! {
        <section class="group">
            <h2>{t(title)}</h2>
            <div class="settings">{children()}</div>
        </section>
    }
}

/// One setting: what it is, its control, and what came of the last change.
#[component]
fn Setting(
    change: Change,
    name: Name,
    label: SettingWord,
    #[prop(optional)] hint: Option<SettingWord>,
    control: &'static str,
    children: Children,
) -> impl IntoView {
    let applied = move || {
        (change.applied.get() == Some(name)).then(|| view! { <span class="applied">{t(SettingWord::Applied)}</span> })
    };
    let failed = move || {
        let failed = change.failed.get().filter(|(of, _)| *of == name);
        failed.map(|(_, error)| view! { <Fault error /> })
    };
    view! {
        <div class="setting">
            <div class="setting-text">
                <label for=control id=format!("{control}-label")>{t(label)}</label>
                {hint.map(|hint| view! { <p class="hint" id=format!("{control}-hint")>{t(hint)}</p> })}
            </div>
            <div class="setting-control">
                {applied}
                {children()}
            </div>
            {failed}
        </div>
    }
}

#[component]
fn Switch(
    change: Change,
    name: Name,
    label: SettingWord,
    hint: SettingWord,
    on: Signal<bool>,
    flip: fn(bool) -> ChangeSettingsParams,
) -> impl IntoView {
    let control = match name {
        Name::StartAtLogin => "start-at-login",
        _ => "notifications",
    };
    let word = move || if on.get() { SettingWord::On } else { SettingWord::Off }.text(change.context.language.get());
    view! {
        <Setting change name label hint control>
            <span class="switch-word" aria-hidden="true">{word}</span>
            <button
                type="button"
                class="switch"
                role="switch"
                id=control
                aria-checked=move || on.get().to_string()
                aria-labelledby=format!("{control}-label")
                aria-describedby=format!("{control}-hint")
                on:click=move |_| change.apply(name, flip(!on.get_untracked()))
            >
                <span class="knob"></span>
            </button>
        </Setting>
    }
}

#[component]
fn Approval(change: Change) -> impl IntoView {
    let language = change.context.language;
    let choices = Signal::derive(move || {
        [
            (ApprovalChoice::First, TaskWord::ApprovalFirst),
            (ApprovalChoice::Every, TaskWord::ApprovalEvery),
            (ApprovalChoice::Never, TaskWord::ApprovalNever),
        ]
        .map(|(choice, word)| (value_of(&choice), word.text(language.get()).to_owned()))
        .to_vec()
    });
    let chosen = change.chosen(|settings| value_of(&settings.approval));
    let on_pick = Callback::new(move |value: String| {
        change.apply(
            Name::Approval,
            ChangeSettingsParams { approval: choice_of(&value), ..ChangeSettingsParams::default() },
        );
    });
    view! {
        <Setting
            change
            name=Name::Approval
            label=SettingWord::Approval
            hint=SettingWord::ApprovalHint
            control="approval"
        >
            <Select id="approval" choices chosen refused=change.refused described_by="approval-hint" on_pick />
        </Setting>
    }
}

#[component]
fn Pictures(change: Change) -> impl IntoView {
    let language = change.context.language;
    let chosen = change.chosen(|settings| settings.picture_days.to_string());
    let text = move |days: u8| match days {
        0 => SettingWord::PicturesOff.text(language.get()).to_owned(),
        1 => SettingWord::PicturesDay.text(language.get()).to_owned(),
        days => SettingWord::PicturesDays.with(language.get(), &[("count", &days.to_string())]),
    };
    let choices = Signal::derive(move || {
        let mut days = DAYS.to_vec();
        days.extend(chosen.get().parse::<u8>());
        days.sort_unstable();
        days.dedup();
        days.into_iter().map(|days| (days.to_string(), text(days))).collect()
    });
    let on_pick = Callback::new(move |value: String| {
        let picture_days = value.parse().ok();
        change.apply(Name::Pictures, ChangeSettingsParams { picture_days, ..ChangeSettingsParams::default() });
    });
    view! {
        <Setting
            change
            name=Name::Pictures
            label=SettingWord::Pictures
            hint=SettingWord::PicturesHint
            control="pictures"
        >
            <Select id="pictures" choices chosen refused=change.refused described_by="pictures-hint" on_pick />
        </Setting>
    }
}

/// A language by its own name.
fn own_name(language: Language) -> &'static str {
    match language {
        Language::English => "English",
        Language::Chinese => "简体中文",
    }
}

#[component]
fn LanguageSetting(change: Change) -> impl IntoView {
    let language = change.context.language;
    let system = Memo::new(move |_| {
        change
            .live
            .value
            .with(|settings| settings.as_ref().map(|settings| settings.system_language))
            .unwrap_or_default()
    });
    let choices = Signal::derive(move || {
        let system = SettingWord::LanguageSystem.with(language.get(), &[("language", own_name(system.get()))]);
        vec![
            (value_of(&LanguageChoice::System), system),
            (value_of(&LanguageChoice::English), own_name(Language::English).to_owned()),
            (value_of(&LanguageChoice::Chinese), own_name(Language::Chinese).to_owned()),
        ]
    });
    let chosen = change.chosen(|settings| value_of(&settings.language));
    let on_pick = Callback::new(move |value: String| {
        change.apply(
            Name::Language,
            ChangeSettingsParams { language: choice_of(&value), ..ChangeSettingsParams::default() },
        );
    });
    view! {
        <Setting change name=Name::Language label=SettingWord::Language control="language">
            <Select id="language" choices chosen refused=change.refused on_pick />
        </Setting>
    }
}

#[component]
fn ThemeSetting(change: Change) -> impl IntoView {
    let language = change.context.language;
    let choices = Signal::derive(move || {
        [
            (Theme::System, SettingWord::ThemeSystem),
            (Theme::Light, SettingWord::ThemeLight),
            (Theme::Dark, SettingWord::ThemeDark),
        ]
        .map(|(choice, word)| (value_of(&choice), word.text(language.get()).to_owned()))
        .to_vec()
    });
    let chosen = change.chosen(|settings| value_of(&settings.theme));
    let on_pick = Callback::new(move |value: String| {
        change.apply(Name::Theme, ChangeSettingsParams { theme: choice_of(&value), ..ChangeSettingsParams::default() });
    });
    view! {
        <Setting change name=Name::Theme label=SettingWord::Theme control="theme">
            <Select id="theme" choices chosen refused=change.refused on_pick />
        </Setting>
    }
}
