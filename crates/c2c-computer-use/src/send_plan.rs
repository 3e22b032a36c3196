//! The decisions of a send: what to do next, given what was just looked at.
//!
//! [`SendPlan::next`] is called with a fresh [`Sight`] after every step; the caller carries the step
//! out, looks again and calls again. Nothing is done twice on a guess: our text is put in only where
//! the composer is empty, Send is pressed once, and what cannot be seen after that is `unknown` and
//! is settled by looking.

use c2c_ports::Delivery;

use crate::find::Missing;
use crate::moods::Mood;
use crate::normalise::Composer;
use crate::page::Unfit;

mod sight;

pub use sight::{Around, Ask, sight};

/// How long to wait for a page that is still loading, in milliseconds. Pages were measured at 10 to
/// 45 s until their composer was ready.
pub const LOAD_MS: i64 = 60_000;
/// How long a window may show nothing at all to accessibility, and not say that it is loading, before that
/// is told, in milliseconds. A page shows its first parts within 2 s, on a machine with little to do.
pub const TREE_MS: i64 = 10_000;
/// How long the number of turns must not have changed before anything is put into the composer:
/// loading turns late wipes what was put in before.
pub const STEADY_MS: i64 = 1_000;
/// How long the focus may take to arrive. 29 ms were measured.
pub const FOCUS_MS: i64 = 1_000;
/// How long inserted text may take to show.
pub const INSERT_MS: i64 = 5_000;
/// How long Send may take to become enabled.
pub const ENABLE_MS: i64 = 30_000;
/// How long a page that does not take a message may need for saying so, after it has put the text back.
pub const REFUSED_MS: i64 = 1_000;
/// How long a sent message may take to show. Up to 60 s were reported.
pub const SEEN_MS: i64 = 60_000;
/// How long the window may show another page after Send was pressed: a page that loads anew tells its address again
/// sooner, and in one that stays elsewhere the message will not show.
pub const ELSEWHERE_MS: i64 = 5_000;
/// How long a page may tell no address before it counts as another one: one that is closed or loads anew tells none for
/// a moment. Nothing is done meanwhile.
pub const NO_ADDRESS_MS: i64 = 2_000;

/// Who is at the keyboard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Person {
    /// Nobody has touched keyboard or mouse for a moment.
    Idle,
    /// Somebody types or moves the mouse.
    Active,
    /// The screen is locked.
    Locked,
}

/// Where what is typed would go.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Focus {
    /// Into our composer.
    OnComposer,
    /// Elsewhere.
    Elsewhere,
}

/// What was found where the composer should be.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Spot {
    /// The composer, with this in it.
    Found(Composer),
    /// None that fits.
    Missing(Missing),
    /// Several that fit.
    Several,
}

/// The button Send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SendButton {
    /// It can be pressed.
    Enabled,
    /// It cannot yet.
    Disabled,
    /// It is not there.
    Missing,
}

/// What became of pressing Send.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Press {
    /// It was not tried.
    NotTried,
    /// Accessibility says that it was pressed.
    Done,
    /// Accessibility refused: nothing was pressed.
    Refused,
}

/// The last message of the person in the conversation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum LastUser {
    /// There is none.
    None,
    /// It is ours, and nothing follows.
    Ours,
    /// It is ours, and an answer to it has begun.
    OursAnswered,
    /// It is another.
    Other,
    /// It cannot be read.
    Unreadable,
}

/// What one look at everything found.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sight {
    /// Why the page does not qualify, if it does not.
    pub unfit: Option<Unfit>,
    /// What is the matter, most pressing first.
    pub moods: Vec<Mood>,
    /// Who is at the keyboard.
    pub person: Person,
    /// Where typing would go.
    pub focus: Focus,
    /// The composer.
    pub composer: Spot,
    /// Send.
    pub send: SendButton,
    /// What became of pressing it.
    pub press: Press,
    /// Whether an answer is running: Stop is there.
    pub is_answering: bool,
    /// The last message of the person.
    pub last_user: LastUser,
    /// Parts of the conversation, of both.
    pub turns: usize,
}

/// What to do next.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// Look again in a moment.
    Wait(WaitFor),
    /// Bring the window to the front and the focus into the composer.
    TakeFocus,
    /// Keep the clipboard, put our text on it and paste it.
    Paste,
    /// Give the clipboard back: the composer shows our text.
    RestoreClipboard,
    /// Press Send through accessibility.
    PressSend,
    /// Press the key that sends. Only because accessibility refused, and with the focus in the
    /// composer.
    PressKey,
    /// It is over; the message got this far.
    Done(Delivery),
    /// It is over, and nothing was sent.
    Stop(Refusal),
}

/// What is waited for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum WaitFor {
    /// The person to be idle.
    Idle,
    /// The screen to be unlocked.
    Unlock,
    /// The page to load, and its turns to stay as they are.
    Page,
    /// The running answer.
    Answer,
    /// The focus to arrive.
    Focus,
    /// Our text to show.
    Text,
    /// Send to become enabled.
    Enabled,
    /// Our message to show.
    Seen,
}

/// Why nothing was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Refusal {
    /// The page does not qualify.
    Unfit(Unfit),
    /// Something is the matter.
    Mood(Mood),
    /// No composer.
    NoComposer(Missing),
    /// Several composers.
    SeveralComposers,
    /// Somebody's draft is in the composer.
    ForeignDraft {
        /// Its beginning. Untrusted.
        excerpt: String,
    },
    /// Something was added to our own text in the composer.
    MixedDraft {
        /// What, or how it begins. Untrusted.
        added: String,
    },
    /// The focus went elsewhere.
    FocusLost,
    /// Our text did not come to be in the composer, or not whole.
    NotInserted,
    /// Send did not become enabled.
    NotEnabled,
    /// The last message of the conversation cannot be read: it may be this one.
    Unreadable,
}

/// How far a send is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// Nothing is done.
    Preparing,
    /// The focus was taken.
    Focused,
    /// Our text was pasted.
    Pasted,
    /// Our text is in the composer.
    Verified,
    /// Send was pressed.
    Pressed,
    /// The key was pressed, because Send could not be.
    KeyPressed,
    /// Over.
    Over,
}

/// One send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendPlan {
    stage: Stage,
    since_ms: i64,
    /// Parts of the conversation before Send was pressed, and since when.
    turns: usize,
    steady_since_ms: i64,
    /// When the page was the right one last.
    fit_ms: i64,
    /// How it ended.
    end: Option<Step>,
}

impl SendPlan {
    /// A send that begins at `now_ms`.
    #[must_use]
    pub fn new(now_ms: i64) -> Self {
        Self {
            stage: Stage::Preparing,
            since_ms: now_ms,
            turns: usize::MAX,
            steady_since_ms: now_ms,
            fit_ms: now_ms,
            end: None,
        }
    }

    /// Whether Send may have been pressed: from here on the message may have arrived.
    #[must_use]
    pub fn may_be_sent(&self) -> bool {
        matches!(self.stage, Stage::Pressed | Stage::KeyPressed)
    }

    /// The next step after `sight`, seen at `now_ms`. Once it is over it stays what it is.
    pub fn next(&mut self, sight: &Sight, now_ms: i64) -> Step {
        if sight.unfit.is_none() {
            self.fit_ms = now_ms;
        }
        let step = match self.stage {
            Stage::Preparing => self.prepare(sight, now_ms),
            Stage::Focused | Stage::Pasted | Stage::Verified => self.insert(sight, now_ms),
            Stage::Pressed | Stage::KeyPressed => self.confirm(sight, now_ms),
            Stage::Over => self.end.clone().unwrap_or(Step::Done(Delivery::Unknown)),
        };
        let stage = match &step {
            Step::TakeFocus => Stage::Focused,
            Step::Paste => Stage::Pasted,
            Step::RestoreClipboard => Stage::Verified,
            Step::PressSend => Stage::Pressed,
            Step::PressKey => Stage::KeyPressed,
            Step::Done(_) | Step::Stop(_) => Stage::Over,
            Step::Wait(_) => self.stage,
        };
        if stage == Stage::Over {
            self.end = Some(step.clone());
        }
        if stage != self.stage {
            self.stage = stage;
            self.since_ms = now_ms;
        }
        step
    }

    fn prepare(&mut self, sight: &Sight, now_ms: i64) -> Step {
        if sight.turns != self.turns {
            self.turns = sight.turns;
            self.steady_since_ms = now_ms;
        }
        if self.is_without_address(sight, now_ms) {
            return Step::Wait(WaitFor::Page);
        }
        match obstacle(sight) {
            // The page mends that itself.
            Some(Refusal::Mood(Mood::Reconnecting)) => return self.wait_without_end(WaitFor::Page, now_ms),
            Some(refusal) => return Step::Stop(refusal),
            None => {}
        }
        let waited_ms = now_ms - self.since_ms;
        match &sight.composer {
            Spot::Missing(Missing::NotLoaded | Missing::NoComposer) if waited_ms < LOAD_MS => {
                return Step::Wait(WaitFor::Page);
            }
            Spot::Missing(Missing::NoPage) if waited_ms < TREE_MS => return Step::Wait(WaitFor::Page),
            Spot::Missing(why) => return Step::Stop(Refusal::NoComposer(*why)),
            Spot::Several => return Step::Stop(Refusal::SeveralComposers),
            Spot::Found(Composer::Mixed { added }) => {
                return Step::Stop(Refusal::MixedDraft { added: added.clone() });
            }
            Spot::Found(Composer::Foreign { excerpt }) => {
                return Step::Stop(Refusal::ForeignDraft { excerpt: excerpt.clone() });
            }
            // Nothing was put in by this send: a beginning that looks like ours is somebody's.
            Spot::Found(Composer::PartlyOurs { .. }) => {
                return Step::Stop(Refusal::ForeignDraft { excerpt: String::new() });
            }
            Spot::Found(Composer::Empty | Composer::Ours) => {}
        }
        match sight.last_user {
            LastUser::Ours => return Step::Done(Delivery::Seen),
            // The same text with an answer may be an earlier message: not ours to guess.
            LastUser::OursAnswered => return Step::Done(Delivery::Unknown),
            LastUser::Unreadable if waited_ms < LOAD_MS => return Step::Wait(WaitFor::Page),
            LastUser::Unreadable => return Step::Stop(Refusal::Unreadable),
            LastUser::None | LastUser::Other => {}
        }
        if sight.is_answering {
            return self.wait_without_end(WaitFor::Answer, now_ms);
        }
        if now_ms - self.steady_since_ms < STEADY_MS {
            return Step::Wait(WaitFor::Page);
        }
        match sight.person {
            Person::Locked => self.wait_without_end(WaitFor::Unlock, now_ms),
            Person::Active => self.wait_without_end(WaitFor::Idle, now_ms),
            Person::Idle => Step::TakeFocus,
        }
    }

    /// Waits for what may take any time: limits of loading begin again after it.
    fn wait_without_end(&mut self, what: WaitFor, now_ms: i64) -> Step {
        self.since_ms = now_ms;
        Step::Wait(what)
    }

    /// Whether the page tells no address for a moment.
    fn is_without_address(&self, sight: &Sight, now_ms: i64) -> bool {
        sight.unfit == Some(Unfit::NoAddress) && now_ms - self.fit_ms < NO_ADDRESS_MS
    }

    fn insert(&mut self, sight: &Sight, now_ms: i64) -> Step {
        if self.is_without_address(sight, now_ms) {
            return Step::Wait(WaitFor::Page);
        }
        if let Some(refusal) = obstacle(sight) {
            return Step::Stop(refusal);
        }
        // It was not there before: the person has sent what was put in.
        if matches!(sight.last_user, LastUser::Ours | LastUser::OursAnswered) {
            return Step::Done(Delivery::Seen);
        }
        let is_lost = sight.focus == Focus::Elsewhere;
        if is_lost && self.stage == Stage::Focused && now_ms - self.since_ms < FOCUS_MS {
            return Step::Wait(WaitFor::Focus);
        }
        if is_lost || sight.person == Person::Locked {
            return Step::Stop(Refusal::FocusLost);
        }
        let content = match &sight.composer {
            Spot::Found(content) => content,
            Spot::Several => return Step::Stop(Refusal::SeveralComposers),
            // Mentioning a connector replaces the composer: for a moment there is none.
            Spot::Missing(_) if now_ms - self.since_ms < INSERT_MS => return Step::Wait(WaitFor::Text),
            Spot::Missing(why) => return Step::Stop(Refusal::NoComposer(*why)),
        };
        let waits = now_ms - self.since_ms < INSERT_MS;
        match (self.stage, content) {
            (_, Composer::Mixed { added }) => Step::Stop(Refusal::MixedDraft { added: added.clone() }),
            (_, Composer::Foreign { excerpt }) => Step::Stop(Refusal::ForeignDraft { excerpt: excerpt.clone() }),
            (Stage::Focused, Composer::Empty) => Step::Paste,
            (Stage::Focused | Stage::Pasted, Composer::Ours) => Step::RestoreClipboard,
            (Stage::Focused, Composer::PartlyOurs { .. }) => {
                Step::Stop(Refusal::ForeignDraft { excerpt: String::new() })
            }
            (Stage::Pasted, _) if waits => Step::Wait(WaitFor::Text),
            (Stage::Verified, Composer::Ours) => self.press(sight, now_ms),
            _ => Step::Stop(Refusal::NotInserted),
        }
    }

    fn press(&self, sight: &Sight, now_ms: i64) -> Step {
        match sight.send {
            SendButton::Enabled => Step::PressSend,
            SendButton::Disabled | SendButton::Missing if now_ms - self.since_ms < ENABLE_MS => {
                Step::Wait(WaitFor::Enabled)
            }
            SendButton::Disabled | SendButton::Missing => Step::Stop(Refusal::NotEnabled),
        }
    }

    /// After Send nothing but looking is left, unless it surely was not pressed or not taken.
    fn confirm(&self, sight: &Sight, now_ms: i64) -> Step {
        let is_ours = matches!(sight.last_user, LastUser::Ours | LastUser::OursAnswered);
        // Where the message itself cannot be read yet: an answer runs, and there are more turns.
        let is_answered = sight.is_answering
            && sight.turns > self.turns
            && sight.last_user == LastUser::Unreadable
            && sight.composer == Spot::Found(Composer::Empty);
        if sight.unfit.is_none() && (is_ours || is_answered) {
            return Step::Done(Delivery::Seen);
        }
        let is_still_there = sight.composer == Spot::Found(Composer::Ours);
        if self.stage == Stage::Pressed && sight.press == Press::Refused && is_still_there {
            return fall_back(sight);
        }
        // The page says why it does not take the message, and has left or put its text where it was.
        if is_still_there
            && sight.turns == self.turns
            && !sight.is_answering
            && now_ms - self.since_ms >= REFUSED_MS
            && let Some(mood) = sight.moods.iter().find(|mood| takes_no_message(mood))
        {
            return Step::Stop(Refusal::Mood(mood.clone()));
        }
        let is_elsewhere = now_ms - self.fit_ms >= ELSEWHERE_MS;
        if is_elsewhere || now_ms - self.since_ms >= SEEN_MS {
            return Step::Done(Delivery::Unknown);
        }
        Step::Wait(WaitFor::Seen)
    }
}

/// Accessibility refused to press Send, and our text still is in the composer.
fn fall_back(sight: &Sight) -> Step {
    match obstacle(sight) {
        Some(refusal) => Step::Stop(refusal),
        None if sight.focus == Focus::OnComposer && sight.person != Person::Locked => Step::PressKey,
        None => Step::Stop(Refusal::FocusLost),
    }
}

/// What forbids touching the page at all.
fn obstacle(sight: &Sight) -> Option<Refusal> {
    if let Some(unfit) = &sight.unfit {
        return Some(Refusal::Unfit(unfit.clone()));
    }
    sight.moods.iter().find(|mood| blocks(mood)).map(|mood| Refusal::Mood(mood.clone()))
}

/// Whether a mood forbids a new message: all do, but for those about an answer that is there, the note that another
/// model answers, and that a message was too long: that is about an earlier try, and pressing Send tells anew.
fn blocks(mood: &Mood) -> bool {
    let is_about_another = matches!(mood, Mood::ContinueGenerating { .. } | Mood::MessageTooLong);
    !is_about_another && !matches!(mood, Mood::PlanLimit { other_model: true, .. })
}

/// Whether a mood says that the page does not take a message, and that it is not on its way either.
fn takes_no_message(mood: &Mood) -> bool {
    matches!(
        mood,
        Mood::TooManyRequests { .. }
            | Mood::LogIn
            | Mood::AccountBlocked
            | Mood::MessageTooLong
            | Mood::MaxLength { .. }
            | Mood::PlanLimit { other_model: false, .. }
    )
}

#[cfg(test)]
mod tests;
