//! The entry point: it runs the command line.

fn main() -> std::process::ExitCode {
    atrium::cli::run()
}
