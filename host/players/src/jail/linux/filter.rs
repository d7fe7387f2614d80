//! Filters of system calls: which call, with which arguments, has which end. A filter is compiled to a search among
//! ranges of numbers and not to a list that is gone through: the kernel tries every number that it knows when a filter
//! is installed, which for a list of all calls takes longer than the rest of a player's start.

use libc::sock_filter;
use std::collections::BTreeMap;
use std::io;
use std::mem::offset_of;

/// What becomes of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Action {
    /// It is made.
    Allow,
    /// It is not made, and fails with this error.
    Fail(i32),
    /// It is not made, and its thread gets a signal, whose handler gives the answer.
    Signal,
    /// The process is killed.
    Kill,
}

/// A condition on an argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Condition {
    argument: u8,
    mask: u32,
    bits: u32,
    /// Whether the upper half has to be zero as well.
    is_whole: bool,
}

/// An argument, of which the lower half counts: no number of a process, a descriptor or an option is longer.
pub(super) struct Argument(pub u8);

impl Argument {
    pub(super) fn equals(self, value: i32) -> Condition {
        self.has(-1, value)
    }

    /// Of these bits exactly those are set.
    pub(super) fn has(self, mask: i32, bits: i32) -> Condition {
        let (mask, bits) = (mask.cast_unsigned(), bits.cast_unsigned());
        Condition { argument: self.0, mask, bits, is_whole: false }
    }

    /// The whole of it is zero, as of an address.
    pub(super) fn zero(self) -> Condition {
        Condition { is_whole: true, ..self.equals(0) }
    }
}

/// What becomes of a call for which all of these conditions hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Case {
    conditions: Vec<Condition>,
    action: Action,
}

impl Case {
    pub(super) fn of<const N: usize>(conditions: [Condition; N], action: Action) -> Case {
        Case { conditions: conditions.into(), action }
    }
}

/// The cases of a call, of which the first counts that applies, and what becomes of it where none does.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Decision {
    cases: Vec<Case>,
    otherwise: Action,
}

/// A filter, before it is compiled.
#[derive(Clone, Debug)]
pub(super) struct Filter {
    calls: BTreeMap<u32, Decision>,
    otherwise: Action,
}

impl Filter {
    /// The filter in which this becomes of every call.
    pub(super) fn of_all(otherwise: Action) -> Filter {
        Filter { calls: BTreeMap::new(), otherwise }
    }

    /// The same but for these calls, of which this becomes whatever their arguments are.
    pub(super) fn but(self, calls: &[i64], action: Action) -> Filter {
        calls.iter().fold(self, |filter, call| filter.but_case(*call, [], action))
    }

    /// The same but for this call, which has these cases.
    pub(super) fn but_case(
        mut self,
        call: i64,
        cases: impl IntoIterator<Item = Case>,
        otherwise: Action,
    ) -> Filter {
        // No call has a negative number.
        if let Ok(number) = u32::try_from(call) {
            let cases = cases.into_iter().collect();
            self.calls.insert(number, Decision { cases, otherwise });
        }
        self
    }

    /// The filter as the kernel wants it.
    pub(super) fn compile(&self) -> Program {
        let mut code = vec![
            load(offset_of!(libc::seccomp_data, arch)),
            jump(libc::BPF_JEQ, MACHINE, 1, 0),
            give(Action::Kill),
            load(offset_of!(libc::seccomp_data, nr)),
        ];
        code.extend(search(&self.ranges()));
        Program(code)
    }

    /// The numbers from which on something else becomes of calls, beginning with the first of all.
    fn ranges(&self) -> Vec<(u32, Decision)> {
        let others = || Decision { cases: Vec::new(), otherwise: self.otherwise };
        let mut ranges = vec![(0, others())];
        for (number, decision) in &self.calls {
            let next = [(*number, decision.clone()), (number + 1, others())];
            for (first, decision) in next {
                ranges.pop_if(|last| last.0 == first);
                if ranges.last().is_none_or(|last| last.1 != decision) {
                    ranges.push((first, decision));
                }
            }
        }
        ranges
    }
}

/// A filter that can be installed.
#[derive(Clone)]
pub(super) struct Program(Vec<sock_filter>);

impl Program {
    /// Installs it for this process and all that it starts, beside those that are there: the strictest counts.
    pub(super) fn install(&self) -> Result<(), String> {
        let length = u16::try_from(self.0.len()).map_err(|error| error.to_string())?;
        let program = libc::sock_fprog { len: length, filter: self.0.as_ptr().cast_mut() };
        // SAFETY: the kernel reads the program, which lives as long as the call.
        let result = unsafe {
            libc::syscall(libc::SYS_seccomp, libc::SECCOMP_SET_MODE_FILTER, 0, &raw const program)
        };
        if result == 0 { Ok(()) } else { Err(io::Error::last_os_error().to_string()) }
    }
}

/// What the kernel calls this machine in a filter.
#[cfg(target_arch = "x86_64")]
const MACHINE: u32 = 0xc000_003e;
#[cfg(target_arch = "aarch64")]
const MACHINE: u32 = 0xc000_00b7;

/// The code that finds the range of the number that was loaded, and decides.
fn search(ranges: &[(u32, Decision)]) -> Vec<sock_filter> {
    if let [(_, decision)] = ranges {
        return decide(decision);
    }
    let (lower, upper) = ranges.split_at(ranges.len() / 2);
    let (below, above) = (search(lower), search(upper));
    // A conditional jump reaches 255 instructions far, another everywhere.
    let mut code = match u8::try_from(below.len()) {
        Ok(length) => vec![jump(libc::BPF_JGE, upper[0].0, length, 0)],
        Err(_) => vec![
            jump(libc::BPF_JGE, upper[0].0, 0, 1),
            statement(libc::BPF_JMP | libc::BPF_JA, below.len() as u32),
        ],
    };
    code.extend(below);
    code.extend(above);
    code
}

/// The code of a decision.
fn decide(decision: &Decision) -> Vec<sock_filter> {
    let mut code = Vec::new();
    for case in &decision.cases {
        // From the end, since each condition that does not hold jumps behind it.
        let mut of_case = vec![give(case.action)];
        for condition in case.conditions.iter().rev() {
            let mut check = check(condition, of_case.len() as u8);
            check.append(&mut of_case);
            of_case = check;
        }
        code.extend(of_case);
    }
    code.push(give(decision.otherwise));
    code
}

/// The code that goes on where a condition holds, and else jumps over so many instructions more.
fn check(condition: &Condition, rest: u8) -> Vec<sock_filter> {
    let place = offset_of!(libc::seccomp_data, args) + 8 * usize::from(condition.argument);
    let (low, high) =
        if cfg!(target_endian = "little") { (place, place + 4) } else { (place + 4, place) };
    let mut code = vec![load(low)];
    if condition.mask != u32::MAX {
        code.push(statement(libc::BPF_ALU | libc::BPF_AND, condition.mask));
    }
    if condition.is_whole {
        code.push(jump(libc::BPF_JEQ, condition.bits, 0, rest + 2));
        code.push(load(high));
        code.push(jump(libc::BPF_JEQ, 0, 0, rest));
    } else {
        code.push(jump(libc::BPF_JEQ, condition.bits, 0, rest));
    }
    code
}

fn load(offset: usize) -> sock_filter {
    statement(libc::BPF_LD | libc::BPF_W | libc::BPF_ABS, offset as u32)
}

fn give(action: Action) -> sock_filter {
    let value = match action {
        Action::Allow => libc::SECCOMP_RET_ALLOW,
        Action::Fail(error) => libc::SECCOMP_RET_ERRNO | error.cast_unsigned(),
        Action::Signal => libc::SECCOMP_RET_TRAP,
        Action::Kill => libc::SECCOMP_RET_KILL_PROCESS,
    };
    statement(libc::BPF_RET | libc::BPF_K, value)
}

fn statement(code: u32, k: u32) -> sock_filter {
    sock_filter { code: code as u16, jt: 0, jf: 0, k }
}

fn jump(compare: u32, k: u32, jt: u8, jf: u8) -> sock_filter {
    sock_filter { code: (libc::BPF_JMP | compare | libc::BPF_K) as u16, jt, jf, k }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program gives for a call, as the kernel would run it.
    fn run(program: &Program, machine: u32, number: u32, arguments: [u64; 6]) -> u32 {
        let mut data = vec![number, machine, 0, 0];
        data.extend(arguments.iter().flat_map(|one| [*one as u32, (one >> 32) as u32]));
        let (mut at, mut held) = (0, 0);
        loop {
            let sock_filter { code, jt, jf, k } = program.0[at];
            at += 1;
            let branch = |holds| usize::from(if holds { jt } else { jf });
            match u32::from(code) {
                code if code == libc::BPF_LD | libc::BPF_W | libc::BPF_ABS => {
                    held = data[k as usize / 4];
                }
                code if code == libc::BPF_ALU | libc::BPF_AND => held &= k,
                code if code == libc::BPF_JMP | libc::BPF_JA => at += k as usize,
                code if code == libc::BPF_JMP | libc::BPF_JEQ => at += branch(held == k),
                code if code == libc::BPF_JMP | libc::BPF_JGE => at += branch(held >= k),
                code if code == libc::BPF_RET => return k,
                code => panic!("{code:#x}"),
            }
        }
    }

    fn value(action: Action) -> u32 {
        give(action).k
    }

    #[test]
    fn each_call_has_the_end_that_the_filter_says_and_all_others_the_other() {
        let many: Vec<i64> = (0..400).filter(|number| number % 3 == 0).collect();
        let filter = Filter::of_all(Action::Kill).but(&many, Action::Allow).but_case(
            7,
            [
                Case::of([Argument(0).equals(-1), Argument(2).has(6, 4)], Action::Signal),
                Case::of([Argument(4).zero()], Action::Allow),
            ],
            Action::Fail(libc::EACCES),
        );
        let program = filter.compile();
        for number in (0..500).chain([0x4000_0000, 0x4000_0000 + 3, u32::MAX]) {
            let allowed = number < 400 && number % 3 == 0;
            let action = if allowed { Action::Allow } else { Action::Kill };
            if number != 7 {
                assert_eq!(run(&program, MACHINE, number, [1; 6]), value(action), "{number}");
            }
        }
        let of_seven = |arguments| run(&program, MACHINE, 7, arguments);
        let all = u64::from(u32::MAX);
        assert_eq!(of_seven([all, 0, 0b1101, 0, 9, 0]), value(Action::Signal));
        assert_eq!(of_seven([all, 0, 0b1111, 0, 9, 0]), value(Action::Fail(libc::EACCES)));
        assert_eq!(of_seven([all - 1, 0, 0b1101, 0, 9, 0]), value(Action::Fail(libc::EACCES)));
        assert_eq!(of_seven([0; 6]), value(Action::Allow));
        assert_eq!(of_seven([0, 0, 0, 0, 1 << 32, 0]), value(Action::Fail(libc::EACCES)));
        assert_eq!(run(&program, MACHINE + 1, 3, [0; 6]), value(Action::Kill));
    }

    #[test]
    fn no_call_goes_through_more_than_a_few_instructions() {
        let every_other: Vec<i64> = (0..400).step_by(2).collect();
        let ranges = Filter::of_all(Action::Kill).but(&every_other, Action::Allow).ranges();
        assert_eq!(ranges.len(), 400);
        let in_a_row: Vec<i64> = (10..400).collect();
        let ranges = Filter::of_all(Action::Kill).but(&in_a_row, Action::Allow).ranges();
        assert_eq!(ranges.iter().map(|range| range.0).collect::<Vec<_>>(), [0, 10, 400]);
    }
}
