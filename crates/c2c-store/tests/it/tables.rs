//! Every table: what is written is what is read.

use crate::support::Fixture;

#[test]
fn a_session_comes_back_as_it_was_made() {
    let (fixture, workspace, session) = Fixture::with_session();
    let (by_id, by_task, open) = fixture
        .store
        .read(|tx| {
            Ok((
                tx.session(&session.id)?,
                tx.session_by_task(&session.task_id)?,
                tx.open_session(&workspace.id)?,
            ))
        })
        .unwrap();
    assert_eq!(
        (by_id, by_task, open),
        (Some(session.clone()), Some(session.clone()), Some(session))
    );
}
