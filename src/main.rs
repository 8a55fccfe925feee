//! Starts the command line.

fn main() -> std::process::ExitCode {
    atrium::cli::run()
}
