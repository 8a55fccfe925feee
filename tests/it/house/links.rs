//! Each of our own addresses gets the path of `server.public_url`: pages write it by `frame.link`, `app/base_path.rs` adds
//! it to redirects, and the portal has `src/address`.

use std::path::{Path, PathBuf};

use super::{files, hold};

/// Attributes that lead somewhere.
const ATTRIBUTES: [&str; 6] = [
    "href",
    "action",
    "formaction",
    "src",
    "content",
    "data-strength",
];

/// Addresses of others, and values that are no address: template and expression.
const OTHERS: &[(&str, &str)] = &[
    ("api/docs.html", "base"),
    ("api/docs.html", "#"),
    ("mail/layout.html", "address"),
    ("mail/layout.html", "context.link("),
    ("parts/forms.html", "logo"),
    ("protocol/form_post.html", "action"),
    ("protocol/leaving.html", "address"),
    ("protocol/leaving.html", "self.refresh()"),
    ("protocol/signed_out.html", "there.address"),
    ("signin/add_factor.html", "offer.uri"),
    ("signin/consent.html", "policy"),
    ("signin/consent.html", "terms"),
    ("layouts/base.html", "switch.href"),
    ("handbook.html", "switch.href"),
];

/// Where the portal may read or write an address by itself.
const PORTAL: &[&str] = &["address/base.ts", "api/session/own-path.ts", "app/first.ts"];

fn texts(folder: &str, endings: &[&str]) -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join(folder);
    let mut found = Vec::new();
    let mut folders = vec![root.clone()];
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).unwrap() {
            let path: PathBuf = entry.unwrap().path();
            let name = path.strip_prefix(&root).unwrap().to_str().unwrap();
            if path.is_dir() {
                folders.push(path);
            } else if endings.iter().any(|ending| name.ends_with(ending)) {
                found.push((name.to_owned(), std::fs::read_to_string(&path).unwrap()));
            }
        }
    }
    assert!(!found.is_empty());
    found
}

/// True if the value of an attribute is neither one of our own paths nor an expression that nobody explained.
fn passes(template: &str, value: &str) -> bool {
    let of_another = |inside: &str| {
        let mut others = OTHERS.iter();
        others.any(|(name, start)| *name == template && inside.starts_with(start))
    };
    match value.strip_prefix("{{ ") {
        Some(inside) => inside.starts_with("frame.link(") || of_another(inside),
        None => !value.starts_with('/') || of_another(value),
    }
}

fn bypasses(template: &str, text: &str) -> Vec<String> {
    let values = ATTRIBUTES.iter().flat_map(|attribute| {
        let start = format!("{attribute}=\"");
        let pieces: Vec<&str> = text.split(&start).skip(1).collect();
        pieces
    });
    let to = |piece: &str| piece.lines().next().unwrap_or_default().to_owned();
    let mut found: Vec<String> = values
        .filter(|value| !passes(template, value))
        .map(|value| format!("{template}: {}", to(value)))
        .collect();
    // A meta refresh names its address inside the value.
    let refreshes = text.split("url=").skip(1);
    let others = refreshes.filter(|value| value.starts_with('/'));
    found.extend(others.map(|value| format!("{template}: url={}", to(value))));
    found
}

#[test]
fn every_link_of_a_page_passes_through_its_frame() {
    let templates = texts("templates", &[".html"]);
    assert!(templates.len() > 15);
    let found: Vec<String> = templates
        .iter()
        .flat_map(|(name, text)| bypasses(name, text))
        .collect();
    hold(
        "Write our own addresses with frame.link(…), and explain others in OTHERS:",
        &found,
    );
    for slip in [
        "<a href=\"/login\">",
        "<form action=\"{{ action }}\">",
        "<meta http-equiv=\"refresh\" content=\"0; url=/login\">",
    ] {
        assert!(!bypasses("signin/login.html", slip).is_empty(), "{slip}");
    }
}

/// A redirect to `/login` gets the path in one place, whichever door makes it.
#[test]
fn redirects_are_made_in_one_place() {
    let makes = |text: &str| {
        let mut words = text.split(|c: char| c != '_' && !c.is_ascii_alphanumeric());
        let others = ["\"location\"", "Redirect::", "header::REFRESH"];
        words.any(|word| word == "LOCATION") || others.iter().any(|other| text.contains(other))
    };
    assert!(makes("[(LOCATION, to)]") && !makes("ALLOCATION"));
    let allowed = ["http/redirect.rs", "app/base_path.rs"];
    let found: Vec<String> = files()
        .into_iter()
        .filter(|file| !allowed.contains(&file.name.as_str()))
        .filter(|file| makes(&file.text))
        .map(|file| file.name)
        .collect();
    hold("Redirect with http::redirect::see_other:", &found);
}

/// The portal's own addresses pass through `src/address`.
#[test]
fn the_portal_reads_and_writes_addresses_in_one_place() {
    let direct = |line: &str| {
        // What react-router gives has the path already.
        let line = line
            .replace("routeOf(location.pathname)", "")
            .replace("location.origin + router.createHref(", "");
        let bare = ["(\"/", "(`/", "('/"];
        let leads = [
            "location.assign",
            "location.replace",
            "fetch",
            "window.open",
        ];
        let leads_bare = leads.iter().any(|call| {
            bare.iter()
                .any(|start| line.contains(&format!("{call}{start}")))
        });
        leads_bare
            || line.contains("location.pathname")
            || line.contains("location.origin")
            || line.contains("href=\"/")
            || line.contains("Path=/;")
    };
    assert!(direct("location.assign(\"/\");") && direct("fetch(`/api/x`)"));
    let found: Vec<String> = texts("portal/src", &[".ts", ".tsx"])
        .into_iter()
        .filter(|(name, _)| !name.starts_with("testing/") && !name.contains(".test."))
        .filter(|(name, _)| !PORTAL.contains(&name.as_str()))
        .flat_map(|(name, text)| {
            let lines: Vec<&str> = text.lines().filter(|line| direct(line)).collect();
            let lines = lines
                .into_iter()
                .map(|line| format!("{name}: {}", line.trim()));
            lines.collect::<Vec<_>>()
        })
        .collect();
    hold(
        "Use portal/src/address for addresses of the portal:",
        &found,
    );
}

/// Attack 11: what the page after a sign-out deletes, and whom it tells, has the portal's own names, also under a path.
#[test]
fn the_signed_out_page_knows_the_names_of_the_portal() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let read = |file: &str| std::fs::read_to_string(root.join(file)).unwrap();
    let page = read("templates/assets/signin.js");
    for (file, name) in [
        ("portal/src/api/session/store.ts", "atrium-portal$"),
        ("portal/src/api/session/tabs.ts", "atrium.session$"),
    ] {
        let portal = format!("`{name}{{BASE}}`");
        assert!(read(file).contains(&portal), "{file}: {portal}");
        let ours = format!("(`{name}{{base}}`)");
        assert!(page.contains(&ours), "signin.js: {ours}");
    }
}
