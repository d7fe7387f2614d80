//! Rules on system calls: which calls, with which arguments, and a filter of such rules.

use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};
use std::collections::BTreeMap;

/// Calls with their rules; one without rules matches whatever its arguments are.
pub(super) type Rules = BTreeMap<i64, Vec<SeccompRule>>;

/// A condition on an argument, of which the lower half counts: no number of a process, a descriptor or an option is
/// longer.
pub(super) struct Argument(pub u8);

impl Argument {
    pub(super) fn equals(self, value: i32) -> Result<SeccompCondition, String> {
        self.condition(SeccompCmpOp::Eq, value)
    }

    pub(super) fn differs_from(self, value: i32) -> Result<SeccompCondition, String> {
        self.condition(SeccompCmpOp::Ne, value)
    }

    /// Of these bits exactly those are set.
    pub(super) fn has(self, mask: i32, bits: i32) -> Result<SeccompCondition, String> {
        self.condition(SeccompCmpOp::MaskedEq(wide(mask)), bits)
    }

    /// The whole of it is zero, as of an address.
    pub(super) fn zero(self) -> Result<SeccompCondition, String> {
        let whole = SeccompCmpArgLen::Qword;
        SeccompCondition::new(self.0, whole, SeccompCmpOp::Eq, 0).map_err(text)
    }

    fn condition(self, compare: SeccompCmpOp, value: i32) -> Result<SeccompCondition, String> {
        SeccompCondition::new(self.0, SeccompCmpArgLen::Dword, compare, wide(value)).map_err(text)
    }
}

fn wide(value: i32) -> u64 {
    u64::from(value.cast_unsigned())
}

/// The rule that all of these hold.
pub(super) fn all<const N: usize>(
    conditions: [Result<SeccompCondition, String>; N],
) -> Result<SeccompRule, String> {
    SeccompRule::new(conditions.into_iter().collect::<Result<_, _>>()?).map_err(text)
}

/// These calls, whatever their arguments.
pub(super) fn any(lists: &[&[i64]]) -> Rules {
    lists.iter().flat_map(|list| list.iter()).map(|&call| (call, Vec::new())).collect()
}

/// Installs a filter for this process and all that it starts: one action for the calls that match the rules, another
/// for all others.
pub(super) fn install(
    rules: Rules,
    matched: SeccompAction,
    otherwise: SeccompAction,
) -> Result<(), String> {
    let machine = TargetArch::try_from(std::env::consts::ARCH).map_err(text)?;
    let filter = SeccompFilter::new(rules, otherwise, matched, machine).map_err(text)?;
    let program = BpfProgram::try_from(filter).map_err(text)?;
    seccompiler::apply_filter(&program).map_err(text)
}

fn text(error: impl std::fmt::Display) -> String {
    error.to_string()
}
