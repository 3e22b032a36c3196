//! Workspaces, conversations, sessions, their state and checkpoint.

use c2c_ports::Sandbox;
use c2c_store::{
    ApprovalMode, Carrier, Checkpoint, Conversation, ConversationMode, NewConversation, NewSession, Session,
    SessionDriver, SessionFilter, SessionStatus, StoreError, Workspace,
};
use serde_json::json;

use crate::support::{Fixture, START_MS, add_session, new_session, session_id, workspace_id};

#[test]
fn a_workspace_keeps_its_id_and_takes_new_names() {
    let fixture = Fixture::new();
    let first = fixture.store.write(|tx| tx.upsert_workspace(&workspace_id(1), "/p", "one", "c2c one")).unwrap();
    assert_eq!(
        first,
        Workspace {
            id: workspace_id(1),
            root: "/p".to_owned(),
            name: "one".to_owned(),
            connector_name: "c2c one".to_owned(),
            accepted_config_hash: None,
            created_at_ms: START_MS,
            last_used_at_ms: START_MS,
        }
    );
    fixture.clock.advance(5);
    let second = fixture.store.write(|tx| tx.upsert_workspace(&workspace_id(2), "/p", "two", "c2c two")).unwrap();
    let wanted = Workspace {
        name: "two".to_owned(),
        connector_name: "c2c two".to_owned(),
        last_used_at_ms: START_MS + 5,
        ..first
    };
    assert_eq!(second, wanted);
    let read = fixture.store.read(|tx| Ok((tx.workspace(&workspace_id(1))?, tx.workspace(&workspace_id(2))?)));
    assert_eq!(read.unwrap(), (Some(wanted), None));
}

#[test]
fn workspaces_come_with_the_last_used_one_first() {
    let fixture = Fixture::new();
    for (n, root) in [(1, "/a"), (2, "/b"), (3, "/c"), (4, "/a")] {
        fixture.clock.advance(1);
        fixture.store.write(|tx| tx.upsert_workspace(&workspace_id(n), root, "n", "c")).unwrap();
    }
    let roots: Vec<String> =
        fixture.store.read(|tx| tx.workspaces()).unwrap().into_iter().map(|workspace| workspace.root).collect();
    assert_eq!(roots, ["/a", "/c", "/b"]);
}

#[test]
fn an_accepted_configuration_is_kept_until_it_is_taken_back() {
    let (fixture, workspace, _) = Fixture::with_session();
    let accepted = |hash: Option<&str>| {
        fixture.store.write(|tx| tx.accept_config(&workspace.id, hash)).unwrap();
        fixture.store.read(|tx| tx.workspace_by_root(&workspace.root)).unwrap().unwrap().accepted_config_hash
    };
    assert_eq!(accepted(Some("abc")).as_deref(), Some("abc"));
    assert_eq!(accepted(None), None);
    let unknown = fixture.store.write(|tx| tx.accept_config(&workspace_id(9), Some("abc")));
    assert!(matches!(unknown, Err(StoreError::NotFound { what: "workspace", .. })), "{unknown:?}");
}

#[test]
fn a_new_conversation_replaces_the_current_one() {
    let (fixture, workspace, _) = Fixture::with_session();
    let new = NewConversation {
        workspace_id: workspace.id.clone(),
        mode: ConversationMode::Project,
        url: Some("https://chatgpt.com/c/1".to_owned()),
        project_url: Some("https://chatgpt.com/g/1".to_owned()),
        title: Some("Ω".to_owned()),
        connector_name: Some("c2c".to_owned()),
    };
    let first = fixture.store.write(|tx| tx.new_conversation(&new)).unwrap();
    let wanted = Conversation {
        id: first.id,
        workspace_id: workspace.id.clone(),
        mode: ConversationMode::Project,
        url: new.url.clone(),
        project_url: new.project_url.clone(),
        title: new.title.clone(),
        connector_name: new.connector_name.clone(),
        booted: false,
        active: true,
        created_at_ms: START_MS,
        updated_at_ms: START_MS,
    };
    assert_eq!(first, wanted);
    assert_eq!(fixture.store.read(|tx| tx.current_conversation(&workspace.id)).unwrap(), Some(wanted));

    fixture.clock.advance(1);
    let unknown = NewConversation::unknown(workspace.id.clone(), ConversationMode::LongChat);
    let second = fixture.store.write(|tx| tx.new_conversation(&unknown)).unwrap();
    let (current, old) =
        fixture.store.read(|tx| Ok((tx.current_conversation(&workspace.id)?, tx.conversation(first.id)?))).unwrap();
    assert_eq!(current, Some(second));
    assert_eq!(old, Some(Conversation { active: false, updated_at_ms: START_MS + 1, ..first }));
}

#[test]
fn a_conversation_can_be_updated_and_left() {
    let (fixture, workspace, _) = Fixture::with_session();
    let unknown = NewConversation::unknown(workspace.id.clone(), ConversationMode::LongChat);
    let made = fixture.store.write(|tx| tx.new_conversation(&unknown)).unwrap();
    fixture.clock.advance(7);
    let changed = Conversation { url: Some("https://x".to_owned()), booted: true, ..made };
    fixture.store.write(|tx| tx.update_conversation(&changed)).unwrap();
    let wanted = Conversation { updated_at_ms: START_MS + 7, ..changed };
    assert_eq!(fixture.store.read(|tx| tx.conversation(wanted.id)).unwrap(), Some(wanted.clone()));
    fixture.store.write(|tx| tx.deactivate_conversation(&workspace.id)).unwrap();
    assert_eq!(fixture.store.read(|tx| tx.current_conversation(&workspace.id)).unwrap(), None);

    let other = fixture.store.write(|tx| tx.new_conversation(&unknown)).unwrap();
    let second_active =
        fixture.store.write(|tx| tx.update_conversation(&Conversation { active: true, ..wanted.clone() }));
    assert!(
        matches!(&second_active, Err(StoreError::Conflict { with, .. }) if *with == other.id.to_string()),
        "{second_active:?}"
    );
    let missing = fixture.store.write(|tx| tx.update_conversation(&Conversation { id: 99, ..wanted.clone() }));
    assert!(matches!(missing, Err(StoreError::NotFound { .. })), "{missing:?}");
    let homeless = NewConversation::unknown(workspace_id(9), ConversationMode::LongChat);
    let homeless = fixture.store.write(|tx| tx.new_conversation(&homeless));
    assert!(matches!(homeless, Err(StoreError::NotFound { what: "workspace", .. })), "{homeless:?}");
}

#[test]
fn a_session_comes_back_as_it_was_made() {
    let (fixture, workspace, _) = Fixture::with_session();
    let store = &fixture.store;
    let second = store.write(|tx| tx.upsert_workspace(&workspace_id(2), "/second", "s", "c")).unwrap();
    let unknown = NewConversation::unknown(second.id.clone(), ConversationMode::LongChat);
    let conversation = store.write(|tx| tx.new_conversation(&unknown)).unwrap();
    let new = NewSession {
        conversation_id: Some(conversation.id),
        driver: SessionDriver::Codex,
        carrier: Carrier::Window,
        approval: ApprovalMode::Never,
        sandbox: Sandbox::DangerFullAccess,
        max_iterations: u32::MAX,
        reply_deadline_s: 1,
        goal: "日本語 \u{0} and a NUL".to_owned(),
        ..new_session(2, &second.id)
    };
    let session = store.write(|tx| tx.create_session(&new)).unwrap();
    let wanted = Session {
        id: new.id,
        workspace_id: second.id.clone(),
        conversation_id: Some(conversation.id),
        task_id: new.task_id,
        goal: new.goal,
        driver: SessionDriver::Codex,
        carrier: Carrier::Window,
        approval: ApprovalMode::Never,
        sandbox: Sandbox::DangerFullAccess,
        max_iterations: u32::MAX,
        reply_deadline_s: 1,
        status: SessionStatus::Active,
        iteration: 0,
        created_at_ms: START_MS,
        updated_at_ms: START_MS,
        ended_at_ms: None,
    };
    assert_eq!(session, wanted);
    let read = store
        .read(|tx| Ok((tx.session(&wanted.id)?, tx.session_by_task(&wanted.task_id)?, tx.open_session(&second.id)?)));
    assert_eq!(read.unwrap(), (Some(wanted.clone()), Some(wanted.clone()), Some(wanted)));
    assert_ne!(workspace.id, second.id);
}

#[test]
fn a_session_can_be_updated() {
    let (fixture, workspace, session) = Fixture::with_session();
    fixture.clock.advance(3);
    let changed = Session {
        status: SessionStatus::Done,
        iteration: 2,
        approval: ApprovalMode::Every,
        sandbox: Sandbox::ReadOnly,
        ended_at_ms: Some(START_MS + 2),
        ..session
    };
    fixture.store.write(|tx| tx.update_session(&changed)).unwrap();
    let wanted = Session { updated_at_ms: START_MS + 3, ..changed };
    let read = fixture.store.read(|tx| Ok((tx.session(&wanted.id)?, tx.open_session(&workspace.id)?))).unwrap();
    assert_eq!(read, (Some(wanted.clone()), None));
    let missing = fixture.store.write(|tx| tx.update_session(&Session { id: session_id(9), ..wanted.clone() }));
    assert!(matches!(missing, Err(StoreError::NotFound { what: "session", .. })), "{missing:?}");
}

#[test]
fn a_workspace_has_at_most_one_session_that_has_not_ended() {
    let (fixture, workspace, first) = Fixture::with_session();
    let second = fixture.store.write(|tx| tx.create_session(&new_session(2, &workspace.id)));
    match second {
        Err(StoreError::Conflict { what, with }) => {
            assert_eq!((what, with), ("an open session in this workspace", first.id.to_string()));
        }
        other => panic!("{other:?}"),
    }
    let ended = Session { ended_at_ms: Some(START_MS), status: SessionStatus::Stopped, ..first };
    fixture.store.write(|tx| tx.update_session(&ended)).unwrap();
    let second = fixture.store.write(|tx| tx.create_session(&new_session(2, &workspace.id))).unwrap();
    let reopened = fixture.store.write(|tx| tx.update_session(&Session { ended_at_ms: None, ..ended.clone() }));
    assert!(
        matches!(&reopened, Err(StoreError::Conflict { with, .. }) if *with == second.id.to_string()),
        "{reopened:?}"
    );
    let other_workspace = add_session(&fixture.store, 3).1;
    assert_eq!(other_workspace.status, SessionStatus::Active);
}

#[test]
fn a_session_that_cannot_be_is_refused_by_name() {
    let (fixture, workspace, first) = Fixture::with_session();
    let store = &fixture.store;
    let ended = Session { ended_at_ms: Some(START_MS), ..first.clone() };
    store.write(|tx| tx.update_session(&ended)).unwrap();
    let taken = store.write(|tx| tx.create_session(&new_session(1, &workspace.id)));
    assert!(
        matches!(&taken, Err(StoreError::Conflict { what: "a session", with }) if *with == first.id.to_string()),
        "{taken:?}"
    );
    let homeless = store.write(|tx| tx.create_session(&new_session(2, &workspace_id(9))));
    assert!(matches!(homeless, Err(StoreError::NotFound { what: "workspace", .. })), "{homeless:?}");
    let new = NewSession { conversation_id: Some(99), ..new_session(2, &workspace.id) };
    let voiceless = store.write(|tx| tx.create_session(&new));
    assert!(matches!(voiceless, Err(StoreError::NotFound { what: "conversation", .. })), "{voiceless:?}");
}

#[test]
fn sessions_are_listed_newest_first_and_filtered() {
    let (fixture, workspace, first) = Fixture::with_session();
    let store = &fixture.store;
    let ended = Session { ended_at_ms: Some(START_MS), status: SessionStatus::Failed, ..first };
    store.write(|tx| tx.update_session(&ended)).unwrap();
    store.write(|tx| tx.create_session(&new_session(2, &workspace.id))).unwrap();
    add_session(store, 3);
    let list = |filter: SessionFilter, limit| -> Vec<String> {
        let sessions = store.read(|tx| tx.sessions(&filter, limit)).unwrap();
        sessions.into_iter().map(|session| session.task_id.trim_start_matches("c2c_0000000").to_owned()).collect()
    };
    let here = Some(workspace.id);
    let failed = vec![SessionStatus::Failed, SessionStatus::Done];
    assert_eq!(list(SessionFilter::default(), 9), ["3", "2", "1"]);
    assert_eq!(list(SessionFilter::default(), 2), ["3", "2"]);
    assert_eq!(list(SessionFilter { workspace_id: here.clone(), ..SessionFilter::default() }, 9), ["2", "1"]);
    assert_eq!(list(SessionFilter { open_only: true, ..SessionFilter::default() }, 9), ["3", "2"]);
    assert_eq!(list(SessionFilter { statuses: failed, ..SessionFilter::default() }, 9), ["1"]);
    let nothing = SessionFilter { workspace_id: here, statuses: vec![SessionStatus::Failed], open_only: true };
    assert_eq!(list(nothing, 9), [""; 0]);
}

#[test]
fn of_two_sessions_with_one_task_the_newest_is_found() {
    let (fixture, _, first) = Fixture::with_session();
    let other = fixture.store.write(|tx| tx.upsert_workspace(&workspace_id(2), "/other", "o", "c")).unwrap();
    let again = NewSession { task_id: first.task_id.clone(), ..new_session(2, &other.id) };
    let second = fixture.store.write(|tx| tx.create_session(&again)).unwrap();
    assert_eq!(fixture.store.read(|tx| tx.session_by_task(&first.task_id)).unwrap(), Some(second));
    assert_eq!(fixture.store.read(|tx| tx.session_by_task("c2c_none")).unwrap(), None);
}

#[test]
fn the_state_of_a_session_is_the_last_one_saved() {
    let (fixture, _, session) = Fixture::with_session();
    let store = &fixture.store;
    assert_eq!(store.read(|tx| tx.state(&session.id)).unwrap(), None);
    for state in [json!({"phase": "init", "n": 1}), json!({"phase": {"plan": [1, 2.5, null, "\u{2028}"]}})] {
        store.write(|tx| tx.save_state(&session.id, &state)).unwrap();
        assert_eq!(store.read(|tx| tx.state(&session.id)).unwrap(), Some(state));
    }
    let orphan = store.write(|tx| tx.save_state(&session_id(9), &json!({})));
    assert!(matches!(orphan, Err(StoreError::NotFound { what: "session", .. })), "{orphan:?}");
}

#[test]
fn a_checkpoint_is_set_replaced_and_cleared() {
    let (fixture, _, session) = Fixture::with_session();
    let store = &fixture.store;
    let checkpoint = Checkpoint {
        session_id: session.id.clone(),
        protocol_state: "EXECUTED".to_owned(),
        waiting_for: "ChatGPT".to_owned(),
        goal: "g".to_owned(),
        completed_subtasks: vec!["one, two".to_owned(), String::new()],
        known_issues: Vec::new(),
        next_step: "n".to_owned(),
        iteration: 3,
        updated_at_ms: 0,
    };
    store.write(|tx| tx.set_checkpoint(&checkpoint)).unwrap();
    fixture.clock.advance(4);
    let second = Checkpoint { iteration: 4, known_issues: vec!["x".to_owned()], ..checkpoint };
    store.write(|tx| tx.set_checkpoint(&second)).unwrap();
    let wanted = Checkpoint { updated_at_ms: START_MS + 4, ..second.clone() };
    assert_eq!(store.read(|tx| tx.checkpoint(&session.id)).unwrap(), Some(wanted));
    store.write(|tx| tx.clear_checkpoint(&session.id)).unwrap();
    assert_eq!(store.read(|tx| tx.checkpoint(&session.id)).unwrap(), None);
    store.write(|tx| tx.clear_checkpoint(&session.id)).unwrap();
    let orphan = store.write(|tx| tx.set_checkpoint(&Checkpoint { session_id: session_id(9), ..second.clone() }));
    assert!(matches!(orphan, Err(StoreError::NotFound { what: "session", .. })), "{orphan:?}");
}
