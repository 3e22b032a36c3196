//! `current_task` while C2C drives a session: its plan, its goal in full, in pages.

use std::sync::Arc;

use super::*;
use crate::testing::{eventually, start_params};
use crate::verbs::{self, Run};

fn begin(fixture: &Fixture, goal: &str) -> tokio::task::JoinHandle<()> {
    let (app, run, root): (_, Run, _) = (Arc::clone(&fixture.app), fixture.run(), fixture.root());
    let params = crate::StartParams { approval: Some(crate::ApprovalMode::Every), ..start_params(goal) };
    tokio::spawn(async move {
        let place = crate::Place::open(&app, root).unwrap();
        verbs::start(&app, &place, &params, &run, std::future::pending()).await.unwrap();
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn the_plan_in_force_and_a_long_goal_are_told_in_full() {
    let fixture = Fixture::new();
    let goal = format!("Change it. {}", "Every word of a long goal counts. ".repeat(200));
    let session = begin(&fixture, &goal);
    let place = fixture.place();
    let init = eventually("INIT", || {
        verbs::status(&fixture.app, fixture.root()).unwrap().open_message.filter(|message| message.state == "INIT")
    })
    .await;
    assert!(init.text.len() < 1_024 && init.text.contains("current_task"), "{}", init.text);
    let plan = format!(
        "[C2C]\nSTATE: PLAN\nTASK_ID: {}\nITERATION: 1\n\nGOAL:\ng\n\nRATIONALE:\nr\n\nACTIONS:\n1. First.\n2. Second.\n\n\
         FILES_LIKELY_INVOLVED:\nf\n\nTESTS:\nt\n\nSUCCESS_CRITERIA:\ns\n",
        init.task_id
    );
    verbs::reply(&fixture.app, &place.workspace, &plan).await.unwrap();
    let (mut cursor, mut read, mut plan) = (json!(""), String::new(), String::new());
    for _ in 0..20 {
        let page = ask(&fixture, "current_task", json!({ "cursor": cursor, "max_bytes": 1_024 })).unwrap().structured;
        assert_eq!((&page["active"], &page["state"]), (&json!(true), &json!("PLAN_RECEIVED")));
        read.push_str(page["goal"].as_str().unwrap());
        plan.push_str(page["plan"].as_str().unwrap());
        cursor = page["next"].clone();
        if page["truncated"] == false {
            break;
        }
    }
    assert_eq!(read, goal);
    insta::assert_snapshot!(plan, @"
    ITERATION: 1

    GOAL:
    g

    RATIONALE:
    r

    ACTIONS:
    1. First.
    2. Second.

    FILES_LIKELY_INVOLVED:
    f

    TESTS:
    t

    SUCCESS_CRITERIA:
    s
    ");
    verbs::stop(&fixture.app, &place.workspace).await.unwrap();
    session.await.unwrap();
}
