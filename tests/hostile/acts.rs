//! What the acts and attempts of the hostile suite are called, and what must come of each.

/// What must come of an act.
#[derive(Clone, Copy, Debug)]
pub enum Expected {
    /// The verdict contains this.
    Says(&'static str),
    /// It contains one of these.
    OneOf(&'static [&'static str]),
    /// It gives no answer until its deadline.
    TimesOut,
    /// It either does that, or the verdict contains this.
    TimesOutOr(&'static str),
}

use Expected::{OneOf, Says, TimesOut, TimesOutOr};

/// Killed for a system call that is not allowed.
const FORBIDDEN: Expected = Says("crashed: tried a system call that the jail forbids");

pub const ACTS: &[(&str, Expected)] = &[
    ("constructor_crashes", Says("not found: ")),
    ("constructor_exits", Says("its process ended with exit code 0")),
    ("constructor_hangs", Says("gave no answer within ")),
    ("constructor_starts_a_thread", Says("answers RETURN 'closed'")),
    ("constructor_thread_wants_the_network", FORBIDDEN),
    ("speaks_before_it_is_asked", Says("spoke without being asked")),
    ("plays_on_in_its_constructor", Says("answers RETURN 'closed'")),
    ("says_that_it_is_loaded_twice", Says("spoke without being asked")),
    ("loops", TimesOut),
    ("sleeps", TimesOut),
    ("stops_itself", TimesOut),
    ("trickles_its_answer", TimesOut),
    ("trickles_its_answer_by_a_program", TimesOut),
    ("trickles_its_errors", TimesOut),
    ("trickles_its_errors_by_a_program", TimesOut),
    ("takes_100_gigabytes", Says("crashed: aborted")),
    ("takes_memory_in_small_bites", Says("crashed: aborted")),
    ("overflows_its_stack", OneOf(&["crashed: segmentation fault", "crashed: aborted"])),
    ("segfaults", Says("crashed: segmentation fault")),
    ("aborts", Says("crashed: aborted (signal 6) [I can't go on]")),
    ("divides_by_zero", Says("crashed: arithmetic error")),
    ("exits_with_zero", Says("crashed: its process ended with exit code 0")),
    ("exits_in_a_destructor", Says("answers RETURN 'fine'")),
    ("hangs_at_the_end", Says("answers RETURN 'fine'")),
    ("floods_its_output", Says("wrote more than 16 MiB to its output")),
    ("floods_its_errors", Says("wrote more than 16 MiB to its output")),
    ("forges_replies", Says("spoke without being asked")),
    (
        "closes_everything",
        OneOf(&[
            "crashed: its process ended",
            "crashed: aborted",
            "crashed: it closed the conversation",
        ]),
    ),
    ("replies_with_a_gigabyte", Says("gave an answer of more than 16 MiB")),
    ("replies_with_40_megabytes", Says("gave an answer of more than 16 MiB")),
    ("replies_with_a_million_maps", Says("would take more than 256 MiB to read")),
    ("thinks_in_a_million_lists", Says("would take more than 256 MiB to read")),
    ("describes_itself_a_million_times", Says("would take more than 256 MiB to read")),
    ("replies_with_invalid_utf8", Says("it is not UTF-8")),
    ("replies_with_nul_bytes", Says("answers RETURN  'nul'")),
    ("replies_twice", Says("it emitted 2 texts instead of one")),
    ("replies_never", Says("it returned without emitting anything")),
    ("replies_from_nowhere", Says("crashed: segmentation fault")),
    ("replies_with_broken_json", Says("gave no proper answer: EOF")),
    ("replies_with_two_lines", Says("gave no proper answer: trailing characters")),
    ("opens_files", Says("answers RETURN 'denied'")),
    ("opens_files_while_it_is_loaded", Says("answers RETURN 'denied'")),
    ("looks_at_its_environment", Says("answers RETURN 'empty'")),
    ("opens_a_socket", FORBIDDEN),
    ("opens_a_socket_while_it_is_loaded", Says("tried a system call that the jail forbids")),
    ("forks_without_end", FORBIDDEN),
    ("forks_while_it_is_loaded", Says("tried a system call that the jail forbids")),
    ("runs_a_program", FORBIDDEN),
    ("traces_its_parent", FORBIDDEN),
    ("reads_its_parents_memory", FORBIDDEN),
    ("kills_its_parent", FORBIDDEN),
    ("kills_its_group", FORBIDDEN),
    ("outlives_its_parent", FORBIDDEN),
    ("starts_threads_without_end", TimesOutOr("crashed: ")),
    ("thinks_on_the_others_time", Says("stands still")),
    ("thinks_in_a_chain_by_a_program", Says("stands still")),
    ("thinks_under_a_name_that_is_no_text_by_a_program", Says("stands still")),
    ("is_held_up_by_its_own_children_by_a_program", TimesOut),
    ("is_held_up_by_children_that_leave_nothing_by_a_program", TimesOut),
    ("has_thousands_of_threads_looked_at", Says("answers RETURN 'fine'")),
    ("has_thousands_of_threads_looked_at_by_a_program", Says("answers RETURN 'fine'")),
    ("has_hundreds_of_processes_looked_at_by_a_program", Says("answers RETURN 'fine'")),
    ("calls_itself_by_what_is_no_text", Says("answers RETURN 'fine'")),
    ("deletes_its_own_file", Says("answers RETURN 'still there'")),
    ("speaks_another_version", Says("it speaks version 2 of the player interface")),
    ("is_no_player", Says("it exports neither a root module nor othello_abi")),
    ("describes_itself_with_nonsense", Says("what it says of itself cannot be read")),
    ("has_a_name_that_paints_the_terminal", Says("answers RETURN 'fine'")),
    ("has_a_name_of_two_scripts", Says("mixes letters of different scripts")),
    ("has_a_name_that_looks_like_anothers", Says("looks like that of Oracle")),
    ("has_a_name_that_nobody_sees", Says("a name has letters or digits")),
    ("resigns_with_a_line_of_the_hosts", Says("resigns: so be it\n  | WINNER: Evil")),
    ("fails_with_a_line_of_the_hosts", Says("gave an error: so be it\n  | WINNER: Evil")),
    ("panics", Says("panicked: index out of bounds")),
    ("panics_again", Says("panicked: a panic without a text")),
    ("panics_at_first", Says("not started: panicked: assertion")),
    ("panics_at_last", Says("answers RETURN 1")),
    ("panics_with_abort", Says("crashed: aborted")),
    ("has_another_layout", Says("its root module has another layout than version 1")),
    ("is_truncated", Says("it cannot be loaded: it is cut short")),
    ("is_a_text", Says("it cannot be loaded: it is no library")),
    ("is_empty", Says("it cannot be loaded: it is no library")),
    ("is_a_pipe", Says("it is not a file")),
    ("is_a_link_to_a_pipe", Says("it is not a file")),
    ("is_a_link_to_a_device", Says("it is not a file")),
    ("is_a_socket", Says("it is not a file")),
    ("is_a_folder", Says("it holds no player")),
    ("is_large_and_hollow", Says("it is larger than 128 MiB")),
    ("is_hollow", Says("it cannot be loaded")),
    ("is_a_loop_of_links", Says("no file")),
    ("is_for_another_machine", Says("it is for linux on aarch64")),
    ("is_replaced_before_it_starts", Says("is not the file any more")),
    ("is_replaced_while_it_starts", Says("begins with the bytes that were read")),
    ("has_the_name_of_another", Says("2 players are called")),
    ("lies_among_good_ones", Says("1 good, the others broken")),
];

/// What is tried once while the library is loaded and once in a round.
const ATTEMPTS: &[(&str, Expected)] = &[
    ("limits_its_host", NOTHING),
    ("asks_for_everybodys_limits", NOTHING),
    ("raises_its_own_limits", NOTHING),
    ("kills_its_host", FORBIDDEN),
    ("kills_a_thread_of_its_host", FORBIDDEN),
    ("kills_its_host_by_its_threads", FORBIDDEN),
    ("signals_everybody", FORBIDDEN),
    ("sends_its_host_a_message", FORBIDDEN),
    ("sends_its_host_the_signals_of_a_pipe", NOTHING),
    ("filters_by_seccomp", FORBIDDEN),
    ("filters_by_prctl", FORBIDDEN),
    ("clears_its_death_signal", FORBIDDEN),
    ("lets_itself_be_traced", FORBIDDEN),
    ("changes_modes", NOTHING),
    ("changes_owners", NOTHING),
    ("changes_times", FORBIDDEN),
    ("changes_attributes", FORBIDDEN),
    ("looks_at_paths", NOTHING),
    ("opens_a_pair_of_sockets", FORBIDDEN),
    ("shares_memory", FORBIDDEN),
    ("leaves_messages", FORBIDDEN),
    ("changes_its_hosts_priority", NOTHING),
    ("changes_its_hosts_disk_priority", FORBIDDEN),
    ("moves_its_host_to_one_core", NOTHING),
    ("makes_its_host_idle", FORBIDDEN),
    ("uses_the_second_numbers", FORBIDDEN),
    ("sets_an_interval_timer", FORBIDDEN),
    ("sets_a_timer_that_wakes_it", FORBIDDEN),
    ("makes_a_namespace", FORBIDDEN),
    ("starts_a_process_of_its_own", FORBIDDEN),
    ("writes_where_it_may_read", NOTHING),
    ("asks_for_a_ring", FORBIDDEN),
];

/// The call was answered with an error.
pub const NOTHING: Expected = Says("answers RETURN 'nothing came of it'");

/// One or the other.
const IN_VAIN: Expected =
    OneOf(&["answers RETURN 'nothing came of it'", "tried a system call that the jail forbids"]);

/// What is tried in vain as well, by libraries in both ways and by programs.
const IN_VAIN_ATTEMPTS: &[&str] = &[
    "signals_its_host_by_a_descriptor",
    "compares_itself_with_its_host",
    "advises_on_its_hosts_memory",
    "takes_a_descriptor_of_its_host",
    "runs_a_file_in_memory",
    "writes_its_memory_as_a_file",
    "names_a_tracer",
    "moves_its_memory_map",
    "adopts_orphans",
    "starts_a_process_by_the_newest_call",
    "schedules_its_host",
    "listens_on_a_socket_without_a_file",
    "listens_to_the_kernel",
    "sends_packets",
    "watches_files",
    "watches_file_systems",
    "opens_a_file_by_its_handle",
    "gives_pages_to_a_pipe",
    "makes_a_pipe_large",
    "locks_memory",
    "asks_for_core_dumps",
    "types_into_a_terminal",
    "pastes_into_a_console",
    "makes_itself_hard_to_kill",
    "changes_its_root",
    "mounts_a_file_system",
    "unmounts_what_is_in_its_way",
    "copies_a_mount",
    "enters_its_hosts_namespace",
    "loads_a_program_into_the_kernel",
    "keeps_a_key_in_the_kernel",
    "opens_counters",
    "answers_page_faults",
    "names_the_machine",
    "makes_a_device",
    "reads_the_kernels_words",
    "queues_a_signal_for_its_host",
    "opens_a_queue",
    "counts_with_semaphores",
    "becomes_root",
    "takes_capabilities",
    "opens_ports",
    "writes_its_hosts_memory",
    "seizes_its_host",
    "moves_its_host_between_nodes",
    "reads_its_hosts_environment",
    "reads_a_password_file",
    "leaves_a_file",
    "removes_files",
    "links_files",
    "sends_signals_by_a_descriptor",
    "opens_by_the_handlers_mark",
    "writes_into_its_library",
    "has_a_way_out_among_its_descriptors",
    "climbs_out_of_its_folder",
    "reads_the_machines_memory",
    "maps_the_first_page",
    "maps_a_terabyte",
    "starts_a_process_in_its_memory",
    "runs_its_library_as_a_program",
    "wakes_a_thread_of_its_host",
    "frees_its_hosts_memory",
    "makes_a_fence_of_its_own",
    "sees_its_hosts_locks",
    "reads_its_hosts_clock",
    "sets_the_clock",
    "kills_its_keeper",
    "looks_into_its_keeper",
    "hoards_memory_in_pipes",
    "hides_descriptors_in_a_socket",
    "starts_two_thousand_processes",
    "leaves_an_orphan",
    "opens_a_terminal",
    "changes_the_kernels_settings",
    "moves_to_another_group",
    "saves_itself_from_hunger",
    "changes_its_users",
    "copies_what_comes_from_its_host",
    "loads_a_table_of_segments",
    "uses_the_door_of_32_bits",
    "keeps_memory_secret",
    "asks_for_anothers_turn",
    "asks_where_its_host_runs",
    "waits_for_its_hosts_children",
    "wakes_its_stopped_children",
    "keeps_memory_that_it_gave_back",
    "keeps_zeros_that_it_gave_back",
    "takes_large_pages",
    "fills_tables_of_pages",
    "hoards_memory_in_sockets",
    "hides_sockets_in_threads",
    "locks_parts_of_files",
    "locks_files_of_the_system",
    "may_queue_signals_without_end",
    "watches_without_end",
    "watches_of_many_together",
    "hides_memory_behind_a_long_look",
    "maps_every_other_page",
    "takes_a_group_of_its_own",
    "has_a_child_that_ends_with_a_wake_up_call",
    "hides_memory_behind_a_name_that_is_no_text",
    "hides_memory_of_children_behind_half_a_letter",
    "hides_memory_behind_a_thread_that_ended",
    "hides_sockets_behind_threads_that_ended",
    "takes_descriptors_of_its_own",
    "hides_sockets_in_threads_by_closing_none",
    "sends_a_descriptor_on_its_way",
    "sends_many_descriptors_at_once",
    "has_the_system_take_its_core",
];

/// What a program may do: it has processes, a clock and pairs of sockets of its own, asks for its own limits, looks at
/// what it may read, writes into the void, and reserves more addresses than there is memory.
pub const ALLOWED_TO_PROGRAMS: &[&str] = &[
    "asks_for_everybodys_limits",
    "looks_at_paths",
    "maps_a_terabyte",
    "opens_a_pair_of_sockets",
    "raises_its_own_limits",
    "sets_an_interval_timer",
    "starts_a_process_in_its_memory",
    "starts_a_process_of_its_own",
    "writes_where_it_may_read",
];

/// What comes of more memory than a program may have.
const TOO_MUCH: &str = "took more than 512 MiB of memory";

/// What must come of an attempt by a program.
pub fn of_a_program(attempt: &str) -> Expected {
    match attempt {
        // Another table of calls is nothing that anybody may try.
        "uses_the_door_of_32_bits" => FORBIDDEN,
        "starts_two_thousand_processes" => {
            OneOf(&[TOO_MUCH, "answers RETURN 'nothing came of it'"])
        }
        "fills_tables_of_pages"
        | "hides_memory_behind_a_long_look"
        | "hides_memory_behind_a_name_that_is_no_text"
        | "hides_memory_behind_a_thread_that_ended"
        | "hides_memory_of_children_behind_half_a_letter"
        | "hides_sockets_behind_threads_that_ended"
        | "hoards_memory_in_sockets"
        | "maps_every_other_page"
        | "watches_of_many_together"
        | "watches_without_end" => Says(TOO_MUCH),
        // They are stopped, or it is found out.
        "wakes_its_stopped_children" => {
            OneOf(&["thought on while it was not its turn", "answers RETURN 'nothing came of it'"])
        }
        _ => NOTHING,
    }
}

/// All attempts with what must come of them where a library makes them.
pub fn attempts() -> impl Iterator<Item = (&'static str, Expected)> {
    let in_vain = IN_VAIN_ATTEMPTS.iter().map(|attempt| (*attempt, IN_VAIN));
    ATTEMPTS.iter().copied().chain(in_vain)
}

/// How the names of acts and attempts end that a program makes.
pub const BY_A_PROGRAM: &str = "_by_a_program";

pub fn as_program(attempt: &str) -> String {
    format!("{attempt}{BY_A_PROGRAM}")
}

/// The name of an attempt that is made while the library is loaded.
pub fn while_loaded(attempt: &str) -> String {
    format!("{attempt}_while_it_is_loaded")
}
