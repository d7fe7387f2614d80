//! What became of all cases: a table by folder or category, then everything that went wrong.

use std::collections::BTreeMap;
use std::fmt;

use serde_json::json;

use super::judge::Verdict;
use super::record::Case;

/// The verdicts so far.
#[derive(Default)]
pub struct Report {
    judged: Vec<(Case, Verdict)>,
}

#[derive(Clone, Copy, Default)]
struct Count {
    passed: usize,
    wrong: usize,
    unsupported: usize,
}

impl Count {
    fn add(&mut self, verdict: &Verdict) {
        match verdict {
            Verdict::Ok => self.passed += 1,
            Verdict::Wrong(_) => self.wrong += 1,
            Verdict::Unsupported(_) => self.unsupported += 1,
        }
    }

    fn total(self) -> usize {
        self.passed + self.wrong + self.unsupported
    }
}

impl Report {
    /// Takes a verdict in.
    pub fn add(&mut self, case: Case, verdict: Verdict) {
        self.judged.push((case, verdict));
    }

    /// Whether any case went wrong.
    pub fn any_wrong(&self) -> bool {
        self.judged.iter().any(|(_, verdict)| matches!(verdict, Verdict::Wrong(_)))
    }

    /// A line of JSON for each case.
    pub fn json(&self) -> String {
        let line = |(case, verdict): &(Case, Verdict)| {
            let (result, why) = match verdict {
                Verdict::Ok => ("ok", ""),
                Verdict::Wrong(why) => ("wrong", why.as_str()),
                Verdict::Unsupported(why) => ("unsupported", why.as_str()),
            };
            format!("{}\n", json!({ "id": case.id, "result": result, "why": why }))
        };
        self.judged.iter().map(line).collect()
    }
}

impl fmt::Display for Report {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut groups: BTreeMap<&str, Count> = BTreeMap::new();
        let mut all = Count::default();
        for (case, verdict) in &self.judged {
            groups.entry(&case.group).or_default().add(verdict);
            all.add(verdict);
        }
        writeln!(
            f,
            "{:<40} {:>7} {:>7} {:>12} {:>7}",
            "", "passed", "wrong", "unsupported", "total"
        )?;
        for (group, count) in groups.into_iter().chain([("total", all)]) {
            let Count { passed, wrong, unsupported } = count;
            writeln!(
                f,
                "{group:<40} {passed:>7} {wrong:>7} {unsupported:>12} {:>7}",
                count.total()
            )?;
        }
        for (case, verdict) in &self.judged {
            let Verdict::Wrong(why) = verdict else { continue };
            writeln!(f, "\n{}", case.id)?;
            for query in case.setup.iter().chain(case.checks.iter().map(|check| &check.query)) {
                writeln!(f, "    {}", query.text.replace('\n', "\n    "))?;
            }
            writeln!(f, "  {why}")?;
        }
        Ok(())
    }
}
