//! Creates the folder of the portal's files, which the binary embeds, and makes a release binary smaller.

#![expect(
    clippy::disallowed_methods,
    reason = "cargo tells a build script by its environment what it builds"
)]

use std::env;
use std::process::Command;

fn main() {
    println!("cargo:rerun-if-changed=portal/dist");
    println!("cargo:rerun-if-changed=migrations");
    // If the portal is not built, the folder is empty and the server answers with a page that says so.
    if let Err(why) = std::fs::create_dir_all("portal/dist") {
        println!("cargo:warning=portal/dist cannot be made: {why}");
    }
    if env::var("PROFILE").is_ok_and(|profile| profile == "release") && loads_packed_relocations() {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// True if the C library of this machine loads packed relocations. They save 1.3 MB of the binary, which every start would
/// read. The binary then needs glibc 2.36 where it runs, too.
fn loads_packed_relocations() -> bool {
    let is_own_target = env::var("HOST").ok() == env::var("TARGET").ok();
    let asked = Command::new("getconf").arg("GNU_LIBC_VERSION").output();
    let Ok(asked) = asked else { return false };
    let text = String::from_utf8_lossy(&asked.stdout);
    let version = text.trim().strip_prefix("glibc 2.");
    let minor = version.and_then(|minor| minor.parse::<u32>().ok());
    is_own_target && minor.is_some_and(|minor| minor >= 36)
}
