//! Every page in every state and both languages: words, escaping, markup, headers, size, colours.

mod assets;
mod texts;

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use atrium::i18n::language::Language;
use atrium::i18n::texts::Texts;
use atrium::legacy::pages::{CorporateAbsentPage, CorporateEntryPage, OpenPage};
use atrium::oidc::pages::FormPostPage;
use atrium::pages::assets::Site;
use atrium::pages::expired::ExpiredPage;
use atrium::pages::goodbye::{LogoutPage, SignedOutPage};
use atrium::pages::handbook::HandbookPage;
use atrium::pages::leaving::LeavingPage;
use atrium::pages::page::{Frame, PagePolicy, ServerPage, respond};
use atrium::pages::page_error::ErrorPage;
use atrium::signin::pages::{
    AddFactorPage, AddressDonePage, AddressPage, AddressUndoDonePage, AddressUndoPage,
    ApplicationPage, ApplicationTakenPage, ApplyPage, ApplySentPage, ChangePasswordPage,
    ConfirmApplicationPage, ConsentPage, CorporateEndPage, DeletionUndoDonePage, DeletionUndoPage,
    ForgotPasswordPage, ForgotSentPage, InvitationDonePage, InvitationPage, LockDonePage, LockPage,
    LoginPage, NoAccessPage, RecoveryCodesPage, ResetCodePage, ResetDonePage, ResetPasswordPage,
    ResetVoidPage, SecondFactorPage, SelectAccountPage, TroublePage,
};
use atrium::site::branding::Branding;
use axum::http::StatusCode;

/// 2026-11-21, as a fixed time.
const NOW: i64 = 1_795_260_000_000;

fn frame(language: Language, say: &dyn Fn(&str) -> String) -> Frame {
    frame_under("", language, say)
}

fn frame_under(base: &str, language: Language, say: &dyn Fn(&str) -> String) -> Frame {
    let branding = Branding {
        product: say("Atrium"),
        ..Branding::default()
    };
    let site = Site::new(&branding, base, Some("/assets/strength-test.js".to_owned()));
    let here = say("/login?flow=flow-id");
    Frame::new(
        site,
        language,
        &here,
        &say("0192f0c1-7d2e-7c51-9d0e-5c1f0e5b2a11"),
        NOW,
    )
}

fn rendered<P: ServerPage>(
    kind: &str,
    language: Language,
    say: &dyn Fn(&str) -> String,
    into: &mut BTreeMap<String, String>,
) {
    let frames = [frame(language, say), frame_under(UNDER, language, say)];
    for (state, page) in P::samples(&frames[0], say) {
        let html = page.render().unwrap();
        into.insert(format!("{kind}-{state}-{}", language.api()), html);
    }
    for (_, page) in P::samples(&frames[1], say) {
        stays_under(UNDER, &page.render().unwrap());
    }
}

/// The path of `server.public_url` under which every page is rendered too.
const UNDER: &str = "/tools/sso";

/// Each link, form and asset of ours is under the path.
fn stays_under(base: &str, html: &str) {
    let mut own = 0;
    for attribute in ["href", "action", "src", "data-strength"] {
        for piece in html.split(&format!(" {attribute}=\"")).skip(1) {
            let to = piece.split('"').next().unwrap_or_default();
            if to.starts_with('/') {
                assert!(
                    to.starts_with(&format!("{base}/")),
                    "{attribute}={to}: {html}"
                );
                assert!(
                    !to.starts_with(&format!("{base}{base}")),
                    "{attribute}={to}"
                );
                own += 1;
            }
        }
    }
    assert!(own > 4, "the assets are links too: {html}");
}

/// Every page, as `kind-state-language`: add a line here for a new page.
fn every_page(say: &dyn Fn(&str) -> String) -> BTreeMap<String, String> {
    let mut pages = BTreeMap::new();
    for language in Language::ALL {
        rendered::<HandbookPage>("handbook", language, say, &mut pages);
        rendered::<ErrorPage>("error", language, say, &mut pages);
        rendered::<LoginPage>("login", language, say, &mut pages);
        rendered::<ChangePasswordPage>("password", language, say, &mut pages);
        rendered::<SecondFactorPage>("second_factor", language, say, &mut pages);
        rendered::<AddFactorPage>("add_factor", language, say, &mut pages);
        rendered::<RecoveryCodesPage>("recovery_codes", language, say, &mut pages);
        rendered::<SelectAccountPage>("account", language, say, &mut pages);
        rendered::<ConsentPage>("consent", language, say, &mut pages);
        rendered::<NoAccessPage>("no_access", language, say, &mut pages);
        rendered::<CorporateEndPage>("corporate_end", language, say, &mut pages);
        rendered::<ForgotPasswordPage>("forgot", language, say, &mut pages);
        rendered::<ForgotSentPage>("forgot", language, say, &mut pages);
        rendered::<ApplyPage>("apply", language, say, &mut pages);
        rendered::<ApplySentPage>("apply", language, say, &mut pages);
        rendered::<ConfirmApplicationPage>("application", language, say, &mut pages);
        rendered::<ApplicationTakenPage>("application", language, say, &mut pages);
        rendered::<ApplicationPage>("application", language, say, &mut pages);
        rendered::<TroublePage>("trouble", language, say, &mut pages);
        rendered::<InvitationPage>("invitation", language, say, &mut pages);
        rendered::<InvitationDonePage>("invitation", language, say, &mut pages);
        rendered::<AddressPage>("address", language, say, &mut pages);
        rendered::<AddressDonePage>("address", language, say, &mut pages);
        rendered::<AddressUndoPage>("address_undo", language, say, &mut pages);
        rendered::<AddressUndoDonePage>("address_undo", language, say, &mut pages);
        rendered::<DeletionUndoPage>("deletion_undo", language, say, &mut pages);
        rendered::<DeletionUndoDonePage>("deletion_undo", language, say, &mut pages);
        rendered::<ResetCodePage>("reset", language, say, &mut pages);
        rendered::<ResetPasswordPage>("reset", language, say, &mut pages);
        rendered::<ResetDonePage>("reset", language, say, &mut pages);
        rendered::<ResetVoidPage>("reset", language, say, &mut pages);
        rendered::<LockPage>("lock", language, say, &mut pages);
        rendered::<LockDonePage>("lock", language, say, &mut pages);
        rendered::<ExpiredPage>("login", language, say, &mut pages);
        rendered::<LogoutPage>("logout", language, say, &mut pages);
        rendered::<SignedOutPage>("logout", language, say, &mut pages);
        rendered::<FormPostPage>("form_post", language, say, &mut pages);
        rendered::<LeavingPage>("leaving", language, say, &mut pages);
        rendered::<CorporateAbsentPage>("corporate", language, say, &mut pages);
        rendered::<CorporateEntryPage>("corporate_entry", language, say, &mut pages);
        rendered::<OpenPage>("open", language, say, &mut pages);
    }
    pages
}

fn as_is(text: &str) -> String {
    text.to_owned()
}

/// Asset paths change with their content; a snapshot of a page does not.
fn without_hashes(html: &str) -> String {
    let site = Site::new(&Branding::default(), "", None);
    site.assets()
        .into_iter()
        .fold(html.to_owned(), |html, asset| {
            let parts: Vec<_> = asset.path().split('.').collect();
            html.replace(
                asset.path(),
                &format!("{}.{}", parts[0], parts[parts.len() - 1]),
            )
        })
}

#[test]
fn pages_are_as_they_were() {
    let mut settings = insta::Settings::clone_current();
    settings.set_snapshot_path("snapshots/pages");
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    for (name, html) in every_page(&as_is) {
        settings.bind(|| insta::assert_snapshot!(name.as_str(), without_hashes(&html)));
    }
}

/// F-25: the corporate way stands first, and the account's panel has a link to it once there is a provider. Until then the
/// account's panel is open.
#[test]
fn f_25_the_corporate_way_stands_first() {
    let pages = every_page(&as_is);
    let at = |html: &str, words: &str| {
        html.find(words)
            .unwrap_or_else(|| panic!("{words}: {html}"))
    };
    let forms = pages
        .iter()
        .filter(|(_, html)| html.contains("id=\"way-corporate\""));
    let mut open = BTreeSet::new();
    for (name, html) in forms {
        let [corporate, account] = ["corporate", "account"].map(|way| {
            let from = at(html, &format!("id=\"way-{way}\""));
            (
                from,
                html[from..].split('>').next().unwrap().contains("checked"),
            )
        });
        assert!(corporate.0 < account.0, "{name}");
        assert!(corporate.1 != account.1, "{name}: one way is open");
        let panel = &html[at(html, "<section id=\"account-panel\"")..];
        let link = "<a href=\"/login?tab=corporate\" data-way=\"way-corporate\">";
        let has_provider = html.contains("href=\"/federation/");
        assert_eq!(panel.contains(link), has_provider, "{name}");
        if corporate.1 {
            open.insert(name.as_str());
        }
    }
    let wanted = ["corporate", "corporate_two", "corporate_absent"]
        .map(|state| Language::ALL.map(|language| format!("login-{state}-{}", language.api())));
    let wanted: BTreeSet<&str> = wanted.iter().flatten().map(String::as_str).collect();
    assert_eq!(open, wanted);
}

/// The names of files that `html` loads.
fn files_of(html: &str) -> BTreeSet<String> {
    let named = html.split("=\"assets/").skip(1);
    let names = named.map(|rest| rest.split('"').next().unwrap().to_owned());
    names.collect()
}

/// Writes each page with its assets into `target/pages` for people to look at: every file that a
/// page or the style names is beside it, and nothing is loaded from elsewhere.
#[test]
fn pages_can_be_looked_at() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("target/pages");
    fs::create_dir_all(folder.join("assets")).unwrap();
    let site = Site::new(&Branding::default(), "", None);
    for asset in site.assets() {
        let bytes = String::from_utf8(asset.bytes().to_vec())
            .map_or_else(std::string::FromUtf8Error::into_bytes, |text| {
                text.replace("\"/assets/", "\"").into_bytes()
            });
        fs::write(folder.join(&asset.path()[1..]), bytes).unwrap();
    }
    // The portal's own.
    let strength = folder.join("assets/strength-test.js");
    fs::write(strength, "export const strengthOf = () => \"\";").unwrap();
    for (name, html) in every_page(&as_is) {
        let html = html
            .replace("=\"/assets/", "=\"assets/")
            .replace(" crossorigin", "")
            .replace(" data-onward", "");
        let named = files_of(&html);
        assert!(
            named.len() >= 4,
            "{name}: style, script, face and mark: {named:?}"
        );
        for file in named {
            assert!(
                folder.join("assets").join(&file).is_file(),
                "{name}: {file}"
            );
        }
        assert!(
            !html.contains("src=\"http") && !html.contains("<link rel=\"stylesheet\" href=\"http")
        );
        fs::write(folder.join(format!("{name}.html")), html).unwrap();
    }
    let style = fs::read_to_string(folder.join(&site.style.path()[1..])).unwrap();
    let loaded: Vec<_> = style.split("url(\"").skip(1).collect();
    assert!(!loaded.is_empty(), "the style loads the face");
    for rest in loaded {
        let file = rest.split('"').next().unwrap();
        let beside = file.starts_with("data:") || folder.join("assets").join(file).is_file();
        assert!(beside, "the style loads {file}");
    }
}

/// Attack 5: no text from outside becomes markup, in any page.
#[test]
fn attack_5_no_free_text_becomes_markup() {
    let tags = |html: &str| html.matches('<').count();
    let plain = every_page(&as_is);
    for attack in [
        "<script>alert(1)</script>",
        "\"><img src=x onerror=alert(1)>",
        "' autofocus onfocus='alert(1)",
        "\" autofocus onfocus=\"alert(1)",
        "</title><svg/onload=alert(1)>",
        "{{ 7*7 }}{% raw %}",
        "&lt;b&gt;\u{0}\u{202e}",
        "]]>--><b>",
        "javascript:alert(1)",
    ] {
        let attacked = every_page(&|text| format!("{text}{attack}"));
        for (name, html) in &attacked {
            assert_eq!(
                tags(html),
                tags(&plain[name]),
                "{name} grew a tag from {attack}"
            );
            let quotes = |html: &str| html.matches('"').count();
            assert_eq!(
                quotes(html),
                quotes(&plain[name]),
                "{name} grew a quote from {attack}"
            );
            assert!(
                !html.contains("<b>") && !html.contains("onerror=alert(1)>"),
                "{name}"
            );
        }
    }
}

/// Every page, in both languages, is complete: title, heading and main part have text; no text's
/// name and no placeholder is visible.
#[test]
fn pages_are_written_out() {
    let pages = every_page(&as_is);
    for (name, html) in &pages {
        let (kind, language) = name.split_at(name.len() - "-en-us".len());
        let other = if language == "-en-us" {
            "-zh-cn"
        } else {
            "-en-us"
        };
        assert!(
            pages.contains_key(&format!("{kind}{other}")),
            "{name} is in one language"
        );
        assert!(
            html.starts_with("<!doctype html>") && html.trim_end().ends_with("</html>"),
            "{name}"
        );
        for tag in ["title", "h1", "main"] {
            let (_, rest) = html.split_once(&format!("<{tag}")).unwrap();
            let (inside, _) = rest.split_once(&format!("</{tag}>")).unwrap();
            let (_, inside) = inside.split_once('>').unwrap();
            let words = inside
                .split('<')
                .map(|part| part.rsplit('>').next().unwrap());
            assert!(
                words.collect::<String>().trim().len() > 3,
                "{name}: {tag} is empty"
            );
        }
        let words = html
            .split(['<', '>'])
            .skip(2)
            .step_by(2)
            .collect::<String>();
        assert!(
            !words.contains('{') && !words.contains('}'),
            "{name}: {words}"
        );
        for (key, _) in Texts::of(Language::EnUs).all() {
            assert!(!html.contains(key), "{name} shows the name {key}");
        }
    }
}

/// K-41: WCAG 2.2: fields have names, there is one first heading, ids are unique, the language is set.
#[test]
fn markup_is_accessible() {
    for (name, html) in every_page(&as_is) {
        assert_eq!(html.matches("<h1").count(), 1, "{name}: one first heading");
        assert_eq!(html.matches("<main").count(), 1, "{name}: one main part");
        assert!(html.matches(" autofocus").count() <= 1, "{name}: one focus");
        let ids: Vec<_> = html
            .split(" id=\"")
            .skip(1)
            .map(|r| r.split('"').next().unwrap())
            .collect();
        let unique: BTreeSet<_> = ids.iter().collect();
        assert_eq!(ids.len(), unique.len(), "{name}: an id twice");
        for tag in html
            .split("<input ")
            .skip(1)
            .map(|rest| rest.split('>').next().unwrap())
        {
            if tag.contains("type=\"hidden\"") {
                continue;
            }
            let id = tag
                .split("id=\"")
                .nth(1)
                .unwrap()
                .split('"')
                .next()
                .unwrap();
            assert!(
                html.contains(&format!("for=\"{id}\"")),
                "{name}: {id} has no label"
            );
            assert!(
                tag.contains("autocomplete=\""),
                "{name}: {id} says nothing to autofill"
            );
        }
        for wanted in html.split("aria-describedby=\"").skip(1) {
            for id in wanted.split('"').next().unwrap().split(' ') {
                assert!(
                    unique.contains(&id),
                    "{name}: {id} describes and is not there"
                );
            }
        }
        let language = if name.ends_with("zh-cn") {
            "zh-CN"
        } else {
            "en"
        };
        assert!(
            html.contains(&format!("<html lang=\"{language}\">")),
            "{name}"
        );
        assert!(
            !html.contains(" style=") && !html.contains("onclick"),
            "{name}: the policy forbids it"
        );
        assert!(html.contains("2018 - 2026"), "{name}: contract K-41");
    }
}

#[test]
fn pages_are_answered_safely() {
    let frame = frame(Language::ZhCn, &as_is);
    let (_, page) = LoginPage::samples(&frame, &as_is).remove(0);
    let policy = PagePolicy::form().retry_after(3);
    let answer = respond(StatusCode::SERVICE_UNAVAILABLE, &page, &policy);
    assert_eq!(answer.status(), StatusCode::SERVICE_UNAVAILABLE);
    let header = |name: &str| answer.headers()[name].to_str().unwrap();
    assert_eq!(header("content-type"), "text/html; charset=utf-8");
    assert_eq!(header("content-language"), "zh-CN");
    assert_eq!(header("cache-control"), "no-store");
    assert_eq!(header("referrer-policy"), "same-origin");
    assert_eq!(header("x-content-type-options"), "nosniff");
    assert_eq!(header("retry-after"), "3");
    assert_eq!(
        header("content-security-policy"),
        "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; \
         font-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
    );
    let leaving = respond(StatusCode::OK, &page, &PagePolicy::leaving());
    assert_eq!(leaving.headers()["referrer-policy"], "no-referrer");
}
