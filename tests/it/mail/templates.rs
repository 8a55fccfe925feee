//! The emails themselves, each in every language.

use std::collections::BTreeSet;

use atrium::clock::HOUR;
use atrium::directory::one_time_links;
use atrium::i18n::language::Language;
use atrium::mail::{
    ApplicationRefused, LinkPurpose, Mail, MailContext, OneTimeLink, Written, words,
};
use atrium::site::branding::{Branding, LogoFile, LogoKind};
use atrium::site::offered;

use super::{PUBLIC_URL, START};

/// As long as a real one.
const TOKEN: &str = "r8Zk3PqX0vN5sYbT1uWcE7dLgH2jM9aQfI4oK6xBzVw";

fn write(mail: &Mail, language: Language) -> Written {
    write_for(&Branding::default(), mail, language)
}

fn write_for(branding: &Branding, mail: &Mail, language: Language) -> Written {
    let link = OneTimeLink {
        token: TOKEN.to_owned().into(),
        expires_at: START + 72 * HOUR,
    };
    let link = mail.link("dan@demo.test").map(|_| &link);
    let context = MailContext::new(language, branding, PUBLIC_URL);
    mail.write(&context.with_link(link)).unwrap()
}

fn each() -> Vec<(String, Written)> {
    let mut written = Vec::new();
    for mail in Mail::samples() {
        for language in Language::ALL {
            let name = format!("{} {}", mail.name(), language.api());
            written.push((name, write(&mail, language)));
        }
    }
    written
}

fn hrefs(html: &str) -> Vec<&str> {
    html.split("href=\"")
        .skip(1)
        .filter_map(|rest| rest.split('"').next())
        .collect()
}

/// The name of an email is the name of its file, its name in the queue, and the prefix of its
/// texts.
#[test]
fn every_mail_has_its_file_and_a_sample() {
    let files: BTreeSet<String> = std::fs::read_dir("src/mail/messages")
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .filter(|name| name != "mod")
        .collect();
    let samples = Mail::samples()
        .iter()
        .map(|mail| mail.name().to_owned())
        .collect();
    assert_eq!(files, samples);
    for mail in Mail::samples() {
        let queued = serde_json::to_value(&mail).unwrap();
        assert_eq!(queued["message"], mail.name());
    }
}

/// A snapshot of the sent email, to be reviewed when it changes.
#[test]
fn mails_read_as_they_were_looked_at() {
    for (name, written) in each() {
        let name = name.replace(' ', "_");
        insta::assert_snapshot!(format!("{name}_txt"), {
            format!("{}\n\n{}", written.subject, written.text)
        });
        insta::assert_snapshot!(format!("{name}_html"), written.html);
    }
}

#[test]
fn nothing_is_left_unfilled_or_unsaid() {
    for (
        name,
        Written {
            subject,
            text,
            html,
        },
    ) in each()
    {
        let mail = name.split(' ').next().unwrap();
        let body = html.split("</style>").nth(1).unwrap();
        for part in [subject.as_str(), &text, body] {
            assert!(!part.contains(['{', '}']), "{name}: {part}");
            for key in ["layout", mail] {
                assert!(!part.contains(&format!("{key}.")), "{name} says {key}");
            }
        }
        assert!(
            (4..=78).contains(&subject.chars().count()),
            "{name}: {subject}"
        );
        assert!(!subject.contains('\n'), "{name}");
    }
}

/// An email about a request leads to the page where it is decided, or where its owner
/// sees it. The address has the id alone: the person who opens it has to sign in, and nothing is decided.
#[test]
fn emails_about_groups_lead_to_their_pages() {
    let request = "/requests?requestId=0193a1b2-0000-7000-8000-000000000001";
    let refuse = "/requests?requestId=0193a1b2-0000-7000-8000-000000000001\
        &request=0193a1b2-0000-7000-8000-000000000001&view=refuse";
    for (mail, path) in [
        ("request_asked", &*refuse.replace("refuse", "approve")),
        ("request_asked", refuse),
        ("request_overdue", request),
        ("request_refused", "/my-requests"),
        ("membership_ending", "/my-groups"),
        ("group_invitation", "/my-groups"),
    ] {
        let link = format!("{PUBLIC_URL}{path}");
        for (name, Written { text, html, .. }) in each() {
            if name.starts_with(mail) {
                let html = html.replace("&#38;", "&");
                assert!(hrefs(&html).contains(&link.as_str()), "{name}");
                assert!(text.contains(&link), "{name}");
            }
        }
    }
}

/// Attack 12: every link in an email leads to the public address.
#[test]
fn links_lead_to_the_public_address_alone() {
    for (name, Written { text, html, .. }) in each() {
        let links = hrefs(&html);
        assert!(!links.is_empty(), "{name}");
        for link in &links {
            assert!(
                link.starts_with(&format!("{PUBLIC_URL}/")),
                "{name}: {link}"
            );
        }
        for (at, _) in text.match_indices("://") {
            let start = text[..at]
                .rfind(char::is_whitespace)
                .map_or(0, |space| space + 1);
            assert!(
                text[start..].starts_with(PUBLIC_URL),
                "{name}: {}",
                &text[start..]
            );
        }
        assert!(
            !html.contains("src=") && !html.contains("url("),
            "{name} fetches something"
        );
        assert!(!html.to_lowercase().contains("<script"), "{name}");
    }
}

/// Every email leads to a page that is there; `site/offered.rs` is compared with the routes of server and portal.
#[test]
fn every_email_leads_to_a_page_that_is_there() {
    for (name, Written { html, .. }) in each() {
        let first = hrefs(&html)[0].strip_prefix(PUBLIC_URL).unwrap();
        let path = first.split(['#', '?']).next().unwrap();
        assert!(
            [offered::HOME, offered::ACCOUNT_SECURITY].contains(&path) || offered::is_offered(path),
            "{name} leads to {path}"
        );
    }
}

/// Emails are calm and readable in every mail program.
#[test]
fn the_html_is_fit_to_be_read_aloud() {
    for language in Language::ALL {
        for mail in Mail::samples() {
            let html = write(&mail, language).html;
            assert!(html.starts_with("<!DOCTYPE html>"));
            assert!(html.contains(&format!("<html lang=\"{}\">", language.tag())));
            assert_eq!(html.matches("<h1>").count(), 1);
            assert_eq!(
                html.matches("<table").count(),
                html.matches("role=\"presentation\"").count()
            );
            assert!(html.contains("prefers-color-scheme: dark"));
            assert!(html.len() < 20_000, "Gmail cuts long emails off");
        }
    }
}

/// Lists of emails show the first own sentence behind the subject, and not the greeting or the product's name.
#[test]
fn a_list_of_emails_shows_what_each_says() {
    for mail in Mail::samples() {
        for language in Language::ALL {
            let html = write(&mail, language).html;
            let (_, body) = html
                .split_once("<body>\n<div style=\"display: none;")
                .unwrap();
            let (_, preview) = body.split_once("aria-hidden=\"true\">").unwrap();
            let (preview, shown) = preview.split_once("</div>").unwrap();
            assert!(shown.contains(&format!("<p>{preview}</p>")), "{preview}");
        }
    }
}

/// The mark is drawn in emails, because they have no pictures. An installer's logo is a picture, so their emails have
/// only the name.
#[test]
fn the_mark_stands_beside_the_name() {
    let theirs = Branding {
        logo: Some(LogoFile {
            kind: LogoKind::Png,
            bytes: Vec::new(),
        }),
        ..Branding::default()
    };
    for (branding, marks) in [(Branding::default(), 1), (theirs, 0)] {
        for mail in Mail::samples() {
            let html = write_for(&branding, &mail, Language::EnUs).html;
            let name = format!("<span class=\"name\">{}</span>", branding.product);
            let (before, _) = html.split_once(&name).unwrap();
            assert_eq!(before.matches("class=\"mark\"").count(), marks);
        }
    }
}

#[test]
fn both_languages_say_the_same_things() {
    let keys = |language| {
        words(language)
            .all()
            .map(|(key, _)| key)
            .collect::<BTreeSet<_>>()
    };
    let (english, chinese) = (keys(Language::EnUs), keys(Language::ZhCn));
    assert!(english.len() > 5);
    assert_eq!(english, chinese);
    let holes = |text: &str| -> BTreeSet<String> {
        let parts = text
            .split('{')
            .skip(1)
            .filter_map(|rest| rest.split_once('}'));
        parts.map(|(name, _)| name.to_owned()).collect()
    };
    for (key, text) in words(Language::EnUs).all() {
        let other = words(Language::ZhCn).get(key);
        assert_eq!(holes(text), holes(other), "{key}");
        assert!(!text.trim().is_empty() && !other.trim().is_empty(), "{key}");
    }
}

/// Every text of the catalogues is used, and every text that is used is in the catalogues.
#[test]
fn no_word_is_missing_or_left_over() {
    let mut heads: BTreeSet<&str> = Mail::samples().iter().map(Mail::name).collect();
    heads.insert("layout");
    let mut used = BTreeSet::new();
    let mut walk = ["templates/mail", "src/mail"]
        .map(std::path::PathBuf::from)
        .to_vec();
    while let Some(path) = walk.pop() {
        if path.is_dir() {
            let inside = std::fs::read_dir(path).unwrap();
            walk.extend(inside.map(|entry| entry.unwrap().path()));
        } else if path.extension().is_none_or(|kind| kind != "json") {
            let text = std::fs::read_to_string(path).unwrap();
            let quoted = text.split('"').filter(|text| {
                let head = text.split_once('.').map(|(head, _)| head);
                head.is_some_and(|head| heads.contains(head)) && !text.contains([' ', '\n'])
            });
            used.extend(quoted.map(str::to_owned));
        }
    }
    // The page of all emails says when each is sent.
    used.extend(
        Mail::samples()
            .iter()
            .map(|mail| format!("{}.when", mail.name())),
    );
    let known: BTreeSet<String> = words(Language::EnUs)
        .all()
        .map(|(key, _)| key.to_owned())
        .collect();
    assert_eq!(used, known);
}

/// An applicant reads that nobody decided in time, and no reason.
#[test]
fn an_application_that_nobody_decided_about_says_so() {
    let mail = Mail::ApplicationRefused(ApplicationRefused {
        name: "Li Wei".into(),
        account: "LiWei".into(),
        reason: None,
        timed_out: true,
        application_id: String::new(),
    });
    for (language, said, left_out) in [
        (Language::EnUs, "intime,soitwasrefused", "Reason:"),
        (Language::ZhCn, "未在期限内得到处理", "原因："),
    ] {
        let text = write(&mail, language).text;
        // Without the ends of lines, which are anywhere in the text.
        let text: String = text.split_whitespace().collect();
        assert!(text.contains(said) && !text.contains(left_out), "{text}");
    }
}

/// Contract F-16, attack 12: each part of the email has the token once in the fragment of a link to
/// the public address, and once as a code. Nothing else contains it.
#[test]
fn a_one_time_link_carries_its_token_in_the_fragment() {
    for mail in Mail::samples() {
        let wanted = mail.link("dan@demo.test").map(|link| link.purpose);
        let path = match wanted {
            Some(LinkPurpose::Application) => offered::APPLICATION,
            Some(LinkPurpose::Invitation) => offered::INVITATION,
            Some(LinkPurpose::Address) => offered::ADDRESS,
            Some(LinkPurpose::AddressUndo) => offered::ADDRESS_UNDO,
            Some(LinkPurpose::DeletionUndo) => offered::DELETION_UNDO,
            Some(purpose) if one_time_links::locks(purpose) => offered::LOCK_ACCOUNT,
            _ => offered::RESET_PASSWORD,
        };
        let link = format!("{PUBLIC_URL}{path}#token={TOKEN}");
        for language in Language::ALL {
            let Written {
                subject,
                text,
                html,
            } = write(&mail, language);
            if wanted.is_none() {
                assert!(!text.contains(TOKEN) && !html.contains(TOKEN));
                continue;
            }
            assert!(!subject.contains(TOKEN));
            assert!(text.contains(&format!("\n{link}\n")), "{text}");
            assert!(text.contains(&format!("\n{TOKEN}\n")), "{text}");
            assert_eq!(text.matches(TOKEN).count(), 2, "{text}");
            assert!(hrefs(&html).contains(&link.as_str()));
            assert!(html.contains(&format!(">{TOKEN}<")));
            assert_eq!(html.matches(TOKEN).count(), 3, "href, address and code");
        }
    }
}

/// A name that a person chose cannot become markup, a link or a part of the email (trap T11).
#[test]
fn a_hostile_name_stays_a_name() {
    let hostile = [
        "evil.example/login",
        "https://evil.example/",
        "ada@evil.example",
        "www\u{3002}evil\u{3002}example",
        "192.0.2.7/a",
        "javascript:alert(1)",
        "evil.\u{200b}example",
        "<b>Ada</b>\r\n\r\nSign in at https://evil.example/ \u{202e}",
        "{time}\"><script>",
    ];
    for name in hostile {
        for mail in named(name) {
            for language in Language::ALL {
                let Written {
                    subject,
                    text,
                    html,
                } = write(&mail, language);
                assert!(!html.contains("<b>") && !html.contains("<script>"));
                for part in [&subject, &text, &html] {
                    let part = part.replace(PUBLIC_URL, "");
                    for link in [
                        "evil.ex",
                        "evil\u{3002}ex",
                        "//evil",
                        "@evil",
                        "192.0.2.7",
                        "t:a",
                    ] {
                        assert!(!part.contains(link), "{name} becomes {link}: {part}");
                    }
                    assert!(!part.contains(['\u{200b}', '\u{202e}']), "{part}");
                }
                assert!(!text.contains('\r') && !text.contains("\n\nSign in at"));
            }
        }
    }
}

/// A stranger may have typed their address, so they contain nothing else that was typed, except the name of an account.
const TO_STRANGERS: [&str; 4] = [
    "address_known",
    "address_link",
    "address_taken",
    "application_link",
];

/// Every email, with this name for the reader and for the account.
fn named(name: &str) -> Vec<Mail> {
    let named = |mail: Mail| {
        let mut fields = serde_json::to_value(&mail).unwrap();
        let is_to_stranger = TO_STRANGERS.contains(&mail.name());
        // Nobody knows the name of a person who has no account.
        let is_invitation = mail.name() == "registration_invitation";
        let greets = fields["name"].is_string() || is_to_stranger || is_invitation;
        assert!(greets, "{} greets nobody", mail.name());
        for field in ["name", "account", "person", "group", "by", "reason"] {
            if fields[field].is_string() {
                fields[field] = name.into();
            }
        }
        serde_json::from_value(fields).unwrap()
    };
    Mail::samples().into_iter().map(named).collect()
}
