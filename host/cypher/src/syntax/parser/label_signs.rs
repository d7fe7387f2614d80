//! The two ways of writing labels.

/// Which of the two a clause has: `:A:B`, or `IS A`, `:A&B`, `:A|B`, `:!A` and `:%`.
#[derive(Clone, Copy, Default)]
pub(super) struct LabelSigns {
    pub(super) older: bool,
    pub(super) newer: bool,
}
