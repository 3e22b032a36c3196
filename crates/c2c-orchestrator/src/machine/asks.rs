//! What the person is still asked, of all that they were told.

use c2c_ports::NoticeKind;

use super::{Machine, PauseReason, Phase};

impl Machine {
    /// Whether the person is still asked what a notice of this kind, about this plan, told them of. That the goal is
    /// reached asks nothing, and stays true.
    #[must_use]
    pub fn asks(&self, kind: NoticeKind, plan: Option<u32>) -> bool {
        let paused = self.paused.as_ref().and_then(PauseReason::notice_kind);
        match kind {
            NoticeKind::Done => true,
            _ if self.ended() => false,
            NoticeKind::Approval => {
                let waits = self.phase == Phase::Approving && paused != Some(NoticeKind::Limit);
                waits && self.plan.as_ref().map(|plan| plan.number) == plan
            }
            NoticeKind::Blocked => matches!(self.phase, Phase::Blocked { .. }),
            NoticeKind::Carry => matches!(self.phase, Phase::Waiting { .. }),
            NoticeKind::Overdue | NoticeKind::Limit | NoticeKind::Paused | NoticeKind::Failed => paused == Some(kind),
        }
    }
}
