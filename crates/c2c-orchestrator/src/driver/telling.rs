//! What the person is told: the notices, and that each is shown once, by one process.

use std::path::Path;

use c2c_ports::{EffectId, Notice, NoticeKind, Outgoing, SessionId};
use c2c_store::{Message, ReadTx, StoreError};

use super::commit::Intent;
use super::{DriveError, Driver};
use crate::machine::Effect;

/// The kinds under which notices are claimed: those of the machine, by their effect's id, and messages to be carried,
/// by their number.
const OF_EFFECT: &str = "effect";
const OF_MESSAGE: &str = "carry";

/// The notice that some process claimed under that kind and key; none for what this version does not know. The session
/// works in the folder `root`.
///
/// # Errors
/// When the store cannot be read.
pub fn told(
    tx: &ReadTx<'_>,
    session: &SessionId,
    root: &Path,
    kind: &str,
    key: &str,
) -> Result<Option<Notice>, StoreError> {
    match kind {
        OF_EFFECT => {
            let Ok(id) = key.parse::<EffectId>() else { return Ok(None) };
            let intent = tx.effect(&id)?.and_then(|effect| serde_json::from_value::<Intent>(effect.intent).ok());
            Ok(intent.and_then(|intent| of_effect(session, root, &intent.effect)))
        }
        OF_MESSAGE => {
            let Ok(number) = key.parse() else { return Ok(None) };
            let message = tx.message(session, number)?;
            let carry = |message: Message| {
                of_message(session, root, number, &message.state, message.iteration, &message.task_id)
            };
            Ok(message.map(carry))
        }
        _ => Ok(None),
    }
}

fn of_effect(session: &SessionId, root: &Path, effect: &Effect) -> Option<Notice> {
    let Effect::Notify { kind, title, body, plan } = effect else { return None };
    Some(Notice { plan: *plan, ..notice(session, root, *kind, title.clone(), body.clone()) })
}

/// That a message waits to be carried.
fn of_message(session: &SessionId, root: &Path, number: u32, state: &str, iteration: u32, task_id: &str) -> Notice {
    notice(
        session,
        root,
        NoticeKind::Carry,
        format!("Message {number} waits for you to carry it to ChatGPT ({task_id})"),
        format!("It is {state} {iteration}.\n`c2c reply` takes ChatGPT's answer."),
    )
}

fn notice(session: &SessionId, root: &Path, kind: NoticeKind, title: String, body: String) -> Notice {
    let folder = root.file_name().unwrap_or(root.as_os_str());
    let workspace = folder.to_string_lossy().into_owned();
    Notice { session_id: session.clone(), workspace, kind, title, body, plan: None }
}

impl Driver {
    /// Shows the notice of an effect, unless some process already claimed it.
    pub(super) fn tell(&self, id: &EffectId, intent: &Intent) -> Result<(), DriveError> {
        match of_effect(&self.assignment.session_id, &self.assignment.root, &intent.effect) {
            Some(notice) => self.tell_once(OF_EFFECT, id.as_str(), &notice),
            None => Ok(()),
        }
    }

    /// The same of a message that waits to be carried.
    pub(super) fn tell_to_carry(&self, outgoing: &Outgoing) -> Result<(), DriveError> {
        let Outgoing { number, state, iteration, task_id, .. } = outgoing;
        let (session, root) = (&self.assignment.session_id, &self.assignment.root);
        let notice = of_message(session, root, *number, state, *iteration, task_id);
        self.tell_once(OF_MESSAGE, &number.to_string(), &notice)
    }

    fn tell_once(&self, kind: &str, key: &str, notice: &Notice) -> Result<(), DriveError> {
        let session_id = self.assignment.session_id.clone();
        let ours = self.store.write_owned(&self.assignment.lease, |tx| tx.claim_notice(&session_id, kind, key))?;
        if ours {
            self.ports.notifier.notify(notice);
        }
        Ok(())
    }
}
