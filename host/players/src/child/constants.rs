//! What a program has as constants with addresses in them, such as the tables of functions of its types: pages that its
//! loader has written once and nobody writes any more. They are by far the most that a zygote has to itself, and the
//! kernel would copy where each of them is for each process that is started, twice for a player. From a file without a
//! name, which nobody can write, all processes have them alike.

use rustix::fs::{MemfdFlags, SealFlags, fcntl_add_seals, memfd_create};
use std::ffi::{c_int, c_void};
use std::fs::File;
use std::io::{self, Write};
use std::os::fd::AsRawFd;

/// Has this process, which has one thread, keep its constants so. One that can't keeps them as they are.
pub(super) fn share_constants() {
    let Some(place) = constants() else { return };
    // What could not be shared is where it was.
    let _ = share(&place);
}

/// Pages of this process, from an address on.
struct Pages {
    address: usize,
    length: usize,
}

fn share(pages: &Pages) -> io::Result<()> {
    let flags = MemfdFlags::CLOEXEC | MemfdFlags::ALLOW_SEALING;
    let mut file = File::from(memfd_create("constants", flags)?);
    // SAFETY: they are there, can be read, and nobody writes them any more.
    file.write_all(unsafe {
        std::slice::from_raw_parts(pages.address as *const u8, pages.length)
    })?;
    let seals = SealFlags::WRITE | SealFlags::GROW | SealFlags::SHRINK | SealFlags::SEAL;
    fcntl_add_seals(&file, seals)?;
    // SAFETY: takes the place of pages that hold the same, in one step, and no other thread reads them meanwhile.
    let mapped = unsafe {
        let place = pages.address as *mut c_void;
        let flags = libc::MAP_PRIVATE | libc::MAP_FIXED;
        libc::mmap(place, pages.length, libc::PROT_READ, flags, file.as_raw_fd(), 0)
    };
    if mapped == libc::MAP_FAILED { Err(io::Error::last_os_error()) } else { Ok(()) }
}

/// The pages of this program's own that its loader has made unwritable when it had written them.
fn constants() -> Option<Pages> {
    let mut found: Option<Pages> = None;
    // SAFETY: the function is called with what was found in this function, and not after it.
    unsafe { libc::dl_iterate_phdr(Some(look), (&raw mut found).cast()) };
    found.filter(|pages| pages.length > 0)
}

/// Looks at the first object that is loaded, which is the program, and then at no other.
unsafe extern "C" fn look(
    object: *mut libc::dl_phdr_info,
    _size: libc::size_t,
    found: *mut c_void,
) -> c_int {
    // SAFETY: the C library gives a whole description, and what it was given.
    let (object, found) = unsafe { (&*object, &mut *found.cast::<Option<Pages>>()) };
    // SAFETY: as above.
    let headers =
        unsafe { std::slice::from_raw_parts(object.dlpi_phdr, usize::from(object.dlpi_phnum)) };
    let constants = headers.iter().find(|header| header.p_type == libc::PT_GNU_RELRO);
    *found = constants.map(|header| {
        // The loader makes whole pages unwritable, and leaves the last one if other things begin in it.
        let page = rustix::param::page_size();
        let begin = object.dlpi_addr as usize + header.p_vaddr as usize;
        let end = (begin + header.p_memsz as usize) / page * page;
        let address = begin / page * page;
        Pages { address, length: end.saturating_sub(address) }
    });
    1
}

#[cfg(test)]
mod tests {
    use super::*;

    /// How many kilobytes of the mapping at an address are this process's alone.
    fn own(address: usize) -> u64 {
        let text = std::fs::read_to_string("/proc/self/smaps").unwrap();
        let mut lines = text.lines().skip_while(|line| !line.starts_with(&format!("{address:x}-")));
        let line = lines.find(|line| line.starts_with("Anonymous:")).unwrap();
        line.split_whitespace().nth(1).unwrap().parse().unwrap()
    }

    #[test]
    fn constants_stay_what_they_are_where_all_processes_have_them_alike() {
        let words: &[&str] = std::hint::black_box(&["one", "two"]);
        let pages = constants().unwrap();
        // SAFETY: as where they are shared.
        let bytes = || unsafe {
            std::slice::from_raw_parts(pages.address as *const u8, pages.length).to_vec()
        };
        let before = bytes();
        assert!(own(pages.address) > 0);
        share_constants();
        assert_eq!(own(pages.address), 0);
        assert!(bytes() == before && words.concat() == "onetwo");
    }
}
