//! The tray as a table of sessions and what is shown for them.

use super::*;

const FACTS: TrayFacts = TrayFacts { language: Language::English, start_at_login: Some(false) };

fn row(activity: Activity, need: Option<Need>) -> SessionRow {
    SessionRow {
        session: "ses_1".to_owned(),
        task_id: "c2c_1".to_owned(),
        workspace_name: "shop".to_owned(),
        root: "/w/shop".to_owned(),
        goal: "Make the tests pass".to_owned(),
        activity,
        need,
        reason: None,
        iteration: 2,
        max_iterations: 12,
        runs: true,
        in_app: true,
        actions: vec![Action::Pause, Action::Stop],
        created_at_ms: 0,
        updated_at_ms: 0,
    }
}

fn overview(sessions: Vec<SessionRow>) -> OverviewView {
    OverviewView { sessions, more: 0 }
}

fn lines(entries: &[MenuEntry], indent: usize) -> String {
    let pad = " ".repeat(indent);
    let line = |entry: &MenuEntry| match entry {
        MenuEntry::Item { action, label } => format!("{pad}{label}  <{action}>\n"),
        MenuEntry::Check { action, label, checked } => {
            format!("{pad}[{}] {label}  <{action}>\n", if *checked { 'x' } else { ' ' })
        }
        MenuEntry::Submenu { label, entries } => format!("{pad}{label}\n{}", lines(entries, indent + 4)),
        MenuEntry::Separator => format!("{pad}--\n"),
    };
    entries.iter().map(line).collect()
}

#[test]
fn the_worst_session_gives_the_picture() {
    let running = || row(Activity::Working, None);
    for (sessions, expected) in [
        (vec![], TrayIcon::Idle),
        (vec![running()], TrayIcon::Running),
        (vec![SessionRow { runs: false, ..row(Activity::Waiting, Some(Need::Owner)) }], TrayIcon::Idle),
        (vec![row(Activity::Paused, None)], TrayIcon::Idle),
        (vec![running(), row(Activity::Approving, Some(Need::Approval))], TrayIcon::NeedsYou),
        (vec![row(Activity::Waiting, Some(Need::Carry))], TrayIcon::NeedsYou),
        (
            vec![row(Activity::Blocked, Some(Need::Answer)), row(Activity::Paused, Some(Need::Failure))],
            TrayIcon::Failed,
        ),
    ] {
        assert_eq!(icon(&sessions), expected, "{sessions:?}");
    }
}

#[test]
fn without_a_session_the_menu_is_short() {
    let view = tray(&OverviewView::default(), FACTS);
    assert_eq!(view.tooltip, "C2C: no session is open");
    insta::assert_snapshot!(lines(&view.menu, 0), @r"
    Open C2C  <show:/>
    New task…  <show:/new>
    Open ChatGPT  <chatgpt>
    --
    [ ] Start at login  <login>
    Quit C2C  <quit>
    ");
}

#[test]
fn one_session_has_its_commands_in_the_menu_itself() {
    let mut asks = row(Activity::Approving, Some(Need::Approval));
    asks.actions = vec![Action::Approve, Action::Reject, Action::Pause, Action::Stop, Action::OpenChatGpt];
    let view = tray(&overview(vec![asks]), TrayFacts { start_at_login: None, ..FACTS });
    insta::assert_snapshot!(lines(&view.menu, 0), @r"
    shop: a plan waits for you (2 of 12)  <show:/session/ses_1>
    Approve…  <show:/session/ses_1/approve>
    Reject…  <show:/session/ses_1/reject>
    Pause  <pause:ses_1>
    --
    Open C2C  <show:/>
    New task…  <show:/new>
    Open ChatGPT  <chatgpt>
    --
    Quit C2C (1 session waits for the next start)  <quit>
    ");
}

#[test]
fn many_sessions_have_menus_of_their_own() {
    let mut sessions = vec![row(Activity::Blocked, Some(Need::Answer))];
    sessions[0].actions = vec![Action::Reply, Action::Stop];
    sessions.extend((0..9).map(|_| row(Activity::Working, None)));
    let view = tray(&OverviewView { sessions, more: 3 }, TrayFacts { language: Language::Chinese, ..FACTS });
    let text = lines(&view.menu, 0);
    assert!(text.starts_with("shop：ChatGPT 有问题（2/12）\n    查看  <show:/session/ses_1>\n    回复…"), "{text}");
    assert!(text.contains("还有 5 个…  <show:/>"), "{text}");
    assert_eq!(view.tooltip.lines().count(), 4);
}

#[test]
fn quit_says_what_rests_until_the_next_start() {
    let running = || row(Activity::Working, None);
    let elsewhere = SessionRow { in_app: false, ..running() };
    let paused = |reason: PauseCode, need| SessionRow {
        reason: Some(reason.as_str().to_owned()),
        ..row(Activity::Paused, need)
    };
    let held = paused(PauseCode::Person, None);
    let stuck = paused(PauseCode::CodexFailed, Some(Need::Failure));
    let told_to_wait = paused(PauseCode::ChatGptWait, None);
    for (sessions, english, chinese) in [
        (vec![], "Quit C2C", "退出 C2C"),
        (vec![elsewhere.clone(), held, stuck], "Quit C2C", "退出 C2C"),
        (
            vec![told_to_wait, elsewhere],
            "Quit C2C (1 session waits for the next start)",
            "退出 C2C（1 个会话等到下次启动）",
        ),
        (
            vec![running(), row(Activity::Blocked, Some(Need::Answer))],
            "Quit C2C (2 sessions wait for the next start)",
            "退出 C2C（2 个会话等到下次启动）",
        ),
    ] {
        let rests = rests_after_quit(&sessions);
        assert_eq!([quit(rests, Language::English), quit(rests, Language::Chinese)], [english, chinese]);
    }
}

#[test]
fn a_long_name_with_line_breaks_fits_into_the_menu() {
    let named = SessionRow { workspace_name: format!("a\nb{}", "c".repeat(100)), ..row(Activity::Working, None) };
    let label = label(&named, Language::English);
    assert!(label.starts_with("a b") && label.contains('…') && label.chars().count() < 80, "{label}");
}

#[test]
fn every_action_is_read_as_it_is_written() {
    let session = || "ses_1".to_owned();
    for action in [
        TrayAction::Show(Page::NewTask),
        TrayAction::Show(Page::Session(session(), Some(Focus::Approve))),
        TrayAction::Pause(session()),
        TrayAction::Continue(session()),
        TrayAction::OpenChatGpt,
        TrayAction::StartAtLogin,
        TrayAction::Quit,
    ] {
        assert_eq!(action.to_string().parse(), Ok(action));
    }
    for text in ["", "show:", "show:x", "stop:ses_1", "quit:"] {
        assert_eq!(text.parse::<TrayAction>(), Err(NoAction), "{text}");
    }
}
