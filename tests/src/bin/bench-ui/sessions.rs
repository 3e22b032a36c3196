//! What the stand-in tells: sessions as they are after years, most of them ended long ago.

use c2c_ipc::app::{Action, Activity, Need, SessionRow};
use c2c_tests::app::{app, settings};
use serde_json::{Value, json};

/// How many there are.
const TOTAL: u32 = 100_000;
/// How many differ; the others repeat them.
const DIFFERENT: u32 = 97;
/// 2026-01-01, from which the sessions go back.
const NEWEST_MS: i64 = 1_767_225_600_000;

/// The state of the stand-in.
pub(crate) fn state() -> Value {
    json!({
        "app": app(),
        "settings": settings(),
        "rows": (0..DIFFERENT).map(row).collect::<Vec<_>>(),
        "total": TOTAL,
        "delays": {},
        "failures": {},
        "freeze": true,
    })
}

fn row(number: u32) -> SessionRow {
    const GOALS: [&str; 5] = [
        "Keep the chosen theme between visits, and follow the system until one is chosen",
        "Show the total with tax in the cart",
        "Make the parser accept trailing commas, and say where one is missing in a message that names line and column",
        "让文章列表按更新时间排序，并在首页显示摘要",
        "Retry a mail that bounced once",
    ];
    const FOLDERS: [&str; 4] = ["atlas", "shop", "博客", "billing-and-invoices"];
    let folder = FOLDERS[number as usize % FOLDERS.len()];
    let (activity, need) = match number % 12 {
        0 => (Activity::Working, None),
        1 => (Activity::Approving, Some(Need::Approval)),
        2 => (Activity::Paused, Some(Need::Failure)),
        3 | 4 => (Activity::Stopped, None),
        _ => (Activity::Done, None),
    };
    SessionRow {
        session: format!("ses_{number}"),
        task_id: format!("c2c_{number:08x}"),
        workspace_name: folder.to_owned(),
        root: format!("/home/me/src/{folder}"),
        goal: GOALS[number as usize % GOALS.len()].to_owned(),
        activity,
        need,
        reason: None,
        iteration: number % 9,
        max_iterations: 12,
        runs: need.is_none() && activity == Activity::Working,
        in_app: activity == Activity::Working,
        actions: vec![Action::OpenChatGpt],
        created_at_ms: NEWEST_MS - i64::from(number) * 20_000_000,
        updated_at_ms: NEWEST_MS - i64::from(number) * 19_000_000,
    }
}
