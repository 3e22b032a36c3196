//! Sessions in a line: the open ones, and all of them in stretches.

use c2c_ipc::app::{Need, OverviewView, SessionRow, SessionsParams, SessionsView};
use c2c_orchestrator::{Machine, PauseReason};
use c2c_store::{Listed, ReadTx, StoreError};

use super::checks;
use super::standing::{self, Facts, Owner, Standing};
use crate::app::App;
use crate::error::ApiError;
use crate::leases;

/// The most sessions in the overview.
const MOST_OPEN: usize = 50;
/// The most open sessions that are looked at for it.
const MOST_LOOKED_AT: u32 = 500;
/// The most sessions in one stretch.
const MOST_ROWS: u32 = 500;
/// The longest search, in characters.
const LONGEST_QUERY: usize = 200;
/// The most characters of a goal in a line.
const LONGEST_GOAL: usize = 200;

/// The open sessions, those that need the person first.
pub(super) fn overview(app: &App) -> Result<OverviewView, ApiError> {
    let (total, found) = app.store().read(|tx| {
        let (total, listed) = tx.open_sessions(MOST_LOOKED_AT)?;
        Ok((total, with_machines(tx, listed)?))
    })?;
    let mut sessions = rows(app, &found)?;
    sessions.sort_by_key(|row| (row.need.is_none_or(|need| need == Need::Owner), -row.updated_at_ms));
    sessions.truncate(MOST_OPEN);
    let more = total.saturating_sub(u32::try_from(sessions.len()).unwrap_or(u32::MAX));
    Ok(OverviewView { sessions, more })
}

/// A stretch of the list of sessions.
pub(super) fn sessions(app: &App, params: &SessionsParams) -> Result<SessionsView, ApiError> {
    checks::within("limit", u64::from(params.limit), 1, u64::from(MOST_ROWS))?;
    checks::at_most("query", params.query.chars().count(), LONGEST_QUERY)?;
    let (total, found) = app.store().read(|tx| {
        let (total, listed) = if params.query.trim().is_empty() && !params.open_only {
            tx.session_stretch(params.offset, params.limit)?
        } else {
            tx.session_search(&params.query, params.open_only, params.offset, params.limit)?
        };
        Ok((total, with_machines(tx, listed)?))
    })?;
    Ok(SessionsView { total, rows: rows(app, &found)? })
}

/// The loops' states of those that have not ended: there are few of them.
fn with_machines(tx: &ReadTx<'_>, listed: Vec<Listed>) -> Result<Vec<(Listed, Option<Machine>)>, StoreError> {
    let machine = |listed: Listed| {
        let state = if listed.session.ended_at_ms.is_none() { tx.state(&listed.session.id)? } else { None };
        Ok((listed, state.and_then(|state| serde_json::from_value(state).ok())))
    };
    listed.into_iter().map(machine).collect()
}

fn rows(app: &App, found: &[(Listed, Option<Machine>)]) -> Result<Vec<SessionRow>, ApiError> {
    found
        .iter()
        .map(|(listed, machine)| Ok(row(listed, machine.as_ref(), owner(app, listed)?, has_window(app))))
        .collect()
}

/// Whether this build has a window to show.
pub(super) fn has_window(app: &App) -> bool {
    app.adapters().window.is_some()
}

/// Who runs a session.
pub(super) fn owner(app: &App, listed: &Listed) -> Result<Owner, ApiError> {
    if listed.session.ended_at_ms.is_some() {
        return Ok(Owner::Nobody);
    }
    Ok(match leases::owner(app, &listed.session.id)? {
        None => Owner::Nobody,
        Some(lease) if lease.owner() == *app.process() => Owner::Here,
        Some(_) => Owner::Elsewhere,
    })
}

/// One session in a line.
pub(super) fn row(listed: &Listed, machine: Option<&Machine>, owner: Owner, has_window: bool) -> SessionRow {
    let session = &listed.session;
    let ended = session.ended_at_ms.is_some();
    let Standing { activity, need, actions } = standing::standing(&Facts {
        status: session.status,
        ended,
        driver: session.driver,
        carrier: session.carrier,
        machine,
        owner,
        can_undo: listed.can_undo && listed.is_last,
        has_window,
    });
    let paused = machine.and_then(|machine| machine.paused.as_ref()).filter(|_| !ended);
    SessionRow {
        session: session.id.to_string(),
        task_id: session.task_id.clone(),
        workspace_name: listed.workspace_name.clone(),
        root: listed.root.clone(),
        goal: one_line(&session.goal),
        activity,
        need,
        reason: paused.map(PauseReason::code).map(str::to_owned),
        iteration: session.iteration,
        max_iterations: session.max_iterations,
        runs: owner != Owner::Nobody,
        in_app: owner == Owner::Here,
        actions,
        created_at_ms: session.created_at_ms,
        updated_at_ms: session.updated_at_ms,
    }
}

/// The beginning of a text, on one line.
fn one_line(text: &str) -> String {
    let mut line = String::new();
    let plain = text.chars().map(|letter| if letter.is_control() { ' ' } else { letter });
    for (at, letter) in plain.enumerate() {
        if at == LONGEST_GOAL {
            line.pop();
            line.push('…');
            break;
        }
        line.push(letter);
    }
    line.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_goal_s_beginning_is_one_line_of_at_most_so_many_characters() {
        assert_eq!(one_line(" Mend\nthe\tlogin \u{202e}界 "), "Mend the login \u{202e}界");
        let exact = "界".repeat(LONGEST_GOAL);
        assert_eq!(one_line(&exact), exact);
        let cut = one_line(&format!("{exact}界"));
        assert_eq!((cut.chars().count(), cut.chars().last()), (LONGEST_GOAL, Some('…')));
    }
}
