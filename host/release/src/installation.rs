//! The files of an installation: the program with its players inside of it, the same players where the program looks
//! first, what shells and `man` read, and the documents.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, ensure};
use othello_players::{INSTALLED, INSTALLED_KEY, sha256_of};

use crate::build::{Built, Target};
use crate::files::{InstalledFile, gzipped};
use crate::licences;
use crate::workspace::Workspace;

const DOCUMENTS: &str = "share/doc/othello-host";

/// Where each shell looks for completions.
const COMPLETIONS: [(&str, &str); 4] = [
    ("bash", "share/bash-completion/completions/othello-host"),
    ("zsh", "share/zsh/site-functions/_othello-host"),
    ("fish", "share/fish/vendor_completions.d/othello-host.fish"),
    ("nushell", "share/nushell/vendor/autoload/othello-host.nu"),
];

/// Nothing is looked for there on Windows: the document on releases says how they are used.
const COMPLETIONS_OF_WINDOWS: [(&str, &str); 2] = [
    ("powershell", "share/completions/othello-host.ps1"),
    ("nushell", "share/completions/othello-host.nu"),
];

/// What is read by people, in its place in the repository, so that the links in it lead somewhere.
const READ: [&str; 18] = [
    "README.md",
    "LICENSE-APACHE",
    "LICENSE-MIT",
    "host",
    "host/board/games",
    "host/board/games/tictactoe",
    "host/cypher",
    "host/ladder",
    "host/learn",
    "host/pictures",
    "host/release",
    "host/web",
    "player-api/include",
    "plugins",
    "plugins/c",
    "plugins/oracle",
    "plugins/simple/src",
    "plugins/python",
];

/// How the names of such files end.
const READ_ENDINGS: [&str; 12] =
    [".md", "APACHE", "MIT", ".json", ".h", ".c", ".rs", ".py", ".toml", ".cypher", ".png", ".svg"];

/// All files of an installation.
pub fn files(
    workspace: &Workspace,
    target: &Target,
    built: &Built,
) -> anyhow::Result<Vec<InstalledFile>> {
    let folder = tempfile::tempdir()?;
    let program = folder.path().join(target.program());
    fs::copy(&built.program, &program).with_context(|| built.program.display().to_string())?;
    let quiet = workspace.folder.join("plugins/quiet.cypher");
    let players: Vec<_> = built.players.iter().cloned().chain([quiet]).collect();
    let key = othello_players::enclose(&program, &players)?;
    let bytes = fs::read(&program)?;
    let name = format!("bin/{}", target.program());
    let mut files = vec![InstalledFile { path: name, bytes, executable: true }];
    for player in &players {
        files.push(InstalledFile::plain(
            format!("{INSTALLED}/{}", name_of(player)),
            fs::read(player)?,
        ));
    }
    files.push(InstalledFile::plain(INSTALLED_KEY, format!("{key}\n")));
    let completions = if target.is_windows() { &COMPLETIONS_OF_WINDOWS[..] } else { &COMPLETIONS };
    for (shell, place) in completions {
        let said = said(target.command(&program)?.args(["completions", shell]))?;
        files.push(InstalledFile::plain(*place, said));
    }
    if !target.is_windows() {
        manual_pages(target.command(&program)?, &folder.path().join("man"), &mut files)?;
    }
    for place in READ {
        documents(&workspace.folder, place, &mut files)?;
    }
    let notices = licences::notices(&workspace.third_party)?;
    files.push(InstalledFile::plain(format!("{DOCUMENTS}/THIRD-PARTY"), notices));
    Ok(files)
}

/// What `man` reads.
fn manual_pages(
    mut program: Command,
    folder: &Path,
    files: &mut Vec<InstalledFile>,
) -> anyhow::Result<()> {
    said(program.arg("man").arg("--dir").arg(folder))?;
    for page in sorted(folder)? {
        let packed = gzipped(&fs::read(&page)?)?;
        files.push(InstalledFile::plain(format!("share/man/man1/{}.gz", name_of(&page)), packed));
    }
    Ok(())
}

/// What is to be read of a place in the repository: the file itself, or those in the folder.
fn documents(folder: &Path, place: &str, files: &mut Vec<InstalledFile>) -> anyhow::Result<()> {
    let here = folder.join(place);
    let found = if here.is_dir() { sorted(&here)? } else { vec![here] };
    for path in found.iter().filter(|path| path.is_file()) {
        let is_read = |ending: &&str| name_of(path).ends_with(*ending);
        let within = path.strip_prefix(folder)?.display().to_string().replace('\\', "/");
        if READ_ENDINGS.iter().any(is_read) && !within.ends_with("Cargo.toml") {
            files.push(InstalledFile::plain(format!("{DOCUMENTS}/{within}"), fs::read(path)?));
        }
    }
    Ok(())
}

/// The list of all files with their hashes, as `sha256sum -c` reads it in the folder that `bin` lies in.
pub fn contents(files: &[InstalledFile]) -> InstalledFile {
    let line = |file: &InstalledFile| format!("{}  {}\n", sha256_of(&file.bytes), file.path);
    let list: String = files.iter().map(line).collect();
    InstalledFile::plain(format!("{DOCUMENTS}/CONTENTS"), list)
}

fn sorted(folder: &Path) -> anyhow::Result<Vec<std::path::PathBuf>> {
    let entries = folder.read_dir().with_context(|| folder.display().to_string())?;
    let mut paths = entries.map(|entry| Ok(entry?.path())).collect::<std::io::Result<Vec<_>>>()?;
    paths.sort();
    Ok(paths)
}

fn name_of(path: &Path) -> String {
    path.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default()
}

/// What a program prints.
fn said(program: &mut Command) -> anyhow::Result<Vec<u8>> {
    let output = program.output()?;
    ensure!(output.status.success(), "{program:?}: {}", String::from_utf8_lossy(&output.stderr));
    Ok(output.stdout)
}

#[cfg(test)]
#[allow(clippy::unwrap_used, reason = "a test may unwrap")]
mod tests {
    use super::*;

    #[test]
    fn what_the_first_documents_point_to_is_installed_with_them() {
        let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
        let mut files = Vec::new();
        READ.iter().for_each(|place| documents(&root, place, &mut files).unwrap());
        let installed = |path: &Path| {
            files.iter().any(|file| Path::new(&file.path) == Path::new(DOCUMENTS).join(path))
        };
        for document in ["README.md", "plugins/README.md", "host/ladder/README.md"] {
            let text = fs::read_to_string(root.join(document)).unwrap();
            let links = text.split("](").skip(1).filter_map(|rest| rest.split([')', '#']).next());
            for link in links.filter(|link| !link.is_empty() && !link.contains("://")) {
                let target = root.join(document).parent().unwrap().join(link);
                let target = target.canonicalize().unwrap();
                let within = target.strip_prefix(&root).unwrap();
                let whole = target.is_dir() || installed(within);
                assert!(whole, "{document} points to {link}, which is not installed");
            }
        }
    }
}
