//! Starts the command line.

/// Requests make many small, short-lived allocations, on which the system's allocator spent a fifth
/// of the processor.
#[global_allocator]
static ALLOCATOR: mimalloc::MiMalloc = mimalloc::MiMalloc;

fn main() -> std::process::ExitCode {
    atrium::cli::run()
}
