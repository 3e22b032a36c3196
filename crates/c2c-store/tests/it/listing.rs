//! Sessions in lists: stretches, searches, what the app runs; and edited texts.

use c2c_ports::{SessionId, WorkspaceId};
use c2c_store::{NewSession, Session, SessionStatus, StoreError, Template, TemplateKind};

use crate::support::{Fixture, new_session, session_id, workspace_id};

/// Sessions `1..=count` in two workspaces by turns; all but the last of each have ended.
fn filled(count: u8) -> Fixture {
    let fixture = Fixture::new();
    for n in 1..=count {
        fixture.clock.advance(1);
        fixture
            .store
            .write(|tx| {
                let (root, name) = if n % 2 == 0 { ("/even", "Even") } else { ("/odd", "Odd_100%") };
                let workspace = tx.upsert_workspace(&workspace_id(n % 2 + 1), root, name, "c")?;
                if let Some(open) = tx.open_session(&workspace.id)? {
                    let ended = Session { status: SessionStatus::Done, ended_at_ms: Some(1), ..open };
                    tx.update_session(&ended)?;
                }
                let goal = if n == 3 { "Mend Überweisung and 登录" } else { "make the tests pass" };
                tx.create_session(&NewSession { goal: goal.to_owned(), ..new_session(n, &workspace.id) })
            })
            .unwrap();
    }
    fixture
}

fn ids(rows: &[c2c_store::Listed]) -> Vec<SessionId> {
    rows.iter().map(|row| row.session.id.clone()).collect()
}

#[test]
fn a_stretch_begins_with_the_one_that_changed_last() {
    let fixture = filled(5);
    let stretch = |offset, limit| {
        let (total, rows) = fixture.store.read(|tx| tx.session_stretch(offset, limit)).unwrap();
        assert_eq!(total, 5);
        ids(&rows)
    };
    // The third one ended when the fifth began.
    assert_eq!(stretch(0, 2), [session_id(5), session_id(3)]);
    assert_eq!(stretch(3, 9), [session_id(2), session_id(1)]);
    assert_eq!(stretch(5, 9), []);
    let (_, rows) = fixture.store.read(|tx| tx.session_stretch(0, 9)).unwrap();
    assert_eq!(rows.iter().map(|row| row.is_last).collect::<Vec<_>>(), [true, false, true, false, false]);
    assert_eq!((rows[0].workspace_name.as_str(), rows[0].root.as_str()), ("Odd_100%", "/odd"));
    assert!(rows.iter().all(|row| !row.can_undo && !row.in_app));
    // One that changes comes to the front.
    fixture.clock.advance(1);
    let two = fixture.store.read(|tx| tx.session(&session_id(2))).unwrap().unwrap();
    let task = two.task_id.clone();
    fixture.store.write(|tx| tx.update_session(&two)).unwrap();
    assert_eq!(stretch(0, 2), [session_id(2), session_id(5)]);
    let found = fixture.store.read(|tx| tx.session_search("", false, 0, 2)).unwrap().1;
    assert_eq!(ids(&found), [session_id(2), session_id(5)]);
    let of_task = fixture.store.read(|tx| tx.listed_of_task(&task)).unwrap();
    assert_eq!(of_task.map(|listed| listed.session.id), Some(session_id(2)));
    assert_eq!(fixture.store.read(|tx| tx.listed_of_task("c2c_none")).unwrap(), None);
}

#[test]
fn the_open_sessions_come_with_the_one_that_changed_last() {
    let fixture = filled(5);
    let open = |limit| fixture.store.read(|tx| tx.open_sessions(limit)).unwrap();
    assert_eq!(ids(&open(9).1), [session_id(5), session_id(4)]);
    fixture.clock.advance(1);
    let four = fixture.store.read(|tx| tx.session(&session_id(4))).unwrap().unwrap();
    fixture.store.write(|tx| tx.update_session(&four)).unwrap();
    let (total, rows) = open(1);
    assert_eq!((total, ids(&rows)), (2, vec![session_id(4)]));
}

#[test]
fn every_word_is_looked_for_in_any_letter_case_and_as_it_stands() {
    let fixture = filled(5);
    let found = |query: &str, open_only| {
        let (total, rows) = fixture.store.read(|tx| tx.session_search(query, open_only, 0, 9)).unwrap();
        assert_eq!(total as usize, rows.len());
        rows.len()
    };
    assert_eq!(found("", false), 5);
    assert_eq!(found("", true), 2);
    assert_eq!(found("TESTS even", false), 2);
    assert_eq!(found("überweisung", false), 1);
    assert_eq!(found("ÜBERWEISUNG", false), 1);
    assert_eq!(found("登录", false), 1);
    assert_eq!(found("C2C_00000004", false), 1);
    assert_eq!(found("odd_100%", false), 3);
    for nothing in ["%", "_", "\\", "' OR 1=1 --", "tests nowhere"] {
        let expected = if nothing == "%" || nothing == "_" { found("odd", false) } else { 0 };
        let everywhere = if nothing == "_" { 5 } else { expected };
        assert_eq!(found(nothing, false), everywhere, "{nothing}");
    }
    let (total, rows) = fixture.store.read(|tx| tx.session_search("tests", false, 1, 2)).unwrap();
    assert_eq!((total, ids(&rows)), (4, vec![session_id(4), session_id(2)]));
}

#[test]
fn what_the_app_runs_is_remembered_until_it_ends_or_is_taken_over() {
    let fixture = filled(2);
    let in_app = || {
        let sessions = fixture.store.read(|tx| tx.sessions_in_app()).unwrap();
        sessions.into_iter().map(|session| session.id).collect::<Vec<_>>()
    };
    let set = |id: &SessionId, is| fixture.store.write(|tx| tx.set_in_app(id, is)).unwrap();
    assert_eq!(in_app(), []);
    set(&session_id(1), true);
    set(&session_id(2), true);
    assert_eq!(in_app(), [session_id(1), session_id(2)]);
    set(&session_id(1), false);
    let two = fixture.store.read(|tx| tx.listed(&session_id(2))).unwrap().unwrap();
    assert!(two.in_app);
    let ended = Session { ended_at_ms: Some(1), ..two.session };
    fixture.store.write(|tx| tx.update_session(&ended)).unwrap();
    assert_eq!(in_app(), []);
}

#[test]
fn an_edited_text_is_kept_until_it_is_reset() {
    let fixture = filled(1);
    let workspace = workspace_id(2);
    let kept = |kind| fixture.store.read(|tx| tx.template(&workspace, kind)).unwrap();
    let set = |id: &WorkspaceId, template: Option<&Template>| {
        fixture.store.write(|tx| tx.set_template(id, TemplateKind::BootPrompt, template))
    };
    assert_eq!(kept(TemplateKind::BootPrompt), None);
    let template = |text: &str| Template { text: text.to_owned(), original: "old".to_owned() };
    set(&workspace, Some(&template("one"))).unwrap();
    set(&workspace, Some(&template("two"))).unwrap();
    assert_eq!(kept(TemplateKind::BootPrompt), Some(template("two")));
    assert_eq!(kept(TemplateKind::Instructions), None);
    set(&workspace, None).unwrap();
    assert_eq!(kept(TemplateKind::BootPrompt), None);
    let unknown = set(&workspace_id(9), Some(&template("one")));
    assert!(matches!(unknown, Err(StoreError::NotFound { what: "workspace", .. })), "{unknown:?}");
}
