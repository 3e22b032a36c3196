//! What an earlier process left open.

use c2c_ports::Settled;

use super::commit::{Along, Intent};
use super::{DriveError, Driver};
use crate::machine::{Effect, Event, Outcome};

impl Driver {
    /// Finds out what became of Codex runs that are open in the journal. Every other kind of
    /// effect settles itself when it is carried out: a message is looked for first, pictures and
    /// records can be made again, a notice is claimed first.
    pub(super) async fn settle_open(&mut self) -> Result<(), DriveError> {
        let open = self.open_effects()?;
        for (id, intent) in open {
            let Effect::Execute { .. } = &intent.effect else {
                continue;
            };
            let Some(job) = self.job(&id, &intent.effect) else {
                continue;
            };
            let steps = std::sync::Arc::clone(&self.ports.steps);
            let settled = self.ports.executor.settle(&job, steps.as_ref()).await;
            let outcome = match settled.map_err(|source| DriveError::Settle { source })? {
                Settled::NeverStarted => continue,
                Settled::Ended(execution) => Outcome::Executed { execution },
                Settled::Cut { thread_id } => Outcome::Cut { thread_id },
            };
            self.finish(&id, &outcome)?;
        }
        Ok(())
    }

    /// The open effects in order, with their intents.
    pub(super) fn open_effects(&self) -> Result<Vec<(c2c_ports::EffectId, Intent)>, DriveError> {
        let session_id = &self.assignment.session_id;
        let rows = self.store.read(|tx| tx.open_effects(session_id))?;
        rows.into_iter()
            .map(|row| {
                let intent = serde_json::from_value(row.intent)
                    .map_err(|source| DriveError::State { session_id: session_id.to_string(), source })?;
                Ok((row.id, intent))
            })
            .collect()
    }

    /// The next effect to carry out. While the session is paused only notices are.
    pub(super) fn next_effect(&self) -> Result<Option<(c2c_ports::EffectId, Intent)>, DriveError> {
        let held = self.machine.paused.is_some() || self.shut_down;
        let open = self.open_effects()?;
        Ok(open.into_iter().find(|(_, intent)| !held || matches!(intent.effect, Effect::Notify { .. })))
    }

    pub(super) fn finish(&mut self, id: &c2c_ports::EffectId, outcome: &Outcome) -> Result<(), DriveError> {
        let along = Along { finished: Some((id, outcome)), ..Along::default() };
        self.commit(Event::Outcome(Box::new(outcome.clone())), along)?;
        self.inherited.remove(id);
        Ok(())
    }
}
