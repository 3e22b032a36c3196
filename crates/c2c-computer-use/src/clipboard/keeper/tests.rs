//! One lending, against a clipboard that only remembers.

use std::sync::mpsc;

use super::{Answer, Board, BoardError, Request, serve};
use crate::clipboard::protocol;

/// What was done to it, in order.
#[derive(Default)]
struct Remembering {
    done: Vec<String>,
    refuses: bool,
    is_taken: bool,
}

impl Board for Remembering {
    fn lend(&mut self, text: &str) -> Result<(), BoardError> {
        if self.refuses {
            return Err(BoardError::Refused("no".to_owned()));
        }
        self.done.push(format!("lend {text}"));
        Ok(())
    }

    fn copy(&mut self, text: &str) -> Result<(), BoardError> {
        self.done.push(format!("copy {text}"));
        Ok(())
    }

    fn text(&mut self) -> Result<Option<String>, BoardError> {
        self.done.push("text".to_owned());
        Ok(Some("there".to_owned()))
    }

    fn give_back(&mut self, copied: Option<&str>) -> Result<bool, BoardError> {
        self.done.push(format!("give back {copied:?}"));
        Ok(!self.is_taken)
    }

    fn attend(&mut self) {}

    fn linger(&mut self) {
        self.done.push("linger".to_owned());
    }

    fn stay(&mut self) {
        self.done.push("stay".to_owned());
    }
}

/// Sends `requests` and the end of input. Gives the answers and what was done.
fn after(mut board: Remembering, requests: &[Request]) -> (Vec<Answer>, Vec<String>) {
    let (sender, receiver) = mpsc::channel();
    requests.iter().for_each(|request| sender.send(request.clone()).unwrap());
    drop(sender);
    let mut output = Vec::new();
    serve(&mut board, &receiver, &mut output).unwrap();
    let mut output = output.as_slice();
    let answers = std::iter::from_fn(|| protocol::read(&mut output).unwrap()).collect();
    (answers, board.done)
}

fn lend() -> Request {
    Request::Lend { text: "a".to_owned() }
}

#[test]
fn a_copy_stays_for_good() {
    let (answers, done) = after(Remembering::default(), &[Request::Copy { text: "a".to_owned() }, lend()]);
    assert_eq!((answers, done), (vec![Answer::Copied], vec!["copy a".to_owned(), "stay".to_owned()]));
}

#[test]
fn a_lending_is_returned_and_the_keeper_stays() {
    let requests = [lend(), Request::Text, Request::Return { copied: Some("b".to_owned()) }];
    let (answers, done) = after(Remembering::default(), &requests);
    let text = Answer::Text { text: Some("there".to_owned()) };
    assert_eq!(answers, [Answer::Lent, text, Answer::Returned { is_restored: true }]);
    assert_eq!(done, ["lend a", "text", "give back Some(\"b\")", "stay"]);
}

#[test]
fn the_end_of_input_is_a_return() {
    let (answers, done) = after(Remembering::default(), &[lend()]);
    assert_eq!(answers, [Answer::Lent]);
    assert_eq!(done, ["lend a", "linger", "give back None", "stay"]);
}

#[test]
fn nothing_comes_back_when_nothing_was_lent() {
    assert_eq!(after(Remembering::default(), &[]), (vec![], vec![]));
    let refusing = Remembering { refuses: true, ..Remembering::default() };
    assert_eq!(after(refusing, &[lend()]), (vec![Answer::Refused { reason: "no".to_owned() }], vec![]));
    let (answers, done) = after(Remembering::default(), &[Request::Return { copied: None }]);
    assert_eq!((answers, done), (vec![Answer::Returned { is_restored: false }], vec![]));
}

#[test]
fn a_keeper_does_not_stay_when_somebody_else_has_copied() {
    let taken = Remembering { is_taken: true, ..Remembering::default() };
    let (answers, done) = after(taken, &[lend(), Request::Return { copied: None }]);
    assert_eq!(answers, [Answer::Lent, Answer::Returned { is_restored: false }]);
    assert_eq!(done, ["lend a", "give back None"]);
}

#[test]
fn a_second_lending_is_refused_while_the_first_lasts() {
    let (answers, done) = after(Remembering::default(), &[lend(), lend()]);
    assert!(matches!(answers.as_slice(), [Answer::Lent, Answer::Refused { .. }]), "{answers:?}");
    assert_eq!(done, ["lend a", "linger", "give back None", "stay"]);
}

/// An output that nobody reads.
struct Closed;

impl std::io::Write for Closed {
    fn write(&mut self, _: &[u8]) -> std::io::Result<usize> {
        Err(std::io::ErrorKind::BrokenPipe.into())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_lender_that_died_before_the_answer_gets_its_clipboard_back() {
    let (sender, receiver) = mpsc::channel();
    sender.send(lend()).unwrap();
    let mut board = Remembering::default();
    assert!(serve(&mut board, &receiver, &mut Closed).is_err());
    assert_eq!(board.done, ["lend a", "linger", "give back None", "stay"]);
}
