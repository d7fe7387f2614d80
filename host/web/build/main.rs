//! Prepares the page and the ladder's for the binary: the modules of each as two scripts, its styles as one sheet, everything that a browser
//! gets also compressed. The sources stay as they are in `page/`; nothing but this program is needed to build them.

mod bundle;

use std::fmt::Write as _;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};
use std::{env, fs};

use bundle::Bundle;
use flate2::Compression;
use flate2::write::GzEncoder;

/// The sheets of the page, in the order in which they are read.
const SHEETS: [&str; 5] =
    ["style/base", "style/board", "style/views", "style/editor", "style/modes"];
/// Those of the ladder's.
const LADDER_SHEETS: [&str; 4] = ["style/base", "style/views", "style/editor", "ladder/ladder"];
/// Where the ladder's own modules are.
const LADDER: &str = "ladder/";

fn main() -> io::Result<()> {
    let root = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR").unwrap_or_default()).join("page");
    println!("cargo::rerun-if-changed=build");
    let mut sources = Vec::new();
    collect(&root, &root, &mut sources)?;
    sources.sort();
    let version = format!("{:08x}", fingerprint(&sources) as u32);
    let mut files = page(&sources, &version, "", &SHEETS)?;
    files.extend(page(&sources, &version, LADDER, &LADDER_SHEETS)?);
    let pictures = sources.iter().filter(|(name, _)| name.starts_with("icons/"));
    files.extend(pictures.map(|(name, bytes)| (name.clone(), bytes.clone())));
    write_table(&files)
}

/// The page in a folder, under the names that its files have for the browser.
fn page(
    sources: &[(String, Vec<u8>)],
    version: &str,
    folder: &str,
    sheets: &[&str],
) -> io::Result<Vec<(String, Vec<u8>)>> {
    let kind = folder.replace('/', "-");
    let (scripts, views) =
        (format!("{kind}main-{version}.js"), format!("{kind}views-{version}.js"));
    let style = format!("{kind}style-{version}.css");
    let own = |name: &str| name.starts_with(LADDER) == (folder == LADDER);
    let (main, page) = (format!("{folder}main.js"), format!("{folder}index.html"));
    let bundle = Bundle::read(sources, &main, own, &format!("./{scripts}"), &format!("./{views}"));
    let bundle = bundle.map_err(io::Error::other)?;
    let shown = text(sources, &page)?.replace("main.js", &scripts).replace("style.css", &style);
    // Every other view than the first needs the second script too, which it may get at the same time as the first.
    let preload = format!("<link rel=\"modulepreload\" href=\"/page/{views}\">\n</head>");
    let view = shown.replace("</head>", &preload);
    Ok(vec![
        (page.replace("index", "view"), view.into_bytes()),
        (page, shown.into_bytes()),
        (scripts, bundle.first.into_bytes()),
        (views, bundle.others.into_bytes()),
        (style, sheet(sources, sheets)?.into_bytes()),
    ])
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
