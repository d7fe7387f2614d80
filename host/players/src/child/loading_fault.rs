//! Why a library can't be loaded: what the system's loader says of it, without the name of the place that its bytes lie
//! at, and the way out where there is one.

use std::error::Error;
use std::path::Path;

/// What the loader says, in a sentence of ours.
pub(super) fn loading_fault(error: &libloading::Error, place: &Path) -> String {
    // The error itself says only which call it was; what came of that is its source's.
    let said = error.source().map_or_else(|| error.to_string(), ToString::to_string);
    in_words(&without_place(&said, place))
}

fn without_place(said: &str, place: &Path) -> String {
    let place = place.display().to_string();
    said.replace(&format!("{place}: "), "").replace(&format!(" (required by {place})"), "")
}

/// The loader's words with the way out, for what happens to those who build a library for the first time.
fn in_words(said: &str) -> String {
    if let Some(name) = said.strip_prefix("undefined symbol: ") {
        let name = name.split([',', ' ']).next().unwrap_or(name);
        return format!(
            "it cannot be loaded: it uses {name}, and neither it nor a library that it names has that; name what \
             has it where you link"
        );
    }
    if let Some((library, _)) = said.split_once(": cannot open shared object file") {
        return format!(
            "it cannot be loaded: it needs {library}, and a player sees no library but those installed for \
             everybody; link that into it, or install it"
        );
    }
    if said.contains("' not found") && said.contains(": version `") {
        return format!(
            "it cannot be loaded: it was built on a newer system than this one ({said}); build it here, or on an older one"
        );
    }
    if said.contains("(os error 126)") {
        return "it cannot be loaded: a library that it needs is not there; link that into it (by -static, with gcc), \
                or install it"
            .into();
    }
    let way_out = match said {
        said if ["invalid ELF header", "file too short"].contains(&said)
            || said.contains("(os error 193)") =>
        {
            "it is no library for this system, or not whole: name what the linker made"
        }
        "only ET_DYN and ET_EXEC can be loaded" => "it is an object file: link it with -shared",
        said if said.starts_with("cannot dynamically load") => {
            "it is a program: link it with -shared, or name it by \"cypher:COMMAND\""
        }
        said => return format!("it cannot be loaded: {said}"),
    };
    format!("it cannot be loaded: {way_out} ({said})")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_loader_says_is_told_without_the_place_and_with_the_way_out() {
        let place = Path::new("/a player");
        for (said, told) in [
            ("/a player: undefined symbol: helper, version V1", "it uses helper, and neither"),
            (
                "libm9.so: cannot open shared object file: No such file or directory",
                "it needs libm9.so, and",
            ),
            (
                "/lib/libc.so.6: version `GLIBC_2.99' not found (required by /a player)",
                "newer system than this one (/lib/libc.so.6: version `GLIBC_2.99' not found); build",
            ),
            ("/a player: invalid ELF header", "it is no library for this system, or not whole"),
            (
                "/a player: only ET_DYN and ET_EXEC can be loaded",
                "it is an object file: link it with -shared",
            ),
            (
                "/a player: cannot dynamically load position-independent executable",
                "it is a program",
            ),
            (
                "The specified module could not be found. (os error 126)",
                "a library that it needs is not there",
            ),
            (
                "Bad EXE format for %1. (os error 193)",
                "it is no library for this system, or not whole",
            ),
            ("/a player: something else", "it cannot be loaded: something else"),
        ] {
            let words = in_words(&without_place(said, place));
            assert!(words.starts_with("it cannot be loaded: ") && words.contains(told), "{words}");
            assert!(!words.contains("/a player"), "{words}");
        }
    }
}
