//! Effects, messages, commands, notices: what a session does, says and is asked.

use c2c_ports::{Delivery, EffectKind};
use c2c_store::{CommandRow, Direction, Effect, Message, NewEffect, NewMessage, StoreError};
use serde_json::{Value, json};

use crate::support::{Fixture, START_MS, add_session, effect_id, new_effect, session_id};

fn new_message(direction: Direction) -> NewMessage {
    NewMessage {
        session_id: session_id(1),
        direction,
        effect_id: None,
        answers: None,
        state: "PLAN".to_owned(),
        task_id: "c2c_1".to_owned(),
        iteration: 1,
        text: "[C2C]\r\nSTATE: PLAN\n\u{200b}".to_owned(),
        delivery: Delivery::Intended,
    }
}

#[test]
fn effects_come_back_in_the_order_they_were_begun() {
    let (fixture, _, session) = Fixture::with_session();
    add_session(&fixture.store, 2);
    // Ids that sort the other way round, one of another session between them.
    for (n, owner) in [(9, 1), (5, 2), (7, 1), (1, 1)] {
        fixture.store.write(|tx| tx.add_effect(&new_effect(n, &session_id(owner)))).unwrap();
    }
    let order = |effects: Vec<Effect>| -> Vec<(i64, String)> {
        effects.into_iter().map(|effect| (effect.seq, effect.id.to_string())).collect()
    };
    let wanted = [(1, 9), (2, 7), (3, 1)].map(|(seq, n)| (seq, effect_id(n).to_string()));
    assert_eq!(order(fixture.store.read(|tx| tx.effects(&session.id)).unwrap()), wanted);
    fixture.store.write(|tx| tx.finish_effect(&effect_id(7), &Value::Null)).unwrap();
    let open = order(fixture.store.read(|tx| tx.open_effects(&session.id)).unwrap());
    assert_eq!(open, [wanted[0].clone(), wanted[2].clone()]);
}

#[test]
fn an_effect_comes_back_whole_before_and_after_its_outcome() {
    for (n, kind) in (1..).zip(EffectKind::ALL) {
        let (fixture, _, session) = Fixture::with_session();
        let new = NewEffect {
            kind,
            intent: json!({"text": "x\u{0}y", "n": 18_446_744_073_709_551_615_u64}),
            epoch: 7,
            ..new_effect(n, &session.id)
        };
        let added = fixture.store.write(|tx| tx.add_effect(&new)).unwrap();
        let wanted = Effect {
            id: effect_id(n),
            session_id: session.id,
            seq: 1,
            kind,
            intent: new.intent,
            outcome: None,
            epoch: 7,
            created_at_ms: START_MS,
            finished_at_ms: None,
        };
        assert_eq!(added, wanted);
        fixture.clock.advance(10);
        // An outcome of JSON's `null` is an outcome.
        fixture.store.write(|tx| tx.finish_effect(&effect_id(n), &Value::Null)).unwrap();
        let wanted = Effect { outcome: Some(Value::Null), finished_at_ms: Some(START_MS + 10), ..wanted };
        assert_eq!(fixture.store.read(|tx| tx.effect(&effect_id(n))).unwrap(), Some(wanted));
    }
}

#[test]
fn an_effect_finishes_once() {
    let (fixture, _, session) = Fixture::with_session();
    let id = effect_id(1);
    fixture.store.write(|tx| tx.add_effect(&new_effect(1, &session.id))).unwrap();
    fixture.store.write(|tx| tx.finish_effect(&id, &json!("first"))).unwrap();
    let again = fixture.store.write(|tx| tx.finish_effect(&id, &json!("second")));
    assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
    let kept = fixture.store.read(|tx| tx.effect(&id)).unwrap().unwrap();
    assert_eq!(kept.outcome, Some(json!("first")));
    let missing = fixture.store.write(|tx| tx.finish_effect(&effect_id(2), &json!(1)));
    assert!(matches!(missing, Err(StoreError::NotFound { what: "effect", .. })), "{missing:?}");
}

#[test]
fn an_effect_is_begun_once_and_for_a_session_that_is_there() {
    let (fixture, _, session) = Fixture::with_session();
    fixture.store.write(|tx| tx.add_effect(&new_effect(1, &session.id))).unwrap();
    let again = fixture.store.write(|tx| tx.add_effect(&new_effect(1, &session.id)));
    assert!(matches!(again, Err(StoreError::Conflict { what: "an effect", .. })), "{again:?}");
    let orphan = fixture.store.write(|tx| tx.add_effect(&new_effect(2, &session_id(9))));
    assert!(matches!(orphan, Err(StoreError::NotFound { what: "session", .. })), "{orphan:?}");
}

#[test]
fn messages_are_numbered_through_in_each_session() {
    let (fixture, _, session) = Fixture::with_session();
    add_session(&fixture.store, 2);
    let add = |new: &NewMessage| fixture.store.write(|tx| tx.add_message(new)).unwrap();
    assert_eq!(add(&new_message(Direction::Out)), 1);
    assert_eq!(add(&NewMessage { answers: Some(1), ..new_message(Direction::In) }), 2);
    assert_eq!(add(&NewMessage { session_id: session_id(2), ..new_message(Direction::Out) }), 1);
    assert_eq!(add(&new_message(Direction::Out)), 3);
    assert_eq!(add(&new_message(Direction::In)), 4);
    let (all, last) = fixture.store.read(|tx| Ok((tx.messages(&session.id)?, tx.last_out(&session.id)?))).unwrap();
    assert_eq!(all.iter().map(|message| message.number).collect::<Vec<_>>(), [1, 2, 3, 4]);
    assert_eq!(last.as_ref(), all.get(2));
    assert_eq!(fixture.store.read(|tx| tx.last_out(&session_id(9))).unwrap(), None);
}

#[test]
fn a_message_comes_back_byte_for_byte_with_every_delivery() {
    let (fixture, _, session) = Fixture::with_session();
    fixture.store.write(|tx| tx.add_effect(&new_effect(1, &session.id))).unwrap();
    let new = NewMessage { effect_id: Some(effect_id(1)), answers: Some(7), ..new_message(Direction::Out) };
    let number = fixture.store.write(|tx| tx.add_message(&new)).unwrap();
    for delivery in Delivery::ALL {
        fixture.clock.advance(1);
        fixture.store.write(|tx| tx.set_delivery(&session.id, number, delivery)).unwrap();
        let wanted = Message {
            session_id: session.id.clone(),
            number,
            direction: Direction::Out,
            effect_id: Some(effect_id(1)),
            answers: Some(7),
            state: new.state.clone(),
            task_id: new.task_id.clone(),
            iteration: 1,
            text: new.text.clone(),
            delivery,
            created_at_ms: START_MS,
            updated_at_ms: c2c_ports::Clock::now_ms(&*fixture.clock),
        };
        assert_eq!(fixture.store.read(|tx| tx.message(&session.id, number)).unwrap(), Some(wanted));
    }
    let missing = fixture.store.write(|tx| tx.set_delivery(&session.id, 99, Delivery::Sent));
    assert!(matches!(missing, Err(StoreError::NotFound { what: "message", .. })), "{missing:?}");
}

#[test]
fn a_message_may_come_before_its_effect_in_one_transaction_but_not_without_it() {
    let (fixture, _, session) = Fixture::with_session();
    let of_effect = |n| NewMessage { effect_id: Some(effect_id(n)), ..new_message(Direction::Out) };
    fixture
        .store
        .write(|tx| {
            tx.add_message(&of_effect(1))?;
            tx.add_effect(&new_effect(1, &session.id))
        })
        .unwrap();
    fixture.store.write(|tx| tx.add_message(&of_effect(2))).unwrap_err();
    assert_eq!(fixture.store.read(|tx| tx.messages(&session.id)).unwrap().len(), 1);
    // The connection is not stuck in the refused transaction.
    fixture.store.write(|tx| tx.add_message(&of_effect(1))).unwrap();
    let orphan = fixture
        .store
        .write(|tx| tx.add_message(&NewMessage { session_id: session_id(9), ..new_message(Direction::In) }));
    assert!(matches!(orphan, Err(StoreError::NotFound { what: "session", .. })), "{orphan:?}");
}

#[test]
fn commands_are_answered_once_and_in_order() {
    let (fixture, _, session) = Fixture::with_session();
    let store = &fixture.store;
    let add = |kind: &str| store.write(|tx| tx.add_command(&session.id, kind, &json!({"of": kind}))).unwrap();
    let (pause, reply, stop) = (add("pause"), add("reply"), add("stop"));
    let wanted = CommandRow {
        id: reply.id,
        session_id: session.id.clone(),
        kind: "reply".to_owned(),
        payload: json!({"of": "reply"}),
        created_at_ms: START_MS,
        answered_at_ms: None,
        answer: None,
    };
    assert_eq!(reply, wanted);
    let open = || store.read(|tx| tx.open_commands(&session.id)).unwrap();
    assert_eq!(open(), [pause.clone(), reply.clone(), stop.clone()]);
    fixture.clock.advance(2);
    store.write(|tx| tx.answer_command(reply.id, &json!({"ok": true}))).unwrap();
    assert_eq!(open(), [pause, stop]);
    let answered = CommandRow { answered_at_ms: Some(START_MS + 2), answer: Some(json!({"ok": true})), ..wanted };
    assert_eq!(store.read(|tx| tx.command(reply.id)).unwrap(), Some(answered));
    let again = store.write(|tx| tx.answer_command(reply.id, &json!(null)));
    assert!(matches!(again, Err(StoreError::Conflict { .. })), "{again:?}");
    let missing = store.write(|tx| tx.answer_command(99, &json!(null)));
    assert!(matches!(missing, Err(StoreError::NotFound { what: "command", .. })), "{missing:?}");
    let orphan = store.write(|tx| tx.add_command(&session_id(9), "pause", &json!(null)));
    assert!(matches!(orphan, Err(StoreError::NotFound { what: "session", .. })), "{orphan:?}");
}

#[test]
fn a_notice_is_claimed_by_exactly_one() {
    let (fixture, _, session) = Fixture::with_session();
    let other = fixture.second_handle();
    let claims: Vec<bool> = std::thread::scope(|scope| {
        let claim = |store| move || c2c_store::Store::write(store, |tx| tx.claim_notice(&session_id(1), "done", "1"));
        let handles: Vec<_> =
            [&fixture.store, &other, &fixture.store, &other].map(|store| scope.spawn(claim(store))).into();
        handles.into_iter().map(|handle| handle.join().unwrap().unwrap()).collect()
    });
    assert_eq!(claims.iter().filter(|claimed| **claimed).count(), 1, "{claims:?}");
    let claim = |kind: &str, key: &str| fixture.store.write(|tx| tx.claim_notice(&session.id, kind, key)).unwrap();
    assert!(claim("done", "2") && claim("blocked", "1") && !claim("done", "1"));
    let places = fixture.store.read(|tx| tx.notices_after(0)).unwrap();
    let keys: Vec<_> = places.iter().map(|claimed| (claimed.kind.as_str(), claimed.key.as_str())).collect();
    assert_eq!(keys, [("done", "1"), ("done", "2"), ("blocked", "1")]);
    assert_eq!(fixture.store.read(|tx| tx.last_notice()).unwrap(), places[2].place);
    assert_eq!(fixture.store.read(|tx| tx.notices_after(places[1].place)).unwrap(), places[2..]);
    let orphan = fixture.store.write(|tx| tx.claim_notice(&session_id(9), "done", "1"));
    assert!(matches!(orphan, Err(StoreError::NotFound { what: "session", .. })), "{orphan:?}");
}
