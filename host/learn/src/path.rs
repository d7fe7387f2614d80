//! All lessons in their order: those that come with the host, and a teacher's own in their place or beside them.

use std::fs;

use othello_rules::outside::{self, WRITTEN_BY_HAND};
use othello_rules::text::decoded;

use crate::lesson::{Lesson, LessonError, name_of};

/// The lessons that come with the host.
const BUILT_IN: &[(&str, &str)] = &[
    ("01-match.md", include_str!("../lessons/01-match.md")),
    ("02-where.md", include_str!("../lessons/02-where.md")),
    ("03-neighbours.md", include_str!("../lessons/03-neighbours.md")),
    ("04-directions.md", include_str!("../lessons/04-directions.md")),
    ("05-line.md", include_str!("../lessons/05-line.md")),
    ("06-legal.md", include_str!("../lessons/06-legal.md")),
    ("07-flips.md", include_str!("../lessons/07-flips.md")),
    ("08-order.md", include_str!("../lessons/08-order.md")),
    ("09-mobility.md", include_str!("../lessons/09-mobility.md")),
    ("10-reply.md", include_str!("../lessons/10-reply.md")),
    ("11-search.md", include_str!("../lessons/11-search.md")),
    ("12-bot.md", include_str!("../lessons/12-bot.md")),
    ("20-random.md", include_str!("../lessons/20-random.md")),
    ("21-simple.md", include_str!("../lessons/21-simple.md")),
    ("22-edge.md", include_str!("../lessons/22-edge.md")),
    ("23-minmax.md", include_str!("../lessons/23-minmax.md")),
    ("24-oracle.md", include_str!("../lessons/24-oracle.md")),
    ("30-tiles.md", include_str!("../lessons/30-tiles.md")),
    ("31-win.md", include_str!("../lessons/31-win.md")),
    ("32-tictactoe-bot.md", include_str!("../lessons/32-tictactoe-bot.md")),
];

/// The lessons, in the order of their files' names.
#[derive(Clone, Debug)]
pub struct Path {
    lessons: Vec<Lesson>,
}

impl Path {
    /// The lessons that come with the host. Where a folder is named, its files take the place of those of the same
    /// name, whatever their numbers, and others go between them by their numbers.
    ///
    /// # Errors
    /// What is wrong with one of the files.
    pub fn read(folder: Option<&std::path::Path>) -> Result<Path, LessonError> {
        let built_in = BUILT_IN.iter().map(|(file, text)| ((*file).to_owned(), (*text).to_owned()));
        let mut files: Vec<(String, String)> = built_in.collect();
        for (file, text) in folder.map(files_in).transpose()?.unwrap_or_default() {
            files.retain(|(other, _)| name_of(other) != name_of(&file));
            files.push((file, text));
        }
        files.sort();
        let lessons = files.iter().map(|(file, text)| Lesson::parse(file, text));
        Ok(Path { lessons: lessons.collect::<Result<_, _>>()? })
    }

    /// All of them.
    #[must_use]
    pub fn lessons(&self) -> &[Lesson] {
        &self.lessons
    }

    /// The lesson of this name, or with this number from 1.
    #[must_use]
    pub fn find(&self, name: &str) -> Option<&Lesson> {
        let by_number = || self.lessons.get(name.parse::<usize>().ok()?.checked_sub(1)?);
        self.lessons.iter().find(|lesson| lesson.name == name).or_else(by_number)
    }

    /// The one behind this one.
    #[must_use]
    pub fn after(&self, name: &str) -> Option<&Lesson> {
        let at = self.lessons.iter().position(|lesson| lesson.name == name)?;
        self.lessons.get(at + 1)
    }
}

/// The lessons in a folder, with their texts.
fn files_in(folder: &std::path::Path) -> Result<Vec<(String, String)>, LessonError> {
    let wrong = |error: &dyn std::fmt::Display| LessonError {
        file: folder.display().to_string(),
        why: error.to_string(),
    };
    let mut files = Vec::new();
    for entry in fs::read_dir(folder).map_err(|error| wrong(&error))? {
        let path = entry.map_err(|error| wrong(&error))?.path();
        let file = path.file_name().unwrap_or_default().to_string_lossy().into_owned();
        if file.ends_with(".md") && file.starts_with(|c: char| c.is_ascii_digit()) {
            let bytes = outside::read(&path, WRITTEN_BY_HAND).map_err(|error| wrong(&error))?;
            files.push((file, decoded(&bytes).map_err(|error| wrong(&error))?));
        }
    }
    if files.is_empty() {
        return Err(wrong(&"there is no lesson in it, as 03-directions.md would be"));
    }
    Ok(files)
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used, reason = "a test may unwrap")]

    use super::*;

    #[test]
    fn every_file_of_the_repository_is_a_lesson_that_comes_with_the_host() {
        let folder = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("lessons");
        let mut files: Vec<String> =
            files_in(&folder).unwrap().into_iter().map(|(file, _)| file).collect();
        files.sort();
        assert_eq!(files, BUILT_IN.iter().map(|(file, _)| *file).collect::<Vec<_>>());
        assert_eq!(Path::read(None).unwrap().lessons().len(), files.len());
    }

    #[test]
    fn a_folder_replaces_lessons_by_name_and_adds_others() {
        let folder = tempfile::tempdir().unwrap();
        let (file, text) = BUILT_IN[0];
        let other = text.replacen("title = \"", "title = \"Anders: ", 1);
        fs::write(folder.path().join(format!("50-{}.md", name_of(file))), &other).unwrap();
        fs::write(folder.path().join("001-welcome.md"), &other).unwrap();
        let path = Path::read(Some(folder.path())).unwrap();
        assert_eq!(path.lessons().len(), BUILT_IN.len() + 1);
        assert_eq!(path.find("1").unwrap().name, "welcome");
        let replaced = path.find(name_of(file)).unwrap();
        assert!(replaced.title.starts_with("Anders: "));
        assert!(path.find("0").is_none() && path.find("99").is_none());
        fs::write(folder.path().join("2-bad.md"), "no head").unwrap();
        assert!(Path::read(Some(folder.path())).unwrap_err().to_string().contains("2-bad.md"));
    }
}
