//! libFuzzer looks for inputs of the target that `ATRIUM_FUZZ_TARGET` names.

#![no_main]

use std::sync::LazyLock;

use atrium_fuzz::Target;

static TARGET: LazyLock<&Target> = LazyLock::new(|| {
    let name = std::env::var("ATRIUM_FUZZ_TARGET").expect("ATRIUM_FUZZ_TARGET names a target");
    atrium_fuzz::named(&name).expect("a target")
});

libfuzzer_sys::fuzz_target!(|input: &[u8]| (TARGET.run)(input));
