//! What goes to which stream, and in which form.

use std::sync::Arc;

use super::*;

#[derive(Clone, Default)]
struct Buffer(Arc<Mutex<Vec<u8>>>);

impl Buffer {
    fn text(&self) -> String {
        String::from_utf8(self.0.lock().unwrap().clone()).unwrap()
    }
}

impl Write for Buffer {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

fn both(format: Format) -> (Output, Buffer, Buffer) {
    let (answers, talk) = (Buffer::default(), Buffer::default());
    (Output::new(format, Box::new(answers.clone()), Box::new(talk.clone())), answers, talk)
}

fn error() -> ErrorShape {
    ErrorShape {
        code: "config".to_owned(),
        reason: None,
        message: "the store `/data/c2c.sqlite` is damaged".to_owned(),
        causes: vec!["`messages` cannot be read".to_owned(), "disk\x1b[2J I/O error\nsecond line".to_owned()],
        hints: vec!["move the file away".to_owned(), "restore it from a copy".to_owned()],
    }
}

#[test]
fn an_error_names_its_causes_and_what_can_be_done() {
    let (output, answers, talk) = both(Format::Text);
    output.error(&error());
    assert_eq!(answers.text(), "");
    insta::assert_snapshot!(talk.text(), @r"
    Error: the store `/data/c2c.sqlite` is damaged
    Caused by:
      `messages` cannot be read
      disk�[2J I/O error
        second line
    Hint: move the file away
    Hint: restore it from a copy
    ");
}

#[test]
fn an_error_in_json_stands_where_the_answer_would() {
    let (output, answers, talk) = both(Format::Json);
    output.error(&ErrorShape { causes: vec![], ..error() });
    assert_eq!(talk.text(), "");
    insta::assert_snapshot!(
        answers.text(),
        @r#"{"error":{"code":"config","message":"the store `/data/c2c.sqlite` is damaged","hints":["move the file away","restore it from a copy"]}}"#
    );
}

#[test]
fn talk_never_mixes_with_answers() {
    let (output, answers, talk) = both(Format::Json);
    output.say("serving");
    output.answer(&[1, 2], |_| String::new());
    assert_eq!((answers.text().as_str(), talk.text().as_str()), ("[1,2]\n", "serving\n"));
}

#[test]
fn an_answer_ends_with_exactly_one_line_end() {
    let (output, answers, _) = both(Format::Text);
    output.answer(&1, |_| "one\n".to_owned());
    output.answer(&2, |_| "two".to_owned());
    assert_eq!(answers.text(), "one\ntwo\n");
}

#[test]
fn a_reader_that_has_gone_is_no_error() {
    struct Closed;
    impl Write for Closed {
        fn write(&mut self, _bytes: &[u8]) -> io::Result<usize> {
            Err(io::ErrorKind::BrokenPipe.into())
        }
        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }
    Output::new(Format::Text, Box::new(Closed), Box::new(Closed)).plain("x");
}
