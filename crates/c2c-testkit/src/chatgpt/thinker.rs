//! What the page's ChatGPT says: the planner of the stand-ins, looking at the project through the
//! connector; or an echo, or next to nothing. A test may hand in the next answers itself.

use std::collections::{HashMap, VecDeque};
use std::fs;
use std::io;
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde_json::json;

use super::behaviour::Behaviour;
use crate::output;
use crate::planner::carrier::{Address, Carrier, Open};
use crate::planner::garble;
use crate::planner::message::Received;
use crate::planner::reasoning::Planner;
use crate::planner::transcript::{Recorder, Transcript};

/// How long a connector may be away: a C2C that was killed is started again.
const ABSENCE: Duration = Duration::from_secs(60);
/// How often it is looked for then.
const LOOK: Duration = Duration::from_millis(200);

/// Who thinks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, clap::ValueEnum)]
pub enum PlannerKind {
    /// The planner, through the connector.
    Connector,
    /// The message itself comes back.
    Echo,
    /// A word of acknowledgement.
    Quiet,
}

/// Where the connector is.
#[derive(Debug, Clone, Default)]
pub enum ConnectorSource {
    /// There is none.
    #[default]
    None,
    /// At this address; the bearer is read from the file whenever it is needed.
    Address {
        /// The address.
        url: String,
        /// The file with the bearer.
        bearer_file: PathBuf,
    },
    /// Where `c2c status` says.
    Status {
        /// The `c2c` program.
        c2c: PathBuf,
        /// The workspace.
        workspace: PathBuf,
    },
}

/// How the planner plans.
#[derive(Debug, Clone)]
pub struct PlannerOptions {
    /// Who thinks.
    pub kind: PlannerKind,
    /// Where the connector is.
    pub connector: ConnectorSource,
    /// Where everything it received is written.
    pub transcript: Option<PathBuf>,
    /// The most plans it makes in a conversation.
    pub max_plans: u32,
    /// The first planned value is carried wrongly.
    pub garble: bool,
}

/// The one who thinks.
#[derive(Debug)]
pub(crate) struct Thinker {
    options: PlannerOptions,
    /// One planner for each conversation: it knows what it said there, and nothing else.
    planners: Mutex<HashMap<String, Planner>>,
    transcript: Mutex<Transcript>,
    prepared: Mutex<VecDeque<String>>,
}

/// What is thought about.
#[derive(Debug, Clone)]
pub(crate) struct Question {
    /// The number of the message.
    pub(crate) number: usize,
    pub(crate) conversation: String,
    pub(crate) text: String,
    /// The conversation may use the connector.
    pub(crate) has_connector: bool,
}

impl Thinker {
    pub(crate) fn new(options: PlannerOptions) -> Self {
        let transcript = Mutex::new(Transcript::new(options.transcript.as_deref()));
        let (planners, prepared) = (Mutex::default(), Mutex::default());
        Self { options, planners, transcript, prepared }
    }

    /// Puts an answer behind those that are prepared already.
    pub(crate) fn prepare(&self, answer: String) {
        self.prepared.lock().unwrap_or_else(PoisonError::into_inner).push_back(answer);
    }

    /// The answer as Markdown. It blocks while the connector works.
    pub(crate) fn answer(&self, question: &Question, behaviour: &Behaviour) -> io::Result<String> {
        let prepared = self.prepared.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
        if let Some(prepared) = prepared {
            return Ok(prepared);
        }
        match (self.options.kind, Received::of(&question.text)) {
            (PlannerKind::Echo, _) => Ok(question.text.clone()),
            (PlannerKind::Connector, Some(received)) => Ok(dress(&self.plan(question, &received)?, behaviour)),
            _ => Ok("Understood. I am ready for the next message.".to_owned()),
        }
    }

    fn plan(&self, question: &Question, received: &Received) -> io::Result<String> {
        let deadline = Instant::now() + ABSENCE;
        loop {
            let connector = if question.has_connector { self.connector(deadline)? } else { None };
            let is_known_by_status = matches!(self.options.connector, ConnectorSource::Status { .. });
            let may_come_back = is_known_by_status && Instant::now() < deadline;
            if let Some(text) = self.look_and_plan(question, received, connector, may_come_back)? {
                return Ok(text);
            }
            std::thread::sleep(LOOK);
        }
    }

    /// The answer; none when the connector went away in the middle of looking and may come back, as when C2C is killed
    /// and started again: nothing was found out then.
    fn look_and_plan(
        &self,
        question: &Question,
        received: &Received,
        connector: Option<Address>,
        may_come_back: bool,
    ) -> io::Result<Option<String>> {
        let mut transcript = self.transcript.lock().unwrap_or_else(PoisonError::into_inner);
        let mut planners = self.planners.lock().unwrap_or_else(PoisonError::into_inner);
        let planner =
            planners.entry(question.conversation.clone()).or_insert_with(|| Planner::new(self.options.max_plans));
        let number = question.number as u64;
        let before = planner.clone();
        let mut recorder = Recorder::new(connector, &mut transcript, number);
        let answer = planner.answer(received, &mut recorder);
        if recorder.is_lost() && may_come_back {
            recorder.discard();
            *planner = before;
            return Ok(None);
        }
        let mut text = answer.render(received);
        if self.options.garble {
            text = garble(&answer, text);
        }
        transcript.received(&Open { number, text: question.text.clone() }, &text)?;
        let state = text.lines().nth(1).and_then(|line| line.strip_prefix("STATE: ")).unwrap_or_default();
        output::line(&json!({"step": "planner_answer", "to": number, "state": state}).to_string())?;
        Ok(Some(text))
    }

    fn connector(&self, deadline: Instant) -> io::Result<Option<Address>> {
        match &self.options.connector {
            ConnectorSource::None => Ok(None),
            ConnectorSource::Address { url, bearer_file } => {
                let bearer = fs::read_to_string(bearer_file)?.trim().to_owned();
                Ok(Some(Address { url: url.clone(), bearer }))
            }
            ConnectorSource::Status { c2c, workspace } => {
                let carrier = Carrier::new(c2c, workspace);
                loop {
                    let connector = carrier.status()?.connector;
                    if connector.is_some() || Instant::now() > deadline {
                        return Ok(connector);
                    }
                    std::thread::sleep(LOOK);
                }
            }
        }
    }
}

/// The form in which ChatGPT puts a control message.
fn dress(text: &str, behaviour: &Behaviour) -> String {
    let prose = if behaviour.prose { "I looked at the workspace. Here is what comes next.\n\n" } else { "" };
    // A fence has to be longer than the backticks inside.
    let longest = text.split(|character| character != '`').map(str::len).max().unwrap_or_default();
    match behaviour.fence {
        true => {
            let fence = "`".repeat(longest.max(2) + 1);
            format!("{prose}{fence}text\n{}\n{fence}", text.trim_end())
        }
        false => format!("{prose}{text}"),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn thinker(kind: PlannerKind) -> Thinker {
        let connector = ConnectorSource::None;
        Thinker::new(PlannerOptions { kind, connector, transcript: None, max_plans: 2, garble: false })
    }

    fn question(text: &str) -> Question {
        Question { number: 1, conversation: "c".to_owned(), text: text.to_owned(), has_connector: true }
    }

    #[test]
    fn a_prepared_answer_comes_before_thinking() {
        let thinker = thinker(PlannerKind::Echo);
        thinker.prepare("first".to_owned());
        let answer = |text: &str| thinker.answer(&question(text), &Behaviour::default()).unwrap();
        assert_eq!(answer("x"), "first");
        assert_eq!(answer("x\n\ny"), "x\n\ny");
    }

    #[test]
    fn without_a_connector_the_planner_is_blocked() {
        let init = "[C2C]\nSTATE: INIT\nTASK_ID: t\nITERATION: 0\n";
        let answer = thinker(PlannerKind::Connector).answer(&question(init), &Behaviour::default()).unwrap();
        assert!(answer.starts_with("```text\n[C2C]\nSTATE: BLOCKED\nTASK_ID: t\n"), "{answer}");
        assert!(answer.ends_with("\n```"), "{answer}");
        let boot = thinker(PlannerKind::Connector).answer(&question("You plan."), &Behaviour::default()).unwrap();
        assert_eq!(boot, "Understood. I am ready for the next message.");
    }

    #[test]
    fn a_fence_is_longer_than_what_it_holds() {
        let behaviour = Behaviour { prose: true, ..Behaviour::default() };
        let dressed = dress("a ```` b", &behaviour);
        assert!(dressed.starts_with("I looked at the workspace."), "{dressed}");
        assert!(dressed.ends_with("\n`````text\na ```` b\n`````"), "{dressed}");
        assert_eq!(dress("a\n", &Behaviour { fence: false, ..Behaviour::default() }), "a\n");
    }
}
