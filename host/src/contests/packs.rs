//! Players that travel: each as a pack that another machine can unpack, find and start.

use std::fs;

use anyhow::{Context, bail};
use othello_cluster::{Pack, Passenger};
use othello_players::share::pack;
use othello_players::{Contestant, Finder, Source};

/// The packs of contestants that were named so, and who is in which.
pub fn of(
    contestants: &[Contestant],
    specs: &[String],
    finder: &Finder,
) -> anyhow::Result<(Vec<Passenger>, Vec<Pack>)> {
    let folder = tempfile::tempdir().context("a folder to pack players in")?;
    let (mut passengers, mut packs) = (Vec::new(), Vec::<Pack>::new());
    for (contestant, spec) in contestants.iter().zip(specs) {
        let name = &contestant.name;
        let file = match finder.archive_of(spec) {
            Some(archive) => archive,
            None => {
                let to = folder.path().join("player.othello");
                let file = travelling_file(contestant)?;
                let players = [contestant.player.clone()];
                pack(&players, &[file], &[], &to)
                    .with_context(|| format!("{name} can't travel"))?;
                to
            }
        };
        let bytes = fs::read(&file).with_context(|| file.display().to_string())?;
        let pack = Pack::new(bytes);
        passengers.push(Passenger {
            name: name.clone(),
            player: contestant.about().name.clone(),
            options: serde_json::to_string(&contestant.options)?,
            pack: pack.digest.clone(),
        });
        if !packs.iter().any(|known| known.digest == pack.digest) {
            packs.push(pack);
        }
    }
    Ok((passengers, packs))
}

/// The file that a contestant is packed from.
fn travelling_file(contestant: &Contestant) -> anyhow::Result<std::path::PathBuf> {
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
