//! Answers on their way, without a page.

use super::*;
use crate::chatgpt::behaviour::Mode;
use crate::chatgpt::conversation::{Answer, UserMessage};
use crate::chatgpt::record::Record;
use crate::chatgpt::thinker::{ConnectorSource, PlannerKind, PlannerOptions, Thinker};

const PATIENCE: Duration = Duration::from_secs(20);
const TEXT: &str = "one two three\n\nfour 👨\u{200d}👩 five six";

fn quick() -> Behaviour {
    Behaviour { thinking_ms: 1, word_ms: 1, ..Behaviour::default() }
}

/// An echo's answer to `TEXT` that has not begun.
fn answering(behaviour: Behaviour, trouble: Option<Mood>) -> Answering {
    let connector = ConnectorSource::None;
    let options = PlannerOptions { kind: PlannerKind::Echo, connector, transcript: None, max_plans: 1, garble: false };
    let hall = Hall::new(behaviour.clone(), Record::default(), Thinker::new(options)).unwrap();
    let at = hall.change(|book| {
        let id = book.open(None, TEXT);
        let user =
            UserMessage { text: TEXT.to_owned(), mention: None, attachments: Vec::new(), mode: Mode::Chat, at_ms: 0 };
        let turn = Turn { key: "k".to_owned(), user, answer: Answer::default(), version: 0 };
        book.add(&id, turn).unwrap()
    });
    Answering { hall: Arc::new(hall), at, number: 1, behaviour, trouble }
}

fn answer(answering: &Answering) -> Answer {
    answering.hall.book().turn(&answering.at).unwrap().answer.clone()
}

async fn reaches(answering: &Answering, phase: Phase) -> Answer {
    let look = |book: &crate::chatgpt::hall::Book| {
        let answer = &book.turn(&answering.at)?.answer;
        (answer.phase == phase).then(|| answer.clone())
    };
    answering.hall.wait(PATIENCE, look).await.expect("the phase is reached")
}

#[tokio::test]
async fn an_answer_is_thought_said_and_done() {
    let answering = answering(quick(), None);
    answering.clone().run().await;
    let answer = answer(&answering);
    assert_eq!((answer.phase, answer.text.as_str()), (Phase::Done, TEXT));
    let kinds: Vec<_> = answer.activities.iter().map(|activity| (activity.kind, activity.is_running)).collect();
    assert_eq!(kinds, [(ActivityKind::Thinking, false), (ActivityKind::CalledTool, false)]);
}

#[tokio::test]
async fn stop_may_go_before_the_text_has_settled() {
    let answering = answering(Behaviour { early_stop_ms: 300, ..quick() }, None);
    let run = tokio::spawn(answering.clone().run());
    let settling = reaches(&answering, Phase::Settling).await;
    assert!(TEXT.starts_with(&settling.text) && settling.text.len() < TEXT.len(), "{}", settling.text);
    run.await.unwrap();
    assert_eq!(answer(&answering).text, TEXT);
}

#[tokio::test]
async fn a_stopped_answer_keeps_what_was_said() {
    let answering = answering(Behaviour { word_ms: 60_000, ..quick() }, None);
    let run = tokio::spawn(answering.clone().run());
    reaches(&answering, Phase::Streaming).await;
    let look = |book: &crate::chatgpt::hall::Book| (!book.turn(&answering.at)?.answer.text.is_empty()).then_some(());
    answering.hall.wait(PATIENCE, look).await.unwrap();
    answering.change(|turn| turn.answer.is_stopped = true);
    run.await.unwrap();
    assert_eq!((answer(&answering).phase, answer(&answering).text.as_str()), (Phase::Done, "one "));
}

#[tokio::test]
async fn trouble_ends_as_it_should() {
    let outcome = async |mood| {
        let answering = answering(quick(), Some(mood));
        answering.clone().run().await;
        answer(&answering)
    };
    let timeout = outcome(Mood::DeliveryTimeout).await;
    assert_eq!(
        (timeout.phase, timeout.text.as_str(), timeout.trouble),
        (Phase::Failed, "", Some(Mood::DeliveryTimeout))
    );
    let broken = outcome(Mood::StreamError).await;
    assert_eq!((broken.phase, broken.trouble), (Phase::Failed, Some(Mood::StreamError)));
    assert!(!broken.text.is_empty() && broken.text.len() < TEXT.len());
    let choice = outcome(Mood::AbChooser).await;
    assert_eq!((choice.phase, choice.alternative.as_deref()), (Phase::Choice, Some(TEXT)));
    assert_eq!(outcome(Mood::UseWork).await.trouble, Some(Mood::UseWork));
}

#[tokio::test]
async fn a_cut_answer_goes_on_where_it_was() {
    let answering = answering(quick(), Some(Mood::ContinueGenerating));
    answering.clone().run().await;
    assert_eq!(answer(&answering).phase, Phase::Cut);
    let half = answer(&answering).text;
    assert!(TEXT.starts_with(&half) && half.len() < TEXT.len());
    answering.clone().go_on().await;
    assert_eq!((answer(&answering).phase, answer(&answering).text.as_str()), (Phase::Done, TEXT));
}

#[tokio::test]
async fn a_permission_is_waited_for() {
    let answering = answering(quick(), Some(Mood::ConnectorPermission));
    let run = tokio::spawn(answering.clone().run());
    reaches(&answering, Phase::Permission).await;
    answering.change(|turn| turn.answer.permission = Some(true));
    run.await.unwrap();
    assert_eq!(answer(&answering).text, TEXT);
}
