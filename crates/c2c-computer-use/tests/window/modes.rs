//! Chat and Work: a message goes into the one that is set, and never by accident into the other.

use c2c_computer_use::find::Mode;
use c2c_ports::{Delivery, WindowError};
use c2c_testkit::screen::Options;
use serde_json::Value;

use crate::stage::Stage;

type Switches = &'static [(&'static str, &'static str)];

/// Sends a message to each of the pages that stand in the mode, and to each that do not.
fn go_through(mode: Mode, right: &[Switches], wrong: &[Switches]) {
    let Some(stage) = Stage::with(Options::default(), mode) else { return };
    for switches in wrong {
        stage.set(switches, &[], "/");
        let (sent, presses) = stage.send_counting(&stage.outgoing("Not for here"));
        let Err(WindowError::OtherMode { wanted, .. }) = &sent else { panic!("{mode:?}, {switches:?}: {sent:?}") };
        assert_eq!(*wanted, format!("{mode:?}"), "{switches:?}");
        assert_eq!((presses, stage.messages()), (0, 0), "{mode:?}, {switches:?}");
        assert_eq!(stage.events("draft"), [] as [Value; 0], "{mode:?}, {switches:?}");
    }
    for (number, switches) in right.iter().enumerate() {
        stage.set(switches, &["Here it is."], "/");
        let outgoing = stage.outgoing("For here");
        let (sent, presses) = stage.send_counting(&outgoing);
        assert_eq!(sent.map(|sent| (sent.delivery, presses)), Ok((Delivery::Seen, 1)), "{mode:?}, {switches:?}");
        assert_eq!(stage.read(&outgoing).unwrap().text.trim(), "Here it is.", "{mode:?}, {switches:?}");
        let state = stage.ask("GET", "state", &Value::Null);
        assert_eq!((stage.messages(), &state["misplaced"]), (number + 1, &0.into()), "{mode:?}, {switches:?}");
    }
}

#[test]
fn a_message_for_chat_is_not_sent_to_a_page_in_work() {
    const WORK: (&str, &str) = ("mode", "work");
    go_through(
        Mode::Chat,
        &[&[("composers", "pair")], &[("language", "de"), ("gaps", "other")]],
        &[
            &[WORK],
            &[WORK, ("composers", "pair")],
            &[WORK, ("generation", "b"), ("language", "ja")],
            &[WORK, ("language", "de"), ("gaps", "other")],
            &[WORK, ("language", "zh-CN"), ("gaps", "other"), ("composers", "pair")],
        ],
    );
}

#[test]
fn a_message_for_work_is_not_sent_to_a_page_in_chat() {
    const WORK: Switches = &[("mode", "work"), ("meant_for", "work")];
    const UNNAMED: Switches = &[("mode", "work"), ("meant_for", "work"), ("language", "fr"), ("gaps", "other")];
    go_through(
        Mode::Work,
        &[WORK, UNNAMED],
        &[&[], &[("composers", "pair")], &[("language", "fr"), ("gaps", "other")]],
    );
}
