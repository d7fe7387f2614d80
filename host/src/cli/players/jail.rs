//! `othello-host players jail`: which layers of the jail this system has.

use clap::Args;
use othello_players::{JailSurvey, Launcher, Layer};
use serde_json::{Value, json};

use crate::output;
use crate::table::table;

/// What the command takes.
#[derive(Args)]
pub struct JailArgs {
    /// Print one JSON object.
    #[arg(long)]
    json: bool,
}

/// Shows the layers.
pub fn run(args: &JailArgs) -> anyhow::Result<()> {
    let survey = JailSurvey::make(&Launcher::this_program()?)?;
    output::print(if args.json { format!("{:#}\n", as_json(&survey)) } else { as_text(&survey) });
    Ok(())
}

fn as_text(survey: &JailSurvey) -> String {
    let heads = ["layer", "needed", "libraries", "programs", "without it"].map(str::to_owned);
    let rows = Layer::ALL.into_iter().map(|layer| {
        let needed = if layer.is_needed() { "yes" } else { "no" };
        let [libraries, programs] = survey.missing(layer).map(|missing| there(missing.is_none()));
        let cells = [layer.name(), needed, libraries, programs, layer.without()];
        cells.map(str::to_owned).to_vec()
    });
    let mut text = table(&heads, rows.collect());
    text += &match survey.landlock {
        0 => "\nThere is no Landlock.\n".to_owned(),
        version => format!("\nLandlock is there in version {version}.\n"),
    };
    text += "The memory of all processes of a program is summed and bounded by the host, with a control group or without.\n";
    for layer in Layer::ALL.into_iter().filter(|layer| !survey.has(*layer)) {
        for (kind, why) in ["libraries", "programs"].into_iter().zip(survey.missing(layer)) {
            text +=
                &why.map(|why| format!("{} for {kind}: {why}\n", layer.name())).unwrap_or_default();
        }
    }
    text += match survey.check_whole() {
        Ok(()) => "The jail is whole: --require-jail plays.\n",
        Err(_) => "The jail is not whole: --require-jail refuses, --partial-jail plays.\n",
    };
    text
}

fn there(is_there: bool) -> &'static str {
    if is_there { "there" } else { "missing" }
}

fn as_json(survey: &JailSurvey) -> Value {
    let layers = Layer::ALL.into_iter().map(|layer| {
        let [libraries, programs] = survey.missing(layer);
        json!({
            "layer": layer,
            "name": layer.name(),
            "needed": layer.is_needed(),
            "there": survey.has(layer),
            "missing": { "libraries": libraries, "programs": programs },
            "without": layer.without(),
        })
    });
    json!({
        "whole": survey.check_whole().is_ok(),
        "landlock": survey.landlock,
        "layers": layers.collect::<Vec<_>>(),
    })
}
