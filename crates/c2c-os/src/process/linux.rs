//! One process by its `/proc/<pid>/stat`. sysinfo's start time is in whole seconds of a wall clock
//! that may be set; the kernel's own figure is in ticks since the system started and never moves.

use std::sync::OnceLock;

/// What the kernel says about a process.
#[derive(Debug, Clone, Copy)]
pub(super) struct Look {
    pub(super) start_time: u64,
    pub(super) ended: bool,
}

pub(super) fn look(pid: u32) -> Option<Look> {
    let stat = std::fs::read(format!("/proc/{pid}/stat")).ok()?;
    parse(&stat, boot())
}

/// The low 43 bits of the result are ticks (a thousand years), the 20 above them tell one start of
/// the system from another.
fn parse(stat: &[u8], boot: u64) -> Option<Look> {
    // The name stands in parentheses and may hold spaces and parentheses itself.
    let end_of_name = stat.iter().rposition(|byte| *byte == b')')?;
    let rest = std::str::from_utf8(stat.get(end_of_name + 1..)?).ok()?;
    let mut fields = rest.split_ascii_whitespace();
    let state = fields.next()?;
    // Field 22 of the line; the state is field 3.
    let ticks: u64 = fields.nth(18)?.parse().ok()?;
    let start_time = (boot & 0xf_ffff) << 43 | (ticks & ((1 << 43) - 1));
    Some(Look { start_time, ended: matches!(state, "Z" | "X" | "x") })
}

/// A number for this start of the system; 0 where the kernel does not tell.
fn boot() -> u64 {
    static BOOT: OnceLock<u64> = OnceLock::new();
    *BOOT.get_or_init(|| {
        let id = std::fs::read_to_string("/proc/sys/kernel/random/boot_id").unwrap_or_default();
        let digits: String = id.chars().filter(char::is_ascii_hexdigit).take(5).collect();
        u64::from_str_radix(&digits, 16).unwrap_or(0)
    })
}

#[cfg(test)]
mod tests {
    use super::parse;

    const AFTER_NAME: &str = "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 4242 20 21";

    #[test]
    fn a_name_with_spaces_and_parentheses_does_not_shift_the_fields() {
        let look = parse(format!("7 (a) S 1 (b c) R {AFTER_NAME}").as_bytes(), 0).unwrap();
        assert_eq!((look.start_time, look.ended), (4242, false));
    }

    #[test]
    fn an_ended_process_is_told_from_a_running_one() {
        let ended = |state| parse(format!("7 (x) {state} {AFTER_NAME}").as_bytes(), 0).unwrap().ended;
        assert_eq!(["R", "S", "D", "T", "Z", "X"].map(ended), [false, false, false, false, true, true]);
    }

    #[test]
    fn the_same_ticks_after_another_start_of_the_system_are_another_time() {
        let at = |boot| parse(format!("7 (x) R {AFTER_NAME}").as_bytes(), boot).unwrap().start_time;
        assert_ne!(at(1), at(2));
        assert!(i64::try_from(at(u64::MAX)).is_ok(), "it must fit the store's integers");
    }

    #[test]
    fn a_line_that_is_cut_is_nobody() {
        for line in ["", "7", "7 (x)", "7 (x) R 1 2 3", "7 (x) R a b c d e f g h i j k l m n o p q r s t"] {
            assert!(parse(line.as_bytes(), 0).is_none(), "{line}");
        }
    }
}
