//! Players that travel: each as a pack that another machine can unpack, find and start.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use othello_cluster::{Pack, Passenger};
use othello_players::share::pack;
use othello_players::{Contestant, Finder, OptionFile, Source};

/// The packs of contestants that were named so, and who is in which.
pub fn of(
    contestants: &[Contestant],
    specs: &[String],
    finder: &Finder,
) -> anyhow::Result<(Vec<Passenger>, Vec<Pack>)> {
    let (mut passengers, mut packs) = (Vec::new(), Vec::<Pack>::new());
    for (contestant, spec) in contestants.iter().zip(specs) {
        let pack = packed(contestant, finder.archive_of(spec))?;
        passengers.push(passenger(contestant, &contestant.name, &pack)?);
        let files = contestant.files.values().map(packed_file);
        for pack in files.chain([pack]) {
            if !packs.iter().any(|known| known.digest == pack.digest) {
                packs.push(pack);
            }
        }
    }
    Ok((passengers, packs))
}

/// The pack of a contestant: the one that it came in, or a new one.
pub fn packed(contestant: &Contestant, archive: Option<PathBuf>) -> anyhow::Result<Pack> {
    let folder = tempfile::tempdir().context("a folder to pack players in")?;
    let file = match archive {
        Some(archive) => archive,
        None => {
            let to = folder.path().join("player.othello");
            let file = travelling_file(contestant)?;
            let players = [contestant.player.clone()];
            pack(&players, &[file], &[], &to)
                .with_context(|| format!("{} can't travel", contestant.name))?;
            to
        }
    };
    let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
    Ok(Pack::new(bytes))
}

/// A contestant that travels in this pack, under this name.
pub fn passenger(contestant: &Contestant, name: &str, pack: &Pack) -> anyhow::Result<Passenger> {
    Ok(Passenger {
        name: name.to_owned(),
        player: contestant.about().name.clone(),
        options: serde_json::to_string(&contestant.options)?,
        pack: pack.digest.clone(),
        files: contestant
            .files
            .iter()
            .map(|(option, file)| (option.clone(), packed_file(file).digest))
            .collect(),
    })
}

/// A file of an option as it travels.
fn packed_file(file: &OptionFile) -> Pack {
    Pack::new(file.text.as_bytes().to_vec())
}

/// The file that a contestant is packed from.
fn travelling_file(contestant: &Contestant) -> anyhow::Result<PathBuf> {
    let (name, source) = (&contestant.name, &contestant.player.source);
    if source.requests().iter().any(|request| request.granted) {
        bail!(
            "{name} can't travel: it was granted files of this machine, which other machines don't have; \
             put them into its folder"
        );
    }
    match source.file() {
        Some(file) => Ok(file.to_owned()),
        None => {
            let what = match source {
                Source::Program { speaks, .. } => format!("{speaks}:..."),
                _ => source.kind().to_owned(),
            };
            bail!(
                "{name} can't travel: {what} names a command of this machine; give the program a folder of \
                 its own with a player.toml (\"othello-host players new\" begins one), or pack it by \
                 \"othello-host players pack\""
            )
        }
    }
}
