//! What holds whatever happens, over random walks.

use proptest::prelude::*;

use super::*;

/// What the world can answer to the effect that is open, or the person can do.
#[derive(Debug, Clone, Copy)]
enum Move {
    /// The open effect ends well.
    Good,
    /// It ends badly, in the n-th way.
    Bad(u8),
    /// ChatGPT answers, in the n-th way.
    Answer(u8),
    /// The person does the n-th thing.
    Person(u8),
    /// The conversation cannot be read, in the n-th way.
    Unread(u8),
    /// Time passes beyond the deadline.
    Late,
}

fn moves() -> impl Strategy<Value = Vec<Move>> {
    let one = prop_oneof![
        6 => Just(Move::Good),
        1 => any::<u8>().prop_map(Move::Bad),
        4 => any::<u8>().prop_map(Move::Answer),
        1 => any::<u8>().prop_map(Move::Person),
        1 => any::<u8>().prop_map(Move::Unread),
        1 => Just(Move::Late),
    ];
    proptest::collection::vec(one, 1..120)
}

fn good(effect: &Effect) -> Outcome {
    match effect {
        Effect::Snapshot => Outcome::Pictured { snapshot: snapshot(&[]) },
        Effect::Send { .. } => Outcome::Delivered { delivery: Delivery::Inserted, elsewhere: None },
        Effect::Execute { .. } => execution(Ended::Completed),
        Effect::Record { .. } => Outcome::Recorded { recorded: recorded() },
        Effect::Notify { .. } => Outcome::Told,
    }
}

fn bad(effect: &Effect, way: u8) -> Outcome {
    match effect {
        Effect::Snapshot | Effect::Record { .. } => Outcome::Unreadable { reason: "broken".to_owned(), gone: false },
        Effect::Send { .. } => match way % 3 {
            0 => Outcome::NotSent { error: log_in() },
            1 => Outcome::NotSent { error: wait() },
            _ => Outcome::Delivered { delivery: Delivery::Unknown, elsewhere: None },
        },
        Effect::Execute { .. } => match way % 4 {
            0 => Outcome::Cut { thread_id: None },
            1 => Outcome::NotExecuted { reason: "missing".to_owned(), hint: "Install.".to_owned() },
            2 => execution(Ended::DeadlinePassed),
            _ => execution(Ended::Failed { kind: FailureKind::ProviderDown, message: "down".to_owned() }),
        },
        Effect::Notify { .. } => Outcome::Told,
    }
}

fn answer(machine: &Machine, way: u8) -> Event {
    let n = machine.iteration;
    match way % 7 {
        0..=2 => plan(n + 1),
        3 => blocked(n),
        4 => done(n),
        5 => reply("Not a block.".to_owned()),
        _ => short_reply("REVIEW", n, ""),
    }
}

fn person(way: u8) -> Event {
    Event::Command(match way % 8 {
        0 => Command::Pause,
        1 => Command::Approve { plan: None },
        2 => Command::Reject { plan: None, reason: "No.".to_owned() },
        3 => Command::Handoff,
        4 => Command::Interrupt,
        5 => Command::Reply { text: "Words.".to_owned(), tool_calls: 0 },
        6 => Command::Stop,
        _ => Command::Continue,
    })
}

/// A journal as the driver keeps it: effects wait while the session is paused, but for notices.
#[derive(Default)]
struct Journal {
    open: Vec<Effect>,
    executed: Vec<u32>,
    recorded: Vec<u32>,
    reported: Vec<u32>,
}

impl Journal {
    fn take(&mut self, step: &Step) {
        for effect in &step.effects {
            if let Effect::Send { text, state, .. } = effect
                && state != "BOOT"
            {
                assert!(text.len() < 1024, "{} bytes: {text}", text.len());
            }
            self.open.push(effect.clone());
        }
        let main = self.open.iter().filter(|effect| !matches!(effect, Effect::Notify { .. })).count();
        assert!(main <= 1, "more than one effect is open: {:?}", self.open);
    }

    fn next(&mut self, machine: &Machine) -> Option<Effect> {
        let held = machine.paused.is_some();
        let at = self.open.iter().position(|effect| !held || matches!(effect, Effect::Notify { .. }))?;
        Some(self.open.remove(at))
    }

    fn well(&mut self, effect: &Effect) {
        match effect {
            Effect::Execute { iteration, .. } => self.executed.push(*iteration),
            Effect::Record { iteration } => self.recorded.push(*iteration),
            Effect::Send { state, iteration, .. } if state == "EXECUTED" => self.reported.push(*iteration),
            _ => {}
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn whatever_happens_no_iteration_is_lost_or_doubled(moves in moves(), approval in 0u8..3) {
        let approval = [Approval::First, Approval::Every, Approval::Never][usize::from(approval)];
        let mut machine = new_machine(approval);
        let mut journal = Journal::default();
        let mut now_ms = NOW_MS;
        journal.take(&machine.apply(Event::Started, now_ms));
        for one in moves {
            now_ms += 1;
            let before = machine.iteration;
            let event = match one {
                Move::Good | Move::Bad(_) => {
                    let Some(effect) = journal.next(&machine) else { continue };
                    match one {
                        Move::Bad(way) => outcome(bad(&effect, way)),
                        _ => {
                            journal.well(&effect);
                            outcome(good(&effect))
                        }
                    }
                }
                Move::Answer(way) => answer(&machine, way),
                Move::Person(way) => person(way),
                Move::Unread(way) => {
                    Event::Unread { error: if way.is_multiple_of(2) { wait() } else { log_in() } }
                }
                Move::Late => {
                    now_ms += 60_000;
                    Event::Tick
                }
            };
            let step = machine.apply(event, now_ms);
            if matches!(machine.phase, Phase::Stopping) {
                journal.open.clear();
                machine.apply(Event::Quiet, now_ms);
                prop_assert!(machine.ended());
            } else {
                // A hand-over from a held message replaces it.
                if step.new_conversation {
                    journal.open.retain(|effect| matches!(effect, Effect::Notify { .. }));
                }
                journal.take(&step);
            }
            prop_assert!(machine.iteration == before || machine.iteration == before + 1);
            prop_assert!(machine.iteration <= machine.allowed_iterations);
            let json = serde_json::to_value(&machine).unwrap();
            prop_assert_eq!(&serde_json::from_value::<Machine>(json).unwrap(), &machine);
        }
        let upto = |n: u32| (1..=n).collect::<Vec<_>>();
        prop_assert_eq!(&journal.recorded, &upto(machine.iteration));
        // A hand-over may stand in for a held EXECUTED, but none goes out twice or out of order.
        prop_assert!(journal.reported.is_sorted_by(|earlier, later| earlier < later), "{:?}", journal.reported);
    }
}
