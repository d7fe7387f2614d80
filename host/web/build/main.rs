//! Prepares the page and the ladder's for the binary: the modules of each as a few scripts, its styles as one sheet,
//! everything that a browser gets also compressed. The sources stay as they are in `page/`; nothing but this program is needed to build them.

mod bundle;
mod texts;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use bundle::Part;
use flate2::Compression;
use flate2::write::GzEncoder;

/// Where the ladder's own modules are.
const LADDER: &str = "ladder/";
/// The page on which games are played and bots are written. Most of those who open a game go to no other view.
const PAGE: Page = Page {
    folder: "",
    sheets: &["style/base", "style/board", "style/views", "style/editor", "style/modes"],
    often: &[("game", "views/live.js")],
};
/// The ladder's.
const LADDERS_PAGE: Page = Page {
    folder: LADDER,
    sheets: &[
        "style/base",
        "style/board",
        "style/views",
        "style/editor",
        "style/modes",
        "ladder/ladder",
    ],
    often: &[("home", "ladder/home.js"), ("learn", "ladder/learn.js")],
};

/// A page and the scripts that it is made of.
struct Page {
    /// The folder of its own modules; the page that has none has all that are in no other's.
    folder: &'static str,
    /// Its sheets, in the order in which they are read.
    sheets: &'static [&'static str],
    /// Views with a script of their own, since many come to them first: what it is called, and their module.
    often: &'static [(&'static str, &'static str)],
}

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    println!("cargo::rerun-if-changed=build");
    let mut sources = Vec::new();
    collect(&root, &root, &mut sources)?;
    sources.sort();
    let version = format!("{:08x}", fingerprint(&sources) as u32);
    let mut files = Vec::new();
    for kind in [PAGE, LADDERS_PAGE] {
        files.extend(page(&sources, &version, &kind)?);
    }
    let pictures = sources.iter().filter(|(name, _)| name.starts_with("icons/"));
    files.extend(pictures.map(|(name, bytes)| (name.clone(), bytes.clone())));
    write_table(&files)
}

/// A page under the names that its files have for the browser.
fn page(
    sources: &[(String, Vec<u8>)],
    version: &str,
    page: &Page,
) -> io::Result<Vec<(String, Vec<u8>)>> {
    let Page { folder, sheets, often } = page;
    let file =
        |name: &str, ending: &str| format!("{}{name}-{version}.{ending}", folder.replace('/', "-"));
    let entry = format!("{folder}main.js");
    let kinds = [("main", Some(entry.as_str()))].into_iter();
    let kinds = kinds.chain(often.iter().map(|&(name, module)| (name, Some(module))));
    let kinds: Vec<_> = kinds.chain([("views", None)]).collect();
    let addresses: Vec<String> =
        kinds.iter().map(|(kind, _)| format!("./{}", file(kind, "js"))).collect();
    let parts = kinds.iter().zip(&addresses);
    let parts: Vec<_> = parts.map(|(&(_, entry), address)| Part { address, entry }).collect();
    let own = |name: &str| name.starts_with(LADDER) == (*folder == LADDER);
    let scripts = bundle::scripts(sources, &parts, own).map_err(io::Error::other)?;
    let style = file("style", "css");
    let first = text(sources, &format!("{folder}index.html"))?;
    let first = first.replace("main.js", &file("main", "js")).replace("style.css", &style);
    let mut files = vec![(style, sheet(sources, sheets)?.into_bytes())];
    // A view that the page does not begin with needs more scripts, which it may get at the same time as the first.
    let mut preloads = String::new();
    for (&(kind, _), script) in kinds.iter().zip(scripts) {
        let script_file = file(kind, "js");
        if kind != "main" {
            let preload = "<link rel=\"modulepreload\" href=\"/page/";
            preloads += &format!("{preload}{script_file}\">\n");
        }
        let shown = first.replace("</head>", &format!("{preloads}</head>"));
        let name = if kind == "main" { "index" } else { kind };
        files.push((format!("{folder}{name}.html"), shown.into_bytes()));
        files.push((script_file, script.into_bytes()));
    }
    Ok(files)
}

/// Every file below a folder, by its name from there.
fn collect(root: &Path, folder: &Path, sources: &mut Vec<(String, Vec<u8>)>) -> io::Result<()> {
    println!("cargo::rerun-if-changed={}", folder.display());
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            collect(root, &path, sources)?;
        } else {
            println!("cargo::rerun-if-changed={}", path.display());
            let name =
                path.strip_prefix(root).unwrap_or(&path).to_string_lossy().replace('\\', "/");
            sources.push((name, fs::read(&path)?));
        }
    }
    Ok(())
}

fn text(sources: &[(String, Vec<u8>)], name: &str) -> io::Result<String> {
    let found = sources.iter().find(|(known, _)| known == name);
    let (_, bytes) = found.ok_or_else(|| io::Error::other(format!("there is no page/{name}")))?;
    String::from_utf8(bytes.clone()).map_err(io::Error::other)
}

fn sheet(sources: &[(String, Vec<u8>)], sheets: &[&str]) -> io::Result<String> {
    let sheets = sheets.iter().map(|name| text(sources, &format!("{name}.css")));
    let whole: String = sheets.collect::<io::Result<_>>()?;
    Ok(bundle::without_comments(&whole, "/*"))
}

/// Writes the table that `files.rs` includes: name, bytes, and the same compressed where that is shorter.
fn write_table(files: &[(String, Vec<u8>)]) -> io::Result<()> {
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    let mut table = String::from("[\n");
    for (number, (name, bytes)) in files.iter().enumerate() {
        let (plain, packed) = (out.join(format!("{number}.bin")), out.join(format!("{number}.gz")));
        let mut encoder = GzEncoder::new(Vec::new(), Compression::best());
        encoder.write_all(bytes)?;
        fs::write(&plain, bytes)?;
        fs::write(&packed, encoder.finish()?)?;
        writeln!(
            table,
            "    File {{ name: {name:?}, plain: include_bytes!({:?}), gzip: include_bytes!({:?}) }},",
            plain.display().to_string(),
            packed.display().to_string(),
        )
        .map_err(io::Error::other)?;
    }
    table.push_str("]\n");
    fs::write(out.join("files.rs"), table)
}

/// Tells versions of the page apart (FNV-1a).
fn fingerprint(sources: &[(String, Vec<u8>)]) -> u64 {
    let bytes = sources.iter().flat_map(|(name, bytes)| name.bytes().chain(bytes.iter().copied()));
    bytes.fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}
