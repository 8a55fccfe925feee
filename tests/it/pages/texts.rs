//! The texts of the server: each exists in the catalogues, and each is used.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use atrium::i18n::language::Language;
use atrium::i18n::texts::Texts;

#[test]
fn every_text_that_is_used_exists_and_every_text_is_used() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let mut used = BTreeSet::new();
    for folder in ["templates", "src"] {
        collect_keys(&root.join(folder), &mut used);
    }
    let known: BTreeSet<String> = Texts::of(Language::EnUs)
        .all()
        .map(|(key, _)| key.to_owned())
        .collect();
    let missing: Vec<_> = used.difference(&known).collect();
    let stale: Vec<_> = known.difference(&used).collect();
    assert!(missing.is_empty(), "used but in no catalogue: {missing:?}");
    assert!(
        stale.is_empty(),
        "in the catalogues but used nowhere: {stale:?}"
    );
}

/// Code asks for texts in four ways, each with the full name.
fn collect_keys(folder: &Path, used: &mut BTreeSet<String>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            collect_keys(&path, used);
            continue;
        }
        let ending = path
            .extension()
            .and_then(|e| e.to_str())
            .unwrap_or_default();
        if !["html", "rs"].contains(&ending) {
            continue;
        }
        let text = fs::read_to_string(&path).unwrap();
        for ask in ["frame.t(\"", "frame.with(\"", "frame.around(\"", "Key(\""] {
            let names = text
                .split(ask)
                .skip(1)
                .map(|rest| rest.split('"').next().unwrap());
            used.extend(
                names
                    .filter(|_| !path.ends_with("i18n/texts.rs"))
                    .map(str::to_owned),
            );
        }
    }
}
