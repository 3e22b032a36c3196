//! The journal, the messages and the commands of a session against a model, with transactions that
//! fail and a store that is closed and opened in between.

use c2c_ports::{Clock as _, Delivery, EffectKind};
use c2c_store::{CommandRow, Direction, Effect, Message, NewEffect, NewMessage, Store, StoreError, WriteTx};
use proptest::prelude::*;
use proptest::sample::Index;
use serde_json::{Value, json};

use crate::support::{Fixture, effect_id, session_id};

#[derive(Debug, Clone)]
enum Step {
    Begin(EffectKind, String),
    Finish(Index, String),
    Say(Direction, String),
    Deliver(Index, Delivery),
    Ask(String),
    Answer(Index),
    /// Does the step, then lets the transaction fail.
    Fail(Box<Step>),
    Reopen,
    Pass,
}

fn step() -> impl Strategy<Value = Step> {
    let text = any::<String>();
    let direction = prop_oneof![Just(Direction::Out), Just(Direction::In)];
    let single = prop_oneof![
        (proptest::sample::select(&EffectKind::ALL[..]), text).prop_map(|(kind, text)| Step::Begin(kind, text)),
        (any::<Index>(), text).prop_map(|(index, text)| Step::Finish(index, text)),
        (direction, text).prop_map(|(direction, text)| Step::Say(direction, text)),
        (any::<Index>(), proptest::sample::select(&Delivery::ALL[..]))
            .prop_map(|(index, delivery)| Step::Deliver(index, delivery)),
        text.prop_map(Step::Ask),
        any::<Index>().prop_map(Step::Answer),
    ];
    prop_oneof![
        10 => single.clone(),
        2 => single.prop_map(|step| Step::Fail(Box::new(step))),
        1 => Just(Step::Reopen),
        2 => Just(Step::Pass),
    ]
}

#[derive(Debug, Clone, Default, PartialEq)]
struct Model {
    effects: Vec<Effect>,
    messages: Vec<Message>,
    commands: Vec<CommandRow>,
}

impl Model {
    fn read(store: &Store) -> Self {
        let session = session_id(1);
        store
            .read(|tx| {
                let effects = tx.effects(&session)?;
                let open: Vec<Effect> = effects.iter().filter(|effect| effect.outcome.is_none()).cloned().collect();
                assert_eq!(tx.open_effects(&session)?, open);
                let messages = tx.messages(&session)?;
                let last = messages.iter().rfind(|message| message.direction == Direction::Out);
                assert_eq!(tx.last_out(&session)?.as_ref(), last);
                let mut commands = Vec::new();
                while let Some(command) = tx.command(commands.len() as i64 + 1)? {
                    commands.push(command);
                }
                let open: Vec<CommandRow> =
                    commands.iter().filter(|command| command.answer.is_none()).cloned().collect();
                assert_eq!(tx.open_commands(&session)?, open);
                Ok(Self { effects, messages, commands })
            })
            .unwrap()
    }

    fn begin(&mut self, tx: &WriteTx<'_>, now_ms: i64, kind: EffectKind, text: &str) -> Result<(), StoreError> {
        let n = self.effects.len() as u64 + 1;
        let new =
            NewEffect { id: effect_id(n), session_id: session_id(1), kind, intent: json!({"text": text}), epoch: 3 };
        tx.add_effect(&new)?;
        self.effects.push(Effect {
            id: new.id,
            session_id: new.session_id,
            seq: n as i64,
            kind,
            intent: new.intent,
            outcome: None,
            epoch: 3,
            created_at_ms: now_ms,
            finished_at_ms: None,
        });
        Ok(())
    }

    fn say(&mut self, tx: &WriteTx<'_>, now_ms: i64, direction: Direction, text: &str) -> Result<(), StoreError> {
        let new = NewMessage {
            session_id: session_id(1),
            direction,
            effect_id: self.effects.last().map(|effect| effect.id.clone()),
            answers: self.messages.last().map(|message| message.number),
            state: "PLAN".to_owned(),
            task_id: text.to_owned(),
            iteration: 1,
            text: text.to_owned(),
            delivery: Delivery::Intended,
        };
        let number = tx.add_message(&new)?;
        assert_eq!(number as usize, self.messages.len() + 1);
        self.messages.push(Message {
            session_id: new.session_id,
            number,
            direction,
            effect_id: new.effect_id,
            answers: new.answers,
            state: new.state,
            task_id: new.task_id,
            iteration: 1,
            text: new.text,
            delivery: Delivery::Intended,
            created_at_ms: now_ms,
            updated_at_ms: now_ms,
        });
        Ok(())
    }

    fn play(&mut self, tx: &WriteTx<'_>, now_ms: i64, step: &Step) -> Result<(), StoreError> {
        match step {
            Step::Begin(kind, text) => return self.begin(tx, now_ms, *kind, text),
            Step::Say(direction, text) => return self.say(tx, now_ms, *direction, text),
            Step::Finish(index, text) if !self.effects.is_empty() => {
                let effect = index.get(&self.effects).clone();
                let finished = tx.finish_effect(&effect.id, &json!(text));
                assert_eq!(finished.is_ok(), effect.outcome.is_none());
                if finished.is_ok() {
                    let effect = &mut self.effects[effect.seq as usize - 1];
                    (effect.outcome, effect.finished_at_ms) = (Some(json!(text)), Some(now_ms));
                }
            }
            Step::Deliver(index, delivery) if !self.messages.is_empty() => {
                let message = index.get_mut(&mut self.messages);
                tx.set_delivery(&message.session_id, message.number, *delivery)?;
                (message.delivery, message.updated_at_ms) = (*delivery, now_ms);
            }
            Step::Ask(text) => {
                let added = tx.add_command(&session_id(1), text, &json!([text]))?;
                self.commands.push(added);
            }
            Step::Answer(index) if !self.commands.is_empty() => {
                let command = index.get_mut(&mut self.commands);
                let answered = tx.answer_command(command.id, &Value::Null);
                assert_eq!(answered.is_ok(), command.answer.is_none());
                if answered.is_ok() {
                    (command.answer, command.answered_at_ms) = (Some(Value::Null), Some(now_ms));
                }
            }
            _ => {}
        }
        Ok(())
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 30, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_session_remembers_what_the_model_says(steps in proptest::collection::vec(step(), 1..40)) {
        let (mut fixture, _, _) = Fixture::with_session();
        let mut model = Model::default();
        for step in &steps {
            let now_ms = fixture.clock.now_ms();
            match step {
                Step::Pass => fixture.clock.advance(5),
                Step::Reopen => fixture.store = fixture.second_handle(),
                Step::Fail(step) => {
                    let failed = fixture.store.write(|tx| {
                        model.clone().play(tx, now_ms, step)?;
                        Err::<(), _>(StoreError::Busy)
                    });
                    prop_assert!(failed.is_err());
                }
                step => fixture.store.write(|tx| model.play(tx, now_ms, step)).unwrap(),
            }
        }
        prop_assert_eq!(Model::read(&fixture.store), model);
    }
}
