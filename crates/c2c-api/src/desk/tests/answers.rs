//! What only looks, and what changes texts and settings.

use super::*;

fn sessions(offset: u32, limit: u32, query: &str) -> SessionsParams {
    SessionsParams { offset, limit, query: query.to_owned(), open_only: false }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_empty_store_answers_everything_with_nothing() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let app: AppView = ask(&host, AppParams {}).await.unwrap();
    assert_eq!((app.system.as_str(), app.tray), (std::env::consts::OS, TrayPresence::Shown));
    let overview: OverviewView = ask(&host, OverviewParams {}).await.unwrap();
    assert_eq!(overview, OverviewView::default());
    let list: SessionsView = ask(&host, sessions(0, 500, "")).await.unwrap();
    assert_eq!((list.total, list.rows), (0, vec![]));
    let known: WorkspacesView = ask(&host, WorkspacesParams {}).await.unwrap();
    assert_eq!(known.workspaces, []);
}

#[tokio::test(flavor = "multi_thread")]
async fn the_window_ends_c2c() {
    let fixture = Fixture::new();
    let program = Arc::new(Program::default());
    let host = Host::new(Arc::clone(&fixture.app), fixture.run(), Arc::clone(&program) as Arc<dyn Shell>);
    let app: AppView = ask(&host, AppParams {}).await.unwrap();
    assert_eq!((app.rests_after_quit, *program.has_quit.lock().unwrap()), (0, false));
    ask::<()>(&host, QuitParams {}).await.unwrap();
    assert!(*program.has_quit.lock().unwrap());
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_not_of_its_form_is_refused() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    for limit in [0, 501, u32::MAX] {
        assert_eq!(refused(&host, sessions(0, limit, "")).await, "invalid_input", "{limit}");
    }
    assert_eq!(refused(&host, sessions(0, 1, &"界".repeat(201))).await, "invalid_input");
    let page = |session: &str| SessionPageParams { session: session.to_owned() };
    for id in ["", "ses_", "ses_a/b", "../x", "ws_0000000000000000", "ses_\0", &"ses_a".repeat(1000)] {
        assert_eq!(refused(&host, page(id)).await, "no_session", "{id:?}");
    }
    assert_eq!(refused(&host, page("ses_0000000000000000")).await, "no_session");
    let texts = |root: &str| TemplatesParams { root: root.to_owned() };
    for (folder, reason) in [
        ("", "folder_not_absolute"),
        ("shop", "folder_not_absolute"),
        ("/a\0b", "invalid_input"),
        (&format!("/{}", "a".repeat(5000)), "invalid_input"),
        ("/no/such/folder", "folder_missing"),
        (fixture.root().join("value.txt").to_str().unwrap(), "not_a_folder"),
        (fixture.base().join("data").to_str().unwrap(), "folder_protected"),
    ] {
        assert_eq!(refused(&host, texts(folder)).await, reason, "{folder}");
    }
    let preview = PreviewParams { root: root(&fixture), goal: "g".repeat(c2c_ipc::app::MOST_GOAL_BYTES + 1) };
    assert_eq!(refused(&host, preview).await, "goal_too_long");
    assert_eq!(refused(&host, CopyParams { text: "a".repeat((1 << 20) + 1) }).await, "invalid_input");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_folder_is_previewed_without_being_noted() {
    let fixture = Fixture::new();
    let inner = fixture.root().join("inner");
    std::fs::create_dir(&inner).unwrap();
    let program = Program { folder: Some(inner), ..Program::default() };
    let host = Host::new(Arc::clone(&fixture.app), fixture.run(), Arc::new(program));
    let chosen: ChosenFolderView = ask(&host, c2c_ipc::app::ChooseFolderParams {}).await.unwrap();
    assert_eq!(chosen.root.as_deref(), fixture.root().to_str(), "the repository around it");
    let preview = |goal: &str| PreviewParams { root: root(&fixture), goal: goal.to_owned() };
    let view: PreviewView = ask(&host, preview(" \n")).await.unwrap();
    assert_eq!((view.init, view.init_bytes, view.problem), (None, 0, None));
    let hostile = "Mend <b>it</b> & `rm -rf /`\u{202e}";
    let view: PreviewView = ask(&host, preview(hostile)).await.unwrap();
    let init = view.init.unwrap();
    assert!(init.starts_with("[C2C]\nSTATE: INIT\n") && init.contains("<b>it</b>"), "{init}");
    assert_eq!(view.init_bytes as usize, init.len());
    assert_eq!(view.boot_prompt_bytes as usize, view.boot_prompt.len());
    let known: WorkspacesView = ask(&host, WorkspacesParams {}).await.unwrap();
    assert_eq!(known.workspaces, [], "a look leaves nothing behind");
    std::fs::remove_dir_all(fixture.root().join(".git")).unwrap();
    let view: PreviewView = ask(&host, preview("Mend it")).await.unwrap();
    assert_eq!(view.problem.unwrap().reason.as_deref(), Some("not_a_repository"));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_edited_kept_and_reset_and_says_what_has_changed_since() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let texts = || TemplatesParams { root: root(&fixture) };
    let own: TemplatesView = ask(&host, texts()).await.unwrap();
    assert!(!own.boot_prompt.edited && own.boot_prompt.text == own.boot_prompt.original);
    let save = |text: Option<String>| SaveTemplateParams { root: root(&fixture), kind: TemplateKind::BootPrompt, text };
    let mine = format!("{}\n\nBe brief.", own.boot_prompt.text);
    let saved: TemplateView = ask(&host, save(Some(mine.clone()))).await.unwrap();
    assert_eq!((saved.edited, saved.text.as_str(), saved.warnings.as_slice()), (true, mine.as_str(), [].as_slice()));
    let preview: PreviewView = ask(&host, PreviewParams { root: root(&fixture), goal: String::new() }).await.unwrap();
    assert_eq!(preview.boot_prompt, mine, "it is what a new conversation gets");
    assert_eq!(refused(&host, save(Some("Hello".to_owned()))).await, "template_incomplete");
    std::fs::write(fixture.root().join(".c2c.json"), r#"{"connectorName": "Harbour"}"#).unwrap();
    let renamed: TemplatesView = ask(&host, texts()).await.unwrap();
    assert_eq!(renamed.boot_prompt.warnings, [TemplateWarning::OriginalChanged, TemplateWarning::OtherConnector]);
    let reset: TemplateView = ask(&host, save(None)).await.unwrap();
    assert!(!reset.edited && reset.text.contains("Harbour"));
}

#[tokio::test(flavor = "multi_thread")]
async fn settings_are_changed_in_the_file_and_in_force_at_once() {
    let fixture = Fixture::new();
    let host = host(&fixture);
    let file = fixture.app.config().live.file().to_owned();
    std::fs::write(&file, r#"{"port": 9000, "mine": [1]}"#).unwrap();
    let before: SettingsView = ask(&host, SettingsParams {}).await.unwrap();
    assert_eq!((before.notifications, before.picture_days), (true, 0));
    let unknown =
        c2c_ipc::app::SettingFault { code: "unknown".to_owned(), key: "mine".to_owned(), detail: String::new() };
    assert_eq!(before.problems, [unknown]);
    let change = ChangeSettingsParams {
        start_at_login: Some(true),
        notifications: Some(false),
        picture_days: Some(7),
        language: Some(LanguageChoice::Chinese),
        theme: Some(Theme::Dark),
        ..ChangeSettingsParams::default()
    };
    let after: SettingsView = ask(&host, change).await.unwrap();
    assert_eq!(after.start_at_login, Some(true));
    assert_eq!((after.notifications, after.picture_days, after.theme), (false, 7, Theme::Dark));
    assert_eq!(after.language(), Language::Chinese);
    assert!(!fixture.app.settings().notifications && fixture.app.settings().port == 9000);
    assert!(std::fs::read_to_string(&file).unwrap().contains("\"mine\""));
    let off = ChangeSettingsParams { picture_days: Some(0), ..ChangeSettingsParams::default() };
    let after: SettingsView = ask(&host, off).await.unwrap();
    assert_eq!((after.picture_days, after.problems.len()), (0, 1), "`off` is a value that C2C knows");
    let many = ChangeSettingsParams { picture_days: Some(91), ..ChangeSettingsParams::default() };
    assert_eq!(refused(&host, many).await, "invalid_input");
    std::fs::write(&file, "{ broken").unwrap();
    let change = ChangeSettingsParams { theme: Some(Theme::Light), ..ChangeSettingsParams::default() };
    assert_eq!(refused(&host, change).await, "settings_not_json");
    assert_eq!(std::fs::read_to_string(&file).unwrap(), "{ broken");
}
